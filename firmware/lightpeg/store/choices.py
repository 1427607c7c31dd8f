"""Reads the last choices of the menu as the first firmware kept them, in the last kilobyte of nvm.

There are two halves, each of records that were appended until it was full; then the other one was erased and begun.
A record is a mark with the half's generation in its two low bits (each half that is begun counts one up), the length of
its JSON text in two bytes, the text, and the CRC-32 of all that in four bytes, high ones first.
"""

import json
import struct
from binascii import crc32

# The region of the store: its last kilobyte, in two halves.
START = 3072
HALF = 512

_MARK = 0xA4
_EXTRA = 7


def _scan(store, at):
    """The text of the last good record of the half that begins at `at`, or None; and its generation."""
    stop = at + HALF
    good = None
    generation = 0
    while at + _EXTRA <= stop and store[at] & 0xFC == _MARK:
        end = at + _EXTRA + (store[at + 1] << 8 | store[at + 2])
        if end > stop:
            break
        record = bytes(store[at:end])
        if struct.unpack(">I", record[-4:])[0] == crc32(record[:-4]):
            good = record[3:-4]
            generation = record[0] & 3
        at = end
    return good, generation


def load(store):
    """The choices last kept, as a dict; None where there are none that can be read."""
    text, first = _scan(store, START)
    other, second = _scan(store, START + HALF)
    if other is not None and (text is None or (first - second) & 3 != 1):
        text = other
    if text is None:
        return None
    try:
        choices = json.loads(text.decode())
    except (ValueError, UnicodeError):
        return None
    return choices if isinstance(choices, dict) else None
