"""Variants: the built-in table, faults of codes, the menu's options, and secrets that are uniform."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightpeg.core.builtin import BUILTIN, builtin
from lightpeg.core.variant import FIELDS
from lightpeg.core.variant_file import to_dict

from .codes import all_codes, variant

# The table of the rules, row by row: classic, advanced, arms, numbers, duel, growing.
TABLE = {
    "holes": (4, 4, 4, 4, 5, 4),
    "colours": (6, 6, 8, 8, 8, 10),
    "blank": (False, True, False, False, False, False),
    "values": (6, 7, 8, 8, 8, 10),
    "repeats_in_code": (True, True, False, False, True, False),
    "repeats_in_guess": (True, True, True, True, True, True),
    "rows": (10, 10, 9, 12, 12, 12),
    "feedback": ("keys", "keys", "arms", "open_first", "keys_from_right", "open_first"),
    "scoring": ("guesses", "guesses", "rows", "rows_plus_one", "duel", "levels"),
    "games": ("even", "even", "even", "any", "any", "any"),
    "wrong_points": (0, 0, 3, 0, 0, 0),
    "wrong_feedback": ("refuse", "refuse", "strict", "refuse", "refuse", "refuse"),
    "growth": (0, 0, 0, 0, 0, 1),
    "clock": ((0, 0, 0),) * 4 + ((3600, 0, 3600), (0, 0, 0)),
    "row_choices": ([10], [10], [9], [12, 10, 8], [12], [12]),
    "repeats_switch": (False, False, False, True, False, False),
    "symbols": ("colours", "colours", "colours", "digits", "colours", "digits_from_0"),
    "players": (
        ["board", "screen", "paper"],
        ["board", "screen", "paper"],
        ["board", "screen", "paper"],
        ["board", "screen", "paper", "duel"],
        ["duel"],
        ["board", "screen", "paper"],
    ),
}
CODES = {"classic": 1296, "advanced": 2401, "arms": 1680, "numbers": 1680, "duel": 32768, "growing": 5040}


def bytes_from(stream):
    """A source of random bytes that gives those of `stream`, in the pieces asked for."""
    rest = list(stream)

    def give(count):
        given_now = bytes(rest[:count])
        del rest[:count]
        assert len(given_now) == count, "more bytes were taken than the stream has"
        return given_now

    return give


def test_the_six_are_those_of_the_table():
    assert BUILTIN == ("classic", "advanced", "arms", "numbers", "duel", "growing")
    for field, row in TABLE.items():
        assert [getattr(builtin(key), field) for key in BUILTIN] == list(row), field
    assert set(TABLE) == {*FIELDS, "values"} - {"name"}


def test_builtin_names_and_keys():
    assert [builtin(key).key for key in BUILTIN] == list(BUILTIN)
    assert len({builtin(key).name for key in BUILTIN}) == 6
    with pytest.raises(KeyError):
        builtin("chess")


@pytest.mark.parametrize("key", BUILTIN)
def test_how_many_codes(key):
    assert builtin(key).code_count() == CODES[key]


def test_how_many_codes_of_other_sizes():
    assert variant(3, 2).code_count() == 8
    assert variant(3, 5, repeats_in_code=False).code_count() == 60
    assert variant(3, 2, repeats_in_code=False).code_count() == 0
    assert builtin("numbers").with_options(repeats=True).code_count() == 4096
    assert variant(10, 10, blank=True).code_count() == 11**10


@pytest.mark.parametrize(
    "code, fault",
    [
        ((0, 1, 2, 3), None),
        ([7, 6, 5, 4], None),
        (b"\x00\x01\x02\x07", None),
        ((0, 1, 2), "incomplete"),
        ((), "incomplete"),
        (None, "incomplete"),
        ((0, 1, -1, 3), "incomplete"),
        ((0, 1, None, 3), "incomplete"),
        # What is missing is told before what is wrong.
        ((1, 1, -1, 3), "incomplete"),
        ((0, 1, 2, 8), "unknown"),
        ((0, 1, 2, -2), "unknown"),
        ((0, 1, 2, "3"), "unknown"),
        ((1, 1, 2, 8), "unknown"),
        ((0, 1, 2, 3, 4), "unknown"),
        ((0, 1, 2, 0), "repeat"),
    ],
)
def test_faults_of_a_code(code, fault):
    arms = builtin("arms")
    assert arms.code_fault(code) == fault
    assert arms.guess_fault(code) == (None if fault == "repeat" else fault)


def test_blanks_are_one_more_colour():
    advanced = builtin("advanced")
    assert advanced.code_fault((6, 6, 0, 6)) is None
    assert advanced.code_fault((7, 6, 0, 6)) == "unknown"
    assert builtin("classic").code_fault((6, 0, 1, 2)) == "unknown"
    once = variant(3, 3, blank=True, repeats_in_code=False, repeats_in_guess=False)
    assert once.code_fault((3, 0, 1)) is None
    assert once.code_fault((3, 0, 3)) == "repeat"
    assert once.guess_fault((3, 0, 3)) == "repeat"


def test_options_change_only_what_they_name():
    numbers = builtin("numbers")
    before = to_dict(numbers)
    changed = numbers.with_options(rows=8, repeats=True, symbols="letters", holes=5)
    assert to_dict(numbers) == before
    assert to_dict(changed) == {**before, "rows": 8, "repeats_in_code": True, "symbols": "letters", "holes": 5}
    assert changed.key == "numbers"
    assert to_dict(numbers.with_options()) == before
    assert numbers.with_options(repeats=True).code_fault((3, 3, 3, 3)) is None
    assert numbers.with_options(repeats=True).with_options(repeats=False).code_fault((3, 3, 3, 3)) == "repeat"


def test_repeats_in_the_code_bring_repeats_in_the_guess():
    once = variant(3, 5, repeats_in_code=False, repeats_in_guess=False)
    assert once.with_options(repeats=True).guess_fault((1, 1, 1)) is None
    assert once.with_options(repeats=False).guess_fault((1, 1, 1)) == "repeat"


def test_secrets_with_repeats_are_exactly_uniform():
    """Every stream of two bytes, each byte once: those below 252 make a code of two of 7 values, all as often."""
    seven = variant(2, 6, blank=True)
    seen = Counter(seven.random_code(bytes_from(pair)) for pair in product(range(252), repeat=2))
    assert set(seen) == set(all_codes(seven))
    assert set(seen.values()) == {36 * 36}


def test_secrets_without_repeats_are_exactly_uniform():
    once = variant(2, 5, repeats_in_code=False)
    # 255 = 51 * 5 for the first peg, 256 = 64 * 4 for the second.
    seen = Counter(once.random_code(bytes_from(pair)) for pair in product(range(255), range(256)))
    assert set(seen) == set(all_codes(once))
    assert set(seen.values()) == {51 * 64}


def test_bytes_that_would_favour_some_values_are_thrown_away():
    six = variant(2, 6)
    # 252 = 42 * 6 is the last whole multiple: 252 to 255 are not used.
    assert six.random_code(bytes_from([252, 255, 254, 251, 253, 0])) == (5, 0)
    eight = variant(1, 8)
    assert eight.random_code(bytes_from([255])) == (7,)


@given(st.sampled_from(BUILTIN), st.integers(0, 2), st.data())
def test_a_secret_is_always_legal(key, longer, data):
    rules = builtin(key)
    rules = rules.with_options(holes=rules.holes + longer)
    stream = data.draw(st.lists(st.integers(0, 255), max_size=30))
    # After the stream drawn, bytes that every size takes.
    code = rules.random_code(bytes_from([*stream, *range(40)]))
    assert isinstance(code, tuple)
    assert rules.code_fault(code) is None


def test_no_secret_where_there_is_no_code():
    with pytest.raises(ValueError, match="3 holes"):
        variant(3, 2, repeats_in_code=False).random_code(bytes)
