"""The emulated board's drive: the firmware and the neopixel library on a FAT volume, as a person would copy them."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from lightpeg_host.boards.base import BoardError

DRIVE_SIZE = 1 << 20
SECTOR_SIZE = 512


def firmware_files(firmware: Path) -> dict[str, bytes]:
    """Everything that is copied to CIRCUITPY, as {path on the drive: content}.

    `firmware` is the folder with boot.py and code.py. BoardError where a file is missing.
    """
    names = ["boot.py", "code.py", "settings.toml"]
    names += sorted(path.relative_to(firmware).as_posix() for path in (firmware / "lightpeg").rglob("*.py"))
    try:
        files = {name: (firmware / name).read_bytes() for name in names}
    except OSError as error:
        raise BoardError(f"The firmware is not complete: {error}. Get the whole repository again.") from error
    driver = importlib.util.find_spec("neopixel")
    if driver is None or driver.origin is None:
        raise BoardError("The package adafruit-circuitpython-neopixel is missing. Install it: make install.")
    files["lib/neopixel.py"] = Path(driver.origin).read_bytes()
    return files


def with_settings(text: bytes, settings: dict[str, str]) -> bytes:
    """settings.toml with some values replaced or added."""
    lines = [line for line in text.decode().splitlines() if line.split("=")[0].strip() not in settings]
    lines += [f"{name} = {value}" for name, value in settings.items()]
    return ("\n".join(lines) + "\n").encode()


def fat_volume(files: dict[str, bytes]) -> bytes:
    """A FAT volume of the size of the Pico's drive with these files. BoardError if they do not fit."""
    from fatfs.diskio import RamDisk
    from fatfs.wrapper import FatFSException, Partition

    storage = bytearray(DRIVE_SIZE)
    volume = Partition(RamDisk(storage, SECTOR_SIZE))
    try:
        volume.mkfs()
        volume.mount()
        folders: set[str] = set()
        for name, content in files.items():
            parts = name.split("/")
            for depth in range(1, len(parts)):
                folder = "/" + "/".join(parts[:depth])
                if folder not in folders:
                    volume.mkdir(folder)
                    folders.add(folder)
            file = volume.open("/" + name, "w")
            try:
                file.write(content)
            finally:
                file.close()
        volume.unmount()
    except (FatFSException, OSError) as error:
        raise BoardError(f"The files do not fit on the board's drive: {error}.") from error
    return bytes(storage)
