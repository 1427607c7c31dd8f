"""This computer, as far as it decides whether a board can be talked to."""

from __future__ import annotations

import contextlib
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from lightpeg_host.client.usb import ADAFRUIT, PICO_2, RASPBERRY_PI
from lightpeg_host.doctor.findings import Finding, bad, good, note, skipped
from lightpeg_host.errors import PortError

RULES_FILE = "/etc/udev/rules.d/70-lightpeg.rules"
RULES_FOLDERS = ("/etc/udev/rules.d", "/run/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d")
MODEM_MANAGER = "ModemManager"
IGNORE = ("ID_MM_DEVICE_IGNORE", "ID_MM_PORT_IGNORE")
# Groups that nobody should join to play a game.
MIGHTY = ("root", "wheel")


def _rule_lines() -> list[str]:
    lines = []
    for vendor, product in ((ADAFRUIT, None), (RASPBERRY_PI, PICO_2)):
        of_port = f'ATTRS{{idVendor}}=="{vendor:04x}"' + (f', ATTRS{{idProduct}}=="{product:04x}"' if product else "")
        of_device = of_port.replace("ATTRS", "ATTR")
        lines.append(f'SUBSYSTEM=="tty", {of_port}, TAG+="uaccess", ENV{{ID_MM_PORT_IGNORE}}="1"')
        lines.append(f'SUBSYSTEM=="usb", ENV{{DEVTYPE}}=="usb_device", {of_device}, ENV{{ID_MM_DEVICE_IGNORE}}="1"')
    return lines


#: Ready to paste: whoever sits at this computer may open boards, and ModemManager leaves them alone.
UDEV_RULE = "\n".join(
    (
        f"sudo tee {RULES_FILE} <<'END'",
        *_rule_lines(),
        "END",
        "sudo udevadm control --reload && sudo udevadm trigger",
    )
)


@dataclass(frozen=True)
class Device:
    """A port's device file: the group it belongs to, and whether this user may open it."""

    group: str
    allowed: bool


@dataclass(frozen=True)
class Computer:
    """What is looked at. `groups` are those of this session, `member_of` those that the user is in by the system's
    list, which count from the next login on. `rules` are the udev rules that tell ModemManager to keep off."""

    system: str
    user: str
    groups: frozenset[str]
    member_of: frozenset[str]
    programs: frozenset[str]
    rules: str

    def device(self, path: str) -> Device | None:
        """A port's device file, None where there is none."""
        try:
            place = os.stat(path)
        except OSError:
            return None
        group = str(place.st_gid)
        with contextlib.suppress(ImportError, KeyError):
            import grp

            group = grp.getgrgid(place.st_gid).gr_name
        return Device(group, os.access(path, os.R_OK | os.W_OK))


def this_computer() -> Computer:
    """The computer that this runs on."""
    user, groups, member_of = _user()
    return Computer(sys.platform, user, groups, member_of, _programs(), _rules())


def _user() -> tuple[str, frozenset[str], frozenset[str]]:
    try:
        import grp
        import pwd
    except ImportError:
        return os.environ.get("USERNAME", ""), frozenset(), frozenset()
    try:
        user = pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        user = str(os.getuid())
    member_of = frozenset(group.gr_name for group in grp.getgrall() if user in group.gr_mem)
    groups = set()
    for number in os.getgroups():
        with contextlib.suppress(KeyError):
            groups.add(grp.getgrgid(number).gr_name)
    return user, frozenset(groups), member_of


def _programs() -> frozenset[str]:
    """The names of the programs that run, where /proc tells."""
    found = set()
    for name in Path("/proc").glob("[0-9]*/comm"):
        with contextlib.suppress(OSError):
            found.add(name.read_text().strip())
    return frozenset(found)


def _rules() -> str:
    found = []
    for folder in RULES_FOLDERS:
        for path in sorted(Path(folder).glob("*.rules")):
            with contextlib.suppress(OSError):
                text = path.read_text(errors="replace")
                if any(word in text for word in IGNORE):
                    found.append(text)
    return "\n".join(found)


def check_permission(computer: Computer, port: str) -> Finding:
    """Whether this user may open the port, and what gives the right."""
    check = "permission"
    if "://" in port:
        return skipped(check, "The board is on this computer or in the network: no device to open.")
    device = computer.device(port)
    if device is None:
        return bad(check, f"There is no device {port}.", "Plug the board in, or name another port.", error=PortError)
    if device.allowed:
        return good(check, f"You may open {port}.")
    told = f"You may not open {port}: it belongs to the group {device.group}."
    if computer.system != "linux":
        return bad(check, told, "Run lightpeg as the user who is logged in.", error=PortError)
    if device.group in computer.member_of and device.group not in computer.groups:
        return bad(check, told, "You are in that group since your last login: log out and in again.", error=PortError)
    remedy = "Paste this rule into a terminal, then plug the board in again."
    if device.group in MIGHTY:
        return bad(check, told, remedy, UDEV_RULE, PortError)
    join = f"sudo usermod -a -G {device.group} $USER"
    remedy += f" Or join the group ({join}), log out and in again."
    return bad(check, told, remedy, UDEV_RULE, PortError)


def check_modem_manager(computer: Computer) -> Finding:
    """Whether ModemManager may talk to the board as if it were a modem."""
    check = "ModemManager"
    if computer.system != "linux":
        return skipped(check, "Only Linux has it.")
    if MODEM_MANAGER not in computer.programs:
        return good(check, "It is not running.")
    if f"{ADAFRUIT:04x}" in computer.rules.lower():
        return good(check, "It is running, and a udev rule keeps it away from the board.")
    return note(
        check,
        "It is running, and may take the board for a modem when it is plugged in: what it types there disturbs.",
        "If the board does not answer in the first seconds, paste this rule into a terminal, then plug the board in "
        "again.",
        UDEV_RULE,
    )
