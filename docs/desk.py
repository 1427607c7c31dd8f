"""A board on the desk of whoever draws pictures: the firmware's own screens, without hardware and without a clock.

Buttons, sliders and time are what the scene says, so that every drawing of a scene is the same.
"""

from collections.abc import Sequence

from lightpeg.ui.buttons import DOWN, LEFT, MENU, OK, RIGHT, SCREEN, SCREEN_UP, UP
from lightpeg.ui.session import Session
from lightpeg.ui.settings import WHO, Settings
from lightpeg.ui.variants import builtins

Pixels = list[list[tuple[int, int, int]]]

FULL = 65535
# Milliseconds from one press to the next, and to where the cursor's blink shows its light.
PRESS = 200
BLINK_PERIOD = 1000
BLINK_LIT = 100


def rows_of(data: bytes | bytearray, width: int) -> Pixels:
    """The lines of (r, g, b) in a frame's bytes."""
    pixels = [(data[at], data[at + 1], data[at + 2]) for at in range(0, len(data), 3)]
    return [pixels[at : at + width] for at in range(0, len(pixels), width)]


class NothingKept:
    """A memory in which every game has room, for none is kept."""

    full = False
    names = ()

    def room(self) -> int:
        """Games that fit."""
        return 1000


class Desk:
    """A board whose menu stands at `variant` and `who`; other settings by their names in `ui.settings`.

    `secret` is what the board draws when it is the codemaker of a variant: it is given as the random bytes that make
    it, which are the code itself where colours may repeat.
    """

    def __init__(self, variant: str = "classic", who: str = "board", secret: Sequence[int] = (), width: int = 16, **kw):
        settings = Settings()
        settings.variant = variant
        settings.who = WHO.index(who)
        for name, value in kw.items():
            setattr(settings, name, value)
        self.time = 0
        self._random = iter(secret)
        self.session = Session(width, 16, settings, builtins(), self._bytes, NothingKept())
        self.session.all_variants_read(0)
        self.run(PRESS)

    def _bytes(self, count: int) -> bytes:
        return bytes(next(self._random, 0) for _ in range(count))

    def run(self, milliseconds: int) -> None:
        """Lets time pass in steps of the loop's pace."""
        end = self.time + milliseconds
        while self.time < end:
            self.time = min(end, self.time + 50)
            self.session.tick(self.time)

    def wait(self, milliseconds: int) -> None:
        """Lets a player think, in one step."""
        self.time += milliseconds
        self.session.tick(self.time)

    def press(self, *intentions: int) -> None:
        for intention in intentions:
            self.session.press(intention, self.time)
            self.run(PRESS)

    def slide(self, red: int, white: int, holes: int = 4) -> None:
        """Both arms, in pegs."""
        self.session.arms(red * FULL // holes, white * FULL // holes, self.time)
        self.run(PRESS)

    def choose(self, pegs: Sequence[int]) -> None:
        """Sets a row of pegs from its first hole on; the cursor stays on the last one set."""
        for hole, peg in enumerate(pegs):
            if hole:
                self.press(RIGHT)
            self.press(*[UP] * (peg + 1))

    def guess(self, *rows: Sequence[int]) -> None:
        """Sets and submits whole rows, one after the other."""
        for row in rows:
            self.choose(row)
            self.press(OK)

    def answer(self, red: int, white: int, holes: int = 4) -> None:
        """The codemaker sets the arms and confirms."""
        self.slide(red, white, holes)
        self.press(OK)
        self.run(2000)

    def hush(self) -> None:
        """Takes the running text away: into the menu of the game and back."""
        self.press(MENU, MENU)

    def field(self, label: str) -> None:
        """Goes down to a field of the menu."""
        while self.session.screen.field().label != label:
            self.press(DOWN)

    def pixels(self, lit: bool = True) -> Pixels:
        """What the panel shows around now, where blinking things are lit or dark: up to half a second earlier or later,
        so that a text which has just begun to run stands at its beginning."""
        wanted = BLINK_LIT if lit else BLINK_LIT + BLINK_PERIOD // 2
        half = BLINK_PERIOD // 2
        moment = max(0, self.time + (wanted - self.time + half) % BLINK_PERIOD - half)
        # The session draws at most one picture every 33 ms and none when nothing changed; a picture is wanted now.
        self.session.screen.tick(moment)
        self.session.screen.draw(self.session.frame, moment)
        return rows_of(self.session.frame.data, self.session.width)


__all__ = ["DOWN", "LEFT", "MENU", "OK", "RIGHT", "SCREEN", "SCREEN_UP", "UP", "Desk", "Pixels", "rows_of"]
