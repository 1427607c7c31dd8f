"""Each game into the database exactly once, with the firmware's own server at the other end of the wire."""

import os
import random
import signal
import subprocess
import sys
import threading

import pytest
from sqlalchemy import event, select, text
from sqlalchemy.orm import Session

from lightpeg.link.frame import encode
from lightpeg.link.server import Server
from lightpeg_host.client import open_board
from lightpeg_host.database.models import Game, Journal, Match, Player, Row, Side, Start, Unread
from lightpeg_host.database.opening import open_database
from lightpeg_host.database.recording import know_player
from lightpeg_host.database.stats import Choice, statistics
from lightpeg_host.database.sync import BATCH, sync_board
from lightpeg_host.errors import BoardGone, DatabaseError, VersionMismatch
from tests.database import mortal
from tests.database.boards import UID, FakeBoard, Wire, connect
from tests.host.link_board import HangUp, LinkBoard, desk_board

NOW = 1_800_000_000


def stored(database):
    """(journal, number) to record of every game in the database; none may be there twice."""
    with database.reading() as session:
        rows = session.execute(
            select(Journal.uid, Game.seq, Game.raw).join(Journal, Game.journal_id == Journal.id)
        ).all()
    games = {(journal, seq): raw for journal, seq, raw in rows}
    assert len(games) == len(rows)
    return games


def sync(board, database, now=NOW, cut=None):
    with connect(board, cut) as client:
        return sync_board(client, database, now)


def test_new_games_and_only_those(database):
    board = FakeBoard()
    for _ in range(3):
        board.play()
    first = sync(board, database)
    assert (first.games, first.first, first.last, first.missing, first.behind) == (3, 0, 3, [], 0)
    assert board.acked == 3
    again = sync(board, database)
    assert (again.games, again.first, again.last) == (0, 3, 3)
    board.play()
    assert sync(board, database).games == 1
    assert stored(database) == {("00000001", seq): raw for seq, raw in board.records.items()}


def test_an_empty_board(database):
    found = sync(FakeBoard(), database)
    assert (found.games, found.last, found.missing) == (0, 0, [])


def test_more_than_a_batch_and_what_is_shown_of_it(database):
    board = FakeBoard()
    count = 2 * BATCH + 5
    for _ in range(count):
        board.play()
    moves = []
    with connect(board, name="Club") as client:
        found = sync_board(client, database, NOW, lambda done, total: moves.append((done, total)))
    assert (found.games, found.title) == (count, "Club")
    assert moves == [(seq, count) for seq in range(1, count + 1)]
    assert board.acked == count


def test_what_is_not_committed_is_not_acknowledged(sqlite):
    """The database is ended in its second batch, before the commit."""
    board = FakeBoard()
    for _ in range(2 * BATCH):
        board.play()
    with open_database(sqlite) as database:
        commits = iter(range(100))

        def killed(session):
            # The first commit is the board's and its clock's, the second the first batch's.
            if not session.in_nested_transaction() and next(commits) == 2:
                raise KeyboardInterrupt

        event.listen(Session, "before_commit", killed)
        try:
            with pytest.raises(KeyboardInterrupt):
                sync(board, database)
        finally:
            event.remove(Session, "before_commit", killed)
    assert board.acked == BATCH
    with open_database(sqlite) as database:
        assert len(stored(database)) == BATCH
        assert sync(board, database).games == BATCH


def test_a_lost_acknowledgement_is_said_again(sqlite):
    board = FakeBoard()
    board.play()
    with open_database(sqlite) as database:
        sync(board, database)
        board.acked = 0
        assert sync(board, database).games == 0
    assert board.acked == 1


def test_the_rows_of_a_game(database):
    board = FakeBoard()
    board.play(who="screen", games=2, codemaker=0, result="solved", guesses=(0, 2), found=(False, True), points=(0, 2))
    sync(board, database)
    with database.reading() as session:
        rows = [(row.seat, row.number, row.guess, row.black, row.white, row.ms) for row in session.scalars(select(Row))]
        sides = [
            (side.seat, side.guesses, side.solved, side.points)
            for side in session.scalars(select(Side).order_by(Side.seat))
        ]
        match = session.scalars(select(Match)).one()
        assert (match.who, match.games, match.over) == ("screen", 2, False)
    # Classic has four holes: the wrong row is 1 2 3 4, the code 0 1 2 3.
    assert sorted(rows) == [(1, 0, "1 2 3 4", 0, 3, 1000), (1, 1, "0 1 2 3", 4, 0, 1000)]
    assert sides == [(0, 0, False, 0), (1, 2, True, 2)]


