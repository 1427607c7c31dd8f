"""Which serial port is a board's data channel, from descriptions of ports as each system gives them."""

import random

import pytest

from lightpeg_host.client.usb import UsbBoard, boards
from tests.host.usb_ports import OTHERS, linux_board, port

SERIAL = "E6614103E7452D2F"
PICO = (0x239A, 0x80F4, SERIAL)


def test_nothing_else_is_a_board():
    assert boards(OTHERS) == []
    assert boards([]) == []


def test_linux_tells_the_channels_by_name():
    found = boards([*OTHERS, *linux_board()])
    assert found == [UsbBoard("/dev/ttyACM1", ("/dev/ttyACM0",), "e6614103e7452d2f", "Pico")]


def test_the_order_and_the_numbers_of_the_devices_mean_nothing_where_names_do():
    # After a replug Linux may give the console the higher number.
    console, data = linux_board()
    console.device, data.device = "/dev/ttyACM5", "/dev/ttyACM2"
    ports = [data, *OTHERS, console]
    random.Random(1).shuffle(ports)
    (found,) = boards(ports)
    assert (found.data, found.console) == ("/dev/ttyACM2", ("/dev/ttyACM5",))


def test_another_makers_word_in_front():
    found = boards(
        [
            port("/dev/ttyACM0", 0x239A, 0x8061, "1", "1-1:1.0", "StringCar M0 CDC control", "StringCar"),
            port("/dev/ttyACM1", 0x239A, 0x8061, "1", "1-1:1.2", "StringCar M0 CDC2 control", "StringCar"),
        ]
    )
    assert [one.data for one in found] == ["/dev/ttyACM1"]


@pytest.mark.parametrize("name", ["CircuitPython CDC data", None])
def test_macos_gives_both_the_first_ones_name_or_none(name):
    ports = [
        port("/dev/cu.usbmodem144443123", *PICO, "20-4.4", name, "Pico"),
        port("/dev/cu.usbmodem144443121", *PICO, "20-4.4", name, "Pico"),
    ]
    (found,) = boards(ports)
    assert found.data == "/dev/cu.usbmodem144443123"
    assert found.console == ("/dev/cu.usbmodem144443121",)


def test_windows_gives_the_interface_in_the_location():
    # Data on COM4, console on COM7: Windows numbers them as it likes.
    ports = [port("COM4", *PICO, "1-2:x.2"), port("COM7", *PICO, "1-2:x.0")]
    (found,) = boards(ports)
    assert (found.data, found.console) == ("COM4", ("COM7",))
    assert found.title == "CircuitPython board"


def test_the_pico_2_has_raspberry_pis_own_number():
    (found,) = boards([port("COM4", 0x2E8A, 0x000B, "AA", "1-2:x.2"), port("COM7", 0x2E8A, 0x000B, "AA", "1-2:x.0")])
    assert found.data == "COM4"


@pytest.mark.parametrize("location", [None, "1-2"])
def test_without_anything_that_tells_them_apart_neither_is_taken(location):
    (found,) = boards([port("COM4", *PICO, location), port("COM7", *PICO, location)])
    assert (found.data, found.console) == (None, ("COM4", "COM7"))


@pytest.mark.parametrize("name", ["CircuitPython CDC control", None])
def test_a_single_port_is_the_console(name):
    (found,) = boards([port("/dev/ttyACM0", *PICO, "1-2:1.0", name)])
    assert (found.data, found.console) == (None, ("/dev/ttyACM0",))


def test_a_board_whose_console_is_off_has_the_data_channel_alone():
    (found,) = boards([port("/dev/ttyACM0", *PICO, "1-2:1.0", "CircuitPython CDC2 control")])
    assert (found.data, found.console) == ("/dev/ttyACM0", ())


def test_two_boards_alike_and_two_without_serial_numbers():
    found = boards([*linux_board(0, "AA", "1-1"), *linux_board(2, "BB", "1-2")])
    assert [(one.serial, one.data) for one in found] == [("aa", "/dev/ttyACM1"), ("bb", "/dev/ttyACM3")]
    found = boards([*linux_board(0, None, "1-1"), *linux_board(2, None, "1-2")])
    assert [one.data for one in found] == ["/dev/ttyACM1", "/dev/ttyACM3"]
