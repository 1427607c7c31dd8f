"""The dashboard's parts that need no browser: what is drawn, the variant's form, the charts, the filters."""

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from nicegui import Client, app, ui

from lightpeg.core.builtin import BUILTIN, builtin
from lightpeg.core.feedback import score
from lightpeg.core.variant import FIELDS, Variant
from lightpeg.core.variant_file import check, to_dict
from lightpeg.store.game_reader import FinishedGame
from lightpeg.ui.layout import Layout
from lightpeg.ui.palettes import COVER, FRAME, KEY_BLACK, KEY_WHITE, STANDARD
from lightpeg_host.dashboard import charts, drawn, shell, variant_form, words
from lightpeg_host.dashboard.shelf import choice
from lightpeg_host.database.history import GameLine
from lightpeg_host.database.stats import Figures, Of, Statistics
from lightpeg_host.live_text import Teller


def light(drawing, x, y):
    at = (y * drawing.columns + x) * 3
    red, green, blue = drawing.levels[at : at + 3]
    return red << 16 | green << 8 | blue


# -- drawn ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", BUILTIN)
def test_a_sample_keeps_the_variants_rules(key):
    variant = builtin(key)
    for turn in range(drawn.SAMPLES + 2):
        code = drawn._code(variant, turn)
        assert variant.guess_fault(code) is None and variant.code_fault(code) is None
    assert len(drawn.sample(variant).levels) == 16 * 16 * 3


def test_a_sample_of_any_variant_that_can_be():
    for holes in range(1, 11):
        for colours in range(2, 11):
            for blank in (False, True):
                variant = Variant("x", name="X", holes=holes, colours=colours, blank=blank, rows=1 + holes % 6)
                for feedback in ("keys", "arms", "keys_from_right", "open_first"):
                    variant.feedback = feedback
                    assert drawn.sample(variant).columns == 16


def test_a_blank_in_a_replayed_game_is_a_dark_hole_in_a_frame():
    variant = builtin("advanced")
    secret, guess = (4, 6, 1, 6), (6, 4, 6, 6)
    game = FinishedGame(
        variant=variant, who="board", codemaker=1, result="unsolved", secrets=(None, secret),
        rows=([(guess, *score(secret, guess), 1000)], []),
    )  # fmt: skip
    layout = Layout(variant)
    shown = drawn.replay(game, 1)
    line = layout.peg_line(0)
    assert [light(shown, x, line) for x in layout.peg_x] == [0, STANDARD[4], 0, 0]
    assert light(shown, layout.peg_x[0] - 1, line) == FRAME
    # One blank placed, red and the other blank misplaced.
    assert [light(shown, x, line) for x in layout.key_x] == [KEY_BLACK, KEY_WHITE, KEY_WHITE, 0]
    assert [light(shown, x, 0) for x in layout.peg_x] == [COVER] * 4
    assert drawn.last_step(game) == 2
    assert light(drawn.replay(game, 2), layout.peg_x[0], 0) == STANDARD[4]


def test_a_grown_game_has_as_many_holes_as_its_codes():
    variant = builtin("growing")
    secret = (0, 1, 2, 3, 4, 5)
    game = FinishedGame(
        variant=variant, who="board", codemaker=1, level=2, result="solved", secrets=(None, secret),
        rows=([(secret, 6, 0, 1000)], []),
    )  # fmt: skip
    assert drawn.played(game).holes == 6
    assert variant.holes == 4
    drawn.replay(game, 1)
    assert words.pegs_html(drawn.played(game), secret).count("<i ") == 6


def test_a_secret_that_is_not_known_stays_covered():
    game = FinishedGame(variant=builtin("classic"), who="paper", codemaker=0, result="resigned")
    layout = Layout(game.variant)
    assert drawn.last_step(game) == 1
    assert [light(drawn.replay(game, 1), x, 0) for x in layout.peg_x] == [COVER] * 4


AB = ("A", "B")

# -- words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fields, sentence",
    [
        ({"who": "board", "codemaker": 1, "result": "solved"}, "P1 found the code in 1 row."),
        ({"who": "screen", "codemaker": 0, "result": "unsolved", "names": AB}, "B did not find the code in 0 rows."),
        ({"who": "screen", "codemaker": 1, "result": "void", "names": AB}, "Void after 1 row: B gave wrong feedback."),
        ({"who": "board", "codemaker": 1, "result": "timeout"}, "Time was up after 1 row."),
        ({"who": "duel", "codemaker": 0, "result": "draw", "reason": "both"}, "Draw: both found the code."),
        ({"who": "duel", "codemaker": 0, "result": "won", "winner": 1, "reason": "time"}, "P2 won: on time."),
    ],
)  # fmt: skip
def test_how_a_game_ended(fields, sentence):
    game = FinishedGame(variant=builtin("classic"), rows=([((0, 0, 0, 0), 0, 0, 0)], []), **fields)
    assert words.ending(game) == sentence


