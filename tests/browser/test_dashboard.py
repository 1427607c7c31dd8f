"""The dashboard's pages about games, in a real browser: what is in the club's database of `dashboard_games`."""

import pytest

from lightpeg.ui.palettes import COVER, KEY_BLACK, KEY_WHITE, STANDARD, UNPLAYED
from tests.browser.dashboard import Dashboard, dimmed, lights, until
from tests.browser.dashboard_games import fill, stranger

PAGES = ("/", "/history", "/history/5", "/statistics", "/variants")
NARROW = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    folder = tmp_path_factory.mktemp("club")
    fill(folder / "games.db")
    with Dashboard(folder) as dashboard:
        yield dashboard


@pytest.fixture(scope="module")
def nobody(tmp_path_factory):
    with Dashboard(tmp_path_factory.mktemp("nobody")) as dashboard:
        yield dashboard


def table(page, number=0):
    rows = page.locator(".lp-table").nth(number).locator("tbody tr").all()
    return [row.locator("th, td").all_inner_texts() for row in rows]


def test_without_a_board_and_without_games(nobody, visit):
    page = visit(nobody, "/")
    assert "lightpeg play" in page.locator("#content").inner_text()
    for path in ("/history", "/statistics"):
        page.goto(nobody.base + path)
        page.get_by_text("There are no games yet").wait_for()
    page.goto(nobody.base + "/history/1")
    page.get_by_text("There is no such game.").wait_for()
    page.get_by_role("link", name="All games").click()
    page.get_by_text("There are no games yet").wait_for()
    page.get_by_role("link", name="To the boards").click()
    page.get_by_text("No board is here").wait_for()
    page.goto(nobody.base + "/variants")
    page.get_by_text("Good: it can be played.").wait_for()
    page.get_by_role("button", name="Send to the board").click()
    page.get_by_text("There is no board. Plug one in").wait_for()


def test_the_list_of_games_and_its_filters(club, visit):
    page = visit(club, "/history")
    page.get_by_text("6 games").wait_for()
    assert table(page) == [
        ["before 2026-07-01", "Numbers", "Cy", "Solved", "4", "Club"],
        ["2026-06-20 20:33", "Duel", "Ada, Bo", "Ada won", "3 and 3", "Attic"],
        ["2026-06-20 20:15", "Arms", "Ada", "Not solved", "9", "Attic"],
        ["2026-06-20 20:05", "Arms", "Ada", "Solved", "4", "Attic"],
        ["2026-05-09 20:20", "Classic", "Bo, code by Ada", "Solved", "3", "Attic"],
        ["2026-05-09 20:10", "Classic", "Ada, code by Bo", "Solved", "5", "Attic"],
    ]
    page.get_by_label("Player").click()
    page.get_by_role("option", name="Bo").click()
    page.get_by_text("3 games").wait_for()
    page.get_by_label("From").fill("2026-06-01")
    page.get_by_text("1 game", exact=True).wait_for()
    assert [row[1] for row in table(page)] == ["Duel"]
    page.get_by_label("To", exact=True).fill("2026-06-19")
    page.get_by_text("No game fits these filters.").wait_for()
    page.get_by_role("button", name="All").click()
    page.get_by_text("6 games").wait_for()
    page.get_by_role("link", name="2026-05-09 20:10").click()
    page.get_by_role("heading", name="A game").wait_for()


