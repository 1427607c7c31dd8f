"""People at a board of the tests: whole games by buttons and sliders, chosen by what nvm kept from the last time."""

from lightpeg.core.feedback import score
from tests.fakes import FakeBoard, nvm_with, text_picture

WHO = ("board", "screen", "paper", "duel")


class Table:
    """A board that starts with these last choices; OK is pressed, so that the match has begun."""

    def __init__(self, variant="classic", who="board", files=None, width=16, random=(), **kept):
        nvm = nvm_with(dict(kept, variant=variant, who=WHO.index(who)))
        self.board = FakeBoard(nvm=nvm, files=files, width=width)
        self.hardware = self.board.hardware
        self.hardware.random = iter(random)
        self.press("ok")

    @property
    def session(self):
        return self.board.session

    @property
    def game(self):
        return self.session.match.game

    @property
    def variant(self):
        return self.game.variant

    def press(self, *buttons):
        for name in buttons:
            button, _, times = name.partition("*")
            for _ in range(int(times or 1)):
                self.tap(button)

    def tap(self, button):
        """One press; the tests of bounce make it a worn one."""
        self.board.hold(button)
        self.board.run(65)
        self.board.release(button)
        self.board.run(65)

    def set_row(self, pegs):
        """Into an empty row, from its first hole."""
        values = self.variant.values
        for hole, peg in enumerate(pegs):
            if hole:
                self.press("right")
            self.press(f"up*{peg + 1}" if peg + 1 <= values - peg else f"down*{values - peg}")

    def submit(self, pegs):
        self.set_row(pegs)
        self.press("ok")

    def hide(self, code):
        """The codemaker's page, then the code under the screen."""
        self.press("ok")
        self.submit(code)

    def answer(self, black, white):
        self.board.slide("red", black / self.variant.holes)
        self.board.slide("white", white / self.variant.holes)
        self.board.run(50)
        self.press("ok")

    def answer_for(self, secret):
        self.answer(*score(secret, self.game.guess))

    def shows(self, text, x, y):
        """Whether exactly this text stands at x, y."""
        lit = {
            (column - x, line - y)
            for line, pixels in enumerate(self.board.pixels())
            for column, pixel in enumerate(pixels)
            if any(pixel) and y <= line < y + 5 and x <= column < x + 4 * len(text)
        }
        return lit == text_picture(text)

    def in_menu(self):
        """Whether the start menu is shown again."""
        return self.session.match is None and self.shows("GAME", (self.hardware.width - 15) // 2, 0)


def codes(variant):
    """A secret and as many other codes as a game has rows, none of them the secret, all legal."""
    holes, values = variant.holes, variant.values
    secret = tuple(n % values for n in range(holes))
    wrong = tuple((n + 1) % values for n in range(holes))
    return secret, wrong
