"""Every check of `lightpeg doctor`, with what is right and with what is wrong."""

import os
from types import SimpleNamespace

import pytest

import lightpeg
from lightpeg_host.client.board import Hello
from lightpeg_host.client.usb import UsbBoard, boards
from lightpeg_host.doctor.boards import check_channels, check_drives, check_memory, check_versions
from lightpeg_host.doctor.computer import (
    UDEV_RULE,
    Computer,
    Device,
    check_modem_manager,
    check_permission,
    this_computer,
)
from lightpeg_host.doctor.report import HEADING, personal_words, without, write_report
from lightpeg_host.install.copy import carry_out
from lightpeg_host.install.folder_drive import FolderDrive
from lightpeg_host.install.plan import PLACEHOLDER, make_plan
from tests.host.usb_ports import linux_board
from tests.install.drives import BOOT_OUT, FRESH, firmware, make_folder

PORT = "/dev/ttyACM1"


class FakeComputer(Computer):
    """A computer whose only device is PORT."""

    def __init__(self, device=None, **changes):
        usual = {
            "system": "linux",
            "user": "ada",
            "groups": frozenset({"ada"}),
            "member_of": frozenset(),
            "programs": frozenset({"systemd"}),
            "rules": "",
        }
        super().__init__(**(usual | changes))
        object.__setattr__(self, "fake", device)

    def device(self, path):
        return self.fake if path == PORT else None


def states(found):
    return [finding.state for finding in found]


# -- permission -------------------------------------------------------------------------------------------------------


def test_permission_given():
    finding = check_permission(FakeComputer(Device("dialout", True)), PORT)
    assert (finding.state, finding.paste, finding.exit_code) == ("good", "", 0)


def test_permission_missing():
    finding = check_permission(FakeComputer(Device("dialout", False)), PORT)
    assert (finding.state, finding.exit_code) == ("bad", 5)
    assert "group dialout" in finding.told
    assert "sudo usermod -a -G dialout $USER" in finding.remedy
    assert finding.paste == UDEV_RULE


def test_permission_from_the_next_login_on():
    computer = FakeComputer(Device("dialout", False), member_of=frozenset({"dialout"}))
    finding = check_permission(computer, PORT)
    assert finding.state == "bad"
    assert "log out and in again" in finding.remedy
    assert finding.paste == ""


def test_nobody_is_told_to_join_root():
    finding = check_permission(FakeComputer(Device("root", False)), PORT)
    assert "usermod" not in finding.remedy
    assert finding.paste == UDEV_RULE


def test_permission_elsewhere():
    finding = check_permission(FakeComputer(Device("wheel", False), system="darwin"), PORT)
    assert (finding.state, finding.paste) == ("bad", "")


def test_permission_without_a_device():
    assert check_permission(FakeComputer(), PORT).state == "bad"
    assert check_permission(FakeComputer(), "socket://127.0.0.1:5000").state == "skipped"


def test_udev_rule():
    lines = UDEV_RULE.splitlines()
    # Adafruit's vendor number, and of Raspberry Pi's only the product that CircuitPython runs on.
    assert lines[0] == "sudo tee /etc/udev/rules.d/70-lightpeg.rules <<'END'"
    assert lines[1] == 'SUBSYSTEM=="tty", ATTRS{idVendor}=="239a", TAG+="uaccess", ENV{ID_MM_PORT_IGNORE}="1"'
    assert lines[2] == (
        'SUBSYSTEM=="usb", ENV{DEVTYPE}=="usb_device", ATTR{idVendor}=="239a", ENV{ID_MM_DEVICE_IGNORE}="1"'
    )
    assert 'ATTRS{idVendor}=="2e8a", ATTRS{idProduct}=="000b"' in lines[3]
    assert lines[5:] == ["END", "sudo udevadm control --reload && sudo udevadm trigger"]


