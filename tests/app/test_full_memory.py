"""What people see of the memory: little room, none, a drive that is the computer's, missing or damaged files."""

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lightpeg.app import App
from lightpeg.core.builtin import builtin
from lightpeg.core.feedback import score
from lightpeg.store.chunks import FOLDER
from lightpeg.store.game_reader import FinishedGame
from lightpeg.store.game_record import pack
from lightpeg.store.journal import Journal
from lightpeg.store.records import FINISHED
from lightpeg.ui.frame import text_width
from tests.fakes import FakeBoard, FakeDataFile, FakeHardware, data_files

from .cuts import kept
from .table import Table
from .test_requests import Talk

GAMES = FOLDER + "/games.bin"
VARIANTS = FOLDER + "/variants.bin"
SECRET = (0, 1, 2, 3)
WRONG = (4, 4, 5, 5)


def played(seq):
    """The record of a game of six rows."""
    rows = [((n % 6, 1, 2, 3), *score(SECRET, (n % 6, 1, 2, 3)), 20_000) for n in range(1, 6)]
    rows.append((SECRET, 4, 0, 9000))
    done = {"result": "solved", "points": (6, 0), "totals": (6, 0), "over": True}
    return pack(FinishedGame(seq=seq, variant=builtin("classic"), secrets=(None, SECRET), rows=(rows, []), **done))


@cache
def with_games(count, files=True, room=0):
    """The memory of a board on which so many games were played, or as many as leave room for `room` more: nvm, the
    data files and the number of the last game."""
    memory = data_files() if files else {}
    nvm = bytearray(b"\xff" * 4096)
    journal = Journal(nvm, FakeDataFile(memory[GAMES]) if files else None, bytes)
    for seq in range(1, count + 1):
        if journal.full or journal.room() < room or not journal.append(FINISHED, played(seq)):
            break
        if journal.wants_tidy:
            journal.tidy()
    return bytes(nvm), {path: bytes(data) for path, data in memory.items()}, journal.last_seq


class Owned(FakeDataFile):
    """The drive belongs to the computer."""

    writable = False


def table_with(nvm, memory, file=FakeDataFile, broken=()):
    """A table whose board has this memory, with the menu shown."""
    table = Table.__new__(Table)

    class Hardware(FakeHardware):
        def open_data(self, path):
            return file(self.memory[path]) if path in self.memory else None

    board = FakeBoard.__new__(FakeBoard)
    board.hardware = Hardware(nvm=bytearray(nvm), memory={path: bytearray(data) for path, data in memory.items()})
    board.app = App(board.hardware)
    board.run(500)
    table.board, table.hardware = board, board.hardware
    table.hardware.random = iter(())
    return table


