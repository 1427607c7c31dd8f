"""Reads a FAT12 or FAT16 volume, as CircuitPython makes them, to tell where exactly its files lie."""

from __future__ import annotations

import itertools
import struct
from dataclasses import dataclass
from typing import NamedTuple

#: Bytes that a board's flash erases as a whole. The volume begins at such a block.
BLOCK = 4096
DELETED, LAST_LONG = 0xE5, 0x40
VOLUME_LABEL, FOLDER, LONG_NAME = 0x08, 0x10, 0x0F
LOWER_STEM, LOWER_SUFFIX = 0x08, 0x10
SLOT = 32
FAT12_MOST = 4085  # from so many clusters on it is FAT16 (Microsoft's FAT specification)
FAT16_MOST = 65525
SIGNATURE = b"\x55\xaa"
PARTITION_TABLE = 446


class Entry(NamedTuple):
    """A file or folder: where its slot is in the volume, in bytes, and its first cluster (0 for none)."""

    folder: bool
    first: int
    size: int
    slot: int


@dataclass(frozen=True)
class Geometry:
    """The places of a volume, in bytes from its start."""

    cluster: int
    fat: int
    fat_size: int
    fats: int
    root: int
    root_size: int
    data: int
    clusters: int
    wide: bool  # FAT16


