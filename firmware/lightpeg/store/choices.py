"""The last choices of the menu, kept in a byte store such as `microcontroller.nvm`.

A record is appended to still erased bytes, so that the chip has nothing to erase; only when the region is full is it
written anew. A record is a mark, the length of its JSON text in two bytes (high one first), the text, and the text's
CRC-32 in four bytes. A cut while writing leaves a record whose CRC is wrong: the one before it counts.
"""

import json
from binascii import crc32

# The region of the store: its last kilobyte.
START = 3072
STOP = 4096

_MARK = 0xA5
_ERASED = 0xFF
_EXTRA = 7


def _record(choices):
    text = json.dumps(choices).encode()
    return bytes([_MARK, len(text) >> 8, len(text) & 255]) + text + _check(text)


def _check(text):
    crc = crc32(text)
    return bytes([crc >> 24 & 255, crc >> 16 & 255, crc >> 8 & 255, crc & 255])


def _scan(store):
    """The text of the last good record (or None) and the place after the last one; the place is None where the
    region does not end in erased bytes."""
    at = START
    good = None
    while at < STOP:
        mark = store[at]
        if mark == _ERASED:
            for byte in store[at:STOP]:
                if byte != _ERASED:
                    return good, None
            return good, at
        if mark != _MARK or at + _EXTRA > STOP:
            return good, None
        length = store[at + 1] << 8 | store[at + 2]
        end = at + _EXTRA + length
        if end > STOP:
            return good, None
        text = bytes(store[at + 3 : end - 4])
        crc = bytes(store[end - 4 : end])
        if _check(text) == crc:
            good = text
        at = end
    return good, None


def load(store):
    """The choices last kept, as a dict; None where there are none that can be read."""
    text, _ = _scan(store)
    if text is None:
        return None
    try:
        choices = json.loads(text.decode())
    except (ValueError, UnicodeError):
        return None
    return choices if isinstance(choices, dict) else None


def save(store, choices):
    """Keeps `choices`, a dict of numbers and short texts. Raises ValueError when they are too long to keep."""
    record = _record(choices)
    if len(record) > STOP - START:
        raise ValueError("these choices take %d bytes; %d can be kept" % (len(record), STOP - START))
    text, at = _scan(store)
    if text is not None and text == record[3:-4]:
        return
    if at is None or at + len(record) > STOP:
        store[START:STOP] = record + bytes([_ERASED]) * (STOP - START - len(record))
    else:
        store[at : at + len(record)] = record
