"""Options that many commands have, so that they are the same everywhere."""

from __future__ import annotations

from typing import Annotated

import typer

from lightpeg_host.client.names import Names
from lightpeg_host.errors import LightpegError, UsageError


def _known_boards(incomplete: str) -> list[str]:
    """For the shell: the names that were given to boards, without looking for any."""
    try:
        known = Names().all()
    except LightpegError:
        return []
    words = [*sorted(known.values()), *sorted(known)]
    return [word for word in words if word.startswith(incomplete)]


PortOption = Annotated[
    str | None,
    typer.Option(
        "--port",
        metavar="DEVICE",
        help="Talk to the board at this serial device, pty or socket://HOST:PORT. Without it boards on USB and running "
        "virtual boards are found by themselves.",
    ),
]
BoardOption = Annotated[
    str | None,
    typer.Option(
        "--board",
        metavar="ID|NAME",
        help="Which board, where there are several: its id (four characters are enough) or the name you gave it.",
        autocompletion=_known_boards,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def alone(context: typer.Context, *options: object) -> bool:
    """Whether a command that has others below it was called without any. UsageError where options were given to it
    that the one below should have had."""
    below = context.invoked_subcommand
    if below is not None and any(options):
        raise UsageError(f"Write the options after the command: {context.command_path} {below} ...")
    return below is None
