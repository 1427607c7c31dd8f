"""Finding boards: CircuitPython boards on USB and virtual boards that are running, and which of them is meant.

Only what is known to be a CircuitPython board's data channel is ever opened; `hello` says whether it is a Lightpeg
board. No other serial port of the computer is touched.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

from serial.tools import list_ports

from lightpeg_host.client import usb
from lightpeg_host.client.board import BoardClient, say_hello
from lightpeg_host.client.channel import BoardSilent
from lightpeg_host.client.names import Names
from lightpeg_host.client.port import SOCKET, open_port, same_device
from lightpeg_host.client.running import running
from lightpeg_host.errors import BoardGone, LightpegError, ManyBoards, NoBoard, OwnMistake, PortError, VersionMismatch

# A virtual board that still has the program before in hand hangs up at once; so it is asked again after a moment.
BUSY_SECONDS = 0.3


@dataclass
class Found:
    """Something that is, or may be, a board.

    port      how to open it; None for a CircuitPython board without a data channel that can be told
    title     what it calls itself, "virtual board" for one that runs on this computer
    serial    its USB serial number, "" without
    client    the conversation with it, None if there is none; whoever gets it closes it
    error     why there is none
    """

    port: str | None
    title: str
    serial: str = ""
    virtual: bool = False
    client: BoardClient | None = None
    error: LightpegError | None = None

    @property
    def state(self) -> str:
        """In a word: ready, busy (or not allowed), silent, version, gone, "no channel"."""
        if self.client is not None:
            return "ready"
        if self.port is None:
            return "no channel"
        words = ((PortError, "busy"), (VersionMismatch, "version"), (BoardSilent, "silent"))
        return next((word for kind, word in words if isinstance(self.error, kind)), "gone")

    def close(self) -> None:
        """End the conversation, if there is one."""
        if self.client is not None:
            self.client.close()
            self.client = None


def candidates() -> list[Found]:
    """What may be a board, without opening anything."""
    found = []
    for board in usb.boards(_comports()):
        one = Found(board.data, board.title, board.serial)
        if board.data is None:
            one.error = NoBoard(
                f"The CircuitPython board {board.title} at {', '.join(board.console)} has no data channel that can be "
                "told from its console. `lightpeg install` puts the firmware on it, which opens one; if it is "
                "installed, name the second of the board's ports with --port."
            )
        found.append(one)
    found.extend(Found(one.url, one.title, virtual=True) for one in running())
    return found


def look_for_boards() -> list[Found]:
    """Every candidate, opened and asked for its hello where that was possible. Whoever calls closes them."""
    return _opened(candidates())


def open_board(port: str | None = None, board: str | None = None) -> BoardClient:
    """The board that is meant, ready to talk to. `port` names a device, a pty or a socket://; `board` is an id, its
    first four or more characters, or the name that was given to it. Without both there must be one board only.

    NoBoard, ManyBoards, PortError, BoardGone or VersionMismatch, with what to do, if that cannot be.
    """
    if port is not None:
        return _at_port(port, board)
    found = _opened(_narrowed(candidates(), board))
    chosen: BoardClient | None = None
    try:
        chosen = _chosen(found, board)
        return chosen
    finally:
        for one in found:
            if one.client is not chosen:
                one.close()


def _opened(found: list[Found]) -> list[Found]:
    names = Names()
    waiting = [one for one in found if one.port is not None]
    if len(waiting) == 1:
        # The usual case, without a thread: Ctrl-C ends it at once.
        _try(waiting[0], names)
        return found
    threads = [threading.Thread(target=_try, args=(one, names), daemon=True) for one in waiting]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    except BaseException:
        for one in found:
            one.close()
        raise
    return found


def connect(port: str) -> BoardClient:
    """Open a port and say hello."""
    try:
        return say_hello(open_port(port))
    except BoardSilent:
        raise
    except BoardGone:
        if not port.startswith(SOCKET):
            raise
    time.sleep(BUSY_SECONDS)
    try:
        return say_hello(open_port(port))
    except BoardSilent:
        raise
    except BoardGone as error:
        raise PortError(
            f"The board at {port} hangs up: another program is talking to it, or it is just restarting. End the other "
            "program and try again."
        ) from error


def _try(one: Found, names: Names) -> None:
    assert one.port is not None
    try:
        one.client = connect(one.port)
        one.client.name = names.name(one.client.id)
    except LightpegError as error:
        one.error = error
    except Exception as error:
        one.error = OwnMistake(f"{one.port}: {type(error).__name__}: {error}")


def _comports() -> Sequence[object]:
    return list(list_ports.comports())  # type: ignore[attr-defined]


def _at_port(port: str, board: str | None) -> BoardClient:
    for known in usb.boards(_comports()):
        if any(same_device(port, console) for console in known.console):
            other = f" Its data channel is {known.data}." if known.data else " It has no data channel yet."
            raise PortError(f"{port} is the console of the board {known.title}, which is never written to.{other}")
    client = connect(port)
    names = Names()
    client.name = names.name(client.id)
    if board is not None and not names.means(board, client.id):
        client.close()
        raise NoBoard(f"The board at {port} is {client.title}, not {board}. Leave --board or --port away.")
    return client


def _narrowed(found: list[Found], board: str | None) -> list[Found]:
    """Only those that may be the board: a chip's USB serial number is its id, so that others need not be opened."""
    if board is None:
        return found
    names = Names()
    whole = names.board(board) or board.lower()
    exact = [one for one in found if one.serial == whole]
    if exact:
        return exact
    if not any(one.serial and names.means(board, one.serial) for one in found):
        # Not every system tells serial numbers as they are.
        return found
    return [one for one in found if not one.serial or names.means(board, one.serial)]