def test_another_journal_is_another_series(database):
    board = FakeBoard()
    board.play()
    sync(board, database)
    emptied = FakeBoard("0000beef")
    emptied.play()
    assert sync(emptied, database).games == 1
    assert set(stored(database)) == {("00000001", 1), ("0000beef", 1)}
    with database.reading() as session:
        # The same people on the same board.
        assert len(session.scalars(select(Player)).all()) == 1


def test_gaps_are_told(database):
    board = FakeBoard()
    for _ in range(6):
        board.play()
    del board.records[2], board.records[3], board.records[6]
    found = sync(board, database)
    assert (found.games, found.missing) == (3, [(2, 3), (6, 6)])
    # They stay missing.
    assert sync(board, database).missing == [(2, 3), (6, 6)]


def test_a_hole_is_filled_if_the_board_can(database):
    """Another file had only the later games, for instance one that was imported."""
    board = FakeBoard()
    for _ in range(5):
        board.play()
    kept = dict(board.records)
    for seq in (1, 2, 4):
        del board.records[seq]
    assert sync(board, database).missing == [(1, 2), (4, 4)]
    board.records = kept
    board.acked = 0
    found = sync(board, database)
    assert (found.games, found.missing) == (3, [])
    assert len(stored(database)) == 5
    assert board.acked == 5


def test_a_memory_that_was_set_back(database):
    board = FakeBoard()
    for _ in range(4):
        board.play()
    sync(board, database)
    before = stored(database)
    board.last = 2
    del board.records[3], board.records[4]
    board.acked = 0
    assert sync(board, database).behind == 2
    assert board.acked == 0
    # It goes on with numbers that are taken.
    board.play(guesses=(9, 0))
    board.play(guesses=(9, 0))
    board.play(guesses=(9, 0))
    with pytest.raises(DatabaseError, match="game 4 is another one"):
        sync(board, database)
    assert stored(database) == before
    assert board.acked == 0


def test_a_record_that_cannot_be_read_is_kept(sqlite, monkeypatch):
    board = FakeBoard()
    board.play()
    board.play()
    readable = board.records[2]
    # As a newer firmware might pack it: the version is another one.
    board.records[2] = b"\x63" + readable[1:]
    with open_database(sqlite) as database:
        found = sync(board, database)
        assert (found.games, found.unread, found.missing) == (1, 1, [])
        assert board.acked == 2
        assert sync(board, database).unread == 0
        with database.writing() as session:
            kept = session.scalars(select(Unread)).one()
            assert kept.raw == board.records[2]
            # What the newer tool makes of it.
            kept.raw = board.records[2] = readable
            session.commit()
        sync(board, database)
        assert len(stored(database)) == 2
        with database.reading() as session:
            assert session.scalars(select(Unread)).all() == []


@pytest.mark.parametrize("uid, journal", [("", "00000001"), ("xyz", "00000001"), (UID, ""), (UID, "1")])
def test_a_board_that_does_not_say_who_it_is(sqlite, uid, journal):
    with open_database(sqlite) as database, pytest.raises(VersionMismatch, match="lightpeg install"):
        sync(FakeBoard(journal, uid), database)


def test_a_computer_without_the_time_sets_no_clock(sqlite):
    board = FakeBoard()
    board.play()
    with open_database(sqlite) as database:
        sync(board, database, now=12)
        assert board.told == [None]
        with database.reading() as session:
            game = session.scalars(select(Game)).one()
            assert (game.earliest, game.latest) == (None, None)


def test_dates(database):
    """Start 1: two games, never a computer. Start 2: one game, then the first sync."""
    board = FakeBoard()
    board.play(100)
    board.play(200)
    board.restart()
    board.play(50)
    board.seconds = 60
    sync(board, database, NOW)
    board.restart()
    board.play(7)
    board.seconds = 1000
    sync(board, database, NOW + 5000)
    with database.reading() as session:
        games = {game.seq: (game.earliest, game.latest) for game in session.scalars(select(Game))}
        starts = {start.number: start.epoch for start in session.scalars(select(Start))}
    # Start 2 was 60 s old at NOW; start 1 lasted 300 s at least, so its second 0 was at NOW - 360 or before.
    assert starts == {1: None, 2: NOW - 60, 3: NOW + 4000}
    assert games == {
        1: (None, NOW - 360 + 100),
        2: (None, NOW - 360 + 300),
        3: (NOW - 60 + 50, NOW - 60 + 50),
        4: (NOW + 4000 + 7, NOW + 4000 + 7),
    }


