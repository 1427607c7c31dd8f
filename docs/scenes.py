"""What the pictures of the documentation show: a function each, named after its file."""

from collections.abc import Callable, Sequence

from compose import labelled_lines, sheet
from desk import LEFT, MENU, OK, RIGHT, SCREEN, SCREEN_UP, UP, Desk, Pixels, rows_of
from PIL import Image

from lightpeg.core.builtin import builtin
from lightpeg.core.feedback import score
from lightpeg.core.variant import Variant
from lightpeg.ui.draw import Look, draw_feedback, draw_pegs
from lightpeg.ui.frame import Frame
from lightpeg.ui.layout import FIELD, Layout

Code = Sequence[int]
BLACK, YELLOW, GREEN, BLUE, RED, WHITE, ORANGE, MAGENTA, CYAN, BROWN = range(10)
BLANK = 6


def _line(variant: Variant, code: Code, pair: tuple[int, int] | None = None) -> Pixels:
    """One row as the board draws it."""
    frame = Frame(FIELD, 1)
    layout = Layout(variant)
    draw_pegs(frame, layout, 0, code, Look(variant, 0, 0))
    if pair:
        draw_feedback(frame, layout, variant.feedback, 0, *pair)
    return rows_of(frame.data, FIELD)


def _feedback(key: str, secret: Code, *guesses: Code) -> Image.Image:
    variant = builtin(key)
    lines = [("SECRET", _line(variant, secret), "")]
    for guess in guesses:
        pair = score(secret, guess)
        lines.append(("GUESS", _line(variant, guess, pair), "{} PLACED, {} MISPLACED".format(*pair)))
    return labelled_lines(lines)


def _solo(key: str, secret: Code, rows: Sequence[Code], draws: Code = ()) -> list[tuple[str, Pixels]]:
    """A game against the board, from the menu to the points: the rows before the last lead to the picture in the
    middle, the last one solves it. `draws` are the random bytes that make the secret, if it is not its own."""
    desk = Desk(key, secret=draws or secret)
    shots = [("THE MENU", desk.pixels())]
    desk.press(OK)
    desk.choose(rows[0][:2])
    shots.append(("SET A ROW", desk.pixels()))
    desk.press(RIGHT)
    for hole, peg in enumerate(rows[0][2:]):
        if hole:
            desk.press(RIGHT)
        desk.press(*[UP] * (peg + 1))
    desk.press(OK)
    desk.guess(*rows[1:-1])
    shots.append(("READ THE ANSWERS", desk.pixels()))
    desk.guess(rows[-1])
    shots.append(("SOLVED", desk.pixels()))
    return shots


def board_desk() -> Desk:
    """The game of the labelled picture: arms between two people, a clock, three rows played, one being set."""
    desk = Desk("arms", "screen", games=2, clock=4)
    desk.press(OK, OK)
    secret = (BLACK, YELLOW, GREEN, BLUE)
    desk.guess(secret)
    for guess in ((BLACK, GREEN, RED, WHITE), (MAGENTA, ORANGE, YELLOW, BLACK), (BLACK, YELLOW, BLUE, RED)):
        desk.wait(55_000)
        desk.guess(guess)
        desk.answer(*score(secret, guess))
    desk.choose((BLACK, YELLOW, ORANGE))
    return desk


def menu() -> Image.Image:
    desk = Desk("numbers", games=3)
    shots = []
    for label, caption in (("GAME", "VARIANT"), ("WHO", "WHO PLAYS"), ("GAMES", "HOW MANY"), ("ROWS", "ROWS")):
        desk.field(label)
        shots.append((caption, desk.pixels()))
    return sheet(shots)


def points() -> Image.Image:
    desk = _arms_match()
    shots = [("AFTER GAME 1", desk.pixels())]
    desk.press(OK, OK)
    desk.guess((RED, WHITE, ORANGE, MAGENTA))
    for _ in range(9):
        desk.guess((BLACK, YELLOW, GREEN, BLUE))
        desk.answer(0, 0)
    desk.hush()
    shots.append(("NOT SOLVED", desk.pixels()))
    desk.press(OK)
    shots.append(("P1 WINS 9 TO 5", desk.pixels()))
    return sheet(shots)


def _arms_match() -> Desk:
    """The worked match: player 2 hides first and player 1 solves on row 5, so that player 2 leads by 5."""
    desk = Desk("arms", "screen", games=2, first=1)
    desk.press(OK, OK)
    secret = (BLACK, YELLOW, GREEN, BLUE)
    desk.guess(secret)
    for guess in ((4, 5, 6, 7), (0, 4, 1, 5), (0, 1, 4, 2), (0, 1, 2, 6), secret):
        desk.guess(guess)
        desk.answer(*score(secret, guess))
    desk.press(OK)
    return desk