def _chosen(found: list[Found], board: str | None) -> BoardClient:
    """The conversation with the one board that is meant."""
    names = Names()
    ready = [(one, one.client) for one in found if one.client is not None]
    meant = [(one, client) for one, client in ready if board is None or names.means(board, client.id)]
    # One that is in use may be the one that is meant.
    busy = [one for one in found if one.state == "busy"] if board is None else []
    if len(meant) == 1 and not busy:
        return meant[0][1]
    listed = _listed([one for one, _ in meant or ready] + busy)
    if meant and board is not None:
        raise ManyBoards(f"{board} fits several boards:\n{listed}\nName the port with --port.")
    if meant:
        raise ManyBoards(
            f"Several boards were found:\n{listed}\nSay which one with --board ID. `lightpeg boards name ID NAME` "
            "gives a board a name for that."
        )
    _raise_what_is_in_the_way(found)
    if ready:
        raise NoBoard(f"No board {board} was found. There is:\n{listed}")
    raise NoBoard(
        "No board was found. Looked for CircuitPython boards among this computer's serial ports (USB vendors 239A and "
        "2E8A, two channels) and for virtual boards that are running. Plug a board in, start one with `lightpeg play`, "
        "or name its port with --port."
    )


def _raise_what_is_in_the_way(found: list[Found]) -> None:
    """What kept a candidate from answering, the most telling first."""
    for kind in (PortError, VersionMismatch, OwnMistake):
        for one in found:
            if isinstance(one.error, kind):
                raise one.error
    if all(one.client is None for one in found):
        for one in found:
            if isinstance(one.error, BoardSilent):
                raise BoardGone(
                    f"The CircuitPython board {one.title} at {one.port} does not answer. If Lightpeg is not on it yet, "
                    "`lightpeg install` puts it there; if it is, unplug the board and plug it in again."
                )
            if one.error is not None:
                raise one.error


def _listed(found: list[Found]) -> str:
    lines = []
    for one in found:
        if one.client is None:
            lines.append(f"  {one.serial or '?'}  {one.title} at {one.port}, in use by another program")
        else:
            name = f" {one.client.name}" if one.client.name else ""
            lines.append(f"  {one.client.id}{name}  {one.title} at {one.port}")
    return "\n".join(lines)
