"""The last choices: what was kept comes back, and nothing that was kept can hurt."""

from hypothesis import given
from hypothesis import strategies as st

from lightpeg.ui.settings import Settings
from tests.fakes import FakeBoard

DEFAULTS = {
    "variant": "classic",
    "who": 0,
    "games": 1,
    "first": 0,
    "rows": 0,
    "repeats": 0,
    "letters": 0,
    "clock": 0,
    "brightness": 2,
    "palette": 0,
    "names": 0,
    "sound": 1,
    "left_handed": 0,
    "player1": 0,
    "player2": 0,
}
HIGHEST = {
    "who": 3, "games": 12, "first": 1, "rows": 12, "repeats": 1, "letters": 1, "clock": 5, "brightness": 4,
    "palette": 3, "names": 7, "sound": 1, "left_handed": 1, "player1": 8, "player2": 8,
}  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


def test_nothing_kept_gives_the_defaults():
    assert vars(Settings()) == DEFAULTS
    assert vars(Settings(None)) == DEFAULTS


def test_each_choice_comes_back():
    kept = dict(HIGHEST, variant="my own")
    assert vars(Settings(kept)) == kept


def test_only_what_is_not_the_default_is_kept():
    """A short record leaves room for many, and flash is erased less often."""
    assert Settings().as_dict() == {}
    settings = Settings({"palette": 2, "variant": "classic", "sound": 0, "games": 1})
    assert settings.as_dict() == {"palette": 2, "sound": 0}
    assert vars(Settings(settings.as_dict())) == vars(settings)


def test_one_past_the_range_is_the_default_of_that_choice_alone():
    for name, high in HIGHEST.items():
        kept = dict(HIGHEST, variant="duel")
        kept[name] = high + 1
        wanted = dict(HIGHEST, variant="duel")
        wanted[name] = DEFAULTS[name]
        assert vars(Settings(kept)) == wanted
        kept[name] = -1
        assert vars(Settings(kept)) == wanted


def test_values_of_the_wrong_kind_are_defaults():
    for value in (True, False, None, 1.0, "1", [1], {}):
        assert vars(Settings(dict.fromkeys(HIGHEST, value))) == DEFAULTS
    for value in ("", "x" * 41, 3, None, [], b"duel"):
        assert vars(Settings({"variant": value})) == DEFAULTS


@given(JSON | st.dictionaries(st.sampled_from(sorted(DEFAULTS)), JSON))
def test_garbage_gives_choices_within_their_ranges(garbage):
    got = dict(vars(Settings(garbage)))
    assert set(got) == set(DEFAULTS)
    assert isinstance(got.pop("variant"), str)
    for name, value in got.items():
        assert type(value) is int and 0 <= value <= HIGHEST[name]


def test_looking_at_variants_without_a_clock_leaves_the_duels_hour():
    board = FakeBoard()
    board.run(500)
    # From Classic round to Duel, and a game: both clocks have their hour.
    board.press("right", times=4)
    board.press("ok")
    assert board.session.match.variant.name == "Duel"
    assert board.session.match.variant.clock == (3600, 0, 3600)
    assert [clock.left(0) for clock in board.session.match.game.clocks] == [3_600_000, 3_600_000]
