"""The other end of the wire, for tests: a thread that answers at a socket or a pty, well or badly."""

import contextlib
import os
import select
import socket
import threading

from lightpeg.link.frame import Reader, encode
from lightpeg.link.server import PROTOCOL, Server

HELLO = {
    "name": "lightpeg",
    "version": "0.1.0",
    "protocol": PROTOCOL,
    "board": "e6614103e7452d2f",
    "journal": "0A0B0C0D",
    "panel": [16, 16],
    "capabilities": ["games"],
    "circuitpython": "10.3.0",
    "revision": "A",
}


class HangUp(Exception):
    """Raised by an answer: the board goes, at once."""


def good(message, ok):
    """The frame of a good reply."""
    return encode({"id": message["id"], "ok": ok})


class LinkBoard:
    """A context manager. `answer(message, fault)` gives the bytes that go back to each line that arrives.

    `url` is where it is. With `pty=True` it is a pty; a pty never hangs up.
    """

    def __init__(self, answer, pty=False):
        self._answer = answer
        self._stop = threading.Event()
        self._pty = pty
        #: Every byte that ever arrived.
        self.heard = b""
        #: Bytes sent as soon as somebody is there.
        self.greeting = b""
        if pty:
            import tty

            self._master, self._slave = os.openpty()
            tty.setraw(self._slave)
            self.url = os.ttyname(self._slave)
            os.set_blocking(self._master, False)
            serve = self._serve_pty
        else:
            self._server = socket.create_server(("127.0.0.1", 0))
            self.url = "socket://127.0.0.1:%d" % self._server.getsockname()[1]
            serve = self._serve_socket
        self._thread = threading.Thread(target=serve, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()
        if self._pty:
            os.close(self._slave)
            os.close(self._master)
        else:
            self._server.close()

    def _serve_socket(self):
        while self._readable(self._server):
            client, _ = self._server.accept()
            reader = Reader()
            with client, contextlib.suppress(HangUp, OSError):
                client.sendall(self.greeting)
                while self._readable(client):
                    data = client.recv(4096)
                    if not data:
                        break
                    self._take(reader, data, client.sendall)

    def _serve_pty(self):
        reader = Reader()
        while self._readable(self._master):
            self._take(reader, os.read(self._master, 4096), lambda data: os.write(self._master, data))

    def _readable(self, what):
        """Waits until there is something to read (True) or the test is over (False)."""
        while not self._stop.is_set():
            if select.select([what], [], [], 0.01)[0]:
                return True
        return False

    def _take(self, reader, data, send):
        self.heard += data
        for message, fault in reader.feed(data):
            send(self._answer(message, fault))


def desk_board(desk, pty=False, also=None):
    """A LinkBoard that is a whole board: the firmware's own server over a desk of `tests.link.fake_desk`. `also` may
    give bytes to send after a reply, called with the request."""
    server = Server(desk)

    def answer(message, fault):
        frame = encode(server.answer(message, fault))
        return frame + (also(message) if also is not None and message is not None else b"")

    return LinkBoard(answer, pty)
