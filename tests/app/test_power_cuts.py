"""The power fails at a table and comes back: every kind of game goes on as it was, or is dropped, as people wish."""

import json

import pytest

from lightpeg.core.feedback import score
from lightpeg.store.records import ROW, SECRET, frame, scan
from tests.fakes import FakeBoard

from .cuts import cut, go_on, kept, said, watch
from .table import Table

CODE = (0, 1, 2, 3)
OTHER = (3, 2, 1, 0)
WRONG = (4, 4, 5, 5)
WARN = {"name": "Warn", "holes": 4, "colours": 6, "rows": 3, "wrong_feedback": "warn", "games": "any"}
FIVE = (0, 1, 2, 3, 4)
LOOK = (7, 6, 5, 7, 6)


def board_guess():
    table = Table("classic", random=CODE)
    table.submit(WRONG)
    table.submit(OTHER)
    return table


def board_before_a_row():
    return Table("classic", random=CODE)


def board_solved():
    table = Table("classic", random=CODE)
    table.submit(WRONG)
    table.submit(CODE)
    return table


def screen_secret():
    return Table("classic", "screen", games=2)


def screen_guess():
    table = screen_secret()
    table.hide(CODE)
    table.submit(WRONG)
    table.answer_for(CODE)
    return table


def screen_answer():
    table = screen_guess()
    table.submit(OTHER)
    return table


def screen_second_game():
    """The points of the first game are shown; nobody has pressed OK yet."""
    table = screen_secret()
    table.hide(CODE)
    table.submit(WRONG)
    table.answer_for(CODE)
    table.submit(CODE)
    table.answer_for(CODE)
    table.press("ok")
    return table


def warned():
    table = Table("warn.json", "screen", games=2, files={"variants/warn.json": json.dumps(WARN).encode()})
    table.hide(CODE)
    table.submit(WRONG)
    table.answer(2, 1)
    return table


def void_shown():
    table = warned()
    table.answer(2, 1)
    return table


def paper_guess():
    table = Table("classic", "paper", games=2)
    table.press("ok")
    table.submit(WRONG)
    table.answer(0, 0)
    table.board.run(2000)
    return table


def paper_answer():
    table = paper_guess()
    table.submit(OTHER)
    return table


def paper_warned():
    """That no colour is right but the other four, and that they are all wrong too, cannot be."""
    table = paper_answer()
    table.answer(0, 0)
    table.board.run(4000)
    return table


def paper_reveal():
    table = paper_guess()
    table.press("menu", "up*2", "ok", "ok")
    return table


def duel_first_secret():
    return Table("duel", "duel")


def duel_second_secret():
    table = duel_first_secret()
    table.hide(FIVE)
    return table


def duel_half_turn():
    table = duel_second_secret()
    table.hide(LOOK)
    table.submit(FIVE)
    return table


def duel_whole_turn():
    table = duel_half_turn()
    table.submit(LOOK[::-1])
    return table


def duel_next_turn():
    table = duel_whole_turn()
    table.press("ok")
    return table


def growing_level_2():
    """Five holes after a solved code of four; a row of it."""
    table = Table("growing", random=(*[0] * 40,))
    table.submit(table.game.secret)
    table.press("ok", "ok")
    table.submit((9, 8, 7, 6, 5))
    return table


def pause_menu():
    table = board_guess()
    table.press("menu")
    return table


STATES = (
    board_before_a_row, board_guess, board_solved, screen_secret, screen_guess, screen_answer, screen_second_game,
    warned, void_shown, paper_guess, paper_answer, paper_warned, paper_reveal, duel_first_secret, duel_second_secret,
    duel_half_turn, duel_whole_turn, duel_next_turn, growing_level_2, pause_menu,
)  # fmt: skip


def state(table):
    """What is known of the game, and how the match stands."""
    match, game = table.session.match, table.game
    told = [match.who, match.games, match.first, match.number, match.level, match.totals, match.guesses, match.solved]
    told += [match.names, vars(match.variant), vars(game.variant), game.phase, game.result]
    if match.who == "duel":
        rows = [[row[:3] for row in side] for side in game.rows]
        return [*told, game.secrets, rows, game.hidden and game.hidden[0], game.mover, game.winner, game.reason]
    asked = (game.guess, game.warned) if game.phase != "over" else None
    return [*told, game.secret, [row[:3] for row in game.rows], asked, game.ending]


def to_the_end(table):
    """Plays the match out, whatever state it is in: one wrong guess, then the code, but for a growing one."""
    wrong = 0
    for _ in range(80):
        if table.session.match is None:
            return
        match, game = table.session.match, table.game
        if table.session.screen is not table.session._play or game.phase == "over":
            table.press("ok")
        elif match.who == "duel":
            submit_in_duel(table, game)
        elif game.phase in ("secret", "reveal"):
            table.submit(CODE)
        elif game.phase == "guess":
            if match.variant.growth:
                table.press("menu", "up*2", "ok", "ok")
            else:
                table.submit(WRONG if not wrong else CODE)
                wrong += 1
        elif game.phase == "answer":
            table.answer(*score(CODE, game.guess))
            table.board.run(1500)
    raise AssertionError("it never ends: " + game.phase)


def submit_in_duel(table, game):
    if table.session.screen.result_shown:
        table.press("ok")
    else:
        table.submit(game.secrets[1 - game.mover] if game.phase == "guess" else FIVE)


