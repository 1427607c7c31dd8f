"""What the commands have in common that run until they are told to stop, with a page in the browser."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator

STOPPING = (signal.SIGINT, signal.SIGTERM)


def stop_on_signals() -> None:
    """A polite end is an end as by Ctrl-C, also before anything runs: both raise KeyboardInterrupt."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    for number in STOPPING:
        signal.signal(number, stop)


@contextlib.contextmanager
def signals(stop: Callable[[], object]) -> Iterator[None]:
    """While something runs, Ctrl-C and SIGTERM call `stop`."""
    before = {number: signal.signal(number, lambda *_: stop()) for number in STOPPING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def has_browser() -> bool:
    """Whether there is a screen to open a page on; else webbrowser might take the terminal for a text browser."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
