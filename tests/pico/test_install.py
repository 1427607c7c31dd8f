"""`lightpeg install` on a drive that CircuitPython itself has made; the firmware starts from it."""

from lightpeg.store.chunks import FILES
from lightpeg_host.boards.virtual_process import firmware_folder
from lightpeg_host.install import boot_out
from lightpeg_host.install.copy import carry_out, check_places, verify
from lightpeg_host.install.firmware import firmware_files
from lightpeg_host.install.image_drive import ImageDrive
from lightpeg_host.install.plan import make_plan

# Until CircuitPython has formatted an empty drive and written boot_out.txt; until the firmware's menu stands.
FORMAT_MS, BOOT_MS = 9000, 6500


def test_install_on_a_new_board(tmp_path):
    from lightpeg_host.boards.emulated_chip import DRIVE_START, FLASH_SIZE, Chip, blank_flash
    from lightpeg_host.boards.emulated_image import find_image

    frames = []
    new = blank_flash(find_image(), b"\xff" * (FLASH_SIZE - DRIVE_START), b"\xff" * 4096)
    chip = Chip(new, frames.append)
    chip.run(FORMAT_MS)
    path = tmp_path / "drive"
    path.write_bytes(chip.flash[DRIVE_START:])
    drive = ImageDrive(path)
    assert drive.volume().label == "CIRCUITPY"
    told = boot_out.parse(drive.text("boot_out.txt"))
    assert boot_out.check(told, False) == []
    assert drive.text("code.py") == 'print("Hello World!")\n'

    firmware = firmware_files(firmware_folder())
    carry_out(drive, make_plan(drive, firmware))
    verify(drive, firmware)
    assert check_places(drive) == (True, [])

    chip = Chip(chip.flash[:DRIVE_START] + path.read_bytes(), frames.append)
    frames.clear()
    chip.run(BOOT_MS)
    console = chip.usb.channels[0].take().decode("utf-8", "replace")
    assert "Traceback" not in console
    assert len(chip.usb.channels) == 2, "boot.py opened the data channel"
    assert any(any(pixel) for pixel in frames[-1])
    path.write_bytes(chip.flash[DRIVE_START:])
    drive = ImageDrive(path)
    verify(drive, firmware)
    assert {name: drive.files()[f"memory/{name}"] for name in FILES} == FILES
