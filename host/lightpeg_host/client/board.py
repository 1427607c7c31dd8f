"""A board to talk to: a method for each request of the link, with what it takes and gives as Python has it."""

from __future__ import annotations

import base64
import binascii
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Literal, TypeGuard
from zlib import crc32

import lightpeg
from lightpeg.link.requests import PART
from lightpeg.link.server import PROTOCOL
from lightpeg_host.client.channel import Channel, Message
from lightpeg_host.client.port import Port
from lightpeg_host.errors import VersionMismatch

# How long a board may take to say hello: it may just have been plugged in. It is asked again in between.
HELLO_SECONDS = 6.0
HELLO_AGAIN_SECONDS = 0.6
# Games that are asked for before the first of them has come. Their requests fit into the smallest buffer of a port.
AHEAD = 4


@dataclass(frozen=True)
class Hello:
    """What a board says of itself. `board` is the chip's id, `journal` that of what it keeps, both in lower case
    hexadecimal; `panel` is the panel's width and height."""

    version: str
    protocol: int
    board: str
    journal: str
    panel: tuple[int, int]
    capabilities: tuple[str, ...]
    circuitpython: str
    revision: str


@dataclass(frozen=True)
class StoredGame:
    """A finished game as the board keeps it: its sequence number and its record for `lightpeg.store.game_reader`.
    `last` is the number of the newest game the board had when it was asked."""

    seq: int
    record: bytes
    last: int


@dataclass(frozen=True)
class VariantEntry:
    """A variant on the board. `good` is False for a file that a person put there and that has faults."""

    key: str
    source: str
    good: bool


class BoardClient:
    """An open conversation with one board. A context manager; leaving it frees the port.

    Every method raises BoardGone if the board goes or falls silent, BoardRefused if it says no, and VersionMismatch if
    it says something this tool does not know.
    """

    def __init__(self, channel: Channel, hello: Hello) -> None:
        self.channel = channel
        self.hello = hello
        #: The name its owner gave it, if any; set by whoever found the board.
        self.name: str | None = None

    @property
    def id(self) -> str:
        """The chip's id, hexadecimal in lower case."""
        return self.hello.board

    @property
    def title(self) -> str:
        """What to call this board in a sentence: its name, or else its id."""
        return self.name or self.hello.board or self.channel.name

    # -- time and state ---------------------------------------------------------------------------------------------

    def time(self, epoch: int | None = None) -> Message:
        """Tell the board the time (seconds since 1970, UTC), or only ask: start, seconds, epoch and dates."""
        return self._ask("time", **({} if epoch is None else {"epoch": int(epoch)}))

    def status(self) -> Message:
        """What it does and how much room it has."""
        return self._ask("status")

    # -- games ------------------------------------------------------------------------------------------------------

    def game_after(self, seq: int) -> StoredGame | None:
        """The first finished game with a number above `seq`; None if there is none."""
        return self._game(seq, self._ask("games", since=seq))

    def _game(self, seq: int, told: Message) -> StoredGame | None:
        number = told.get("seq")
        if number is None:
            return None
        data = told.get("data")
        if not _is_number(number) or number <= seq or not isinstance(data, str):
            raise _unknown("games")
        try:
            record = base64.b64decode(data, validate=True)
        except (binascii.Error, ValueError) as error:
            raise _unknown("games") from error
        last = told.get("last")
        return StoredGame(number, record, last if _is_number(last) else number)

    def games(self, since: int) -> Iterator[StoredGame]:
        """The finished games with numbers above `since`, in their order, each fetched when it is asked for or a little
        ahead: numbers mostly follow each other, so it is known what will be asked next."""
        asked: deque[tuple[int, int]] = deque()
        newest = ahead = since
        try:
            while True:
                while not asked or (len(asked) < AHEAD and ahead < newest):
                    asked.append((ahead, self.channel.ask_ahead("games", since=ahead)))
                    ahead += 1
                at, number = asked.popleft()
                game = self._game(at, self.channel.reply(number))
                if game is None:
                    return
                newest = game.last
                if game.seq > since:
                    # Where numbers are missing, what was asked ahead is answered with the same game again.
                    since = game.seq
                    ahead = max(ahead, since)
                    yield game
        finally:
            for _, number in asked:
                self.channel.forget(number)

    def acknowledge(self, seq: int) -> int:
        """Tell the board that all games up to `seq` are safe; the number up to which it knows that now."""
        acked = self._ask("ack", seq=seq).get("acked")
        return acked if _is_number(acked) else seq

    # -- variants ---------------------------------------------------------------------------------------------------

    def variants(self) -> list[VariantEntry]:
        """All variants in the order of the board's menu."""
        found: list[VariantEntry] = []
        at: Any = 0
        while _is_number(at):
            told = self._ask("variants", **{"from": at})
            for entry in _list(told, "variants"):
                if not isinstance(entry, list) or len(entry) < 3:
                    raise _unknown("variants")
                found.append(VariantEntry(str(entry[0]), str(entry[1]), bool(entry[2])))
            after = told.get("next")
            if _is_number(after) and after <= at:
                raise _unknown("variants")
            at = after
        return found

    def variant(self, key: str) -> Message:
        """A variant's data, as in a variant file."""
        return _dict(self._ask("variant", key=key), "variant")

    def put_variant(self, key: str, variant: Message) -> None:
        """Keep a variant on the board under `key`, instead of one of the same key."""
        self._ask("variant_put", key=key, variant=variant)

    def remove_variant(self, key: str) -> None:
        """Remove an uploaded variant."""
        self._ask("variant_remove", key=key)

    # -- players and settings ---------------------------------------------------------------------------------------

    def players(self) -> list[str]:
        """The names of the player slots; "" where a slot has none."""
        return [str(name) for name in _list(self._ask("players"), "players")]

    def put_players(self, players: Sequence[str]) -> None:
        """Name all player slots."""
        self._ask("players_put", players=list(players))

    def settings(self) -> Message:
        """The settings of the board's menu."""
        return _dict(self._ask("settings"), "settings")

    def put_settings(self, settings: Message) -> Message:
        """Change the settings that are named; all of them as they are then."""
        return _dict(self._ask("settings_put", settings=settings), "settings")

    # -- strategy tables --------------------------------------------------------------------------------------------

    def tables(self) -> Message:
        """What the board tells of its strategy tables."""
        return self._ask("tables")

    def put_table(self, name: str, data: bytes, progress: Callable[[int], None] | None = None) -> None:
        """Send a strategy table; `progress` is called with the number of bytes sent so far."""
        check = crc32(data)
        for at in range(0, len(data), PART):
            part = data[at : at + PART]
            text = base64.b64encode(part).decode()
            self._ask("table_put", name=name, size=len(data), crc=check, at=at, data=text)
            if progress is not None:
                progress(at + len(part))

    def remove_table(self, name: str) -> None:
        """Remove a strategy table."""
        self._ask("table_remove", name=name)

    # -- live -------------------------------------------------------------------------------------------------------

    def subscribe(self, events: bool = True, pixels: bool = False) -> None:
        """Ask for events, and for the panel's pixels, or no longer for them."""
        self._ask("live", events=events, pixels=pixels)

    def live(self, seconds: float) -> Message | None:
        """The next event, waiting at most `seconds` for it. Requests may be made between two events."""
        return self.channel.event(seconds)

    # -- the rest ---------------------------------------------------------------------------------------------------

    def prepare_match(
        self,
        key: str,
        who: str,
        games: int = 1,
        first: int = 0,
        rows: int | None = None,
        players: tuple[int, int] | None = None,
    ) -> Message:
        """Put a match on the panel, which asks whether to begin it; a game being played is refused as busy."""
        fields: Message = {"key": key, "who": who, "games": games, "first": first}
        if rows is not None:
            fields["rows"] = rows
        if players is not None:
            fields["players"] = list(players)
        return self._ask("match", **fields)

    def inputs(self) -> Message:
        """What hands do at the board now: `buttons`, a bit for each that is down, and `arms`, 0 to 65535 each."""
        return self._ask("inputs")

    def identify(self) -> None:
        """Let the panel show that this is the board."""
        self._ask("identify")

    def restart(self, mode: Literal["bootloader", "maintenance"]) -> None:
        """Restart into the bootloader, or with the drive for the computer. MENU must be held on the board."""
        self._ask(mode)

    def close(self) -> None:
        """Free the port. May be called twice."""
        self.channel.close()

    def _ask(self, do: str, **fields: Any) -> Message:
        return self.channel.request(do, **fields)

    def __enter__(self) -> BoardClient:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def say_hello(port: Port) -> BoardClient:
    """Begin the conversation on an open port, which is closed again if there can be none."""
    channel = Channel(port)
    try:
        told = channel.first_request("hello", HELLO_SECONDS, HELLO_AGAIN_SECONDS)
        return BoardClient(channel, _hello(told, channel.name))
    except BaseException:
        channel.close()
        raise


