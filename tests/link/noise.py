"""Frames as a program that is broken, hostile or cut off sends them, and a board's link that has to stand them. Runs
under MicroPython too, where JSON, numbers and texts are read by other code."""

import json
import random
from binascii import crc32

from lightpeg.link.frame import MAX_FRAME, Reader, decode
from lightpeg.link.requests import REQUESTS, TOP
from lightpeg.link.server import MOST, Server

# Values that programs get wrong, as JSON has them; Python's own are beyond it. Some are no JSON.
ODD = (
    "null", "true", "false", "0", "-0", "1", "-1", "1.0", "1e400", "-1E-400", "NaN", "-Infinity", "4294967296",
    "1" * 60, "-" + "9" * 60, '""', '"a"', '"\\ud800"', '"\\udc00\\ud800"', '"\\u0000"', '"\\n"',
    '"\u00e9\u20ac\U0001f3b2"', '"' + "x" * 300 + '"', "[]", "{}", "[[[]]]", "[1,2]", "[" * 60 + "]" * 60,
    '{"a":' * 40 + "1" + "}" * 40, '{"a":1,"a":2}', "{1:2}", "{[]:1}", "{{}:{}}", "{null:null}", "[1,]", "{,}",
    "nul", "'a'", "01", "+1", ".5", "1.", '"\\x41"', '"\\', "\t1\t", "", ":", "[1 2]", '{"id":1}', "-", "1e",
    '"\\u12"', "\x00",
)  # fmt: skip
TEXT = '{}[]":,\\*\r \t0123456789abcdefiou-+.eE\x00\x7f'


def frame(text):
    """A frame of whatever is given as text."""
    data = text.encode()
    return data + b"*%08X\n" % (crc32(data) & 0xFFFFFFFF)


def request(number, do, fields):
    """`fields` are JSON texts by name."""
    parts = ['"id":%s' % number, '"do":%s' % do]
    parts += ['"%s":%s' % (name, fields[name]) for name in fields]
    return frame("{" + ",".join(parts) + "}")


def _bytes(count):
    return bytes([random.getrandbits(8) for _ in range(count)])


def _odd_request(wanted):
    do = random.choice(sorted(REQUESTS))
    fields = {}
    for name in wanted[do]:
        if random.getrandbits(2):
            fields[name] = json.dumps(wanted[do][name])
        elif random.getrandbits(1):
            fields[name] = random.choice(ODD)
    if not random.getrandbits(3):
        fields[random.choice(("x", "since", "key", "", "id", "do"))] = random.choice(ODD)
    number = random.choice(ODD) if not random.getrandbits(3) else "%d" % random.getrandbits(30)
    name = random.choice(ODD) if not random.getrandbits(4) else json.dumps(do)
    return request(number, name, fields)


def _odd_text():
    kind = random.getrandbits(2)
    if kind == 0:
        return frame(random.choice(ODD))
    if kind == 1:
        return frame("".join([random.choice(TEXT) for _ in range(random.getrandbits(6))]))
    if kind == 2:
        return frame('{"id":7,"do":"hello"' + random.choice(ODD) + "}")
    data = _bytes(random.getrandbits(6))
    return data + b"*%08X\n" % (crc32(data) & 0xFFFFFFFF)


class Noise:
    """Endless lines. `wanted` has good fields for each request. `sizes` are the numbers of ready-made lines of each
    kind: those that take long to make are made once and then used again, whole or in parts."""

    def __init__(self, wanted, sizes):
        good = []
        for do in sorted(REQUESTS):
            good.append(
                request(random.getrandbits(30), json.dumps(do), {n: json.dumps(v) for n, v in wanted[do].items()})
            )
        self._good = good
        self._ready = good + [_odd_request(wanted) for _ in range(sizes)] + [_odd_text() for _ in range(sizes)]
        self._long = []
        for _ in range(8):
            unit = random.choice((b"x", b"{", b'{"a":', b"\xff", b"*"))
            self._long.append(unit * ((MAX_FRAME + random.getrandbits(11)) // len(unit) + 1))
        self._last = good[0]
        # How many of each kind were sent.
        self.sent = {}

    def line(self):
        """The next line, mostly with its end."""
        kind = random.getrandbits(4)
        made = self._last
        if kind < 3:
            name = "good"
            made = random.choice(self._good)
        elif kind < 7:
            name = "odd"
            made = random.choice(self._ready)
        elif kind < 9:
            name = "replayed"
        elif kind < 11:
            # Without its end the next line goes on with it.
            name = "truncated"
            made = random.choice(self._ready)
            made = made[: random.getrandbits(10) % len(made)] + (b"\n" if random.getrandbits(1) else b"")
        elif kind < 13:
            name = "interleaved"
            other = random.choice(self._ready)
            made = random.choice(self._good)
            at = random.getrandbits(10) % len(made)
            to = random.getrandbits(10) % len(other)
            made = made[:at] + other[:to] + made[at:] + other[to:]
        elif kind < 15:
            name = "damaged"
            made = bytearray(random.choice(self._good))
            made[random.getrandbits(10) % len(made)] = random.getrandbits(8)
            made = bytes(made)
        elif random.getrandbits(3):
            name = "random"
            made = _bytes(8 + random.getrandbits(5)) + b"\n"
        else:
            name = "oversized"
            made = random.choice(self._long) + b"\n"
        self._last = made
        self.sent[name] = self.sent.get(name, 0) + 1
        return made


def stand(desk, wanted, count, sizes=2000, look_every=1):
    """Sends `count` lines to a board that serves `desk`, in reads as USB brings them, and asserts that it stands them.
    Each reply of every `look_every`th turn is read. Returns (how many of each kind, how many replies of each kind)."""
    noise = Noise(wanted, sizes)
    reader = Reader()
    server = Server(desk)
    replies = {}
    stream = b""
    sent = turns = 0
    probe = None
    while sent < count or stream or reader.waiting:
        if not reader.waiting:
            if sent < count and len(stream) < 256:
                for _ in range(8):
                    stream += noise.line()
                sent += 8
                if sent % 512 == 0:
                    # Amid all of it a program that knows how to ask is answered.
                    probe = sent % (TOP >> 2)
                    stream += b"\n" + request(probe, '"status"', {})
            size = 1 + random.getrandbits(8)
            reader.take(stream[:size])
            stream = stream[size:]
            assert len(reader._held) < MAX_FRAME + size
        turns += 1
        frames = server.serve(reader)
        if not frames or (turns % look_every and probe is None):
            continue
        lines = frames.split(b"\n")
        assert lines.pop() == b"" and len(lines) <= MOST
        junk = 0
        for line in lines:
            message, fault = decode(line)
            assert message is not None, (fault, line)
            number = message["id"]
            if "ok" in message:
                assert len(message) == 2 and isinstance(message["ok"], dict)
                name = "ok"
                if number == probe and "acked" in message["ok"]:
                    probe = None
            else:
                assert len(message) == 3 and message["why"]
                name = message["error"]
                junk += name == "bad" and message["why"].startswith("That line")
            replies[name] = replies.get(name, 0) + 1
        assert junk <= 1
        assert probe is None or sent - probe < 512
    assert probe is None and len(reader._held) < MAX_FRAME
    return noise.sent, replies