def heading(table, text):
    return table.shows(text, (table.hardware.width - text_width(text)) // 2, 2)


def play(table, secret=(0, 0, 0, 0)):
    """One game against the board, whose code is this one while nobody makes its chance."""
    table.press("ok")
    table.submit(secret)
    assert table.game.result == "solved"
    table.press("ok", "ok")


def status(table):
    return Talk(table.board).ask("status")


def test_the_board_says_so_well_before_there_is_no_room():
    """A hundred games before: after each match, with the number; a computer that takes them ends it."""
    nvm, memory, last = with_games(5000, room=110)
    assert last > 1000
    table = table_with(nvm, memory)
    assert 100 < status(table)["room"] < 110
    play(table)
    assert table.in_menu()
    nvm, memory, last = with_games(5000, room=100)
    table = table_with(nvm, memory)
    assert not status(table)["full"]
    play(table)
    room = status(table)["room"]
    assert heading(table, "%d" % room) and 90 < room < 100
    assert table.session.screen._text == "MORE GAMES HAVE ROOM: LET A COMPUTER TAKE THEM"
    table.press("ok")
    assert table.in_menu()
    assert Talk(table.board).ask("ack", seq=last + 1) == {"acked": last + 1}
    assert status(table)["room"] > 1000
    play(table)
    assert table.in_menu()
    assert [game.seq for game in kept(table)] == list(range(1, last + 3))[-len(kept(table)) :]


def full():
    nvm, memory, last = with_games(5000)
    # The bar for the capacity.
    assert last >= 1000
    return table_with(nvm, memory), last


def test_a_full_board_asks_before_it_forgets_what_no_computer_has():
    table, last = full()
    assert status(table)["full"]
    before = [game.seq for game in kept(table)]
    assert before == list(range(1, last + 1))
    table.press("ok")
    assert heading(table, "FULL")
    assert table.session.screen._text == "NO COMPUTER HAS THE OLDEST GAMES. OK: THEY GO. MENU: KEEP THEM."
    # Other presses are no answer.
    table.press("left", "up", "screen")
    assert heading(table, "FULL")
    table.press("menu")
    assert table.session.match is None
    assert heading(table, "%d" % status(table)["room"])
    table.press("ok")
    assert table.in_menu() and [game.seq for game in kept(table)] == before
    # Once more, and yes: a chunk of the oldest goes, and no other game.
    table.press("ok", "ok")
    assert table.session.match is not None and table.game.phase == "guess"
    table.submit((0, 0, 0, 0))
    assert table.game.result == "solved"
    table.press("ok", "ok")
    now = [game.seq for game in kept(table)]
    assert now == list(range(now[0], last + 2)) and 1 < now[0] < 60
    # What was a yes for these is none for the next ones: it asks again when it is full again.
    table.press("menu")
    for _ in range(100):
        if status(table)["full"]:
            break
        assert table.session.in_menu or table.session.match is None
        if not table.session.in_menu:
            table.press("ok")
        play(table)
        if not table.session.in_menu:
            table.press("ok")
    else:
        raise AssertionError("never full again")
    assert kept(table)[0].seq == now[0]


def test_a_match_is_not_cut_short_without_a_question():
    """Two games are agreed on and only one has room: the question comes between them, and no keeps what was played."""
    nvm, memory, _ = with_games(5000)
    table = table_with(nvm, memory)
    table.session.settings.games = 2
    table.press("ok", "ok")
    table.submit((0, 0, 0, 0))
    table.press("ok")
    # Its room is taken by what comes from elsewhere.
    journal = table.board.app._memory.journal
    while not journal.full:
        assert journal.append(FINISHED, played(journal.next_seq))
        journal.tidy()
    table.press("ok")
    assert heading(table, "FULL")
    table.press("menu")
    assert table.session.match is None
    assert kept(table)[-1].seq == journal.last_seq


def test_a_drive_that_is_the_computers():
    """MENU was held at the start. Games are kept beside it for a while; then the board says so and waits for a yes."""
    table = table_with(b"\xff" * 4096, data_files(), Owned)
    told = status(table)
    assert (told["drive"], told["full"], told["damaged"]) == ("computer", False, 0)
    files = {path: bytes(data) for path, data in table.hardware.memory.items()}
    count = 0
    while not status(table)["full"]:
        play(table)
        count += 1
        assert heading(table, "%d" % status(table)["room"])
        table.press("ok")
        assert [game.seq for game in kept(table)] == list(range(1, count + 1))
    assert count >= 8
    table.press("ok")
    assert heading(table, "FULL")
    table.press("ok")
    # The yes changes nothing: there is no place for a game, and no game without one.
    assert heading(table, "FULL") and table.session.screen._text == "NO ROOM FOR A GAME: RUN LIGHTPEG DOCTOR"
    table.press("ok")
    assert table.session.match is None
    assert {path: bytes(data) for path, data in table.hardware.memory.items()} == files
    # With the drive its own again everything is there, and archived.
    again = table_with(table.hardware.nvm, table.hardware.memory)
    assert [game.seq for game in kept(again)] == list(range(1, count + 1))
    again.board.run(4000)
    assert status(again)["drive"] == "board" and status(again)["room"] > 1000
    play(again)
    assert [game.seq for game in kept(again)] == list(range(1, count + 2))


def test_firmware_that_was_copied_by_hand_has_no_data_files():
    table = table_with(b"\xff" * 4096, {})
    told = status(table)
    assert told["drive"] == "missing" and 5 <= told["capacity"] < 20
    talk = Talk(table.board)
    assert talk.ask("variant_put", key="mine", variant={"name": "Mine", "holes": 3, "colours": 5}) == "storage"
    fields = {"name": "t", "size": 3, "crc": 0, "at": 0, "data": "AAAA"}
    assert talk.ask("table_put", **fields) == "storage"
    assert talk.ask("tables") == {"tables": []}
    count = 0
    while not status(table)["full"]:
        play(table)
        count += 1
        assert heading(table, "%d" % status(table)["room"])
        table.press("ok")
    assert [game.seq for game in kept(table)] == list(range(1, count + 1)) and count >= 5
    table.press("ok")
    assert heading(table, "FULL")
    table.press("ok")
    # Yes: when their room is needed the oldest ones go, and only once; the newest are there.
    now = list(range(1, count + 1))
    while now[0] == 1:
        table.submit((0, 0, 0, 0))
        table.press("ok", "ok")
        count += 1
        now = [game.seq for game in kept(table)]
        assert now == list(range(now[0], count + 1)) and len(now) >= 3
        if not table.session.in_menu:
            table.press("ok")
        table.press("ok")
        if heading(table, "FULL"):
            table.press("ok")
    again = table_with(table.hardware.nvm, {})
    assert [game.seq for game in kept(again)] == now


class Failing(FakeDataFile):
    """A flash that can no longer be read, or no longer be written."""

    reads = writes = True
    good = 0

    def read(self, offset, buffer):
        if not type(self).reads:
            if type(self).good <= 0:
                raise OSError(5)
            type(self).good -= 1
        super().read(offset, buffer)

    def write(self, offset, data):
        if not type(self).writes:
            raise OSError(5)
        super().write(offset, data)


@pytest.mark.parametrize(("reads", "writes", "good"), [(False, False, 0), (False, True, 45), (True, False, 0)])
def test_a_drive_that_fails(reads, writes, good):
    """From the start, or when it had been opened: the board plays, and keeps what it can."""
    nvm, memory, _ = with_games(200)
    file = type("File", (Failing,), {"reads": reads, "writes": writes, "good": good})
    uploaded = table_with(nvm, memory)
    mine = {"name": "Mine", "holes": 3, "colours": 5}
    assert Talk(uploaded.board).ask("variant_put", key="mine", variant=mine) == {"key": "mine"}
    table = table_with(uploaded.hardware.nvm, uploaded.hardware.memory, file)
    talk = Talk(table.board)
    assert talk.ask("status")["drive"] == "board"
    before = talk.ask("status")["last"]
    for do, fields in (
        ("variant_put", {"key": "other", "variant": mine}),
        ("table_put", {"name": "t", "size": 3, "crc": 0, "at": 0, "data": "AAAA"}),
    ):
        assert talk.ask(do, **fields) in ("storage", "field")
    talk.ask("games", since=0)
    for _ in range(30):
        if not table.session.in_menu:
            table.press("ok")
        table.press("ok")
        if table.session.match is None or heading(table, "FULL"):
            break
        table.submit((0, 0, 0, 0))
        table.press("ok", "ok")
    assert talk.ask("status")["last"] > before


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 1 << 30), st.integers(1, 60), st.booleans())
def test_damage_is_counted_and_never_fatal(seed, bits, all_of_it):
    """Bits fall over, or whole stretches, in nvm and in the files, where something is written."""
    nvm, memory, _ = with_games(60)
    chance = random.Random(seed)
    nvm = bytearray(nvm)
    memory = {path: bytearray(data) for path, data in memory.items()}
    for data in (nvm, memory[GAMES]):
        used = [at for at in range(len(data)) if data[at] != 0xFF]
        for _ in range(bits):
            at = chance.choice(used)
            if all_of_it:
                data[at : at + 64] = chance.randbytes(64)[: len(data) - at]
            else:
                data[at] ^= 1 << chance.randrange(8)
    table = table_with(nvm, memory)
    told = status(table)
    assert told["damaged"] > 0
    # A resumed match that cannot be is dropped on the way.
    for _ in range(4):
        if table.session.in_menu:
            break
        table.press("ok")
    assert table.session.in_menu
    known = [game.seq for game in kept(table)]
    assert known == sorted(set(known)) and len(known) <= 60
    play(table)
    assert len(kept(table)) == len(known) + 1
    again = table_with(table.hardware.nvm, table.hardware.memory)
    assert len(kept(again)) == len(known) + 1


@pytest.mark.parametrize("byte", [0x00, 0xFF, 0x55])
def test_nvm_of_something_else(byte):
    table = table_with(bytes([byte]) * 4096, data_files())
    play(table)
    assert [game.result for game in kept(table)] == ["solved"]
