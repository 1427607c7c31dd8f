"""A lock that ends with the process that holds it, however that ends: held as long as the file is open."""

from __future__ import annotations

import os
from typing import BinaryIO

if os.name == "nt":
    import msvcrt

    def take(file: BinaryIO) -> None:
        """Lock the open file for this process. OSError if somebody else holds the lock."""
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]

else:
    import fcntl

    def take(file: BinaryIO) -> None:
        """Lock the open file for this process. OSError if somebody else holds the lock."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
