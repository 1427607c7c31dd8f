"""`lightpeg stats`: who played how, as tables and small plots."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape

from lightpeg_host.client.names import Names
from lightpeg_host.commands.games import DatabaseOption, counted
from lightpeg_host.commands.options import JsonOption
from lightpeg_host.commands.stats_text import show
from lightpeg_host.errors import UsageError

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from lightpeg_host.database.stats import Choice


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(stats)


def stats(
    player: Annotated[
        str | None, typer.Option("--player", metavar="NAME", help="Only what this player played.")
    ] = None,
    variant: Annotated[
        str | None, typer.Option("--variant", metavar="NAME", help="Only this variant, by its key or its name.")
    ] = None,
    board: Annotated[
        str | None,
        typer.Option(
            "--board", metavar="ID|NAME", help="Only the games of this board: its name, or how its id begins."
        ),
    ] = None,
    since: Annotated[
        str | None, typer.Option("--since", metavar="DATE", help="Only from this year, month, day or minute on.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", metavar="DATE", help="Only up to this year, month, day or minute.")
    ] = None,
    database: DatabaseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Who played how: for each player, each variant and each pair.

    A game whose date is not known for sure counts in a period only if it was played in it whatever its date is.
    """
    from lightpeg_host.database import period
    from lightpeg_host.database import stats as asked
    from lightpeg_host.database.opening import open_database

    # A name may have been given since the last sync.
    known = None if board is None else Names().board(board)
    choice = asked.Choice(
        since=None if since is None else period.since(since),
        until=None if until is None else period.until(until),
        player=player,
        variant=variant,
        board=known or board,
    )
    if choice.since is not None and choice.until is not None and choice.since >= choice.until:
        raise UsageError(f"--since {since} comes after --until {until}: no game can be between them.")
    with open_database(database) as opened, opened.reading() as session:
        found = asked.statistics(session, choice)
        why = None if found.games or found.void else nothing(session, choice, opened.shown)
    if as_json:
        print(json.dumps(asked.as_dict(found), indent=2, ensure_ascii=False))
        return
    console = Console(highlight=False)
    if found.left_out:
        console.print(
            f"{counted(found.left_out, 'game')} left out: "
            f"{'it' if found.left_out == 1 else 'they'} may or may not have been played in this period.",
            soft_wrap=True,
        )
    if why is not None:
        console.print(escape(why), soft_wrap=True)
        return
    show(console, found, choice)


def nothing(session: Session, choice: Choice, where: str) -> str:
    """Why there are no such games, and what to do."""
    from lightpeg_host.database.export import count
    from lightpeg_host.database.played import absent

    if not count(session):
        return f"There are no games in {where}. `lightpeg sync` takes over those of a board."
    found = absent(session, choice)
    if found is None:
        return f"There are no such games in {where}. `lightpeg sync` takes over those of a board."
    what, asked, there = found
    return f"No game in {where} has the {what} {asked}. There are: {', '.join(there)}."
