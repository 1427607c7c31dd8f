"""CircuitPython's `microcontroller`: the memory that survives, the watchdog, the reset."""

from watchdog import WatchDogTimer

from lightpeg_host.boards.virtual_chip import chip
from lightpeg_host.boards.virtual_nvm import ByteArray
from lightpeg_host.boards.virtual_pins import Pin

__all__ = ["Pin", "Processor", "ResetReason", "cpu", "nvm", "reset", "watchdog"]

nvm = ByteArray(chip().config["nvm"])
watchdog = WatchDogTimer()


def reset() -> None:
    """Restart the board."""
    chip().restart("software")


class ResetReason:
    """Why the board started."""

    POWER_ON = "POWER_ON"
    SOFTWARE = "SOFTWARE"
    WATCHDOG = "WATCHDOG"
    UNKNOWN = "UNKNOWN"


class Processor:
    """The chip itself."""

    frequency = 125_000_000
    uid = bytes.fromhex("4c69676874706567")

    @property
    def reset_reason(self) -> str:
        """One of ResetReason."""
        reasons = {"power": "POWER_ON", "software": "SOFTWARE", "watchdog": "WATCHDOG"}
        return reasons.get(chip().config.get("reason", ""), "UNKNOWN")


cpu = Processor()
