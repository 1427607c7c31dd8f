"""The command line, through the real command."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request

import pytest

import lightpeg
from lightpeg.core.builtin import builtin
from lightpeg.core.variant_file import to_dict
from lightpeg_host.boards import VirtualBoard
from tests.conftest import FIRMWARE

HOST = os.path.join(os.path.dirname(FIRMWARE), "host")
START = (
    f"import sys; sys.path[:0] = [{HOST!r}]; sys.path.append({FIRMWARE!r}); from lightpeg_host.cli import main; main()"
)
GOOD = {"name": "Mine", "holes": 5, "colours": 7}
SECONDS = 30


def command(*arguments):
    return [sys.executable, "-P", "-c", START, *map(str, arguments)]


def lightpeg_says(*arguments, **options):
    """Runs the command to its end: (exit code, what it printed, what it printed to standard error)."""
    done = subprocess.run(command(*arguments), check=False, capture_output=True, text=True, timeout=SECONDS, **options)
    assert "Traceback" not in done.stdout + done.stderr
    return done.returncode, done.stdout, done.stderr


class Playing:
    """`lightpeg play` in a process of its own."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            command("play", "--no-open", *arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.told = {}
        for line in self.process.stdout:
            word, _, rest = line.strip().partition(" ")
            self.told[word] = rest.strip()
            if word == "Stop":
                break

    def end(self, number=signal.SIGINT):
        """Stops it: (exit code, standard error)."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=SECONDS)
        return self.process.returncode, errors


@pytest.fixture
def play():
    playing = []

    def start(*arguments):
        playing.append(Playing(*arguments))
        return playing[-1]

    yield start
    for one in playing:
        one.end()


def children(pid):
    """The processes that this process started, where /proc tells."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            return [int(child) for child in file.read().split()]
    except FileNotFoundError:
        pytest.skip("Only Linux tells a process's children in /proc")


def test_the_version():
    assert lightpeg_says("--version") == (0, f"lightpeg {lightpeg.VERSION}\n", "")


def test_without_its_folder_on_the_path():
    path = {**os.environ, "PYTHONPATH": os.pathsep.join((HOST, FIRMWARE))}
    module = [sys.executable, "-m", "lightpeg_host", "--version"]
    done = subprocess.run(module, check=True, capture_output=True, text=True, timeout=SECONDS, env=path)
    assert done.stdout == f"lightpeg {lightpeg.VERSION}\n"


def test_help_names_every_option():
    code, text, _ = lightpeg_says("play", "--help", env={**os.environ, "COLUMNS": "200", "NO_COLOR": "1"})
    assert code == 0
    for option in ("--headless", "--profile", "--port", "--speed", "--no-open", "--wide", "--exact", "--image"):
        assert option in text


@pytest.mark.parametrize(
    "arguments, word",
    [
        (["play", "--sped", "2"], "--sped"),
        (["play", "--speed", "0"], "0.1"),
        (["play", "--speed", "5.1"], "--speed"),
        (["play", "--port", "70000"], "65535"),
        (["play", "--headless", "--port", "8000"], "leave one of them away"),
        (["variants", "check"], "FILE"),
        (["plya"], "plya"),
    ],
)
def test_wrong_calls_end_with_2_and_say_what_is_wrong(arguments, word):
    code, _, errors = lightpeg_says(*arguments)
    assert code == 2
    assert word in errors


def test_good_files(tmp_path):
    for key in ("classic", "duel"):
        (tmp_path / f"{key}.json").write_text(json.dumps(to_dict(builtin(key))))
    code, text, errors = lightpeg_says("variants", "check", tmp_path / "classic.json", tmp_path / "duel.json")
    assert (code, errors) == (0, "")
    assert text.count(": good") == 2
    assert "Classic can be played" in text


def test_every_fault_of_every_file(tmp_path):
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    one.write_text(json.dumps({**GOOD, "holes": 11, "colours": 1, "wholes": 3}))
    two.write_text("{")
    code, text, _ = lightpeg_says("variants", "check", one, two)
    assert code == 1
    assert "holes is 11; allowed: a whole number from 1 to 10" in text
    assert "colours is 1; allowed: a whole number from 2 to 10" in text
    assert "wholes" in text
    assert f"{two}: 1 fault\n  file is not JSON; allowed: a JSON object in UTF-8" in text


