"""The journal by itself: its bytes, how much it takes, what it says when it is full, and drives that fail."""

import zlib

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lightpeg.core.builtin import builtin
from lightpeg.store.carried import numbers
from lightpeg.store.chunks import FILES
from lightpeg.store.game_reader import FinishedGame
from lightpeg.store.game_record import pack
from lightpeg.store.journal import LARGEST, MOST_CARRIED, Journal
from lightpeg.store.records import ACK, ANSWER, FINISHED, ROW, SETTINGS, frame, scan

from .flash import FlashFile, Nvm, Power
from .world import World, picture, tiny

NO_NAMES = [""] * 8


def record(kind, payload):
    """A record of a short payload, put together by hand."""
    data = bytes([kind, len(payload)]) + payload
    return data + zlib.crc32(data).to_bytes(4, "little")


def seqs(world):
    return [seq for seq, _ in world.games()]


def fill(world, most=10**6, names=("Ada", "Bo")):
    """Plays games until the board says that it is full, tidying at quiet moments; returns how many."""
    count = 0
    while count < most and not world.journal.full:
        world.whole_game(names)
        count += 1
        if world.journal.wants_tidy:
            world.journal.tidy()
    return count


def test_known_bytes():
    nvm = Nvm(Power())
    journal = Journal(nvm, None, lambda count: b"\x78\x56\x34\x12"[:count])
    header = record(1, b"\x01\x78\x56\x34\x12\x01\x00\x00\x00")
    carried = record(2, b"\x00\x01")
    assert bytes(nvm.memory).rstrip(b"\xff") == header + carried + header
    assert journal.journal_id == 0x12345678 and journal.start == 1
    journal.keep_settings({"a": 1})
    journal.acknowledge(5)
    journal.set_time(300, 100)
    appended = record(2, b"\x01\x01") + record(3, b'{"a": 1}') + record(5, b"\x01\x01\xc8\x01")
    assert bytes(nvm.memory).rstrip(b"\xff") == header + carried + header + appended
    again = Journal(nvm, None, bytes)
    assert (again.journal_id, again.start, again.settings) == (0x12345678, 2, {"a": 1})
    assert (again.anchors, again.players, again.acked, again.damaged) == ([(1, 200)], NO_NAMES, 0, 0)


def test_a_start_is_counted_when_something_was_kept_in_it():
    world = World(None)
    for _ in range(3):
        assert Journal(world.nvm, None, bytes).start == 1
    for start in (1, 2, 3):
        journal = Journal(world.nvm, None, bytes)
        assert journal.start == start
        journal.keep_settings({"start": start})


