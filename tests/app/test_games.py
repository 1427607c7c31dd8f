"""Whole games through the loop: every variant with everyone who may play it, to the end and back in the menu."""

import json

import pytest

from lightpeg.app import App
from lightpeg.core.builtin import BUILTIN, builtin
from lightpeg.ui.buttons import OK
from tests.app.table import Table, codes
from tests.fakes import FakeBoard, FakeHardware

GAMES = [(key, who) for key in BUILTIN for who in builtin(key).players if who != "duel"]
DUELS = [(key, width) for key in BUILTIN if "duel" in builtin(key).players for width in (16, 32)]


def games_of(key, who):
    """The fewest: equal turns where the points are the codebreakers' own or the variant asks for them."""
    return 2 if key != "numbers" and who != "board" else 1


@pytest.mark.parametrize(("key", "who"), GAMES)
def test_solved_in_the_second_row_and_through_the_match(key, who):
    table = Table(key, who, games=games_of(key, who))
    match = table.session.match
    for number in range(games_of(key, who)):
        if number:
            table.press("ok")
        assert match.number == number
        secret, wrong = codes(match.game.variant)
        if who == "screen":
            table.hide(secret)
        elif who == "paper":
            table.press("ok")
        else:
            secret = table.game.secret
            wrong = next(c for c in (wrong, secret[::-1], secret[1:] + secret[:1]) if c != secret)
        game = table.game
        for guess in (wrong, secret):
            table.submit(guess)
            if who != "board":
                table.answer_for(secret)
                table.board.run(3000)
        assert game.result == "solved" and [row[0] for row in game.rows] == [wrong, secret]
        assert table.session.screen.game is game, "the last board stays until OK"
        table.press("ok")
        if key == "growing":
            # A level is not the end of the game: the next code is given up.
            assert table.game.variant.holes == 5
            table.press("ok")
            if who == "screen":
                table.hide(codes(table.game.variant)[0])
            elif who == "paper":
                table.press("ok")
            table.press("menu", "up*2", "ok", "ok")
            if who == "paper":
                # The codemaker is asked for the secret, and keeps it.
                assert table.game.phase == "reveal"
                table.press("menu", "up*2", "ok", "ok")
            assert table.game.result == "resigned"
            table.press("ok")
    assert match.over
    line = 3 if who == "board" else 0
    assert table.shows("BD" if who == "board" and key in ("arms", "numbers") else "P1", 0, line)
    expected = {"classic": [2, 2], "advanced": [2, 2], "arms": [2, 2], "numbers": [2, 0], "growing": [1, 1]}[key]
    if who == "board":
        expected = {"classic": [2, 0], "advanced": [2, 0], "arms": [0, 2], "numbers": [0, 2], "growing": [1, 0]}[key]
    assert match.totals == expected
    if who != "board":
        assert match.winner == {"numbers": 0}.get(key)
    table.press("ok")
    assert table.in_menu()


@pytest.mark.parametrize(("key", "who"), GAMES)
def test_never_solved(key, who):
    table = Table(key, who, games=games_of(key, who))
    match = table.session.match
    secret, wrong = codes(match.game.variant)
    if who == "screen":
        table.hide(secret)
    elif who == "paper":
        table.press("ok")
    else:
        secret = table.game.secret
        wrong = next(c for c in (wrong, secret[::-1], secret[1:] + secret[:1]) if c != secret)
    game = table.game
    for row in range(game.variant.rows):
        assert len(game.rows) == row
        table.submit(wrong)
        if who != "board":
            table.answer_for(secret)
            table.board.run(3000)
    if who == "paper":
        assert game.phase == "reveal"
        table.submit(secret)
    assert game.result == "unsolved" and game.secret == secret
    table.press("ok")
    rows = game.variant.rows
    # Points of player 1 and 2 after one game in which player 1 hid the code (alone: player 1 guessed).
    breaker, maker = (0, 1) if who == "board" else (1, 0)
    wanted = [0, 0]
    if key in ("classic", "advanced"):
        wanted[breaker] = rows + 1
    elif key == "arms":
        wanted[maker] = 9
    elif key == "numbers":
        wanted[maker] = 13
    assert match.totals == wanted


