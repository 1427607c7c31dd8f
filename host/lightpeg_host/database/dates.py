"""When a game was played.

A board has no clock battery: it knows the number of its start and the seconds since. A computer tells it the time,
which dates that start: its second 0 is an epoch from then on. Starts follow each other, so a start that no computer
was there for lies between two that are dated, and everything known to have happened in between makes the range
narrower. A date is never guessed: where computers contradict each other, nothing is taken from those in the wrong.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

# Clocks of computers differ by this much, and the board's crystal drifts by one part in so many.
SLACK_S = 120
DRIFT = 5000


@dataclass(frozen=True)
class Known:
    """What is known of a start: the longest that it ran, the epoch of its second 0 by the first computer that set the
    clock, and the least and the greatest that any computer has said."""

    number: int
    seconds: int = 0
    epoch: int | None = None
    low: int | None = None
    high: int | None = None

    @property
    def slack(self) -> int:
        """By how much honest clocks may differ about this start."""
        return SLACK_S + self.seconds // DRIFT

    @property
    def anchor(self) -> int | None:
        """The epoch of its second 0, or None where nobody has set it, or computers disagree about it."""
        if self.epoch is None or self.low is None or self.high is None or self.high - self.low > self.slack:
            return None
        return self.epoch


@dataclass(frozen=True)
class Window:
    """Bounds for a moment, both included; None is no bound."""

    earliest: int | None
    latest: int | None


def windows(starts: Sequence[Known]) -> dict[int, Window]:
    """For each start, the bounds of its second 0. The starts of one journal, in any order, each number once."""
    starts = sorted(starts, key=lambda start: start.number)
    # How long the starts before this one ran altogether, at least.
    before = list(itertools.accumulate((start.seconds for start in starts), initial=0))
    trusted = _trusted(starts, before)
    earliest: list[int | None] = []
    bound: int | None = None
    for place, start in enumerate(starts):
        if place in trusted and start.anchor is not None:
            bound = start.anchor - before[place]
        earliest.append(None if bound is None else bound + before[place])
    latest: list[int | None] = []
    bound = None
    for place in reversed(range(len(starts))):
        anchor = starts[place].anchor
        if place in trusted and anchor is not None:
            bound = anchor - before[place]
        latest.append(None if bound is None else bound + before[place])
    latest.reverse()
    return {start.number: _ordered(*bounds) for start, *bounds in zip(starts, earliest, latest, strict=True)}


def _ordered(earliest: int | None, latest: int | None) -> Window:
    # Within the slack, a start may seem to begin before the one before it has ended.
    if earliest is not None and latest is not None and earliest > latest:
        return Window(latest, earliest)
    return Window(earliest, latest)


def _trusted(starts: Sequence[Known], before: Sequence[int]) -> set[int]:
    """The places of the anchors that can be believed: those in every longest chain of anchors that agree with each
    other. Two that contradict each other are both out; one against two is out alone."""
    places = [place for place, start in enumerate(starts) if start.anchor is not None]
    # Less what ran before, anchors in the right order never fall.
    levels = [(starts[place].anchor or 0) - before[place] for place in places]

    def agree(one: int, other: int) -> bool:
        return levels[one] <= levels[other] + max(starts[places[one]].slack, starts[places[other]].slack)

    if all(agree(one, other) for one, other in itertools.pairwise(range(len(places)))):
        return set(places)
    ending = [1] * len(places)
    for one in range(len(places)):
        ending[one] = 1 + max((ending[other] for other in range(one) if agree(other, one)), default=0)
    starting = [1] * len(places)
    for one in reversed(range(len(places))):
        after = range(one + 1, len(places))
        starting[one] = 1 + max((starting[other] for other in after if agree(one, other)), default=0)
    longest = max(ending)
    in_chain = [one for one in range(len(places)) if ending[one] + starting[one] - 1 == longest]
    at_rank: dict[int, list[int]] = {}
    for one in in_chain:
        at_rank.setdefault(ending[one], []).append(one)
    return {places[group[0]] for group in at_rank.values() if len(group) == 1}
