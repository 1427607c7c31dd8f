"""Games as people play them: buttons and sliders in, pixels out. The same on every kind of board.

Nothing here looks inside the board. What it must know is what a player's guide tells: the order of the menu, what the
buttons do, and where on the panel the pegs and the feedback of a row stand (`Layout`).
"""

from lightpeg.core.builtin import BUILTIN, builtin
from lightpeg.core.deduction import Search
from lightpeg.ui.layout import FIELD, Layout
from lightpeg.ui.palettes import STANDARD
from tests.core.codes import counted_score
from tests.fakes import text_picture

WHO = ("board", "screen", "paper", "duel")
# Lit much more weakly than this is an empty hole, a slot for a key or a frame, not a key.
KEY_LIGHT = 12


class Table:
    """A board and the people at it. `hold_ms` and `settle_ms` are how they press: they look only after the board has
    had the time to notice a release (two scans), to believe it (30 ms) and to draw the next picture (33 ms)."""

    def __init__(self, board, hold_ms=80, settle_ms=120):
        self.board = board
        self._hold_ms = hold_ms
        self._settle_ms = settle_ms
        self.variant = None
        self.layout = None

    # -- hands --------------------------------------------------------------------------------------------------

    def press(self, *buttons):
        """Press buttons one after the other; "up*3" is three times."""
        for name in buttons:
            button, _, times = name.partition("*")
            for _ in range(int(times or 1)):
                self.board.press(button, self._hold_ms, self._settle_ms)

    def choose(self, key, who=None, games=None, position=None):
        """From a fresh menu, choose a variant, who plays and the number of games, and start.

        `position` is the variant's place in the menu where it is not one of the six.
        """
        variant = key if position is not None else builtin(key)
        place = BUILTIN.index(key) if position is None else position
        self.press("right*%d" % place)
        offered = [name for name in WHO if name in variant.players]
        who = who or offered[0]
        steps = offered.index(who)
        if steps:
            self.press("down", "right*%d" % steps)
        if games is not None:
            fewest = 2 if variant.games == "even" and who in ("screen", "paper") else 1
            step = 2 if fewest == 2 else 1
            self.press("down" if steps else "down*2", "right*%d" % ((games - fewest) // step))
        self.press("ok")
        self.sit_down(variant)

    def sit_down(self, variant):
        """Know the layout of this variant."""
        self.variant = variant
        self.layout = Layout(variant, (self.board.width - FIELD) // 2)

    def set_row(self, pegs):
        """Put pegs into an empty row, by the shorter way round the palette."""
        values = self.variant.values
        for hole, peg in enumerate(pegs):
            ups, downs = peg + 1, values - peg
            self.press("up*%d" % ups if ups <= downs else "down*%d" % downs)
            if hole < len(pegs) - 1:
                self.press("right")

    def submit(self, pegs):
        """Set a row and submit it."""
        self.set_row(pegs)
        self.press("ok")

    def set_arms(self, black, white):
        """Pull the arms out to whole numbers and confirm."""
        holes = self.variant.holes
        self.board.slide("red", black / holes)
        self.board.slide("white", white / holes)
        self.board.run(100)
        self.press("ok")

    # -- eyes ---------------------------------------------------------------------------------------------------

    def text_at(self, text, line, left=0):
        """Whether the panel shows exactly this text, in the board's font, on lines `line` to `line` + 4."""
        picture = self.board.pixels()
        width = min(self.board.width - left, 4 * len(text))
        lit = {(x, y) for y in range(5) for x in range(width) if any(picture[line + y][left + x])}
        return lit == {(x, y) for x, y in text_picture(text) if x < width}

    def in_menu(self):
        """Whether the menu shows its first field."""
        middle = (self.board.width - 15) // 2
        return self.text_at("GAME", 0, middle)

    def feedback(self, row):
        """(black, white) as the panel shows them beside a row, from the colours and the places of the lights."""
        layout = self.layout
        line = self.board.pixels()[layout.key_line(row)]
        if layout.arms:
            red = [_is_red(line[x]) for x in layout.red_x]
            white = [_is_white(line[x]) for x in layout.white_x]
            # An arm is pulled out of the side without a gap.
            assert sorted(red, reverse=True) == red and sorted(white, reverse=True) == white
            return sum(red), sum(white)
        keys = "".join("b" if _is_red(line[x]) else "w" if _is_white(line[x]) else "." for x in layout.key_x)
        order = {"keys": keys, "open_first": keys, "keys_from_right": keys[::-1]}[self.variant.feedback]
        first, second = ("w", "b") if self.variant.feedback == "open_first" else ("b", "w")
        black, white = order.count("b"), order.count("w")
        shown = first * order.count(first) + second * order.count(second)
        assert order == shown.ljust(len(order), "."), "keys out of order: " + keys
        return black, white

    def pegs_on(self, line):
        """The pegs on a line of the panel, by their colours in the standard palette; a dark hole is a blank."""
        picture = self.board.pixels()
        return tuple(_peg(picture[line][x], self.variant) for x in self.layout.peg_x)

    def secret(self):
        """The secret as the far line shows it at the end."""
        return self.pegs_on(0)

    def row(self, row):
        """The pegs of a row as the panel shows them."""
        return self.pegs_on(self.layout.peg_line(row))


def _is_red(pixel):
    red, green, blue = pixel
    return red >= KEY_LIGHT and green * 4 < red and blue * 4 < red


def _is_white(pixel):
    return min(pixel) >= KEY_LIGHT and max(pixel) < 2 * min(pixel)


def _peg(pixel, variant):
    """The peg whose colour has the same hue as the pixel, whatever its brightness."""
    if max(pixel) == 0 and variant.blank:
        return variant.colours

    def distance(peg):
        colour = ((STANDARD[peg] >> 16) & 255, (STANDARD[peg] >> 8) & 255, STANDARD[peg] & 255)
        # The menu's third step of brightness: a fifth of full light.
        return sum((part - full / 5) ** 2 for part, full in zip(pixel, colour, strict=True))

    return min(range(variant.colours), key=distance)


def break_code(table, rows=None):
    """Guess with codes that fit all that was seen, until the row is solved or the rows are used up.

    Returns (guesses, answers): what was set and what the panel answered.
    """
    variant = table.variant
    search = Search(variant)
    guesses, answers = [], []
    while len(guesses) < (rows or variant.rows):
        while search.step(10_000) == "running":
            pass
        assert search.witness is not None, "the panel's answers contradict each other: %r" % (answers,)
        guess = tuple(search.witness)
        table.submit(guess)
        answer = table.feedback(len(guesses))
        guesses.append(guess)
        answers.append(answer)
        if answer[0] == variant.holes:
            break
        search.add(guess, *answer)
    return guesses, answers


def solo_game(table):
    """One person against the board, to the end of the game. Checks what the panel shows; returns the guesses."""
    guesses, answers = break_code(table)
    solved = answers[-1][0] == table.variant.holes
    table.board.run(200)
    secret = table.secret()
    if solved:
        assert secret == guesses[-1]
    for guess, answer in zip(guesses, answers, strict=True):
        assert counted_score(secret, guess) == answer
    return guesses, solved


def lost_game(table):
    """One person submits the same row again and again. The secret is shown at the end and explains the answers."""
    guess = (0,) * table.variant.holes
    for row in range(table.variant.rows):
        table.submit(guess)
        answer = table.feedback(row)
        if answer[0] == table.variant.holes:
            return None  # one game in 6**4: this row was the code
    table.board.run(200)
    assert counted_score(table.secret(), guess) == answer
    return table.secret()


def arms_game_with_void(table):
    """Two people, the secret under the screen, the answers with the sliders; the codemaker errs once.

    The void game is played again by the same codemaker and the codebreaker has three points. Returns when the score
    page of the second game is shown.
    """
    secret = (0, 1, 2, 3)
    table.press("ok")  # P1 hides, P2 looks away
    table.submit(secret)
    table.submit((1, 0, 2, 3))
    table.set_arms(3, 0)  # the truth is 2 and 2
    table.board.run(200)
    assert table.secret() == secret
    table.press("ok")
    assert table.text_at("P1", 0) and table.text_at("P2", 5)
    assert table.text_at("3", 5, table.board.width - 3)
    assert table.text_at("0", 0, table.board.width - 3)
    table.press("ok")  # play again
    table.press("ok")  # P1 hides once more
    table.submit((3, 2, 1, 0))
    table.submit((3, 2, 1, 7))
    table.set_arms(3, 0)
    table.submit((3, 2, 1, 0))
    # After a press the message is gone and the rows are seen.
    table.press("screen")
    assert table.feedback(0) == (3, 0)
    table.set_arms(4, 0)
    table.board.run(200)
    assert table.secret() == (3, 2, 1, 0)
    table.press("ok")
    # Two rows used: two points for the codemaker.
    assert table.text_at("2", 0, table.board.width - 3)
    assert table.text_at("3", 5, table.board.width - 3)


def hide_codes(table, first, second):
    """Both players of a duel hide a code, P1 first."""
    table.press("ok")
    table.submit(first)
    table.press("ok")
    table.submit(second)


def duel_turn(table, first, second):
    """One turn: both guess, then both results are shown. Returns the two guesses' answers as the panel shows them."""
    table.submit(first)
    table.submit(second)
    table.board.run(100)
    layout = table.layout
    answers = []
    for line in (6, 14):
        pixels = table.board.pixels()[line]
        keys = [pixels[x] for x in layout.key_x]
        answers.append((sum(map(_is_red, keys)), sum(map(_is_white, keys))))
    return answers
