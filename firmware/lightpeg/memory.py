"""What the board keeps: the games and choices of its journal, the uploaded variants, the strategy tables."""

from lightpeg.store.chunks import FOLDER
from lightpeg.store.journal import Journal

# Milliseconds without a press after which a pause of a quarter of a second disturbs nobody.
QUIET = 1500


class Memory:
    """Opens and recovers everything. `drive` is "board", "computer" (which alone may write to it now) or "missing"
    (nothing was installed to keep games in)."""

    def __init__(self, hardware):
        file = hardware.open_data(FOLDER + "/games.bin")
        self.drive = "missing" if file is None else "board" if file.writable else "computer"
        self.journal = Journal(hardware.nvm, file, hardware.random_bytes)
        self._recorder = None
        self._hardware = hardware
        self._library = None
        self._tables = None
        self._playing = False
        self._keep_at = 0
        self._quiet_since = 0

    # What the session asks.

    @property
    def names(self):
        """The players' names by slot, "" where there is none."""
        return self.journal.players

    @property
    def full(self):
        """Whether not even one more game has room."""
        return self.journal.full

    def room(self):
        """How many more games of usual length have room."""
        return self.journal.room()

    def allow_overwrite(self):
        """A player lets the oldest games go, though no computer has taken them."""
        self.journal.allow_overwrite()

    # What is opened when it is asked for.

    @property
    def library(self):
        """The uploaded variants."""
        if self._library is None:
            from lightpeg.store.library import Library

            self._library = Library(self._hardware.open_data(FOLDER + "/variants.bin"))
        return self._library

    @property
    def tables(self):
        """The uploaded strategy tables."""
        if self._tables is None:
            from lightpeg.store.tables import Tables

            self._tables = Tables(self._hardware.open_data(FOLDER + "/tables.bin"))
        return self._tables

    def uploaded(self):
        """The keys of the uploaded variants; none where the drive cannot be read."""
        try:
            return self.library.keys()
        except OSError:
            return ()

    def uploaded_variant(self, key):
        """What was uploaded as that key; empty where it cannot be read."""
        try:
            return self.library.get(key) or {}
        except OSError:
            return {}

    # What was going on when the power went.

    def resume(self, now):
        """The match that was running, None if it cannot be read any more."""
        from lightpeg.store.resume import restore

        match = restore(self.journal, now)
        if match is None:
            self.drop()
        else:
            # The recorder has to see what was kept before more happens: the board's code may be chosen next.
            self.note(match, now)
        return match

    def drop(self):
        """Nobody wants to go on with it."""
        self.journal.forget_match()

    # What the loop tells.

    def note(self, match, now):
        """Keeps what was confirmed since the last call. `match` is None in the menu."""
        if match is not None:
            self._playing = True
            if self._recorder is None:
                from lightpeg.store.recorder import Recorder

                self._recorder = Recorder(self.journal)
            self._recorder.note(match, now)
        elif self._playing:
            self._playing = False
            self._recorder.closed()

    def pressed(self, now):
        """A button was pressed."""
        self._quiet_since = now

    def choices_changed(self, now):
        """The choices are others than before: they are kept when no more changes follow."""
        self._keep_at = now + QUIET

    def tidy(self, session, now):
        """Does what can wait for a quiet moment."""
        if self._keep_at and now >= self._keep_at:
            self._keep_at = 0
            self.journal.keep_settings(session.settings.as_dict())
        if self._recorder is not None:
            # A game that had no room when it ended; a computer may have taken others since.
            self._recorder.flush()
            if not self._playing and not self._recorder.waiting:
                # Then its module can give way, see `app`.
                self._recorder = None
        if self.journal.wants_tidy and not session.playing and now - self._quiet_since >= QUIET:
            self.journal.tidy()
