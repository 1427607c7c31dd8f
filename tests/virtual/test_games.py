"""Every variant played to its end on the virtual board: buttons in, pixels out."""

import json

import pytest

from lightpeg.core.builtin import builtin
from lightpeg.core.variant_file import read
from lightpeg_host.boards import VirtualBoard
from tests import scenarios
from tests.core.codes import counted_score
from tests.scenarios import Table


@pytest.fixture
def table(request):
    with VirtualBoard(settings=getattr(request, "param", None)) as board:
        board.run(3000)
        table = Table(board)
        assert table.in_menu()
        yield table


@pytest.mark.parametrize("key", ["classic", "advanced", "arms", "numbers"])
def test_one_person_breaks_the_boards_code(table, key):
    table.choose(key)
    guesses, solved = scenarios.solo_game(table)
    # A code that fits everything seen is never wrong for long.
    assert solved or len(guesses) == table.variant.rows
    table.press("ok", "ok")
    assert table.in_menu()


def test_the_last_choice_is_the_default(table):
    table.choose("numbers")
    scenarios.solo_game(table)
    table.press("ok", "ok")
    table.board.run(2000)
    table.board.cut_power()
    table.board.restore_power()
    table.board.run(3000)
    table.press("ok")
    scenarios.solo_game(table)


def test_an_unsolved_code_is_shown(table):
    table.choose("classic")
    scenarios.lost_game(table)
    table.press("ok", "ok")
    assert table.in_menu()


def test_two_power_ups_give_two_codes():
    seen = set()
    for seed in range(6):
        with VirtualBoard(seed=seed) as board:
            board.run(3000)
            table = Table(board)
            table.choose("classic")
            seen.add(scenarios.lost_game(table))
    assert len(seen) > 1


def test_two_people_with_arms_and_a_void(table):
    table.choose("arms", "screen")
    scenarios.arms_game_with_void(table)


def test_a_match_of_two_with_the_secret_on_paper(table):
    table.choose("classic", "paper")
    for secret, last in (((5, 5, 0, 1), 3), ((2, 2, 2, 2), 2)):
        table.press("ok")  # the code is written down
        for row in range(last):
            guess = secret if row == last - 1 else (row, row, 3, 4)
            table.submit(guess)
            table.set_arms(*counted_score(secret, guess))
        table.board.run(200)
        assert table.secret() == secret
        table.press("ok", "ok")
    table.press("menu")  # back to the first field
    assert table.in_menu()


def test_a_contradiction_on_paper_is_proved(table):
    table.choose("classic", "paper")
    table.press("ok")
    table.submit((0, 0, 0, 0))
    table.set_arms(0, 0)
    table.submit((0, 0, 0, 1))
    before = table.board.pixels()
    # Three of colour 0 were just ruled out: three blacks cannot be.
    table.set_arms(3, 0)
    table.board.run(500)
    assert table.board.pixels() != before
    # The answer was refused, so the true one is still taken.
    table.set_arms(0, 0)
    table.board.run(500)
    table.press("left")
    assert table.feedback(1) == (0, 0)


@pytest.mark.parametrize("width", [16, 32])
def test_a_duel_to_its_end(width):
    with VirtualBoard(width=width) as board:
        board.run(3000)
        table = Table(board)
        table.choose("duel")
        first, second = (0, 1, 2, 3, 4), (7, 6, 5, 5, 5)
        scenarios.hide_codes(table, first, second)
        # P1 looks for P2's code and the other way round.
        guess = (7, 7, 0, 1, 2)
        assert scenarios.duel_turn(table, guess, guess) == [counted_score(second, guess), counted_score(first, guess)]
        table.press("ok")
        # P1 solves first; P2's guess of the same turn still counts: a draw.
        assert scenarios.duel_turn(table, second, first) == [(5, 0), (5, 0)]
        table.press("ok", "ok")
        assert table.in_menu()


def test_numbers_played_at_once(table):
    table.choose("numbers", "duel")
    scenarios.hide_codes(table, (0, 1, 2, 3), (4, 5, 6, 7))
    assert scenarios.duel_turn(table, (4, 5, 7, 6), (0, 1, 2, 4)) == [(2, 2), (3, 0)]
    table.press("ok")
    assert scenarios.duel_turn(table, (4, 5, 6, 7), (0, 1, 2, 5))[0] == (4, 0)


# Ten rows of eight pegs are more than USB can light; dimmed to that, their colours are not told apart from here.
@pytest.mark.parametrize("table", [{"LIGHTPEG_BUDGET_MA": "2000"}], indirect=True, ids=["own supply"])
def test_growing_until_it_ends(table):
    table.choose("growing")
    holes = 4
    while True:
        _, solved = scenarios.solo_game(table)
        table.press("ok", "ok")
        if not solved or holes == 8:
            break
        holes += 1
        table.sit_down(builtin("growing").with_options(holes=holes))
    assert table.in_menu()
    assert holes > 4


def test_a_variant_of_ones_own(tmp_path):
    text = json.dumps({"name": "Tiny", "holes": 3, "colours": 4, "rows": 8})
    (tmp_path / "drive" / "variants").mkdir(parents=True)
    (tmp_path / "drive" / "variants" / "tiny.json").write_text(text)
    variant, faults = read(text, "tiny.json")
    assert not faults
    with VirtualBoard(tmp_path) as board:
        board.run(3000)
        table = Table(board)
        table.choose(variant, position=6)
        _, solved = scenarios.solo_game(table)
        assert solved
