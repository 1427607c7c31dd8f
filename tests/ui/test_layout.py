"""Where everything lies: for every variant that can be chosen, and for those that people may write."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lightpeg.core.builtin import BUILTIN, builtin
from lightpeg.core.variant import Variant
from lightpeg.ui.draw import Look, draw_feedback, draw_pegs, draw_rows
from lightpeg.ui.frame import Frame
from lightpeg.ui.layout import CLOCK_LINE, FIELD, SECRET_LINE, Layout, max_holes, problem
from lightpeg.ui.palettes import FRAME, KEY_BLACK, KEY_WHITE

FEEDBACK = ("keys", "arms", "keys_from_right", "open_first")
HANDS = (False, True)
LEFTS = (0, 8, 16)


def offered():
    """Every built-in variant with every switch of the menu, and each length of the growing one that fits."""
    for key in BUILTIN:
        base = builtin(key)
        for rows in base.row_choices:
            for repeats in (None, True) if base.repeats_switch else (None,):
                variant = base.with_options(rows=rows, repeats=repeats)
                top = max_holes(variant) if variant.growth else variant.holes
                for holes in range(variant.holes, top + 1):
                    yield variant.with_options(holes=holes)


CUSTOM = st.builds(
    lambda holes, colours, blank, rows, feedback: Variant(
        "x", name="X", holes=holes, colours=colours, blank=blank, rows=rows, feedback=feedback
    ),
    st.integers(1, 10),
    st.integers(2, 10),
    st.booleans(),
    st.integers(1, 12),
    st.sampled_from(FEEDBACK),
)


def check(variant, left, left_handed):
    """Nothing outside, nothing over anything else, everything that is needed."""
    layout = Layout(variant, left, left_handed)
    holes = variant.holes
    used = {}

    def take(what, x, y):
        assert left <= x < left + FIELD and 0 <= y < 16, (what, x, y)
        assert used.setdefault((x, y), what) == what, (what, used[x, y], x, y)

    assert len(layout.peg_x) == len(set(layout.peg_x)) == holes
    assert list(layout.peg_x) == sorted(layout.peg_x)
    assert len(set(layout.red_x + layout.white_x)) == min(2 * holes, FIELD) if layout.arms else True
    assert len(set(layout.key_x)) == (0 if layout.arms else holes)
    for row in range(variant.rows):
        for hole, x in enumerate(layout.peg_x):
            take(f"row {row} hole {hole}", x, layout.peg_line(row))
            if layout.framed:
                # Two neighbours share the light between them.
                take(f"row {row} frame", x - 1, layout.peg_line(row))
                take(f"row {row} frame", x + 1, layout.peg_line(row))
        if layout.arms:
            assert not layout.key_x
            assert len(layout.red_x) == len(layout.white_x) == holes
            # The longest arms share places, but never in one feedback: black and white are at most all the holes.
            for black in range(1, holes):
                assert layout.red_x[black - 1] < layout.white_x[holes - black - 1]
            places = [("red" if holes <= 8 else "arm", x) for x in layout.red_x]
            places += [("white" if holes <= 8 else "arm", x) for x in layout.white_x]
        else:
            assert len(layout.key_x) == holes
            assert list(layout.key_x) == sorted(layout.key_x)
            places = [("key", x) for x in layout.key_x]
        for what, x in places:
            take(f"row {row} {what}", x, layout.key_line(row))
    top = min(layout.peg_line(row) for row in range(variant.rows))
    assert top > CLOCK_LINE > SECRET_LINE
    for hole, x in enumerate(layout.peg_x):
        take(f"secret {hole}", x, SECRET_LINE)
        take("caret", x, layout.cursor_line)
    for peg in range(variant.values):
        take(f"palette {peg}", layout.palette_x + peg, layout.palette_line)
    if layout.glyph:
        for x in range(layout.glyph[0], layout.glyph[0] + 3):
            for y in range(layout.glyph[1], layout.glyph[1] + 5):
                take("glyph", x, y)
    # The ends of the cursor's line tell whose move it is.
    for x in (left, left + FIELD - 1):
        assert used.get((x, layout.cursor_line)) in (None, "caret")
    return layout


@pytest.mark.parametrize("left", LEFTS)
@pytest.mark.parametrize("left_handed", HANDS)
def test_all_that_the_menu_offers_fits(left, left_handed):
    seen = 0
    for variant in offered():
        assert problem(variant) is None, (variant.key, variant.holes)
        check(variant, left, left_handed)
        seen += 1
    # classic, advanced, arms and duel; numbers with 3 row choices twice; growing 4 to 7 holes at least.
    assert seen >= 4 + 6 + 4


@settings(max_examples=300, deadline=None)
@given(CUSTOM, st.sampled_from(LEFTS), st.booleans())
def test_a_variant_of_ones_own_fits_or_is_refused_with_the_reason(variant, left, left_handed):
    why = problem(variant)
    if why is None:
        check(variant, left, left_handed)
    else:
        layout = Layout(variant, left, left_handed)
        assert layout.rows < variant.rows, "only what has no room is refused"
        assert f"{layout.rows} rows, not {variant.rows}" in why and f"{variant.holes} holes" in why


def test_up_to_five_holes_every_style_has_twelve_rows_of_one_line():
    for holes in range(1, 6):
        for feedback in FEEDBACK:
            for blank in HANDS:
                variant = Variant("x", name="X", holes=holes, colours=8, blank=blank, rows=12, feedback=feedback)
                assert problem(variant) is None
                if feedback == "arms":
                    assert len(Layout(variant).red_x) >= holes


def test_long_codes_take_two_lines_and_say_so_when_rows_are_too_many():
    variant = Variant("x", name="X", holes=10, colours=10, rows=7)
    why = problem(variant)
    assert why == "the panel has room for 6 rows, not 7: codes of 10 holes take 2 lines a row"
    assert problem(Variant("x", name="X", holes=10, colours=10, rows=6)) is None


def test_a_growing_game_ends_where_its_rows_no_longer_fit():
    growing = builtin("growing")
    longest = max_holes(growing)
    assert longest >= 7
    assert problem(growing.with_options(holes=longest)) is None
    assert longest == 10 or problem(growing.with_options(holes=longest + 1))
    assert max_holes(growing.with_options(rows=6)) == 10


def keys_of(style, holes, black, white, left_handed=False):
    variant = Variant("x", name="X", holes=holes, colours=8, feedback=style)
    layout = Layout(variant, 0, left_handed)
    frame = Frame(16, 16)
    draw_feedback(frame, layout, style, 5, black, white)
    lit = {KEY_BLACK: "b", KEY_WHITE: "w", 0: "."}
    return "".join(lit[frame.get(x, 5)] for x in layout.key_x)


@pytest.mark.parametrize("left_handed", HANDS)
def test_keys_are_drawn_in_the_order_of_each_source(left_handed):
    assert keys_of("keys", 4, 1, 2, left_handed) == "bww."
    assert keys_of("keys", 4, 0, 0, left_handed) == "...."
    assert keys_of("keys_from_right", 5, 2, 1, left_handed) == "..wbb", "the duel: from right to left, blacks first"
    assert keys_of("keys_from_right", 5, 5, 0, left_handed) == "bbbbb"
    assert keys_of("open_first", 4, 2, 1, left_handed) == "wbb.", "numbers: the open ones, then the filled"
    assert keys_of("open_first", 4, 1, 2, left_handed) == "wwb."


def test_arms_grow_out_of_the_sides_of_the_pegs():
    """Red to the left, white to the right, the first pixel next to the pegs, whatever the hand."""
    for left_handed in HANDS:
        layout = Layout(builtin("arms"), 0, left_handed)
        frame = Frame(16, 16)
        draw_feedback(frame, layout, "arms", 3, 1, 2)
        line = "".join({KEY_BLACK: "r", KEY_WHITE: "w", 0: "."}[frame.get(x, 3)] for x in range(16))
        assert line.replace(".", "") == "rww"
        assert layout.red_x[0] == layout.peg_x[0] - 2 and layout.white_x[0] == layout.peg_x[-1] + 2
        assert list(layout.red_x) == sorted(layout.red_x, reverse=True)
        assert list(layout.white_x) == sorted(layout.white_x)


@pytest.mark.parametrize("style", FEEDBACK)
@pytest.mark.parametrize("holes", range(1, 11))
def test_every_possible_feedback_can_be_told_from_every_other(style, holes):
    variant = Variant("x", name="X", holes=holes, colours=8, rows=6, feedback=style)
    pictures = set()
    count = 0
    for black in range(holes + 1):
        for white in range(holes + 1 - black):
            frame = Frame(16, 16)
            layout = Layout(variant)
            draw_feedback(frame, layout, style, layout.key_line(0), black, white)
            pictures.add(bytes(frame.data))
            count += 1
    assert len(pictures) == count


@settings(max_examples=100, deadline=None)
@given(CUSTOM.filter(lambda v: problem(v) is None), st.booleans(), st.data())
def test_any_two_rows_look_different(variant, left_handed, data):
    """Also where a hole is blank: blank holes have their frames lit."""
    codes = st.lists(st.integers(0, variant.values - 1), min_size=variant.holes, max_size=variant.holes)
    first, second = data.draw(codes), data.draw(codes)
    layout = Layout(variant, 0, left_handed)
    look = Look(variant, 0, 0)
    pictures = []
    for code in (first, second):
        frame = Frame(16, 16)
        draw_pegs(frame, layout, 4, code, look)
        pictures.append(bytes(frame.data))
    assert (pictures[0] == pictures[1]) == (first == second)


def test_a_blank_is_dark_with_its_frame_lit():
    variant = builtin("advanced")
    layout = Layout(variant)
    frame = Frame(16, 16)
    draw_rows(frame, layout, variant, [((6, 1, 6, 6), 0, 1)], Look(variant, 0, 0))
    y = layout.peg_line(0)
    line = [frame.get(x, y) for x in range(layout.peg_x[0] - 1, layout.peg_x[-1] + 2)]
    assert [bool(p) for p in line] == [True, False, True, True, True, False, True, False, True]
    assert line[0] == line[2] == FRAME and line[3] == Look(variant, 0, 0).colours[1]
