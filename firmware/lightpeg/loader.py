"""What is imported ahead, and what gives way to it: a Pico's heap does not hold all of the firmware at once.

Without a computer everything that a match needs is there before OK is pressed. A computer's requests take so much that
with one only what every match needs is; the rest is imported when it is shown, and the menu goes while a match is
played. To compile a file takes some three times its size for a moment, so what is not in use goes before that.
"""

import gc
import sys

# What every match needs. Each is a short pause.
MATCH = (
    "lightpeg.core.deduction",
    "lightpeg.core.game",
    "lightpeg.core.match",
    "lightpeg.store.recorder",
    "lightpeg.ui.layout",
    "lightpeg.ui.draw",
    "lightpeg.ui.board",
)
# What is needed in some matches, or at some moments of one.
SOMETIMES = (
    "lightpeg.ui.play",
    "lightpeg.ui.duel_play",
    "lightpeg.ui.messages",
    "lightpeg.ui.words",
    "lightpeg.ui.pause",
    "lightpeg.store.game_reader",
)
# What they import themselves.
WITH_THEM = ("lightpeg.core.duel", "lightpeg.store.resume", "lightpeg.ui.editor", "lightpeg.ui.arms")
# What only the menu before a match needs.
MENU = ("lightpeg.ui.home", "lightpeg.ui.look_fields", "lightpeg.ui.menu")
# What checks variants, and nothing else.
CHECKING = (
    "lightpeg.core.variant_file",
    "lightpeg.core.variant_fields",
    "lightpeg.core.short",
)
# What a computer's requests need.
LINK = (
    "lightpeg.link.requests",
    "lightpeg.desk_kept",
    "lightpeg.desk",
    "lightpeg.link.frame",
    "lightpeg.channel",
)

# On a desktop, memory is not short and the modules are shared: by boards, by their pages, by tests.
SHARED = sys.implementation.name == "cpython"

# Milliseconds after the last variant until what gave way is imported again.
BACK = 3000
# Milliseconds until something is tried again for which the memory was short.
AGAIN = 10000


class Loader:
    """What is imported so far. `linked` says whether everything is there that a computer's requests need."""

    def __init__(self):
        self._later = list(MATCH + SOMETIMES)
        self._at = 0
        self._link = list(LINK)

    @property
    def linked(self):
        return not self._link

    def more(self, now):
        """Imports one more module; returns whether there was one."""
        if not self._later or now < self._at:
            return False
        unload(CHECKING)
        self._load(self._later, now)
        return True

    def link(self, now, match):
        """As `more`, of those for a computer. `match` is the one being played, None in the menu."""
        if now < self._at:
            return False
        if len(self._link) == len(LINK):
            self._give_way(match)
        self._load(self._link, now)
        return True

    def unlink(self):
        """No computer is there any more."""
        unload(LINK)
        unload(("lightpeg.link.server", "lightpeg.link.live"))
        self._link = list(LINK)
        self._later = list(MATCH + SOMETIMES)

    def make_room(self, now):
        """A variant is going to be checked, in the menu."""
        self._give_way(None)
        self._at = now + BACK

    @property
    def crowded(self):
        """Whether a computer's requests take so much that menu and match are not there together."""
        return self.linked

    def match_begins(self, who):
        """The menu is not in use any more; the screen for this kind of match is going to be."""
        unload(MENU)
        unload(CHECKING)
        unload(SOMETIMES + WITH_THEM)
        self._later = []
        load("lightpeg.ui.duel_play" if who == "duel" else "lightpeg.ui.play")

    def match_ends(self):
        """The menu is going to be in use again."""
        self._give_way(None)

    def _give_way(self, match):
        if match is None:
            unload(MATCH + SOMETIMES + WITH_THEM)
            self._later = list(MATCH)
            return
        unload(CHECKING)
        used = "lightpeg.ui.duel_play" if match.who == "duel" else "lightpeg.ui.play"
        unload([name for name in SOMETIMES if name != used])
        self._later = []

    def _load(self, names, now):
        try:
            load(names[0])
            names.pop(0)
        except MemoryError:
            self._at = now + AGAIN


def load(name):
    """Imports a module, so that whoever needs it need not wait for it. Raises MemoryError."""
    try:
        __import__(name)
    except MemoryError:
        # What there is of it must not be taken for the whole.
        sys.modules.pop(name, None)
        raise
    finally:
        gc.collect()


def unload(names):
    """Forgets imported modules that nothing in use refers to; who needs one imports it again."""
    if SHARED:
        return
    for name in names:
        if name in sys.modules:
            del sys.modules[name]
            package, _, module = name.rpartition(".")
            delattr(sys.modules[package], module)
    gc.collect()
