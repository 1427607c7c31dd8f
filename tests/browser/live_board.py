"""A board without firmware that tells what it is told to tell: for tests of the dashboard's live page."""

import base64
import contextlib
import select
import threading

from lightpeg.link.frame import Reader, encode
from lightpeg.link.server import Server
from lightpeg_host.client.running import register
from tests.host.link_board import LinkBoard
from tests.link.fake_desk import FakeDesk

WIDTH = 16
LINES = 4


class LiveBoard(LinkBoard):
    """A running virtual board, to be found by itself: a context manager. `desk` is what is behind its link."""

    def __init__(self, board="e6614c311b4a5f2f", title="virtual board"):
        self.desk = FakeDesk()
        self.desk.board = board
        self._title = title
        server = Server(self.desk)
        super().__init__(lambda message, fault: encode(server.answer(message, fault)))
        self._sending = threading.Lock()
        self._send = None
        self._hanging = False
        #: Programs that it talks to: none or one.
        self.talks_to = 0
        self.address = self._server.getsockname()
        self._registered = contextlib.ExitStack()

    def __enter__(self):
        super().__enter__()
        self._registered.enter_context(register(self.url, self._title))
        return self

    def __exit__(self, *stop):
        self.unplug()
        super().__exit__(*stop)

    def unplug(self):
        """It is no longer among the running boards, and whoever talks to it is hung up on."""
        self._registered.close()
        self._stop.set()
        self._thread.join()

    def hang_up(self):
        """Whoever talks to it is hung up on."""
        self._hanging = True

    def _readable(self, what):
        """As before; a hang-up is readable too."""
        while not self._stop.is_set():
            if self._hanging and what is not self._server:
                raise OSError("hung up")
            if select.select([what], [], [], 0.01)[0]:
                return True
        return False

    def _serve_socket(self):
        while self._readable(self._server):
            client, _ = self._server.accept()
            reader = Reader()
            self.talks_to += 1
            with client, contextlib.suppress(OSError):
                while self._readable(client):
                    data = client.recv(4096)
                    if not data:
                        break
                    self._take(reader, data, client.sendall)
            self.talks_to -= 1
            self._hanging = False

    def _take(self, reader, data, send):
        def carefully(frame):
            with self._sending:
                send(frame)

        self._send = send
        super()._take(reader, data, carefully)

    @property
    def subscribed(self):
        """(events, pixels) that a computer asked for."""
        return self.desk.live

    def tell(self, **event):
        """Send an event, if there is anybody."""
        with self._sending, contextlib.suppress(OSError):
            self._send(encode(event))

    def picture(self, colour_at, first=0, count=16, width=WIDTH):
        """Send lines of a picture: `colour_at(x, y)` gives each light's (r, g, b)."""
        for y in range(first, first + count, LINES):
            lines = range(y, min(y + LINES, first + count))
            data = bytes(level for line in lines for x in range(width) for level in colour_at(x, line))
            self.tell(live="pixels", y=y, n=len(lines), rgb=base64.b64encode(data).decode())
