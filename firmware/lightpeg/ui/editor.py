"""The row being set: a peg under a cursor, changed, moved and filled."""

EMPTY = -1


class Editor:
    """`pegs` holds a peg value or EMPTY for each hole."""

    def __init__(self, variant):
        self.variant = variant
        self.pegs = [EMPTY] * variant.holes
        self.cursor = 0

    def change(self, step):
        """The next (step 1) or previous (-1) peg at the cursor."""
        values = self.variant.values
        peg = self.pegs[self.cursor]
        if peg == EMPTY:
            peg = 0 if step > 0 else values - 1
        else:
            peg = (peg + step) % values
        self.pegs[self.cursor] = peg

    def move(self, step):
        """The cursor to the next or previous hole, round the ends."""
        self.cursor = (self.cursor + step) % len(self.pegs)

    def fill(self):
        """Fills the empty holes, or, where none is empty, the holes right of the cursor, with the peg under the
        cursor. Returns False when there is no peg under the cursor."""
        pegs = self.pegs
        peg = pegs[self.cursor]
        if peg == EMPTY:
            return False
        if EMPTY in pegs:
            for hole in range(len(pegs)):
                if pegs[hole] == EMPTY:
                    pegs[hole] = peg
        else:
            for hole in range(self.cursor + 1, len(pegs)):
                pegs[hole] = peg
        return True

    def faulty_holes(self):
        """The holes to look at when the row is refused: the empty ones, or else those that repeat a peg. The cursor
        goes to the first."""
        pegs = self.pegs
        if EMPTY in pegs:
            holes = [hole for hole in range(len(pegs)) if pegs[hole] == EMPTY]
        else:
            holes = [hole for hole in range(len(pegs)) if pegs.count(pegs[hole]) > 1]
        if holes:
            self.cursor = holes[0]
        return holes
