"""One secret, one codebreaker: from the secret to the last row.

The codemaker is the board, a person whose secret lies under the board's screen, or a person whose secret is on
paper. Every method takes what a player did and the time `now` in milliseconds, and returns what changed as one of
the words below. A refused action changes nothing.
"""

from lightpeg.core.clock import Clock
from lightpeg.core.deduction import Search
from lightpeg.core.feedback import score

# Where the secret is: known to the board alone, entered under its screen, or on paper.
BOARD = "board"
SCREEN = "screen"
PAPER = "paper"

# Phases: what the game waits for.
SECRET = "secret"
GUESS = "guess"
ANSWER = "answer"
CHECK = "check"
REVEAL = "reveal"
OVER = "over"

# What an action changed. Faults of a code ("incomplete", "repeat", "unknown") come from the variant.
READY = "ready"
GUESSED = "guessed"
ANSWERED = "answered"
SOLVED = "solved"
UNSOLVED = "unsolved"
RESIGNED = "resigned"
TIMEOUT = "timeout"
VOID = "void"
REFUSED_PHASE = "not now"
REFUSED_PAIR = "impossible"
REFUSED_WRONG = "wrong"
WARNED = "warned"
CHECKING = "checking"

# What the search for a code that fits may take before a paper game goes on and the search runs on behind it: a few
# seconds on a Pico, and several times what any answer takes in the built-in variants of up to five holes.
CHECK_BUDGET = 6000


def possible_pair(holes, black, white):
    """Whether any guess can earn this feedback: not more keys than holes, and not all but one placed with the
    last one misplaced."""
    if black < 0 or white < 0 or black + white > holes:
        return False
    return not (white == 1 and black == holes - 1)


def make_clock(variant):
    """The variant's clock, or None where it has none."""
    base, bonus, limit = variant.clock
    if not base:
        return None
    return Clock(base * 1000, bonus * 1000, limit * 1000)


