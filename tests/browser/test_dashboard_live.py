"""The boards' page in a real browser: panels mirrored, games told, boards that come, go and are let go."""

import socket

import pytest

from lightpeg_host.client.discovery import connect
from tests.browser.dashboard import Dashboard, dimmed, lights, until
from tests.browser.dashboard_games import ATTIC, records
from tests.browser.live_board import LiveBoard

MATCH = {
    "live": "match", "key": "classic", "name": "Classic", "who": "screen", "games": 2, "first": 1,
    "names": ["Ada", "Bo"], "colours": 6, "blank": False, "symbols": "colours", "feedback": "keys",
    "scoring": "guesses",
}  # fmt: skip
GAME = {"live": "game", "number": 0, "level": 0, "codemaker": 1, "holes": 4, "rows": 10}
ROW = {"live": "row", "player": 0, "row": 0, "guess": [0, 0, 1, 1], "black": 2, "white": 0, "ms": 12000}


@pytest.fixture
def dashboard(tmp_path, monkeypatch):
    with Dashboard(tmp_path) as dashboard:
        monkeypatch.setenv("LIGHTPEG_RUNTIME", str(dashboard.runtime))
        monkeypatch.setenv("LIGHTPEG_CONFIG", str(tmp_path))
        yield dashboard


def test_the_panel_and_the_game_are_mirrored(dashboard, visit):
    with LiveBoard() as board:
        page = visit(dashboard)
        page.get_by_text("Live", exact=True).wait_for()
        until(page, lambda: board.subscribed == (True, True))
        board.picture(lambda x, y: (x * 16, y * 16, 255))
        wanted = [[dimmed(x * 16 << 16 | y * 16 << 8 | 255) for x in range(16)] for y in range(16)]
        until(page, lambda: lights(page) == wanted)
        # Two lines of it change.
        board.picture(lambda x, y: (200, 0, 0), first=3, count=2)
        wanted[3] = wanted[4] = [dimmed(200 << 16)] * 16
        until(page, lambda: lights(page) == wanted)
        for event in (MATCH, GAME, ROW):
            board.tell(**event)
        news = page.get_by_role("log")
        until(page, lambda: "2 placed, 0 misplaced" in news.inner_text())
        text = news.inner_text()
        assert "Classic" in text and "Ada and Bo" in text and "12.0 s" in text
        # Something secret: the panel goes dark and the page says why, until there is a picture again.
        board.tell(live="hidden")
        page.get_by_text("Something secret is on the panel").wait_for()
        until(page, lambda: not any(any(light) for line in lights(page) for light in line))
        board.picture(lambda x, y: (9, 9, 9))
        page.get_by_text("every game is fetched").wait_for()
        until(page, lambda: lights(page)[15][15] == dimmed(0x090909))


def test_a_board_unplugged_while_it_is_looked_at_and_back_again(dashboard, visit):
    page = visit(dashboard)
    page.get_by_text("No board is here").wait_for()
    with LiveBoard() as board:
        page.get_by_text("Live", exact=True).wait_for()
        assert not page.get_by_text("No board is here").is_visible()
        board.unplug()
        page.get_by_text("No board is here").wait_for()
    with LiveBoard(title="another one") as board:
        page.get_by_text("Live", exact=True).wait_for()
        until(page, lambda: board.subscribed == (True, True))
        board.picture(lambda x, y: (0, 255, 0))
        until(page, lambda: lights(page)[0][0] == dimmed(0x00FF00))


def test_a_board_that_falls_silent_is_told(dashboard, visit):
    with LiveBoard() as board:
        page = visit(dashboard)
        page.get_by_text("Live", exact=True).wait_for()
        board.hang_up()
        page.get_by_text("Does not answer").wait_for()
        # It is tried again.
        page.get_by_text("Live", exact=True).wait_for()


