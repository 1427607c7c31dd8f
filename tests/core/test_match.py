"""Matches: whose turn it is to make the code, what a game is worth, what comes next, and who wins."""

import pytest

from lightpeg.core.builtin import BUILTIN, builtin
from lightpeg.core.match import Match
from lightpeg.core.variant import games_fault

from .codes import variant

A, B = 0, 1
SECRET = (0, 1, 2, 3)
WRONG = (1, 0, 3, 2)


def play(match, guesses, solved):
    """The current game from its secret to its end in `guesses` rows, with true feedback."""
    game = match.game
    rules = game.variant
    secret = tuple(range(rules.holes))
    wrong = secret[1:] + secret[:1]
    assert game.start(None if match.who == "paper" else secret, 0) == "ready"
    for row in range(guesses):
        last = row == guesses - 1
        guess = secret if solved and last else wrong
        game.submit(guess, 0)
        if match.who != "board":
            change = game.answer(*((rules.holes, 0) if guess == secret else (0, rules.holes)), 0)
            while change in ("checking", None):
                change = game.check(1000, 0)
    if game.phase == "reveal":
        game.reveal(secret, 0)
    assert game.result == ("solved" if solved else "unsolved")
    return match.settle()


def spoil(match):
    """Wrong feedback in the first row."""
    game = match.game
    game.start(SECRET, 0)
    game.submit(WRONG, 0)
    assert game.answer(0, 0, 0) == "void"
    return match.settle()


def test_arms_worked_example_a_match_of_two():
    """A breaks B's code on row 5 (B +5); B fails in nine rows (A +9): A wins 9 to 5."""
    for who in ("screen", "paper"):
        match = Match(builtin("arms"), who, 2, first=B)
        assert (match.codemaker, match.codebreaker) == (B, A)
        assert play(match, 5, True) == "next"
        assert match.totals == [0, 5]
        assert (match.codemaker, match.codebreaker) == (A, B)
        assert match.winner is None
        assert play(match, 9, False) == "finished"
        assert match.totals == [9, 5]
        assert match.over
        assert match.winner == A


def test_arms_worked_example_void():
    """A gives wrong feedback on row 3: B +3, the game is played again, A still codemaker."""
    match = Match(builtin("arms"), "screen", 2)
    assert match.codemaker == A
    game = match.game
    game.start(SECRET, 0)
    for _ in range(2):
        game.submit(WRONG, 0)
        assert game.answer(0, 4, 0) == "answered"
    game.submit((0, 2, 1, 7), 0)
    assert game.answer(1, 1, 0) == "void"
    assert match.settle() == "replay"
    assert match.totals == [0, 3]
    assert (match.codemaker, match.number, match.over) == (A, 0, False)
    # A new game, and the void one in the log with its rows.
    assert match.game is not game
    assert (match.game.phase, match.game.rows) == ("secret", [])
    assert [(entry.number, entry.codemaker, entry.void, entry.points) for entry in match.log] == [(0, A, True, [0, 3])]
    assert len(match.log[0].game.rows) == 2
    # The game played again counts as ever, and the roles swap after it.
    assert play(match, 4, True) == "next"
    assert match.totals == [4, 3]
    assert match.codemaker == B
    assert play(match, 2, True) == "finished"
    assert match.totals == [4, 5]
    assert match.winner == B
    assert [(entry.number, entry.codemaker, entry.void) for entry in match.log] == [
        (0, A, True),
        (0, A, False),
        (1, B, False),
    ]


def test_arms_void_after_void():
    match = Match(builtin("arms"), "screen", 2)
    for count in range(1, 4):
        assert spoil(match) == "replay"
        assert match.totals == [0, 3 * count]
        assert match.codemaker == A
    play(match, 1, True)
    assert spoil(match) == "replay"
    # In the second game B makes the code, so A gets the three points.
    assert match.totals == [1 + 3, 9]
    assert match.codemaker == B


