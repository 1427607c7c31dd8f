"""The file of finished games: chunks of 4096 bytes, each written once into a place that nothing needs any more.

A chunk begins with a header: `LPG1`, then the journal's id, the chunk's generation, the seq of its first and of its
last game (4 bytes each, low one first, 0 without games), then how many games there are, where the games end and where
the chunk ends (2 bytes each). The games follow as records, then the records of everything else that has to survive.
Without these the chunk is one of several that are written together, and not the last of them. The last four bytes of
the chunk are the CRC-32 of all before them.
"""

import struct

from lightpeg.store.chunk import BUFFER, LIMIT, fetch, put
from lightpeg.store.chunks import STRIDE, offset
from lightpeg.store.game_record import seq_of
from lightpeg.store.records import FINISHED, scan

MAGIC = b"LPG1"
LAYOUT = "<4sIIIIHHH"
FIRST = 26  # where the games begin

# Fields of an entry of the directory.
GENERATION = 0
FIRST_SEQ = 1
LAST_SEQ = 2
PLACE = 3
GAMES_END = 4
END = 5
GOOD = 6


class Archive:
    """The archive in `file`. `journal_id` is the journal's, or None to take that of the newest chunk. `entries` is
    the directory, in the order of generations; `acked` is the last game that a computer has; `damaged` counts chunks
    that hold games and cannot be read whole; `allowed` lets the oldest chunk go, once."""

    def __init__(self, file, journal_id, generation, acked=0):
        self._file = file
        self.places = max(0, (file.size - offset(0)) // STRIDE)
        self.journal_id = journal_id
        self.acked = acked
        self.entries = []
        self.damaged = 0
        self.allowed = False
        # Places that could not be read: nobody knows whether they are needed.
        self._unread = []
        self._after = -1
        self._number = 0
        self._at = FIRST
        self._first = 0
        self._last = 0
        self._count = 0
        self._more = False
        self._merged = False
        self._open(generation)

    @property
    def writable(self):
        return self._file.writable

    def _open(self, generation):
        buffer = BUFFER
        found = []
        newest = -1
        for place in range(self.places):
            try:
                good = fetch(self._file, place)
            except OSError:
                self.damaged += 1
                self._unread.append(place)
                continue
            if buffer[:4] != MAGIC:
                continue
            _, journal, number, first, last, _, games_end, end = struct.unpack_from(LAYOUT, buffer, 0)
            if not good:
                # Nothing in it is to be believed but what is whole.
                games_end = end = LIMIT
                first, last = _range(buffer)
            found.append((journal, (number, first, last, place, games_end, end, good)))
            if good and number > newest and (self.journal_id is None or journal == self.journal_id):
                newest = number
                adopted = journal
        if newest >= 0:
            self.journal_id = adopted
        newest = max(newest, generation)
        mine = sorted([entry for journal, entry in found if journal == self.journal_id])
        for entry in mine:
            if entry[GOOD]:
                self._enter(entry)
        for entry in mine:
            # What a cut left of a chunk being written is no loss, nor is what others hold as well.
            if not entry[GOOD] and entry[GENERATION] <= newest and not self._has(entry):
                self.damaged += 1
                self.entries.append(entry)
        self.entries.sort()

    def _has(self, entry):
        for other in self.entries:
            if other[GOOD] and other[FIRST_SEQ] <= entry[FIRST_SEQ] and entry[LAST_SEQ] <= other[LAST_SEQ]:
                return True
        return False

    def _enter(self, entry):
        # A chunk that took over another one's games, or the state of one without games, replaces it.
        kept = []
        for old in self.entries:
            inside = entry[FIRST_SEQ] <= old[FIRST_SEQ] and old[LAST_SEQ] <= entry[LAST_SEQ]
            if not inside and (old[LAST_SEQ] or entry[END] == entry[GAMES_END]):
                kept.append(old)
        kept.append(entry)
        self.entries = kept
        self._after = entry[PLACE]

    def _needed(self, entry):
        return entry[LAST_SEQ] > self.acked

    def newest(self):
        """The newest chunk that says everything, or None."""
        for n in range(len(self.entries) - 1, -1, -1):
            entry = self.entries[n]
            if entry[GOOD] and entry[END] > entry[GAMES_END]:
                return entry
        return None

    @property
    def generation(self):
        """That of the newest chunk; 0 without one."""
        return self.entries[-1][GENERATION] if self.entries else 0

    @property
    def number(self):
        """The generation of the chunk that was written last, or may have been: it was not read back."""
        return self._number

    def last_seq(self):
        """Of all games in it; 0 without one."""
        return max([0] + [entry[LAST_SEQ] for entry in self.entries])

    def free(self):
        """How many places hold nothing that is needed."""
        return self.places - len(self._unread) - sum([self._needed(entry) for entry in self.entries])

    def room(self, state, games):
        """How many more bytes of games can be archived, beside `games` bytes that are waiting and a state of
        `state` bytes. One place is always left, so that a chunk can be replaced."""
        free = self.free() + (1 if self.allowed else 0) - 1
        last = LIMIT - state - games
        newest = self._mergeable()
        if newest is not None:
            last -= newest[GAMES_END]
        else:
            last -= FIRST
            # A new chunk takes a place for good; the only one has nothing to replace.
            free = free - 1 if free or not self._empty_handed() else 0
        if free < 0 or not self.writable:
            return 0
        return max(0, free * (LIMIT - FIRST) + last)

    def capacity(self, state):
        """The bytes of games that fit into an empty archive, beside a state of `state` bytes."""
        return max(0, self.places - 2) * (LIMIT - FIRST) + LIMIT - FIRST - state

    def _empty_handed(self):
        return self.free() >= self.places

    def _mergeable(self):
        """The newest chunk with games, if they are needed. A chunk behind it that had no room for games is replaced."""
        for n in range(len(self.entries) - 1, -1, -1):
            entry = self.entries[n]
            if entry[LAST_SEQ] or not entry[GOOD]:
                return entry if entry[GOOD] and self._needed(entry) else None
        return None

    def read(self, entry):
        """A chunk's bytes, until the next chunk is read or written."""
        fetch(self._file, entry[PLACE])
        return BUFFER

    def game_after(self, seq):
        """(seq, record) of the first game after `seq`, or None."""
        best = None
        for entry in self.entries:
            if entry[LAST_SEQ] <= seq or (best is not None and best[0] <= entry[FIRST_SEQ]):
                continue
            buffer = self.read(entry)
            end = entry[GAMES_END] if entry[GOOD] else LIMIT
            for kind, _, start, stop in scan(buffer, FIRST, end):
                if kind != FINISHED:
                    continue
                record = bytes(buffer[start:stop])
                number = seq_of(record)
                if number > seq:
                    if best is None or number < best[0]:
                        best = (number, record)
                    break
        return best

    # Writing: begin(), add() each game, finish() with everything else. Where one of them returns False, nothing that
    # was there is lost.

    def begin(self, generation):
        """Begins a chunk of a later generation, with the games of the newest one in it if they are still needed."""
        self._number = max(self._number, generation, self.generation)
        newest = self._mergeable()
        self._merged = newest is not None
        self._more = False
        if newest is None:
            self._empty()
            return
        self.read(newest)
        self._at = newest[GAMES_END]
        self._first = newest[FIRST_SEQ]
        self._last = newest[LAST_SEQ]
        self._count = struct.unpack_from(LAYOUT, BUFFER, 0)[5]

    def _empty(self):
        self._at = FIRST
        self._first = self._last = self._count = 0

    def add(self, record, seq):
        """Adds a game's framed record; where it is too long for this chunk, to a new one."""
        if self._at + len(record) > LIMIT and not self._next():
            return False
        BUFFER[self._at : self._at + len(record)] = record
        self._at += len(record)
        self._first = self._first or seq
        self._last = seq
        self._count += 1
        self._more = True
        return True

    def finish(self, state):
        """Adds the state's records and writes the chunk. Returns its generation, or 0."""
        if self._at + len(state) > LIMIT and not self._next():
            return False
        games_end = self._at
        BUFFER[games_end : games_end + len(state)] = state
        return self._number if self._write(games_end, games_end + len(state)) else 0

    def _next(self):
        """Writes what was gathered, if the newest chunk has not all of it, and begins an empty chunk."""
        if self._more and not self._write(self._at, self._at):
            return False
        self._empty()
        self._more = self._merged = False
        return True

    def _write(self, games_end, end):
        free = self.free()
        # Where it replaces no other it takes a place for good, and one must be left.
        wanted = 1 if self._merged or not self._count or self._empty_handed() else 2
        place = -1
        if free < wanted and self.allowed:
            # What is being merged has to stay until it is there twice.
            for entry in self.entries[: -1 if self._merged else None]:
                if free < wanted and self._needed(entry):
                    # Its own place is used, or it would be there again at the next start.
                    place = entry[PLACE]
                    self.entries.remove(entry)
                    self.allowed = False
                    free += 1
        if free < wanted:
            return False
        if place < 0:
            place = self._free_place()
        self._number += 1
        head = (MAGIC, self.journal_id, self._number, self._first, self._last, self._count, games_end, end)
        struct.pack_into(LAYOUT, BUFFER, 0, *head)
        self._after = place
        if not put(self._file, place, end):
            return False
        self.entries = [entry for entry in self.entries if entry[PLACE] != place]
        self._enter((self._number, self._first, self._last, place, games_end, end, True))
        return True

    def _free_place(self):
        taken = self._unread + [entry[PLACE] for entry in self.entries if self._needed(entry)]
        place = self._after
        while True:
            place = (place + 1) % self.places
            if place not in taken:
                return place


def _range(buffer):
    """The seq of the first and of the last game that are whole in a chunk that is not."""
    first = last = 0
    for kind, _, start, stop in scan(buffer, FIRST, LIMIT):
        if kind == FINISHED:
            last = seq_of(bytes(buffer[start:stop]))
            first = first or last
    return first, last
