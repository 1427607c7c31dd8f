"""The statistics of the forty games in `forty_games`, worked out by hand: the working stands beside each number.

C1 is the first game of the club's board, H1 the first of the one at home; C1 to C24 were played before H1 to H16.
"""

import pytest

from lightpeg_host.database.stats import Choice, as_dict, statistics
from tests.database.forty_games import CLUB_EPOCH, HOME_EPOCH, fill


@pytest.fixture
def session(database):
    with database.writing() as session:
        fill(session)
    with database.reading() as session:
        yield session


def figures(found):
    """Figures by what they are of, without those that are nothing."""
    return {(of.player, of.variant): of.figures for of in found}


def short(figures):
    """games, void, matches, wins, draws, losses, codes, found, guesses, seconds, streak, best streak."""
    return (
        figures.games, figures.void, figures.matches, figures.wins, figures.draws, figures.losses, figures.codes,
        figures.solved, figures.guesses, figures.spent_ms / 1000, figures.streak, figures.best_streak,
    )  # fmt: skip


def test_how_many(session):
    found = statistics(session)
    # 24 + 16, of which C7 is void.
    assert (found.games, found.void, found.left_out) == (39, 1, 0)
    # Between two, to the end: C1 C3 C5 C7 C10 C11 C12 C13 C15, H4 H6 H11 H13.
    assert found.matches == 13


def test_ann(session):
    ann = figures(statistics(session).players)["Ann", ""]
    # Games: C1-6, C8 C9, C10-12, C15-19, C20, C21-23 (20 at the club), H4 H5, H11-14, H15 H16 (8 at home).
    # In order: C1 won, C3 lost, C5 drawn, C7 lost, C10 won, C11 drawn, C12 lost, C15 won, C21 C22 found, C23 not,
    # H4 drawn, H11 won, H13 won, H15 H16 found: 9 won, 3 drawn, 4 lost; the last 4 in a row.
    # Between two: all but C21-23, H15, H16: C1 C3 C5 C7 C10 C11 C12 C15 H4 H11 H13.
    # Codes found: C2 4, C6 4, C10 7, C11 6, C17 8, C18 9, C21 5, C22 6, H11 5, H13 3, H15 3, H16 5: 12 with 65 rows.
    # Not: C4 10, C9 9, C12 2, C19 3, C23 10, H4 5, H5 2: 7 with 41 rows. 106 rows together.
    # Seconds: C2 80, C4 50, C6 80, C9 54, C10 210, C11 120, C12 30, C17 80, C18 90, C19 30, C21 20, C22 24, C23 40,
    # H4 50, H5 20, H11 45, H13 27, H15 12, H16 20.
    assert short(ann) == (28, 1, 11, 9, 3, 4, 19, 12, 106, 1082, 4, 4)
    assert ann.average == pytest.approx(65 / 12)
    assert ann.best == 3
    assert ann.unsolved == 7
    assert ann.distribution == {3: 2, 4: 2, 5: 3, 6: 2, 7: 1, 8: 1, 9: 1}
    assert ann.seconds_per_guess == pytest.approx(1082 / 106)
    # Guesses, rows, duels and levels cannot be added up.
    assert (ann.points, ann.fewest) == (None, None)


def test_bo(session):
    bo = figures(statistics(session).players)["Bo", ""]
    # Games: C1-6, C10-12, C13 C14, C15-19, C20, H8-10, H11 H12.
    # C1 lost, C3 won, C5 drawn, C10 lost, C11 drawn, C12 won, C13 won, C15 lost, H8 H9 H10 found, H11 lost.
    # Codes found: C1 5, C3 6, C5 4, C11 6, C14 12, C15 7, C20 3, H8 2, H9 3, H10 3, H12 6: 11 with 57 rows.
    # Not: C10 7, C12 2, C16 12: 21 rows.
    # Seconds: C1 50, C3 60, C5 40, C10 210, C11 120, C12 30, C14 60, C15 70, C16 120, C20 30, H8 4, H9 6, H10 6,
    # H12 54.
    assert short(bo) == (22, 0, 9, 6, 2, 4, 14, 11, 78, 860, 0, 3)
    assert bo.average == pytest.approx(57 / 11)
    assert bo.best == 2
    assert bo.distribution == {2: 1, 3: 3, 4: 1, 5: 1, 6: 3, 7: 1, 12: 1}