@pytest.mark.parametrize("make", STATES)
def test_a_game_goes_on_as_it_was(make):
    table = make()
    again = go_on(table, random=CODE)
    if make in (screen_second_game, pause_menu, duel_whole_turn):
        # The page that was open said nothing that is not seen in the rows or said again.
        table.press("ok")
    assert state(again) == state(table)
    assert watch(again) == watch(table)
    assert said(kept(again)) == said(kept(table))
    # Once more, and both to their ends.
    third = go_on(again, random=CODE)
    assert state(third) == state(table)
    for one in (table, third):
        to_the_end(one)
        assert one.in_menu()
    assert said(kept(third)) == said(kept(table))
    assert cut(third).in_menu()


@pytest.mark.parametrize("make", [board_solved, screen_second_game, void_shown, paper_warned, duel_half_turn])
def test_who_does_not_want_to_go_on_drops_the_game(make):
    table = make()
    before = kept(table)
    again = cut(table)
    again.press("menu", "left")
    assert again.session.match is None
    again.press("down", "ok")
    assert again.session.match is None and not again.in_menu()
    again.press("ok")
    assert again.in_menu()
    # What was over stays; what was dropped is no game.
    assert said(kept(again)) == said(before)
    assert cut(again).in_menu()
    again.press("ok")
    assert again.session.match is not None and not again.session.match.log


def test_a_board_whose_code_was_cut_chooses_another_and_keeps_it():
    """The power failed in the record of the code, just behind the one of the match."""
    table = board_before_a_row()
    nvm = table.hardware.nvm
    ((start, end),) = [(start, end) for kind, _, start, end in scan(nvm, 0, 4096) if kind == SECRET]
    for torn in (start - 2, start - 1, start, end + 1, end + 3):
        table.hardware.nvm = nvm[:torn] + b"\xff" * (4096 - torn)
        again = go_on(table, random=OTHER)
        assert again.game.secret == OTHER
        again.submit(WRONG)
        third = go_on(again)
        assert state(third) == state(again)
        assert third.game.secret == OTHER and [row[0] for row in third.game.rows] == [WRONG]


def test_a_clock_has_what_was_left_at_the_last_minute_or_row():
    """3 minutes and 10 s for each row, 10 minutes at most; a running clock is kept each minute."""
    table = Table("classic", random=CODE, clock=2)
    begun = table.hardware.time
    table.board.run(65_000)
    assert go_on(table).game.clock.left(0) == pytest.approx(120_000, abs=300)
    table.board.run(20_000)
    table.submit(WRONG)
    spent = table.game.rows[0][3]
    assert spent == pytest.approx(table.hardware.time - begun, abs=300) and spent > 85_000
    again = go_on(table)
    assert again.game.rows[0][3] == spent
    again.board.run(1000)
    assert again.game.clock.left(again.hardware.time) == pytest.approx(190_000 - spent - 1000, abs=300)
    # The minutes that the next ones take are counted on.
    again.board.run(61_000)
    third = go_on(again)
    assert third.game.clock.left(third.hardware.time) == pytest.approx(130_000 - spent, abs=600)
    third.board.run(130_000)
    assert third.game.result == "timeout"


def test_a_duels_clocks_are_each_players_own():
    table = Table("duel", "duel", clock=2)
    table.hide(FIVE)
    table.hide(LOOK)
    table.board.run(30_000)
    table.submit(FIVE)
    table.board.run(62_000)
    now = table.hardware.time
    left = [clock.left(now) for clock in table.game.clocks]
    again = go_on(table)
    told = [clock.left(again.hardware.time) for clock in again.game.clocks]
    # What the second player has been thinking about since the last minute is given back.
    assert told[0] == left[0] and left[1] <= told[1] <= left[1] + 4000


def test_a_void_and_a_resignation_are_kept():
    table = void_shown()
    assert [(game.result, game.over) for game in kept(table)] == [("void", False)]
    table = screen_guess()
    table.press("menu", "up*2", "ok", "ok")
    (game,) = kept(table)
    assert (game.result, game.secrets[0], len(game.rows[1])) == ("resigned", CODE, 1)
    assert said(kept(go_on(table))) == said([game])
    table = duel_half_turn()
    table.press("menu", "up*2", "ok", "ok")
    (game,) = kept(table)
    # The second player gave up. The first one's guess of that turn is no longer hidden.
    assert (game.result, game.reason, game.winner, len(game.rows[0])) == ("won", "resigned", 0, 1)


def test_what_cannot_be_read_any_more_is_told_and_let_go():
    table = board_guess()
    nvm = table.hardware.nvm
    begin = [begin for kind, begin, _, _ in scan(nvm, 0, 4096) if kind == ROW][-1]
    # A row without pegs, as no firmware writes it.
    record = frame(ROW, b"\0")
    nvm[begin:] = record + b"\xff" * (4096 - begin - len(record))
    again = cut(table)
    again.press("ok")
    assert again.shows("GONE", 0, 2)
    again.press("ok")
    assert again.in_menu() and kept(again) == []
    assert cut(again).in_menu()


def test_nothing_is_asked_where_nothing_was_played():
    assert FakeBoard().session.in_menu
    table = board_solved()
    table.press("ok", "ok")
    assert cut(table).in_menu()
