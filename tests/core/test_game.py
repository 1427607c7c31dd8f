"""One game: the codemaker as the board, a screen or paper; wrong feedback; clocks; the end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightpeg.core.builtin import BUILTIN, builtin
from lightpeg.core.game import Game, possible_pair

from .codes import all_codes, matching_score, variant

BLACK, YELLOW, GREEN, BLUE, RED, WHITE = range(6)
SECRET = (0, 1, 2, 3)
# Against SECRET: one placed, two misplaced; and nothing at all.
NEAR = (0, 2, 1, 7)
FAR = (4, 5, 6, 7)
# Ten seconds, two more for each row, never above eleven.
CLOCKED = {"clock": (10, 2, 11)}


def arms(**fields):
    """Holes, colours, rows and repeats of the arms variant, with the wrong-feedback rule of one's choice."""
    return variant(4, 8, repeats_in_code=False, rows=9, **fields)


def started(rules, source="board", secret=SECRET):
    game = Game(rules, source)
    assert game.start(None if source == "paper" else secret, 0) == "ready"
    return game


def settled(game, black, white, now=0):
    """The codemaker's answer, and the search behind it to its end."""
    change = game.answer(black, white, now)
    while change == "checking" or change is None:
        change = game.check(500, now)
    return change


def state(game):
    """Everything a refused action has to leave alone."""
    return game.phase, list(game.rows), game.guess, game.secret, game.result


def test_classic_worked_example():
    game = started(builtin("classic"), secret=(BLACK, YELLOW, GREEN, BLUE))
    assert game.submit((GREEN, RED, GREEN, BLACK), 700) == "answered"
    assert game.rows == [((GREEN, RED, GREEN, BLACK), 1, 1, 700)]


def test_arms_worked_example():
    """One peg right and placed, two right and misplaced: red arm 1, white arm 2."""
    game = started(builtin("arms"), "screen")
    assert game.submit(NEAR, 0) == "guessed"
    assert game.answer(1, 2, 0) == "answered"
    assert game.rows == [(NEAR, 1, 2, 0)]


@pytest.mark.parametrize("key", [key for key in BUILTIN if key != "duel"])
def test_solved_and_unsolved_in_every_builtin(key):
    rules = builtin(key)
    secret, other = (0, 1, 2, 3), (1, 0, 3, 2)
    game = started(rules, secret=secret)
    for row in range(rules.rows - 1):
        assert game.submit(other, row) == "answered"
        assert game.rows_left() == rules.rows - row - 1
    assert game.submit(secret, 99) == "solved"
    assert (game.phase, game.result, len(game.rows)) == ("over", "solved", rules.rows)
    assert game.rows[-1][1:3] == (4, 0)
    game = started(rules, secret=secret)
    for row in range(rules.rows - 1):
        assert game.submit(other, row) == "answered"
    assert game.submit(other, 99) == "unsolved"
    # The reveal: the secret is shown, and the rows stay.
    assert (game.phase, game.result, game.secret) == ("over", "unsolved", secret)
    assert [row[:3] for row in game.rows] == [(other, 0, 4)] * rules.rows
    assert game.rows_left() == 0


def test_solved_on_the_first_row():
    game = started(builtin("advanced"), secret=(6, 6, 6, 6))
    assert game.submit((6, 6, 6, 6), 0) == "solved"
    assert len(game.rows) == 1


def test_the_secret_must_be_a_code():
    game = Game(builtin("arms"), "screen")
    before = state(game)
    assert game.start((0, 0, 1, 2), 0) == "repeat"
    assert game.start((0, 1, 2), 0) == "incomplete"
    assert game.start((0, 1, -1, 2), 0) == "incomplete"
    assert game.start((0, 1, 2, 8), 0) == "unknown"
    assert game.start(None, 0) == "incomplete"
    assert state(game) == before
    assert game.start([3, 2, 1, 0], 0) == "ready"
    assert game.secret == (3, 2, 1, 0)
    assert game.start(SECRET, 0) == "not now"
    assert game.secret == (3, 2, 1, 0)


