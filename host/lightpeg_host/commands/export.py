"""`lightpeg export` and `lightpeg import`: the games as files, and back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from lightpeg_host.commands.games import DatabaseOption, counted
from lightpeg_host.commands.options import JsonOption
from lightpeg_host.errors import UsageError
from lightpeg_host.progress import progress

FORMATS = ("json", "csv")


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("export")(export)
    app.command("import")(import_)


def export(
    target: Annotated[
        Path,
        typer.Argument(
            help="A file that ends with .json for everything; a folder, or a file that ends with .zip, for CSV.",
            show_default=False,
        ),
    ],
    form: Annotated[
        str | None, typer.Option("--format", metavar="json|csv", help="Instead of what the name's end says.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace what is there.")] = False,
    database: DatabaseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write all games into a file.

    JSON is complete: `lightpeg import` rebuilds the database from it. CSV is for spreadsheets: games.csv has a line
    for each game, rows.csv one for each row that was guessed.
    """
    from lightpeg_host.database import export as exporting
    from lightpeg_host.database.opening import open_database

    form = form or ("json" if target.suffix.lower() == ".json" else "csv")
    if form not in FORMATS:
        raise UsageError(f"--format is json or csv, not {form}.")
    written = _targets(target, form)
    if not force:
        for file in written:
            if file.exists():
                raise UsageError(f"{file} is there already. Choose another name, or replace it with --force.")
    write = exporting.write_json if form == "json" else exporting.write_csv
    with open_database(database) as opened, opened.reading() as session, progress("Games") as move:
        total = exporting.count(session)
        write(session, target, lambda done: move(done, total))
    if as_json:
        print(json.dumps({"games": total, "format": form, "files": [str(file) for file in written]}, indent=2))
    else:
        names = " and ".join(str(file) for file in written)
        Console(highlight=False, soft_wrap=True).print(f"{counted(total, 'game')} written to {escape(names)}.")


def _targets(target: Path, form: str) -> list[Path]:
    """The files that will be written."""
    from lightpeg_host.database.export import CSV_FILES

    if form == "json":
        if target.is_dir():
            raise UsageError(f"{target} is a folder. Name a file in it, such as {target / 'games.json'}.")
        return [target]
    return [target] if target.suffix.lower() == ".zip" else [target / name for name in CSV_FILES]


def import_(
    file: Annotated[
        Path, typer.Argument(help="A JSON file that `lightpeg export` wrote.", metavar="FILE", show_default=False)
    ],
    database: DatabaseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take over the games of an exported JSON file.

    Games that are there already are left alone, so it can be called again. A file with a fault is refused as a whole.
    """
    from lightpeg_host.database.importing import import_file
    from lightpeg_host.database.opening import open_database

    with open_database(database) as opened, opened.writing() as session, progress("Games") as move:
        result = import_file(session, file, move)
        session.commit()
    if as_json:
        told = {"games": result.games, "known": result.known, "unread": result.unread, "database": opened.shown}
        print(json.dumps(told, indent=2))
        return
    console = Console(highlight=False, soft_wrap=True)
    known = f", {counted(result.known, 'game')} there before" if result.known else ""
    console.print(f"{counted(result.games, 'new game')}{known}, in {escape(opened.shown)}.")
    if result.unread:
        console.print(
            f"{counted(result.unread, 'record')} cannot be read by this version of Lightpeg. They are kept; update "
            "Lightpeg and sync again."
        )
