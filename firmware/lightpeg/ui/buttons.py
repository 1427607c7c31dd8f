"""From button edges to intentions: repeats, long presses, and nothing from bounce or from keys pressed together."""

# Buttons, in the order of the pin map.
LEFT = 0
RIGHT = 1
UP = 2
DOWN = 3
OK = 4
MENU = 5
SCREEN = 6
COUNT = 7

# Intentions: the buttons' own numbers for a press, and these.
OK_HELD = 7
SCREEN_UP = 8

# Milliseconds.
REPEAT_AFTER = 400
REPEAT_EVERY = 150
HOLD_AFTER = 600
# A key that comes down again sooner than this after its release bounced: no finger is that fast.
BOUNCE = 30
# Two keys that go down within this time were pressed together.
TOGETHER = 60

_LONG_AGO = -1000000


class Buttons:
    """Feed it edges and the time; it returns intentions, or None.

    LEFT, RIGHT, UP and DOWN act when they go down and repeat while held; SCREEN acts at both edges; OK and MENU act
    when they come up again, so that holding OK can mean something else and a key slipped onto them undoes them.
    """

    def __init__(self):
        self._down_at = [None] * COUNT
        self._up_at = [_LONG_AGO] * COUNT
        self._active = None
        self._next = 0
        self._last_down = _LONG_AGO

    def down(self, button, now):
        """`button` went down at `now`."""
        if self._down_at[button] is not None:
            return None
        self._down_at[button] = now
        if now - self._up_at[button] < BOUNCE:
            return None
        if button == SCREEN:
            return SCREEN
        together = now - self._last_down < TOGETHER
        others = self._active
        self._last_down = now
        if button in (OK, MENU):
            # Only a press of its own counts: nothing went down just before it, and nothing will until it is released.
            self._active = None if together else button
            self._next = now + HOLD_AFTER
            return None
        if others in (OK, MENU):
            self._active = None
            return None
        self._active = button
        self._next = now + REPEAT_AFTER
        return button

    def up(self, button, now):
        """`button` was released at `now`."""
        if self._down_at[button] is None:
            return None
        self._down_at[button] = None
        self._up_at[button] = now
        if button == SCREEN:
            return SCREEN_UP
        if self._active != button:
            return None
        self._active = None
        if button in (OK, MENU):
            return button
        return None

    def tick(self, now):
        """Repeats and long presses due at `now`; call it until it returns None."""
        active = self._active
        if active is None or active == MENU or now < self._next:
            return None
        if active == OK:
            self._active = None
            return OK_HELD
        # After a pause of the loop one repeat is enough: nobody sees a burst coming.
        self._next = now + REPEAT_EVERY
        return active

    def held(self, button):
        """Whether the button is down."""
        return self._down_at[button] is not None

    def release_all(self):
        """Forgets what is held: what is still down counts again only after its release."""
        self._active = None
