"""The form of a variant in a real browser: live judgement, preview, files, and the way to a board and back."""

import json

import pytest

from lightpeg.core.variant_file import check
from lightpeg.ui.palettes import KEY_WHITE
from tests.browser.dashboard import Dashboard, dimmed, lights, until
from tests.browser.live_board import LiveBoard


@pytest.fixture(scope="module")
def dashboard(tmp_path_factory):
    with Dashboard(tmp_path_factory.mktemp("variants")) as dashboard:
        yield dashboard


@pytest.fixture
def board(dashboard, monkeypatch):
    monkeypatch.setenv("LIGHTPEG_RUNTIME", str(dashboard.runtime))
    with LiveBoard() as board:
        yield board


@pytest.fixture
def page(dashboard, visit):
    page = visit(dashboard, "/variants")
    page.get_by_text("Good: it can be played.").wait_for()
    return page


def fault(page, field):
    return page.locator(f"#fault-{field}").inner_text()


def test_every_field_has_a_place(page):
    fields = page.locator("[data-field]").evaluate_all("all => all.map(one => one.dataset.field)")
    assert sorted(fields) == sorted(
        [
            "name", "holes", "colours", "blank", "repeats_in_code", "repeats_in_guess", "rows", "feedback", "symbols",
            "scoring", "players", "games", "wrong_feedback", "wrong_points", "clock.base_s", "clock.bonus_s",
            "clock.limit_s", "growth", "row_choices", "repeats_switch",
        ]
    )  # fmt: skip


def test_each_fault_stands_beside_its_field_and_goes_when_it_is_put_right(page):
    holes, name = page.get_by_label("Holes", exact=True), page.get_by_label("Name", exact=True)
    holes.fill("11")
    name.fill("")
    page.get_by_label("Rows", exact=True).fill("6")
    page.get_by_text("3 fields to put right.").wait_for()
    assert fault(page, "holes") == "11 is not allowed: a whole number from 1 to 10"
    assert fault(page, "name") == '"" is not allowed: 1 to 16 printable ASCII characters, no space at the ends'
    assert fault(page, "row_choices") == "[10] is not allowed: a list with 6 in it, the rows of the variant"
    assert fault(page, "colours") == ""
    assert holes.get_attribute("aria-invalid") == "true"
    assert holes.get_attribute("aria-describedby") == "fault-holes"
    assert page.get_by_role("button", name="Send to the board").is_disabled()
    assert page.get_by_role("button", name="Save as a file").is_disabled()
    holes.fill("5")
    page.get_by_text("2 fields to put right.").wait_for()
    assert holes.get_attribute("aria-invalid") != "true"
    page.get_by_label("Rows to choose from").fill("8 and 6")
    until(page, lambda: "and" in fault(page, "row_choices"))
    page.get_by_label("Rows to choose from").fill("8, 6")
    name.fill("Fives")
    page.get_by_text("Good: it can be played.").wait_for()
    # Six colours in five holes: 6 to the power of 5.
    assert page.get_by_text("7 776 codes").is_visible()


def test_what_the_panel_has_no_room_for_is_told(page):
    page.get_by_label("Holes", exact=True).fill("9")
    page.get_by_text("the panel has room for 6 rows, not 10: codes of 9 holes take 2 lines a row").wait_for()
    assert page.get_by_role("button", name="Send to the board").is_disabled()


def test_the_preview_is_what_the_panel_shows(page):
    page.get_by_role("button", name="Arms").click()
    until(page, lambda: page.get_by_label("Name", exact=True).input_value() == "Arms")
    # Arms: pegs in columns 6 to 9, red grows from column 4 to the left, white from column 11 to the right.
    until(page, lambda: any(light == dimmed(KEY_WHITE) for light in (line[11] for line in lights(page))))
    shown = lights(page)
    assert [x for x in range(16) if any(shown[0][x])] == [6, 7, 8, 9]
    page.get_by_role("button", name="Duel").click()
    page.get_by_label("Pegs are named by").click()
    page.get_by_role("option", name="Letters").click()
    until(page, lambda: any(any(light) for light in lights(page)[1]))
    # Its clock runs on line 1.
    page.get_by_label("Time at the start, seconds").fill("0")
    until(page, lambda: not any(any(light) for light in lights(page)[1]))


