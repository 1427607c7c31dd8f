"""Finds the drive of a board among what is mounted."""

from __future__ import annotations

import os
import re
import string
import sys
from collections.abc import Iterable
from pathlib import Path

from lightpeg_host.errors import DriveError, ManyBoards
from lightpeg_host.install.boot_out import NAME, fresh
from lightpeg_host.install.drives import Drive
from lightpeg_host.install.folder_drive import FolderDrive

LABEL = "CIRCUITPY"
BOOTLOADER_FILE = "INFO_UF2.TXT"
MOUNTS = "/proc/self/mounts"
BY_LABEL = "/dev/disk/by-label/" + LABEL
FAT_SYSTEMS = ("vfat", "msdos")


def mounted() -> list[tuple[Path, str | None]]:
    """Every volume that may be a board's: (folder, its device where that is known)."""
    if sys.platform == "win32":
        return [(Path(f"{letter}:\\"), None) for letter in string.ascii_uppercase[2:] if os.path.exists(f"{letter}:\\")]
    if sys.platform == "darwin":
        return [(path, None) for path in sorted(Path("/Volumes").iterdir())]
    try:
        text = Path(MOUNTS).read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return []
    return mounts_of(text)


def mounts_of(text: str) -> list[tuple[Path, str | None]]:
    """The FAT volumes in the text of /proc/mounts."""
    found: list[tuple[Path, str | None]] = []
    for line in text.splitlines():
        parts = line.split(" ")
        if len(parts) > 2 and parts[2] in FAT_SYSTEMS:
            found.append((Path(_plain(parts[1])), _plain(parts[0])))
    return found


def _plain(name: str) -> str:
    """A name of /proc/mounts, where a space is written \\040."""
    return re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), name)


def is_board(folder: Path) -> bool:
    """Whether a volume is a CircuitPython board's, by its label or by boot_out.txt."""
    if re.fullmatch(LABEL + r"\s?\d*", folder.name):
        return True
    try:
        with (folder / NAME).open("rb") as file:
            return b"CircuitPython" in file.read(200)
    except OSError:
        return False


def find_boards(volumes: Iterable[tuple[Path, str | None]] | None = None) -> list[FolderDrive]:
    """All boards' drives that are mounted, each once."""
    found: dict[Path, str | None] = {}
    for folder, device in mounted() if volumes is None else volumes:
        if is_board(folder):
            found.setdefault(folder, device)
    return [FolderDrive(folder, device) for folder, device in found.items()]


def find_drive(
    named: Path | None, volumes: Iterable[tuple[Path, str | None]] | None = None, by_label: str = BY_LABEL
) -> Drive:
    """The drive to install on: the folder or FAT image `named`, else the only board that is mounted.

    DriveError or ManyBoards, with a remedy, if there is none or more than one.
    """
    volumes = list(mounted() if volumes is None else volumes)
    if named is not None:
        return _named(named, volumes)
    boards = find_boards(volumes)
    if len(boards) > 1:
        names = ", ".join(drive.title for drive in boards)
        raise ManyBoards(f"Several boards are plugged in: {names}. Say which one with --drive.")
    if boards:
        return boards[0]
    if any((folder / BOOTLOADER_FILE).is_file() for folder, _ in volumes):
        raise DriveError(f"The board is in its bootloader and shows no CIRCUITPY. {fresh('')}")
    if os.path.exists(by_label):
        raise DriveError(
            "The board's drive is plugged in but not mounted. Open CIRCUITPY in the file manager, or run "
            f"udisksctl mount -b {by_label}; then run lightpeg install again."
        )
    raise DriveError(
        "No drive CIRCUITPY was found. Plug the board in with a cable that carries data, and wait for the drive; or "
        f"give its folder with --drive. A new board gets CircuitPython first: {fresh('')}"
    )


def _named(named: Path, volumes: list[tuple[Path, str | None]]) -> Drive:
    if named.is_dir():
        device = next((device for folder, device in volumes if folder == named.resolve()), None)
        return FolderDrive(named, device)
    if named.is_file():
        from lightpeg_host.install.image_drive import ImageDrive

        return ImageDrive(named)
    raise DriveError(f"There is no folder and no file {named}. Give the folder where CIRCUITPY is mounted.")
