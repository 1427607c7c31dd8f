"""Opening a database: where it is, that it fits this version, and what is said when it cannot be."""

import os
import sqlite3
import threading

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, event, inspect, select, text

from lightpeg_host.database import opening, schema
from lightpeg_host.database.models import Board, Game
from lightpeg_host.database.opening import Database, default_url, open_database, parse, shown
from lightpeg_host.database.recording import Recorder, board_journal
from lightpeg_host.database.stats import statistics
from lightpeg_host.errors import DatabaseError, UsageError
from tests.database.forty_games import CLUB, fill
from tests.database.records import record

TABLES = {"boards", "journals", "starts", "players", "matches", "games", "sides", "rows", "unread", "lightpeg_version"}


def make_folder(address):
    if "://" not in address:
        os.makedirs(os.path.dirname(address))


def at_revision(address, revision):
    """A database as an older version made it."""
    make_folder(address)
    engine = opening._engine(parse(address))
    schema.upgrade(engine.execution_options(**{opening.WRITING: True}), "it", revision)
    return Database(engine, "it")


def test_an_empty_database_gets_the_tables(database):
    assert set(inspect(database.engine).get_table_names()) == TABLES


def test_it_can_be_opened_again(address):
    for _ in range(2):
        with open_database(address) as opened, opened.writing() as session:
            board_journal(session, "abc", "00000001")
            session.commit()
    with open_database(address) as opened, opened.reading() as session:
        assert session.scalars(select(Board.uid)).all() == ["abc"]


def test_models_and_migrations_agree(database):
    """Alembic finds nothing to add, so the migrations make exactly the tables of the models."""
    with database.engine.begin() as connection:
        command.check(schema.alembic_config(connection))


def test_the_newest_migration_is_known(database):
    with database.engine.begin() as connection:
        folder = ScriptDirectory.from_config(schema.alembic_config(connection))
        assert folder.get_heads() == [schema.HEAD]
        assert schema.version(connection) == schema.HEAD


def test_a_database_of_the_first_version_is_brought_up_to_date(address):
    """Its games are there afterwards, and it can take what only the newer tables have."""
    with at_revision(address, "0001") as old:
        assert "unread" not in inspect(old.engine).get_table_names()
        with old.engine.begin() as connection:
            connection.execute(text("INSERT INTO boards (id, uid, name) VALUES (1, 'b0b0', 'Old')"))
            connection.execute(text("INSERT INTO journals (id, board_id, uid) VALUES (1, 1, '00000001')"))
            connection.execute(text("INSERT INTO starts (journal_id, number, seconds) VALUES (1, 1, 77)"))
            connection.execute(text("INSERT INTO players (id, name, folded) VALUES (1, 'Ann', 'ann')"))
            connection.execute(
                text(
                    "INSERT INTO matches (id, journal_id, number, who, games, over) VALUES (1, 1, 1, 'board', 1, :no)"
                ),
                {"no": False},
            )
            connection.execute(
                text(
                    "INSERT INTO games (id, journal_id, match_id, seq, raw, start, seconds, variant_key, variant_name, "
                    "scoring, number, level, codemaker, result, over) VALUES (1, 1, 1, 1, :raw, 1, 77, 'classic', "
                    "'Classic', 'guesses', 0, 0, 1, 'solved', :no)"
                ),
                {"raw": record(1), "no": False},
            )
            connection.execute(
                text(
                    "INSERT INTO sides (game_id, seat, player_id, points, total, guesses, solved, spent_ms) "
                    "VALUES (1, 0, 1, 5, 5, 5, :yes, 5000), (1, 1, NULL, 0, 0, 0, :no, 0)"
                ),
                {"yes": True, "no": False},
            )
    with open_database(address) as opened:
        with opened.reading() as session:
            assert session.scalars(select(Game.raw)).all() == [record(1)]
            players = {of.player: of.figures for of in statistics(session).players}
            assert (players["Ann"].games, players["Ann"].average) == (1, 5)
        with opened.writing() as session:
            recorder = Recorder(session, board_journal(session, "b0b0", "00000001"))
            assert recorder.add([(1, record(1)), (2, b"no record")]) == (0, 1)
            session.commit()


def test_a_database_of_a_newer_version(address):
    with open_database(address) as opened, opened.engine.begin() as connection:
        connection.execute(text("UPDATE lightpeg_version SET version_num = '9999'"))
    with pytest.raises(
        DatabaseError, match=r"made by a newer version of Lightpeg \(its tables are version 9999.*Update"
    ):
        open_database(address)


