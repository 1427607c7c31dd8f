"""What the commands have in common that use the database of games."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

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


@contextlib.contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error, where that is a terminal; it is moved by calling what comes of this with how much is
    done and how much there is."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=None)

        def move(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield move


def counted(count: int, what: str) -> str:
    """The number and the word, which gets an s where there are several."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
