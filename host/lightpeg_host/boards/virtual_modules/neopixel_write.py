"""CircuitPython's `neopixel_write`: hands the bytes to the parent and takes the time the wire takes."""

from typing import Any

from lightpeg_host.boards import wire
from lightpeg_host.boards.virtual_chip import PIXEL_US, chip


def neopixel_write(digitalinout: Any, buf: Any) -> None:
    """Send `buf` to the pixels: three bytes a pixel, 30 microseconds each."""
    here = chip()
    here.advance(len(buf) // 3 * PIXEL_US)
    here.report(wire.PIXELS, wire.TIME.pack(here.now_us) + bytes(buf))
