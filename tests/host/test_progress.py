"""A bar for what takes longer than a moment, on a terminal only."""

import io

import pytest

from lightpeg_host import progress as module
from lightpeg_host.progress import progress


class Terminal(io.StringIO):
    def __init__(self, terminal=True):
        super().__init__()
        self._terminal = terminal

    def isatty(self):
        return self._terminal


def shown(monkeypatch, seconds, terminal=True, error=None):
    """What is drawn of a work of three steps that lasts so long altogether."""
    stream = Terminal(terminal)
    clock = iter([0.0, seconds / 3, seconds * 2 / 3, seconds])
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(module.time, "monotonic", lambda: next(clock, seconds))
    monkeypatch.setenv("TERM", "xterm")
    with progress("Sending") as report:
        for step in range(3):
            report(step + 1, 3)
            if error is not None:
                raise error
    return stream.getvalue()


def test_what_is_done_at_once_shows_nothing(monkeypatch):
    assert shown(monkeypatch, 0.9) == ""


def test_what_lasts_shows_a_bar(monkeypatch):
    text = shown(monkeypatch, 3)
    assert "Sending" in text and "3/3" in text


def test_nothing_is_drawn_where_nobody_looks(monkeypatch):
    assert shown(monkeypatch, 3, terminal=False) == ""


def test_an_error_passes_through(monkeypatch):
    with pytest.raises(KeyboardInterrupt):
        shown(monkeypatch, 9, error=KeyboardInterrupt())
