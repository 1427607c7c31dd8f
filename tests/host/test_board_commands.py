"""The commands that talk to a board, through the command line, against the firmware's own server in a thread."""

import base64
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys

import pytest
import typer.testing
from hypothesis import given
from hypothesis import strategies as st

from lightpeg.core.builtin import BUILTIN, builtin
from lightpeg.core.variant_file import check, to_dict
from lightpeg.link.frame import encode
from lightpeg_host import cli, client
from lightpeg_host.client import discovery
from lightpeg_host.client.names import Names
from lightpeg_host.client.panel import Panel
from lightpeg_host.client.running import register
from lightpeg_host.commands.variants import brief
from lightpeg_host.errors import LightpegError
from lightpeg_host.live_text import Teller
from tests.host.link_board import HangUp, LinkBoard, desk_board
from tests.host.test_cli import command, lightpeg_says
from tests.host.usb_ports import OTHERS, linux_board
from tests.link.fake_desk import FakeDesk

ID = "e6614c311b4a5f2f"
OTHER_ID = "e661ffffffffffff"


@pytest.fixture
def ports(monkeypatch):
    """The serial ports of this computer: change the list."""
    found = list(OTHERS)
    monkeypatch.setattr(discovery.list_ports, "comports", lambda: found)
    return found


@pytest.fixture(autouse=True)
def no_real_ports(ports):
    return ports


@pytest.fixture
def quick(monkeypatch):
    """Silent boards are given up soon."""
    monkeypatch.setattr(client.board, "HELLO_SECONDS", 0.05)
    monkeypatch.setattr(client.channel, "REPLY_SECONDS", 0.05)
    monkeypatch.setattr(discovery, "BUSY_SECONDS", 0)


def says(*arguments):
    """Runs a command in this process: (exit code, standard output, the error's sentence)."""
    try:
        result = typer.testing.CliRunner().invoke(cli.app, [str(one) for one in arguments], catch_exceptions=False)
    except LightpegError as error:
        return error.exit_code, "", str(error)
    return result.exit_code, result.stdout, result.stderr


def told(*arguments):
    """What a command prints as JSON."""
    code, text, errors = says(*arguments, "--json")
    assert (code, errors) == (0, "")
    return json.loads(text)


@pytest.fixture
def desk():
    return FakeDesk()


@pytest.fixture
def at(desk):
    """The options that lead to a board of `desk`, over a socket."""
    with desk_board(desk) as board:
        yield ["--port", board.url]


# -- which board ----------------------------------------------------------------------------------------------------


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
        says("boards", "name", "Club")
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


def test_a_silent_board(ports, quick):
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


def test_a_board_of_another_version(ports, quick):
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
def test_a_board_that_goes_in_the_middle_of_a_command(desk, tmp_path, after, quick):
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


# -- players, settings ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pty", [False, True], ids=["socket", "pty"])
def test_players(desk, pty):
    with desk_board(desk, pty) as board:
        at = ["--port", board.url]
        assert says("players", "set", 2, " Zo\u00eb ", *at)[0] == 0
        assert desk.names == ["", "Zo\u00eb", "", "", "", "", "", ""]
        assert says("players", *at)[1].splitlines()[1] == "2  Zo\u00eb"
        assert told("players", "set", 1, "Ann", *at)[:2] == [
            {"slot": 1, "name": "Ann"},
            {"slot": 2, "name": "Zo\u00eb"},
        ]
        assert says("players", "clear", 2, *at)[0] == 0
        assert desk.names[:2] == ["Ann", ""]


@pytest.mark.parametrize(
    "arguments, code, words",
    [
        (["set", "9", "Ann"], 2, "8 player slots"),
        (["set", "0", "Ann"], 2, "x>=1"),
        (["set", "2", " "], 2, "at least one character"),
        (["set", "2", "Bob"], 2, "slot 1 already"),
        (["set", "2", "x" * 25], 8, "at most 24 bytes"),
    ],
)
def test_players_that_cannot_be(desk, at, arguments, code, words):
    desk.names[0] = "Bob"
    found, _, sentence = says("players", *arguments, *at)
    assert found == code and words in sentence
    assert desk.names == ["Bob"] + [""] * 7


def test_options_before_the_command_are_not_passed_over_in_silence(at):
    code, _, sentence = says("players", *at, "set", 1, "Ann")
    assert code == 2 and "Write the options after the command: lightpeg players set" in sentence.replace(
        "root", "lightpeg"
    )


