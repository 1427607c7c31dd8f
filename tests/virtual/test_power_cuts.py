"""The power fails at random instants while games are played; nothing that was confirmed is lost or doubled.

Set LIGHTPEG_GAMES to play more of them: a thousand take some minutes.
"""

import json
import os
import random
from base64 import b64decode

from lightpeg.core.variant_file import check
from lightpeg.store.game_reader import unpack
from lightpeg_host.boards import VirtualBoard
from tests.line import Line
from tests.scenarios import Table

GAMES = int(os.environ.get("LIGHTPEG_GAMES", "40"))
START_MS = 1500
# One in so many presses is cut.
CUT_EVERY = 10
# More bytes than are ever written.
NEVER = 1 << 30
RULES = {"name": "Mini", "holes": 1, "colours": 3, "rows": 2, "players": ["board"]}


class Person:
    """Plays the first file of the menu again and again, and knows what was confirmed: the rows of each finished game,
    and those of the one in play. `unsure` is a press whose effect nobody saw: the power failed in it."""

    def __init__(self, board, chance):
        self.board = board
        self.table = Table(board)
        self.table.sit_down(check(RULES)[0])
        self.chance = chance
        self.finished = []
        self.cuts = 0

    def press(self, button):
        """Presses a button. Returns False where the power failed meanwhile; it is back then."""
        board = self.board
        if self.chance.randrange(CUT_EVERY):
            board.press(button, 80, 120)
            return True
        self.cuts += 1
        if self.chance.randrange(2):
            # In the middle of what is being written, if anything is.
            board.cut_power_in_nvm(self.chance.randrange(1, 60))
            board.press(button, 80, 120)
        else:
            board.hold(button)
            board.run(self.chance.uniform(0, 90))
            board.release(button)
            board.run(self.chance.uniform(0, 60))
        board.cut_power()
        board.cut_power_in_nvm(NEVER)
        board.release(button)
        board.run(self.chance.uniform(1, 50))
        board.restore_power()
        board.run(START_MS)
        return False

    def records(self):
        """Every game that the board has."""
        found = []
        since = 0
        with Line(self.board) as line:
            while (told := line.ask("games", since=since))["seq"] is not None:
                found.append(unpack(b64decode(told["data"])))
                since = told["seq"]
            assert line.ask("status")["damaged"] <= self.cuts
        return found

    def last(self):
        with Line(self.board) as line:
            return line.ask("status")["last"]

    def shown_rows(self):
        """The rows of the game in play, as the board tells them."""
        with Line(self.board) as line:
            line.ask("live", events=True, pixels=False)
            for _ in range(30):
                self.board.run(100)
                line.listen()
            kinds = [told["live"] for told in line.live]
            assert kinds[:2] == ["match", "game"], (kinds, self.board.console)
            return [tuple(told["guess"]) for told in line.live if told["live"] == "row"]


def test_a_thousand_cuts(tmp_path):
    """After each cut the board has every finished game, once, and the running one with the rows that were confirmed."""
    chance = random.Random(7)
    with VirtualBoard(tmp_path / "profile", powered=False) as board:
        (tmp_path / "profile" / "drive" / "variants" / "mini.json").write_text(json.dumps(RULES))
        board.restore_power()
        board.run(START_MS)
        with Line(board) as line:
            line.ask("settings_put", settings={"variant": "mini.json", "sound": 0})
        board.run(2000)
        person = Person(board, chance)
        finished = 0
        while finished < GAMES:
            finished = play_one(person, finished)
        games = person.records()
        assert [game.seq for game in games] == list(range(1, finished + 1))
        for game in games:
            rows = game.rows[0]
            secret = game.secrets[1]
            assert [row[1] for row in rows] == [int(row[0] == secret) for row in rows]
            assert [row[0] for row in rows] == person.finished[game.seq - 1]
        assert person.cuts > GAMES / 4


def play_one(person, finished):
    """Plays one game to its end, whatever happens. Returns how many games are finished then."""
    if person.table.in_menu() and not person.press("ok"):
        # It had begun, or not.
        return after_cut(person, finished, [], [])
    return go_on(person, finished, [])


def go_on(person, finished, rows):
    """Plays on from a game that shows these rows."""
    while True:
        peg = len(rows)
        for _ in range(peg + 1):
            if not person.press("up"):
                return after_cut(person, finished, rows, rows)
        guess = (peg,)
        sure = person.press("ok")
        after = [*rows, guess]
        if not sure:
            return after_cut(person, finished, rows, after)
        rows = after
        last = person.last()
        if last == finished + 1:
            return ended(person, finished + 1, rows)
        assert last == finished and len(rows) < 2


def ended(person, finished, rows):
    """The end of a game is shown: leave it, and the points after it."""
    person.finished.append(rows)
    return leave(person, finished)


def leave(person, finished):
    for _ in range(3):
        if person.table.in_menu():
            return finished
        if not person.press("ok"):
            return back(person, finished)
    assert person.table.in_menu()
    return finished


def back(person, finished):
    """The power failed while nothing was in play any more: the end of the game is shown again, or the menu."""
    assert person.last() == finished
    if person.table.in_menu():
        return finished
    # GO ON shows the end of that game, or the next one's beginning.
    person.board.press("ok", 80, 400)
    return leave(person, finished)


def after_cut(person, finished, before, after):
    """The power failed in a press that leads from the rows `before` to those `after`."""
    board = person.board
    last = person.last()
    if last == finished + 1:
        # The row was the last one, and was kept.
        assert after != before
        person.finished.append(after)
        return back(person, last)
    assert last == finished
    if person.table.in_menu():
        # Nothing of the game had been confirmed.
        assert before == []
        return finished
    board.press("ok", 80, 400)
    if person.last() == finished + 1:
        # The power failed between the last row and the record of the whole game.
        assert after != before
        return ended(person, finished + 1, after)
    shown = person.shown_rows()
    assert shown in (before, after), (shown, before, after)
    return go_on(person, finished, shown)
