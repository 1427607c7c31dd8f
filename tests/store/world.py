"""A board with a journal, two players and their games, over flash memory that can lose its power.

What the journal has to say is seen as a `View`; after a cut it has to be the one before the cut or the one after it.
"""

import copy
import random
from collections import namedtuple

from lightpeg.core.builtin import builtin
from lightpeg.core.feedback import score
from lightpeg.core.game import ANSWER, CHECK, GUESS, OVER, PAPER, REVEAL, SECRET
from lightpeg.core.match import DUEL, FINISHED, Match
from lightpeg.core.variant import Variant
from lightpeg.store.game_reader import unpack
from lightpeg.store.journal import Journal
from lightpeg.store.recorder import Recorder
from lightpeg.store.resume import restore

from .flash import FlashFile, Nvm, Power
from .stored import fields_of

View = namedtuple("View", "games settings players anchors acked running")


def tiny(**fields):
    """A variant of few codes, so that games are short."""
    return Variant(
        fields.get("name", "Tiny").lower(), **{"name": "Tiny", "holes": 2, "colours": 3, "rows": 3, **fields}
    )


def rule_sets():
    """(variant, who, games) of every kind of match."""
    return [
        (tiny(), "board", 2),
        (tiny(name="Mini", holes=1, rows=2), "board", 1),
        (tiny(growth=1, scoring="levels", name="Grow"), "board", 1),
        (tiny(clock=(120, 5, 180), name="Quick"), "board", 1),
        (tiny(wrong_feedback="warn", wrong_points=2, name="Warn"), "screen", 2),
        (tiny(wrong_feedback="strict", wrong_points=3, clock=(90, 0, 90)), "screen", 2),
        (tiny(rows=2, name="On paper"), "paper", 2),
        (tiny(clock=(90, 9, 90), rows=2), "paper", 2),
        (tiny(scoring="duel", players=["duel"], clock=(100, 3, 200), name="Both"), "duel", 3),
        (builtin("numbers").with_options(rows=3), "duel", 1),
    ]


class World:
    """`places` chunks of archive, none without a file. `now` is the time since the start in milliseconds."""

    def __init__(self, places=4, shift=0, seed=0):
        self.power = Power()
        self.nvm = Nvm(self.power)
        self.file = FlashFile(self.power, 4096 + places * 8192, shift) if places is not None else None
        self.random = random.Random(seed)
        self.match = None
        self.now = 0
        self.open()

    def open(self):
        """The board starts; whoever is there goes on with the match that was running."""
        self.now = 1000
        self.journal = Journal(self.nvm, self.file, self.random.randbytes)
        self.recorder = Recorder(self.journal)
        self.match = restore(self.journal, self.now) if self.journal.resumable else None
        if self.match is not None:
            self.recorder.note(self.match, self.now)
        elif self.journal.resumable:
            self.journal.forget_match()

    def memories(self):
        return [self.nvm.memory] + ([self.file.memory] if self.file else [])

    def with_memories(self, nvm, file=None):
        """Another board with these in it, not started yet."""
        other = World.__new__(World)
        other.power = Power()
        other.nvm = Nvm(other.power, nvm)
        other.file = None
        if self.file is not None:
            other.file = FlashFile(other.power, self.file.size, self.file.shift, file)
        other.random = random.Random(1)
        other.match = None
        return other

    def fork(self):
        """The same board once more, as it is now."""
        return copy.deepcopy(self)

    # What people do. Each keeps at most one record, or two that belong together.

    def note(self):
        if self.match is not None:
            self.recorder.note(self.match, self.now)

    def begin(self, variant, who, games, names=("Ada", "Bo"), first=0):
        self.match = Match(variant, who, games, first)
        self.match.names = names
        self.note()

    def play(self, choice, resign=False):
        """The next action in the match, as the number `choice` says."""
        match = self.match
        game = match.game
        self.now += choice % 7000
        chance = random.Random(choice)
        if match.who == DUEL:
            self._play_duel(match, game, chance, resign)
        elif game.phase == SECRET:
            game.start(None if game.source == PAPER else self._code(game.variant), self.now)
        elif game.phase == GUESS:
            if resign:
                game.resign(self.now)
            elif choice % 3 == 0:
                game.submit(self._truth(), self.now)
            else:
                game.submit(_guess(game.variant, chance), self.now)
        elif game.phase == ANSWER:
            black, white = score(self._truth(), game.guess)
            if choice % 4 == 0:
                black, white = chance.choice([(0, 0), (1, 0), (0, 1), (1, 1)])
            game.answer(black, white, self.now)
            while game.phase == CHECK:
                game.check(1000, self.now)
        elif game.phase == REVEAL:
            if game.reveal(self._truth() if choice % 3 else None, self.now) is None:
                raise AssertionError("nothing was revealed")
        elif game.phase == OVER:
            self.go_on()
            return
        self.note()

    def _play_duel(self, match, game, chance, resign):
        if game.phase == SECRET:
            game.start(self._code(game.variant), self.now)
        elif game.phase == GUESS:
            if resign:
                game.resign(self.now)
            else:
                game.submit(_guess(game.variant, chance), self.now)
        else:
            self.go_on()
            return
        self.note()

    def go_on(self):
        """The end of a game was seen."""
        if self.match.settle() == FINISHED:
            self.leave()
        else:
            self.note()

    def whole_game(self, names=("Ada", "Bo")):
        """A short game against the board, from its beginning to its end, left at once."""
        self.begin(tiny(name="Mini", holes=1, colours=10, rows=1), "board", 1, names)
        self.play(0)
        self.play(9)
        self.go_on()

    def leave(self):
        self.match = None
        self.recorder.closed()

    def wait(self, milliseconds):
        """Time goes by."""
        self.now += milliseconds
        game = self.match.game
        if game.phase == GUESS:
            game.tick(self.now)
        self.note()

    def _code(self, variant):
        return variant.random_code(self.random.randbytes)

    def _truth(self):
        """The code that the codebreaker looks for; one on paper is the same whenever it is looked at."""
        match = self.match
        game = match.game
        if game.source == PAPER:
            return game.variant.random_code(random.Random(match.number * 16 + match.level).randbytes)
        return game.secret

    # What is there.

    def games(self, since=0):
        """The finished games as (seq, record), as a computer gets them."""
        found = []
        game = self.journal.game_after(since)
        while game is not None:
            assert game[0] > since, "the numbers increase"
            found.append(game)
            since = game[0]
            game = self.journal.game_after(since)
        return found

    def view(self):
        journal = self.journal
        return View(
            dict(self.games()),
            journal.settings,
            journal.players,
            list(journal.anchors),
            journal.acked,
            picture(self.match, self.now),
        )


