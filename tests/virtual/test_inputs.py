"""Hands on a board whose power comes and goes."""

import serial

from lightpeg.link.frame import Reader, encode
from lightpeg_host.boards import VirtualBoard
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


def test_half_a_frame_of_one_program_does_not_spoil_the_next_ones():
    with VirtualBoard() as board:
        board.run(2000)
        for _ in range(5):
            with serial.serial_for_url(board.serial_url, timeout=0) as port:
                port.write(b'{"id":1,"do":"he')
                board.run(20)
            with serial.serial_for_url(board.serial_url, timeout=0) as port:
                port.write(encode({"id": 2, "do": "hello"}))
                board.run(200)
                replies = list(Reader().feed(port.read(4096)))
            assert [(reply["id"], fault) for reply, fault in replies] == [(2, None)]
