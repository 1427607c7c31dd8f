"""`lightpeg dashboard`: boards, history, statistics and variants in the browser."""

from __future__ import annotations

import contextlib
import threading
import webbrowser
from typing import Annotated

import typer

from lightpeg_host.commands.serving import has_browser, signals, stop_on_signals
from lightpeg_host.errors import LightpegError


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(dashboard)


def dashboard(
    database: Annotated[
        str | None,
        typer.Option("--database", metavar="URL|FILE", help="The database. Without it your own, or LIGHTPEG_DATABASE."),
    ] = None,
    host: Annotated[
        str | None,
        typer.Option(
            "--host",
            metavar="ADDRESS",
            help="Listen for other computers at this address (0.0.0.0 for all). A token is needed then: it is in the "
            "printed address.",
        ),
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", min=1, max=65535, help="The pages' port. Without it a free one is found.")
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open a browser, only print the address.")] = False,
) -> None:
    """Boards, history, statistics and variants in the browser."""
    stop_on_signals()
    try:
        with contextlib.ExitStack() as stack:
            _run(database, host, port, not no_open, stack)
    except KeyboardInterrupt:
        # A polite end; everything has been closed on the way here.
        raise typer.Exit from None


def _run(
    database: str | None, host: str | None, port: int | None, open_browser: bool, stack: contextlib.ExitStack
) -> None:
    from lightpeg_host.dashboard.serving import DEFAULT_PORT, Serving
    from lightpeg_host.database.opening import default_url, parse
    from lightpeg_host.page import server

    # An address that is none is told here, not on a page.
    parse(database or default_url())
    where = host or server.HOST
    try:
        listening = stack.enter_context(contextlib.closing(server.listen(port, where, DEFAULT_PORT)))
    except OSError as error:
        raise LightpegError(
            f"The dashboard cannot listen at {where}{f' on port {port}' if port else ''} ({error.strerror}). "
            + (
                "Choose another port, or leave --port away."
                if host is None
                else "Give --host an address of this computer."
            )
        ) from error
    serving = Serving(listening, host, database)
    print(f"Page    {serving.url}")
    print("Stop with Ctrl-C.", flush=True)
    if open_browser and has_browser():
        threading.Thread(target=webbrowser.open, args=(serving.url,), daemon=True).start()
    with signals(serving.stop):
        serving.run()
