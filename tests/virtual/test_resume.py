"""The power fails on a whole virtual board in the middle of games of several kinds; GO ON brings each back."""

from base64 import b64decode

import pytest

from lightpeg.core.builtin import builtin
from lightpeg.store.game_reader import unpack
from lightpeg_host.boards import VirtualBoard
from tests import scenarios
from tests.core.codes import counted_score
from tests.line import Line
from tests.scenarios import Table

START_MS = 3000


@pytest.fixture
def table():
    with VirtualBoard() as board:
        board.run(START_MS)
        yield Table(board)


def cut(table, go_on=True):
    """The power fails while somebody chooses a peg, and comes back."""
    board = table.board
    board.press("up")
    board.hold("up")
    board.run(30)
    board.cut_power()
    board.release("up")
    board.run(1000)
    assert not any(any(pixel) for line in board.pixels() for pixel in line)
    board.restore_power()
    board.run(START_MS)
    assert not table.in_menu()
    if go_on:
        table.press("ok")
        # Whose turn it is, is said again until a press.
        table.press("left", "right")


def kept(board):
    with Line(board) as line:
        assert line.ask("status")["last"] == 1
        return unpack(b64decode(line.ask("games", since=0)["data"]))


def test_a_game_with_arms(table):
    """Cut before the answer to the second row, and once more after it."""
    secret, first, second = (0, 1, 2, 3), (1, 0, 4, 5), (0, 1, 3, 2)
    table.choose("arms", "screen", 2)
    table.press("ok")
    table.submit(secret)
    table.submit(first)
    table.set_arms(*counted_score(secret, first))
    table.submit(second)
    cut(table)
    assert table.row(0) == first and table.feedback(0) == counted_score(secret, first)
    assert table.row(1) == second
    table.set_arms(*counted_score(secret, second))
    cut(table)
    assert table.feedback(1) == counted_score(secret, second)
    # The codemaker's secret is under the screen as before.
    table.board.hold("screen")
    table.board.run(300)
    assert table.secret() == secret
    table.board.release("screen")
    table.board.run(200)
    table.submit(secret)
    table.set_arms(4, 0)
    table.board.run(200)
    assert table.secret() == secret
    game = kept(table.board)
    answers = [counted_score(secret, guess) for guess in (first, second, secret)]
    rows = [(row[0], (row[1], row[2])) for row in game.rows[1]]
    assert rows == list(zip((first, second, secret), answers, strict=True))
    assert (game.result, game.points, game.secrets[0]) == ("solved", (3, 0), secret)


def test_a_secret_on_paper(table):
    """What was answered before the cut still counts in the proof that an answer cannot be."""
    table.choose("classic", "paper")
    table.press("ok")
    table.submit((0, 0, 0, 0))
    table.set_arms(0, 0)
    table.board.run(1000)
    cut(table)
    assert table.feedback(0) == (0, 0)
    table.submit((0, 0, 0, 1))
    before = table.board.pixels()
    table.set_arms(3, 0)
    table.board.run(1000)
    assert table.board.pixels() != before
    table.set_arms(1, 0)
    table.board.run(1000)
    table.press("left")
    assert table.feedback(1) == (1, 0)


def test_half_a_turn_of_a_duel(table):
    """The first player has guessed; what that earned is seen when the second one has."""
    first, second = (0, 1, 2, 3, 4), (7, 6, 5, 5, 5)
    table.choose("duel")
    scenarios.hide_codes(table, first, second)
    table.submit((7, 7, 0, 1, 2))
    cut(table)
    # The second player's own row, still empty but for the peg that was lost.
    table.submit((0, 1, 7, 7, 7))
    table.board.run(100)
    answers = []
    for line in (6, 14):
        keys = [table.board.pixels()[line][x] for x in table.layout.key_x]
        red = sum(pixel[0] > 4 * pixel[1] and pixel[0] > 12 for pixel in keys)
        answers.append(red)
    assert answers == [counted_score(second, (7, 7, 0, 1, 2))[0], counted_score(first, (0, 1, 7, 7, 7))[0]]
    table.press("ok")
    assert scenarios.duel_turn(table, second, first) == [(5, 0), (5, 0)]
    game = kept(table.board)
    assert (game.result, game.reason, game.secrets) == ("draw", "both", (first, second))


def test_a_growing_game(table):
    """Cut in the second code, which is one hole longer."""
    table.choose("growing")
    _, solved = scenarios.solo_game(table)
    assert solved
    table.press("ok", "ok")
    table.sit_down(builtin("growing").with_options(holes=5))
    guess = (0, 1, 2, 3, 4)
    table.submit(guess)
    answer = table.feedback(0)
    cut(table)
    assert table.row(0) == guess and table.feedback(0) == answer
    # It is still the same code: at the end it explains the answers from before and after the cut.
    other = (5, 6, 7, 8, 9)
    table.submit(other)
    later = table.feedback(1)
    assert sum(later) == 5 - sum(answer)
    table.press("menu", "up*2", "ok", "ok")
    table.press("left")
    table.board.run(200)
    with Line(table.board) as line:
        game = unpack(b64decode(line.ask("games", since=1)["data"]))
    assert (game.level, game.result) == (1, "resigned")
    assert [(row[0], (row[1], row[2])) for row in game.rows[0]] == [(guess, answer), (other, later)]
    assert [counted_score(game.secrets[1], row) for row in (guess, other)] == [answer, later]


def test_the_game_is_dropped(table):
    table.choose("classic")
    table.submit((0, 0, 0, 1))
    cut(table, go_on=False)
    table.press("down", "ok")
    assert not table.in_menu()
    table.press("ok")
    assert table.in_menu()
    table.board.cut_power()
    table.board.restore_power()
    table.board.run(START_MS)
    assert table.in_menu()
    with Line(table.board) as line:
        assert line.ask("status")["last"] == 0
