"""Two secrets, two codebreakers in lockstep.

A turn is over when both players have made the same number of guesses. What the first player's guess earned stays
hidden until the second has guessed; then both results appear at once. One secret solved in a turn wins, both is a
draw, and so is a board full without a solution. Out of time loses.
"""

from lightpeg.core.feedback import score
from lightpeg.core.game import GUESS, OVER, READY, REFUSED_PHASE, SECRET, make_clock

# What an action changed, beside the words of `game`.
HIDDEN = "hidden"
TURN = "turn"
WON = "won"
DRAW = "draw"

# Why a duel ended.
BY_CODE = "code"
BY_BOTH = "both"
BY_ROWS = "rows"
BY_TIME = "time"
BY_RESIGNING = "resigned"


class Duel:
    """One duel. Player p guesses the secret of player 1 - p; `rows[p]` holds p's answered rows as
    (guess, black, white, milliseconds used), `hidden` the first guess of a turn and its time. The mover has been
    thinking since `since`."""

    def __init__(self, variant, starter=0):
        self.variant = variant
        self.starter = starter
        self.mover = starter
        self.secrets = [None, None]
        self.rows: list = [[], []]
        self.hidden = None
        self.phase = SECRET
        self.result = None
        self.winner = None
        self.reason = None
        self.clocks = [make_clock(variant), make_clock(variant)]
        self.since = 0

    def start(self, secret, now):
        """The mover enters a secret; the guessing begins when both have. Returns READY or a fault."""
        if self.phase != SECRET:
            return REFUSED_PHASE
        fault = self.variant.code_fault(secret)
        if fault:
            return fault
        self.secrets[self.mover] = tuple(secret)
        self.mover = 1 - self.mover
        if self.secrets[self.mover] is not None:
            self.phase = GUESS
            self._await_guess(now)
        return READY

    def submit(self, guess, now):
        """The mover guesses. Returns HIDDEN for the first of a turn, then TURN, WON or DRAW; or a fault."""
        if self.phase != GUESS:
            return REFUSED_PHASE
        late = self.tick(now)
        if late:
            return late
        fault = self.variant.guess_fault(guess)
        if fault:
            return fault
        if self.clocks[self.mover]:
            self.clocks[self.mover].stop(now)
        row = (tuple(guess), now - self.since)
        if self.mover == self.starter:
            self.hidden = row
            self.mover = 1 - self.mover
            self._await_guess(now)
            return HIDDEN
        self._show(self.starter, self.hidden)
        self._show(1 - self.starter, row)
        self.hidden = None
        self.mover = self.starter
        holes = self.variant.holes
        first = self.rows[0][-1][1] == holes
        second = self.rows[1][-1][1] == holes
        if first and second:
            return self.finish(None, BY_BOTH, now)
        if first or second:
            return self.finish(0 if first else 1, BY_CODE, now)
        if len(self.rows[0]) >= self.variant.rows:
            return self.finish(None, BY_ROWS, now)
        self._await_guess(now)
        return TURN

    def resign(self, now):
        """The mover gives up: the other player wins."""
        if self.phase != GUESS:
            return REFUSED_PHASE
        return self.finish(1 - self.mover, BY_RESIGNING, now)

    def tick(self, now):
        """Looks at the mover's clock. Returns WON (for the other player) when its time is over, else None."""
        if self.phase != GUESS:
            return None
        clock = self.clocks[self.mover]
        if clock and clock.expired(now):
            return self.finish(1 - self.mover, BY_TIME, now)
        return None

    def rows_left(self):
        return self.variant.rows - len(self.rows[self.starter])

    def _await_guess(self, now):
        self.since = now
        clock = self.clocks[self.mover]
        if clock:
            clock.start(now)

    def _show(self, player, row):
        guess, spent = row
        black, white = score(self.secrets[1 - player], guess)
        self.rows[player].append((guess, black, white, spent))

    def finish(self, winner, reason, now):
        """The duel is over. Returns its result."""
        for clock in self.clocks:
            if clock and clock.running:
                clock.stop(now, False)
        if self.hidden:
            # Nothing is left to be hidden from.
            self._show(self.starter, self.hidden)
            self.hidden = None
        self.winner = winner
        self.reason = reason
        self.result = DRAW if winner is None else WON
        self.phase = OVER
        return self.result
