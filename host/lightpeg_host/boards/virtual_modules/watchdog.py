"""CircuitPython's `watchdog` on the RP2040: RESET mode only; it can be stopped."""

from lightpeg_host.boards import wire
from lightpeg_host.boards.virtual_chip import CALL_US, chip

LONGEST_SECONDS = 8


class WatchDogTimeout(Exception):
    """Raised in RAISE mode, which this chip does not have."""


class WatchDogMode:
    """What happens when the watchdog is not fed."""

    RAISE = "watchdog.WatchDogMode.RAISE"
    RESET = "watchdog.WatchDogMode.RESET"


class WatchDogTimer:
    """The one watchdog, `microcontroller.watchdog`. Bites in virtual time."""

    def __init__(self) -> None:
        self._timeout: float | None = None
        self._mode: str | None = None
        self._deadline_us = 0
        self._alarm_set = False

    def feed(self) -> None:
        """Put the bite off by the timeout; nothing if the watchdog is off."""
        chip().advance(CALL_US)
        if self._mode and self._timeout:
            self._deadline_us = chip().now_us + round(self._timeout * 1_000_000)
            if not self._alarm_set:
                self._alarm_set = True
                chip().alarm(self._deadline_us, self._look)

    def _look(self) -> None:
        self._alarm_set = False
        if self._mode is None:
            return
        if chip().now_us >= self._deadline_us:
            chip().restart("watchdog")
        self._alarm_set = True
        chip().alarm(self._deadline_us, self._look)

    @property
    def timeout(self) -> float | None:
        """Seconds without food before it bites."""
        return self._timeout

    @timeout.setter
    def timeout(self, seconds: float) -> None:
        if not 0 < seconds <= LONGEST_SECONDS:
            raise ValueError("timeout must be 0-8")
        self._timeout = seconds
        self.feed()

    @property
    def mode(self) -> str | None:
        """None (off) or WatchDogMode.RESET."""
        return self._mode

    @mode.setter
    def mode(self, mode: str | None) -> None:
        if mode == WatchDogMode.RAISE:
            raise NotImplementedError("RAISE mode is not implemented")
        if mode is not None and self._timeout is None:
            raise ValueError("WatchDogTimer.timeout must be greater than 0")
        self._mode = mode
        chip().report_now(wire.WATCHDOG, b"\1" if mode else b"\0")
        self.feed()
