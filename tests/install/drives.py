"""Drives to install on: a folder and a FAT image as CircuitPython makes them, both with files of the user's own."""

from pathlib import Path

from fatfs.diskio import RamDisk
from fatfs.partition_extended import PartitionExtended
from fatfs.wrapper import Partition

from lightpeg_host.install.folder_drive import FolderDrive
from lightpeg_host.install.image_drive import ImageDrive

BOOT_OUT = (
    "Adafruit CircuitPython 10.2.1 on 2026-05-12; Raspberry Pi Pico with rp2040\r\nBoard ID:raspberry_pi_pico\r\n"
    "UID:DE62A877936B2C39\r\nboot.py output:\r\n"
)
HELLO = b'print("Hello World!")\n'
MB = 1 << 20

# What a CircuitPython drive holds on its first day.
FRESH = {
    "boot_out.txt": BOOT_OUT.encode(),
    "code.py": HELLO,
    "settings.toml": b"",
    ".metadata_never_index": b"",
    ".fseventsd/no_log": b"",
    "lib/placeholder.txt": b"",
    "sd/placeholder.txt": b"SD cards mounted at /sd will hide this file from Python.\n",
}
# What a person keeps there.
OWN = {
    "variants/mine.json": b'{"name": "Mine"}',
    "notes.txt": b"mine",
    "lib/adafruit_other.py": b"OTHER = 1\n",
    "lib/neopixel_spi.py": b"SPI = 1\n",
    "pictures/lightpeg/app.py": b"not yours",
}


def firmware(version, extra=()):
    """A small firmware: {path: content}. Its settings.toml has one setting."""
    files = {
        "boot.py": b"# lightpeg boot " + version.encode() + b"\n",
        "code.py": b"import lightpeg.app  # " + version.encode() + b"\n",
        "settings.toml": b"LIGHTPEG_PANEL_WIDTH = 16\n",
        "lightpeg/__init__.py": f'VERSION = "{version}"\n'.encode(),
        "lightpeg/app.py": b"# the loop\n" + version.encode() * 300,
        "lightpeg/core/__init__.py": b"",
        "lightpeg/core/match.py": version.encode() * 400,
        "lib/neopixel.py": b"# the driver\n" * 20,
    }
    return files | {path: f"# {path} {version}\n".encode() * 20 for path in extra}


OLD = firmware("0.1.0", ("lightpeg/gone.py", "lightpeg/older/__init__.py"))
NEW = firmware("0.2.0", ("lightpeg/store/journal.py", "lightpeg/a_file_with_a_long_name.py"))


def make_folder(folder, files):
    for path, content in files.items():
        target = Path(folder) / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    return Path(folder)


def make_image(path, files, size=MB):
    storage = bytearray(size)
    partition = Partition(RamDisk(storage, 512))
    partition.mkfs()
    partition.mount()
    more = PartitionExtended(partition)
    for name, content in files.items():
        if "/" in name:
            more.makedirs("/" + name.rpartition("/")[0], exist_ok=True)
        more.write_file("/" + name, content)
    partition.unmount()
    Path(path).write_bytes(storage)
    return Path(path)


def content_of(place):
    """Everything on a folder or an image: {path: content}."""
    if Path(place).is_dir():
        found = [path for path in Path(place).rglob("*") if path.is_file()]
        return {path.relative_to(place).as_posix(): path.read_bytes() for path in found}
    partition = Partition(RamDisk(bytearray(Path(place).read_bytes()), 512))
    partition.mount()
    more = PartitionExtended(partition)
    found = {}
    for folder, _, names in more.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}"
            found[path.lstrip("/")] = bytes(more.read_file(path)) if more.stat(path)["size"] else b""
    partition.unmount()
    return found


MAKERS = {"folder": (make_folder, FolderDrive), "image": (make_image, ImageDrive)}