def test_cid(session):
    cid = figures(statistics(session).players)["Cid", ""]
    # Games: C8 C9 (C7 is void), C13 C14, H1-3, H4 H5, H13 H14.
    # C7 won, C13 lost, H1 H2 H3 found, H4 drawn, H13 lost.
    # Codes found: C8 5, H1 6, H2 5, H3 4, H4 5: 25 rows. Not: C13 12, H5 2, H14 2: 16 rows. The 3 of C7 do not count.
    # Seconds: C8 40, C13 60, H1 72, H2 60, H3 20, H4 50, H5 20, H14 18.
    assert short(cid) == (11, 1, 4, 4, 1, 2, 8, 5, 41, 340, 0, 3)
    assert cid.average == 5
    assert cid.distribution == {4: 1, 5: 3, 6: 1}


def test_who_has_no_name(session):
    players = figures(statistics(session).players)
    assert {name for name, _ in players} == {"Ann", "Bo", "Cid", "Board", "P1 on Club", "P1 on Home", "P2 on Home"}
    # C24: found in 7 rows of 4 s.
    assert short(players["P1 on Club", ""]) == (1, 0, 0, 1, 0, 0, 1, 1, 7, 28, 1, 1)
    assert (players["P1 on Club", ""].points, players["P1 on Club", ""].fewest) == (7, True)
    # H6 as codemaker, H7 out of time after 3 rows of 10 s, which is 11 guesses in the match.
    assert short(players["P1 on Home", ""]) == (2, 0, 1, 0, 0, 1, 1, 0, 3, 30, 0, 0)
    assert (players["P1 on Home", ""].points, players["P1 on Home", ""].average) == (11, None)
    # H6 found in 5 rows of 10 s.
    assert short(players["P2 on Home", ""]) == (2, 0, 1, 1, 0, 0, 1, 1, 5, 50, 1, 1)
    assert (players["P2 on Home", ""].points, players["P2 on Home", ""].best) == (5, 5)


def test_the_board(session):
    board = figures(statistics(session).players)["Board", ""]
    # The codemaker of C21-24, H1-3, H8-10, H15 H16; only C23's code was not found.
    assert short(board) == (12, 0, 0, 1, 0, 11, 0, 0, 0, 0, 0, 1)
    assert board.seconds_per_guess is None
    # It is listed last.
    assert statistics(session).players[-1].player == "Board"


def test_variants(session):
    found = {of.variant_key: of.figures for of in statistics(session).variants}
    assert list(found) == ["classic", "arms", "growing", "numbers", "duel", "mine", "advanced"]
    # C1-6, C20, C21-24, H6 H7, H11 H12, H15 H16; all but C4, C23 and H7 were found.
    # 5 + 4 + 6 + 4 + 4 + 3 + 5 + 6 + 7 + 5 + 5 + 6 + 3 + 5 = 68, and 10 + 10 + 3 rows in vain.
    # Seconds: C1 50, C2 80, C3 60, C4 50, C5 40, C6 80, C20 30, C21 20, C22 24, C23 40, C24 28, H6 50, H7 30, H11 45,
    # H12 54, H15 12, H16 20. Matches: C1 C3 C5 H6 H11.
    assert short(found["classic"]) == (17, 0, 5, 0, 0, 0, 17, 14, 91, 713, 0, 0)
    assert found["classic"].average == pytest.approx(68 / 14)
    assert found["classic"].distribution == {3: 2, 4: 3, 5: 5, 6: 3, 7: 1}
    assert found["classic"].points is None
    # C8 5, H3 4, H13 3 found; C9 9 rows, H14 2 not. Seconds: C8 40, C9 54, H3 20, H13 27, H14 18.
    assert short(found["arms"]) == (5, 1, 2, 0, 0, 0, 5, 3, 23, 159, 0, 0)
    # Two codes in each: C10 7 (and 7), C11 6 and 6, C12 (2 and 2).
    assert short(found["duel"]) == (3, 0, 3, 0, 0, 0, 6, 3, 30, 420 + 240 + 60, 0, 0)
    # C13 (12), C14 12, H4 5 (and 5), H5 (2 and 2). Seconds: 60, 60, 100, 40.
    assert short(found["numbers"]) == (4, 0, 2, 0, 0, 0, 6, 2, 38, 260, 0, 0)
    # C15 7, C16 (12), C17 8, C18 9, C19 (3), 10 s each.
    assert short(found["growing"]) == (5, 0, 1, 0, 0, 0, 5, 3, 39, 390, 0, 0)
    # H1 6, H2 5, 12 s each.
    assert short(found["advanced"]) == (2, 0, 0, 0, 0, 0, 2, 2, 11, 132, 0, 0)
    # H8 2, H9 3, H10 3, 2 s each.
    assert short(found["mine"]) == (3, 0, 0, 0, 0, 0, 3, 3, 8, 16, 0, 0)