def test_two_boards_are_two_panels(dashboard, visit):
    with LiveBoard("e6614c311b4a0001") as one, LiveBoard("e6614c311b4a0002") as other:
        page = visit(dashboard)
        until(page, lambda: page.get_by_text("Live", exact=True).count() == 2)
        until(page, lambda: one.subscribed == other.subscribed == (True, True))
        one.picture(lambda x, y: (255, 0, 0))
        other.picture(lambda x, y: (0, 0, 255))

        def shown(board):
            card = page.get_by_role("group").filter(has=page.get_by_role("heading", name=board.desk.board[-4:]))
            return card.locator(".lp-panel").evaluate("one => Array.from(one.panel?.levels?.slice(0, 3) ?? [])")

        until(page, lambda: shown(one) == [77, 0, 0] and shown(other) == [0, 0, 77])
        page.get_by_role("button", name="Which one?").first.click()
        until(page, lambda: one.desk.identified + other.desk.identified == 1)


def test_a_board_nobody_looks_at_is_let_go(dashboard, visit):
    with LiveBoard() as board:
        page = visit(dashboard)
        until(page, lambda: board.subscribed == (True, True))
        page.get_by_role("switch", name="Watch").click()
        page.get_by_text("Let go: other programs can have it").wait_for()
        until(page, lambda: board.subscribed == (False, False))
        until(page, lambda: board.talks_to == 0)
        # Another program has it now; the page says so when it is to look again.
        with socket.create_connection(board.address):
            until(page, lambda: board.talks_to == 1)
            page.get_by_role("switch", name="Watch").click()
            page.get_by_text("Does not answer", exact=True).wait_for()
        page.get_by_text("Live", exact=True).wait_for()
        page.goto(dashboard.base + "/variants")
        until(page, lambda: board.talks_to == 0)
        with connect(board.url) as client:
            assert client.id == board.desk.board


def test_sync_now(dashboard, visit):
    with LiveBoard(ATTIC) as board:
        board.desk.games = dict(records()[ATTIC])
        page = visit(dashboard)
        page.get_by_text("5 games to fetch").wait_for()
        page.get_by_role("button", name="Sync now").click()
        page.get_by_text("5 new games from").wait_for()
        assert board.desk.acked == 5
        page.get_by_text("every game is fetched").wait_for()
        # It is still live.
        board.picture(lambda x, y: (0, 255, 0))
        until(page, lambda: lights(page)[0][0] == dimmed(0x00FF00))
        page.get_by_role("button", name="Sync now").click()
        page.get_by_text("No new game on").wait_for()
        page.goto(dashboard.base + "/history")
        page.get_by_text("5 games").wait_for()


def test_a_page_in_the_background_lets_go(dashboard, visit):
    with LiveBoard() as board:
        page = visit(dashboard)
        until(page, lambda: board.subscribed == (True, True))
        hide = """(hidden) => {
            Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
            document.dispatchEvent(new Event('visibilitychange'));
        }"""
        page.evaluate(hide, True)
        until(page, lambda: board.talks_to == 0)
        page.evaluate(hide, False)
        until(page, lambda: board.subscribed == (True, True))


def test_a_wide_panel_has_512_lights(dashboard, visit):
    with LiveBoard() as board:
        board.desk.panel = [32, 16]
        page = visit(dashboard)
        until(page, lambda: board.subscribed == (True, True))
        board.picture(lambda x, y: (x * 8, 0, y * 16), width=32)
        until(page, lambda: len(lights(page, 32)) == 16 and lights(page, 32)[15][31] == dimmed(31 * 8 << 16 | 15 * 16))
        box = page.locator(".lp-panel").bounding_box()
        assert abs(box["width"] - 2 * box["height"]) < 2


def test_two_pages_share_one_board(dashboard, visit):
    with LiveBoard() as board:
        one, other = visit(dashboard), visit(dashboard)
        until(one, lambda: board.subscribed == (True, True))
        other.get_by_text("Live", exact=True).wait_for()
        board.picture(lambda x, y: (0, 255, 0))
        until(one, lambda: lights(one)[0][0] == lights(other)[0][0] == dimmed(0x00FF00))
        assert board.talks_to == 1
        one.close()
        board.picture(lambda x, y: (255, 0, 0))
        until(other, lambda: lights(other)[0][0] == dimmed(0xFF0000))
        assert board.subscribed == (True, True)
