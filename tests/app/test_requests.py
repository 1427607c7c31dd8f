"""Every request of the link, as the firmware's own desk answers it; what is told live; and noise on the line while a
game is being played."""

import base64
import json
import random
import sys

import pytest

from lightpeg.core.feedback import score
from lightpeg.link.frame import decode, encode
from lightpeg.link.requests import ERRORS, REQUESTS
from lightpeg.link.server import Server
from tests.docs.pages import ROOT
from tests.fakes import FakeBoard
from tests.link.fake_desk import FakeDesk
from tests.link.noise import Noise
from tests.link.wanted import FIELDS

from .table import Table

# Two requests do what they are asked only when there is something to remove.
BEFORE = {
    "variant": ("variant_put", {"key": "mine", "variant": {"name": "Mine", "holes": 3, "colours": 5}}),
    "variant_remove": ("variant_put", {"key": "mine", "variant": {"name": "Mine", "holes": 3, "colours": 5}}),
    "table_remove": ("table_put", {**FIELDS["table_put"], "name": "old"}),
}


class Talk:
    """A computer at a board of the tests."""

    def __init__(self, board):
        self.board = board
        self.number = 0
        self.live = []

    def hear(self, milliseconds=60):
        """Lets time pass; the replies that came, and the live messages into `live`."""
        self.board.run(milliseconds)
        link = self.board.hardware.link
        whole, _, link.outgoing = link.outgoing.rpartition(b"\n")
        replies = []
        for line in whole.splitlines():
            message, fault = decode(line)
            assert fault is None
            if "live" in message:
                self.live.append(message)
            else:
                replies.append(message)
        return replies

    def ask(self, do, **fields):
        self.number += 1
        self.board.hardware.link.incoming += encode({"id": self.number, "do": do, **fields})
        (reply,) = self.hear()
        assert reply["id"] == self.number
        return reply.get("ok", reply.get("error"))


@pytest.fixture(scope="module")
def told():
    sys.path.insert(0, str(ROOT / "docs"))
    try:
        import draw_protocol

        yield draw_protocol.told_requests()
    finally:
        sys.path.remove(str(ROOT / "docs"))


@pytest.mark.parametrize("do", REQUESTS)
def test_the_board_replies_what_the_page_tells(do, told):
    board = FakeBoard()
    talk = Talk(board)
    if do in BEFORE:
        before, fields = BEFORE[do]
        assert isinstance(talk.ask(before, **fields), dict)
    if do in ("bootloader", "maintenance"):
        assert talk.ask(do) == "held"
        board.hold("menu")
        board.run(1100)
    reply = talk.ask(do, **FIELDS[do])
    assert isinstance(reply, dict), reply
    wanted = set(told[do].reply)
    if do == "games":
        assert reply == {"seq": None, "last": 0}
        wanted -= {"data"}
    assert set(reply) == wanted


def test_the_desk_of_the_tests_refuses_what_the_board_refuses():
    """While a game is being played: both desks answer with the same word, or both do what is asked."""
    table = Table("classic")
    talk = Talk(table.board)
    desk = FakeDesk()
    desk.busy = True
    for do, fields in {**FIELDS, "variant": {"key": "classic"}}.items():
        fake = Server(desk).answer({"id": 1, "do": do, **fields}, None)
        real = talk.ask(do, **fields)
        assert fake.get("error") == (real if isinstance(real, str) else None), do


def test_a_match_is_told_as_it_is_played():
    table = Table("classic")
    talk = Talk(table.board)
    talk.ask("live", events=True, pixels=True)
    talk.hear()
    assert [m["live"] for m in talk.live if m["live"] not in ("pixels", "hidden")] == ["match", "game"]
    secret = table.game.secret
    guess = tuple((peg + 1) % 6 for peg in secret)
    table.submit(guess)
    talk.hear()
    (row,) = [m for m in talk.live if m["live"] == "row"]
    assert (tuple(row["guess"]), (row["black"], row["white"])) == (guess, score(secret, guess))
    table.submit(secret)
    talk.hear()
    (end,) = [m for m in talk.live if m["live"] == "end"]
    assert end["result"] == "solved" and end["secrets"] == [None, list(secret)]


def test_the_pixels_are_those_of_the_panel():
    table = Table("classic")
    talk = Talk(table.board)
    talk.ask("live", events=False, pixels=True)
    table.submit((0, 1, 2, 3))
    talk.hear(300)
    mirror = bytearray(768)
    for message in talk.live:
        assert message["live"] == "pixels"
        data = base64.b64decode(message["rgb"], validate=True)
        assert len(data) == 48 * message["n"]
        mirror[48 * message["y"] : 48 * message["y"] + len(data)] = data
    assert bytes(mirror) == table.hardware.shown
    talk.ask("live", events=False, pixels=False)
    talk.live.clear()
    table.submit((0, 0, 0, 0))
    talk.hear()
    assert talk.live == []


@pytest.fixture
def seeded():
    state = random.getstate()
    random.seed(11)
    yield
    random.setstate(state)


def test_ten_thousand_lines_of_noise_do_not_disturb_a_game(seeded):
    """Two tables play the same game with the same hands; at one a computer sends noise, and reads now and then."""
    noise = Noise(FIELDS, 500)
    chance = random.Random(3)
    quiet, noisy = Table("classic", random=[0, 1, 2, 3]), Table("classic", random=[0, 1, 2, 3])
    link = noisy.hardware.link
    heard = 0
    lines = 0
    kinds = set()

    def interfere():
        nonlocal heard, lines
        waiting = b""
        before = noisy.hardware.time
        while lines < 10_000 and noisy.hardware.time - before < 30_000:
            link.room = chance.choice((0, 40, 300))
            while len(waiting) < 300:
                waiting += noise.line()
                lines += 1
            size = chance.randrange(1, 257)
            if not link.incoming:
                link.incoming, waiting = waiting[:size], waiting[size:]
            noisy.board.run(5)
            if chance.randrange(3):
                for line in link.outgoing.split(b"\n")[:-1]:
                    message, fault = decode(line)
                    assert message is not None, fault
                    kinds.add(message.get("error", "live" if "live" in message else "ok"))
                    heard += 1
                link.outgoing = link.outgoing.rpartition(b"\n")[2]

    guesses = [(5, 5, 4, 4), (1, 0, 3, 2), (4, 1, 0, 5), (3, 2, 1, 0), (5, 1, 5, 3), (0, 0, 1, 1), (2, 2, 3, 3)]
    for guess in guesses:
        for table in (quiet, noisy):
            table.submit(guess)
        interfere()
        assert [row[:3] for row in noisy.game.rows] == [row[:3] for row in quiet.game.rows]
        assert noisy.game.phase == quiet.game.phase == "guess"
    assert lines >= 10_000 and heard > 1000
    assert {"ok", "bad", "busy", "field", "unknown"} <= kinds <= {"ok", "live", *ERRORS}
    link.room = 1 << 20
    link.incoming += b"\n"
    noisy.board.run(500)
    link.outgoing = b""
    talk = Talk(noisy.board)
    assert talk.ask("status")["playing"] is True
    noisy.submit((0, 1, 2, 3))
    quiet.submit((0, 1, 2, 3))
    assert noisy.game.result == quiet.game.result == "solved"
    assert json.dumps(talk.ask("players")) == json.dumps({"players": [""] * 8})
