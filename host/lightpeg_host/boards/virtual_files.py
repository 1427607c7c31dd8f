"""The virtual drive inside the board's process: a folder that the firmware may write to only as boot.py decided."""

from __future__ import annotations

import builtins
import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lightpeg_host.boards.virtual_chip import DRIVE_SYNC_US, Chip


def protect(drive: Path, chip: Chip) -> None:
    """Make every change below `drive` fail with EROFS while the drive belongs to the computer.

    os.sync() takes the time a real flash write takes instead of writing out the computer's disks.
    """
    root = os.path.realpath(drive)

    def check(path: Any) -> None:
        if chip.drive_readonly and os.path.realpath(path).startswith(root):
            raise OSError(errno.EROFS, "Read-only filesystem", path)

    plain_open = builtins.open

    def guarded_open(file: Any, mode: str = "r", *args: Any, **options: Any) -> Any:
        if not isinstance(file, int) and set(mode) & set("wax+"):
            check(file)
        return plain_open(file, mode, *args, **options)

    def guarded(plain: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, *args: Any, **options: Any) -> Any:
            check(path)
            return plain(path, *args, **options)

        return call

    builtins.open = guarded_open
    for name in ("mkdir", "remove", "rename", "rmdir", "unlink"):
        setattr(os, name, guarded(getattr(os, name)))
    os.sync = lambda: chip.advance(DRIVE_SYNC_US)
