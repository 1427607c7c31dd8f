"""The database as the pages ask for it: opened when it is first needed, and anew after it failed."""

from __future__ import annotations

import datetime
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from lightpeg.store.game_reader import FinishedGame
from lightpeg_host.client.board import BoardClient
from lightpeg_host.database.history import GameLine, history, replay
from lightpeg_host.database.models import Board
from lightpeg_host.database.opening import Database, open_database
from lightpeg_host.database.stats import THE_BOARD, Choice, Statistics, statistics
from lightpeg_host.database.sync import Synced, sync_board
from lightpeg_host.errors import DatabaseError

Result = TypeVar("Result")


@dataclass(frozen=True)
class Known:
    """What can be chosen: players, variants by their keys, boards."""

    players: list[str]
    variants: dict[str, str]
    boards: list[str]


@dataclass(frozen=True)
class Found:
    """A page of the list of games, and how many there are altogether."""

    lines: list[GameLine]
    count: int


@dataclass(frozen=True)
class Told:
    """Statistics, and the games they are of, the newest first."""

    statistics: Statistics
    lines: list[GameLine]


@dataclass(frozen=True)
class Opened:
    """A game to replay, its line of the list, and its neighbours there: the one before it and the one after."""

    game: FinishedGame
    line: GameLine
    before: int | None
    after: int | None


class Shelf:
    """`named` is what the user named, None for the default database. Every method may be called from any thread and
    raises DatabaseError."""

    def __init__(self, named: str | None = None) -> None:
        self._named = named
        self._lock = threading.Lock()
        self._open: Database | None = None

    def known(self) -> Known:
        """Everything that the filters offer."""

        def work(session: Session) -> Known:
            told = statistics(session)
            players = sorted({of.player for of in told.players if of.player != THE_BOARD}, key=str.casefold)
            variants = {of.variant_key: of.variant for of in told.variants}
            boards = sorted(board.title for board in session.scalars(select(Board)))
            return Known(players, dict(sorted(variants.items(), key=lambda item: item[1].casefold())), boards)

        return self._read(work)

    def games(self, choice: Choice, most: int) -> Found:
        """The newest `most` games that are meant."""

        def work(session: Session) -> Found:
            lines = history(session, choice)
            return Found(lines[:most], len(lines))

        return self._read(work)

    def game(self, number: int) -> Opened | None:
        """A game by its number in the database, None if there is none."""

        def work(session: Session) -> Opened | None:
            game = replay(session, number)
            lines = history(session)
            at = next((at for at, line in enumerate(lines) if line.id == number), None)
            if game is None or at is None:
                return None
            before = lines[at + 1].id if at + 1 < len(lines) else None
            return Opened(game, lines[at], before, lines[at - 1].id if at else None)

        return self._read(work)

    def statistics(self, choice: Choice) -> Told:
        """The statistics of the games that are meant."""
        return self._read(lambda session: Told(statistics(session, choice), history(session, choice)))

    def sync(self, client: BoardClient, progress: Callable[[int, int], None]) -> Synced:
        """Take over what is new on a board; `progress` as `sync_board` has it."""
        return sync_board(client, self._database(), int(time.time()), progress)

    def _read(self, work: Callable[[Session], Result]) -> Result:
        database = self._database()
        try:
            with database.reading() as session:
                return work(session)
        except DatabaseError:
            # It may have been moved or come back; the next question finds out.
            with self._lock:
                if self._open is database:
                    self._open = None
            database.close()
            raise

    def _database(self) -> Database:
        with self._lock:
            if self._open is None:
                self._open = open_database(self._named)
            return self._open


def choice(
    player: str | None = None,
    variant: str | None = None,
    board: str | None = None,
    first: str | None = None,
    last: str | None = None,
) -> Choice:
    """What the filters say. Days are YYYY-MM-DD in this computer's time zone, both included; one that is none, half
    typed, is no bound."""
    return Choice(
        since=_midnight(first),
        until=_midnight(last, 1),
        player=player or None,
        variant=variant or None,
        board=board or None,
    )


def _midnight(day: str | None, later: int = 0) -> int | None:
    try:
        date = datetime.date.fromisoformat(day or "") + datetime.timedelta(days=later)
        return int(time.mktime(date.timetuple()))
    except (ValueError, OverflowError):
        return None