def test_settings(desk, at):
    text = says("settings", *at)[1]
    assert "brightness" in text and "who plays" in text
    assert told("settings", "show", *at) == desk.choices
    for arguments, name, value in (
        (["brightness", "4"], "brightness", 4),
        (["sound", "OFF"], "sound", 0),
        (["who", "duel"], "who", 3),
        (["variant", "numbers"], "variant", "numbers"),
    ):
        assert told("settings", "set", *arguments, *at)[name] == value
        assert desk.choices[name] == value


@pytest.mark.parametrize(
    "arguments, code, words",
    [
        (["sound", "loud"], 2, "off, on, not loud"),
        (["colour", "red"], 2, "There is no setting colour. There are variant, who"),
        (["games", "many"], 2, "games is a number"),
        (["colour", "3"], 8, "colour is no setting"),
    ],
)
def test_settings_that_cannot_be(desk, at, arguments, code, words):
    before = dict(desk.choices)
    found, _, sentence = says("settings", "set", *arguments, *at)
    assert found == code and words in sentence
    assert desk.choices == before


def test_a_game_is_not_disturbed_and_the_board_says_so(desk, at):
    desk.busy = True
    for arguments in (["players", "set", 1, "Ann"], ["settings", "set", "sound", "off"], ["boards", "identify"]):
        code, _, sentence = says(*arguments, *at)
        assert (code, sentence) == (8, "The board refuses: A game is being played.")


def test_identify(desk, at):
    assert says("boards", "identify", *at) == (0, f"Look at the panels: the board {ID} shows itself.\n", "")
    assert desk.identified == 1


# -- variants -------------------------------------------------------------------------------------------------------

RULES = {"name": "Mine", "holes": 5, "colours": 7}


def test_variants_of_the_board(desk, at):
    desk.uploaded["mine"] = RULES
    desk.drive = {"good.json": RULES, "bad.json": None}
    known = told("variants", "list", *at)
    assert [entry["key"] for entry in known] == [*BUILTIN, "mine", "good.json", "bad.json"]
    assert known[0] == {"key": "classic", "source": "builtin", "good": True}
    assert known[-1] == {"key": "bad.json", "source": "drive", "good": False}
    assert "has faults" in says("variants", "list", *at)[1].splitlines()[-1]


def test_more_variants_than_one_reply_takes(desk, at):
    desk.drive = {f"a-rather-long-name-for-a-variant-{n:02}.json": RULES for n in range(30)}
    keys = [entry["key"] for entry in told("variants", "list", *at)]
    assert keys == [*BUILTIN, *desk.drive]


def test_push_and_pull(desk, at, tmp_path):
    file = tmp_path / "My Game.JSON"
    file.write_text(json.dumps(RULES))
    assert says("variants", "push", file, *at) == (0, "my-game sent\n", "")
    assert desk.uploaded == {"my-game": RULES}
    out = tmp_path / "out"
    out.mkdir()
    assert told("variants", "pull", "--to", out, *at) == [{"key": "my-game", "file": str(out / "my-game.json")}]
    pulled = json.loads((out / "my-game.json").read_text())
    assert pulled == to_dict(check(RULES, "my-game")[0])
    code, _, sentence = says("variants", "pull", "my-game", "--to", out, *at)
    assert code == 11 and "--force" in sentence
    assert says("variants", "pull", "classic", "my-game", "--force", "--to", out, *at)[0] == 0
    assert sorted(path.name for path in out.iterdir()) == ["classic.json", "my-game.json"]
    assert told("variants", "remove", "my-game", *at) == [{"key": "my-game", "removed": True}]
    assert desk.uploaded == {}
    assert "No variant was uploaded" in says("variants", "pull", *at)[1]


def test_every_built_in_variant_can_be_pulled_and_pushed(desk, at, tmp_path):
    for key in BUILTIN:
        assert says("variants", "pull", key, "--to", tmp_path, *at)[0] == 0
        mine = tmp_path / f"my-{key}.json"
        (tmp_path / f"{key}.json").rename(mine)
        assert says("variants", "push", mine, *at)[0] == 0
        assert to_dict(check(desk.uploaded[f"my-{key}"], key)[0]) == to_dict(builtin(key))
        # Nothing is said that is so anyway.
        assert brief(builtin(key)) == desk.uploaded[f"my-{key}"]


