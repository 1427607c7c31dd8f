"""The list of games, and each game row by row."""

from __future__ import annotations

import html
from functools import partial
from typing import Any

from nicegui import events, ui

from lightpeg_host.dashboard import shell
from lightpeg_host.dashboard.drawn import guessers, last_step, played, replay
from lightpeg_host.dashboard.filters import Filters
from lightpeg_host.dashboard.panel_view import PanelView
from lightpeg_host.dashboard.shelf import Found, Opened
from lightpeg_host.dashboard.words import RESULTS, WHO, duration, ending, keys_html, names, pegs_html, standing
from lightpeg_host.database.history import GameLine

# Games that are shown at first, and more each time more are asked for.
MANY = 50
# Seconds from one row to the next while a game is played back.
PACE = 1.0
HEADS = ("When", "Variant", "Players", "Result", "Rows", "Board")


def register(dashboard: Any) -> None:
    """Add the pages."""

    @ui.page("/history")
    async def games() -> None:
        with shell.page("/history", "History"):
            known, why = await shell.ask(dashboard.shelf.known)
            if why is not None:
                shell.warning(why)
            elif not known.variants:
                shell.no_games()
            else:
                await List(dashboard.shelf, known).show()

    @ui.page("/history/{number}")
    async def one(number: str) -> None:
        with shell.page("/history", "A game"):
            found, why = None, None
            if number.isdecimal() and len(number) < 19:
                found, why = await shell.ask(dashboard.shelf.game, int(number))
            if why is not None:
                shell.warning(why)
            elif found is None:
                with shell.card():
                    ui.label("There is no such game.")
                    with ui.element("div").classes("lp-line"):
                        ui.link("All games", "/history")
            else:
                Replay(found)


class List:
    """The games that the filters let through."""

    def __init__(self, shelf: Any, known: Any) -> None:
        self._shelf = shelf
        self._most = MANY
        with shell.card():
            self._filters = Filters(known, self._changed)
        with shell.card():
            self._count = shell.hint("").props('role="status"')
            self._table = ui.html(sanitize=False).classes("lp-table lp-games")
            self._more = ui.button("More", icon="expand_more", on_click=self._show_more).props("outline")

    async def show(self) -> None:
        """Ask anew, and show what there is."""
        found, why = await shell.ask(self._shelf.games, self._filters.choice, self._most)
        if why is not None:
            shell.note(why, False)
            return
        self._show(found)

    async def _changed(self) -> None:
        self._most = MANY
        await self.show()

    async def _show_more(self) -> None:
        self._most += MANY
        await self.show()

    def _show(self, found: Found) -> None:
        count = found.count
        self._count.text = f"{count} game{'' if count == 1 else 's'}" if count else "No game fits these filters."
        self._table.content = _list_html(found.lines) if found.lines else ""
        self._more.visible = count > len(found.lines)


def _list_html(lines: list[GameLine]) -> str:
    rows = []
    for line in lines:
        players, result = map(html.escape, _in_words(line))
        guesses = " and ".join(str(count) for count in line.guesses if count or line.who == "duel") or "0"
        texts = (
            f'<a href="/history/{line.id}">{html.escape(line.when)}</a>',
            html.escape(line.variant),
            players,
            result,
            guesses,
            html.escape(line.board),
        )
        named = "".join(
            f'<td role="cell" data-head="{head}">{cell}</td>' for head, cell in zip(HEADS, texts, strict=True)
        )
        rows.append(f'<tr role="row">{named}</tr>')
    head = "".join(f'<th role="columnheader" scope="col">{name}</th>' for name in HEADS)
    # Where the page is narrow they are not laid out as a table, but are one all the same.
    body = f'<tbody role="rowgroup">{"".join(rows)}</tbody>'
    return f'<table role="table"><thead role="rowgroup"><tr role="row">{head}</tr></thead>{body}</table>'


def _in_words(line: GameLine) -> tuple[str, str]:
    """Who played, the one who guessed first, and how it ended."""
    one, other = line.players
    result = RESULTS.get(line.result, line.result)
    if line.who == "board":
        return one, result
    if line.who == "duel":
        won = one if line.points[0] > line.points[1] else other
        return f"{one}, {other}", f"{won} won" if line.result == "won" else result
    guesser, maker = (other, one) if line.guesses[1] else (one, other)
    return f"{guesser}, code by {maker}", result


