"""Two boards on which the same hands do the same, but for the secret: a computer that asks both for everything, all the
time, hears the same bytes from both until the game is over."""

import json
from itertools import cycle

import pytest

from lightpeg.link.frame import encode
from lightpeg.link.requests import REQUESTS
from tests.fakes import FakeBoard, nvm_with
from tests.link.wanted import FIELDS

from .cuts import cut
from .table import Table
from .test_requests import Talk

# What is asked again and again. Nobody may do any of it to a game.
ASKED = [(do, FIELDS[do]) for do in REQUESTS if do not in ("live", "bootloader", "maintenance")]
WARN = {"name": "Warn", "holes": 4, "colours": 6, "rows": 8, "wrong_feedback": "warn", "games": "any"}
FILES = {"variants/warn.json": json.dumps(WARN).encode()}
# A secret is set by as many presses of UP at one board as of DOWN at the other: of six colours 0 1 0 1 and 5 4 5 4.
PRESSES = (1, 2, 1, 2)


class Spy:
    """Listens at a table from now on. `heard` is all that the board has sent."""

    def __init__(self, table):
        self._numbers = cycle(range(1, 1000))
        self._asked = cycle([("live", {"events": True, "pixels": True}), *ASKED, *ASKED])
        self.heard = b""
        self.listen(table)

    def listen(self, table):
        app = table.board.app
        link = table.hardware.link
        turn = app.turn
        turns = cycle(range(6))

        def overheard():
            # Now and then nothing is asked, so that there is time for what is told live.
            if not next(turns):
                do, fields = next(self._asked)
                link.incoming = encode({"id": next(self._numbers), "do": do, **fields})
            turn()
            self.heard += link.outgoing
            link.outgoing = b""

        app.turn = overheard


def hide(table, way, presses=PRESSES):
    """A code under the screen; `way` is "up" or "down"."""
    for hole, count in enumerate(presses):
        if hole:
            table.press("right")
        table.press(f"{way}*{count}")
    # Words, and the pause with its choices, in the middle of it.
    table.press("screen", "menu", "down", "menu", "up", "down")
    table.press("ok")


def look_around(table):
    """The codemaker looks at the secret; somebody opens the pause and comes back."""
    table.board.hold("screen")
    table.board.run(700)
    table.press("menu")
    table.board.run(300)
    table.board.release("screen")
    table.board.run(200)
    table.press("menu")
    table.board.hold("screen")
    table.board.run(300)
    table.board.release("screen")
    table.board.run(1200)


def alone(table, way):
    """The board's code is 0 1 2 3 or 3 2 1 0: no guess here tells them apart."""
    table.hardware.random = iter((0, 1, 2, 3) if way == "up" else (3, 2, 1, 0))
    table.press("ok")
    for guess in ((4, 4, 5, 5), (0, 0, 0, 0), (2, 2, 2, 2), (0, 1, 1, 0)):
        yield table
        table.submit(guess)
        look_around(table)


def screen(table, way):
    """Both codes have one black in 0 4 2 2 and nothing in 2 2 3 3. A wrong answer is taken back on the way."""
    table.press("ok", "ok")
    hide(table, way)
    table.submit((2, 2, 3, 3))
    look_around(table)
    table.answer(2, 0)
    yield table
    look_around(table)
    table.answer(0, 0)
    table.set_row((0, 4, 2, 2))
    look_around(table)
    yield table
    table.press("ok")
    look_around(table)
    table.answer(1, 0)
    look_around(table)


def second_game(table, way):
    """The first game is over and told; the second one's secret is not."""
    table.press("ok", "ok")
    table.submit((1, 1, 1, 1))
    table.submit((1, 1, 1, 1))
    table.answer(4, 0)
    # The points, and the page that asks for the next secret.
    table.press("ok", "ok", "ok")
    assert table.session.match.number == 1 and table.game.phase == "secret"
    hide(table, way)
    table.submit((2, 2, 3, 3))
    look_around(table)
    yield table
    table.answer(0, 0)
    look_around(table)


def paper(table, way):
    """What is shown at the end is one's own until OK."""
    table.press("ok", "ok")
    table.submit((2, 2, 3, 3))
    table.answer(0, 0)
    table.board.run(2000)
    yield table
    table.press("menu", "up*2", "ok", "ok")
    assert table.game.phase == "reveal"
    table.press(*[f"{way}*{count}" if n == 0 else "right" for count in PRESSES for n in (0, 1)])
    look_around(table)


