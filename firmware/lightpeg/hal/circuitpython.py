"""The board's hardware. The one module that imports CircuitPython.

Everything above it sees a `Hardware` object; the virtual board runs this very file over its own modules of the same
names. No method blocks longer than its docstring says, and none allocates memory in the steady state.
"""

import gc
import os
import sys
import time
from array import array

import analogio
import board
import keypad
import microcontroller
import neopixel
import pwmio
import supervisor
import usb_cdc
from watchdog import WatchDogMode

from lightpeg.hal import pins
from lightpeg.hal.power import DEFAULT_BUDGET_MA, Limiter

# A press is told 5 to 10 ms after the contact rests; the firmware's Buttons see to longer bounces.
SCAN_SECONDS = 0.005
SCANS_TO_AGREE = 2
EVENT_QUEUE = 32
# What button_event() returns where events were lost: one more than the last button's number.
EVENTS_LOST = len(pins.BUTTONS) + 1
WATCHDOG_SECONDS = 8
ARM_SAMPLES = 4


def _pin(name):
    return getattr(board, name)


def _on_drive(path):
    """The path relative to the drive, which is the working folder: "/variants" is the same on every board."""
    return path.strip("/") or "."


def _setting(name, default, lowest, highest):
    """A whole number from settings.toml; `default` where it is missing, not a number or out of range."""
    try:
        value = int(os.getenv(name, default))
    except (TypeError, ValueError):
        return default
    return value if lowest <= value <= highest else default


class DataLink:
    """The serial channel to the computer. Never blocks: what does not fit now is not accepted."""

    def __init__(self, serial):
        serial.timeout = 0
        serial.write_timeout = 0
        self._serial = serial

    @property
    def connected(self):
        """True while a program on the computer holds the channel open."""
        return self._serial.connected

    def read_available(self):
        """The bytes that have arrived, b"" if there are none."""
        waiting = self._serial.in_waiting
        return self._serial.read(waiting) if waiting else b""

    def write(self, data):
        """Hand over as many bytes of `data` as fit; returns their number, often less than all."""
        return self._serial.write(data) or 0


class DataFile:
    """A file of the drive that has its size for ever and is overwritten in place. OSError where there is none.

    It stays open, and is never flushed or closed: that would write the folder's entry anew, and a cut of the power
    just then would lose the file. `writable` is False where the drive is the computer's.
    """

    def __init__(self, path):
        self.writable = True
        try:
            self._file = open(_on_drive(path), "r+b", buffering=0)  # noqa: SIM115 - it stays open
        except OSError:
            self._file = open(_on_drive(path), "rb", buffering=0)  # noqa: SIM115
            self.writable = False
        self.size = self._file.seek(0, 2)

    def read(self, offset, buffer):
        """Fill a bytearray or memoryview from `offset`; what lies behind the end of the file is left as it is."""
        self._file.seek(offset)
        self._file.readinto(buffer)

    def write(self, offset, data):
        """Overwrite whole sectors of 512 bytes; returns when the flash holds them, some 160 ms for 4096 bytes."""
        self._file.seek(offset)
        self._file.write(data)
        os.sync()


