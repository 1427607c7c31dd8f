"""The journal: records appended to nvm, which never erases anything, and an archive for when nvm is full.

nvm begins with a HEADER record, what was carried over from before, and the same HEADER again; then come the records
that were appended. When it is full, or at a quiet moment, `tidy` writes the finished games and everything else that
has to survive to the archive as a chunk of a later generation, and then nvm anew with that generation. A chunk of a
later generation than nvm's, or nvm whose second HEADER is missing, therefore means that the power went in between: nvm
is written again from the newest chunk.
"""

import json
import struct

from lightpeg.store.archive import Archive
from lightpeg.store.carried import SLOTS, Carried, numbers, pack_players, pack_times, with_time
from lightpeg.store.game_record import LONGEST_PLAYER, seq_of
from lightpeg.store.nvm_log import HEAD, NvmLog
from lightpeg.store.records import ACK, CLOSED, FINISHED, MATCH, PLAYERS, SETTINGS, START, TIME, frame, scan

# Bytes of the framed records of: the largest game, everything but the games, and a game of the usual length.
LARGEST = 512
MOST_CARRIED = 2200
TYPICAL = 102
# What the records of a game in play take in nvm, beside what is always left for its end.
RUNNING = 300

# Bytes of settings as JSON.
LONGEST_SETTINGS = 480

# nvm is worth tidying when so many bytes are used, and so many of them since the last time.
TIDY_USED = 2048
TIDY_NEW = 1024

# How many numbers of games and of starts are left out when nvm was lost: more than can have been lost with it, and a
# computer may know some of them.
LOST = 512

# A computer's clock and the board's drift apart; a time that differs by no more seconds than this is the same.
SAME_TIME = 2