def test_the_longest_variant_fits_into_a_message(desk, at, tmp_path):
    longest = {
        **to_dict(builtin("growing")),
        "name": "X" * 16,
        "players": ["board", "screen", "paper"],
        "row_choices": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
        "clock": {"base_s": 86399, "bonus_s": 3599, "limit_s": 86400},
    }
    assert check(longest)[1] == []
    file = tmp_path / ("x" * 24 + ".json")
    file.write_text(json.dumps(longest))
    assert says("variants", "push", file, *at)[0] == 0
    assert to_dict(check(desk.uploaded["x" * 24])[0]) == longest


def test_with_a_fault_in_one_file_nothing_is_sent(desk, at, tmp_path):
    good, bad, wide = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "wide.json"
    good.write_text(json.dumps(RULES))
    bad.write_text(json.dumps({**RULES, "rows": 13}))
    wide.write_text(json.dumps({**RULES, "holes": 10, "rows": 12}))
    for other in (bad, wide, tmp_path / "none.json"):
        code, _, sentence = says("variants", "push", good, other, *at)
        assert (code, sentence) == (11, "Nothing was sent. Correct the files and try again.")
    assert desk.uploaded == {}


def test_keys_that_cannot_be(desk, at, tmp_path):
    (tmp_path / "below").mkdir()
    for name in ("a b.json", "below/A-B.json", "\u00e9.json", "x" * 25 + ".json"):
        (tmp_path / name).write_text(json.dumps(RULES))
    code, _, sentence = says("variants", "push", tmp_path / "a b.json", tmp_path / "below" / "A-B.json", *at)
    assert code == 2 and "would have the key a-b" in sentence
    for name in ("\u00e9.json", "x" * 25 + ".json"):
        code, _, sentence = says("variants", "push", tmp_path / name, *at)
        assert code == 2 and "Rename the file" in sentence
    (tmp_path / "classic.json").write_text(json.dumps(RULES))
    assert says("variants", "push", tmp_path / "classic.json", *at)[0] == 8


def test_a_full_board(desk, at, tmp_path):
    for n in range(12):
        desk.uploaded[f"v{n}"] = RULES
    (tmp_path / "one.json").write_text(json.dumps(RULES))
    code, _, sentence = says("variants", "push", tmp_path / "one.json", *at)
    assert code == 8 and "At most 12 variants" in sentence


@pytest.mark.parametrize(
    "keys, words",
    [(["mine", "none"], "no variant none"), (["mine", "classic"], "built in"), (["mine", "hand.json"], "by hand")],
)
def test_what_cannot_be_removed_keeps_the_others_too(desk, at, keys, words):
    desk.uploaded["mine"] = RULES
    desk.drive["hand.json"] = RULES
    code, _, sentence = says("variants", "remove", *keys, *at)
    assert code == 2 and words in sentence
    assert desk.uploaded == {"mine": RULES}


def test_a_key_that_leads_out_of_the_folder_is_no_files_name(at, tmp_path, desk):
    for key in ("../evil", "a/b", "..", "con:x"):
        code, _, sentence = says("variants", "pull", key, "--to", tmp_path, *at)
        assert code == 11 and "cannot be a file's name" in sentence
    assert says("variants", "pull", "classic", "--to", tmp_path / "none", *at)[0] == 11
    assert says("variants", "pull", "none", "--to", tmp_path, *at)[0] == 8
    assert list(tmp_path.iterdir()) == []


# -- watch ----------------------------------------------------------------------------------------------------------

EVENTS = [
    {
        "live": "match",
        "key": "classic",
        "name": "Classic",
        "who": "screen",
        "games": 2,
        "first": 1,
        "names": ["Ann", ""],
        "colours": 6,
        "symbols": "colours",
        "scoring": "guesses",
    },
    {"live": "game", "number": 0, "level": 0, "codemaker": 1, "holes": 4, "rows": 12},
    {"live": "row", "row": 0, "player": 0, "guess": [1, 2, 3, 4], "black": 1, "white": 2, "ms": 12300},
    {"live": "end", "result": "solved", "winner": None, "reason": None, "secrets": [None, [1, 3, 2, 0]]},
    {"live": "points", "points": [0, 5], "totals": [0, 5], "over": False, "winner": None},
    {"live": "menu"},
]


def with_events(events):
    def also(message):
        return b"".join(map(encode, events)) if message["do"] == "live" else b""

    return also


def test_watch_as_json_is_a_line_for_each_event(desk):
    with desk_board(desk, also=with_events(EVENTS)) as board:
        code, text, errors = says("watch", "--json", "--count", len(EVENTS), "--port", board.url)
    assert (code, errors) == (0, "")
    assert [json.loads(line) for line in text.splitlines()] == EVENTS
    assert desk.live == (True, False)


