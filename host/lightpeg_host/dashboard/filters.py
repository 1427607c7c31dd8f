"""The filters of the pages about games: player, variant, board and period."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from nicegui import ui

from lightpeg_host.dashboard.shelf import Known, choice
from lightpeg_host.database.stats import Choice


class Filters:
    """A row of filters; `changed` is called after each change."""

    def __init__(self, known: Known, changed: Callable[[], Awaitable[None]]) -> None:
        with ui.element("div").classes("lp-line lp-filters").props('role="search" aria-label="Filters"'):
            self._player = _select("Player", dict(zip(known.players, known.players, strict=True)), changed)
            self._variant = _select("Variant", known.variants, changed)
            self._board = _select("Board", dict(zip(known.boards, known.boards, strict=True)), changed)
            self._first = _day("From", changed)
            self._last = _day("To", changed)
            ui.button("All", icon="clear", on_click=self._clear).props("flat dense")

    @property
    def choice(self) -> Choice:
        """Which games are meant."""
        return choice(self._player.value, self._variant.value, self._board.value, self._first.value, self._last.value)

    @property
    def player(self) -> str | None:
        """The player who was chosen."""
        value = self._player.value
        return value if isinstance(value, str) else None

    def _clear(self) -> None:
        for control in (self._player, self._variant, self._board, self._first, self._last):
            control.value = None


def _select(label: str, options: dict[str, str], changed: Callable[[], Awaitable[None]]) -> ui.select:
    return ui.select(options, label=label, clearable=True, on_change=changed).props("outlined dense")


def _day(label: str, changed: Callable[[], Awaitable[None]]) -> ui.input:
    return ui.input(label, on_change=changed).props("outlined dense type=date stack-label")