def test_a_thousand_games_and_more_fit_and_nothing_is_overwritten():
    world = World((FILES["games.bin"] - 4096) // 8192, 1024)
    journal = world.journal
    # (38 chunks of 4066 bytes, and one with 2200 of everything else) / 102 a game.
    assert journal.capacity() == (38 * 4066 + 4066 - 2200) // 102 == 1533
    assert journal.room() == journal.capacity()
    count = fill(world, 1000)
    assert count == 1000 and not journal.full and journal.room() > 400
    fill(world, names=("Ada Augusta King of Lovelace", "Charles Babbage of London"))
    assert journal.full and journal.room() == 0
    assert seqs(world) == list(range(1, journal.last_seq + 1))
    assert not journal.tidy() or journal.full
    world.open()
    assert world.journal.full and seqs(world) == list(range(1, journal.last_seq + 1))
    assert world.journal.damaged == 0
    # A computer comes: everything has room again, and what it has not goes on being kept.
    world.journal.acknowledge(world.journal.last_seq - 1)
    assert not world.journal.full and world.journal.room() > 1400
    fill(world, 100)
    assert seqs(world)[-101:] == list(range(journal.last_seq, journal.last_seq + 101))


@pytest.mark.parametrize("places", [3, 4, 5])
def test_the_oldest_go_with_a_players_yes_and_not_again_at_the_next_start(places):
    world = World(places)
    for _ in range(3):
        fill(world)
        before = seqs(world)
        assert world.journal.full
        world.open()
        assert seqs(world) == before
        world.journal.allow_overwrite()
        left = seqs(world)
        assert left == before[-len(left) :] and len(before) - len(left) < 100
        assert not world.journal.full
        world.open()
        assert seqs(world) == left and not world.journal.full
        fill(world, 1)
        assert seqs(world) == [*left, left[-1] + 1]


def test_the_oldest_may_be_ones_that_a_computer_has():
    """Forty places: what is acknowledged is no room to be given away."""
    world = World(3)
    fill(world)
    first = world.journal._archive.entries[0]
    world.journal.acknowledge(first[2])
    fill(world)
    before = seqs(world)
    world.journal.allow_overwrite()
    assert not world.journal.full and seqs(world) == before[-len(seqs(world)) :]


def test_without_its_file_nvm_alone_keeps_games_until_a_computer_has_them():
    world = World(None)
    assert world.journal.capacity() == 9
    count = fill(world)
    assert count >= 9 and seqs(world) == list(range(1, count + 1))
    assert not world.journal.wants_tidy and not world.journal.tidy()
    world.open()
    assert seqs(world) == list(range(1, count + 1)) and world.journal.full
    world.journal.acknowledge(count)
    assert not world.journal.full and world.journal.wants_tidy and world.journal.tidy()
    more = fill(world)
    assert more >= 9 and seqs(world)[-more:] == list(range(count + 1, count + more + 1))
    # A player lets go what does not fit into half of it.
    world.journal.allow_overwrite()
    left = seqs(world)
    assert 0 < len(left) <= more and left[-1] == count + more and not world.journal.full


def test_games_that_stay_in_nvm_are_not_the_end_of_the_match_that_is_running():
    world = World(None)
    fill(world)
    world.begin(tiny(), "board", 1)
    world.journal.allow_overwrite()
    world.begin(tiny(), "board", 1)
    world.play(0)
    world.play(10)
    before = picture(world.match, world.now)
    world.journal._allowed = True
    assert world.journal.tidy() and len(seqs(world)) > 1
    world.open()
    assert picture(world.match, world.now) == before


def test_a_drive_that_belongs_to_the_computer_is_read_and_nvm_takes_what_has_room():
    world = World(4)
    fill(world, 30)
    assert world.journal.tidy()
    world.file.writable = False
    world.open()
    before = bytes(world.file.memory)
    count = fill(world)
    assert world.journal.full and count >= 9 and bytes(world.file.memory) == before
    assert seqs(world) == list(range(1, 31 + count))
    world.file.writable = True
    world.open()
    assert not world.journal.full and world.journal.tidy()
    assert seqs(world) == list(range(1, 31 + count))


@pytest.mark.parametrize("failing", ["read", "write", "sync"])
def test_a_drive_that_fails_loses_nothing_and_the_board_says_that_it_is_full(failing):
    world = World(4)
    fill(world, 20)
    world.journal.tidy()
    fill(world, 3)
    world.file.failing = {failing}
    assert not world.journal.tidy()
    assert not world.journal.wants_tidy
    if failing == "read":
        with pytest.raises(OSError):
            world.games()
    fill(world)
    assert world.journal.full
    last = world.journal.last_seq
    assert last > 25
    world.open()
    world.file.failing = set()
    world.open()
    assert seqs(world) == list(range(1, last + 1))
    assert world.journal.tidy() and seqs(world) == list(range(1, last + 1))


def test_a_chunk_that_was_written_but_not_read_back_is_not_newer_than_what_follows():
    world = World(4)
    fill(world, 5)
    world.file.failing = {"sync"}
    assert not world.journal.tidy()
    world.file.failing = set()
    fill(world, 5)
    world.journal.keep_settings({"after": 1})
    world.open()
    assert seqs(world) == list(range(1, 11)) and world.journal.settings == {"after": 1}
    assert world.journal.tidy()
    world.open()
    assert seqs(world) == list(range(1, 11)) and world.journal.settings == {"after": 1}


def test_a_drive_that_cannot_be_read_at_the_start_is_not_written_over():
    world = World(4)
    fill(world, 40)
    world.journal.tidy()
    known = world.games()
    world.file.failing = {"read"}
    world.open()
    assert world.journal.damaged == 4
    world.file.failing = set()
    fill(world, 3)
    assert not world.journal.tidy()
    world.open()
    assert world.games()[:40] == known and seqs(world) == list(range(1, 44))


def test_a_damaged_chunk_is_counted_and_the_others_are_read():
    world = World(6)
    fill(world, 250)
    world.journal.tidy()
    entries = world.journal._archive.entries
    assert len(entries) > 2
    first, last, place = entries[0][1:4]
    known = dict(world.games())
    at = 4096 + place * 8192 + 300
    world.file.memory[at] ^= 0x04
    world.open()
    assert world.journal.damaged == 1
    games = dict(world.games())
    lost = set(known) - set(games)
    assert len(lost) == 1 and first <= lost.pop() <= last
    assert all(known[seq] == game for seq, game in games.items())
    # Its places are not given to others, and its games not merged.
    fill(world, 50)
    assert set(games) < set(dict(world.games()))


def test_kinds_of_a_later_version_and_damaged_records_are_counted_and_cost_nothing_else():
    world = World(4)
    world.journal.keep_settings({"a": 1})
    log = world.journal._log
    log.append(frame(40, b"what will be"))
    log.append(frame(ACK, b"\x80"))
    spoilt = frame(SETTINGS, b'{"a": 2}')
    spoilt[4] ^= 1
    log.append(spoilt)
    world.journal.keep_players(["Ada"] + [""] * 7)
    world.open()
    assert world.journal.damaged == 3
    assert (world.journal.settings, world.journal.players[0]) == ({"a": 1}, "Ada")
    assert world.journal.tidy()
    world.open()
    assert world.journal.damaged == 0
    assert (world.journal.settings, world.journal.players[0]) == ({"a": 1}, "Ada")


@pytest.mark.parametrize("kind", [ROW, ANSWER])
def test_a_running_match_with_a_damaged_record_is_as_it_was_before_that(kind):
    world = World(4)
    world.begin(tiny(rows=9, colours=9), "screen", 2)
    world.play(0)
    pictures = [picture(world.match, world.now)]
    for choice in (1, 5, 1, 5, 1, 5):
        world.play(choice)
        pictures.append(picture(world.match, world.now))
    place = [begin for found, begin, _, _ in scan(world.nvm, 0, 4096) if found == kind][1]
    world.nvm.memory[place + 2] ^= 1
    world.open()
    assert world.journal.damaged == 1
    assert picture(world.match, world.now) == pictures[2 if kind == ROW else 3]
    # And it goes on from there.
    world.play(1 if kind == ROW else 5)
    now = picture(world.match, world.now)
    world.open()
    assert picture(world.match, world.now) == now


def test_a_number_is_not_given_again_when_the_record_of_a_start_is_damaged():
    world = World(4)
    fill(world, 3)
    world.journal.acknowledge(3)
    world.journal.tidy()
    place = next(begin for kind, begin, _, _ in scan(world.nvm, 0, 4096) if kind == 2)
    world.nvm.memory[place + 2] ^= 1
    for n in range(4):
        world.file.memory[4096 + n * 8192 : 8192 + n * 8192] = b"\xff" * 4096
    world.open()
    fill(world, 1)
    assert seqs(world) == [4]


def test_the_largest_game_and_all_that_is_carried_fit_where_room_is_kept_for_them():
    variant = builtin("classic").with_options(holes=10, rows=12)
    variant.key, variant.name, variant.clock = "ü" * 40, "x" * 16, (86400, 3600, 86400)
    row = ((9,) * 10, 0, 0, 86_400_000)
    game = FinishedGame(
        seq=2**32 - 1,
        match_id=2**32 - 13,
        start=2**32 - 1,
        seconds=2**32 - 1,
        variant=variant,
        who="duel",
        games=12,
        names=("x" * 40, "y" * 40),
        totals=(9999, 9999),
        secrets=(row[0], row[0]),
        rows=([row] * 12, [row] * 12),
    )
    assert 400 < len(frame(FINISHED, pack(game))) <= LARGEST - 15
    world = World(None)
    world.journal.keep_settings({"x": "y" * 470})
    world.journal.keep_players(["ü" * 16] * 8)
    for n in range(20):
        world.journal.start = 2**32 - n - 1
        world.journal.set_time(2**32 - 1 - 10 * n, 0)
    state = world.journal._state()
    assert 4 * len(frame(ROW, numbers(86_400_000) + bytes(5))) < 80
    # A duel's 24 rows, its secrets, the match, and its last game as it ended.
    running = 24 * 15 + 2 * 11 + 250 + LARGEST
    assert len(state.frames()) + running < MOST_CARRIED
    with pytest.raises(ValueError, match="480 can be kept"):
        world.journal.keep_settings({"x": "y" * 473})
    with pytest.raises(ValueError, match="7 names"):
        world.journal.keep_players(["a"] * 7)


@settings(max_examples=60, deadline=None)
@example([(4045, b"\x00")], False, False)
@given(st.lists(st.tuples(st.integers(0, 4095), st.binary(max_size=200)), max_size=4), st.booleans(), st.booleans())
def test_garbage_in_nvm_is_no_wrong_game(garbage, fresh, archive):
    world = World(2 if archive else None)
    if not fresh:
        fill(world, 3)
        world.begin(tiny(), "board", 1)
        world.play(0)
    known = dict(world.games())
    for at, data in garbage:
        world.nvm.memory[at : at + len(data)] = data[: 4096 - at]
        del world.nvm.memory[4096:]
    world.open()
    assert all(known[seq] == game for seq, game in world.games())
    last = world.journal.last_seq
    # Garbage near its end leaves no room in nvm alone, for games that no computer has are not thrown away.
    full = world.journal.full
    assert not (full and archive)
    world.whole_game()
    world.open()
    assert full or world.journal.last_seq > last


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4095), st.binary(min_size=1, max_size=99)), max_size=5))
def test_garbage_in_the_archive_is_no_wrong_game(garbage):
    world = World(4)
    fill(world, 60)
    known = dict(world.games())
    for place, at, data in garbage:
        start = 4096 + place * 8192 + at
        world.file.memory[start : start + len(data)] = data
    world.open()
    assert all(known[seq] == game for seq, game in world.games())
    world.whole_game()
    assert world.journal.last_seq == 61


def test_a_file_of_any_size_has_the_places_that_are_whole():
    for size, places in ((0, 0), (4096, 0), (8192, 0), (12288, 1), (12800, 1), (20480, 2)):
        world = World(None)
        journal = Journal(world.nvm, FlashFile(Power(), size), bytes)
        assert journal.capacity() == (9 if not places else (4066 - 2200) // 102)
