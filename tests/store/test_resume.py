"""A match that the power cut off is the same again: every kind of game, after every action, clocks included."""

import pytest

from lightpeg.core.builtin import BUILTIN, builtin
from lightpeg.core.match import DUEL, Match
from lightpeg.store.journal import Journal
from lightpeg.store.records import CLOCK, ROW, SECRET, WARNED
from lightpeg.store.resume import restore

from .flash import Nvm, Power
from .world import World, picture, rule_sets, tiny

CLOCKED = {"clock": (300, 10, 400)}
KINDS = [(variant, who, games, seed) for variant, who, games in rule_sets() for seed in (1, 2)]
KINDS += [(builtin(key), who, 2, 3) for key in BUILTIN for who in builtin(key).players]


def restarted(world):
    """Another start of the same board, at another time of its own."""
    other = world.with_memories(bytearray(world.nvm.memory))
    other.open()
    return other


def actions(seed):
    number = seed
    while True:
        number = (number * 1103515245 + 12345) % (1 << 31)
        yield number >> 8


@pytest.mark.parametrize(("variant", "who", "games", "seed"), KINDS, ids=lambda value: getattr(value, "key", value))
def test_after_every_action_the_match_is_as_it_was(variant, who, games, seed):
    world = World(None, seed=seed)
    world.begin(variant, who, games, first=seed % 2)
    phases = set()
    for count, choice in enumerate(actions(seed)):
        phases.add(world.match.game.phase)
        assert picture(restarted(world).match, 1000) == picture(world.match, world.now)
        world.play(choice)
        world.journal.acknowledge(world.journal.last_seq)
        if world.journal._log.end > 2500:
            world.journal.tidy()
        if world.match is None or count > 60:
            break
    assert {"secret", "guess", "over"} <= phases
    assert restarted(world).match is None or world.match is not None


def test_known_records_of_a_game_and_what_is_made_of_them():
    """Two rows against the board after 3 and 4 seconds; then the player thinks for 61."""
    world = World(None)
    world.begin(builtin("classic"), "board", 1)
    game = world.match.game
    world.now = 10_000
    game.start((0, 1, 2, 3), world.now)
    for ms, guess in ((3000, (1, 0, 2, 4)), (4000, (5, 5, 5, 5))):
        world.now += ms
        game.submit(guess, world.now)
        world.note()
    kept = world.journal.running()
    # 3000 = 23 * 128 + 56, 4000 = 31 * 128 + 32.
    assert [(kind, payload.hex()) for kind, payload in kept[1:]] == [
        (SECRET, "0123"),
        (ROW, "b8171024"),
        (ROW, "a01f5555"),
    ]
    match = restore(world.journal, 500_000)
    assert match.game.rows == [((1, 0, 2, 4), 1, 2, 3000), ((5, 5, 5, 5), 0, 0, 4000)]
    assert (match.game.secret, match.game.since, match.names) == ((0, 1, 2, 3), 500_000, ("Ada", "Bo"))


def test_the_clock_goes_on_where_it_stood_and_thinking_is_kept_each_minute():
    world = World(None)
    world.begin(tiny(rows=5, colours=9, **CLOCKED), "board", 1)
    world.play(0)
    began = world.now
    for _ in range(150):
        world.wait(1000)
    assert [kind for kind, _ in world.journal.running()] == [16, SECRET, CLOCK]
    # 120 of the 150 seconds are known.
    match = restarted(world).match
    assert match.game.clock.left(1000) == (300 - 120) * 1000
    assert match.game.since == 1000 - 120_000
    match.game.submit((0, 1), 6000)
    assert match.game.rows[0][3] == 125_000
    assert match.game.clock.left(6000) == (300 - 125 + 10) * 1000
    # A row says it all: no reading of the clock is left then.
    world.play(5)
    assert world.now - began >= 150_000
    assert CLOCK not in [kind for kind, _ in world.journal.running()]
    left = world.match.game.clock.left(world.now)
    assert restarted(world).match.game.clock.left(1000) == left


