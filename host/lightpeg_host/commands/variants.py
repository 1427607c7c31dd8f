"""`lightpeg variants`: rule sets of one's own."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from lightpeg.core.variant import Variant
from lightpeg.core.variant_file import LIMIT, read, to_dict
from lightpeg.core.variant_file import check as check_data
from lightpeg.link.requests import NEW_KEY
from lightpeg.ui.layout import problem
from lightpeg_host.client import BoardClient, open_board
from lightpeg_host.commands.options import BoardOption, JsonOption, PortOption
from lightpeg_host.errors import FileError, LightpegError, UsageError
from lightpeg_host.progress import progress

NARROW = 16
SUFFIX = ".json"
variants = typer.Typer(help="Rule sets of your own, as JSON files and on the board.", no_args_is_help=True)

FilesArgument = Annotated[list[Path], typer.Argument(help="Variant files.", metavar="FILE...", show_default=False)]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(variants, name="variants")


@variants.command("check")
def check(
    files: FilesArgument,
    as_json: JsonOption = False,
) -> None:
    """Check variant files: every fault of each, and whether the panel can show it."""
    found = [_checked(path, NARROW)[0] for path in files]
    if as_json:
        print(json.dumps(found, indent=2))
    else:
        console = Console(highlight=False, soft_wrap=True)
        for result in found:
            _print_result(console, result)
    if not all(result["good"] for result in found):
        raise typer.Exit(LightpegError.exit_code)


def _checked(path: Path, width: int) -> tuple[dict[str, Any], Variant | None]:
    """What is wrong with one file, for a panel of this width, and the variant if it has no faults."""
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
        result["panel"] = problem(variant.with_options(rows=max(variant.rows, *variant.row_choices)), width)
        result["good"] = result["panel"] is None
    return result, variant if result["good"] else None


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


# -- on the board ---------------------------------------------------------------------------------------------------


@variants.command("list")
def list_variants(port: PortOption = None, board: BoardOption = None, as_json: JsonOption = False) -> None:
    """List the variants on the board: built in, uploaded from a computer, or put on its drive by hand."""
    with open_board(port, board) as client:
        known = client.variants()
    if as_json:
        told = [{"key": entry.key, "source": entry.source, "good": entry.good} for entry in known]
        print(json.dumps(told, indent=2))
        return
    table = Table(box=None, pad_edge=False, show_header=False)
    for entry in known:
        table.add_row(escape(entry.key), escape(entry.source), "" if entry.good else "[red]has faults[/]")
    Console(highlight=False).print(table)


@variants.command("push")
def push(
    files: FilesArgument,
    port: PortOption = None,
    board: BoardOption = None,
    as_json: JsonOption = False,
) -> None:
    """Send variant files to the board. A variant's key is the file's name in small letters, without ".json".

    All files are checked first, for the panel of this board; with a fault in one of them nothing is sent. A variant of
    the same key is replaced. The board must show its menu.
    """
    keys = [_key(path) for path in files]
    twice = sorted({key for key in keys if keys.count(key) > 1})
    if twice:
        raise UsageError(f"Two files would have the key {', '.join(twice)}. Rename one of them.")
    with open_board(port, board) as client:
        found = [_checked(path, client.hello.panel[0]) for path in files]
        bad = [result for result, variant in found if variant is None]
        if bad:
            for result in bad:
                _print_result(Console(stderr=True, highlight=False, soft_wrap=True), result)
            raise FileError("Nothing was sent. Correct the files and try again.")
        with progress("Sending variants") as report:
            for done, (key, (_, variant)) in enumerate(zip(keys, found, strict=True)):
                assert variant is not None
                client.put_variant(key, brief(variant))
                report(done + 1, len(files))
    _print_keys(keys, "sent", as_json)


def _key(path: Path) -> str:
    """The key that a file's name gives its variant on the board: small letters, digits, - and _."""
    key = re.sub(r"[^a-z0-9_]+", "-", path.name.lower().removesuffix(SUFFIX)).strip("-")
    if not 0 < len(key) <= NEW_KEY:
        raise UsageError(
            f"{path.name} gives no key for the board, which has 1 to {NEW_KEY} letters and digits. Rename the file."
        )
    return key


