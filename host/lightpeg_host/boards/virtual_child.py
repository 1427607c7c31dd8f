"""The virtual board's process, started by VirtualProcess only; its argument is its configuration as JSON.

Runs boot.py and code.py of the firmware as CircuitPython would, over the modules of `virtual_modules`.
"""

from __future__ import annotations

import faulthandler
import io
import json
import os
import runpy
import signal
import sys
import time
import traceback
from pathlib import Path

from lightpeg_host.boards import virtual_chip, virtual_files, virtual_pins, wire

# CircuitPython's clock without a battery starts here: 2020-01-01.
RTC_START = 1_577_836_800


class Console(io.TextIOBase):
    """sys.stdout and sys.stderr of the firmware: go to the parent."""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        virtual_chip.chip().report_now(wire.CONSOLE_OUT, text.encode("utf-8", "replace"))
        return len(text)


def _replace_time(chip: virtual_chip.Chip) -> None:
    setattr(time, "sleep", chip.sleep)  # noqa: B010 - mypy knows time.sleep by a wider signature
    time.monotonic_ns = chip.monotonic_ns
    time.monotonic = lambda: chip.monotonic_ns() / 1e9
    time.time = lambda: RTC_START + chip.monotonic_ns() / 1e9


def _read_settings(path: Path) -> dict[str, str]:
    """The settings of a settings.toml; {} where it is missing or not TOML."""
    import tomllib

    try:
        settings = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {name: str(value) for name, value in settings.items()}


def _replace_getenv(settings: dict[str, str]) -> None:
    def getenv(name: str, default: object = None) -> object:
        return settings.get(name, default)

    os.getenv = getenv  # type: ignore[assignment]


def _run(path: Path) -> str:
    """Run a firmware file; returns its traceback as text, "" if it ended well or was interrupted by Ctrl-C."""
    try:
        runpy.run_path(str(path), run_name="__main__")
    except KeyboardInterrupt:
        print("KeyboardInterrupt")
    except BaseException:
        text = traceback.format_exc()
        print(text)
        return text
    return ""


def main() -> None:
    config = json.loads(sys.argv[1])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent; it ends this process
    chip = virtual_chip.Chip(sys.stdin.buffer, sys.stdout.buffer, config)
    virtual_chip.install(chip)
    modules = Path(__file__).parent / "virtual_modules"
    sys.path[:0] = [str(modules), *config["firmware"][:-1]]
    # The traceback of a process that ends by mistake goes to the real standard error, for the parent's message.
    faulthandler.enable(sys.stderr)
    sys.stdout = sys.stderr = Console()
    firmware = Path(config["firmware"][0])
    drive = Path(config["drive"])
    settings = _read_settings(firmware / "settings.toml")
    settings.update(_read_settings(drive / "settings.toml"))
    settings.update(config.get("settings", {}))
    os.chdir(drive)
    # Everything that comes from the computer's Python is imported before its clock is replaced.
    virtual_pins.install()
    _replace_time(chip)
    _replace_getenv(settings)
    virtual_files.protect(drive, chip)
    chip.wait_for_grant()
    boot = firmware / "boot.py"
    if boot.exists():
        _run(boot)
    chip.usb_started = True
    error = _run(firmware / "code.py")
    chip.report(wire.ENDED, error.encode())
    print("\nCode done running.")
    while True:
        try:
            chip.sleep(1)
        except KeyboardInterrupt:
            continue
