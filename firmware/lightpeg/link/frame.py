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
    except (ValueError, UnicodeError, RuntimeError):
        return None, BAD_TEXT
    if not isinstance(message, dict):
        return None, BAD_TEXT
    return message, None


class Reader:
    """Cuts what arrives into lines. Never holds more than MAX_FRAME bytes: the rest of a longer line is drained, and
    the line is reported once as too long."""

    def __init__(self):
        self.reset()

    def reset(self):
        """Forgets the line that has begun: whoever began it will not end it."""
        self._held = b""
        self._draining = False

    def feed(self, data):
        """Takes bytes as they arrive; returns a list of (message, fault) for the lines that became complete. Empty
        lines are no frames and no faults."""
        found = []
        while data:
            end = data.find(b"\n")
            piece = data if end < 0 else data[:end]
            if not self._draining:
                if len(self._held) + len(piece) >= MAX_FRAME:
                    self._draining = True
                    self._held = b""
                else:
                    self._held += piece
            if end < 0:
                break
            data = data[end + 1 :]
            line = self._held
            self._held = b""
            if self._draining:
                self._draining = False
                found.append((None, TOO_LONG))
            elif line.strip():
                found.append(decode(line.strip()))
        return found
