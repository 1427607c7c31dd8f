"""Runs a few lines of firmware on a virtual board: what they print is what a test looks at."""

from contextlib import contextmanager
from textwrap import dedent

from lightpeg_host.boards import VirtualBoard

BOOT = """
import usb_cdc, storage
usb_cdc.enable(console=True, data=True)
storage.remount("/", readonly=False)
"""


@contextmanager
def running(folder, code, boot=BOOT, **options):
    """A virtual board whose code.py is `code`; `folder` is an empty folder to put it in."""
    folder.mkdir(exist_ok=True)
    (folder / "boot.py").write_text(dedent(boot))
    (folder / "code.py").write_text(dedent(code))
    with VirtualBoard(firmware=folder, **options) as board:
        yield board


def printed(folder, code, ms=1000, **options):
    """The lines that `code` prints within `ms` milliseconds."""
    with running(folder, code, **options) as board:
        board.run(ms)
        return board.console.replace("\nCode done running.\n", "").split("\n")[:-1]
