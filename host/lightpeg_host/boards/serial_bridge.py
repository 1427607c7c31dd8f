"""A board's data channel on this computer: a TCP socket everywhere and, on POSIX, a pty as well.

One program at a time may talk to the board, as with a USB port. Nothing here ever waits: a program that does not read
only fills its own side.
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
from typing import Any

# What may wait on the computer's side for a program that does not read.
SOCKET_BUFFER = 4096
READ_SIZE = 4096


class SerialBridge:
    """The computer's end of the channel. Call poll() often; it says whether somebody is connected."""

    def __init__(self) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self._server.setblocking(False)
        self._client: socket.socket | None = None
        self._incoming = bytearray()
        self._pty = _Pty() if hasattr(os, "openpty") else None
        self.port: int = self._server.getsockname()[1]

    @property
    def url(self) -> str:
        """The address for pySerial's serial_for_url()."""
        return f"socket://127.0.0.1:{self.port}"

    @property
    def pty_path(self) -> str | None:
        """The device file of the pty, None where there are none."""
        return self._pty.path if self._pty else None

    @property
    def connected(self) -> bool:
        """True while a program holds one of the ends open, as seen by the last poll()."""
        return self._client is not None or (self._pty is not None and self._pty.opened)

    def poll(self, room: int, accept: bool = True) -> bytes:
        """Accept a program if `accept`, notice one that has gone, and return at most `room` bytes that were sent."""
        if self._client is not None and self._client_gone():
            # What nobody waits for any more is not the beginning of what the next program says.
            self._incoming.clear()
        elif accept:
            self._accept()
        if self._pty:
            self._pty.poll()
        if len(self._incoming) < room:
            self._receive()
        data = bytes(self._incoming[:room])
        del self._incoming[:room]
        return data

    def _accept(self) -> None:
        try:
            client, _ = self._server.accept()
        except (BlockingIOError, OSError):
            return
        if self._client is not None:
            client.close()  # the port is in use
            return
        client.setblocking(False)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SOCKET_BUFFER)
        self._client = client

    def _client_gone(self) -> bool:
        self._receive()
        return self._client is None

    def _receive(self) -> None:
        if self._client is not None:
            try:
                data = self._client.recv(READ_SIZE)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            if data:
                self._incoming += data
            else:
                self._drop_client()
        elif self._pty is not None and self._pty.opened:
            self._incoming += self._pty.receive()

    def send(self, data: bytes) -> int:
        """Hand `data` on; returns how many bytes were taken. With nobody there all of it is taken and lost."""
        if self._client is not None:
            try:
                return self._client.send(data)
            except BlockingIOError:
                return 0
            except OSError:
                self._drop_client()
                return len(data)
        if self._pty is not None and self._pty.opened:
            return self._pty.send(data)
        return len(data)

    def _drop_client(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None

    def hang_up(self) -> None:
        """The board is gone, as when its plug is pulled: the program sees the end of the stream."""
        self._drop_client()
        self._incoming.clear()

    def close(self) -> None:
        """Free the ports."""
        self._drop_client()
        self._server.close()
        if self._pty:
            self._pty.close()


class _Pty:
    """The pty: its path is what a program opens; `opened` tells whether one has."""

    def __init__(self) -> None:
        import tty

        self._master, slave = os.openpty()
        tty.setraw(slave)
        self.path: str = os.ttyname(slave)
        os.close(slave)
        os.set_blocking(self._master, False)
        self.opened = False

    def poll(self) -> None:
        """Look whether a program has the pty open."""
        poller: Any = select.poll()
        poller.register(self._master, select.POLLIN)
        events = dict(poller.poll(0)).get(self._master, 0)
        self.opened = not events & select.POLLHUP

    def receive(self) -> bytes:
        """What the program has written."""
        try:
            return os.read(self._master, READ_SIZE)
        except OSError:
            return b""

    def send(self, data: bytes) -> int:
        """Give the program as much of `data` as it has room for."""
        try:
            return os.write(self._master, data)
        except OSError:
            return 0

    def close(self) -> None:
        """Free the pty."""
        with contextlib.suppress(OSError):
            os.close(self._master)