def _guess(variant, chance):
    return variant.random_code(chance.randbytes)


def picture(match, now):
    """Everything of a running match that players know or will notice, as text; None without one."""
    if match is None:
        return None
    told = [match.who, match.games, match.first, match.max_holes, match.names, vars(match.variant)]
    told += [match.number, match.level, match.totals, match.guesses, match.solved, match.over]
    game = match.game
    if match.who == DUEL:
        told += [game.phase, game.mover, game.secrets, game.rows, game.hidden, game.result, game.winner, game.reason]
        running = game.phase == GUESS
        if game.phase != OVER:
            told += [clock and (clock.running and running, clock.left(now)) for clock in game.clocks]
    else:
        asked = game.phase in (ANSWER, CHECK)
        told += [ANSWER if asked else game.phase, game.secret, game.rows, game.result, game.ending]
        told += [game.guess] if game.phase != OVER else []
        told += [game.warned, game.spent] if asked else []
        if game.clock and game.phase not in (REVEAL, OVER):
            told += [game.clock.running, game.clock.left(now)]
    if game.phase == GUESS and match.variant.clock[0]:
        told.append(now - game.since)
    return repr(told)


def check(found, before, after):
    """What is found after a cut is what was there before the action, or what it leads to; only games that a computer
    has may go any time."""
    seqs = [{seq for seq in view.games if seq > found.acked} for view in (found, before, after)]
    assert seqs[0] in seqs[1:], "a game was lost or doubled"
    for seq, record in found.games.items():
        known = before.games.get(seq)
        if known is None and record != after.games[seq]:
            # The row that ended it was kept, the whole game only at the next start.
            assert timeless(record) == timeless(after.games[seq])
        else:
            assert record == (known or record)
    for name in ("settings", "players", "anchors", "acked", "running"):
        assert getattr(found, name) in (getattr(before, name), getattr(after, name)), name


def timeless(record):
    """A game without the time of its end."""
    fields = fields_of(unpack(record))
    del fields["start"], fields["seconds"]
    return fields
