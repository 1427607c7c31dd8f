"""What the commands have in common that use the database of games."""

from __future__ import annotations

from typing import Annotated

import typer

DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="FILE|URL",
        help="Where the games are: an SQLite file, or postgresql://user@computer/name. Without it the environment's "
        "LIGHTPEG_DATABASE, or else a file in your data folder.",
        show_default=False,
    ),
]


def counted(count: int, what: str) -> str:
    """The number and the word, which gets an s where there are several."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
