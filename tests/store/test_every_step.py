"""One session with everything in it, cut after every byte that is programmed and before and after every erase."""

import contextlib
import random

import pytest

from .flash import BLOCK, PowerCut, images, torn
from .world import World, check, rule_sets, tiny

SETTINGS = {"variant": "a variant with a long name.json", "sound": 0, "who": 1, "games": 12, "palette": 3, "names": 7}
PLAYERS = ["Ada Augusta", "Bo", "Charles", "", "", "", "", "Someone whose name is long"]
# Of the chunks whose writing is cut after every byte; with the others it is every 61st.
EVERY_BYTE = ("second chunk, merged", "fifth chunk, where the first one was")
SAMPLE = 61


def session():
    """(name, action) of everything that happens, one confirmed thing at a time."""
    variants = rule_sets()

    def game():
        yield "begin", lambda world: world.begin(tiny(name="Mini", holes=1, colours=10, rows=2), "board", 1)
        for choice in (0, 10, 9):
            yield "action", lambda world, choice=choice: world.play(choice)
        yield "the end was seen", World.go_on

    yield "settings", lambda world: world.journal.keep_settings(SETTINGS)
    yield from game()
    yield "players", lambda world: world.journal.keep_players(PLAYERS)
    yield "first chunk", lambda world: world.journal.tidy()
    yield "time", lambda world: world.journal.set_time(1_800_000_000, world.now // 1000)
    yield from game()
    yield from game()
    yield "begin", lambda world: world.begin(*variants[4], names=("Ada Augusta", "Charles Babbage"))
    for choice in (1, 5, 7, 10, 1):
        yield "action", lambda world, choice=choice: world.play(choice)
    yield EVERY_BYTE[0], lambda world: world.journal.tidy()
    for choice in (2, 3, 3):
        yield "action", lambda world, choice=choice: world.play(choice)
    yield "acknowledge", lambda world: world.journal.acknowledge(2)
    yield "third chunk", lambda world: world.journal.tidy()
    yield "action", lambda world: world.play(9)
    yield "leave", World.leave
    yield from game()
    yield "acknowledge all", lambda world: world.journal.acknowledge(world.journal.last_seq)
    yield "fourth chunk", lambda world: world.journal.tidy()
    yield from game()
    yield EVERY_BYTE[1], lambda world: world.journal.tidy()
    yield from game()
    yield "sixth chunk", lambda world: world.journal.tidy()


def recorded(world, action):
    """Does it; returns the views before and after, the steps, and copies of the memories from before."""
    before = world.view()
    memories = [bytearray(memory) for memory in world.memories()]
    world.power.trace = []
    action(world)
    steps = world.power.trace
    world.power.trace = None
    return before, world.view(), steps, memories


def chunks(world):
    """The places of the archive's chunks, in the order of their generations."""
    return [entry[3] for entry in world.journal._archive.entries]


@pytest.mark.parametrize("shift", [0, 1536])
def test_cut_at_every_step(shift):
    """With a shift the file begins inside a block of the flash, so that a chunk lies in two of them."""
    world = World(4, shift)
    chance = random.Random(shift)
    cuts = 0
    for name, action in session():
        before, after, steps, memories = recorded(world, action)
        pairs = list(zip(world.memories(), memories, strict=True))
        every = SAMPLE if len(steps) > BLOCK and (name not in EVERY_BYTE or shift) else 1
        for made in images(steps, pairs):
            erase = any(len(data) > 1 for _, _, data in steps[max(0, made - 1) : made + 1])
            if made % every and not erase and made < len(steps):
                continue
            cuts += 1
            try:
                survives(world, memories, before, after)
                if made < len(steps) and (erase or cuts % 5 == 0):
                    copies = [bytearray(memory) for memory in memories]
                    torn(steps, made, [(one, copy) for (one, _), copy in zip(pairs, copies, strict=True)], chance)
                    survives(world, copies, before, after)
                if erase or cuts % 40 == 0:
                    survives(world, memories, before, after, chance)
            except AssertionError as error:
                raise AssertionError(f"{name}, cut after {made} of {len(steps)} steps: {error}") from error
        if name == EVERY_BYTE[1]:
            assert chunks(world)[-1] == 0, "the archive went round"
    assert world.file.others_are_untouched()
    assert world.power.erases == 6 * (3 if shift else 2)
    assert cuts > (2000 if shift else 18000)


def survives(world, memories, before, after, chance=None):
    """A board with these memories has everything. With `chance` the recovery is cut once as well, and the board lives
    on after the next one."""
    other = world.with_memories(*map(bytearray, memories))
    other.open()
    check(other.view(), before, after)
    assert other.file.others_are_untouched()
    if chance is None:
        return
    again = world.with_memories(*map(bytearray, memories))
    again.power.cut_at = chance.randrange(other.power.steps + 1)
    again.power.chance = chance
    with contextlib.suppress(PowerCut):
        again.open()
    again.power.cut_at = None
    again.open()
    check(again.view(), before, after)
    live_on(again)


def live_on(world):
    """After a recovery the board goes on: what it keeps is there at the next start, under numbers of its own."""
    before = world.view()
    last = max([0, *before.games])
    if world.match is not None:
        world.leave()
    world.begin(tiny(name="After", holes=1, rows=1), "board", 1)
    world.play(0)
    world.play(9)
    assert [seq for seq, _ in world.games(last)] == [world.journal.last_seq]
    after = world.view()
    world.open()
    check(world.view(), after, after)
    assert world.journal.tidy()
    check(world.view(), after, after)
    world.open()
    check(world.view(), after, after)