def test_this_computer_is_looked_at():
    computer = this_computer()
    assert computer.user
    # Programs are known where /proc is.
    assert bool(computer.programs) == os.path.isdir("/proc/1")
    assert computer.device(os.devnull).allowed
    assert computer.device("/nowhere") is None


# -- ModemManager -----------------------------------------------------------------------------------------------------


def test_modem_manager():
    running = frozenset({"ModemManager", "systemd"})
    assert check_modem_manager(FakeComputer()).state == "good"
    finding = check_modem_manager(FakeComputer(programs=running))
    assert (finding.state, finding.paste, finding.exit_code) == ("note", UDEV_RULE, 0)
    assert check_modem_manager(FakeComputer(programs=running, rules=UDEV_RULE)).state == "good"
    other = 'ATTR{idVendor}=="1234", ENV{ID_MM_DEVICE_IGNORE}="1"'
    assert check_modem_manager(FakeComputer(programs=running, rules=other)).state == "note"
    assert check_modem_manager(FakeComputer(system="darwin")).state == "skipped"


# -- channels ---------------------------------------------------------------------------------------------------------


def test_both_channels():
    found = check_channels(boards(linux_board()), 0)
    assert states(found) == ["good"]
    assert "/dev/ttyACM0" in found[0].told
    assert "/dev/ttyACM1" in found[0].told


def test_only_the_console():
    found = check_channels(boards(linux_board()[:1]), 0)
    assert [(finding.state, finding.exit_code) for finding in found] == [("bad", 3)]
    assert "lightpeg install" in found[0].remedy


def test_only_the_data_channel():
    assert states(check_channels([UsbBoard("/dev/ttyACM0", (), "", "Pico")], 0)) == ["note"]


def test_no_board_at_all():
    found = check_channels([], 0)
    assert [(finding.state, finding.exit_code) for finding in found] == [("bad", 3)]
    assert "cable" in found[0].remedy
    assert "lightpeg play" in found[0].remedy


def test_only_a_virtual_board():
    assert states(check_channels([], 1)) == ["good"]


# -- drive ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def drive(tmp_path):
    """A mounted drive with this version, which this computer may write to."""
    folder = make_folder(tmp_path / "CIRCUITPY", FRESH)
    place = FolderDrive(folder)
    carry_out(place, make_plan(place, firmware(lightpeg.VERSION)))
    return place


def read_only(drive):
    drive.read_only = lambda: True
    return drive


def test_a_drive_that_the_board_has(drive):
    found = check_drives([read_only(drive)], "board", True)
    assert states(found) == ["good"]
    assert "as it should be" in found[0].told


def test_a_drive_in_maintenance(drive):
    found = check_drives([drive], "computer", True)
    assert states(found) == ["note"]
    assert "without holding a button" in found[0].remedy


def test_a_drive_that_both_seem_to_have(drive):
    found = check_drives([drive], "board", True)
    assert states(found) == ["note"]
    assert "though the board has it" in found[0].told


def test_a_drive_that_is_not_mounted():
    assert states(check_drives([], None, True)) == ["good"]
    assert check_drives([], None, False) == []


def drive_fault(drive):
    found = check_drives([read_only(drive)], None, True)
    assert [(finding.state, finding.exit_code) for finding in found] == [("bad", 10)]
    return found[0]


def test_an_interrupted_installation(drive):
    drive.write("code.py", PLACEHOLDER)
    assert "was interrupted" in drive_fault(drive).told


def test_a_drive_without_lightpeg(tmp_path):
    assert "no Lightpeg" in drive_fault(FolderDrive(make_folder(tmp_path / "f", FRESH))).told


def test_a_drive_without_data_files(drive):
    drive.remove("memory/games.bin")
    drive.write("memory/tables.bin", b"")
    assert "memory/games.bin, memory/tables.bin" in drive_fault(drive).told


