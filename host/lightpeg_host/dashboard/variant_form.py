"""What the form of a variant asks, in words, and how what was typed becomes the data of a variant file."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from lightpeg.core.builtin import BUILTIN, builtin
from lightpeg.core.variant import FIELDS as KNOWN
from lightpeg.core.variant import Variant
from lightpeg.core.variant_fields import CLOCK, NUMBERS, PLAYERS, WORDS
from lightpeg.core.variant_file import check, read, to_dict
from lightpeg.ui.layout import problem

NARROW = 16
LONGEST_KEY = 40


@dataclass(frozen=True)
class Field:
    """A field of the form. `name` is that of the variant file, with a dot for a part of the clock; `kind` is text,
    number, switch, choice, several or numbers; `options` are the values of a choice and what they mean."""

    name: str
    kind: str
    label: str
    about: str = ""
    low: int = 0
    high: int = 0
    options: dict[str, str] = field(default_factory=dict)


_MEANINGS = {
    "keys": "Keys: black, then white",
    "arms": "Arms: red and white",
    "keys_from_right": "Keys from the right",
    "open_first": "Open ones first",
    "colours": "Colours",
    "digits": "Digits from 1",
    "digits_from_0": "Digits from 0",
    "letters": "Letters",
    "guesses": "Guesses, fewest win",
    "rows": "Rows, for the codemaker",
    "rows_plus_one": "Rows, and one if unsolved",
    "duel": "Duel",
    "levels": "Levels solved",
    "any": "Any number",
    "even": "An even number",
    "refuse": "Refuse it",
    "warn": "Warn once, then void",
    "strict": "Void at once",
}
_PLAYERS = {
    "board": "One, against the board",
    "screen": "Two, secret under the screen",
    "paper": "Two, secret on paper",
    "duel": "Two at once (duel)",
}
_CLOCK = {
    "base_s": ("Time at the start, seconds", "0 for no clock."),
    "bonus_s": ("Bonus for each move, seconds", ""),
    "limit_s": ("Never more than, seconds", "At least the time at the start."),
}


def _number(name: str, label: str, about: str = "") -> Field:
    low, high = NUMBERS[name]
    return Field(name, "number", label, about, low, high)


def _choice(name: str, label: str, about: str = "") -> Field:
    return Field(name, "choice", label, about, options={word: _MEANINGS[word] for word in WORDS[name]})


def _switch(name: str, label: str, about: str = "") -> Field:
    return Field(name, "switch", label, about)


GROUPS: tuple[tuple[str, tuple[Field, ...]], ...] = (
    (
        "The code",
        (
            Field("name", "text", "Name", "What the menu shows."),
            _number("holes", "Holes", "Pegs in a code."),
            _number("colours", "Colours", "That a peg can have."),
            _choice("symbols", "Pegs are named by"),
            _switch("blank", "A hole may stay blank", "Counts as one more colour."),
            _switch("repeats_in_code", "Repeats in the code"),
            _switch("repeats_in_guess", "Repeats in a guess"),
            _switch("repeats_switch", "The menu offers repeats on and off"),
        ),
    ),
    (
        "Rows and answers",
        (
            _number("rows", "Rows", "Guesses the codebreaker has."),
            Field("row_choices", "numbers", "Rows to choose from", "For the menu, the largest first: 12, 10, 8."),
            _choice("feedback", "Answers are shown as"),
            _choice("wrong_feedback", "A wrong answer"),
            _number("wrong_points", "Points for a void game"),
        ),
    ),
    (
        "The match",
        (
            Field("players", "several", "Who may play", options={word: _PLAYERS[word] for word in PLAYERS}),
            _choice("scoring", "Points for"),
            _choice("games", "Games in a match"),
            _number("growth", "Holes added after a solved code", "Above 0 only where levels are scored."),
        ),
    ),
    ("The clock", tuple(Field(f"clock.{name}", "number", *_CLOCK[name], 0, high) for name, high in CLOCK)),
)
FIELDS = tuple(one for _, fields in GROUPS for one in fields)


@dataclass(frozen=True)
class Verdict:
    """What is to be said about a variant's data: `faults` by field, each a sentence; those of no field of the form
    under "". `panel` says why the panel cannot show it. `variant` is there if it can be drawn."""

    variant: Variant | None
    faults: dict[str, str]
    panel: str | None

    @property
    def good(self) -> bool:
        """Whether a board would take it."""
        return self.variant is not None and self.panel is None


def judge(data: dict[str, Any], key: str) -> Verdict:
    """Check the data of a form."""
    variant, found = check(data, key or "custom")
    known = {one.name for one in FIELDS}
    faults: dict[str, str] = {}
    for name, value, allowed in found:
        sentence = f"{value} is not allowed: {allowed}" if value != "missing" else f"Is missing: {allowed}"
        where = name if name in known else ""
        if not where:
            sentence = f"{name}: {sentence}"
        faults[where] = f"{faults[where]}; {sentence}" if where in faults else sentence
    why = None
    if variant is not None:
        # With the most rows that the menu would offer.
        why = problem(variant.with_options(rows=max(variant.rows, *variant.row_choices)), NARROW)
    return Verdict(variant, faults, why)


def template(key: str) -> dict[str, Any]:
    """The data of a built-in variant."""
    data: dict[str, Any] = to_dict(builtin(key))
    return data


def templates() -> dict[str, str]:
    """The built-in variants and their names."""
    return {key: builtin(key).name for key in BUILTIN}


def opened(text: bytes, key: str) -> tuple[dict[str, Any] | None, list[str]]:
    """The data of a variant file, every field of the form in it, and what had to be left out or cannot be read, as
    sentences. None if the file holds no data at all."""
    variant, faults = read(text, key)
    if variant is not None:
        return to_dict(variant), []
    whole = [f"The file is {value}; allowed: {allowed}." for name, value, allowed in faults if name == "file"]
    if whole:
        return None, whole
    data = json.loads(bytes(text).decode("utf-8-sig"))
    notes = []
    for name in [name for name in data if name not in KNOWN]:
        notes.append(f"Left out: {name}, there is no such field.")
        del data[name]
    full = _defaults(data, {name.partition(".")[0] for name, _, _ in faults}, key)
    clock = data.get("clock")
    if isinstance(clock, dict):
        data["clock"] = {**full["clock"], "limit_s": clock.get("base_s", 0), **clock}
    return {**full, **data}, notes


def _defaults(data: dict[str, Any], faulty: set[str], key: str) -> dict[str, Any]:
    """What is not in a file, so that the form shows what would be played: the good fields decide the others. What
    must be there and is not stays empty."""
    stand_in = {"name": "x", "holes": 4, "colours": 6}
    good = {name: value for name, value in data.items() if name not in faulty}
    variant, _ = check(stand_in | good, key)
    full: dict[str, Any] = to_dict(variant or Variant(key, **stand_in))
    return full | dict.fromkeys(stand_in)


def get(data: dict[str, Any], name: str) -> Any:
    """The value of a form's field in the data."""
    head, _, part = name.partition(".")
    value = data.get(head)
    return (value.get(part) if isinstance(value, dict) else None) if part else value


def put(data: dict[str, Any], name: str, value: Any) -> None:
    """Set a form's field in the data."""
    head, _, part = name.partition(".")
    if not part:
        data[head] = value
        return
    if not isinstance(data.get(head), dict):
        data[head] = {}
    data[head][part] = value


def typed_number(text: Any) -> Any:
    """What a number field has, as JSON would have it: whole numbers as such, nothing as null, and what is no whole
    number as it was typed, for the check to refuse."""
    text = str(text or "").strip()
    return int(text) if re.fullmatch(r"-?\d{1,9}", text) else text or None


def typed_numbers(text: str) -> list[Any]:
    """Numbers with commas or spaces between them; what is no number stays as it was typed, for the check to refuse."""
    return [int(word) if re.fullmatch(r"\d{1,6}", word) else word for word in re.split(r"[,;\s]+", text or "") if word]


def key_of(name: str) -> str:
    """A file's stem made of a variant's name: "Five Arms" is five-arms."""
    return re.sub(r"[^a-z0-9]+", "-", (name or "").lower()).strip("-")[:LONGEST_KEY] or "custom"


def file_text(variant: Variant) -> str:
    """The text of a variant's file."""
    return json.dumps(to_dict(variant), indent=2) + "\n"
