"""Forty games of two boards, written as a table. What is expected of them is in `test_forty_games`."""

from lightpeg_host.database.recording import Recorder, board_journal
from tests.database.records import record

CLUB, HOME = "c1b0c1b0c1b0c1b0", "b0b0b0b0b0b0b0b0"
JOURNAL = "00c0ffee"
NOON = 1_800_000_000
CLUB_EPOCH, HOME_EPOCH = NOON, NOON + 500_000
ANN_BO, ANN_CID, BO_ANN, BO_CID = ("Ann", "Bo"), ("Ann", "Cid"), ("Bo", "Ann"), ("Bo", "Cid")
SOLVED, UNSOLVED, RESIGNED, TIMEOUT, VOID = "solved", "unsolved", "resigned", "timeout", "void"

# seq, match, variant, who, players, (games, number), level, codemaker,
#     result, (guesses of player 0, of player 1), who found it, seconds a row, points, totals, end
# Who found the code: "0", "1", "01" or "". End: None while the match goes on, else its winner: 0, 1 or "tie".
CLUB_GAMES = [
    (1, 1, "classic", "screen", ANN_BO, (2, 0), 0, 0, SOLVED, (0, 5), "1", 10, (0, 5), (0, 5), None),
    (2, 1, "classic", "screen", ANN_BO, (2, 1), 0, 1, SOLVED, (4, 0), "0", 20, (4, 0), (4, 5), 0),
    (3, 3, "classic", "screen", ANN_BO, (2, 0), 0, 0, SOLVED, (0, 6), "1", 10, (0, 6), (0, 6), None),
    (4, 3, "classic", "screen", ANN_BO, (2, 1), 0, 1, UNSOLVED, (10, 0), "", 5, (11, 0), (11, 6), 1),
    (5, 5, "classic", "screen", ANN_BO, (2, 0), 0, 0, SOLVED, (0, 4), "1", 10, (0, 4), (0, 4), None),
    (6, 5, "classic", "screen", ANN_BO, (2, 1), 0, 1, SOLVED, (4, 0), "0", 20, (4, 0), (4, 4), "tie"),
    (7, 7, "arms", "screen", ANN_CID, (2, 0), 0, 0, VOID, (0, 3), "", 8, (0, 3), (0, 3), None),
    (8, 7, "arms", "screen", ANN_CID, (2, 0), 0, 0, SOLVED, (0, 5), "1", 8, (5, 0), (5, 3), None),
    (9, 7, "arms", "screen", ANN_CID, (2, 1), 0, 1, UNSOLVED, (9, 0), "", 6, (0, 9), (5, 12), 1),
    (10, 10, "duel", "duel", ANN_BO, (1, 0), 0, 0, "won", (7, 7), "0", 30, (1, 0), (1, 0), 0),
    (11, 11, "duel", "duel", BO_ANN, (1, 0), 0, 0, "draw", (6, 6), "01", 20, (0, 0), (0, 0), "tie"),
    (12, 12, "duel", "duel", BO_ANN, (1, 0), 0, 0, "won", (2, 2), "", 15, (1, 0), (1, 0), 0),
    (13, 13, "numbers", "screen", BO_CID, (2, 0), 0, 0, UNSOLVED, (0, 12), "", 5, (13, 0), (13, 0), None),
    (14, 13, "numbers", "screen", BO_CID, (2, 1), 0, 1, SOLVED, (12, 0), "0", 5, (0, 12), (13, 12), 0),
    (15, 15, "growing", "screen", ANN_BO, (2, 0), 0, 0, SOLVED, (0, 7), "1", 10, (0, 1), (0, 1), None),
    (16, 15, "growing", "screen", ANN_BO, (2, 0), 1, 0, UNSOLVED, (0, 12), "", 10, (0, 0), (0, 1), None),
    (17, 15, "growing", "screen", ANN_BO, (2, 1), 0, 1, SOLVED, (8, 0), "0", 10, (1, 0), (1, 1), None),
    (18, 15, "growing", "screen", ANN_BO, (2, 1), 1, 1, SOLVED, (9, 0), "0", 10, (1, 0), (2, 1), None),
    (19, 15, "growing", "screen", ANN_BO, (2, 1), 2, 1, RESIGNED, (3, 0), "", 10, (0, 0), (2, 1), 0),
    # This match was left after its first game.
    (20, 20, "classic", "paper", ANN_BO, (2, 0), 0, 0, SOLVED, (0, 3), "1", 10, (0, 3), (0, 3), None),
    (21, 21, "classic", "board", ("Ann", ""), (3, 0), 0, 1, SOLVED, (5, 0), "0", 4, (5, 0), (5, 0), None),
    (22, 21, "classic", "board", ("Ann", ""), (3, 1), 0, 1, SOLVED, (6, 0), "0", 4, (6, 0), (11, 0), None),
    (23, 21, "classic", "board", ("Ann", ""), (3, 2), 0, 1, UNSOLVED, (10, 0), "", 4, (11, 0), (22, 0), "tie"),
    (24, 24, "classic", "board", ("", ""), (1, 0), 0, 1, SOLVED, (7, 0), "0", 4, (7, 0), (7, 0), "tie"),
]
HOME_GAMES = [
    (1, 1, "advanced", "board", ("Cid", ""), (2, 0), 0, 1, SOLVED, (6, 0), "0", 12, (6, 0), (6, 0), None),
    (2, 1, "advanced", "board", ("Cid", ""), (2, 1), 0, 1, SOLVED, (5, 0), "0", 12, (5, 0), (11, 0), "tie"),
    (3, 3, "arms", "board", ("Cid", ""), (1, 0), 0, 1, SOLVED, (4, 0), "0", 5, (0, 4), (0, 4), "tie"),
    (4, 4, "numbers", "duel", ANN_CID, (2, 0), 0, 0, "won", (5, 5), "1", 10, (0, 1), (0, 1), None),
    (5, 4, "numbers", "duel", ANN_CID, (2, 1), 0, 1, "won", (2, 2), "", 10, (1, 0), (1, 1), "tie"),
    (6, 6, "classic", "screen", ("", ""), (2, 0), 0, 0, SOLVED, (0, 5), "1", 10, (0, 5), (0, 5), None),
    (7, 6, "classic", "screen", ("", ""), (2, 1), 0, 1, TIMEOUT, (3, 0), "", 10, (11, 0), (11, 5), 1),
    (8, 8, "mine", "board", ("Bo", ""), (3, 0), 0, 1, SOLVED, (2, 0), "0", 2, (2, 0), (2, 0), None),
    (9, 8, "mine", "board", ("Bo", ""), (3, 1), 0, 1, SOLVED, (3, 0), "0", 2, (3, 0), (5, 0), None),
    (10, 8, "mine", "board", ("Bo", ""), (3, 2), 0, 1, SOLVED, (3, 0), "0", 2, (3, 0), (8, 0), "tie"),
    (11, 11, "classic", "screen", BO_ANN, (2, 0), 0, 0, SOLVED, (0, 5), "1", 9, (0, 5), (0, 5), None),
    (12, 11, "classic", "screen", BO_ANN, (2, 1), 0, 1, SOLVED, (6, 0), "0", 9, (6, 0), (6, 5), 1),
    (13, 13, "arms", "screen", ("Cid", "Ann"), (2, 0), 0, 0, SOLVED, (0, 3), "1", 9, (3, 0), (3, 0), None),
    (14, 13, "arms", "screen", ("Cid", "Ann"), (2, 1), 0, 1, RESIGNED, (2, 0), "", 9, (0, 9), (3, 9), 1),
    # As a board writes it that gives one name in small letters.
    (15, 15, "classic", "board", ("ann", ""), (2, 0), 0, 1, SOLVED, (3, 0), "0", 4, (3, 0), (3, 0), None),
    (16, 15, "classic", "board", ("ann", ""), (2, 1), 0, 1, SOLVED, (5, 0), "0", 4, (5, 0), (8, 0), "tie"),
]
# How the duels were decided, by board and number.
REASONS = {
    (CLUB, 10): ("code", 0),
    (CLUB, 11): ("both", None),
    (CLUB, 12): ("resigned", 0),
    (HOME, 4): ("code", 1),
    (HOME, 5): ("time", 0),
}


def records(board):
    """(number, record) of each game of a board."""
    found = []
    for (
        seq, match, key, who, names, (games, number), level, codemaker,
        result, guesses, finders, seconds, points, totals, end,
    ) in CLUB_GAMES if board == CLUB else HOME_GAMES:  # fmt: skip
        reason, winner = REASONS.get((board, seq), (None, None))
        raw = record(
            seq,
            match_id=match,
            key=key,
            who=who,
            names=names,
            games=games,
            number=number,
            level=level,
            codemaker=codemaker,
            result=result,
            reason=reason,
            winner=winner,
            guesses=guesses,
            found=("0" in finders, "1" in finders),
            ms=seconds * 1000,
            points=points,
            totals=totals,
            over=end is not None,
            leader=end if end in (0, 1) else None,
        )
        found.append((seq, raw))
    return found


def fill(session):
    """Both boards' games into an empty database; a computer has set both clocks."""
    for uid, name, epoch in ((CLUB, "Club", CLUB_EPOCH), (HOME, "Home", HOME_EPOCH)):
        recorder = Recorder(session, board_journal(session, uid, JOURNAL, name))
        recorder.anchor(1, epoch)
        recorder.add(records(uid))
        recorder.redate()
    session.commit()
