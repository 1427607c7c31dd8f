"""A whole board for tests of the link, without firmware: it keeps in plain attributes what a board keeps in its memory,
and refuses as the board does. Runs under MicroPython too."""

from binascii import crc32

from lightpeg.core.builtin import BUILTIN, builtin
from lightpeg.core.variant import games_fault
from lightpeg.core.variant_file import check, to_dict
from lightpeg.link.requests import KEY, PLAYERS
from lightpeg.link.server import Refusal

UPLOADED = 12
TABLES = 2


class FakeDesk:
    """The attributes are there to be looked at and changed: `games` maps a sequence number to a record's bytes,
    `uploaded` and `drive` a key to a variant's dict (None on the drive for one with faults), `busy` says that a match
    is being played, `held` that MENU is held down, `broken` that the memory fails. `live` is what was subscribed,
    `prepared` the match that was put on the panel, `restarted` the mode of a restart, `identified` counts."""

    def __init__(self):
        self.board = "e6614c311b4a5f2f"
        self.journal = "0BADCAFE"
        self.panel = [16, 16]
        self.capabilities = ["games", "variants", "tables", "live"]
        self.start = 3
        self.seconds = 100
        self.anchors = []
        self.games = {}
        self.acked = 0
        self.room = 1000
        self.full = False
        self.uploaded = {}
        self.drive = {}
        self.names = [""] * PLAYERS
        self.choices = {"variant": "classic", "who": 0, "games": 1, "brightness": 2, "sound": 1}
        self.kept_tables = {}
        self.busy = False
        self.held = False
        self.broken = False
        self.live = (False, False)
        self.prepared = None
        self.identified = 0
        self.restarted = None
        self._part = None

    # The board and its time.

    def hello(self):
        return {
            "board": self.board,
            "journal": self.journal,
            "panel": self.panel,
            "capabilities": self.capabilities,
            "circuitpython": "10.0.3",
            "revision": "A",
        }

    def time(self, epoch):
        if epoch is not None:
            self.anchors = [anchor for anchor in self.anchors if anchor[0] != self.start]
            self.anchors.append([self.start, epoch - self.seconds])
            self.anchors = self.anchors[-16:]
        zero = [anchor[1] for anchor in self.anchors if anchor[0] == self.start]
        return {
            "start": self.start,
            "seconds": self.seconds,
            "epoch": zero[0] + self.seconds if zero else None,
            "dates": [list(anchor) for anchor in self.anchors],
        }

    def status(self):
        return {
            "screen": "game" if self.busy else "menu",
            "playing": self.busy,
            "variant": self.choices["variant"],
            "last": self.last_game(),
            "acked": self.acked,
            "capacity": 1000,
            "room": self.room,
            "full": self.full,
            "damaged": 0,
            "drive": "board",
            "heap": 60000,
            "seconds": self.seconds,
        }

    def inputs(self):
        self._in_menu()
        return {"buttons": 32 if self.held else 0, "arms": [0, 65535]}

    def identify(self):
        self._in_menu()
        self.identified += 1
        return {}

    def restart(self, mode):
        if not self.held:
            raise Refusal("held", "Hold MENU on the board and ask again.")
        self.restarted = mode
        return {}

    def subscribe(self, events, pixels):
        self.live = (events, pixels)
        return {}

    # Games.

    def last_game(self):
        return max(self.games, default=0)

    def game_after(self, seq):
        if self.broken:
            raise OSError(5)
        newer = [number for number in self.games if number > seq]
        return (min(newer), self.games[min(newer)]) if newer else None

    def acknowledge(self, seq):
        self.acked = max(self.acked, min(seq, self.last_game()))
        return {"acked": self.acked}

    # Variants.

    def variant_list(self):
        entries = [[key, "builtin", True] for key in BUILTIN]
        entries += [[key, "uploaded", True] for key in self.uploaded]
        entries += [[key, "drive", data is not None] for key, data in self.drive.items()]
        return entries

    def variant(self, key):
        if key in BUILTIN:
            return {"key": key, "variant": to_dict(builtin(key))}
        data = self.uploaded.get(key) or self.drive.get(key)
        if not data:
            raise Refusal("missing", "No variant has that name.")
        return {"key": key, "variant": to_dict(check(data, key)[0])}

    def put_variant(self, key, data):
        self._change()
        if key in BUILTIN or key in self.drive:
            raise Refusal("field", "That name is taken.")
        faults = check(data)[1]
        if faults:
            raise Refusal("field", "; ".join(["%s is %s, allowed: %s" % fault for fault in faults]) + ".")
        if key not in self.uploaded and len(self.uploaded) >= UPLOADED:
            raise Refusal("full", "At most %d variants." % UPLOADED)
        self.uploaded[key] = data
        return {"key": key}

    def remove_variant(self, key):
        self._change()
        if key not in self.uploaded:
            raise Refusal("missing", "No uploaded variant has that name.")
        del self.uploaded[key]
        return {"key": key}

    # Players, settings, tables.

    def players(self):
        return {"players": self.names}

    def put_players(self, names):
        self._change()
        self.names = list(names)
        return self.players()

    def settings(self):
        return {"settings": self.choices}

    def put_settings(self, changes):
        self._change()
        for name, value in changes.items():
            if name not in self.choices or isinstance(value, str) != (name == "variant"):
                raise Refusal("field", "%s is no setting, or cannot be that." % name)
        self.choices.update(changes)
        return self.settings()

    def tables(self):
        return {"tables": [{"name": name, "size": len(data)} for name, data in self.kept_tables.items()]}

    def put_table(self, name, size, crc, at, data):
        self._change()
        if at == 0:
            if name not in self.kept_tables and len(self.kept_tables) >= TABLES:
                raise Refusal("full", "At most %d tables." % TABLES)
            self._part = (name, size, crc, b"")
        if self._part is None or self._part[:3] != (name, size, crc) or len(self._part[3]) != at:
            raise Refusal("field", "That part does not follow.")
        whole = self._part[3] + data
        self._part = (name, size, crc, whole)
        if len(whole) >= size:
            self._part = None
            if len(whole) > size or crc32(whole) != crc:
                raise Refusal("field", "The table is damaged.")
            self.kept_tables[name] = whole
        return {"name": name, "at": len(whole)}

    def remove_table(self, name):
        self._change()
        if name not in self.kept_tables:
            raise Refusal("missing", "No table has that name.")
        del self.kept_tables[name]
        return {"name": name}

    # A match.

    def prepare(self, asked):
        self._in_menu()
        data = self.variant(asked["key"])["variant"]
        variant = check(data, asked["key"])[0]
        fault = games_fault(variant, asked["who"], asked["games"])
        if asked["who"] not in variant.players or fault:
            raise Refusal("field", "%s." % (fault or "that variant is not played so"))
        if asked.get("rows", variant.rows) not in variant.row_choices:
            raise Refusal("field", "Rows: %s." % variant.row_choices)
        assert len(asked["key"]) <= KEY
        self.prepared = asked
        return {}

    def _in_menu(self):
        if self.busy:
            raise Refusal("busy", "A game is being played.")

    def _change(self):
        self._in_menu()
        if self.broken:
            raise OSError(5)