def brief(variant: Variant) -> dict[str, Any]:
    """The variant as data without what is so anyway, since a message to the board has few bytes."""
    whole = to_dict(variant)
    short = {field: whole[field] for field in ("name", "holes", "colours")}
    for field, value in whole.items():
        usual, _ = check_data(short)
        if usual is None or to_dict(usual)[field] != value:
            short[field] = value
    again, faults = check_data(short)
    # Some fields are only allowed together: then all of them are said.
    return short if not faults and to_dict(again) == whole else whole


@variants.command("pull")
def pull(
    keys: Annotated[
        list[str] | None,
        typer.Argument(metavar="[KEY...]", help="Keys from `lightpeg variants list`. Without any: all uploaded ones."),
    ] = None,
    to: Annotated[Path, typer.Option("--to", help="The folder for the files.")] = Path("."),
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there already.")] = False,
    port: PortOption = None,
    board: BoardOption = None,
    as_json: JsonOption = False,
) -> None:
    """Fetch variants from the board into files KEY.json, to keep or to change them."""
    if not to.is_dir():
        raise FileError(f"{to} is no folder. Name one that is there with --to.")
    with open_board(port, board) as client:
        wanted = keys or [entry.key for entry in client.variants() if entry.source == "uploaded"]
        files = [_file_for(key, to, force) for key in wanted]
        with progress("Fetching variants") as report:
            for done, (key, path) in enumerate(zip(wanted, files, strict=True)):
                _write(path, client.variant(key))
                report(done + 1, len(wanted))
    if as_json:
        print(json.dumps([{"key": key, "file": str(path)} for key, path in zip(wanted, files, strict=True)], indent=2))
    elif not files:
        print("No variant was uploaded to this board.")
    else:
        for path in files:
            print(path)


def _file_for(key: str, folder: Path, force: bool) -> Path:
    name = key.removesuffix(SUFFIX) + SUFFIX
    # A key is a text of the board's; it must not lead out of the folder.
    if name != Path(name).name or name.startswith(".") or not name.isprintable() or set(name) & set('<>:"/\\|?*'):
        raise FileError(
            f"The key {key!r} cannot be a file's name. Remove that variant, or pull the others by their keys."
        )
    path = folder / name
    if path.exists() and not force:
        raise FileError(f"{path} is there already. Move it away, or replace it with --force.")
    return path


def _write(path: Path, data: dict[str, Any]) -> None:
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        try:
            part.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise FileError(f"{path} cannot be written ({error.strerror}). Name another folder with --to.") from error


@variants.command("remove")
def remove(
    keys: Annotated[list[str], typer.Argument(metavar="KEY...", help="Keys from `lightpeg variants list`.")],
    port: PortOption = None,
    board: BoardOption = None,
    as_json: JsonOption = False,
) -> None:
    """Remove uploaded variants from the board. Games that were played with them keep their rules."""
    with open_board(port, board) as client:
        _check_uploaded(client, keys)
        for key in keys:
            client.remove_variant(key)
    _print_keys(keys, "removed", as_json)


def _check_uploaded(client: BoardClient, keys: list[str]) -> None:
    """UsageError, before anything is removed, if one of them cannot be."""
    known = {entry.key: entry.source for entry in client.variants()}
    for key in keys:
        if key not in known:
            raise UsageError(f"The board has no variant {key}. `lightpeg variants list` shows those it has.")
        if known[key] == "builtin":
            raise UsageError(f"{key} is built in and cannot be removed.")
        if known[key] != "uploaded":
            raise UsageError(
                f"{key} was put on the board's drive by hand. Hold MENU while you plug the board in, then remove the "
                "file from the drive's folder variants."
            )


def _print_keys(keys: list[str], done: str, as_json: bool) -> None:
    if as_json:
        print(json.dumps([{"key": key, done: True} for key in keys], indent=2))
    else:
        for key in keys:
            print(f"{key} {done}")