def test_a_duel_is_resumed_between_the_two_halves_of_a_turn():
    world = World(None)
    world.begin(tiny(scoring="duel", players=["duel"], **CLOCKED), DUEL, 1, first=1)
    game = world.match.game
    for secret in ((0, 1), (2, 2)):
        game.start(secret, world.now)
        world.note()
        assert picture(restarted(world).match, 1000) == picture(world.match, world.now)
    world.now += 2500
    game.submit((2, 1), world.now)
    world.note()
    again = restarted(world).match.game
    assert (again.hidden, again.rows, again.mover) == (((2, 1), 2500), [[], []], 0)
    assert [clock.left(1000) for clock in again.clocks] == [300_000, 307_500]
    again.submit((0, 1), 4000)
    assert again.rows == [[((0, 1), 2, 0, 3000)], [((2, 1), 1, 0, 2500)]] or again.result == "won"


@pytest.mark.parametrize("policy", ["refuse", "warn"])
def test_an_answer_found_wrong_is_still_known(policy):
    world = World(None)
    world.begin(tiny(wrong_feedback=policy), "screen", 2)
    game = world.match.game
    game.start((0, 1), world.now)
    game.submit((0, 2), world.now)
    for pair in ((0, 0), (0, 1)) if policy == "refuse" else ((0, 0),):
        game.answer(*pair, world.now)
        world.note()
    kinds = [kind for kind, _ in world.journal.running()]
    assert kinds.count(WARNED) == 1
    again = restarted(world).match.game
    assert again.warned == game.warned == pair
    if policy == "warn":
        assert again.answer(0, 0, 2000) == "void"


def test_a_paper_game_goes_on_looking_for_a_code_that_fits():
    world = World(None)
    world.begin(tiny(rows=4), "paper", 2)
    game = world.match.game
    game.start(None, world.now)
    game.submit((0, 0), world.now)
    game.answer(0, 0, world.now)
    while game.check(1000, world.now) is None:
        pass
    world.note()
    again = restarted(world).match.game
    assert again.rows == [((0, 0), 0, 0, 0)] and again.phase == "guess"
    # No code without 0 has a 0: the second answer is proved wrong, and believed when it is given again.
    again.submit((1, 2), 2000)
    again.answer(0, 0, 2000)
    while again.check(1000, 2000) is None:
        pass
    assert again.warned == (0, 0) and again.phase == "answer"


def test_records_that_make_no_match_are_none():
    """A row in the secret's place, an answer without a row, a match that cannot be."""
    for kind, payload in ((ROW, b"\1\0"), (20, b"\x10"), (21, b"\x10"), (SECRET, b"\x99")):
        for who in ("screen", "duel"):
            world = World(None)
            variant = tiny(scoring="duel", players=["duel"]) if who == "duel" else tiny()
            world.begin(variant, who, 2)
            world.journal.append(kind, payload)
            assert restore(Journal(Nvm(Power(), world.nvm.memory), None, bytes), 0) is None
    world = World(None)
    world.journal.append(16, b"\1")
    assert restore(world.journal, 0) is None and world.journal.resumable
    world.open()
    assert world.match is None and not world.journal.resumable


def test_nothing_is_kept_of_a_game_after_something_had_no_room_until_the_next_game():
    world = World(None)
    world.begin(tiny(rows=3, colours=9), "board", 2)
    world.play(0)
    world.play(1)
    before = picture(world.match, world.now)
    append = world.journal.append
    world.journal.append = lambda kind, payload: False
    world.play(1)
    world.journal.append = append
    world.play(1)
    assert world.match.game.phase == "over" and world.journal.last_seq == 1
    assert [kind for kind, _ in world.journal.running()][-2:] == [ROW, 24]
    again = restarted(world)
    # The game itself was kept with all its rows.
    assert again.match.game.rows == world.match.game.rows != []
    assert before is not None
    world.go_on()
    assert picture(restarted(world).match, 1000) == picture(world.match, world.now)


def test_a_game_that_had_no_room_is_kept_when_there_is():
    world = World(None)
    world.begin(tiny(rows=1, colours=9), "board", 1)
    world.play(0)
    append = world.journal.append
    world.journal.append = lambda kind, payload: False
    world.play(1)
    assert world.journal.last_seq == 0
    world.go_on()
    world.journal.append = append
    world.begin(Match(tiny(), "board", 1).variant, "board", 1)
    assert [seq for seq, _ in world.games()] == [1]
    world.play(0)
    world.play(0)
    assert world.journal.last_seq == 2 and world.recorder._match_id == 2