def test_numbers_worked_example():
    """12 turns: not solved gives the codemaker 13, solved on the twelfth 12."""
    match = Match(builtin("numbers"), "screen", 2)
    assert play(match, 12, False) == "next"
    assert match.totals == [13, 0]
    assert play(match, 12, True) == "finished"
    assert match.totals == [13, 12]
    assert match.winner == A


@pytest.mark.parametrize("rows", [12, 10, 8])
def test_numbers_with_fewer_rows(rows):
    match = Match(builtin("numbers").with_options(rows=rows), "screen", 2)
    play(match, rows, False)
    play(match, rows, True)
    assert match.totals == [rows + 1, rows]


@pytest.mark.parametrize("rows, solved, winner", [(7, True, A), (10, False, A), (6, True, None), (5, True, B)])
def test_classic_worked_example_one_round_each(rows, solved, winner):
    """A needs six. B solving in seven or more loses; in six ties; in five wins."""
    match = Match(builtin("classic"), "screen", 2, first=B)
    play(match, 6, True)
    assert match.totals == [6, 0]
    assert match.codebreaker == B
    assert play(match, rows, solved) == "finished"
    # Not solved is one more than the rows there are.
    assert match.totals == [6, rows if solved else 11]
    assert match.winner == winner


def test_classic_not_solved_is_worse_than_solved_in_the_last_row():
    match = Match(builtin("classic"), "screen", 2)
    play(match, 10, False)
    play(match, 10, True)
    assert match.totals == [10, 11]
    assert match.winner == A


@pytest.mark.parametrize(
    "scoring, solved, failed",
    [
        # (points of codemaker and codebreaker for a game solved in row 3 of 5, and for one not solved)
        ("guesses", (0, 3), (0, 6)),
        ("rows", (3, 0), (5, 0)),
        ("rows_plus_one", (3, 0), (6, 0)),
    ],
)
def test_points_of_each_scoring(scoring, solved, failed):
    rules = variant(4, 6, rows=5, scoring=scoring)
    for first in (A, B):
        match = Match(rules, "screen", 2, first=first)
        play(match, 3, True)
        assert (match.log[0].points[first], match.log[0].points[1 - first]) == solved
        play(match, 5, False)
        assert (match.log[1].points[1 - first], match.log[1].points[first]) == failed
        assert match.totals == [match.log[0].points[n] + match.log[1].points[n] for n in (A, B)]


@pytest.mark.parametrize("ending", ["resigned", "timeout"])
@pytest.mark.parametrize("scoring, points", [("guesses", [0, 6]), ("rows", [5, 0]), ("rows_plus_one", [6, 0])])
def test_giving_up_and_running_out_of_time_count_as_not_solved(scoring, points, ending):
    match = Match(variant(4, 6, rows=5, scoring=scoring, clock=(10, 0, 10)), "screen", 2)
    match.game.start(SECRET, 0)
    match.game.submit(WRONG, 0)
    match.game.answer(0, 4, 0)
    assert (match.game.resign(0) if ending == "resigned" else match.game.tick(10_000)) == ending
    assert match.settle() == "next"
    assert match.totals == points


@pytest.mark.parametrize("scoring", ["rows", "rows_plus_one"])
def test_most_points_win(scoring):
    match = Match(variant(4, 6, rows=5, scoring=scoring), "screen", 2)
    play(match, 4, True)
    play(match, 2, True)
    assert (match.totals, match.winner) == ([4, 2], A)


def test_wrong_points_of_ones_own_choice():
    rules = variant(4, 6, rows=5, scoring="rows_plus_one", wrong_feedback="strict", wrong_points=7)
    match = Match(rules, "screen", 1)
    spoil(match)
    assert match.totals == [0, 7]
    # Where the fewest guesses win, extra points for the codebreaker would be a penalty: they go to the other.
    rules = variant(4, 6, rows=5, scoring="guesses", wrong_feedback="strict", wrong_points=2)
    match = Match(rules, "screen", 2)
    spoil(match)
    assert match.totals == [2, 0]
    assert match.leader() == B


