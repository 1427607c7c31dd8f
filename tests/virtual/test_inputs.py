"""Hands on a board whose power comes and goes."""

from tests.virtual.snippets import running

LOOK = """
from lightpeg.hal.circuitpython import Hardware
hardware = Hardware()
hardware.idle(60)
print(hardware.button_event(), hardware.arm(0) >> 12, hardware.arm(1) >> 12)
"""
PLAYS = """
from lightpeg.hal.circuitpython import Hardware
hardware = Hardware()
hardware.tone(440)
hardware.show(bytearray([9] * 768))
hardware.idle(10000)
"""


def test_what_is_held_and_where_the_arms_stand_outlasts_a_power_cut(tmp_path):
    with running(tmp_path, LOOK, powered=False) as board:
        board.hold("right")
        board.slide("white", 1.0)
        board.run(500)
        assert board.now_ms == 500
        board.restore_power()
        board.run(200)
        # RIGHT is the second button of the pin map.
        assert board.console.splitlines()[0] == "2 0 15"


def test_without_power_there_is_no_sound_and_no_light(tmp_path):
    with running(tmp_path, PLAYS) as board:
        board.run(100)
        assert board.tone == 440
        assert board.pixels()[0][0] != (0, 0, 0)
        board.cut_power()
        assert board.tone == 0
        assert {pixel for row in board.pixels() for pixel in row} == {(0, 0, 0)}


def test_the_ends_of_the_arms_are_the_ends_of_the_readings(tmp_path):
    code = LOOK + "print(hardware.arm(0), hardware.arm(1))"
    with running(tmp_path, code) as board:
        board.slide("red", 0.0)
        board.slide("white", 1.0)
        board.run(200)
        assert board.console.splitlines()[1] == "0 65535"