def test_other_tables_in_the_same_database_are_left_alone(address):
    make_folder(address)
    engine = create_engine(parse(address))
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32))"))
        connection.execute(text("INSERT INTO alembic_version VALUES ('theirs')"))
    with open_database(address) as opened, opened.engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "theirs"
    engine.dispose()


def test_many_open_an_empty_database_at_once(address):
    errors = []

    def work():
        try:
            open_database(address).close()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


def test_where_it_is(monkeypatch, tmp_path):
    monkeypatch.delenv("LIGHTPEG_DATABASE", raising=False)
    monkeypatch.setenv("LIGHTPEG_DATA", str(tmp_path))
    assert default_url() == str(tmp_path / "games.db")
    monkeypatch.setenv("LIGHTPEG_DATABASE", "postgresql://club/games")
    assert default_url() == "postgresql://club/games"
    monkeypatch.delenv("LIGHTPEG_DATABASE")
    monkeypatch.delenv("LIGHTPEG_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    assert default_url().endswith("games.db")


@pytest.mark.parametrize(
    "named, driver, database",
    [
        ("games.db", "sqlite+pysqlite", "games.db"),
        ("sqlite:///games.db", "sqlite+pysqlite", "games.db"),
        ("postgresql://ann:x@club/games", "postgresql+psycopg", "games"),
        ("postgres://club/games", "postgresql+psycopg", "games"),
        ("postgresql+psycopg://club/games", "postgresql+psycopg", "games"),
    ],
)
def test_addresses(named, driver, database):
    url = parse(named)
    assert (url.drivername, url.database) == (driver, database)


@pytest.mark.parametrize("named", ["mysql://club/games", "postgresql://ann:secret@club:port/games", "://"])
def test_addresses_that_are_none(named):
    with pytest.raises(UsageError) as told:
        parse(named)
    assert "postgresql://user@computer/name" in str(told.value)
    assert "secret" not in str(told.value)


@pytest.mark.parametrize(
    "named, words",
    [
        ("postgresql://ann:secret@club/games", "games on club"),
        ("postgresql://ann:secret@club/", "ann on club"),
        ("postgresql://ann@club/games?password=secret", "games on club"),
        ("postgresql:///games", "games on this computer"),
        ("a/b.db", "a/b.db"),
    ],
)
def test_how_it_is_shown(named, words):
    assert shown(parse(named)) == words


def test_nothing_answers_and_the_password_is_not_told():
    with pytest.raises(DatabaseError) as told:
        # Port 9 is nobody's.
        open_database("postgresql://ann:topsecret@127.0.0.1:9/games")
    assert "cannot be opened" in str(told.value)
    assert "Make sure that it is running" in str(told.value)
    assert "topsecret" not in str(told.value)


@pytest.mark.postgresql
def test_a_database_that_is_not_there(postgresql):
    with pytest.raises(DatabaseError, match='database "nowhere" does not exist'):
        open_database(parse(postgresql).set(database="nowhere").render_as_string(False))


def test_a_file_that_is_no_database(tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("Not a database, but long enough to be looked at as one. " * 20)
    with pytest.raises(DatabaseError, match="no SQLite file, or damaged"):
        open_database(str(file))
    assert file.read_text().startswith("Not a database")


def test_a_folder_that_cannot_be(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DatabaseError, match="cannot be made"):
        open_database(str(tmp_path / "file" / "games.db"))
    with pytest.raises(DatabaseError, match=r"cannot be opened: .* its folder is there"):
        open_database(str(tmp_path))


def test_another_program_that_writes_for_too_long(sqlite, monkeypatch):
    monkeypatch.setattr(opening, "PATIENCE", 0.05)
    with open_database(sqlite) as opened:
        other = sqlite3.connect(sqlite, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        # Reading goes on.
        with opened.reading() as session:
            assert statistics(session).games == 0
        with pytest.raises(DatabaseError, match="Another program keeps it busy"), opened.writing() as session:
            board_journal(session, "abc", "00000001")
        other.close()


def test_a_full_disk(sqlite):
    """What was committed stays, and once there is room again the rest can be written."""
    full = True

    def limit(connection, _record):
        if full:
            pages = connection.execute("PRAGMA page_count").fetchone()[0]
            connection.execute(f"PRAGMA max_page_count={pages}")

    with open_database(sqlite) as opened, opened.writing() as session:
        fill_part(session)
        session.commit()
    with open_database(sqlite) as opened:
        event.listen(opened.engine, "connect", limit)
        opened.close()
        with pytest.raises(DatabaseError) as told, opened.writing() as session:
            fill(session)
        assert "disk is full. Make room on the disk, then try again." in str(told.value)
        with opened.reading() as session:
            assert session.scalars(select(Game.seq)).all() == [1]
        full = False
        opened.close()
        with opened.writing() as session:
            fill(session)
        with opened.reading() as session:
            assert statistics(session).games == 39


@pytest.mark.postgresql
def test_a_server_that_goes_in_the_middle(postgresql):
    """The sentence says what to do; the next question finds the server again."""
    with open_database(postgresql) as opened:
        with opened.writing() as session:
            fill(session)
        with pytest.raises(DatabaseError) as told, opened.writing() as session:
            fill_part(session)
            with create_engine(parse(postgresql)).begin() as other:
                ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
                other.execute(text(ended + "AND pid <> pg_backend_pid()"))
            Recorder(session, board_journal(session, CLUB, "00c0ffee")).add([(99, record(99))])
            session.commit()
        assert "Make sure that it is running and reachable" in str(told.value)
        with opened.reading() as session:
            assert statistics(session).games == 39


@pytest.mark.parametrize("error, remedy", [
    (sqlite3.OperationalError("database is locked"), "Another program keeps it busy"),
    (sqlite3.OperationalError("attempt to write a readonly database"), "that you may write there"),
    (sqlite3.OperationalError("unable to open database file"), "its folder is there and that you may write in it"),
    (sqlite3.OperationalError("disk I/O error"), "The disk may be damaged, full or gone"),
    (sqlite3.DatabaseError("database disk image is malformed"), "no SQLite file, or damaged"),
    (Exception('role "ann" does not exist'), "Check the user and the password"),
    (Exception("permission denied for schema public"), "that you may write there"),
    (Exception("connection refused"), "Make sure that it is running and reachable"),
])  # fmt: skip
def test_each_failure_has_its_remedy(error, remedy):
    assert remedy in opening.remedy(error)


def test_a_reader_sees_one_state(database):
    """What is written meanwhile does not change what a page is being made of."""
    with database.writing() as session:
        fill(session)
    with database.reading() as reader:
        before = statistics(reader).games
        with database.writing() as session:
            Recorder(session, board_journal(session, CLUB, "00c0ffee")).add([(99, record(99))])
            session.commit()
        assert statistics(reader).games == before
    with database.reading() as reader:
        assert statistics(reader).games == before + 1


def test_a_player_who_comes_between_two_questions(database):
    """Another program adds a game with new players after any of the questions that statistics ask, players among them:
    all answers are of the state that the first one saw."""
    with database.writing() as session:
        fill(session)
    asked = []
    meanwhile = iter(range(1000, 2000))

    def another_program(connection, cursor, statement, *rest):
        if statement.startswith("SELECT") and threading.current_thread() is threading.main_thread():
            asked.append(statement)
            thread = threading.Thread(target=add, args=(next(meanwhile),))
            thread.start()
            thread.join()

    def add(seq):
        with database.writing() as session:
            recorder = Recorder(session, board_journal(session, CLUB, "00c0ffee"))
            recorder.add([(seq, record(seq, names=(f"New {seq}", "")))])
            session.commit()

    with database.reading() as session:
        event.listen(database.engine, "after_cursor_execute", another_program)
        try:
            found = statistics(session)
        finally:
            event.remove(database.engine, "after_cursor_execute", another_program)
    # Boards, players, games, sides; the first question may have been answered before the others' first game.
    assert len(asked) >= 4
    assert (found.games, len(found.players)) == (39, 7)
    with database.reading() as session:
        assert statistics(session).games == 39 + len(asked)


def test_what_is_not_committed_is_undone(database):
    with pytest.raises(KeyboardInterrupt), database.writing() as session:
        fill_part(session)
        raise KeyboardInterrupt
    with database.reading() as session:
        assert session.scalars(select(Board)).all() == []


def fill_part(session):
    Recorder(session, board_journal(session, CLUB, "00c0ffee")).add([(1, record(1))])
