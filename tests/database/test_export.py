"""Out of one database and into another."""

import base64
import csv
import io
import json
import shutil
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from lightpeg_host.database.export import document, write_csv, write_json
from lightpeg_host.database.history import history
from lightpeg_host.database.importing import import_file
from lightpeg_host.database.models import Board, Game, Start, Unread
from lightpeg_host.database.opening import open_database
from lightpeg_host.database.recording import Recorder, board_journal
from lightpeg_host.database.stats import as_dict, statistics
from lightpeg_host.errors import FileError
from tests.database.forty_games import CLUB, CLUB_EPOCH, HOME, JOURNAL, fill
from tests.database.records import record


@pytest.fixture
def filled(database):
    with database.writing() as session:
        fill(session)
    return database


@pytest.fixture
def exported(sqlite, tmp_path):
    """The forty games as a JSON file."""
    with open_database(sqlite) as database:
        with database.writing() as session:
            fill(session)
        with database.reading() as session:
            write_json(session, tmp_path / "games.json")
    return tmp_path / "games.json"


def take(database, file):
    with database.writing() as session:
        result = import_file(session, file)
        session.commit()
    return result


def everything(database):
    """All that can be asked of a database, without its own numbers."""
    with database.reading() as session:
        games = [
            (line.board, line.seq, line.players, line.guesses, line.points, line.earliest, line.latest)
            for line in history(session)
        ]
        return as_dict(statistics(session)), games, document(session)


def test_all_of_it_comes_back(filled, tmp_path):
    with filled.reading() as session:
        moves = []
        write_json(session, tmp_path / "games.json", moves.append)
    # The journals' games, one after the other: 16 at home, whose number comes first, then 24.
    assert moves == [16, 40]
    with open_database(str(tmp_path / "other.db")) as other:
        moves = []
        with other.writing() as session:
            result = import_file(session, tmp_path / "games.json", lambda *move: moves.append(move))
            session.commit()
        assert (result.games, result.known, result.unread) == (40, 0, 0)
        assert moves == [(16, 40), (40, 40)]
        assert everything(other) == everything(filled)
        # Once more changes nothing.
        again = take(other, tmp_path / "games.json")
        assert (again.games, again.known) == (0, 40)
        assert everything(other) == everything(filled)


def test_what_is_in_the_json(exported):
    told = json.loads(exported.read_text())
    assert (told["format"], told["version"]) == ("lightpeg-games", 1)
    assert told["players"] == ["Ann", "Bo", "Cid"]
    home, club = told["boards"]
    assert (home["board"], home["name"], club["board"]) == (HOME, "Home", CLUB)
    journal = club["journals"][0]
    assert journal["journal"] == JOURNAL
    # The last game ended 24,000 s after the start.
    assert journal["starts"] == [
        {"start": 1, "seconds": 24_000, "epoch": CLUB_EPOCH, "low": CLUB_EPOCH, "high": CLUB_EPOCH}
    ]
    first = journal["games"][0]
    # 1,800,000,000 is 2027-01-15 08:00:00 UTC.
    assert {name: value for name, value in first.items() if name != "data"} == {
        "game": 1,
        "variant": "classic",
        "players": ["Ann", "Bo"],
        "result": "solved",
        "earliest": "2027-01-15T08:16:40Z",
        "latest": "2027-01-15T08:16:40Z",
    }
    assert base64.b64decode(first["data"])[0] == 1


def test_what_is_known_here_stays(exported, tmp_path):
    """The board's newer name, the first computer's word about the time, and games that the file does not have."""
    with open_database(str(tmp_path / "other.db")) as other:
        with other.writing() as session:
            recorder = Recorder(session, board_journal(session, CLUB, JOURNAL, "Clubhouse"))
            recorder.anchor(1, CLUB_EPOCH + 5)
            recorder.add([(30, record(30))])
            session.commit()
        assert take(other, exported).games == 40
        with other.reading() as session:
            assert session.scalars(select(Board.name).where(Board.uid == CLUB)).one() == "Clubhouse"
            start = session.scalars(select(Start).join(Start.journal).join(Board).where(Board.uid == CLUB)).one()
            assert (start.epoch, start.low, start.high) == (CLUB_EPOCH + 5, CLUB_EPOCH, CLUB_EPOCH + 5)
            assert len(session.scalars(select(Game)).all()) == 41


def test_records_that_cannot_be_read_travel_too(sqlite, tmp_path):
    with open_database(sqlite) as database:
        with database.writing() as session:
            Recorder(session, board_journal(session, CLUB, JOURNAL)).add([(1, b"\x63newer")])
            session.commit()
        with database.reading() as session:
            write_json(session, tmp_path / "games.json")
    with open_database(str(tmp_path / "other.db")) as other:
        assert take(other, tmp_path / "games.json").unread == 1
        assert take(other, tmp_path / "games.json").known == 1
        with other.reading() as session:
            assert session.scalars(select(Unread.raw)).all() == [b"\x63newer"]


def change(file, how):
    """The file with one thing changed."""
    told = json.loads(file.read_text())
    club = next(board for board in told["boards"] if board["board"] == CLUB)
    how(told, club, club["journals"][0])
    file.write_text(json.dumps(told))


