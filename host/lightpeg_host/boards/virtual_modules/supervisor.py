"""CircuitPython's `supervisor`: the tick counter and what is known of the USB connection."""

from lightpeg_host.boards.virtual_chip import chip


def ticks_ms() -> int:
    """Milliseconds, wrapping at 2**29; starts 65 seconds before the wrap."""
    return chip().ticks_ms()


def reload() -> None:
    """Start code.py anew; here the whole board starts anew."""
    chip().restart("reload")


class Runtime:
    """What the running program can know. The virtual console is always read, by the parent."""

    autoreload = True
    serial_bytes_available = 0

    @property
    def usb_connected(self) -> bool:
        """True when a computer has set the board up."""
        return bool(chip().config.get("usb", True))

    @property
    def serial_connected(self) -> bool:
        """True when a program reads the console."""
        return self.usb_connected


runtime = Runtime()
