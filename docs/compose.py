"""Puts panels beside each other and writes beside them, in the panel's own font: no font file of a machine decides
what a picture looks like."""

from collections.abc import Sequence

from desk import Pixels
from PIL import Image, ImageDraw

from lightpeg.ui.font import HEIGHT, LINES, place
from lightpeg.ui.frame import char_width, text_width
from lightpeg_host.pictures import BODY, panel

CELL = 12
INK = (200, 200, 206)
FAINT = (110, 110, 120)
GAP = 8

Colour = tuple[int, int, int]


def write(picture: Image.Image, x: int, y: int, text: str, colour: Colour = INK, scale: int = 2) -> int:
    """Writes capitals with the upper left corner at x, y. Returns the x behind them."""
    draw = ImageDraw.Draw(picture)
    for char in text:
        for line in range(HEIGHT):
            bits = LINES[place(ord(char)) + line] - 48
            for column in range(3):
                if bits & 4 >> column:
                    left, top = x + column * scale, y + line * scale
                    draw.rectangle((left, top, left + scale - 1, top + scale - 1), colour)
        x += char_width(char) * scale
    return x


def width_of(text: str, scale: int = 2) -> int:
    return text_width(text) * scale


def sheet(shots: Sequence[tuple[str, Pixels]], columns: int = 4, cell: int = CELL) -> Image.Image:
    """Panels in rows of `columns`, numbered, each with a line of text below."""
    pictures = [panel(pixels, cell) for _, pixels in shots]
    width, height = pictures[0].size
    line = HEIGHT * 2 + 2 * GAP
    rows = (len(shots) + columns - 1) // columns
    columns = min(columns, len(shots))
    whole = Image.new("RGB", (columns * width + (columns - 1) * GAP, rows * (height + line)), BODY)
    for n, (text, _) in enumerate(shots):
        x, y = n % columns * (width + GAP), n // columns * (height + line)
        whole.paste(pictures[n], (x, y))
        label = f"{n + 1}  {text}"
        if width_of(label) > width:
            raise ValueError(f"{label!r} is wider than its panel")
        write(whole, x + (width - width_of(label)) // 2, y + height, label)
    return whole


def labelled_lines(lines: Sequence[tuple[str, Pixels, str]], cell: int = 20) -> Image.Image:
    """Single lines of a panel, one below the other, each with a word before and a sentence behind it."""
    height = cell * 2
    before = max(width_of(word) for word, _, _ in lines) + 3 * GAP
    after = max(width_of(sentence) for _, _, sentence in lines) + 3 * GAP
    inner = len(lines[0][1][0]) * cell
    whole = Image.new("RGB", (before + inner + after, height * len(lines) + cell), BODY)
    for n, (word, pixels, sentence) in enumerate(lines):
        y = cell // 2 + n * height
        strip = panel(pixels, cell)
        top = cell - (height - cell) // 2
        whole.paste(strip.crop((cell, top, cell + inner, top + height)), (before, y))
        text_y = y + (height - HEIGHT * 2) // 2
        write(whole, before - GAP - width_of(word), text_y, word, FAINT)
        write(whole, before + inner + GAP, text_y, sentence)
    return whole
