"""A computer's end of a board's data channel, in the same thread as the board: time passes while it waits."""

import socket
from itertools import count

from lightpeg.link.frame import Reader, encode


class Line:
    """A program that holds the channel of `board` open. `heard` is every byte that came, `live` the live messages that
    were not looked at yet."""

    def __init__(self, board):
        self._board = board
        host, port = board.serial_url.removeprefix("socket://").split(":")
        self._socket = socket.create_connection((host, int(port)))
        self._socket.setblocking(False)
        self._reader = Reader()
        self._ids = count(1)
        self.heard = b""
        self.live = []
        board.run(50)

    def send(self, data):
        """Send raw bytes, all of them."""
        while data:
            try:
                data = data[self._socket.send(data) :]
            except BlockingIOError:
                self._board.run(1)

    def listen(self):
        """The frames that have come, live ones apart."""
        replies = []
        while True:
            try:
                data = self._socket.recv(4096)
            except BlockingIOError:
                return replies
            if not data:
                return replies
            self.heard += data
            for message, fault in self._reader.feed(data):
                assert fault is None, (fault, data)
                (self.live if "live" in message else replies).append(message)

    def ask(self, do, ms=3000, **fields):
        """The reply to a request: what is in `ok`, or the code of the error as a text."""
        number = next(self._ids)
        self.send(encode({"id": number, "do": do, **fields}))
        for _ in range(ms // 2):
            self._board.run(2)
            for reply in self.listen():
                if reply["id"] == number:
                    return reply["ok"] if "ok" in reply else reply["error"]
        raise AssertionError(f"no reply to {do} within {ms} ms")

    def close(self):
        self._socket.close()
        self._board.run(100)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
