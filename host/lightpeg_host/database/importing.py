"""Into the database: what `export` wrote as JSON, all of it or nothing."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from lightpeg_host.database.export import FORMAT, VERSION
from lightpeg_host.database.models import Board
from lightpeg_host.database.recording import Recorder, board_journal, know_player, readable, stored
from lightpeg_host.errors import FileError

# Numbers that every database takes.
MOST = 2**48
# Games that are taken at once.
PART = 200


@dataclass
class Imported:
    """What came of it: `games` are new, `known` were there already, `unread` are new records that only a newer
    version of Lightpeg can read."""

    games: int = 0
    known: int = 0
    unread: int = 0


@dataclass
class Series:
    """A journal of a board in the file. `starts` are (number, seconds, epoch or None, low, high), `records`
    (sequence number, bytes)."""

    board: str
    name: str
    journal: str
    starts: list[tuple[int, int, int | None, int, int]]
    records: list[tuple[int, bytes]]


class Wrong(ValueError):
    """What is wrong in the file, as a part of a sentence."""


def import_file(session: Session, file: Path, progress: Callable[[int, int], None] | None = None) -> Imported:
    """Take over what is in an exported file; games that are there already are left alone. The caller commits.
    `progress` is called with the games taken so far and altogether. FileError if the file cannot be read, is no
    export, or contradicts the database; then nothing may be committed."""
    players, series = read(file)
    for name in players:
        know_player(session, name)
    total = sum(len(one.records) for one in series)
    result = Imported()
    done = 0
    for one in series:
        for taken in _take(session, one, file, result):
            done += taken
            if progress is not None:
                progress(done, total)
    return result


def read(file: Path) -> tuple[list[str], list[Series]]:
    """The players' names and the journals in a file, all of it checked. FileError if it cannot be read or is no
    export."""
    try:
        return _series(json.loads(file.read_bytes()))
    except OSError as error:
        raise FileError(
            f"{file} cannot be read ({error.strerror}). Name a file that `lightpeg export` wrote."
        ) from error
    except Wrong as error:
        raise FileError(
            f"{file} cannot be imported: {error}. Nothing was taken over. Use another copy, or export it once more."
        ) from error
    except (ValueError, RecursionError) as error:
        raise FileError(
            f"{file} cannot be imported: it is no JSON, or only a part of it. Nothing was taken over. Name a file that "
            "`lightpeg export` wrote with a name that ends with .json."
        ) from error


def _take(session: Session, one: Series, file: Path, result: Imported) -> Iterator[int]:
    """Take over a journal; after each part of it, how many games that was."""
    known_board = session.scalars(select(Board).where(Board.uid == one.board)).one_or_none()
    # A name that the board has here is newer than one in a file.
    named = known_board is not None and known_board.name
    journal = board_journal(session, one.board, one.journal, None if named or not one.name else one.name)
    there = stored(session, journal, [seq for seq, _ in one.records])
    for seq, raw in one.records:
        if there.get(seq, raw) != raw:
            raise FileError(
                f"{file} cannot be imported: its game {seq} of board {one.board} is another one than the database has. "
                "Nothing was taken over. Import it into another database with --database."
            )
    recorder = Recorder(session, journal)
    for number, seconds, epoch, low, high in one.starts:
        recorder.has_run(number, seconds)
        if epoch is not None:
            recorder.anchor(number, epoch, low, high)
    for place in range(0, len(one.records), PART):
        part = one.records[place : place + PART]
        games, unread = recorder.add(part)
        result.games += games
        result.unread += unread
        result.known += len(part) - games - unread
        yield len(part)
    recorder.redate()


def _series(document: Any) -> tuple[list[str], list[Series]]:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise Wrong("it is no file that `lightpeg export` wrote")
    version = document.get("version")
    if type(version) is not int or version > VERSION:
        raise Wrong("a newer version of Lightpeg wrote it, so update Lightpeg")
    players = _list(document, "players", "the file")
    if not all(isinstance(name, str) and 0 < len(name) <= 64 for name in players):
        raise Wrong("the name of a player is none")
    found = []
    for place, board in enumerate(_list(document, "boards", "the file")):
        where = f"board {place + 1}"
        uid = _hexadecimal(board, "board", where, "[0-9a-f]{1,64}")
        name = board.get("name", "")
        if not isinstance(name, str) or len(name) > 64 or "\0" in name:
            raise Wrong(f"the name of {where} is none")
        for journal in _list(board, "journals", where):
            found.append(_one_series(uid, name, journal, where))
    for one in found:
        if sum((one.board, one.journal) == (other.board, other.journal) for other in found) > 1:
            raise Wrong(f"journal {one.journal} of board {one.board} is in it twice")
    return players, found


def _one_series(board: str, name: str, journal: Any, where: str) -> Series:
    uid = _hexadecimal(journal, "journal", where, "[0-9a-f]{8}")
    where = f"journal {uid} of {where}"
    starts = [_start(start, where) for start in _list(journal, "starts", where)]
    if len({number for number, *_ in starts}) < len(starts):
        raise Wrong(f"a start of {where} is in it twice")
    records: dict[int, bytes] = {}
    for kind in ("games", "unread"):
        for game in _list(journal, kind, where):
            seq, raw = _record(game, where, may_be_read=kind == "games")
            if seq in records:
                raise Wrong(f"game {seq} of {where} is in it twice")
            records[seq] = raw
    return Series(board, name, uid, starts, sorted(records.items()))


def _record(game: Any, where: str, may_be_read: bool) -> tuple[int, bytes]:
    seq = _number(game, "game", where, least=1)
    data = game.get("data")
    try:
        if not isinstance(data, str):
            raise TypeError
        raw = base64.b64decode(data, validate=True)
        if may_be_read:
            readable(seq, raw)
    except (binascii.Error, ValueError, TypeError) as error:
        raise Wrong(f"game {seq} of {where} is damaged") from error
    return seq, raw


def _start(start: Any, where: str) -> tuple[int, int, int | None, int, int]:
    number = _number(start, "start", where)
    where = f"start {number} of {where}"
    seconds = _number(start, "seconds", where)
    if start.get("epoch") is None:
        return number, seconds, None, 0, 0
    epoch, low, high = (_number(start, name, where, least=-MOST) for name in ("epoch", "low", "high"))
    if not low <= epoch <= high:
        raise Wrong(f"the times of {where} contradict each other")
    return number, seconds, epoch, low, high


def _list(holder: Any, name: str, where: str) -> list[Any]:
    found = holder.get(name) if isinstance(holder, dict) else None
    if not isinstance(found, list):
        raise Wrong(f"the {name} of {where} are missing")
    return found


def _number(holder: Any, name: str, where: str, least: int = 0) -> int:
    found = holder.get(name) if isinstance(holder, dict) else None
    if type(found) is not int or not least <= found <= MOST:
        raise Wrong(f"a {name} of {where} is no number that can be")
    return found


def _hexadecimal(holder: Any, name: str, where: str, pattern: str) -> str:
    found = holder.get(name) if isinstance(holder, dict) else None
    if not isinstance(found, str) or not re.fullmatch(pattern, found):
        raise Wrong(f"the number of a {name} in {where} is missing or none")
    return found
