"""The page on which variants are edited: a field for everything, judged while one types, and a panel that shows it."""

from __future__ import annotations

from functools import partial
from typing import Any

from nicegui import events, ui
from nicegui.elements.mixins.validation_element import ValidationElement

from lightpeg.core.variant_file import LIMIT, to_dict
from lightpeg_host.dashboard import board_variants, shell
from lightpeg_host.dashboard.drawn import sample
from lightpeg_host.dashboard.panel_view import PanelView
from lightpeg_host.dashboard.variant_form import (
    FIELDS,
    GROUPS,
    LONGEST_KEY,
    Field,
    Verdict,
    file_text,
    get,
    judge,
    key_of,
    opened,
    put,
    template,
    templates,
    typed_number,
    typed_numbers,
)

FIRST = "classic"


def register(dashboard: Any) -> None:
    """Add the page."""

    @ui.page("/variants")
    def variants() -> None:
        with shell.page("/variants", "Variants"):
            Editor(dashboard)


def shown(one: Field, value: Any) -> Any:
    """What the control of a field shows for a value, which may be anything that stands in a file."""
    if one.kind == "several":
        return value if isinstance(value, list) else []
    if one.kind == "switch":
        return value is True
    if one.kind == "number":
        return "" if value is None or isinstance(value, bool) else str(value)
    if one.kind == "choice":
        return value if isinstance(value, str) and value in one.options else None
    if one.kind == "numbers":
        return ", ".join(map(str, value)) if isinstance(value, list) else ""
    return value if isinstance(value, str) else ""


