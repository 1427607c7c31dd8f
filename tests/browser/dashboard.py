"""The dashboard for tests: the command in a process of its own, with folders of its own."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

# Seconds until a wait is in vain: a computer with other work is slow.
PATIENCE = 60
RUN = "from lightpeg_host.cli import main; main()"
ROOT = Path(__file__).resolve().parents[2]


class Dashboard:
    """A context manager. `folder` gets everything it keeps; `url` is what it printed."""

    def __init__(self, folder, *arguments):
        self.folder = Path(folder)
        self.runtime = self.folder / "runtime"
        work = self.folder / "work"
        work.mkdir(parents=True, exist_ok=True)
        environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("LIGHTPEG_", "PYTEST_", "NICEGUI_"))
        }
        environment |= {
            "LIGHTPEG_DATA": str(self.folder),
            "LIGHTPEG_CONFIG": str(self.folder),
            "LIGHTPEG_RUNTIME": str(self.runtime),
            "LIGHTPEG_DEBUG": "1",
            "TZ": "UTC",
            "PYTHONPATH": os.pathsep.join(str(ROOT / name) for name in ("firmware", "host")),
        }
        self._process = subprocess.Popen(
            [sys.executable, "-c", RUN, "dashboard", "--no-open", *arguments],
            env=environment,
            cwd=work,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._said = []
        self._ended = False
        self._reading = threading.Thread(target=lambda: self._said.extend(self._process.stderr), daemon=True)
        self._reading.start()
        line = self._process.stdout.readline()
        if not line.startswith("Page "):
            self._process.kill()
            self._reading.join()
            raise AssertionError(f"It did not start: {line}{''.join(self._said)}")
        self.url = line.split()[1]
        self.base = self.url.partition("?")[0].rstrip("/")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        """As Ctrl-C does. It ends politely, leaves nothing in the folder it was started in and complains of nothing."""
        if self._ended:
            return
        self._ended = True
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(20)
        finally:
            self._process.kill()
        self._reading.join(10)
        assert list((self.folder / "work").iterdir()) == []
        said = "".join(self._said)
        assert not said, said
        assert self._process.returncode == 0

    @property
    def ticks(self):
        """Clock ticks of processor time used so far, on Linux."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])


def lights(page, columns=16):
    """The panel's lights as 0xRRGGBB, line by line, at the full brightness of what was drawn. The page dims them to
    three tenths, rounded up, and that is undone here as far as it goes."""
    # A mirror has none before the first picture.
    page.wait_for_function("document.querySelector('.lp-panel')?.panel?.levels")
    levels = page.evaluate("Array.from(document.querySelector('.lp-panel').panel.levels)")
    pixels = [tuple(levels[at : at + 3]) for at in range(0, len(levels), 3)]
    return [pixels[at : at + columns] for at in range(0, len(pixels), columns)]


def dimmed(colour):
    return tuple(-(-level * 3 // 10) for level in (colour >> 16, colour >> 8 & 255, colour & 255))


def until(page, is_so):
    end = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > end:
            raise AssertionError("waited in vain")
        page.wait_for_timeout(10)
