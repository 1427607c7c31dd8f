"""`lightpeg doctor`: what keeps a board from working, and what to do about it."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from serial.tools import list_ports

from lightpeg_host.client import BoardClient, open_board, usb
from lightpeg_host.client.channel import Message
from lightpeg_host.client.running import running
from lightpeg_host.commands.options import BoardOption, JsonOption, PortOption
from lightpeg_host.doctor.boards import check_channels, check_drives, check_memory, check_versions
from lightpeg_host.doctor.computer import check_modem_manager, check_permission, this_computer
from lightpeg_host.doctor.findings import Finding, from_error, good, skipped
from lightpeg_host.doctor.hands import Hands
from lightpeg_host.doctor.report import personal_words, write_report
from lightpeg_host.errors import FileError, LightpegError
from lightpeg_host.install.finding import find_boards

MARKS = {"good": "[green]ok  [/]", "note": "[yellow]note[/]", "bad": "[red]bad [/]", "skipped": "[dim]--  [/]"}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(doctor)


def doctor(
    port: PortOption = None,
    board: BoardOption = None,
    hands: Annotated[
        bool | None,
        typer.Option("--hands/--no-hands", help="Test panel, buttons and sliders. Without it you are asked."),
    ] = None,
    report: Annotated[
        Path | None, typer.Option("--report", help="Write a report to attach to a bug, and show what is in it.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Find out why a board does not work, and what to do about it.

    Ends with 0 if nothing is wrong, else with the exit code of the first thing that is.
    """
    console = Console(highlight=False, soft_wrap=True, file=sys.stderr if as_json else None)
    findings: list[Finding] = []

    def tell(found: list[Finding]) -> None:
        findings.extend(found)
        for finding in found:
            _print(console, finding)

    tell(_cable(port))
    client: BoardClient | None = None
    status: Message | None = None
    try:
        try:
            client = open_board(port, board)
            status = client.status()
            tell([good("answer", f"The board at {client.channel.name} answers.")])
        except LightpegError as error:
            if not any(finding.exit_code == error.exit_code for finding in findings):
                tell([from_error("answer", error)])
        plugged = bool(_usb_boards())
        told = status.get("drive") if status is not None else None
        if port is None or plugged:
            tell(check_drives(find_boards(), told if isinstance(told, str) else None, plugged))
        if client is not None and status is not None:
            tell(check_versions(client.hello) + check_memory(status))
            try:
                tell(_hands(console, client, status, hands, as_json))
            except LightpegError as error:
                tell([from_error("hands", error)])
    finally:
        if client is not None:
            client.close()
    hello = client.hello if client is not None else None
    text = write_report(findings, hello, status, [*personal_words(), *_ids(client, board)])
    if report is not None:
        _save(console, report, text)
    _finish(console, findings, as_json, report)


def _usb_boards() -> list[usb.UsbBoard]:
    return usb.boards(list_ports.comports())  # type: ignore[attr-defined]


def _cable(port: str | None) -> list[Finding]:
    """What can be seen without opening anything."""
    computer = this_computer()
    boards = _usb_boards()
    if port is not None:
        known = any(port == board.data for board in boards)
        found = check_channels(boards, 0) if known else [skipped("channels", f"{port} was named.")]
        return [*found, check_permission(computer, port), check_modem_manager(computer)]
    found = check_channels(boards, len(running()))
    found += [check_permission(computer, board.data) for board in boards if board.data is not None]
    if boards:
        found.append(check_modem_manager(computer))
    return found


class _Terminal:
    """The person at the terminal."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def tell(self, text: str) -> None:
        """Say what to do now."""
        self._console.print(f"     [bold]{escape(text)}[/]")

    def ask(self, question: str) -> bool:
        """A question to be answered with yes or no."""
        return typer.confirm(f"     {question}", default=True, err=True)


def _hands(console: Console, client: BoardClient, status: Message, wanted: bool | None, as_json: bool) -> list[Finding]:
    if status.get("playing"):
        return [skipped("hands", "A game is being played; panel, buttons and sliders are tested in the menu.")]
    person = _Terminal(console)
    if wanted is None:
        terminal = sys.stdin.isatty() and not as_json
        wanted = terminal and person.ask("Test the panel, the buttons and the sliders now?")
    if not wanted:
        return [skipped("hands", "Panel, buttons and sliders were not tested; --hands tests them.")]
    return Hands(client, person, time.monotonic, time.sleep).run()


def _ids(client: BoardClient | None, board: str | None) -> list[str]:
    words = [board or ""]
    if client is not None:
        words += [client.id, client.id[-4:], client.name or "", client.hello.journal]
    words += [one.serial for one in _usb_boards()]
    return words


def _print(console: Console, finding: Finding) -> None:
    console.print(f"{MARKS[finding.state]} [bold]{escape(finding.check)}[/]: {escape(finding.told)}")
    if finding.remedy:
        console.print(f"     {escape(finding.remedy)}")
    if finding.paste:
        console.print()
        console.print(escape(finding.paste))
        console.print()


def _save(console: Console, path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise FileError(f"The report cannot be written to {path} ({error.strerror}). Name another file.") from error
    console.print(f"\nThe report is in {escape(str(path))}. All that is in it:\n")
    console.print(escape(text))


def _finish(console: Console, findings: list[Finding], as_json: bool, report: Path | None) -> None:
    worst = [finding for finding in findings if finding.state == "bad"]
    code = worst[0].exit_code if worst else 0
    if as_json:
        told: dict[str, Any] = {"good": not worst, "findings": [finding.as_dict() for finding in findings]}
        print(json.dumps(told, indent=2))
    elif worst:
        if report is None:
            console.print("To report a bug: lightpeg doctor --report FILE writes down what was found.")
    else:
        console.print("[green]Nothing is wrong.[/]")
    if code:
        raise typer.Exit(code)
