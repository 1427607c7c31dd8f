"""What the boards that run on this computer share: a profile for what they keep and a bridge for their data channel."""

from __future__ import annotations

import os
import threading
from pathlib import Path

from lightpeg_host.boards.base import Board, BoardError
from lightpeg_host.boards.profile import Profile
from lightpeg_host.boards.serial_bridge import SerialBridge

CONSOLE_KEPT = 20_000


class LocalBoard(Board):
    """Base of the virtual and the emulated board. `profile` is the folder for what it keeps, None to forget it."""

    def __init__(self, width: int, profile: str | os.PathLike[str] | None) -> None:
        self.width = width
        self.on_frame = None
        self._lock = threading.RLock()
        self._profile = Profile(profile)
        self._bridge = SerialBridge()
        self._console = ""
        self._closed = False
        #: How many times pixels were sent.
        self.frames = 0

    @property
    def console(self) -> str:
        return self._console

    @property
    def serial_url(self) -> str:
        return self._bridge.url

    @property
    def serial_pty(self) -> str | None:
        """The device file of the data channel's pty; None where the system has none."""
        return self._bridge.pty_path

    @property
    def profile(self) -> Path:
        """The folder with what the board keeps."""
        return self._profile.folder

    @property
    def drive(self) -> Path:
        """The folder for the board's own files; variants go to its folder `variants`. An emulated board copies it to
        its drive when it is made."""
        return self._profile.drive

    def _printed(self, text: str) -> None:
        """The firmware has printed `text`."""
        self._console = (self._console + text)[-CONSOLE_KEPT:]

    def _check_open(self) -> None:
        if self._closed:
            raise BoardError("This board is closed.")

    def close(self) -> None:
        with self._lock:
            if not self._closed:
                self._closed = True
                self.cut_power()
                self._bridge.close()
                self._profile.close()
