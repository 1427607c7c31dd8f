"""`lightpeg settings`: what the board's menu has chosen, seen and changed from the computer."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from lightpeg.ui.palettes import NAMES, PALETTES
from lightpeg.ui.settings import BRIGHTNESS, CLOCKS, WHO
from lightpeg_host.client import open_board
from lightpeg_host.commands.options import BoardOption, JsonOption, PortOption, alone
from lightpeg_host.errors import UsageError

SWITCH = ("off", "on")
# The words for a setting's numbers, from 0. A setting without words is a number or a text.
WORDS: dict[str, tuple[str, ...]] = {
    "who": WHO,
    "first": ("first player", "second player"),
    "repeats": SWITCH,
    "letters": SWITCH,
    "clock": tuple(name for name, _ in CLOCKS),
    "palette": tuple(name for name, _ in PALETTES),
    "names": tuple(name for name, _ in NAMES),
    "sound": SWITCH,
    "left_handed": SWITCH,
}
MEANINGS = {
    "variant": "the rules, by their key in `lightpeg variants list`",
    "who": "who plays: one with the board; two, with the secret under the screen or on paper; two at once",
    "games": "how many games a match has",
    "first": "who makes the first code",
    "rows": "guesses allowed; 0 as the variant says",
    "repeats": "whether a code may have a colour twice, where the variant leaves that open",
    "letters": "letters instead of digits, where the variant has symbols",
    "clock": "the players' time; OWN is the variant's",
    "brightness": f"0 (dark) to {len(BRIGHTNESS) - 1} (bright)",
    "palette": "colours for every kind of colour vision",
    "names": "what the pegs are called",
    "sound": "the buzzer",
    "left_handed": "the keys on the other side",
    "player1": "the slot of the first player in `lightpeg players`; 0 for nobody in particular",
    "player2": "the slot of the second player; 0 for nobody in particular",
}

settings = typer.Typer(
    help="The choices of the board's menu, seen and changed from here.",
    invoke_without_command=True,
)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(settings, name="settings")


@settings.callback()
def default(
    context: typer.Context, port: PortOption = None, board: BoardOption = None, as_json: JsonOption = False
) -> None:
    """The choices of the board's menu, seen and changed from here. Without a command: show them."""
    if alone(context, port, board, as_json):
        _show(port, board, as_json)


@settings.command("show")
def show(port: PortOption = None, board: BoardOption = None, as_json: JsonOption = False) -> None:
    """Show every setting, what it is, and what it means."""
    _show(port, board, as_json)


def _show(port: str | None, board: str | None, as_json: bool) -> None:
    with open_board(port, board) as client:
        _print(client.settings(), as_json)


def _setting_names(incomplete: str) -> list[str]:
    return [name for name in MEANINGS if name.startswith(incomplete)]


@settings.command("set")
def set_setting(
    setting: Annotated[
        str, typer.Argument(help="Which setting, as `lightpeg settings` calls it.", autocompletion=_setting_names)
    ],
    value: Annotated[str, typer.Argument(help='A word of that setting, or a number: on, "5 min", 3.')],
    port: PortOption = None,
    board: BoardOption = None,
    as_json: JsonOption = False,
) -> None:
    """Change a setting. The board must show its menu: a game that is being played is not disturbed."""
    change = {setting: _parsed(setting, value)}
    with open_board(port, board) as client:
        _print(client.put_settings(change), as_json)


def _parsed(setting: str, value: str) -> int | str:
    """The value as the board wants it. UsageError, with what there is, if it can be none."""
    if setting == "variant":
        return value
    words = WORDS.get(setting, ())
    plain = value.strip().casefold()
    for number, word in enumerate(words):
        if plain == word.casefold():
            return number
    # Anything else is the board's to judge: it may know settings that this tool does not.
    if plain.isascii() and plain.isdecimal() and (not words or int(plain) < len(words)):
        return int(plain)
    if words:
        raise UsageError(f"{setting} can be {', '.join(word.lower() for word in words)}, not {value}.")
    if setting not in MEANINGS:
        raise UsageError(f"There is no setting {setting}. There are {', '.join(MEANINGS)}.")
    raise UsageError(f"{setting} is a number ({MEANINGS[setting]}), not {value}.")


def _print(known: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print(json.dumps(known, indent=2))
        return
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="bold")
    table.add_column()
    table.add_column(style="dim")
    for name, value in known.items():
        table.add_row(escape(name), escape(_word(name, value)), escape(MEANINGS.get(name, "")))
    Console(highlight=False).print(table)


def _word(name: str, value: Any) -> str:
    words = WORDS.get(name, ())
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(words):
        return words[value].lower()
    return str(value)
