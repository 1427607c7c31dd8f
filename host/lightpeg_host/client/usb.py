"""Which of this computer's serial ports is the data channel of a CircuitPython board.

CircuitPython names its channels in the USB descriptors: "CircuitPython CDC control" and "... CDC data" are the two
interfaces of the console, "CircuitPython CDC2 control" and "... CDC2 data" those of the data channel (some boards
have another word in front). What pySerial tells of that depends on the system:

Linux    the control interface's name, and its number as the end of the location: "1-2:1.2"
macOS    the name of the board's first interface for all of its ports, or none; the data interface's number is the
         end of the device's name: /dev/cu.usbmodem1101, /dev/cu.usbmodem1103
Windows  no names; the interface's number as the end of the location, "1-2:x.2", mostly

The console has the lower number. Where nothing tells the two apart neither is taken: a console is never written to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

ADAFRUIT, RASPBERRY_PI = 0x239A, 0x2E8A
VENDORS = (ADAFRUIT, RASPBERRY_PI)
# Where the system tells no interface names a board is known by its product number. Adafruit's numbers with this bit
# are programs, without it bootloaders; of Raspberry Pi's own there is one of CircuitPython's, the Pico 2.
PROGRAM_BIT = 0x8000
PICO_2 = 0x000B

_CONSOLE = re.compile(r"\bCDC (control|data)\b")
_DATA = re.compile(r"\bCDC2 (control|data)\b")


@dataclass(frozen=True)
class UsbBoard:
    """A CircuitPython board on USB.

    data      the device of its data channel, None if it has none or it is not known which one it is
    console   the devices that are, or may be, its console: never opened
    serial    its USB serial number in lower case, which is the chip's id; "" if the system does not tell
    title     what it calls itself
    """

    data: str | None
    console: tuple[str, ...]
    serial: str
    title: str


def boards(ports: Iterable[Any]) -> list[UsbBoard]:
    """The CircuitPython boards among pySerial's port descriptions."""
    groups: dict[tuple[object, ...], list[Any]] = {}
    for port in ports:
        if port.vid in VENDORS:
            place = (port.location or "").partition(":")[0]
            groups.setdefault((port.vid, port.pid, port.serial_number or "", place), []).append(port)
    return [board for group in groups.values() if (board := _board(group)) is not None]


def _board(group: list[Any]) -> UsbBoard | None:
    first = group[0]
    names = [port.interface or "" for port in group]
    if any(names):
        if not any(_CONSOLE.search(name) or _DATA.search(name) for name in names):
            return None
    elif not _known_product(first.vid, first.pid):
        return None
    data = _data(group)
    return UsbBoard(
        data=data.device if data is not None else None,
        console=tuple(sorted(port.device for port in group if port is not data)),
        serial=(first.serial_number or "").lower(),
        title=first.product or "CircuitPython board",
    )


def _known_product(vid: int, pid: int | None) -> bool:
    if pid is None:
        return False
    return bool(pid & PROGRAM_BIT) if vid == ADAFRUIT else pid == PICO_2


def _data(group: list[Any]) -> Any:
    """The port of the data channel, None if there is none or it is not known."""
    named = [port for port in group if _DATA.search(port.interface or "")]
    if named and (len(named) == 1 or len(group) == 1):
        return named[0]
    # All with one name, as on macOS, or none with any. A single port is the console.
    if len(group) != 2:
        return None
    numbers = [_number(port) for port in group]
    if None in numbers or numbers[0] == numbers[1]:
        return None
    return max(group, key=lambda port: _number(port) or 0)


def _number(port: Any) -> int | None:
    """The number of the port's USB interface, as far as it is told."""
    _, colon, inside = (port.location or "").partition(":")
    end = re.search(r"(\d+)$", inside if colon else "")
    if end is None and "usbmodem" in port.device:
        end = re.search(r"(\d+)$", port.device)
    return int(end.group(1)) if end else None
