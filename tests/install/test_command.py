"""`lightpeg install` through the real command, with the real firmware."""

import json

import pytest

import lightpeg
from lightpeg_host.boards.virtual_process import firmware_folder
from lightpeg_host.install.firmware import firmware_files
from tests.host.test_cli import lightpeg_says
from tests.install.drives import BOOT_OUT, FRESH, MAKERS, OWN, content_of, make_folder, make_image


@pytest.fixture(scope="module")
def firmware():
    return firmware_files(firmware_folder())


def test_the_firmware_is_whole(firmware):
    assert {"boot.py", "code.py", "settings.toml", "lib/neopixel.py", "lightpeg/app.py"} <= set(firmware)
    assert b"class NeoPixel" in firmware["lib/neopixel.py"]
    assert not [path for path in firmware if "__pycache__" in path or path.rpartition("/")[2].startswith(".")]


@pytest.mark.parametrize("kind", list(MAKERS))
def test_install(tmp_path, kind, firmware):
    place = MAKERS[kind][0](tmp_path / "drive", FRESH | OWN)
    code, said, errors = lightpeg_says("install", "--drive", place)
    assert (code, errors) == (0, "")
    assert f"Lightpeg {lightpeg.VERSION} on {place}" in said
    assert "every file was read back and is right" in said
    assert "plug it in again" in said
    assert ("could not be checked" in said) is (kind == "folder")
    found = content_of(place)
    assert {path: found[path] for path in firmware} == firmware
    assert {path: found[path] for path in OWN} == OWN
    assert len(found["memory/games.bin"]) == 331_776
    code, said, errors = lightpeg_says("install", "--drive", place)
    assert (code, errors) == (0, "")
    assert "Nothing had to be changed" in said


def test_dry_run_changes_nothing(tmp_path, firmware):
    place = make_image(tmp_path / "drive", FRESH | OWN)
    before = place.read_bytes()
    code, said, _ = lightpeg_says("install", "--drive", place, "--dry-run")
    assert code == 0
    assert place.read_bytes() == before
    for path in firmware:
        assert f" {path} " in said
    assert "331,776 bytes" in said


def test_json(tmp_path, firmware):
    place = make_image(tmp_path / "drive", FRESH)
    code, said, errors = lightpeg_says("install", "--drive", place, "--json", "--dry-run")
    told = json.loads(said)
    assert (code, errors, told["dry_run"], told["verified"]) == (0, "", True, False)
    # Every file of the firmware (CircuitPython's empty settings.toml counts as none) and the three data files.
    assert len(told["steps"]) == len(firmware) + 3
    assert told["board"] == "raspberry_pi_pico"
    code, said, errors = lightpeg_says("install", "--drive", place, "--json")
    told = json.loads(said)
    assert (code, errors, told["verified"], told["places_checked"]) == (0, "", True, True)
    assert told["version"] == lightpeg.VERSION
    assert told["version_before"] is None


def test_every_refusal_is_a_sentence_and_its_code(tmp_path):
    old = FRESH | {"boot_out.txt": BOOT_OUT.replace("10.2.1", "9.1.0").encode()}
    for name, files, words in (
        ("old", old, "CircuitPython 9.1.0"),
        ("none", {"code.py": b""}, "no boot_out.txt"),
        ("other", FRESH | {"code.py": b"import robot\n"}, "another program's"),
    ):
        code, said, errors = lightpeg_says("install", "--drive", make_folder(tmp_path / name, files))
        assert (code, said) == (10, "")
        assert words in errors
    code, _, errors = lightpeg_says("install", "--drive", tmp_path / "missing")
    assert code == 10
    assert "no folder and no file" in errors


def test_full_drive(tmp_path):
    # 512 KB, as on boards with less flash: the data files alone take 454,656 bytes.
    place = make_image(tmp_path / "drive", FRESH, 1 << 19)
    before = place.read_bytes()
    code, _, errors = lightpeg_says("install", "--drive", place)
    assert code == 10
    assert "are needed" in errors
    assert place.read_bytes() == before


@pytest.mark.parametrize("dry", [False, True])
def test_read_only(tmp_path, monkeypatch, capsys, dry):
    from lightpeg_host.commands.install import install
    from lightpeg_host.errors import DriveError
    from lightpeg_host.install.folder_drive import FolderDrive

    place = make_folder(tmp_path / "drive", FRESH)
    monkeypatch.setattr(FolderDrive, "read_only", lambda self: True)
    if dry:
        install(drive=place, dry_run=True)
        assert "hold MENU" in capsys.readouterr().out
    else:
        with pytest.raises(DriveError, match="hold MENU"):
            install(drive=place)
    assert content_of(place) == FRESH


def test_a_drive_that_is_up_to_date_may_be_read_only(tmp_path, monkeypatch, capsys):
    from lightpeg_host.commands.install import install
    from lightpeg_host.install.folder_drive import FolderDrive

    place = make_folder(tmp_path / "drive", FRESH)
    install(drive=place)
    monkeypatch.setattr(FolderDrive, "read_only", lambda self: True)
    install(drive=place)
    assert "Nothing had to be changed" in capsys.readouterr().out
