"""Checks of the board itself: its channels, its drive, its versions and its memory."""

from __future__ import annotations

from collections.abc import Sequence

import lightpeg
from lightpeg_host.client.board import Hello
from lightpeg_host.client.channel import Message
from lightpeg_host.client.usb import UsbBoard
from lightpeg_host.doctor.findings import Finding, bad, good, note
from lightpeg_host.errors import DriveError, NoBoard, VersionMismatch
from lightpeg_host.install import boot_out
from lightpeg_host.install.drives import Drive
from lightpeg_host.install.firmware import CODE, PACKAGE
from lightpeg_host.install.memory import DATA_FILES
from lightpeg_host.install.plan import PLACEHOLDER, version_in

REPLUG = "Unplug the board and plug it in again without holding a button."
# With fewer games of room than this it is time to sync.
LITTLE_ROOM = 50


def check_channels(boards: Sequence[UsbBoard], virtual: int) -> list[Finding]:
    """Whether each board on USB shows both of its channels. `virtual` is how many virtual boards are running."""
    check = "channels"
    if not boards and virtual:
        return [good(check, f"No board on USB; {virtual} virtual board{'s run' if virtual > 1 else ' runs'} here.")]
    if not boards:
        return [
            bad(
                check,
                "No CircuitPython board is among this computer's serial ports.",
                "Plug it in with a cable that carries data, not only power, straight into the computer. If a drive "
                f"RPI-RP2 appears, there is no CircuitPython on it yet: {boot_out.fresh('')} Without a board, play on "
                "a virtual one: lightpeg play.",
                error=NoBoard,
            )
        ]
    found = []
    for board in boards:
        consoles = ", ".join(board.console)
        if board.data is not None and board.console:
            found.append(good(check, f"{board.title} shows both: console {consoles}, data {board.data}."))
        elif board.data is not None:
            found.append(note(check, f"{board.title} shows its data channel {board.data}, and no console."))
        else:
            found.append(
                bad(
                    check,
                    f"{board.title} shows only {consoles}, and no data channel.",
                    f"The firmware's boot.py opens it. Run lightpeg install if it is not on the board yet. {REPLUG}",
                    error=NoBoard,
                )
            )
    return found


def check_drives(drives: Sequence[Drive], told: str | None, plugged: bool) -> list[Finding]:
    """The drives of boards that are mounted. `told` is what the board says of its drive ("board", "computer",
    "missing"), None if it has not been asked; `plugged` whether there is a board on USB at all."""
    check = "drive"
    if not drives:
        where = "The drive CIRCUITPY is not mounted here"
        return [good(check, f"{where}; it is only needed for lightpeg install.")] if plugged else []
    return [_check_drive(drive, told) for drive in drives]


def _check_drive(drive: Drive, told: str | None) -> Finding:
    check = "drive"
    try:
        text = drive.text(boot_out.NAME)
        sizes = drive.files()
        code = drive.read(CODE) if CODE in sizes else b""
        inside = f"{PACKAGE}/__init__.py"
        version = version_in(drive.read(inside)) if inside in sizes else None
    except OSError as error:
        return bad(check, f"{drive.title} cannot be read ({error.strerror}).", REPLUG, error=DriveError)
    install = "Run lightpeg install (hold MENU while plugging the board in)."
    if text is not None and (major := boot_out.parse(text).major) is not None and major < boot_out.OLDEST:
        return bad(
            check,
            f"CircuitPython {boot_out.parse(text).version} is too old.",
            boot_out.fresh(boot_out.parse(text).board),
            error=DriveError,
        )
    if code == PLACEHOLDER:
        return bad(check, f"The installation on {drive.title} was interrupted.", install, error=DriveError)
    if version is None:
        return bad(check, f"There is no Lightpeg on {drive.title}.", install, error=DriveError)
    wrong = [path for path, size in DATA_FILES.items() if sizes.get(path) != size]
    if wrong:
        return bad(check, f"{drive.title} lacks {', '.join(wrong)}, or not as it should be.", install, error=DriveError)
    if version != lightpeg.VERSION:
        return note(check, f"{drive.title} has Lightpeg {version}; this tool is {lightpeg.VERSION}.", install)
    if drive.read_only():
        return good(check, f"{drive.title} is read-only for this computer, as it should be: the board writes to it.")
    if told == "board":
        return note(check, f"{drive.title} can be written to by this computer, though the board has it.", REPLUG)
    return note(
        check,
        f"{drive.title} can be written to by this computer, so the board cannot archive games on it.",
        f"That is right for installing. To play: {REPLUG.lower()}",
    )


def check_versions(hello: Hello) -> list[Finding]:
    """Whether the board's firmware and CircuitPython fit this tool. That the protocol fits, hello has found out."""
    check = "versions"
    found = []
    if hello.version == lightpeg.VERSION:
        found.append(good(check, f"Firmware and tool are both {hello.version}."))
    else:
        found.append(
            note(
                check,
                f"The firmware is {hello.version}, the tool {lightpeg.VERSION}; they understand each other.",
                "lightpeg install brings the board to the tool's version.",
            )
        )
    major = boot_out.parse(f"CircuitPython {hello.circuitpython}").major
    if major is not None and major < boot_out.OLDEST:
        remedy = boot_out.fresh("")
        found.append(bad(check, f"CircuitPython {hello.circuitpython} is too old.", remedy, error=VersionMismatch))
    elif hello.circuitpython:
        found.append(good(check, f"CircuitPython is {hello.circuitpython}."))
    return found


def check_memory(status: Message) -> list[Finding]:
    """What the board says of its memory."""
    check = "memory"
    found = []
    drive = status.get("drive")
    if drive == "missing":
        found.append(
            bad(
                check,
                "The board has no data files on its drive: only its small memory keeps games.",
                "Hold MENU while plugging the board in, and run lightpeg install.",
                error=DriveError,
            )
        )
    elif drive == "computer":
        found.append(note(check, "The drive belongs to the computer, so games stay in the small memory.", REPLUG))
    else:
        found.append(good(check, "The board keeps its games on its drive."))
    damaged = status.get("damaged") or 0
    if damaged:
        found.append(
            note(
                check,
                f"{damaged} damaged record{'s were' if damaged > 1 else ' was'} skipped.",
                "Bring the games that are whole to the computer: lightpeg sync.",
            )
        )
    else:
        found.append(good(check, "No record is damaged."))
    room = status.get("room")
    if status.get("full"):
        found.append(bad(check, "The memory is full.", "Bring the games to the computer: lightpeg sync."))
    elif isinstance(room, int) and room < LITTLE_ROOM:
        found.append(note(check, f"There is room for {room} more games.", "Bring the games over: lightpeg sync."))
    elif isinstance(room, int):
        found.append(good(check, f"There is room for {room:,} more games."))
    return found
