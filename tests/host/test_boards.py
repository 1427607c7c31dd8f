"""Which board a command talks to, and what it says where there is none, several, or one that cannot be used."""

import json

import pytest

from lightpeg.link.frame import encode
from lightpeg_host import client
from lightpeg_host.client.names import Names
from lightpeg_host.client.running import register
from tests.host.link_board import HangUp, LinkBoard, desk_board
from tests.host.spoken import says, told
from tests.host.usb_ports import linux_board
from tests.link.fake_desk import FakeDesk

ID = "e6614c311b4a5f2f"
OTHER_ID = "e661ffffffffffff"


def test_no_board_says_what_was_looked_for():
    code, _, sentence = says("players")
    assert code == 3
    assert "USB vendors 239A and 2E8A" in sentence and "virtual boards that are running" in sentence
    assert "lightpeg play" in sentence and "--port" in sentence
    assert says("boards")[0] == 3


def test_a_running_virtual_board_is_found_without_a_flag(desk):
    desk.names[0] = "Ann"
    with desk_board(desk) as board, register(board.url, "virtual board club"):
        assert told("players")[0] == {"slot": 1, "name": "Ann"}
        (one,) = told("boards")
        assert one["id"] == ID and one["title"] == "virtual board club" and one["virtual"] is True
        assert (one["state"], one["firmware"], one["panel"]) == ("ready", "0.1.0", [16, 16])


def usb_at(ports, place, first, serial):
    """A Pico on USB whose data channel is the pty at `place`."""
    console, data = linux_board(first, serial, f"1-{first}")
    data.device = place
    ports.extend((console, data))


def test_a_board_on_usb_is_found_by_its_data_channel(desk, ports):
    with desk_board(desk, pty=True) as board:
        usb_at(ports, board.url, 0, ID.upper())
        (one,) = told("boards")
        assert (one["id"], one["port"], one["title"], one["virtual"]) == (ID, board.url, "Pico", False)
        assert len(told("players", "list")) == 8


def test_two_boards_at_once(ports):
    one, two = FakeDesk(), FakeDesk()
    two.board = OTHER_ID
    one.names[0], two.names[0] = "Ann", "Bob"
    with desk_board(one, pty=True) as first, desk_board(two) as second, register(second.url, "virtual board"):
        usb_at(ports, first.url, 0, ID)
        code, _, sentence = says("players")
        assert code == 4
        assert f"{ID}  Pico at {first.url}" in sentence and f"{OTHER_ID}  virtual board at {second.url}" in sentence
        assert "--board ID" in sentence and "lightpeg boards name" in sentence
        assert told("players", "--board", "e6614c")[0]["name"] == "Ann"
        assert told("players", "--board", OTHER_ID.upper())[0]["name"] == "Bob"
        assert says("boards", "name", "e661ffff", "Club")[:2] == (0, f"The board {OTHER_ID} is Club now.\n")
        assert told("players", "--board", "club")[0]["name"] == "Bob"
        # The names of both are known now; a third is not.
        code, _, sentence = says("players", "--board", "home")
        assert code == 3 and "No board home was found" in sentence and "Club" in sentence
        code, _, sentence = says("players", "--board", "e661")
        assert code == 4 and "fits several boards" in sentence
        assert [board["name"] for board in told("boards", "list")] == [None, "Club"]
        assert told("boards", "name", "Club") == {"id": OTHER_ID, "name": None}
        assert Names().all() == {}


def test_a_board_that_is_not_meant_is_not_even_opened(ports):
    one, two = FakeDesk(), FakeDesk()
    with desk_board(one, pty=True) as first, desk_board(two, pty=True) as second:
        usb_at(ports, first.url, 0, ID)
        usb_at(ports, second.url, 2, OTHER_ID)
        two.board = OTHER_ID
        assert len(told("players", "--board", OTHER_ID)) == 8
    assert first.heard == b"" and second.heard != b""


def test_a_board_in_use(desk, ports):
    with desk_board(desk, pty=True) as board:
        usb_at(ports, board.url, 0, ID)
        with client.open_board():
            code, _, sentence = says("players")
            assert code == 5
            assert f"Another program is using {board.url}" in sentence
            (one,) = told("boards")
            assert (one["state"], one["id"]) == ("busy", ID)
        assert len(told("players")) == 8


