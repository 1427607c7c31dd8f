"""The commands that talk to a board, through the command line, against the firmware's own server in a thread."""

import os
import socket
import subprocess
import sys

import pytest

from lightpeg_host.client.names import Names
from tests.host.link_board import desk_board
from tests.host.spoken import says, told
from tests.host.test_cli import command, lightpeg_says

ID = "e6614c311b4a5f2f"


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
        (["set", "0", "Ann"], 2, "Invalid value"),
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
    assert told("boards", "identify", *at) == {"id": ID, "name": None}
    assert desk.identified == 2


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
