"""What every picture of the board shares: the row being set, the cursor's blink, refusals and the running text."""

from lightpeg.core.game import OVER, SECRET
from lightpeg.ui.banner import Banner
from lightpeg.ui.buttons import DOWN, LEFT, OK_HELD, RIGHT, SCREEN, UP
from lightpeg.ui.draw import draw_caret, draw_glyph, draw_palette, draw_pegs
from lightpeg.ui.editor import EMPTY, Editor
from lightpeg.ui.palettes import BAD, PLAYERS, WAIT
from lightpeg.ui.sounds import CLICK, REFUSE, STEP

# Milliseconds for which the glyph of a peg just chosen stands on rows already answered.
GLYPH_OVER_ROWS = 1000

# Milliseconds of a blink's light and of its dark half: 1 Hz, well below the 3 flashes a second that can harm.
BLINK = 500


def fault_text(variant, fault):
    """What to tell a player whose row was refused."""
    if fault == "incomplete":
        return "FILL EVERY HOLE"
    if fault == "repeat":
        return "EACH COLOUR ONCE" if variant.symbols == "colours" else "EACH SYMBOL ONCE"
    return "NOT NOW"


class BoardScreen:
    """Base of the screens that show the board. `game` is a Game or a Duel."""

    uses_arms = True

    def __init__(self, session, game):
        self.session = session
        self.game = game
        self.look = session.look(game.variant)
        self.layout = session.layout(game.variant)
        self.editor = Editor(game.variant)
        self.peeking = False
        self.dirty = True
        self._banner = None
        self._faulty: list = []
        self._blink = 0
        self._glyph_until = 0

    def enter(self, now):
        """Called whenever this screen comes to the front."""
        self.peeking = False
        self.dirty = True

    def relayout(self):
        """Places everything anew after a change of hands."""
        self.layout = self.session.layout(self.game.variant)

    def say(self, text, colour, now):
        """Runs a text over the part of the board that is not in use, until the next press."""
        self._banner = Banner(text, self.session.width, now, colour)
        self.dirty = True

    def hush(self):
        self._banner = None
        self._faulty = []
        self.dirty = True

    def refuse(self, text, now, colour=BAD):
        self.session.sound(REFUSE, now)
        self.say(text, colour, now)

    def edit(self, intention, now):
        """Changes the row being set. OK is for the caller."""
        editor = self.editor
        if intention == LEFT or intention == RIGHT:
            editor.move(1 if intention == RIGHT else -1)
            self.session.sound(STEP, now)
        elif intention == UP or intention == DOWN:
            editor.change(1 if intention == UP else -1)
            self._glyph_until = now + GLYPH_OVER_ROWS
            self.session.sound(CLICK, now)
        elif intention == OK_HELD:
            if editor.fill():
                self.session.sound(CLICK, now)
            else:
                self.refuse("CHOOSE A PEG FIRST", now, WAIT)
        elif intention == SCREEN:
            self.refuse("NOT NOW", now, WAIT)

    def refuse_row(self, fault, now):
        """Shows what keeps the row from being submitted: the holes, and why."""
        self._faulty = self.editor.faulty_holes()
        self.refuse(fault_text(self.game.variant, fault), now)

    def overtaken(self, now):
        """Lets time pass while another screen is in front; returns whether the game ended meanwhile."""
        if self.game.phase == OVER:
            return False
        self.tick(now)
        return self.game.phase == OVER

    def tick(self, now):
        """Whether the picture must be drawn again."""
        blink = now // BLINK
        if blink != self._blink:
            self._blink = blink
            return True
        banner = self._banner
        return self.dirty or (banner is not None and banner.changed(now))

    def lit(self):
        """Whether blinking things show their light now."""
        return not self._blink & 1

    def row_line(self):
        """The line of the row in play."""
        if self.game.phase in (SECRET, OVER):
            return 0
        row = self.game.variant.rows - self.game.rows_left()
        return self.layout.peg_line(row)

    def draw_edited(self, frame, y):
        """The row being set on line y, with its cursor, the palette and the glyph."""
        layout = self.layout
        editor = self.editor
        hole = editor.cursor
        peg = editor.pegs[hole]
        draw_pegs(frame, layout, y, editor.pegs, self.look)
        if not self.lit():
            for faulty in self._faulty:
                frame.put(layout.peg_x[faulty], y, BAD)
            if not self._faulty:
                frame.put(layout.peg_x[hole], y, 0x303030 if peg in (EMPTY, self.look.blank) else 0)
        draw_palette(frame, layout, self.game.variant, self.look, peg)
        draw_caret(frame, layout, hole)
        fresh = self._blink * BLINK < self._glyph_until
        if peg != EMPTY and (layout.glyph is not None or y > 7 or fresh):
            glyph_line = 2 if y > 7 else 8
            draw_glyph(frame, layout, self.look, peg, glyph_line)

    def draw_player(self, frame, player):
        """Marks whose move it is at both ends of the cursor's line."""
        y = self.layout.cursor_line
        frame.put(0, y, PLAYERS[player])
        frame.put(frame.width - 1, y, PLAYERS[player])

    def draw_banner(self, frame, now, y):
        """The running text, in the half of the board where line y is not."""
        if self._banner is None:
            return
        if y > 7:
            frame.darken(2, 6)
            self._banner.draw(frame, 0, 2, now)
        else:
            frame.darken(8, 6)
            self._banner.draw(frame, 0, 9, now)