def test_one_ready_and_one_in_use_is_not_decided_by_chance(ports):
    one, two = FakeDesk(), FakeDesk()
    with desk_board(one, pty=True) as first, desk_board(two, pty=True) as second:
        usb_at(ports, first.url, 0, ID)
        usb_at(ports, second.url, 2, OTHER_ID)
        two.board = OTHER_ID
        with client.open_board(board=OTHER_ID):
            code, _, sentence = says("players")
            assert code == 4 and "in use by another program" in sentence
            assert len(told("players", "--board", ID)) == 8


def test_a_silent_board(ports, impatient):
    with LinkBoard(lambda message, fault: b"", pty=True) as board:
        usb_at(ports, board.url, 0, ID)
        code, _, sentence = says("players")
        assert code == 6
        assert f"Pico at {board.url} does not answer" in sentence and "lightpeg install" in sentence
        assert told("boards")[0]["state"] == "silent"
        assert says("players", "--port", board.url)[0] == 6


def test_a_board_without_a_data_channel(ports):
    ports.append(linux_board()[0])
    code, _, sentence = says("players")
    assert code == 3
    assert "Pico at /dev/ttyACM0 has no data channel" in sentence and "lightpeg install" in sentence
    assert told("boards")[0]["state"] == "no channel"


def test_a_console_is_refused_even_by_name(ports):
    ports.extend(linux_board())
    code, _, sentence = says("players", "--port", "/dev/ttyACM0")
    assert code == 5
    assert "console of the board Pico, which is never written to. Its data channel is /dev/ttyACM1." in sentence


def test_a_board_of_another_version():
    def answer(message, fault):
        hello = {"name": "lightpeg", "version": "9.0.0", "protocol": 99}
        return encode({"id": message["id"], "ok": hello})

    with LinkBoard(answer) as board:
        code, _, sentence = says("players", "--port", board.url)
    assert code == 7 and "9.0.0" in sentence and "pip install --upgrade lightpeg" in sentence


def test_port_and_board_must_agree(at):
    code, _, sentence = says("players", *at, "--board", "club")
    assert code == 3 and f"is {ID}, not club" in sentence


def test_a_damaged_file_of_names(at, own_folders):
    (own_folders / "config").mkdir()
    (own_folders / "config" / "boards.json").write_text("{")
    code, _, sentence = says("players", *at)
    assert code == 11 and "boards.json" in sentence


@pytest.mark.parametrize("after", range(1, 6))
def test_a_board_that_goes_in_the_middle_of_a_command(desk, tmp_path, after, hasty):
    """Hello, then some requests of a push of three; nothing is left open, and the next call finds all as it was."""
    files = []
    for name in ("one", "two", "three"):
        files.append(tmp_path / f"{name}.json")
        files[-1].write_text(json.dumps({"name": name, "holes": 4, "colours": 6}))
    left = [after]

    def also(message):
        left[0] -= 1
        if left[0] == 0:
            raise HangUp
        return b""

    with desk_board(desk, also=also) as board:
        code, _, sentence = says("variants", "push", *files, "--port", board.url)
        if after in (2, 3, 4):
            # The reply was lost with the connection; its request was carried out all the same.
            assert list(desk.uploaded) == ["one", "two", "three"][: after - 1]
            assert code == 6 and "has gone" in sentence
        else:
            # A virtual board that hangs up on the first hello is asked again.
            assert code == 0
        left[0] = 100
        assert says("variants", "push", *files, "--port", board.url)[0] == 0
        assert list(desk.uploaded) == ["one", "two", "three"]


def test_garbage_on_the_line_disturbs_nobody(desk):
    def also(message):
        return (
            b"\xff\x00*\n{]\n" + b"z" * 5000 + b"\n" + encode({"live": "menu"}) + encode({"id": 7, "ok": {}}) + b'{"id"'
        )

    with desk_board(desk, also=lambda message: also(message) + b"\n") as board:
        board.greeting = b'half a line of what was before"}*00'
        assert len(told("players", "--port", board.url)) == 8
        assert told("settings", "--port", board.url)["variant"] == "classic"
