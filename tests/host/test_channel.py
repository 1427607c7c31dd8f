"""One conversation with a board, however badly the other end behaves, over a socket and over a pty."""

import json
import os
import socket
import threading

import pytest

from lightpeg.link.frame import MAX_FRAME, encode
from lightpeg.link.server import PROTOCOL
from lightpeg_host.client import board as board_module
from lightpeg_host.client import discovery
from lightpeg_host.client.board import say_hello
from lightpeg_host.client.channel import BoardSilent, Channel
from lightpeg_host.client.port import open_port, same_device
from lightpeg_host.errors import BoardGone, BoardRefused, FileError, NoBoard, PortError, UsageError, VersionMismatch
from tests.host.link_board import HELLO, HangUp, LinkBoard, good

BOTH = pytest.mark.parametrize("pty", [False, True], ids=["socket", "pty"])


def polite(message, fault):
    """Says hello and gives back what it is asked."""
    if message is None:
        return encode({"id": None, "error": "bad", "why": fault})
    return good(message, HELLO if message["do"] == "hello" else {"asked": message["do"]})


def channel_to(board):
    return Channel(open_port(board.url))


@BOTH
def test_a_request_and_its_reply(pty):
    with LinkBoard(polite, pty) as board:
        channel = channel_to(board)
        assert channel.request("status") == {"asked": "status"}
        assert channel.request("players") == {"asked": "players"}
        channel.close()
        channel.close()
    assert (channel.damaged, channel.foreign, channel.dropped) == (0, 0, 0)


@BOTH
def test_garbage_other_replies_and_events_around_a_reply(pty):
    def answer(message, fault):
        number = message["id"]
        return (
            b"\x00\xff garbage\n"
            + b'{"id": %d, "ok": {"wrong": 1}}*00000000\n' % number
            + encode({"id": (number + 1) % 2**30, "ok": {"foreign": 1}})
            + encode({"id": None, "error": "bad", "why": "that line is no frame"})
            + encode({"id": number, "neither": 1})
            + encode({"live": "row", "n": 1})
            + b"x" * 3000
            + b"\n"
            + good(message, {"right": True})
            + encode({"live": "row", "n": 2})
        )

    with LinkBoard(answer, pty) as board:
        channel = channel_to(board)
        assert channel.request("status") == {"right": True}
        assert channel.event(5) == {"live": "row", "n": 1}
        assert channel.event(5) == {"live": "row", "n": 2}
        assert channel.event(0) is None
        channel.close()
    assert (channel.damaged, channel.foreign) == (3, 3)


def test_a_reply_that_comes_too_late_is_not_taken_for_the_next_one():
    held = []

    def answer(message, fault):
        if message["do"] == "slow":
            held.append(good(message, {"late": 1}))
            return b""
        return b"".join(held) + good(message, {"now": 1})

    with LinkBoard(answer) as board:
        channel = channel_to(board)
        with pytest.raises(BoardSilent, match="does not answer"):
            channel.request("slow", seconds=0.05)
        assert channel.request("quick") == {"now": 1}
        assert channel.foreign == 1
        channel.close()


@pytest.mark.parametrize("sent", [b"", b'{"id": 1, "ok"'], ids=["nothing", "half a frame"])
def test_a_board_that_goes_in_the_middle(sent):
    with socket.create_server(("127.0.0.1", 0)) as server:
        channel = Channel(open_port("socket://127.0.0.1:%d" % server.getsockname()[1]))
        peer, _ = server.accept()
        peer.sendall(sent)
        peer.close()
        with pytest.raises(BoardGone, match="has gone: it was unplugged"):
            channel.request("status")
        channel.close()


def test_a_pty_whose_board_goes():
    master, slave = os.openpty()
    channel = Channel(open_port(os.ttyname(slave)))
    os.close(slave)
    os.close(master)
    with pytest.raises(BoardGone, match="has gone"):
        channel.request("status")
    channel.close()


def test_a_board_that_does_not_read():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = open_port("socket://127.0.0.1:%d" % server.getsockname()[1])
        peer, _ = server.accept()
        with peer, pytest.raises(BoardGone, match="does not read what is sent"):
            for _ in range(1000):
                port.write(b"x" * 65536, 0.05)
        port.close()


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="Only POSIX has ptys")
def test_a_pty_that_is_not_read():
    master, slave = os.openpty()
    port = open_port(os.ttyname(slave))
    with pytest.raises(BoardGone, match="does not read what is sent"):
        for _ in range(1000):
            port.write(b"x" * 65536, 0.05)
    port.close()
    os.close(slave)
    os.close(master)


def test_a_refusal_is_the_boards_own_sentence_and_code():
    def answer(message, fault):
        return encode({"id": message["id"], "error": "busy", "why": "A game is being played."})

    with LinkBoard(answer) as board:
        channel = channel_to(board)
        with pytest.raises(BoardRefused, match=r"^The board refuses: A game is being played\.$") as refused:
            channel.request("settings_put", settings={})
        assert refused.value.code == "busy"
        channel.close()


