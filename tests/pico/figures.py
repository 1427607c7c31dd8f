"""Prints what the firmware costs on real CircuitPython, each figure beside its limit. Needs CIRCUITPYTHON_UF2.

The chip is emulated at 125 MHz; a real one is somewhat slower, for misses of its flash cache are not modelled.
"""

import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "host")]
sys.path.append(str(ROOT / "firmware"))

from lightpeg_host.boards import EmulatedBoard  # noqa: E402
from tests import scenarios  # noqa: E402
from tests.pico.conftest import BOOT_MS  # noqa: E402
from tests.scenarios import Table  # noqa: E402


def report(what, value, limit, unit):
    good = value >= limit if unit == "KB free" else value <= limit
    print("%-50s %8.1f  limit %6.1f %-8s %s" % (what, value, limit, unit, "" if good else "MISSED"), flush=True)


def starts():
    """Power-up to the first picture and to the menu, in seconds: of a new drive, and of every later start."""
    with EmulatedBoard() as board:
        for name in ("first start of a new drive", "every later start"):
            frames = []
            begin = board.now_ms
            board.on_frame = lambda now, frames=frames: frames.append(now)
            board.run(BOOT_MS)
            report("to the first picture, " + name, (frames[0] - begin) / 1000, 2.5, "s")
            report("to the menu, " + name, (frames[1] - begin) / 1000, 5.0, "s")
            board.cut_power()
            board.restore_power()


def parts(text):
    """The lines that the stopwatch printed, as (step and draw, transmit, whole turn) in ms."""
    rows = [line.split()[1:] for line in text.splitlines() if line.startswith("F ") and len(line.split()) == 4]
    return [[int(part) / 1000 for part in row] for row in rows]


def free(board):
    board.type_console("m")
    board.run(400)
    lines = [line for line in board.console.splitlines() if line.startswith("M ")]
    return int(lines[-1].split()[1]) / 1024


def show_parts(what, rows):
    for place, name in enumerate(("step and draw", "transmit", "whole turn")):
        values = sorted(row[place] for row in rows)
        middle, worst = values[len(values) // 2], values[-1]
        report("%s, %s, median of %d" % (what, name, len(values)), middle, 33.0, "ms")
        report("%s, %s, worst" % (what, name), worst, 33.0, "ms")


def reaction(board, button, times):
    """Milliseconds from the button's contact to the next picture's last pixel, of several presses."""
    waits = []
    for n in range(times):
        frames = []
        # Let blinks and running texts be anywhere when the press comes.
        board.run(240 + 7 * n)
        begin = board.now_ms
        before = board.pixels()
        board.on_frame = lambda now, frames=frames: frames.append((now, board.pixels()))
        board.hold(button)
        board.run(110)
        board.on_frame = None
        board.release(button)
        waits.append(next(now - begin for now, picture in frames if picture[-1] != before[-1]))
    return sorted(waits)


def main():
    starts()
    with tempfile.TemporaryDirectory() as folder:
        firmware = Path(folder) / "firmware"
        shutil.copytree(ROOT / "firmware", firmware, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(Path(__file__).with_name("measured_code.py"), firmware / "code.py")
        with EmulatedBoard(firmware=firmware) as board:
            board.run(BOOT_MS + 1500)
            report("free heap in the menu", free(board), 60, "KB free")
            seen = len(board.console)
            board.run(1500)
            show_parts("menu", parts(board.console[seen:]))
            table = Table(board, hold_ms=50, settle_ms=110)
            table.choose("duel")
            scenarios.hide_codes(table, (0, 1, 1, 0, 2), (7, 6, 7, 7, 6))
            seen = len(board.console)
            for _ in range(2):
                scenarios.duel_turn(table, (7, 7, 0, 1, 7), (7, 0, 0, 1, 6))
                table.press("ok")
            report("free heap in a 5x8 duel", free(board), 60, "KB free")
            show_parts("duel", parts(board.console[seen:]))
            waits = reaction(board, "up", 12)
            report("press to pixels, median", waits[len(waits) // 2], 50, "ms")
            report("press to pixels, worst of %d" % len(waits), waits[-1], 50, "ms")


if __name__ == "__main__":
    main()
