"""A match: the agreed number of games, the roles in each, the points and the winner."""

from lightpeg.core.game import OVER, SOLVED, VOID, Game
from lightpeg.core.variant import games_fault

DUEL = "duel"

# What happens after a game.
NEXT = "next"
REPLAY = "replay"
LEVEL = "level"
FINISHED = "finished"


class Entry:
    """A finished game in the match's log. `points` is what it gave to player 0 and player 1."""

    def __init__(self, number, level, codemaker, game):
        self.number = number
        self.level = level
        self.codemaker = codemaker
        self.game = game
        self.points = [0, 0]

    @property
    def void(self):
        return self.game.result == VOID


class Match:
    """A match of `games` games of `variant`.

    `who` is "board" (player 0 guesses the board's codes; player 1 is the board), "screen", "paper" or "duel".
    `first` is the first codemaker, or the first to guess in a duel; the roles swap after each game that is not
    void. `max_holes` ends a growing game for want of room. Raises ValueError for an impossible number of games or
    a `who` that the variant does not know.
    """

    def __init__(self, variant, who, games, first=0, max_holes=10):
        if who not in variant.players:
            raise ValueError("%s is not played with %s" % (variant.name, who))
        fault = games_fault(variant, who, games)
        if fault:
            raise ValueError(fault)
        self.variant = variant
        self.who = who
        self.games = games
        self.first = first
        self.max_holes = max_holes
        # The players' names, "" for who has none; for whoever keeps the games.
        self.names = ("", "")
        self.number = 0
        self.level = 0
        self.totals = [0, 0]
        self.guesses = [0, 0]
        self.log = []
        # Games solved. The log may begin later than the match, which may have gone on after a power cut.
        self.solved = 0
        self.over = False
        self.game = self._new_game()

    @property
    def solo(self):
        return self.who == "board"

    @property
    def codemaker(self):
        """The player who makes the code of this game (1 stands for the board in a solo match)."""
        if self.solo:
            return 1
        return (self.first + self.number) % 2

    @property
    def codebreaker(self):
        return 1 - self.codemaker

    @property
    def fewest_wins(self):
        return self.variant.scoring == "guesses" and self.who != DUEL

    @property
    def comparable(self):
        """Whether the totals can be compared: where they are the codebreakers' own, after equally many turns."""
        if self.who == DUEL or self.solo or self.variant.scoring not in ("guesses", "levels"):
            return True
        return (self.number + self.over) % 2 == 0

    def leader(self):
        """The player ahead by the variant's own count, or None."""
        return self._ahead(self.totals, self.guesses) if self.comparable else None

    def _ahead(self, totals, guesses):
        if totals[0] == totals[1]:
            if self.variant.scoring != "levels" or guesses[0] == guesses[1]:
                return None
            return 0 if guesses[0] < guesses[1] else 1
        ahead = 0 if totals[0] > totals[1] else 1
        return 1 - ahead if self.fewest_wins else ahead

    @property
    def winner(self):
        """The winner of a finished match between two people; None for a tie, or while it runs."""
        if not self.over or self.solo:
            return None
        return self.leader()

    def outcome(self):
        """What `settle` will do with the finished game, without doing it: (points of player 0 and 1, what comes next,
        the winner if that is FINISHED). Raises ValueError while the game runs, and once the match is over."""
        game = self.game
        if game.phase != OVER or self.over:
            raise ValueError("no game to book")
        points = [0, 0]
        if self.who == DUEL:
            if game.winner is not None:
                points[game.winner] = 1
        elif game.result == VOID:
            # Where the fewest guesses win, points for the codebreaker would be a penalty: the codemaker gets them.
            points[self.codemaker if self.fewest_wins else self.codebreaker] = self.variant.wrong_points
        else:
            self._points(points)
        if game.result == VOID:
            return points, REPLAY, None
        if game.result == SOLVED and self.can_grow():
            return points, LEVEL, None
        if self.number + 1 < self.games:
            return points, NEXT, None
        if self.solo:
            return points, FINISHED, None
        # Where only equal turns can be compared, the number of games is even: see games_fault.
        guesses = list(self.guesses)
        guesses[self.codebreaker] += self._used()
        return points, FINISHED, self._ahead([self.totals[n] + points[n] for n in (0, 1)], guesses)

    def settle(self):
        """Books the finished game and prepares what comes next. Returns NEXT, REPLAY (a void game keeps its place
        and its codemaker), LEVEL (a growing code was cracked) or FINISHED. Raises ValueError while the game
        runs, and once the match is over."""
        points, what, _ = self.outcome()
        game = self.game
        entry = Entry(self.number, self.level, self.codemaker, game)
        entry.points = points
        self.log.append(entry)
        self.guesses[self.codebreaker] += self._used()
        self.solved += game.result == SOLVED
        self.totals[0] += points[0]
        self.totals[1] += points[1]
        if what == FINISHED:
            self.over = True
            return what
        if what == LEVEL:
            self.level += 1
        elif what == NEXT:
            self.number += 1
            self.level = 0
        self.game = self._new_game()
        return what

    def go_to(self, number, level, totals, guesses, solved):
        """Goes on at the beginning of a later game, as it was settled up to there."""
        self.number = number
        self.level = level
        self.totals = list(totals)
        self.guesses = list(guesses)
        self.solved = solved
        self.game = self._new_game()

    def can_grow(self):
        """Whether the variant grows and there is room for a longer code."""
        variant = self.variant
        if not variant.growth:
            return False
        holes = variant.holes + (self.level + 1) * variant.growth
        if holes > self.max_holes:
            return False
        return variant.repeats_in_code or holes <= variant.values

    def _new_game(self):
        variant = self.variant
        if self.level:
            variant = variant.with_options(holes=variant.holes + self.level * variant.growth)
        if self.who == DUEL:
            from lightpeg.core.duel import Duel

            return Duel(variant, self.codemaker)
        return Game(variant, self.who)

    def _used(self):
        """The rows that the finished game counts for the codebreaker. Giving up early must not look like fewer."""
        game = self.game
        if self.who == DUEL or game.result == VOID:
            return 0
        return len(game.rows) if game.result == SOLVED else self.variant.rows

    def _points(self, points):
        rows = self.variant.rows
        solved = self.game.result == SOLVED
        used = self._used()
        scoring = self.variant.scoring
        if scoring == "guesses":
            points[self.codebreaker] = used if solved else rows + 1
        elif scoring == "rows":
            points[self.codemaker] = used
        elif scoring == "rows_plus_one":
            points[self.codemaker] = used if solved else rows + 1
        elif solved:
            points[self.codebreaker] = 1
