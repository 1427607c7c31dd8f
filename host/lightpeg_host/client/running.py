"""Virtual boards that are running on this computer, so that they are found without being named.

Each board that runs has two files in the runtime folder: `NAME.json` says where its serial channel is, and
`NAME.lock` is locked by the process as long as it lives. What nobody holds locked is stale and removed.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from lightpeg_host import file_lock

LONGEST = 1000


@dataclass(frozen=True)
class Running:
    """A virtual board: where its serial channel is, and what to call it."""

    url: str
    title: str


def folder() -> Path:
    """Where boards register; LIGHTPEG_RUNTIME names another folder."""
    own = os.environ.get("LIGHTPEG_RUNTIME")
    if own:
        return Path(own)
    with warnings.catch_warnings():
        # Without a session (cron, containers) platformdirs warns that it takes a folder of the system's own.
        warnings.simplefilter("ignore")
        return platformdirs.user_runtime_path("lightpeg")


@contextlib.contextmanager
def register(url: str, title: str) -> Iterator[None]:
    """While this lasts, the board whose serial channel is at `url` is found by whoever looks for boards.

    Where the folder cannot be written to, the board runs all the same and has to be named with --port.
    """
    name = f"{os.getpid()}-{secrets.token_hex(4)}"
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            place = folder()
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock, card = place / f"{name}.lock", place / f"{name}.json"
            stack.callback(_remove, card, lock)
            held = stack.enter_context(open(lock, "ab"))
            file_lock.take(held)
            # Under its name only when it is whole, and only when the lock is held.
            part = place / f"{name}.part"
            stack.callback(_remove, part)
            part.write_text(json.dumps({"url": url, "title": title}), encoding="utf-8")
            part.replace(card)
        yield


def running() -> list[Running]:
    """The virtual boards that are running now, in the order of their addresses; what is stale is removed."""
    place = folder()
    found = []
    for card in _cards(place):
        lock = card.with_suffix(".lock")
        if not _held(lock):
            _remove(card, lock)
        elif (one := _read(card)) is not None:
            found.append(one)
    return sorted(found, key=lambda one: (len(one.url), one.url))


def _cards(place: Path) -> list[Path]:
    try:
        if hasattr(os, "getuid") and place.stat().st_uid != os.getuid():
            # Another user's folder, where the system's own is open to all: not to be believed.
            return []
        return sorted(place.glob("*.json"))
    except OSError:
        return []


def _held(lock: Path) -> bool:
    """Whether the process that made this lock is alive."""
    try:
        with open(lock, "r+b") as file:
            file_lock.take(file)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def _read(card: Path) -> Running | None:
    try:
        with open(card, encoding="utf-8") as file:
            told = json.loads(file.read(LONGEST))
        url, title = told["url"], told["title"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if not isinstance(url, str) or not url.startswith("socket://") or not isinstance(title, str):
        return None
    return Running(url, title)


def _remove(*files: Path) -> None:
    for file in files:
        with contextlib.suppress(OSError):
            file.unlink(missing_ok=True)
