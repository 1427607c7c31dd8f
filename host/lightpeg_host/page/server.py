"""Serves the page of one board to browsers on this computer, over HTTP and a WebSocket."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import math
import socket
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

import lightpeg
from lightpeg_host.boards import ARMS, BUTTONS
from lightpeg_host.page import rules
from lightpeg_host.page.pace import REMEDY, Pace

HOST = "127.0.0.1"
DEFAULT_PORT = 8437
FILES = Path(__file__).parent / "files"
# Names of this computer that a browser may have in its address bar. Others would be another site that leads here.
OWN_NAMES = ("127.0.0.1", "localhost", "[::1]", "::1")
# Seconds between looks at the choices that the board keeps.
CHOICES_EVERY = 1.0
LONGEST_MESSAGE = 1000
# What Starlette raises where a browser has left.
LEFT = "No response returned."

Scope = MutableMapping[str, Any]
Application = Callable[[Scope, Any, Any], Awaitable[None]]


def listen(port: int | None, host: str = HOST, usual: int = DEFAULT_PORT) -> socket.socket:
    """A socket on `host`, this computer only unless told otherwise: the given port, or else the usual one, or any free
    one if that is taken.

    OSError if the given port or the host cannot be had.
    """
    if port is not None:
        return _bound(host, port)
    try:
        return _bound(host, usual)
    except OSError:
        return _bound(host, 0)


def _bound(host: str, port: int) -> socket.socket:
    kind = socket.SOCK_STREAM
    family, _, _, _, address = socket.getaddrinfo(host, port, type=kind, flags=socket.AI_PASSIVE)[0]
    found = socket.socket(family, kind)
    try:
        # Not on Windows, where it would let two programs have the same port.
        if hasattr(socket, "SO_REUSEPORT"):
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(64)
    except OSError:
        found.close()
        raise
    return found


class Page:
    """What every open page of one board shows. `exact` says that the board is the emulated one."""

    def __init__(self, pace: Pace, exact: bool = False) -> None:
        self._pace = pace
        self._exact = exact
        self._readers: set[Reader] = set()
        self._variant: str | None = None
        # None: the codes grow, and how long they are now only the board knows.
        self._holes: int | None = 4

    def app(self) -> Application:
        """The ASGI application."""
        routes = [
            Route("/", self._index),
            Route("/rules", self._topics),
            Route("/rules/{key:path}", self._rules),
            WebSocketRoute("/board", self._board),
            Mount("/files", StaticFiles(directory=FILES)),
        ]
        pictures = rules.docs_folder() / "pictures"
        if pictures.is_dir():
            routes.append(Mount("/pictures", StaticFiles(directory=pictures)))
        return own_names_only(Starlette(routes=routes))

    async def watch(self) -> None:
        """Tell the open pages what changes, until cancelled."""
        loop = asyncio.get_running_loop()

        def changed() -> None:
            # The loop may just have closed.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._changed)

        self._pace.on_change = changed
        try:
            while True:
                self._look_at_choices()
                await asyncio.sleep(CHOICES_EVERY)
        finally:
            self._pace.on_change = None

    def _changed(self) -> None:
        for reader in self._readers:
            reader.note(self._pace.tone)

    def _look_at_choices(self) -> None:
        board = self._pace.board
        key = rules.chosen_variant(board) or "classic"
        if key != self._variant:
            variant = rules.find_variant(board, key)
            self._variant = key
            self._holes = 4 if variant is None else None if variant.growth else variant.holes
            self._changed()

    def state(self) -> dict[str, Any]:
        """Everything but the picture and the tone."""
        pace = self._pace
        board = pace.board
        return {
            "powered": pace.powered,
            "serial": board.serial_url,
            "pty": getattr(board, "serial_pty", None),
            "width": board.width,
            "arms": pace.arms,
            "fault": pace.fault,
            "remedy": REMEDY,
            "exact": self._exact,
            "speed": pace.speed,
            "pace": round(pace.pace, 2),
            "variant": self._variant,
            "holes": self._holes,
            "version": lightpeg.VERSION,
        }

    async def _index(self, request: Request) -> Response:
        return FileResponse(FILES / "index.html")

    async def _topics(self, request: Request) -> Response:
        return JSONResponse(rules.topics(self._pace.board))

    async def _rules(self, request: Request) -> Response:
        text = rules.rules_html(self._pace.board, request.path_params["key"])
        return PlainTextResponse("No such rules.", 404) if text is None else HTMLResponse(text)

    async def _board(self, channel: WebSocket) -> None:
        await channel.accept()
        reader = Reader(channel)
        self._readers.add(reader)
        writing = asyncio.create_task(reader.write(self))
        try:
            while True:
                self._take(await channel.receive_text(), reader)
        except (WebSocketDisconnect, RuntimeError, KeyError):
            pass
        finally:
            self._readers.discard(reader)
            self._pace.release_all(reader)
            writing.cancel()

    @property
    def pace(self) -> Pace:
        """The running board."""
        return self._pace

    def _take(self, text: str, reader: Reader) -> None:
        """Do what a page asks; what makes no sense is ignored."""
        if len(text) > LONGEST_MESSAGE:
            return
        try:
            asked = json.loads(text)
        except ValueError:
            return
        if not isinstance(asked, dict):
            return
        for what, value in asked.items():
            if what == "hold" and value in BUTTONS:
                self._pace.hold(value, reader)
            elif what == "release" and value in BUTTONS:
                self._pace.release(value, reader)
            elif what == "ask" and isinstance(value, int):
                reader.answer(value)
            elif what == "power" and isinstance(value, bool):
                self._pace.power(value)
            elif what in ARMS and isinstance(value, (int, float)) and math.isfinite(value):
                self._pace.slide(what, min(1.0, max(0.0, float(value))))


class Reader:
    """One open page: gets the newest picture when it is ready for it, and every change of tone."""

    def __init__(self, channel: WebSocket) -> None:
        self._channel = channel
        self._news = asyncio.Event()
        self._news.set()
        self._tones: list[int] = []
        self._answer: int | None = None

    def answer(self, number: int) -> None:
        """Tell the page, after everything that is new by now, that its question was heard."""
        self._answer = number
        self._news.set()

    def note(self, tone: int) -> None:
        """Something changed; the tone is `tone` now."""
        if not self._tones or self._tones[-1] != tone:
            # A page that reads nothing must not fill the memory.
            self._tones = [*self._tones[-20:], tone]
        self._news.set()

    async def write(self, page: Page) -> None:
        """Send what is new, for ever."""
        told: dict[str, Any] = {}
        picture = -1
        heard = 0
        while True:
            await self._news.wait()
            self._news.clear()
            state = page.state()
            news = {name: value for name, value in state.items() if told.get(name, told) != value}
            told = {**state, "arms": dict(state["arms"])}
            tones, self._tones = self._tones, []
            if tones and tones != [heard]:
                news["tones"] = tones
                heard = tones[-1]
            answer, self._answer = self._answer, None
            if answer is not None:
                news["answer"] = answer
            try:
                if picture != page.pace.pictures:
                    picture = page.pace.pictures
                    await self._channel.send_bytes(page.pace.picture)
                if news:
                    await self._channel.send_json(news)
            except (WebSocketDisconnect, RuntimeError):
                return


def own_names_only(app: Application) -> Application:
    """Refuse requests that another web site sends through a browser of this computer."""

    async def guard(scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket"):
            await app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get("host", "")
        origin = headers.get("origin")
        own = _name(f"//{host}") in OWN_NAMES and (origin is None or urlsplit(origin).netloc == host)
        if own:
            await app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await PlainTextResponse("This page is for this computer only.", 403)(scope, receive, send)

    return guard


def _name(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


POLICY = b"default-src 'self'; connect-src 'self' ws:; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'"


def _with_headers(send: Any) -> Any:
    async def sender(message: Any) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [
                *message["headers"],
                (b"content-security-policy", POLICY),
                (b"cache-control", b"no-store"),
                (b"x-content-type-options", b"nosniff"),
            ]
        await send(message)

    return sender


def _is_news(record: logging.LogRecord) -> bool:
    """Whether somebody who started it has to know what uvicorn says: not that a stranger's wish for a channel was
    refused, nor that a browser left before it had an answer, nor what was still open at the end and was cut off."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, asyncio.CancelledError) or (isinstance(error, RuntimeError) and str(error) == LEFT):
        return False
    return not any(part in str(record.msg) for part in ("without completing handshake", "graceful shutdown exceeded"))


class Server(uvicorn.Server):
    """Leaves signals to whoever runs it, and keeps to itself what is no news."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        logging.getLogger("uvicorn.error").addFilter(_is_news)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Serving:
    """The page being served on `listening`. run() returns after stop(), which any thread or signal handler may call."""

    def __init__(self, page: Page, listening: socket.socket) -> None:
        self._page = page
        self._listening = listening
        #: The page's address.
        self.url = f"http://{HOST}:{listening.getsockname()[1]}/"
        config = uvicorn.Config(
            page.app(), log_level="error", access_log=False, lifespan="off", timeout_graceful_shutdown=1
        )
        self._server = Server(config)

    def stop(self) -> None:
        """Let run() return soon."""
        self._server.should_exit = True

    def run(self) -> None:
        """Serve until stop()."""
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        watching = asyncio.create_task(self._page.watch())
        try:
            await self._server.serve(sockets=[self._listening])
        finally:
            watching.cancel()
