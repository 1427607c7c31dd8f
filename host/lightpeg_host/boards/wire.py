"""How the parent and the virtual board's process talk: a letter, a length and that many bytes, over two pipes."""

from __future__ import annotations

import struct
from typing import BinaryIO

HEAD = struct.Struct(">cI")
TIME = struct.Struct(">Q")
PIN = struct.Struct(">BI")
COUNT = struct.Struct(">I")
DONE_BODY = struct.Struct(">QI")

# Parent to child.
LEVEL = b"l"  # PIN: GPIO and level 0 or 1
ANALOG = b"a"  # PIN: GPIO and value 0..65535
NOISE = b"n"  # COUNT: each analogue reading is off by up to this much, in 1/65535
SERIAL_IN = b"s"  # bytes for usb_cdc.data
SERIAL_TAKEN = b"t"  # COUNT: bytes of usb_cdc.data that the computer has taken
SERIAL_OPEN = b"o"  # one byte: 1 if a program on the computer holds the channel open
CONSOLE_IN = b"k"  # bytes typed at the console
NVM_CUT = b"f"  # COUNT: the power fails after this many more bytes written to nvm
RUN = b"r"  # TIME: go on until this time in microseconds

# Child to parent.
PIXELS = b"P"  # TIME and the bytes sent to the pixel chain
TONE = b"T"  # COUNT: Hz, 0 = silence
SERIAL_OUT = b"S"  # bytes from usb_cdc.data
CONSOLE_OUT = b"K"  # text printed
RESTART = b"X"  # TIME and the reason; the process ends
CUT = b"C"  # TIME: the power failed as NVM_CUT asked; the process ends
ENDED = b"E"  # code.py has ended; the text is its traceback, empty if there is none
WATCHDOG = b"W"  # one byte: 1 while the watchdog is on
DONE = b"D"  # DONE_BODY: time and free bytes for SERIAL_IN; waits for RUN


def send(stream: BinaryIO, letter: bytes, body: bytes = b"") -> None:
    """Put one message into the stream; the caller flushes."""
    stream.write(HEAD.pack(letter, len(body)) + body)


def receive(stream: BinaryIO) -> tuple[bytes, bytes] | None:
    """The next message as (letter, body), or None when the other side has gone."""
    head = stream.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    letter, length = HEAD.unpack(head)
    body = stream.read(length) if length else b""
    if len(body) < length:
        return None
    return letter, body