def test_watch_in_words(desk):
    unknown = {"live": "weather", "rain": True}
    with desk_board(desk, also=with_events([unknown, *EVENTS])) as board:
        code, text, _ = says("watch", "--count", 7, "--port", board.url)
    assert code == 0
    # 1 yellow, 2 green, 3 blue, 4 red, 0 black by their English letters.
    assert text.splitlines() == [
        f"Watching the board {ID}. End with Ctrl-C.",
        "Classic, two players, the secret under the screen, 2 games: Ann and player 2",
        "Game 1: 4 holes, 12 rows; the code is made by player 2",
        "   1   Y  G  B  R   1 placed, 2 misplaced  12.3 s",
        "  solved   Y  B  G  K ",
        "  Ann 0 : 5 player 2",
        "The board shows its menu.",
    ]


def test_a_duel_in_words():
    told = [
        {"live": "match", "name": "Duel", "who": "duel", "games": 1, "names": ["Ann", "Bob"], "symbols": "digits"},
        {"live": "game", "number": 0, "level": 0, "codemaker": 1, "holes": 5, "rows": 12},
        {"live": "row", "row": 0, "player": 1, "guess": [0, 1, 2, 3, 8], "black": 0, "white": 5, "ms": 0},
        {"live": "end", "result": "won", "winner": 1, "reason": "code", "secrets": [[0, 1, 2, 3, 4], None]},
        {"live": "points", "points": [0, 1], "totals": [0, 1], "over": True, "winner": 1},
    ]
    teller = Teller()
    assert [teller.tell(event).plain for event in told] == [
        "Duel, two players at once: Ann and Bob",
        "Game 1: 5 holes, 12 rows; Bob guesses first",
        "   1   1  2  3  4  9   0 placed, 5 misplaced  Bob",
        "  won by Bob (who solved the code first)   1  2  3  4  5  made by Ann",
        "  Ann 0 : 1 Bob  Bob wins the match",
    ]


def test_one_player_in_words():
    told = [
        {"live": "match", "name": "Growing", "who": "board", "games": 1, "names": ["", ""], "scoring": "levels"},
        {"live": "game", "number": 0, "level": 1, "codemaker": 1, "holes": 5, "rows": 12},
        {"live": "row", "row": 11, "player": 0, "guess": [0, 10, None, 99, "x"], "black": 0, "white": 0, "ms": 1},
        {"live": "end", "result": "unsolved", "winner": None, "reason": None, "secrets": [None, None]},
        {"live": "points", "points": [1, 0], "totals": [1, 0], "over": True, "winner": None},
    ]
    teller = Teller()
    assert [teller.tell(event).plain for event in told] == [
        "Growing, one player against the board",
        "Game 1, level 2: 5 holes, 12 rows",
        "  12   K  \u00b7  \u00b7  \u00b7  \u00b7   0 placed, 0 misplaced  0.0 s",
        "  not solved",
        "  points: 1  the match is over",
    ]


@given(
    st.dictionaries(
        st.sampled_from(["names", "who", "symbols", "number", "guess", "secrets", "totals", "winner", "over", "ms"]),
        st.none() | st.integers(-3, 3) | st.text(max_size=3) | st.lists(st.none() | st.integers(-3, 99), max_size=3),
    ),
    st.sampled_from(["match", "game", "row", "end", "points", "menu", "pixels", "hidden", "other"]),
)
def test_no_event_breaks_the_watching(fields, kind):
    event = {**fields, "live": kind}
    Teller().tell(event)
    Panel(16, 16).take(event)


