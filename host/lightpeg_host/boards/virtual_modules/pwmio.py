"""CircuitPython's `pwmio.PWMOut`: tells the parent what a buzzer on the pin would sound like."""

from typing import Any

from lightpeg_host.boards import wire
from lightpeg_host.boards.virtual_chip import chip


class PWMOut:
    """A pin that sounds: audible while its duty cycle is neither none nor full."""

    def __init__(
        self, pin: Any, *, duty_cycle: int = 0, frequency: int = 500, variable_frequency: bool = False
    ) -> None:
        self._variable = variable_frequency
        self._frequency = frequency
        self._duty_cycle = duty_cycle
        self._sounding = 0
        self._tell()

    def _tell(self) -> None:
        sounding = self._frequency if 0 < self._duty_cycle < 0xFFFF else 0
        if sounding != self._sounding:
            self._sounding = sounding
            chip().report(wire.TONE, wire.COUNT.pack(sounding))

    @property
    def duty_cycle(self) -> int:
        """0 to 65535."""
        return self._duty_cycle

    @duty_cycle.setter
    def duty_cycle(self, value: int) -> None:
        if not 0 <= value <= 0xFFFF:
            raise ValueError("duty_cycle must be 0-65535")
        self._duty_cycle = value
        self._tell()

    @property
    def frequency(self) -> int:
        """In Hz."""
        return self._frequency

    @frequency.setter
    def frequency(self, value: int) -> None:
        if not self._variable:
            raise AttributeError("PWM frequency not writable when variable_frequency is False on construction.")
        if value < 1:
            raise ValueError("Invalid PWM frequency")
        self._frequency = int(value)
        self._tell()

    def deinit(self) -> None:
        """Silence."""
        self._duty_cycle = 0
        self._tell()
