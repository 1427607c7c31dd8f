"""An installation that stops anywhere: the board never starts half of it, and the next run finishes it."""

import pytest

from lightpeg_host.errors import DriveError
from lightpeg_host.install.copy import carry_out, verify
from lightpeg_host.install.folder_drive import FolderDrive
from lightpeg_host.install.image_drive import ImageDrive
from lightpeg_host.install.plan import PLACEHOLDER, make_plan
from tests.install.drives import FRESH, HELLO, NEW, OLD, OWN, content_of, make_folder, make_image

GAMES = b"G" * 331_776


class PowerCut(Exception):
    pass


class CutFolder(FolderDrive):
    """Stops at the change number `at`: before it, half-way through or after it."""

    def __init__(self, path, at, when):
        super().__init__(path)
        self._left = at
        self._when = when

    def _cut(self, now, half, *arguments):
        self._left -= 1
        if self._left == 0 and self._when == "before":
            raise PowerCut
        if self._left == 0 and self._when == "half-way":
            half(*arguments)
            raise PowerCut
        now(*arguments)
        if self._left == 0:
            raise PowerCut

    def write(self, path, content):
        self._cut(super().write, lambda *_: FolderDrive.write(self, path, content[: len(content) // 2]), path, content)

    def reserve(self, path, size):
        half = lambda *_: FolderDrive.write(self, path + ".new", b"\xff" * (size // 2))  # noqa: E731
        self._cut(super().reserve, half, path, size)

    def remove(self, path):
        self._cut(super().remove, lambda *_: None, path)

    def remove_folder(self, path):
        self._cut(super().remove_folder, lambda *_: None, path)


class CutImage(ImageDrive):
    """Stops before the sector number `at` is written."""

    def __init__(self, path, at):
        super().__init__(path)
        self._left = at

    def _put(self, file, place, sector):
        self._left -= 1
        if self._left < 0:
            raise PowerCut
        super()._put(file, place, sector)


def finish(drive, firmware):
    carry_out(drive, make_plan(drive, firmware))
    verify(drive, firmware)
    # And then there is nothing left to do.
    assert make_plan(drive, firmware).steps == []


def runs(found, firmware):
    """Whether the drive's code.py is this firmware's, and all of it is there as it should be."""
    return all(
        found.get(path) == content for path, content in firmware.items() if path not in ("boot.py", "settings.toml")
    )


def harmless(code):
    """Whether a code.py does nothing: a new drive's, Lightpeg's at rest, or the beginning of one of the two."""
    return PLACEHOLDER.startswith(code) or code.startswith(HELLO[:5])


def check_middle(found, before, after):
    """What must hold at any moment: what starts is whole, and what is the user's is untouched."""
    code = found.get("code.py", b"")
    if code == after["code.py"]:
        assert runs(found, after)
    elif before and code == before["code.py"]:
        assert runs(found, before)
    else:
        # A beginning of code.py itself is cut off in its first line: it ends at once.
        assert harmless(code) or after["code.py"].startswith(code), code
    assert {path: found.get(path) for path in OWN} == OWN
    if before:
        assert found["memory/games.bin"] == GAMES


def prepared(make, drive_of, path, before):
    place = make(path, FRESH | OWN)
    if before:
        finish(drive_of(place), before)
        drive_of(place).write("memory/games.bin", GAMES)
    return place


@pytest.mark.parametrize("when", ["before", "half-way", "after"])
@pytest.mark.parametrize(("before", "after"), [(None, OLD), (OLD, NEW), (NEW, OLD)], ids=["new", "up", "down"])
def test_folder(tmp_path, before, after, when):
    at = 0
    while True:
        at += 1
        place = prepared(make_folder, FolderDrive, tmp_path / str(at), before)
        drive = CutFolder(place, at, when)
        try:
            carry_out(drive, make_plan(drive, after))
        except PowerCut:
            check_middle(content_of(place), before, after)
            finish(FolderDrive(place), after)
            found = content_of(place)
            assert runs(found, after)
            assert not [path for path in found if path.endswith(".new")]
            continue
        break
    # A new board: 3 data files, 1 library, 6 files of the package, 3 others. An update or a way back: code.py at rest,
    # 2 files and a folder removed, the package's files that change (one is empty), boot.py, code.py.
    assert at - 1 == (13 if before is None else 1 + 2 + 1 + 5 + 2)


@pytest.mark.parametrize(
    ("before", "after", "step"), [(None, OLD, 53), (OLD, NEW, 1), (NEW, OLD, 3)], ids=["new", "up", "down"]
)
def test_image_sector_by_sector(tmp_path, before, after, step):
    first = prepared(make_image, ImageDrive, tmp_path / "first", before).read_bytes()
    place = tmp_path / "image"
    at = cuts = 0
    while True:
        place.write_bytes(first)
        drive = CutImage(place, at)
        try:
            carry_out(drive, make_plan(drive, after))
        except PowerCut:
            cuts += 1
            check_middle(content_of(place), before, after)
            finish(ImageDrive(place), after)
            found = content_of(place)
            check_middle(found, before, after)
            assert runs(found, after)
            at += step
            continue
        break
    assert cuts > 15


def test_ctrl_c_is_a_sentence(tmp_path):
    place = make_folder(tmp_path / "f", FRESH)
    drive = FolderDrive(place)

    def stop(step):
        raise KeyboardInterrupt

    with pytest.raises(DriveError, match=r"interrupted.*goes on where it stopped"):
        carry_out(drive, make_plan(drive, OLD), stop)
    finish(FolderDrive(place), OLD)
