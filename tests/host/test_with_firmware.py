"""The commands against the whole firmware on a virtual board, over its socket and its pty."""

import json
import queue
import signal
import subprocess
import threading
import time

import pytest

from lightpeg_host.boards import VirtualBoard
from lightpeg_host.client.running import register
from tests.host.test_cli import SECONDS, Playing, command, lightpeg_says

# To the menu, all its variants read.
START_MS = 3000
PIECE_MS = 20


class Talking:
    """A command in a process of its own; the board's time passes while it is waited for."""

    def __init__(self, board, *arguments):
        self.board = board
        self.process = subprocess.Popen(
            command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1
        )
        self._lines = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def line(self):
        """The next line it prints; None at its end."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            self.board.run(PIECE_MS)
            try:
                return self._lines.get_nowait()
            except queue.Empty:
                continue
        raise AssertionError("nothing was printed")

    def end(self):
        """(exit code, all it printed, standard error)."""
        lines = []
        while (line := self.line()) is not None:
            lines.append(line)
        errors = self.process.stderr.read()
        return self.process.wait(SECONDS), "".join(lines), errors


@pytest.fixture
def board():
    with VirtualBoard() as board:
        board.run(START_MS)
        yield board


def talk(board, *arguments):
    return Talking(board, *arguments).end()


@pytest.mark.parametrize("pty", [False, True], ids=["socket", "pty"])
def test_players_settings_and_variants(board, pty, tmp_path):
    if pty and board.serial_pty is None:
        pytest.skip("This system has no ptys")
    at = ["--port", board.serial_pty if pty else board.serial_url]
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"name": "Mine", "holes": 4, "colours": 7, "rows": 9}))
    assert talk(board, "players", "set", "2", "Zo\u00eb", *at)[0] == 0
    assert talk(board, "settings", "set", "sound", "off", *at)[0] == 0
    assert talk(board, "variants", "push", str(file), *at) == (0, "mine sent\n", "")
    # And after the board has been without power they are there.
    board.cut_power()
    board.restore_power()
    board.run(START_MS)
    assert json.loads(talk(board, "players", "--json", *at)[1])[1] == {"slot": 2, "name": "Zo\u00eb"}
    assert json.loads(talk(board, "settings", "--json", *at)[1])["sound"] == 0
    known = json.loads(talk(board, "variants", "list", "--json", *at)[1])
    assert {"key": "mine", "source": "uploaded", "good": True} in known
    out = tmp_path / "out"
    out.mkdir()
    assert talk(board, "variants", "pull", "--to", str(out), *at)[0] == 0
    assert json.loads((out / "mine.json").read_text())["rows"] == 9
    assert talk(board, "variants", "remove", "mine", *at)[0] == 0


def test_a_game_is_followed_and_not_disturbed(board):
    with register(board.serial_url, "virtual board"):
        watching = Talking(board, "watch", "--json", "--count", "4")
        assert json.loads(watching.line()) == {"live": "menu"}
        board.press("ok")  # one player, Classic
        match, game = json.loads(watching.line()), json.loads(watching.line())
        assert (match["live"], match["key"], match["who"]) == ("match", "classic", "board")
        assert (game["live"], game["number"], game["holes"]) == ("game", 0, 4)
        for _ in range(3):
            board.press("up")  # from empty to black, yellow, green
        board.press("ok", hold_ms=800)  # the whole row
        board.press("ok")
        row = json.loads(watching.line())
        assert (row["live"], row["row"], row["player"], row["guess"]) == ("row", 0, 0, [2, 2, 2, 2])
        # Of one colour only, so nothing is misplaced.
        assert row["white"] == 0 and 0 <= row["black"] <= 4
        assert watching.end() == (0, "", "")
        code, text, errors = talk(board, "settings", "set", "sound", "off")
        assert (code, text) == (8, "")
        assert errors.startswith("The board refuses: The board is in use.")


def test_a_board_whose_power_goes_while_it_is_watched(board):
    watching = Talking(board, "watch", "--json", "--port", board.serial_url)
    assert json.loads(watching.line()) == {"live": "menu"}
    board.cut_power()
    code, text, errors = watching.end()
    assert (code, text) == (6, "")
    assert "has gone: it was unplugged" in errors


def test_boards_that_lightpeg_play_runs_are_found_without_a_flag(tmp_path):
    one, two = Playing("--headless", "--profile", str(tmp_path / "club")), Playing("--headless")
    try:
        code, text, errors = lightpeg_says("boards", "--json")
        assert (code, errors) == (0, "")
        found = {board["title"]: board for board in json.loads(text)}
        assert {title: board["port"] for title, board in found.items()} == {
            "virtual board club": one.told["Serial"],
            "virtual board": two.told["Serial"],
        }
        assert [board["state"] for board in found.values()] == ["ready", "ready"]
        assert lightpeg_says("players")[0] == 4
        assert lightpeg_says("players", "--board", found["virtual board club"]["id"])[0] == 0
        # However a board ends, it is not found any more.
        two.end(signal.SIGKILL)
        assert lightpeg_says("players")[0] == 0
        one.end()
        assert lightpeg_says("players")[0] == 3
    finally:
        one.end()
        two.end()
