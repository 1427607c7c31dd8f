"""VirtualBoard: the calls a program uses to play on it."""

import os
import signal
import socket
import time

import pytest

from lightpeg_host.boards import Board, BoardError, VirtualBoard
from tests.virtual.snippets import running

ECHO = """
import time, usb_cdc
data = usb_cdc.data
data.timeout = 0
data.write_timeout = 0
while True:
    if data.in_waiting:
        got = data.read(data.in_waiting)
        print(len(got), data.connected)
        while got:
            got = got[data.write(got):]
            time.sleep(0.001)
    time.sleep(0.002)
"""

FLOOD = """
import time, usb_cdc
data = usb_cdc.data
data.timeout = 0
data.write_timeout = 0
while not data.connected: time.sleep(0.001)
counts = []
for _ in range(3000):
    counts.append(data.write(b"x" * 100))
    time.sleep(0.001)
print(counts[0], counts[2], counts[-1], max(counts), data.out_waiting)
"""

FAIL = """
import time
import traceback
import microcontroller
time.sleep(1)
try:
    raise KeyError("lost peg")
except KeyError as error:
    traceback.print_exception(error)
    time.sleep(1)
    microcontroller.reset()
"""


def connect(board):
    """A connection to the board's socket."""
    port = int(board.serial_url.rsplit(":", 1)[1])
    return socket.create_connection(("127.0.0.1", port), timeout=5)


def read_all(connection, board, wanted, ms=2000):
    """Let the board run until `wanted` bytes have come, at most `ms` of its time."""
    got = b""
    connection.settimeout(0.02)
    end = board.now_ms + ms
    while len(got) < wanted and board.now_ms < end:
        board.run(10)
        try:
            got += connection.recv(65536)
        except TimeoutError:
            continue
    return got


def test_firmware_starts_and_shows_something():
    with VirtualBoard() as board:
        assert isinstance(board, Board)
        board.run(1000)
        picture = board.pixels()
        assert len(picture) == 16
        assert {len(row) for row in picture} == {16}
        assert any(any(colour) for row in picture for colour in row)
        assert board.now_ms == 1000


def test_no_time_passes_between_calls():
    with VirtualBoard() as board:
        board.run(500)
        board.hold("ok")
        board.release("ok")
        board.slide("red", 0.3)
        assert board.now_ms == 500


def test_wrong_names_are_refused_with_the_right_ones():
    with VirtualBoard() as board:
        for call in (board.press, board.hold, board.release):
            with pytest.raises(ValueError, match="left, right, up, down, ok, menu, screen"):
                call("enter")
        with pytest.raises(ValueError, match="red and white"):
            board.slide("green", 0.5)
        with pytest.raises(ValueError, match=r"0\.0 and 1\.0"):
            board.slide("red", 2)
        assert board.now_ms == 0
    with pytest.raises(ValueError, match="16 or 32"):
        VirtualBoard(width=20)


def test_same_input_same_output():
    def play():
        with VirtualBoard(noise=0.01) as board:
            board.run(1500)
            board.press("down")
            board.press("ok")
            board.run(500)
            return board.pixels(), board.frames

    assert play() == play()


def test_frames_are_announced():
    seen = []
    with VirtualBoard() as board:
        board.on_frame = seen.append
        board.run(300)
        assert len(seen) == board.frames > 0
        assert seen == sorted(seen)


def test_power_cut_and_back():
    with VirtualBoard() as board:
        board.run(1000)
        board.cut_power()
        board.cut_power()
        assert not board.powered
        assert not any(any(colour) for row in board.pixels() for colour in row)
        assert board.tone == 0
        board.run(5000)
        assert board.now_ms == 6000
        board.press("ok")
        board.restore_power()
        board.restore_power()
        assert board.powered
        board.run(1000)
        assert any(any(colour) for row in board.pixels() for colour in row)


