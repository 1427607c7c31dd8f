"""The games one by one: a list of them, and each with everything needed to replay it."""

from __future__ import annotations

import time
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from lightpeg.store.game_reader import FinishedGame, unpack
from lightpeg_host.database.models import Game
from lightpeg_host.database.played import Choice, Played, select_games


@dataclass(frozen=True)
class GameLine:
    """A game in a list. `id` is for `replay`; `when` is its date or range in words; `guesses` the rows that each
    player guessed; `points` what the game gave each."""

    id: int
    board: str
    seq: int
    variant: str
    variant_key: str
    who: str
    players: tuple[str, str]
    result: str
    guesses: tuple[int, int]
    points: tuple[int, int]
    earliest: int | None
    latest: int | None
    when: str


def history(session: Session, choice: Choice | None = None, most: int | None = None, skip: int = 0) -> list[GameLine]:
    """The games that are meant, the newest first; at most `most` of them after the first `skip`."""
    games, _ = select_games(session, choice or Choice())
    games.reverse()
    return [_line(game) for game in games[skip : None if most is None else skip + most]]


def replay(session: Session, game: int) -> FinishedGame | None:
    """Everything about one game, by its `id`; None if there is none."""
    raw = session.scalar(select(Game.raw).where(Game.id == game))
    if raw is None:
        return None
    finished: FinishedGame = unpack(raw)
    return finished


def _line(game: Played) -> GameLine:
    one, other = game.seats
    return GameLine(
        id=game.id,
        board=game.board,
        seq=game.seq,
        variant=game.variant,
        variant_key=game.variant_key,
        who=game.who,
        players=(one.name, other.name),
        result=game.result,
        guesses=(one.guesses, other.guesses),
        points=(one.points, other.points),
        earliest=game.earliest,
        latest=game.latest,
        when=when(game.earliest, game.latest),
    )


def when(earliest: int | None, latest: int | None) -> str:
    """A date or a range in words, in this computer's time zone: to the minute where it is a date, else in days."""
    if earliest is None and latest is None:
        return "unknown"
    if earliest is None or latest is None:
        return f"before {_day(latest)}" if earliest is None else f"after {_day(earliest)}"
    minutes = [time.strftime("%Y-%m-%d %H:%M", time.localtime(moment)) for moment in (earliest, latest)]
    if minutes[0] == minutes[1]:
        return minutes[0]
    days = _day(earliest), _day(latest)
    return f"{minutes[0]} to {minutes[1][11:]}" if days[0] == days[1] else f"{days[0]} to {days[1]}"


def _day(moment: int | None) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(moment))
