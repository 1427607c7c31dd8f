"""Boards a program can press, slide and look at: the virtual one and the emulated one, with the same calls.

See `lightpeg_host.boards.base.Board` for what they have in common.
"""

from typing import Any

from lightpeg_host.boards.base import ARMS, BUTTONS, Board, BoardError
from lightpeg_host.boards.virtual import VirtualBoard

__all__ = ["ARMS", "BUTTONS", "Board", "BoardError", "EmulatedBoard", "VirtualBoard"]


def __getattr__(name: str) -> Any:
    if name == "EmulatedBoard":
        # Only on demand: it needs the optional emulator.
        from lightpeg_host.boards.emulated import EmulatedBoard

        return EmulatedBoard
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
