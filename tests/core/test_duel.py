"""The duel: turns in lockstep, results that wait for the second player, draws, and two clocks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightpeg.core.builtin import builtin
from lightpeg.core.duel import Duel

from .codes import matching_score, variant

A, B = 0, 1
# Player A has to find B's secret, and B that of A.
OF_A = (0, 1, 2, 3, 4)
OF_B = (7, 7, 6, 5, 5)
MISS = (1, 1, 1, 1, 1)


def started(rules=None, starter=A, now=0):
    duel = Duel(rules or builtin("duel"), starter)
    secrets = (OF_A, OF_B)
    assert duel.start(secrets[starter], now) == "ready"
    assert (duel.phase, duel.mover) == ("secret", 1 - starter)
    assert duel.start(secrets[1 - starter], now) == "ready"
    assert (duel.phase, duel.mover) == ("guess", starter)
    assert duel.secrets == [OF_A, OF_B]
    return duel


def turn(duel, first, second, now=0):
    assert duel.submit(first, now) == "hidden"
    return duel.submit(second, now)


def ended(duel):
    return duel.phase, duel.result, duel.winner, duel.reason


def test_worked_example_the_fourth_guess_of_the_second_still_counts():
    """A starts and solves in turn 4; if B's fourth guess solves too, it is a draw."""
    for fourth, end in ((OF_A, ("over", "draw", None, "both")), (MISS, ("over", "won", A, "code"))):
        duel = started()
        for _ in range(3):
            assert turn(duel, MISS, MISS) == "turn"
        assert duel.submit(OF_B, 0) == "hidden"
        assert (duel.phase, duel.mover, duel.result) == ("guess", B, None)
        assert duel.submit(fourth, 0) == end[1]
        assert ended(duel) == end
        assert len(duel.rows[A]) == len(duel.rows[B]) == 4


@pytest.mark.parametrize("starter", [A, B])
@pytest.mark.parametrize("solver", [A, B])
def test_the_only_solver_of_a_turn_wins_whoever_began(starter, solver):
    duel = started(starter=starter)
    guesses = {solver: (OF_B, OF_A)[solver], 1 - solver: MISS}
    assert turn(duel, guesses[starter], guesses[1 - starter]) == "won"
    assert ended(duel) == ("over", "won", solver, "code")


@pytest.mark.parametrize("starter", [A, B])
def test_all_rows_used_is_a_draw(starter):
    rules = builtin("duel").with_options(rows=3)
    duel = started(rules, starter)
    assert duel.rows_left() == 3
    assert turn(duel, MISS, MISS) == "turn"
    assert duel.rows_left() == 2
    assert turn(duel, MISS, MISS) == "turn"
    assert duel.submit(MISS, 0) == "hidden"
    assert duel.submit(MISS, 0) == "draw"
    assert ended(duel) == ("over", "draw", None, "rows")
    assert duel.secrets == [OF_A, OF_B]


@pytest.mark.parametrize("last", [(OF_B, MISS, A), (MISS, OF_A, B), (OF_B, OF_A, None)])
def test_the_last_row_can_still_decide(last):
    duel = started(builtin("duel").with_options(rows=2))
    turn(duel, MISS, MISS)
    turn(duel, last[0], last[1])
    assert duel.winner == last[2]
    assert duel.reason == ("both" if last[2] is None else "code")


def test_the_first_result_stays_hidden_until_the_second_has_guessed():
    duel = started()
    assert duel.submit(OF_B, 0) == "hidden"
    # Nothing of the feedback is anywhere in the state.
    assert duel.rows == [[], []]
    assert duel.hidden == (OF_B, 0)
    assert duel.result is duel.winner is None
    # A row that is refused does not let it out.
    assert duel.submit((0, 1, 2), 0) == "incomplete"
    assert duel.submit((0, 1, 2, 3, 8), 0) == "unknown"
    assert duel.rows == [[], []]
    assert duel.mover == B
    assert duel.submit(MISS, 0) == "won"
    assert duel.rows == [[(OF_B, 5, 0, 0)], [(MISS, 1, 0, 0)]]
    assert duel.hidden is None


def test_each_guess_is_scored_against_the_other_players_secret():
    duel = started(starter=B)
    # B guesses for A's secret 0 1 2 3 4; A for B's 7 7 6 5 5.
    assert turn(duel, (0, 2, 1, 7, 7), (7, 5, 7, 0, 0), now=250) == "turn"
    assert duel.rows[B] == [((0, 2, 1, 7, 7), 1, 2, 250)]
    assert duel.rows[A] == [((7, 5, 7, 0, 0), 1, 2, 0)]
    assert duel.mover == B


def test_faults_of_the_secrets():
    rules = variant(3, 5, repeats_in_code=False, repeats_in_guess=False, players=["duel"], scoring="duel")
    duel = Duel(rules)
    assert duel.submit((0, 1, 2), 0) == "not now"
    assert duel.start((0, 0, 1), 0) == "repeat"
    assert duel.start(None, 0) == "incomplete"
    assert duel.start((0, 1, 5), 0) == "unknown"
    assert (duel.mover, duel.secrets) == (A, [None, None])
    assert duel.start((0, 1, 2), 0) == "ready"
    assert duel.start((1, 1, 2), 0) == "repeat"
    assert (duel.mover, duel.phase) == (B, "secret")
    assert duel.start((2, 1, 0), 0) == "ready"
    assert duel.start((2, 1, 0), 0) == "not now"
    assert duel.submit((3, 3, 0), 0) == "repeat"