def test_a_drive_with_an_old_circuitpython(drive):
    drive.write("boot_out.txt", BOOT_OUT.replace("10.2.1", "9.0.0").encode())
    finding = drive_fault(drive)
    assert "9.0.0 is too old" in finding.told
    assert "circuitpython.org" in finding.remedy


def test_a_drive_that_cannot_be_read(drive):
    def fail(path):
        raise OSError(5, "Input/output error")

    drive.read = fail
    assert "Input/output error" in drive_fault(drive).told


def test_a_drive_of_another_version(tmp_path):
    place = FolderDrive(make_folder(tmp_path / "f", FRESH))
    carry_out(place, make_plan(place, firmware("0.0.9")))
    found = check_drives([read_only(place)], "board", True)
    assert states(found) == ["note"]
    assert "0.0.9" in found[0].told


# -- versions and memory ----------------------------------------------------------------------------------------------


def hello(**changes):
    usual = {
        "version": lightpeg.VERSION,
        "protocol": 1,
        "board": "e6614103e7452d2f",
        "journal": "0a0b0c0d",
        "panel": (16, 16),
        "capabilities": ("games",),
        "circuitpython": "10.2.1",
        "revision": "A",
    }
    return Hello(**(usual | changes))


def test_versions():
    assert states(check_versions(hello())) == ["good", "good"]
    found = check_versions(hello(version="0.0.1"))
    assert states(found) == ["note", "good"]
    assert "lightpeg install" in found[0].remedy
    found = check_versions(hello(circuitpython="9.2.0"))
    assert [(finding.state, finding.exit_code) for finding in found] == [("good", 0), ("bad", 7)]
    assert states(check_versions(hello(circuitpython=""))) == ["good"]


def status(**changes):
    return {"playing": False, "drive": "board", "damaged": 0, "full": False, "room": 900, "heap": 50000} | changes


def test_memory():
    assert states(check_memory(status())) == ["good", "good", "good"]


@pytest.mark.parametrize(
    ("changes", "state", "code", "words"),
    [
        ({"drive": "missing"}, "bad", 10, "lightpeg install"),
        ({"drive": "computer"}, "note", 0, "without holding a button"),
        ({"damaged": 1}, "note", 0, "lightpeg sync"),
        ({"full": True, "room": 0}, "bad", 1, "lightpeg sync"),
        ({"room": 49}, "note", 0, "lightpeg sync"),
    ],
)
def test_memory_with_a_fault(changes, state, code, words):
    found = [finding for finding in check_memory(status(**changes)) if finding.state != "good"]
    assert [(finding.state, finding.exit_code) for finding in found] == [(state, code)]
    assert words in found[0].remedy


# -- report -----------------------------------------------------------------------------------------------------------


def test_report_says_what_was_found_and_nothing_about_anybody():
    drive = SimpleNamespace(
        check="drive", state="good", told="/media/grace/CIRCUITPY of board E6614103E7452D2F is fine"
    )
    secrets = ["grace", "/home/grace", "e6614103e7452d2f", "2d2f"]
    text = write_report([drive], hello(), status(variant="my secret variant"), secrets)
    assert text.startswith(HEADING)
    assert "[good] drive: /media/***/CIRCUITPY of board *** is fine" in text
    assert "10.2.1" in text
    assert f"Lightpeg        {lightpeg.VERSION}" in text
    for word in ("grace", "e6614103e7452d2f", "2d2f", "0a0b0c0d", "my secret variant"):
        assert word not in text.lower()


def test_words_are_only_taken_out_whole():
    assert without("Pico on ana's canal, ANA", ["ana"]) == "Pico on ***'s canal, ***"
    assert without("/home/ana/x /home/ana", ["ana", "/home/ana"]) == "***/x ***"
    assert without("as it is", ["", "a"]) == "as it is"


def test_personal_words(monkeypatch):
    monkeypatch.setenv("HOME", "/home/grace")
    monkeypatch.setenv("USER", "gracie")
    words = personal_words()
    assert {"/home/grace", "grace", "gracie"} <= set(words)
