"""`lightpeg install`: the firmware onto a board's drive."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

from lightpeg_host.boards.virtual_process import firmware_folder
from lightpeg_host.errors import DriveError
from lightpeg_host.install import boot_out
from lightpeg_host.install.copy import READ_ONLY, carry_out, check_places, sentence, verify
from lightpeg_host.install.drives import Drive
from lightpeg_host.install.finding import find_drive
from lightpeg_host.install.firmware import PACKAGE, firmware_files
from lightpeg_host.install.folder_drive import FolderDrive
from lightpeg_host.install.plan import Plan, make_plan, version_in

UNCHECKED = (
    "Whether the data files share a flash block with other files could not be checked: this computer does not show "
    "where they lie{}. On a drive that was new they do not."
)
FINISH = (
    "Eject the drive, then unplug the board and plug it in again without holding a button: boot.py takes effect at a "
    "fresh start."
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(install)


def install(
    drive: Annotated[
        Path | None,
        typer.Option("--drive", help="The folder where CIRCUITPY is mounted, or a file with its FAT volume."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")] = False,
    force: Annotated[
        bool,
        typer.Option("--force", help="Also on a board that is not known, or in the place of another program."),
    ] = False,
    renew_memory: Annotated[
        bool,
        typer.Option(
            "--renew-memory", help="Make data files that do not fit anew. What is in them is lost: sync first."
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
) -> None:
    """Install or update the firmware on a board that is plugged in."""
    firmware = firmware_files(firmware_folder())
    place = find_drive(drive)
    try:
        text = place.text(boot_out.NAME)
        told = None if text is None else boot_out.parse(text)
        notes = boot_out.check(told, force)
        plan = make_plan(place, firmware, force=force, renew_memory=renew_memory)
    except OSError as error:
        raise DriveError(sentence(error, place)) from error
    plan.notes[:0] = notes
    new = version_in(firmware[f"{PACKAGE}/__init__.py"])
    report: dict[str, Any] = {
        "drive": place.title,
        "board": told.board if told else None,
        "circuitpython": told.version if told else None,
        "version_before": plan.version,
        "version": new,
        "dry_run": dry_run,
        "steps": [{"action": s.action, "path": s.path, "bytes": s.size, "why": s.why} for s in plan.steps],
        "unchanged": plan.unchanged,
        "needed_bytes": plan.needed,
        "free_bytes": plan.free,
        "verified": False,
        "places_checked": False,
    }
    console = Console(highlight=False, soft_wrap=True, file=sys.stderr if as_json else None)
    if not as_json:
        _tell_plan(console, place, plan, new, dry_run)
    if dry_run:
        if place.read_only() and plan.steps:
            plan.notes.append(READ_ONLY)
        _finish(console, report, plan.notes, as_json)
        return
    if plan.steps and place.read_only():
        raise DriveError(READ_ONLY)
    _copy(place, plan, firmware)
    report["verified"] = True
    report["places_checked"], shared = check_places(place)
    if not report["places_checked"]:
        device = place.device if isinstance(place, FolderDrive) else None
        plan.notes.append(UNCHECKED.format(f" (sudo would, it may read {device})" if device else ""))
    # What was there before is among the notes already.
    plan.notes += [fault for fault in shared if fault not in plan.notes]
    if not as_json:
        did = f"{len(plan.steps)} changes made" if plan.steps else "Nothing had to be changed"
        console.print(f"[green]{did}; every file was read back and is right.[/]")
    if plan.steps:
        plan.notes.append(FINISH)
    _finish(console, report, plan.notes, as_json)
    if shared:
        raise DriveError(f"Lightpeg is installed, but not safe from power cuts: {shared[0]}")


def _copy(drive: Drive, plan: Plan, firmware: dict[str, bytes]) -> None:
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal, transient=True) as progress:
        total = sum(step.size for step in plan.steps) or 1
        copying = progress.add_task("Copying", total=total)
        carry_out(drive, plan, lambda step: progress.advance(copying, step.size))
        progress.update(copying, completed=total)
        reading = progress.add_task("Reading back", total=len(firmware))
        verify(drive, firmware, lambda path: progress.advance(reading))


def _tell_plan(console: Console, drive: Drive, plan: Plan, new: str | None, every_step: bool) -> None:
    if plan.version is None:
        what = f"Lightpeg {new} on {drive.title}"
    elif plan.version == new:
        what = f"Lightpeg {new} on {drive.title}, which has the same version"
    else:
        way = "older " if _order(new) < _order(plan.version) else ""
        what = f"Lightpeg {new} on {drive.title}, in the place of version {plan.version}"
        what += f". This is an {way}version." if way else ""
    console.print(f"[bold]{escape(what)}[/]")
    for step in plan.steps if every_step else ():
        size = f"{step.size:>9,} bytes" if step.action != "remove" else ""
        console.print(f"  {step.action:8}{escape(step.path):38}{size:16}{step.why}")
    needed, free = plan.needed // 1024, plan.free // 1024
    console.print(f"  {plan.unchanged} files are there already; {needed:,} KB are needed of {free:,} KB free")


def _order(version: str | None) -> list[int]:
    return [int(part) if part.isdigit() else 0 for part in (version or "0").split(".")]


def _finish(console: Console, report: dict[str, Any], notes: list[str], as_json: bool) -> None:
    if as_json:
        print(json.dumps(report | {"notes": notes}, indent=2))
        return
    for note in notes:
        console.print(escape(note))
