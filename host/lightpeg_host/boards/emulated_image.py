"""Where the emulated board gets its CircuitPython from: a file, or the project's own download."""

from __future__ import annotations

import os
import re
from pathlib import Path

from lightpeg_host.boards.base import BoardError

#: The environment variable that names an image.
IMAGE_VARIABLE = "CIRCUITPYTHON_UF2"
# The firmware is written for this major version and those after it.
OLDEST = 10
MAGIC = b"UF2\n"


def find_image(image: str | os.PathLike[str] | None = None) -> Path:
    """The CircuitPython image (UF2 for raspberry_pi_pico) to run.

    `image` if given, else the file that the environment variable CIRCUITPYTHON_UF2 names, else the newest release of
    its major version that the emulator knows of, downloaded once and kept in the user's cache. BoardError, saying what
    to do, if there is none.
    """
    named = image or os.environ.get(IMAGE_VARIABLE)
    if named is None:
        return _download()
    path = Path(named)
    if not path.is_file():
        raise BoardError(
            f"There is no CircuitPython image at {path}. Give the path of a UF2 file for the Raspberry Pi Pico."
        )
    with path.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise BoardError(f"{path} is not a UF2 file. Give the CircuitPython image for the Raspberry Pi Pico.")
    return path


def _download() -> Path:
    from rp2040py.utils.firmware_retrieve import CIRCUITPYTHON, retrieve

    versions = [tag for tag in (CIRCUITPYTHON.boards or {})["pico"].fw if re.fullmatch(rf"{OLDEST}\.\d+\.\d+", tag)]
    newest = max(versions, key=lambda tag: [int(part) for part in tag.split(".")], default=None)
    try:
        path = retrieve(CIRCUITPYTHON, newest) if newest else None
    except OSError:
        path = None
    if path is None:
        raise BoardError(
            "CircuitPython could not be downloaded. Download the UF2 file for the Raspberry Pi Pico yourself, "
            f"version {OLDEST} or newer, and name it with --image or {IMAGE_VARIABLE}."
        )
    return path
