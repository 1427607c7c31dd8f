"""Ten thousand lines of noise on the data channel of a whole virtual board, while two people play by buttons."""

import contextlib
import random
import shutil
import socket
from base64 import b64decode
from pathlib import Path

import lightpeg
from lightpeg.core.feedback import score
from lightpeg.link.frame import Reader, encode
from lightpeg.link.requests import ERRORS
from lightpeg.store.game_reader import unpack
from lightpeg_host.boards import VirtualBoard
from tests.line import Line
from tests.link.noise import Noise
from tests.link.wanted import FIELDS
from tests.scenarios import Table

FIRMWARE = Path(lightpeg.__file__).resolve().parent.parent
LINES = 10_000
SECRETS = ((4, 1, 5, 0), (0, 3, 6, 2))
WRONG = ((1, 1, 2, 2), (5, 4, 3, 7), (3, 0, 0, 3))
# Requests of a program that knows how to ask have ids from here on.
FIRST_PROBE = 1 << 29
# So many times twenty lines are sent before the answer to a request is awaited: what is sent has been read then.
AHEAD = 4
# Bytes in use that come and go with what is being told just then, above all the lines of a picture that is mirrored. An
# object left behind by each line of the noise would be a hundred thousand and more.
COMES_AND_GOES = 8000

# The firmware's own code.py, with a look at the memory in use each two seconds.
COUNTING = """
import gc, tracemalloc
from pathlib import Path
import lightpeg
from lightpeg.app import App

turn = App.turn
at = 0

def counted(self):
    global at
    turn(self)
    if self._hardware.ticks_ms() - at > 2000:
        at = self._hardware.ticks_ms()
        if not tracemalloc.is_tracing():
            gc.collect()
            tracemalloc.start(1)
        gc.collect()
        match = self.session.match
        if match is not None and match.game.rows and not match.game.result:
            print("in use", match.number, tracemalloc.get_traced_memory()[0])

App.turn = counted
exec((Path(lightpeg.__file__).parent.parent / "code.py").read_text())
"""


class Beset(VirtualBoard):
    """A board whose channel is never at rest: `pump` is called each few milliseconds, if there is one."""

    pump = None

    def run(self, ms):
        if self.pump is None:
            super().run(ms)
            return
        end = self.now_ms + ms
        while self.now_ms < end:
            self.pump()
            super().run(min(4, end - self.now_ms))


class Nuisance:
    """A program that sends noise, and reads what comes only now and then. Amid its lines are requests as they should
    be: `asked` are their ids, `answered` those that were answered."""

    def __init__(self, board):
        host, port = board.serial_url.removeprefix("socket://").split(":")
        self._socket = socket.create_connection((host, int(port)))
        self._socket.setblocking(False)
        self._chance = random.Random(3)
        self._noise = Noise(FIELDS, 300)
        self._reader = Reader()
        self._board = board
        self._deaf_until = 0.0
        self._waiting = b""
        self._ahead = AHEAD
        self.lines = 0
        self.asked = []
        self.answered = []
        self.kinds = set()

    def turn(self):
        """Sends what the channel takes."""
        now = self._board.now_ms
        if now >= self._deaf_until:
            self._listen()
            if not self._chance.randrange(300):
                self._deaf_until = now + self._chance.randrange(50, 600)
        while len(self._waiting) < 2000 and self.lines < LINES and self._ahead > 0:
            self._ahead -= 1
            if len(self.asked) == len(self.answered):
                self.asked.append(FIRST_PROBE + len(self.asked))
                self._waiting += b"\n" + encode({"id": self.asked[-1], "do": "status"})
            for _ in range(20):
                self._waiting += self._noise.line()
                self.lines += 1
        with contextlib.suppress(BlockingIOError):
            self._waiting = self._waiting[self._socket.send(self._waiting[: self._chance.randrange(1, 400)]) :]

    def _listen(self):
        try:
            data = self._socket.recv(1 << 16)
        except BlockingIOError:
            return
        for message, fault in self._reader.feed(data):
            assert message is not None, fault
            if "live" in message:
                continue
            self.kinds.add(message.get("error", "ok"))
            if self.asked and message["id"] == self.asked[-1] and "playing" in message.get("ok", ()):
                assert message["ok"]["playing"]
                self.answered.append(message["id"])
                self._ahead = AHEAD

    def close(self):
        self._socket.close()


def pictures(board):
    """Everything that the panel shows in the two states of a blink, once no more words run over it."""
    seen = set()
    for _ in range(60):
        board.run(20)
        seen.add(str(board.pixels()))
    return seen


def play(board, think, before_the_end):
    """Two games of two people, ended by the secret; they think after each row. Returns what was seen of the games."""
    table = Table(board)
    table.choose("arms", "screen", 2)
    seen = []
    for secret in SECRETS:
        board.press("ok")
        table.submit(secret)
        for guess in (*WRONG, secret):
            table.press("left", "screen", "right")
            table.submit(guess)
            think()
            if guess == SECRETS[-1]:
                before_the_end()
            # Three in place and one beside its place cannot be.
            table.set_arms(3, 1)
            table.set_arms(*score(secret, guess))
            if guess != secret:
                # A press, and the words about whose turn it is give way to the board itself.
                table.press("left", "right")
                seen.append(pictures(board))
        seen.append(table.secret())
        table.press("ok")
        seen.append(str(board.pixels()[:10]))
        table.press("ok")
    assert table.in_menu()
    return seen


def kept(board):
    """The two games as the board keeps them, but for the times."""
    games = []
    with Line(board) as line:
        for since in (0, 1):
            game = unpack(b64decode(line.ask("games", since=since)["data"]))
            rows = [[row[:3] for row in side] for side in game.rows]
            games.append((game.seq, game.key, game.number, game.result, game.points, game.totals, game.secrets, rows))
        assert line.ask("games", since=2)["seq"] is None
    return games


def test_a_game_played_amid_noise_is_the_game(tmp_path):
    shutil.copy(FIRMWARE / "boot.py", tmp_path)
    (tmp_path / "code.py").write_text(COUNTING)
    with VirtualBoard() as quiet:
        quiet.run(1500)
        wanted = play(quiet, lambda: quiet.run(500), lambda: None)
        wanted_games = kept(quiet)
    assert [game[3] for game in wanted_games] == ["solved", "solved"]
    state = random.getstate()
    random.seed(11)
    try:
        with Beset(firmware=tmp_path) as board:
            board.run(1500)
            nuisance = Nuisance(board)
            # In the menu a computer may change the choices; so it begins with the first press of the match.
            board.run(500)

            def think():
                board.pump = nuisance.turn
                board.run(2500)

            def run_out():
                while nuisance.lines < LINES:
                    board.run(100)
                nuisance._deaf_until = 0
                board.run(1000)
                board.pump = None

            seen = play(board, think, run_out)
            nuisance.close()
            board.run(200)
            games = kept(board)
            console = board.console
    finally:
        random.setstate(state)
    assert seen == wanted
    assert games == wanted_games
    assert nuisance.lines >= LINES and len(nuisance.answered) > 50
    assert nuisance.asked == nuisance.answered
    assert {"ok", "bad", "busy", "field", "unknown"} <= nuisance.kinds <= {"ok", *ERRORS}
    looks = [tuple(map(int, line.split()[2:])) for line in console.splitlines() if line.startswith("in use")]
    for number in (0, 1):
        # The first listener of all brings code with it.
        used = [size for game, size in looks if game == number][3:]
        assert len(used) > 4
        assert max(used) - min(used) < COMES_AND_GOES, looks
