"""A small club's games for the tests of the dashboard and its pictures: few enough to count by hand.

Two boards. Ada and Bo play a match of two classic games in May 2026 (Ada needs 5 guesses, Bo 3: Bo wins) and a duel in
June that Ada wins; Ada plays arms against the board twice in June, once solved in 4 and once not; Cy plays numbers on
the second board at a start that no computer was there for, before a dated one.
"""

import datetime

from lightpeg.core.builtin import builtin
from lightpeg.core.feedback import score
from lightpeg.store.game_reader import FinishedGame
from lightpeg.store.game_record import pack
from lightpeg_host.database.opening import open_database
from lightpeg_host.database.recording import Recorder, board_journal

ATTIC, CLUB = "e6614c311b4a5f2f", "e6614c311b4a77aa"
# Black, yellow, green, blue, red, white.
K, Y, G, B, R, W = range(6)

CLASSIC_SECRET = (R, B, Y, Y)
CLASSIC_ROWS = [(K, K, Y, Y), (G, G, Y, Y), (B, B, Y, Y), (R, W, Y, Y), CLASSIC_SECRET]
OTHER_SECRET = (W, G, K, B)
OTHER_ROWS = [(K, Y, G, B), (W, K, G, B), OTHER_SECRET]


def day(year, month, number, hour=20):
    """An epoch in UTC."""
    return int(datetime.datetime(year, month, number, hour, tzinfo=datetime.UTC).timestamp())


def rows(secret, guesses, ms):
    return [(guess, *score(secret, guess), ms) for guess in guesses]


def games():
    """(board, FinishedGame) of each."""
    classic, arms, numbers, duel = map(builtin, ("classic", "arms", "numbers", "duel"))
    match = dict(variant=classic, who="screen", games=2, names=("Ada", "Bo"), match_id=1, start=1)
    yield (
        ATTIC,
        FinishedGame(
            **match, seq=1, seconds=600, number=0, codemaker=1, result="solved", points=(5, 0), totals=(5, 0),
            secrets=(None, CLASSIC_SECRET), rows=(rows(CLASSIC_SECRET, CLASSIC_ROWS, 12000), []),
        ),
    )  # fmt: skip
    yield (
        ATTIC,
        FinishedGame(
            **match, seq=2, seconds=1200, number=1, codemaker=0, result="solved", points=(0, 3), totals=(5, 3),
            over=True, leader=1, secrets=(OTHER_SECRET, None), rows=([], rows(OTHER_SECRET, OTHER_ROWS, 20000)),
        ),
    )  # fmt: skip
    solo = dict(variant=arms, who="board", games=1, names=("Ada", ""), start=2, codemaker=1, number=0, over=True)
    secret = (0, 3, 5, 7)
    guesses = [(0, 1, 2, 3), (0, 3, 4, 5), (0, 3, 6, 7), secret]
    yield (
        ATTIC,
        FinishedGame(
            **solo, seq=3, match_id=3, seconds=300, result="solved", points=(0, 4), totals=(0, 4),
            secrets=(None, secret), rows=(rows(secret, guesses, 9000), []),
        ),
    )  # fmt: skip
    lost = [(1, 2, 4, 6)] * 9
    yield (
        ATTIC,
        FinishedGame(
            **solo, seq=4, match_id=4, seconds=900, result="unsolved", points=(0, 9), totals=(0, 9),
            secrets=(None, secret), rows=(rows(secret, lost, 9000), []),
        ),
    )  # fmt: skip
    codes = ((0, 1, 2, 3, 4), (5, 6, 7, 0, 1))
    yield (
        ATTIC,
        FinishedGame(
            variant=duel, who="duel", games=1, names=("Ada", "Bo"), seq=5, match_id=5, start=2, seconds=2000,
            codemaker=0, result="won", reason="code", winner=0, points=(1, 0), totals=(1, 0), over=True, leader=0,
            secrets=codes,
            rows=(
                rows(codes[1], [(0, 0, 1, 1, 5), (5, 6, 0, 7, 1), codes[1]], 30000),
                rows(codes[0], [(5, 5, 6, 6, 0), (0, 1, 7, 3, 5), (0, 1, 2, 4, 3)], 40000),
            ),
        ),
    )  # fmt: skip
    hidden = (3, 0, 5, 1)
    tries = [(0, 1, 2, 3), (1, 0, 4, 5), (3, 0, 6, 1), hidden]
    yield (
        CLUB,
        FinishedGame(
            variant=numbers, who="board", games=1, names=("Cy", ""), seq=1, match_id=1, start=1, seconds=400,
            codemaker=1, result="solved", points=(0, 4), totals=(0, 4), over=True, secrets=(None, hidden),
            rows=(rows(hidden, tries, 5000), []),
        ),
    )  # fmt: skip


def stranger():
    """A game of somebody whose name is meant to do harm on a page."""
    secret = (0, 1, 2, 3)
    return FinishedGame(
        variant=builtin("classic"), who="screen", games=2, names=("<img src=x onerror=alert(1)>", "Bo&lt;"), seq=6,
        match_id=6, start=2, seconds=3000, codemaker=1, result="solved", points=(1, 0), totals=(1, 0),
        secrets=(None, secret), rows=(rows(secret, [secret], 1000), []),
    )  # fmt: skip


def records():
    """board -> [(sequence number, record)]."""
    found = {}
    for board, game in games():
        found.setdefault(board, []).append((game.seq, pack(game)))
    return found


def fill(path, *more):
    """Put all games into the database at `path`, and `more` of the board in the attic."""
    with open_database(str(path)) as database, database.writing() as session:
        for board, found in records().items():
            journal = board_journal(session, board, "0badcafe", "Attic" if board == ATTIC else "Club")
            recorder = Recorder(session, journal)
            if board == ATTIC:
                recorder.anchor(1, day(2026, 5, 9))
                recorder.anchor(2, day(2026, 6, 20))
            else:
                recorder.anchor(2, day(2026, 7, 1))
            recorder.add(found + [(game.seq, pack(game)) for game in more if board == ATTIC])
            recorder.redate()
            session.commit()
