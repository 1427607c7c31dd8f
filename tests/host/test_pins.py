"""The pin map, the order of the pixels and the names every board shares."""

import pytest

from lightpeg.hal import pins
from lightpeg_host.boards.base import arm_name, button_name, picture_from_wire, slider_position


def test_serpentine_panel():
    place = pins.pixel_map(16)
    assert place[:16] == list(range(16))
    assert place[16:32] == list(range(31, 15, -1))
    assert place[255] == 240  # line 15 runs backwards: the near right corner comes first in it


def test_every_pixel_once():
    assert sorted(pins.pixel_map(16)) == list(range(256))
    assert sorted(pins.pixel_map(32)) == list(range(512))


def test_second_panel_follows_the_first():
    place = pins.pixel_map(32)
    assert place[16] == 256
    assert place[32 + 16] == 256 + 31


def test_straight_panel():
    assert pins.pixel_map(16, serpentine=False) == list(range(256))


def test_picture_from_wire_is_green_first_and_unfolded():
    wire = bytearray(768)
    wire[3 * 31 : 3 * 31 + 3] = bytes((2, 1, 3))  # pixel 31 of the chain: line 1, column 0
    picture = picture_from_wire(wire, 16)
    assert picture[1][0] == (1, 2, 3)
    assert sum(sum(sum(c) for c in row) for row in picture) == 6


def test_pins_are_distinct():
    used = [pins.PANEL_DATA, *pins.BUTTONS, pins.ARM_RED, pins.ARM_WHITE, pins.BUZZER]
    assert len(set(used)) == 11
    assert pins.BUTTONS[pins.BUTTON_NAMES.index("MENU")] == pins.MENU


def test_names():
    assert button_name("OK") == "ok"
    assert arm_name("Red") == "red"
    with pytest.raises(ValueError, match="left, right, up, down, ok, menu, screen"):
        button_name("fire")
    with pytest.raises(ValueError, match="red and white"):
        arm_name("blue")
    for position in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValueError, match=r"0\.0 and 1\.0"):
            slider_position(position)
