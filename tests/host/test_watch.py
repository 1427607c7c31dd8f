"""A board followed live, through the command line."""

import base64
import contextlib
import json
import os
import signal
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightpeg.link.frame import encode
from lightpeg_host.client.panel import Panel
from lightpeg_host.live_text import Teller
from tests.host.link_board import HangUp, desk_board
from tests.host.spoken import says
from tests.host.test_cli import command

ID = "e6614c311b4a5f2f"

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


def test_watch_asks_a_board_that_says_nothing_whether_it_is_there(desk, monkeypatch):
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
