"""Feedback: the worked examples, the definition over all pairs of small variants, and large codes by hypothesis."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightpeg.core.feedback import score

from .codes import counted_score, matching_score

BLACK, YELLOW, GREEN, BLUE, RED = range(5)
BLANK = 6

pairs = st.integers(1, 10).flatmap(
    lambda holes: st.tuples(*[st.lists(st.integers(0, 10), min_size=holes, max_size=holes)] * 2)
)


def test_classic_example():
    """The source's own: secret black, yellow, green, blue; first guess green, red, green, black."""
    assert score((BLACK, YELLOW, GREEN, BLUE), (GREEN, RED, GREEN, BLACK)) == (1, 1)
    # With the colours of red and green swapped, no peg is in its place.
    assert score((BLACK, YELLOW, GREEN, BLUE), (RED, GREEN, RED, BLACK)) == (0, 2)


def test_arms_example_one_placed_two_misplaced():
    assert score((0, 1, 2, 3), (0, 2, 1, 7)) == (1, 2)


@pytest.mark.parametrize(
    "secret, guess, expected",
    [
        # A second peg of a colour that the secret has once earns nothing.
        ((0, 1, 2, 3), (0, 0, 4, 5), (1, 0)),
        ((0, 1, 2, 3), (4, 0, 0, 0), (0, 1)),
        # Four alike against one of them: one key, not four.
        ((1, 2, 3, 4), (1, 1, 1, 1), (1, 0)),
        ((0, 0, 1, 1), (1, 1, 0, 0), (0, 4)),
        ((0, 0, 1, 1), (0, 1, 0, 1), (2, 2)),
        # The placed peg is counted before the misplaced one, wherever it stands.
        ((0, 1, 1, 1), (1, 1, 2, 2), (1, 1)),
        ((2, 2, 2, 0), (0, 2, 2, 2), (2, 2)),
        ((5, 5, 5, 5), (5, 5, 5, 5), (4, 0)),
        ((0, 1, 2, 3), (4, 5, 6, 7), (0, 0)),
        ((3,), (3,), (1, 0)),
        # A blank is one more colour.
        ((BLANK, 1, 2, 3), (BLANK, BLANK, 2, 5), (2, 0)),
        ((BLANK, 1, 2, 3), (5, BLANK, 5, 5), (0, 1)),
        ((BLANK, BLANK, BLANK, BLANK), (0, 0, 0, 0), (0, 0)),
    ],
)
def test_known_answers(secret, guess, expected):
    assert score(secret, guess) == expected
    assert score(guess, secret) == expected


@pytest.mark.parametrize("holes, values", [(1, 4), (2, 5), (3, 5), (4, 4), (5, 3)])
def test_agrees_with_the_definition_over_all_pairs(holes, values):
    codes = list(product(range(values), repeat=holes))
    for secret in codes:
        for guess in codes:
            assert score(secret, guess) == matching_score(secret, guess)


@given(pairs)
def test_agrees_with_both_definitions_and_is_symmetric(pair):
    secret, guess = pair
    answer = score(secret, guess)
    assert answer == matching_score(secret, guess) == counted_score(secret, guess)
    assert score(guess, secret) == answer
    black, white = answer
    assert 0 <= black + white <= len(secret)
    assert not (white == 1 and black == len(secret) - 1)
    assert score(secret, secret) == (len(secret), 0)


@given(pairs)
def test_any_sequence_of_ints(pair):
    expected = score(*pair)
    for kind in (tuple, list, bytes, bytearray):
        for other in (tuple, list, bytes, bytearray):
            assert score(kind(pair[0]), other(pair[1])) == expected


@given(st.lists(st.tuples(st.sampled_from(b"ABCDEFGH"), st.sampled_from(b"ABCDEFGH")), min_size=1, max_size=10))
def test_values_beyond_those_of_a_variant(pairs):
    secret = bytes(peg for peg, _ in pairs)
    guess = bytes(peg for _, peg in pairs)
    assert score(secret, guess) == matching_score(secret, guess)


@pytest.mark.parametrize("secret, guess", [((0, 1, 2, 3), (0, 1, 2)), ((0,), (0, 0)), ((), (1,))])
def test_lengths_must_agree(secret, guess):
    with pytest.raises(ValueError, match="holes"):
        score(secret, guess)


def test_the_codes_are_left_alone():
    secret, guess = [0, 0, 1, 1], [1, 0, 0, 2]
    score(secret, guess)
    assert (secret, guess) == ([0, 0, 1, 1], [1, 0, 0, 2])