def cut_record(told, board, journal):
    data = base64.b64decode(journal["games"][5]["data"])
    journal["games"][5]["data"] = base64.b64encode(data[:-1]).decode()


@pytest.mark.parametrize(
    "how, words",
    [
        (lambda told, board, journal: told.update(format="other"), "no file that `lightpeg export` wrote"),
        (lambda told, board, journal: told.update(version=2), "newer version of Lightpeg"),
        (lambda told, board, journal: told.update(version="1"), "newer version of Lightpeg"),
        (lambda told, board, journal: told.update(players=[7]), "the name of a player"),
        (lambda told, board, journal: told.pop("players"), "the players of the file are missing"),
        (lambda told, board, journal: told.update(boards={}), "the boards of the file are missing"),
        (lambda told, board, journal: told["boards"].append(7), "the number of a board in board 3"),
        (lambda told, board, journal: board.update(board="xyz"), "the number of a board in board 2"),
        (lambda told, board, journal: board.update(name=7), "the name of board 2"),
        (lambda told, board, journal: board.pop("journals"), "the journals of board 2 are missing"),
        (
            lambda told, board, journal: board["journals"].append(journal),
            "journal 00c0ffee of board c1b0.* is in it twice",
        ),
        (lambda told, board, journal: journal.update(journal="1"), "the number of a journal in board 2"),
        (lambda told, board, journal: journal.pop("unread"), "the unread of journal 00c0ffee of board 2 are missing"),
        (lambda told, board, journal: journal["starts"].append(journal["starts"][0]), "a start .* is in it twice"),
        (lambda told, board, journal: journal["starts"][0].update(seconds=-1), "a seconds of start 1"),
        (lambda told, board, journal: journal["starts"][0].update(low=10**30), "a low of start 1"),
        (lambda told, board, journal: journal["starts"][0].update(high=1), "contradict each other"),
        (lambda told, board, journal: journal["games"].append(journal["games"][3]), "game 4 .* is in it twice"),
        (lambda told, board, journal: journal["games"][5].update(game=True), "a game of journal"),
        (lambda told, board, journal: journal["games"][5].update(game=77), "game 77 .* is damaged"),
        (lambda told, board, journal: journal["games"][5].update(data="?"), "game 6 .* is damaged"),
        (lambda told, board, journal: journal["games"][5].update(data=7), "game 6 .* is damaged"),
        (lambda told, board, journal: journal["games"][5].pop("data"), "game 6 .* is damaged"),
        (cut_record, "game 6 .* is damaged"),
    ],
)
def test_a_file_with_a_fault_is_refused_as_a_whole(exported, tmp_path, how, words):
    change(exported, how)
    with open_database(str(tmp_path / "other.db")) as other:
        with pytest.raises(FileError, match=words) as told:
            take(other, exported)
        assert str(exported) in str(told.value)
        assert "Nothing was taken over" in str(told.value)
        with other.reading() as session:
            assert session.scalars(select(Board)).all() == []


@pytest.mark.parametrize("text", ["", "[", "7", "null", "\xff\xfe", "[" * 100_000, '{"format": "lightpeg-games"}'])
def test_a_file_that_is_none(sqlite, tmp_path, text):
    file = tmp_path / "games.json"
    file.write_bytes(text.encode("latin-1"))
    with open_database(sqlite) as database, pytest.raises(FileError, match=r"lightpeg export|newer version"):
        take(database, file)


def test_a_file_that_is_not_there(sqlite, tmp_path):
    with open_database(sqlite) as database:
        with pytest.raises(FileError, match="cannot be read"):
            take(database, tmp_path / "none.json")
        with pytest.raises(FileError, match="cannot be read"):
            take(database, tmp_path)


def test_a_file_that_contradicts_the_database(exported, tmp_path):
    """Another game under the same number: the second board of the file is refused, and with it the first."""
    with open_database(str(tmp_path / "other.db")) as other:
        with other.writing() as session:
            Recorder(session, board_journal(session, CLUB, JOURNAL)).add([(7, record(7))])
            session.commit()
        with pytest.raises(FileError, match=r"game 7 of board c1b0.* is another one"):
            take(other, exported)
        with other.reading() as session:
            assert len(session.scalars(select(Game)).all()) == 1
            assert session.scalars(select(Board.uid)).all() == [CLUB]


