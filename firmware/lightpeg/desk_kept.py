"""What a computer changes of what a board keeps: variants, players, settings, strategy tables. A part of the desk."""

from lightpeg.core.builtin import BUILTIN
from lightpeg.core.variant import FIELDS
from lightpeg.link.server import Refusal
from lightpeg.ui.settings import Settings

BUSY = "The board is in use. Ask again when it shows its menu."


class DeskOfKept:
    """`now` is the time of this turn. `make_room` is called before a variant is checked, which takes memory."""

    def __init__(self, memory, session):
        self._memory = memory
        self._journal = memory.journal
        self._session = session
        self.now = 0
        self.make_room = _nothing

    # Variants.

    def variant_list(self):
        return [[entry[0], self._source(entry[0]), entry[2] is not None] for entry in self._session.variants]

    def variant(self, key):
        variant = self._entry(key)[2]
        if variant is None:
            raise Refusal("missing", "That variant has faults.")
        told = {}
        for field in FIELDS:
            told[field] = getattr(variant, field)
        told["clock"] = {"base_s": variant.clock[0], "bonus_s": variant.clock[1], "limit_s": variant.clock[2]}
        return {"key": key, "variant": told}

    def put_variant(self, key, data):
        self._in_menu()
        self.make_room()
        from lightpeg.core.variant_file import check

        if self._source(key) in ("builtin", "drive"):
            raise Refusal("field", "That name is taken.")
        variant, faults = check(data)
        if variant is None:
            raise Refusal("field", "; ".join(["%s is %s, allowed: %s" % fault for fault in faults])[:400])
        variant.key = key
        self._change(self._memory.library.put, key, data)
        entry = (key, variant.name, variant, ())
        variants = self._session.variants
        for place in range(len(variants)):
            if variants[place][0] == key:
                variants[place] = entry
                break
        else:
            variants.append(entry)
        self._session.menu_changed(self.now)
        return {"key": key}

    def remove_variant(self, key):
        self._in_menu()
        if self._source(key) != "uploaded":
            raise Refusal("missing", "No uploaded variant has that name.")
        self._change(self._memory.library.remove, key)
        self._session.variants.remove(self._entry(key))
        self._session.menu_changed(self.now)
        return {"key": key}

    # Players, settings, tables.

    def players(self):
        return {"players": self._journal.players}

    def put_players(self, names):
        self._in_menu()
        self._journal.keep_players(names)
        self._session.menu_changed(self.now)
        return self.players()

    def settings(self):
        return {"settings": self._session.settings.everything()}

    def put_settings(self, changes):
        self._in_menu()
        self._use(changes)
        return self.settings()

    def tables(self):
        return {"tables": self._memory.tables.list()}

    def put_table(self, name, size, crc, at, data):
        self._in_menu()
        tables = self._memory.tables
        if at == 0:
            self._change(tables.begin, name, size, crc)
        try:
            self._change(tables.part, at, data)
            if tables.next == size:
                self._change(tables.end)
        except Refusal as refusal:
            # Not the room is missing, but the right part.
            raise Refusal("field" if refusal.code == "full" else refusal.code, refusal.why) from None
        return {"name": name, "at": at + len(data)}

    def remove_table(self, name):
        self._in_menu()
        self._change(self._memory.tables.remove, name)
        return {"name": name}

    # What the requests have in common.

    def _in_menu(self):
        if not self._session.in_menu:
            raise Refusal("busy", BUSY)

    def _use(self, changes):
        """Changes all of these choices, or, where one is wrong, none."""
        session = self._session
        changed = Settings(session.settings.everything())
        for name, value in changes.items():
            if not changed.change(name, value):
                raise Refusal("field", "%s is no setting, or cannot be that." % name)
        session.settings.take(changed)
        session.choices_changed = True
        session.menu_changed(self.now)

    def _source(self, key):
        if key in BUILTIN:
            return "builtin"
        library = self._memory.library
        if key in library.keys():  # noqa: SIM118 - it is no dict
            return "uploaded"
        for entry in self._session.variants:
            if entry[0] == key:
                return "drive"
        return None

    def _entry(self, key):
        for entry in self._session.variants:
            if entry[0] == key:
                return entry
        raise Refusal("missing", "No variant has that name.")

    def _change(self, action, *values):
        """Writes something to the drive."""
        try:
            return action(*values)
        except KeyError:
            raise Refusal("missing", "There is none of that name.") from None
        except ValueError as error:
            raise Refusal("full", str(error)) from None
        except OSError:
            raise Refusal("storage", "The drive cannot be written: run lightpeg doctor.") from None


def _nothing():
    pass