@pytest.mark.parametrize("ok", [7, None, "x", []])
def test_a_reply_of_another_make(ok):
    with LinkBoard(lambda message, fault: good(message, ok)) as board:
        channel = channel_to(board)
        with pytest.raises(VersionMismatch, match="does not know"):
            channel.request("status")
        channel.close()


def test_a_request_too_long_for_a_frame_is_not_sent():
    with LinkBoard(polite) as board:
        channel = channel_to(board)
        with pytest.raises(FileError, match=f"longer than {MAX_FRAME}"):
            channel.request("variant_put", variant="x" * MAX_FRAME)
        assert channel.request("status") == {"asked": "status"}
        channel.close()


def test_events_that_nobody_fetches_are_dropped_from_the_oldest_on(monkeypatch):
    monkeypatch.setattr("lightpeg_host.client.channel.MOST_EVENTS", 3)

    def answer(message, fault):
        return b"".join(encode({"live": "row", "n": n}) for n in range(5)) + good(message, {})

    with LinkBoard(answer) as board:
        channel = channel_to(board)
        channel.request("live")
        assert [channel.event(0)["n"] for _ in range(3)] == [2, 3, 4]
        assert channel.dropped == 2
        channel.close()


def test_requests_from_several_threads_are_one_at_a_time():
    open_requests = []

    def answer(message, fault):
        open_requests.append(message["id"])
        return good(message, {"n": message["n"]})

    with LinkBoard(answer) as board:
        channel = channel_to(board)
        told = []

        def ask(n):
            told.append(channel.request("status", n=n) == {"n": n})

        threads = [threading.Thread(target=ask, args=(n,)) for n in range(8)]
        stop = threading.Event()

        def listen():
            while not stop.is_set():
                channel.event(0.5)

        listener = threading.Thread(target=listen)
        listener.start()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        stop.set()
        listener.join()
        channel.close()
    assert told == [True] * 8
    assert len(set(open_requests)) == 8


# -- hello ----------------------------------------------------------------------------------------------------------


@BOTH
def test_hello(pty):
    with LinkBoard(polite, pty) as board, say_hello(open_port(board.url)) as client:
        hello = client.hello
        assert (hello.version, hello.board, hello.journal) == ("0.1.0", "e6614103e7452d2f", "0a0b0c0d")
        assert (hello.panel, hello.capabilities, hello.circuitpython) == ((16, 16), ("games",), "10.3.0")
        assert client.title == "e6614103e7452d2f"
    # The first thing said ends what another program may have begun.
    assert board.heard.startswith(b"\n{")


def test_a_board_that_is_just_starting_is_asked_again(monkeypatch):
    monkeypatch.setattr(board_module, "HELLO_AGAIN_SECONDS", 0.05)
    asked = []

    def answer(message, fault):
        asked.append(message)
        return b"" if len(asked) < 3 else b"".join(good(one, HELLO) for one in asked)

    with LinkBoard(answer) as board, say_hello(open_port(board.url)) as client:
        assert client.hello.board == "e6614103e7452d2f"
    assert len({message["id"] for message in asked}) == len(asked)


def test_silence(monkeypatch):
    monkeypatch.setattr(board_module, "HELLO_SECONDS", 0.05)
    with LinkBoard(lambda message, fault: b"") as board, pytest.raises(BoardSilent):
        say_hello(open_port(board.url))


@pytest.mark.parametrize(
    "changed, words",
    [
        ({"protocol": PROTOCOL - 1}, "too old for this tool .* `lightpeg install`"),
        ({"protocol": PROTOCOL + 1}, "newer than this tool .* pip install --upgrade lightpeg"),
        ({"name": "coffee machine"}, "no Lightpeg board"),
        ({"protocol": "1"}, "no Lightpeg board"),
        ({"version": None}, "no Lightpeg board"),
    ],
)
def test_a_board_that_does_not_fit(changed, words):
    board = LinkBoard(lambda message, fault: good(message, {**HELLO, **changed}))
    with board, pytest.raises(VersionMismatch, match=words):
        say_hello(open_port(board.url))


def test_a_board_that_says_little_of_itself_is_one_all_the_same():
    few = {"name": "lightpeg", "version": "9", "protocol": PROTOCOL, "panel": [16, "x"]}
    with LinkBoard(lambda message, fault: good(message, few)) as board, say_hello(open_port(board.url)) as client:
        assert client.hello.board == "" and client.hello.panel == (16, 16)
        assert client.title == board.url


# -- ports ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name, kind, words",
    [
        ("socket://127.0.0.1:1", NoBoard, "Nothing answers"),
        ("/dev/there-is-none", NoBoard, "There is no port /dev/there-is-none"),
        ("socket://", UsageError, "no address"),
        ("socket://127.0.0.1:x", UsageError, "no address"),
        ("rfc2217://127.0.0.1:1", UsageError, "name a serial device, a pty or socket"),
        (os.devnull, PortError, "cannot be opened as a serial port"),
    ],
)
def test_ports_that_are_none(name, kind, words):
    with pytest.raises(kind, match=words):
        open_port(name)


