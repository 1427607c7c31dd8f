"""A board's panel as its live events tell of it."""

from __future__ import annotations

import base64
import binascii
from typing import Any

Colour = tuple[int, int, int]


class Panel:
    """What the panel shows. Line 0 is the far one. It is `hidden` and black while the board does not tell because of a
    secret; single lines that show one stay as they were before."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.hidden = False
        self.data = bytearray(width * height * 3)

    def take(self, event: dict[str, Any]) -> bool:
        """Take an event of any kind; whether the picture is another one now. What makes no sense is passed over."""
        kind = event.get("live")
        if kind == "hidden":
            self.hidden = True
            self.data = bytearray(len(self.data))
            return True
        if kind != "pixels":
            return False
        first, count, text = event.get("y"), event.get("n"), event.get("rgb")
        if not isinstance(first, int) or not isinstance(count, int) or not isinstance(text, str):
            return False
        try:
            lines = base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            return False
        size = self.width * 3
        if first < 0 or count < 1 or first + count > self.height or len(lines) != count * size:
            return False
        self.data[first * size : (first + count) * size] = lines
        self.hidden = False
        return True

    def colour(self, x: int, y: int) -> Colour:
        """Red, green and blue of one light, 0 to 255."""
        at = (y * self.width + x) * 3
        return self.data[at], self.data[at + 1], self.data[at + 2]
