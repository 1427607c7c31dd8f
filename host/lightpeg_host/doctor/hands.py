"""The test that needs hands: the panel, each button and each slider, step by step.

The board shows which one it is meanwhile: on that page the buttons do nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from lightpeg.hal import pins
from lightpeg_host.doctor.findings import Finding, bad, good, skipped
from lightpeg_host.errors import BoardRefused

# How often the board is asked, and how long a person gets for a step.
POLL_SECONDS = 0.05
STEP_SECONDS = 20.0
# A slider's reading goes from 0 to 65535; so near to an end counts as there.
PUSHED_IN, PULLED_OUT = 5000, 60500
# A slider at rest whose readings differ by more than this would let an arm flicker.
MOST_NOISE = 2000
NOISE_READINGS = 20
ARM_PINS = (pins.ARM_RED, pins.ARM_WHITE)
ARM_NAMES = ("red", "white")
BUSY = "busy"


class Board(Protocol):
    """What is needed of a board; BoardClient is one."""

    @property
    def id(self) -> str:
        """The chip's id."""

    def identify(self) -> None:
        """Let the panel show that this is the board."""

    def inputs(self) -> dict[str, Any]:
        """`buttons`: a bit for each that is down; `arms`: two readings."""


class Person(Protocol):
    """Whoever sits at the board."""

    def tell(self, text: str) -> None:
        """Say what to do now."""

    def ask(self, question: str) -> bool:
        """A question to be answered with yes or no."""


class Hands:
    """One test. `now` gives seconds, `wait` lets some pass."""

    def __init__(self, board: Board, person: Person, now: Callable[[], float], wait: Callable[[float], None]) -> None:
        self._board = board
        self._person = person
        self._now = now
        self._wait = wait

    def run(self) -> list[Finding]:
        """Everything, in the order in which a person's hands get along best."""
        found: list[Finding] = []
        try:
            self._page()
            found.append(self._panel())
            found.extend(self._buttons())
            for arm in range(len(ARM_NAMES)):
                self._page()
                found.append(self._slider(arm))
        except BoardRefused as error:
            if error.code != BUSY:
                raise
            found.append(
                skipped(
                    "hands", "The board is not in its menu, where it tells what hands do. End the game and try again."
                )
            )
        return found

    def _page(self) -> None:
        """The page on which buttons do nothing; it may be there already."""
        try:
            self._board.identify()
        except BoardRefused as error:
            if error.code != BUSY:
                raise
        # Refused where a game is being played.
        self._board.inputs()

    def _panel(self) -> Finding:
        shown = self._board.id[-4:].upper()
        if self._person.ask(f"Does the panel show {shown}, and THIS IS THE BOARD running below it?"):
            return good("panel", "It shows what it should.")
        return bad(
            "panel",
            "It does not show what it should.",
            f"Check that {pins.PANEL_DATA} goes to DIN of the panel through the level shifter, and that the panel has "
            "5 V and shares its ground with the board. Letters upside down or in zigzag: the panel is turned, or its "
            "lines all run the same way.",
        )

    # -- buttons ----------------------------------------------------------------------------------------------------

    def _buttons(self) -> list[Finding]:
        at_rest = self._held()
        found = []
        for number in range(len(pins.BUTTON_NAMES)):
            if at_rest & 1 << number:
                found.append(self._stuck(number, "though nobody presses it"))
        if found:
            return found
        for number, name in enumerate(pins.BUTTON_NAMES):
            self._page()
            self._person.tell(f"Press {name} and let it go.")
            found.append(self._button(number))
        return found

    def _button(self, number: int) -> Finding:
        name, wanted = pins.BUTTON_NAMES[number], 1 << number
        seen = 0
        end = self._now() + STEP_SECONDS
        while not seen & wanted and self._now() < end:
            self._wait(POLL_SECONDS)
            seen |= self._held()
        others = [other for bit, other in enumerate(pins.BUTTON_NAMES) if seen & 1 << bit and bit != number]
        if not seen & wanted:
            if others:
                return bad(
                    f"button {name}",
                    f"{' and '.join(others)} went down instead.",
                    f"If you pressed {name}, its wires and those of {others[0]} are exchanged: {name} goes to "
                    f"{pins.BUTTONS[number]}.",
                )
            return bad(
                f"button {name}",
                "It never went down.",
                f"Check the wires from the button to {pins.BUTTONS[number]} and to ground.",
            )
        while (held := self._held()) and self._now() < end:
            seen |= held
            self._wait(POLL_SECONDS)
        if held:
            return self._stuck(number, "and stays so")
        others = [other for bit, other in enumerate(pins.BUTTON_NAMES) if seen & 1 << bit and bit != number]
        if others:
            return bad(
                f"button {name}",
                f"{' and '.join(others)} went down with it.",
                "If you pressed one alone, their pins touch: look for a bridge of solder.",
            )
        return good(f"button {name}", "It goes down and up.")

    def _stuck(self, number: int, how: str) -> Finding:
        return bad(
            f"button {pins.BUTTON_NAMES[number]}",
            f"It is down {how}.",
            f"Check that the button does not stick, and that {pins.BUTTONS[number]} does not touch ground.",
        )

    def _held(self) -> int:
        buttons = self._board.inputs().get("buttons")
        return buttons if isinstance(buttons, int) else 0

    # -- sliders ----------------------------------------------------------------------------------------------------

    def _slider(self, arm: int) -> Finding:
        name = ARM_NAMES[arm]
        check = f"slider {name}"
        wires = f"Check its three wires: the middle one to {ARM_PINS[arm]}, the outer ones to 3.3 V and to ground."
        self._person.tell(f"Push the {name} slider all the way in.")
        lowest, highest = self._until(arm, lambda value: value <= PUSHED_IN)
        if lowest > PUSHED_IN:
            told = f"Pushed in, it reads {lowest} of 65535 at the least."
            if lowest == highest or highest - lowest < MOST_NOISE:
                return bad(check, told, f"It seems not to move. {wires}")
            return bad(check, told, f"It does not reach its end. {wires}")
        self._person.tell(f"Pull the {name} slider all the way out.")
        lowest, highest = self._until(arm, lambda value: value >= PULLED_OUT)
        if highest < PULLED_OUT:
            told = f"Pulled out, it reads {highest} of 65535 at the most."
            return bad(check, told, f"If it went the wrong way, exchange its outer wires. {wires}")
        self._person.tell(f"Let go of the {name} slider.")
        readings = [self._arm(arm)]
        for _ in range(NOISE_READINGS):
            self._wait(POLL_SECONDS)
            readings.append(self._arm(arm))
        # Half of them: a hand that only just lets go is not noise.
        calm = readings[len(readings) // 2 :]
        noise = max(calm) - min(calm)
        if noise > MOST_NOISE:
            return bad(check, f"At rest its readings differ by {noise} of 65535.", f"It is noisy. {wires}")
        return good(check, f"It goes from end to end; at rest its readings differ by {noise} of 65535.")

    def _until(self, arm: int, reached: Callable[[int], bool]) -> tuple[int, int]:
        """Read until it is there or the time is up: the lowest and the highest reading."""
        readings = [self._arm(arm)]
        end = self._now() + STEP_SECONDS
        while not reached(readings[-1]) and self._now() < end:
            self._wait(POLL_SECONDS)
            readings.append(self._arm(arm))
        return min(readings), max(readings)

    def _arm(self, arm: int) -> int:
        arms = self._board.inputs().get("arms")
        return int(arms[arm]) if isinstance(arms, list) and len(arms) > arm else 0