class Journal:
    """The journal in `nvm` (a bytearray-like store of 4096 bytes) and in the archive's `file` (None where it is
    missing). Opening it recovers whatever a power cut left.

    - journal_id: a number that tells this journal from any other one, of this board or another one
    - start: the number of this start of the board; last_seq: that of the last finished game, 0 without one;
      next_seq: that of the next one; acked: that of the last game that a computer has
    - damaged: how much could not be read when it was opened: records, stretches of bytes, chunks
    - settings: a dict or None; players: eight names; anchors: (start, seconds since 1970 at that start's second 0)
    - resumable: whether a match was running
    - resumed: (match, match_id, whether its game is over and was kept) of the one that `resume` made of it, or None
    """

    def __init__(self, nvm, file, random_bytes):
        state = Carried()
        self._log = NvmLog(nvm, state)
        self._archive = None
        self._waiting = 0
        self._started = False
        self._failed = False
        self._allowed = False
        self.journal_id = 0
        self.start = 0
        self.last_seq = 0
        self.next_seq = 1
        self.acked = 0
        self.damaged = self._log.damaged
        self.settings = None
        self.players = [""] * SLOTS
        self.anchors: list = []
        self.resumable = False
        self.resumed = None
        self._open(state, nvm, file, random_bytes)

    # Opening.

    def _open(self, state, nvm, file, random_bytes):
        log = self._log
        journal = log.journal_id
        whole = log.headers == 2
        newest = None
        if file is not None:
            archive = Archive(file, journal, log.generation, state.acked)
            if archive.places:
                self._archive = archive
                newest = archive.newest()
                self.damaged += archive.damaged
        if newest is not None and (not whole or newest[0] > log.generation):
            try:
                state = self._recover(newest, state)
                whole = False
                journal = self._archive.journal_id
            except OSError:
                # It may be read at the next start: nvm stays as it is, and the drive alone.
                whole = True
                self._archive = None
                self.damaged += 1
        elif log.headers == 0 and log.end:
            from lightpeg.store import choices

            old = choices.load(nvm)
            if old is not None:
                state.settings = json.dumps(old).encode()
        if journal is None:
            journal = struct.unpack("<I", random_bytes(4))[0]
        self.journal_id = journal
        if self._archive is not None:
            self._archive.journal_id = journal
            self._archive.acked = state.acked
            state.next_seq = max(state.next_seq, self._archive.last_seq() + 1)
        self._take(state)
        if not whole:
            self._begin(state)

    def _recover(self, newest, found):
        """What the newest chunk says, and what nvm says, `found`, if it came later."""
        state = Carried()
        buffer = self._archive.read(newest)
        for kind, _, start, end in scan(buffer, newest[4], newest[5]):
            state.apply(kind, bytes(buffer[start:end]))
        if newest[0] == self._log.generation:
            # What was carried over may be there in part only; what was appended later comes on top.
            self._log.read(state, 2 * HEAD + len(state.frames()))
        if not found.start:
            # Was it the power, or was nvm lost with games in it that a computer may have?
            state.next_seq += LOST
            state.start += LOST
        self._log.generation = newest[0]
        return state

    def _take(self, state):
        self.start = state.start + 1
        self.next_seq = state.next_seq
        self.acked = self.last_seq = state.acked
        self.anchors = state.times
        self.resumable = bool(state.running)
        try:
            self.players = state.names()
            if state.settings is not None:
                settings = json.loads(state.settings.decode())
                if isinstance(settings, dict):
                    self.settings = settings
        except ValueError:
            self.damaged += 1
        if self._archive is not None:
            self.last_seq = max(self.last_seq, self._archive.last_seq())
        for seq, begin, end in self._games():
            self.last_seq = max(self.last_seq, seq)
            self._waiting += end - begin

    def _begin(self, state):
        """Writes nvm's beginning, where it is missing or incomplete."""
        archive = self._archive
        log = self._log
        generation = max(1, log.generation)
        if log.end and archive is not None and archive.writable and (self._waiting or archive.newest() is None):
            # Something is in nvm alone: the archive gets it before nvm is erased.
            try:
                if self._archive_all(state):
                    return
            except OSError:
                pass
            generation = max(generation, archive.number)
        self._write(state, self._kept(log.size), generation)

    # Games.

    def game_after(self, seq):
        """(seq, record) of the first finished game after `seq`, or None. Raises OSError where the drive fails."""
        found = self._archive.game_after(seq) if self._archive is not None else None
        if found is None:
            for number, begin, end in self._games():
                if number > seq:
                    return number, self._log.payload_at(begin, end)
        return found

    def acknowledge(self, seq):
        """A computer has every game up to `seq`. One that cannot be is not believed."""
        if self.acked < seq <= self.last_seq:
            self.acked = seq
            # The yes of a player was meant for what no computer had.
            self._allowed = False
            if self._archive is not None:
                self._archive.acked = seq
                self._archive.allowed = False
            self._failed = False
            self.append(ACK, numbers(seq))

    def capacity(self):
        """How many games of the usual length fit."""
        if self._archive is None:
            return (self._log.size - RUNNING) // (TYPICAL + RUNNING)
        return self._archive.capacity(MOST_CARRIED) // TYPICAL

    def room(self):
        """How many more of them fit before something has to go that no computer has."""
        archived, alone = self._left()
        if max(archived, alone) < LARGEST:
            return 0
        return max(archived // TYPICAL, alone // (TYPICAL + RUNNING))

    @property
    def full(self):
        """Whether not even the largest game has room."""
        return max(self._left()) < LARGEST

    def _left(self):
        """Bytes of games that the archive takes, and nvm alone."""
        alone = self._log.size - self._log.end - LARGEST - RUNNING
        if self._archive is not None:
            return 0 if self._failed else self._archive.room(MOST_CARRIED, self._waiting), alone
        if self._allowed or self.last_seq <= self.acked:
            alone = max(alone, self._log.size // 2)
        return 0, alone

    def allow_overwrite(self):
        """A player says that the oldest games may go, though no computer has them. They do at once."""
        if self._archive is None:
            self._allowed = True
        else:
            self._archive.allowed = True
        self.tidy()

    # What else is kept. These return whether there was room.

    def keep_settings(self, settings):
        """Keeps a dict. Raises ValueError for one that is too long."""
        if settings == self.settings:
            return True
        text = json.dumps(settings).encode()
        if len(text) > LONGEST_SETTINGS:
            raise ValueError("settings of %d bytes; %d can be kept" % (len(text), LONGEST_SETTINGS))
        if not self.append(SETTINGS, text):
            return False
        self.settings = json.loads(text.decode())
        return True

    def keep_players(self, names):
        """Keeps the players' names, eight texts. Raises ValueError for another number of them."""
        if len(names) != SLOTS:
            raise ValueError("%d names, not %d" % (len(names), SLOTS))
        if names == self.players:
            return True
        state = Carried()
        state.players = pack_players(names, LONGEST_PLAYER)
        if not self.append(PLAYERS, state.players):
            return False
        self.players = state.names()
        return True

    def set_time(self, epoch, seconds):
        """It is `epoch` (seconds since 1970) now, `seconds` after this start."""
        zero = epoch - seconds
        if zero < 0:
            return True
        for start, known in self.anchors:
            if start == self.start and abs(known - zero) <= SAME_TIME:
                return True
        if not self.append(TIME, pack_times([(self.start, zero)])):
            return False
        self.anchors = with_time(self.anchors, self.start, zero)
        return True

    def running(self):
        """The records of the match that was running, as (kind, payload)."""
        return self._state().running

    def forget_match(self):
        """The match that was running is not gone on with."""
        if self.resumable:
            self.append(CLOSED, b"")

    # Writing.

    def append(self, kind, payload):
        """Appends a record. Returns whether there was room; for everything but a finished game there is none where
        the end of the game in play would no longer fit."""
        record = frame(kind, payload)
        if not self._started:
            record = frame(START, numbers(self.start, self.next_seq)) + record
        log = self._log
        size = len(record) + (0 if kind == FINISHED else LARGEST)
        if log.end + size > log.size:
            if not self._failed:
                self.tidy()
            if log.end + size > log.size:
                return False
        log.append(record)
        self._started = True
        if kind == FINISHED:
            self.last_seq = seq_of(payload)
            self.next_seq = self.last_seq + 1
            self._waiting += len(record)
        elif kind == MATCH:
            self.resumable = True
        elif kind == CLOSED:
            self.resumable = False
        return True

    @property
    def wants_tidy(self):
        """Whether a quiet moment should be used for `tidy`."""
        log = self._log
        if self._failed or log.end < TIDY_USED or log.end - log.base < TIDY_NEW:
            return False
        if self._archive is None:
            return self.last_seq <= self.acked
        return self._archive.writable

    def tidy(self):
        """Makes room in nvm, which takes a quarter of a second. Returns whether that could be done."""
        state = self._state()
        try:
            if self._archive is not None:
                done = self._archive.writable and self._archive_all(state)
            else:
                done = self._allowed or self.last_seq <= self.acked
                if done:
                    self._write(state, self._kept(self._log.size // 2), self._log.generation + 1)
                    self._allowed = False
        except OSError:
            done = False
        self._failed = not done
        if not done and self._archive is not None:
            # A chunk may be there all the same. It must not be newer than what is appended from now on.
            self._log.catch_up(self.journal_id, self._archive.number)
            self._waiting = sum([end - begin for _, begin, end in self._games()])
        return done

    def _state(self):
        state = Carried()
        self._log.read(state)
        state.acked = self.acked
        return state

    def _games(self):
        """(seq, begin, end) of each finished game that is in nvm alone."""
        return self._log.games(self._archive.last_seq() if self._archive is not None else 0)

    def _archive_all(self, state):
        """First the archive, then nvm. Raises OSError where the drive fails; nothing is lost then either."""
        archive = self._archive
        archive.begin(self._log.generation)
        for seq, begin, end in self._games():
            if not archive.add(self._log.bytes_at(begin, end), seq):
                return False
        generation = archive.finish(state.frames())
        if not generation:
            return False
        self._write(state, [], generation)
        return True

    def _kept(self, most):
        """Where the games are in nvm that no computer has: the newest ones that fit into `most` bytes."""
        places = []
        for seq, begin, end in self._games():
            if seq > self.acked:
                places.append((begin, end))
                most -= end - begin
        while most < 0:
            begin, end = places.pop(0)
            most += end - begin
        return places

    def _write(self, state, games, generation):
        self._waiting = sum([end - begin for begin, end in games])
        self._log.write(state.frames(), games, self.journal_id, generation)
