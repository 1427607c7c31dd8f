"""The boards that are being looked at: each is talked to while somebody looks, and let go afterwards.

One program at a time can have a board. So that `lightpeg sync` and others get their turn, a board is opened when a
page shows it and closed when the last one does so no longer.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from rich.text import Text
from starlette.websockets import WebSocket, WebSocketDisconnect

from lightpeg_host.client.board import BoardClient
from lightpeg_host.client.discovery import Found, candidates, connect
from lightpeg_host.client.names import Names
from lightpeg_host.client.panel import Panel
from lightpeg_host.errors import BoardGone, LightpegError, PortError, VersionMismatch
from lightpeg_host.live_text import Teller

ROWS = 16
MOST_COLUMNS = 64
# Seconds: between two pictures, between two looks at how the board is, before a board that failed is tried again, for
# which a board nobody looks at is kept (a page that is loaded again should not have to wait), and for which one may
# take to answer before somebody who wants something of it is told.
PICTURE = 1 / 30
STATUS = 3.0
AGAIN = 2.0
GRACE = 1.0
PATIENCE = 12.0
EVENT = 0.25
# What the game told, kept for the page.
NEWS = 40

Result = TypeVar("Result")


@dataclass
class Seen:
    """What a page shows of a board. `state` is waiting, live or why not: busy, silent, version, gone; `sentence` says
    it. `news` is what the game told, each with when it came. `number` grows with every change but the picture's."""

    state: str = "waiting"
    sentence: str = ""
    board: str = ""
    title: str = ""
    version: str = ""
    hidden: bool = False
    status: dict[str, Any] = field(default_factory=dict)
    news: deque[tuple[float, Text]] = field(default_factory=lambda: deque(maxlen=NEWS))
    number: int = 0


class Watch:
    """One board being looked at, in a thread of its own. `after` is who had the board before, and lets it go."""

    def __init__(self, found: Found, after: Watch | None = None) -> None:
        assert found.port is not None
        self.port: str = found.port
        self.seen = Seen(title=found.title)
        self._kind = found.title[:1].upper() + found.title[1:]
        self.panel = Panel(16, ROWS)
        self.pictures = 0
        self.used = 0.0
        self._after = after
        self._client: BoardClient | None = None
        self._teller = Teller()
        self._talking = threading.Lock()
        self._news = threading.Condition()
        self._stopping = threading.Event()
        self._listeners: list[Callable[[], None]] = []
        self._thread = threading.Thread(target=self._run, daemon=True, name=f"watch {self.port}")
        self._thread.start()

    def listen(self, listener: Callable[[], None]) -> None:
        """Call this, from any thread, whenever the picture has changed."""
        self._listeners.append(listener)
        listener()

    def unlisten(self, listener: Callable[[], None]) -> None:
        """No longer."""
        self._listeners.remove(listener)
        self.used = time.monotonic()

    @property
    def watched(self) -> bool:
        """Whether a page shows it."""
        return bool(self._listeners)

    def use(self, work: Callable[[BoardClient], Result]) -> Result:
        """What `work` does with the board, between two events. LightpegError if the board cannot be had."""
        with self._news:
            self._news.wait_for(lambda: self.seen.state != "waiting", PATIENCE)
        with self._talking:
            if self._client is None:
                raise BoardGone(self.seen.sentence or "The board does not answer yet. Try again.")
            return work(self._client)

    def stop(self) -> None:
        """Let the board go."""
        self._stopping.set()

    def join(self) -> None:
        """Wait until it is let go."""
        self._thread.join(10)

    def _run(self) -> None:
        if self._after is not None:
            self._after.join()
            self._after = None
        while not self._stopping.is_set():
            try:
                self._look()
            except LightpegError as error:
                kinds = ((PortError, "busy"), (VersionMismatch, "version"))
                self._tell(next((word for kind, word in kinds if isinstance(error, kind)), "gone"), str(error))
            except Exception as error:
                # Whatever a board says, the page goes on telling how it is.
                self._tell("gone", f"Lightpeg made a mistake ({type(error).__name__}: {error}). Please report it.")
            self._stopping.wait(AGAIN)
        self._tell("waiting", "")

    def _look(self) -> None:
        client = connect(self.port)
        try:
            client.name = Names().name(client.id)
            hello = client.hello
            seen = self.seen
            seen.board, seen.version = hello.board, hello.version
            seen.title = client.name or f"{self._kind} {hello.board[-4:]}"
            columns, rows = hello.panel
            self.panel = Panel(columns, rows) if 1 <= columns <= MOST_COLUMNS and rows == ROWS else Panel(16, ROWS)
            self._changed()
            self._teller = Teller()
            seen.status = client.status()
            client.subscribe(events=True, pixels=True)
            self._client = client
            self._tell("live", "")
            self._follow(client)
        finally:
            with self._talking:
                self._client = None
            client.close()

    def _follow(self, client: BoardClient) -> None:
        asked = time.monotonic()
        while not self._stopping.is_set():
            event = client.live(EVENT)
            if event is not None:
                self._take(event)
            if time.monotonic() - asked > STATUS:
                asked = time.monotonic()
                status = client.status()
                if status != self.seen.status:
                    self.seen.status = status
                    self.seen.number += 1
        with contextlib.suppress(LightpegError):
            client.subscribe(events=False, pixels=False)

    def _take(self, event: dict[str, Any]) -> None:
        seen = self.seen
        if self.panel.take(event):
            if self.panel.hidden:
                self.panel.data = bytearray(len(self.panel.data))
            if seen.hidden != self.panel.hidden:
                seen.hidden = self.panel.hidden
                seen.number += 1
            self._changed()
            return
        line = self._teller.tell(event)
        if line is not None:
            seen.news.append((time.time(), line))
            seen.number += 1

    def _changed(self) -> None:
        self.pictures += 1
        for listener in list(self._listeners):
            listener()

    def _tell(self, state: str, sentence: str) -> None:
        with self._news:
            self.seen.state, self.seen.sentence = state, sentence
            self.seen.hidden = False
            self.seen.number += 1
            if state != "live":
                self.panel.data = bytearray(len(self.panel.data))
                self._changed()
            self._news.notify_all()


