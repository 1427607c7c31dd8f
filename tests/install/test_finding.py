"""Which drive is meant, and what is said where there is none; what boot_out.txt says."""

import pytest

from lightpeg_host.errors import DriveError, ManyBoards
from lightpeg_host.install import boot_out
from lightpeg_host.install.finding import find_boards, find_drive, is_board, mounts_of
from lightpeg_host.install.folder_drive import FolderDrive
from lightpeg_host.install.image_drive import ImageDrive
from tests.install.drives import BOOT_OUT, FRESH, make_folder, make_image

NOWHERE = "/nowhere/by-label"


def board(tmp_path, name="CIRCUITPY", files=FRESH):
    return make_folder(tmp_path / name, files)


def test_mounts_of_linux():
    text = (
        "sysfs /sys sysfs rw 0 0\n"
        "/dev/sda2 / ext4 rw 0 0\n"
        "/dev/sdb1 /media/ada/CIRCUITPY vfat ro,nosuid 0 0\n"
        "/dev/sdc1 /media/ada/MY\\040STICK vfat rw 0 0\n"
        "broken\n"
    )
    assert [(str(folder), device) for folder, device in mounts_of(text)] == [
        ("/media/ada/CIRCUITPY", "/dev/sdb1"),
        ("/media/ada/MY STICK", "/dev/sdc1"),
    ]


@pytest.mark.parametrize(
    ("name", "files", "found"),
    [
        ("CIRCUITPY", {}, True),
        ("CIRCUITPY1", {}, True),
        ("CIRCUITPY 1", {}, True),
        ("GAME", FRESH, True),
        ("GAME", {"boot_out.txt": b"something else"}, False),
        ("GAME", {}, False),
        ("MYCIRCUITPY", {}, False),
    ],
)
def test_what_is_a_board(tmp_path, name, files, found):
    folder = board(tmp_path, name, files)
    folder.mkdir(exist_ok=True)
    assert is_board(folder) is found


def test_the_only_board_is_taken(tmp_path):
    folder = board(tmp_path)
    other = make_folder(tmp_path / "STICK", {"a": b""})
    drive = find_drive(None, [(other, None), (folder, "/dev/sdb1"), (folder, "/dev/sdb1")], NOWHERE)
    assert isinstance(drive, FolderDrive)
    assert (drive.path, drive.device) == (folder, "/dev/sdb1")
    assert len(find_boards([(folder, None), (other, None)])) == 1


def test_several_boards(tmp_path):
    volumes = [(board(tmp_path, name), None) for name in ("CIRCUITPY", "CIRCUITPY1")]
    with pytest.raises(ManyBoards, match=r"CIRCUITPY1.*--drive") as raised:
        find_drive(None, volumes, NOWHERE)
    assert raised.value.exit_code == 4
    assert find_drive(volumes[1][0], volumes, NOWHERE).path == volumes[1][0]


def test_no_board(tmp_path):
    with pytest.raises(DriveError, match=r"No drive CIRCUITPY.*BOOTSEL"):
        find_drive(None, [], NOWHERE)


def test_a_board_in_its_bootloader(tmp_path):
    folder = make_folder(tmp_path / "RPI-RP2", {"INFO_UF2.TXT": b"UF2 Bootloader v3.0\n"})
    with pytest.raises(DriveError, match="in its bootloader"):
        find_drive(None, [(folder, None)], NOWHERE)


def test_a_drive_that_is_not_mounted(tmp_path):
    (tmp_path / "CIRCUITPY").touch()
    with pytest.raises(DriveError, match="udisksctl mount -b"):
        find_drive(None, [], str(tmp_path / "CIRCUITPY"))


def test_a_drive_by_name(tmp_path):
    folder = board(tmp_path, "anything")
    assert find_drive(folder, [(folder, "/dev/sdx1")]).device == "/dev/sdx1"
    assert isinstance(find_drive(make_image(tmp_path / "image", FRESH), []), ImageDrive)
    with pytest.raises(DriveError, match="no folder and no file"):
        find_drive(tmp_path / "missing", [])
    (tmp_path / "text").write_bytes(b"hello" * 1000)
    with pytest.raises(DriveError, match="holds no drive of a board"):
        find_drive(tmp_path / "text", [])


# -- boot_out.txt -----------------------------------------------------------------------------------------------------


def test_boot_out_of_a_pico():
    told = boot_out.parse(BOOT_OUT)
    assert (told.board, told.version, told.uid, told.major) == ("raspberry_pi_pico", "10.2.1", "DE62A877936B2C39", 10)
    assert boot_out.check(told, False) == []


@pytest.mark.parametrize("text", ["", "nonsense", "\0\xff", "Board ID:\n"])
def test_boot_out_with_nothing_in_it(text):
    told = boot_out.parse(text)
    assert (told.board, told.version, told.major) == ("", "", None)
    with pytest.raises(DriveError, match="names no version"):
        boot_out.check(told, False)


def told(version="10.0.0", board="raspberry_pi_pico"):
    return boot_out.parse(f"Adafruit CircuitPython {version} on 2025-01-01; A board\nBoard ID:{board}\nUID:00\n")


@pytest.mark.parametrize("name", ["raspberry_pi_pico", "raspberry_pi_pico2", "raspberry_pi_pico_w"])
@pytest.mark.parametrize("version", ["10.0.0", "10.3.0-beta.2"])
def test_boards_that_are_known(name, version):
    assert boot_out.check(told(version, name), False) == []


@pytest.mark.parametrize("force", [False, True])
def test_an_old_circuitpython_is_refused(force):
    with pytest.raises(DriveError, match=r"9\.2\.1.*circuitpython\.org/board/raspberry_pi_pico/"):
        boot_out.check(told("9.2.1"), force)


def test_a_newer_circuitpython_is_told():
    assert "newer than 10.x" in boot_out.check(told("11.0.0"), False)[0]


def test_an_unknown_board_needs_force():
    with pytest.raises(DriveError, match=r"feather_rp2040.*GP26.*--force"):
        boot_out.check(told(board="adafruit_feather_rp2040"), False)
    assert "feather" in boot_out.check(told(board="adafruit_feather_rp2040"), True)[0]


def test_no_boot_out_needs_force():
    with pytest.raises(DriveError, match=r"no boot_out.txt.*--force"):
        boot_out.check(None, False)
    assert "could not be checked" in boot_out.check(None, True)[0]
