"""The labelled picture of the board, the chart of the colours, and the picture of the README."""

from compose import FAINT, GAP, INK, width_of, write
from desk import Pixels
from PIL import Image, ImageDraw
from scenes import board_desk

from lightpeg.core.builtin import builtin
from lightpeg.hal.pins import BUTTON_NAMES
from lightpeg.ui.font import HEIGHT
from lightpeg.ui.layout import CLOCK_LINE, SECRET_LINE, Layout
from lightpeg.ui.palettes import DIGITS, PALETTES
from lightpeg_host.pictures import BODY, panel

CELL = 22
MARGIN = 190
CONTROLS = 220
LINE = (90, 90, 100)
CAP = (58, 58, 66)
RED = (214, 40, 40)
WHITE = (222, 222, 222)
COLOUR_NAMES = ("BLACK", "YELLOW", "GREEN", "BLUE", "RED", "WHITE", "ORANGE", "MAGENTA", "CYAN", "BROWN")


def panel_picture() -> Image.Image:
    return panel(board_desk().pixels(), 20)


def board() -> Image.Image:
    """The panel with its zones named, and below it the seven buttons and the two arms."""
    desk = board_desk()
    shown = panel(desk.pixels(), CELL)
    whole = Image.new("RGB", (shown.width + 2 * MARGIN, shown.height + CONTROLS), BODY)
    whole.paste(shown, (MARGIN, 0))
    variant = builtin("arms")
    layout = Layout(variant)
    rows = desk.session.match.game.rows
    last = layout.peg_line(len(rows) - 1)
    for text, column, line in (
        ("SECRET, COVERED", layout.peg_x[0], SECRET_LINE),
        ("TIME LEFT", 0, CLOCK_LINE),
        ("ROWS TO COME", layout.peg_x[0], layout.peg_line(variant.rows - 2)),
        ("ROW BEING SET", layout.peg_x[0], layout.peg_line(len(rows))),
        ("RED: PLACED", layout.red_x[rows[-1][1] - 1], last),
        ("WHOSE MOVE", 0, layout.cursor_line),
        ("COLOURS TO CHOOSE", layout.palette_x, layout.palette_line),
    ):
        _point(whole, text, column, line, left=True)
    for text, column, line in (
        ("PEG AT THE CURSOR", layout.glyph[0] + 2, layout.glyph[1] + 2),
        ("WHITE: MISPLACED", layout.white_x[rows[-1][2] - 1], last),
        ("FIRST ROW", layout.white_x[rows[0][2] - 1], layout.peg_line(0)),
        ("CURSOR", layout.peg_x[2], layout.cursor_line),
    ):
        _point(whole, text, column, line, left=False)
    _controls(whole, shown.height + 20)
    return whole


def _point(whole: Image.Image, text: str, column: int, line: int, left: bool) -> None:
    """Names the light at column and line, with a thin line from the name to it."""
    draw = ImageDraw.Draw(whole)
    y = CELL + line * CELL + CELL // 2
    at = MARGIN + CELL + column * CELL
    if left:
        x = MARGIN - GAP - width_of(text)
        draw.line((MARGIN - GAP // 2, y, at - 2, y), LINE)
    else:
        x = whole.width - MARGIN + GAP
        draw.line((at + CELL + 2, y, x - GAP // 2, y), LINE)
    write(whole, x, y - HEIGHT, text)


def _controls(whole: Image.Image, y: int) -> None:
    middle = whole.width // 2
    size = 44
    places = {
        "UP": (middle - 150, y),
        "LEFT": (middle - 210, y + 54),
        "DOWN": (middle - 150, y + 54),
        "RIGHT": (middle - 90, y + 54),
        "OK": (middle + 10, y + 54),
        "MENU": (middle + 110, y + 54),
        "SCREEN": (middle + 210, y + 54),
    }
    draw = ImageDraw.Draw(whole)
    for name in BUTTON_NAMES:
        x, top = places[name]
        draw.rounded_rectangle((x - size // 2, top, x + size // 2, top + size), 10, CAP)
        write(whole, x - width_of(name, 2) // 2, top + size + 4 if len(name) > 5 else top + size // 2 - 5, name)
    y += 134
    for x, name, colour, share in ((middle - 150, "RED ARM", RED, 0.5), (middle + 150, "WHITE ARM", WHITE, 0.25)):
        draw.rounded_rectangle((x - 80, y + 14, x + 80, y + 22), 4, (40, 40, 46))
        knob = round(x - 80 + 160 * share)
        draw.rounded_rectangle((knob - 8, y, knob + 8, y + 36), 4, colour)
        write(whole, x - width_of(name) // 2, y + 42, name)


def palettes() -> Image.Image:
    """Every palette with all ten colours, in the order of the menu."""
    cell = 26
    before = max(width_of(name) for name, _ in PALETTES) + 3 * GAP
    head = 100
    pixels: Pixels = []
    for _, colours in PALETTES:
        pixels.append([(colour >> 16, colour >> 8 & 255, colour & 255) for colour in colours])
        pixels.append([(0, 0, 0)] * len(colours))
    shown = panel(pixels[:-1], cell)
    whole = Image.new("RGB", (before + shown.width, head + shown.height), BODY)
    whole.paste(shown, (before, head))
    for n, (name, _) in enumerate(PALETTES):
        y = head + cell + 2 * n * cell + cell // 2 - HEIGHT
        write(whole, before - width_of(name), y, name)
    for n, name in enumerate(COLOUR_NAMES):
        x = before + cell + n * cell
        write(whole, x + cell // 2 - width_of(DIGITS[n]) // 2, head + cell - 16, DIGITS[n], INK)
        upright = Image.new("RGB", (width_of(name), HEIGHT * 2), BODY)
        write(upright, 0, 0, name, FAINT)
        upright = upright.rotate(90, expand=True)
        whole.paste(upright, (x + cell // 2 - HEIGHT, head + cell - 22 - upright.height))
    return whole
