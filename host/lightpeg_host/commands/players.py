"""`lightpeg players`: names for the board's player slots."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from lightpeg_host.client import open_board
from lightpeg_host.commands.options import BoardOption, JsonOption, PortOption, alone
from lightpeg_host.errors import UsageError

players = typer.Typer(
    help="Names for the board's player slots; a game keeps the names of those who played it.",
    invoke_without_command=True,
)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(players, name="players")


@players.callback()
def default(
    context: typer.Context, port: PortOption = None, board: BoardOption = None, as_json: JsonOption = False
) -> None:
    """Names for the board's player slots; a game keeps the names of those who played it.

    Without a command: list them.
    """
    if alone(context, port, board, as_json):
        _show(port, board, as_json)


@players.command("list")
def list_players(port: PortOption = None, board: BoardOption = None, as_json: JsonOption = False) -> None:
    """List the slots and their names."""
    _show(port, board, as_json)


def _show(port: str | None, board: str | None, as_json: bool) -> None:
    with open_board(port, board) as client:
        _print(client.players(), as_json)


@players.command("set")
def set_player(
    slot: Annotated[int, typer.Argument(min=1, help="The slot, as the board's menu counts them, from 1.")],
    name: Annotated[str, typer.Argument(help="The name; the board shows it in capitals.")],
    port: PortOption = None,
    board: BoardOption = None,
    as_json: JsonOption = False,
) -> None:
    """Name a player. What that player has played under another name keeps that one."""
    name = name.strip()
    if not name:
        raise UsageError("A name needs at least one character. `lightpeg players clear SLOT` takes a name away.")
    _change(slot, name, port, board, as_json)


@players.command("clear")
def clear_player(
    slot: Annotated[int, typer.Argument(min=1, help="The slot, from 1.")],
    port: PortOption = None,
    board: BoardOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take a player's name away."""
    _change(slot, "", port, board, as_json)


def _change(slot: int, name: str, port: str | None, board: str | None, as_json: bool) -> None:
    with open_board(port, board) as client:
        names = client.players()
        if slot > len(names):
            raise UsageError(f"The board has {len(names)} player slots: choose one from 1 to {len(names)}.")
        taken = [at + 1 for at, known in enumerate(names) if name and known == name and at != slot - 1]
        if taken:
            raise UsageError(f"{name} is the name of slot {taken[0]} already. Choose another one.")
        names[slot - 1] = name
        client.put_players(names)
        _print(client.players(), as_json)


def _print(names: list[str], as_json: bool) -> None:
    if as_json:
        print(json.dumps([{"slot": at + 1, "name": name or None} for at, name in enumerate(names)], indent=2))
        return
    console = Console(highlight=False, soft_wrap=True)
    for at, name in enumerate(names):
        console.print(f"[dim]{at + 1}[/]  {escape(name) if name else '[dim]-[/]'}")
