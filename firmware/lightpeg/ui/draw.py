"""The parts of the board, drawn: pegs, feedback, palette, secret, clock and glyph."""

from lightpeg.ui.editor import EMPTY
from lightpeg.ui.frame import dim
from lightpeg.ui.layout import CLOCK_LINE, FIELD, SECRET_LINE
from lightpeg.ui.palettes import (
    BAD,
    CARET,
    COVER,
    FRAME,
    GOOD,
    KEY_BLACK,
    KEY_WHITE,
    PALETTES,
    TEXT,
    UNPLAYED,
    WAIT,
    symbols,
)
from lightpeg.ui.palettes import EMPTY as EMPTY_HOLE


class Look:
    """How one match is drawn: the peg colours for these eyes and the characters that stand for them."""

    def __init__(self, variant, palette, language):
        self.colours = PALETTES[palette][1]
        self.faint = tuple([dim(colour, 56) for colour in self.colours])
        self.symbols = symbols(variant, language)
        self.blank = variant.colours


def draw_pegs(frame, layout, y, pegs, look):
    """A row of pegs. An empty hole is a faint light; a blank is a dark hole whose frame is lit."""
    colours = look.colours
    blank = look.blank
    places = layout.peg_x
    for hole in range(len(places)):
        peg = pegs[hole]
        x = places[hole]
        if peg == EMPTY:
            frame.put(x, y, EMPTY_HOLE)
        elif peg != blank:
            frame.put(x, y, colours[peg])
        elif layout.framed:
            frame.put(x - 1, y, FRAME)
            frame.put(x + 1, y, FRAME)
        else:
            frame.put(x, y, FRAME)


def draw_holes(frame, layout, y, colour):
    """One light in every hole: a cover, or a hint."""
    for x in layout.peg_x:
        frame.put(x, y, colour)


def draw_feedback(frame, layout, style, y, black, white):
    """The feedback of a row, on line y, as the variant shows it. Red stands for black: LEDs have no black."""
    if style == "arms":
        for n in range(black):
            frame.put(layout.red_x[n], y, KEY_BLACK)
        for n in range(white):
            frame.put(layout.white_x[n], y, KEY_WHITE)
        return
    places = layout.key_x
    if style == "open_first":
        for n in range(white):
            frame.put(places[n], y, KEY_WHITE)
        for n in range(black):
            frame.put(places[white + n], y, KEY_BLACK)
        return
    if style == "keys_from_right":
        places = tuple(reversed(places))
    for n in range(black):
        frame.put(places[n], y, KEY_BLACK)
    for n in range(white):
        frame.put(places[black + n], y, KEY_WHITE)


def draw_rows(frame, layout, variant, rows, look):
    """The answered rows, (guess, black, white, ...) each, from the near side on, and the holes of the rows to come."""
    style = variant.feedback
    for row in range(len(rows)):
        answered = rows[row]
        draw_pegs(frame, layout, layout.peg_line(row), answered[0], look)
        draw_feedback(frame, layout, style, layout.key_line(row), answered[1], answered[2])
    for row in range(len(rows), variant.rows):
        draw_holes(frame, layout, layout.peg_line(row), UNPLAYED)


def draw_key_slots(frame, layout, y):
    """Faint lights where feedback can appear, while its codemaker sets it."""
    if layout.arms:
        for x in layout.red_x:
            frame.put(x, y, 0x100000)
        for x in layout.white_x:
            frame.put(x, y, 0x0C0C0C)
    else:
        for x in layout.key_x:
            frame.put(x, y, 0x0C0808)


def draw_palette(frame, layout, variant, look, selected):
    """The colours to choose from, the selected one bright; a blank is a gap between two frames."""
    y = layout.palette_line
    x = layout.palette_x
    for peg in range(variant.values):
        if peg == look.blank:
            frame.put(x + peg, y, 0)
            if peg == selected:
                frame.put(x + peg - 1, y, CARET)
                frame.put(x + peg + 1, y, CARET)
            else:
                frame.put(x + peg + 1, y, FRAME)
        else:
            frame.put(x + peg, y, look.colours[peg] if peg == selected else look.faint[peg])


def draw_caret(frame, layout, hole):
    """The cursor's mark, near the palette, in the column of its hole."""
    frame.put(layout.peg_x[hole], layout.cursor_line, CARET)


def draw_glyph(frame, layout, look, peg, y):
    """The digit or letter of the peg under the cursor, at its own place or, where a layout has none, at line y."""
    if layout.glyph is not None:
        x, y = layout.glyph
    else:
        x = layout.left + FIELD - 3
    for column in range(x - 1, x + 3):
        for line in range(y, y + 5):
            if layout.glyph is None and column >= 0:
                frame.put(column, line, 0)
    frame.text(x, y, look.symbols[peg], TEXT)


def draw_secret(frame, layout, pegs, look):
    """The secret, or its cover where `pegs` is None."""
    if pegs is None:
        draw_holes(frame, layout, SECRET_LINE, COVER)
    else:
        draw_pegs(frame, layout, SECRET_LINE, pegs, look)


def draw_clock(frame, x, width, left, full):
    """A bar of the time left, at least one pixel while there is any."""
    if full <= 0 or left <= 0:
        return
    count = min(width, (left * width + full - 1) // full)
    colour = GOOD if left * 4 > full else WAIT if left * 10 > full else BAD
    frame.line(x, CLOCK_LINE, count, dim(colour, 96))
