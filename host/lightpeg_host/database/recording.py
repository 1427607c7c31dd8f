"""Puts games into the tables: from a record as the board packed it, to a game, its sides and its rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar, cast

from sqlalchemy import ColumnElement, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from lightpeg.core.variant import Variant
from lightpeg.store.game_reader import FinishedGame, unpack
from lightpeg_host.database.dates import Known, windows
from lightpeg_host.database.models import Base, Board, Game, Journal, Match, Player, Row, Side, Start, Unread

BOARD = "board"
# The longest names that the tables take.
LONGEST = 64
# No board counts as far, neither seconds nor milliseconds nor games, nor points.
MOST = 2**48
MOST_POINTS = 2**30

Kind = TypeVar("Kind", bound=Base)


def board_journal(session: Session, board: str, journal: str, name: str | None = None) -> Journal:
    """The journal of a board by their numbers in hex, made where they are not known. `name` is the board's newest
    one; None leaves it as it is."""
    found = one(session, Board, Board.uid == board, lambda: Board(uid=board, name=_text(name or "")))
    if name is not None:
        found.name = _text(name)
    where = (Journal.board_id == found.id) & (Journal.uid == journal)
    return one(session, Journal, where, lambda: Journal(board=found, uid=journal))


def know_player(session: Session, name: str) -> None:
    """There is a player of this name, who is shown as it is written here; or as it was written before."""
    name = _text(name)
    folded = name.casefold()
    if name:
        one(session, Player, Player.folded == folded, lambda: Player(name=name, folded=folded))


class Recorder:
    """Puts what a board tells into one of its journals. The caller commits; with another session it makes another
    one, for it remembers what it has seen."""

    def __init__(self, session: Session, journal: Journal) -> None:
        self.session = session
        self.journal = journal
        self._starts: dict[int, Start] | None = None
        self._players: dict[str | int, Player] = {}

    def anchor(self, number: int, epoch: int, low: int | None = None, high: int | None = None) -> None:
        """Second 0 of this start was at `epoch`, a computer has said; others said from `low` to `high`."""
        start = self._start(number)
        low, high = epoch if low is None else low, epoch if high is None else high
        if start.epoch is None or start.low is None or start.high is None:
            start.epoch, start.low, start.high = epoch, low, high
        else:
            start.low = min(start.low, low)
            start.high = max(start.high, high)

    def has_run(self, number: int, seconds: int) -> None:
        """This start has lasted so long at least."""
        start = self._start(number)
        start.seconds = max(start.seconds, seconds)

    def add(self, records: Iterable[tuple[int, bytes]]) -> tuple[int, int]:
        """Put records, as (sequence number, bytes), into the journal: (games added, records kept unread). What is
        there already is left as it is."""
        records = list(records)
        there = stored(self.session, self.journal, [seq for seq, _ in records])
        games: list[tuple[FinishedGame, bytes]] = []
        unread = 0
        for seq, raw in records:
            if seq in there:
                continue
            there[seq] = raw
            try:
                games.append((readable(seq, raw), raw))
            except ValueError:
                self.session.add(Unread(journal_id=self.journal.id, seq=seq, raw=raw))
                unread += 1
        self._add_games(games)
        return len(games), unread

    def read_again(self) -> int:
        """Records that an older version could not read become games if this one can: how many did."""
        question = select(Unread).where(Unread.journal_id == self.journal.id).order_by(Unread.seq)
        games: list[tuple[FinishedGame, bytes]] = []
        for record in self.session.scalars(question).all():
            try:
                games.append((readable(record.seq, record.raw), record.raw))
            except ValueError:
                continue
            self.session.delete(record)
        self._add_games(games)
        return len(games)

    def redate(self) -> None:
        """Work out anew, from all that is known of the journal's starts, when its games were played."""
        self.session.flush()
        starts = self.session.scalars(select(Start).where(Start.journal_id == self.journal.id)).all()
        known = [Known(start.number, start.seconds, start.epoch, start.low, start.high) for start in starts]
        bounds = windows(known)
        for start in starts:
            window = bounds[start.number]
            if (start.earliest, start.latest) == (window.earliest, window.latest):
                continue
            start.earliest, start.latest = window.earliest, window.latest
            self.session.execute(
                update(Game)
                .where(Game.journal_id == self.journal.id, Game.start == start.number)
                .values(
                    earliest=None if window.earliest is None else window.earliest + Game.seconds,
                    latest=None if window.latest is None else window.latest + Game.seconds,
                )
                .execution_options(synchronize_session=False)
            )
        self.session.flush()

    def _add_games(self, games: list[tuple[FinishedGame, bytes]]) -> None:
        numbers = [game.match_id for game, _ in games]
        matches: dict[int, Match] = {}
        if numbers:
            question = select(Match).where(
                Match.journal_id == self.journal.id, Match.number.between(min(numbers), max(numbers))
            )
            matches = {match.number: match for match in self.session.scalars(question)}
        for game, raw in games:
            self._add_game(game, raw, matches)
        self.session.flush()

    def _add_game(self, game: FinishedGame, raw: bytes, matches: dict[int, Match]) -> None:
        journal = self.journal.id
        variant = cast(Variant, game.variant)
        start = self._start(game.start)
        start.seconds = max(start.seconds, game.seconds)
        match = matches.get(game.match_id)
        if match is None:
            match = Match(journal_id=journal, number=game.match_id, who=game.who, games=game.games, over=False)
            matches[game.match_id] = match
            self.session.add(match)
        if game.over:
            match.over = True
            match.leader = game.leader
        row = Game(
            journal_id=journal,
            match=match,
            seq=game.seq,
            raw=raw,
            start=game.start,
            seconds=game.seconds,
            earliest=None if start.earliest is None else start.earliest + game.seconds,
            latest=None if start.latest is None else start.latest + game.seconds,
            variant_key=_text(variant.key),
            variant_name=_text(variant.name),
            scoring=variant.scoring,
            number=game.number,
            level=game.level,
            codemaker=game.codemaker,
            result=game.result,
            reason=game.reason,
            winner=game.winner,
            over=bool(game.over),
        )
        row.sides = [self._side(game, seat) for seat in (0, 1)]
        row.rows = [
            Row(seat=seat, number=number, guess=pegs(guess), black=black, white=white, ms=spent)
            for seat in (0, 1)
            for number, (guess, black, white, spent) in enumerate(game.rows[seat])
        ]
        self.session.add(row)

    def _side(self, game: FinishedGame, seat: int) -> Side:
        rows = game.rows[seat]
        return Side(
            seat=seat,
            player_id=None if game.who == BOARD and seat == 1 else self._player(game.names[seat], seat).id,
            points=game.points[seat],
            total=game.totals[seat],
            guesses=len(rows),
            solved=bool(rows) and rows[-1][1] == len(rows[-1][0]),
            spent_ms=sum(spent for *_, spent in rows),
        )

    def _player(self, name: str, seat: int) -> Player:
        name = _text(name)
        folded = name.casefold()
        # A seat is no text, so the two kinds of keys never meet.
        key = folded or seat
        if key not in self._players:
            board = self.journal.board_id
            if name:
                where, made = Player.folded == folded, Player(name=name, folded=folded)
            else:
                where, made = (Player.board_id == board) & (Player.seat == seat), Player(board_id=board, seat=seat)
            self._players[key] = one(self.session, Player, where, lambda: made)
        return self._players[key]

    def _start(self, number: int) -> Start:
        if self._starts is None:
            known = self.session.scalars(select(Start).where(Start.journal_id == self.journal.id))
            self._starts = {start.number: start for start in known}
        if number not in self._starts:
            self._starts[number] = Start(journal_id=self.journal.id, number=number, seconds=0)
            self.session.add(self._starts[number])
        return self._starts[number]


