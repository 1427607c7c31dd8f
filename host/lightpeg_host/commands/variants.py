"""`lightpeg variants`: rule sets of one's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape

from lightpeg.core.variant_file import LIMIT, read
from lightpeg.ui.layout import problem
from lightpeg_host.errors import LightpegError

NARROW = 16
variants = typer.Typer(help="Rule sets of your own, as JSON files.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(variants, name="variants")


@variants.command("check")
def check(
    files: Annotated[list[Path], typer.Argument(help="Variant files.", metavar="FILE...", show_default=False)],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
) -> None:
    """Check variant files: every fault of each, and whether the panel can show it."""
    found = [_checked(path) for path in files]
    if as_json:
        print(json.dumps(found, indent=2))
    else:
        console = Console(highlight=False, soft_wrap=True)
        for result in found:
            _print_result(console, result)
    if not all(result["good"] for result in found):
        raise typer.Exit(LightpegError.exit_code)


def _checked(path: Path) -> dict[str, Any]:
    """What is wrong with one file."""
    result: dict[str, Any] = {"file": str(path), "good": False, "name": None, "faults": [], "panel": None}
    variant = None
    try:
        if not path.is_file():
            faults = [("file", "not a file" if path.exists() else "missing", "a file that can be read")]
        elif (size := path.stat().st_size) > LIMIT:
            faults = [("file", f"{size} bytes long", f"at most {LIMIT} bytes")]
        else:
            variant, faults = read(path.read_bytes(), path.name)
    except OSError as error:
        faults = [("file", f"unreadable ({error.strerror})", "a file that can be read")]
    result["faults"] = [{"field": field, "value": value, "allowed": allowed} for field, value, allowed in faults]
    if variant is not None:
        result["name"] = variant.name
        # With the most rows that the menu would offer.
        result["panel"] = problem(variant.with_options(rows=max(variant.rows, *variant.row_choices)), NARROW)
        result["good"] = result["panel"] is None
    return result


def _print_result(console: Console, result: dict[str, Any]) -> None:
    name = escape(result["file"])
    if result["good"]:
        console.print(f"{name}: [green]good[/], {escape(result['name'])} can be played")
        return
    faults = result["faults"]
    if faults:
        console.print(f"{name}: [red]{len(faults)} fault{'s' if len(faults) > 1 else ''}[/]")
        for fault in faults:
            console.print(
                f"  [bold]{escape(fault['field'])}[/] is {escape(fault['value'])}; allowed: {escape(fault['allowed'])}"
            )
    else:
        console.print(f"{name}: [red]the panel cannot show it[/]: {escape(result['panel'])}")
