"""What a computer's requests ask of this board: the `desk` of `link.server`.

Nothing here tells of a running game what is not for everybody's eyes, and nothing changes what is being played: what
would, waits for the menu.
"""

from lightpeg.core.variant import MAX_GAMES, games_fault
from lightpeg.desk_kept import BUSY, DeskOfKept
from lightpeg.link.server import Refusal
from lightpeg.ui.buttons import COUNT, MENU
from lightpeg.ui.settings import WHO

# Hardware this firmware knows, as it is printed on the board.
REVISION = "A"
# Milliseconds between the reply to a restart and the restart.
RESTART_AFTER = 300
# Milliseconds for which MENU has to be held for that: a press that opens a match's menu is no consent.
HOLD_FOR = 1000
# Milliseconds in which one time is taken: programs that do not agree on it must not fill the memory with it.
TIME_EVERY = 60000


class Desk(DeskOfKept):
    """`now` is the time of this turn; `restart_at`, if not None, when the board is to restart, into its loader of
    firmware images if `bootloader`."""

    def __init__(self, hardware, memory, session, buttons):
        super().__init__(memory, session)
        self._hardware = hardware
        self._buttons = buttons
        # Given by the channel.
        self.subscribe = None
        self.restart_at = None
        self.bootloader = False
        self._time_at = 0
        self._heap = 0

    # The board and its time.

    def hello(self):
        hardware = self._hardware
        return {
            "board": hardware.uid,
            "journal": "%08x" % self._journal.journal_id,
            "panel": [hardware.width, hardware.height],
            "capabilities": ["games", "variants", "tables", "live"],
            "circuitpython": hardware.python,
            "revision": REVISION,
        }

    def time(self, epoch):
        journal = self._journal
        seconds = self.now // 1000
        if epoch is not None and self.now >= self._time_at:
            known = journal.anchors
            journal.set_time(epoch, seconds)
            if journal.anchors is not known:
                self._time_at = self.now + TIME_EVERY
        since = None
        for start, zero in journal.anchors:
            if start == journal.start:
                since = zero
        return {
            "start": journal.start,
            "seconds": seconds,
            "epoch": None if since is None else since + seconds,
            "dates": [list(anchor) for anchor in journal.anchors],
        }

    def status(self):
        session = self._session
        journal = self._journal
        match = session.match
        if match is None:
            # How much each press of a codemaker takes tells the code.
            self._heap = self._hardware.free_memory()
        return {
            "screen": "menu" if session.in_menu else "game" if match else "page",
            "playing": match is not None,
            "variant": match.variant.key if match else session.settings.variant,
            "last": journal.last_seq,
            "acked": journal.acked,
            "capacity": journal.capacity(),
            "room": journal.room(),
            "full": journal.full,
            "damaged": journal.damaged,
            "drive": self._memory.drive,
            "heap": self._heap,
            "seconds": self.now // 1000,
        }

    def inputs(self):
        # How often a codemaker presses what tells the code.
        if self._session.match is not None:
            raise Refusal("busy", BUSY)
        held = 0
        for button in range(COUNT):
            held |= self._buttons.held(button) << button
        return {"buttons": held, "arms": [self._hardware.arm(0), self._hardware.arm(1)]}

    def identify(self):
        self._in_menu()
        uid = self._hardware.uid
        self._session.tell(uid[-4:].upper(), "THIS IS THE BOARD", self.now)
        return {}

    def restart(self, mode):
        if self._buttons.held_for(MENU, self.now) < HOLD_FOR:
            raise Refusal("held", "Hold MENU on the board and ask again.")
        if self.restart_at is None:
            self.restart_at = self.now + RESTART_AFTER
            self.bootloader = mode == "bootloader"
        return {}

    # Games.

    def game_after(self, number):
        return self._journal.game_after(number)

    def last_game(self):
        return self._journal.last_seq

    def acknowledge(self, number):
        journal = self._journal
        journal.acknowledge(min(number, journal.last_seq))
        return {"acked": journal.acked}

    # A match.

    def prepare(self, asked):
        self._in_menu()
        session = self._session
        variant = self._entry(asked["key"])[2]
        if variant is None:
            raise Refusal("field", "That variant has faults.")
        who = asked["who"]
        games = asked["games"]
        if who not in variant.players:
            raise Refusal("field", "That variant is not played so.")
        fault = games_fault(variant, who, games)
        if fault or games > MAX_GAMES:
            raise Refusal("field", fault)
        changes = {"variant": asked["key"], "who": WHO.index(who), "games": games, "first": asked.get("first", 0)}
        rows = asked.get("rows")
        if rows is not None:
            if rows not in variant.row_choices:
                raise Refusal("field", "Rows: %s" % variant.row_choices)
            changes["rows"] = rows
        slots = asked.get("players") or (0, 0)
        changes["player1"], changes["player2"] = slots
        self._use(changes)
        session.prepare(self.now)
        return {}
