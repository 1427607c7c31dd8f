"""Out of the database: CSV for spreadsheets, JSON that `importing` can rebuild the database from."""

from __future__ import annotations

import base64
import csv
import io
import json
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

import lightpeg
from lightpeg_host.database.models import Board, Game, Journal, Match, Player, Row, Side, Start, Unread
from lightpeg_host.database.played import THE_BOARD
from lightpeg_host.errors import FileError

FORMAT = "lightpeg-games"
VERSION = 1
CSV_FILES = ("games.csv", "rows.csv")

GAME_COLUMNS = (
    "board", "board_name", "journal", "game", "earliest", "latest", "variant", "variant_name", "who", "match",
    "games_agreed", "number", "level", "codemaker", "player1", "player2", "result", "reason", "winner", "points1",
    "points2", "total1", "total2", "match_over", "match_winner",
)  # fmt: skip
ROW_COLUMNS = (
    "board", "journal", "game", "player", "player_name", "row", "guess", "black", "white", "seconds",
)  # fmt: skip

Progress = Callable[[int], None]
# Games between two words about how far it is.
STEP = 100


def _silent(_games: int) -> None:
    pass


def count(session: Session) -> int:
    """How many games there are."""
    return session.scalar(select(func.count()).select_from(Game)) or 0


# -- CSV --------------------------------------------------------------------------------------------------------------


