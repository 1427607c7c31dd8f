"""Carries out a plan on a drive and reads back what is on it then."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Callable

from lightpeg_host.errors import DriveError
from lightpeg_host.install.drives import Drive
from lightpeg_host.install.firmware import PACKAGE, SETTINGS
from lightpeg_host.install.memory import DATA_FILES
from lightpeg_host.install.plan import RENEW, Plan, Step, shares

AGAIN = "run lightpeg install again; it goes on where it stopped"
READ_ONLY = (
    "The drive cannot be written to: it belongs to the board, as it does while people play. Unplug the board, hold "
    "MENU, and keep holding it while you plug the board in again; then run lightpeg install again."
)
GONE = (errno.ENODEV, errno.ENXIO, errno.EIO, errno.ENOENT, errno.ENOTCONN, errno.ESTALE)


def sentence(error: OSError, drive: Drive) -> str:
    """What went wrong on a drive, and what to do."""
    if error.errno == errno.EROFS:
        return READ_ONLY
    if error.errno in (errno.EACCES, errno.EPERM):
        return (
            f"This user may not write to {drive.title}. Mount the drive as this user (open it in the file manager), "
            f"then {AGAIN}."
        )
    if error.errno == errno.ENOSPC:
        return f"The drive is full. Remove files of your own from it, then {AGAIN}."
    if error.errno in GONE:
        return f"The drive went away ({error.strerror}). Plug the board in again with MENU held, then {AGAIN}."
    return f"The drive failed ({error.strerror or error}). Plug the board in again with MENU held, then {AGAIN}."


def carry_out(drive: Drive, plan: Plan, done: Callable[[Step], None] = lambda step: None) -> None:
    """Do every step in order; `done` is told each. DriveError, with a remedy, where the drive refuses."""
    try:
        for step in plan.steps:
            if step.action == "write":
                drive.write(step.path, step.content)
            elif step.action == "reserve":
                drive.reserve(step.path, step.size)
            else:
                # A Mac's second file goes when its first one is written.
                with contextlib.suppress(FileNotFoundError):
                    drive.remove(step.path)
            done(step)
        _remove_empty_folders(drive, [step for step in plan.steps if step.action == "remove"])
    except OSError as error:
        raise DriveError(sentence(error, drive)) from error
    except KeyboardInterrupt:
        raise DriveError(f"The installation was interrupted. Before you use the board, {AGAIN}.") from None


def _remove_empty_folders(drive: Drive, removed: list[Step]) -> None:
    """Folders of a former version that nothing is in any more."""
    if not any(step.path.startswith(PACKAGE + "/") for step in removed):
        return
    files = drive.files()
    for folder in sorted(drive.folders(), key=len, reverse=True):
        if folder.startswith(PACKAGE + "/") and not any(path.startswith(folder + "/") for path in files):
            drive.remove_folder(folder)


def verify(drive: Drive, firmware: dict[str, bytes], done: Callable[[str], None] = lambda path: None) -> None:
    """Read everything back. DriveError where something is not as it was written."""
    try:
        sizes = drive.files()
        for path, content in firmware.items():
            if path == SETTINGS:
                there = path in sizes
            else:
                there = sizes.get(path) == len(content) and drive.read(path) == content
            if not there:
                raise DriveError(
                    f"{path} is not on the drive as it was written. Run lightpeg install again; if that does not help, "
                    "erase the drive (import storage; storage.erase_filesystem() at the board's prompt) and install "
                    "once more."
                )
            done(path)
        for path, size in DATA_FILES.items():
            if sizes.get(path) != size:
                raise DriveError(f"{path} is not on the drive as it was made: {AGAIN}.")
    except OSError as error:
        raise DriveError(sentence(error, drive)) from error


def check_places(drive: Drive) -> tuple[bool, list[str]]:
    """Whether it could be checked where the data files lie, and a sentence for each that shares a flash block."""
    volume = drive.volume()
    if volume is None:
        return False, []
    found = []
    for path in DATA_FILES:
        if shared := shares(volume, path):
            found.append(f"{path} shares a flash block with {', '.join(shared)}. {RENEW}.")
    return True, found
