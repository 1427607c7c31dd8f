"""Where things lie in the data files of the drive; the only place that says so.

The drive is kept in flash blocks of 4096 bytes that are erased as a whole, and a file may begin at any 512-byte sector
of such a block. So each chunk is followed by as much unused room, and the first chunk begins 4096 bytes into
the file: wherever a contiguous file begins, no two chunks share a flash block with each other or with another file.

The files are made once, full of 0xFF, by `lightpeg install`; the firmware only ever overwrites them in place.
"""

CHUNK = 4096  # bytes that are written together
STRIDE = 8192  # bytes from the start of a chunk to the start of the next one
GAME_CHUNKS = 40  # the archive of finished games
VARIANT_CHUNKS = 6  # uploaded variants: three pages, each kept twice
TABLES = 2  # places for a strategy table
TABLE_BYTES = 28672  # a place for one: 4096 for what it is, then the table
TABLE_STRIDE = 32768  # bytes from the start of a table to the start of the next one

FOLDER = "/memory"


def offset(n: int) -> int:
    """The place in its file of chunk n, in bytes."""
    return 4096 + n * STRIDE


def file_size(n: int) -> int:
    """The bytes of a file of n chunks."""
    return STRIDE * n + 4096


FILES = {
    "games.bin": file_size(GAME_CHUNKS),
    "variants.bin": file_size(VARIANT_CHUNKS),
    "tables.bin": 4096 + TABLES * TABLE_STRIDE,
}
