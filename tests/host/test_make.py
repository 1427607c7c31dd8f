"""`make install` where there is something already."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

MAKEFILE = Path(__file__).resolve().parents[2] / "Makefile"


@pytest.mark.skipif(os.name == "nt" or not shutil.which("make"), reason="There is no make")
def test_a_broken_environment_is_made_anew(tmp_path):
    """As after an upgrade of the computer's Python: the environment leads to one that has gone."""
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to("python3")
    (python.parent / "python3").symlink_to(tmp_path / "gone")
    subprocess.run(
        ["make", "-f", MAKEFILE, "venv", f"PYTHON={sys.executable}"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        timeout=120,
    )
    assert subprocess.run([python, "-c", "import pip"], check=False, timeout=30).returncode == 0


@pytest.mark.skipif(os.name == "nt" or not shutil.which("make"), reason="There is no make")
def test_a_good_environment_is_kept_whichever_python_made_it(tmp_path):
    """Changed packages are installed into it; this Python's venv would not be the same as the next one's."""
    (tmp_path / "pyproject.toml").touch()
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    # Good for everything that it is asked.
    python.write_text('#!/bin/sh\necho "$@" >>asked\n')
    python.chmod(0o755)
    subprocess.run(
        ["make", "-f", MAKEFILE, "install", "PYTHON=false"], cwd=tmp_path, check=True, capture_output=True, timeout=30
    )
    assert "-m pip install --quiet --editable .[test,pico]" in (tmp_path / "asked").read_text()
