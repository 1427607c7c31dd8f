"""The font, running texts, the picture and what the menu writes."""

import ast
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from lightpeg.ui.banner import GAP, STEP, Banner
from lightpeg.ui.font import HEIGHT, LINES, NARROW, place
from lightpeg.ui.frame import Frame, char_width, dim, text_width
from lightpeg.ui.palettes import NAMES
from tests.fakes import FakeBoard, text_picture

PRINTABLE = [chr(n) for n in range(32, 127) if not chr(n).islower()]
FONT = {char: LINES[place(ord(char)) :][:HEIGHT] for char in PRINTABLE}
WHITE = 0xFFFFFF


def test_every_printable_character_in_capitals_has_a_shape_of_its_own():
    assert len(LINES) == len(PRINTABLE) * HEIGHT
    shapes = {}
    for char, rows in FONT.items():
        assert len(rows) == HEIGHT and set(rows) <= set(b"01234567")
        assert rows not in shapes, (char, shapes.get(rows))
        shapes[rows] = char
        assert (char == " ") == (rows == b"00000")
        if char in NARROW:
            assert set(rows) <= set(b"04"), "a narrow character is one column"
    assert {place(code) for code in (0, 31, 97, 122, 127, 0x20AC)} == {place(ord("?"))}


def test_the_letters_that_name_pegs_can_be_told_apart_by_two_lights():
    """Digits of three columns differ by one light (5 and 6) in any font; letters need not."""
    for _, names in NAMES[1:]:
        for i, one in enumerate(names):
            for other in names[:i]:
                assert len(text_picture(one) ^ text_picture(other)) >= 2, (one, other)


def test_all_texts_of_the_firmware_can_be_drawn():
    """Every text in capitals in the source of the ui, its place holders filled by digits."""
    seen = 0
    for path in (Path(__file__).parents[2] / "firmware/lightpeg/ui").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isupper():
                text = node.value.replace("%d", "1").replace("%s", "S")
                assert set(text) <= set(FONT), (path.name, text)
                seen += 1
    assert seen > 60


def test_the_letter_a():
    assert text_picture("A") == {(1, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2), (0, 3), (2, 3), (0, 4), (2, 4)}
    assert text_picture("\u20ac") == text_picture("?"), "what the font lacks is a question mark, not a gap"


@given(st.text(st.sampled_from(PRINTABLE), max_size=20))
def test_the_width_of_a_text_is_where_the_next_begins(text):
    frame = Frame(100, 5)
    assert frame.text(3, 0, text, WHITE) == 3 + sum(char_width(c) for c in text)
    lit = [x for x in range(100) for y in range(5) if frame.get(x, y)]
    assert all(3 <= x < 3 + text_width(text) for x in lit)


@given(st.text(st.sampled_from(PRINTABLE), min_size=1, max_size=24), st.integers(0, 10**6), st.sampled_from([16, 32]))
def test_a_running_text_shows_every_column_and_comes_again(text, start, width):
    """Each column of the whole text is in sight at some time, in order, and after a round it looks as before."""
    banner = Banner(text, width, start, WHITE)
    length = text_width(text)
    assert banner.runs == (length > width)
    if not banner.runs:
        assert banner.offset(start) == banner.offset(start + 99999) == (width - length) // 2
        return
    full = text_picture(text)
    seen = set()
    for step in range(10 + length + GAP):
        now = start + step * STEP
        frame = Frame(width, 5)
        banner.draw(frame, 0, 0, now)
        for x in range(width):
            column = x - banner.offset(now)
            if 0 <= column < length:
                seen.add(column)
                assert {y for y in range(5) if frame.get(x, y)} == {y for y in range(5) if (column, y) in full}
    assert seen == set(range(length))
    assert banner.offset(start) == 0 and banner.offset(start + 9 * STEP) == 0, "it can be read before it runs"
    assert banner.offset(start + (10 + length + GAP) * STEP) == 0


def test_a_banner_is_drawn_again_only_when_it_moved():
    banner = Banner("A LONG TEXT", 16, 0, WHITE)
    assert banner.changed(0)
    banner.draw(Frame(16, 16), 0, 0, 0)
    assert not banner.changed(9 * STEP)
    assert banner.changed(11 * STEP)


@given(st.integers(-5, 20), st.integers(-5, 20), st.integers(0, WHITE))
def test_a_picture_takes_what_lies_inside_and_leaves_out_the_rest(x, y, colour):
    frame = Frame(16, 15)
    frame.put(x, y, colour)
    inside = 0 <= x < 16 and 0 <= y < 15
    assert sum(map(bool, frame.data)) == (sum(map(bool, colour.to_bytes(3, "big"))) if inside else 0)
    if inside:
        assert frame.get(x, y) == colour
        assert frame.data[(y * 16 + x) * 3 :][:3] == colour.to_bytes(3, "big")
    frame.clear()
    assert not any(frame.data)


def test_whole_lines_are_darkened_and_no_others():
    frame = Frame(16, 16)
    for y in range(16):
        frame.line(0, y, 16, WHITE)
    frame.darken(3, 2)
    assert [bool(frame.get(x, y)) for y in range(16) for x in (0, 15)] == [
        y not in (3, 4) for y in range(16) for _ in "LR"
    ]
    frame.darken(15, 7)
    assert len(frame.data) == 768 and not frame.get(3, 15)


def test_dimming_keeps_the_hue():
    assert dim(0xFF8000, 128) == 0x7F4000
    assert dim(WHITE, 0) == 0 and dim(WHITE, 256) == WHITE


def test_the_menu_shows_its_words():
    board = FakeBoard()
    lit = {(x, y) for y, line in enumerate(board.pixels()) for x, p in enumerate(line) if any(p) and y < 5}
    assert lit == {(x, y) for x, y in text_picture("GAME") if x < 16}
    offset = {(x, y + 6) for x, y in text_picture("CLASSIC") if x < 16}
    assert {
        (x, y) for y, line in enumerate(board.pixels()) for x, p in enumerate(line) if any(p) and 5 < y < 11
    } == offset