def test_a_start_between_two_that_are_dated(database):
    board = FakeBoard()
    board.play(10)
    sync(board, database, NOW)
    board.restart()
    board.play(20)
    board.restart()
    board.play(30)
    sync(board, database, NOW + 1000)
    with database.reading() as session:
        game = session.scalars(select(Game).where(Game.seq == 2)).one()
        # After start 1, which was 10 s old at NOW; before start 3, which began at NOW + 970 and after 20 s of start 2.
        assert (game.earliest, game.latest) == (NOW + 20, NOW + 970)
        # Game 1 ended at NOW, game 3 at NOW + 1000.
        inside = Choice(since=NOW, until=NOW + 971)
        straddling = Choice(since=NOW + 100)
        assert (statistics(session, inside).games, statistics(session, inside).left_out) == (2, 0)
        assert (statistics(session, straddling).games, statistics(session, straddling).left_out) == (1, 1)


class Killed(BaseException):
    """The program ends where it stands."""


def killer(chance, random_source):
    """Ends the program before or after a commit, with this chance each time."""

    def strike(session):
        if random_source.random() < chance:
            raise Killed

    return strike


@pytest.mark.parametrize(
    "address, syncs",
    [("sqlite", 1000), pytest.param("postgresql", 250, marks=pytest.mark.postgresql)],
    indirect=["address"],
)
def test_a_thousand_syncs_with_either_side_killed_at_any_moment(address, syncs):
    """A cut at a random byte of the wire, the program ended before a commit or between it and the acknowledgement, the
    board's power cut, and a board that overwrites what it was told is safe."""
    source = random.Random(20261130)
    with connect(FakeBoard()) as client:
        wire: Wire = client.channel._port
        client.time(NOW)
        used = wire.used
    board = FakeBoard()
    everything = {}
    now = NOW
    failures = {BoardGone: 0, Killed: 0}
    before, after = killer(0.15, source), killer(0.15, source)
    event.listen(Session, "before_commit", before)
    event.listen(Session, "after_commit", after)
    database = open_database(address)
    try:
        for _ in range(syncs):
            for _ in range(source.choice((0, 0, 1, 1, 2, 40) if len(everything) < 800 else (0, 1))):
                board.play(source.randrange(1, 300))
                everything[board.last] = board.records[board.last]
            if source.random() < 0.2:
                board.restart()
            if source.random() < 0.3:
                board.make_room()
            # From the first byte to well behind the games.
            cut = source.randrange(used * source.choice((2, 10, 60))) if source.random() < 0.8 else None
            now += 1000
            try:
                sync(board, database, now, cut)
            except BoardGone:
                failures[BoardGone] += 1
            except Killed:
                failures[Killed] += 1
                database.close()
                database = open_database(address)
    finally:
        database.close()
        event.remove(Session, "before_commit", before)
        event.remove(Session, "after_commit", after)
    with open_database(address) as database:
        found = sync(board, database, now)
        assert found.missing == []
        assert stored(database) == {("00000001", seq): raw for seq, raw in everything.items()}
    assert board.acked == board.last == max(everything)
    # It was not all peaceful.
    assert min(failures.values()) > syncs / 10


class BusyBoard(FakeBoard):
    """Whenever a computer comes, games have been played; now and then its power was cut, and it overwrites what it was
    told is safe. `everything` is what it ever had."""

    def __init__(self, source):
        super().__init__()
        self.source = source
        self.everything = {}

    def hello(self):
        if self.source.random() < 0.2:
            self.restart()
        if self.source.random() < 0.3:
            self.make_room()
        for _ in range(self.source.choice((0, 1, 2, 40))):
            self.play(self.source.randrange(1, 300))
            self.everything[self.last] = self.records[self.last]
        return super().hello()