def test_csv_in_a_folder(filled, tmp_path):
    moves = []
    with filled.reading() as session:
        write_csv(session, tmp_path / "out", moves.append)
    # Each of the 40 games counts half for each file.
    assert (moves[0], moves[-1], sorted(moves)) == (0, 40, moves)
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"games.csv", "rows.csv"}
    games = list(csv.DictReader(io.StringIO((tmp_path / "out" / "games.csv").read_text(), newline="")))
    assert len(games) == 40
    duel = next(game for game in games if game["board_name"] == "Club" and game["game"] == "10")
    assert duel == {
        "board": CLUB, "board_name": "Club", "journal": JOURNAL, "game": "10", "earliest": "2027-01-15T10:46:40Z",
        "latest": "2027-01-15T10:46:40Z", "variant": "duel", "variant_name": "Duel", "who": "duel", "match": "10",
        "games_agreed": "1", "number": "1", "level": "0", "codemaker": "1", "player1": "Ann", "player2": "Bo",
        "result": "won", "reason": "code", "winner": "1", "points1": "1", "points2": "0", "total1": "1", "total2": "0",
        "match_over": "1", "match_winner": "1",
    }  # fmt: skip
    rows = list(csv.DictReader(io.StringIO((tmp_path / "out" / "rows.csv").read_text(), newline="")))
    # Every row of the table of the forty games: 91 + 23 + 3 void + 30 + 38 + 39 + 11 + 8, by variant.
    assert len(rows) == 243
    last = [row for row in rows if row["board"] == CLUB and row["game"] == "1"][-1]
    assert last == {
        "board": CLUB, "journal": JOURNAL, "game": "1", "player": "2", "player_name": "Bo", "row": "5",
        "guess": "0 1 2 3", "black": "4", "white": "0", "seconds": "10.000",
    }  # fmt: skip


def test_csv_in_a_zip_file(filled, tmp_path):
    with filled.reading() as session:
        write_csv(session, tmp_path / "out.zip")
        write_csv(session, tmp_path / "out")
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        for name in ("games.csv", "rows.csv"):
            assert archive.read(name) == (tmp_path / "out" / name).read_bytes()


def test_a_name_is_no_formula(sqlite, tmp_path):
    with open_database(sqlite) as database:
        with database.writing() as session:
            board = board_journal(session, CLUB, JOURNAL)
            Recorder(session, board).add([(1, record(1, who="screen", names=("=1+1", 'A "B", C')))])
            session.commit()
        with database.reading() as session:
            write_csv(session, tmp_path / "out")
    game = next(csv.DictReader(io.StringIO((tmp_path / "out" / "games.csv").read_text(), newline="")))
    assert (game["player1"], game["player2"]) == ("'=1+1", 'A "B", C')


def test_a_place_that_cannot_be_written(filled, tmp_path):
    (tmp_path / "file").write_text("as it was")
    with filled.reading() as session:
        with pytest.raises(FileError, match="cannot be written"):
            write_csv(session, tmp_path / "file")
        with pytest.raises(FileError, match="cannot be written"):
            write_json(session, tmp_path / "file" / "games.json")
    assert (tmp_path / "file").read_text() == "as it was"


@pytest.fixture(scope="module")
def empty(tmp_path_factory):
    """A database with all its tables, to be copied."""
    file = tmp_path_factory.mktemp("empty") / "games.db"
    open_database(str(file)).close()
    return file


names = st.sampled_from(["", "Ann", "ann", "Bo", "Ölof", "=x", "Board", "P1 on Club"])
boards = st.sampled_from([("aa", "00000001"), ("aa", "00000002"), ("bb", "00000001")])
rounds = st.fixed_dictionaries(
    {
        "where": boards,
        "names": st.tuples(names, names),
        "guesses": st.integers(1, 10),
        "found": st.booleans(),
        "who": st.sampled_from(["board", "screen"]),
        "seconds": st.integers(0, 10_000),
        "restart": st.booleans(),
        "dated": st.booleans(),
        "wrong_by": st.sampled_from([0, 0, 0, 1, 40, 10_000]),
        "over": st.booleans(),
        "leader": st.sampled_from([None, 0, 1]),
    }
)


@settings(max_examples=25, deadline=None)
@given(st.lists(rounds, max_size=20))
def test_any_database_comes_back(empty, tmp_path_factory, plays):
    """Any games of any boards, dated or not, well or badly: the same answers from the database that was rebuilt."""
    folder = tmp_path_factory.mktemp("any")
    for name in ("one.db", "other.db"):
        shutil.copy(empty, folder / name)
    state = {}
    with open_database(str(folder / "one.db")) as one:
        with one.writing() as session:
            for play in plays:
                seq, start, now = state.get(play["where"], (0, 1, 0))
                seq, start, now = seq + 1, start + play["restart"], now + play["seconds"]
                state[play["where"]] = seq, start, now
                recorder = Recorder(session, board_journal(session, *play["where"], "Club"))
                raw = record(
                    seq,
                    start=start,
                    seconds=now,
                    who=play["who"],
                    names=play["names"],
                    guesses=(play["guesses"], 0),
                    found=(play["found"], False),
                    result="solved" if play["found"] else "unsolved",
                    points=(play["guesses"], 0),
                    totals=(play["guesses"], 0),
                    over=play["over"],
                    leader=play["leader"] if play["over"] else None,
                )
                if play["dated"]:
                    recorder.anchor(start, 1_700_000_000 + 20_000 * start + play["wrong_by"])
                assert recorder.add([(seq, raw)]) == (1, 0)
                recorder.redate()
            session.commit()
        with one.reading() as session:
            write_json(session, folder / "games.json")
        with open_database(str(folder / "other.db")) as other:
            take(other, folder / "games.json")
            assert everything(other) == everything(one)
