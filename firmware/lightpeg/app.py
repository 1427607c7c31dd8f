"""The loop: read, step, draw, serve, log; in this order, for ever."""

import gc
import sys

from lightpeg.core.ticks import Ticks
from lightpeg.memory import Memory
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

# Milliseconds of one turn of the loop at rest.
TURN = 5

# What is imported while the menu is shown, so that the first press of OK need not wait for it; each is a short pause.
# Compiling takes some three times the memory of the file, so the large ones come first.
LATER = (
    "lightpeg.core.deduction",
    "lightpeg.core.game",
    "lightpeg.core.match",
    "lightpeg.store.recorder",
    "lightpeg.ui.layout",
    "lightpeg.ui.draw",
    "lightpeg.ui.board",
    "lightpeg.ui.play",
    "lightpeg.ui.duel_play",
    "lightpeg.ui.messages",
    "lightpeg.ui.words",
    "lightpeg.ui.pause",
    "lightpeg.store.game_reader",
)
# What is imported when a computer opens the channel for the first time.
LINK = (
    "lightpeg.link.requests",
    "lightpeg.desk_kept",
    "lightpeg.desk",
    "lightpeg.link.frame",
    "lightpeg.channel",
)
# Milliseconds until something is tried again for which the memory was short.
AGAIN = 10000

# What only checks variants, and what gives way to it while the menu is shown: heap is not enough for both.
CHECKING = (
    "lightpeg.core.variant_file",
    "lightpeg.core.variant_fields",
    "lightpeg.core.short",
)
GIVING_WAY = LATER + ("lightpeg.core.duel", "lightpeg.store.resume", "lightpeg.ui.editor", "lightpeg.ui.arms")
# Milliseconds after the last variant until those are imported again.
BACK = 3000


class App:
    """Everything of one board that is running. `hardware` is documented in `hal`."""

    def __init__(self, hardware):
        self._hardware = hardware
        self._ticks = Ticks()
        self._buttons = Buttons()
        self._memory = memory = Memory(hardware)
        names = hardware.list_files(VARIANTS)
        # A Mac writes a second file next to each: "._mine.json".
        self._files = [name for name in names if name.lower().endswith(".json") and name[0] != "."]
        self._uploaded = None
        self._room = MOST_VARIANTS
        self._later = list(LATER)
        self._later_at = 0
        self._link = list(LINK)
        self._link_at = 0
        settings = Settings(memory.journal.settings)
        self.session = Session(hardware.width, hardware.height, settings, builtins(), hardware.random_bytes, memory)
        self._desk = None
        self._channel = None
        if memory.journal.resumable:
            self.session.ask_resume(self._resume, self._drop, 0)

    def turn(self):
        """One turn of the loop."""
        hardware = self._hardware
        session = self.session
        now = self._read(hardware, session)
        drawn = session.tick(now)
        # What was confirmed is kept before anybody sees it.
        self._memory.note(session.match, now)
        hardware.tone(session.hertz(now))
        if drawn:
            hardware.brightness = session.brightness
            hardware.show(session.frame.data)
        self._serve(drawn, now)
        self._log(session, now)
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
                self._press(intention, now)
            event = hardware.button_event()
        intention = buttons.tick(now)
        if intention is not None:
            self._press(intention, now)
        if session.uses_arms:
            session.arms(hardware.arm(0), hardware.arm(1), now)
        return now

    def _press(self, intention, now):
        session = self.session
        session.press(intention, now)
        memory = self._memory
        memory.pressed(now)
        # Another press may follow in the same turn.
        memory.note(session.match, now)

    def _serve(self, drawn, now):
        if self._channel is None:
            return
        desk = self._desk
        desk.now = now
        if drawn:
            self._channel.drawn()
        self._channel.turn()
        if desk.restart_at is not None and now >= desk.restart_at:
            self._hardware.restart(desk.bootloader)

    def _log(self, session, now):
        memory = self._memory
        if session.choices_changed:
            session.choices_changed = False
            memory.choices_changed(now)
        memory.tidy(session, now)

    def _resume(self, now):
        match = self._memory.resume(now)
        if match is None:
            self.session.tell("GONE", "THE GAME CANNOT BE READ", now)
        else:
            self.session.resume(match, now)

    def _drop(self, now):
        self._memory.drop()
        self.session.end_match(now)

    def _open_channel(self):
        from lightpeg.channel import Channel
        from lightpeg.desk import Desk
        from lightpeg.link.server import Server

        hardware = self._hardware
        self._desk = Desk(hardware, self._memory, self.session, self._buttons)
        self._channel = Channel(hardware.link, Server(self._desk), self.session)
        self._desk.subscribe = self._channel.subscribe
        self._desk.make_room = self._make_room

    def _make_room(self):
        """A variant is going to be checked, in the menu."""
        unload(GIVING_WAY)
        self._later = list(LATER)
        self._later_at = self._desk.now + BACK

    def _load_more(self, session, now):
        """Reads one more variant or imports one more module; returns whether there was anything to do."""
        link = self._hardware.link
        if self._uploaded is None:
            self._uploaded = list(self._memory.uploaded())
        elif self._uploaded:
            from lightpeg.core.variant_file import check

            key = self._uploaded.pop(0)
            self._room -= 1
            variant, faults = check(self._memory.uploaded_variant(key))
            if variant is not None:
                variant.key = key
            session.variants.append((key, variant.name if variant else key, variant, faults))
        elif self._files:
            from lightpeg.core.variant_file import read

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
        elif self._later and now >= self._later_at:
            unload(CHECKING)
            try:
                load(self._later[0])
                self._later.pop(0)
            except MemoryError:
                self._later_at = now + AGAIN
        elif self._channel is None and link is not None and link.connected and now >= self._link_at:
            try:
                if self._link:
                    load(self._link[0])
                    self._link.pop(0)
                else:
                    self._open_channel()
            except MemoryError:
                self._link_at = now + AGAIN
        else:
            return False
        return True


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
    for name in names:
        if name in sys.modules:
            del sys.modules[name]
            package, _, module = name.rpartition(".")
            delattr(sys.modules[package], module)
    gc.collect()


def run(hardware):
    """Runs the board; never returns."""
    app = App(hardware)
    turn = app.turn
    while True:
        turn()