def test_a_port_has_one_owner():
    with LinkBoard(polite, pty=True) as board:
        port = open_port(board.url)
        with pytest.raises(PortError, match=f"Another program is using {board.url}"):
            open_port(board.url)
        port.close()
        open_port(board.url).close()


@pytest.mark.parametrize(
    "number, text, kind, words",
    [
        (13, "[Errno 13] could not open port", PortError, r"sudo usermod -a -G \w+ \$USER.*lightpeg doctor"),
        (16, "[Errno 16] could not open port", PortError, "Another program is using"),
        (11, "Could not exclusively lock port", PortError, "Another program is using"),
        (2, "[Errno 2] could not open port", NoBoard, "There is no port"),
    ],
)
def test_what_the_system_says_of_a_port_becomes_a_sentence(monkeypatch, number, text, kind, words):
    import serial

    def refuse(*_, **__):
        raise serial.SerialException(number, text)

    monkeypatch.setattr(serial, "serial_for_url", refuse)
    monkeypatch.setattr("sys.platform", "linux")
    with pytest.raises(kind, match=words):
        open_port("/dev/ttyACM1")


@pytest.mark.parametrize(
    "text, kind, words",
    [
        ("could not open port 'COM6': PermissionError(13, 'Access is denied.', None, 5)", PortError, "Another program"),
        ("could not open port 'COM6': FileNotFoundError(2, '...', None, 2)", NoBoard, "There is no port COM6"),
    ],
)
def test_windows_says_it_in_the_text_alone(monkeypatch, text, kind, words):
    import serial

    def refuse(*_, **__):
        raise serial.SerialException(text)

    monkeypatch.setattr(serial, "serial_for_url", refuse)
    monkeypatch.setattr("sys.platform", "win32")
    with pytest.raises(kind, match=words):
        open_port("COM6")


def test_a_link_to_a_device_is_the_device(tmp_path):
    (tmp_path / "device").write_text("")
    (tmp_path / "link").symlink_to(tmp_path / "device")
    assert same_device(str(tmp_path / "link"), str(tmp_path / "device"))
    assert not same_device(str(tmp_path / "device"), str(tmp_path / "other"))


def test_a_virtual_board_that_hangs_up_twice_is_in_use(monkeypatch):
    monkeypatch.setattr(discovery, "BUSY_SECONDS", 0)

    def hang_up(message, fault):
        raise HangUp

    with LinkBoard(hang_up) as board, pytest.raises(PortError, match="another program is talking to it"):
        discovery.connect(board.url)


def test_a_virtual_board_that_hangs_up_once_is_asked_again(monkeypatch):
    monkeypatch.setattr(discovery, "BUSY_SECONDS", 0)
    calls = []

    def answer(message, fault):
        calls.append(json.dumps(message))
        if len(calls) == 1:
            raise HangUp
        return polite(message, fault)

    with LinkBoard(answer) as board, discovery.connect(board.url) as client:
        assert client.hello.version == "0.1.0"


def test_replies_that_are_fetched_later():
    with LinkBoard(polite) as board:
        channel = channel_to(board)
        first, second, third = (channel.ask_ahead(do) for do in ("status", "time", "games"))
        # Another request in between, and not in their order; one is not wanted any more.
        assert channel.request("players") == {"asked": "players"}
        assert channel.reply(second) == {"asked": "time"}
        channel.forget(third)
        assert channel.reply(first) == {"asked": "status"}
        assert channel.request("settings") == {"asked": "settings"}
        channel.close()
    assert (channel.damaged, channel.foreign) == (0, 0)


def test_a_reply_that_nobody_fetches_is_dropped_when_it_comes():
    with LinkBoard(polite) as board:
        channel = channel_to(board)
        channel.forget(channel.ask_ahead("status"))
        assert channel.request("players") == {"asked": "players"}
        channel.close()
    assert channel.foreign == 1


def test_games_are_asked_for_ahead_and_come_in_order_once():
    """Numbers 4 to 6 and 9 are missing; the requests for what follows each game are on their way before it has come."""
    kept = [1, 2, 3, 7, 8, 10, 11, 12]
    asked = []

    def answer(message, fault):
        if message["do"] == "hello":
            return good(message, HELLO)
        asked.append(message["since"])
        seq = next((seq for seq in kept if seq > message["since"]), None)
        return good(message, {"seq": seq, "last": 12} | ({} if seq is None else {"data": "AQ=="}))

    with LinkBoard(answer) as board, say_hello(open_port(board.url)) as client:
        assert [(game.seq, game.last) for game in client.games(0)] == [(seq, 12) for seq in kept]
        # The last one is asked for what follows it, and has nothing.
        assert asked == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
        asked.clear()
        first = client.games(6)
        assert next(first).seq == 7
        first.close()
        assert asked == [6]
        # What it did not fetch any more disturbs nobody.
        assert [game.seq for game in client.games(10)] == [11, 12]
