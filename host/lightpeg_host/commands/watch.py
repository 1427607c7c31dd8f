"""`lightpeg watch`: what happens on a board, as it happens."""

from __future__ import annotations

import contextlib
import itertools
import json
import sys
import time
from collections import deque
from typing import Annotated, Any

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from lightpeg_host.client import BoardClient, open_board
from lightpeg_host.client.panel import Panel
from lightpeg_host.commands.options import BoardOption, PortOption
from lightpeg_host.commands.serving import stop_on_signals
from lightpeg_host.errors import UsageError
from lightpeg_host.live_text import Teller

# After so long without news the board is asked whether it is still there.
ASK_SECONDS = 10.0
WAIT_SECONDS = 0.5
# Lines of news under the panel, and its pictures in a second.
LINES = 12
PICTURES = 12


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(watch)


def watch(
    port: PortOption = None,
    board: BoardOption = None,
    pixels: Annotated[bool, typer.Option("--pixels", help="Show the board's panel too, in colours.")] = False,
    count: Annotated[
        int | None, typer.Option("--count", min=1, help="End after so many events instead of with Ctrl-C.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, one line for each event.")] = False,
) -> None:
    """Follow a board live: matches, games, guesses and their answers, as they happen. End with Ctrl-C.

    What happened in the running match so far comes first. A secret code is never shown before its game is over,
    neither here nor with --pixels.
    """
    if pixels and not as_json and not sys.stdout.isatty():
        raise UsageError("--pixels needs a terminal to draw on; for a program take --json as well.")
    stop_on_signals()
    # Ctrl-C is the usual end; the port is free by then, and the board notices that nobody listens any more.
    with contextlib.suppress(KeyboardInterrupt), open_board(port, board) as client:
        client.subscribe(events=True, pixels=pixels)
        if as_json:
            _follow(client, count, lambda event: print(json.dumps(event), flush=True))
        elif pixels:
            _draw(client, count)
        else:
            _tell(client, count)


def _tell(client: BoardClient, count: int | None) -> None:
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"Watching the board {client.title}. End with Ctrl-C.", style="dim", markup=False)
    teller = Teller()

    def show(event: dict[str, Any]) -> None:
        line = teller.tell(event)
        if line is not None:
            console.print(line)

    _follow(client, count, show)


def _draw(client: BoardClient, count: int | None) -> None:
    teller = Teller()
    panel = Panel(*client.hello.panel)
    lines: deque[Text] = deque(maxlen=LINES)

    def show(event: dict[str, Any]) -> None:
        panel.take(event)
        line = teller.tell(event)
        if line is not None:
            lines.append(line)
        live.update(Group(_picture(panel), *lines))

    with Live(Group(_picture(panel), *lines), refresh_per_second=PICTURES, console=Console(highlight=False)) as live:
        _follow(client, count, show)


def _follow(client: BoardClient, count: int | None, show: Any) -> None:
    """Hand on every event; ends after `count` of them, else never."""
    heard = time.monotonic()
    told = 0
    while count is None or told < count:
        event = client.live(WAIT_SECONDS)
        if event is not None:
            heard = time.monotonic()
            told += 1
            show(event)
        elif time.monotonic() - heard >= ASK_SECONDS:
            client.status()
            heard = time.monotonic()


def _picture(panel: Panel) -> Text:
    """The panel, two of its lines in each line of text: the upper half of a character is one light, the lower half
    the one nearer to the player."""
    text = Text()
    for y in range(0, panel.height - 1, 2):
        pairs = [(*panel.colour(x, y), *panel.colour(x, y + 1)) for x in range(panel.width)]
        for pair, run in itertools.groupby(pairs):
            text.append("\u2580" * len(list(run)), style="#%02x%02x%02x on #%02x%02x%02x" % pair)
        text.append("\n")
    if panel.hidden:
        text.append("The panel shows something that is not for everybody's eyes.\n", style="dim")
    return text
