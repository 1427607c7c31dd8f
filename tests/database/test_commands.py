"""The commands sync, stats, export and import, as they are called."""

import csv
import json
import os
import re
import threading
from contextlib import ExitStack

import pytest
from sqlalchemy import select

from lightpeg_host.boards import VirtualBoard
from lightpeg_host.client import running
from lightpeg_host.client.names import Names
from lightpeg_host.database.models import Game
from lightpeg_host.database.opening import open_database
from lightpeg_host.database.stats import statistics
from tests.database.boards import UID, FakeBoard
from tests.database.forty_games import CLUB, fill
from tests.host.link_board import desk_board
from tests.host.spoken import says, told
from tests.host.test_cli import lightpeg_says
from tests.scenarios import Table, solo_game


@pytest.fixture(autouse=True)
def own_folders(monkeypatch, tmp_path):
    """Nothing of the person who runs the tests is read or changed, and no board of theirs is found."""
    for name in ("RUNTIME", "CONFIG", "DATA"):
        monkeypatch.setenv(f"LIGHTPEG_{name}", str(tmp_path / name.lower()))
    for name in ("LIGHTPEG_DATABASE", "LIGHTPEG_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("lightpeg_host.client.discovery.list_ports.comports", lambda: [])
    return tmp_path


@pytest.fixture
def boards():
    """Starts boards; each runs at a socket until the test is over, and is found as a virtual board."""
    with ExitStack() as stack:

        def start(board):
            at = stack.enter_context(desk_board(board))
            stack.enter_context(running.register(at.url, "virtual board"))
            return at.url

        yield start


@pytest.fixture
def forty(own_folders):
    """The forty games, where they are found without being named."""
    with open_database() as database, database.writing() as session:
        fill(session)
    return own_folders / "data" / "games.db"


def played(games, **fields):
    board = FakeBoard(**fields)
    for _ in range(games):
        board.play()
    return board


def test_sync_finds_a_board_that_runs(boards, own_folders):
    boards(played(3))
    code, text, _ = says("sync")
    assert code == 0
    assert text == f"35a1b2: 3 new games, now in {own_folders / 'data' / 'games.db'}.\n"
    assert says("sync")[1] == "35a1b2: nothing new.\n"


def test_sync_as_json(boards, own_folders):
    board = played(3)
    del board.records[2]
    boards(board)
    assert told("sync", "--database", own_folders / "club.db") == {
        "database": str(own_folders / "club.db"),
        "boards": [
            {
                "board": UID, "title": "35a1b2", "journal": "00000001", "games": 2, "unread": 0, "last": 3,
                "missing": [[2, 2]], "behind": 0, "error": None,
            }
        ],
    }  # fmt: skip


def test_sync_of_several_boards_and_of_one(boards):
    one, other = played(2), played(1, uid="e660000000000002")
    at = boards(one)
    boards(other)
    Names().give(one.uid, "Club")
    code, text, _ = says("sync", "--board", "club")
    assert (code, text.startswith("Club: 2 new games")) == (0, True)
    assert says("sync", "--port", at)[1] == "Club: nothing new.\n"
    text = says("sync")[1]
    assert sorted(line.split(",")[0] for line in text.splitlines()) == ["000002: 1 new game", "Club: nothing new."]


def test_sync_tells_what_is_missing_once(boards):
    board = played(4)
    del board.records[1], board.records[2]
    boards(board)
    assert "no games have the numbers 1 to 2." in says("sync")[1]
    assert "Missing" not in says("sync")[1]


def test_sync_of_a_board_that_was_set_back(boards):
    board = played(4)
    boards(board)
    says("sync")
    board.last = 3
    del board.records[4]
    text = says("sync")[1]
    assert "nothing new. The board's newest game has number 3" in text
    assert "has its games up to 4" in text


def test_sync_without_a_board():
    code, _, error = says("sync")
    assert code == 3
    assert "No board was found" in error


def test_one_board_that_fails_does_not_keep_the_others_from_it(boards):
    bad = played(1, uid="e660000000000009")
    bad.time = lambda epoch: {"dates": 7}
    boards(bad)
    boards(played(2))
    code, text, errors = says("sync")
    assert (code, "35a1b2: 2 new games" in text) == (7, True)
    assert "is not what this tool knows" in errors


def test_a_database_that_cannot_be_has_its_own_exit_code(forty):
    (forty.parent / "notes").write_text("no database " * 100)
    for command in (("sync",), ("stats",), ("export", "games.json"), ("import", "games.json")):
        code, _, error = says(*command, "--database", forty.parent / "notes")
        assert code == 9
        assert "It is no SQLite file" in error


def test_stats(forty):
    code, text, errors = says("stats")
    assert (code, errors) == (0, "")
    lines = [line.split() for line in text.splitlines()]
    assert text.startswith("39 games, 1 void; 13 matches\n")
    # As worked out in test_forty_games: 65 / 12 = 5.42, 1082 / 106 = 10.2.
    assert ["Ann", "28", "9", "3", "4", "-", "12/19", "5.42", "3", "10.2", "4/4"] in lines
    assert ["Classic", "17", "0", "5", "14/17", "4.86", "3", "7.8"] in lines
    assert ["Ann", "-", "Bo", "17", "4", "2", "2", "-", "6.14:5.29", "2/2"] in lines
    # The plot of classic: fives are the most, 5 of them; of threes there are 2.
    assert ["5", "\u2588" * 40, "5"] in lines
    assert ["3", "\u2588" * 16, "2"] in lines
    assert max(len(line) for line in text.splitlines()) <= 80


def test_stats_of_a_player(forty):
    text = says("stats", "--player", "ann", "--variant", "classic")[1]
    lines = [line.split() for line in text.splitlines()]
    assert ["Classic", "14", "6", "1", "2", "54", "7/9", "4.57", "3", "7.1", "3/3"] in lines
    assert "Classic of Ann: guesses for a code, - not found" in text
    assert not [line for line in lines if line[:1] == ["Bo"]]


def test_stats_of_a_period(forty):
    # The forty games are of 2027-01-15 and 2027-01-21, wherever the computer is to a day.
    assert says("stats", "--since", "2027-01-18", "--until", "2027")[1].startswith("16 games; 4 matches\n")
    assert says("stats", "--until", "2027-01-18")[1].startswith("23 games, 1 void; 9 matches\n")
    assert "There are no such games" in says("stats", "--until", "2026-12")[1]
    code, _, error = says("stats", "--since", "yesterday")
    assert code == 2
    assert "2026-11-30T18:00" in error


def test_stats_tell_what_was_left_out(boards):
    board = played(2)
    board.restart()
    board.seconds = 100
    boards(board)
    says("sync")
    text = says("stats", "--since", "2020")[1]
    assert text.startswith("2 games left out: they may or may not have been played in this period.\n")


def test_stats_of_a_board_by_the_name_it_has_today(forty):
    Names().give(CLUB, "Clubhouse")
    assert says("stats", "--board", "clubhouse")[1].startswith("23 games, 1 void")


def test_stats_as_json(forty):
    found = told("stats", "--player", "Cid")
    assert (found["games"], found["players"][0]["average"]) == (11, 5.0)


def test_stats_of_nothing(own_folders):
    text = says("stats")[1]
    where = own_folders / "data" / "games.db"
    assert text == f"There are no games in {where}. `lightpeg sync` takes over those of a board.\n"
    assert says("stats", "--player", "Ann")[1] == text


def test_stats_of_somebody_unknown(forty):
    for option, there in (
        ("player", "Ann, Bo, Board, Cid, P1 on Club, P1 on Home, P2 on Home"),
        ("variant", "Advanced, Arms, Classic, Duel, Growing, Mine, Numbers"),
        ("board", "Club, Home"),
    ):
        text = says("stats", f"--{option}", "Dora")[1]
        assert text == f"No game in {forty} has the {option} Dora. There are: {there}.\n"
    # Bo is known, but did not play then.
    assert says("stats", "--player", "bo", "--until", "2026")[1].startswith(f"There are no such games in {forty}.")


def test_stats_of_a_period_that_ends_before_it_begins(forty):
    code, _, error = says("stats", "--since", "2027-02", "--until", "2027-01")
    assert (code, error) == (2, "--since 2027-02 comes after --until 2027-01: no game can be between them.")


def test_who_was_asked_for_comes_first(forty):
    lines = [line.split() for line in says("stats", "--player", "cid")[1].splitlines()]
    # As worked out in test_forty_games: Ann and Cid won a match each and drew one. Cid found C8 and H4 in 5, Ann H13 in
    # 3; Bo found C14 in 12 and won. Cid won the first match against Ann and lost the last; found all of H1 to H3.
    assert ["Cid", "-", "Ann", "6", "1", "1", "1", "-", "5.00:3.00", "0/1"] in lines
    assert ["Cid", "-", "Board", "3", "3", "0", "0", "-", "5.00:-", "3/3"] in lines
    assert ["Cid", "-", "Bo", "2", "0", "0", "1", "12:13", "-:12.00", "0/0"] in lines


@pytest.mark.parametrize("columns", [30, 40, 60, 79])
def test_stats_in_a_narrow_terminal(forty, monkeypatch, columns):
    """Every column is there, whole, in tables below each other; no bar is broken."""
    wide = says("stats")[1]
    monkeypatch.setenv("COLUMNS", str(columns))
    text = says("stats")[1]
    assert max(len(line) for line in text.splitlines()) <= columns
    assert "\u2026" not in wide
    heads = [line.split() for line in text.splitlines() if line.startswith(" player ")]
    assert [word for head in heads for word in head if word != "player"] == [
        "games", "won", "drawn", "lost", "points", "codes", "avg", "best", "s/row", "streak",
    ]  # fmt: skip
    lines = [line.split() for line in text.splitlines()]
    figures = [word for line in lines[: lines.index(["Variants"])] if line[:1] == ["Ann"] for word in line[1:]]
    assert figures == ["28", "9", "3", "4", "-", "12/19", "5.42", "3", "10.2", "4/4"]
    bars = [line for line in text.splitlines() if "\u2588" in line]
    assert all(line.split()[0] in ["3", "4", "5", "6", "7", "12", "-"] and line.split()[-1].isdigit() for line in bars)


def test_stats_have_colours_on_a_terminal_only_and_not_where_they_are_not_wanted(forty):
    escape = "\x1b["
    assert escape not in lightpeg_says("stats", env=environment())[1]
    assert escape in lightpeg_says("stats", env=environment(FORCE_COLOR="1", TERM="xterm"))[1]
    plain = lightpeg_says("stats", env=environment(FORCE_COLOR="1", TERM="xterm", NO_COLOR="1"))[1]
    # Bold is no colour; 30 to 37 and 90 to 97 are.
    assert not re.search(r"\x1b\[[0-9;]*[39][0-7]m", plain)


def test_stats_through_a_pipe_that_knows_only_ascii(forty):
    code, text, errors = lightpeg_says("stats", env=environment(PYTHONIOENCODING="ascii", COLUMNS="80"))
    assert (code, errors) == (0, "")
    assert text.isascii()
    assert "5 " + "#" * 40 + " 5" in text


def environment(**more):
    return {**os.environ, **more}


def test_export_and_import(forty, own_folders):
    target = own_folders / "out" / "games.json"
    assert says("export", target)[1] == f"40 games written to {target}.\n"
    other = own_folders / "other.db"
    assert says("import", target, "--database", other)[1] == f"40 new games, in {other}.\n"
    assert says("import", target, "--database", other)[1] == f"0 new games, 40 games there before, in {other}.\n"
    assert told("stats", "--database", other) == told("stats")
    assert told("import", target, "--database", other) == {
        "games": 0,
        "known": 40,
        "unread": 0,
        "database": str(other),
    }


def test_export_of_csv(forty, own_folders):
    for target in (own_folders / "out", own_folders / "out.zip"):
        code, text, _ = says("export", target)
        assert (code, text.startswith("40 games written to ")) == (0, True)
    assert told("export", own_folders / "more", "--format", "csv")["games"] == 40
    with open(own_folders / "more" / "games.csv", newline="") as file:
        assert len(list(csv.reader(file))) == 41


def test_export_replaces_nothing_unless_it_is_told_to(forty, own_folders):
    target = own_folders / "games.json"
    target.write_text("mine")
    code, _, error = says("export", target)
    assert (code, target.read_text()) == (2, "mine")
    assert "--force" in error
    assert says("export", target, "--force")[0] == 0
    assert json.loads(target.read_text())["format"] == "lightpeg-games"
    assert says("export", own_folders, "--format", "json")[0] == 2
    assert says("export", target, "--format", "xml")[0] == 2


def test_a_bad_file_has_its_own_exit_code(own_folders):
    (own_folders / "bad.json").write_text("{}")
    code, _, error = says("import", own_folders / "bad.json")
    assert code == 11
    assert "Nothing was taken over" in error


def test_a_game_on_the_virtual_board_gets_into_the_database(own_folders):
    """The whole way: buttons, firmware, journal, link, client, database; and once more after the power was cut."""
    with VirtualBoard() as board:
        board.run(1500)
        table = Table(board)
        table.choose("classic")
        guesses, solved = solo_game(table)

        def sync():
            result = []
            thread = threading.Thread(target=lambda: result.append(says("sync", "--port", board.serial_url)))
            thread.start()
            while thread.is_alive():
                board.run(5)
            return result[0]

        code, text, _ = sync()
        assert (code, "1 new game," in text) == (0, True)
        board.run(500)
        board.cut_power()
        board.restore_power()
        board.run(1500)
        assert "nothing new" in sync()[1]
    with open_database() as database, database.reading() as session:
        game = session.scalars(select(Game)).one()
        assert (game.seq, game.variant_key, game.result) == (1, "classic", "solved" if solved else "unsolved")
        assert game.earliest == game.latest is not None
        players = {of.player: of.figures for of in statistics(session).players}
    (name,) = set(players) - {"Board"}
    assert name.startswith("P1 on ")
    assert players[name].guesses == len(guesses)


def test_names_and_help_on_every_command():
    for command in ("sync", "stats", "export", "import"):
        code, text, _ = says(command, "--help")
        assert code == 0
        assert "--database" in text
