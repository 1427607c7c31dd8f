"""Worn contacts, noisy sliders and clumsy fingers, through the loop: never a wrong or a repeated action."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lightpeg.app import App
from lightpeg.ui.buttons import COUNT
from tests.app.table import Table
from tests.fakes import FakeHardware

FULL = 65535
# As `button_event` tells it.
EVENTS_LOST = COUNT + 1


class WornTable(Table):
    """Each edge of each press is followed by more edges, as `chance` says, no further apart than 20 ms."""

    chance = None

    def tap(self, button):
        self._edge(button, True)
        self.board.run(70)
        self._edge(button, False)
        self.board.run(70)

    def _edge(self, button, down):
        board = self.board
        (board.hold if down else board.release)(button)
        if self.chance is None:
            return
        for _ in range(self.chance.randrange(4)):
            for edge in (board.release, board.hold) if down else (board.hold, board.release):
                board.run(self.chance.randrange(21))
                edge(button)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 1 << 30))
def test_bouncing_buttons_play_the_same_game(seed):
    table = WornTable("classic", "board", random=(3, 1, 0, 2))
    table.chance = random.Random(seed)
    course = [tuple(table.chance.randrange(6) for _ in range(4)) for _ in range(3)]
    for guess in course:
        table.submit(guess)
    assert [row[0] for row in table.game.rows] == course[: len(table.game.rows)]
    assert table.game.phase == "over" or len(table.game.rows) == 3


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(["left", "right", "up", "down", "screen", "menu"]),
    st.integers(0, 50),
    st.booleans(),
    st.integers(60, 500),
)
def test_ok_hit_together_with_another_key_submits_nothing(other, apart, ok_first, held):
    table = Table("classic", "board", random=(3, 1, 0, 2))
    table.set_row((5, 5, 5, 5))
    first, second = ("ok", other) if ok_first else (other, "ok")
    table.board.hold(first)
    table.board.run(apart)
    table.board.hold(second)
    table.board.run(held)
    table.board.release(first)
    table.board.run(20)
    table.board.release(second)
    table.board.run(200)
    assert table.game.rows == []
    assert table.session.screen is table.session._play or other == "menu"


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 10), st.data())
def test_a_slider_at_rest_with_noise_shows_one_number_and_answers_once(holes, data):
    """On a boundary or anywhere, with 1 % of noise in every reading, and OK bouncing."""
    own = {"name": "X", "holes": holes, "colours": 10, "rows": 6, "feedback": "arms"}
    table = WornTable("x.json", "paper", files={"variants/x.json": json.dumps(own).encode()})
    table.press("ok")
    table.submit((1,) * holes)
    boundaries = [FULL * (2 * n + 1) // (2 * holes) for n in range(holes)]
    rest = [data.draw(st.sampled_from(boundaries) | st.integers(0, FULL)) for _ in range(2)]
    chance = random.Random(data.draw(st.integers(0, 1 << 30)))
    table.hardware.arm = lambda which: min(FULL, max(0, rest[which] + chance.randint(-FULL // 100, FULL // 100)))
    table.board.run(300)
    screen = table.session.screen
    shown = screen.red.value, screen.white.value
    for value, raw in zip(shown, rest, strict=True):
        assert abs(value - raw / FULL * holes) <= 0.5 + 0.03 * holes
    seen = set()
    for _ in range(200):
        table.board.run(5)
        seen.add((screen.red.value, screen.white.value))
    assert seen == {shown}
    table.chance = chance
    table.press("ok")
    table.board.run(3000)
    assert [row[1:3] for row in table.game.rows] in ([], [shown])
    assert table.game.phase in ("answer", "guess", "over")


@pytest.mark.parametrize("button", ["left", "right", "up", "down"])
def test_a_held_key_repeats_and_stops_when_released(button):
    table = Table("classic", "board", random=(3, 1, 0, 2))
    editor = table.session.screen.editor
    table.board.hold(button)
    table.board.run(2000)
    table.board.release(button)
    table.board.run(100)
    before = (list(editor.pegs), editor.cursor)
    table.board.run(2000)
    assert (list(editor.pegs), editor.cursor) == before


def missed(table, *presses):
    """Presses of 80 ms, 200 ms apart, while the loop stands still, and 1 s more."""
    for name in presses:
        table.board.hold(name)
        table.hardware.time += 80
        table.board.release(name)
        table.hardware.time += 120
    table.hardware.time += 1000


def test_presses_while_the_loop_stands_still_are_not_together():
    table = Table("classic", "board", random=(3, 1, 0, 2))
    table.set_row((5, 5, 5, 5))
    missed(table, "down", "ok")
    table.board.run(300)
    assert [row[0] for row in table.game.rows] == [(5, 5, 5, 4)]
    missed(table, "up", "up")
    table.board.run(300)
    assert table.session.screen.editor.pegs[0] == 1


def test_presses_while_the_board_starts_are_not_together():
    """The buttons are listened to before the first turn of the loop."""
    hardware = FakeHardware(start=(1 << 29) - 300)
    for event in (4, -4, 5, -5):
        hardware.edge(event)
        hardware.time += 100
    app = App(hardware)
    hardware.time += 2000
    for _ in range(40):
        app.turn()
        hardware.time += 5
    assert app.session._home.menu.at == 1
    assert app.session.match is not None


def test_presses_while_a_press_is_answered_are_not_together():
    """What OK asks for takes 1.6 s, and more is pressed meanwhile."""
    table = Table("classic", "board", random=(3, 1, 0, 2))
    table.set_row((5, 5, 5, 5))
    press = table.session.press

    def slow(intention, now):
        press(intention, now)
        table.session.press = press
        missed(table, "up", "right", "up")

    table.session.press = slow
    table.press("ok")
    table.board.run(300)
    assert len(table.game.rows) == 1
    assert list(table.session.screen.editor.pegs[:2]) == [0, 0]


def test_a_screen_whose_release_was_lost_covers_again():
    table = Table("classic", "screen", games=2)
    table.hide((0, 1, 2, 3))
    table.board.hold("screen")
    table.board.run(100)
    assert table.session.screen.peeking
    table.hardware.edge(EVENTS_LOST)
    table.board.run(100)
    assert not table.session.screen.peeking


def test_a_press_while_the_loop_stands_still_counts_once():
    """The loop stood still for a second while OK was pressed and released: one press."""
    table = Table("classic", "board", random=(3, 1, 0, 2))
    table.set_row((5, 5, 5, 5))
    table.board.hold("ok")
    table.board.release("ok")
    table.hardware.time += 1000
    table.board.run(300)
    assert len(table.game.rows) == 1
