"""The menu the board starts into. The last choices stand in it, so that one press of OK starts the next game."""

from lightpeg.core.variant import MAX_GAMES, games_fault
from lightpeg.ui.look_fields import SWITCH, at, look_fields
from lightpeg.ui.menu import Field, Menu
from lightpeg.ui.palettes import BAD, FRAME, PALETTES
from lightpeg.ui.settings import CLOCKS, WHO
from lightpeg.ui.sounds import CLICK, REFUSE

WHO_TEXT = {
    "board": "1 PLAYER",
    "screen": "2 PLAYERS",
    "paper": "2, SECRET ON PAPER",
    "duel": "2 AT ONCE",
}


class Home:
    """Builds the menu's fields from the session's settings and variants."""

    def __init__(self, session):
        self._session = session
        self._waiting = False
        self.menu = Menu(session, self._fields, self._ok, self._first, self._decorate)

    def variant(self):
        """The chosen variant with its switches set, or None when it cannot be played."""
        settings = self._session.settings
        _, _, variant, _ = self._entry()
        if variant is None:
            return None
        rows = settings.rows if settings.rows in variant.row_choices else None
        repeats = bool(settings.repeats) if _can_switch_repeats(variant) else None
        symbols = "letters" if settings.letters and variant.symbols != "colours" else None
        return variant.with_options(rows=rows, repeats=repeats, symbols=symbols)

    def _entry(self):
        session = self._session
        for entry in session.variants:
            if entry[0] == session.settings.variant:
                return entry
        return session.variants[0]

    def _faults(self):
        """Why the chosen variant cannot be played, as one line; empty when it can."""
        session = self._session
        _, _, variant, faults = self._entry()
        if variant is None:
            return ", ".join(["%s %s: %s" % fault for fault in faults]).upper()
        from lightpeg.ui.layout import problem

        return (problem(self.variant(), session.width, session.height) or "").upper()

    def _fields(self):
        settings = self._session.settings
        self._settle()
        fields = [
            Field("GAME", [(e[0], e[1].upper()) for e in self._session.variants], *self._at("variant")),
        ]
        variant = self._entry()[2]
        if variant is not None:
            who = [(n, WHO_TEXT[WHO[n]]) for n in range(4) if WHO[n] in variant.players]
            fields.append(Field("WHO", who, *self._at("who")))
            games = [(n, "%d" % n) for n in range(1, MAX_GAMES + 1) if not self._games_fault(variant, n)]
            fields.append(Field("GAMES", games, *self._at("games")))
            if WHO[settings.who] != "board":
                what = "BEGINS" if WHO[settings.who] == "duel" else "HIDES"
                first = [(n, "P%d %s" % (n + 1, what)) for n in (0, 1)]
                fields.append(Field("FIRST", first, *self._at("first")))
            names = self._session.kept.names
            named = [(n + 1, names[n].upper()) for n in range(len(names)) if names[n]]
            if named:
                for player in range(1 if WHO[settings.who] == "board" else 2):
                    label = "P%d" % (player + 1)
                    fields.append(Field(label, [(0, "ANYBODY")] + named, *self._at("player%d" % (player + 1))))
            if len(variant.row_choices) > 1:
                rows = [(n, "%d" % n) for n in variant.row_choices]
                chosen = settings.rows if settings.rows in variant.row_choices else variant.rows
                fields.append(Field("ROWS", rows, lambda: chosen, self._at("rows")[1]))
            if _can_switch_repeats(variant):
                fields.append(Field("REPEATS", SWITCH, *self._at("repeats")))
            if variant.symbols not in ("colours", "letters"):
                fields.append(Field("SYMBOLS", ((0, "123"), (1, "ABC")), *self._at("letters")))
            # Without a clock of the variant's own, that choice and "off" are one.
            own = [(0, CLOCKS[0][0]), (1, CLOCKS[1][0])] if variant.clock[0] else [(0, CLOCKS[1][0])]
            clocks = own + [(n, CLOCKS[n][0]) for n in range(2, len(CLOCKS))]
            fields.append(Field("CLOCK", clocks, *self._at("clock")))
        return fields + look_fields(self._session)

    def _at(self, name):
        return at(self._session, name)

    def _games_fault(self, variant, games):
        return games_fault(variant, WHO[self._session.settings.who], games)

    def _settle(self):
        """Moves choices that the chosen variant does not offer to the nearest it does."""
        settings = self._session.settings
        key, _, variant, _ = self._entry()
        if key != settings.variant and not self._session.variants_read:
            return
        settings.variant = key
        if variant is None:
            return
        if WHO[settings.who] not in variant.players:
            settings.who = WHO.index(variant.players[0])
        if self._games_fault(variant, settings.games):
            settings.games = 2

    def variants_read(self, now):
        """Every variant is known: a start that waited for the last choice can happen."""
        if self._waiting and self._entry()[0] == self._session.settings.variant:
            self.start(now)
        self._waiting = False

    def summary(self):
        """The chosen match in a few words."""
        settings = self._session.settings
        games = "%d GAME%s" % (settings.games, "" if settings.games == 1 else "S")
        return "%s, %s, %s" % (self._entry()[1].upper(), WHO_TEXT[WHO[settings.who]], games)

    def _ok(self, field, now):
        self.start(now)

    def start(self, now):
        """Starts the match of the choices, or says why it cannot be played."""
        session = self._session
        if not session.variants_read and self._entry()[0] != session.settings.variant:
            # An early OK means the last choice, whose file has not been read yet.
            self._waiting = True
            return
        why = self._faults()
        if why:
            from lightpeg.ui.messages import Message

            session.sound(REFUSE, now)
            back = self._back
            session.show(Message(session, "NO", why, BAD, back, back), now)
            return
        session.start_match(self.variant(), now)

    def _back(self, now):
        self._session.show(self.menu, now)

    def _first(self, now):
        if not self.menu.at:
            self.menu.refuse(now)
            return
        self.menu.at = 0
        self._session.sound(CLICK, now)
        self._back(now)

    def _decorate(self, frame, field):
        """The pegs of the chosen variant, in the colours chosen, below the text."""
        session = self._session
        variant = self._entry()[2]
        if variant is None:
            frame.line(0, 13, frame.width, BAD)
            return
        colours = PALETTES[session.settings.palette][1]
        start = (frame.width - variant.values) // 2
        for peg in range(variant.values):
            frame.put(start + peg, 13, colours[peg] if peg < variant.colours else FRAME)


def _can_switch_repeats(variant):
    """Whether the menu's switch matters: a variant whose own rule allows repeats needs none."""
    return variant.repeats_switch and not variant.repeats_in_code
