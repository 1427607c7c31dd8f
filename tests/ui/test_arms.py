"""The sliders: whole numbers that stand still."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightpeg.ui.arms import FULL, Arm

STEPS = range(1, 11)
# The noise of a worn slider: 1 % of the whole way to either side.
NOISE = FULL // 100


def at(raw):
    return min(FULL, max(0, round(raw)))


@pytest.mark.parametrize("steps", STEPS)
def test_every_position_snaps_to_the_nearest_number(steps):
    for raw in range(0, FULL + 1, 13):
        arm = Arm(steps)
        assert arm.read(raw), "the first reading always tells something"
        exact = raw / FULL * steps
        assert abs(arm.value - exact) <= 0.5 + 1e-9


@pytest.mark.parametrize("steps", STEPS)
def test_noise_never_changes_a_number_once_read(steps):
    """The slider rests anywhere, boundaries included; the first look may be off by the noise as well."""
    boundaries = [FULL * (2 * n + 1) / (2 * steps) for n in range(steps)]
    places = boundaries + [b + d for b in boundaries for d in (-NOISE, -1, 1, NOISE)] + list(range(0, FULL, 991))
    for rest in places:
        for first in (-NOISE, 0, NOISE):
            arm = Arm(steps)
            arm.read(at(rest + first))
            value = arm.value
            for noise in (NOISE, -NOISE, 1, -1, NOISE, 0, -NOISE):
                assert not arm.read(at(rest + noise)), (rest, first, noise)
            assert arm.value == value


@given(st.integers(1, 10), st.integers(0, FULL), st.lists(st.integers(-NOISE, NOISE), min_size=1))
def test_noise_of_any_course_changes_nothing(steps, rest, noise):
    arm = Arm(steps)
    arm.read(at(rest + noise[0]))
    assert not any(arm.read(at(rest + n)) for n in noise)


@pytest.mark.parametrize("steps", STEPS)
def test_noise_at_a_place_that_was_slid_to(steps):
    """As above, but the slider comes from the other end: what it shows at rest stays."""
    for rest in range(0, FULL, 499):
        arm = Arm(steps)
        for raw in range(0, rest + 1, 311):
            arm.read(raw)
        arm.read(at(rest))
        for _ in range(2):
            # One change is the slide's own last step; after it the number stands.
            changes = sum(arm.read(at(rest + n)) for n in (NOISE, -NOISE, NOISE, -NOISE))
        assert changes == 0


@pytest.mark.parametrize("steps", STEPS)
def test_a_sweep_passes_each_number_once_and_reaches_both_ends(steps):
    arm = Arm(steps)
    seen = [arm.value for raw in range(0, FULL + 1, 7) if arm.read(raw)]
    assert seen == list(range(steps + 1))
    seen = [arm.value for raw in range(FULL, -1, -7) if arm.read(raw)]
    assert seen == list(range(steps - 1, -1, -1))


@pytest.mark.parametrize("steps", STEPS)
def test_a_slider_that_ends_2_percent_early_still_reaches_both_ends(steps):
    arm = Arm(steps)
    for raw in range(FULL // 50, FULL * 49 // 50, 50):
        arm.read(raw)
    assert arm.value == steps
    for raw in range(FULL * 49 // 50, FULL // 50, -50):
        arm.read(raw)
    assert arm.value == 0
