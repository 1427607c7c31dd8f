"""Charts of statistics, as options for ECharts."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from typing import Any

from lightpeg_host.database.history import GameLine
from lightpeg_host.database.stats import THE_BOARD, Of, Statistics

# Apart for every kind of colour vision, and readable on light and dark.
COLOURS = ["#3b82c4", "#e08a1e", "#2a9d78", "#c2557f", "#8a6bd1", "#a3a02c", "#5aa9c9", "#b5613c"]
WON, DRAWN, LOST = "#2a9d78", "#a3a3a3", "#c2410c"
# Bars beside each other that can still be told apart.
MOST = 8
# Names that have room beside each other.
FLAT = 4

Options = dict[str, Any]


def busiest(parts: Iterable[Of]) -> list[Of]:
    """As many as a chart shows: those with the most games, in the order in which they came."""
    parts = list(parts)
    chosen = sorted(parts, key=lambda of: -of.figures.games)[:MOST]
    return [of for of in parts if of in chosen]


def distribution(parts: Iterable[Of]) -> Options:
    """How many codes needed how many guesses; a bar for each part, stacked. The last are those not found."""
    parts = busiest(of for of in parts if of.figures.codes)
    most = max((guesses for of in parts for guesses in of.figures.distribution), default=0)
    series = []
    for of in parts:
        figures = of.figures
        data = [figures.distribution.get(guesses, 0) for guesses in range(1, most + 1)]
        series.append(_bars(of.player or of.variant, [*data, figures.unsolved], stack="codes"))
    return _chart([*map(str, range(1, most + 1)), "not found"], series, "codes")


def outcomes(told: Statistics) -> Options:
    """Wins, draws and losses of each player who has any."""
    people = [of for of in told.players if of.player != THE_BOARD]
    players = busiest(of for of in people if of.figures.wins + of.figures.draws + of.figures.losses)
    series = [
        _bars("won", [of.figures.wins for of in players], WON, "outcomes"),
        _bars("drawn", [of.figures.draws for of in players], DRAWN, "outcomes"),
        _bars("lost", [of.figures.losses for of in players], LOST, "outcomes"),
    ]
    return _chart([of.player for of in players], series, "", named=True)


def averages(told: Statistics) -> Options:
    """Guesses for a code that was found, on average: each player in each variant."""
    return _grouped(told, lambda of: None if of.figures.average is None else round(of.figures.average, 2), "guesses")


def paces(told: Statistics) -> Options:
    """Seconds for a guess, on average: each player in each variant."""
    return _grouped(told, _pace, "seconds")


def months(lines: Iterable[GameLine]) -> Options:
    """Games by month, for those whose month is known; the variants stacked."""
    counts: Counter[tuple[str, str]] = Counter()
    for line in lines:
        if line.earliest is None or line.latest is None:
            continue
        first, last = (time.strftime("%Y-%m", time.localtime(at)) for at in (line.earliest, line.latest))
        if first == last:
            counts[first, line.variant] += 1
    spans = _all_months(sorted({month for month, _ in counts}))
    variants = [name for name, _ in Counter(variant for _, variant in counts.elements()).most_common(MOST)]
    series = [_bars(name, [counts[month, name] for month in spans], stack="games") for name in variants]
    return _chart(spans, series, "games")


def _all_months(months: list[str]) -> list[str]:
    """From the first to the last, those without games as well."""
    if not months:
        return []
    year, month = map(int, months[0].split("-"))
    found = [months[0]]
    while found[-1] < months[-1]:
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
        found.append(f"{year:04}-{month:02}")
    return found


def _pace(of: Of) -> float | None:
    pace = of.figures.seconds_per_guess
    return None if pace is None else round(pace, 1)


def _grouped(told: Statistics, value: Any, unit: str) -> Options:
    cells = {(of.player, of.variant): value(of) for of in told.player_variants if of.player != THE_BOARD}
    people = busiest(of for of in told.players if of.player != THE_BOARD and of.figures.codes)
    players = [of.player for of in people]
    variants = [of.variant for of in busiest(told.variants)]
    series = [_bars(player, [cells.get((player, variant)) for variant in variants]) for player in players]
    return _chart(variants, series, unit, named=True)


def _bars(name: str, data: list[Any], colour: str | None = None, stack: str | None = None) -> Options:
    bars: Options = {"type": "bar", "name": name, "data": data, "barMaxWidth": 34}
    if colour is not None:
        bars["itemStyle"] = {"color": colour}
    if stack is not None:
        bars["stack"] = stack
    return bars


def _chart(names: list[str], series: list[Options], up: str, named: bool = False) -> Options:
    """`named` says that each bar has a name of its own, which has to be there, if need be aslant or shortened."""
    labels: Options = {}
    if named:
        labels = {"interval": 0, "width": 96, "overflow": "truncate", "rotate": 30 if len(names) > FLAT else 0}
    line = {"lineStyle": {"color": "#8887"}}
    return {
        "color": COLOURS,
        "animation": False,
        "tooltip": {"trigger": "axis", "confine": True},
        "legend": {"type": "scroll", "bottom": 0, "show": len(series) > 1},
        "grid": {"left": 8, "right": 20, "top": 34, "bottom": 34 if len(series) > 1 else 8, "containLabel": True},
        "xAxis": {
            "type": "category",
            "data": names,
            "axisLine": line,
            "axisLabel": labels,
        },
        "yAxis": {
            "type": "value",
            "name": up,
            "nameTextStyle": {"align": "left"},
            "splitLine": {"lineStyle": {"color": "#8883"}},
            "minInterval": 1,
        },
        "series": series,
    }
