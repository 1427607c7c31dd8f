"""The names that people gave to their boards: a JSON file in the user's configuration folder."""

from __future__ import annotations

import json
import os
from pathlib import Path

import platformdirs

from lightpeg_host.errors import FileError, UsageError

LONGEST_NAME = 32
# So many characters of a board's id are enough to say which one is meant.
SHORTEST_ID = 4


def folder() -> Path:
    """Where settings of this user are kept; LIGHTPEG_CONFIG names another folder."""
    own = os.environ.get("LIGHTPEG_CONFIG")
    return Path(own) if own else platformdirs.user_config_path("lightpeg", appauthor=False)


class Names:
    """Board ids (lower case) and their names. FileError if the file is there and cannot be read."""

    def __init__(self) -> None:
        self.file = folder() / "boards.json"
        self._names = self._load()

    def _load(self) -> dict[str, str]:
        try:
            names = json.loads(self.file.read_text(encoding="utf-8"))["names"]
            return {str(board).lower(): str(name) for board, name in names.items()}
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise FileError(
                f"The names of the boards in {self.file} cannot be read ({error.strerror}). Set LIGHTPEG_CONFIG to a "
                "folder that can."
            ) from error
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise FileError(
                f"{self.file} should hold the names of the boards and does not. Remove it and name them again."
            ) from error

    def name(self, board: str) -> str | None:
        """The name of the board with this id, None if it has none."""
        return self._names.get(board.lower())

    def board(self, name: str) -> str | None:
        """The id of the board with this name, in upper or lower case, None if there is none."""
        wanted = name.casefold()
        return next((board for board, known in self._names.items() if known.casefold() == wanted), None)

    def means(self, wanted: str, board: str) -> bool:
        """Whether a person who says `wanted`, a name or the beginning of an id, means the board with this id."""
        named = self.board(wanted)
        if named is not None:
            return named == board.lower()
        return len(wanted) >= SHORTEST_ID and board.lower().startswith(wanted.lower())

    def all(self) -> dict[str, str]:
        """Every id and its name."""
        return dict(self._names)

    def give(self, board: str, name: str) -> None:
        """Name a board and keep that. UsageError for a name that cannot be, FileError if it cannot be kept."""
        name = name.strip()
        if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
            raise UsageError(f"A board's name has 1 to {LONGEST_NAME} characters that can be printed.")
        taken = self.board(name)
        if taken is not None and taken != board.lower():
            raise UsageError(f"The board {taken} has the name {name} already. Choose another one.")
        self._names[board.lower()] = name
        self._keep()

    def forget(self, board: str) -> None:
        """Take a board's name away."""
        if self._names.pop(board.lower(), None) is not None:
            self._keep()

    def _keep(self) -> None:
        part = self.file.with_suffix(f".{os.getpid()}.part")
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            part.write_text(json.dumps({"names": self._names}, indent=2, sort_keys=True) + "\n", encoding="utf-8")
            part.replace(self.file)
        except OSError as error:
            raise FileError(
                f"The name cannot be kept in {self.file} ({error.strerror}). Set LIGHTPEG_CONFIG to a folder that "
                "can be written to."
            ) from error
