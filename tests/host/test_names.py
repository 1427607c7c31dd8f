"""The names that people give to boards."""

import json

import pytest

from lightpeg_host.client.names import Names
from lightpeg_host.errors import FileError, UsageError

ID, OTHER = "e6614103e7452d2f", "e661410312345678"


def test_names_are_kept_and_found_in_any_case():
    Names().give(ID.upper(), " Club ")
    names = Names()
    assert names.name(ID) == "Club"
    assert names.board("cLUB") == ID
    assert names.board("other") is None
    assert json.loads(names.file.read_text()) == {"names": {ID: "Club"}}
    assert [file.name for file in names.file.parent.iterdir()] == ["boards.json"]


def test_a_name_can_change_and_go():
    names = Names()
    names.give(ID, "Club")
    names.give(ID, "Home")
    assert Names().all() == {ID: "Home"}
    names.forget(ID)
    names.forget(ID)
    assert Names().all() == {}


def test_which_board_is_meant():
    names = Names()
    names.give(ID, "Club")
    assert names.means("club", ID) and not names.means("club", OTHER)
    assert names.means("E6614103E7", ID) and not names.means("E6614103E7", OTHER)
    assert names.means("e661", ID) and names.means("e661", OTHER)
    assert not names.means("e66", ID), "too short to be meant"
    # A name that looks like the beginning of another board's id is a name.
    names.give(OTHER, "e6614103e7")
    assert names.means("e6614103e7", OTHER) and not names.means("e6614103e7", ID)


@pytest.mark.parametrize("name", ["", "  ", "x" * 33, "a\nb", "\x1b[31m"])
def test_names_that_cannot_be(name):
    with pytest.raises(UsageError, match="1 to 32 characters"):
        Names().give(ID, name)


def test_no_two_boards_have_one_name():
    names = Names()
    names.give(ID, "Club")
    with pytest.raises(UsageError, match=ID):
        names.give(OTHER, "CLUB")


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"names": []}', "\xff"])
def test_a_damaged_file_is_told_in_words(text):
    names = Names()
    names.file.parent.mkdir(parents=True)
    names.file.write_bytes(text.encode("latin-1"))
    with pytest.raises(FileError, match=r"boards\.json should hold the names of the boards and does not"):
        Names()
