"""The emulated board: the firmware on a real CircuitPython image in an emulator of the Pico's chip."""

from __future__ import annotations

import os
import struct
from pathlib import Path

from lightpeg.hal import pins
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
from lightpeg_host.boards.emulated_drive import DRIVE_SIZE, data_files, fat_volume, own_files, with_settings
from lightpeg_host.boards.emulated_image import find_image
from lightpeg_host.boards.local import LocalBoard
from lightpeg_host.boards.virtual_process import firmware_folder
from lightpeg_host.install.firmware import firmware_files

try:
    import fatfs  # noqa: F401 - asked for here so that one message names everything that is missing

    from lightpeg_host.boards.emulated_chip import DRIVE_START, NVM_SIZE, NVM_START, Chip, blank_flash
except ImportError as error:
    raise BoardError(f"The emulated board needs more packages ({error}). Install them: pip install .[pico]") from error

# A long run is cut into pieces so that the serial channel moves.
ALONE_MS = 250.0
CONNECTED_MS = 5.0
# The board's own buffer; more than this is not read from the computer's program ahead of time.
SERIAL_AHEAD = 256
CRASH = "Traceback (most recent call last)"


class EmulatedBoard(LocalBoard):
    """The firmware on real CircuitPython. See `Board` for the calls.

    `image` is a CircuitPython UF2 for the Pico (see `find_image` for what happens without one). `profile` is a folder
    for what the board keeps, the same kind as the virtual board's; without it everything is forgotten at the end.
    `width` is 16, or 32 for two panels. A traceback on the console is a BoardError in run(). Times are the emulated
    chip's; it runs slower than life. May be called from several threads.
    """

    def __init__(
        self,
        image: str | os.PathLike[str] | None = None,
        *,
        profile: str | os.PathLike[str] | None = None,
        width: int = pins.PANEL_WIDTH,
        firmware: str | os.PathLike[str] | None = None,
        settings: dict[str, str] | None = None,
        powered: bool = True,
    ) -> None:
        panel = panel_settings(width)
        path = find_image(image)
        super().__init__(width, profile)
        self._off_ms = 0.0
        self._down: set[str] = set()
        self._arms = dict.fromkeys(ARM_GPIO, 0.0)
        self._sent: list[tuple[int, ...]] = []
        self._serial_open = False
        self._serial_out = b""
        self._rest_until = 0.0
        self._restarts = 0
        self._chip: Chip | None = None
        try:
            self._flash = self._first_flash(path, firmware, {**panel, **(settings or {})})
        except BaseException:
            self.close()
            raise
        if powered:
            self.restore_power()

    def _first_flash(self, image: Path, firmware: str | os.PathLike[str] | None, settings: dict[str, str]) -> bytes:
        own = own_files(self._profile.drive)
        files = firmware_files(firmware_folder() if firmware is None else Path(firmware))
        files["settings.toml"] = with_settings(files["settings.toml"], settings)
        # As on a real drive the data files come first: each lies in one piece.
        files = own | {name: content for name, content in files.items() if name not in own}
        try:
            return blank_flash(image, fat_volume(files), self._profile.nvm.read_bytes())
        except (ValueError, struct.error, IndexError) as error:
            raise BoardError(f"{image} is not a UF2 file for the Pico ({error}). Download it again.") from error

    # -- what it shows ------------------------------------------------------------------------------------------

    @property
    def now_ms(self) -> float:
        return self._off_ms + (self._chip.now_ms if self._chip else 0.0)

    @property
    def powered(self) -> bool:
        return self._chip is not None

    @property
    def tone(self) -> int:
        return self._chip.tone if self._chip else 0

    def nvm(self) -> bytes:
        """The 4096 bytes of microcontroller.nvm as they are now."""
        flash = self._chip.flash if self._chip else self._flash
        return flash[NVM_START : NVM_START + NVM_SIZE]

    def pixels(self) -> Picture:
        with self._lock:
            sent = bytes(byte for pixel in self._sent for byte in pixel)
            return picture_from_wire(sent.ljust(self.width * pins.PANEL_HEIGHT * 3, b"\0"), self.width)

    def _panel(self, pixels: list[tuple[int, ...]]) -> None:
        # A shorter chain leaves the pixels behind it as they are.
        self._sent = [*pixels, *self._sent[len(pixels) :]]
        self.frames += 1
        if self.on_frame:
            self.on_frame(self.now_ms)

    # -- what a person does -------------------------------------------------------------------------------------

    def hold(self, button: str) -> None:
        self._set_button(button_name(button), True)

    def release(self, button: str) -> None:
        self._set_button(button_name(button), False)

    def _set_button(self, name: str, down: bool) -> None:
        with self._lock:
            (self._down.add if down else self._down.discard)(name)
            if self._chip:
                self._chip.set_button(BUTTON_GPIO[name], down)

    def slide(self, arm: str, position: float) -> None:
        name, value = arm_name(arm), slider_position(position)
        with self._lock:
            self._arms[name] = value
            if self._chip:
                self._chip.set_arm(name, value)

    def type_console(self, text: str) -> None:
        """Type at the console, as at a terminal; "\\x03" is Ctrl-C."""
        with self._lock:
            if self._chip and self._chip.usb.channels:
                self._chip.usb.channels[0].write(text.encode())

    def cut_power(self) -> None:
        with self._lock:
            if self._chip is not None:
                self._off_ms = self.now_ms
                self._flash, self._chip = self._chip.flash, None
                drive = self._flash[DRIVE_START : DRIVE_START + DRIVE_SIZE]
                self._profile.save(self._flash[NVM_START : NVM_START + NVM_SIZE], data_files(drive))
                self._bridge.hang_up()
                self._serial_out = b""
                self._panel([(0, 0, 0)] * len(self._sent))

    def restore_power(self) -> None:
        with self._lock:
            self._check_open()
            if self._chip is None:
                self._chip = Chip(self._flash, self._panel)
                self._restarts = 0
                self._serial_open = False
                self._set_inputs()

    def _set_inputs(self) -> None:
        assert self._chip is not None
        for name in self._down:
            self._chip.set_button(BUTTON_GPIO[name], True)
        for name, value in self._arms.items():
            self._chip.set_arm(name, value)

    # -- time ---------------------------------------------------------------------------------------------------

    def run(self, ms: float) -> None:
        with self._lock:
            self._check_open()
            left = float(ms)
            while left > 0:
                piece = min(left, CONNECTED_MS if self._bridge.connected else ALONE_MS)
                self._serve_serial()
                if self._chip:
                    self._chip.run(piece)
                    self._after_run(self._chip)
                else:
                    self._off_ms += piece
                left -= piece
            self._serve_serial()

    def _after_run(self, chip: Chip) -> None:
        if chip.restarts != self._restarts:
            self._restarts = chip.restarts
            self._bridge.hang_up()
            self._serial_open = False
            self._set_inputs()
        if chip.usb.channels:
            text = chip.usb.channels[0].take().decode("utf-8", "replace")
            self._printed(text)
            if CRASH in text:
                raise BoardError(f"The firmware crashed:\n{self._console[self._console.rindex(CRASH) :]}")

    def _serve_serial(self) -> None:
        """Move what waits on both sides of the data channel."""
        data = self._chip.usb.channels[1] if self._chip and len(self._chip.usb.channels) > 1 else None
        room = max(0, SERIAL_AHEAD - data.backlog) if data else 0
        taken = self._bridge.poll(room, self.now_ms >= self._rest_until)
        if data is None or self._chip is None:
            return
        if self._bridge.connected != self._serial_open:
            self._serial_open = self._bridge.connected
            self._chip.usb.open(data, self._serial_open)
            if not self._serial_open:
                self._rest_until = self.now_ms + CHANNEL_REST_MS
        if taken:
            data.write(taken)
        self._serial_out += data.take()
        if self._serial_out:
            self._serial_out = self._serial_out[self._bridge.send(self._serial_out) :]

    def __enter__(self) -> EmulatedBoard:
        return self
