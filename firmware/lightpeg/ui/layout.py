"""Where everything lies on the panel, computed from the variant.

From far to near: line 0 the secret under its screen, line 1 the clock, then the guess rows (the first one nearest to
the player), then the cursor's line and the palette. A row is one line where the pegs and their feedback fit beside
each other; longer codes take a second line, nearer to the player, for the feedback.
"""

SECRET_LINE = 0
CLOCK_LINE = 1
FIRST_ROW_LINE = 2
GLYPH_WIDTH = 3
GLYPH_HEIGHT = 5
FIELD = 16


class Layout:
    """Places for one variant on one field of 16 columns that begins at column `left`.

    `peg_x[hole]`, and for the feedback either `red_x[n]` and `white_x[n]` (the n-th pixel of each arm) or `key_x[n]`
    (the n-th key from the left). `lines` is the number of lines a row takes; `framed` tells that each hole has a
    column of its own on both sides, lit for a blank. `glyph` is the upper left pixel of the peg's glyph.
    """

    def __init__(self, variant, left=0, left_handed=False, height=16):
        holes = variant.holes
        self.holes = holes
        self.left = left
        self.height = height
        self.cursor_line = height - 2
        self.palette_line = height - 1
        self.arms = variant.feedback == "arms"
        self.framed = False
        self.lines = 1
        self.red_x: tuple = ()
        self.white_x: tuple = ()
        self.key_x: tuple = ()
        self.glyph = None
        if self.arms:
            self._place_arms(holes)
        else:
            self._place_keys(variant, left_handed)
        self.rows = (self.cursor_line - FIRST_ROW_LINE) // self.lines
        # The palette stands below the pegs as far as the panel's edges allow.
        first = self.peg_x[-1] - variant.values + 1 if left_handed and not self.arms else self.peg_x[0]
        if self.arms or variant.values > 10:
            first = left + (FIELD - variant.values) // 2
        # A blank has a frame on both sides.
        width = variant.values + (1 if variant.blank else 0)
        self.palette_x = max(left, min(first, left + FIELD - width))
        if self.glyph is None:
            self._corner_glyph(variant.rows)

    def peg_line(self, row):
        """The line of the pegs of `row`, 0 for the first."""
        return self.cursor_line - self.lines * (row + 1)

    def key_line(self, row):
        """The line of the feedback of `row`."""
        return self.peg_line(row) + self.lines - 1

    def _place_arms(self, holes):
        left = self.left
        side = FIELD - holes
        start = left + side // 2
        self.peg_x = tuple(range(start, start + holes))
        if holes * 3 + 2 <= FIELD:
            self.red_x = tuple(range(start - 2, start - 2 - holes, -1))
            self.white_x = tuple(range(start + holes + 1, start + 2 * holes + 1))
            return
        # No room for a gap at both sides: the arms come out of the panel's edges, on a line of their own where they
        # would meet the pegs. From nine holes on they share the middle, but no feedback needs both there.
        self.red_x = tuple(range(left, left + holes))
        self.white_x = tuple(range(left + FIELD - 1, left + FIELD - 1 - holes, -1))
        if holes * 3 > FIELD:
            self.lines = 2

    def _place_keys(self, variant, left_handed):
        holes = variant.holes
        left = self.left
        width = holes
        self.framed = variant.blank and 3 * holes + 1 <= FIELD
        if self.framed:
            width = 2 * holes + 1
        gap = 0 if self.framed or width + holes == FIELD else 1
        if width + gap + holes > FIELD:
            self.lines = 2
            start = left + (FIELD - holes) // 2
            self.peg_x = tuple(range(start, start + holes))
            self.key_x = self.peg_x
            return
        used = width + gap + holes
        margin = 1 if used + 1 + GLYPH_WIDTH + 1 <= FIELD else 0
        if used + GLYPH_WIDTH > FIELD:
            margin = (FIELD - used) // 2
        if left_handed:
            keys = left + FIELD - margin - used
            pegs = keys + holes + gap
        else:
            pegs = left + margin
            keys = pegs + width + gap
        if self.framed:
            self.peg_x = tuple(range(pegs + 1, pegs + width, 2))
        else:
            self.peg_x = tuple(range(pegs, pegs + width))
        self.key_x = tuple(range(keys, keys + holes))
        if used + GLYPH_WIDTH <= FIELD:
            at = left + margin if left_handed else left + FIELD - margin - GLYPH_WIDTH
            self.glyph = (at, 6)

    def _corner_glyph(self, rows):
        # The far right corner is free while the rows leave lines 0 to 4 alone and the secret is not below it.
        at = self.left + FIELD - GLYPH_WIDTH
        if self.peg_line(rows - 1) >= GLYPH_HEIGHT and self.peg_x[-1] < at - 1:
            self.glyph = (at, 0)


def problem(variant, width=16, height=16):
    """None, or the sentence that tells why the panel cannot show this variant."""
    layout = Layout(variant, 0, False, height)
    if variant.rows > layout.rows:
        why = "codes of %d holes take %d lines a row" % (variant.holes, layout.lines)
        return "the panel has room for %d rows, not %d: %s" % (layout.rows, variant.rows, why)
    if variant.values > FIELD:
        return "the palette has room for %d colours" % FIELD
    return None


def max_holes(variant, width=16, height=16):
    """The longest code, up to 10 holes, whose rows still fit: where a growing game ends for want of room."""
    holes = variant.holes
    while holes < 10:
        longer = variant.with_options(holes=holes + 1)
        if problem(longer, width, height):
            break
        holes += 1
    return holes
