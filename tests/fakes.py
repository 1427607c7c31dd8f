"""A board without hardware: the firmware's `Hardware` in plain Python, its time set by the test."""

from lightpeg.app import App
from lightpeg.store.chunks import FILES, FOLDER
from lightpeg.store.journal import Journal
from lightpeg.ui.frame import Frame

BUTTONS = ("left", "right", "up", "down", "ok", "menu", "screen")


class FakeLink:
    connected = True

    def __init__(self):
        self.incoming = b""
        self.outgoing = b""
        self.room = 1 << 20

    def read_available(self):
        data, self.incoming = self.incoming, b""
        return data

    def write(self, data):
        data = data[: self.room]
        self.outgoing += data
        return len(data)


class FakeDataFile:
    """A data file over a bytearray that outlives the board."""

    writable = True

    def __init__(self, data):
        self.data = data
        self.size = len(data)

    def read(self, offset, buffer):
        buffer[:] = self.data[offset : offset + len(buffer)]

    def write(self, offset, data):
        assert offset % 512 == 0 and len(data) % 512 == 0
        self.data[offset : offset + len(data)] = data


def data_files():
    """The data files of a new board, by their paths."""
    return {FOLDER + "/" + name: bytearray(b"\xff" * size) for name, size in FILES.items()}


def nvm_with(settings):
    """The nvm of a board on which somebody chose these settings, a dict."""
    nvm = bytearray(b"\xff" * 4096)
    Journal(nvm, None, bytes).keep_settings(settings)
    return nvm


class FakeHardware:
    """`time` is in milliseconds and moves only when the firmware idles or the test says so. `memory` holds the data
    files as `data_files` makes them; give the same to the next board to cut the power of the first."""

    uid = "00112233445566aa"
    python = "cpython 3.11.0"

    def __init__(self, width=16, height=16, nvm=None, files=None, start=0, memory=None):
        self.width, self.height = width, height
        self.time = start
        self.nvm = bytearray(b"\xff" * 4096) if nvm is None else nvm
        self.files = files or {}
        self.memory = data_files() if memory is None else memory
        self.restarted = None
        self.link = FakeLink()
        self.brightness = 1.0
        self.events = []
        self.event_ticks = 0
        self.sliders = [0, 0]
        self.shown = None
        self.frames = []
        self.hertz = 0
        self.random = iter(())

    def ticks_ms(self):
        return self.time % (1 << 29)

    def button_event(self):
        if not self.events:
            return 0
        event, self.event_ticks = self.events.pop(0)
        return event

    def edge(self, event):
        """A button goes down or up now, or events are lost, as `button_event` tells it."""
        self.events.append((event, self.ticks_ms()))

    def arm(self, which):
        return self.sliders[which]

    def show(self, data):
        self.shown = bytes(data)
        self.frames.append((self.time, self.shown))

    def tone(self, hertz):
        self.hertz = hertz

    def feed(self):
        pass

    def idle(self, milliseconds):
        self.time += milliseconds

    def random_bytes(self, count):
        return bytes(next(self.random, 0) for _ in range(count))

    def free_memory(self):
        return 0

    def restart(self, bootloader):
        self.restarted = "bootloader" if bootloader else "board"

    def open_data(self, path):
        return FakeDataFile(self.memory[path]) if path in self.memory else None

    def list_files(self, folder):
        prefix = folder.strip("/") + "/"
        return sorted(name[len(prefix) :] for name in self.files if name.startswith(prefix))

    def read_file(self, path, limit):
        return self.files[path.strip("/")][:limit]


class FakeBoard:
    """The calls of `lightpeg_host.boards` on a FakeHardware."""

    def __init__(self, **options):
        self.hardware = FakeHardware(**options)
        self.app = App(self.hardware)
        self.run(200)

    @property
    def session(self):
        return self.app.session

    def run(self, milliseconds):
        end = self.hardware.time + milliseconds
        while self.hardware.time < end:
            before = self.hardware.time
            self.app.turn()
            if self.hardware.time == before:
                self.hardware.time += 1

    def hold(self, button):
        self.hardware.edge(BUTTONS.index(button) + 1)

    def release(self, button):
        self.hardware.edge(-BUTTONS.index(button) - 1)

    def press(self, button, hold_ms=80, times=1):
        for _ in range(times):
            self.hold(button)
            self.run(hold_ms)
            self.release(button)
            self.run(80)

    def slide(self, arm, position):
        self.hardware.sliders[("red", "white").index(arm)] = round(position * 65535)

    def pixels(self):
        data, width = self.hardware.shown, self.hardware.width
        return [[tuple(data[(y * width + x) * 3 :][:3]) for x in range(width)] for y in range(self.hardware.height)]

    def art(self):
        """The picture as text, for a person looking at a failed test."""
        return "\n".join("".join("#" if any(p) else "." for p in line) for line in self.pixels())


def text_picture(text):
    """The lit pixels of `text`, as a set of (x, y) from its upper left corner."""
    frame = Frame(4 * len(text) + 1, 5)
    frame.text(0, 0, text, 0xFFFFFF)
    return {(x, y) for x in range(frame.width) for y in range(5) if frame.get(x, y)}
