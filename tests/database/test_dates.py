"""When a game was played: a date, an honest range, never a false date."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from lightpeg_host.database.dates import DRIFT, SLACK_S, Known, Window, windows


def known(number, seconds=0, epoch=None, low=None, high=None):
    """A start; where nothing else is said all computers agree."""
    return Known(number, seconds, epoch, epoch if low is None else low, epoch if high is None else high)


def test_nothing_is_known():
    assert windows([known(1, 50), known(2, 60)]) == {1: Window(None, None), 2: Window(None, None)}
    assert windows([]) == {}


def test_a_start_that_is_dated():
    assert windows([known(7, 500, 10_000)]) == {7: Window(10_000, 10_000)}


def test_starts_before_after_and_between():
    found = windows(
        [known(1, 100), known(2, 200, 10_000), known(3, 300), known(4, 40), known(6, 0, 20_000), known(9, 5)]
    )
    assert found == {
        # It lasted 100 s at least, and start 2 came after.
        1: Window(None, 9900),
        2: Window(10_000, 10_000),
        # Start 2 lasted 200 s; starts 3 and 4 lasted 340 s and were over at 20,000.
        3: Window(10_200, 19_660),
        4: Window(10_500, 19_960),
        6: Window(20_000, 20_000),
        9: Window(20_000, None),
    }


def test_the_order_of_the_list_does_not_matter():
    starts = [known(1, 100), known(2, 200, 10_000), known(3, 300), known(6, 0, 20_000)]
    expected = windows(starts)
    assert all(windows(order) == expected for order in itertools.permutations(starts))


def test_computers_that_agree_nearly():
    """The first one's word counts; a minute is no contradiction."""
    assert windows([known(1, 0, 10_000, 9950, 10_060)]) == {1: Window(10_000, 10_000)}
    # A board that has run for a month may be off by more: 2,592,000 s / 5,000 and the slack.
    slack = SLACK_S + 2_592_000 // DRIFT
    assert windows([known(1, 2_592_000, 10_000, 10_000, 10_000 + slack)])[1] == Window(10_000, 10_000)
    assert windows([known(1, 2_592_000, 10_000, 10_000, 10_001 + slack)])[1] == Window(None, None)


def test_computers_that_disagree_about_a_start():
    """One of them has its clock wrong: the starts around it say what is sure."""
    found = windows([known(1, 100, 10_000), known(2, 50, 500, 500, 90_000), known(3, 0, 20_000)])
    assert found[2] == Window(10_100, 19_950)


def test_two_starts_that_contradict_each_other():
    """The later start cannot have been earlier: one computer's clock was wrong, and nobody knows which."""
    assert windows([known(1, 100, 50_000), known(2, 100, 10_000)]) == {1: Window(None, None), 2: Window(None, None)}


def test_one_computer_against_several():
    found = windows([known(1, 100, 10_000), known(2, 100, 11_000), known(3, 100, 400), known(4, 100, 12_000)])
    assert found[3] == Window(11_100, 11_900)
    assert (found[1], found[2], found[4]) == (Window(10_000, 10_000), Window(11_000, 11_000), Window(12_000, 12_000))


def test_a_quick_restart_is_no_contradiction():
    """A start that began two seconds before the one before it can have ended: clocks are not exact."""
    found = windows([known(1, 1000, 10_000), known(2, 10), known(3, 0, 11_005)])
    assert found[1] == Window(10_000, 10_000)
    assert found[3] == Window(11_005, 11_005)
    # Start 2 lies between 11,000 and 10,995: what is told is that range.
    assert found[2] == Window(10_995, 11_000)


@st.composite
def lives(draw):
    """Starts as they really were: (number, second 0, seconds run), and which of them were dated."""
    count = draw(st.integers(1, 12))
    now = 1_700_000_000
    starts = []
    for number in range(1, count + 1):
        now += draw(st.integers(0, 100_000))
        seconds = draw(st.integers(0, 50_000))
        starts.append((number, now, seconds, draw(st.booleans())))
        now += seconds
    return starts


@given(lives())
def test_a_range_holds_the_truth(starts):
    found = windows([known(number, seconds, epoch if dated else None) for number, epoch, seconds, dated in starts])
    for number, epoch, _, dated in starts:
        window = found[number]
        assert window.earliest is None or window.earliest <= epoch
        assert window.latest is None or epoch <= window.latest
        if dated:
            assert window == Window(epoch, epoch)
        assert (window.earliest is None) == (not any(d for n, _, _, d in starts if n <= number))
        assert (window.latest is None) == (not any(d for n, _, _, d in starts if n >= number))


@given(lives(), st.data())
def test_one_wrong_clock_spoils_nothing_but_its_own(starts, data):
    """Unless it fits in between the others, where nobody could know better, all ranges hold the truth."""
    wrong, true, *_ = data.draw(st.sampled_from(starts))
    lie = data.draw(st.integers(1, 2_000_000_000))
    others = [start for start in starts if start[0] != wrong]
    found = windows(
        [known(wrong, 0, lie)]
        + [known(number, seconds, epoch if dated else None) for number, epoch, seconds, dated in others]
    )
    if found[wrong] == Window(lie, lie):
        return
    for number, epoch, _, _ in [(wrong, true, 0, True), *others]:
        window = found[number]
        assert window.earliest is None or window.earliest <= epoch
        assert window.latest is None or epoch <= window.latest
