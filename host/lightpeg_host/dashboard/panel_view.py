"""The panel as an element of a page."""

from __future__ import annotations

import base64

from nicegui.element import Element

from lightpeg_host.dashboard.drawn import Drawing


class PanelView(Element, component="files/panel_view.js"):
    """A panel. `label` says in words what it shows; `live` is the path of a board's channel, if it mirrors one."""

    def __init__(self, label: str, drawing: Drawing | None = None, live: str | None = None, columns: int = 16) -> None:
        super().__init__()
        self._props["columns"] = columns
        self._props["label"] = label
        if live is not None:
            self._props["live"] = live
        if drawing is not None:
            self.show(drawing, label)

    def show(self, drawing: Drawing, label: str) -> None:
        """Draw another picture."""
        self._props["columns"] = drawing.columns
        self._props["levels"] = base64.b64encode(drawing.levels).decode()
        self._props["label"] = label
        self.update()
