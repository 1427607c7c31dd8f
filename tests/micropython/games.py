"""Games that run on CPython and on MicroPython alike and write what happened: `games.py FIRMWARE PART`.

Nothing is drawn from a source of chance: both interpreters have to write the same lines.
"""

import sys

if __name__ == "__main__":
    sys.path.append(sys.argv[1])

from lightpeg.core.builtin import BUILTIN, builtin
from lightpeg.core.clock import Clock
from lightpeg.core.deduction import Search
from lightpeg.core.feedback import score
from lightpeg.core.game import Game
from lightpeg.core.match import Match
from lightpeg.core.ticks import Ticks
from lightpeg.core.variant_file import check, read, to_dict


class Bytes:
    """A fixed stream of bytes, as a secret's source of chance."""

    def __init__(self, seed):
        self.state = seed

    def __call__(self, count):
        out = bytearray(count)
        for n in range(count):
            self.state = (self.state * 1103515245 + 12345) & 0x3FFFFFFF
            out[n] = self.state >> 16 & 0xFF
        return bytes(out)


class Breaker:
    """Guesses the first code that fits, or, where that takes too long, the digits in a circle."""

    def __init__(self, rules):
        self.rules = rules
        self.search = Search(rules)
        self.turn = 0

    def guess(self):
        self.turn += 1
        if self.search.step(3000) == "found":
            return self.search.witness
        return tuple([(self.turn + hole) % self.rules.values for hole in range(self.rules.holes)])

    def told(self, row):
        self.search.add(row[0], row[1], row[2])


def play(game, secret, now):
    """To the end; on paper and under the screen with true answers. Returns the time."""
    print(game.start(None if game.source == "paper" else secret, now))
    breaker = Breaker(game.variant)
    while game.phase == "guess":
        guess = breaker.guess()
        now += 1500
        change = game.submit(guess, now)
        if change == "guessed":
            change = game.answer(*score(secret, guess), now)
            while change in ("checking", None):
                change = game.check(250, now)
        row = game.rows[-1]
        breaker.told(row)
        print(row, change)
    if game.phase == "reveal":
        print(game.reveal(secret, now))
    print(game.result, game.secret, game.rows_left())
    return now


def play_match(match, seed):
    chance = Bytes(seed)
    now = 0
    what = None
    while what != "finished":
        now = play(match.game, match.game.variant.random_code(chance), now)
        what = match.settle()
        print(what, match.totals, match.guesses, match.codemaker, match.leader(), match.level)
    print(match.winner, [entry.points for entry in match.log])


def builtins():
    for key in BUILTIN:
        if key in ("duel", "growing"):
            continue
        for who in ("board", "screen", "paper"):
            print(key, who)
            play_match(Match(builtin(key), who, 2), len(key) * 7 + len(who))
    for rows in (12, 10, 8):
        play_match(Match(builtin("numbers").with_options(rows=rows, repeats=True), "board", 1), rows)


def void():
    match = Match(builtin("arms"), "screen", 2)
    match.game.start((0, 1, 2, 3), 0)
    match.game.submit((0, 2, 1, 7), 0)
    print(match.game.answer(3, 1, 0), match.game.answer(1, 1, 0))
    print(match.settle(), match.totals, match.codemaker)
    play_match(match, 3)
    game = Game(builtin("numbers"), "paper")
    game.start(None, 0)
    for guess, white in (((4, 5, 6, 7), 0), ((5, 4, 7, 6), 4), ((5, 4, 7, 6), 4)):
        game.submit(guess, 0)
        change = game.answer(0, white, 0)
        while change in ("checking", None):
            change = game.check(100, 0)
        print(change, game.phase)


def duel():
    for key, seed in (("duel", 1), ("duel", 5), ("numbers", 9)):
        match = Match(builtin(key), "duel", 2, first=1)
        chance = Bytes(seed)
        now = 0
        while not match.over:
            game = match.game
            breakers = [Breaker(game.variant), Breaker(game.variant)]
            for _ in range(2):
                print(game.start(game.variant.random_code(chance), now))
            while game.phase == "guess":
                mover = game.mover
                now += 40000
                change = game.submit(breakers[mover].guess(), now)
                print(mover, change, game.hidden, [clock and clock.left(now) for clock in game.clocks])
                if change == "turn":
                    for player in (0, 1):
                        breakers[player].told(game.rows[player][-1])
            print(game.rows, game.result, game.winner, game.reason, game.secrets)
            print(match.settle(), match.totals)
    game = Match(builtin("duel"), "duel", 1).game
    for _ in range(2):
        game.start((0, 1, 2, 3, 4), 0)
    print(game.tick(3599999), game.tick(3600000), game.winner, game.reason)