def test_processes_that_are_killed(address):
    """The same with processes that are killed by the system, and a board that hangs up in the middle of a reply."""
    source = random.Random(20261201)
    board = BusyBoard(source)
    server = Server(board)
    peaceful = False

    def answer(message, fault):
        frame = encode(server.answer(message, fault))
        if not peaceful and source.random() < 0.005:
            raise HangUp
        return frame

    with LinkBoard(answer) as at:
        command = [sys.executable, mortal.__file__, at.url, address, "60", "7"]
        done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=240)
        peaceful = True
        with open_database(address) as database, open_board(at.url) as client:
            found = sync_board(client, database, NOW)
            assert (found.missing, found.behind) == ([], 0)
            assert stored(database) == {("00000001", seq): raw for seq, raw in board.everything.items()}
    assert board.acked == board.last == max(board.everything)
    killed, gone, ended = map(int, done.stdout.split())
    assert killed + gone + ended == 60
    assert min(killed, ended) >= 5


@pytest.mark.parametrize("command", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_in_the_middle(sqlite, tmp_path, command):
    """The command ends at once with the code that says so; what was committed is there, and the next sync goes on."""
    board = FakeBoard()
    for _ in range(4 * BATCH):
        board.play()
    waiting = threading.Event()
    go_on = threading.Event()

    def acknowledge(seq):
        if not go_on.is_set():
            waiting.set()
            go_on.wait(30)
        return FakeBoard.acknowledge(board, seq)

    board.acknowledge = acknowledge
    environment = {**os.environ, "LIGHTPEG_CONFIG": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    with desk_board(board) as at:
        sync_command = [sys.executable, "-m", "lightpeg_host", "sync", "--port", at.url, "--database", sqlite]
        with subprocess.Popen(
            sync_command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            # The first batch is committed, and the board has not answered yet.
            assert waiting.wait(30)
            process.send_signal(command)
            text, errors = process.communicate(timeout=30)
            go_on.set()
        assert (text, errors, process.returncode) == (
            ("", "", 130) if command == signal.SIGINT else ("", "", -signal.SIGTERM)
        )
        with open_database(sqlite) as database:
            assert len(stored(database)) == BATCH
        done = subprocess.run(sync_command, env=environment, check=True, capture_output=True, text=True, timeout=60)
        assert f"{3 * BATCH} new games" in done.stdout
    assert board.acked == 4 * BATCH


def test_two_programs_at_once(address):
    """Two boards, each synced by a thread with a database of its own; the same players on both."""
    boards = [FakeBoard(uid=f"{number:016x}") for number in (1, 2)]
    for board in boards:
        for game in range(80):
            board.play(who="screen", games=2, names=(f"Player {game % 7}", f"Player {game % 5}"))
    errors = []

    def work(board):
        try:
            with open_database(address) as database:
                sync(board, database)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(board,)) for board in boards]
    for thread in threads:
        thread.start()
    with open_database(address) as database:
        # A third one that only looks.
        while any(thread.is_alive() for thread in threads):
            with database.reading() as session:
                statistics(session)
    for thread in threads:
        thread.join()
    assert errors == []
    with open_database(address) as database, database.reading() as session:
        assert statistics(session).games == 160
        # 80 games pair each of seven with each of five, who are among the seven.
        assert len(session.scalars(select(Player)).all()) == 7


def test_the_same_board_by_two_at_once(address):
    """Whoever comes second at a commit finds the games there."""
    board = FakeBoard()
    for _ in range(100):
        board.play()
    errors = []

    def work():
        try:
            with open_database(address) as database:
                sync(board, database)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    with open_database(address) as database:
        assert len(stored(database)) == 100


@pytest.mark.postgresql
def test_two_who_wait_for_each_other(postgresql):
    """Another program has stored Bo and wants Ann; the sync has stored Ann and wants Bo. The server ends one of them,
    and it is the sync that tries once more, for it waits longer."""
    board = FakeBoard()
    board.play(who="screen", games=2, names=("Ann", "Bo"))
    errors = []

    def work():
        try:
            with open_database(postgresql) as database:
                sync(board, database)
        except BaseException as error:
            errors.append(error)

    waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    with open_database(postgresql) as database:
        with database.writing() as session, database.engine.connect() as looking:
            know_player(session, "Bo")
            thread = threading.Thread(target=work)
            thread.start()
            while not looking.execute(waiting).scalar() and thread.is_alive():
                looking.rollback()
            know_player(session, "Ann")
            session.commit()
        thread.join()
        assert errors == []
        assert len(stored(database)) == 1
        with database.reading() as session:
            assert sorted(session.scalars(select(Player.name))) == ["Ann", "Bo"]
