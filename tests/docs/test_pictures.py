"""The pictures show what the firmware draws now, and the check would notice if they did not."""

import subprocess
import sys

import pytest
from PIL import Image

from .pages import ROOT

DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def drawing():
    sys.path.insert(0, str(DOCS))
    try:
        import draw_pictures

        yield draw_pictures
    finally:
        sys.path.remove(str(DOCS))


def test_no_picture_is_stale():
    told = subprocess.run(
        [sys.executable, DOCS / "draw_pictures.py", "--check"], capture_output=True, text=True, check=False, timeout=60
    )
    assert told.returncode == 0, told.stdout + told.stderr


def test_every_drawing_of_a_picture_is_the_same(drawing):
    for path, draw in drawing.pictures():
        assert draw().tobytes() == draw().tobytes(), path.name


def test_every_picture_kept_is_drawn(drawing):
    drawn = {path for path, _ in drawing.pictures()}
    assert {path for path in (DOCS / "play" / "pictures").iterdir()} <= drawn


def test_another_encoding_is_not_stale(drawing, tmp_path):
    path, draw = next(iter(drawing.pictures()))
    picture = draw()
    kept = tmp_path / path.name
    picture.save(kept, compress_level=0)
    assert not drawing.is_stale(kept, drawing.finished(picture))
    # Other versions choose other colours for the palette, by a few levels.
    picture.point(lambda level: min(255, level + 5)).save(kept)
    assert not drawing.is_stale(kept, drawing.finished(picture))


def test_one_faint_light_makes_a_picture_stale(drawing):
    from compose import sheet

    dark = [[(0, 0, 0)] * 16 for _ in range(16)]
    assert drawing.same(sheet([("A", dark)]), drawing.finished(sheet([("A", dark)])))
    for x, y in ((0, 0), (15, 15), (7, 8)):
        lit = [list(line) for line in dark]
        lit[y][x] = (5, 5, 7)
        assert not drawing.same(sheet([("A", dark)]), sheet([("A", lit)]))


def test_a_missing_picture_or_another_size_is_stale(drawing, tmp_path):
    picture = Image.new("RGB", (20, 20))
    assert drawing.is_stale(tmp_path / "none.png", picture)
    picture.save(tmp_path / "small.png")
    assert drawing.is_stale(tmp_path / "small.png", Image.new("RGB", (20, 21)))