class Game:
    """One game. `rows` holds the answered rows as (guess, black, white, milliseconds used). `guess` is the row that
    waits for its answer, `spent` the time it took; `since` is when the codebreaker began to think. `warned` is the last
    answer for that row that was found wrong, `ending` how a game ends whose secret on paper has yet to be shown."""

    def __init__(self, variant, source):
        self.variant = variant
        self.source = source
        self.secret = None
        self.rows = []
        self.guess = None
        self.phase = SECRET
        self.result = None
        self.clock = make_clock(variant)
        self.warned = None
        self.ending = None
        self.since = 0
        self.spent = 0
        self.pair = (0, 0)
        self._search = Search(variant) if source == PAPER else None
        self._checked = 0
        self._proving = False

    def start(self, secret, now):
        """Begins the guessing. `secret` is the code, or None when it is on paper. Returns READY or a fault."""
        if self.phase != SECRET:
            return REFUSED_PHASE
        if self.source != PAPER:
            fault = self.variant.code_fault(secret)
            if fault:
                return fault
            self.secret = tuple(secret)
        self._await_guess(now)
        return READY

    def submit(self, guess, now):
        """The codebreaker submits a row. Where the board is the codemaker the answer comes at once."""
        if self.phase != GUESS:
            return REFUSED_PHASE
        late = self.tick(now)
        if late:
            return late
        fault = self.variant.guess_fault(guess)
        if fault:
            return fault
        self.guess = tuple(guess)
        self.spent = now - self.since
        self.warned = None
        if self.clock:
            self.clock.stop(now)
        self.phase = ANSWER
        if self.source != BOARD:
            return GUESSED
        black, white = score(self.secret, self.guess)
        return self._accept(black, white, now)

    def answer(self, black, white, now):
        """The codemaker gives the feedback for the row. Wrong feedback is handled as the variant says: `refuse`
        never takes it, `warn` takes back the first and voids at the second for the same row, `strict` voids. For a
        secret on paper the error may be in an earlier row: who gives the same answer again is believed, and the
        game is void whatever the variant says."""
        if self.phase != ANSWER:
            return REFUSED_PHASE
        holes = self.variant.holes
        if not possible_pair(holes, black, white):
            return REFUSED_PAIR
        self.pair = (black, white)
        if self.source == SCREEN:
            if score(self.secret, self.guess) != self.pair:
                return self._wrong(now)
            return self._accept(black, white, now)
        if black == holes:
            if self.variant.code_fault(self.guess) or not self.fits(self.guess):
                return self._wrong(now)
            return self._accept(black, white, now)
        self._search.add(self.guess, black, white)
        self._checked = 0
        self._proving = True
        self.phase = CHECK
        return CHECKING

    def retake(self, black, white, now):
        """Takes an answer that the game took before, when a match is gone on with: what was not proved then goes on
        being looked for behind the game."""
        self.pair = (black, white)
        if self.source == PAPER and black < self.variant.holes:
            self._search.add(self.guess, black, white)
            self._checked = CHECK_BUDGET
            self._proving = True
        return self._accept(black, white, now)

    def check(self, budget, now):
        """Goes on looking for a code that fits a paper game's answers, `budget` at a time. Returns None while
        nothing is decided, else as `answer` does. Cheap when there is nothing to look for."""
        if not self._proving:
            return None
        state = self._search.step(budget)
        self._checked += budget
        if state == "found":
            self._proving = False
            return self._accept_checked(now)
        if state == "none":
            self._proving = False
            if self.phase == CHECK:
                return self._wrong(now)
            return self.finish(VOID, now)
        if self._checked >= CHECK_BUDGET:
            return self._accept_checked(now)
        return None

    def reveal(self, code, now):
        """The codemaker shows an unsolved secret that was on paper, or None to keep it: the game ends as unsolved,
        resigned or out of time. A secret that does not fit the answers proves wrong feedback: the game is void."""
        if self.phase != REVEAL:
            return REFUSED_PHASE
        if code is not None:
            fault = self.variant.code_fault(code)
            if fault:
                return fault
            self.secret = tuple(code)
            if not self.fits(self.secret):
                return self.finish(VOID, now)
        return self.finish(self.ending, now)

    def resign(self, now):
        """The codebreaker gives up. Returns RESIGNED, or ANSWERED where a secret on paper has to be shown first."""
        if self.phase in (SECRET, REVEAL, OVER):
            return REFUSED_PHASE
        return self.fail(RESIGNED, now)

    def tick(self, now):
        """Looks at the clock. When the codebreaker's time is over, returns TIMEOUT, or ANSWERED where a secret on
        paper has to be shown first; else None."""
        if self.phase == GUESS and self.clock and self.clock.expired(now):
            return self.fail(TIMEOUT, now)
        return None

    def fits(self, code):
        """Whether `code` as the secret would have earned every answer given so far."""
        return all([score(code, row[0]) == (row[1], row[2]) for row in self.rows])

    def rows_left(self):
        return self.variant.rows - len(self.rows)

    def _await_guess(self, now):
        self.phase = GUESS
        self.since = now
        if self.clock:
            self.clock.start(now)

    def _accept_checked(self, now):
        if self.phase != CHECK:
            return None
        self.phase = ANSWER
        black, white = self.pair
        return self._accept(black, white, now)

    def _accept(self, black, white, now):
        self.rows.append((self.guess, black, white, self.spent))
        solved = black == self.variant.holes
        if solved:
            self.secret = self.guess
            self.guess = None
            return self.finish(SOLVED, now)
        self.guess = None
        if len(self.rows) < self.variant.rows:
            self._await_guess(now)
            return ANSWERED
        return self.fail(UNSOLVED, now)

    def fail(self, result, now):
        """The codebreaker gets no further: UNSOLVED, RESIGNED or TIMEOUT. A secret on paper has to be shown first."""
        if self.source != PAPER:
            return self.finish(result, now)
        if self.clock:
            self.clock.stop(now, False)
        if self.phase == CHECK:
            # An answer that was not taken proves nothing.
            self._proving = False
        self.ending = result
        self.guess = None
        self.phase = REVEAL
        return ANSWERED

    def _wrong(self, now):
        policy = self.variant.wrong_feedback
        paper = self.source == PAPER
        if policy == "strict" or (policy == "warn" and self.warned) or (paper and self.warned == self.pair):
            return self.finish(VOID, now)
        if self.phase == CHECK:
            # The search never goes back, so a row taken back means a new one.
            self._search = Search(self.variant)
            for guess, black, white, _ in self.rows:
                self._search.add(guess, black, white)
        self.phase = ANSWER
        self.warned = self.pair
        return WARNED if paper or policy == "warn" else REFUSED_WRONG

    def finish(self, result, now):
        """The game is over. Returns `result`."""
        if self.clock:
            self.clock.stop(now, False)
        self._proving = False
        self.result = result
        self.phase = OVER
        return result
