"""What a virtual board keeps: a folder with its memory and its drive."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from pathlib import Path
from typing import BinaryIO

from lightpeg_host import file_lock
from lightpeg_host.boards.base import BoardError
from lightpeg_host.install.memory import DATA_FILES, blank, replace

NVM_SIZE = 4096
UID_SIZE = 8


class Profile:
    """The folder of one virtual board.

    nvm.bin   the 4096 bytes of microcontroller.nvm
    drive/    what CIRCUITPY holds besides the firmware; own variants go to drive/variants/, and drive/memory/ holds the
              data files that `lightpeg install` makes on a real drive
    uid       the number of the chip, as hex digits: no two boards have the same
    lock      held while a board uses the profile
    """

    def __init__(self, folder: str | os.PathLike[str] | None = None) -> None:
        self._temporary = folder is None
        self.folder = Path(tempfile.mkdtemp(prefix="lightpeg-")) if folder is None else Path(folder).resolve()
        self._lock: BinaryIO | None = None
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._take_lock()
            (self.drive / "variants").mkdir(parents=True, exist_ok=True)
            if not self.nvm.exists() or self.nvm.stat().st_size != NVM_SIZE:
                self.nvm.write_bytes(b"\xff" * NVM_SIZE)
            self._make_data_files()
            self.uid = self._uid()
        except OSError as error:
            self.close()
            raise BoardError(
                f"The profile {self.folder} cannot be used ({error.strerror}). Choose another folder."
            ) from error

    @property
    def drive(self) -> Path:
        """The folder that is the board's drive."""
        return self.folder / "drive"

    @property
    def nvm(self) -> Path:
        """The file that is the board's nvm."""
        return self.folder / "nvm.bin"

    def _uid(self) -> str:
        file = self.folder / "uid"
        if file.exists() and len(text := file.read_text(encoding="ascii", errors="replace").strip()) == 2 * UID_SIZE:
            try:
                return bytes.fromhex(text).hex()
            except ValueError:
                pass
        uid = secrets.token_hex(UID_SIZE)
        file.write_text(uid + "\n", encoding="ascii")
        return uid

    def _make_data_files(self) -> None:
        """Make those that are missing. BoardError for one that no board has made: it may hold somebody's games."""
        for name, size in DATA_FILES.items():
            path = self.drive / name
            path.parent.mkdir(exist_ok=True)
            if not path.exists():
                replace(path, blank(size))
            elif path.stat().st_size != size:
                self.close()
                raise BoardError(
                    f"{path} has {path.stat().st_size:,} bytes, and this version of Lightpeg keeps {size:,} there. "
                    "Move it away for an empty one, or choose another profile."
                )

    def save(self, nvm: bytes, data_files: dict[str, bytes]) -> None:
        """Take over what a board had in its memory when its power went: nvm, and the data files by their paths."""
        for name, content in data_files.items():
            if content != (self.drive / name).read_bytes():
                replace(self.drive / name, content)
        replace(self.nvm, nvm)

    def _take_lock(self) -> None:
        # Not a "with": the lock lasts as long as the file is open.
        lock = open(self.folder / "lock", "a+b")  # noqa: SIM115
        try:
            file_lock.take(lock)
        except OSError:
            lock.close()
            raise BoardError(
                f"Another virtual board is using the profile {self.folder}; stop it, or choose another folder."
            ) from None
        self._lock = lock

    def close(self) -> None:
        """Free the profile; a throw-away one is removed."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None
        if self._temporary:
            shutil.rmtree(self.folder, ignore_errors=True)
