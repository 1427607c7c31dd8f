"""Serves the dashboard: NiceGUI's pages and the panels' channel behind the guard, on one socket."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import socket
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from nicegui import Client, ui
from nicegui import app as pages
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from lightpeg_host.dashboard import boards_page, history_page, shell, stats_page, variants_page
from lightpeg_host.dashboard.guard import Guard
from lightpeg_host.dashboard.live import Hub
from lightpeg_host.dashboard.shelf import Shelf
from lightpeg_host.page import server

DEFAULT_PORT = 8438
FILES = Path(__file__).parent / "files"
WILDCARDS = ("0.0.0.0", "::", "")
TOKEN_BYTES = 24


class Dashboard:
    """What all pages share: the database, and the boards that are being looked at."""

    def __init__(self, database: str | None = None) -> None:
        self.shelf = Shelf(database)
        self.hub = Hub()


class Serving:
    """The dashboard being served on `listening`. run() returns after stop(), which any thread or signal handler may
    call.

    `host` is where it was told to listen, None for this computer only; with it there is a token, and `url` holds it.
    """

    def __init__(self, listening: socket.socket, host: str | None = None, database: str | None = None) -> None:
        self._listening = listening
        self._dashboard = Dashboard(database)
        port = listening.getsockname()[1]
        token = None if host is None else secrets.token_urlsafe(TOKEN_BYTES)
        name = server.HOST if host is None else socket.gethostname() if host in WILDCARDS else host
        shown = f"[{name}]" if ":" in name else name
        #: The address to open.
        self.url = f"http://{shown}:{port}/" + (f"?token={token}" if token else "")
        guarded = Guard(_application(self._dashboard), port, token, host)
        config = uvicorn.Config(
            guarded,
            log_level="error",
            access_log=False,
            lifespan="on",
            timeout_graceful_shutdown=1,
            ws_max_size=1 << 20,
        )
        self._server = server.Server(config)

    def stop(self) -> None:
        """Let run() return soon."""
        self._server.should_exit = True

    def run(self) -> None:
        """Serve until stop()."""
        with contextlib.closing(self._dashboard.hub):
            asyncio.run(self._server.serve(sockets=[self._listening]))


def _application(dashboard: Dashboard) -> FastAPI:
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    for path in (*FILES.iterdir(), server.FILES / "panel.js", server.FILES / "icon.svg"):
        app.add_route(f"/panel/{path.name}", _file(path))
    app.router.add_websocket_route("/live/{board:path}", dashboard.hub.serve)
    for page in (boards_page, history_page, stats_page, variants_page):
        page.register(dashboard)
    logging.getLogger("nicegui").setLevel(logging.ERROR)
    pages.add_exception_handler(404, _nowhere)
    ui.run_with(
        app,
        title="Lightpeg",
        favicon=server.FILES / "icon.svg",
        dark=None,
        language="en-US",
        tailwind=False,
        show_welcome_message=False,
        binding_refresh_interval=None,
        message_history_length=100,
    )
    return app


async def _nowhere(request: Request, _error: Exception) -> Response:
    """The page for an address at which there is none, with the way to the others."""
    with Client(ui.page(""), request=request) as client, shell.page("", "There is no such page"), shell.card():
        ui.label("The address may be mistyped, or the page has another name now.")
        with ui.element("div").classes("lp-line"):
            for path, name in shell.PAGES:
                ui.link(name, path)
    return client.build_response(request, 404)


def _file(path: Path):  # type: ignore[no-untyped-def]
    async def send(_request: object) -> FileResponse:
        return FileResponse(path, headers={"cache-control": "no-cache"})

    return send
