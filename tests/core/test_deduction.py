"""The search for a code that fits: against every code there is, in pieces, and row by row."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lightpeg.core.builtin import builtin
from lightpeg.core.deduction import Search

from .codes import all_codes, matching_score, variant

ALL = 10**9

SMALL = [
    variant(1, 2),
    variant(3, 3),
    variant(2, 5, blank=True),
    variant(4, 3, blank=True),
    variant(5, 2),
    variant(3, 4, repeats_in_code=False),
    variant(4, 4, repeats_in_code=False),
    variant(4, 5, blank=True, repeats_in_code=False),
    variant(3, 4, repeats_in_code=False, repeats_in_guess=False),
]


@st.composite
def games(draw):
    """A small variant and rows for it, some of them true for one secret and some made up."""
    rules = draw(st.sampled_from(SMALL))
    guesses = st.lists(st.integers(0, rules.values - 1), min_size=rules.holes, max_size=rules.holes)
    secret = draw(st.sampled_from(all_codes(rules)))
    rows = []
    for _ in range(draw(st.integers(0, 6))):
        guess = tuple(draw(guesses))
        if draw(st.integers(0, 3)):
            rows.append((guess, *matching_score(secret, guess)))
        else:
            black = draw(st.integers(0, rules.holes))
            rows.append((guess, black, draw(st.integers(0, rules.holes - black))))
    return rules, rows


def fitting(rules, rows):
    return [code for code in all_codes(rules) if all(matching_score(code, row[0]) == (row[1], row[2]) for row in rows)]


def search_with(rules, rows):
    search = Search(rules)
    for row in rows:
        search.add(*row)
    return search


@given(games())
def test_finds_the_first_code_that_fits_or_none(game):
    rules, rows = game
    codes = fitting(rules, rows)
    search = search_with(rules, rows)
    if codes:
        assert search.step(ALL) == "found"
        assert search.witness == codes[0]
    else:
        assert search.step(ALL) == "none"
        assert search.witness is None
    # And stays there.
    state = search.step(1)
    assert state == ("found" if codes else "none")


@given(games(), st.lists(st.integers(1, 50), min_size=1, max_size=20))
def test_small_steps_come_to_the_same_end(game, budgets):
    rules, rows = game
    whole = search_with(rules, rows)
    end = whole.step(ALL)
    pieces = search_with(rules, rows)
    state = "running"
    for turn in range(100_000):
        state = pieces.step(budgets[turn % len(budgets)])
        if state != "running":
            break
        assert pieces.witness is None
    assert state == end
    assert pieces.witness == whole.witness


@given(games(), st.lists(st.integers(0, 40), min_size=7, max_size=7))
def test_rows_added_on_the_way_come_to_the_same_end(game, budgets):
    """Whatever was searched between the rows, the end is that of all rows known from the start."""
    rules, rows = game
    codes = fitting(rules, rows)
    search = Search(rules)
    for row, budget in zip(rows, budgets, strict=False):
        search.step(budget)
        search.add(*row)
    assert search.step(ALL) == ("found" if codes else "none")
    assert search.witness == (codes[0] if codes else None)


@given(games())
def test_witness_by_witness(game):
    """After each row the search stands at the first code that fits so far, or has proved that there is none."""
    rules, rows = game
    search = Search(rules)
    for count in range(len(rows) + 1):
        codes = fitting(rules, rows[:count])
        assert search.step(ALL) == ("found" if codes else "none")
        assert search.witness == (codes[0] if codes else None)
        if count < len(rows):
            search.add(*rows[count])


def test_without_rows_the_first_code_fits():
    assert search_with(builtin("classic"), []).step(4) == "found"
    search = Search(builtin("arms"))
    search.step(ALL)
    assert search.witness == (0, 1, 2, 3)


def test_a_budget_is_kept():
    search = Search(builtin("classic"))
    assert [search.step(1) for _ in range(5)] == ["running", "running", "running", "found", "found"]
    assert Search(builtin("classic")).step(0) == "running"


@pytest.mark.parametrize(
    "rows",
    [
        # Five colours of which no peg is there, and the sixth not either.
        [((0, 1, 2, 3), 0, 0), ((4, 4, 5, 5), 0, 0)],
        # The same guess answered in two ways.
        [((0, 1, 2, 3), 1, 1), ((0, 1, 2, 3), 1, 2)],
        # Four of a colour that is in the code once.
        [((0, 0, 0, 0), 1, 0), ((0, 0, 1, 1), 0, 0)],
    ],
)
def test_contradictions_in_classic_are_proved(rows):
    assert search_with(builtin("classic"), rows).step(6000) == "none"


def test_a_contradiction_by_the_rule_of_no_repeats():
    """Two keys for a guess of one colour: proved without a search, because the code has each colour once."""
    search = search_with(builtin("arms"), [((3, 3, 3, 3), 2, 0)])
    assert search.step(0) == "none"
    assert search_with(builtin("classic"), [((3, 3, 3, 3), 2, 0)]).step(ALL) == "found"


def test_a_contradiction_stays_whatever_follows():
    search = search_with(builtin("arms"), [((3, 3, 3, 3), 2, 0)])
    search.add((0, 1, 2, 3), 0, 0)
    assert search.step(ALL) == "none"
    assert search.witness is None


def test_one_code_left_is_found():
    """Classic: a secret after rows that leave nothing else (checked here over all 1296)."""
    rules = builtin("classic")
    secret = (0, 1, 2, 3)
    guesses = [(2, 4, 2, 0), (0, 0, 1, 1), (0, 1, 4, 4), (0, 1, 2, 5)]
    rows = [(guess, *matching_score(secret, guess)) for guess in guesses]
    assert fitting(rules, rows) == [secret]
    search = search_with(rules, rows)
    assert search.step(ALL) == "found"
    assert search.witness == secret


def test_a_guess_of_another_length_is_refused():
    with pytest.raises(ValueError, match="3 holes"):
        Search(builtin("classic")).add((0, 1, 2), 0, 0)


def test_no_code_at_all():
    assert Search(variant(3, 2, repeats_in_code=False)).step(ALL) == "none"


@settings(max_examples=25, deadline=None)
@given(st.booleans(), st.data())
def test_ten_holes_and_a_blank(repeats, data):
    """As large as it gets: true answers to guesses near the secret are never called a contradiction, and the
    witness fits them all."""
    rules = variant(10, 10, blank=True, repeats_in_code=repeats)
    if repeats:
        secret = data.draw(st.lists(st.integers(0, 10), min_size=10, max_size=10))
    else:
        secret = data.draw(st.permutations(range(11)))[:10]
    search = Search(rules)
    rows = []
    for _ in range(5):
        guess = list(secret)
        for hole in data.draw(st.lists(st.integers(0, 9), max_size=4)):
            guess[hole] = data.draw(st.integers(0, 10))
        rows.append((tuple(guess), *matching_score(secret, guess)))
        search.add(*rows[-1])
        state = search.step(3000)
        assert state != "none"
        if state == "found":
            assert rules.code_fault(search.witness) is None
            assert search.witness <= tuple(secret)
            for guess, black, white in rows:
                assert matching_score(search.witness, guess) == (black, white)


def test_a_peg_costs_one_and_one_for_each_row():
    """What a budget stands for is time, and each row takes some."""
    search = search_with(builtin("classic"), [((0, 1, 2, 3), 0, 0), ((4, 4, 5, 5), 2, 2)])
    # 4, then 4 in vain and 5, then 4 and 5: five pegs, each one and two more.
    assert search.step(12) == "running"
    assert search.step(3) == "found"
    assert search.witness == (4, 5, 4, 5)


@pytest.mark.parametrize(
    "rules, limit",
    [
        (variant(8, 10, repeats_in_code=False), 60_000),
        (variant(10, 10, repeats_in_code=False), 60_000),
        (variant(6, 8), 30_000),
        (variant(6, 10), 60_000),
    ],
    ids=["8 of 10", "10 of 10", "6x8", "6x10"],
)
def test_long_codes_are_proved_too(rules, limit):
    """Growing codes and large ones of one's own. Before all rows looked ahead together, some of these took over
    300,000."""
    for seed in range(12):
        chance = Random(seed)
        secret = rules.random_code(chance.randbytes)
        rows = []
        for _ in range(6):
            guess = list(secret)
            for _ in range(chance.randint(3, 5)):
                one, other = chance.randrange(rules.holes), chance.randrange(rules.holes)
                guess[one], guess[other] = guess[other], guess[one]
            if rules.repeats_in_code:
                guess[chance.randrange(rules.holes)] = chance.randrange(rules.values)
            rows.append((tuple(guess), *matching_score(secret, guess)))
        assert search_with(rules, rows).step(limit) == "found"
        guess, black, white = rows.pop()
        wrong = (black - 1, white) if black else (1, white - 1)
        assert search_with(rules, [*rows, (guess, *wrong)]).step(limit) in ("found", "none")


@pytest.mark.parametrize("key", ["classic", "advanced", "arms", "numbers"])
def test_few_nodes_prove_any_wrong_last_answer(key):
    """A guard for speed: the first contradiction or witness of each game within the 6000 nodes that a game waits
    for. Every 37th secret, guesses spread over the codes, the last answer replaced by each other pair."""
    rules = builtin(key)
    codes = all_codes(rules)
    for secret in islice(codes, 5, None, 37 * 5):
        guesses = codes[11 :: len(codes) // 5][:5]
        rows = [(guess, *matching_score(secret, guess)) for guess in guesses]
        for black in range(rules.holes):
            search = search_with(rules, rows[:-1])
            search.add(guesses[-1], black, 0)
            assert search.step(6000) in ("found", "none")
