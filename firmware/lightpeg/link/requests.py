"""The requests that a board answers, their fields and the codes of its refusals: what host and firmware agree on, and
what `docs/draw_protocol.py` makes the tables of `docs/protocol.md` from.

The comments over each entry are read by it too: first what the request does, then a line for each field of the request
(`field: what it means`), for each field of the reply (`-> field: what it is`) and for each refusal that is its own
(`! code: when`).
"""

from lightpeg.core.short import short

# The largest sequence number, and the largest id of a request.
TOP = 4294967295
TOP_ID = 1073741823
# Seconds since 1970 of the years 2020 to 2105, the last that has 32 bits.
EARLIEST = 1577836800

# Slots for players' names, and the bytes of UTF-8 in a name.
PLAYERS = 8
NAME_BYTES = 24
# Characters of a variant's key, and of one that a computer gives.
KEY = 40
NEW_KEY = 24
# Bytes of a strategy table, and of the part that one request brings.
TABLE = 24576
PART = 600
# Choices that one request changes.
CHOICES = 20

WHO = ("board", "screen", "paper", "duel")

# Name: the desk's method, then the fields as (name, kind, lowest, highest) in the order in which the method takes
# them. A name that ends in "?" may be left out, or null.
REQUESTS: dict = {
    # Who answers. The first request of every conversation: compare `protocol` before any other.
    # -> name: `lightpeg`
    # -> version: of the firmware
    # -> protocol: what this page describes, a whole number
    # -> board: the chip's own number in hexadecimal, never the same for two boards
    # -> journal: 8 hexadecimal digits, new for each memory that begins empty: a game is known by board, journal and seq
    # -> panel: width and height in pixels
    # -> capabilities: a list of words for what this firmware can do
    # -> circuitpython: the version of CircuitPython
    # -> revision: of the hardware
    "hello": ("hello",),
    # Tells the board what time it is, or asks what it knows. A board has no clock of its own: it counts its starts and
    # the seconds since each.
    # epoch: seconds since 1970, UTC
    # -> start: the number of this start
    # -> seconds: since it
    # -> epoch: the time now; null while no computer has told it since this start
    # -> dates: the newest starts whose time is known, each as [start, epoch of its second 0]
    "time": ("time", ("epoch?", "whole", EARLIEST, TOP)),
    # What the board does, and what its memory holds.
    # -> screen: `menu`, `game` or `page` (a message between them)
    # -> playing: whether a match is going on
    # -> variant: key of the variant being played, or chosen in the menu
    # -> last: sequence number of the newest finished game, 0 for none
    # -> acked: all games up to this one are safe on a computer
    # -> capacity: typical games that fit into an empty memory
    # -> room: typical games that still fit before one that no computer has would have to go
    # -> full: whether there is no room for another game
    # -> damaged: records that were unreadable and skipped
    # -> drive: who may write to the drive: `board`, `computer` (maintenance), or `missing` without the files for games
    # -> heap: free bytes of memory when this was last asked between two matches
    # -> seconds: since this start
    "status": ("status",),
    # The oldest finished game that is newer than one the computer has.
    # since: its sequence number, 0 for all
    # -> seq: of the game; null if there is none
    # -> data: the game's record in base64, as `storage.md` describes it; left out if there is none
    # -> last: sequence number of the newest finished game
    "games": ("game_after", ("since", "whole", 0, TOP)),
    # Tells the board that all games up to this one are safe in a database. The board may overwrite them.
    # seq: of the newest that is safe, with all before it
    # -> acked: what the board holds for safe now
    "ack": ("acknowledge", ("seq", "whole", 0, TOP)),
    # The variants in the order of the board's menu, some at a time.
    # from: how many to skip
    # -> variants: each as [key, `builtin`, `uploaded` or `drive`, whether it can be played]
    # -> next: the `from` of the next ones; null after the last
    "variants": ("variant_list", ("from", "whole", 0, 1000)),
    # One variant's rules.
    # key: as `variants` tells it
    # -> key: the same
    # -> variant: an object as in a variant file, complete
    # ! missing: no variant has that key, or it cannot be played
    "variant": ("variant", ("key", "text", 1, KEY)),
    # Keeps a variant on the board, in the place of an uploaded one of the same key.
    # key: how it is called from now on
    # variant: an object as in a variant file
    # -> key: the same
    # ! field: the variant has faults, or its key is that of a built-in one
    # ! full: as many are kept as fit
    "variant_put": ("put_variant", ("key", "key", 1, NEW_KEY), ("variant", "object", 1, 18)),
    # Removes an uploaded variant.
    # key: as `variants` tells it
    # -> key: the same
    # ! missing: no uploaded variant has that key
    "variant_remove": ("remove_variant", ("key", "text", 1, KEY)),
    # The names in the board's player slots.
    # -> players: the names of slots 1 to 8; empty texts for those without
    "players": ("players",),
    # Names the slots.
    # players: all eight
    # -> players: as they are kept
    "players_put": ("put_players", ("players", "names", PLAYERS, NAME_BYTES)),
    # The choices of the menu.
    # -> settings: an object of all of them
    "settings": ("settings",),
    # Changes choices of the menu.
    # settings: an object of those that change
    # -> settings: an object of all of them
    # ! field: there is no such choice, or it cannot be that
    "settings_put": ("put_settings", ("settings", "choices", 1, CHOICES)),
    # The strategy tables on the board.
    # -> tables: a list with an object for each
    "tables": ("tables",),
    # Brings a part of a strategy table; the parts come in their order, and the one at 0 begins it anew.
    # name: of the table
    # size: of the whole table in bytes
    # crc: CRC-32 of the whole table
    # at: where this part begins
    # data: the part
    # -> name: the same
    # -> at: where the next part begins
    # ! field: this part does not follow the one before, or the whole has another CRC-32
    # ! full: as many are kept as fit
    "table_put": (
        "put_table",
        ("name", "key", 1, NEW_KEY),
        ("size", "whole", 1, TABLE),
        ("crc", "whole", 0, TOP),
        ("at", "whole", 0, TABLE - 1),
        ("data", "base64", 1, PART),
    ),
    # Removes a strategy table.
    # name: of the table
    # -> name: the same
    # ! missing: there is no such table
    "table_remove": ("remove_table", ("name", "key", 1, NEW_KEY)),
    # Asks for messages about what happens, or for no more of them. They end with the connection too.
    # events: those of the match
    # pixels: the panel's picture
    "live": ("subscribe", ("events", "flag", 0, 1), ("pixels", "flag", 0, 1)),
    # Puts a match on the panel, which asks the players whether to begin it.
    # key: of the variant
    # who: `board` (one player against the board), `screen`, `paper` or `duel`
    # games: how many
    # first: the first codemaker, or the first to guess in a duel: 0 or 1
    # rows: one of the variant's `row_choices`
    # players: the slots of both players' names, 0 for no name
    # ! missing: no variant has that key
    # ! field: the variant cannot be played so
    "match": (
        "prepare",
        ("key", "text", 1, KEY),
        ("who", "word", 0, WHO),
        ("games", "whole", 1, 12),
        ("first?", "whole", 0, 1),
        ("rows?", "whole", 1, 12),
        ("players?", "slots", 0, PLAYERS),
    ),
    # The panel shows that this is the board, until a button is pressed.
    "identify": ("identify",),
    # What hands do, for a test of the board's parts.
    # -> buttons: a bit for each button that is down: LEFT 1, RIGHT 2, UP 4, DOWN 8, OK 16, MENU 32, SCREEN 64
    # -> arms: the two sliders, red and white, 0 to 65535
    "inputs": ("inputs",),
    # Restarts the board as a drive for firmware images.
    # ! held: MENU has not been held on the board for a second
    "bootloader": ("restart",),
    # Restarts the board with its drive for the computer to write.
    # ! held: MENU has not been held on the board for a second
    "maintenance": ("restart",),
}

