"""Virtual boards that say they are there: found while they run, forgotten when they are gone, however they went."""

import json
import subprocess
import sys

import pytest

from lightpeg_host.client.running import Running, folder, register, running
from tests.conftest import FIRMWARE
from tests.host.test_cli import HOST

KILLED = f"""
import sys
sys.path[:0] = [{HOST!r}]
sys.path.append({FIRMWARE!r})
from lightpeg_host.client.running import register
with register("socket://127.0.0.1:5001", "a"):
    print("there", flush=True)
    sys.stdin.read()
"""


def test_a_board_is_there_while_it_runs():
    assert running() == []
    with register("socket://127.0.0.1:5002", "two"), register("socket://127.0.0.1:5001", "one"):
        assert running() == [Running("socket://127.0.0.1:5001", "one"), Running("socket://127.0.0.1:5002", "two")]
    assert running() == []
    assert list(folder().iterdir()) == []


def test_a_process_that_was_killed_is_forgotten_and_its_files_are_removed():
    process = subprocess.Popen([sys.executable, "-c", KILLED], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "there\n"
        assert [one.title for one in running()] == ["a"]
    finally:
        process.kill()
        process.communicate()
    assert len(list(folder().iterdir())) == 2
    assert running() == []
    assert list(folder().iterdir()) == []


def test_a_board_that_ends_by_an_error_is_forgotten():
    with pytest.raises(ZeroDivisionError), register("socket://127.0.0.1:5001", "one"):
        raise ZeroDivisionError
    assert list(folder().iterdir()) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "7",
        '{"url": "socket://127.0.0.1:1"}',
        '{"url": "/dev/ttyS0", "title": "x"}',
        '{"url": 1, "title": "x"}',
    ],
)
def test_what_is_no_registration_is_passed_over(text):
    with register("socket://127.0.0.1:5001", "one"):
        (card,) = folder().glob("*.json")
        card.write_text(text)
        assert running() == []


def test_a_file_without_a_lock_is_stale():
    folder().mkdir(parents=True)
    (folder() / "1.json").write_text(json.dumps({"url": "socket://127.0.0.1:1", "title": "x"}))
    assert running() == []
    assert list(folder().iterdir()) == []


def test_where_nothing_can_be_written_the_board_runs_all_the_same(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LIGHTPEG_RUNTIME", str(tmp_path / "file" / "below"))
    with register("socket://127.0.0.1:5001", "one"):
        assert running() == []