def _hello(told: Message, port: str) -> Hello:
    protocol = told.get("protocol")
    version = told.get("version")
    if told.get("name") != "lightpeg" or not _is_number(protocol) or not isinstance(version, str):
        raise VersionMismatch(f"What answers at {port} is no Lightpeg board. Name the board's port with --port.")
    if protocol < PROTOCOL:
        raise VersionMismatch(
            f"The board at {port} has firmware {version}, which is too old for this tool ({lightpeg.VERSION}). "
            "`lightpeg install` updates it."
        )
    if protocol > PROTOCOL:
        raise VersionMismatch(
            f"The board at {port} has firmware {version}, which is newer than this tool ({lightpeg.VERSION}) "
            "understands. Update the tool: pip install --upgrade lightpeg."
        )
    panel = told.get("panel")
    sides = panel if isinstance(panel, list) and len(panel) == 2 and all(map(_is_number, panel)) else [16, 16]
    capabilities = told.get("capabilities")
    return Hello(
        version=version,
        protocol=protocol,
        board=_text(told, "board").lower(),
        journal=_text(told, "journal").lower(),
        panel=(sides[0], sides[1]),
        capabilities=tuple(map(str, capabilities)) if isinstance(capabilities, list) else (),
        circuitpython=_text(told, "circuitpython"),
        revision=_text(told, "revision"),
    )


def _text(told: Message, field: str) -> str:
    value = told.get(field)
    return value if isinstance(value, str) else ""


def _is_number(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _list(told: Message, field: str) -> list[Any]:
    value = told.get(field)
    if not isinstance(value, list):
        raise _unknown(field)
    return value


def _dict(told: Message, field: str) -> Message:
    value = told.get(field)
    if not isinstance(value, dict):
        raise _unknown(field)
    return value


def _unknown(what: str) -> VersionMismatch:
    return VersionMismatch(
        f"The board's answer about its {what} is not what this tool knows. Bring both to the same version: "
        "`lightpeg install` updates the board."
    )