def test_the_guess_must_be_one():
    once = variant(3, 5, repeats_in_code=False, repeats_in_guess=False)
    game = started(once, secret=(0, 1, 2))
    before = state(game)
    assert game.submit((0, 0, 1), 0) == "repeat"
    assert game.submit((0, 1), 0) == "incomplete"
    assert game.submit((0, 1, 5), 0) == "unknown"
    assert state(game) == before
    # The arms variant forbids repeats in the code only.
    assert started(builtin("arms")).submit((0, 0, 0, 0), 0) == "answered"


def test_the_pegs_of_the_hand_are_copied():
    pegs = [0, 1, 2, 3]
    game = Game(builtin("classic"), "board")
    game.start(pegs, 0)
    hand = [0, 0, 0, 0]
    game.submit(hand, 0)
    pegs[0] = hand[0] = 5
    assert game.secret == (0, 1, 2, 3)
    assert game.rows[0][0] == (0, 0, 0, 0)


@pytest.mark.parametrize("holes", range(1, 11))
def test_pairs_that_some_guess_earns(holes):
    """Against real codes: with two colours for each hole every possible pair comes up."""
    earned = set()
    secret = list(range(holes))
    for black in range(holes + 1):
        for white in range(holes + 1 - black):
            if holes - black == 1 and white == 1:
                continue
            # The first placed, the next `white` turned in a ring (one alone goes to a spare hole), the rest foreign.
            guess = [peg + holes for peg in secret]
            guess[:black] = secret[:black]
            ring = secret[black : black + white]
            if white == 1:
                guess[black + 1] = ring[0]
            else:
                guess[black : black + white] = ring[1:] + ring[:1]
            earned.add(matching_score(secret, guess))
            assert matching_score(secret, guess) == (black, white)
    for black in range(-1, holes + 2):
        for white in range(-1, holes + 2):
            assert possible_pair(holes, black, white) == ((black, white) in earned)


@pytest.mark.parametrize("pair", [(3, 1), (5, 0), (0, 5), (2, 3), (-1, 0), (0, -1), (4, 1)])
@pytest.mark.parametrize("source", ["screen", "paper"])
@pytest.mark.parametrize("policy", ["refuse", "warn", "strict"])
def test_an_impossible_pair_is_refused_and_is_no_wrong_feedback(pair, source, policy):
    game = started(arms(wrong_feedback=policy), source)
    game.submit(NEAR, 0)
    before = state(game)
    assert game.answer(*pair, 0) == "impossible"
    assert game.answer(*pair, 0) == "impossible"
    assert state(game) == before
    assert settled(game, 1, 2) == "answered"


def test_screen_refuse_never_takes_a_wrong_answer():
    game = started(arms(wrong_feedback="refuse"), "screen")
    game.submit(NEAR, 0)
    before = state(game)
    for pair in ((0, 0), (2, 1), (1, 1), (4, 0), (1, 3), (0, 0)):
        assert game.answer(*pair, 0) == "wrong"
        assert state(game) == before
    assert game.answer(1, 2, 0) == "answered"


def test_screen_warn_takes_back_one_and_voids_at_the_second():
    game = started(arms(wrong_feedback="warn"), "screen")
    game.submit(NEAR, 0)
    assert game.answer(2, 1, 0) == "warned"
    assert (game.phase, game.rows) == ("answer", [])
    assert game.answer(1, 2, 0) == "answered"
    # The next row has its own warning.
    game.submit(NEAR, 0)
    assert game.answer(2, 1, 0) == "warned"
    assert game.answer(2, 2, 0) == "void"
    assert (game.phase, game.result) == ("over", "void")
    assert game.rows == [(NEAR, 1, 2, 0)]


def test_screen_strict_voids_at_once():
    game = started(arms(wrong_feedback="strict"), "screen")
    for _ in range(2):
        game.submit(FAR, 0)
        assert game.answer(0, 0, 0) == "answered"
    game.submit(NEAR, 0)
    assert game.answer(1, 1, 0) == "void"
    assert (game.phase, game.result, game.secret) == ("over", "void", SECRET)
    assert len(game.rows) == 2


def test_screen_solved_needs_all_blacks():
    game = started(arms(wrong_feedback="refuse"), "screen")
    game.submit(SECRET, 0)
    assert game.answer(3, 0, 0) == "wrong"
    assert game.answer(4, 0, 0) == "solved"
    assert game.result == "solved"


