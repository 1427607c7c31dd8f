"""CircuitPython's `microcontroller`: the memory that survives, the watchdog, the reset."""

from watchdog import WatchDogTimer

from lightpeg_host.boards.virtual_chip import chip
from lightpeg_host.boards.virtual_nvm import ByteArray
from lightpeg_host.boards.virtual_pins import Pin

__all__ = ["Pin", "Processor", "ResetReason", "RunMode", "cpu", "nvm", "on_next_reset", "reset", "watchdog"]

nvm = ByteArray(chip().config["nvm"])
watchdog = WatchDogTimer()


_next = "software"


class RunMode:
    """What a board starts into."""

    NORMAL = "software"
    BOOTLOADER = "bootloader"


def on_next_reset(run_mode: str) -> None:
    """What the next reset starts into."""
    global _next  # noqa: PLW0603 - as on the chip, where it is a register
    _next = run_mode


def reset() -> None:
    """Restart the board."""
    chip().restart(_next)


class ResetReason:
    """Why the board started."""

    POWER_ON = "POWER_ON"
    SOFTWARE = "SOFTWARE"
    WATCHDOG = "WATCHDOG"
    UNKNOWN = "UNKNOWN"


class Processor:
    """The chip itself."""

    frequency = 125_000_000
    uid = bytes.fromhex(chip().config["uid"])

    @property
    def reset_reason(self) -> str:
        """One of ResetReason."""
        reasons = {"power": "POWER_ON", "software": "SOFTWARE", "watchdog": "WATCHDOG"}
        return reasons.get(chip().config.get("reason", ""), "UNKNOWN")


cpu = Processor()