def refused() -> Image.Image:
    desk = Desk("classic")
    desk.press(OK)
    desk.choose((RED, GREEN))
    desk.press(OK)
    shots = [("HOLES ARE EMPTY", desk.pixels(lit=False))]
    desk = Desk("arms", "screen", games=2)
    desk.press(OK, OK)
    desk.choose((RED, GREEN, BLUE, RED))
    desk.press(OK)
    shots.append(("RED CAME TWICE", desk.pixels(lit=False)))
    desk = Desk("classic", "screen", games=2)
    desk.press(OK, OK)
    desk.guess((BLACK, YELLOW, GREEN, BLUE), (RED, RED, GREEN, WHITE))
    desk.slide(3, 1)
    desk.press(OK)
    shots.append(("3 AND 1 CANNOT BE", desk.pixels()))
    return sheet(shots)


def classic_solo() -> Image.Image:
    rows = (
        (GREEN, RED, GREEN, BLACK),
        (GREEN, BLUE, WHITE, BLACK),
        (BLACK, BLUE, GREEN, YELLOW),
        (BLACK, YELLOW, GREEN, BLUE),
    )
    return sheet(_solo("classic", rows[-1], rows))


def classic_feedback() -> Image.Image:
    secret = (BLACK, YELLOW, GREEN, BLUE)
    return _feedback("classic", secret, (GREEN, RED, GREEN, BLACK), (YELLOW, BLACK, BLUE, GREEN))


def classic_two() -> Image.Image:
    desk = Desk("classic", "screen", games=2)
    desk.press(OK)
    shots = [("P2 LOOKS AWAY", desk.pixels())]
    desk.press(OK)
    secret = (BLACK, YELLOW, GREEN, BLUE)
    desk.choose(secret)
    shots.append(("P1 HIDES A CODE", desk.pixels()))
    desk.press(OK)
    desk.guess((GREEN, RED, GREEN, BLACK))
    desk.slide(1, 1)
    desk.hush()
    shots.append(("P1 ANSWERS", desk.pixels()))
    desk.press(OK, LEFT)
    shots.append(("P2 GUESSES", desk.pixels()))
    return sheet(shots)


def advanced_solo() -> Image.Image:
    secret = (RED, BLANK, YELLOW, BLANK)
    rows = ((RED, BLANK, RED, GREEN), (RED, BLUE, BLANK, BLANK), (RED, BLANK, WHITE, BLANK), secret)
    return sheet(_solo("advanced", secret, rows))


def advanced_feedback() -> Image.Image:
    return _feedback("advanced", (RED, BLANK, YELLOW, BLANK), (BLANK, BLANK, BLANK, GREEN), (RED, WHITE, BLANK, BLUE))


def arms_two() -> Image.Image:
    desk = Desk("arms", "screen", games=2)
    desk.press(OK, OK)
    secret = (BLACK, YELLOW, GREEN, BLUE)
    desk.guess(secret)
    desk.choose((BLACK, GREEN, YELLOW, RED))
    shots = [("P2 GUESSES", desk.pixels())]
    desk.press(OK)
    desk.slide(1, 0)
    desk.hush()
    shots.append(("RED ARM OUT BY 1", desk.pixels()))
    desk.slide(1, 2)
    shots.append(("WHITE ARM BY 2", desk.pixels()))
    desk.press(OK)
    desk.guess(secret)
    desk.answer(4, 0)
    desk.hush()
    shots.append(("RED ARM SHOWS 4", desk.pixels()))
    return sheet(shots)


def arms_feedback() -> Image.Image:
    return _feedback("arms", (BLACK, YELLOW, GREEN, BLUE), (BLACK, GREEN, YELLOW, RED), (BLUE, GREEN, WHITE, ORANGE))


def arms_void() -> Image.Image:
    desk = Desk("arms", "screen", games=2)
    desk.press(OK, OK)
    secret = (BLACK, YELLOW, GREEN, BLUE)
    desk.guess(secret)
    for guess in ((RED, WHITE, ORANGE, MAGENTA), (BLACK, RED, YELLOW, WHITE)):
        desk.guess(guess)
        desk.answer(*score(secret, guess))
    desk.guess((BLACK, YELLOW, RED, GREEN))
    desk.slide(1, 2)
    desk.hush()
    shots = [("1 AND 2 IS WRONG", desk.pixels())]
    desk.press(OK)
    desk.hush()
    shots.append(("SECRET IS SHOWN", desk.pixels()))
    desk.press(OK)
    shots.append(("3 POINTS FOR P2", desk.pixels()))
    desk.press(OK)
    shots.append(("P1 HIDES AGAIN", desk.pixels()))
    return sheet(shots)


def numbers_solo() -> Image.Image:
    rows = ((0, 1, 2, 3), (1, 0, 4, 5), (3, 0, 6, 1), (3, 0, 5, 1))
    # The positions, among the digits still left, of 4 1 6 2.
    return sheet(_solo("numbers", rows[-1], rows, draws=(3, 0, 3, 0)))


