"""One conversation with a board: a request, its reply, one at a time; what happens in between is kept as events.

A damaged line is skipped, a reply that nobody waits for is dropped by its id. After a timeout the channel can still be
used: the late reply is dropped when it comes.
"""

from __future__ import annotations

import contextlib
import secrets
import threading
import time
from collections import deque
from collections.abc import Iterator
from typing import Any

from lightpeg.link.frame import Reader, encode
from lightpeg_host.client.port import Port
from lightpeg_host.errors import BoardGone, BoardRefused, FileError, VersionMismatch

# A board answers within milliseconds, but one that erases its memory or is emulated takes its time.
REPLY_SECONDS = 10.0
# Events that may wait for somebody to look at them. The oldest are dropped.
MOST_EVENTS = 2000
# So long a thread that waits for events keeps one with a request waiting.
EVENT_SLICE_SECONDS = 0.05
_IDS = 1 << 30

Message = dict[str, Any]


class BoardSilent(BoardGone):
    """The wire is there, but nothing answers on it."""


class Channel:
    """Owns an open port. May be used from several threads: each request is complete before the next begins."""

    def __init__(self, port: Port) -> None:
        self._port = port
        self._reader = Reader()
        self._events: deque[Message] = deque()
        self._lock = threading.Lock()
        self._next = threading.Lock()
        # Requests whose replies are fetched later, and those that have come.
        self._ahead: dict[int, Message | None] = {}
        # Replies to a program that was here before have other ids.
        self._number = secrets.randbelow(_IDS)
        #: Lines that were no frames, replies that nobody waited for, and events that nobody fetched in time.
        self.damaged = 0
        self.foreign = 0
        self.dropped = 0

    @property
    def name(self) -> str:
        """The port, for sentences."""
        return self._port.name

    @contextlib.contextmanager
    def _turn(self) -> Iterator[None]:
        """The channel for one thread. Who waits for it comes before who has just had it."""
        with self._next:
            self._lock.acquire()
        try:
            yield
        finally:
            self._lock.release()

    def request(self, do: str, seconds: float | None = None, **fields: Any) -> Message:
        """Send a request and return what its reply holds.

        BoardRefused if the board says no, BoardGone if it says nothing within `seconds` (REPLY_SECONDS without),
        FileError if the request is too long for a frame.
        """
        with self._turn():
            return self._wait([self._send(do, fields)], REPLY_SECONDS if seconds is None else seconds)

    def ask_ahead(self, do: str, **fields: Any) -> int:
        """Send a request whose reply is fetched with `reply` later. Other requests may be made in between, some ahead
        as well: the board answers all in their order, so it never waits for this side. FileError as above."""
        with self._turn():
            number = self._send(do, fields)
            self._ahead[number] = None
            return number

    def reply(self, number: int) -> Message:
        """What the reply to this request holds that was asked ahead. Raises what `request` raises."""
        with self._turn():
            try:
                return self._wait([number], REPLY_SECONDS)
            finally:
                self.forget(number)

    def forget(self, number: int) -> None:
        """Nobody will fetch the reply to this request."""
        self._ahead.pop(number, None)

    def first_request(self, do: str, seconds: float, again: float) -> Message:
        """A request without fields to a board that may just be starting: asked again after each `again` seconds, for
        `seconds` altogether. Ends first whatever line another program has left unfinished at the board."""
        with self._turn():
            self._port.write(b"\n", REPLY_SECONDS)
            ids: list[int] = []
            end = time.monotonic() + seconds
            while True:
                ids.append(self._send(do, {}))
                left = end - time.monotonic()
                try:
                    return self._wait(ids, max(0.0, min(left, again)))
                except BoardSilent:
                    if left <= again:
                        raise

    def _send(self, do: str, fields: Message) -> int:
        """Send a request; its id."""
        self._number = (self._number + 1) % _IDS
        try:
            frame = encode({"id": self._number, "do": do, **fields})
        except ValueError as error:
            raise FileError(f"This is too much for one message to the board ({error}). Make it shorter.") from error
        self._port.write(frame, REPLY_SECONDS)
        return self._number

    def _wait(self, ids: list[int], seconds: float) -> Message:
        """What the reply to one of these ids holds."""
        end = time.monotonic() + seconds
        while True:
            left = end - time.monotonic()
            reply = self._ahead.get(ids[0]) or self._receive(max(0.0, left), ids)
            if reply is not None:
                return self._opened(reply)
            if left <= 0:
                raise BoardSilent(
                    f"The board at {self.name} does not answer. Unplug it, plug it in and try again; if that does not "
                    "help, run `lightpeg doctor`."
                )

    def event(self, seconds: float) -> Message | None:
        """The next event, waiting at most `seconds` for it."""
        end = time.monotonic() + seconds
        while True:
            with self._turn():
                if not self._events:
                    self._receive(max(0.0, min(end - time.monotonic(), EVENT_SLICE_SECONDS)), [])
                if self._events:
                    return self._events.popleft()
            if time.monotonic() >= end:
                return None

    def _receive(self, seconds: float, ids: list[int]) -> Message | None:
        """Read once and sort what came; the reply to one of `ids` if it was there."""
        data = self._port.read(seconds)
        found = None
        for message, _fault in self._reader.feed(data):
            if message is None:
                self.damaged += 1
            elif isinstance(message.get("live"), str) and "id" not in message:
                if len(self._events) >= MOST_EVENTS:
                    self._events.popleft()
                    self.dropped += 1
                self._events.append(message)
            elif found is None and _is_reply(message) and message["id"] in ids:
                found = message
            elif _is_reply(message) and message["id"] in self._ahead:
                self._ahead[message["id"]] = message
            else:
                self.foreign += 1
        return found

    def _opened(self, reply: Message) -> Message:
        error = reply.get("error")
        if error is not None:
            why = reply.get("why")
            sentence = str(why if isinstance(why, str) and why else error)
            if error == "version":
                raise VersionMismatch(f"The board says: {sentence}")
            raise BoardRefused(f"The board refuses: {sentence}", str(error))
        told = reply.get("ok")
        if not isinstance(told, dict):
            raise VersionMismatch(
                f"The board at {self.name} answers in a way this tool does not know. Bring both to the same version: "
                "`lightpeg install` updates the board."
            )
        return told

    def close(self) -> None:
        """Free the port. May be called twice."""
        self._port.close()


def _is_reply(message: Message) -> bool:
    number = message.get("id")
    return isinstance(number, int) and not isinstance(number, bool) and ("ok" in message or "error" in message)
