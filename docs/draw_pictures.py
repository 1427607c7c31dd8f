"""Draws every picture of the documentation with the firmware's own screens.

python docs/draw_pictures.py            draws what has changed
python docs/draw_pictures.py --check    draws nothing; names the stale pictures and ends with 1 if there are any
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

DOCS = Path(__file__).resolve().parent
sys.path[:0] = [str(DOCS), str(DOCS.parent / "firmware"), str(DOCS.parent / "host")]

from chart import board, palettes, panel_picture  # noqa: E402
from PIL import Image, ImageChops  # noqa: E402
from scenes import SCENES  # noqa: E402

PLAY = DOCS / "play" / "pictures"
# The most colours a PNG with a palette can have.
COLOURS = 256
# Blocks of this many pixels are compared by their mean, channel by channel: the faintest light that goes on or out
# changes one by 25 and more, another version of the libraries that blur and choose the colours of a PNG by less than
# the tolerance.
BLOCK = 6
TOLERANCE = 12


def pictures() -> Iterator[tuple[Path, Callable[[], Image.Image]]]:
    """Each picture's file and what draws it."""
    yield DOCS / "pictures" / "panel.png", panel_picture
    yield PLAY / "board.png", board
    yield PLAY / "palettes.png", palettes
    for scene in SCENES:
        yield PLAY / (scene.__name__ + ".png"), scene


def finished(picture: Image.Image) -> Image.Image:
    """As it is kept: few colours, so that the file is small. Chosen to cover the rare ones too: the median cut would
    give a lone magenta light its neighbour's yellow."""
    return picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)


def same(one: Image.Image, other: Image.Image) -> bool:
    """Whether both show the same, whatever the files' bytes."""
    if one.size != other.size:
        return False
    small = (max(1, one.width // BLOCK), max(1, one.height // BLOCK))
    a, b = (picture.convert("RGB").resize(small, Image.Resampling.BOX) for picture in (one, other))
    return all(high <= TOLERANCE for _, high in ImageChops.difference(a, b).getextrema())


def is_stale(path: Path, drawn: Image.Image) -> bool:
    if not path.exists():
        return True
    with Image.open(path) as kept:
        return not same(kept, drawn)


def main() -> int:
    parser = argparse.ArgumentParser(description="Draws the pictures of the documentation.")
    parser.add_argument("--check", action="store_true", help="only say which pictures are stale")
    check = parser.parse_args().check
    stale = 0
    for path, draw in pictures():
        drawn = finished(draw())
        if not is_stale(path, drawn):
            continue
        stale += 1
        name = path.relative_to(DOCS.parent)
        if check:
            print(f"{name} is stale: run make pictures")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            drawn.save(path, optimize=True)
            print(f"{name}: {path.stat().st_size} bytes")
    if not stale:
        print("Every picture is up to date.")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
