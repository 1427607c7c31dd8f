"""CircuitPython's `analogio.AnalogIn` over the levels the parent set."""

from typing import Any

from lightpeg_host.boards.virtual_chip import chip


class AnalogIn:
    """An ADC pin."""

    reference_voltage = 3.3

    def __init__(self, pin: Any) -> None:
        if pin.id not in (26, 27, 28):
            raise ValueError("Pin does not have ADC capabilities")
        self._pin = pin.id

    @property
    def value(self) -> int:
        """The reading, 0 to 65535."""
        return chip().analog(self._pin)

    def deinit(self) -> None:
        """Nothing to free."""
