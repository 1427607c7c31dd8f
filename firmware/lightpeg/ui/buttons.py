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

# No button is active.
_NOTHING = -1
_LONG_AGO = -1000000


class Buttons:
    """Feed it edges and the times at which they happened, in order; it returns intentions, or None.

    LEFT, RIGHT, UP and DOWN act when they go down and repeat while held; SCREEN acts at both edges; OK and MENU act
    when they come up again, so that holding OK can mean something else and a key slipped onto them undoes them.

    A release counts after BOUNCE milliseconds without a new edge down: what comes down sooner is the same press, still
    held. So a worn contact neither doubles a press nor ends a long one.
    """

    def __init__(self):
        self._down = [False] * COUNT
        self._since = [0] * COUNT
        # When a key came up that is not yet believed to be released.
        self._up_at: list = [None] * COUNT
        self._active = _NOTHING
        self._next = 0
        self._last_down = _LONG_AGO
        self._due = []

    def down(self, button, now):
        """`button` went down at `now`."""
        self._believe(now)
        if self._down[button]:
            self._up_at[button] = None
        else:
            self._down[button] = True
            self._since[button] = now
            self._pressed(button, now)
        return self._due.pop(0) if self._due else None

    def up(self, button, now):
        """`button` was released at `now`."""
        self._believe(now)
        if self._down[button] and self._up_at[button] is None:
            self._up_at[button] = now
        return self._due.pop(0) if self._due else None

    def tick(self, now):
        """Releases, repeats and long presses due at `now`; call it until it returns None."""
        self._believe(now)
        if self._due:
            return self._due.pop(0)
        active = self._active
        if active in (_NOTHING, OK, MENU) or now < self._next or self._up_at[active] is not None:
            return None
        # After a pause of the loop one repeat is enough: nobody sees a burst coming.
        self._next = now + REPEAT_EVERY
        return active

    def held(self, button):
        """Whether the button is down."""
        return self._down[button]

    def held_for(self, button, now):
        """For how many milliseconds it has been down; 0 where it is not."""
        return now - self._since[button] if self._down[button] else 0

    def forget(self):
        """Edges were lost: no button is down any more, and none of them acts but SCREEN, which covers again."""
        if self._down[SCREEN]:
            self._due.append(SCREEN_UP)
        for button in range(COUNT):
            self._down[button] = False
            self._up_at[button] = None
        self._active = _NOTHING
        return self._due.pop(0) if self._due else None

    def _pressed(self, button, now):
        together = now - self._last_down < TOGETHER
        others = self._active
        if others in (OK, MENU) and self._up_at[others] is not None and not together:
            # It is on its way up after a press of its own, and this is the next press.
            self._due.append(others)
            self._active = others = _NOTHING
        self._last_down = now
        if button == SCREEN:
            if together and others in (OK, MENU):
                self._active = _NOTHING
            self._due.append(SCREEN)
        elif button in (OK, MENU):
            # Only a press of its own counts: nothing went down just before it, and nothing will until it is released.
            self._active = _NOTHING if together else button
            self._next = now + HOLD_AFTER
        elif others in (OK, MENU):
            self._active = _NOTHING
        else:
            self._active = button
            self._next = now + REPEAT_AFTER
            self._due.append(button)

    def _believe(self, now):
        up_at = self._up_at
        if self._active == OK and now >= self._next and up_at[OK] is None:
            self._active = _NOTHING
            self._due.append(OK_HELD)
        for button in range(COUNT):
            since = up_at[button]
            if since is not None and now - since >= BOUNCE:
                if self._active == button and button in (OK, MENU) and now - self._last_down < TOGETHER:
                    # So short a press can still turn out to be one of two keys hit together.
                    continue
                up_at[button] = None
                self._down[button] = False
                if button == SCREEN:
                    self._due.append(SCREEN_UP)
                elif self._active == button:
                    self._active = _NOTHING
                    if button in (OK, MENU):
                        self._due.append(button)
