"""Frames on the serial line: one line each, a JSON object, an asterisk and the text's CRC-32 in eight hex digits.

{"id":1,"do":"hello"}*A4237A48
"""

import json
from binascii import crc32

# Longest frame, its line feed included, in bytes.
MAX_FRAME = 1024

_CHECK = 9

# Why a line is no frame.
TOO_LONG = "too long"
BAD_CHECK = "bad check"
BAD_TEXT = "not a JSON object"


def encode(message):
    """The frame of a dict, as bytes. Raises ValueError where it would be longer than MAX_FRAME."""
    text = json.dumps(message).encode()
    frame = text + b"*%08X\n" % (crc32(text) & 0xFFFFFFFF)
    if len(frame) > MAX_FRAME:
        raise ValueError("a frame of %d bytes is longer than %d" % (len(frame), MAX_FRAME))
    return frame


def decode(line):
    """The dict in a line (without its line feed) and None, or None and the reason why there is none."""
    if len(line) >= MAX_FRAME:
        return None, TOO_LONG
    text = line[:-_CHECK]
    if line[-_CHECK:] != b"*%08X" % (crc32(text) & 0xFFFFFFFF):
        return None, BAD_CHECK
    try:
        message = json.loads(text.decode())
    except (ValueError, TypeError, UnicodeError, RuntimeError, MemoryError):
        # Too deep, too large, or a key that no dict takes: each reader of JSON fails in its own way.
        return None, BAD_TEXT
    if not isinstance(message, dict):
        return None, BAD_TEXT
    return message, None


class Reader:
    """Cuts what arrives into lines, and decodes one when it is asked for it.

    Who reads only while no line is `waiting`, and asks for the lines until there is none, has less than MAX_FRAME bytes
    held between two reads: the rest of a longer line is drained, and the line is reported once as too long.
    """

    def __init__(self):
        self.reset()

    def reset(self):
        """Forgets what has come, the line that has begun too: whoever began it will not end it."""
        self._held = b""
        self._draining = False

    @property
    def waiting(self):
        """Whether a whole line is held."""
        return b"\n" in self._held

    def take(self, data):
        """Takes bytes as they arrive."""
        self._held += data
        if not self.waiting and (self._draining or len(self._held) >= MAX_FRAME):
            self._draining = True
            self._held = b""

    def next(self):
        """(message, fault) of the next whole line, or None if there is none. Empty lines are no frames and no
        faults."""
        while True:
            held = self._held
            end = held.find(b"\n")
            if end < 0:
                return None
            line = held[:end].strip()
            self._held = b""
            drained = self._draining
            self._draining = False
            self.take(held[end + 1 :])
            if drained:
                return None, TOO_LONG
            if line:
                return decode(line)

    def feed(self, data):
        """Takes bytes and returns a list of what `next` has to say of all the whole lines."""
        self.take(data)
        found = []
        got = self.next()
        while got is not None:
            found.append(got)
            got = self.next()
        return found