def test_giving_up():
    duel = Duel(builtin("duel"))
    assert duel.resign(0) == "not now"
    duel = started()
    assert duel.resign(0) == "won"
    assert ended(duel) == ("over", "won", B, "resigned")
    duel = started()
    duel.submit(MISS, 0)
    duel.resign(0)
    assert ended(duel) == ("over", "won", A, "resigned")
    assert duel.resign(0) == "not now"
    assert duel.submit(MISS, 0) == "not now"
    assert duel.start(OF_A, 0) == "not now"
    assert duel.tick(10**9) is None


def clocked(base, bonus, limit):
    return variant(5, 8, rows=12, players=["duel"], scoring="duel", clock=(base, bonus, limit))


def test_no_clock_no_end():
    duel = started(clocked(0, 0, 0))
    assert duel.clocks == [None, None]
    assert duel.tick(10**12) is None
    assert turn(duel, MISS, MISS, 10**12) == "turn"


def test_only_the_movers_clock_runs_and_a_move_brings_the_bonus():
    duel = started(clocked(10, 2, 11), now=5_000)
    assert [clock.running for clock in duel.clocks] == [True, False]
    duel.submit(MISS, 9_000)
    # 10 - 4 + 2.
    assert [clock.left(9_000) for clock in duel.clocks] == [8_000, 10_000]
    assert [clock.running for clock in duel.clocks] == [False, True]
    duel.submit(MISS, 9_100)
    # 9.9 + 2 is over the limit.
    assert [clock.left(9_100) for clock in duel.clocks] == [8_000, 11_000]
    assert [clock.running for clock in duel.clocks] == [True, False]
    assert [duel.rows[A][0][3], duel.rows[B][0][3]] == [4_000, 100]
    # A refused row stops no clock.
    duel.submit((0,), 10_100)
    assert duel.clocks[A].left(11_100) == 6_000


def test_a_long_setting_up_costs_no_time():
    duel = Duel(clocked(10, 0, 10))
    duel.start(OF_A, 0)
    assert duel.tick(50_000) is None
    duel.start(OF_B, 60_000)
    assert duel.tick(69_999) is None
    assert duel.tick(70_000) == "won"


@pytest.mark.parametrize("mover", [A, B])
def test_out_of_time_loses(mover):
    duel = started(clocked(10, 0, 10))
    if mover == B:
        # Even a solution that is still hidden needs no second guess then.
        duel.submit(OF_B, 0)
    assert duel.tick(9_999) is None
    assert duel.tick(10_000) == "won"
    assert ended(duel) == ("over", "won", 1 - mover, "time")
    assert duel.hidden is None
    assert duel.rows == [[] if mover == A else [(OF_B, 5, 0, 0)], []]
    assert not any(clock.running for clock in duel.clocks)


@pytest.mark.parametrize("mover", [A, B])
def test_a_guess_after_the_time_is_too_late(mover):
    """Whether the loop looks at the clock or at the buttons first must not decide a duel."""
    duel = started(clocked(10, 0, 10))
    if mover == B:
        duel.submit(MISS, 0)
    assert duel.submit((OF_B, OF_A)[mover], 10_000) == "won"
    assert ended(duel) == ("over", "won", 1 - mover, "time")
    # The guess of the first is in the log, though it needs no answer any more; the late one is not.
    assert duel.rows == [[] if mover == A else [(MISS, 0, 0, 0)], []]


def test_the_builtin_duel_ends_within_two_hours():
    """Base 1 hour, bonus 0, limit 1 hour. The longest there is: each uses all its time but a millisecond for the
    first move, and has that millisecond left for the second."""
    hour = 3_600_000
    duel = started()
    assert duel.submit(MISS, hour - 1) == "hidden"
    assert duel.tick(2 * hour - 3) is None
    assert duel.submit(MISS, 2 * hour - 2) == "turn"
    assert duel.tick(2 * hour - 2) is None
    assert duel.tick(2 * hour - 1) == "won"
    assert ended(duel) == ("over", "won", B, "time")


codes = st.tuples(*[st.integers(0, 1)] * 2)


@given(st.sampled_from([A, B]), st.tuples(codes, codes), st.lists(st.tuples(codes, codes), min_size=4, max_size=4))
def test_against_the_rules_said_once_more(starter, secrets, turns):
    """Turn by turn: solved by one, solved by both, rows full; else it goes on."""
    duel = Duel(variant(2, 2, rows=4, players=["duel"], scoring="duel"), starter)
    duel.start(secrets[starter], 0)
    duel.start(secrets[1 - starter], 0)
    for number, guesses in enumerate(turns, 1):
        assert duel.submit(guesses[starter], 0) == "hidden"
        change = duel.submit(guesses[1 - starter], 0)
        solved = [guesses[player] == secrets[1 - player] for player in (A, B)]
        for player in (A, B):
            assert duel.rows[player][-1] == (
                guesses[player],
                *matching_score(secrets[1 - player], guesses[player]),
                0,
            )
            assert len(duel.rows[player]) == number
        if all(solved):
            assert (change, duel.winner, duel.reason) == ("draw", None, "both")
        elif any(solved):
            assert (change, duel.winner, duel.reason) == ("won", solved.index(True), "code")
        elif number == 4:
            assert (change, duel.winner, duel.reason) == ("draw", None, "rows")
        else:
            assert (change, duel.phase) == ("turn", "guess")
            continue
        assert duel.phase == "over"
        return
