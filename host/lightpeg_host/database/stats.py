"""Statistics of what is in the database: plain questions, answers as dataclasses.

How things are counted, which `docs/host/statistics.md` says to players:

- A game counts where it was played to an end. A void game counts as none, and its rows as no guesses; only its points
  stay, as in the match.
- Between two people the match is won, drawn or lost, by the count of its variant, when its last game is over. One
  player against the board wins a game by finding the code.
- Averages are over the codes that were found; the others are told beside them.
- Points of variants that count differently are never added up: they are None then.
- A period takes only games that ended in it for sure. Those that may have ended outside are told.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy.orm import Session

from lightpeg_host.database.played import DRAWN, THE_BOARD, WON, Choice, Played, select_games

__all__ = ["THE_BOARD", "Choice", "Figures", "Of", "Pair", "Statistics", "as_dict", "statistics"]


@dataclass
class Figures:
    """What a player did, altogether or in a part of the games.

    games         played to the end, in either role
    void          games that were void
    matches       between two, played to their end
    wins, draws, losses   of those, and of games against the board
    points        None where variants that count differently come together
    fewest        whether fewer points are better; None as for `points`
    codes         how many codes the player tried to break, and `solved` of them
    distribution  guesses needed: how many codes
    guesses       rows guessed, in codes found or not, and `spent_ms` for them
    streak        wins in a row up to now, and `best_streak` the most
    """

    games: int = 0
    void: int = 0
    matches: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: int | None = 0
    fewest: bool | None = None
    codes: int = 0
    solved: int = 0
    distribution: dict[int, int] = field(default_factory=dict)
    guesses: int = 0
    spent_ms: int = 0
    streak: int = 0
    best_streak: int = 0

    @property
    def average(self) -> float | None:
        """Guesses for a code that was found; None if none was."""
        if not self.solved:
            return None
        return sum(guesses * codes for guesses, codes in self.distribution.items()) / self.solved

    @property
    def best(self) -> int | None:
        """The fewest guesses for a code."""
        return min(self.distribution, default=None)

    @property
    def unsolved(self) -> int:
        """Codes that were not found."""
        return self.codes - self.solved

    @property
    def seconds_per_guess(self) -> float | None:
        """The time used for a row, on average; None without one."""
        return self.spent_ms / self.guesses / 1000 if self.guesses else None


@dataclass
class Of:
    """Figures and what they are of: a player, a variant, or a player in a variant. "" is all of them. Those of a
    variant are of all its players together: nobody in them wins, loses or gets points."""

    figures: Figures
    player: str = ""
    variant: str = ""
    variant_key: str = ""


@dataclass
class Pair:
    """Two who played against each other: the figures of each in those games."""

    first: str
    second: str
    first_figures: Figures
    second_figures: Figures


@dataclass
class Statistics:
    """The answer. `games` counts those that the figures are of, `void` those that were void, `left_out` those that
    may or may not have been played in the period, `matches` the matches between two that were played to their end."""

    games: int
    void: int
    left_out: int
    matches: int
    players: list[Of]
    variants: list[Of]
    player_variants: list[Of]
    pairs: list[Pair]


def statistics(session: Session, choice: Choice | None = None) -> Statistics:
    """The statistics of the games that are meant."""
    choice = choice or Choice()
    chosen, left_out = select_games(session, choice)
    by_player: dict[tuple[int, str], Tally] = {}
    by_variant: dict[tuple[str, str], Tally] = {}
    by_both: dict[tuple[int, str, str, str], Tally] = {}
    by_pair: dict[tuple[int, int], tuple[Tally, Tally]] = {}
    names: dict[int, str] = {}
    for game in chosen:
        variant = (game.variant_key, game.variant)
        by_variant.setdefault(variant, Tally(together=True)).add(game, (0, 1))
        seats = _seats(game)
        for player, at in seats.items():
            name = names[player] = game.seats[at[0]].name
            by_player.setdefault((player, name), Tally()).add(game, at)
            by_both.setdefault((player, name, *variant), Tally()).add(game, at)
        if len(seats) == 2:
            one, other = sorted(seats, key=lambda player: (player == 0, game.seats[seats[player][0]].name))
            if (other, one) in by_pair:
                # They are shown alike: someone is called as the tool calls whoever has no name.
                one, other = other, one
            tallies = by_pair.setdefault((one, other), (Tally(), Tally()))
            tallies[0].add(game, seats[one])
            tallies[1].add(game, seats[other])
    wanted = _wanted(choice.player, names)
    return Statistics(
        games=sum(not game.void for game in chosen),
        void=sum(game.void for game in chosen),
        left_out=left_out,
        matches=sum(game.ends_match for game in chosen),
        players=_sorted(
            Of(tally.figures, player=name)
            for (player, name), tally in by_player.items()
            if wanted is None or player in wanted
        ),
        variants=_sorted(Of(tally.figures, variant=name, variant_key=key) for (key, name), tally in by_variant.items()),
        player_variants=_sorted(
            Of(tally.figures, player=name, variant=variant, variant_key=key)
            for (player, name, key, variant), tally in by_both.items()
            if wanted is None or player in wanted
        ),
        pairs=sorted(
            (
                Pair(names[one], names[other], tallies[0].figures, tallies[1].figures)
                for (one, other), tallies in by_pair.items()
                if wanted is None or one in wanted or other in wanted
            ),
            key=lambda pair: (-pair.first_figures.games, pair.first, pair.second),
        ),
    )


def _seats(game: Played) -> dict[int, list[int]]:
    """Each player's seats, in their order: the numbers of players are not the same in another database."""
    seats: dict[int, list[int]] = {}
    for at, seat in enumerate(game.seats):
        seats.setdefault(seat.player, []).append(at)
    return seats


