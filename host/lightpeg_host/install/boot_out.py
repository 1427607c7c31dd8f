"""boot_out.txt, which CircuitPython writes at each start: which board this is, and which CircuitPython runs on it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lightpeg_host.errors import DriveError

NAME = "boot_out.txt"
OLDEST = TESTED = 10
#: Boards that have the pins of the pin map (GP0, GP2 to GP8, GP15, GP26, GP27) where a Pico has them.
BOARDS = {
    "raspberry_pi_pico": "Raspberry Pi Pico",
    "raspberry_pi_pico2": "Raspberry Pi Pico 2",
    "raspberry_pi_pico_w": "Raspberry Pi Pico W",
    "raspberry_pi_pico2_w": "Raspberry Pi Pico 2 W",
}
USUAL = "raspberry_pi_pico"
DOWNLOADS = "https://circuitpython.org/board"


@dataclass(frozen=True)
class BootOut:
    """What the file says. `board` and `version` are "" where it does not say."""

    board: str
    version: str
    uid: str

    @property
    def major(self) -> int | None:
        """The first number of CircuitPython's version."""
        found = re.match(r"\d+", self.version)
        return int(found[0]) if found else None


def parse(text: str) -> BootOut:
    """Read the file's text; anything at all is allowed."""
    version = re.search(r"CircuitPython (\d+\.\d+\S*)", text)
    board = re.search(r"^Board ID:\s*(\S+)", text, re.MULTILINE)
    uid = re.search(r"^UID:\s*([0-9A-Fa-f]+)", text, re.MULTILINE)
    return BootOut(board[1] if board else "", version[1] if version else "", uid[1] if uid else "")


def fresh(board: str) -> str:
    """How to put CircuitPython on a board."""
    return (
        f"Download CircuitPython {TESTED} from {DOWNLOADS}/{board or USUAL}/, hold BOOTSEL while plugging in the "
        "board, copy the UF2 file to the drive RPI-RP2, and run lightpeg install again."
    )


def check(told: BootOut | None, force: bool) -> list[str]:
    """Notes on a board that Lightpeg can be installed on. DriveError, with a remedy, for one on which it cannot.

    `told` is None where the drive has no boot_out.txt. With `force` only a CircuitPython that is too old is refused.
    """
    if told is None:
        if force:
            return ["The drive has no boot_out.txt: which board this is could not be checked."]
        raise DriveError(
            "The drive has no boot_out.txt, so it is no CircuitPython board's, or CircuitPython has not started on it "
            "yet. Plug the board in anew and wait for the drive CIRCUITPY, or give --force if you are sure."
        )
    notes = []
    if told.major is not None and told.major < OLDEST:
        raise DriveError(
            f"The board runs CircuitPython {told.version}, and Lightpeg needs {OLDEST} or newer. {fresh(told.board)}"
        )
    if told.major is None:
        if not force:
            raise DriveError(f"boot_out.txt names no version of CircuitPython. {fresh(told.board)}")
        notes.append("boot_out.txt names no version of CircuitPython.")
    elif told.major > TESTED:
        notes.append(f"CircuitPython {told.version} is newer than {TESTED}.x, with which Lightpeg is tested.")
    if told.board not in BOARDS:
        if not force:
            raise DriveError(
                f"The board calls itself {told.board or 'nothing'}; Lightpeg knows {', '.join(BOARDS)}. If it has the "
                "pins GP0, GP2 to GP8, GP15, GP26 and GP27, give --force."
            )
        notes.append(f"The board {told.board or 'without a name'} is not one that Lightpeg knows.")
    return notes
