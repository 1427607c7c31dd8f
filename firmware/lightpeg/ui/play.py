"""A game of one secret and one codebreaker on the panel."""

from lightpeg.core.game import (
    ANSWER,
    CHECK,
    CHECKING,
    GUESS,
    GUESSED,
    OVER,
    PAPER,
    READY,
    REFUSED_PAIR,
    REFUSED_WRONG,
    RESIGNED,
    REVEAL,
    SCREEN,
    SECRET,
    SOLVED,
    TIMEOUT,
    UNSOLVED,
    VOID,
    WARNED,
    possible_pair,
)
from lightpeg.ui.arms import Arm
from lightpeg.ui.board import BoardScreen
from lightpeg.ui.buttons import MENU, OK, SCREEN_UP
from lightpeg.ui.buttons import SCREEN as SCREEN_DOWN
from lightpeg.ui.draw import draw_clock, draw_feedback, draw_key_slots, draw_pegs, draw_rows, draw_secret
from lightpeg.ui.editor import Editor
from lightpeg.ui.palettes import BAD, GOOD, PLAYERS, WAIT
from lightpeg.ui.sounds import ANSWER as ANSWER_TUNE
from lightpeg.ui.sounds import LOST, START
from lightpeg.ui.sounds import SOLVED as SOLVED_TUNE
from lightpeg.ui.sounds import VOID as VOID_TUNE

# Nodes of the search for a fitting code in one turn of the loop: some 10 ms on a Pico.
SEARCH_SLICE = 12


