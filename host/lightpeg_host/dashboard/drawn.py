"""Panels drawn for the dashboard with the firmware's own ui: finished games row by row, and samples of a variant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lightpeg.core.feedback import score
from lightpeg.core.variant import Variant
from lightpeg.store.game_reader import FinishedGame
from lightpeg.ui.draw import (
    Look,
    draw_caret,
    draw_clock,
    draw_palette,
    draw_pegs,
    draw_rows,
    draw_secret,
)
from lightpeg.ui.frame import Frame
from lightpeg.ui.layout import FIELD, Layout

HEIGHT = 16
# The palette with every colour as it is, and the names of the colours in the language of this tool.
STANDARD, ENGLISH = 0, 2
EMPTY = -1
# Guesses of a variant's sample.
SAMPLES = 4


@dataclass(frozen=True)
class Drawing:
    """A picture: linear LED levels, three bytes a light, line by line; `columns` lights a line."""

    columns: int
    levels: bytes


def guessers(game: FinishedGame) -> tuple[int, ...]:
    """The players who guessed in a finished game: both of a duel, else the codebreaker."""
    return (0, 1) if game.who == "duel" else (1 - game.codemaker,)


def last_step(game: FinishedGame) -> int:
    """The number of the step that shows how the game ended, the secret with it. Step n before it shows n rows."""
    return max(len(game.rows[player]) for player in guessers(game)) + 1


def played(game: FinishedGame) -> Variant:
    """The variant of this game: that of its match, with as many holes as its codes had."""
    variant = game.variant
    assert isinstance(variant, Variant)
    if game.holes != variant.holes:
        variant = variant.with_options(holes=game.holes)
        assert isinstance(variant, Variant)
    return variant


def replay(game: FinishedGame, step: int, palette: int = STANDARD) -> Drawing:
    """A finished game after `step` rows of each guesser. A duel has a field for each player, the first at the left."""
    players = guessers(game)
    frame = Frame(FIELD * len(players), HEIGHT)
    variant = played(game)
    look = Look(variant, palette, ENGLISH)
    over = step >= last_step(game)
    for place, player in enumerate(players):
        layout = Layout(variant, FIELD * place)
        rows = game.rows[player][: max(0, step)]
        draw_secret(frame, layout, game.secrets[1 - player] if over else None, look)
        draw_rows(frame, layout, variant, rows, look)
        draw_palette(frame, layout, variant, look, EMPTY)
    return Drawing(frame.width, bytes(frame.data))


def sample(variant: Variant, palette: int = STANDARD) -> Drawing:
    """A game of this variant under way: some rows with their feedback, one being set, the clock if there is one."""
    frame = Frame(FIELD, HEIGHT)
    layout = Layout(variant)
    look = Look(variant, palette, ENGLISH)
    secret = _code(variant, 0)
    rows = []
    for turn in range(min(SAMPLES, variant.rows - 1)):
        guess = _code(variant, turn + 1)
        black, white = score(secret, guess)
        rows.append((guess, black, white, 0))
    draw_secret(frame, layout, None, look)
    draw_rows(frame, layout, variant, rows, look)
    if variant.clock[0]:
        draw_clock(frame, 0, 12, variant.clock[0] * 700, variant.clock[2] * 1000)
    # The row being set: half of it is there.
    chosen = _code(variant, SAMPLES + 1)
    half = (variant.holes + 1) // 2
    draw_pegs(frame, layout, layout.peg_line(len(rows)), chosen[:half] + (EMPTY,) * (variant.holes - half), look)
    draw_palette(frame, layout, variant, look, chosen[half - 1])
    draw_caret(frame, layout, half - 1)
    return Drawing(frame.width, bytes(frame.data))


def row_of_pegs(variant: Variant, pegs: Sequence[int], palette: int = STANDARD) -> list[str]:
    """The screen colours of pegs, as #rrggbb; a blank is an empty string."""
    colours = Look(variant, palette, ENGLISH).colours
    found = []
    for peg in pegs:
        if peg == variant.colours or not 0 <= peg < len(colours):
            found.append("")
        else:
            found.append(on_screen((colours[peg] >> 16, colours[peg] >> 8 & 255, colours[peg] & 255)))
    return found


def on_screen(levels: Iterable[int]) -> str:
    """A light's colour on a screen, #rrggbb, from its three levels."""
    from lightpeg_host.pictures import seen

    return "#" + "".join(f"{seen(level):02x}" for level in levels)


def peg_names(variant: Variant, pegs: Sequence[int]) -> str:
    """Pegs as the digits or letters that the panel shows for them."""
    names = Look(variant, STANDARD, ENGLISH).symbols
    return "".join(names[peg] if 0 <= peg < len(names) else "?" for peg in pegs)


def _code(variant: Variant, turn: int) -> tuple[int, ...]:
    """A code for a sample: each turn another one, near enough to the others that there is feedback to show."""
    # Steps that give every peg once before one comes again, so that no rule about repeats is broken.
    values = variant.values
    start = (0, 2, 1, 3, 1, 0)[turn] if values > 3 else turn
    code = [(start + hole) % values for hole in range(variant.holes)]
    if turn % 2 and variant.holes > 1:
        code[0], code[-1] = code[-1], code[0]
    return tuple(code)
