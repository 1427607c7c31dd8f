"""Variants of people's own in the menu: sent by a computer, put on the drive by hand, replaced, removed, broken."""

import json
import sys

from lightpeg.core.builtin import BUILTIN
from lightpeg.loader import BACK, CHECKING, MATCH, SOMETIMES
from lightpeg.store.chunks import FOLDER
from lightpeg.store.library import Library
from lightpeg.ui.frame import text_width
from tests.fakes import FakeBoard, FakeDataFile, data_files, nvm_with

from .cuts import cut, go_on
from .table import Table
from .test_requests import Talk

TINY = {"name": "Tiny", "holes": 2, "colours": 3, "rows": 4}
FOUR = {"name": "Four", "holes": 4, "colours": 4, "rows": 5}
HAND = {"name": "Hand", "holes": 3, "colours": 5, "rows": 6}
KEYS = list(BUILTIN)


def at_menu(files=None, memory=None, **kept):
    """A board that shows its menu, with somebody at it."""
    table = Table.__new__(Table)
    table.board = FakeBoard(nvm=nvm_with(kept), files=files, memory=memory)
    table.hardware = table.board.hardware
    table.hardware.random = iter(())
    table.board.run(400)
    return table


def chosen(table, name):
    """Whether the menu shows this name as the game."""
    middle = (table.hardware.width - 15) // 2
    return table.shows("GAME", middle, 0) and table.shows(name, (table.hardware.width - text_width(name)) // 2, 6)


def listed(talk):
    return talk.ask("variants", **{"from": 0})["variants"][6:]


def test_both_kinds_are_in_the_menu_with_their_names_and_can_be_played():
    table = at_menu({"variants/hand.json": json.dumps(HAND).encode()})
    talk = Talk(table.board)
    assert talk.ask("variant_put", key="tiny", variant=TINY) == {"key": "tiny"}
    again = cut(table)
    again.board.run(400)
    # Those of the library first, whatever came first.
    assert listed(Talk(again.board)) == [["tiny", "uploaded", True], ["hand.json", "drive", True]]
    again.press("left")
    assert chosen(again, "HAND")
    again.press("left")
    assert chosen(again, "TINY")
    again.press("ok")
    again.submit((0, 0))
    assert again.game.result == "solved"
    again.press("ok", "ok")
    # It is the next default, and the record knows it after it has gone.
    assert chosen(again, "TINY")
    # A choice is kept when nobody has pressed anything for a while.
    again.board.run(2000)
    third = cut(again)
    third.board.run(400)
    assert chosen(third, "TINY")
    assert Talk(third.board).ask("variant_remove", key="tiny") == {"key": "tiny"}
    assert third.board.app._memory.journal.game_after(0) is not None


def test_what_is_sent_while_the_menu_is_shown_is_there_at_once():
    table = at_menu()
    talk = Talk(table.board)
    table.press("left")
    assert table.session.settings.variant == "growing"
    talk.ask("variant_put", key="tiny", variant=TINY)
    # The choice stays, and one to the right is the new one.
    assert table.session.settings.variant == "growing"
    table.press("right")
    assert chosen(table, "TINY")
    # Replaced by another of the same key: its new name is on the panel without a press, and its rules count.
    talk.ask("variant_put", key="tiny", variant=FOUR)
    table.board.run(100)
    assert chosen(table, "FOUR")
    assert listed(talk) == [["tiny", "uploaded", True]]
    table.press("ok")
    assert (table.variant.holes, table.variant.rows) == (4, 5)
    # A game that runs is not replaced under the players' hands.
    assert talk.ask("variant_put", key="tiny", variant=TINY) == "busy"
    assert talk.ask("variant_remove", key="tiny") == "busy"
    again = go_on(table)
    assert again.variant.holes == 4


def test_the_chosen_variant_is_removed():
    """The menu goes to the first one at once, and what else was chosen stays possible."""
    table = at_menu()
    talk = Talk(table.board)
    talk.ask("variant_put", key="duo", variant={**TINY, "name": "Duo", "players": ["duel"]})
    assert talk.ask("settings_put", settings={"variant": "duo", "who": 3})["settings"]["variant"] == "duo"
    table.board.run(100)
    assert chosen(table, "DUO")
    assert talk.ask("variant_remove", key="duo") == {"key": "duo"}
    table.board.run(100)
    settings = table.session.settings
    # Classic is not played at once by two.
    assert (settings.variant, settings.who) == ("classic", 0)
    assert listed(talk) == []
    table.press("ok")
    assert table.variant.key == "classic"
    again = cut(table)
    again.press("down", "ok", "ok")
    assert again.session.in_menu and again.session.settings.variant == "classic"


def test_one_that_is_not_chosen_is_removed():
    table = at_menu()
    talk = Talk(table.board)
    for key, variant in (("a", TINY), ("b", FOUR), ("c", TINY)):
        talk.ask("variant_put", key=key, variant=variant)
    table.press("left*2")
    assert chosen(table, "FOUR")
    talk.ask("variant_remove", key="a")
    table.board.run(100)
    assert chosen(table, "FOUR")
    table.press("right")
    assert table.session.settings.variant == "c"
    assert listed(talk) == [["b", "uploaded", True], ["c", "uploaded", True]]
    assert talk.ask("variant_remove", key="a") == "missing"
    assert talk.ask("variant_remove", key="classic") == "missing"


def test_a_broken_one_says_so_and_can_be_removed():
    """As a later firmware may have kept it, with fields and values of its own."""
    memory = data_files()
    library = Library(FakeDataFile(memory[FOLDER + "/variants.bin"]))
    library.put("bad", {"name": "Later", "holes": 12, "colours": 6, "gravity": 9})
    library.put("tiny", TINY)
    table = at_menu(memory=memory, variant="bad")
    talk = Talk(table.board)
    assert listed(talk) == [["bad", "uploaded", False], ["tiny", "uploaded", True]]
    assert talk.ask("variant", key="bad") == "missing"
    # It stands in the menu by its key, with a line in the colour of faults below; OK tells them all.
    assert chosen(table, "BAD")
    assert any(table.board.pixels()[13])
    table.press("ok")
    assert table.session.match is None
    assert table.shows("NO", (16 - text_width("NO")) // 2, 2)
    text = table.session.screen._text
    assert "HOLES" in text and "GRAVITY" in text
    table.press("ok", "right")
    assert chosen(table, "TINY")
    assert talk.ask("variant_remove", key="bad") == {"key": "bad"}
    again = cut(table)
    again.board.run(400)
    assert listed(Talk(again.board)) == [["tiny", "uploaded", True]]


def test_a_broken_file_beside_a_good_one():
    files = {
        "variants/a.json": b"{",
        "variants/b.json": json.dumps({**TINY, "rows": 99}).encode(),
        "variants/c.json": json.dumps(TINY).encode(),
        "variants/d.json": b"\xff" * 5000,
    }
    table = at_menu(files)
    talk = Talk(table.board)
    assert [(key, good) for key, _, good in listed(talk)] == [
        ("a.json", False),
        ("b.json", False),
        ("c.json", True),
        ("d.json", False),
    ]
    table.press("left*2")
    assert chosen(table, "TINY")
    # The name of a file is taken as its own; the computer cannot take its place.
    assert talk.ask("variant_put", key="c", variant=FOUR) == {"key": "c"}
    assert talk.ask("variant_remove", key="c.json") == "missing"


def test_a_library_that_is_full_keeps_what_it_has():
    table = at_menu()
    talk = Talk(table.board)
    for number in range(12):
        assert talk.ask("variant_put", key=f"v{number}", variant={**TINY, "name": f"V{number}"}) == {
            "key": f"v{number}"
        }
    assert talk.ask("variant_put", key="more", variant=TINY) == "full"
    assert talk.ask("variant_put", key="v3", variant=FOUR) == {"key": "v3"}
    assert [entry[0] for entry in listed(talk)] == [f"v{number}" for number in range(12)]
    again = cut(table)
    again.board.run(600)
    names = {key: name for key, name, _, _ in again.session.variants}
    assert names["v3"] == "Four" and names["v11"] == "V11" and "more" not in names
    assert list(names)[:6] == KEYS


def loaded(names):
    """How many of them are imported."""
    return sum(name in sys.modules for name in names)


def test_what_only_a_match_needs_gives_way_to_a_computer_and_to_a_variant_that_comes():
    """A Pico's heap does not hold all of it while it compiles."""
    table = at_menu()
    table.hardware.link.connected = False
    table.board.run(8000)
    assert loaded(MATCH + SOMETIMES) == len(MATCH + SOMETIMES)
    table.hardware.link.connected = True
    table.board.run(1000)
    talk = Talk(table.board)
    talk.ask("players")
    assert loaded(SOMETIMES) == 0
    assert talk.ask("variant_put", key="tiny", variant=TINY) == {"key": "tiny"}
    assert loaded(MATCH + SOMETIMES) == 0
    # Another one may follow, so that nothing comes back at once.
    table.board.run(BACK - 500)
    assert loaded(MATCH) == 0
    table.board.run(1000)
    assert loaded(MATCH) == len(MATCH) and loaded(CHECKING) == 0
    table.hardware.link.connected = False
    table.board.run(8000)
    assert loaded(MATCH + SOMETIMES) == len(MATCH + SOMETIMES)
    assert loaded(("lightpeg.desk", "lightpeg.link.requests", "lightpeg.link.server")) == 0
    table.hardware.link.connected = True
    table.board.run(1000)
    assert Talk(table.board).ask("players") == {"players": [""] * 8}


def test_a_match_begins_at_once_after_a_variant_came():
    table = at_menu()
    assert Talk(table.board).ask("variant_put", key="tiny", variant=TINY) == {"key": "tiny"}
    table.press("left", "ok")
    table.submit((0, 0))
    assert len(table.game.rows) == 1
