"""Each game of a board into the database, exactly once.

Games are asked for from the newest stored one on and committed in batches; only what is committed is acknowledged. So
whatever is unplugged or ended when: what was not committed comes again, and what was committed is known by its board,
its journal and its number.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from sqlalchemy import select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from lightpeg.link.requests import EARLIEST, TOP
from lightpeg_host.database.models import Game, Journal, Unread
from lightpeg_host.database.opening import Database, at_the_same_moment
from lightpeg_host.database.recording import Recorder, board_journal, stored
from lightpeg_host.errors import DatabaseError, VersionMismatch

# Games in a commit. Each commit waits for the disk; at most this many are fetched again after a cut.
BATCH = 32
# How often a commit is tried that another program comes in the way of.
TRIES = 4

Result = TypeVar("Result")


class Said(Protocol):
    """Of a board's hello, what matters here."""

    @property
    def board(self) -> str:
        """The chip's number in hex."""

    @property
    def journal(self) -> str:
        """The journal's number in hex."""


class Kept(Protocol):
    """A game as the board keeps it."""

    @property
    def seq(self) -> int:
        """Its number."""

    @property
    def record(self) -> bytes:
        """Its record."""


class Client(Protocol):
    """Of the conversation with a board, what matters here: `lightpeg_host.client.board.BoardClient` has it."""

    name: str | None

    @property
    def hello(self) -> Said:
        """What the board said first."""

    def time(self, epoch: int | None = None) -> dict[str, Any]:
        """Set its clock."""

    def status(self) -> dict[str, Any]:
        """What it does; `last` is the number of its newest game."""

    def games(self, since: int) -> Iterable[Kept]:
        """Its games with numbers above `since`, in their order."""

    def acknowledge(self, seq: int) -> int:
        """The games up to `seq` are safe."""


@dataclass
class Synced:
    """What came of it.

    games     new games in the database
    unread    new records that this version of Lightpeg cannot read; they are kept
    first, last  the numbers of the newest game before and after; 0 for none
    missing   (first, last) of each run of numbers that neither the database nor the board has: taken over by another
              computer and then overwritten, lost to damage, or left out by the board after damage, to be sure
    behind    by how much the board's newest number is below the database's: its memory was damaged or set back to an
              older state
    """

    board: str
    journal: str
    title: str
    games: int = 0
    unread: int = 0
    first: int = 0
    last: int = 0
    missing: list[tuple[int, int]] = field(default_factory=list)
    behind: int = 0


def sync_board(
    client: Client, database: Database, epoch: int, progress: Callable[[int, int], None] | None = None
) -> Synced:
    """Take over what is new on a board. `epoch` is this computer's time. `progress` is called with the number of the
    newest game fetched, and of the board's newest. Raises what the client raises, VersionMismatch and DatabaseError;
    then too, all that was committed is safe, and the next call goes on from there."""
    board, journal_uid = _identity(client)
    # A computer whose own clock is not set has no time to tell.
    told = client.time(epoch if EARLIEST <= epoch <= TOP else None)
    with database.writing() as session:
        journal = _retry(session, lambda: _begin(session, client, board, journal_uid, told))
        holes, first = _stored_numbers(session, journal)
        newest = stored(session, journal, [first]).get(first)
        result = Synced(board, journal_uid, journal.board.title, first=first, last=first)
    last = _number(client.status(), "last")
    result.behind = max(0, first - last)
    if result.behind:
        return result
    if first:
        _same_memory(client, first, newest, database)
    batch: list[tuple[int, bytes]] = []
    for game in _new_games(client, holes, first):
        batch.append((game.seq, game.record))
        if progress is not None:
            progress(game.seq, max(last, game.seq))
        if len(batch) >= BATCH:
            _commit(client, database, result, batch)
            batch = []
    if batch:
        _commit(client, database, result, batch)
    if result.last and (not batch or batch[-1][0] < result.last):
        # The acknowledgement may have been lost on its way.
        client.acknowledge(result.last)
    with database.reading() as session:
        holes, end = _stored_numbers(session, journal)
    result.missing = holes + ([(end + 1, last)] if last > end else [])
    return result


