"""The guided test of panel, buttons and sliders, with hands and boards that are right and wrong."""

import pytest

from lightpeg.hal import pins
from lightpeg_host.doctor.hands import STEP_SECONDS, Hands
from lightpeg_host.errors import BoardRefused

LEFT, RIGHT, UP, DOWN, OK, MENU, SCREEN = (1 << number for number in range(7))
BITS = dict(zip(pins.BUTTON_NAMES, (LEFT, RIGHT, UP, DOWN, OK, MENU, SCREEN), strict=True))


class Bench:
    """A board, a person and a clock in one. The person does at once what is told; each `wait` lets time pass.

    `wired` maps a button's name to the bits that the board sees. `slide(name, place)` gives a reading.
    """

    id = "e6614103e7452d2f"

    def __init__(self, wired=None, always=0, lazy=(), stays=(), slide=None, noise=0, sees_panel=True):
        self.time = 0.0
        self.wired = BITS | (wired or {})
        self.always = always
        self.lazy = lazy
        self.stays = stays
        self.slide = slide or (lambda name, place: {"in": 0, "out": 65535}[place])
        self.noise = noise
        self.sees_panel = sees_panel
        self.playing = False
        self.page = False
        self.down = 0
        self.release_at = None
        self.arms = {"red": 0, "white": 0}
        self.told = []
        self.reads = 0

    # The board.

    def identify(self):
        if self.playing or self.page:
            raise BoardRefused("The board is busy.", "busy")
        self.page = True

    def inputs(self):
        if self.playing:
            raise BoardRefused("The board is busy.", "busy")
        if self.release_at is not None and self.time >= self.release_at:
            self.down, self.release_at = 0, None
        self.reads += 1
        wobble = self.noise if self.reads % 2 else 0
        return {"buttons": self.down | self.always, "arms": [abs(value - wobble) for value in self.arms.values()]}

    # The person.

    def ask(self, question):
        self.told.append(question)
        return self.sees_panel

    def tell(self, text):
        self.told.append(text)
        words = text.split()
        if words[0] == "Press" and words[1] not in self.lazy:
            assert self.page, "a press in the menu would choose something"
            self.down = self.wired[words[1]]
            # OK and MENU lead back to the menu.
            self.page = not self.down & (OK | MENU)
            if words[1] not in self.stays:
                self.release_at = self.time + 0.3
        for name in self.arms:
            if f"the {name} slider all the way" in text and name not in self.lazy:
                self.arms[name] = self.slide(name, words[-1].rstrip("."))

    # The clock.

    def now(self):
        return self.time

    def wait(self, seconds):
        self.time += seconds

    def run(self):
        found = Hands(self, self, self.now, self.wait).run()
        return {finding.check: finding for finding in found}


def faults(found):
    return {check: finding for check, finding in found.items() if finding.state != "good"}


def test_a_good_board():
    bench = Bench()
    found = bench.run()
    assert faults(found) == {}
    assert list(found) == ["panel", *(f"button {name}" for name in pins.BUTTON_NAMES), "slider red", "slider white"]
    assert "2D2F" in bench.told[0]
    assert bench.time < 10, "nobody waits longer than hands take"


def test_the_panel_shows_nothing():
    found = faults(Bench(sees_panel=False).run())
    assert list(found) == ["panel"]
    assert "GP0" in found["panel"].remedy
    assert found["panel"].exit_code == 1


def test_a_button_without_a_wire():
    bench = Bench(wired={"UP": 0})
    found = faults(bench.run())
    assert list(found) == ["button UP"]
    assert "never went down" in found["button UP"].told
    assert "GP4" in found["button UP"].remedy
    assert STEP_SECONDS <= bench.time < STEP_SECONDS + 10


def test_nobody_presses():
    assert list(faults(Bench(lazy=("SCREEN",)).run())) == ["button SCREEN"]


def test_exchanged_wires():
    found = faults(Bench(wired={"LEFT": RIGHT, "RIGHT": LEFT}).run())
    assert list(found) == ["button LEFT", "button RIGHT"]
    assert "RIGHT went down instead" in found["button LEFT"].told
    assert "GP2" in found["button LEFT"].remedy


def test_two_pins_that_touch():
    found = faults(Bench(wired={"DOWN": DOWN | OK, "OK": DOWN | OK}).run())
    assert list(found) == ["button DOWN", "button OK"]
    assert "OK went down with it" in found["button DOWN"].told


def test_a_button_that_is_down_all_the_time():
    found = faults(Bench(always=MENU).run())
    assert list(found) == ["button MENU"]
    assert "though nobody presses" in found["button MENU"].told


def test_a_button_that_stays_down():
    found = faults(Bench(stays=("SCREEN",)).run())
    assert "stays so" in found["button SCREEN"].told


def test_a_slider_without_power():
    found = faults(Bench(slide=lambda name, place: 30000).run())
    assert list(found) == ["slider red", "slider white"]
    assert "GP26" in found["slider red"].remedy
    assert "GP27" in found["slider white"].remedy


def test_a_slider_that_does_not_reach_its_end():
    found = faults(Bench(slide=lambda name, place: {"in": 0, "out": 40000}[place]).run())
    assert "40000 of 65535 at the most" in found["slider red"].told


def test_a_slider_that_is_not_pushed_in():
    bench = Bench(slide=lambda name, place: {"in": 9000, "out": 65535}[place])
    found = faults(bench.run())
    assert "9000 of 65535 at the least" in found["slider red"].told


def test_a_slider_the_wrong_way_round():
    found = faults(Bench(slide=lambda name, place: {"in": 65535, "out": 0}[place]).run())
    assert set(found) == {"slider red", "slider white"}


def test_a_noisy_slider():
    found = faults(Bench(noise=2500).run())
    assert "differ by 2500" in found["slider red"].told
    assert faults(Bench(noise=1500).run()) == {}


def test_a_game_is_not_disturbed():
    bench = Bench()
    bench.playing = True
    found = bench.run()
    assert [finding.state for finding in found.values()] == ["skipped"]
    assert bench.told == []


def test_another_refusal_is_not_hidden():
    bench = Bench()

    def refuse():
        raise BoardRefused("The board does not know that.", "unknown")

    bench.inputs = refuse
    with pytest.raises(BoardRefused):
        bench.run()