# What `error` may be:
# bad: what came is no frame, or a frame without an id
# unknown: there is no such request
# field: a field is missing, is none of this request's, or holds what it may not
# busy: not now: the board is not in its menu, or short of memory
# full: there is no room for more
# missing: there is none of that name
# held: a button has to be held on the board, so that only who stands before it can do this
# storage: the board's memory or drive cannot be read or written
ERRORS = ("bad", "unknown", "field", "busy", "full", "missing", "held", "storage")


def allowed(kind, low, high):
    """What a field of this kind may hold, as the end of a sentence."""
    if kind == "whole":
        return "a whole number from %d to %d" % (low, high)
    if kind == "flag":
        return "true or false"
    if kind == "text":
        return "a text of %d to %d characters" % (low, high)
    if kind == "key":
        return "%d to %d of a to z, 0 to 9, - and _" % (low, high)
    if kind == "word":
        return "one of " + ", ".join(high)
    if kind == "names":
        return "a list of %d names of at most %d bytes, no space at their ends" % (low, high)
    if kind == "slots":
        return "a list of two whole numbers from %d to %d, not the same slot" % (low, high)
    if kind == "base64":
        return "%d to %d bytes in base64" % (low, high)
    if kind == "choices":
        return "an object of %d to %d whole numbers up to 255, but a text for variant" % (low, high)
    return "an object of %d to %d fields" % (low, high)


