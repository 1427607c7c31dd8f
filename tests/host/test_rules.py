"""The rules on the page, of every kind of board."""

import struct

import pytest

from lightpeg.store.journal import Journal
from lightpeg.store.records import SETTINGS
from lightpeg_host.boards import BoardError, VirtualBoard
from lightpeg_host.page import rules
from tests.store import old_choices

MINE = '{"name": "Mine", "holes": 5, "colours": 7}'
# A UF2 file of one block of zeros, for the RP2040, at the start of its flash: enough for a board without power.
UF2_BLOCK = struct.pack(
    "<8I476sI", 0x0A324655, 0x9E5D5157, 0x2000, 0x10000000, 256, 0, 1, 0xE48BFF56, bytes(476), 0x0AB16F30
)


@pytest.fixture(params=["virtual", "emulated"])
def board(request, tmp_path):
    """A board, without power, whose drive has variants/mine.json."""
    folder = tmp_path / "profile"
    (folder / "drive" / "variants").mkdir(parents=True)
    (folder / "drive" / "variants" / "mine.json").write_text(MINE)
    if request.param == "virtual":
        with VirtualBoard(folder, powered=False) as found:
            yield found
        return
    image = tmp_path / "firmware.uf2"
    image.write_bytes(UF2_BLOCK)
    try:
        from lightpeg_host.boards import EmulatedBoard
    except (BoardError, ImportError):
        pytest.skip("The packages of the emulated board are not installed: pip install .[pico]")
    with EmulatedBoard(image, profile=folder, powered=False) as found:
        yield found


def test_the_rules_of_a_variant_on_the_drive(board):
    text = rules.rules_html(board, "mine.json")
    assert text is not None and "<h1>Mine</h1>" in text
    assert "5 holes" in text and "7 colours" in text


def test_there_are_no_rules_outside_of_the_folder(board):
    assert rules.rules_html(board, "../variants/mine.json") is None


class Nvm:
    """A board of which nothing but its nvm is looked at."""

    def __init__(self):
        self.bytes = bytearray(b"\xff" * 4096)

    def nvm(self):
        return bytes(self.bytes)


def test_the_chosen_variant_is_read_from_the_journal_and_nothing_is_written():
    board = Nvm()
    assert rules.chosen_variant(board) is None
    journal = Journal(board.bytes, None, bytes)
    # Nothing that differs from the defaults is kept yet.
    assert rules.chosen_variant(board) is None
    journal.keep_settings({"variant": "arms", "brightness": 3})
    journal.keep_settings({"variant": "duel"})
    before = bytes(board.bytes)
    assert rules.chosen_variant(board) == "duel"
    assert [one["key"] for one in rules.topics(board)].count("duel") == 1
    assert bytes(board.bytes) == before
    # A bit of the last record is lost: the one before it counts.
    at = board.bytes.rindex(b"duel")
    board.bytes[at] ^= 1
    assert rules.chosen_variant(board) == "arms"


def test_the_chosen_variant_of_a_firmware_without_a_journal():
    board = Nvm()
    old_choices.save(board.bytes, {"variant": "growing"})
    assert rules.chosen_variant(board) == "growing"
    # The first start with a journal takes it over; what is changed then counts.
    journal = Journal(board.bytes, None, bytes)
    assert rules.chosen_variant(board) == "growing"
    journal.keep_settings({"variant": "numbers"})
    assert rules.chosen_variant(board) == "numbers"


@pytest.mark.parametrize("kept", [b"[1]", b"{", b'{"variant": 3}', b"\xff\xfe"])
def test_what_cannot_be_choices_is_none(kept):
    board = Nvm()
    journal = Journal(board.bytes, None, bytes)
    journal.append(SETTINGS, kept)
    assert rules.chosen_variant(board) is None
