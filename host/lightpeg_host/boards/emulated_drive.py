"""The emulated board's drive: the firmware and the neopixel library on a FAT volume, as a person would copy them."""

from __future__ import annotations

from pathlib import Path

from lightpeg_host.boards.base import BoardError
from lightpeg_host.install.fat import FatVolume
from lightpeg_host.install.memory import DATA_FILES, FOLDER

DRIVE_SIZE = 1 << 20
SECTOR_SIZE = 512


def with_settings(text: bytes, settings: dict[str, str]) -> bytes:
    """settings.toml with some values replaced or added."""
    lines = [line for line in text.decode().splitlines() if line.split("=")[0].strip() not in settings]
    lines += [f"{name} = {value}" for name, value in settings.items()]
    return ("\n".join(lines) + "\n").encode()


def own_files(drive: Path) -> dict[str, bytes]:
    """What a profile has on its drive, as {path: content}; the data files first, so that each lies in one piece."""
    files = {name: (drive / name).read_bytes() for name in DATA_FILES}
    for path in sorted(drive.rglob("*")):
        name = path.relative_to(drive).as_posix()
        if path.is_file() and not name.startswith(f"{FOLDER}/"):
            files[name] = path.read_bytes()
    return files


def data_files(volume: bytes) -> dict[str, bytes]:
    """The data files that are whole on a FAT volume; {} where the volume is damaged."""
    try:
        found = FatVolume(volume)
        whole = [name for name, size in DATA_FILES.items() if (entry := found.find(name)) and entry.size == size]
        return {name: found.read(name) for name in whole}
    except (ValueError, OSError):
        return {}


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
                written = file.write(content)
            finally:
                file.close()
            if written != len(content):
                raise OSError("it is full")
        volume.unmount()
    except (FatFSException, OSError) as error:
        raise BoardError(f"The files do not fit on the board's drive: {error}.") from error
    return bytes(storage)
