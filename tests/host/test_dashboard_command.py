"""`lightpeg dashboard` where it cannot do what it is asked for: a sentence, and an exit code of its own."""

import os
import socket
import subprocess
import sys
from pathlib import Path

from tests.browser.dashboard import Dashboard

ROOT = Path(__file__).resolve().parents[2]
RUN = "from lightpeg_host.cli import main; main()"


def run(*arguments, **environment):
    variables = {name: value for name, value in os.environ.items() if not name.startswith("LIGHTPEG_")}
    variables |= {"PYTHONPATH": os.pathsep.join(str(ROOT / name) for name in ("firmware", "host"))} | environment
    return subprocess.run(
        [sys.executable, "-c", RUN, "dashboard", "--no-open", *arguments],
        env=variables, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_a_port_that_is_taken():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        told = run("--port", str(taken.getsockname()[1]))
    assert told.returncode == 1
    assert "Choose another port" in told.stderr and "Traceback" not in told.stderr


def test_an_address_that_is_not_of_this_computer():
    told = run("--host", "192.0.2.1")
    assert told.returncode == 1
    assert "Give --host an address of this computer." in told.stderr


def test_a_database_that_is_none():
    told = run("--database", "mysql://somewhere/games")
    assert told.returncode == 2
    assert "SQLite or PostgreSQL" in told.stderr


def test_a_second_dashboard_takes_another_port(tmp_path):
    with Dashboard(tmp_path / "one") as one, Dashboard(tmp_path / "other") as other:
        assert one.base != other.base


def test_nothing_of_the_pages_is_imported_for_other_commands():
    told = subprocess.run(
        [sys.executable, "-c", "import sys, lightpeg_host.cli; print([m for m in sys.modules if 'nicegui' in m])"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(str(ROOT / name) for name in ("firmware", "host"))},
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert told.stdout.strip() == "[]"