def test_what_the_panel_cannot_show_is_refused_with_the_reason(tmp_path):
    # Ten holes take two lines a row: the twelve lines between the clock and the cursor hold six rows.
    path = tmp_path / "long.json"
    path.write_text(json.dumps({**GOOD, "holes": 10, "rows": 12}))
    code, text, _ = lightpeg_says("variants", "check", path)
    assert code == 1
    assert "the panel cannot show it: the panel has room for 6 rows, not 12" in text


def test_check_as_json(tmp_path):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(GOOD))
    bad.write_text(json.dumps({**GOOD, "rows": 13}))
    code, text, _ = lightpeg_says("variants", "check", "--json", good, bad, tmp_path / "none.json")
    assert code == 1
    first, second, third = json.loads(text)
    assert first == {"file": str(good), "good": True, "name": "Mine", "faults": [], "panel": None}
    assert [fault["field"] for fault in second["faults"]] == ["rows"]
    assert second["faults"][0]["value"] == "13"
    assert third["faults"][0]["field"] == "file"


def test_a_name_that_looks_like_markup_is_printed_as_it_is(tmp_path):
    path = tmp_path / "x.json"
    path.write_text(json.dumps({**GOOD, "name": "[red]M[/]"}))
    code, text, _ = lightpeg_says("variants", "check", path)
    assert code == 0
    assert "[red]M[/]" in text


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("arguments", [(), ("--headless",)])
def test_it_ends_cleanly_and_takes_its_child_along(play, number, arguments):
    playing = play(*arguments)
    firmware = children(playing.process.pid)
    assert firmware
    assert playing.end(number) == (0, "")
    for child in firmware:
        assert not os.path.exists(f"/proc/{child}")


def test_the_page_and_the_serial_channel(play):
    playing = play("--port", str(free_port()))
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", playing.told["Page"])
    with urllib.request.urlopen(playing.told["Page"], timeout=SECONDS) as answer:
        assert b"<title>Lightpeg</title>" in answer.read()
    host, port = playing.told["Serial"].removeprefix("socket://").split(":")
    socket.create_connection((host, int(port)), SECONDS).close()


def test_two_boards_at_once(play):
    one, two = play(), play()
    assert one.told["Page"] != two.told["Page"]
    assert one.told["Serial"] != two.told["Serial"]


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def test_a_port_that_is_taken():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        code, _, errors = lightpeg_says("play", "--no-open", "--port", port)
    assert code == 1
    assert f"Port {port} cannot be had" in errors
    assert "Choose another one" in errors


def test_a_profile_in_use(tmp_path):
    with VirtualBoard(tmp_path):
        code, _, errors = lightpeg_says("play", "--headless", "--profile", tmp_path)
    assert code == 1
    assert "choose another folder" in errors


def test_a_profile_that_cannot_be(tmp_path):
    (tmp_path / "file").write_text("")
    code, _, errors = lightpeg_says("play", "--headless", "--profile", tmp_path / "file")
    assert code == 1
    assert "cannot be used" in errors


def test_a_profile_keeps_the_drive(play, tmp_path):
    play("--headless", "--profile", str(tmp_path / "board")).end()
    assert (tmp_path / "board" / "drive" / "variants").is_dir()
    assert (tmp_path / "board" / "nvm.bin").stat().st_size == 4096


def test_an_image_that_is_not_there():
    code, _, errors = lightpeg_says("play", "--headless", "--image", "none.uf2")
    assert code == 1
    assert "none.uf2" in errors or "pip install" in errors


def test_what_is_no_file_or_too_long_is_told_in_words(tmp_path):
    large = tmp_path / "large.json"
    large.write_bytes(b" " * 5_000_000)
    os.mkfifo(tmp_path / "pipe.json")
    for path, words in (
        (large, "file is 5000000 bytes long; allowed: at most 4096 bytes"),
        (tmp_path, "file is not a file; allowed: a file that can be read"),
        (tmp_path / "pipe.json", "file is not a file"),
        (tmp_path / "none.json", "file is missing"),
    ):
        code, text, _ = lightpeg_says("variants", "check", str(path))
        assert code == 1
        assert words in text


def test_an_image_that_is_none_is_refused(tmp_path):
    image = tmp_path / "good.json"
    image.write_text("{}")
    code, _, errors = lightpeg_says("play", "--headless", "--image", str(image))
    assert code == 1
    assert "is not a UF2 file" in errors
