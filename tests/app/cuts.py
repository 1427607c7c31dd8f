"""A power cut at a table: the next start of its board, with what the memory holds at that moment."""

from lightpeg.store.game_reader import unpack
from tests.fakes import FakeBoard

from .table import Table


def cut(table, random=()):
    """The same people at the same board after a cut and a new start. The first table may be played on: the two share
    nothing."""
    was = table.hardware
    again = Table.__new__(Table)
    again.board = FakeBoard(
        width=was.width,
        nvm=bytearray(was.nvm),
        files=was.files,
        memory={path: bytearray(data) for path, data in was.memory.items()},
    )
    again.hardware = again.board.hardware
    again.hardware.random = iter(random)
    again.hardware.sliders = list(was.sliders)
    return again


def go_on(table, random=()):
    """After a cut, GO ON."""
    again = cut(table, random)
    assert again.shows("OK", (again.hardware.width - 7) // 2, 6)
    again.press("ok")
    return again


def kept(table):
    """The finished games that the board has, oldest first."""
    journal = table.board.app._memory.journal
    found = []
    while (told := journal.game_after(found[-1].seq if found else 0)) is not None:
        found.append(unpack(told[1]))
    return found


def said(games):
    """Everything of finished games but when they were played, and how long it took."""
    told = []
    for game in games:
        fields = {name: value for name, value in vars(game).items() if name not in ("start", "seconds", "variant")}
        fields["rows"] = [[tuple(row[:3]) for row in side] for side in game.rows]
        fields["variant"] = vars(game.variant)
        told.append(fields)
    return told


def watch(table):
    """The pictures of some seconds from a press of LEFT on, which starts the words that run anew."""
    table.board.run(100)
    table.hardware.time += -table.hardware.time % 1000
    table.hardware.frames.clear()
    table.press("left")
    table.board.run(2500)
    seen = [data for _, data in table.hardware.frames]
    table.press("right")
    return seen