def test_screen_solved_cannot_be_feigned():
    game = started(arms(wrong_feedback="strict"), "screen")
    game.submit(NEAR, 0)
    assert game.answer(4, 0, 0) == "void"


def test_paper_goes_on_while_some_code_fits():
    game = started(builtin("arms"), "paper")
    assert game.secret is None
    game.submit(FAR, 0)
    assert game.answer(0, 0, 0) == "checking"
    assert game.phase == "check"
    assert game.check(10_000, 0) == "answered"
    assert game.phase == "guess"
    game.submit(SECRET, 0)
    assert game.answer(4, 0, 0) == "solved"
    assert game.secret == SECRET


def contradicted(policy):
    """Colours 4 to 7 are said to be out, and then four of them to be in, misplaced: no code fits."""
    game = started(arms(wrong_feedback=policy), "paper")
    game.submit(FAR, 0)
    assert settled(game, 0, 0) == "answered"
    game.submit((5, 4, 7, 6), 0)
    return game


def test_paper_contradiction_voids_at_once_where_strict():
    game = contradicted("strict")
    assert settled(game, 0, 4) == "void"
    assert (game.phase, game.result) == ("over", "void")
    assert game.rows == [(FAR, 0, 0, 0)]


def test_paper_contradiction_is_proved_as_soon_as_it_is_one():
    """Colours 0 to 3 in, each hole asked: 0 is nowhere once it is out of its last hole."""
    game = started(builtin("arms"), "paper")
    game.submit(SECRET, 0)
    assert settled(game, 0, 4) == "answered"
    for hole in (1, 2):
        guess = [4, 4, 4, 4]
        guess[hole] = 0
        game.submit(guess, 0)
        assert settled(game, 0, 1) == "answered"
    game.submit((4, 4, 4, 0), 0)
    # Hole 1 (the first) is not possible by row 1, holes 2 and 3 by rows 2 and 3: it is in the last hole.
    assert settled(game, 0, 1) == "void"


def test_paper_warn_takes_the_row_back_and_lets_it_be_answered_anew():
    game = contradicted("warn")
    assert settled(game, 0, 4) == "warned"
    assert (game.phase, game.guess, len(game.rows)) == ("answer", (5, 4, 7, 6), 1)
    assert settled(game, 0, 0) == "answered"
    # The search forgot the answer that was taken back, and kept the others.
    game.submit(SECRET, 0)
    assert settled(game, 0, 4) == "answered"
    game.submit((4, 0, 1, 2), 0)
    assert settled(game, 0, 0) == "warned"
    assert settled(game, 0, 1) == "void"


def test_paper_refuse_believes_an_answer_given_twice():
    """The wrong answer may be in an earlier row, where refusing the true one for ever would leave no way on."""
    game = contradicted("refuse")
    assert settled(game, 0, 4) == "warned"
    # Another answer that cannot be: the codemaker is still looking for the mistake.
    assert settled(game, 1, 2) == "warned"
    assert settled(game, 0, 4) == "warned"
    assert (game.phase, len(game.rows)) == ("answer", 1)
    assert settled(game, 0, 4) == "void"
    game = contradicted("refuse")
    assert settled(game, 0, 4) == "warned"
    assert settled(game, 0, 0) == "answered"
    # Forgotten with the next row.
    game.submit((5, 4, 7, 6), 0)
    assert settled(game, 0, 4) == "warned"
    game = contradicted("refuse")
    assert [game.answer(4, 0, 0) for _ in range(2)] == ["warned", "void"]


def test_paper_solution_against_the_rows_is_wrong():
    for policy, change in (("strict", "void"), ("warn", "warned")):
        game = contradicted(policy)
        assert game.answer(4, 0, 0) == change
    game = contradicted("warn")
    assert game.answer(4, 0, 0) == "warned"
    assert game.answer(4, 0, 0) == "void"


def test_paper_solution_that_is_no_code_is_wrong():
    """A guess may repeat a colour where a code may not: such a guess cannot be the secret."""
    game = started(arms(wrong_feedback="strict"), "paper")
    game.submit((0, 0, 1, 2), 0)
    assert game.answer(4, 0, 0) == "void"


