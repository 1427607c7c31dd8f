"""A record among others in a byte store: kind, length, payload, and the CRC-32 of all that.

The kind is one byte (1 to 63), the length a number of `packing`, the CRC-32 four bytes, low one first. Erased bytes are
0xFF. Whoever reads takes up again behind damaged bytes at the next record that is whole.
"""

import struct
from binascii import crc32

from lightpeg.store.packing import put_number

# What the journal is made of: kind, then the payload, of `packing`'s numbers, texts and nibbles.
HEADER = 1  # format version (byte), journal id and generation (4 bytes each, low one first)
START = 2  # number of the start that the records behind it belong to; the seq that comes next
SETTINGS = 3  # JSON
PLAYERS = 4  # texts, one for each slot
TIME = 5  # number of a start, and the time of its second 0 in seconds since 1970; once or several times
ACK = 6  # seq of the last game that a computer has
FINISHED = 7  # a game: see `game_record`
# The match that is running: see `recorder`.
MATCH = 16
GAME = 17
SECRET = 18
ROW = 19
ANSWER = 20
WARNED = 21
CLOCK = 22
ENDING = 23
OVER = 24  # the finished game, as FINISHED has it
CLOSED = 25  # the match is over or was left

# A stretch that is no record, as `scan` tells it.
DAMAGED = 0

_EXTRA = 4
_HIGHEST = 63
_ERASED = b"\xff"
_STEP = 64


def frame(kind, payload):
    """A record's bytes."""
    out = bytearray()
    out.append(kind)
    put_number(out, len(payload))
    out.extend(payload)
    out.extend(struct.pack("<I", crc32(out)))
    return out


def _payload(store, at, stop):
    """Where the payload of the record at `at` begins and ends; (0, 0) where there is no whole one."""
    if at + 2 > stop or not 0 < store[at] <= _HIGHEST:
        return 0, 0
    size = store[at + 1]
    start = at + 2
    if size > 127:
        if start >= stop or store[start] > 127:
            return 0, 0
        size = size & 127 | store[start] << 7
        start += 1
    end = start + size
    if end + _EXTRA > stop or struct.unpack("<I", bytes(store[end : end + _EXTRA]))[0] != crc32(bytes(store[at:end])):
        return 0, 0
    return start, end


def used(store, at, stop):
    """The end of what is not erased between `at` and `stop`."""
    while stop > at:
        start = max(at, stop - _STEP)
        left = len(bytes(store[start:stop]).rstrip(_ERASED))
        if left:
            return start + left
        stop = start
    return at


def scan(store, at, stop):
    """Yields (kind, begin, start, end) of each record in a part of a store: where it and where its payload begins,
    and where the payload ends; the record ends 4 bytes later. A stretch that cannot be read is one of kind DAMAGED."""
    last = used(store, at, stop)
    lost = -1
    while at < last:
        start, end = _payload(store, at, stop)
        if not end:
            if lost < 0:
                lost = at
            at += 1
            continue
        if lost >= 0:
            yield DAMAGED, lost, lost, at - _EXTRA
            lost = -1
        yield store[at], at, start, end
        at = end + _EXTRA
    if lost >= 0:
        yield DAMAGED, lost, lost, last - _EXTRA