def test_a_player_in_each_variant(session):
    found = figures(statistics(session).player_variants)
    # C1-6, C20, C21-23, H11 H12, H15 H16. C1 won, C3 lost, C5 drawn, C21 C22 found, C23 not, H11 won, H15 H16 found.
    # Found: C2 4, C6 4, C21 5, C22 6, H11 5, H15 3, H16 5: 32 rows; not: C4 10, C23 10.
    # Seconds: 80 + 50 + 80 + 20 + 24 + 40 + 45 + 12 + 20.
    assert short(found["Ann", "Classic"]) == (14, 0, 4, 6, 1, 2, 9, 7, 52, 371, 3, 3)
    # Guesses: C2 4, C4 11, C6 4, C21 5, C22 6, C23 11, H11 5, H15 3, H16 5.
    assert (found["Ann", "Classic"].points, found["Ann", "Classic"].fewest) == (54, True)
    # As codemaker C8 5 and H14 9; nothing for the void C7, where Cid got 3.
    assert (found["Ann", "Arms"].points, found["Ann", "Arms"].fewest) == (14, False)
    # C7 3, C9 9 as codemaker, H13 3 as codemaker; H3's 4 are the board's.
    assert found["Cid", "Arms"].points == 15
    assert found["Board", "Arms"].points == 4
    # C10; C12 was Bo's.
    assert (found["Ann", "Duel"].points, found["Bo", "Duel"].points) == (1, 1)
    # C17 and C18; C15.
    assert (found["Ann", "Growing"].points, found["Bo", "Growing"].points) == (2, 1)
    # C13 13 with rows as points: nothing else.
    assert found["Bo", "Numbers"].points == 13
    # C14 12 with rows as points, H4 1 as a duel.
    assert found["Cid", "Numbers"].points is None
    assert found["Ann", "Numbers"].points == 1


