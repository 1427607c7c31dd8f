"""The pictures of docs/host/dashboard.md: kept where LIGHTPEG_PICTURES names a folder (make pictures), and otherwise
compared with those that are there.

Letters look different on every computer. So a picture has the words of its page and the lights of its panels with it,
which must be the same; the pixels are compared by large blocks only, enough to notice other colours or another layout.
"""

import io
import json
import os
import re
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat, PngImagePlugin

from lightpeg_host.dashboard.drawn import replay
from tests.browser.dashboard import Dashboard, until
from tests.browser.dashboard_games import fill, games
from tests.browser.live_board import LiveBoard
from tests.browser.test_dashboard_live import GAME, MATCH, ROW

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
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


# What is read from a page: its words, but those of the charts, of which some are left out where letters are wide, and
# the lights of its panels.
READ = """() => {
    document.querySelectorAll(".lp-chart").forEach((one) => (one.style.display = "none"));
    const lights = [...document.querySelectorAll(".lp-panel")]
        .map((one) => Array.from(one.panel.levels, (level) => level.toString(16).padStart(2, "0")).join(""));
    return { words: document.body.innerText.split(/\\s+/).filter(Boolean).join(" "), lights };
}"""
VERSION = re.compile(r"\d+\.\d+\.\d+")
# Blocks to compare by their mean, and by how much they may differ altogether, out of 255.
BLOCK = 40
TOLERANCE = 10


def compare(kept, shot, read):
    """What is stale about a picture, in a word; None if nothing is."""
    told = json.loads(kept.text.get("page", "{}"))
    for what, now in read.items():
        if told.get(what) != now:
            return f"{what}: {told.get(what)!r} is {now!r} now"
    if kept.size != shot.size:
        return "size"
    small = [one.convert("RGB").reduce(BLOCK) for one in (kept, shot)]
    apart = sum(ImageStat.Stat(ImageChops.difference(*small)).mean) / 3
    return f"looks: {apart:.1f}" if apart > TOLERANCE else None


@pytest.fixture
def keep():
    """keep(page, name): takes a picture, which must show something, and keeps it or compares it."""
    folder = os.environ.get("LIGHTPEG_PICTURES")

    def take(page, name):
        page.add_style_tag(content=QUIET)
        page.mouse.move(2, 2)
        page.wait_for_function("document.fonts.ready.then(() => true)")
        # Whatever was just changed is drawn.
        page.evaluate("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        assert len(shot.getcolors(1 << 20)) > 100
        # The lowest bits are the gradients' and take much of the file.
        shot = shot.point(lambda level: level & 0xFC | level >> 6)
        read = page.evaluate(READ)
        read["words"] = VERSION.sub("N", read["words"])
        file = f"dashboard-{name}.png"
        if folder:
            info = PngImagePlugin.PngInfo()
            info.add_text("page", json.dumps(read), zip=True)
            shot.save(Path(folder) / file, optimize=True, pnginfo=info)
            return
        with Image.open(PICTURES / file) as kept:
            stale = compare(kept, shot, read)
        assert stale is None, f"{file} is stale, run: make pictures ({stale})"

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
        # The palette's line comes last.
        palette = "all => all.every(one => one.panel?.levels?.slice(-16 * 3).some(level => level))"
        until(page, lambda: page.locator(".lp-panel").evaluate_all(palette))
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
    page.get_by_text("1 field to put right.").wait_for()
    until(page, lambda: page.get_by_label("Name of the file").input_value() == "long-arms")
    page.evaluate("document.activeElement.blur()")
    keep(page, "variants")


def test_a_stale_picture_is_noticed():
    with Image.open(PICTURES / "dashboard-history.png") as kept:
        read = json.loads(kept.text["page"])
        shot = kept.convert("RGB")
        assert compare(kept, shot, read) is None
        assert compare(kept, shot, {**read, "words": read["words"] + " more"}).startswith("words")
        other = [read["lights"][0].replace("0", "1", 1)]
        assert compare(kept, shot, {**read, "lights": other}).startswith("lights")
        assert compare(kept, shot.resize((100, 100)), read) == "size"
        assert compare(kept, shot.point(lambda level: 255 - level), read).startswith("looks")
