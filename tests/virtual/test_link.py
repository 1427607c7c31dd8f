"""The whole link on a virtual board: what a computer asks, while people play by buttons."""

from base64 import b64decode

import pytest

import lightpeg
from lightpeg.core.builtin import BUILTIN
from lightpeg.store.game_reader import unpack
from lightpeg_host.boards import VirtualBoard
from tests.line import Line
from tests.scenarios import Table, break_code

START_MS = 1500


@pytest.fixture
def board():
    with VirtualBoard() as board:
        board.run(START_MS)
        yield board


def games(line, since=0):
    """All games after one, unpacked."""
    found = []
    while (told := line.ask("games", since=since))["seq"] is not None:
        found.append(unpack(b64decode(told["data"])))
        since = told["seq"]
    return found


def test_a_new_board_says_who_it_is_and_what_it_holds(board):
    with Line(board) as line:
        hello = line.ask("hello")
        assert (hello["name"], hello["version"], hello["protocol"]) == ("lightpeg", lightpeg.VERSION, 1)
        assert hello["panel"] == [16, 16] and len(hello["board"]) == 16 and len(hello["journal"]) == 8
        status = line.ask("status")
        assert (status["screen"], status["playing"], status["last"], status["acked"]) == ("menu", False, 0, 0)
        assert status["drive"] == "board" and status["damaged"] == 0 and not status["full"]
        assert status["capacity"] >= 1000 and status["room"] >= 1000
        variants = line.ask("variants", **{"from": 0})["variants"]
        assert variants == [[key, "builtin", True] for key in BUILTIN]
        assert line.ask("games", since=0) == {"seq": None, "last": 0}


def test_a_game_is_fetched_as_it_was_played_and_let_go_when_it_is_safe(board):
    table = Table(board)
    table.choose("classic")
    guesses, answers = break_code(table)
    board.run(200)
    secret = table.secret()
    with Line(board) as line:
        line.ask("time", epoch=1_800_000_000)
        (game,) = games(line)
        assert (game.seq, game.key, game.who, game.number, game.over) == (1, "classic", "board", 0, True)
        assert [(row[0], (row[1], row[2])) for row in game.rows[0]] == list(zip(guesses, answers, strict=True))
        assert game.secrets[1] == secret and game.secrets[0] is None
        assert game.result == ("solved" if answers[-1][0] == 4 else "unsolved")
        assert line.ask("ack", seq=1) == {"acked": 1}
        assert line.ask("ack", seq=99) == {"acked": 1}
        told = line.ask("time")
        assert told["dates"][-1][0] == told["start"] == game.start
        # The date of second 0, from what the computer said and the seconds since then.
        assert told["epoch"] - told["seconds"] == told["dates"][-1][1]


def test_variants_players_and_settings_survive_a_power_cut(board):
    rules = {"name": "Mini", "holes": 2, "colours": 3, "rows": 4}
    names = ["Anna", "Bert", "", "", "", "", "", ""]
    with Line(board) as line:
        assert line.ask("variant_put", key="mini", variant=rules) == {"key": "mini"}
        assert line.ask("players_put", players=names) == {"players": names}
        assert line.ask("settings_put", settings={"brightness": 1, "sound": 0})["settings"]["brightness"] == 1
    board.run(3000)
    board.cut_power()
    board.restore_power()
    board.run(START_MS)
    with Line(board) as line:
        assert line.ask("variants", **{"from": 0})["variants"][-1] == ["mini", "uploaded", True]
        told = line.ask("variant", key="mini")["variant"]
        assert {field: told[field] for field in rules} == rules
        assert line.ask("players")["players"] == names
        settings = line.ask("settings")["settings"]
        assert (settings["brightness"], settings["sound"]) == (1, 0)
        assert line.ask("variant_remove", key="mini") == {"key": "mini"}
        assert line.ask("variant", key="mini") == "missing"


def test_bad_variants_and_taken_names_are_refused(board):
    with Line(board) as line:
        assert line.ask("variant_put", key="bad", variant={"holes": 99}) == "field"
        assert line.ask("variant_put", key="classic", variant={"name": "X", "holes": 2, "colours": 2}) == "field"
        assert line.ask("settings_put", settings={"brightness": 99}) == "field"
        assert line.ask("nonsense") == "unknown"


def test_a_prepared_match_begins_with_the_players_ok(board):
    with Line(board) as line:
        line.ask("players_put", players=["Anna", "Bert", "", "", "", "", "", ""])
        assert line.ask("match", key="arms", who="screen", games=2, first=1, players=[2, 1]) == {}
        assert line.ask("status")["screen"] == "page"
        board.press("ok")
        board.run(300)
        status = line.ask("status")
        assert status["playing"] and status["variant"] == "arms"
        line.ask("live", events=True, pixels=False)
        board.run(100)
        line.listen()
        match = line.live[0]
        assert (match["live"], match["who"], match["games"], match["first"]) == ("match", "screen", 2, 1)
        assert match["names"] == ["Bert", "Anna"]


def test_while_people_play_nothing_is_changed_under_them(board):
    table = Table(board)
    table.choose("classic")
    with Line(board) as line:
        assert line.ask("variant_put", key="mini", variant={"name": "M", "holes": 2, "colours": 2}) == "busy"
        assert line.ask("players_put", players=[""] * 8) == "busy"
        assert line.ask("identify") == "busy"
        assert line.ask("inputs") == "busy"
        assert line.ask("match", key="classic", who="board", games=1) == "busy"


def test_identify_shows_the_end_of_the_boards_number(board):
    with Line(board) as line:
        number = line.ask("hello")["board"]
        assert line.ask("identify") == {}
        board.run(200)
        assert Table(board).text_at(number[-4:].upper(), 2)
        board.press("ok")
        assert line.ask("status")["screen"] == "menu"


def test_the_bootloader_opens_only_for_who_stands_before_the_board(board):
    with Line(board) as line:
        assert line.ask("bootloader") == "held"
        assert line.ask("maintenance") == "held"
        board.run(1000)
        assert board.restarts == []
        board.hold("menu")
        board.run(1100)
        assert line.ask("bootloader") == {}
        board.run(1000)
    assert [reason for _, reason in board.restarts] == ["bootloader"]


def test_maintenance_gives_the_drive_to_the_computer(board):
    board.hold("menu")
    board.run(1100)
    with Line(board) as line:
        assert line.ask("maintenance") == {}
    board.run(START_MS)
    board.release("menu")
    board.run(START_MS)
    with Line(board) as line:
        assert line.ask("status")["drive"] == "computer"


def test_a_table_comes_in_parts_and_is_kept(board):
    from zlib import crc32

    content = bytes(range(256)) * 5
    from base64 import b64encode

    with Line(board) as line:
        common = {"name": "t", "size": len(content), "crc": crc32(content)}
        at = 0
        while at < len(content):
            part = content[at : at + 600]
            at = line.ask("table_put", at=at, data=b64encode(part).decode(), **common)["at"]
        assert line.ask("tables") == {"tables": [common]}
        part = b64encode(content[:600]).decode()
        assert line.ask("table_put", at=600, data=part, **common) == "field"
        assert line.ask("table_remove", name="t") == {"name": "t"}
        assert line.ask("tables") == {"tables": []}