class Replay:
    """A game on a drawn panel, with its rows beside it."""

    def __init__(self, opened: Opened) -> None:
        self._game = opened.game
        self._last = last_step(opened.game)
        self._step = self._last
        self._rows: list[tuple[int, ui.element]] = []
        self._neighbours(opened)
        wide = "lp-two" if len(guessers(self._game)) == 1 else "lp-two lp-wide"
        with ui.element("div").classes(wide):
            with ui.column().classes("full-width").style("min-width: 0"):
                self._about(opened.line)
                for player in guessers(self._game):
                    self._table(player)
            with ui.element("div").classes("lp-beside lp-card").props('role="region" aria-label="Replay"'):
                with ui.element("div").classes("lp-case"):
                    self._panel = PanelView("The panel", replay(self._game, self._step))
                self._where = ui.label().props('role="status" aria-live="polite"')
                self._slider = ui.slider(min=0, max=self._last, value=self._step, on_change=self._slid)
                self._slider.props('markers snap aria-label="Row"')
                self._buttons()
        self._timer = ui.timer(PACE, self._forward, active=False)
        ui.keyboard(on_key=self._key, ignore=["input", "select", "textarea"])
        self._show()

    def _neighbours(self, opened: Opened) -> None:
        with ui.element("div").classes("lp-line"):
            for number, text in ((opened.before, "Game before"), (opened.after, "Game after")):
                if number is not None:
                    ui.link(text, f"/history/{number}")
            ui.link("All games", "/history")

    def _about(self, line: GameLine) -> None:
        game = self._game
        who = names(game)
        with shell.card(line.variant):
            ui.label(ending(game))
            ui.label(standing(game))
            players = f"{who[0]} and {who[1]}"
            place = f"game {game.number + 1} of {game.games}" + (f", level {game.level + 1}" if game.level else "")
            shell.hint(f"{players}. {WHO.get(game.who, '')}, {place}. On {line.board}, {line.when}.")
            for player in guessers(game):
                secret = game.secrets[1 - player]
                if secret is not None:
                    with ui.element("div").classes("lp-line"):
                        ui.label("The code" if game.who != "duel" else f"The code {who[player]} looked for")
                        ui.html(pegs_html(played(game), secret), sanitize=False)

    def _table(self, player: int) -> None:
        game = self._game
        title = "Rows" if game.who != "duel" else names(game)[player]
        with shell.card(title), ui.element("div").classes("lp-table"), ui.element("table"):
            with ui.element("thead"), ui.element("tr"):
                for name in ("Row", "Guess", "Feedback", "Time"):
                    with ui.element("th").props("scope=col"):
                        ui.label(name)
            with ui.element("tbody"):
                for number, (guess, black, white, ms) in enumerate(game.rows[player], 1):
                    with ui.element("tr") as row:
                        with ui.element("td"):
                            go = ui.button(str(number), on_click=partial(self._go, number)).props("flat dense")
                            go.props(f'aria-label="Show row {number}"')
                        with ui.element("td"):
                            ui.html(pegs_html(played(game), guess), sanitize=False)
                        with ui.element("td"):
                            ui.html(f"{keys_html(black, white)} {black} + {white}", sanitize=False)
                        with ui.element("td"):
                            ui.label(duration(ms))
                    self._rows.append((number, row))

    def _buttons(self) -> None:
        with ui.element("div").classes("lp-line lp-steps").props('role="group" aria-label="Steps"'):
            for icon, text, step in (
                ("first_page", "To the beginning", lambda: 0),
                ("chevron_left", "One row back", lambda: self._step - 1),
            ):
                self._step_button(icon, text, step)
            self._play = ui.button(icon="play_arrow", on_click=self._toggle).props('aria-label="Play" title="Play"')
            for icon, text, step in (
                ("chevron_right", "One row on", lambda: self._step + 1),
                ("last_page", "To the end", lambda: self._last),
            ):
                self._step_button(icon, text, step)
        shell.hint("The arrow keys, Home and End step, too.")

    def _step_button(self, icon: str, text: str, step: Any) -> None:
        button = ui.button(icon=icon, on_click=lambda: self._go(step())).props("outline")
        button.props(f'aria-label="{text}" title="{text}"')

    def _key(self, event: events.KeyEventArguments) -> None:
        if not event.action.keydown:
            return
        if event.key.arrow_left:
            self._go(self._step - 1)
        elif event.key.arrow_right:
            self._go(self._step + 1)
        elif event.key.name in ("Home", "End"):
            self._go(0 if event.key.name == "Home" else self._last)

    def _slid(self, event: events.ValueChangeEventArguments[Any]) -> None:
        if event.value != self._step:
            self._go(int(event.value))

    def _toggle(self) -> None:
        if self._timer.active:
            self._stop()
            return
        if self._step >= self._last:
            self._to(0)
        self._timer.active = True
        self._play.props('icon=pause aria-label="Pause" title="Pause"')

    def _stop(self) -> None:
        self._timer.active = False
        self._play.props('icon=play_arrow aria-label="Play" title="Play"')

    def _forward(self) -> None:
        self._to(self._step + 1)
        if self._step >= self._last:
            self._stop()

    def _go(self, step: int) -> None:
        self._stop()
        self._to(step)

    def _to(self, step: int) -> None:
        self._step = max(0, min(self._last, step))
        self._show()

    def _show(self) -> None:
        step = self._step
        if step >= self._last:
            text = ending(self._game)
        elif step == 0:
            text = "Before the first row"
        else:
            text = f"After row {step} of {self._last - 1}"
        self._where.text = text
        self._slider.value = step
        self._panel.show(replay(self._game, step), f"The panel. {text}")
        for number, row in self._rows:
            row.props('aria-current="step"') if number == step else row.props(remove="aria-current")
