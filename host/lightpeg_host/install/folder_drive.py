"""A drive that is mounted: a folder of this computer."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from pathlib import Path

from lightpeg_host.install.drives import FOLDERS, UNFINISHED, Drive
from lightpeg_host.install.fat import FatVolume
from lightpeg_host.install.memory import blank

#: More of a device is not read: a board's drive is smaller.
LARGEST = 64 << 20
USUAL_CLUSTER = 512


class FolderDrive(Drive):
    """The folder `path`. `device` is the block device that is mounted there, where that is known."""

    def __init__(self, path: str | os.PathLike[str], device: str | None = None) -> None:
        self.path = Path(path)
        self.title = str(path)
        self.device = device
        self.cluster = _cluster(self.path)

    def free(self) -> int:
        return shutil.disk_usage(self.path).free // self.cluster * self.cluster

    def files(self) -> dict[str, int]:
        found = {entry.name: entry.stat().st_size for entry in os.scandir(self.path) if entry.is_file()}
        for folder in FOLDERS:
            for path in self._below(folder):
                if path.is_file():
                    found[path.relative_to(self.path).as_posix()] = path.stat().st_size
        return found

    def folders(self) -> set[str]:
        found = {folder for folder in FOLDERS if (self.path / folder).is_dir()}
        for folder in FOLDERS:
            found |= {path.relative_to(self.path).as_posix() for path in self._below(folder) if path.is_dir()}
        return found

    def _below(self, folder: str) -> list[Path]:
        top = self.path / folder
        # A link leads out of the drive; FAT has none, but a folder of somebody's disk may.
        return [] if top.is_symlink() else sorted(top.rglob("*"))

    def read(self, path: str) -> bytes:
        with (self.path / path).open("rb") as file:
            _forget_cached(file.fileno())
            return file.read()

    def write(self, path: str, content: bytes) -> None:
        target = self._prepare(path)
        with target.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        self._settle(target)

    def reserve(self, path: str, size: int) -> None:
        target = self._prepare(path)
        unfinished = target.with_name(target.name + UNFINISHED)
        # In one go, so that the system gives it clusters beside each other.
        with unfinished.open("wb", buffering=0) as file:
            content = memoryview(blank(size))
            while content:
                content = content[file.write(content) :]
            os.fsync(file.fileno())
        unfinished.replace(target)
        self._settle(target)

    def remove(self, path: str) -> None:
        (self.path / path).unlink()
        _sync_folder((self.path / path).parent)

    def remove_folder(self, path: str) -> None:
        (self.path / path).rmdir()
        _sync_folder((self.path / path).parent)

    def read_only(self) -> bool:
        with contextlib.suppress(OSError, AttributeError):
            if os.statvfs(self.path).f_flag & os.ST_RDONLY:
                return True
        return not os.access(self.path, os.W_OK)

    def volume(self) -> FatVolume | None:
        if self.device is None:
            return None
        try:
            with open(self.device, "rb") as file:
                return FatVolume(file.read(LARGEST))
        except (OSError, ValueError):
            return None

    def _prepare(self, path: str) -> Path:
        target = self.path / path
        if not target.parent.is_dir():
            # Never the drive itself: where it is unplugged, its folder may be gone and must not come back.
            for parent in reversed([folder for folder in target.parents if self.path in folder.parents]):
                if not parent.is_dir():
                    parent.mkdir()
                    _sync_folder(parent.parent)
        return target

    def _settle(self, target: Path) -> None:
        # A Mac may have written a second file beside it; the board has no use for it, and little room.
        with contextlib.suppress(FileNotFoundError):
            target.with_name("._" + target.name).unlink()
        _sync_folder(target.parent)


def _cluster(path: Path) -> int:
    """Bytes that the drive gives to a file at a time."""
    if sys.platform == "win32":
        return _windows_cluster(path)
    return os.statvfs(path).f_frsize or USUAL_CLUSTER


def _windows_cluster(path: Path) -> int:
    import ctypes

    sectors, size, free, total = (ctypes.c_ulong() for _ in range(4))
    found = ctypes.windll.kernel32.GetDiskFreeSpaceW(  # type: ignore[attr-defined,unused-ignore]
        path.anchor, *(ctypes.byref(number) for number in (sectors, size, free, total))
    )
    return sectors.value * size.value if found else USUAL_CLUSTER


def _sync_folder(folder: Path) -> None:
    """Bring a folder's own entries onto the drive, on systems that can."""
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _forget_cached(file: int) -> None:
    """What is read next comes from the drive, not from this computer's memory, on systems that can."""
    with contextlib.suppress(OSError, AttributeError):
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    if sys.platform == "darwin":
        import fcntl

        with contextlib.suppress(OSError):
            fcntl.fcntl(file, 48, 1)  # F_NOCACHE
