"""The row being set."""

import pytest

from lightpeg.core.builtin import builtin
from lightpeg.ui.editor import EMPTY, Editor


@pytest.fixture
def editor():
    return Editor(builtin("classic"))


def test_it_begins_empty_at_the_first_hole(editor):
    assert editor.pegs == [EMPTY] * 4
    assert editor.cursor == 0


def test_up_goes_through_all_colours_and_round(editor):
    seen = []
    for _ in range(7):
        editor.change(1)
        seen.append(editor.pegs[0])
    assert seen == [0, 1, 2, 3, 4, 5, 0]


def test_down_begins_with_the_last_colour(editor):
    seen = []
    for _ in range(7):
        editor.change(-1)
        seen.append(editor.pegs[0])
    assert seen == [5, 4, 3, 2, 1, 0, 5]


def test_a_blank_is_one_more_peg():
    editor = Editor(builtin("advanced"))
    editor.change(-1)
    assert editor.pegs[0] == 6


def test_the_cursor_goes_round_the_ends(editor):
    assert [(editor.move(1), editor.cursor)[1] for _ in range(5)] == [1, 2, 3, 0, 1]
    assert [(editor.move(-1), editor.cursor)[1] for _ in range(3)] == [0, 3, 2]


def test_moving_changes_no_peg(editor):
    editor.change(1)
    editor.move(1)
    assert editor.pegs == [0, EMPTY, EMPTY, EMPTY]


def test_fill_sets_the_empty_holes_on_both_sides(editor):
    editor.pegs = [EMPTY, 3, EMPTY, 2]
    editor.cursor = 1
    assert editor.fill()
    assert editor.pegs == [3, 3, 3, 2]


def test_fill_of_a_full_row_sets_the_rest_from_the_cursor_on(editor):
    editor.pegs = [1, 2, 3, 4]
    editor.cursor = 1
    assert editor.fill()
    assert editor.pegs == [1, 2, 2, 2]


def test_fill_without_a_peg_under_the_cursor_is_refused(editor):
    editor.pegs = [1, EMPTY, 3, 4]
    editor.cursor = 1
    assert not editor.fill()
    assert editor.pegs == [1, EMPTY, 3, 4]


def test_faulty_holes_are_the_empty_ones_first(editor):
    editor.pegs = [1, 1, EMPTY, EMPTY]
    assert editor.faulty_holes() == [2, 3]
    assert editor.cursor == 2


def test_faulty_holes_of_a_full_row_are_those_that_repeat(editor):
    editor.pegs = [3, 1, 0, 1]
    assert editor.faulty_holes() == [1, 3]
    assert editor.cursor == 1


def test_a_sound_row_has_no_faulty_holes_and_keeps_its_cursor(editor):
    editor.pegs = [3, 1, 0, 2]
    editor.cursor = 2
    assert editor.faulty_holes() == []
    assert editor.cursor == 2
