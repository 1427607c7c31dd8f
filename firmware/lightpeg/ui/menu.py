"""A menu on the panel: UP and DOWN choose a field, LEFT and RIGHT change its value, OK goes on."""

from lightpeg.ui.banner import Banner
from lightpeg.ui.buttons import DOWN, LEFT, MENU, OK, RIGHT, SCREEN_UP, UP
from lightpeg.ui.palettes import BAD, CARET, EMPTY, GOOD, TEXT
from lightpeg.ui.sounds import CLICK, REFUSE

LABEL_LINE = 0
VALUE_LINE = 6
DOTS_LINE = 15


class Field:
    """A line of a menu. `choices` is a list of (value, text) pairs or a function that returns it; an empty list makes
    the field an action that OK performs by calling `change` with None."""

    def __init__(self, label, choices, get=None, change=None):
        self.label = label
        self._choices = choices
        self.get = get
        self.change = change

    def choices(self):
        choices = self._choices
        return choices if isinstance(choices, (list, tuple)) else choices()

    def place(self, choices):
        value = self.get()
        for n in range(len(choices)):
            if choices[n][0] == value:
                return n
        return 0


class Menu:
    """Shows `fields()` one at a time. `on_ok` is called with the field and the time; `on_menu` with the time.
    `decorate(frame)` may draw on lines 12 and 13 what belongs to the chosen value."""

    uses_arms = False

    def __init__(self, session, fields, on_ok, on_menu, decorate=None):
        self._session = session
        self._fields = fields
        self._on_ok = on_ok
        self._on_menu = on_menu
        self._decorate = decorate
        self.at = 0
        self._label = None
        self._value = None
        self._shown = fields()

    def enter(self, now):
        """Called whenever the menu comes to the front."""
        self._refresh(now)

    def field(self):
        return self._shown[self.at]

    def press(self, intention, now):
        session = self._session
        if intention == UP:
            self.at = (self.at - 1) % len(self._shown)
        elif intention == DOWN:
            self.at = (self.at + 1) % len(self._shown)
        elif intention in (LEFT, RIGHT):
            field = self.field()
            choices = field.choices()
            if len(choices) < 2:
                self.refuse(now)
                return
            step = 1 if intention == RIGHT else -1
            field.change(choices[(field.place(choices) + step) % len(choices)][0])
        elif intention == OK:
            self._on_ok(self.field(), now)
            return
        elif intention == MENU:
            self._on_menu(now)
            return
        else:
            if intention != SCREEN_UP:
                self.refuse(now)
            return
        session.sound(CLICK, now)
        self._refresh(now)

    def refuse(self, now):
        """A press without effect here: the value runs from its beginning in the colour of refusal until the next."""
        self._session.sound(REFUSE, now)
        self._refresh(now)
        self._value.colour = BAD

    def tick(self, now):
        return self._label.changed(now) or self._value.changed(now)

    def draw(self, frame, now):
        width = frame.width
        frame.clear()
        self._label.draw(frame, 0, LABEL_LINE, now)
        self._value.draw(frame, 0, VALUE_LINE, now)
        if self._decorate:
            self._decorate(frame, self.field())
        count = len(self._shown)
        start = (width - count) // 2
        for n in range(count):
            frame.put(start + n, DOTS_LINE, CARET if n == self.at else EMPTY)

    def _refresh(self, now):
        key = self.field().label
        self._shown = self._fields()
        # A change may add or remove fields; the cursor stays with its own.
        for n in range(len(self._shown)):
            if self._shown[n].label == key:
                self.at = n
                break
        else:
            self.at = 0
        field = self.field()
        choices = field.choices()
        text = choices[field.place(choices)][1] if choices else "OK"
        width = self._session.width
        self._label = Banner(field.label, width, now, TEXT)
        self._value = Banner(text, width, now, GOOD)