def test_two_boards_at_once():
    with VirtualBoard() as one, VirtualBoard() as two:
        one.run(1000)
        assert two.now_ms == 0
        two.run(300)
        assert one.serial_url != two.serial_url
        assert one.profile != two.profile
        one.cut_power()
        two.run(300)
        assert two.powered


def test_throw_away_profile_is_removed():
    with VirtualBoard() as board:
        folder = board.profile
        assert folder.exists()
    assert not folder.exists()
    board.close()
    with pytest.raises(BoardError, match="closed"):
        board.run(1)
    with pytest.raises(BoardError, match="closed"):
        board.restore_power()


def test_profile_keeps_and_is_locked(tmp_path):
    code = "import microcontroller as m, time\nm.nvm[0:1] = bytes([(m.nvm[0] + 1) & 255])\nprint(m.nvm[0])\n"
    for expected in ("0", "1"):
        with running(tmp_path / "f", code, profile=tmp_path / "p") as board:
            board.run(200)
            assert board.console.split()[0] == expected
            with pytest.raises(BoardError, match="Another virtual board is using the profile"):
                VirtualBoard(profile=tmp_path / "p")


def test_unusable_profile_is_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BoardError, match="cannot be used"):
        VirtualBoard(profile=tmp_path / "file")


def test_killed_process_is_reported_and_can_be_started_again():
    with VirtualBoard() as board:
        board.run(100)
        os.kill(board._process.pid, signal.SIGKILL)
        with pytest.raises(BoardError, match=r"ended unexpectedly .*restore_power"):
            board.run(100)
        assert not board.powered
        board.restore_power()
        board.run(100)
        assert board.powered


def test_error_in_code_py_is_reported_with_its_traceback(tmp_path):
    with (
        running(tmp_path, "def fall():\n    return 1 / 0\nfall()\n") as board,
        pytest.raises(BoardError, match=r"(?s)in fall.*ZeroDivisionError"),
    ):
        board.run(100)


def test_crash_that_the_firmware_survives_is_reported_too(tmp_path):
    with running(tmp_path, FAIL) as board:
        board.run(1500)
        with pytest.raises(BoardError, match="lost peg"):
            board.run(1000)
        assert board.powered
    with running(tmp_path, FAIL, tolerate_crash=True) as board:
        board.run(5000)
        assert len(board.restarts) == 2


def test_code_py_shows_a_crash_of_the_game_and_restarts(tmp_path):
    # The firmware's own code.py, with a game that fails after a second.
    from lightpeg_host.boards.virtual_process import firmware_folder

    (tmp_path / "code.py").write_text(
        "import sys, types, time\n"
        "app = types.ModuleType('lightpeg.app')\n"
        "def run(hardware):\n"
        "    time.sleep(1)\n"
        "    raise RuntimeError('no more pegs')\n"
        "app.run = run\n"
        "import lightpeg\n"
        "lightpeg.app = app\n"
        "sys.modules['lightpeg.app'] = app\n" + (firmware_folder() / "code.py").read_text()
    )
    with VirtualBoard(firmware=tmp_path, tolerate_crash=True) as board:
        board.run(500)
        assert board.pixels()[0][0] == (0, 0, 0)
        board.run(1000)
        assert "no more pegs" in board.console
        lit = [(x, y) for y, row in enumerate(board.pixels()) for x, c in enumerate(row) if any(c)]
        assert lit == [(0, 0)]
        assert board.pixels()[0][0][0] > 0
        assert board.restarts == []
        board.run(5000)
        assert [reason for _, reason in board.restarts] == ["software"]


def test_ctrl_c_leads_to_the_prompt_and_no_watchdog_bites():
    with VirtualBoard() as board:
        board.run(2000)
        board.interrupt()
        board.run(60_000)
        assert "KeyboardInterrupt" in board.console
        assert board.restarts == []


