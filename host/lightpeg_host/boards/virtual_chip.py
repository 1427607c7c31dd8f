"""The inside of the virtual board's process: its clock, pins and wires. `lightpeg_host.boards.virtual_modules` puts
CircuitPython's modules on top of it.

Time is virtual. The parent grants it; it passes when the firmware sleeps, and a little with everything that takes
time on the chip. When a grant is used up the process waits for the next one, in the middle of the sleep.
"""

from __future__ import annotations

import faulthandler
import heapq
import os
import random
from collections.abc import Callable
from typing import Any, BinaryIO, NoReturn

from lightpeg_host.boards import wire

TICKS_PERIOD = 1 << 29
# CircuitPython starts its tick counter so that it wraps 65 seconds after power-up.
TICKS_AT_START = TICKS_PERIOD - 65536

# What things take on the chip, in microseconds.
CALL_US = 5
PIXEL_US = 30
NVM_PROGRAM_US = 700
NVM_ERASE_US = 53_000
DRIVE_SYNC_US = 106_000

# The USB serial buffers, each way.
SERIAL_BUFFER = 256

STDERR_FD = 2


class Chip:
    """Clock, pins and wires of one virtual board between power-up and the end of its process."""

    def __init__(self, commands: BinaryIO, reports: BinaryIO, config: dict[str, Any]) -> None:
        self._commands = commands
        self._reports = reports
        self.config = config
        self.now_us = int(config["start_us"])
        self._boot_us = self.now_us
        self._limit_us = self.now_us
        self._next_us: int | float = float("inf")
        self._alarms: list[tuple[int, int, Callable[[], None]]] = []
        self._order = 0
        self._level: dict[int, int] = {}
        self._analog: dict[int, int] = {}
        self._noise = 0
        self._random = random.Random(config.get("seed", 1))
        self._interrupted = False
        self.serial_in = bytearray()
        self.serial_kept = bytearray()
        self.serial_unread = 0
        self.serial_open = False
        self.nvm_cut: int | None = None
        self.usb_started = False
        self.drive_readonly = True

    # -- time ---------------------------------------------------------------------------------------------------

    def ticks_ms(self) -> int:
        """supervisor.ticks_ms."""
        self.advance(CALL_US)
        return self.raw_ticks_ms()

    def raw_ticks_ms(self) -> int:
        """The tick counter, without the time it takes to ask."""
        start = int(self.config.get("ticks_start", TICKS_AT_START))
        return (start + (self.now_us - self._boot_us) // 1000) % TICKS_PERIOD

    def sleep(self, seconds: float) -> None:
        """time.sleep."""
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        self.advance(round(seconds * 1_000_000) + CALL_US)
        if self._interrupted:
            self._interrupted = False
            raise KeyboardInterrupt

    def monotonic_ns(self) -> int:
        """time.monotonic_ns."""
        self.advance(CALL_US)
        return (self.now_us - self._boot_us) * 1000

    def advance(self, us: int) -> None:
        """Let time pass: alarms ring at their time, and where the grant ends the process waits."""
        target = self.now_us + us
        while True:
            stop = min(self._limit_us, self._next_us)
            if target < stop:
                self.now_us = target
                return
            self.now_us = max(self.now_us, int(stop))
            if self._next_us <= self._limit_us:
                self._ring()
            else:
                self.wait_for_grant()

    def alarm(self, at_us: int, call: Callable[[], None]) -> None:
        """Call `call()` when the clock reaches `at_us`."""
        self._order += 1
        heapq.heappush(self._alarms, (at_us, self._order, call))
        self._next_us = self._alarms[0][0]

    def _ring(self) -> None:
        _, _, call = heapq.heappop(self._alarms)
        self._next_us = self._alarms[0][0] if self._alarms else float("inf")
        call()

    # -- wires to the parent ------------------------------------------------------------------------------------

    def report(self, letter: bytes, body: bytes = b"") -> None:
        """Tell the parent something."""
        wire.send(self._reports, letter, body)

    def report_now(self, letter: bytes, body: bytes) -> None:
        """Tell the parent something that must arrive even if the firmware hangs in the next line."""
        self.report(letter, body)
        self._reports.flush()

    def wait_for_grant(self) -> None:
        """Say that the grant is used up, take what the parent sends, return with the next grant."""
        faulthandler.cancel_dump_traceback_later()
        free = SERIAL_BUFFER - len(self.serial_in)
        self.report(wire.DONE, wire.DONE_BODY.pack(self.now_us, free))
        self._reports.flush()
        while True:
            message = wire.receive(self._commands)
            if message is None:
                os._exit(0)  # the parent has gone
            letter, body = message
            if letter == wire.RUN:
                (self._limit_us,) = wire.TIME.unpack(body)
                faulthandler.dump_traceback_later(self.config["hang_s"], exit=True, file=STDERR_FD)
                return
            self._take(letter, body)

    def _take(self, letter: bytes, body: bytes) -> None:
        if letter == wire.LEVEL:
            pin, value = wire.PIN.unpack(body)
            self._level[pin] = value
        elif letter == wire.ANALOG:
            pin, value = wire.PIN.unpack(body)
            self._analog[pin] = value
        elif letter == wire.NOISE:
            (self._noise,) = wire.COUNT.unpack(body)
        elif letter == wire.SERIAL_IN:
            self.serial_in += body
        elif letter == wire.SERIAL_TAKEN:
            self.serial_unread -= wire.COUNT.unpack(body)[0]
        elif letter == wire.SERIAL_OPEN:
            self.serial_open = body == b"\1"
            if self.serial_open and self.serial_kept:
                # The chip keeps what was written while nobody listened; the next listener gets it.
                self._transmit(bytes(self.serial_kept))
                self.serial_kept.clear()
        elif letter == wire.CONSOLE_IN:
            self._interrupted = self._interrupted or b"\3" in body
        elif letter == wire.NVM_CUT:
            (self.nvm_cut,) = wire.COUNT.unpack(body)

    def leave(self, letter: bytes, text: str = "") -> NoReturn:
        """End the process, telling the parent why."""
        self.report(letter, wire.TIME.pack(self.now_us) + text.encode())
        self._reports.flush()
        os._exit(0)

    def restart(self, reason: str) -> NoReturn:
        """Restart the board: the parent starts a new process at this time."""
        self.leave(wire.RESTART, reason)

    # -- pins ---------------------------------------------------------------------------------------------------

    def level(self, pin: int) -> int:
        """The level of a GPIO; 1 (pulled up) where nothing pulls it down."""
        return self._level.get(pin, 1)

    def analog(self, pin: int) -> int:
        """A reading 0..65535 of an ADC pin: 12 bits, spread over 16 as CircuitPython does."""
        self.advance(CALL_US)
        value = self._analog.get(pin, 0)
        if self._noise:
            value += self._random.randint(-self._noise, self._noise)
        raw = min(max(value, 0), 65535) >> 4
        return raw << 4 | raw >> 8

    # -- serial channel -----------------------------------------------------------------------------------------

    def serial_read(self, count: int) -> bytes:
        """Take up to `count` bytes out of the receive buffer."""
        data = bytes(self.serial_in[:count])
        del self.serial_in[:count]
        return data

    def serial_write(self, data: bytes) -> int:
        """Put as much of `data` as fits into the transmit buffer; returns the number of bytes."""
        if not self.serial_open:
            # As on the chip: without a listener the buffer takes everything and keeps the newest bytes.
            self.serial_kept += data
            del self.serial_kept[:-SERIAL_BUFFER]
            return len(data)
        part = data[: max(0, SERIAL_BUFFER - self.serial_unread)]
        self._transmit(part)
        return len(part)

    def _transmit(self, data: bytes) -> None:
        if data:
            self.serial_unread += len(data)
            self.report(wire.SERIAL_OUT, data)


_chip: Chip | None = None


def install(chip: Chip) -> None:
    """Make `chip` the chip of this process."""
    global _chip  # noqa: PLW0603 - a process is one board; CircuitPython's modules are global as well
    _chip = chip


def chip() -> Chip:
    """The chip of this process."""
    if _chip is None:
        raise RuntimeError("CircuitPython's modules work only inside a virtual board's process")
    return _chip
