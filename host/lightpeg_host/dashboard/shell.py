"""What every page of the dashboard has around it: the heading, the way to the other pages, dark and light."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from nicegui import run, ui

from lightpeg_host.errors import LightpegError

PAGES = (("/", "Boards"), ("/history", "History"), ("/statistics", "Statistics"), ("/variants", "Variants"))
THEMES = {"auto": None, "dark": True, "light": False}
THEME_SIGNS = {"auto": "brightness_auto", "dark": "dark_mode", "light": "light_mode"}
THEME_COOKIE = "lightpeg_theme"
YEAR = 365 * 24 * 3600


@contextlib.contextmanager
def page(here: str, title: str) -> Iterator[None]:
    """The frame of the page at the path `here`; what is built inside is its content."""
    ui.add_head_html('<link rel="stylesheet" href="/panel/style.css">')
    ui.page_title(f"{title} · Lightpeg")
    ui.colors(primary="#c2410c", negative="#b91c1c", positive="#15803d")
    with ui.header(elevated=False).classes("lp-header"):
        ui.html('<a class="lp-skip" href="#content">To the content</a>', sanitize=False)
        ui.html('<a class="lp-brand" href="/"><img src="/panel/icon.svg" alt="">Lightpeg</a>', sanitize=False)
        with ui.element("nav").props('aria-label="Pages"').classes("lp-nav"):
            for path, name in PAGES:
                link = ui.link(name, path).classes("lp-tab")
                if path == here:
                    link.props('aria-current="page"')
        _theme_button()
    with ui.element("div").props('id="content" tabindex="-1"').classes("lp-main"):
        ui.html(f"<h1>{title}</h1>", sanitize=False)
        yield


def _theme_button() -> None:
    request = ui.context.client.request
    theme = request.cookies.get(THEME_COOKIE, "auto") if request else "auto"
    if theme not in THEMES:
        theme = "auto"
    dark = ui.dark_mode(value=THEMES[theme])
    button = ui.button(icon=THEME_SIGNS[theme]).props("flat round dense color=inherit").classes("lp-theme")

    def tell(name: str) -> None:
        button.props(f'icon={THEME_SIGNS[name]} aria-label="Colours: {name}" title="Colours: {name}"')

    def turn() -> None:
        nonlocal theme
        names = list(THEMES)
        theme = names[(names.index(theme) + 1) % len(names)]
        dark.value = THEMES[theme]
        ui.run_javascript(f"document.cookie = '{THEME_COOKIE}={theme}; path=/; max-age={YEAR}; samesite=strict'")
        tell(theme)

    tell(theme)
    button.on_click(turn)


def card(title: str | None = None, classes: str = "") -> ui.element:
    """A framed part of a page, to be filled with `with`."""
    section = ui.element("section").classes(f"lp-card {classes}")
    if title is not None:
        with section:
            heading(title)
    return section


def heading(text: str) -> ui.label:
    """A second-level heading."""
    with ui.element("h2"):
        return ui.label(text)


def hint(text: str) -> ui.label:
    """A quiet sentence."""
    return ui.label(text).classes("lp-hint")


def no_games() -> None:
    """What a page about games says where there are none."""
    with card("There are no games yet"):
        ui.label("Play some on a board, then fetch them: with Sync now on the page Boards, or in a terminal with")
        ui.html("<code>lightpeg sync</code>", sanitize=False)
        with ui.element("div").classes("lp-line"):
            ui.link("To the boards", "/")


def warning(text: str) -> ui.label:
    """A sentence about something that went wrong; read out when it appears."""
    return ui.label(text).classes("lp-warning").props('role="alert"')


def note(sentence: str, good: bool = True) -> None:
    """A sentence that appears for a while, where there is still somebody to read it."""
    if left():
        return
    ui.notify(sentence, type="positive" if good else "negative", multi_line=True, timeout=5000 if good else 12000)


async def ask(work: Callable[..., Any], *args: Any) -> tuple[Any, str | None]:
    """What `work(*args)` returns, done beside the pages' loop, and None; or None and the sentence why it failed, which
    it has also for a page that was closed meanwhile: there is nothing left to show it on."""
    try:
        # In a tuple: while the dashboard ends, nothing is done any more and None comes back.
        done = await run.io_bound(lambda: (work(*args),))
    except LightpegError as error:
        return None, str(error)
    if done is None or left():
        return None, "The page was closed."
    return done[0], None


def left() -> bool:
    """Whether the page for which something was done has been closed meanwhile."""
    try:
        return bool(ui.context.client.is_deleted)
    except RuntimeError:
        # What this was done in is gone with the page.
        return True


async def answer(dialog: ui.dialog) -> Any:
    """What was chosen in a dialog, which is then gone; None if nothing was, or if the page was closed."""
    chosen = await dialog
    if not dialog.is_deleted:
        dialog.delete()
    return chosen
