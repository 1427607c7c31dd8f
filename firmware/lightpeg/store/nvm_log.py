"""The records in nvm: appended to erased bytes, which erases nothing, or all written anew."""

import struct

from lightpeg.store.chunk import BUFFER, erase_from
from lightpeg.store.game_record import seq_of
from lightpeg.store.records import DAMAGED, FINISHED, HEADER, frame, scan

VERSION = 1
LAYOUT = "<BII"
HEAD = 15  # bytes of a framed header


class NvmLog:
    """The log in `nvm`. `end` is where the next record goes, `base` where what was carried over ends. `headers` is 2
    where all of that is there, 1 where only its beginning is, 0 where there is none; `journal_id` is None then.
    `damaged` counts what could not be read when it was opened."""

    def __init__(self, nvm, state):
        """Reads everything into the `Carried` given."""
        self._nvm = nvm
        # More than a chunk has the nvm of some boards.
        self.size = min(len(nvm), len(BUFFER))
        self.base = 0
        self.end = 0
        self.headers = 0
        self.generation = 0
        self.journal_id = None
        self.damaged = 0
        for kind, begin, start, end in scan(nvm, 0, self.size):
            self.end = end + 4
            if kind == DAMAGED:
                self.damaged += 1
                state.apply(kind, b"")
                continue
            payload = bytes(nvm[start:end])
            if kind == HEADER and len(payload) >= 9:
                _, self.journal_id, self.generation = struct.unpack(LAYOUT, payload[:9])
                # The second one says that all before it was written, though the first one may be damaged now.
                self.headers = 1 if begin == 0 else 2
                self.base = self.end
            state.apply(kind, payload)
        self.damaged += state.unknown

    def read(self, state, at=0):
        """Reads everything from `at` on into a `Carried`."""
        for kind, _, start, end in scan(self._nvm, at, self.end):
            state.apply(kind, bytes(self._nvm[start:end]))

    def games(self, seq):
        """(seq, begin, end) of each finished game after `seq`: where its record is."""
        for kind, begin, start, end in scan(self._nvm, 0, self.end):
            if kind == FINISHED:
                number = seq_of(bytes(self._nvm[start : min(end, start + 10)]))
                if number > seq:
                    yield number, begin, end + 4

    def bytes_at(self, begin, end):
        return bytes(self._nvm[begin:end])

    def payload_at(self, begin, end):
        """The payload of the record that is there."""
        for _, _, start, stop in scan(self._nvm, begin, end):
            return bytes(self._nvm[start:stop])

    def append(self, record):
        """Appends a framed record, which has to fit."""
        end = self.end + len(record)
        self._nvm[self.end : end] = record
        self.end = end

    def catch_up(self, journal_id, generation):
        """Says by a header that all before it is of this generation, if there is room for that. What is appended later
        is newer than a chunk of that generation then."""
        if generation > self.generation and self.end + HEAD <= self.size:
            self.append(_head(journal_id, generation))
            self.generation = generation

    def write(self, frames, games, journal_id, generation):
        """Writes nvm anew: the games that are at these places now, then what is carried over: a game behind the records
        of the running match would be its end. The journal's id and the generation are in front of and behind that."""
        buffer = BUFFER
        head = _head(journal_id, generation)
        at = _put(buffer, 0, head)
        for begin, end in games:
            if at + end - begin + len(frames) + HEAD <= self.size:
                at = _put(buffer, at, self._nvm[begin:end])
        at = _put(buffer, _put(buffer, at, frames), head)
        erase_from(at, self.size)
        self._nvm[0 : self.size] = buffer if self.size == len(buffer) else buffer[: self.size]
        self.base = self.end = at
        self.generation = generation


def _head(journal_id, generation):
    return frame(HEADER, struct.pack(LAYOUT, VERSION, journal_id, generation))


def _put(buffer, at, data):
    buffer[at : at + len(data)] = data
    return at + len(data)