def _new_games(client: Client, holes: list[tuple[int, int]], first: int) -> Iterator[Kept]:
    """What the database does not have: in its holes if the board has it after all, then after `first`. In this order,
    so that each acknowledgement is true."""
    for low, high in holes:
        for game in _in_order(client, low - 1):
            if game.seq > high:
                break
            yield game
    yield from _in_order(client, first)


def _in_order(client: Client, since: int) -> Iterator[Kept]:
    for game in client.games(since):
        if game.seq <= since:
            raise VersionMismatch(
                f"The board gave game {game.seq} after {since}. `lightpeg install` brings its firmware up to date."
            )
        since = game.seq
        yield game


def _same_memory(client: Client, first: int, newest: bytes | None, database: Database) -> None:
    """DatabaseError if the board has another game under the number of the newest one that is stored."""
    game = next(_in_order(client, first - 1), None)
    if game is not None and game.seq == first and game.record != newest:
        raise DatabaseError(
            f"The board's game {first} is another one than the database {database.shown} has under this number: the "
            "board's memory was set back to an older state after that. Nothing was taken over; --database with "
            "another file takes all games that the board has now."
        )


def _identity(client: Client) -> tuple[str, str]:
    board, journal = client.hello.board.lower(), client.hello.journal.lower()
    if not re.fullmatch("[0-9a-f]{1,64}", board) or not re.fullmatch("[0-9a-f]{8}", journal):
        raise VersionMismatch(
            "The board does not say which one it is or which journal it keeps. `lightpeg install` updates it."
        )
    return board, journal


def _begin(session: Session, client: Client, board: str, journal_uid: str, told: dict[str, Any]) -> Journal:
    journal = board_journal(session, board, journal_uid, client.name)
    recorder = Recorder(session, journal)
    dates = _dates(told)
    start, seconds = _number(told, "start"), _number(told, "seconds")
    if any(start == dated for dated, _ in dates):
        # A start that the board keeps nothing of is not counted: the next one gets its number.
        recorder.has_run(start, seconds)
    for dated, epoch in dates:
        recorder.anchor(dated, epoch)
    recorder.read_again()
    recorder.redate()
    session.commit()
    return journal


def _commit(client: Client, database: Database, result: Synced, batch: list[tuple[int, bytes]]) -> None:
    """Make a batch safe, then say so to the board."""
    with database.writing() as session:

        def add() -> tuple[int, int]:
            journal = board_journal(session, result.board, result.journal)
            recorder = Recorder(session, journal)
            added = recorder.add(batch)
            recorder.redate()
            session.commit()
            return added

        games, unread = _retry(session, add)
    result.games += games
    result.unread += unread
    result.last = max(result.last, batch[-1][0])
    client.acknowledge(batch[-1][0])


def _retry(session: Session, work: Callable[[], Result]) -> Result:
    """Again if another program stored the same at the same moment, for instance the same new players in another order,
    so that each waited for the other. What it stored is seen then."""
    for _ in range(TRIES - 1):
        try:
            return work()
        except DBAPIError as error:
            if not at_the_same_moment(error):
                raise
            session.rollback()
    return work()


def _stored_numbers(session: Session, journal: Journal) -> tuple[list[tuple[int, int]], int]:
    """The runs of numbers that the database does not have below its newest, and the newest; 0 if there is none."""
    numbers = sorted(
        seq
        for table in (Game, Unread)
        for seq in session.scalars(select(table.seq).where(table.journal_id == journal.id))
    )
    holes = [(before + 1, number - 1) for before, number in itertools.pairwise([0, *numbers]) if number > before + 1]
    return holes, numbers[-1] if numbers else 0


def _number(told: dict[str, Any], name: str) -> int:
    value = told.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise _unknown(name)
    return value


def _dates(told: dict[str, Any]) -> list[tuple[int, int]]:
    dates = told.get("dates")
    if not isinstance(dates, list):
        raise _unknown("dates")
    found = []
    for entry in dates:
        if not isinstance(entry, list | tuple) or len(entry) != 2 or not all(type(part) is int for part in entry):
            raise _unknown("dates")
        found.append((entry[0], entry[1]))
    return found


def _unknown(what: str) -> VersionMismatch:
    return VersionMismatch(
        f"The board's answer about its {what} is not what this tool knows. Bring both to the same version: "
        "`lightpeg install` updates the board."
    )
