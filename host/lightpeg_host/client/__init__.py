"""Talking to boards: finding them, one conversation at a time with each, and the names their owners gave them.

with open_board() as board:
    print(board.hello.version, board.status())
"""

from lightpeg_host.client.board import BoardClient, Hello, StoredGame, VariantEntry
from lightpeg_host.client.discovery import Found, look_for_boards, open_board

__all__ = ["BoardClient", "Found", "Hello", "StoredGame", "VariantEntry", "look_for_boards", "open_board"]