@pytest.mark.parametrize("who", ["screen", "paper"])
def test_wrong_feedback_voids_an_arms_game_which_is_played_again(who):
    """Arms, strict: 3 points for the codebreaker, the same codemaker, and the match goes on to its end."""
    table = Table("arms", who, games=2)
    match = table.session.match
    secret, wrong = (0, 1, 2, 3), (4, 5, 6, 7)
    if who == "screen":
        table.hide(secret)
    else:
        table.press("ok")
    table.submit(wrong)
    if who == "screen":
        table.answer(1, 0)
    else:
        # The same guess cannot have earned nothing at first and one later: no code fits both.
        table.answer(0, 0)
        table.board.run(3000)
        table.submit(wrong)
        table.answer(1, 0)
        table.board.run(3000)
    assert table.game.result == "void"
    table.press("ok")
    assert match.totals == [0, 3] and match.number == 0 and match.codemaker == 0
    assert table.shows("P2", 0, 5) and table.shows("3", 13, 5)
    table.press("ok")
    assert match.game.phase in ("secret", "guess") and match.log[0].void


def test_a_match_of_arms_goes_to_who_has_more_points():
    """The document's own match: broken on row 5 (5 points), then not broken in nine rows (9): 9 to 5."""
    table = Table("arms", "screen", games=2, first=1)
    secret, wrong = (0, 1, 2, 3), (4, 5, 6, 7)
    match = table.session.match
    table.hide(secret)
    for guess in [wrong] * 4 + [secret]:
        table.submit(guess)
        table.answer_for(secret)
    table.press("ok", "ok")
    table.hide(secret)
    for _ in range(9):
        table.submit(wrong)
        table.answer_for(secret)
    table.press("ok")
    assert match.over and match.totals == [9, 5] and match.winner == 0
    assert table.shows("9", 13, 0) and table.shows("5", 13, 5)
    table.press("ok")
    assert table.in_menu()


def duel(key, width):
    table = Table(key, "duel", width=width, clock=1)
    secret, wrong = codes(table.variant)
    table.hide(secret)
    table.hide(secret)
    assert table.game.phase == "guess" and table.game.mover == 0
    return table, table.game, secret, wrong


@pytest.mark.parametrize(("key", "width"), DUELS)
def test_duel_won_and_drawn(key, width):
    for first, second, winner in ((1, 0, 0), (0, 1, 1), (1, 1, None)):
        table, game, secret, wrong = duel(key, width)
        table.submit(wrong)
        assert game.hidden and not game.rows[0], "nothing to see before the other has guessed"
        table.submit(wrong)
        assert len(game.rows[0]) == len(game.rows[1]) == 1
        table.press("ok")
        table.submit(secret if first else wrong)
        table.submit(secret if second else wrong)
        assert game.phase == "over" and game.winner == winner
        match = table.session.match
        table.press("ok")
        assert match.over and match.totals == [int(winner == 0), int(winner == 1)]
        table.press("ok")
        assert table.in_menu()


def test_duel_without_a_solution_is_a_draw():
    table, game, _, wrong = duel("numbers", 16)
    for turn in range(12):
        assert len(game.rows[1]) == turn
        table.submit(wrong)
        table.submit(wrong)
        table.press("ok") if turn < 11 else None
    assert game.reason == "rows" and game.winner is None


def test_a_clock_that_runs_out_ends_the_game_with_a_word():
    table = Table("classic", "board", clock=3)
    table.board.run(300_000 - 1000)
    assert table.game.phase == "guess"
    table.board.run(1500)
    assert table.game.result == "timeout"
    table.press("ok", "ok")
    assert table.in_menu()


def file(**fields):
    return json.dumps({"name": "Mine", "holes": 3, "colours": 4, **fields}).encode()