def test_paper_reveal_after_the_last_row():
    rules = arms(wrong_feedback="strict").with_options(rows=2)
    codes = {SECRET: "unsolved", (3, 2, 1, 0): "unsolved", (4, 1, 2, 3): "void", (4, 5, 6, 7): "void"}
    for code, change in codes.items():
        game = started(rules, "paper")
        for _ in range(2):
            assert game.phase == "guess"
            game.submit((1, 0, 3, 2), 0)
            assert settled(game, 0, 4) == "answered"
        assert (game.phase, game.rows_left(), game.result) == ("reveal", 0, None)
        assert game.submit(SECRET, 0) == "not now"
        assert game.reveal((0, 0, 1, 2), 0) == "repeat"
        assert game.reveal((0, 1, 2), 0) == "incomplete"
        assert game.phase == "reveal"
        assert game.reveal(code, 0) == change
        assert (game.phase, game.result, game.secret) == ("over", change, code)


def test_paper_secret_kept_to_oneself():
    game = started(arms().with_options(rows=1), "paper")
    game.submit(NEAR, 0)
    assert settled(game, 0, 1) == "answered"
    assert game.reveal(None, 0) == "unsolved"
    assert game.secret is None


def test_a_long_search_goes_on_behind_the_game():
    """The board waits 6000 nodes and then plays on; what the search proves later still counts."""
    game = started(arms(wrong_feedback="warn"), "paper")
    game.submit(FAR, 0)
    assert settled(game, 0, 0) == "answered"
    game.submit((5, 4, 7, 6), 0)
    game.answer(0, 4, 0)
    game._search.step = lambda budget: "running"
    changes = [game.check(1000, 0) for _ in range(6)]
    assert changes == [None] * 5 + ["answered"]
    assert (game.phase, len(game.rows)) == ("guess", 2)
    assert game.check(1000, 0) is None
    del game._search.step
    # The row is on the board, so there is nothing to take back: the game is void.
    assert game.check(100_000, 0) == "void"
    assert game.result == "void"
    assert game.check(1000, 0) is None


def test_a_codebreaker_gives_up():
    for source in ("board", "screen"):
        game = Game(builtin("classic"), source)
        assert game.resign(0) == "not now"
        game.start(SECRET, 0)
        assert game.resign(0) == "resigned"
        assert (game.phase, game.result, game.secret) == ("over", "resigned", SECRET)
        assert game.resign(0) == "not now"


def test_a_secret_on_paper_is_shown_when_the_codebreaker_gives_up():
    """Shown at the end, solved or not. Answers that make no sense are a reason to give up, and are found out."""
    for code, change in ((SECRET, "resigned"), (None, "resigned"), (NEAR, "void")):
        game = started(arms(wrong_feedback="strict"), "paper")
        game.submit(NEAR, 0)
        assert settled(game, 1, 2) == "answered"
        game.submit(FAR, 0)
        assert game.resign(0) == "answered"
        assert (game.phase, game.result, len(game.rows)) == ("reveal", None, 1)
        assert game.resign(0) == "not now"
        assert game.reveal(code, 0) == change
        assert (game.phase, game.result, game.secret) == ("over", change, code)


def test_giving_up_while_an_answer_is_being_checked():
    """The answer was not taken yet, so it proves nothing against the codemaker."""
    game = contradicted("strict")
    assert game.answer(0, 4, 0) == "checking"
    assert game.resign(0) == "answered"
    assert game.check(100_000, 0) is None
    assert (game.phase, len(game.rows)) == ("reveal", 1)
    assert game.reveal(SECRET, 0) == "resigned"


def test_a_secret_on_paper_is_shown_when_the_time_is_over():
    game = started(variant(4, 6, **CLOCKED), "paper")
    assert game.tick(10_000) == "answered"
    assert (game.phase, game.tick(10_001)) == ("reveal", None)
    assert game.reveal(SECRET, 10_002) == "timeout"
    assert game.result == "timeout"


