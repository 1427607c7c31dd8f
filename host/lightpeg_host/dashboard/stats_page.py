"""Statistics: figures, charts and tables per player, variant, pair and period."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import Any

from nicegui import ui

from lightpeg_host.dashboard import charts, shell
from lightpeg_host.dashboard.filters import Filters
from lightpeg_host.dashboard.shelf import Known, Told
from lightpeg_host.database.stats import THE_BOARD, Figures, Of, Pair

NOTHING = "-"
# Of these, those that mean something where all players are taken together.
ABOUT_VARIANTS = (0, 5, 6, 7, 9)
HEADS = ("Games", "Won", "Drawn", "Lost", "Points", "Codes found", "Average", "Best", "Streak", "Time per guess")


def register(dashboard: Any) -> None:
    """Add the page."""

    @ui.page("/statistics")
    async def statistics() -> None:
        with shell.page("/statistics", "Statistics"):
            known, why = await shell.ask(dashboard.shelf.known)
            if why is not None:
                shell.warning(why)
            elif not known.variants:
                shell.no_games()
            else:
                await Board(dashboard.shelf, known).show()


class Board:
    """The figures of the games that the filters let through."""

    def __init__(self, shelf: Any, known: Known) -> None:
        self._shelf = shelf
        with shell.card():
            self._filters = Filters(known, self.show)
        self._content = ui.column().classes("full-width")

    async def show(self) -> None:
        """Ask anew, and show what there is."""
        told, why = await shell.ask(self._shelf.statistics, self._filters.choice)
        if shell.left():
            return
        self._content.clear()
        with self._content:
            if why is not None:
                shell.warning(why)
            elif not told.lines:
                with shell.card():
                    ui.label("No game fits these filters.")
                    self._left_out(told)
            else:
                self._show(told)

    def _show(self, told: Told) -> None:
        found = told.statistics
        chosen = next((of for of in found.players if of.player == self._filters.player), None)
        with shell.card(chosen.player if chosen else "All players"):
            _figures(_summary(told, chosen))
            self._left_out(told)
        parts = [of for of in found.players if of.player != THE_BOARD] if chosen is None else [chosen]
        with ui.element("div").classes("lp-charts"):
            _chart("Guesses needed for a code", charts.distribution(parts))
            _chart("Won, drawn, lost", charts.outcomes(found))
            _chart("Guesses for a code, on average", charts.averages(found))
            _chart("Seconds for a guess", charts.paces(found))
            _chart("Games by month", charts.months(told.lines))
        if len(parts) > charts.MOST or len(found.variants) > charts.MOST:
            shell.hint(f"The charts show the {charts.MOST} players and variants with the most games, the tables all.")
        _table("Players", ("Player",), ((of.player,) for of in found.players), found.players)
        _variants(found.variants)
        both = [of for of in found.player_variants if of.player != THE_BOARD]
        _table("Players in each variant", ("Player", "Variant"), ((of.player, of.variant) for of in both), both)
        _pairs(found.pairs)

    def _left_out(self, told: Told) -> None:
        left = told.statistics.left_out
        if left:
            games = f"{left} game{'' if left == 1 else 's'}"
            shell.hint(f"{games} may have been played in this period or not: the board did not know the date.")


def _summary(told: Told, chosen: Of | None) -> list[tuple[str, str]]:
    found = told.statistics
    if chosen is None:
        return [
            (str(found.games), "games played to the end"),
            (str(found.matches), "matches between two"),
            (str(found.void), "void games"),
            (str(len([of for of in found.players if of.player != THE_BOARD])), "players"),
            (str(len(found.variants)), "variants"),
        ]
    figures = chosen.figures
    return [
        (str(figures.games), "games"),
        (f"{figures.wins} / {figures.draws} / {figures.losses}", "won / drawn / lost"),
        (_decimal(figures.average), "guesses on average"),
        (NOTHING if figures.best is None else str(figures.best), "guesses at best"),
        (f"{figures.solved} of {figures.codes}", "codes found"),
        (f"{figures.streak}, best {figures.best_streak}", "wins in a row"),
        (_seconds(figures), "for a guess"),
    ]


def _figures(figures: list[tuple[str, str]]) -> None:
    with ui.element("div").classes("lp-figures"):
        for number, name in figures:
            ui.html(f"<b>{html.escape(number)}</b><span>{html.escape(name)}</span>", sanitize=False).classes(
                "lp-figure"
            )


def _chart(title: str, options: charts.Options) -> None:
    if not options["series"] or not options["xAxis"]["data"]:
        return
    with shell.card(title):
        ui.echart(options, renderer="svg").classes("lp-chart").props(f'role="img" aria-label="{title}"')


def _cells(figures: Figures) -> tuple[str, ...]:
    points = NOTHING if figures.points is None else str(figures.points)
    return (
        str(figures.games),
        str(figures.wins),
        str(figures.draws),
        str(figures.losses),
        points,
        f"{figures.solved} of {figures.codes}" if figures.codes else NOTHING,
        _decimal(figures.average),
        NOTHING if figures.best is None else str(figures.best),
        f"{figures.streak} (best {figures.best_streak})",
        _seconds(figures),
    )


def _table(title: str, heads: tuple[str, ...], names: Iterable[tuple[str, ...]], parts: list[Of]) -> None:
    if not parts:
        return
    _write(title, heads, HEADS, [(name, _cells(of.figures)) for name, of in zip(names, parts, strict=True)])


def _variants(parts: list[Of]) -> None:
    heads = [HEADS[at] for at in ABOUT_VARIANTS]
    rows = []
    for of in parts:
        cells = _cells(of.figures)
        rows.append(((of.variant,), [cells[at] for at in ABOUT_VARIANTS]))
    _write("Variants", ("Variant",), heads, rows)


def _pairs(pairs: list[Pair]) -> None:
    if not pairs:
        return
    rows = []
    for pair in pairs:
        one, other = pair.first_figures, pair.second_figures
        cells = (
            str(one.games),
            str(one.wins),
            str(one.draws),
            str(other.wins),
            _decimal(one.average),
            _decimal(other.average),
        )
        rows.append(((pair.first, pair.second), cells))
    heads = ("Games", "First won", "Drawn", "Second won", "Average of the first", "Average of the second")
    _write("Who beats whom", ("First", "Second"), heads, rows)


def _write(
    title: str, names: Sequence[str], heads: Sequence[str], rows: Sequence[tuple[Sequence[str], Sequence[str]]]
) -> None:
    head = "".join(f'<th scope="col">{name}</th>' for name in names)
    head += "".join(f'<th scope="col" class="number">{name}</th>' for name in heads)
    body = []
    for called, cells in rows:
        row = "".join(f'<th scope="row">{html.escape(name)}</th>' for name in called)
        row += "".join(f'<td class="number">{html.escape(cell)}</td>' for cell in cells)
        body.append(f"<tr>{row}</tr>")
    with shell.card(title):
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>"
        ui.html(table, sanitize=False).classes("lp-table")


def _decimal(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.2f}"


def _seconds(figures: Figures) -> str:
    seconds = figures.seconds_per_guess
    return NOTHING if seconds is None else f"{seconds:.1f} s"
