"""Connects Blinka's pins, and so its `digitalio`, to the virtual chip."""

from typing import Any

from adafruit_blinka.microcontroller.generic_agnostic_board import pin as blinka

from lightpeg_host.boards.virtual_chip import chip


class Pin(blinka.Pin):
    """A GPIO: reads the level the parent set, remembers what was written."""

    def read(self) -> Any:
        """The level: of the pin if it is an input, else as written."""
        if self._mode == self.OUT:
            return self.current_value or 0
        return chip().level(self.id)


def install() -> None:
    """Let `digitalio` use these pins. Must run before `digitalio` is imported."""
    setattr(blinka, "Pin", Pin)  # noqa: B010 - a class of the same name, which mypy refuses as an assignment
