"""What is copied to the board: the firmware and the one library it needs."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import lightpeg
from lightpeg_host.boards.base import BoardError

BOOT, CODE, SETTINGS = "boot.py", "code.py", "settings.toml"
PACKAGE = "lightpeg"
DRIVER = "lib/neopixel.py"


def firmware_files(firmware: Path) -> dict[str, bytes]:
    """Everything that is copied to CIRCUITPY, as {path on the drive: content}.

    `firmware` is the folder with boot.py and code.py; where it has no folder lightpeg, as in an installed package, the
    package itself is taken. BoardError where a file is missing.
    """
    package = firmware / PACKAGE
    if not package.is_dir():
        package = Path(lightpeg.__file__).resolve().parent
    try:
        files = {name: (firmware / name).read_bytes() for name in (BOOT, CODE, SETTINGS)}
        for path in sorted(package.rglob("*.py")):
            files[f"{PACKAGE}/{path.relative_to(package).as_posix()}"] = path.read_bytes()
    except OSError as error:
        raise BoardError(f"The firmware is not complete: {error}. Get the whole repository again.") from error
    driver = importlib.util.find_spec("neopixel")
    if driver is None or driver.origin is None:
        raise BoardError("The package adafruit-circuitpython-neopixel is missing. Install it: make install.")
    files[DRIVER] = Path(driver.origin).read_bytes()
    return files
