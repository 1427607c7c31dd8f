"""Looking for a code that fits all feedback given so far: the proof that a paper codemaker made no mistake.

Backtracking over the holes from left to right, in lexicographic order. After each peg all rows together say which
values the open holes may still hold; a prefix is given up as soon as a hole has none or a row cannot get its blacks,
or its blacks and whites together. No list of codes exists at any time, and nothing is allocated but the witness at
the end.
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
        # Sets of values, a bit for each: those that were possible in a hole when its turn came, and those that are
        # possible in the open holes now.
        self._all = (1 << variant.values) - 1
        self._possible = [self._all] * variant.holes
        self._ahead = [0] * variant.holes
        # For each row: its guess, how often each value is in it, how many blacks and how many keys at all the
        # holes that are still open have to bring, and the set of values that would bring a key.
        self._guesses = []
        self._guess_counts = []
        self._blacks = []
        self._keys = []
        self._bringing = []

    def add(self, guess, black, white):
        """Another row: the code must earn `black` and `white` for `guess`. The place is kept. Raises ValueError
        if the guess has not the variant's number of holes."""
        if len(guess) != self.holes:
            raise ValueError(f"a guess of {len(guess)} holes, not {self.holes}")
        counts = bytearray(self.values)
        for peg in guess:
            counts[peg] += 1
        keys = black + white
        seen = bytearray(self.values)
        for hole in range(self._depth):
            peg = self._code[hole]
            if guess[hole] == peg:
                black -= 1
            if seen[peg] < counts[peg]:
                keys -= 1
            seen[peg] += 1
        bringing = 0
        for peg in range(self.values):
            if seen[peg] < counts[peg]:
                bringing |= 1 << peg
        self._guesses.append(bytes(guess))
        self._guess_counts.append(counts)
        self._blacks.append(black)
        self._keys.append(keys)
        self._bringing.append(bringing)
        self.witness = None
        if self._state == NONE:
            return
        self._state = RUNNING
        while not self._look_ahead():
            if self._depth == 0:
                self._state = NONE
                return
            self._back()

    def _put(self, peg):
        # Puts a peg in the next hole; the first value is the next to try in the one after.
        depth = self._depth
        count = self._counts[peg]
        for row in range(len(self._guesses)):
            if self._guesses[row][depth] == peg:
                self._blacks[row] -= 1
            left = self._guess_counts[row][peg] - count
            if left > 0:
                self._keys[row] -= 1
                if left == 1:
                    self._bringing[row] &= ~(1 << peg)
        self._code[depth] = peg
        self._counts[peg] = count + 1
        self._depth = depth + 1
        self._peg = 0

    def _back(self):
        # Takes the last peg out; the value after it is the next to try.
        depth = self._depth - 1
        peg = self._code[depth]
        count = self._counts[peg] - 1
        for row in range(len(self._guesses)):
            if self._guesses[row][depth] == peg:
                self._blacks[row] += 1
            if count < self._guess_counts[row][peg]:
                self._keys[row] += 1
                self._bringing[row] |= 1 << peg
        self._counts[peg] = count
        self._depth = depth
        self._peg = peg + 1

    def _look_ahead(self):
        # Notes what the next hole may hold. False if an open hole has no value or a row cannot get what it lacks.
        depth = self._depth
        holes = self.holes
        left = holes - depth
        guesses = self._guesses
        blacks = self._blacks
        keys = self._keys
        bringing = self._bringing
        ahead = self._ahead
        # A range that is kept would be an object; one in a `for` is none.
        rows = len(guesses)
        allowed = self._all
        if not self.repeats:
            for hole in range(depth):
                allowed &= ~(1 << self._code[hole])
        for row in range(rows):
            if keys[row] == 0:
                allowed &= ~bringing[row]
            elif keys[row] == left:
                allowed &= bringing[row]
        for hole in range(depth, holes):
            ahead[hole] = allowed
        for row in range(rows):
            if blacks[row] == 0:
                for hole in range(depth, holes):
                    ahead[hole] &= ~(1 << guesses[row][hole])
            elif blacks[row] == left:
                for hole in range(depth, holes):
                    ahead[hole] &= 1 << guesses[row][hole]
        for row in range(rows):
            guess = guesses[row]
            brings = bringing[row]
            black = blacks[row]
            key = keys[row]
            if black < 0 or key < 0:
                return False
            for hole in range(depth, holes):
                pegs = ahead[hole]
                if pegs >> guess[hole] & 1:
                    black -= 1
                if pegs & brings:
                    key -= 1
            if black > 0 or key > 0:
                return False
            if not self.repeats:
                # Each value once: enough of them that bring a key, and enough that bring none.
                key = keys[row]
                idle = left - key
                for peg in range(self.values):
                    if allowed >> peg & 1:
                        if brings >> peg & 1:
                            key -= 1
                        else:
                            idle -= 1
                if key > 0 or idle > 0:
                    return False
        for hole in range(depth, holes):
            if not ahead[hole]:
                return False
        if left:
            self._possible[depth] = ahead[depth]
        return True

    def step(self, budget):
        """Goes on until `budget` is used up. A peg put in or a step back takes 1 and 1 more for each row. Returns
        "found" (see `witness`), "none" if no code fits, or "running"."""
        if self._state == NONE:
            return NONE
        cost = len(self._guesses) + 1
        while self._depth < self.holes:
            if budget <= 0:
                return RUNNING
            budget -= cost
            possible = self._possible[self._depth] >> self._peg
            if not possible:
                if self._depth == 0:
                    self._state = NONE
                    return NONE
                self._back()
                continue
            peg = self._peg
            while not possible & 1:
                possible >>= 1
                peg += 1
            self._put(peg)
            if not self._look_ahead():
                self._back()
        if self.witness is None:
            self.witness = tuple(self._code)
            self._state = FOUND
        return FOUND