class Hardware:
    """Panel, buttons, arms, buzzer, clock, memory and channel of the board.

    `brightness` (0.0..1.0) and `budget_ma` may be set at any time and hold from the next show().
    `link` is None where boot.py offered no data channel. `nvm` is the 4096 bytes that survive a power cut.
    """

    def __init__(self):
        self.width = _setting("LIGHTPEG_PANEL_WIDTH", pins.PANEL_WIDTH, 16, 32) // 16 * 16
        self.height = pins.PANEL_HEIGHT
        self.brightness = 1.0
        count = self.width * self.height
        self._limiter = Limiter(count, _setting("LIGHTPEG_BUDGET_MA", DEFAULT_BUDGET_MA, 100, 20000))
        self._place = array("H", pins.pixel_map(self.width, self.height))
        self._shown = bytearray(count * 3)
        self._shown_lines = self._lines(self._shown)
        self._frame = None
        self._frame_lines = []
        self._sent = False
        self._sent_brightness = 1.0
        self._sent_budget = 0
        self._strip = neopixel.NeoPixel(_pin(pins.PANEL_DATA), count, brightness=1.0, auto_write=False)
        self._keys = keypad.Keys(
            [_pin(name) for name in pins.BUTTONS],
            value_when_pressed=False,
            pull=True,
            interval=SCAN_SECONDS,
            max_events=EVENT_QUEUE,
            debounce_threshold=SCANS_TO_AGREE,
        )
        self._events = self._keys.events
        self._event = keypad.Event()
        self._arms = (analogio.AnalogIn(_pin(pins.ARM_RED)), analogio.AnalogIn(_pin(pins.ARM_WHITE)))
        self._buzzer = pwmio.PWMOut(_pin(pins.BUZZER), frequency=440, duty_cycle=0, variable_frequency=True)
        self._tone = 0
        self.nvm = microcontroller.nvm
        self.link = DataLink(usb_cdc.data) if usb_cdc.data is not None else None

    # -- time -------------------------------------------------------------------------------------------------------

    def ticks_ms(self):
        """Milliseconds, wrapping at 2**29 (CircuitPython's supervisor.ticks_ms)."""
        return supervisor.ticks_ms()

    def idle(self, ms):
        """Let `ms` milliseconds pass."""
        time.sleep(ms / 1000)

    # -- panel ------------------------------------------------------------------------------------------------------

    @property
    def budget_ma(self):
        """The most current in mA the panel may take by the model of `power.py`."""
        return self._limiter.budget_ma

    @budget_ma.setter
    def budget_ma(self, value):
        self._limiter.budget_ma = value

    def _lines(self, frame):
        """A view of each line of a frame, made once: comparing views costs no memory."""
        view = memoryview(frame)
        length = self.width * 3
        return [view[y * length : (y + 1) * length] for y in range(self.height)]

    def show(self, frame):
        """Bring `frame` (width * height * 3 bytes, RGB, row-major, line 0 = far) onto the panel.

        Sends only if something changed and writes only changed pixels. Passing the same bytearray each time saves
        memory. This is the only way to the pixels, so the current budget holds for every frame.
        """
        changed = frame != self._shown
        if self._sent and not changed and self._settled():
            return
        if changed:
            self._set_changed(frame)
        wanted = self.brightness
        brightness = self._limiter.brightness(sum(self._shown), wanted)
        if brightness != self._strip.brightness:
            self._strip.brightness = brightness
        self._strip.show()
        self._sent = True
        self._sent_brightness = wanted
        self._sent_budget = self._limiter.budget_ma

    def _settled(self):
        return self._sent_brightness == self.brightness and self._sent_budget == self._limiter.budget_ma

    def _set_changed(self, frame):
        if frame is not self._frame:
            self._frame = frame
            self._frame_lines = self._lines(frame)
        shown = self._shown
        strip = self._strip
        place = self._place
        width = self.width
        lines = self._frame_lines
        for y in range(self.height):
            line = lines[y]
            if line == self._shown_lines[y]:
                continue
            first = y * width
            at = first * 3
            for pixel in range(first, first + width):
                red = frame[at]
                green = frame[at + 1]
                blue = frame[at + 2]
                if red != shown[at] or green != shown[at + 1] or blue != shown[at + 2]:
                    strip[place[pixel]] = (red << 16) | (green << 8) | blue
                at += 3
            self._shown_lines[y][:] = line

    # -- buttons and arms -------------------------------------------------------------------------------------------

    def button_event(self):
        """The next button event: n + 1 when button n went down, -(n + 1) when it went up, 0 if there is none.

        EVENTS_LOST after the events before a loss: all buttons count as up now, and those that are down are told again.
        """
        event = self._event
        if not self._events.get_into(event):
            if self._events.overflowed:
                self._events.clear()
                self._keys.reset()
                return EVENTS_LOST
            return 0
        number = event.key_number + 1
        return number if event.pressed else -number

    @property
    def event_ticks(self):
        """When the button of the last button_event() went down or up, as ticks_ms() told it then."""
        return self._event.timestamp

    def arm(self, which):
        """Where an arm's slider stands, 0 (pushed in) to 65535 (pulled out). `which` is 0 for red, 1 for white."""
        slider = self._arms[which]
        total = 0
        for _ in range(ARM_SAMPLES):
            total += slider.value
        return total // ARM_SAMPLES

    # -- sound ------------------------------------------------------------------------------------------------------

    def tone(self, hz):
        """Sound at `hz` until the next call; 0 is silence."""
        if hz == self._tone:
            return
        self._tone = hz
        if hz:
            self._buzzer.frequency = hz
            self._buzzer.duty_cycle = 0x8000
        else:
            self._buzzer.duty_cycle = 0

    # -- watchdog, reset, chance ------------------------------------------------------------------------------------

    def start_watchdog(self):
        """From now on the board restarts when feed() is not called for 8 seconds."""
        microcontroller.watchdog.timeout = WATCHDOG_SECONDS
        microcontroller.watchdog.mode = WatchDogMode.RESET

    def stop_watchdog(self):
        """End the watch. The RP2040 can do this; where a chip cannot, the board restarts 8 seconds later."""
        try:
            microcontroller.watchdog.mode = None
        except (NotImplementedError, ValueError, RuntimeError):
            pass

    def feed(self):
        """Tell the watchdog that the loop is alive."""
        microcontroller.watchdog.feed()

    def reset(self):
        """Restart the board. Does not return."""
        microcontroller.reset()

    def random_bytes(self, count):
        """`count` unpredictable bytes, from the chip's own source."""
        return os.urandom(count)

    @property
    def uid(self):
        """The chip's own number, as hex digits."""
        return "".join(["%02x" % byte for byte in microcontroller.cpu.uid])

    @property
    def python(self):
        """What runs the firmware: "circuitpython 10.2.1"."""
        version = ".".join([str(part) for part in sys.implementation.version[:3]])
        return sys.implementation.name + " " + version

    def free_memory(self):
        """Free bytes of the heap; 0 where that cannot be told."""
        return gc.mem_free() if hasattr(gc, "mem_free") else 0

    def restart(self, bootloader):
        """Restart the board, into the chip's own loader of firmware images if so asked. Does not return."""
        if bootloader:
            microcontroller.on_next_reset(microcontroller.RunMode.BOOTLOADER)
        microcontroller.reset()

    # -- files ------------------------------------------------------------------------------------------------------

    def list_files(self, folder):
        """The sorted names in a folder of the drive; [] where the folder is missing."""
        try:
            return sorted(os.listdir(_on_drive(folder)))
        except OSError:
            return []

    def read_file(self, path, limit):
        """At most the first `limit` bytes of a file of the drive. OSError if it cannot be read."""
        with open(_on_drive(path), "rb") as file:
            return file.read(limit)

    def open_data(self, path):
        """The DataFile of that path, None where it is missing."""
        try:
            return DataFile(path)
        except OSError:
            return None
