"""The rules that the page shows: the documentation of the variants, or a short text made from the variant itself."""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from lightpeg.core.builtin import BUILTIN, builtin
from lightpeg.core.variant_file import LIMIT, read
from lightpeg.store import choices
from lightpeg.store.carried import Carried
from lightpeg.store.nvm_log import NvmLog
from lightpeg_host.boards import Board

# Pages of docs/play that are not about one variant.
GENERAL = (("index", "How to play"), ("custom", "Rules of your own"))

FEEDBACK = {
    "keys": "Key pegs beside the row, in no particular order: red for each peg of the right colour in the right hole, "
    "white for each right colour in the wrong hole.",
    "arms": "The red arm comes out by one for each peg of the right colour in the right hole, the white arm by one for "
    "each right colour in the wrong hole.",
    "keys_from_right": "Key pegs drawn from right to left: first red for each peg of the right colour in the right "
    "hole, then white for each right colour in the wrong hole.",
    "open_first": "First a white light for each right symbol in the wrong hole, then a red one for each in the right "
    "hole.",
}
SCORING = {
    "guesses": "Each round counts the guesses it took; the fewest win.",
    "rows": "The codemaker gets a point for each row used; the most points win.",
    "rows_plus_one": "The codemaker gets a point for each guess, and one more if the last guess fails; the most points "
    "win.",
    "duel": "Both guess; who solves alone in a turn wins, both in the same turn is a draw.",
    "levels": "Each solved code counts as a level; the next one is longer.",
}
PLAYERS = {
    "board": "one person against the board",
    "screen": "two people, the secret under the board's screen",
    "paper": "two people, the secret on paper",
    "duel": "two people at once",
}


def docs_folder() -> Path:
    """docs/play of the repository this runs from; it may not exist."""
    return Path(__file__).resolve().parents[3] / "docs" / "play"


def chosen_variant(board: Board) -> str | None:
    """The key of the variant that the board's menu stands on, from the choices it keeps; None if it keeps none."""
    nvm = getattr(board, "nvm", None)
    if nvm is None:
        return None
    try:
        kept = _kept_choices(nvm())
    except (OSError, ValueError, IndexError):
        return None
    key = kept.get("variant") if isinstance(kept, dict) else None
    return key if isinstance(key, str) else None


def _kept_choices(nvm: bytes) -> Any:
    """The settings in the journal that is in nvm; before the first start of a firmware with a journal, the choices that
    an older one kept. Only what differs from a default is there."""
    state = Carried()
    if NvmLog(nvm, state).headers == 0:
        return choices.load(nvm)
    return None if state.settings is None else json.loads(state.settings.decode())


def find_variant(board: Board, key: str) -> Any:
    """The variant with this key, built in or a file on the board's drive; None if there is none."""
    if key in BUILTIN:
        return builtin(key)
    folder = getattr(board, "drive", None)
    if folder is None or "/" in key or "\\" in key:
        return None
    path = Path(folder) / "variants" / key
    try:
        with path.open("rb") as file:
            return read(file.read(LIMIT + 1), key)[0]
    except OSError:
        return None


def topics(board: Board) -> list[dict[str, str]]:
    """What the help can show, as {"key", "name"}."""
    found = [{"key": key, "name": builtin(key).name} for key in BUILTIN]
    chosen = chosen_variant(board)
    if chosen and chosen not in BUILTIN:
        variant = find_variant(board, chosen)
        if variant:
            found.append({"key": chosen, "name": variant.name})
    general = [{"key": key, "name": name} for key, name in GENERAL if (docs_folder() / f"{key}.md").is_file()]
    return general[:1] + found + general[1:]


def rules_html(board: Board, key: str) -> str | None:
    """The rules of a topic as an HTML fragment; None if there is no such topic."""
    if key in BUILTIN or key in dict(GENERAL):
        path = docs_folder() / f"{key}.md"
        if path.is_file():
            return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(path.read_text("utf-8")))
    variant = find_variant(board, key)
    return None if variant is None else _from_variant(variant)


def _from_variant(variant: Any) -> str:
    blank = ", or a blank" if variant.blank else ""
    repeats = "may repeat" if variant.repeats_in_code else "do not repeat"
    lines = [
        f"The secret is a row of {variant.holes} holes, each with one of {variant.colours} colours{blank}. "
        f"Colours {repeats} in it. The codebreaker has {variant.rows} rows to find it.",
        FEEDBACK[variant.feedback],
        SCORING[variant.scoring],
        "Played by " + "; or ".join(PLAYERS[who] for who in variant.players) + ".",
    ]
    body = "".join(f"<p>{html.escape(line)}</p>" for line in lines)
    return f"<h1>{html.escape(variant.name)}</h1>{body}"
