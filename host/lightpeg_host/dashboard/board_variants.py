"""The variants on a board, for the page on which they are edited: which board, which of its variants, and removing."""

from __future__ import annotations

from functools import partial
from typing import Any

from nicegui import ui

from lightpeg_host.client.board import BoardClient, VariantEntry
from lightpeg_host.dashboard import shell
from lightpeg_host.dashboard.live import Hub

SOURCES = {"builtin": "built in", "uploaded": "sent by a computer", "drive": "a file on its drive"}
UPLOADED = "uploaded"
Variants = tuple[str, list[VariantEntry]]


async def ask_for_board(hub: Hub, question: str) -> str | None:
    """The short name of a board, after a question if there are several; None, and told, if there is none."""
    found, why = await shell.ask(hub.boards)
    usable = {name: one for name, one in (found or {}).items() if one.port is not None}
    if not usable:
        shell.note(why or "There is no board. Plug one in, or start one with: lightpeg play", False)
        return None
    if len(usable) == 1:
        return str(next(iter(usable)))
    with ui.dialog() as dialog, ui.card().classes("lp-dialog"):
        shell.heading(question)
        for name, one in usable.items():
            ui.button(f"{one.title}, {one.port}", on_click=partial(dialog.submit, name)).props(
                "flat align=left"
            ).classes("full-width")
    chosen = await shell.answer(dialog)
    return chosen if isinstance(chosen, str) else None


async def send(hub: Hub, key: str, data: dict[str, Any]) -> None:
    """Send a variant to a board, and tell how that went."""
    name = await ask_for_board(hub, "Send it to")
    if name is None:
        return

    def put(client: BoardClient) -> str:
        client.put_variant(key, data)
        return str(client.title)

    title, why = await shell.ask(hub.use, name, put)
    shell.note(f"{data['name']} is on {title} now, as {key}." if why is None else why, why is None)


async def choose(hub: Hub) -> tuple[str, dict[str, Any]] | None:
    """The key and the data of a variant that was chosen on a board, where those that a computer sent can be removed as
    well; None if none was, or if it cannot be had, which is told."""
    name = await ask_for_board(hub, "Which board?")
    if name is None:
        return None
    while not shell.left():
        told, why = await shell.ask(hub.use, name, _variants)
        if why is not None:
            shell.note(why, False)
            return None
        title, entries = told
        asked = await _ask_which(title, entries)
        if asked is None:
            return None
        what, key = asked
        if what == "open":
            return await _open(hub, name, key)
        await _remove(hub, name, title, key)
    return None


async def _open(hub: Hub, name: str, key: str) -> tuple[str, dict[str, Any]] | None:
    data, why = await shell.ask(hub.use, name, lambda client: client.variant(key))
    if why is not None:
        shell.note(why, False)
        return None
    return key, data


def _variants(client: BoardClient) -> Variants:
    return str(client.title), client.variants()


async def _ask_which(title: str, entries: list[VariantEntry]) -> tuple[str, str] | None:
    """("open" or "remove", a key); None if the question was left."""
    with ui.dialog() as dialog, ui.card().classes("lp-dialog"):
        shell.heading(f"Variants on {title}")
        with ui.element("ul").classes("lp-choices"):
            for entry in entries:
                with ui.element("li"):
                    button = ui.button(entry.key, on_click=partial(dialog.submit, ("open", entry.key)))
                    button.props(f'flat align=left aria-label="Open {entry.key}"').set_enabled(entry.good)
                    shell.hint(SOURCES.get(entry.source, entry.source) + ("" if entry.good else ", with faults"))
                    if entry.source == UPLOADED:
                        remove = ui.button(icon="delete", on_click=partial(dialog.submit, ("remove", entry.key)))
                        remove.props(f'flat dense round aria-label="Remove {entry.key}" title="Remove {entry.key}"')
        with ui.element("div").classes("lp-line lp-end"):
            ui.button("Close", on_click=dialog.close).props("flat")
    asked = await shell.answer(dialog)
    return asked if isinstance(asked, tuple) else None


async def _remove(hub: Hub, name: str, title: str, key: str) -> None:
    """Remove a variant from a board, after a question."""
    with ui.dialog() as dialog, ui.card().classes("lp-dialog"):
        shell.heading(f"Remove {key} from {title}?")
        ui.label("Games that were played by it keep its rules.")
        with ui.element("div").classes("lp-line lp-end"):
            ui.button("Keep it", on_click=dialog.close).props("flat")
            ui.button("Remove it", icon="delete", on_click=partial(dialog.submit, True)).props("color=negative")
    sure = await shell.answer(dialog)
    if not sure:
        return
    _, why = await shell.ask(hub.use, name, lambda client: client.remove_variant(key))
    shell.note(f"{key} is no longer on {title}." if why is None else why, why is None)
