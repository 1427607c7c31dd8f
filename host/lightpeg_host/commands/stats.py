"""`lightpeg stats`: who played how, as tables and small plots."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from lightpeg_host.client.names import Names
from lightpeg_host.commands.games import DatabaseOption, counted
from lightpeg_host.commands.options import JsonOption

if TYPE_CHECKING:
    from lightpeg_host.database.stats import Choice, Figures, Of, Statistics

# Lights in the longest bar of a plot; with the words beside it, it fits into 80 columns.
BAR = 40
# Plots for so many variants; for the others --variant asks.
PLOTS = 3
NONE = "-"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(stats)


def stats(
    player: Annotated[
        str | None, typer.Option("--player", metavar="NAME", help="Only what this player played.")
    ] = None,
    variant: Annotated[
        str | None, typer.Option("--variant", metavar="NAME", help="Only this variant, by its key or its name.")
    ] = None,
    board: Annotated[
        str | None,
        typer.Option(
            "--board", metavar="ID|NAME", help="Only the games of this board: its name, or how its id begins."
        ),
    ] = None,
    since: Annotated[
        str | None, typer.Option("--since", metavar="DATE", help="Only from this year, month, day or minute on.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", metavar="DATE", help="Only up to this year, month, day or minute.")
    ] = None,
    database: DatabaseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Who played how: for each player, each variant and each pair.

    A game whose date is not known for sure counts in a period only if it was played in it whatever its date is.
    """
    from lightpeg_host.database import period
    from lightpeg_host.database import stats as asked
    from lightpeg_host.database.opening import open_database

    # A name may have been given since the last sync.
    known = None if board is None else Names().board(board)
    choice = asked.Choice(
        since=None if since is None else period.since(since),
        until=None if until is None else period.until(until),
        player=player,
        variant=variant,
        board=known or board,
    )
    with open_database(database) as opened, opened.reading() as session:
        found = asked.statistics(session, choice)
    if as_json:
        print(json.dumps(asked.as_dict(found), indent=2, ensure_ascii=False))
        return
    show(Console(highlight=False), found, choice, opened.shown)


def show(console: Console, found: Statistics, choice: Choice, where: str) -> None:
    """Print them, readable in 80 columns and without colours."""
    if found.left_out:
        console.print(
            f"{counted(found.left_out, 'game')} left out: "
            f"{'it' if found.left_out == 1 else 'they'} may or may not have been played in this period.",
            soft_wrap=True,
        )
    if not found.games and not found.void:
        console.print(
            f"There are no such games in {escape(where)}. `lightpeg sync` takes over those of a board.", soft_wrap=True
        )
        return
    void = f", {found.void} void" if found.void else ""
    console.print(f"{counted(found.games, 'game')}{void}; {counted(found.matches, 'match').replace('chs', 'ches')}")
    _print_table(console, "Players", "player", found.players)
    if choice.player is None:
        _print_variants(console, found.variants)
    else:
        _print_table(console, "Variants", "variant", found.player_variants)
    _print_pairs(console, found)
    plots = found.variants if choice.player is None else found.player_variants
    plots = sorted((of for of in plots if of.figures.codes and of.player != "Board"), key=lambda of: -of.figures.codes)
    for of in plots[:PLOTS]:
        _print_plot(console, of)
    if len(plots) > PLOTS:
        console.print("More plots: --variant NAME", style="dim")


def _table(title: str, name: str, columns: tuple[str, ...]) -> Table:
    table = Table(
        title=title, box=SIMPLE_HEAD, title_justify="left", title_style="bold", pad_edge=False, padding=(0, 1, 0, 0)
    )
    table.add_column(name, overflow="ellipsis", no_wrap=True, min_width=8)
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True, min_width=len(column))
    return table


def _print_table(console: Console, title: str, what: str, found: list[Of]) -> None:
    """What players did: the lines are players or, of one player, variants."""
    columns = ("games", "won", "drawn", "lost", "points", "codes", "avg", "best", "s/row", "streak")
    several = what == "variant" and len({of.player for of in found}) > 1
    table = _table(title, what, columns)
    for of in found:
        name = of.player if what == "player" else of.variant
        figures = of.figures
        table.add_row(
            escape(f"{of.variant}, {of.player}" if several else name),
            str(figures.games),
            str(figures.wins),
            str(figures.draws),
            str(figures.losses),
            _or_none(figures.points),
            f"{figures.solved}/{figures.codes}",
            _rounded(figures.average),
            _or_none(figures.best),
            _rounded(figures.seconds_per_guess, 1),
            f"{figures.streak}/{figures.best_streak}",
        )
    console.print()
    console.print(table)
    if what == "player":
        console.print("codes: found/tried; s/row: seconds for a row; streak: wins in a row, now/most", style="dim")


def _print_variants(console: Console, found: list[Of]) -> None:
    table = _table("Variants", "variant", ("games", "void", "matches", "codes", "avg", "best", "s/row"))
    for of in found:
        figures = of.figures
        table.add_row(
            escape(of.variant),
            str(figures.games),
            str(figures.void),
            str(figures.matches),
            f"{figures.solved}/{figures.codes}",
            _rounded(figures.average),
            _or_none(figures.best),
            _rounded(figures.seconds_per_guess, 1),
        )
    console.print()
    console.print(table)


def _print_pairs(console: Console, found: Statistics) -> None:
    if not found.pairs:
        return
    table = _table("Who beats whom", "players", ("games", "won", "drawn", "lost", "avg", "their avg"))
    for pair in found.pairs:
        one, other = pair.first_figures, pair.second_figures
        table.add_row(
            escape(f"{pair.first} - {pair.second}"),
            str(one.games),
            str(one.wins),
            str(one.draws),
            str(one.losses),
            _rounded(one.average),
            _rounded(other.average),
        )
    console.print()
    console.print(table)


def _print_plot(console: Console, of: Of) -> None:
    """A bar for each number of guesses that a code took."""
    figures: Figures = of.figures
    ends = {f"{guesses:2}": figures.distribution.get(guesses, 0) for guesses in _guesses(figures)}
    if figures.unsolved:
        ends[" -"] = figures.unsolved
    light = "#" if console.options.ascii_only else "\u2588"
    most = max(ends.values())
    whose = f" of {of.player}" if of.player else ""
    console.print()
    console.print(
        f"[bold]{escape(of.variant + whose)}[/]: guesses for a code{', - not found' if figures.unsolved else ''}"
    )
    for label, codes in ends.items():
        # Whatever is there can be seen.
        length = max(1, round(BAR * codes / most)) if codes else 0
        console.print(f"  {label} {light * length}{' ' if length else ''}{codes}")


def _guesses(figures: Figures) -> range:
    if not figures.distribution:
        return range(0)
    return range(min(figures.distribution), max(figures.distribution) + 1)


def _or_none(value: Any) -> str:
    return NONE if value is None else str(value)


def _rounded(value: float | None, places: int = 2) -> str:
    return NONE if value is None else f"{value:.{places}f}"