def test_a_file_is_saved_and_opened_again(page, tmp_path):
    page.get_by_role("button", name="Numbers").click()
    until(page, lambda: page.get_by_label("Name", exact=True).input_value() == "Numbers")
    page.get_by_label("Name", exact=True).fill("My Numbers")
    page.get_by_text("Two at once (duel)").click()
    page.get_by_label("Rows to choose from").fill("12, 6")
    until(page, lambda: page.get_by_label("Name of the file").input_value() == "my-numbers")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    assert download.value.suggested_filename == "my-numbers.json"
    data = json.loads(download.value.path().read_text())
    assert check(data)[1] == []
    assert (data["name"], data["players"], data["row_choices"]) == ("My Numbers", ["board", "screen", "paper"], [12, 6])
    mine = tmp_path / "mine.json"
    mine.write_text(json.dumps({**data, "name": "Other", "holes": 12, "feedbak": "arms"}))
    _open(page, mine)
    page.get_by_text("mine.json: Left out: feedbak, there is no such field.").wait_for()
    assert fault(page, "holes").startswith("12 is not allowed")
    assert page.get_by_label("Name", exact=True).input_value() == "Other"
    assert page.get_by_label("Name of the file").input_value() == "mine"
    bad = tmp_path / "bad.json"
    bad.write_text("{ no")
    _open(page, bad)
    page.get_by_text("bad.json: The file is not JSON").wait_for()
    assert page.get_by_label("Name", exact=True).input_value() == "Other"


def _open(page, path):
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a file").click()
    chooser.value.set_files(path)


def test_it_goes_to_the_board_and_back(page, board):
    page.get_by_label("Name", exact=True).fill("Sixes")
    page.get_by_label("Holes", exact=True).fill("6")
    page.get_by_text("46 656 codes").wait_for()
    page.get_by_role("button", name="Send to the board").click()
    page.get_by_text("Sixes is on e6614c311b4a5f2f now, as sixes.").wait_for()
    assert board.desk.uploaded["sixes"]["holes"] == 6
    board.desk.uploaded["mine"] = {"name": "Mine", "holes": 3, "colours": 4}
    page.get_by_role("button", name="From a board").click()
    page.get_by_role("button", name="Open mine").click()
    # Four colours in three holes.
    page.get_by_text("64 codes").wait_for()
    until(page, lambda: page.get_by_label("Name", exact=True).input_value() == "Mine")
    board.desk.busy = True
    page.get_by_role("button", name="Send to the board").click()
    page.get_by_text("The board refuses:").wait_for()


def test_what_a_computer_sent_is_removed_from_the_board_after_a_question(page, board):
    board.desk.uploaded["mine"] = {"name": "Mine", "holes": 3, "colours": 4}
    board.desk.drive["broken"] = None
    page.get_by_role("button", name="On the board").click()
    page.get_by_role("heading", name="Variants on e6614c311b4a5f2f").wait_for()
    # What is built in and what a person put on the drive is not the computer's to take away.
    removable = page.get_by_role("button", name="Remove ")
    assert removable.evaluate_all("all => all.map(one => one.ariaLabel)") == ["Remove mine"]
    assert page.get_by_role("button", name="Open broken").is_disabled()
    removable.click()
    page.get_by_role("heading", name="Remove mine from e6614c311b4a5f2f?").wait_for()
    page.get_by_role("button", name="Keep it").click()
    # Back at the list, where it still is.
    page.get_by_role("button", name="Remove mine").click()
    page.get_by_role("button", name="Remove it").click()
    page.get_by_text("mine is no longer on e6614c311b4a5f2f.").wait_for()
    page.get_by_role("button", name="Open arms").wait_for()
    assert removable.count() == 0 and board.desk.uploaded == {}
    page.keyboard.press("Escape")
    until(page, lambda: page.get_by_role("dialog").count() == 0)
    # Nothing in the form has changed.
    assert page.get_by_label("Name", exact=True).input_value() == "Classic"
