"""Pictures of the panel: glowing pixels behind a diffuser, drawn from what the firmware's own ui draws."""

import math
from collections.abc import Sequence

from PIL import Image, ImageChops, ImageDraw, ImageFilter

Pixels = Sequence[Sequence[tuple[int, int, int]]]

BODY = (22, 22, 26)
CELL = (13, 13, 14)


def seen(level: int) -> int:
    """A linear LED level 0..255 as the value a screen needs to look as bright."""
    return int(255.5 * math.pow(level / 255, 0.45))


def panel(pixels: Pixels, cell: int = 24) -> Image.Image:
    """Draws rows of linear (r, g, b) LED levels, `cell` screen pixels for each LED."""
    width, height = len(pixels[0]), len(pixels)
    margin = cell
    picture = Image.new("RGB", (width * cell + 2 * margin, height * cell + 2 * margin), BODY)
    draw = ImageDraw.Draw(picture)
    light = Image.new("RGB", picture.size)
    light_draw = ImageDraw.Draw(light)
    inset = max(1, cell // 12)
    for y, line in enumerate(pixels):
        for x, colour in enumerate(line):
            left, top = margin + x * cell + inset, margin + y * cell + inset
            box = (left, top, left + cell - 2 * inset, top + cell - 2 * inset)
            draw.rounded_rectangle(box, cell // 5, CELL)
            if any(colour):
                light_draw.rounded_rectangle(box, cell // 5, tuple(seen(c) for c in colour))
    glow = light.filter(ImageFilter.GaussianBlur(cell * 0.45)).point(lambda v: v // 2)
    return ImageChops.lighter(ImageChops.add(picture, glow), light)