def test_a_game_row_by_row(club, visit):
    page = visit(club, "/history/1")
    page.get_by_text("Ada 5, Bo 0; in the match 5 to 0.").wait_for()
    # Pegs, feedback and times as they were played: red blue yellow yellow, five guesses of twelve seconds.
    assert [(row[1].replace("\n", ""), row[2].strip(), row[3]) for row in table(page)] == [
        ("KKYY", "2 + 0", "12.0 s"),
        ("GGYY", "2 + 0", "12.0 s"),
        ("BBYY", "3 + 0", "12.0 s"),
        ("RWYY", "3 + 0", "12.0 s"),
        ("RBYY", "4 + 0", "12.0 s"),
    ]
    black, yellow, green, blue, red, white = map(dimmed, STANDARD[:6])
    keys = dimmed(KEY_BLACK)
    until(page, lambda: lights(page)[0][1:5] == [red, blue, yellow, yellow])
    # Classic's pegs are in columns 1 to 4 and its keys in 6 to 9; the first row is on line 13, nearest to the player.
    shown = lights(page)
    assert [shown[13 - row][1:5] for row in range(5)] == [
        [black, black, yellow, yellow],
        [green, green, yellow, yellow],
        [blue, blue, yellow, yellow],
        [red, white, yellow, yellow],
        [red, blue, yellow, yellow],
    ]
    assert [sum(light == keys for light in shown[13 - row][6:10]) for row in range(5)] == [2, 2, 3, 3, 4]
    page.get_by_role("button", name="To the beginning").click()
    until(page, lambda: lights(page)[0][1:5] == [dimmed(COVER)] * 4)
    assert lights(page)[13][1:5] == [dimmed(UNPLAYED)] * 4
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.get_by_text("After row 2 of 5").wait_for()
    until(page, lambda: lights(page)[12][1:5] == [green, green, yellow, yellow])
    assert lights(page)[11][1:5] == [dimmed(UNPLAYED)] * 4
    assert page.locator("tr[aria-current=step]").inner_text().startswith("2")
    page.get_by_role("button", name="Show row 4").click()
    page.get_by_text("After row 4 of 5").wait_for()
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowLeft")
    page.get_by_text("After row 3 of 5").wait_for()
    page.keyboard.press("End")
    until(page, lambda: lights(page)[0][1:5] == [red, blue, yellow, yellow])
    page.keyboard.press("Home")
    page.get_by_text("Before the first row").wait_for()
    page.get_by_role("button", name="Play").click()
    # The secret comes by itself, and then the playing ends.
    until(page, lambda: lights(page)[0][1:5] == [red, blue, yellow, yellow])
    page.get_by_role("button", name="Play").wait_for()


def test_a_duel_has_both_fields(club, visit):
    page = visit(club, "/history/5")
    page.get_by_text("Ada won: found the code.").first.wait_for()
    until(page, lambda: len(lights(page, 32)) == 16)
    shown = lights(page, 32)
    # At the left what Ada guessed and the code she looked for, Bo's; at the right his.
    assert shown[0][1:6] == [dimmed(STANDARD[peg]) for peg in (5, 6, 7, 0, 1)]
    assert shown[0][17:22] == [dimmed(STANDARD[peg]) for peg in (0, 1, 2, 3, 4)]
    assert shown[11][1:6] == shown[0][1:6]
    # Bo's last guess: three placed, two misplaced, from right to left.
    assert shown[11][23:28] == [dimmed(KEY_WHITE)] * 2 + [dimmed(KEY_BLACK)] * 3


def test_statistics(club, visit):
    page = visit(club, "/statistics")
    page.get_by_role("heading", name="Who beats whom").wait_for()
    figures = page.locator(".lp-figure").all_inner_texts()
    assert [text.split("\n")[0] for text in figures] == ["6", "2", "0", "3", "4"]
    # Ada broke 3 of 4 codes, in 5, 4 and 3 guesses; 21 guesses of 12, 9 and 30 s: 5*12 + 13*9 + 3*30 = 267 s.
    # She lost the classic match, won an arms game and lost one, and won the duel.
    assert table(page, 0)[0] == [
        "Ada", "5", "2", "0", "2", "-", "3 of 4", "4.00", "3", "1 (best 1)", "12.7 s",
    ]  # fmt: skip
    # Bo broke one code in 3 guesses of 20 s and one of the duel's not in 3 of 40 s: 180 s for 6.
    assert table(page, 0)[1] == [
        "Bo", "3", "1", "0", "1", "-", "1 of 2", "3.00", "3", "0 (best 1)", "30.0 s",
    ]  # fmt: skip
    assert table(page, 1)[0] == ["Arms", "2", "1 of 2", "4.00", "4", "9.0 s"]
    assert table(page, 3)[0] == ["Ada", "Bo", "3", "1", "0", "1", "4.00", "3.00"]
    charts = page.locator(".lp-chart")
    until(page, lambda: charts.locator("svg").count() == 5)
    assert charts.evaluate_all("charts => charts.map(chart => chart.getAttribute('aria-label'))") == [
        "Guesses needed for a code",
        "Won, drawn, lost",
        "Guesses for a code, on average",
        "Seconds for a guess",
        "Games by month",
    ]
    months = charts.nth(4).locator("svg").text_content()
    assert "2026-05" in months and "2026-06" in months
    page.get_by_label("Player").click()
    page.get_by_role("option", name="Ada").click()
    page.get_by_role("heading", name="Ada", exact=True).wait_for()
    assert "3 of 4" in page.locator(".lp-figures").inner_text()
    page.get_by_label("From").fill("2026-07-01")
    page.get_by_text("No game fits these filters.").wait_for()


