"""What games take on the board: `python tests/bench_storage.py [GAMES]` prints tables.

For each rule set, GAMES games (1000) by two players with names of usual length: each guess is a random code that fits
what is known of a few (a player who is neither careless nor perfect), some 20 seconds each. Then how many of them fit
into the archive before the board says that it is full, how many are played between two erases of nvm, and how long a
start takes with a full archive on this computer. `tests/pico/storage_figures.py` has the times of a board.
"""

import random
import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent))
sys.path.append(str(Path(__file__).resolve().parent.parent / "firmware"))

from lightpeg.core.builtin import BUILTIN, builtin
from lightpeg.core.feedback import score
from lightpeg.core.match import DUEL, Match
from lightpeg.store.chunks import GAME_CHUNKS
from lightpeg.store.journal import Journal
from lightpeg.store.records import FINISHED, frame
from tests.store.world import World

NAMES = ("Florence", "Charles")
THINKING = (4000, 40000)
# Codes that a player looks at before settling for one.
LOOKS = 300


def guess(game, rows, chance):
    variant = game.variant
    for _ in range(LOOKS):
        code = variant.random_code(chance.randbytes)
        if all(score(code, row[0]) == (row[1], row[2]) for row in rows):
            break
    return code


def play(world, variant, chance):
    """One game, or in a growing one as many as are solved; every turn is noted, as on a board."""
    who = DUEL if variant.scoring == "duel" else "board"
    world.match = Match(variant, who, 1)
    world.match.names = NAMES
    world.note()
    while world.match is not None:
        game = world.match.game
        if game.phase == "secret":
            game.start(game.variant.random_code(chance.randbytes), world.now)
        elif game.phase == "guess":
            world.now += chance.randrange(*THINKING)
            world.note()
            rows = game.rows[game.mover] if who == DUEL else game.rows
            game.submit(guess(game, rows, chance), world.now)
        else:
            world.go_on()
            continue
        world.note()


def settle(world):
    """What a board does at a quiet moment."""
    if world.journal.wants_tidy:
        world.journal.tidy()


def sizes(key, games, chance):
    """Bytes of each framed game."""
    world = World(GAME_CHUNKS)
    found = []
    while len(found) < games:
        since = world.journal.last_seq
        play(world, builtin(key), chance)
        found += [len(frame(FINISHED, record)) for _, record in world.games(since)]
        world.journal.acknowledge(world.journal.last_seq)
        settle(world)
    return found


def main(games=1000):
    chance = random.Random(1)
    print("{:10} {:>8} {:>8} {:>8}".format("bytes of", "average", "median", "largest"))
    everything = []
    for key in BUILTIN:
        found = sorted(sizes(key, games, chance))
        everything += found
        print(f"{key:10} {sum(found) / len(found):8.1f} {found[len(found) // 2]:8} {found[-1]:8}")
    print("{:10} {:8.1f}".format("all", sum(everything) / len(everything)))
    world = World(GAME_CHUNKS)
    print(f"\ncapacity told at first: {world.journal.capacity()} games")
    world.power.trace = []
    world.journal.keep_players([*NAMES, "", "", "", "", "", ""])
    while not world.journal.full:
        play(world, builtin(chance.choice(BUILTIN)), chance)
        settle(world)
    played = world.journal.last_seq
    # A chunk is one block here; nvm is erased once after each chunk, or after two where one was full.
    nvm = sum(1 for memory, _, data in world.power.trace if memory is world.nvm.memory and len(data) > 1)
    drive = world.power.erases - nvm
    print(f"games before it is full: {played}")
    print(f"games for each erase of nvm: {played / nvm:.1f}")
    print(f"games for each erase of one block of the drive: {played * GAME_CHUNKS / drive:.0f}")
    times = []
    for _ in range(20):
        started = time.perf_counter()
        Journal(world.nvm, world.file, random.randbytes)
        times.append(time.perf_counter() - started)
    print(f"start with a full archive, on this computer: {sorted(times)[10] * 1000:.1f} ms")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
