"""How much the search for a fitting code takes: `python tests/bench_search.py [GAMES] [LIMIT]` prints a table.

For each rule set, games with random secrets. The guesses of a careful player fit everything so far (the first such
code from a random start), those of a careless one are random. After each row the search goes on to a code that fits,
as it does in a game with the secret on paper: "row" is the most between two rows. And with the last answer made wrong
by one key a search of its own runs to its end: "wrong" is the most for that. All are units of the search's budget. A
game waits for 6000 and lets the search go on behind it after that; LIMIT is where this script gives up on a search
("over" counts those).
"""

import random
import sys
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "firmware"))

from lightpeg.core.builtin import builtin
from lightpeg.core.deduction import Search
from lightpeg.core.feedback import score
from lightpeg.core.game import possible_pair
from lightpeg.core.variant import Variant

SLICE = 250


def custom(holes, colours, **fields):
    return Variant("custom", name=f"{holes}x{colours}", holes=holes, colours=colours, rows=12, **fields)


def rule_sets():
    for key in ("classic", "advanced", "arms", "numbers", "duel", "growing"):
        yield key, builtin(key)
    yield "numbers+repeats", builtin("numbers").with_options(repeats=True)
    for holes in (6, 8, 10):
        yield f"growing {holes}", builtin("growing").with_options(holes=holes)
    for holes, colours in ((5, 10), (6, 8), (6, 10), (7, 10), (8, 8), (8, 10), (10, 4), (10, 8), (10, 10)):
        yield f"{holes}x{colours}", custom(holes, colours)
    yield "10x10+blank", custom(10, 10, blank=True)
    yield "10x10+blank once", custom(10, 10, blank=True, repeats_in_code=False)


def run(search, limit):
    """(state, budget used) of going on to the end or the limit."""
    nodes = 0
    state = search.step(0)
    while state == "running" and nodes < limit:
        state = search.step(SLICE)
        nodes += SLICE
    return state, nodes


def shuffled_witness(rules, rows, chance, limit):
    """A code that fits all rows, not the first in order: the search runs with the colours renamed at random."""
    names = list(range(rules.values))
    chance.shuffle(names)
    back = {name: peg for peg, name in enumerate(names)}
    search = Search(rules)
    for guess, black, white in rows:
        search.add([names[peg] for peg in guess], black, white)
    state, _ = run(search, limit)
    return tuple(back[name] for name in search.witness) if state == "found" else None


def play(rules, careful, chance, limit):
    """One game: the most between two rows, the most for a wrong answer, and how often the limit was met."""
    random_code = lambda: rules.random_code(chance.randbytes)  # noqa: E731
    secret = random_code()
    search = Search(rules)
    rows = []
    most_row = most_wrong = over = 0
    for _ in range(min(rules.rows, 10)):
        guess = (shuffled_witness(rules, rows, chance, 20000) if careful else None) or random_code()
        black, white = score(secret, guess)
        if black == rules.holes:
            break
        pairs = [(black + 1, white), (black - 1, white), (black, white + 1), (black, white - 1)]
        pair = chance.choice([pair for pair in pairs if possible_pair(rules.holes, *pair) and pair[0] < rules.holes])
        spoilt = Search(rules)
        for row in rows:
            spoilt.add(*row)
        spoilt.add(guess, *pair)
        state, nodes = run(spoilt, limit)
        over += state == "running"
        most_wrong = max(most_wrong, nodes)
        rows.append((guess, black, white))
        search.add(guess, black, white)
        state, nodes = run(search, limit)
        over += state == "running"
        most_row = max(most_row, nodes)
    return most_row, most_wrong, over


def main(games=20, limit=1_000_000):
    heads = ("careful: row", "wrong", "over", "careless: row", "wrong", "over", "s")
    print("{:18} {:>12} {:>8} {:>5}  {:>13} {:>8} {:>5} {:>6}".format("", *heads))
    for name, rules in rule_sets():
        cells = []
        started = time.monotonic()
        for careful in (True, False):
            chance = random.Random(name)
            results = [play(rules, careful, chance, limit) for _ in range(games)]
            cells += [max(column) for column in list(zip(*results, strict=True))[:2]]
            cells.append(sum(result[2] for result in results))
        spent = time.monotonic() - started
        print("{:18} {:12} {:8} {:5}  {:13} {:8} {:5} {:6.1f}".format(name, *cells, spent), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
