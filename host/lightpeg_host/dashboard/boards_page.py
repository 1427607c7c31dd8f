"""The boards that are plugged in or running: each with its panel mirrored and what its game tells."""

from __future__ import annotations

import html
from collections.abc import Callable
from functools import partial
from typing import Any

from nicegui import ui

from lightpeg_host.client.discovery import Found
from lightpeg_host.dashboard import shell
from lightpeg_host.dashboard.live import Hub, Seen
from lightpeg_host.dashboard.panel_view import PanelView
from lightpeg_host.dashboard.words import told_html
from lightpeg_host.database.sync import Synced

# Seconds between looks at which boards there are, and at what each has told.
FIND = 2.0
LOOK = 0.3
STATES = {
    "waiting": "Connecting",
    "live": "Live",
    "busy": "In use by another program",
    "version": "Does not fit this version",
    "gone": "Does not answer",
    "idle": "Let go: other programs can have it",
}


def register(dashboard: Any) -> None:
    """Add the page."""

    @ui.page("/")
    async def boards() -> None:
        with shell.page("/", "Boards"):
            await Boards(dashboard).look()


class Boards:
    """A card for each board that may be one."""

    def __init__(self, dashboard: Any) -> None:
        self._dashboard = dashboard
        self._cards: dict[str, Card] = {}
        self._why = ui.column().classes("full-width")
        self._none = shell.card("No board is here")
        with self._none:
            ui.label("Plug a board in by USB, or start a virtual one in another terminal:")
            ui.html("<p><code>lightpeg play</code></p>", sanitize=False)
            shell.hint("It appears here by itself. What was played before is under History and Statistics.")
        self._none.visible = False
        self._grid = ui.element("div").classes("lp-grid")
        ui.timer(FIND, self.look)

    async def look(self) -> None:
        """Which boards are there now?"""
        found, why = await shell.ask(self._dashboard.hub.boards)
        if shell.left():
            return
        self._why.clear()
        if why is not None:
            with self._why:
                shell.warning(why)
            return
        for name in [name for name in self._cards if name not in found]:
            self._cards.pop(name).delete()
        with self._grid:
            for name, one in found.items():
                if name not in self._cards:
                    self._cards[name] = Card(self._dashboard, name, one)
        self._none.visible = not found


class Card:
    """One board."""

    def __init__(self, dashboard: Any, name: str, found: Found) -> None:
        self._hub: Hub = dashboard.hub
        self._shelf = dashboard.shelf
        self._name = name
        self._found = found
        self._number: object = None
        # (number of the newest game fetched, of the board's newest) while games are fetched.
        self._fetched: tuple[int, int] | None = None
        self._section = shell.card()
        self._section.props(f'role="group" aria-label="{html.escape(found.title)}"')
        with self._section:
            with ui.element("div").classes("lp-line lp-spread"):
                with ui.element("h2"):
                    self._title = ui.label(found.title)
                self._state = ui.label().classes("lp-state").props('role="status"')
            shell.hint(found.port or "no channel for data").classes("lp-port")
            if found.port is None:
                shell.warning(str(found.error) if found.error else "This board has no channel for data.")
                return
            with ui.element("div").classes("lp-case") as self._case:
                self._panel: PanelView | None = PanelView(f"The panel of {found.title}", live=f"/live/{name}")
            self._sentence = shell.hint("")
            self._news = ui.html(sanitize=False).classes("lp-news").props('role="log" aria-label="What the game tells"')
            with ui.element("div").classes("lp-line lp-actions"):
                ui.switch("Watch", value=True, on_change=self._switched).props(
                    'title="While it is watched no other program can have the board"'
                )
                self._syncing = ui.button("Sync now", icon="sync", on_click=self._sync).props("outline")
                ui.button("Which one?", icon="lightbulb", on_click=self._identify).props("flat")
        self._timer = ui.timer(LOOK, self._look)
        self._look()

    def delete(self) -> None:
        """The board has gone."""
        self._section.delete()

    def _switched(self, event: Any) -> None:
        if event.value:
            with self._case:
                self._panel = PanelView(f"The panel of {self._title.text}", live=f"/live/{self._name}")
        elif self._panel is not None:
            self._panel.delete()
            self._panel = None

    def _look(self) -> None:
        seen = self._hub.seen(self._name)
        if self._panel is None:
            seen = Seen(state="idle", title=self._title.text)
        elif seen is None:
            seen = Seen(title=self._title.text)
        key = (id(seen) if seen.number else seen.state, seen.number, self._fetched)
        if key == self._number:
            return
        self._number = key
        self._title.text = seen.title
        self._state.text = STATES.get(seen.state, seen.state)
        good, bad = seen.state == "live", seen.state not in ("live", "waiting", "idle")
        self._state.classes(remove="good bad", add="good" if good else "bad" if bad else "")
        fetched = self._fetched
        self._sentence.text = _sentence(seen) if fetched is None else "Game {} of {} is fetched.".format(*fetched)
        self._news.content = "".join(f"<div>{told_html(at, line)}</div>" for at, line in reversed(seen.news))

    async def _sync(self) -> None:
        def progress(*fetched: int) -> None:
            self._fetched = fetched[0], fetched[1]

        self._syncing.props("loading")
        done, why = await self._use(partial(self._shelf.sync, progress=progress))
        self._fetched = None
        self._syncing.props(remove="loading")
        shell.note(_synced(done) if why is None else why, why is None)

    async def _identify(self) -> None:
        _, why = await self._use(lambda client: client.identify())
        if why is not None:
            shell.note(why, False)

    async def _use(self, work: Callable[[Any], Any]) -> tuple[Any, str | None]:
        return await shell.ask(partial(self._hub.use, self._name, work))


def _sentence(seen: Seen) -> str:
    """How the board is, in a line."""
    if seen.state != "live":
        return seen.sentence
    if seen.hidden:
        return "Something secret is on the panel: it is not shown here."
    status = seen.status
    parts = [f"Firmware {seen.version}", f"id {seen.board}"]
    last, acked = status.get("last"), status.get("acked")
    if isinstance(last, int) and isinstance(acked, int):
        new = last - acked
        parts.append("every game is fetched" if new <= 0 else f"{new} game{'' if new == 1 else 's'} to fetch")
    room = status.get("room")
    if status.get("full"):
        parts.append("its memory is full")
    elif isinstance(room, int):
        parts.append(f"room for {room} more")
    return ", ".join(filter(None, parts)) + "."


def _synced(done: Synced) -> str:
    if done.behind:
        return (
            f"{done.title} is {done.behind} games behind the database: its memory was set back to an older state. "
            "Nothing was taken over."
        )
    count = done.games
    sentence = (
        f"{count} new game{'' if count == 1 else 's'} from {done.title}." if count else f"No new game on {done.title}."
    )
    if done.unread:
        sentence += f" {done.unread} cannot be read by this version and are kept."
    return sentence
