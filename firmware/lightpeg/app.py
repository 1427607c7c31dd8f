"""The loop: read, step, draw, serve, log; in this order, for ever."""

import gc

from lightpeg.core.ticks import Ticks
from lightpeg.core.variant_file import read
from lightpeg.link.frame import Reader, encode
from lightpeg.link.server import reply
from lightpeg.store import choices
from lightpeg.ui.buttons import COUNT, Buttons
from lightpeg.ui.session import Session
from lightpeg.ui.settings import Settings
from lightpeg.ui.variants import builtins

# The folder of the drive with a person's own variants, and the most of them that the menu takes.
VARIANTS = "/variants"
MOST_VARIANTS = 12
VARIANT_BYTES = 4096
# What is kept of a file's name as the last choice.
LONGEST_KEY = 40

# Milliseconds: one turn of the loop at rest, and how long choices wait for a quiet moment before they are kept.
TURN = 5
KEEP_AFTER = 1500

# Screens that are imported while the menu is shown, so that the first press of OK need not wait for them.
LATER = (
    "lightpeg.ui.play",
    "lightpeg.ui.messages",
    "lightpeg.ui.words",
    "lightpeg.ui.pause",
    "lightpeg.ui.duel_play",
)


class App:
    """Everything of one board that is running. `hardware` is documented in `hal`."""

    def __init__(self, hardware):
        self._hardware = hardware
        self._ticks = Ticks()
        self._buttons = Buttons()
        self._reader = Reader()
        self._outgoing = b""
        self._connected = False
        settings = Settings(choices.load(hardware.nvm))
        names = hardware.list_files(VARIANTS)
        # A Mac writes a second file next to each: "._mine.json".
        self._files = [name for name in names if name.lower().endswith(".json") and name[0] != "."]
        self._room = MOST_VARIANTS
        self._later = list(LATER)
        variants = builtins()
        self.session = Session(hardware.width, hardware.height, settings, variants, hardware.random_bytes)
        self._keep_at = None

    def turn(self):
        """One turn of the loop."""
        hardware = self._hardware
        session = self.session
        now = self._read(hardware, session)
        drawn = session.tick(now)
        hardware.tone(session.hertz(now))
        if drawn:
            hardware.brightness = session.brightness
            hardware.show(session.frame.data)
        self._serve(hardware)
        self._log(hardware, session, now)
        hardware.feed()
        if not drawn and not self._load_more(session, now):
            hardware.idle(TURN)

    def _read(self, hardware, session):
        """Tells the session what hands did; returns the time."""
        ticks = self._ticks
        buttons = self._buttons
        now = ticks.advance(hardware.ticks_ms())
        event = hardware.button_event()
        while event:
            # An event may be old, where the loop stood still, or newer than the turn, where a press took long.
            now = ticks.advance(hardware.ticks_ms())
            at = ticks.at(hardware.event_ticks)
            if event > COUNT:
                intention = buttons.forget()
            else:
                intention = buttons.down(event - 1, at) if event > 0 else buttons.up(-event - 1, at)
            if intention is not None:
                session.press(intention, now)
            event = hardware.button_event()
        intention = buttons.tick(now)
        if intention is not None:
            session.press(intention, now)
        if session.uses_arms:
            session.arms(hardware.arm(0), hardware.arm(1), now)
        return now

    def _serve(self, hardware):
        link = hardware.link
        if link is None:
            return
        if not link.connected:
            # What the one who left began, wherever it is held, is not the beginning of what the next one says.
            if link.read_available() or self._connected:
                self._connected = False
                self._outgoing = b""
                self._reader.reset()
            return
        self._connected = True
        if self._outgoing:
            # A host that does not read gets no more replies until it does.
            self._outgoing = self._outgoing[link.write(self._outgoing) :]
            return
        data = link.read_available()
        if not data:
            return
        told = {"panel": [hardware.width, hardware.height]}
        for message, fault in self._reader.feed(data):
            self._outgoing += encode(reply(message, fault, told))

    def _log(self, hardware, session, now):
        if session.choices_changed:
            session.choices_changed = False
            self._keep_at = now + KEEP_AFTER
        if self._keep_at is not None and now >= self._keep_at:
            self._keep_at = None
            choices.save(hardware.nvm, session.settings.as_dict())

    def _load_more(self, session, now):
        """Reads one more variant file or imports one more screen; returns whether there was anything to do."""
        if self._files:
            name = self._files.pop(0)
            key = name[:LONGEST_KEY]
            self._room -= 1
            if self._room < 0:
                # One stands for all that are too many.
                self._files = []
                faults = [("variants", "too many", "at most %d" % MOST_VARIANTS)]
                session.variants.append((key, name, None, faults))
                return True
            try:
                variant, faults = read(self._hardware.read_file(VARIANTS + "/" + name, VARIANT_BYTES + 1), key)
            except OSError:
                # A folder of that name, or a drive that is damaged there.
                variant, faults = None, [("file", "unreadable", "a JSON file")]
            session.variants.append((key, variant.name if variant else name, variant, faults))
        elif not session.variants_read:
            session.all_variants_read(now)
        elif self._later:
            __import__(self._later.pop(0))
            gc.collect()
        else:
            return False
        return True


def run(hardware):
    """Runs the board; never returns."""
    app = App(hardware)
    turn = app.turn
    while True:
        turn()
