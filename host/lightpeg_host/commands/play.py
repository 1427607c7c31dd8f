"""`lightpeg play`: a virtual board in the browser."""

from __future__ import annotations

import contextlib
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Annotated, Any

import typer

from lightpeg_host.boards import Board, VirtualBoard
from lightpeg_host.client.running import register as register_board
from lightpeg_host.commands.serving import has_browser, signals, stop_on_signals
from lightpeg_host.errors import LightpegError, UsageError

WIDE, NARROW = 32, 16
# Any faster, and a click of a tenth of a second is so long for the board that it takes OK for held down.
SLOWEST, FASTEST = 0.1, 5.0


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(play)


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
        raise UsageError("--port is the port of the page, and --headless has none: leave one of them away.")
    stop_on_signals()
    try:
        with contextlib.ExitStack() as stack:
            listening = None if headless else _listening(port, stack)
            board = stack.enter_context(_board(exact or image is not None, image, profile, WIDE if wide else NARROW))
            stack.enter_context(register_board(board.serial_url, _title(exact or image is not None, profile)))
            _run(board, listening, speed, exact or image is not None, not no_open, stack)
    except KeyboardInterrupt:
        # A polite end; everything has been closed on the way here.
        raise typer.Exit from None


def _listening(port: int | None, stack: contextlib.ExitStack) -> socket.socket:
    """Where the page will be served."""
    from lightpeg_host.page.server import listen

    try:
        return stack.enter_context(contextlib.closing(listen(port)))
    except OSError as error:
        raise LightpegError(
            f"Port {port} cannot be had ({error.strerror}). Choose another one, or leave --port away."
        ) from error


def _board(exact: bool, image: Path | None, profile: Path | None, width: int) -> Board:
    """The board to play on. BoardError, with a remedy, if there can be none."""
    if not exact:
        return VirtualBoard(profile, width=width)
    print("Starting CircuitPython on the emulated chip. It runs slower than life.", file=sys.stderr)
    from lightpeg_host.boards import EmulatedBoard

    emulated: Board = EmulatedBoard(image=image, profile=profile, width=width)
    return emulated


def _title(exact: bool, profile: Path | None) -> str:
    """What other commands call this board."""
    title = "emulated board" if exact else "virtual board"
    return title if profile is None else f"{title} {profile.name}"


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
    if open_browser and has_browser():
        threading.Thread(target=webbrowser.open, args=(serving.url,), daemon=True).start()
    with signals(serving.stop):
        serving.run()


def _headless(pace: Any) -> None:
    ended = threading.Event()
    told: str | None = None
    with signals(ended.set):
        while not ended.wait(0.2):
            if pace.fault != told:
                told = pace.fault
                if told:
                    print(told, file=sys.stderr, flush=True)