def test_a_hung_game_is_restarted_by_the_watchdog(tmp_path):
    from lightpeg_host.boards.virtual_process import firmware_folder

    (tmp_path / "code.py").write_text(
        "import sys, types, time\n"
        "app = types.ModuleType('lightpeg.app')\n"
        "app.run = lambda hardware: time.sleep(100)\n"
        "import lightpeg\n"
        "lightpeg.app = app\n"
        "sys.modules['lightpeg.app'] = app\n" + (firmware_folder() / "code.py").read_text()
    )
    with VirtualBoard(firmware=tmp_path) as board:
        board.run(7900)
        assert board.restarts == []
        board.run(300)
        assert [reason for _, reason in board.restarts] == ["watchdog"]


def test_serial_socket_echoes(tmp_path):
    with running(tmp_path, ECHO) as board:
        board.run(50)
        with connect(board) as connection:
            connection.sendall(b"hello\n")
            assert read_all(connection, board, 6) == b"hello\n"
            assert board.console.split() == ["6", "True"]
            big = bytes(range(256)) * 20
            connection.sendall(big)
            assert read_all(connection, board, len(big), 20_000) == big
        counts = [int(line.split()[0]) for line in board.console.splitlines()]
        assert max(counts) <= 256  # the receive buffer is small; the rest waits at the computer


def test_serial_pyserial(tmp_path):
    serial = pytest.importorskip("serial")
    with running(tmp_path, ECHO) as board:
        board.run(50)
        with serial.serial_for_url(board.serial_url, timeout=2) as port:
            port.write(b"abc")
            board.run(50)
            assert port.read(3) == b"abc"


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="this system has no pty")
def test_serial_pty(tmp_path):
    serial = pytest.importorskip("serial")
    with running(tmp_path, ECHO + "\n") as board:
        board.run(50)
        for _ in range(2):
            with serial.Serial(board.serial_pty, timeout=2) as port:
                board.run(10)
                port.write(b"abc\r\n\x04\x03")
                board.run(50)
                assert port.read(7) == b"abc\r\n\x04\x03"
            board.run(50)


def test_connected_follows_the_program(tmp_path):
    code = "import time, usb_cdc\nwhile True:\n  print(int(usb_cdc.data.connected), end='')\n  time.sleep(0.05)"
    with running(tmp_path, code) as board:
        board.run(100)
        with connect(board):
            board.run(200)
        board.run(200)
        assert board.console.strip("0") == "1" * board.console.count("1") != ""
        assert board.console[0] == board.console[-1] == "0"


def test_second_program_is_turned_away(tmp_path):
    with running(tmp_path, ECHO) as board, connect(board) as first:
        board.run(50)
        with connect(board) as second:
            board.run(50)
            assert second.recv(10) == b""
        first.sendall(b"x")
        assert read_all(first, board, 1) == b"x"


def test_writes_are_short_and_a_host_that_does_not_read_blocks_nothing(tmp_path):
    with running(tmp_path, FLOOD) as board, connect(board) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        started = time.perf_counter()
        board.run(4000)
        assert time.perf_counter() - started < 30
        first, third, last, most, waiting = map(int, board.console.split("\n")[0].split())
        assert first == most == 100
        assert third <= 100
        assert last == 0  # 300 kB in all: far more than the sockets on both sides hold
        assert waiting == 256


def test_bytes_written_to_nobody_are_lost_but_the_newest(tmp_path):
    code = (
        "import time, usb_cdc\nd = usb_cdc.data\nd.write_timeout = 0\n"
        "print(sum(d.write(bytes([48 + i]) * 100) for i in range(5)))\nwhile True: time.sleep(1)"
    )
    with running(tmp_path, code) as board:
        board.run(100)
        assert board.console.split() == ["500"]
        with connect(board) as connection:
            assert read_all(connection, board, 256) == b"2" * 56 + b"3" * 100 + b"4" * 100


def test_power_cut_ends_the_connection(tmp_path):
    with running(tmp_path, ECHO) as board, connect(board) as connection:
        board.run(50)
        board.cut_power()
        assert connection.recv(10) == b""
        board.restore_power()
        with connect(board) as again:
            again.sendall(b"y")
            assert read_all(again, board, 1) == b"y"
