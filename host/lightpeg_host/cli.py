"""The command `lightpeg`: plays on a virtual board and checks variant files."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.markup import escape

import lightpeg
from lightpeg.core.variant_file import LIMIT, read
from lightpeg.ui.layout import problem
from lightpeg_host.boards import Board, BoardError, VirtualBoard

# Exit codes: what the caller asked cannot be done; the call itself was wrong (as click has it); our own mistake.
FAILED = 1
USAGE = 2
INTERNAL = 70
WIDE, NARROW = 32, 16
# Any faster, and a click of a tenth of a second is so long for the board that it takes OK for held down.
SLOWEST, FASTEST = 0.1, 5.0

app = typer.Typer(
    help="Lightpeg: a board that plays Mastermind.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
variants = typer.Typer(help="Rule sets of your own, as JSON files.", no_args_is_help=True)
app.add_typer(variants, name="variants")


def _fail(sentence: str, code: int = FAILED) -> NoReturn:
    """End with a sentence for people."""
    print(sentence, file=sys.stderr)
    raise typer.Exit(code)


def _version(asked: bool) -> None:
    if asked:
        print(f"lightpeg {lightpeg.VERSION}")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and end.")
    ] = False,
) -> None:
    """Lightpeg: a board that plays Mastermind."""


@app.command()
def play(
    headless: Annotated[bool, typer.Option("--headless", help="No page: only the serial channel.")] = False,
    profile: Annotated[
        Path | None,
        typer.Option("--profile", help="A folder for what the board keeps. Without it all is forgotten at the end."),
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", min=1, max=65535, help="The page's port. Without it a free one is found.")
    ] = None,
    speed: Annotated[
        float, typer.Option("--speed", min=SLOWEST, max=FASTEST, help="How much faster than life the board runs.")
    ] = 1.0,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open a browser, only print the address.")] = False,
    wide: Annotated[bool, typer.Option("--wide", help="Two panels side by side, 32x16, as for the duel.")] = False,
    exact: Annotated[
        bool, typer.Option("--exact", help="Emulate the chip and run real CircuitPython; slower than life.")
    ] = False,
    image: Annotated[
        Path | None, typer.Option("--image", help="The CircuitPython UF2 file for --exact. It implies --exact.")
    ] = None,
) -> None:
    """Play on a virtual board in the browser."""
    if headless and port is not None:
        _fail("--port is the port of the page, and --headless has none: leave one of them away.", USAGE)
    _stop_on_sigterm()
    try:
        with contextlib.ExitStack() as stack:
            listening = None if headless else _listening(port, stack)
            board = stack.enter_context(_board(exact or image is not None, image, profile, WIDE if wide else NARROW))
            _run(board, listening, speed, exact or image is not None, not no_open, stack)
    except KeyboardInterrupt:
        # A polite end; everything has been closed on the way here.
        raise typer.Exit from None
    except BoardError as error:
        _fail(str(error))


def _listening(port: int | None, stack: contextlib.ExitStack) -> socket.socket:
    """Where the page will be served."""
    from lightpeg_host.page.server import listen

    try:
        return stack.enter_context(contextlib.closing(listen(port)))
    except OSError as error:
        _fail(f"Port {port} cannot be had ({error.strerror}). Choose another one, or leave --port away.")


def _board(exact: bool, image: Path | None, profile: Path | None, width: int) -> Board:
    """The board to play on. BoardError, with a remedy, if there can be none."""
    if not exact:
        return VirtualBoard(profile, width=width)
    print("Starting CircuitPython on the emulated chip. It runs slower than life.", file=sys.stderr)
    from lightpeg_host.boards import EmulatedBoard

    emulated: Board = EmulatedBoard(image=image, profile=profile, width=width)
    return emulated


def _run(
    board: Board,
    listening: socket.socket | None,
    speed: float,
    exact: bool,
    open_browser: bool,
    stack: contextlib.ExitStack,
) -> None:
    from lightpeg_host.page.pace import Pace

    pace = Pace(board, speed)
    stack.callback(pace.close)
    print(f"Serial  {board.serial_url}")
    if listening is None:
        print("Stop with Ctrl-C.", flush=True)
        pace.start()
        _headless(pace)
        return
    from lightpeg_host.page.server import Page, Serving

    serving = Serving(Page(pace, exact), listening)
    print(f"Page    {serving.url}")
    print("Stop with Ctrl-C.", flush=True)
    pace.start()
    if open_browser and _has_browser():
        threading.Thread(target=webbrowser.open, args=(serving.url,), daemon=True).start()
    with _signals(serving.stop):
        serving.run()


def _headless(pace: Any) -> None:
    ended = threading.Event()
    told: str | None = None
    with _signals(ended.set):
        while not ended.wait(0.2):
            if pace.fault != told:
                told = pace.fault
                if told:
                    print(told, file=sys.stderr, flush=True)


def _stop_on_sigterm() -> None:
    """A polite end is an end as by Ctrl-C, also before anything runs."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    for name in ("SIGINT", "SIGTERM"):
        signal.signal(getattr(signal, name), stop)


@contextlib.contextmanager
def _signals(stop: Any) -> Iterator[None]:
    """While something runs, Ctrl-C and SIGTERM call `stop`."""
    before = {number: signal.signal(number, lambda *_: stop()) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _has_browser() -> bool:
    """Whether there is a screen to open a page on; else webbrowser might take the terminal for a text browser."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


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
        raise typer.Exit(FAILED)


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


def main() -> None:
    """The command line; every way out is an exit code and a sentence."""
    try:
        app(prog_name="lightpeg")
    except KeyboardInterrupt:
        sys.exit(0)
    except BoardError as error:
        print(error, file=sys.stderr)
        sys.exit(FAILED)
    except BrokenPipeError:
        # Whoever read our output has gone; nothing is left to say.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        if os.environ.get("LIGHTPEG_DEBUG"):
            raise
        print(
            f"Lightpeg made a mistake ({type(error).__name__}: {error}). Please report it, with what you typed and "
            "what it prints with LIGHTPEG_DEBUG=1 set.",
            file=sys.stderr,
        )
        sys.exit(INTERNAL)
