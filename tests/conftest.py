"""The firmware's folder goes to the end of the path: its `code.py` must not hide Python's own module `code`."""

import sys
from pathlib import Path

FIRMWARE = str(Path(__file__).resolve().parent.parent / "firmware")

if FIRMWARE not in sys.path:
    sys.path.append(FIRMWARE)