def test_times_as_a_person_says_them():
    assert [words.duration(ms) for ms in (0, 1250, 59_400, 60_000, 3_725_000)] == [
        "0.0 s", "1.2 s", "59.4 s", "1:00", "1:02:05",
    ]  # fmt: skip


def test_names_are_no_html():
    text = words.told_html(0.0, __import__("rich.text").text.Text("<b>Eve</b>"))
    assert "&lt;b&gt;Eve" in text and "<b>Eve" not in text


def test_a_told_peg_has_the_colour_it_has_in_the_history():
    teller = Teller()
    teller.tell({"live": "match", "symbols": "colours"})
    line = teller.tell({"live": "row", "row": 2, "guess": [0, 4], "black": 1, "white": 0, "ms": 1500})
    text = words.told_html(0.0, line)
    black, red = drawn.row_of_pegs(builtin("classic"), (0, 4))
    assert f'<i style="background:{black};color:#fff">K</i>' in text and f"background:{red};" in text
    assert "1 placed, 0 misplaced" in text and "1.5 s" in text


# -- the form of a variant --------------------------------------------------------------------------------------------


def test_the_form_has_every_field():
    heads = {one.name.partition(".")[0] for one in variant_form.FIELDS}
    assert heads == set(FIELDS)


@pytest.mark.parametrize("key", BUILTIN)
def test_a_built_in_variant_fits_the_form(key):
    data = variant_form.template(key)
    assert variant_form.judge(data, key).good
    for one in variant_form.FIELDS:
        value = variant_form.get(data, one.name)
        variant_form.put(data, one.name, value)
        if one.kind == "choice":
            assert value in one.options
    assert variant_form.judge(data, key).good


def test_every_fault_is_beside_its_field():
    data = variant_form.template("classic") | {
        "holes": 11,
        "name": "",
        "clock": {"base_s": -1, "bonus_s": 0, "limit_s": 0},
    }
    data["feedbak"] = "arms"
    verdict = variant_form.judge(data, "mine")
    assert set(verdict.faults) == {"holes", "name", "clock.base_s", ""}
    assert verdict.faults["holes"] == "11 is not allowed: a whole number from 1 to 10"
    assert verdict.faults[""].startswith('feedbak: "arms" is not allowed: no such field')
    assert not verdict.good


def test_the_panel_is_asked_with_the_most_rows_of_the_menu():
    data = variant_form.template("classic") | {"holes": 9, "rows": 6, "row_choices": [8, 6]}
    verdict = variant_form.judge(data, "mine")
    assert verdict.faults == {} and verdict.variant is not None
    assert verdict.panel == "the panel has room for 6 rows, not 8: codes of 9 holes take 2 lines a row"


def test_what_is_typed():
    numbers = ("4", "-1", "", None, "4.5", "1e3", "9" * 12)
    assert [variant_form.typed_number(text) for text in numbers] == [4, -1, None, None, "4.5", "1e3", "9" * 12]
    assert variant_form.typed_numbers("12, 10 8;x") == [12, 10, 8, "x"]
    assert variant_form.typed_numbers("") == []
    assert [variant_form.key_of(name) for name in ("Five Arms", "", "  --!", "A" * 60)] == [
        "five-arms", "custom", "custom", "a" * 40,
    ]  # fmt: skip


def test_a_file_with_the_least_gets_every_default():
    data, notes = variant_form.opened(b'{"name": "Small", "holes": 3, "colours": 4}', "small")
    assert notes == []
    assert data == to_dict(check({"name": "Small", "holes": 3, "colours": 4}, "small")[0])


def test_the_good_fields_of_a_faulty_file_decide_what_is_not_in_it():
    data, notes = variant_form.opened(b'{"name": "D", "holes": 12, "colours": 8, "players": ["duel"]}', "d")
    assert notes == [] and data["scoring"] == "duel"
    assert set(variant_form.judge(data, "d").faults) == {"holes"}
    assert set(variant_form.judge(variant_form.opened(b'{"name": "A"}', "a")[0], "a").faults) == {"holes", "colours"}


@pytest.mark.parametrize(
    "text", [b"", b"[1]", b"{", b"\xff", b"x" * 5000, b'{"name": "A"}', b'{"clock": 3, "holes": []}']
)
def test_a_bad_file_is_told_and_stops_nothing(text):
    data, notes = variant_form.opened(text, "bad")
    assert (data is None) == bool(notes)
    if data is not None:
        assert not variant_form.judge(data, "bad").good


def test_a_saved_file_is_the_same_variant():
    variant = builtin("duel")
    assert check(json.loads(variant_form.file_text(variant)), "duel")[0].clock == (3600, 0, 3600)


# -- charts and filters -----------------------------------------------------------------------------------------------


def told(**fields):
    return Statistics(**{"games": 0, "void": 0, "left_out": 0, "matches": 0, "players": [], "variants": [],
                         "player_variants": [], "pairs": []} | fields)  # fmt: skip


def test_the_distribution_ends_with_what_was_not_found():
    ada = Of(Figures(codes=6, solved=4, distribution={2: 1, 5: 3}), player="Ada")
    chart = charts.distribution([ada, Of(Figures(), player="Nobody")])
    assert chart["xAxis"]["data"] == ["1", "2", "3", "4", "5", "not found"]
    assert [series["data"] for series in chart["series"]] == [[0, 1, 0, 0, 3, 2]]