def test_nothing_happens_after_the_end():
    game = started(builtin("classic"))
    game.submit(SECRET, 0)
    before = state(game)
    assert game.submit(SECRET, 0) == "not now"
    assert game.answer(0, 0, 0) == "not now"
    assert game.reveal(SECRET, 0) == "not now"
    assert game.start(SECRET, 0) == "not now"
    assert game.check(100, 0) is None
    assert game.tick(10**9) is None
    assert state(game) == before


def test_no_clock_is_no_clock():
    game = started(builtin("classic"))
    assert game.clock is None
    assert game.tick(10**9) is None
    assert started(variant(4, 6, clock=(0, 5, 5))).clock is None


def test_the_clock_runs_while_the_codebreaker_thinks():
    game = Game(variant(4, 6, **CLOCKED), "screen")
    game.start(SECRET, 50_000)
    assert game.clock.left(54_000) == 6_000
    assert game.tick(54_000) is None
    game.submit((5, 5, 5, 5), 54_000)
    # 6 s left and 2 of bonus. The codemaker's time is not counted.
    assert game.tick(90_000) is None
    assert game.clock.left(90_000) == 8_000
    game.answer(0, 0, 90_000)
    assert game.clock.left(91_000) == 7_000
    game.submit((5, 5, 5, 5), 90_500)
    # 7.5 s and 2 s are 9.5; a quick row more would be over the limit.
    assert game.clock.left(90_500) == 9_500
    game.answer(0, 0, 91_000)
    game.submit((5, 5, 5, 5), 91_100)
    assert game.clock.left(91_100) == 11_000
    assert [row[3] for row in game.rows] == [4_000, 500]


def test_out_of_time_ends_the_game():
    game = started(variant(4, 6, **CLOCKED))
    assert game.tick(9_999) is None
    assert game.tick(10_000) == "timeout"
    assert (game.phase, game.result) == ("over", "timeout")
    assert game.tick(10_001) is None
    assert game.clock.left(20_000) == 0


def test_a_row_after_the_time_is_too_late():
    """The loop may hand over a press before it looks at the clock: the time decides, not the order."""
    game = started(variant(4, 6, **CLOCKED))
    assert game.submit(SECRET, 10_000) == "timeout"
    assert (game.result, game.rows) == ("timeout", [])
    assert started(variant(4, 6, **CLOCKED)).submit(SECRET, 9_999) == "solved"


def test_giving_up_stops_the_clock():
    game = started(variant(4, 6, **CLOCKED))
    game.resign(4_000)
    assert game.clock.left(9_000) == 6_000


SMALL = [
    variant(2, 4, rows=4, wrong_feedback="strict"),
    variant(3, 3, blank=True, rows=4, wrong_feedback="warn"),
    variant(3, 5, repeats_in_code=False, rows=5, wrong_feedback="strict"),
    variant(3, 5, repeats_in_code=False, rows=5, wrong_feedback="warn"),
]


@given(st.sampled_from(SMALL), st.data())
def test_a_paper_game_is_void_exactly_when_no_code_fits(rules, data):
    """Random answers, against the list of all codes."""
    game = started(rules, "paper")
    left = all_codes(rules)
    warned = False
    while game.phase in ("guess", "answer"):
        if game.phase == "guess":
            guess = tuple(
                data.draw(st.lists(st.integers(0, rules.values - 1), min_size=rules.holes, max_size=rules.holes))
            )
            assert game.submit(guess, 0) == "guessed"
            warned = False
        truth = matching_score(data.draw(st.sampled_from(left)), guess)
        white = data.draw(st.integers(0, rules.holes))
        pair = data.draw(st.sampled_from([truth, truth, truth, (data.draw(st.integers(0, rules.holes)), white)]))
        change = settled(game, *pair)
        if sum(pair) > rules.holes or pair == (rules.holes - 1, 1):
            assert change == "impossible"
            continue
        fitting = [code for code in left if matching_score(code, guess) == pair]
        if not fitting:
            expected = "warned" if rules.wrong_feedback == "warn" and not warned else "void"
            assert change == expected
            warned = True
            continue
        left = fitting
        assert change == ("solved" if pair[0] == rules.holes else "answered")
    if game.phase == "reveal":
        code = data.draw(st.sampled_from(all_codes(rules)))
        assert game.reveal(code, 0) == ("unsolved" if code in left else "void")
    assert game.phase == "over"
