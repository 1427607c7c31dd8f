"""The wire to a board: a serial device, a pty or a socket. Bytes in and out; what fails is told in words.

pySerial's own socket:// is not used: it waits 0.3 s when closed, and says "1" for however many bytes wait.
"""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import sys
import time
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

import serial
from serial.serialutil import SerialTimeoutException

from lightpeg_host.errors import BoardGone, NoBoard, PortError, UsageError

SOCKET = "socket://"
# 1200 is the one speed that means something: it sends CircuitPython into its bootloader.
SPEED = 115_200
CONNECT_SECONDS = 5.0
READ_SIZE = 4096
# How long one read of a device waits for its first byte, so that Ctrl-C is noticed on every system.
SLICE_SECONDS = 0.1


def _device_faults() -> tuple[type[Exception], ...]:
    # pySerial lets some errors of the system through as they are; termios.error is not even an OSError, and a device
    # that has just gone can be a TypeError.
    kinds: tuple[type[Exception], ...] = (OSError, ValueError, TypeError)
    try:
        import termios
    except ImportError:
        return kinds
    return (*kinds, termios.error)


FAULTS = _device_faults()


class Port(Protocol):
    """One open wire. Every call raises BoardGone when the other side has gone."""

    #: What to call it in a sentence.
    name: str

    def read(self, seconds: float) -> bytes:
        """What has arrived, waiting at most `seconds` for it; b"" if nothing has."""

    def write(self, data: bytes, seconds: float) -> None:
        """Send everything. BoardGone if the board does not take it within `seconds`."""

    def close(self) -> None:
        """Free the port. May be called twice."""


def open_port(name: str) -> Port:
    """Open a device, a pty or a socket://HOST:PORT.

    NoBoard if there is nothing, PortError if it is in use or not allowed, UsageError for an address that is none.
    """
    if name.startswith(SOCKET):
        return SocketPort(name)
    if "://" in name:
        raise UsageError(f"{name} is no port: name a serial device, a pty or socket://HOST:PORT.")
    return DevicePort(name)


class SocketPort:
    """The serial channel of a virtual board."""

    def __init__(self, name: str) -> None:
        self.name = name
        try:
            parts = urlsplit(name)
            host, number = parts.hostname, parts.port
        except ValueError:
            host = number = None
        if not host or not number:
            raise UsageError(f"{name} is no address: write it like socket://127.0.0.1:5000.")
        try:
            self._socket = socket.create_connection((host, number), CONNECT_SECONDS)
        except OSError as error:
            raise NoBoard(
                f"Nothing answers at {name} ({_reason(error)}). Is the virtual board still running? "
                "`lightpeg play` starts one."
            ) from error
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def read(self, seconds: float) -> bytes:
        """As Port says."""
        try:
            self._socket.settimeout(max(0.0, seconds))
            data = self._socket.recv(READ_SIZE)
        except (BlockingIOError, TimeoutError):
            return b""
        except OSError as error:
            raise _gone(self.name) from error
        if not data:
            raise _gone(self.name)
        return data

    def write(self, data: bytes, seconds: float) -> None:
        """As Port says."""
        try:
            self._socket.settimeout(seconds)
            self._socket.sendall(data)
        except TimeoutError as error:
            raise _deaf(self.name) from error
        except OSError as error:
            raise _gone(self.name) from error

    def close(self) -> None:
        """As Port says."""
        self._socket.close()


class DevicePort:
    """A serial device or a pty. While it is open no other program that asks can have it."""

    def __init__(self, name: str) -> None:
        self.name = name
        try:
            # DTR is raised by opening: that is how the board sees that somebody is there.
            self._serial = serial.serial_for_url(
                name, SPEED, timeout=SLICE_SECONDS, write_timeout=CONNECT_SECONDS, exclusive=True
            )
        except FAULTS as error:
            raise _refused(name, error) from error

    def read(self, seconds: float) -> bytes:
        """As Port says."""
        end = time.monotonic() + seconds
        try:
            while True:
                waiting = self._serial.in_waiting
                # With nothing there this waits for the first byte; the rest of what it belongs to comes next time.
                data = bytes(self._serial.read(min(waiting, READ_SIZE) or 1)) if waiting or seconds > 0 else b""
                if data or time.monotonic() >= end:
                    return data
        except FAULTS as error:
            raise _gone(self.name) from error

    def write(self, data: bytes, seconds: float) -> None:
        """As Port says."""
        try:
            if self._serial.write_timeout != seconds:
                self._serial.write_timeout = seconds
            self._serial.write(data)
        except SerialTimeoutException as error:
            raise _deaf(self.name) from error
        except FAULTS as error:
            raise _gone(self.name) from error

    def close(self) -> None:
        """As Port says."""
        # A device that was unplugged may complain once more.
        with contextlib.suppress(*FAULTS):
            self._serial.close()


def _gone(name: str) -> BoardGone:
    return BoardGone(f"The board at {name} has gone: it was unplugged, or it is off. Plug it in and try again.")


def _deaf(name: str) -> BoardGone:
    return BoardGone(f"The board at {name} does not read what is sent. Unplug it, plug it in and try again.")


def _refused(name: str, error: BaseException) -> NoBoard | PortError:
    """Why a device could not be opened, as a sentence with what to do."""
    number = getattr(error, "errno", None)
    text = str(error)
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV) or "FileNotFoundError" in text:
        return NoBoard(f"There is no port {name}. Is the board plugged in? `lightpeg boards` shows what is.")
    if number in (errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK) or (_on_windows() and "PermissionError" in text):
        return PortError(
            f"Another program is using {name}: a terminal, an editor or another lightpeg. Close it and try again."
        )
    if number in (errno.EACCES, errno.EPERM):
        return PortError(f"You may not open {name}. {_permission_remedy(name)}")
    return PortError(f"{name} cannot be opened as a serial port ({_reason(error)}). Name another one with --port.")


def _on_windows() -> bool:
    return sys.platform == "win32"


def _permission_remedy(name: str) -> str:
    """What gives this user the right to open a device."""
    group = "dialout"
    with contextlib.suppress(OSError, KeyError, ImportError):
        import grp

        group = grp.getgrgid(os.stat(name).st_gid).gr_name
    if sys.platform != "linux" or group in ("root", "wheel"):
        return "`lightpeg doctor` says what to do."
    return (
        f"Run `sudo usermod -a -G {group} $USER`, log out and in again; or `lightpeg doctor`, which also knows a rule "
        "for udev."
    )


def _reason(error: BaseException) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def same_device(one: str, other: str) -> bool:
    """Whether two names are the same device, through links such as those in /dev/serial/by-id."""
    if one == other:
        return True
    try:
        return Path(one).resolve() == Path(other).resolve()
    except (OSError, RuntimeError):
        return False
