"""The whole firmware under MicroPython: restless hands at every variant see the same pictures as on CPython."""

import pytest

# With the mark, so that it is skipped without the interpreter as the core's games are.
from .test_core import FIRMWARE, HERE, pytestmark, run  # noqa: F401

# Words have eight bytes here and four on the board.
HEAP = "400K"
# Variant, and who plays as its place in the menu.
TABLES = [("classic", 0), ("advanced", 1), ("arms", 1), ("numbers", 2), ("numbers", 3), ("duel", 3), ("growing", 0)]


@pytest.mark.parametrize("variant, who", TABLES)
def test_the_same_pictures_as_on_cpython(variant, who):
    arguments = (HERE / "hands.py", FIRMWARE, HERE.parent, variant, who)
    expected = run([], *arguments)
    assert (expected.returncode, expected.stderr) == (0, "")
    lines = expected.stdout.splitlines()
    # The hands really play: many different pictures, and rows.
    assert len(set(lines)) > 150
    assert int(lines[-1].split()[1]) > 50
    assert run(["-m", "micropython_unix", "-X", "heapsize=" + HEAP], *arguments).stdout.splitlines() == lines
