"""The pictures of docs/host/dashboard.md. They are kept where LIGHTPEG_PICTURES names a folder: make pictures."""

import io
import os
from pathlib import Path

import pytest
from PIL import Image

from lightpeg_host.dashboard.drawn import replay
from tests.browser.dashboard import Dashboard, lights, until
from tests.browser.dashboard_games import fill, games
from tests.browser.live_board import LiveBoard
from tests.browser.test_dashboard_live import GAME, MATCH, ROW

SIZE = {"width": 1180, "height": 760}
HIGH = {"width": 820, "height": 900}
# What is of one moment or one computer is not in a picture.
QUIET = "time { display: none } .lp-port { visibility: hidden } *, *::before { transition: none !important }"


@pytest.fixture(scope="module")
def dashboard(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pictures")
    fill(folder / "games.db")
    (folder / "boards.json").write_text('{"names": {"e6614c311b4a5f2f": "Attic", "e6614c311b4a77aa": "Club"}}')
    with Dashboard(folder) as dashboard:
        yield dashboard


@pytest.fixture
def keep(tmp_path):
    """keep(page, name): takes a picture, which must show something, and keeps it."""
    folder = Path(os.environ.get("LIGHTPEG_PICTURES") or tmp_path)

    def take(page, name):
        page.add_style_tag(content=QUIET)
        page.mouse.move(2, 2)
        page.wait_for_function("document.fonts.ready.then(() => true)")
        # Whatever was just changed is drawn.
        page.evaluate("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        assert len(shot.getcolors(1 << 20)) > 100
        # The lowest bits are the gradients' and take much of the file.
        shot.point(lambda level: level & 0xFC | level >> 6).save(folder / f"dashboard-{name}.png", optimize=True)

    return take


def tell(board, game, rows):
    """A board's picture of a game after so many rows, and what it tells of it."""
    picture = replay(game, rows)

    def colour(x, y):
        at = (y * picture.columns + x) * 3
        return tuple(picture.levels[at : at + 3])

    board.picture(colour)


def test_pictures_of_the_boards(dashboard, visit, keep, monkeypatch):
    monkeypatch.setenv("LIGHTPEG_RUNTIME", str(dashboard.runtime))
    played = [game for _, game in games()]
    with LiveBoard() as one, LiveBoard() as other:
        # In the order of their addresses, as the page has them.
        attic, club = sorted((one, other), key=lambda board: (len(board.url), board.url))
        club.desk.board = "e6614c311b4a77aa"
        page = visit(dashboard, "/", HIGH, color_scheme="dark")
        until(page, lambda: attic.subscribed == club.subscribed == (True, True))
        for board, game, count in ((attic, played[0], 3), (club, played[5], 4)):
            tell(board, game, count)
            names = list(game.names) if game.who == "screen" else ["Cy", ""]
            match = {"key": game.key, "name": game.variant.name, "who": game.who, "names": names, "games": game.games}
            symbols = {"symbols": game.variant.symbols, "feedback": game.variant.feedback}
            board.tell(**{**MATCH, **match, **symbols, "colours": game.variant.colours})
            board.tell(**{**GAME, "rows": game.variant.rows})
            for number, (guess, black, white, ms) in enumerate(game.rows[0][:count]):
                row = {"row": number, "guess": list(guess), "black": black, "white": white, "ms": ms}
                board.tell(**{**ROW, **row})
        until(page, lambda: all("misplaced" in log.inner_text() for log in page.get_by_role("log").all()))
        until(page, lambda: any(any(light) for light in lights(page)[13]))
        keep(page, "boards")


def test_pictures_of_the_history(dashboard, visit, keep):
    page = visit(dashboard, "/history/1", SIZE, color_scheme="light")
    page.get_by_role("button", name="Show row 4").click()
    page.get_by_text("After row 4 of 5").wait_for()
    page.evaluate("document.activeElement.blur()")
    keep(page, "history")


def test_pictures_of_the_statistics(dashboard, visit, keep):
    page = visit(dashboard, "/statistics", SIZE, color_scheme="light")
    until(page, lambda: page.locator(".lp-chart svg").count() == 5)
    keep(page, "statistics")


def test_pictures_of_the_variants(dashboard, visit, keep):
    page = visit(dashboard, "/variants", SIZE, color_scheme="dark")
    page.get_by_role("button", name="Arms").click()
    until(page, lambda: page.get_by_label("Name", exact=True).input_value() == "Arms")
    page.get_by_label("Name", exact=True).fill("Long Arms")
    page.get_by_label("Holes", exact=True).fill("9")
    page.get_by_text("2 fields to put right.").or_(page.get_by_text("1 field to put right.")).wait_for()
    page.evaluate("document.activeElement.blur()")
    keep(page, "variants")
