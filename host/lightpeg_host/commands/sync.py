"""`lightpeg sync`: the games of the boards into the database."""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console
from rich.markup import escape

from lightpeg_host.client import BoardClient, look_for_boards, open_board
from lightpeg_host.commands.games import DatabaseOption, counted
from lightpeg_host.commands.options import BoardOption, JsonOption, PortOption
from lightpeg_host.errors import LightpegError
from lightpeg_host.progress import progress

if TYPE_CHECKING:
    from lightpeg_host.database.opening import Database
    from lightpeg_host.database.sync import Synced


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(sync)


def sync(
    port: PortOption = None,
    board: BoardOption = None,
    database: DatabaseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take over the new games of every board that is found, or of one.

    Each game gets into the database once, however often this is called and whatever is unplugged meanwhile. It sets
    the board's clock, so that its games have dates.
    """
    from lightpeg_host.database.opening import open_database

    with open_database(database) as opened:
        found, failed = (
            _all(opened) if port is None and board is None else ([_one(open_board(port, board), opened)], [])
        )
        if as_json:
            boards = [_told(one) for one in found]
            boards += [{"title": title, "error": str(error), "exit_code": error.exit_code} for title, error in failed]
            print(json.dumps({"database": opened.shown, "boards": boards}, indent=2))
        else:
            console = Console(highlight=False, soft_wrap=True)
            for one in found:
                _print(console, one, opened.shown)
    for title, error in failed:
        print(f"{title}: {error}", file=sys.stderr)
    if failed:
        raise typer.Exit(failed[0][1].exit_code)


def _all(opened: Database) -> tuple[list[Synced], list[tuple[str, LightpegError]]]:
    """Every board that is there, one after the other; one that fails does not keep the others from it."""
    boards = look_for_boards()
    clients = [one.client for one in boards if one.client is not None]
    if not clients:
        # The sentence for what is in the way. Should a board have come meanwhile, it is this one.
        clients = [open_board()]
        boards = []
    failed = [(one.title, one.error) for one in boards if one.state == "busy" and one.error is not None]
    found = []
    try:
        for client in clients:
            try:
                found.append(_one(client, opened))
            except LightpegError as error:
                if len(clients) == 1 and not failed:
                    raise
                failed.append((client.title, error))
    finally:
        for client in clients:
            client.close()
    return found, failed


def _one(client: BoardClient, opened: Database) -> Synced:
    from lightpeg_host.database.sync import sync_board

    with client, progress(f"Games of {escape(client.title)}") as move:
        return sync_board(client, opened, int(time.time()), move)


def _told(one: Synced) -> dict[str, Any]:
    return {
        "board": one.board,
        "title": one.title,
        "journal": one.journal,
        "games": one.games,
        "unread": one.unread,
        "last": one.last,
        "missing": [list(run) for run in one.missing],
        "behind": one.behind,
        "error": None,
    }


def _print(console: Console, one: Synced, where: str) -> None:
    title = escape(one.title)
    if one.behind:
        console.print(
            f"[yellow]{title}[/]: nothing new. The board's newest game has number {one.last - one.behind}, but the "
            f"database {escape(where)} has its games up to {one.last}: the board's memory was damaged, or set back to "
            "an older state. Should it give new games numbers that are taken, sync will say so."
        )
        return
    if one.games:
        console.print(f"[green]{title}[/]: {counted(one.games, 'new game')}, now in {escape(where)}.")
    else:
        console.print(f"[green]{title}[/]: nothing new.")
    if one.unread:
        console.print(
            f"  {counted(one.unread, 'record')} cannot be read by this version of Lightpeg. They are kept; update "
            "Lightpeg and sync again."
        )
    # Those that were missing before have been told.
    missing = [(first, last) for first, last in one.missing if last > one.first]
    if missing:
        runs = ", ".join(str(first) if first == last else f"{first} to {last}" for first, last in missing)
        console.print(
            f"  [yellow]Missing[/]: no games have the numbers {runs}. Another computer took them over and the board "
            "has overwritten them since, or its memory was damaged."
        )