def test_the_panel_takes_lines_and_forgets_what_is_hidden():
    panel = Panel(2, 2)
    blue = base64.b64encode(b"\x00\x00\x07" * 2).decode()
    assert panel.take({"live": "pixels", "y": 1, "n": 1, "rgb": blue})
    assert [panel.colour(x, y) for y in (0, 1) for x in (0, 1)] == [(0, 0, 0)] * 2 + [(0, 0, 7)] * 2
    for y, n, rgb in ((2, 1, blue), (-1, 1, blue), (0, 2, blue), (0, 1, "%"), (0, 0, ""), (0, 1, 5)):
        assert not panel.take({"live": "pixels", "y": y, "n": n, "rgb": rgb})
    assert panel.take({"live": "hidden"}) and panel.hidden
    assert panel.colour(0, 1) == (0, 0, 0)
    assert panel.take({"live": "pixels", "y": 0, "n": 1, "rgb": blue}) and not panel.hidden


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_watch_ends_cleanly_with_ctrl_c(desk, number):
    with desk_board(desk, also=with_events(EVENTS[:1])) as board:
        process = subprocess.Popen(
            command("watch", "--json", "--port", board.url), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        try:
            assert json.loads(process.stdout.readline()) == EVENTS[0]
            process.send_signal(number)
            text, errors = process.communicate(timeout=30)
        finally:
            process.kill()
    assert (process.returncode, text, errors) == (0, "", "")


def test_watch_tells_when_the_board_goes(desk):
    def also(message):
        if message["do"] == "live":
            raise HangUp
        return b""

    with desk_board(desk, also=also) as board:
        code, _, sentence = says("watch", "--json", "--port", board.url)
    assert code == 6 and "has gone" in sentence


def test_watch_asks_a_board_that_says_nothing_whether_it_is_there(desk, monkeypatch, quick):
    from lightpeg_host.commands import watch

    monkeypatch.setattr(watch, "ASK_SECONDS", 0)
    monkeypatch.setattr(watch, "WAIT_SECONDS", 0.01)
    asked = []

    def also(message):
        asked.append(message["do"])
        if asked.count("status") == 2:
            raise HangUp
        return b""

    with desk_board(desk, also=also) as board:
        assert says("watch", "--json", "--port", board.url)[0] == 6
    assert asked == ["hello", "live", "status", "status"]


def test_pixels_need_a_terminal(at):
    code, _, sentence = says("watch", "--pixels", *at)
    assert code == 2 and "terminal" in sentence


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="Only POSIX has ptys")
def test_the_panel_in_a_terminal(desk):
    """One red line at the far edge: half blocks whose upper half is red."""
    line = base64.b64encode(b"\xff\x00\x00" * 16).decode()
    events = [{"live": "hidden"}, EVENTS[0], {"live": "pixels", "y": 0, "n": 1, "rgb": line}]
    master, slave = os.openpty()
    with desk_board(desk, also=with_events(events)) as board:
        process = subprocess.Popen(
            command("watch", "--pixels", "--count", 3, "--port", board.url),
            stdout=slave,
            stderr=subprocess.PIPE,
            env={**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "COLUMNS": "80", "LINES": "40"},
        )
        os.close(slave)
        seen = b""
        with contextlib.suppress(OSError):
            while part := os.read(master, 65536):
                seen += part
        _, errors = process.communicate(timeout=30)
    os.close(master)
    assert (process.returncode, errors) == (0, b"")
    assert b"38;2;255;0;0;48;2;0;0;0m" in seen
    assert "\u2580".encode() * 16 in seen
    assert b"Classic" in seen


# -- completion, help -----------------------------------------------------------------------------------------------

COMMANDS = [
    ["boards"],
    ["boards", "list"],
    ["boards", "name"],
    ["boards", "identify"],
    ["watch"],
    ["players"],
    ["players", "list"],
    ["players", "set"],
    ["players", "clear"],
    ["settings"],
    ["settings", "show"],
    ["settings", "set"],
    ["variants", "list"],
    ["variants", "push"],
    ["variants", "pull"],
    ["variants", "remove"],
]


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_help(arguments):
    code, text, _ = says(*arguments, "--help")
    assert code == 0
    if arguments not in (["boards", "name"], ["boards", "identify"]):
        assert "--json" in text
    if arguments[0] != "boards":
        assert "--port" in text and "--board" in text


def completed(*words):
    """What bash offers for the last word."""
    environment = {
        **os.environ,
        "_LIGHTPEG_COMPLETE": "complete_bash",
        "COMP_WORDS": " ".join(["lightpeg", *words]),
        "COMP_CWORD": str(len(words)),
    }
    done = subprocess.run(command(), env=environment, capture_output=True, text=True, timeout=30, check=False)
    assert done.stderr == ""
    return done.stdout.split()


def test_the_shell_completes_commands_and_the_names_of_boards():
    Names().give(ID, "Club")
    assert completed("wat") == ["watch"]
    assert {"list", "check", "push", "pull", "remove"} <= set(completed("variants", ""))
    assert completed("players", "--board", "C") == ["Club"]
    assert completed("settings", "set", "left") == ["left_handed"]
    assert "--install-completion" in says("--help")[1]


def test_through_the_real_command_an_error_is_a_sentence_on_standard_error():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        free = one.getsockname()[1]
    code, text, errors = lightpeg_says("players", "--port", f"socket://127.0.0.1:{free}")
    assert (code, text) == (3, "")
    assert errors.startswith(f"Nothing answers at socket://127.0.0.1:{free}")
    assert sys.executable not in errors
