"""Looking for a code that fits all feedback given so far: the proof that a paper codemaker made no mistake.

Backtracking over the holes from left to right, in lexicographic order. A prefix is given up as soon as one row can
no longer get its blacks, or its blacks and whites together, from the holes that are left. No list of codes exists
at any time, and nothing is allocated but the witness at the end.
"""

RUNNING = "running"
FOUND = "found"
NONE = "none"


class Search:
    """A search that goes on where it stopped. Every code before its place failed a row, and rows are never taken
    back, so a row added later leaves that part done. `witness` is the code found, or None."""

    def __init__(self, variant):
        self.holes = variant.holes
        self.values = variant.values
        self.repeats = variant.repeats_in_code
        self.witness = None
        self._state = RUNNING
        self._depth = 0
        self._peg = 0
        self._code = bytearray(variant.holes)
        self._counts = bytearray(variant.values)
        # For each row: its guess, how often each value is in it, and how many blacks and how many keys at all
        # the holes that are still open have to bring.
        self._guesses = []
        self._guess_counts = []
        self._blacks = []
        self._keys = []

    def add(self, guess, black, white):
        """Another row: the code must earn `black` and `white` for `guess`. The place is kept. Raises ValueError
        if the guess has not the variant's number of holes."""
        if len(guess) != self.holes:
            raise ValueError(f"a guess of {len(guess)} holes, not {self.holes}")
        counts = bytearray(self.values)
        for peg in guess:
            counts[peg] += 1
        keys = black + white
        if not self.repeats and not self._possible(counts, keys):
            self._state = NONE
        seen = bytearray(self.values)
        for hole in range(self._depth):
            peg = self._code[hole]
            if guess[hole] == peg:
                black -= 1
            if seen[peg] < counts[peg]:
                keys -= 1
            seen[peg] += 1
        self._guesses.append(bytes(guess))
        self._guess_counts.append(counts)
        self._blacks.append(black)
        self._keys.append(keys)
        self.witness = None
        if self._state == NONE:
            return
        self._state = RUNNING
        row = len(self._guesses) - 1
        while not self._open(row):
            if self._depth == 0:
                self._state = NONE
                return
            self._back()

    def _possible(self, counts, keys):
        # Without repeats each different value of the guess earns a key or none: it must have enough of them, and
        # leave enough other values for the pegs that earn nothing.
        different = 0
        for count in counts:
            if count:
                different += 1
        return keys <= different and self.holes - keys <= self.values - different

    def _open(self, row):
        # Whether the open holes can bring what the row lacks.
        left = self.holes - self._depth
        return 0 <= self._blacks[row] <= left and 0 <= self._keys[row] <= left

    def _back(self):
        # Takes the last peg out; the value after it is the next to try.
        depth = self._depth - 1
        peg = self._code[depth]
        counts = self._counts
        counts[peg] -= 1
        count = counts[peg]
        blacks = self._blacks
        keys = self._keys
        guesses = self._guesses
        guess_counts = self._guess_counts
        for row in range(len(guesses)):
            if guesses[row][depth] == peg:
                blacks[row] += 1
            if count < guess_counts[row][peg]:
                keys[row] += 1
        self._depth = depth
        self._peg = peg + 1

    def step(self, budget):
        """Goes on for at most `budget` nodes: pegs tried in a hole, and steps back. Returns "found" (see
        `witness`), "none" if no code fits, or "running"."""
        if self._state == NONE:
            return NONE
        holes = self.holes
        values = self.values
        repeats = self.repeats
        code = self._code
        counts = self._counts
        guesses = self._guesses
        guess_counts = self._guess_counts
        blacks = self._blacks
        keys = self._keys
        rows = range(len(guesses))
        depth = self._depth
        peg = self._peg
        while depth < holes:
            if budget <= 0:
                self._depth = depth
                self._peg = peg
                return RUNNING
            budget -= 1
            if peg == values:
                if depth == 0:
                    self._state = NONE
                    return NONE
                self._depth = depth
                self._back()
                depth = self._depth
                peg = self._peg
                continue
            count = counts[peg]
            if count and not repeats:
                peg += 1
                continue
            left = holes - depth - 1
            fits = True
            for row in rows:
                need = blacks[row]
                if guesses[row][depth] == peg:
                    need -= 1
                if need < 0 or need > left:
                    fits = False
                    break
                need = keys[row]
                if count < guess_counts[row][peg]:
                    need -= 1
                if need < 0 or need > left:
                    fits = False
                    break
            if not fits:
                peg += 1
                continue
            for row in rows:
                if guesses[row][depth] == peg:
                    blacks[row] -= 1
                if count < guess_counts[row][peg]:
                    keys[row] -= 1
            code[depth] = peg
            counts[peg] = count + 1
            depth += 1
            peg = 0
        self._depth = depth
        self._peg = peg
        if self.witness is None:
            self.witness = tuple(code)
            self._state = FOUND
        return FOUND