def whole(value, low, high):
    """Whether a value out of a frame is a whole number in these limits. True is not 1, nor is 1.0."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def holds(kind, low, high, value):
    """Whether a value out of a frame is what a field of this kind may hold. Raises nothing, whatever the value."""
    if kind == "whole":
        return whole(value, low, high)
    if kind == "flag":
        return isinstance(value, bool)
    if kind == "word":
        return isinstance(value, str) and value in high
    if kind == "object":
        return isinstance(value, dict) and low <= len(value) <= high
    if kind == "names":
        return isinstance(value, list) and len(value) == low and all([_is_name(name, high) for name in value])
    if kind == "slots":
        good = isinstance(value, list) and len(value) == 2 and all([whole(slot, low, high) for slot in value])
        return good and (value[0] != value[1] or not value[0])
    if kind == "choices":
        good = isinstance(value, dict) and low <= len(value) <= high
        return good and all([_is_choice(name, value[name]) for name in value])
    if not isinstance(value, str):
        return False
    if kind == "base64":
        return 4 <= len(value) <= (high + 2) // 3 * 4
    if not low <= len(value) <= high or not _is_text(value):
        return False
    return kind == "text" or all([char in "abcdefghijklmnopqrstuvwxyz0123456789-_" for char in value])


def _is_text(value):
    # Without control characters, halves of characters, and what MicroPython reads as two halves.
    if _is_plain(value):
        return True
    for char in value:
        code = ord(char)
        if code < 32 or 127 <= code < 160 or 0xD800 <= code < 0xE000 or code > 0xFFFD:
            return False
    return True


def _is_plain(value):
    # Printable ASCII: looked at as a whole, for a loop over a long text takes a board many milliseconds.
    try:
        data = value.encode()
    except UnicodeError:
        return False
    return not data or (min(data) >= 32 and max(data) < 127)


def _is_name(value, most):
    return isinstance(value, str) and _is_text(value) and value == value.strip() and len(value.encode()) <= most


def _is_choice(name, value):
    if name == "variant":
        return isinstance(value, str) and 0 < len(value) <= KEY and _is_text(value)
    return isinstance(name, str) and len(name) <= NEW_KEY and _is_plain(name) and whole(value, 0, 255)


def read(fields, message):
    """The values of a request's fields, None for those left out. Raises ValueError with a sentence where they are not
    as they should be."""
    values = []
    known = ["id", "do"]
    for field, kind, low, high in fields:
        name = field.rstrip("?")
        known.append(name)
        value = message.get(name)
        if not (value is None and name != field) and not holds(kind, low, high, value):
            raise ValueError("%s must be %s." % (name, allowed(kind, low, high)))
        values.append(value)
    for name in message:
        if name not in known:
            raise ValueError("%s is no field of this request." % short(name))
    return values