def growing():
    for who in ("board", "paper"):
        play_match(Match(builtin("growing"), who, 2, max_holes=10 if who == "board" else 6), 11)


def search():
    chance = Bytes(4)
    for key in ("duel", "numbers", "classic"):
        rules = builtin(key).with_options(repeats=True)
        for _ in range(6):
            secret = rules.random_code(chance)
            hunt = Search(rules)
            nodes = 0
            for _ in range(7):
                guess = rules.random_code(chance)
                black, white = score(secret, guess)
                hunt.add(guess, black, white)
                state = hunt.step(50)
                while state == "running":
                    nodes += 50
                    state = hunt.step(50)
                print(guess, black, white, state, hunt.witness, nodes)
            # The same guess answered in another way: no code fits.
            hunt.add(guess, black, white + 1 if white == 0 else white - 1)
            print(hunt.step(1000000), hunt.witness)
    total = 0
    for holes in range(1, 11):
        for _ in range(60):
            pegs = chance(2 * holes)
            black, white = score([p % 10 for p in pegs[:holes]], bytes([p % 10 for p in pegs[holes:]]))
            total = (total * 31 + black * 11 + white) & 0xFFFFFF
    print(total, score(b"ABCA", b"AACB"))
    try:
        score((1, 2), (1, 2, 3))
    except ValueError as error:
        print(error)


def memory():
    """Bytes that going on with a search takes from the heap, row after row: none, so that it can run behind a game."""
    try:
        from gc import collect, disable, mem_alloc
    except ImportError:
        # CPython counts nothing of the kind.
        collect = disable = mem_alloc = int
    rules = builtin("growing").with_options(holes=10, repeats=True)
    chance = Bytes(8)
    secret = rules.random_code(chance)
    hunt = Search(rules)
    for _ in range(10):
        guess = rules.random_code(chance)
        black, white = score(secret, guess)
        hunt.add(guess, black, white)
    most = slices = 0
    disable()
    while slices < 200:
        if slices % 20 == 0:
            collect()
        before = mem_alloc()
        state = hunt.step(1)
        used = mem_alloc() - before
        if state != "running":
            break
        most = max(most, used)
        slices += 1
    print(slices, most)


def variants():
    for key in BUILTIN:
        data = to_dict(builtin(key))
        again, faults = check(data, key)
        print(sorted(data.items()), faults, again.code_count())
    for text in (
        "",
        "{",
        "[1, 2]",
        "[" * 4000,
        "x" * 5000,
        '{"name": "Mine", "holes": 5, "colours": 7}',
        '{"name": "", "holes": 11, "colours": 1.5, "rows": 0, "sound": true, "blank": 1, "players": ["me"]}',
        '{"name": "x", "holes": 9, "colours": 8, "repeats_in_code": false, "clock": {"base_s": 9, "limit_s": 3}}',
    ):
        made, faults = read(text, "mine")
        if text[:2] == "[[":
            # Too deep for the stack of one, too large for the memory of the other.
            faults = [fault[0] for fault in faults]
        print(made and sorted(to_dict(made).items()), faults)
    rules = builtin("arms")
    for code in (
        None,
        (),
        (0, 1, -1, 2),
        (0, 1, None, 2),
        (0, 1, 2, 8),
        (0, 0, 1, 2),
        [3, 2, 1, 0],
        b"\x00\x01\x02\x03",
    ):
        print(rules.code_fault(code), rules.guess_fault(code))
    ticks = Ticks()
    print([ticks.advance(raw) for raw in (536870000, 536870911, 0, 5)])
    clock = Clock(5000, 2000, 6000)
    clock.start(0)
    clock.stop(500)
    clock.start(10000)
    print(clock.left(10500), clock.expired(16000), clock.running)


PARTS = {
    "builtins": builtins,
    "void": void,
    "duel": duel,
    "growing": growing,
    "search": search,
    "memory": memory,
    "variants": variants,
}

if __name__ == "__main__":
    PARTS[sys.argv[2]]()
    try:
        import gc

        gc.collect()
        print("free", gc.mem_free())
    except AttributeError:
        # CPython has no such limit.
        pass