def test_roles_swap_after_each_game():
    for first in (A, B):
        match = Match(builtin("arms"), "screen", 4, first=first)
        makers = []
        for _ in range(4):
            makers.append(match.codemaker)
            assert match.codebreaker == 1 - match.codemaker
            play(match, 1, True)
        assert makers == [first, 1 - first, first, 1 - first]
        # Equal turns: each broke two codes, each made two.
        assert match.totals == [2, 2]
        assert match.winner is None


def test_which_numbers_of_games_can_be_agreed_on():
    for key in BUILTIN:
        rules = builtin(key)
        for who in rules.players:
            odd = who in ("board", "duel") or key == "numbers"
            for games in range(1, 13):
                fine = odd or games % 2 == 0
                assert (games_fault(rules, who, games) is None) == fine, (key, who, games)
                if fine:
                    assert not Match(rules, who, games).over
                else:
                    with pytest.raises(ValueError, match="even number"):
                        Match(rules, who, games)
            for games in (0, -2, 14):
                assert "1 to 12" in games_fault(rules, who, games)


def test_who_may_play():
    with pytest.raises(ValueError, match="Duel"):
        Match(builtin("duel"), "board", 1)
    with pytest.raises(ValueError, match="Classic"):
        Match(builtin("classic"), "duel", 2)
    with pytest.raises(ValueError, match="Classic"):
        Match(builtin("classic"), "nobody", 2)


def test_one_person_against_the_board():
    """The board makes every code; nobody wins against it, and an odd number of games is fine."""
    match = Match(builtin("arms"), "board", 3)
    for games in range(3):
        assert (match.solo, match.codemaker, match.codebreaker) == (True, 1, 0)
        assert play(match, 4, True) == ("finished" if games == 2 else "next")
    assert match.totals == [0, 12]
    assert match.winner is None


def test_a_running_game_cannot_be_booked():
    match = Match(builtin("classic"), "board", 1)
    with pytest.raises(ValueError, match="no game"):
        match.settle()
    match.game.start(SECRET, 0)
    match.game.submit(WRONG, 0)
    with pytest.raises(ValueError, match="no game"):
        match.settle()
    assert (match.log, match.totals) == ([], [0, 0])
    match.game.submit(SECRET, 0)
    assert match.settle() == "finished"
    with pytest.raises(ValueError, match="no game"):
        match.settle()
    assert (len(match.log), match.totals) == (1, [2, 0])


def duel_game(match, first, second):
    """One turn that decides: `first` and `second` say whether the starter and the other solve."""
    duel = match.game
    holes = duel.variant.holes
    secret, wrong = tuple(range(holes)), (*range(1, holes), 0)
    for _ in range(2):
        duel.start(secret, 0)
    duel.submit(secret if first else wrong, 0)
    duel.submit(secret if second else wrong, 0)
    return match.settle()


def test_a_match_of_duels():
    match = Match(builtin("duel"), "duel", 3, first=B)
    assert match.game.starter == B
    assert duel_game(match, True, False) == "next"
    assert match.totals == [0, 1]
    # The other one begins now.
    assert match.game.starter == A
    assert duel_game(match, True, True) == "next"
    assert match.totals == [0, 1]
    assert match.game.starter == B
    assert duel_game(match, False, True) == "finished"
    assert match.totals == [1, 1]
    assert match.winner is None
    assert [entry.points for entry in match.log] == [[0, 1], [0, 0], [1, 0]]


