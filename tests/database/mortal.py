"""Syncs in processes of their own that are killed: `python mortal.py URL DATABASE COUNT SEED`.

Each sync is a child that a timer of the system ends at a random moment, without a chance to do anything about it; one
in so many is let live. The last one is. Prints how many were killed, were cut off by the board, and came to their end.
"""

import os
import random
import signal
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "host")]
# Behind the others: its code.py is not Python's.
sys.path.append(str(ROOT / "firmware"))

from lightpeg_host.client import open_board  # noqa: E402
from lightpeg_host.database.opening import open_database  # noqa: E402
from lightpeg_host.database.sync import sync_board  # noqa: E402
from lightpeg_host.errors import BoardGone, NoBoard  # noqa: E402

NOW = 1_800_000_000
GONE = 7
LIVES = 5


def sync(url, address):
    with open_database(address) as database, open_board(url) as client:
        sync_board(client, database, NOW)


def one(url, address, seconds):
    """How a sync ended that is killed after so many seconds, if any."""
    child = os.fork()
    if not child:
        code = 1
        try:
            if seconds is not None:
                signal.setitimer(signal.ITIMER_REAL, seconds)
            sync(url, address)
            code = 0
        except (BoardGone, NoBoard):
            code = GONE
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return "killed"
    return {0: "ended", GONE: "gone"}[os.WEXITSTATUS(status)]


def main(url, address, count, seed):
    chance = random.Random(seed)
    counts = {"killed": 0, "gone": 0, "ended": 0}
    began = time.monotonic()
    counts[one(url, address, None)] += 1
    usual = time.monotonic() - began
    for _ in range(count - 1):
        seconds = chance.uniform(0.001, usual) if chance.randrange(LIVES) else None
        counts[one(url, address, seconds)] += 1
    print(*counts.values())


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
