"""What happened, in words, and pegs and keys as HTML."""

from __future__ import annotations

import html
import io
import time
from typing import Any

from rich.console import Console
from rich.text import Text

from lightpeg.core.variant import Variant
from lightpeg.store.game_reader import FinishedGame
from lightpeg_host.dashboard.drawn import guessers, on_screen, peg_names, row_of_pegs

WHO = {
    "board": "One against the board",
    "screen": "Two, secret under the screen",
    "paper": "Two, secret on paper",
    "duel": "Two at once",
}
RESULTS = {
    "solved": "Solved",
    "unsolved": "Not solved",
    "resigned": "Given up",
    "timeout": "Out of time",
    "void": "Void: wrong feedback",
    "won": "Won",
    "draw": "Draw",
}
_DUEL = {
    "code": "found the code",
    "both": "both found the code",
    "rows": "nobody found the code",
    "time": "on time",
    "resigned": "the other gave up",
}
# Only to take lines apart: nothing is printed.
_CONSOLE = Console(file=io.StringIO())
# A light peg's name is written dark, a dark one's light.
_MIDDLE = 128


def names(game: FinishedGame) -> tuple[str, str]:
    """What to call the two sides of a finished game."""
    other = "Board" if game.who == "board" else game.names[1] or "P2"
    return game.names[0] or "P1", other


def ending(game: FinishedGame) -> str:
    """How a finished game ended, as a sentence."""
    who = names(game)
    if game.who == "duel":
        why = _DUEL.get(game.reason or "", "")
        if game.winner is None:
            return f"Draw: {why}." if why else "Draw."
        return f"{who[game.winner]} won" + (f": {why}." if why else ".")
    player = guessers(game)[0]
    count = len(game.rows[player])
    rows = f"{count} row{'' if count == 1 else 's'}"
    if game.result == "solved":
        return f"{who[player]} found the code in {rows}."
    if game.result == "void":
        return f"Void after {rows}: {who[1 - player]} gave wrong feedback."
    if game.result == "timeout":
        return f"Time was up after {rows}."
    if game.result == "resigned":
        return f"{who[player]} gave up after {rows}."
    return f"{who[player]} did not find the code in {rows}."


def standing(game: FinishedGame) -> str:
    """What a finished game gave, and how the match stood after it."""
    who = names(game)
    if game.who == "board":
        points = f"{game.points[0]} point{'' if game.points[0] == 1 else 's'}, {game.totals[0]} in the match."
    else:
        points = (
            f"{who[0]} {game.points[0]}, {who[1]} {game.points[1]}; in the match {game.totals[0]} to {game.totals[1]}."
        )
    if not game.over or game.who == "board":
        return points
    return points + (" The match is a tie." if game.leader is None else f" {who[game.leader]} won the match.")


def duration(ms: int) -> str:
    """A time as a person says it."""
    seconds = round(ms / 1000)
    if seconds < 60:
        return f"{ms / 1000:.1f} s"
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def pegs_html(variant: Variant, pegs: Any) -> str:
    """Pegs as coloured discs with their digit or letter in them."""
    letters = peg_names(variant, pegs)
    discs = []
    for colour, letter in zip(row_of_pegs(variant, pegs), letters, strict=True):
        if colour:
            discs.append(_disc(colour, letter))
        else:
            discs.append('<i class="blank"></i>')
    return f'<span class="lp-pegs" role="img" aria-label="{html.escape(" ".join(letters))}">{"".join(discs)}</span>'


def _disc(colour: str, letter: str) -> str:
    """A peg of a colour, #rrggbb, with its letter in it."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    ink = "#000" if red * 0.3 + green * 0.59 + blue * 0.11 > _MIDDLE else "#fff"
    return f'<i style="background:{colour};color:{ink}">{html.escape(letter)}</i>'


def keys_html(black: int, white: int) -> str:
    """Feedback as key pegs."""
    keys = '<i class="black"></i>' * black + "<i></i>" * white
    return f'<span class="lp-keys" role="img" aria-label="{black} placed, {white} misplaced">{keys}</span>'


def told_html(at: float, line: Text) -> str:
    """What a board told, with the time of day before it."""
    then = time.localtime(at)
    parts = []
    for part in line.render(_CONSOLE):
        style = part.style
        words = html.escape(part.text)
        if style is not None and style.bgcolor is not None:
            words = _disc(on_screen(style.bgcolor.get_truecolor()), part.text.strip())
        elif style is not None and style.bold:
            words = f"<b>{words}</b>"
        elif style is not None and style.dim:
            words = f'<span class="lp-hint">{words}</span>'
        parts.append(words)
    clock = f'<time class="lp-hint" title="{time.strftime("%H:%M:%S", then)}">{time.strftime("%H:%M", then)}</time>'
    return f"{clock}<span>{''.join(parts)}</span>"
