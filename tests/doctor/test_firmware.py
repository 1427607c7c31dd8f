"""The guided test on the whole firmware: no press chooses anything, and each is seen."""

import pytest

from lightpeg.hal import pins
from lightpeg.link.frame import Reader, encode
from lightpeg_host.doctor.hands import Hands
from lightpeg_host.errors import BoardRefused
from tests.fakes import FakeBoard


class Wired:
    """A board that is asked through its channel, the person at it, and its clock.

    `wires` says which button goes down for each that is pressed.
    """

    def __init__(self, **wires):
        self.board = FakeBoard()
        self.board.run(100)
        self.wires = {name: name for name in pins.BUTTON_NAMES} | wires
        self.number = 0
        self.down = None
        self.let_go = 0
        self.id = self.board.hardware.uid

    def request(self, do):
        link = self.board.hardware.link
        self.number += 1
        link.outgoing = b""
        link.incoming += encode({"id": self.number, "do": do})
        self.board.run(40)
        reader = Reader()
        for message, _ in reader.feed(link.outgoing):
            if message["id"] == self.number:
                if "error" in message:
                    raise BoardRefused(message["why"], message["error"])
                return message["ok"]
        raise AssertionError(f"no reply to {do}")

    def identify(self):
        self.request("identify")

    def inputs(self):
        return self.request("inputs")

    def ask(self, question):
        return True

    def tell(self, text):
        words = text.split()
        if words[0] == "Press":
            self.down = self.wires[words[1]].lower()
            self.board.hold(self.down)
            self.let_go = self.now() + 0.4
        elif "all the way" in text:
            self.board.slide(words[2], 0.0 if words[-1] == "in." else 1.0)

    def now(self):
        return self.board.hardware.time / 1000

    def wait(self, seconds):
        self.board.run(round(seconds * 1000))
        if self.down and self.now() >= self.let_go:
            self.board.release(self.down)
            self.down = None

    def run(self):
        return [finding.check for finding in Hands(self, self, self.now, self.wait).run() if finding.state != "good"]


@pytest.mark.parametrize(
    ("wires", "faults"),
    [({}, []), ({"UP": "DOWN", "DOWN": "UP"}, ["button UP", "button DOWN"]), ({"OK": "SCREEN"}, ["button OK"])],
)
def test_guided_test(wires, faults):
    wired = Wired(**wires)
    before = wired.board.session.settings.everything()
    assert wired.run() == faults
    assert wired.board.session.settings.everything() == before
    assert wired.board.session.match is None


def test_during_a_game_nothing_is_told():
    wired = Wired()
    wired.board.hold("ok")
    wired.board.run(65)
    wired.board.release("ok")
    wired.board.run(65)
    assert wired.board.session.match is not None
    assert wired.run() == ["hands"]