def test_a_game_that_may_be_of_the_period_is_told(club, visit):
    page = visit(club, "/statistics")
    page.get_by_label("Player").click()
    page.get_by_role("option", name="Cy").click()
    page.get_by_label("From").fill("2026-06-01")
    page.get_by_text("1 game may have been played in this period or not").wait_for()


@pytest.mark.parametrize("path", PAGES)
def test_narrow_pages_need_no_scrolling_to_the_side(club, visit, path):
    page = visit(club, path, NARROW)
    page.locator("#content section").first.wait_for()
    page.wait_for_function("document.fonts.ready.then(() => true)")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    cards = page.locator("#content section, .lp-beside").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().right)"
    )
    assert max(cards) <= 360


def test_the_keyboard_alone_reaches_everything(club, visit):
    page = visit(club, "/history")
    page.get_by_text("6 games").wait_for()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "To the content"
    reached = []
    for _ in range(24):
        page.keyboard.press("Tab")
        reached.append(
            page.evaluate("document.activeElement.getAttribute('aria-label') || document.activeElement.innerText")
        )
        assert page.evaluate("getComputedStyle(document.activeElement).visibility") == "visible"
    for wanted in ("Boards", "Statistics", "Variants", "Colours: auto", "Player", "2026-05-09 20:10"):
        assert any(wanted in what for what in reached), f"{wanted} is not in {reached}"
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")


def test_dark_and_light(club, visit):
    def back(page):
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    light = visit(club, "/variants", color_scheme="light")
    dark = visit(club, "/variants", color_scheme="dark")
    until(dark, lambda: back(dark) == "rgb(25, 22, 20)")
    assert back(light) == "rgb(245, 243, 240)"
    light.get_by_role("button", name="Colours: auto").click()
    until(light, lambda: back(light) == "rgb(25, 22, 20)")
    light.goto(club.base + "/history")
    light.get_by_role("button", name="Colours: dark").wait_for()
    until(light, lambda: back(light) == "rgb(25, 22, 20)")


def test_names_are_never_html(tmp_path, visit):
    name = stranger().names[0]
    fill(tmp_path / "games.db", stranger())
    with Dashboard(tmp_path) as dashboard:
        page = visit(dashboard, "/history")
        page.get_by_text("7 games").wait_for()
        assert any(row[2] == f"{name}, code by Bo&lt;" for row in table(page))
        page.get_by_role("link", name="2026-06-20 20:50").click()
        page.get_by_text(f"{name} found the code in 1 row.").first.wait_for()
        assert page.locator("img[src=x]").count() == 0
        page.goto(dashboard.base + "/statistics")
        until(page, lambda: page.locator(".lp-chart svg").count() == 5)
        page.locator(".lp-chart").first.hover()
        assert name in page.locator(".lp-table").first.inner_text()
        page.get_by_label("Player").click()
        page.get_by_role("option", name=name).click()
        page.get_by_role("heading", name=name).wait_for()
        assert page.locator("img[src=x]").count() == 0
        page.close()


def test_a_database_that_fails_is_told_on_the_page_and_comes_back(tmp_path, visit):
    path = tmp_path / "games.db"
    path.write_bytes(b"this is no database, whatever its name says" * 50)
    with Dashboard(tmp_path) as dashboard:
        page = visit(dashboard, "/history")
        page.get_by_role("alert").wait_for()
        assert "--database" in page.get_by_role("alert").inner_text()
        page.goto(dashboard.base + "/statistics")
        page.get_by_role("alert").wait_for()
        # The other pages need none.
        page.goto(dashboard.base + "/variants")
        page.get_by_text("Good: it can be played.").wait_for()
        path.unlink()
        fill(path)
        page.goto(dashboard.base + "/history")
        page.get_by_text("6 games").wait_for()
        page.close()


def test_pages_that_are_closed_while_they_load_are_no_news(tmp_path, chromium):
    fill(tmp_path / "games.db")
    with Dashboard(tmp_path) as dashboard:
        for path in PAGES:
            for _ in range(3):
                context = chromium.new_context()
                context.new_page().goto(dashboard.base + path, wait_until="commit")
                context.close()
        dashboard.end()