def write_csv(session: Session, target: Path, progress: Progress = _silent) -> None:
    """`games.csv` and `rows.csv`, in a zip file if `target` ends with .zip, else in a folder. FileError if that cannot
    be written; files that were there are then as they were."""
    total = count(session)
    # A game is half done when it stands in one of the files.
    texts = [
        _table(GAME_COLUMNS, _game_lines(session, lambda games: progress(games // 2))),
        _table(ROW_COLUMNS, _row_lines(session, lambda games: progress((total + games) // 2))),
    ]
    progress(total)
    files = dict(zip(CSV_FILES, texts, strict=True))
    try:
        if target.suffix.lower() == ".zip":
            _replace(target, _zipped(files))
            return
        target.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            _replace(target / name, text.encode())
    except OSError as error:
        raise unwritable(target, error) from error


def _zipped(files: dict[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return packed.getvalue()


def _table(columns: tuple[str, ...], lines: Iterator[list[Any]]) -> str:
    text = io.StringIO()
    # As RFC 4180 has it; spreadsheets read it everywhere.
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows(lines)
    return text.getvalue()


def _game_lines(session: Session, progress: Progress) -> Iterator[list[Any]]:
    names = _names(session)
    sides: dict[int, list[Side]] = {}
    for side in session.scalars(select(Side).order_by(Side.game_id, Side.seat)):
        sides.setdefault(side.game_id, []).append(side)
    question = (
        select(Game, Match, Journal, Board)
        .join(Match, Game.match_id == Match.id)
        .join(Journal, Game.journal_id == Journal.id)
        .join(Board, Journal.board_id == Board.id)
        .order_by(Board.uid, Journal.uid, Game.seq)
    )
    for done, (game, match, journal, board) in enumerate(session.execute(question), 1):
        one, other = sides[game.id]
        yield [
            board.uid, _safe(board.name), journal.uid, game.seq, _iso(game.earliest), _iso(game.latest),
            _safe(game.variant_key), _safe(game.variant_name), match.who, match.number, match.games, game.number + 1,
            game.level, game.codemaker + 1, _safe(names[one.player_id]), _safe(names[other.player_id]), game.result,
            game.reason, _seat(game.winner), one.points, other.points, one.total, other.total, int(game.over),
            _seat(match.leader) if game.over else None,
        ]  # fmt: skip
        progress(done)


def _row_lines(session: Session, progress: Progress) -> Iterator[list[Any]]:
    names = _names(session)
    game, done = None, 0
    question = (
        select(Row, Side.player_id, Game.seq, Journal.uid, Board.uid)
        .join(Game, Row.game_id == Game.id)
        .join(Side, (Side.game_id == Row.game_id) & (Side.seat == Row.seat))
        .join(Journal, Game.journal_id == Journal.id)
        .join(Board, Journal.board_id == Board.id)
        .order_by(Board.uid, Journal.uid, Game.seq, Row.seat, Row.number)
    )
    for row, player, seq, journal, board in session.execute(question):
        if row.game_id != game:
            game, done = row.game_id, done + 1
            progress(done)
        yield [
            board, journal, seq, row.seat + 1, _safe(names[player]), row.number + 1, row.guess, row.black, row.white,
            f"{row.ms / 1000:.3f}",
        ]  # fmt: skip


def _names(session: Session) -> dict[int | None, str]:
    return {None: THE_BOARD} | {player.id: player.title for player in session.scalars(select(Player))}


def _safe(name: str) -> str:
    """A spreadsheet would take a name with one of these in front for a formula."""
    return "'" + name if name.startswith(("=", "+", "-", "@", "\t", "\r")) else name


def _seat(seat: int | None) -> int | None:
    return None if seat is None else seat + 1


def _iso(moment: int | None) -> str | None:
    """A time in UTC; None stays None, which is an empty field."""
    return None if moment is None else time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment))


# -- JSON -------------------------------------------------------------------------------------------------------------


def write_json(session: Session, target: Path, progress: Progress = _silent) -> None:
    """Everything, as one file. FileError if it cannot be written; a file that was there is then as it was."""
    text = json.dumps(document(session, progress), ensure_ascii=False, indent=1) + "\n"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _replace(target, text.encode())
    except OSError as error:
        raise unwritable(target, error) from error


def document(session: Session, progress: Progress = _silent) -> dict[str, Any]:
    """Everything in the database. Of a game, `data` is its record as the board packed it, in base64, and all that
    `import` needs; what stands beside it is for other programs."""
    done = 0
    boards = []
    for board in session.scalars(select(Board).order_by(Board.uid)).all():
        journals = []
        for journal in sorted(board.journals, key=lambda journal: journal.uid):
            games = []
            for game in _games(session, journal):
                games.append(game)
                done += 1
                if done % STEP == 0:
                    progress(done)
            progress(done)
            journals.append(
                {
                    "journal": journal.uid,
                    "starts": [_start(start) for start in journal.starts],
                    "games": games,
                    "unread": [
                        {"game": seq, "data": base64.b64encode(raw).decode()}
                        for seq, raw in session.execute(
                            select(Unread.seq, Unread.raw).where(Unread.journal_id == journal.id).order_by(Unread.seq)
                        )
                    ],
                }
            )
        boards.append({"board": board.uid, "name": board.name, "journals": journals})
    # Each as it is written here; records may have the same name in other letters.
    players = session.scalars(select(Player.name).where(Player.name.is_not(None)).order_by(Player.folded)).all()
    return {
        "format": FORMAT,
        "version": VERSION,
        "lightpeg": lightpeg.VERSION,
        "players": list(players),
        "boards": boards,
    }


def _start(start: Start) -> dict[str, Any]:
    return {
        "start": start.number,
        "seconds": start.seconds,
        "epoch": start.epoch,
        "low": start.low,
        "high": start.high,
    }


def _games(session: Session, journal: Journal) -> Iterator[dict[str, Any]]:
    names = _names(session)
    players: dict[int, list[str]] = {}
    for number, player in session.execute(
        select(Side.game_id, Side.player_id)
        .join(Game, Side.game_id == Game.id)
        .where(Game.journal_id == journal.id)
        .order_by(Side.game_id, Side.seat)
    ):
        players.setdefault(number, []).append(names[player])
    games = session.scalars(select(Game).where(Game.journal_id == journal.id).order_by(Game.seq))
    for game in games:
        yield {
            "game": game.seq,
            "variant": game.variant_key,
            "players": players[game.id],
            "result": game.result,
            "earliest": _iso(game.earliest),
            "latest": _iso(game.latest),
            "data": base64.b64encode(game.raw).decode(),
        }


# -- files ------------------------------------------------------------------------------------------------------------


def _replace(target: Path, data: bytes) -> None:
    """A file is there whole, or as it was before."""
    part = target.with_name(target.name + ".part")
    try:
        part.write_bytes(data)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def unwritable(target: Path, error: OSError) -> FileError:
    """The sentence for a file that cannot be written."""
    return FileError(f"{target} cannot be written ({error.strerror}). Choose another place.")
