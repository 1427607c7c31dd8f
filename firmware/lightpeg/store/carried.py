"""What a journal says apart from its finished games: read record by record, and written again as few records."""

from lightpeg.store.game_record import seq_of
from lightpeg.store.packing import Taker, put_number, put_text
from lightpeg.store.records import (
    ACK,
    CLOCK,
    CLOSED,
    DAMAGED,
    FINISHED,
    GAME,
    HEADER,
    MATCH,
    OVER,
    PLAYERS,
    SETTINGS,
    START,
    TIME,
    WARNED,
    frame,
)

# Anchors of time that are kept.
MOST_TIMES = 16
SLOTS = 8


class Carried:
    """`settings` and `players` are payloads or None; `running` is the running match as (kind, payload); `unknown`
    counts records of kinds from a later version, and those whose payload cannot be."""

    def __init__(self):
        self.start = 0
        self.next_seq = 1
        self.settings = None
        self.players = None
        self.times = []
        self.acked = 0
        self.running = []
        self.unknown = 0
        # Whether records of the running match may be missing: then it is as it was before them.
        self._hole = False

    def apply(self, kind, payload):
        """The next record. DAMAGED stands for bytes that are none."""
        try:
            self._apply(kind, payload)
        except ValueError:
            self.unknown += 1

    def _apply(self, kind, payload):
        taker = Taker(payload)
        if kind == DAMAGED:
            self._hole = True
        elif kind == START:
            # A record that the end of the power cut short is no hole: nothing was built on it.
            self._hole = False
            self.start = taker.number()
            self.next_seq = max(self.next_seq, taker.number())
        elif kind == SETTINGS:
            self.settings = payload
        elif kind == PLAYERS:
            self.players = payload
        elif kind == TIME:
            count = taker.byte()
            for _ in range(count):
                self.times = with_time(self.times, taker.number(), taker.number())
        elif kind == ACK:
            self.acked = max(self.acked, taker.number())
            self.next_seq = max(self.next_seq, self.acked + 1)
        elif kind == FINISHED:
            self.next_seq = max(self.next_seq, seq_of(payload) + 1)
            if self.running:
                self._run(OVER, payload)
        elif kind == MATCH:
            self._hole = False
            self.running = [(kind, payload)]
        elif kind == GAME:
            if not self._hole:
                self.running = self.running[:1]
            self._run(kind, payload)
        elif kind == CLOSED:
            self.running = []
        elif MATCH < kind < CLOSED:
            self._run(kind, payload)
        elif kind != HEADER:
            raise ValueError("a kind of a later version")

    def _run(self, kind, payload):
        running = self.running
        if not running or (self._hole and kind != OVER):
            # The match's beginning was damaged, or what lies between.
            return
        # A clock's reading is the newest one or none; of answers found wrong the last one counts.
        last = running[-1][0]
        if last == CLOCK or last == kind == WARNED:
            running.pop()
        running.append((kind, payload))

    def names(self):
        """The players' names by slot."""
        names = [""] * SLOTS
        if self.players is not None:
            taker = Taker(self.players)
            for slot in range(SLOTS):
                names[slot] = taker.text()
        return names

    def frames(self):
        """The records that say all this."""
        out = bytearray()
        out.extend(frame(START, numbers(self.start, self.next_seq)))
        if self.settings is not None:
            out.extend(frame(SETTINGS, self.settings))
        if self.players is not None:
            out.extend(frame(PLAYERS, self.players))
        if self.times:
            out.extend(frame(TIME, pack_times(self.times)))
        if self.acked:
            out.extend(frame(ACK, numbers(self.acked)))
        for kind, payload in self.running:
            out.extend(frame(kind, payload))
        return out


def numbers(*values):
    """A payload of numbers."""
    out = bytearray()
    for value in values:
        put_number(out, value)
    return out


def with_time(times, start, zero):
    """`times` with the time of second 0 of one more start, and not more of them than are kept."""
    times = [time for time in times if time[0] != start][1 - MOST_TIMES :]
    times.append((start, zero))
    return times


def pack_times(times):
    """A TIME payload."""
    out = numbers(len(times))
    for start, zero in times:
        put_number(out, start)
        put_number(out, zero)
    return out


def pack_players(names, most):
    """A PLAYERS payload."""
    out = bytearray()
    for name in names:
        put_text(out, name, most)
    return out
