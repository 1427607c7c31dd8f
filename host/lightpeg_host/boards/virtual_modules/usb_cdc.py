"""CircuitPython's `usb_cdc`: two serial channels with small buffers; `data` exists only if boot.py asked for it."""

from typing import Any

from lightpeg_host.boards.virtual_chip import CALL_US, SERIAL_BUFFER, chip

WAIT_US = 1000


class Serial:
    """The data channel. A write takes what fits now and, unless write_timeout is 0, waits for the rest."""

    def __init__(self) -> None:
        self.timeout: float | None = None
        self.write_timeout: float | None = None

    @property
    def connected(self) -> bool:
        """True while a program on the computer holds the channel open."""
        return chip().serial_open

    @property
    def in_waiting(self) -> int:
        """Bytes ready to be read."""
        chip().advance(CALL_US)
        return len(chip().serial_in)

    @property
    def out_waiting(self) -> int:
        """Bytes the computer has not taken yet."""
        return chip().serial_unread if chip().serial_open else len(chip().serial_kept)

    def read(self, size: int = -1) -> bytes:
        """At most `size` bytes, waiting up to `timeout` for them."""
        wanted = SERIAL_BUFFER if size < 0 else size
        data = chip().serial_read(wanted)
        end = _deadline(self.timeout)
        while len(data) < wanted and not _over(end):
            chip().advance(WAIT_US)
            data += chip().serial_read(wanted - len(data))
        return data

    def readinto(self, buf: Any) -> int:
        """Read into `buf`; the number of bytes."""
        data = self.read(len(buf))
        buf[: len(data)] = data
        return len(data)

    def readline(self, size: int = -1) -> bytes:
        """Read up to and with the next newline; less where the timeout ends first."""
        line = b""
        end = _deadline(self.timeout)
        while not line.endswith(b"\n") and (size < 0 or len(line) < size):
            byte = chip().serial_read(1)
            if byte:
                line += byte
            elif _over(end):
                break
            else:
                chip().advance(WAIT_US)
        return line

    def write(self, buf: Any) -> int:
        """Write as much of `buf` as fits within `write_timeout`; the number of bytes."""
        data = bytes(buf)
        written = chip().serial_write(data)
        chip().advance(CALL_US)
        end = _deadline(self.write_timeout)
        while written < len(data) and not _over(end):
            chip().advance(WAIT_US)
            written += chip().serial_write(data[written:])
        return written

    def flush(self) -> None:
        """Nothing to do: what is in the buffer goes out by itself."""

    def reset_input_buffer(self) -> None:
        """Forget what has arrived."""
        chip().serial_in.clear()

    def reset_output_buffer(self) -> None:
        """Forget what nobody has listened to."""
        chip().serial_kept.clear()


def _deadline(timeout: float | None) -> float:
    if timeout is None:
        return float("inf")
    return chip().now_us + timeout * 1_000_000 if timeout else 0


def _over(deadline: float) -> bool:
    return chip().now_us >= deadline


console: Serial | None = None
data: Serial | None = None
serials: tuple[Serial, ...] = ()


def enable(*, console: bool = True, data: bool = False) -> None:
    """Choose the channels; only in boot.py."""
    if chip().usb_started:
        raise RuntimeError("Cannot change USB devices now")
    channel = Serial() if data else None
    globals()["data"] = channel
    globals()["serials"] = (channel,) if channel else ()


def disable() -> None:
    """No channels."""
    enable(console=False, data=False)
