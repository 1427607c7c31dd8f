"""Files of the drive that are overwritten in place, through the hardware layer on a virtual board."""

from lightpeg_host.boards import VirtualBoard
from tests.virtual.snippets import printed, running

START = """
from lightpeg.hal.circuitpython import Hardware
hardware = Hardware()
"""


def test_a_missing_file_is_none(tmp_path):
    assert printed(tmp_path, START + 'print(hardware.open_data("/memory/none.bin"))') == ["None"]


def test_sectors_are_overwritten_in_place_and_read_back(tmp_path):
    code = """
file = hardware.open_data("/memory/games.bin")
size = file.size
file.write(1024, b"\\x01" * 512 + b"\\x02" * 512)
buffer = bytearray(4)
for place in (1020, 1024, 1534, 2048):
    file.read(place, buffer)
    print(list(buffer))
print(file.writable, hardware.open_data("/memory/games.bin").size == size)
"""
    assert printed(tmp_path, START + code) == [
        "[255, 255, 255, 255]",
        "[1, 1, 1, 1]",
        "[1, 1, 2, 2]",
        "[255, 255, 255, 255]",
        "True True",
    ]


def test_what_was_written_survives_a_cut_at_once(tmp_path):
    code = """
file = hardware.open_data("/memory/games.bin")
buffer = bytearray(2)
file.read(512, buffer)
print(list(buffer))
file.write(512, b"ab" * 256)
print("written")
hardware.idle(1000)
"""
    with running(tmp_path / "code", START + code, profile=tmp_path / "profile") as board:
        while "written" not in board.console:
            board.run(10)
        board.cut_power()
        board.restore_power()
        board.run(900)
        assert board.console.split("\n")[:4] == ["[255, 255]", "written", "[97, 98]", "written"]


def test_a_drive_that_is_the_computers_is_only_read(tmp_path):
    code = """
file = hardware.open_data("/memory/games.bin")
print(file.writable)
try:
    file.write(0, bytes(512))
except OSError:
    print("refused")
"""
    boot = "import usb_cdc\nusb_cdc.enable(console=True, data=True)"
    assert printed(tmp_path, START + code, boot=boot) == ["False", "refused"]


def test_each_board_has_its_own_number_and_keeps_it(tmp_path):
    numbers = []
    for profile in ("one", "one", "two"):
        with running(tmp_path / "code", START + "print(hardware.uid)", profile=tmp_path / profile) as board:
            board.run(500)
            numbers.append(board.console.split("\n")[0])
    assert numbers[0] == numbers[1] != numbers[2]
    assert all(len(bytes.fromhex(number)) == 8 for number in numbers)


def test_the_bootloader_waits_in_the_dark_until_power_comes_anew(tmp_path):
    code = """
hardware.show(bytearray(b"\\x10" * 768))
hardware.idle(100)
hardware.restart(bootloader=True)
"""
    with running(tmp_path, START + code) as board:
        board.run(50)
        assert any(any(pixel) for row in board.pixels() for pixel in row)
        board.run(200)
        assert not board.powered
        assert not any(any(pixel) for row in board.pixels() for pixel in row)
        assert [reason for _, reason in board.restarts] == ["bootloader"]
        board.restore_power()
        assert isinstance(board, VirtualBoard) and board.powered
