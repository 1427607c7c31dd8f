"""The current model and the limiter: firmware/lightpeg/hal/power.py."""

from hypothesis import given
from hypothesis import strategies as st

from lightpeg.hal.power import Limiter, estimate_ma


def test_dark_panel_takes_its_idle_current():
    assert estimate_ma(0, 256, 1.0) == 256 * 0.7


def test_one_white_pixel_takes_36_ma_more():
    assert round(estimate_ma(3 * 255, 1, 1.0) - estimate_ma(0, 1, 1.0), 6) == 36


def test_half_brightness_halves_what_is_above_idle():
    assert round(estimate_ma(255, 1, 0.5) - 0.7, 6) == 6


def test_small_frame_is_not_dimmed():
    # Ten pixels red: 120 mA above 179 mA idle.
    assert Limiter(256, 400).brightness(10 * 255, 1.0) == 1.0


def test_white_panel_is_dimmed_to_the_budget():
    # 400 - 179.2 = 220.8 mA for 9216 mA of white: 6.13 of 256 steps, so 6.
    assert Limiter(256, 400).brightness(256 * 3 * 255, 1.0) == 6 / 256


def test_the_wish_is_an_upper_bound():
    assert Limiter(256, 400).brightness(255, 0.25) == 0.25
    assert Limiter(256, 400).brightness(256 * 3 * 255, 0.25) == 6 / 256


def test_budget_below_idle_is_dark():
    assert Limiter(256, 150).brightness(255, 1.0) == 0


def test_blinking_does_not_pump():
    # 300 mA against 220.8 of room: 188 steps. Five per cent less light would allow 198: not worth a jump.
    limiter = Limiter(256, 400)
    assert limiter.brightness(25 * 255, 1.0) == 188 / 256
    assert limiter.brightness(int(25 * 255 * 0.95), 1.0) == 188 / 256
    # A quarter less light allows 251 steps: that is used.
    assert limiter.brightness(int(25 * 255 * 0.75), 1.0) == 251 / 256


def test_room_for_everything_ends_the_dimming():
    limiter = Limiter(256, 400)
    limiter.brightness(25 * 255, 1.0)
    assert limiter.brightness(18 * 255, 1.0) == 1.0


@given(
    st.lists(st.tuples(st.integers(0, 256 * 3 * 255), st.floats(0, 1)), min_size=1, max_size=30),
    st.integers(200, 3000),
)
def test_no_frame_ever_exceeds_the_budget(frames, budget):
    limiter = Limiter(256, budget)
    for channel_sum, wanted in frames:
        brightness = limiter.brightness(channel_sum, wanted)
        assert 0 <= brightness <= wanted + 1 / 512 + 1e-9
        assert estimate_ma(channel_sum, 256, brightness) <= budget + 1e-6