class Editor:
    """The form, its faults and its picture."""

    def __init__(self, dashboard: Any) -> None:
        self._hub = dashboard.hub
        self._data: dict[str, Any] = template(FIRST)
        self._faults: dict[str, ui.label] = {}
        self._controls: dict[str, Any] = {}
        self._filling = False
        self._verdict: Verdict | None = None
        # What is set after an element was made is sent once the page is there, and would undo what is typed by then.
        with ui.element("div").classes("lp-two"):
            with ui.column().classes("full-width").style("min-width: 0"):
                self._sources()
                for title, fields in GROUPS:
                    with shell.card(title), ui.element("div").classes("lp-fields"):
                        for one in fields:
                            self._field(one)
            with ui.element("div").classes("lp-beside lp-card").props('role="region" aria-label="Preview"'):
                self._beside()
        self._judge()

    def _sources(self) -> None:
        with shell.card("Begin with"):
            with ui.element("div").classes("lp-line"):
                for key, name in templates().items():
                    ui.button(name, on_click=partial(self._take_template, key)).props(
                        "outline dense no-caps padding='4px 12px'"
                    )
            # Opened by the button; Quasar's own box for files is not usable by keyboard alone.
            upload = ui.upload(on_upload=self._open_file, auto_upload=True, max_file_size=64 * LIMIT)
            upload.props("accept=.json").classes("hidden").on_multi_upload(upload.reset)
            upload.on("rejected", lambda: shell.note(f"A variant file has at most {LIMIT} bytes.", False))
            with ui.element("div").classes("lp-line"):
                ui.button("Open a file", icon="folder_open", on_click=lambda: upload.run_method("pickFiles")).props(
                    "outline"
                )
                ui.button("From a board", icon="download", on_click=self._choose_from_board).props("outline")
            self._notes = ui.column().classes("full-width").style("gap: 6px")

    def _beside(self) -> None:
        with ui.element("div").classes("lp-case") as self._case:
            self._panel = PanelView("A preview of the panel")
        self._count = shell.hint("")
        self._verdict_line = ui.label().props('role="status" aria-live="polite"')
        self._others = ui.column().classes("full-width").style("gap: 6px")
        self._key = ui.input("Name of the file, and on the board", value=key_of(self._data["name"]))
        self._key.props(f"outlined dense maxlength={LONGEST_KEY}").classes("full-width")
        with ui.element("div").classes("lp-line"):
            self._send = ui.button("Send to the board", icon="send", on_click=self._send_to_board)
            self._save = ui.button("Save as a file", icon="save", on_click=self._save_file).props("outline")
            ui.button("On the board", icon="list", on_click=self._choose_from_board).props(
                'outline title="What is on the board, to be opened or removed"'
            )

    # -- the fields -------------------------------------------------------------------------------------------------

    def _field(self, one: Field) -> None:
        change = partial(self._changed, one)
        value = shown(one, get(self._data, one.name))
        with ui.element("div").classes("lp-field").props(f'data-field="{one.name}"'):
            control: Any
            if one.kind == "switch":
                control = ui.switch(one.label, value=value, on_change=change)
            elif one.kind == "number":
                # Not ui.number: it would change what was typed to what is allowed, without a word.
                control = ui.input(one.label, value=value, on_change=change).props("outlined dense type=number")
                control.props(f"min={one.low} max={one.high} step=1")
            elif one.kind == "choice":
                control = ui.select(one.options, label=one.label, value=value, on_change=change)
                control.props("outlined dense")
            elif one.kind == "several":
                control = self._several(one, value)
            else:
                control = ui.input(one.label, value=value, on_change=change).props("outlined dense")
            if isinstance(control, ValidationElement):
                # Its own check, which has nothing to check, would take away what ours says.
                control.without_auto_validation().props("hide-bottom-space")
            self._controls[one.name] = control
            fault = ui.label().classes("lp-fault").props(f'id="fault-{one.name.replace(".", "-")}" aria-live="polite"')
            self._faults[one.name] = fault
            if one.about:
                ui.label(one.about).classes("lp-about")

    def _several(self, one: Field, chosen: list[str]) -> dict[str, ui.checkbox]:
        with ui.element("div").props(f'role="group" aria-label="{one.label}"'):
            ui.label(one.label).classes("lp-about")
            return {
                word: ui.checkbox(label, value=word in chosen, on_change=partial(self._changed, one))
                .props("dense")
                .classes("full-width q-py-xs")
                for word, label in one.options.items()
            }

    def _fill(self, data: dict[str, Any]) -> None:
        """Show other data in the form."""
        self._data = data
        self._filling = True
        for one in FIELDS:
            value = shown(one, get(data, one.name))
            control = self._controls[one.name]
            if one.kind == "several":
                for word, box in control.items():
                    box.value = word in value
            else:
                control.value = value
        self._filling = False
        self._key.value = key_of(str(data.get("name", "")))
        self._judge()

    def _changed(self, one: Field, event: events.ValueChangeEventArguments[Any]) -> None:
        if self._filling:
            return
        if one.kind == "several":
            # In the order of the rules, whatever the order of the clicks.
            value: Any = [word for word, box in self._controls[one.name].items() if box.value]
        elif one.kind == "number":
            value = typed_number(event.value)
        elif one.kind == "numbers":
            value = typed_numbers(event.value)
        else:
            value = event.value
        before = get(self._data, "name")
        put(self._data, one.name, value)
        if one.name == "name" and self._key.value == key_of(str(before)):
            self._key.value = key_of(str(value))
        self._judge()

    def _judge(self) -> None:
        """Tell every fault beside its field, and show what would be played."""
        verdict = judge(self._data, self._key.value)
        self._verdict = verdict
        for one in FIELDS:
            sentence = verdict.faults.get(one.name, "")
            label = self._faults[one.name]
            if label.text != sentence:
                label.text = sentence
                control = self._controls[one.name]
                if not isinstance(control, dict):
                    where = f'aria-describedby="fault-{one.name.replace(".", "-")}"'
                    control.props(f"error aria-invalid=true {where}") if sentence else control.props(
                        remove="error aria-invalid aria-describedby"
                    )
        self._others.clear()
        with self._others:
            for sentence in filter(
                None, (verdict.faults.get(""), verdict.panel and f"The panel cannot show it: {verdict.panel}.")
            ):
                shell.warning(sentence)
        count = len(verdict.faults)
        if verdict.good:
            self._verdict_line.text = "Good: it can be played."
        elif count:
            self._verdict_line.text = (
                f"{count} field{'s' if count > 1 else ''} to put right. The panel shows the last good rules."
            )
        else:
            self._verdict_line.text = "The panel has no room for it."
        if verdict.variant is not None:
            variant = verdict.variant
            self._panel.show(
                sample(variant), f"A preview of {variant.name}: {variant.holes} holes, {variant.rows} rows"
            )
            self._count.text = f"{variant.code_count():,} codes".replace(",", " ")
        self._case.classes(remove="lp-dim") if verdict.variant is not None else self._case.classes("lp-dim")
        for button in (self._save, self._send):
            button.set_enabled(verdict.good)

    # -- where variants come from and go to -------------------------------------------------------------------------

    def _take_template(self, key: str) -> None:
        self._notes.clear()
        self._fill(template(key))

    async def _open_file(self, event: events.UploadEventArguments) -> None:
        text = await event.file.read()
        stem = event.file.name.rsplit(".", 1)[0]
        data, notes = opened(text, stem)
        self._tell([f"{event.file.name}: {one}" for one in notes])
        if data is not None:
            self._fill(data)
            self._key.value = key_of(stem)

    def _tell(self, sentences: list[str]) -> None:
        self._notes.clear()
        with self._notes:
            for sentence in sentences:
                shell.warning(sentence)

    def _save_file(self) -> None:
        if self._verdict is not None and self._verdict.good and self._verdict.variant is not None:
            ui.download.content(file_text(self._verdict.variant), f"{key_of(self._key.value)}.json", "application/json")

    async def _send_to_board(self) -> None:
        verdict = self._verdict
        if verdict is None or not verdict.good or verdict.variant is None:
            return
        key = key_of(self._key.value)
        self._key.value = key
        await board_variants.send(self._hub, key, to_dict(verdict.variant))

    async def _choose_from_board(self) -> None:
        chosen = await board_variants.choose(self._hub)
        if chosen is None:
            return
        key, data = chosen
        self._tell([])
        self._fill(data)
        self._key.value = key
