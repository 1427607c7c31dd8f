"""Tests on a real CircuitPython image. They run where the environment names one and are slow: some 15 times slower
than life."""

import os
from pathlib import Path

import pytest

from tests.scenarios import Table

# Until the menu stands; the first start of a new drive also writes boot_out.txt.
BOOT_MS = 5500


def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    skip = pytest.mark.skip(reason="set CIRCUITPYTHON_UF2 to a CircuitPython image for raspberry_pi_pico")
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.pico)
            if not os.environ.get("CIRCUITPYTHON_UF2"):
                item.add_marker(skip)


@pytest.fixture
def table():
    from lightpeg_host.boards import EmulatedBoard

    with EmulatedBoard() as board:
        board.run(BOOT_MS)
        # Quick fingers: emulated time is dear.
        yield Table(board, hold_ms=50, settle_ms=110)
