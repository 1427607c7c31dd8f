"""The loop: read, step, draw, serve, log; in this order, for ever."""

from lightpeg.core.ticks import Ticks
from lightpeg.loader import Loader
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

# Milliseconds without a computer after which what its requests need goes.
ALONE_AFTER = 5000


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
        self._loader = Loader()
        self._alone_at = 0
        settings = Settings(memory.journal.settings)
        self.session = Session(hardware.width, hardware.height, settings, builtins(), hardware.random_bytes, memory)
        self.session.loader = self._loader
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
        if self._hardware.link.connected:
            self._alone_at = now + ALONE_AFTER
        elif now >= self._alone_at and self.session.in_menu:
            self._close_channel()
            return
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
        self._loader.make_room(self._desk.now)

    def _close_channel(self):
        self._channel = None
        self._desk = None
        self._loader.unlink()

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
        elif self._loader.more(now):
            pass
        elif self._channel is None and link is not None and link.connected:
            if self._loader.linked:
                self._open_channel()
            else:
                return self._loader.link(now, session.match)
        else:
            return False
        return True


def run(hardware):
    """Runs the board; never returns."""
    app = App(hardware)
    turn = app.turn
    while True:
        turn()
