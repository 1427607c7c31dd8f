"""`lightpeg boards`: which boards there are, and names for them."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from lightpeg_host.client import Found, look_for_boards, open_board
from lightpeg_host.client.names import SHORTEST_ID, Names
from lightpeg_host.commands.options import BoardOption, JsonOption, PortOption, alone
from lightpeg_host.errors import ManyBoards, NoBoard, UsageError

_STATES = {
    "ready": "[green]ready[/]",
    "busy": "[yellow]in use[/]",
    "silent": "[yellow]no answer[/]",
    "version": "[red]other version[/]",
    "gone": "[red]cannot be opened[/]",
    "no channel": "[yellow]no Lightpeg[/]",
}

boards = typer.Typer(help="The boards that are there, and names for them.", invoke_without_command=True)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(boards, name="boards")


@boards.callback()
def default(context: typer.Context, as_json: JsonOption = False) -> None:
    """The boards that are there, and names for them. Without a command: list them."""
    if alone(context, as_json):
        _list(as_json)


@boards.command("list")
def list_boards(as_json: JsonOption = False) -> None:
    """List every board on USB and every virtual board that is running.

    Only CircuitPython boards are opened, no other serial port. Ends with 3 if there is none.
    """
    _list(as_json)


def _list(as_json: bool) -> None:
    found = look_for_boards()
    try:
        told = [_told(one) for one in found]
    finally:
        for one in found:
            one.close()
    if as_json:
        print(json.dumps(told, indent=2))
    elif told:
        _print(told)
    if not told:
        raise NoBoard("No board was found. Plug one in, or start a virtual one with `lightpeg play`.")


def _told(one: Found) -> dict[str, Any]:
    hello = one.client.hello if one.client is not None else None
    return {
        "id": hello.board if hello is not None else one.serial or None,
        "name": one.client.name if one.client is not None else Names().name(one.serial) if one.serial else None,
        "title": one.title,
        "port": one.port,
        "virtual": one.virtual,
        "state": one.state,
        "firmware": hello.version if hello is not None else None,
        "circuitpython": hello.circuitpython or None if hello is not None else None,
        "panel": list(hello.panel) if hello is not None else None,
        "problem": str(one.error) if one.error is not None else None,
    }


def _print(told: list[dict[str, Any]]) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("name", "id", "board", "port", "firmware", "state"):
        table.add_column(column, overflow="fold")
    for one in told:
        cells = [one["name"] or "", one["id"] or "", one["title"], one["port"] or "", one["firmware"] or ""]
        table.add_row(*map(escape, cells), _STATES[one["state"]])
    console = Console(highlight=False)
    console.print(table)
    for one in told:
        if one["problem"]:
            console.print(escape(one["problem"]), style="yellow", soft_wrap=True)


@boards.command("name")
def name(
    board: Annotated[str, typer.Argument(help="The board's id, or its beginning, or the name it has now.")],
    new_name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="The name it gets. Without it the board loses its name.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Give a board a name of your own, for --board and for the lists.

    The name is kept on this computer, not on the board.
    """
    names = Names()
    wanted = names.board(board) or _whole_id(board, names)
    if new_name is None:
        names.forget(wanted)
    else:
        names.give(wanted, new_name)
    known = names.name(wanted)
    if as_json:
        print(json.dumps({"id": wanted, "name": known}))
    else:
        print(f"The board {wanted} has no name now." if known is None else f"The board {wanted} is {known} now.")


def _whole_id(begun: str, names: Names) -> str:
    """The id of the board that is there, or has a name, and whose id begins like this."""
    if len(begun) < SHORTEST_ID:
        raise UsageError(f"Say at least {SHORTEST_ID} characters of the board's id; `lightpeg boards` shows it.")
    found = look_for_boards()
    try:
        ids = {one.client.id if one.client is not None else one.serial for one in found} | set(names.all())
    finally:
        for one in found:
            one.close()
    fitting = sorted(one for one in ids if one.startswith(begun.lower()))
    if not fitting:
        raise NoBoard(f"There is no board whose id or name is {begun}. `lightpeg boards` shows those that are there.")
    if len(fitting) > 1:
        raise ManyBoards(f"{begun} fits several boards: {', '.join(fitting)}. Say more of the id.")
    return fitting[0]


@boards.command("identify")
def identify(port: PortOption = None, board: BoardOption = None, as_json: JsonOption = False) -> None:
    """Let a board show on its panel that it is the one."""
    with open_board(port, board) as client:
        client.identify()
        if as_json:
            print(json.dumps({"id": client.id, "name": client.name}))
        else:
            print(f"Look at the panels: the board {client.title} shows itself.")
