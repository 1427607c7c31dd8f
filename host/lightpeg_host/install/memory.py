"""The data files of the board's drive: made once, full of 0xFF, and from then on only overwritten by the firmware."""

from __future__ import annotations

from pathlib import Path

from lightpeg.store import chunks

FOLDER = chunks.FOLDER.strip("/")
#: {path on the drive: bytes}
DATA_FILES: dict[str, int] = {f"{FOLDER}/{name}": size for name, size in chunks.FILES.items()}
EMPTY = b"\xff"


def blank(size: int) -> bytes:
    """A data file in which nothing has been kept yet."""
    return EMPTY * size


def is_blank(content: bytes) -> bool:
    """Whether nothing has been kept in this (part of a) data file."""
    return content.count(EMPTY) == len(content)


def regions(path: str) -> list[tuple[int, int]]:
    """The places (offset, bytes) of a data file that are each written as one; nothing else in it is ever written."""
    name = path.rpartition("/")[2]
    if name == "tables.bin":
        return [(chunks.offset(0) + n * chunks.TABLE_STRIDE, chunks.TABLE_BYTES) for n in range(chunks.TABLES)]
    count = (chunks.FILES[name] - chunks.file_size(0)) // chunks.STRIDE
    return [(chunks.offset(n), chunks.CHUNK) for n in range(count)]


def replace(path: Path, content: bytes) -> None:
    """Give a file of this computer new content; whoever reads it finds the old one or the new one, never half of it."""
    new = path.with_name(path.name + ".new")
    new.write_bytes(content)
    new.replace(path)