def test_pairs(session):
    pairs = {(pair.first, pair.second): pair for pair in statistics(session).pairs}
    assert next(iter(pairs)) == ("Ann", "Bo")
    assert set(pairs) == {
        ("Ann", "Bo"), ("Ann", "Cid"), ("Bo", "Cid"), ("Ann", "Board"), ("Bo", "Board"), ("Cid", "Board"),
        ("P1 on Club", "Board"), ("P1 on Home", "P2 on Home"),
    }  # fmt: skip
    pair = pairs["Ann", "Bo"]
    # Games: C1-6, C10-12, C15-19, C20, H11 H12. C1 C10 C15 H11 are Ann's, C3 C12 Bo's, C5 C11 drawn.
    # Ann found C2 4, C6 4, C10 7, C11 6, C17 8, C18 9, H11 5 (43), not C4, C12, C19.
    # Bo found C1 5, C3 6, C5 4, C11 6, C15 7, C20 3, H12 6 (37), not C10, C12, C16.
    assert short(pair.first_figures)[:8] == (17, 0, 8, 4, 2, 2, 10, 7)
    assert short(pair.second_figures)[:8] == (17, 0, 8, 2, 2, 4, 10, 7)
    assert pair.first_figures.average == pytest.approx(43 / 7)
    assert pair.second_figures.average == pytest.approx(37 / 7)
    # C1 won, C3 lost, C5 drawn, C10 won, C11 drawn, C12 lost, C15 won, H11 won: two in a row for Ann, none for Bo now.
    assert (pair.first_figures.streak, pair.first_figures.best_streak) == (2, 2)
    assert (pair.second_figures.streak, pair.second_figures.best_streak) == (0, 1)
    # Ann's codes took 4 twice, 5, 6, 7, 8, 9; Bo's 3, 4, 5, 6 three times, 7.
    assert (pair.first_figures.distribution, pair.first_figures.best) == ({4: 2, 5: 1, 6: 1, 7: 1, 8: 1, 9: 1}, 4)
    assert (pair.second_figures.distribution, pair.second_figures.best) == ({3: 1, 4: 1, 5: 1, 6: 3, 7: 1}, 3)
    # Ann: C2 4, C4 10, C6 4 rows, C10 7, C11 6, C12 2, C17 8, C18 9, C19 3, H11 5, 58 together, of
    # 80 + 50 + 80 + 210 + 120 + 30 + 80 + 90 + 30 + 45 s.
    assert pair.first_figures.seconds_per_guess == pytest.approx(815 / 58)
    # Classic, duel and growing count differently.
    assert (pair.first_figures.points, pair.second_figures.points) == (None, None)
    # C7 Cid's, H4 drawn, H13 Ann's; games C8 C9 H4 H5 H13 H14.
    assert short(pairs["Ann", "Cid"].first_figures)[:6] == (6, 1, 3, 1, 1, 1)
    # C21 C22 H15 H16 found, C23 not.
    assert short(pairs["Ann", "Board"].first_figures)[:6] == (5, 0, 0, 4, 0, 1)
    assert short(pairs["Ann", "Board"].second_figures)[:6] == (5, 0, 0, 1, 0, 4)
    # All of them classic: 5 + 6 + 11 for C23 + 3 + 5 guesses; C21 and C22 in a row, then H15 and H16.
    assert (pairs["Ann", "Board"].first_figures.points, pairs["Ann", "Board"].second_figures.points) == (30, 0)
    assert (pairs["Ann", "Board"].first_figures.streak, pairs["Ann", "Board"].first_figures.best_streak) == (2, 2)
    # C13 C14.
    assert short(pairs["Bo", "Cid"].first_figures)[:6] == (2, 0, 1, 1, 0, 0)
    assert (pairs["Bo", "Cid"].first_figures.points, pairs["Bo", "Cid"].second_figures.points) == (13, 12)
    # H6 H7.
    assert short(pairs["P1 on Home", "P2 on Home"].first_figures)[:6] == (2, 0, 1, 0, 0, 1)


def test_of_one_player_variant_or_board(session):
    cid = statistics(session, Choice(player="CID"))
    assert [of.player for of in cid.players] == ["Cid"]
    assert (cid.games, cid.void) == (11, 1)
    assert {(pair.first, pair.second) for pair in cid.pairs} == {("Ann", "Cid"), ("Bo", "Cid"), ("Cid", "Board")}
    assert {of.variant for of in cid.player_variants} == {"Advanced", "Arms", "Numbers"}
    arms = statistics(session, Choice(variant="arms"))
    assert (arms.games, arms.void, arms.matches) == (5, 1, 2)
    home = statistics(session, Choice(board="home"))
    assert home.games == 16
    assert statistics(session, Choice(board="b0b0b0")).games == 16
    assert statistics(session, Choice(player="Dora")).players == []


@pytest.mark.parametrize(
    "since, until, games",
    [
        # C1 ended 1000 s after the club's board was switched on, C2 2000 s.
        (CLUB_EPOCH, CLUB_EPOCH + 1000, 0),
        (CLUB_EPOCH, CLUB_EPOCH + 1001, 1),
        (CLUB_EPOCH + 1000, CLUB_EPOCH + 2000, 1),
        (CLUB_EPOCH + 1001, None, 38),
        (HOME_EPOCH, None, 16),
        # C7 is void.
        (None, HOME_EPOCH, 23),
        (HOME_EPOCH + 16_001, None, 0),
    ],
)
def test_of_a_period(session, since, until, games):
    found = statistics(session, Choice(since, until))
    assert (found.games, found.left_out) == (games, 0)


def test_as_plain_data(session):
    told = as_dict(statistics(session, Choice(player="Cid", variant="Advanced")))
    assert told["players"] == [
        {
            "player": "Cid", "games": 2, "void": 0, "matches": 0, "wins": 2, "draws": 0, "losses": 0, "points": 11,
            "fewest": True, "codes": 2, "solved": 2, "unsolved": 0, "distribution": {"5": 1, "6": 1}, "average": 5.5,
            "best": 5, "guesses": 11, "spent_ms": 132_000, "seconds_per_guess": 12.0, "streak": 2, "best_streak": 2,
        }
    ]  # fmt: skip
