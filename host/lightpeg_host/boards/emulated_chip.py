"""A Raspberry Pi Pico in software: the emulator rp2040py with its pins, flash, clock and USB wired to the board."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.device.load_flash import load_uf2
from rp2040py.external.ws2812 import Ws2812
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.rp2040 import RP2040
from rp2040py.simulator import Simulator
from rp2040py.utils.logging import ConsoleLogger, LogLevel

from lightpeg_host.boards.base import ARM_GPIO, BUZZER_GPIO, PANEL_GPIO
from lightpeg_host.boards.emulated_usb import UsbHost

FLASH_SIZE = 2 << 20
# Where CircuitPython keeps microcontroller.nvm and the drive on a Pico.
NVM_START = 0xFF000
NVM_SIZE = 4096
DRIVE_START = 0x100000
FIRST_ADC_GPIO = 26
SYSTEM_HZ = 125e6
# Typical times of the Pico's flash chip (W25Q16JV), by command; the emulator itself takes none.
BUSY_MS = {0x20: 45.0, 0xD8: 150.0, 0x02: 0.4}
# The emulator's WFI sleeps on where its interrupt is pending already; the real chip goes on at once. So it is looked
# after this often.
WAKE_MS = 1.0
READ_STATUS = 0x05
BUSY = 0x01
# Bytes that an erase command sets to 0xFF, by command; the one that is not here programs the bytes sent with it.
ERASES = {0x20: 4096, 0xD8: 65536}
COMMAND_HEAD = 4


class FlashCommand(NamedTuple):
    """A command that changes the flash from `address` on: it erases `size` bytes, or, where there is `data`, it clears
    the bits that are 0 in it. `ms` is the chip's time."""

    ms: float
    address: int
    size: int
    data: bytes | None


class Chip:
    """One power-up of the chip, from `flash` (2 MiB). `on_pixels` is called with each frame the panel has taken."""

    def __init__(self, flash: bytes, on_pixels: Callable[[list[tuple[int, ...]]], None]) -> None:
        #: Called with each command that changes the flash, before it does.
        self.on_flash: Callable[[FlashCommand], None] | None = None
        self._mcu = RP2040()
        Ws2812(PANEL_GPIO, color_order="RGB", on_pixels=on_pixels).attach(self._mcu)
        self._simulator = Simulator(rp2040=self._mcu)
        self._clock = self._simulator.clock
        self._mcu.load_bootrom(BOOTROM_B1)
        self._mcu.logger = ConsoleLogger(LogLevel.ERROR)
        self._mcu.flash[: len(flash)] = flash
        self._take_flash_time()
        self.usb = UsbHost(self._mcu.usb_ctrl)
        #: How often the firmware or its watchdog has restarted the chip.
        self.restarts = 0
        self._mcu.watchdog.on_watchdog_trigger = self._restart
        self._mcu.core.pc = FLASH_START_ADDRESS
        self._due = False
        self._alarm = self._clock.create_alarm(self._time_is_up)
        self._waker = self._clock.create_alarm(self._wake)
        self._wake()

    @property
    def now_ms(self) -> float:
        """Milliseconds since the chip got power."""
        return float(self._clock.nanos) / 1e6

    def run(self, ms: float) -> None:
        """Let exactly `ms` milliseconds pass on the chip."""
        self._due = False
        self._alarm.schedule(ms * 1e6)
        while not self._due:
            self._simulator.stopped = False
            self._simulator._execute_batch()

    def at(self, ms: float, action: Callable[[], None]) -> None:
        """Call `action` in exactly `ms` milliseconds of the chip's time, in the middle of run()."""
        self._clock.create_alarm(action).schedule(ms * 1e6)

    def _time_is_up(self) -> None:
        self._due = True
        self._simulator.stopped = True

    def _wake(self) -> None:
        core = self._mcu.core
        if core.waiting and core.pending_interrupts & core.enabled_interrupts:
            core.waiting = False
            core.interrupts_updated = True
        self._waker.schedule(WAKE_MS * 1e6)

    def _restart(self) -> None:
        self.restarts += 1
        self._mcu.enter_reset(from_watchdog=True)
        self._mcu.leave_reset()

    def set_button(self, gpio: int, down: bool) -> None:
        """Connect a pin to ground, or leave it to its pull-up."""
        pin = self._mcu.gpio[gpio]
        if down:
            pin.set_input_value(False)
        else:
            pin.release_input()

    def set_arm(self, arm: str, position: float) -> None:
        """Put the slider of the arm "red" or "white" to a position from 0.0 to 1.0."""
        self._mcu.adc.channel_values[ARM_GPIO[arm] - FIRST_ADC_GPIO] = round(position * 4095)

    @property
    def tone(self) -> int:
        """The frequency in Hz at the buzzer, 0 for silence."""
        channel = self._mcu.pwm.channels[BUZZER_GPIO // 2 % 8]
        on = channel.csr & 1 and (channel.cc >> (16 if BUZZER_GPIO % 2 else 0)) & 0xFFFF
        return round(SYSTEM_HZ / (channel.div / 16) / (channel.top + 1)) if on and channel.div else 0

    @property
    def flash(self) -> bytes:
        """The whole flash as it is now. Setting it exchanges its content under the chip's feet."""
        return bytes(self._mcu.flash[:FLASH_SIZE])

    @flash.setter
    def flash(self, content: bytes) -> None:
        self._mcu.flash[: len(content)] = content

    @property
    def ram(self) -> bytes:
        """All of the chip's memory as it is now."""
        return bytes(self._mcu.sram)

    def _take_flash_time(self) -> None:
        """Make erasing and programming last as long as on the real chip: it reports "busy" until then."""
        ssi: Any = self._mcu.ssi
        apply, shift, clock = ssi._apply_command, ssi._shift_byte, self._clock
        busy_until = 0.0

        def apply_and_be_busy() -> None:
            nonlocal busy_until
            command = ssi._tx_buffer
            if command and ssi._write_enabled and command[0] in BUSY_MS:
                busy_until = clock.nanos + BUSY_MS[command[0]] * 1e6
                if self.on_flash is not None:
                    self.on_flash(self._flash_command(bytes(command)))
            apply()

        def shift_with_status(value: int) -> int:
            answer: int = shift(value)
            command = ssi._tx_buffer
            if len(command) > 1 and command[0] == READ_STATUS and clock.nanos < busy_until:
                return answer | BUSY
            return answer

        ssi._apply_command, ssi._shift_byte = apply_and_be_busy, shift_with_status

    def _flash_command(self, sent: bytes) -> FlashCommand:
        address = int.from_bytes(sent[1:COMMAND_HEAD], "big")
        if sent[0] in ERASES:
            size = ERASES[sent[0]]
            return FlashCommand(self.now_ms, address & -size, size, None)
        data = sent[COMMAND_HEAD:]
        return FlashCommand(self.now_ms, address, len(data), data)


def blank_flash(image: Path, drive: bytes, nvm: bytes) -> bytes:
    """The flash of a Pico with a CircuitPython image, a drive and nvm. ValueError if the image is not a UF2 file."""
    mcu = RP2040()
    load_uf2(image, mcu)
    mcu.flash[NVM_START : NVM_START + NVM_SIZE] = nvm
    mcu.flash[DRIVE_START : DRIVE_START + len(drive)] = drive
    return bytes(mcu.flash[:FLASH_SIZE])
