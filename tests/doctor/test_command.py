"""`lightpeg doctor` through the real command; a board is at the end of a socket."""

import json

import pytest
from typer.testing import CliRunner

import lightpeg
from lightpeg_host.cli import app
from lightpeg_host.client.running import register
from lightpeg_host.commands import doctor as command
from lightpeg_host.doctor.computer import UDEV_RULE
from lightpeg_host.errors import FileError
from tests.doctor.test_checks import FakeComputer
from tests.host.conftest import at, desk, hasty, impatient, own_folders, ports  # noqa: F401 - fixtures
from tests.host.usb_ports import linux_board
from tests.install.drives import FRESH, make_folder


@pytest.fixture(autouse=True)
def nothing_of_this_computer(monkeypatch, ports):  # noqa: F811
    monkeypatch.setattr(command, "this_computer", FakeComputer)
    monkeypatch.setattr(command, "find_boards", list)


def says(*arguments):
    done = CliRunner().invoke(app, ["doctor", *map(str, arguments)])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout, done.stderr


def test_a_board_that_is_well(at):  # noqa: F811
    code, said, _ = says(*at)
    assert code == 0
    assert "Nothing is wrong." in said
    assert f"Firmware and tool are both {lightpeg.VERSION}" in said
    assert "--hands tests them" in said


def test_json(at):  # noqa: F811
    code, said, _ = says(*at, "--json")
    told = json.loads(said)
    assert (code, told["good"]) == (0, True)
    assert {"answer", "versions", "memory"} <= {finding["check"] for finding in told["findings"]}


def test_a_board_whose_memory_is_full(at, desk):  # noqa: F811
    desk.full = True
    code, said, _ = says(*at)
    assert code == 1
    assert "The memory is full." in said
    assert "--report FILE" in said


def test_a_running_virtual_board_is_found(at):  # noqa: F811
    with register(at[1], "virtual board"):
        code, said, _ = says()
    assert code == 0
    assert "virtual board runs here" in said


def test_no_board_is_explained():
    code, said, _ = says()
    assert code == 3
    assert "No CircuitPython board is among this computer's serial ports" in said
    assert said.count("bad ") == 1, "it is said once"


def test_a_board_with_one_channel(ports):  # noqa: F811
    ports.extend(linux_board()[:1])
    code, said, _ = says()
    assert code == 3
    assert "no data channel" in said


def test_a_port_that_is_not_allowed(ports, monkeypatch):  # noqa: F811
    from lightpeg_host.client import discovery
    from lightpeg_host.doctor.computer import Device
    from lightpeg_host.errors import PortError

    ports.extend(linux_board())

    def refused(port):
        raise PortError("You may not open it.")

    monkeypatch.setattr(discovery, "connect", refused)
    monkeypatch.setattr(command, "this_computer", lambda: FakeComputer(Device("dialout", False)))
    code, said, _ = says()
    assert code == 5
    assert UDEV_RULE in said
    assert "usermod -a -G dialout" in said


def test_a_game_is_left_alone(at, desk):  # noqa: F811
    desk.busy = True
    code, said, _ = says(*at, "--hands")
    assert code == 0
    assert "A game is being played" in said
    assert desk.identified == 0


def test_the_drive_is_looked_at(at, ports, tmp_path, monkeypatch):  # noqa: F811
    from lightpeg_host.install.folder_drive import FolderDrive

    ports.extend(linux_board())
    place = FolderDrive(make_folder(tmp_path / "CIRCUITPY", FRESH))
    monkeypatch.setattr(command, "find_boards", lambda: [place])
    code, said, _ = says(*at)
    assert code == 10
    assert "There is no Lightpeg on" in said


def test_report(at, desk, tmp_path, monkeypatch):  # noqa: F811
    monkeypatch.setenv("USER", "ada")
    path = tmp_path / "report.txt"
    code, said, _ = says(*at, "--report", path, "--board", "e661")
    assert code == 0
    text = path.read_text()
    assert text in said, "what is in it is shown"
    assert "[good] answer:" in text
    assert "e661" not in text.lower()
    with pytest.raises(FileError, match="cannot be written"):
        command.doctor(port=at[1], hands=False, report=tmp_path / "missing" / "report.txt")
