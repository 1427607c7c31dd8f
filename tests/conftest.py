"""The firmware's folder goes to the end of the path: its `code.py` must not hide Python's own module `code`. No
test of hypothesis fails because other programs keep the computer busy. And what the tests are made of is left out when
the firmware asks for a collection of garbage, which a board of the tests does twenty times at its start."""

import gc
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

FIRMWARE = str(Path(__file__).resolve().parent.parent / "firmware")

if FIRMWARE not in sys.path:
    sys.path.append(FIRMWARE)

settings.register_profile("patient", settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


def pytest_collection_finish():
    gc.collect()
    gc.freeze()
