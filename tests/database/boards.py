"""A board in plain Python behind the firmware's own server, and a wire to it that can be cut at any byte."""

from lightpeg.link.frame import Reader
from lightpeg.link.server import Server
from lightpeg_host.client.board import say_hello
from lightpeg_host.errors import BoardGone
from tests.database.records import record

UID = "e66058388335a1b2"


class FakeBoard:
    """What a board keeps, and the desk that its server asks. It forgets nothing that was not acknowledged."""

    def __init__(self, journal="00000001", uid=UID):
        self.uid = uid
        self.journal = journal
        self.start = 1
        self.seconds = 0
        self.dates = {}
        self.records = {}
        self.last = 0
        self.acked = 0
        self.told = []

    # -- what happens on it -----------------------------------------------------------------------------------------

    def play(self, seconds=100, **fields):
        """A game is finished, so many seconds after the one before."""
        self.seconds += seconds
        self.last += 1
        fields = {"found": (True, False), "guesses": (5, 0), **fields}
        self.records[self.last] = record(self.last, start=self.start, seconds=self.seconds, **fields)

    def restart(self):
        """Its power is cut and comes back."""
        self.start += 1
        self.seconds = 0

    def make_room(self):
        """Overwrites everything that is safe elsewhere."""
        for seq in [seq for seq in self.records if seq <= self.acked]:
            del self.records[seq]

    # -- the desk ---------------------------------------------------------------------------------------------------

    def hello(self):
        return {
            "board": self.uid,
            "journal": self.journal,
            "panel": [16, 16],
            "capabilities": [],
            "circuitpython": "10.0.0",
            "revision": "1",
        }

    def time(self, epoch):
        self.told.append(epoch)
        if epoch is not None:
            self.dates[self.start] = epoch - self.seconds
        now = self.dates[self.start] + self.seconds if self.start in self.dates else None
        dates = [[start, date] for start, date in sorted(self.dates.items())[-16:]]
        return {"start": self.start, "seconds": self.seconds, "epoch": now, "dates": dates}

    def status(self):
        return {"last": self.last, "acked": self.acked}

    def last_game(self):
        return self.last

    def game_after(self, since):
        seq = min((seq for seq in self.records if seq > since), default=None)
        return None if seq is None else (seq, self.records[seq])

    def acknowledge(self, seq):
        self.acked = max(self.acked, seq)
        return {"acked": self.acked}


class Wire:
    """A port to a board; after `cut` bytes, counted in both directions, it is unplugged. What has passed has passed."""

    name = "wire"

    def __init__(self, board, cut=None):
        self._server = Server(board)
        self._reader = Reader()
        self._left = cut
        self._answers = b""
        self.used = 0

    def _pass(self, data):
        """As many of the bytes as still get through."""
        if self._left is None:
            self.used += len(data)
            return data
        data = data[: self._left]
        self._left -= len(data)
        return data

    def write(self, data, seconds):
        passed = self._pass(data)
        self._reader.take(passed)
        while self._reader.waiting:
            self._answers += self._server.serve(self._reader)
        if len(passed) < len(data):
            raise BoardGone("The board was unplugged. Plug it in and try again.")

    def read(self, seconds):
        data, self._answers = self._answers, b""
        passed = self._pass(data)
        if not passed:
            raise BoardGone("The board was unplugged. Plug it in and try again.")
        return passed

    def close(self):
        self._left = 0


def connect(board, cut=None, name=None):
    """The conversation with a board, as the tool has it."""
    client = say_hello(Wire(board, cut))
    client.name = name
    return client
