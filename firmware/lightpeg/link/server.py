"""From request to reply. A request has an `id`, a `do` and the fields of that request; its reply has the same id and
either what was asked for in `ok`, or a code in `error` and a sentence for a person in `why`.

A `desk` does what the requests ask for. It has a method for each, named in `requests.REQUESTS`, which takes the fields
in their order and returns the dict of the reply, or raises Refusal. These are not as the table says:

- hello() returns what `hello` tells but name, version and protocol.
- game_after(seq) returns (seq, record in bytes) or None; last_game() the newest game's number, 0 for none.
- variant_list() takes nothing and returns the whole list.
- put_table() gets the part as bytes. It refuses a part that does not follow the one before.
- prepare(asked) takes the fields of `match` as a dict; those left out are missing in it.
- restart(mode) takes "bootloader" or "maintenance". The board answers before it restarts.

What changes something or takes the panel is refused as "busy" unless the board is in its menu; "time", "ack" and "live"
are never refused. OSError and MemoryError may come through: they are refusals too.
"""

import json
from binascii import a2b_base64, b2a_base64

from lightpeg import VERSION
from lightpeg.link.frame import encode
from lightpeg.link.requests import REQUESTS, TOP_ID, read, whole

PROTOCOL = 1

# Lines that are looked at in one turn of the loop.
MOST = 2
# Characters of a sentence, and of the list in one reply, so that a frame takes it.
SENTENCE = 400
LIST = 700


class Refusal(Exception):
    """The board does not do what was asked: one of `requests.ERRORS`, and a sentence that says what to do."""

    def __init__(self, code, why):
        self.code = code
        self.why = why


class Server:
    """Answers for `desk`. Nothing that a host sends raises."""

    def __init__(self, desk):
        self._desk = desk

    def serve(self, reader):
        """The frames, as bytes, that answer the lines waiting in a Reader: at most MOST of them, and only one for
        all that were no frames. Empty if nothing waits."""
        frames = b""
        if not reader.waiting:
            return frames
        junk = False
        for _ in range(MOST):
            got = reader.next()
            if got is None:
                break
            if got[0] is None:
                if junk:
                    continue
                junk = True
            told = self.answer(*got)
            try:
                frames += encode(told)
            except (ValueError, MemoryError):
                frames += encode({"id": told["id"], "error": "storage", "why": "That is too long to tell."})
        return frames

    def answer(self, message, fault):
        """The reply to a decoded request, or to a line that was none."""
        if message is None:
            return {"id": None, "error": "bad", "why": "That line is no frame: " + fault + "."}
        number = message.get("id")
        if not whole(number, 0, TOP_ID):
            return {"id": None, "error": "bad", "why": "A request needs an id, a whole number from 0 to %d." % TOP_ID}
        try:
            return {"id": number, "ok": self._do(message)}
        except Refusal as refusal:
            code = refusal.code
            why = refusal.why[:SENTENCE]
        except OSError:
            code = "storage"
            why = "The board's memory cannot be used: run lightpeg doctor."
        except MemoryError:
            code = "busy"
            why = "The board is short of memory. Ask again."
        return {"id": number, "error": code, "why": why}

    def _do(self, message):
        do = message.get("do")
        if not isinstance(do, str) or do not in REQUESTS:
            raise Refusal("unknown", "This firmware knows no such request: run lightpeg install.")
        entry = REQUESTS[do]
        try:
            values = read(entry[1:], message)
        except ValueError as error:
            raise Refusal("field", str(error)) from None
        desk = self._desk
        if do == "hello":
            told = {"name": "lightpeg", "version": VERSION, "protocol": PROTOCOL}
            told.update(desk.hello())
            return told
        if do == "games":
            found = desk.game_after(*values)
            last = desk.last_game()
            if found is None:
                return {"seq": None, "last": last}
            return {"seq": found[0], "data": b2a_base64(found[1])[:-1].decode(), "last": last}
        if do == "variants":
            return _page(desk.variant_list(), *values)
        if do == "table_put":
            values[4] = _bytes(values[4])
        elif do == "match":
            asked = {}
            for at in range(len(values)):
                if values[at] is not None:
                    asked[entry[at + 1][0].rstrip("?")] = values[at]
            values = [asked]
        elif entry[0] == "restart":
            values = [do]
        return getattr(desk, entry[0])(*values)


def _page(entries, start):
    """As many of the list as one reply takes, and where the next ones begin."""
    size = 0
    at = start
    while at < len(entries):
        size += len(json.dumps(entries[at]).encode())
        if size > LIST:
            break
        at += 1
    return {"variants": entries[start:at], "next": at if at < len(entries) else None}


def _bytes(text):
    try:
        data = a2b_base64(text)
    except ValueError:
        data = b""
    # What base64 does not have is passed over by MicroPython; the same text has to come out again.
    if not data or b2a_base64(data)[:-1] != text.encode():
        raise Refusal("field", "data must be base64.")
    return data
