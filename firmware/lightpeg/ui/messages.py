"""Pages between games: a message, and the points of the match."""

from lightpeg.ui.banner import Banner
from lightpeg.ui.buttons import MENU, OK, SCREEN_UP
from lightpeg.ui.frame import dim
from lightpeg.ui.palettes import GOOD, PLAYERS, TEXT, WAIT
from lightpeg.ui.sounds import CLICK, REFUSE


class Message:
    """A title that stands and a text that runs below it, until OK calls `on_ok(now)`; MENU calls `on_menu(now)`."""

    uses_arms = False

    def __init__(self, session, title, text, colour, on_ok, on_menu):
        self._session = session
        self._title = title
        self._text = text
        self._colour = colour
        self._on_ok = on_ok
        self._on_menu = on_menu
        self._banner = None
        self._heading = None

    def enter(self, now):
        width = self._session.width
        self._heading = Banner(self._title, width, now, self._colour)
        self._banner = Banner(self._text + "   OK", width, now, TEXT)

    def press(self, intention, now):
        if intention == OK:
            self._session.sound(CLICK, now)
            self._on_ok(now)
        elif intention == MENU:
            self._on_menu(now)
        elif intention != SCREEN_UP:
            # Whoever presses something else waits for something: show the text from its beginning.
            self._session.sound(REFUSE, now)
            self.enter(now)
            self._banner.colour = WAIT

    def tick(self, now):
        return self._banner.changed(now) or self._heading.changed(now)

    def draw(self, frame, now):
        frame.clear()
        self._heading.draw(frame, 0, 2, now)
        self._banner.draw(frame, 0, 9, now)


class Score(Message):
    """The points so far, the leader's line brighter, and what comes next as running text."""

    def __init__(self, session, match, text, on_ok, on_menu):
        super().__init__(session, "", text, GOOD, on_ok, on_menu)
        self._match = match

    def draw(self, frame, now):
        frame.clear()
        match = self._match
        leader = match.leader()
        if match.solo:
            player = 1 if match.variant.scoring in ("rows", "rows_plus_one") else 0
            self._points(frame, 3, "BD" if player else "P1", match.totals[player], PLAYERS[player])
        else:
            for player in (0, 1):
                colour = PLAYERS[player]
                if leader == 1 - player:
                    colour = dim(colour, 90)
                self._points(frame, player * 5, "P%d" % (player + 1), match.totals[player], colour)
        self._banner.draw(frame, 0, 11, now)

    def _points(self, frame, y, name, points, colour):
        text = "%d" % points
        # Three digits leave room for the second letter only.
        frame.text(0, y, name if points < 100 or frame.width > 16 else name[1], colour)
        frame.text(frame.width - 4 * len(text) + 1, y, text, colour)