def duel(table, way):
    """Both hide codes, of eight colours: 0 1 0 1 0 and 7 6 7 6 7. Nobody's first guess tells them apart."""
    table.press("ok", "ok")
    hide(table, way, (*PRESSES, 1))
    table.press("ok")
    hide(table, "down" if way == "up" else "up", (*PRESSES, 1))
    yield table
    for _ in range(2):
        look_around(table)
        table.submit((2, 2, 3, 3, 4))
        yield table
        look_around(table)
        table.set_row((4, 4, 4, 4, 3))
        look_around(table)
        table.press("ok")
        table.board.run(1000)
        yield table
        table.press("ok")


def first_of_a_turn(table, way):
    """The first guess of a turn earns four blacks, or four whites; nobody hears of it before the second one."""
    table.press("ok", "ok")
    hide(table, "up")
    table.press("ok")
    hide(table, way)
    table.submit((0, 1, 0, 1))
    look_around(table)
    yield table
    table.set_row((2, 2, 2, 2))
    look_around(table)


def growing(table, way):
    """After a code of four digits comes one of five, and only that one differs: no guess here has a digit of it."""
    table.press("ok")
    table.submit(table.game.secret)
    # The codes are 0 1 2 3 4 and 4 3 2 1 0: each byte says which of the digits that are left.
    table.hardware.random = iter((0,) * 5 if way == "up" else (4, 3, 2, 1, 0))
    table.press("ok", "ok")
    assert table.game.variant.holes == 5
    yield table
    table.submit((9, 9, 8, 8, 7))
    look_around(table)
    yield table
    table.submit((7, 7, 7, 7, 7))


CASES = (
    (alone, {"variant": "classic", "who": 0}, 16),
    (alone, {"variant": "classic", "who": 0, "clock": 2, "letters": 1}, 32),
    (screen, {"variant": "warn.json", "who": 1, "games": 2}, 16),
    (screen, {"variant": "warn.json", "who": 1, "games": 2, "clock": 2, "left_handed": 1}, 32),
    (second_game, {"variant": "classic", "who": 1, "games": 2}, 16),
    (paper, {"variant": "classic", "who": 2, "games": 2}, 16),
    (duel, {"variant": "duel", "who": 3}, 16),
    (duel, {"variant": "duel", "who": 3}, 32),
    (first_of_a_turn, {"variant": "numbers", "who": 3, "clock": 1, "repeats": 1}, 16),
    (first_of_a_turn, {"variant": "numbers", "who": 3, "clock": 1, "repeats": 1}, 32),
    (growing, {"variant": "growing", "who": 0}, 16),
)


def overhear(play, choices, width, way, cut_at):
    """Plays; where `cut_at` says so the power fails, and the game goes on. Returns the spy and the table."""
    table = Table.__new__(Table)
    table.board = FakeBoard(width=width, nvm=nvm_with(choices), files=FILES)
    table.hardware = table.board.hardware
    spy = Spy(table)
    steps = play(table, way)
    for number, _ in enumerate(steps):
        if number == cut_at:
            again = cut(table, random=(0, 1, 2, 3))
            table.board, table.hardware = again.board, again.hardware
            spy.listen(table)
            look_around(table)
            table.press("ok")
            look_around(table)
    return spy, table


def the_end(table):
    """Gives up, whoever is to move, so that everything is told."""
    if table.game.phase == "reveal":
        table.press("ok")
    else:
        if table.game.phase == "answer":
            table.answer(0, 0)
        table.press("menu", "up*2", "ok", "ok")
    table.board.run(300)


@pytest.mark.parametrize(("play", "choices", "width"), CASES, ids=[f"{case[0].__name__}-{case[2]}" for case in CASES])
@pytest.mark.parametrize("cut_at", [None, 0])
def test_a_computer_cannot_tell_one_secret_from_another(play, choices, width, cut_at):
    (one, first), (other, second) = (overhear(play, choices, width, way, cut_at) for way in ("up", "down"))
    assert first.session.match is not None and second.session.match is not None
    assert one.heard == other.heard
    # It heard all there was to be heard, the pictures and the rows too.
    for word in (b'"pixels"', b'"game"', b'"playing"', b'"busy"', b'"acked"'):
        assert word in one.heard.replace(b" ", b""), word
    # And it could have told them apart.
    for table in (first, second):
        the_end(table)
    assert one.heard != other.heard


def test_the_memory_in_use_does_not_tell_what_a_codemaker_presses():
    """Each press takes some; told during a match, it would tell the code."""
    table = Table("classic", "screen", games=2)
    table.hardware.free_memory = lambda: 50_000 - table.hardware.time
    talk = Talk(table.board)
    table.press("ok")
    first = talk.ask("status")["heap"]
    table.press("up", "right", "up")
    assert talk.ask("status")["heap"] == first
    table.press("menu", "up", "ok", "ok")
    assert table.session.match is None
    assert talk.ask("status")["heap"] not in (first, 0)