def test_averages_are_of_each_player_in_each_variant():
    figures = Figures(codes=2, solved=2, distribution={3: 1, 4: 1}, guesses=7, spent_ms=70_000)
    both = [Of(figures, "Ada", "Classic", "classic"), Of(Figures(codes=1), "Bo", "Duel", "duel")]
    found = told(
        players=[Of(figures, "Ada"), Of(Figures(codes=1), "Bo"), Of(Figures(codes=9), "Board")],
        variants=[Of(figures, variant="Classic"), Of(figures, variant="Duel")],
        player_variants=both,
    )
    assert [(one["name"], one["data"]) for one in charts.averages(found)["series"]] == [
        ("Ada", [3.5, None]),
        ("Bo", [None, None]),
    ]
    assert charts.paces(found)["series"][0]["data"] == [10.0, None]


def test_who_won_and_lost_nothing_is_not_among_the_outcomes():
    players = [
        Of(Figures(wins=2, losses=1), "Ada"),
        Of(Figures(games=3), "Bo"),
        Of(Figures(draws=1), "Cy"),
        Of(Figures(losses=4), "Board"),
    ]
    chart = charts.outcomes(told(players=players))
    assert chart["xAxis"]["data"] == ["Ada", "Cy"]
    assert {one["name"]: one["data"] for one in chart["series"]} == {"won": [2, 0], "drawn": [0, 1], "lost": [1, 0]}


def test_a_chart_shows_the_eight_with_the_most_games():
    players = [Of(Figures(games=games, codes=1, solved=1), name) for games, name in enumerate("ABCDEFGHIJ", 1)]
    assert [one["name"] for one in charts.distribution(players)["series"]] == list("CDEFGHIJ")


def test_many_names_stand_aslant_below_a_chart_and_none_is_left_out():
    few, many = (
        charts.outcomes(told(players=[Of(Figures(wins=1), name) for name in names])) for names in ("ABCD", "ABCDE")
    )
    assert (few["xAxis"]["axisLabel"]["rotate"], many["xAxis"]["axisLabel"]["rotate"]) == (0, 30)
    assert many["xAxis"]["axisLabel"]["interval"] == 0


def moment(text):
    return int(time.mktime(time.strptime(text, "%Y-%m-%d %H:%M")))


def test_months_without_games_are_there_and_games_without_a_month_are_not():
    def line(earliest, latest, variant="Classic"):
        return GameLine(
            1, "B", 1, variant, "classic", "board", ("A", ""), "solved", (4, 0), (0, 4), earliest, latest, ""
        )

    lines = [
        line(moment("2025-11-03 10:00"), moment("2025-11-03 10:00")),
        line(moment("2026-02-01 00:00"), moment("2026-02-28 23:59"), "Duel"),
        line(moment("2026-01-31 23:00"), moment("2026-02-01 01:00")),
        line(None, moment("2026-02-01 01:00")),
    ]
    chart = charts.months(lines)
    assert chart["xAxis"]["data"] == ["2025-11", "2025-12", "2026-01", "2026-02"]
    assert {one["name"]: one["data"] for one in chart["series"]} == {"Classic": [1, 0, 0, 0], "Duel": [0, 0, 0, 1]}
    assert charts.months([])["series"] == []


def test_days_are_whole_and_half_typed_ones_are_none():
    picked = choice(first="2026-05-09", last="2026-05-09")
    assert picked.since == moment("2026-05-09 00:00") and picked.until == moment("2026-05-10 00:00")
    assert choice(first="2026-05", last="").since is None
    assert choice(player="", variant=None).player is None


# -- a page that is closed in the middle of something -----------------------------------------------------------------


def asked_on_a_page(closed):
    """What a page hears of an answer, and what is chosen in a dialog, if the page is closed meanwhile or not."""

    async def scenario():
        page = Client(ui.page("/somewhere"))

        def work():
            if closed:
                page.delete()
            return 5

        with page, ui.element():
            heard = await shell.ask(work)
            dialog = ui.dialog()
            if not closed:
                asyncio.get_running_loop().call_soon(dialog.submit, "this one")
            chosen = await shell.answer(dialog)
            shell.note("For whom?")
        return heard, chosen, dialog.is_deleted

    # In a thread of its own: where the tests of the browser have run, theirs has a loop already.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, scenario()).result(30)


def test_what_is_asked_on_a_page_is_answered_there():
    assert asked_on_a_page(closed=False) == ((5, None), "this one", True)


def test_what_is_answered_after_a_page_was_closed_is_for_nobody():
    assert asked_on_a_page(closed=True) == ((None, "The page was closed."), None, True)


def test_nothing_is_asked_while_the_dashboard_ends(monkeypatch):
    monkeypatch.setattr(type(app), "is_stopping", True)
    assert asked_on_a_page(closed=False)[0] == (None, "The page was closed.")
