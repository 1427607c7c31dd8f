"""Progress of what takes longer than a moment: a bar on standard error, on a terminal only."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

# What is done sooner shows no bar.
PATIENCE_SECONDS = 1.0

Report = Callable[[float, float | None], None]


@contextlib.contextmanager
def progress(what: str) -> Iterator[Report]:
    """Gives a function to call as report(done, total), `total` None while it is not known.

    The bar appears when the work has lasted a second, and goes when it is over.
    """
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    began = time.monotonic()
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task(what, total=None)

    def report(done: float, total: float | None) -> None:
        bar.update(task, completed=done, total=total)
        if not bar.live.is_started and time.monotonic() - began >= PATIENCE_SECONDS:
            bar.start()

    try:
        yield report
    finally:
        if bar.live.is_started:
            bar.stop()
