"""What happens on a board, as lines for a terminal."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from lightpeg.ui.palettes import DIGITS, DIGITS_FROM_0, LETTERS, NAMES, STANDARD

WHO = {
    "board": "one player against the board",
    "screen": "two players, the secret under the screen",
    "paper": "two players, the secret on paper",
    "duel": "two players at once",
}
RESULTS = {
    "solved": "solved",
    "unsolved": "not solved",
    "resigned": "given up",
    "timeout": "out of time",
    "void": "void",
    "won": "won",
    "draw": "a draw",
}
REASONS = {
    "code": "who solved the code first",
    "both": "both solved it in the same turn",
    "rows": "the rows are used up",
    "time": "out of time",
    "resigned": "given up",
}
# What is written on a peg, by the variant's `symbols`; colours have their English letter.
SYMBOLS = {
    "colours": dict(NAMES)["ENGLISH"],
    "digits": DIGITS,
    "digits_from_0": DIGITS_FROM_0,
    "letters": LETTERS,
}
# Dark letters on a peg that is brighter than this, out of 255.
BRIGHT = 110

Event = dict[str, Any]


class Teller:
    """Makes a line of each event; remembers what the next ones need from those before. What it does not know, in an
    event or of one, it passes over."""

    def __init__(self) -> None:
        self._names = ["", ""]
        self._who = ""
        self._symbols = SYMBOLS["colours"]
        self._growing = False

    def state(self, status: Event) -> Text:
        """A line for a board's `status`."""
        if status.get("playing"):
            return Text(f"A match of {status.get('variant', '?')} is being played.")
        return Text("The board shows its menu.")

    def tell(self, event: Event) -> Text | None:
        """The line for an event; None for one that has none, such as the panel's pixels."""
        kinds = {
            "match": self._match,
            "game": self._game,
            "row": self._row,
            "end": self._end,
            "points": self._points,
            "menu": self._menu,
        }
        method = kinds.get(str(event.get("live")))
        return None if method is None else method(event)

    def _match(self, event: Event) -> Text:
        names = event.get("names")
        self._names = [str(name) for name in names] if isinstance(names, list) and len(names) == 2 else ["", ""]
        self._who = str(event.get("who", ""))
        self._symbols = SYMBOLS.get(str(event.get("symbols")), SYMBOLS["colours"])
        self._growing = event.get("scoring") == "levels"
        line = Text(str(event.get("name") or event.get("key") or "A match"), style="bold")
        line.append(f", {WHO.get(self._who, self._who)}", style="not bold")
        games = _count(event.get("games"))
        if games > 1:
            line.append(f", {games} games", style="not bold")
        if self._who == "board":
            if self._names[0]:
                line.append(f": {self._names[0]}", style="not bold")
        elif any(self._names):
            line.append(f": {self._player(0)} and {self._player(1)}", style="not bold")
        return line

    def _game(self, event: Event) -> Text:
        line = Text(f"Game {_count(event.get('number')) + 1}", style="bold")
        if self._growing:
            line.append(f", level {_count(event.get('level')) + 1}")
        line.append(f": {_count(event.get('holes'))} holes, {_count(event.get('rows'))} rows", style="not bold")
        codemaker = event.get("codemaker")
        if isinstance(codemaker, int):
            if self._who == "duel":
                line.append(f"; {self._player(codemaker)} guesses first", style="not bold")
            elif self._who != "board":
                line.append(f"; the code is made by {self._player(codemaker)}", style="not bold")
        return line

    def _row(self, event: Event) -> Text:
        line = Text(f"  {_count(event.get('row')) + 1:2}  ", style="dim")
        line.append_text(self._pegs(event.get("guess")))
        line.append(f"  {_count(event.get('black'))} placed, {_count(event.get('white'))} misplaced", style="not dim")
        if self._who == "duel" and isinstance(event.get("player"), int):
            line.append(f"  {self._player(event['player'])}")
        milliseconds = _count(event.get("ms"))
        if milliseconds:
            line.append(f"  {milliseconds / 1000:.1f} s")
        return line

    def _end(self, event: Event) -> Text:
        result = str(event.get("result", "over"))
        line = Text(f"  {RESULTS.get(result, result)}", style="bold")
        if isinstance(event.get("winner"), int):
            line.append(f" by {self._player(event['winner'])}")
        reason = event.get("reason")
        if reason is not None and result != "resigned":
            line.append(f" ({REASONS.get(str(reason), reason)})", style="not bold")
        secrets = event.get("secrets")
        for player, secret in enumerate(secrets if isinstance(secrets, list) else []):
            if secret:
                line.append("  ")
                line.append_text(self._pegs(secret))
                if self._who == "duel":
                    line.append(f" made by {self._player(player)}", style="not bold dim")
        return line

    def _points(self, event: Event) -> Text:
        totals = event.get("totals")
        line = Text("  ")
        if isinstance(totals, list) and len(totals) == 2:
            if self._who == "board":
                line.append(f"points: {totals[0]}")
            else:
                line.append(f"{self._player(0)} {totals[0]} : {totals[1]} {self._player(1)}")
        if event.get("over"):
            winner = event.get("winner")
            line.append(
                f"  {self._player(winner)} wins the match" if isinstance(winner, int) else "  the match is over"
            )
            line.stylize("bold")
        return line

    def _menu(self, event: Event) -> Text:
        self._who = ""
        return Text("The board shows its menu.", style="dim")

    def _player(self, number: int) -> str:
        name = self._names[number] if number in (0, 1) else ""
        if not name and self._who == "board":
            return "the board" if number == 1 else "the player"
        return name or f"player {number + 1}"

    def _pegs(self, code: Any) -> Text:
        """A code as pegs in their colours, each with its symbol; an empty hole is a dot."""
        line = Text()
        for peg in code if isinstance(code, (list, tuple)) else ():
            if isinstance(peg, int) and 0 <= peg < len(STANDARD):
                colour = STANDARD[peg]
                red, green, blue = colour >> 16, colour >> 8 & 255, colour & 255
                ink = "black" if (red * 3 + green * 6 + blue) // 10 > BRIGHT else "white"
                line.append(f" {self._symbols[peg]} ", style=f"not dim bold {ink} on #{colour:06x}")
            else:
                line.append(" \u00b7 ", style="dim")
        return line


def _count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