class FatVolume:
    """A volume in memory. ValueError if `content` is none, or a damaged one where that shows.

    `content` may also be a whole disk with a partition table; then `start` is where the volume begins in it.
    """

    def __init__(self, content: bytes | bytearray) -> None:
        self.start = _volume_start(content)
        self._bytes = memoryview(content)[self.start :]
        self.geometry = _geometry(self._bytes)
        self._entries: dict[str, Entry] = {}
        place = self.geometry
        self._read_folder("", bytes(self._bytes[place.root : place.root + place.root_size]), place.root, None)

    @property
    def label(self) -> str:
        """The volume's name, "" for none."""
        place = self.geometry
        for at in range(place.root, place.root + place.root_size, SLOT):
            first, kind = self._bytes[at], self._bytes[at + 11]
            if not first:
                break
            if first != DELETED and kind & VOLUME_LABEL and kind != LONG_NAME:
                return bytes(self._bytes[at : at + 11]).decode("ascii", "replace").strip()
        return ""

    @property
    def entries(self) -> dict[str, Entry]:
        """Every file and folder by its path, as it is written there ("lib/neopixel.py")."""
        return self._entries

    def find(self, path: str) -> Entry | None:
        """The entry of a path; upper and lower case do not matter."""
        found = self._entries.get(path)
        if found is None:
            found = next((entry for name, entry in self._entries.items() if name.lower() == path.lower()), None)
        return found

    def read(self, path: str) -> bytes:
        """A file's content. FileNotFoundError, or ValueError where its clusters are damaged."""
        entry = self.find(path)
        if entry is None or entry.folder:
            raise FileNotFoundError(path)
        content = b"".join(self._cluster(number) for number in self.chain(entry.first))
        if len(content) < entry.size:
            raise ValueError(f"{path} is damaged: it ends too early")
        return content[: entry.size]

    def next(self, cluster: int) -> int:
        """What the table says of a cluster: 0 for free, the next one, or a number past all clusters for the last."""
        fat = self.geometry.fat
        if self.geometry.wide:
            return int(struct.unpack_from("<H", self._bytes, fat + 2 * cluster)[0])
        pair = int(struct.unpack_from("<H", self._bytes, fat + cluster + cluster // 2)[0])
        return pair >> 4 if cluster % 2 else pair & 0xFFF

    def chain(self, first: int) -> list[int]:
        """The clusters from `first` to the last. ValueError where the table is damaged."""
        found: list[int] = []
        seen = set()
        end = 0xFFF8 if self.geometry.wide else 0xFF8
        while first and first < end:
            if not 2 <= first < self.geometry.clusters + 2 or first in seen:
                raise ValueError("the volume's table is damaged")
            seen.add(first)
            found.append(first)
            first = self.next(first)
            if not first:
                raise ValueError("the volume's table is damaged")
        return found

    def free_clusters(self) -> list[int]:
        """The numbers of all free clusters."""
        return [number for number in range(2, self.geometry.clusters + 2) if not self.next(number)]

    def free_run(self, count: int) -> int | None:
        """The first of `count` free clusters beside each other, None if there are none."""
        run = 0
        for number in range(2, self.geometry.clusters + 2):
            run = 0 if self.next(number) else run + 1
            if run == count:
                return number - count + 1
        return None

    def offset(self, cluster: int) -> int:
        """Where a cluster begins, in bytes from the volume's start."""
        return self.geometry.data + (cluster - 2) * self.geometry.cluster

    def in_one_piece(self, path: str) -> bool:
        """Whether a file's clusters follow each other."""
        entry = self.find(path)
        clusters = self.chain(entry.first) if entry else []
        return all(after == before + 1 for before, after in itertools.pairwise(clusters))

    def sharing(self, path: str, regions: list[tuple[int, int]]) -> list[str]:
        """What shares a flash block with a region (offset, bytes) of a file: paths, "the drive's table", or the file
        itself where two regions share one. [] is what a file that is overwritten in place needs.
        """
        entry = self.find(path)
        if entry is None:
            return []
        own = self.chain(entry.first)
        size = self.geometry.cluster
        taken: dict[int, str] = dict.fromkeys(range((self.geometry.data + BLOCK - 1) // BLOCK), "the drive's table")
        for name, other in self._entries.items():
            if other.slot != entry.slot:
                for number in self.chain(other.first):
                    taken |= dict.fromkeys(_blocks(self.offset(number), size), name)
        found: set[str] = set()
        for offset, length in regions:
            region: set[int] = set()
            for number in own[offset // size : (offset + length + size - 1) // size]:
                region.update(_blocks(self.offset(number), size))
            found.update(taken[block] for block in region if block in taken)
            taken |= dict.fromkeys(region, path)
        return sorted(found)

    def with_clusters(self, path: str, first: int, count: int, size: int) -> tuple[list[tuple[int, bytes]], bytes]:
        """An empty file's new table and slot, if it gets the clusters `first` and those behind it.

        Returns ([(place, bytes) of each copy of the table], the slot's bytes). Nothing is changed here.
        """
        entry = self.find(path)
        if entry is None:
            raise FileNotFoundError(path)
        place = self.geometry
        table = bytearray(self._bytes[place.fat : place.fat + place.fat_size])
        for number in range(first, first + count):
            following = number + 1 if number + 1 < first + count else 0xFFFF
            if place.wide:
                struct.pack_into("<H", table, 2 * number, following)
                continue
            at = number + number // 2
            pair = int(struct.unpack_from("<H", table, at)[0])
            pair = pair & 0x000F | (following & 0xFFF) << 4 if number % 2 else pair & 0xF000 | following & 0xFFF
            struct.pack_into("<H", table, at, pair)
        slot = bytearray(self._bytes[entry.slot : entry.slot + SLOT])
        struct.pack_into("<HI", slot, 26, first, size)
        return [(place.fat + n * place.fat_size, bytes(table)) for n in range(place.fats)], bytes(slot)

    def _cluster(self, number: int) -> bytes:
        at = self.offset(number)
        return bytes(self._bytes[at : at + self.geometry.cluster])

    def _read_folder(self, path: str, content: bytes, start: int, clusters: list[int] | None) -> None:
        long = b""
        checksum = -1
        for at in range(0, len(content), SLOT):
            slot = content[at : at + SLOT]
            kind = slot[11]
            if not slot[0]:
                break
            if slot[0] == DELETED:
                long = b""
            elif kind & 0x3F == LONG_NAME:
                part = slot[1:11] + slot[14:26] + slot[28:32]
                long, checksum = (part if slot[0] & LAST_LONG else part + long), slot[13]
            elif kind & VOLUME_LABEL or slot[0] == 0x2E:  # ".", ".."
                long = b""
            else:
                name = _long_name(long) if long and checksum == _checksum(slot[:11]) else _short_name(slot)
                long = b""
                first, size = struct.unpack_from("<HI", slot, 26)
                where = start + at
                if clusters is not None:
                    where = self.offset(clusters[at // self.geometry.cluster]) + at % self.geometry.cluster
                entry = Entry(bool(kind & FOLDER), first, size, where)
                full = f"{path}{name}"
                if full in self._entries:
                    continue
                self._entries[full] = entry
                if entry.folder and full.count("/") < 32:
                    inside = self.chain(first)
                    self._read_folder(full + "/", b"".join(map(self._cluster, inside)), 0, inside)


def _volume_start(content: bytes | bytearray) -> int:
    """Where the volume begins: at once, or where the first partition does."""
    if len(content) < 1024 or bytes(content[510:512]) != SIGNATURE:
        raise ValueError("no FAT volume")
    if content[0] in (0xEB, 0xE9):
        return 0
    return int(struct.unpack_from("<I", content, PARTITION_TABLE + 8)[0]) * 512


def _geometry(volume: memoryview) -> Geometry:
    if len(volume) < 1024 or volume[0] not in (0xEB, 0xE9):
        raise ValueError("no FAT volume")
    sector, per_cluster, reserved, fats, slots, small = struct.unpack_from("<HBHBHH", volume, 11)
    (fat_sectors,) = struct.unpack_from("<H", volume, 22)
    sectors = small or struct.unpack_from("<I", volume, 32)[0]
    if sector not in (512, 1024, 2048, 4096) or not per_cluster or not fat_sectors or not fats or not slots:
        raise ValueError("no FAT12 or FAT16 volume")
    fat = reserved * sector
    root = fat + fats * fat_sectors * sector
    root_size = (slots * SLOT + sector - 1) // sector * sector
    data = root + root_size
    clusters = (sectors * sector - data) // (per_cluster * sector)
    if clusters < 1 or clusters >= FAT16_MOST or sectors * sector > len(volume):
        raise ValueError("no FAT12 or FAT16 volume, or not the whole of it")
    return Geometry(
        per_cluster * sector, fat, fat_sectors * sector, fats, root, root_size, data, clusters, clusters >= FAT12_MOST
    )


def _blocks(start: int, length: int) -> range:
    return range(start // BLOCK, (start + length - 1) // BLOCK + 1)


def _short_name(slot: bytes) -> str:
    first = b"\xe5" if slot[0] == 0x05 else slot[:1]
    stem = (first + slot[1:8]).decode("cp437").rstrip()
    suffix = slot[8:11].decode("cp437").rstrip()
    stem = stem.lower() if slot[12] & LOWER_STEM else stem
    suffix = suffix.lower() if slot[12] & LOWER_SUFFIX else suffix
    return f"{stem}.{suffix}" if suffix else stem


def _long_name(parts: bytes) -> str:
    return parts.decode("utf-16-le", "replace").split("\0")[0]


def _checksum(short: bytes) -> int:
    total = 0
    for byte in short:
        total = ((total >> 1) + ((total & 1) << 7) + byte) & 0xFF
    return total