def test_numbers_played_at_once_is_a_duel_with_its_own_holes():
    match = Match(builtin("numbers"), "duel", 1)
    assert match.game.variant.holes == 4
    assert match.game.start((0, 0, 1, 2), 0) == "repeat"
    assert duel_game(match, True, False) == "finished"
    # Most points win there, whatever the variant counts otherwise.
    assert (match.totals, match.winner) == ([1, 0], A)
    classic = variant(4, 6, players=["screen", "duel"])
    match = Match(classic, "duel", 1)
    duel_game(match, True, False)
    assert (match.totals, match.winner, match.fewest_wins) == ([1, 0], A, False)


def test_growing_by_one_after_each_solved_code():
    """From 4 holes to 10, where the board has no room for more: seven levels."""
    match = Match(builtin("growing"), "screen", 2)
    for level in range(7):
        assert match.game.variant.holes == 4 + level
        assert (match.level, match.codemaker) == (level, A)
        assert play(match, 2, True) == ("next" if level == 6 else "level")
    assert match.totals == [0, 7]
    assert match.guesses == [0, 14]


def test_growing_ends_with_the_first_code_not_cracked():
    match = Match(builtin("growing"), "screen", 2)
    assert play(match, 3, True) == "level"
    assert play(match, 12, False) == "next"
    assert match.totals == [0, 1]
    # The roles swap, and the other one begins with four holes again.
    assert (match.game.variant.holes, match.level, match.codemaker) == (4, 0, B)
    assert play(match, 1, True) == "level"
    assert match.game.variant.holes == 5
    assert play(match, 2, True) == "level"
    assert play(match, 12, False) == "finished"
    assert match.totals == [2, 1]
    assert match.winner == A
    assert [(entry.number, entry.level) for entry in match.log] == [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)]


def test_growing_stops_where_the_panel_is_full():
    match = Match(builtin("growing"), "board", 1, max_holes=5)
    assert play(match, 1, True) == "level"
    assert play(match, 1, True) == "finished"


def test_growing_without_repeats_stops_at_the_last_colour():
    rules = variant(3, 4, repeats_in_code=False, scoring="levels", growth=1)
    match = Match(rules, "board", 1)
    assert play(match, 1, True) == "level"
    assert match.game.variant.holes == 4
    assert not match.can_grow()
    assert play(match, 1, True) == "finished"
    # With repeats there is no such end, and a step of three is one of three.
    match = Match(variant(3, 4, scoring="levels", growth=3), "board", 1)
    match.game.start((0, 0, 0), 0)
    match.game.submit((0, 0, 0), 0)
    assert match.settle() == "level"
    assert match.game.variant.holes == 6


def test_growing_the_same_levels_fewer_guesses_win():
    match = Match(builtin("growing"), "screen", 2, max_holes=4)
    play(match, 5, True)
    play(match, 4, True)
    assert match.totals == [1, 1]
    assert match.guesses == [4, 5]
    assert match.winner == A
    match = Match(builtin("growing"), "screen", 2, max_holes=4)
    play(match, 5, True)
    play(match, 5, True)
    assert match.winner is None


def test_growing_giving_up_early_does_not_count_as_few_guesses():
    match = Match(builtin("growing"), "screen", 2)
    play(match, 3, True)
    match.game.start(tuple(range(5)), 0)
    match.game.resign(0)
    assert match.settle() == "next"
    play(match, 3, True)
    play(match, 12, False)
    assert match.totals == [1, 1]
    assert match.guesses == [15, 15]
    assert match.winner is None


def test_growing_void_keeps_the_level():
    rules = variant(4, 8, scoring="levels", growth=1, wrong_feedback="strict", wrong_points=0)
    match = Match(rules, "screen", 2)
    play(match, 1, True)
    match.game.start((0, 1, 2, 3, 4), 0)
    match.game.submit((0, 1, 2, 3, 5), 0)
    assert match.game.answer(0, 0, 0) == "void"
    assert match.settle() == "replay"
    assert (match.game.variant.holes, match.level, match.codemaker, match.totals) == (5, 1, A, [0, 1])
