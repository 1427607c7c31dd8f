"""The one chunk that is in memory: whoever reads or writes a whole chunk, or all of nvm, does it in `BUFFER`.

It is there from the first start on. A heap in use for hours has 4096 free bytes, but rarely in one piece, and a game
must not be lost for that. Nothing in it is kept from one call of the store to the next.
"""

import struct
from binascii import crc32

from lightpeg.store.chunks import CHUNK, offset

BUFFER = bytearray(CHUNK)
LIMIT = CHUNK - 4  # where a chunk's CRC-32 is

_PIECE = bytearray(512)


def fetch(file, place):
    """Reads a chunk. Returns whether its CRC-32 is right. Raises OSError."""
    file.read(offset(place), BUFFER)
    return struct.unpack_from("<I", BUFFER, LIMIT)[0] == crc32(memoryview(BUFFER)[:LIMIT])


def erase_from(end, stop):
    """Makes it 0xFF from `end` to `stop`."""
    for at in range(end, stop):
        BUFFER[at] = 0xFF


def put(file, place, end):
    """Writes what is in it up to `end`, with its CRC-32, and returns whether that is there now. Raises OSError."""
    erase_from(end, LIMIT)
    crc = crc32(memoryview(BUFFER)[:LIMIT])
    struct.pack_into("<I", BUFFER, LIMIT, crc)
    file.write(offset(place), BUFFER)
    found = 0
    for at in range(0, CHUNK, len(_PIECE)):
        file.read(offset(place) + at, _PIECE)
        found = crc32(_PIECE, found)
    return found == crc32(BUFFER)
