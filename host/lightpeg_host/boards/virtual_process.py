"""Starts, feeds and ends the process of a virtual board."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, BinaryIO, cast

import lightpeg
import lightpeg_host
from lightpeg_host.boards import wire
from lightpeg_host.boards.base import BoardError

START = "from lightpeg_host.boards.virtual_child import main; main()"
TRACE_KEPT = 8000
END_SECONDS = 5


def firmware_folder() -> Path:
    """The folder with boot.py and code.py: the repository's, which has lightpeg/ as well, or the one in the package.

    BoardError where the firmware was installed without them.
    """
    folders = (
        Path(lightpeg.__file__).resolve().parent.parent,
        Path(lightpeg_host.__file__).resolve().parent / "firmware",
    )
    for folder in folders:
        if (folder / "code.py").exists():
            return folder
    raise BoardError(
        f"There is no code.py in {folders[0]}. Run Lightpeg from a copy of its repository (make install), "
        "which has the whole firmware."
    )


class VirtualProcess:
    """One process, from power-up to its end."""

    def __init__(self, config: dict[str, Any], drive: Path) -> None:
        # A file, not a pipe: what Python says at its end must never block it.
        self._errors = cast(BinaryIO, tempfile.TemporaryFile())  # noqa: SIM115 - as long as the process
        host = Path(lightpeg_host.__file__).resolve().parent.parent
        # At the end of the path: the firmware's code.py must not hide Python's own module `code`.
        start = f"import sys; sys.path += {[str(host), str(firmware_folder())]!r}; {START}"
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", start, json.dumps(config)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env={**os.environ, "BLINKA_OS_AGNOSTIC": "1"},
            cwd=drive,
        )
        self._to = cast(BinaryIO, self._process.stdin)
        self._from = cast(BinaryIO, self._process.stdout)

    def send(self, letter: bytes, body: bytes) -> None:
        """Send a message. OSError if the process has gone."""
        wire.send(self._to, letter, body)
        if letter == wire.RUN:
            self._to.flush()

    def receive(self) -> tuple[bytes, bytes] | None:
        """The next report, None if the process has ended."""
        return wire.receive(self._from)

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._process.pid

    def kill(self) -> tuple[int, str]:
        """End the process at once; its exit code and the end of what it wrote to its standard error."""
        with contextlib.suppress(OSError):
            self._process.kill()
        return self.last_words()

    def last_words(self) -> tuple[int, str]:
        """Of a process that has closed its end: its exit code and the end of what it wrote to its standard error."""
        try:
            code = self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        for stream in (self._to, self._from):
            with contextlib.suppress(OSError):
                stream.close()
        self._errors.seek(0)
        trace = self._errors.read().decode("utf-8", "replace")[-TRACE_KEPT:]
        self._errors.close()
        return code, trace
