"""Ticks that wrap and clocks that run out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightpeg.core.clock import Clock
from lightpeg.core.ticks import Ticks

PERIOD = 2**29
HOUR = 3_600_000


def test_ticks_count_from_the_first_call():
    ticks = Ticks()
    assert ticks.advance(123_456) == 0
    assert ticks.advance(123_456) == 0
    assert ticks.advance(123_461) == 5


def test_ticks_go_on_across_the_wrap():
    # CircuitPython starts its counter 65 s before the wrap.
    ticks = Ticks()
    ticks.advance(PERIOD - 65_536)
    assert ticks.advance(PERIOD - 1) == 65_535
    assert ticks.advance(0) == 65_536
    assert ticks.advance(1) == 65_537


def test_ticks_over_a_month():
    """Read once an hour for 31 days, across five wraps."""
    ticks = Ticks()
    start = PERIOD - 1000
    for hour in range(31 * 24 + 1):
        assert ticks.advance((start + hour * HOUR) % PERIOD) == hour * HOUR


@given(st.integers(0, PERIOD - 1), st.lists(st.integers(0, PERIOD - 1), max_size=50))
def test_ticks_are_the_sum_of_the_steps(start, steps):
    ticks = Ticks()
    ticks.advance(start)
    total = 0
    for step in steps:
        total += step
        assert ticks.advance((start + total) % PERIOD) == total


def test_an_earlier_reading_keeps_its_distance_across_the_wrap():
    ticks = Ticks()
    ticks.advance(PERIOD - 10)
    assert ticks.at(PERIOD - 2010) == -2000, "before the first reading"
    assert ticks.advance(20) == 30
    assert ticks.at(20) == 30
    assert ticks.at(PERIOD - 5) == 5
    assert ticks.at(21) == 30, "no event is later than now"


@given(st.integers(0, PERIOD - 1), st.lists(st.integers(0, 100_000), min_size=1, max_size=30))
def test_earlier_readings_stay_in_order(start, steps):
    ticks = Ticks()
    ticks.advance(start)
    times, total = [], 0
    for step in steps:
        total += step
        times.append(total)
    ticks.advance((start + total) % PERIOD)
    assert [ticks.at((start + time) % PERIOD) for time in times] == times


def test_clock_counts_only_while_it_runs():
    clock = Clock(10_000, 0, 10_000)
    assert clock.left(5_000) == 10_000
    assert not clock.running
    clock.start(5_000)
    assert clock.running
    assert clock.left(8_000) == 7_000
    clock.stop(8_000)
    assert clock.left(1_000_000) == 7_000


def test_clock_expires_in_the_millisecond_nothing_is_left():
    clock = Clock(10_000, 0, 10_000)
    clock.start(0)
    assert not clock.expired(9_999)
    assert clock.left(9_999) == 1
    assert clock.expired(10_000)
    assert clock.left(10_000) == 0
    assert clock.left(99_999) == 0


def test_clock_bonus_up_to_the_limit():
    clock = Clock(10_000, 3_000, 11_000)
    clock.start(0)
    clock.stop(1_000)
    # 9 s left and 3 s of bonus are 12: the limit cuts one.
    assert clock.left(1_000) == 11_000
    clock.start(2_000)
    clock.stop(6_000)
    assert clock.left(6_000) == 10_000


def test_clock_without_a_move_gives_no_bonus():
    clock = Clock(10_000, 3_000, 20_000)
    clock.start(0)
    clock.stop(4_000, False)
    assert clock.left(4_000) == 6_000


def test_clock_gives_no_bonus_to_one_who_is_out_of_time():
    clock = Clock(10_000, 3_000, 20_000)
    clock.start(0)
    clock.stop(10_000)
    assert clock.expired(10_000)


def test_clock_starting_and_stopping_twice_changes_nothing():
    clock = Clock(10_000, 3_000, 20_000)
    clock.stop(100)
    assert clock.left(100) == 10_000
    clock.start(0)
    clock.start(5_000)
    assert clock.left(6_000) == 4_000
    clock.stop(6_000)
    clock.stop(7_000)
    assert clock.left(7_000) == 7_000


def test_an_hour_each_ends_within_two():
    """Base 1 hour, bonus 0, limit 1 hour, 60 moves of a minute: over exactly after an hour of thinking."""
    clock = Clock(HOUR, 0, HOUR)
    now = 0
    for _ in range(59):
        clock.start(now)
        clock.stop(now + 60_000)
        now += 120_000
    clock.start(now)
    assert clock.left(now) == 60_000
    assert not clock.expired(now + 59_999)
    assert clock.expired(now + 60_000)


def test_a_base_above_the_limit_is_cut():
    assert Clock(20_000, 0, 5_000).left(0) == 5_000


@given(
    st.integers(1, 100_000),
    st.integers(0, 10_000),
    st.integers(0, 100_000),
    st.lists(st.tuples(st.integers(0, 50_000), st.integers(0, 50_000), st.booleans()), max_size=30),
)
def test_clock_stays_within_its_limits(base, bonus, more, moves):
    limit = base + more
    clock = Clock(base, bonus, limit)
    expected = base
    now = 0
    for pause, thinking, moved in moves:
        now += pause
        clock.start(now)
        now += thinking
        over = thinking >= expected
        assert clock.expired(now) == over
        clock.stop(now, moved)
        expected = max(0, expected - thinking)
        if moved and not over:
            expected = min(limit, expected + bonus)
        assert clock.left(now) == expected
        assert 0 <= clock.left(now) <= limit


@pytest.mark.parametrize("back", [1, 1000])
def test_time_that_seems_to_go_back_gives_nothing(back):
    clock = Clock(10_000, 0, 10_000)
    clock.start(5_000)
    assert clock.left(5_000 - back) == 10_000