BAD = {
    "not json": b"{'name'",
    "empty": b"",
    "not utf-8": b"\xff\xfe{}",
    "a list": b"[]",
    "too long": b" " * 4097 + file(),
    "unknown field": file(hole=3),
    "out of range": file(holes=11, colours=1),
    "no room": file(holes=9, colours=9, rows=12),
    "deep": b"[" * 4000,
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_file_is_refused_in_words_and_the_board_goes_on(what):
    table = Table("bad.json", files={"variants/bad.json": BAD[what]})
    assert table.session.match is None
    assert table.shows("NO", (16 - 7) // 2, 2)
    table.press("ok")
    assert table.in_menu()
    table.press("right", "ok")
    assert table.session.match.variant.key == "classic", "the one after the last is the first"


def test_a_file_that_cannot_be_read_is_refused_too():
    class Folder(bytes):
        def __getitem__(self, place):
            raise OSError(21)

    table = Table("bad.json", files={"variants/bad.json": Folder(), "variants/good.json": file()})
    assert table.shows("NO", 4, 2)
    table.press("ok", "right", "ok")
    assert table.session.match.variant.name == "Mine"


def test_a_file_with_a_very_long_name_can_be_kept_as_the_last_choice():
    name = "\u20ac" * 200 + ".json"
    files = {"variants/" + name: file()}
    table = Table("growing", files=files)
    table.press("menu", "up", "ok", "ok", "right")
    table.board.run(3000)
    table.press("ok")
    assert table.session.match.variant.name == "Mine"
    again = FakeBoard(nvm=table.hardware.nvm, files=files)
    again.press("ok")
    assert again.session.match.variant.name == "Mine"


@pytest.mark.parametrize("holes", [1, 10])
def test_a_variant_of_ones_own_is_played(holes):
    table = Table("my.json", files={"variants/my.json": file(holes=holes, colours=10, rows=6, feedback="arms")})
    table.submit(table.game.secret)
    assert table.game.result == "solved"
    table.press("ok", "ok")
    assert table.in_menu()


def test_between_unequal_turns_nobody_leads():
    table = Table("classic", "screen", games=2)
    table.hide((0, 1, 2, 3))
    for guess in ((4, 4, 4, 4), (0, 1, 2, 3)):
        table.submit(guess)
        table.answer_for((0, 1, 2, 3))
    table.press("ok")
    match = table.session.match
    assert match.totals == [0, 2]
    # Player 1 has not guessed yet: no guesses are not fewer guesses.
    assert match.leader() is None
    assert "P1 TO COME" in table.session.screen._text


def test_one_turn_each_is_the_least_where_guesses_are_compared():
    files = {"variants/mine.json": json.dumps({"name": "Mine", "holes": 3, "colours": 4}).encode()}
    for key, who in (("mine.json", "screen"), ("growing", "paper")):
        assert Table(key, who, files=files, games=1).session.match.games == 2


def test_the_last_choice_waits_for_its_file():
    text = json.dumps({"name": "Mine", "holes": 3, "colours": 4, "players": ["duel"]}).encode()
    files = {"variants/%d.json" % n: text for n in range(9)}
    nvm = Table("8.json", "duel", files=files).hardware.nvm
    app = App(FakeHardware(nvm=nvm, files=files))
    app.turn()
    app.session.press(OK, 1)
    for _ in range(40):
        app.turn()
    assert app.session.match.variant.key == "8.json"
    assert app.session.match.who == "duel"


def test_a_choice_of_rows_survives_a_look_at_other_variants():
    table = Table("numbers", "board", rows=8)
    assert table.variant.rows == 8
    table.press("menu", "up", "ok", "ok")
    table.press("right", "left", "ok")
    assert table.variant.name == "Numbers" and table.variant.rows == 8


def test_what_a_variant_says_of_itself_needs_no_switch():
    letters = json.dumps({"name": "Letters", "holes": 4, "colours": 5, "symbols": "letters", "repeats_switch": True})
    table = Table("mine.json", "board", files={"variants/mine.json": letters.encode()})
    assert table.variant.repeats_in_code
    table.press("menu", "up", "ok", "ok")
    labels = [field.label for field in table.session._home.menu._shown]
    assert "SYMBOLS" not in labels and "REPEATS" not in labels


def test_rows_to_choose_from_must_fit_the_panel():
    text = json.dumps({"name": "Long", "holes": 9, "colours": 4, "rows": 6, "row_choices": [12, 6]})
    table = Table("mine.json", "board", files={"variants/mine.json": text.encode()}, rows=12)
    assert table.session.match is None
    assert "ROOM FOR 6 ROWS, NOT 12" in table.session.screen._text


def test_giving_up_is_off_when_the_clock_was_faster():
    table = Table("classic", "paper", clock=3)
    table.press("ok")
    table.press("menu", "up*2", "ok")
    table.board.run(301_000)
    assert table.game.phase == "reveal"
    table.press("ok")
    assert table.game.phase == "reveal", "the secret is still to be shown"


def test_a_hundred_points_leave_the_name_readable():
    table = Table("arms", "board")
    table.session.match.totals[1] = 108
    table.press("menu", "up*2", "ok", "ok", "ok")
    assert table.session.match.totals[1] >= 108
    assert table.shows("D", 0, 3)