def numbers_feedback() -> Image.Image:
    return _feedback("numbers", (3, 0, 5, 1), (0, 1, 5, 6), (3, 0, 6, 1))


def duel_turn() -> Image.Image:
    desk = Desk("duel", "duel")
    secrets = ((0, 1, 2, 3, 4), (5, 6, 7, 0, 1))
    desk.press(OK, OK)
    desk.guess(secrets[0])
    desk.press(OK)
    desk.guess(secrets[1])
    turns = (((0, 0, 1, 1, 2), (5, 5, 4, 4, 0)), ((0, 1, 0, 3, 5), (4, 0, 1, 2, 5)))
    for first, second in turns:
        desk.guess(first, second)
        desk.press(OK)
    desk.choose((6, 6, 7, 0, 1))
    shots = [("P1 GUESSES", desk.pixels())]
    desk.press(OK)
    desk.choose((0, 1, 2, 4, 3))
    shots.append(("P2 GUESSES", desk.pixels()))
    desk.press(SCREEN)
    shots.append(("P2 HOLDS SCREEN", desk.pixels()))
    desk.press(SCREEN_UP, OK)
    shots.append(("BOTH RESULTS", desk.pixels()))
    return sheet(shots)


def duel_end() -> Image.Image:
    desk = Desk("duel", "duel")
    secrets = ((0, 1, 2, 3, 4), (5, 6, 7, 0, 1))
    desk.press(OK)
    shots = [("P2 LOOKS AWAY", desk.pixels())]
    desk.press(OK)
    desk.choose(secrets[0])
    shots.append(("P1 HIDES A CODE", desk.pixels()))
    desk.press(OK, OK)
    desk.guess(secrets[1], secrets[1], (0, 1, 2, 4, 3))
    desk.press(MENU, MENU)
    shots.append(("P1 SOLVED, P2 NOT", desk.pixels()))
    desk.press(OK)
    shots.append(("P1 HAS A POINT", desk.pixels()))
    return sheet(shots)


def duel_wide() -> Image.Image:
    desk = Desk("duel", "duel", width=32)
    secrets = ((0, 1, 2, 3, 4), (5, 6, 7, 0, 1))
    desk.press(OK, OK)
    desk.guess(secrets[0])
    desk.press(OK)
    desk.guess(secrets[1])
    for first, second in (((0, 0, 1, 1, 2), (5, 5, 4, 4, 0)), ((0, 1, 0, 3, 5), (4, 0, 1, 2, 5))):
        desk.guess(first, second)
        desk.press(OK)
    desk.guess((6, 6, 7, 0, 1))
    desk.choose((0, 1, 2))
    return sheet([("P2: THE OPPONENT'S GUESSES AT THE LEFT, ONE'S OWN AT THE RIGHT", desk.pixels())], cell=20)


def duel_feedback() -> Image.Image:
    return _feedback("duel", (0, 1, 2, 3, 4), (0, 2, 1, 5, 5), (0, 1, 2, 4, 3))


def growing_levels() -> Image.Image:
    # Index 0 of the digits still left, again and again: 0123, then 01234 and so on.
    desk = Desk("growing")
    desk.press(OK)
    desk.guess((1, 0, 2, 4), (0, 2, 1, 5))
    desk.choose((0, 1, 2, 3))
    shots = [("4 HOLES", desk.pixels())]
    desk.press(OK, OK)
    shots.append(("ONE LEVEL SOLVED", desk.pixels()))
    desk.press(OK)
    desk.guess((1, 0, 2, 4, 3), (0, 1, 2, 4, 5))
    desk.choose((0, 1, 2))
    shots.append(("5 HOLES", desk.pixels()))
    for holes in (5, 6, 7):
        if holes == 5:
            desk.press(LEFT, LEFT)
        desk.guess(range(holes) if holes > 5 else (0, 0, 0, 3, 4))
        desk.press(OK, OK)
    desk.guess((1, 0, 2, 3, 5, 4, 7, 6))
    desk.choose((0, 1, 2, 3))
    shots.append(("8 HOLES", desk.pixels()))
    return sheet(shots)


def growing_feedback() -> Image.Image:
    return _feedback("growing", (4, 9, 6, 3), (9, 4, 6, 1), (4, 9, 6, 0))


SCENES: tuple[Callable[[], Image.Image], ...] = (
    menu,
    points,
    refused,
    classic_solo,
    classic_feedback,
    classic_two,
    advanced_solo,
    advanced_feedback,
    arms_two,
    arms_feedback,
    arms_void,
    numbers_solo,
    numbers_feedback,
    duel_turn,
    duel_end,
    duel_wide,
    duel_feedback,
    growing_levels,
    growing_feedback,
)
