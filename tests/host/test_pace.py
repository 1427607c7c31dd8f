"""What people do on pages reaches the board in order and long enough to be noticed; what goes wrong is kept."""

import pytest

from lightpeg_host.boards import VirtualBoard
from lightpeg_host.page.pace import Pace
from tests.virtual.snippets import running

EVENTS = """
import time
from lightpeg.hal.circuitpython import Hardware
hardware = Hardware()
while True:
    event = hardware.button_event()
    if event: print(event)
    else: hardware.idle(1)
"""
LEFT, RIGHT = 1, 2


@pytest.fixture
def pace(tmp_path):
    with running(tmp_path, EVENTS) as board:
        pace = Pace(board)
        pace.step(100)
        yield pace


def seen(pace, ms=1000):
    """The button events that the firmware saw: n went down, -n went up."""
    for _ in range(ms // 16):
        pace.step(16)
    return [int(word) for word in pace.board.console.split()]


def test_a_click_too_short_for_the_board_is_a_press(pace):
    pace.hold("left", "me")
    pace.release("left", "me")
    assert seen(pace) == [LEFT, -LEFT]


def test_clicks_faster_than_the_board_come_one_after_the_other(pace):
    for button in ("left", "right", "right", "left"):
        pace.hold(button, "me")
        pace.release(button, "me")
    assert seen(pace) == [LEFT, -LEFT, RIGHT, -RIGHT, RIGHT, -RIGHT, LEFT, -LEFT]


def test_a_button_held_by_two_is_up_when_both_let_go(pace):
    pace.hold("left", "me")
    pace.hold("left", "you")
    pace.release("left", "me")
    assert seen(pace) == [LEFT]
    assert pace.held == {"left"}
    pace.release_all("you")
    assert seen(pace) == [LEFT, -LEFT]
    assert pace.held == set()


def test_a_release_by_somebody_who_held_nothing_changes_nothing(pace):
    pace.hold("left", "me")
    pace.release("left", "you")
    assert seen(pace) == [LEFT]


def test_the_picture_is_counted_when_it_changes():
    with VirtualBoard() as board:
        pace = Pace(board)
        told = []
        pace.on_change = lambda: told.append(pace.pictures)
        for _ in range(200):
            pace.step(16)
        assert len(pace.picture) == 16 * 16 * 3
        assert any(pace.picture)
        before = pace.pictures
        assert told[-1] == before > 0
        pace.power(False)
        pace.step(16)
        assert not any(pace.picture)
        assert not pace.powered
        assert pace.pictures == before + 1


def test_a_fault_is_kept_until_the_power_is_switched(tmp_path):
    with running(tmp_path, "raise ValueError('a peg too many')") as board:
        pace = Pace(board)
        pace.step(16)
        assert pace.fault is not None and "ValueError: a peg too many" in pace.fault
        pace.step(16)
        assert pace.fault is not None
        pace.power(False)
        pace.step(16)
        assert pace.fault is None


def test_time_passes_without_power_and_people_are_heard(tmp_path):
    with running(tmp_path, EVENTS) as board:
        pace = Pace(board)
        pace.power(False)
        pace.step(16)
        pace.hold("left", "me")
        pace.release("left", "me")
        pace.power(True)
        assert seen(pace) == []
        assert board.powered
