"""A drive that is a file with a FAT volume: of an emulated board, or copied from a real one."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fatfs.diskio import RamDisk
from fatfs.partition_extended import PartitionExtended
from fatfs.wrapper import FatFSException, Partition

from lightpeg_host.errors import DriveError
from lightpeg_host.install.drives import FOLDERS, UNFINISHED, Drive
from lightpeg_host.install.fat import FatVolume
from lightpeg_host.install.memory import blank

SECTOR = 512
# FatFs says "denied" where a folder or the volume is full.
FAT_DENIED = "code 7 "
#: More than this is no board's drive.
LARGEST = 64 << 20


class ImageDrive(Drive):
    """The volume in the file `path`. DriveError if there is none.

    Every change reaches the file sector by sector, in the order in which FatFs makes it.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)
        self.title = str(path)
        try:
            if self._path.stat().st_size > LARGEST:
                raise ValueError("it is too large")
            content = self._path.read_bytes()
            volume = FatVolume(content)
        except OSError as error:
            raise DriveError(f"{path} cannot be read ({error.strerror}).") from error
        except ValueError as error:
            raise DriveError(
                f"{path} holds no drive of a board ({error}). Give the folder where CIRCUITPY is mounted, or a file "
                "with its FAT volume."
            ) from error
        self._start = volume.start
        self._storage = bytearray(content[self._start :])
        self._storage = self._storage[: len(self._storage) // SECTOR * SECTOR]
        self.cluster = volume.geometry.cluster

    def free(self) -> int:
        return len(self._volume().free_clusters()) * self.cluster

    def files(self) -> dict[str, int]:
        entries = self._volume().entries.items()
        return {path: entry.size for path, entry in entries if not entry.folder and _ours(path, "/" not in path)}

    def folders(self) -> set[str]:
        return {path for path, entry in self._volume().entries.items() if entry.folder and _ours(path, False)}

    def read(self, path: str) -> bytes:
        try:
            return self._volume().read(path)
        except ValueError as error:
            raise OSError(errno.EIO, str(error)) from error

    def write(self, path: str, content: bytes) -> None:
        with self._mounted() as partition:
            self._write(partition, path, content)

    def reserve(self, path: str, size: int) -> None:
        count = (size + self.cluster - 1) // self.cluster
        unfinished = path + UNFINISHED
        with self._mounted() as partition:
            self._write(partition, unfinished, b"")
        volume = self._volume()
        first = volume.free_run(count)
        if first is None:
            self.remove(unfinished)
            raise OSError(errno.ENOSPC, f"There are no {size} bytes in one piece")
        tables, slot = volume.with_clusters(unfinished, first, count, size)
        entry = volume.find(unfinished)
        assert entry is not None
        self._change(volume.offset(first), blank(count * self.cluster))
        for place, table in tables:
            self._change(place, table)
        sector = entry.slot // SECTOR * SECTOR
        at = entry.slot - sector
        old = bytes(self._storage[sector : sector + SECTOR])
        self._change(sector, old[:at] + slot + old[at + len(slot) :])
        with self._mounted() as partition:
            partition.rename("/" + unfinished, "/" + path)

    def remove(self, path: str) -> None:
        if self._volume().find(path) is None:
            raise FileNotFoundError(errno.ENOENT, "No such file", path)
        with self._mounted() as partition:
            partition.remove("/" + path)

    def remove_folder(self, path: str) -> None:
        with self._mounted() as partition:
            partition.rmdir("/" + path)

    def read_only(self) -> bool:
        return not os.access(self._path, os.W_OK)

    def volume(self) -> FatVolume | None:
        return self._volume()

    def _volume(self) -> FatVolume:
        try:
            return FatVolume(self._storage)
        except ValueError as error:
            raise OSError(errno.EIO, str(error)) from error

    def _write(self, partition: Any, path: str, content: bytes) -> None:
        parts = path.split("/")
        for depth in range(1, len(parts)):
            partition.makedirs("/" + "/".join(parts[:depth]), exist_ok=True)
        file = partition.open("/" + path, "w")
        try:
            written = file.write(content) if content else 0
        finally:
            file.close()
        if written != len(content):
            raise OSError(errno.ENOSPC, "The drive is full")

    @contextmanager
    def _mounted(self) -> Iterator[Any]:
        """The volume for FatFs; what it changes is put into the file at the end, errors or not."""
        changes: list[tuple[int, bytes]] = []
        # FatFs works on a copy: the file is what counts, and it may refuse.
        disk = _Recorder(bytearray(self._storage), changes)
        partition = Partition(disk)
        try:
            partition.mount()
            try:
                yield PartitionExtended(partition)
            finally:
                partition.unmount()
        except FatFSException as error:
            full = FAT_DENIED in f"{error} "
            raise OSError(errno.ENOSPC if full else errno.EIO, str(error)) from error
        finally:
            for place, content in changes:
                self._change(place, content)

    def _change(self, place: int, content: bytes) -> None:
        """Put whole sectors into the file, those that differ."""
        with self._path.open("r+b", buffering=0) as file:
            for at in range(0, len(content), SECTOR):
                sector = content[at : at + SECTOR]
                if self._storage[place + at : place + at + SECTOR] != sector:
                    self._put(file, self._start + place + at, sector)
                    self._storage[place + at : place + at + SECTOR] = sector
            os.fsync(file.fileno())

    def _put(self, file: Any, place: int, sector: bytes) -> None:
        """Put one sector into the file."""
        file.seek(place)
        file.write(sector)


class _Recorder(RamDisk):
    """FatFs's disk: notes each write as (place, bytes)."""

    def __init__(self, storage: bytearray, changes: list[tuple[int, bytes]]) -> None:
        super().__init__(storage, SECTOR)
        self._changes = changes

    def write(self, sector: int, count: int, buff: bytes) -> None:
        super().write(sector, count, buff)
        self._changes.append((sector * SECTOR, bytes(buff)))


def _ours(path: str, root: bool) -> bool:
    return root or path in FOLDERS or path.startswith(tuple(f"{folder}/" for folder in FOLDERS))