class PlayScreen(BoardScreen):
    """Plays `match.game`; hands back to the session when the game is over and OK was pressed."""

    def __init__(self, session, match, now):
        super().__init__(session, match.game)
        self.match = match
        self.red = Arm(match.game.variant.holes)
        self.white = Arm(match.game.variant.holes)
        if self.game.phase != SECRET:
            return
        if self.game.source == "board":
            self.game.start(self.game.variant.random_code(session.random_bytes), now)
            session.sound(START, now)
        elif self.game.source == PAPER:
            self.game.start(None, now)

    def press(self, intention, now):
        if intention == SCREEN_UP:
            # Words that SCREEN brought stay, to be read with the hand away.
            self.peeking = False
            self.dirty = True
            return
        self.hush()
        phase = self.game.phase
        if intention == MENU:
            self.session.pause(now)
        elif intention == SCREEN_DOWN:
            self._peek(now)
        elif phase == OVER:
            if intention == OK:
                self.session.after_game(now)
            else:
                self._tell_end(now)
        elif phase == ANSWER:
            if intention == OK:
                self._answer(now)
            else:
                self.say("SET THE ARMS, THEN OK", WAIT, now)
        elif phase == CHECK:
            self.say("CHECKING", WAIT, now)
        elif intention == OK:
            self._submit(phase, now)
        else:
            self.edit(intention, now)

    def arms(self, red, white, now):
        """Raw slider readings."""
        if self.red.read(red):
            self.dirty = True
        if self.white.read(white):
            self.dirty = True

    def tick(self, now):
        game = self.game
        change = game.tick(now) or game.check(SEARCH_SLICE, now)
        if change:
            self._changed(change, now)
        return super().tick(now)

    def tell_turn(self, now):
        """Says what the board waits for; used when a screen comes back after a pause too."""
        phase = self.game.phase
        if phase == OVER:
            self._tell_end(now)
        elif self.match.solo:
            return
        elif phase == ANSWER:
            self.say("P%d: SET THE ARMS" % (self.match.codemaker + 1), PLAYERS[self.match.codemaker], now)
        elif phase == REVEAL:
            self.say("P%d: SHOW THE SECRET" % (self.match.codemaker + 1), PLAYERS[self.match.codemaker], now)
        elif phase == GUESS:
            self.say("P%d GUESSES" % (self.match.codebreaker + 1), PLAYERS[self.match.codebreaker], now)

    @property
    def secret_lines(self):
        """How many lines from the far side nobody but the codemaker may see."""
        if self.game.phase in (SECRET, REVEAL):
            return self.session.height
        return 1 if self.peeking else 0

    def give_up(self, now):
        """The codebreaker resigns, or the codemaker keeps a secret that is on paper."""
        if self.game.phase == REVEAL:
            self._changed(self.game.reveal(None, now), now)
        else:
            self._changed(self.game.resign(now), now)

    def draw(self, frame, now):
        self.dirty = False
        game = self.game
        layout = self.layout
        look = self.look
        variant = game.variant
        style = variant.feedback
        phase = game.phase
        frame.clear()
        shown = game.secret if phase == OVER or self.peeking else None
        draw_secret(frame, layout, shown, look)
        if game.clock:
            draw_clock(frame, layout.left, 12, game.clock.left(now), self.session.clock_full(variant))
        draw_rows(frame, layout, variant, game.rows, look)
        row = len(game.rows)
        y = self.row_line()
        if phase == SECRET or phase == REVEAL:
            y = 0
            self.draw_edited(frame, 0)
        elif phase == GUESS:
            self.draw_edited(frame, y)
        elif game.guess is not None and phase != OVER:
            draw_pegs(frame, layout, y, game.guess, look)
            self._draw_arms(frame, layout.key_line(row), style)
        if phase != OVER and not self.match.solo:
            maker = phase in (SECRET, ANSWER, CHECK, REVEAL)
            self.draw_player(frame, self.match.codemaker if maker else self.match.codebreaker)
        # At the end the last row stays in view.
        self.draw_banner(frame, now, y if phase != OVER else layout.peg_line(max(row - 1, 0)))

    def _draw_arms(self, frame, y, style):
        black = self.red.value or 0
        white = self.white.value or 0
        if self.game.phase == CHECK:
            black, white = self.game.pair
        holes = self.game.variant.holes
        draw_key_slots(frame, self.layout, y)
        if possible_pair(holes, black, white) or self.lit():
            if black + white > holes and style != "arms":
                white = holes - black
            draw_feedback(frame, self.layout, style, y, black, white)

    def _peek(self, now):
        game = self.game
        if game.phase == OVER:
            self._tell_end(now)
        elif game.source == SCREEN and game.secret is not None:
            self.peeking = True
        elif game.source == PAPER:
            self.say("THE SECRET IS ON PAPER", WAIT, now)
        elif game.phase == SECRET:
            self.say("SET THE SECRET, THEN OK", WAIT, now)
        else:
            self.say("ONLY THE BOARD KNOWS", WAIT, now)

    def _submit(self, phase, now):
        game = self.game
        pegs = self.editor.pegs
        if phase == SECRET:
            change = game.start(pegs, now)
        elif phase == REVEAL:
            change = game.reveal(pegs, now)
        else:
            change = game.submit(pegs, now)
        self._changed(change, now)

    def _answer(self, now):
        self._changed(self.game.answer(self.red.value or 0, self.white.value or 0, now), now)

    def _changed(self, change, now):
        game = self.game
        session = self.session
        self.dirty = True
        if change == READY:
            self.editor = Editor(game.variant)
            session.sound(START, now)
            self.tell_turn(now)
        elif change == GUESSED:
            session.sound(ANSWER_TUNE, now)
            self.tell_turn(now)
        elif change == REFUSED_PAIR:
            self.refuse("%d AND %d CANNOT BE" % (self.red.value or 0, self.white.value or 0), now)
        elif change == REFUSED_WRONG or change == WARNED:
            text = "NO CODE FITS THAT" if game.source == PAPER else "THE SECRET SAYS OTHERWISE"
            if change == WARNED:
                text += ", ONCE MORE IS VOID"
            self.refuse(text, now)
        elif change == CHECKING:
            return
        elif game.phase == OVER:
            tune = SOLVED_TUNE if change == SOLVED else VOID_TUNE if change == VOID else LOST
            session.sound(tune, now)
            self._tell_end(now)
        elif change == "answered":
            self.editor = Editor(game.variant)
            session.sound(ANSWER_TUNE, now)
            if not self.match.solo:
                self.tell_turn(now)
        else:
            self.refuse_row(change, now)

    def _tell_end(self, now):
        game = self.game
        result = game.result
        if result == SOLVED:
            self.say("SOLVED IN %d! OK" % len(game.rows), GOOD, now)
        elif result == VOID:
            self.say("WRONG FEEDBACK: VOID. OK", BAD, now)
        elif result == TIMEOUT:
            self.say("TIME IS UP. OK", BAD, now)
        elif result == RESIGNED:
            self.say("GIVEN UP. OK", WAIT, now)
        elif result == UNSOLVED:
            self.say("NOT SOLVED. OK", BAD, now)
