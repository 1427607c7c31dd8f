"""The last choices of the menu as the first firmware kept them, in a byte store such as `microcontroller.nvm`. What it
wrote is still read: by `lightpeg.store.choices`.

A record is appended to still erased bytes, so that the chip has nothing to erase, and a cut of the power leaves the
last choices or the ones before them. There are two halves: when one is full the other is erased and written from its
beginning. Where a store erases no more than it is told to, a cut loses nothing then either. The RP2040 erases all of
its nvm and writes it again, which takes 53 ms: a cut just then loses the choices, and the board starts with its
defaults. With records of some 40 bytes that is one change in twelve; choices that have not changed are not written.

A record is a mark with the half's generation in its two low bits (each half that is begun counts
one up), the length of its JSON text in two bytes (high one first), the text, and the CRC-32 of all that in four bytes.
"""

import json
from binascii import crc32

# The region of the store: its last kilobyte, in two halves.
START = 3072
HALF = 512

_MARK = 0xA4
_ERASED = 0xFF
_EXTRA = 7


def _check(data):
    crc = crc32(data)
    return bytes([crc >> 24 & 255, crc >> 16 & 255, crc >> 8 & 255, crc & 255])


def _is_erased(store, start, stop):
    return all(byte == _ERASED for byte in store[start:stop])


def _scan(store, start):
    """A half's beginning, the text of its last good record (or None), its generation, and the place after its last
    record; the place is None where the half does not end in erased bytes."""
    at = start
    stop = start + HALF
    good = None
    generation = 0
    while at + _EXTRA <= stop:
        mark = store[at]
        if mark & 0xFC != _MARK:
            return start, good, generation, at if _is_erased(store, at, stop) else None
        end = at + _EXTRA + (store[at + 1] << 8 | store[at + 2])
        if end > stop:
            break
        record = bytes(store[at:end])
        if _check(record[:-4]) == record[-4:]:
            good = record[3:-4]
            generation = mark & 3
        at = end
    return start, good, generation, None


def _newest(store):
    """The half in use, as `_scan` tells it."""
    first = _scan(store, START)
    second = _scan(store, START + HALF)
    if second[1] is None or (first[1] is not None and (first[2] - second[2]) & 3 == 1):
        return first
    return second


def save(store, choices):
    """Keeps `choices`, a dict of numbers and short texts. Raises ValueError when they are too long to keep."""
    text = json.dumps(choices).encode()
    size = len(text) + _EXTRA
    if size > HALF:
        raise ValueError("these choices take %d bytes; %d can be kept" % (size, HALF))
    half, last, generation, at = _newest(store)
    if text == last:
        return
    if at is None or at + size > half + HALF:
        at = START if half != START else START + HALF
        generation = generation + 1 & 3
        if not _is_erased(store, at, at + HALF):
            store[at : at + HALF] = bytes([_ERASED]) * HALF
    record = bytes([_MARK | generation, len(text) >> 8, len(text) & 255]) + text
    store[at : at + size] = record + _check(record)
