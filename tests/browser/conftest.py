"""A board's page, served in this process, and Chromium to look at it and press on it."""

import contextlib
import os
import shutil
import threading
from urllib.parse import urlsplit

import pytest

from lightpeg_host.boards import VirtualBoard
from lightpeg_host.page.pace import Pace
from lightpeg_host.page.server import Page, Serving, listen
from tests.browser.dashboard import PATIENCE, until

SPEED = 6.0
DESK = {"width": 1280, "height": 800}
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def pytest_collection_modifyitems(items):
    for item in items:
        if "tests/browser" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium():
    """The system's Chromium, running."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: pip install .[test]")
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        pytest.skip("There is no Chromium: apt install chromium")
    # As root, and in containers, Chromium's own sandbox does not work.
    args = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=args)
        yield browser
        browser.close()


class Served:
    """A board being shown."""

    def __init__(self, board, speed):
        self.board = board
        self.pace = Pace(board, speed)
        self._serving = Serving(Page(self.pace), listen(0))
        self.url = self._serving.url
        self._thread = threading.Thread(target=self._serving.run, daemon=True)

    def __enter__(self):
        self.pace.start()
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._serving.stop()
        self._thread.join(10)
        self.pace.close()
        self.board.close()
        assert not self._thread.is_alive()


@pytest.fixture
def visit(chromium):
    """Opens a page of a dashboard in a browser profile of its own: visit(dashboard, path, viewport, **options). No
    page may report an error, and none may ask another computer for anything."""
    contexts, errors, asked = [], [], []

    def start(dashboard, path="/", viewport=DESK, **options):
        context = chromium.new_context(viewport=viewport, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("request", lambda request: asked.append(request.url))
        page.on("websocket", lambda channel: asked.append(channel.url))
        page.goto(dashboard.base + path)
        page.wait_for_function("window.did_handshake")
        return page

    yield start
    for context in contexts:
        context.close()
    assert errors == []
    hosts = {urlsplit(url).netloc for url in asked if urlsplit(url).scheme not in ("data", "blob")}
    assert all(host.startswith("127.0.0.1:") for host in hosts), hosts


@pytest.fixture
def serve():
    """Serves a board: serve(board=None, speed=SPEED) -> Served."""
    # Each is ended even if another one fails to end.
    with contextlib.ExitStack() as served:
        yield lambda board=None, speed=SPEED: served.enter_context(Served(board or VirtualBoard(), speed))


@pytest.fixture
def open_page(chromium):
    """Opens the page of a served board in a browser profile of its own; no page may report an error."""
    contexts, errors = [], []

    def start(served, viewport=DESK, **options):
        context = chromium.new_context(viewport=viewport, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.goto(served.url)
        # Not wait_for_function(): the page's policy forbids it to evaluate text.
        until(page, lambda: page.evaluate("Boolean(window.lightpeg && lightpeg.panel.levels)"))
        return page

    yield start
    for context in contexts:
        context.close()
    assert errors == []
