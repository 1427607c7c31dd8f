"""The virtual board: the firmware's own boot.py and code.py in a process of their own, in virtual time."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lightpeg.hal import pins
from lightpeg_host.boards import wire
from lightpeg_host.boards.base import (
    ARM_GPIO,
    BUTTON_GPIO,
    CHANNEL_REST_MS,
    BoardError,
    Picture,
    arm_name,
    button_name,
    panel_settings,
    picture_from_wire,
    slider_position,
)
from lightpeg_host.boards.local import LocalBoard
from lightpeg_host.boards.virtual_process import VirtualProcess, firmware_folder

# A long run is cut into pieces so that the serial channel moves: long ones while nobody is connected, short ones while
# somebody is, very short ones while bytes move.
ALONE_US = 1_000_000
CONNECTED_US = 20_000
SERIAL_BUSY_PIECE_US = 1_000
SERIAL_BUSY_US = 50_000


class VirtualBoard(LocalBoard):
    """The firmware on this computer. See `Board` for the calls.

    `profile` is a folder for what the board keeps; without it everything is forgotten at the end. `width` is 16, or
    32 for two panels. `bounce_ms` makes every button chatter for so long when it goes down and up; `noise` lets each
    slider reading be off by up to this fraction of the whole way. `ticks_start` is where the millisecond counter
    begins after power-up, to reach its wrap at 2**29. `firmware` is the folder with boot.py and code.py. A traceback
    on the console is a BoardError in run() unless `tolerate_crash`. `hang_s` is how many seconds of real time the
    firmware may compute without ever letting time pass. May be called from several threads.
    """

    def __init__(
        self,
        profile: str | os.PathLike[str] | None = None,
        *,
        width: int = pins.PANEL_WIDTH,
        bounce_ms: int = 0,
        noise: float = 0.0,
        ticks_start: int | None = None,
        firmware: str | os.PathLike[str] | None = None,
        settings: dict[str, str] | None = None,
        tolerate_crash: bool = False,
        hang_s: float = 30.0,
        seed: int = 1,
        powered: bool = True,
    ) -> None:
        panel = panel_settings(width)
        super().__init__(width, profile)
        self._bounce_ms = bounce_ms
        self._tolerate_crash = tolerate_crash
        self._hang_s = hang_s
        self._config: dict[str, Any] = {
            "drive": str(self._profile.drive),
            "nvm": str(self._profile.nvm),
            "firmware": _search_path(firmware),
            "settings": {**panel, **(settings or {})},
            "uid": self._profile.uid,
            "hang_s": hang_s,
            "seed": seed,
        }
        if ticks_start is not None:
            self._config["ticks_start"] = ticks_start
        self._process: VirtualProcess | None = None
        self._now_us = 0
        self._levels: dict[int, int] = {}
        self._analogs = dict.fromkeys(ARM_GPIO.values(), 0)
        self._noise = round(noise * 65535)
        self._nvm_cut: int | None = None
        self._wire_bytes = bytes(width * pins.PANEL_HEIGHT * 3)
        self._picture: Picture | None = None
        self._tone = 0
        self._serial_free = 0
        self._serial_open = False
        self._serial_out = bytearray()
        self._serial_busy_until = 0
        self._serial_rest_until = 0
        self._watchdog_on = False
        #: Every restart so far as (ms, reason): "software" (the firmware asked for it), "watchdog" or "bootloader":
        #: after that it waits for a new firmware image, dark, until it gets power anew.
        self.restarts: list[tuple[float, str]] = []
        if powered:
            self.restore_power()

    # -- what it shows ------------------------------------------------------------------------------------------

    @property
    def now_ms(self) -> float:
        return self._now_us / 1000

    @property
    def powered(self) -> bool:
        return self._process is not None

    @property
    def tone(self) -> int:
        return self._tone

    def nvm(self) -> bytes:
        """The 4096 bytes of microcontroller.nvm as they are now."""
        return self._profile.nvm.read_bytes()

    def pixels(self) -> Picture:
        with self._lock:
            if self._picture is None:
                self._picture = picture_from_wire(self._wire_bytes, self.width)
            return [list(row) for row in self._picture]

    # -- what a person does -------------------------------------------------------------------------------------

    def hold(self, button: str) -> None:
        self._move_button(BUTTON_GPIO[button_name(button)], 0)

    def release(self, button: str) -> None:
        self._move_button(BUTTON_GPIO[button_name(button)], 1)

    def _move_button(self, pin: int, level: int) -> None:
        with self._lock:
            if self._bounce_ms and self._levels.get(pin, 1) != level and self.powered:
                for step in range(self._bounce_ms):
                    self.set_level(pin, level if step % 2 == 0 else 1 - level)
                    self.run(1)
            self.set_level(pin, level)

    def set_level(self, pin: int, level: int) -> None:
        """Put a GPIO to 0 (pulled to ground) or 1, for tests of what a button cannot do cleanly."""
        with self._lock:
            self._levels[pin] = level
            self._send(wire.LEVEL, wire.PIN.pack(pin, level))

    def slide(self, arm: str, position: float) -> None:
        pin = ARM_GPIO[arm_name(arm)]
        value = round(slider_position(position) * 65535)
        with self._lock:
            self._analogs[pin] = value
            self._send(wire.ANALOG, wire.PIN.pack(pin, value))

    def interrupt(self) -> None:
        """Type Ctrl-C at the console."""
        with self._lock:
            self._send(wire.CONSOLE_IN, b"\3")

    def cut_power(self) -> None:
        with self._lock:
            process, self._process = self._process, None
            if process is not None:
                process.kill()
                self._dark()
                self._bridge.hang_up()

    def cut_power_in_nvm(self, count: int) -> None:
        """Let the power fail after exactly `count` (at least 1) more bytes have been written to nvm, during run()."""
        with self._lock:
            self._nvm_cut = count
            self._send(wire.NVM_CUT, wire.COUNT.pack(count))

    def restore_power(self) -> None:
        with self._lock:
            self._check_open()
            if self._process is None:
                self._start("power")

    # -- time ---------------------------------------------------------------------------------------------------

    def run(self, ms: float) -> None:
        with self._lock:
            self._check_open()
            end = self._now_us + round(ms * 1000)
            while self._now_us < end:
                self._serve_serial()
                self._run_until(min(end, self._now_us + self._piece_us()))
            self._serve_serial()

    def _piece_us(self) -> int:
        if self._now_us < self._serial_busy_until:
            return SERIAL_BUSY_PIECE_US
        return CONNECTED_US if self._bridge.connected else ALONE_US

    def _run_until(self, limit: int) -> None:
        while self._process is not None:
            if self._send(wire.RUN, wire.TIME.pack(limit)) and self._listen():
                break
        # Without power time passes too.
        self._now_us = max(self._now_us, limit)

    def _listen(self) -> bool:
        """Take reports until the grant is used up (True) or the process has ended on purpose (False)."""
        assert self._process is not None
        while True:
            message = self._process.receive()
            if message is None:
                return self._process_died()
            letter, body = message
            if letter == wire.DONE:
                self._now_us, self._serial_free = wire.DONE_BODY.unpack(body)
                return True
            if letter == wire.RESTART:
                self._restart(body)
                return False
            if letter == wire.CUT:
                (self._now_us,) = wire.TIME.unpack(body[: wire.TIME.size])
                self._nvm_cut = None
                self.cut_power()
                return False
            self._take(letter, body)

    def _take(self, letter: bytes, body: bytes) -> None:
        if letter == wire.PIXELS:
            (self._now_us,) = wire.TIME.unpack(body[: wire.TIME.size])
            self._light(body[wire.TIME.size :])
        elif letter == wire.TONE:
            (self._tone,) = wire.COUNT.unpack(body)
        elif letter == wire.CONSOLE_OUT:
            self._printed(body.decode("utf-8", "replace"))
        elif letter == wire.SERIAL_OUT:
            self._serial_out += body
            self._serial_busy_until = self._now_us + SERIAL_BUSY_US
        elif letter == wire.WATCHDOG:
            self._watchdog_on = body == b"\1"
        elif letter == wire.ENDED:
            self._firmware_ended(body.decode("utf-8", "replace"))

    def _light(self, sent: bytes) -> None:
        self._wire_bytes = sent + self._wire_bytes[len(sent) :]
        self._picture = None
        self.frames += 1
        if self.on_frame:
            self.on_frame(self.now_ms)

    def _dark(self) -> None:
        """No power: no light, no sound."""
        self._tone = 0
        self._serial_out.clear()
        self._light(bytes(len(self._wire_bytes)))

    # -- the process --------------------------------------------------------------------------------------------

    def _start(self, reason: str) -> None:
        self._process = VirtualProcess(
            {**self._config, "start_us": self._now_us, "reason": reason}, self._profile.drive
        )
        self._serial_open = False
        self._serial_free = 0
        self._watchdog_on = False
        for pin, level in self._levels.items():
            self._send(wire.LEVEL, wire.PIN.pack(pin, level))
        for pin, value in self._analogs.items():
            self._send(wire.ANALOG, wire.PIN.pack(pin, value))
        self._send(wire.NOISE, wire.COUNT.pack(self._noise))
        if self._nvm_cut is not None:
            self._send(wire.NVM_CUT, wire.COUNT.pack(self._nvm_cut))
        self._listen()

    def _send(self, letter: bytes, body: bytes) -> bool:
        """Tell the process; False without power. BoardError if the process has gone."""
        if self._process is None:
            return False
        try:
            self._process.send(letter, body)
        except OSError:
            return self._process_died()
        return True

    def _restart(self, body: bytes) -> None:
        (self._now_us,) = wire.TIME.unpack(body[: wire.TIME.size])
        reason = body[wire.TIME.size :].decode()
        self.restarts.append((self.now_ms, reason))
        if reason == "bootloader":
            self.cut_power()
            return
        assert self._process is not None
        self._process.kill()
        # The pixels keep what they show until they are told otherwise; the buzzer falls silent.
        self._tone = 0
        self._serial_out.clear()
        self._bridge.hang_up()
        self._start(reason)
        self._check_crash()

    def _check_crash(self) -> None:
        if not self._tolerate_crash and "Traceback (most recent call last)" in self._console:
            text, self._console = self._console, ""
            raise BoardError(f"The firmware crashed and restarted:\n{text}")

    def _firmware_ended(self, trace: str) -> None:
        if trace and not self._tolerate_crash:
            raise BoardError(f"The firmware's code.py ended with an error:\n{trace}")

    def _process_died(self) -> bool:
        """The process ended without a word. True (the grant goes on) if the watchdog restarts it, else BoardError."""
        process, self._process = self._process, None
        assert process is not None
        code, trace = process.last_words()
        if self._watchdog_on and "Timeout (" in trace:
            # It computed for ever. On the board the watchdog ends that after eight seconds.
            self._console += trace
            self.restarts.append((self.now_ms, "watchdog"))
            self._start("watchdog")
            if self._tolerate_crash:
                return False
            raise BoardError(f"The firmware hung for {self._hang_s:g} s and the watchdog restarted it:\n{trace}")
        self._dark()
        self._bridge.hang_up()
        raise BoardError(
            f"The virtual board's process ended unexpectedly (exit code {code}); "
            f"restore_power() starts it again.\n{trace or self._console[-2000:]}"
        )

    # -- serial channel -----------------------------------------------------------------------------------------

    def _serve_serial(self) -> None:
        """Move what waits on both sides."""
        data = self._bridge.poll(self._serial_free if self.powered else 0, self._now_us >= self._serial_rest_until)
        if self._bridge.connected != self._serial_open and self.powered:
            self._serial_open = self._bridge.connected
            if not self._serial_open:
                self._serial_rest_until = self._now_us + CHANNEL_REST_MS * 1000
            self._send(wire.SERIAL_OPEN, b"\1" if self._serial_open else b"\0")
            self._serial_busy_until = self._now_us + SERIAL_BUSY_US
        if data:
            self._serial_free -= len(data)
            self._send(wire.SERIAL_IN, data)
            self._serial_busy_until = self._now_us + SERIAL_BUSY_US
        if self._serial_out:
            taken = self._bridge.send(bytes(self._serial_out))
            if taken:
                del self._serial_out[:taken]
                self._send(wire.SERIAL_TAKEN, wire.COUNT.pack(taken))

    def __enter__(self) -> VirtualBoard:
        return self

    def __del__(self) -> None:
        with contextlib.suppress(Exception):
            self.close()


def _search_path(firmware: str | os.PathLike[str] | None) -> list[str]:
    """Where the board's process looks for boot.py and code.py (first) and for the packages (all)."""
    own = firmware_folder()
    first: Sequence[Path] = () if firmware is None else (Path(firmware).resolve(),)
    return [str(folder) for folder in (*first, own)]