def stored(session: Session, journal: Journal, numbers: list[int]) -> dict[int, bytes]:
    """The records among these numbers that are in the database, read or not."""
    found: dict[int, bytes] = {}
    for table in (Game, Unread):
        question = select(table.seq, table.raw).where(table.journal_id == journal.id)
        if numbers:
            question = question.where(table.seq.between(min(numbers), max(numbers)))
        found.update((seq, raw) for seq, raw in session.execute(question))
    return found


def readable(seq: int, raw: bytes) -> FinishedGame:
    """The game in a record. ValueError if it cannot be read, is another one than was asked for, or holds what no
    board ever wrote and no database takes."""
    game: FinishedGame = unpack(raw)
    if game.seq != seq:
        raise ValueError(f"record {game.seq} where {seq} should be")
    times = [spent for rows in game.rows for *_, spent in rows]
    if max(game.seq, game.start, game.seconds, *times) > MOST or max(game.totals) > MOST_POINTS:
        raise ValueError("no game")
    return game


def _text(text: str) -> str:
    """A text that every database takes."""
    return text.replace("\0", "").strip()[:LONGEST]


def pegs(code: Iterable[int]) -> str:
    """A code as the tables have it."""
    return " ".join(str(peg) for peg in code)


def one(session: Session, kind: type[Kind], where: ColumnElement[bool], make: Callable[[], Kind]) -> Kind:
    """The row that is meant, made if it is not there; another program may make it at the same moment."""
    question = select(kind).where(where)
    found = session.scalars(question).one_or_none()
    if found is not None:
        return found
    try:
        with session.begin_nested():
            made = make()
            session.add(made)
            session.flush()
        return made
    except IntegrityError:
        return session.scalars(question).one()
