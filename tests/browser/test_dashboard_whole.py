"""The whole way on a virtual board with the real firmware: a game is played by buttons, mirrored while it is played,
fetched, replayed and counted."""

from types import SimpleNamespace

import pytest

from lightpeg.core.builtin import builtin
from lightpeg_host.boards import VirtualBoard
from lightpeg_host.client.discovery import connect
from lightpeg_host.client.running import register
from lightpeg_host.page.pace import Pace
from tests.browser.dashboard import Dashboard, lights, until
from tests.browser.hands import Hands
from tests.scenarios import Table

SPEED = 5.0


class Fingers(Hands):
    """Hands on the board itself, which runs at its pace; the page is only looked at."""

    def press(self, button, hold_ms=80, settle_ms=120):
        pace = self.served.pace
        before = pace.handled
        pace.hold(button, self)
        self._until_handled(before + 1)
        self.run(hold_ms)
        pace.release(button, self)
        self._until_handled(before + 2)
        self.run(settle_ms)

    def pixels(self):
        return self.board.pixels()


class Mirrored:
    """The board as the dashboard shows it."""

    width = 16

    def __init__(self, page):
        self._page = page

    def pixels(self):
        # The table knows pegs at a fifth of full light, the page shows them at three tenths.
        return [[tuple(level * 2 // 3 for level in light) for light in line] for line in lights(self._page)]


@pytest.fixture
def dashboard(tmp_path, monkeypatch):
    with Dashboard(tmp_path) as dashboard:
        monkeypatch.setenv("LIGHTPEG_RUNTIME", str(dashboard.runtime))
        yield dashboard


@pytest.fixture
def board(dashboard):
    """(board, pace) of a virtual board that is running."""
    with VirtualBoard() as board, register(board.serial_url, "virtual board"):
        pace = Pace(board, SPEED)
        pace.start()
        try:
            yield board, pace
        finally:
            pace.close()


def test_a_variant_goes_to_the_board_and_away_again(dashboard, board, visit):
    page = visit(dashboard, "/variants")
    page.get_by_role("button", name="Arms").click()
    until(page, lambda: page.get_by_label("Name", exact=True).input_value() == "Arms")
    page.get_by_label("Name", exact=True).fill("Short Arms")
    page.get_by_label("Holes", exact=True).fill("3")
    # Eight colours in three holes without repeats: 8 times 7 times 6.
    page.get_by_text("336 codes").wait_for()
    until(page, lambda: page.get_by_label("Name of the file").input_value() == "short-arms")
    page.get_by_role("button", name="Send to the board").click()
    page.get_by_text("now, as short-arms.").wait_for()
    with connect(board[0].serial_url) as client:
        assert [one.source for one in client.variants() if one.key == "short-arms"] == ["uploaded"]
        assert (client.variant("short-arms")["name"], client.variant("short-arms")["holes"]) == ("Short Arms", 3)
    page.get_by_role("button", name="Numbers").click()
    until(page, lambda: page.get_by_label("Name", exact=True).input_value() == "Numbers")
    page.get_by_role("button", name="From a board").click()
    page.get_by_role("button", name="Open short-arms").click()
    until(page, lambda: page.get_by_label("Name", exact=True).input_value() == "Short Arms")
    page.get_by_role("button", name="On the board").click()
    page.get_by_role("button", name="Remove short-arms").click()
    page.get_by_role("button", name="Remove it").click()
    page.get_by_text("short-arms is no longer on").wait_for()
    page.get_by_role("button", name="Close").click()
    with connect(board[0].serial_url) as client:
        assert "short-arms" not in [one.key for one in client.variants()]


def test_a_board_without_power_is_told_and_is_live_again_with_it(dashboard, board, visit):
    board, pace = board
    page = visit(dashboard)
    page.get_by_text("Live", exact=True).wait_for()
    until(page, lambda: any(any(light) for line in lights(page) for light in line))
    pace.power(False)
    page.get_by_text("Live", exact=True).wait_for(state="detached")
    until(page, lambda: not any(any(light) for line in lights(page) for light in line))
    pace.power(True)
    page.get_by_text("Live", exact=True).wait_for()
    table = Table(Mirrored(page))
    until(page, table.in_menu)


def test_a_game_is_mirrored_fetched_replayed_and_counted(dashboard, board, visit):
    board, pace = board
    page = visit(dashboard)
    page.get_by_text("Live", exact=True).wait_for()
    table = Table(Fingers(page, SimpleNamespace(board=board, pace=pace)))
    until(page, table.in_menu)
    table.choose("classic")
    guesses = [(0, 0, 0, 0), (5, 5, 4, 4)]
    for guess in guesses:
        table.submit(guess)
    answers = [table.feedback(row) for row in range(2)]
    mirror = Table(Mirrored(page))
    mirror.sit_down(builtin("classic"))
    until(page, lambda: [mirror.row(row) for row in range(2)] == guesses)
    assert [mirror.feedback(row) for row in range(2)] == answers
    # The secret is covered there too.
    assert len(set(lights(page)[0][x] for x in mirror.layout.peg_x)) == 1
    log = page.get_by_role("log")
    for black, white in answers:
        until(page, lambda said=f"{black} placed, {white} misplaced": said in log.inner_text())
    table.press("menu", "up*2", "ok", "ok")
    until(page, lambda: "given up" in log.inner_text().lower())
    page.get_by_role("button", name="Sync now").click()
    page.get_by_text("1 new game from").wait_for()
    page.goto(dashboard.base + "/history")
    page.get_by_role("link").filter(has_text="20").first.click()
    page.get_by_text("P1 gave up after 2 rows.").first.wait_for()
    replayed = Table(Mirrored(page))
    replayed.sit_down(builtin("classic"))
    until(page, lambda: [replayed.row(row) for row in range(2)] == guesses)
    assert [replayed.feedback(row) for row in range(2)] == answers
    page.goto(dashboard.base + "/statistics")
    page.get_by_text("0 of 1").first.wait_for()
