"""The menu during a match: go on, change the look, give up the game or end the match."""

from lightpeg.core.game import OVER, REVEAL, SECRET
from lightpeg.ui.look_fields import look_fields
from lightpeg.ui.menu import Field, Menu
from lightpeg.ui.sounds import REFUSE

GO_ON = "GO ON"
GIVE_UP = "GIVE UP"
KEEP_SECRET = "KEEP SECRET"
END = "END MATCH"
DROP = "DROP THE GAME"
SURE = "SURE?"


class Sure:
    """Actions of a menu that cannot be taken back: each asks once more."""

    def __init__(self, session):
        self._session = session
        self._asked = None

    def field(self, label):
        if self._asked == label:
            return Field(label, [(0, SURE)], lambda: 0)
        return Field(label, [])

    def confirmed(self, label, menu, now):
        """OK was pressed on the action; returns whether that was the second time."""
        if self._asked == label:
            return True
        self._asked = label
        self._session.sound(REFUSE, now)
        menu.enter(now)
        return False


class Resume:
    """What is asked after a power cut: to go on with the match that was running, or to drop it."""

    def __init__(self, session, go_on, drop):
        self._sure = Sure(session)
        self._go_on = go_on
        self._drop = drop
        self.menu = Menu(session, self._fields, self._ok, self._refuse)

    def _fields(self):
        return [Field(GO_ON, []), self._sure.field(DROP)]

    def _ok(self, field, now):
        if field.label == GO_ON:
            self._go_on(now)
        elif self._sure.confirmed(DROP, self.menu, now):
            self._drop(now)

    def _refuse(self, now):
        self.menu.refuse(now)


class Pause:
    """`back` is the screen to return to, `play` the game's own screen or None between games."""

    def __init__(self, session, back, play):
        self._session = session
        self._back = back
        self._play = play
        self._sure = Sure(session)
        self.menu = Menu(session, self._fields, self._ok, self._go_on)

    def _fields(self):
        fields = [Field(GO_ON, [])]
        fields += look_fields(self._session)
        play = self._play
        if play is not None and play is self._back and play.game.phase not in (SECRET, OVER):
            fields.append(self._sure.field(KEEP_SECRET if play.game.phase == REVEAL else GIVE_UP))
        fields.append(self._sure.field(END))
        return fields

    def _ok(self, field, now):
        label = field.label
        if label in (END, GIVE_UP, KEEP_SECRET):
            if not self._sure.confirmed(label, self.menu, now):
                return
            if label == END:
                self._session.end_match(now)
            else:
                # The game's clock may have ended it behind this menu, and then nothing is given up.
                phase = self._play.game.phase
                self._go_on(now)
                if phase != OVER and (phase == REVEAL) == (label == KEEP_SECRET):
                    self._play.give_up(now)
            return
        self._go_on(now)

    def _go_on(self, now):
        session = self._session
        play = self._play
        if play is not None:
            # The look may have changed behind it.
            play.look = session.look(play.game.variant)
            play.relayout()
        session.show(self._back, now)
