"""A duel on the panel: each player's own view, and both results at once.

The board has two halves: one's own secret with the opponent's guesses, and one's own guesses below the covered secret.
A panel of 32 columns shows both; one of 16 shows the second, and the first while SCREEN is held.
"""

from lightpeg.core.duel import BY_BOTH, BY_CODE, BY_RESIGNING, BY_TIME, HIDDEN
from lightpeg.core.game import GUESS, OVER, READY, SECRET
from lightpeg.ui.board import BoardScreen
from lightpeg.ui.buttons import MENU, OK, SCREEN_UP
from lightpeg.ui.buttons import SCREEN as SCREEN_DOWN
from lightpeg.ui.draw import draw_clock, draw_feedback, draw_pegs, draw_rows, draw_secret
from lightpeg.ui.editor import Editor
from lightpeg.ui.layout import FIELD, Layout
from lightpeg.ui.palettes import PLAYERS, WAIT
from lightpeg.ui.sounds import ANSWER, SOLVED, START


class DuelScreen(BoardScreen):
    """Plays `match.game`, a Duel."""

    uses_arms = False

    def __init__(self, session, match, now):
        super().__init__(session, match.game)
        self.match = match
        self.both = session.width >= 2 * FIELD
        self.other_layout = self.result_layout = None
        self.relayout()
        # After a turn both results are shown until OK.
        self.result_shown = self.game.phase == OVER

    def relayout(self):
        session = self.session
        left = FIELD if self.both else 0
        self.layout = Layout(self.game.variant, left, session.left_handed, session.height)
        self.other_layout = Layout(self.game.variant, 0, session.left_handed, session.height)
        self.result_layout = session.layout(self.game.variant)

    def press(self, intention, now):
        if intention == SCREEN_UP:
            # Words that SCREEN brought stay, to be read with the hand away.
            self.peeking = False
            self.dirty = True
            return
        told = self._banner is not None
        self.hush()
        game = self.game
        if intention == MENU:
            self.session.pause(now)
        elif self.result_shown:
            if intention == OK:
                self._leave_result(now)
            elif not told:
                self._tell_result(now)
        elif intention == SCREEN_DOWN:
            if game.phase == GUESS:
                self.peeking = True
            else:
                self.say("SET THE SECRET, THEN OK", WAIT, now)
        elif self.peeking and not self.both:
            # One's own row is not in sight.
            self.refuse("LET GO OF SCREEN FIRST", now, WAIT)
        elif intention == OK:
            self._submit(now)
        else:
            self.edit(intention, now)

    def tick(self, now):
        if self.game.tick(now):
            self._end(now)
        return super().tick(now)

    def tell_turn(self, now):
        """Says whose move it is."""
        if self.result_shown:
            self._tell_result(now)
        elif self.game.phase == GUESS:
            self.say("P%d GUESSES" % (self.game.mover + 1), PLAYERS[self.game.mover], now)

    @property
    def secret_lines(self):
        """How many lines from the far side nobody but the mover may see."""
        phase = self.game.phase
        if phase == SECRET:
            return self.session.height
        return 1 if phase == GUESS and (self.peeking or self.both) else 0

    def give_up(self, now):
        self.game.resign(now)
        self._end(now)

    def draw(self, frame, now):
        self.dirty = False
        frame.clear()
        if self.result_shown:
            self._draw_result(frame)
            if self._banner is not None:
                # Between player 2's code and last row; the next press takes it away.
                frame.darken(9, 5)
                self._banner.draw(frame, 0, 9, now)
            return
        game = self.game
        if game.phase == SECRET:
            draw_secret(frame, self.layout, self.editor.pegs, self.look)
            self.draw_edited(frame, 0)
            self.draw_player(frame, game.mover)
            self.draw_banner(frame, now, 0)
            return
        y = self.row_line()
        if self.peeking or self.both:
            self._draw_opponent(frame)
        if not self.peeking or self.both:
            draw_rows(frame, self.layout, game.variant, game.rows[game.mover], self.look)
            draw_secret(frame, self.layout, None, self.look)
            self.draw_edited(frame, y)
        self._draw_clocks(frame, now)
        self.draw_player(frame, game.mover)
        self.draw_banner(frame, now, y)

    def _submit(self, now):
        # Whoever moves next must not see what this player was looking at.
        self.peeking = False
        game = self.game
        session = self.session
        if game.phase == SECRET:
            change = game.start(self.editor.pegs, now)
            if change == READY:
                self.editor = Editor(game.variant)
                session.sound(START, now)
                if game.phase == SECRET:
                    session.ask_secret(game.mover, now)
                else:
                    self.tell_turn(now)
                return
        else:
            change = game.submit(self.editor.pegs, now)
            if change == HIDDEN:
                self.editor = Editor(game.variant)
                session.sound(ANSWER, now)
                self.tell_turn(now)
                return
            if game.phase == OVER:
                self._end(now)
                return
            if change == "turn":
                self.editor = Editor(game.variant)
                self.result_shown = True
                session.sound(ANSWER, now)
                return
        self.refuse_row(change, now)

    def _end(self, now):
        self.result_shown = True
        self.peeking = False
        self.session.sound(SOLVED, now)
        self._tell_result(now)

    def _leave_result(self, now):
        self.result_shown = False
        if self.game.phase == OVER:
            self.session.after_game(now)
        else:
            self.tell_turn(now)

    def _tell_result(self, now):
        game = self.game
        if game.phase != OVER:
            self.say("OK: NEXT TURN", WAIT, now)
            return
        reason = game.reason
        if game.winner is None:
            text = "DRAW: BOTH SOLVED. OK" if reason == BY_BOTH else "DRAW: NOBODY SOLVED. OK"
            self.say(text, WAIT, now)
            return
        text = "P%d WINS" % (game.winner + 1)
        if reason == BY_CODE:
            text += " IN %d" % len(game.rows[game.winner])
        elif reason == BY_TIME:
            text += " ON TIME"
        elif reason == BY_RESIGNING:
            text += ": GIVEN UP"
        self.say(text + ". OK", PLAYERS[game.winner], now)

    def _draw_opponent(self, frame):
        """The mover's own secret and the opponent's guesses; a guess of this turn without its result."""
        game = self.game
        layout = self.other_layout
        other = 1 - game.mover
        draw_secret(frame, layout, game.secrets[game.mover] if self.peeking else None, self.look)
        draw_rows(frame, layout, game.variant, game.rows[other], self.look)
        if game.hidden is not None and other == game.starter:
            draw_pegs(frame, layout, layout.peg_line(len(game.rows[other])), game.hidden[0], self.look)

    def _draw_clocks(self, frame, now):
        clocks = self.game.clocks
        if clocks[0] is None:
            return
        full = self.session.clock_full(self.game.variant)
        half = frame.width // 2
        for player in (0, 1):
            draw_clock(frame, player * half, half - 1, clocks[player].left(now), full)

    def _draw_result(self, frame):
        """Both players' last rows below their names, and when the duel is over the secrets they looked for."""
        game = self.game
        layout = self.result_layout
        for player in (0, 1):
            top = 9 if player else 1
            frame.text(layout.left, top, "P%d" % (player + 1), PLAYERS[player])
            rows = game.rows[player]
            if rows:
                guess, black, white, _ = rows[-1]
                draw_pegs(frame, layout, top + 5, guess, self.look)
                draw_feedback(frame, layout, game.variant.feedback, top + 4 + layout.lines, black, white)
            if game.phase == OVER and game.secrets[1 - player] is not None:
                draw_pegs(frame, layout, top - 1, game.secrets[1 - player], self.look)
