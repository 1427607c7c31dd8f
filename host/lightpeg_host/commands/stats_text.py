"""Statistics as tables and small plots, for terminals of any width, with colours or without."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from lightpeg_host.commands.games import counted

if TYPE_CHECKING:
    from lightpeg_host.database.stats import Choice, Figures, Of, Pair, Statistics

# Lights in the longest bar of a plot, where there is room; and for a single code, so that few look like few.
BAR = 40
LIGHTS = 8
# What stands in a plot beside the bar.
BESIDE = 12
# Plots for so many variants; for the others --variant asks.
PLOTS = 3
NONE = "-"
# What a table has beside its columns, and each column but the first beside its text.
EDGES = 2
SPACE = 2
# Characters of a name that are shown at least.
SHORTEST_NAME = 8

Line = tuple[str, list[str]]


def show(console: Console, found: Statistics, choice: Choice) -> None:
    """Print statistics of some games."""
    void = f", {found.void} void" if found.void else ""
    console.print(f"{counted(found.games, 'game')}{void}; {counted(found.matches, 'match').replace('chs', 'ches')}")
    _print_players(console, found.players)
    if choice.player is None:
        _print_variants(console, found.variants)
    else:
        _print_variants_of_player(console, found.player_variants)
    _print_pairs(console, found.pairs, choice.player)
    plots = found.variants if choice.player is None else found.player_variants
    plots = sorted((of for of in plots if of.figures.codes), key=lambda of: -of.figures.codes)
    for of in plots[:PLOTS]:
        _print_plot(console, of)
    if len(plots) > PLOTS:
        console.print("More plots: --variant NAME", style="dim")


# -- tables -----------------------------------------------------------------------------------------------------------


def _print_players(console: Console, found: list[Of]) -> None:
    _print_table(console, "Players", "player", PLAYED, [(of.player, _played(of.figures)) for of in found])
    console.print("codes: found/tried; s/row: seconds for a row; streak: wins in a row, now/most", style="dim")


PLAYED = ("games", "won", "drawn", "lost", "points", "codes", "avg", "best", "s/row", "streak")


def _played(figures: Figures) -> list[str]:
    return [
        str(figures.games),
        str(figures.wins),
        str(figures.draws),
        str(figures.losses),
        _or_none(figures.points),
        *_guessing(figures),
        f"{figures.streak}/{figures.best_streak}",
    ]


def _guessing(figures: Figures) -> list[str]:
    return [
        f"{figures.solved}/{figures.codes}",
        _rounded(figures.average),
        _or_none(figures.best),
        _rounded(figures.seconds_per_guess, 1),
    ]


def _print_variants_of_player(console: Console, found: list[Of]) -> None:
    # People without a name may be called alike, each on a board of that name.
    several = len({of.player for of in found}) > 1
    lines = [(f"{of.variant}, {of.player}" if several else of.variant, _played(of.figures)) for of in found]
    _print_table(console, "Variants", "variant", PLAYED, lines)


def _print_variants(console: Console, found: list[Of]) -> None:
    columns = ("games", "void", "matches", "codes", "avg", "best", "s/row")
    lines = [
        (of.variant, [str(of.figures.games), str(of.figures.void), str(of.figures.matches), *_guessing(of.figures)])
        for of in found
    ]
    _print_table(console, "Variants", "variant", columns, lines)


def _print_pairs(console: Console, found: list[Pair], player: str | None) -> None:
    if not found:
        return
    wanted = None if player is None else player.strip().casefold()
    lines = []
    for pair in found:
        sides = [(pair.first, pair.first_figures), (pair.second, pair.second_figures)]
        if wanted not in (None, pair.first.casefold()):
            # Who was asked for comes first.
            sides.reverse()
        (name, one), (other_name, other) = sides
        figures = [
            str(one.games),
            str(one.wins),
            str(one.draws),
            str(one.losses),
            _both(_or_none(one.points), _or_none(other.points)),
            _both(_rounded(one.average), _rounded(other.average)),
            f"{one.streak}/{one.best_streak}",
        ]
        lines.append((f"{name} - {other_name}", figures))
    columns = ("games", "won", "drawn", "lost", "points", "avg", "streak")
    _print_table(console, "Who beats whom", "players", columns, lines)
    console.print("won, lost, streak: the first one's; points, avg: the first one's:the other's", style="dim")


def _both(of_one: str, of_other: str) -> str:
    return NONE if of_one == of_other == NONE else f"{of_one}:{of_other}"


def _print_table(console: Console, title: str, name: str, columns: tuple[str, ...], lines: list[Line]) -> None:
    """A table, or several below each other where it is too wide: each has the names, so that all can be read."""
    widths = [
        SPACE + max(cell_len(text) for text in (column, *(figures[place] for _, figures in lines)))
        for place, column in enumerate(columns)
    ]
    longest = max(cell_len(text) for text in (name, *(of for of, _ in lines)))
    room = console.width - EDGES
    shortest = min(longest, SHORTEST_NAME)
    if room - sum(widths) < shortest:
        shortest = max(shortest, min(longest, room // 2))
    parts = _parts(widths, room - shortest)
    console.print()
    for part in parts:
        table = Table(
            title=title if part is parts[0] else None,
            box=SIMPLE_HEAD,
            title_justify="left",
            title_style="bold",
            pad_edge=False,
            padding=(0, 1, 0, 0),
        )
        wide = max(shortest, min(longest, room - sum(widths[place] for place in part)))
        table.add_column(name, overflow="ellipsis", no_wrap=True, width=wide)
        for place in part:
            table.add_column(columns[place], justify="right", no_wrap=True, width=widths[place] - SPACE)
        for of, figures in lines:
            table.add_row(escape(of), *(figures[place] for place in part))
        console.print(table)


def _parts(widths: list[int], room: int) -> list[list[int]]:
    """The places of the columns that fit beside each other, in their order."""
    parts: list[list[int]] = [[]]
    for place, width in enumerate(widths):
        if parts[-1] and sum(widths[other] for other in parts[-1]) + width > room:
            parts.append([])
        parts[-1].append(place)
    return parts


# -- plots ------------------------------------------------------------------------------------------------------------


def _print_plot(console: Console, of: Of) -> None:
    """A bar for each number of guesses that a code took."""
    figures = of.figures
    ends = {f"{guesses:2}": figures.distribution.get(guesses, 0) for guesses in _guesses(figures)}
    if figures.unsolved:
        ends[" -"] = figures.unsolved
    light = "#" if console.options.ascii_only else "\u2588"
    most = max(ends.values())
    longest = max(1, min(BAR, LIGHTS * most, console.width - BESIDE))
    whose = f" of {of.player}" if of.player else ""
    console.print()
    console.print(
        f"[bold]{escape(of.variant + whose)}[/]: guesses for a code{', - not found' if figures.unsolved else ''}"
    )
    for label, codes in ends.items():
        # Whatever is there can be seen.
        length = max(1, round(longest * codes / most)) if codes else 0
        console.print(f"  {label} {light * length}{' ' if length else ''}{codes}")


def _guesses(figures: Figures) -> range:
    if not figures.distribution:
        return range(0)
    return range(min(figures.distribution), max(figures.distribution) + 1)


def _or_none(value: Any) -> str:
    return NONE if value is None else str(value)


def _rounded(value: float | None, places: int = 2) -> str:
    return NONE if value is None else f"{value:.{places}f}"
