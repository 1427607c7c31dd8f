"""How fast `lightpeg sync` takes games over: `python tests/bench_sync.py [GAMES] [WHAT...]` prints a table.

A board's memory is filled with GAMES games by the firmware's own journal; then they are taken over the link by the
tool's own client, into an empty database of each kind. WHAT names the lines wanted, without it all but the last one:

- play       the virtual board at the pace of life, as `lightpeg play` runs it
- flat-out   the virtual board as fast as this computer can run it
- exact      the firmware on real CircuitPython, emulated; needs CIRCUITPYTHON_UF2 and patience

"a second" is in this computer's time, "of the board" in the board's own; "host ms" is the processor time that the tool
takes for a game.
"""

import contextlib
import random
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "host")]
sys.path.append(str(ROOT / "firmware"))

from lightpeg.core.builtin import builtin  # noqa: E402
from lightpeg.core.feedback import score  # noqa: E402
from lightpeg.store import records  # noqa: E402
from lightpeg.store.game_reader import FinishedGame  # noqa: E402
from lightpeg.store.game_record import pack  # noqa: E402
from lightpeg.store.journal import Journal  # noqa: E402
from lightpeg_host.boards import EmulatedBoard, VirtualBoard  # noqa: E402
from lightpeg_host.boards.profile import NVM_SIZE, Profile  # noqa: E402
from lightpeg_host.client import open_board  # noqa: E402
from lightpeg_host.database.opening import open_database  # noqa: E402
from lightpeg_host.database.sync import sync_board  # noqa: E402
from lightpeg_host.page.pace import Pace  # noqa: E402
from tests.database import postgresql  # noqa: E402

# Games a second that are aimed at: 1,000 games, which is a year of a club, in 10 s.
AIM = 100
GAMES = 1000
PEOPLE = ("Ann", "Bo", "Cid", "Dora", "Edda", "Fay", "Gus", "Ida")
# Until the emulated board's menu stands.
BOOT_MS = 5500


class Nvm(bytearray):
    """nvm as the journal sees it."""


class File:
    """The archive as the journal sees it, in memory."""

    writable = True

    def __init__(self, content):
        self.content = bytearray(content)
        self.size = len(content)

    def read(self, offset, buffer):
        buffer[:] = self.content[offset : offset + len(buffer)]

    def write(self, offset, data):
        self.content[offset : offset + len(data)] = data


def game(seq, chance):
    """A game of classic between two people, of some six rows."""
    rules = builtin("classic")
    secret = rules.random_code(chance.randbytes)
    rows = []
    for left in reversed(range(chance.randrange(3, 9))):
        guess = rules.random_code(chance.randbytes) if left else secret
        rows.append((guess, *score(secret, guess), chance.randrange(2000, 60000)))
    points = (0, len(rows))
    return pack(
        FinishedGame(
            seq=seq,
            match_id=seq,
            start=1,
            seconds=100 * seq,
            variant=rules,
            who="screen",
            games=2,
            number=0,
            codemaker=0,
            names=tuple(chance.sample(PEOPLE, 2)),
            result="solved",
            points=points,
            totals=points,
            over=False,
            leader=None,
            secrets=(secret, None),
            rows=([], rows),
        )
    )


def fill(folder, games):
    """A profile whose board has so many games; the bytes of each on average."""
    chance = random.Random(games)
    profile = Profile(folder)
    try:
        archive = profile.drive / "memory" / "games.bin"
        nvm, file = Nvm(b"\xff" * NVM_SIZE), File(archive.read_bytes())
        journal = Journal(nvm, file, chance.randbytes)
        size = 0
        for seq in range(1, games + 1):
            record = game(seq, chance)
            size += len(record)
            if not journal.append(records.FINISHED, record):
                raise SystemExit(f"The board's memory is full after {seq - 1} games.")
        archive.write_bytes(file.content)
        profile.nvm.write_bytes(nvm)
        return size / games
    finally:
        profile.close()


@contextlib.contextmanager
def pace_of_life(board):
    """Time passes on the board as it does here."""
    pace = Pace(board)
    pace.start()
    try:
        yield
    finally:
        pace.close()


@contextlib.contextmanager
def flat_out(board):
    """Time passes on the board as fast as it can."""
    stop = threading.Event()

    def run():
        while not stop.is_set():
            board.run(5)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


LINES = {
    "play": ("virtual board at the pace of life", VirtualBoard, pace_of_life),
    "flat-out": ("virtual board flat out", VirtualBoard, flat_out),
    "exact": ("emulated RP2040", lambda profile: EmulatedBoard(profile=profile), flat_out),
}


def measure(what, games, kind, address):
    title, make, running = LINES[what]
    with tempfile.TemporaryDirectory() as folder:
        size = fill(Path(folder) / "profile", games)
        with make(Path(folder) / "profile") as board:
            board.run(BOOT_MS)
            named = address or str(Path(folder) / "games.db")
            with open_database(named) as database, running(board), open_board(board.serial_url, None) as client:
                began, board_began, worked = time.perf_counter(), board.now_ms, time.thread_time()
                found = sync_board(client, database, int(time.time()))
                seconds, board_ms = time.perf_counter() - began, board.now_ms - board_began
                worked = time.thread_time() - worked
    if found.games != games or found.missing:
        raise SystemExit(f"{title}: {found.games} games of {games}, missing {found.missing}")
    rate = games / seconds
    print(
        f"{title:34} {kind:11} {rate:8.0f} {AIM:5} {games / board_ms * 1000:13.0f} {worked / games * 1000:8.2f} "
        f"{size:10.0f}  {'' if rate >= AIM else 'MISSED'}",
        flush=True,
    )


def main(games=GAMES, *wanted):
    unknown = set(wanted) - set(LINES)
    if unknown:
        raise SystemExit(f"There is no {', '.join(sorted(unknown))}; there are {', '.join(LINES)}.")
    print(f"{'':34} {'':11} a second   aim  of the board  host ms  bytes/game")
    with contextlib.ExitStack() as stack:
        try:
            server = stack.enter_context(postgresql.server())
        except postgresql.Missing as missing:
            server = None
            print(missing, file=sys.stderr)
        for what in wanted or ("play", "flat-out"):
            measure(what, games, "SQLite", None)
            if server is not None:
                with postgresql.empty(server) as address:
                    measure(what, games, "PostgreSQL", address)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]), *sys.argv[2:])
