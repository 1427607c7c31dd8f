"""What every board has in common: names, pins, the order of the pixels, and the calls to play on it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from types import TracebackType

from lightpeg.hal import pins
from lightpeg_host.errors import LightpegError

Colour = tuple[int, int, int]
Picture = list[list[Colour]]

BUTTONS: tuple[str, ...] = tuple(name.lower() for name in pins.BUTTON_NAMES)
ARMS: tuple[str, ...] = ("red", "white")

# Two panels draw more than a USB port gives before they light up at all, so whoever has them has a 5 V supply too.
WIDE_BUDGET_MA = 2000

# After a program has left the data channel the board sees it closed for at least so long, a few turns of its loop.
CHANNEL_REST_MS = 20

DEFAULT_HOLD_MS = 80
# A released button needs two scans of 5 ms to be noticed and 30 ms to be believed; nobody presses again faster.
SETTLE_MS = 40


class BoardError(LightpegError):
    """The board cannot do what was asked, or its firmware ended; the message says why and what to do."""


def gpio(pin_name: str) -> int:
    """The GPIO number of a pin of the pin map: "GP26" is 26."""
    return int(pin_name.removeprefix("GP"))


BUTTON_GPIO: dict[str, int] = {name: gpio(pin) for name, pin in zip(BUTTONS, pins.BUTTONS, strict=True)}
ARM_GPIO: dict[str, int] = {"red": gpio(pins.ARM_RED), "white": gpio(pins.ARM_WHITE)}
PANEL_GPIO: int = gpio(pins.PANEL_DATA)
BUZZER_GPIO: int = gpio(pins.BUZZER)


def button_name(name: str) -> str:
    """The button's name in lower case. ValueError, naming the seven, if there is no such button."""
    key = str(name).lower()
    if key not in BUTTON_GPIO:
        raise ValueError(f"There is no button {name!r}; the buttons are {', '.join(BUTTONS)}.")
    return key


def arm_name(name: str) -> str:
    """The arm's name in lower case. ValueError if it is neither red nor white."""
    key = str(name).lower()
    if key not in ARM_GPIO:
        raise ValueError(f"There is no arm {name!r}; the arms are red and white.")
    return key


def slider_position(position: float) -> float:
    """The position as a float. ValueError outside 0.0 (pushed in) to 1.0 (pulled out)."""
    value = float(position)
    if not 0.0 <= value <= 1.0:
        raise ValueError(f"A slider stands between 0.0 and 1.0, not at {position!r}.")
    return value


def panel_settings(width: int) -> dict[str, str]:
    """What a person writes into settings.toml for a panel of 16 or 32 columns. ValueError for another width."""
    if width not in (16, 32):
        raise ValueError(f"A panel is 16 or 32 pixels wide, not {width!r}.")
    settings = {"LIGHTPEG_PANEL_WIDTH": str(width)}
    if width > pins.PANEL_WIDTH:
        settings["LIGHTPEG_BUDGET_MA"] = str(WIDE_BUDGET_MA)
    return settings


def picture_from_wire(grb: Sequence[int], width: int) -> Picture:
    """Rows of (r, g, b), row 0 = far, from the bytes sent to the pixel chain (three a pixel, green first)."""
    place = pins.pixel_map(width)
    rows = []
    for y in range(pins.PANEL_HEIGHT):
        row = []
        for x in range(width):
            at = place[y * width + x] * 3
            row.append((grb[at + 1], grb[at], grb[at + 2]))
        rows.append(row)
    return rows


class Board(ABC):
    """A board to play on. A context manager: leaving it ends everything it started.

    Time passes only in run() and press() and what is built on them; between calls the board stands still. All
    times are the board's own milliseconds, however long they take.
    """

    #: Columns of the panel, 16 or 32.
    width: int = pins.PANEL_WIDTH
    #: Called as on_frame(now_ms) when new pixels were sent. Set by whoever shows the board.
    on_frame: Callable[[float], None] | None = None

    @property
    @abstractmethod
    def now_ms(self) -> float:
        """The board's time since it was made, in ms; power cuts and restarts do not set it back."""

    @property
    @abstractmethod
    def powered(self) -> bool:
        """True while the board has power."""

    @property
    @abstractmethod
    def tone(self) -> int:
        """The frequency in Hz that sounds now, 0 for silence."""

    @property
    @abstractmethod
    def serial_url(self) -> str:
        """Where the data channel is, for pySerial's serial_for_url(): "socket://127.0.0.1:PORT"."""

    @property
    @abstractmethod
    def console(self) -> str:
        """What the firmware has printed so far (the newest part of it)."""

    @abstractmethod
    def run(self, ms: float) -> None:
        """Let `ms` milliseconds pass on the board. BoardError if its firmware ends."""

    @abstractmethod
    def hold(self, button: str) -> None:
        """Push a button down and keep it down; notice that no time passes. ValueError for an unknown name."""

    @abstractmethod
    def release(self, button: str) -> None:
        """Let a button go. ValueError for an unknown name."""

    @abstractmethod
    def slide(self, arm: str, position: float) -> None:
        """Move the slider of the arm "red" or "white" to a position from 0.0 (in) to 1.0 (out)."""

    @abstractmethod
    def pixels(self) -> Picture:
        """What the LEDs show: 16 rows (row 0 = far) of `width` (r, g, b), after every dimming."""

    @abstractmethod
    def cut_power(self) -> None:
        """Take the power away at this very instant. Nothing happens if it is away already."""

    @abstractmethod
    def restore_power(self) -> None:
        """Give power back: the board starts from the beginning with what its memory and drive hold."""

    @abstractmethod
    def close(self) -> None:
        """End the board and free all it holds. May be called twice."""

    def press(self, button: str, hold_ms: float = DEFAULT_HOLD_MS, settle_ms: float = SETTLE_MS) -> None:
        """Press a button for `hold_ms`, let it go, and wait the `settle_ms` the board needs to notice that."""
        self.hold(button)
        self.run(hold_ms)
        self.release(button)
        self.run(settle_ms)

    def __enter__(self) -> Board:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