class Hub:
    """All boards that are being looked at, by a short name for the address of their channel."""

    def __init__(self) -> None:
        self._watches: dict[str, Watch] = {}
        # Those that are letting their boards go.
        self._leaving: dict[str, Watch] = {}
        self._found: dict[str, Found] = {}
        self._lock = threading.Lock()

    def boards(self) -> dict[str, Found]:
        """What may be a board now, without opening anything. One that is gone is let go."""
        found = {name_of(one): one for one in candidates()}
        with self._lock:
            self._found = found
            for name in [name for name in self._watches if name not in found]:
                self._let_go(name)
        return found

    def seen(self, name: str) -> Seen | None:
        """What is seen of a board, None while nobody looks."""
        watch = self._watches.get(name)
        return None if watch is None else watch.seen

    def use(self, name: str, work: Callable[[BoardClient], Result]) -> Result:
        """What `work` does with a board, which is opened for it if it is not. LightpegError if it cannot be had."""
        found = self.boards().get(name)
        if found is None or found.port is None:
            raise BoardGone("The board has gone: it was unplugged, or it is off. Plug it in and try again.")
        with self._lock:
            watch = self._watches.get(name)
            leaving = self._leaving.get(name)
        if watch is not None:
            return watch.use(work)
        if leaving is not None:
            leaving.join()
        with connect(found.port) as client:
            client.name = Names().name(client.id)
            return work(client)

    async def serve(self, channel: WebSocket) -> None:
        """A page's channel: the panel's pictures, the newest whenever the page is ready for one."""
        name = channel.path_params["board"]
        watch = self._watch(name)
        if watch is None:
            await channel.close()
            return
        await channel.accept()
        loop = asyncio.get_running_loop()
        news = asyncio.Event()

        def listener() -> None:
            # The loop may just have closed.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(news.set)

        writing = asyncio.create_task(_write(channel, watch, news))
        watch.listen(listener)
        try:
            while True:
                await channel.receive_bytes()
        except (WebSocketDisconnect, RuntimeError, KeyError):
            pass
        finally:
            watch.unlisten(listener)
            writing.cancel()
            loop.call_later(GRACE, self._sweep)

    def close(self) -> None:
        """Let every board go."""
        with self._lock:
            for name in list(self._watches):
                self._let_go(name)
            leaving = list(self._leaving.values())
        for watch in leaving:
            watch.join()

    def _watch(self, name: str) -> Watch | None:
        with self._lock:
            watch = self._watches.get(name)
            if watch is not None:
                return watch
            found = self._found.get(name)
            if found is None or found.port is None:
                return None
            self._watches[name] = Watch(found, self._leaving.pop(name, None))
            return self._watches[name]

    def _sweep(self) -> None:
        """Let go what nobody has looked at for a while."""
        now = time.monotonic()
        with self._lock:
            for name, watch in list(self._watches.items()):
                if not watch.watched and now - watch.used >= GRACE * 0.9:
                    self._let_go(name)

    def _let_go(self, name: str) -> None:
        watch = self._watches.pop(name)
        watch.stop()
        self._leaving[name] = watch


async def _write(channel: WebSocket, watch: Watch, news: asyncio.Event) -> None:
    shown = -1
    while True:
        await news.wait()
        news.clear()
        began = time.monotonic()
        if shown == watch.pictures:
            continue
        shown = watch.pictures
        try:
            await channel.send_bytes(bytes([watch.panel.width]) + watch.panel.data)
        except (WebSocketDisconnect, RuntimeError):
            return
        # The lines of one picture come one after the other: they are shown together.
        await asyncio.sleep(max(0.0, PICTURE - (time.monotonic() - began)))


def name_of(found: Found) -> str:
    """A short name for a candidate's address: pages must not name ports of their own."""
    return hashlib.sha256((found.port or found.title).encode()).hexdigest()[:12]