def _sorted(found: Iterable[Of]) -> list[Of]:
    return sorted(found, key=lambda of: (of.player == THE_BOARD, of.player, -of.figures.games, of.variant))


def _wanted(player: str | None, names: dict[int, str]) -> set[int] | None:
    if player is None:
        return None
    return {number for number, name in names.items() if name.casefold() == player.strip().casefold()}


class Tally:
    """Adds games up to figures. They come in the order in which they were played. `together` is for several players
    as one."""

    def __init__(self, together: bool = False) -> None:
        self.figures = Figures(points=None if together else 0)
        self._together = together
        self._counting: set[str] = set()

    def add(self, game: Played, seats: Iterable[int]) -> None:
        """Count a game once, for these seats of it."""
        figures = self.figures
        if game.void:
            figures.void += 1
        else:
            figures.games += 1
        figures.matches += game.ends_match
        self._counting.add(game.counting)
        for at in seats:
            self._add_seat(game, at)
        if len(self._counting) > 1:
            figures.points = figures.fewest = None
        else:
            figures.fewest = game.counting == "guesses"

    def _add_seat(self, game: Played, at: int) -> None:
        figures, seat = self.figures, game.seats[at]
        if figures.points is not None:
            figures.points += seat.points
        if not self._together:
            self._add_outcome(game.outcome(at))
        if game.void or not game.broke(at):
            return
        figures.codes += 1
        figures.guesses += seat.guesses
        figures.spent_ms += seat.spent_ms
        if seat.solved:
            figures.solved += 1
            figures.distribution[seat.guesses] = figures.distribution.get(seat.guesses, 0) + 1

    def _add_outcome(self, outcome: str | None) -> None:
        figures = self.figures
        if outcome == WON:
            figures.wins += 1
            figures.streak += 1
            figures.best_streak = max(figures.best_streak, figures.streak)
        elif outcome is not None:
            figures.streak = 0
            if outcome == DRAWN:
                figures.draws += 1
            else:
                figures.losses += 1


def as_dict(found: Statistics) -> dict[str, Any]:
    """The statistics as plain data, for JSON."""
    return {
        "games": found.games,
        "void": found.void,
        "left_out": found.left_out,
        "matches": found.matches,
        "players": [{"player": of.player, **_figures(of.figures)} for of in found.players],
        "variants": [{"variant": of.variant_key, "name": of.variant, **_figures(of.figures)} for of in found.variants],
        "player_variants": [
            {"player": of.player, "variant": of.variant_key, "name": of.variant, **_figures(of.figures)}
            for of in found.player_variants
        ],
        "pairs": [
            {
                "players": [pair.first, pair.second],
                "figures": [_figures(pair.first_figures), _figures(pair.second_figures)],
            }
            for pair in found.pairs
        ],
    }


def _figures(figures: Figures) -> dict[str, Any]:
    return asdict(figures) | {
        "distribution": {str(guesses): codes for guesses, codes in sorted(figures.distribution.items())},
        "unsolved": figures.unsolved,
        "average": figures.average,
        "best": figures.best,
        "seconds_per_guess": figures.seconds_per_guess,
    }
