"""The firmware on real CircuitPython: the scenarios of the virtual board, played on the emulated Pico."""

import serial

from lightpeg.core.builtin import builtin
from lightpeg.link.frame import Reader, encode
from tests import scenarios
from tests.core.codes import counted_score


def palette(table):
    """How many pegs the menu shows below the chosen variant's name."""
    return sum(any(pixel) for pixel in table.board.pixels()[13])


def test_boots_to_the_menu_and_keeps_the_choice_over_a_power_cut(table):
    assert table.in_menu()
    assert palette(table) == builtin("classic").values
    table.press("right*3")
    assert palette(table) == builtin("numbers").values
    table.board.run(2500)
    table.board.cut_power()
    assert not any(any(pixel) for line in table.board.pixels() for pixel in line)
    table.board.restore_power()
    table.board.run(4500)
    assert table.in_menu()
    assert palette(table) == builtin("numbers").values


def test_a_classic_game_is_won(table):
    table.choose("classic")
    guesses, solved = scenarios.solo_game(table)
    assert solved, "%d guesses were not enough" % len(guesses)
    table.press("ok", "ok")
    assert table.in_menu()


def test_an_arms_game_with_sliders_and_a_void(table):
    table.choose("arms", "screen")
    scenarios.arms_game_with_void(table)


def test_a_duel_turn(table):
    table.choose("duel")
    first, second = (0, 1, 1, 0, 2), (7, 6, 7, 7, 6)
    scenarios.hide_codes(table, first, second)
    guess = (7, 7, 0, 1, 7)
    assert scenarios.duel_turn(table, guess, guess) == [counted_score(second, guess), counted_score(first, guess)]


def test_the_data_channel_answers(table):
    with serial.serial_for_url(table.board.serial_url, timeout=0) as port:
        port.write(encode({"id": 7, "do": "hello"}))
        table.board.run(400)
        messages = list(Reader().feed(port.read(4096)))
    assert len(messages) == 1
    reply, fault = messages[0]
    assert fault is None
    assert reply["id"] == 7
    assert reply["ok"]["panel"] == [16, 16]
