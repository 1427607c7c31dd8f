"""The palettes, for the eyes they are meant for. `colour_vision` simulates these and measures."""

import colorsys

import pytest

from lightpeg.core.builtin import BUILTIN, builtin
from lightpeg.core.variant import Variant
from lightpeg.ui.palettes import (
    COVER,
    EMPTY,
    FRAME,
    KEY_BLACK,
    KEY_WHITE,
    NAMES,
    PALETTES,
    UNPLAYED,
    symbols,
)
from tests.ui.colour_vision import closest, difference, lab, led, screen

# Palette, the eyes it is for, and the differences that every pair of its colours must have for them: among the first
# eight, which every variant but growing keeps to, and among all ten; as LEDs and on an sRGB screen. 2.3 is just
# noticeable; 20 is no question across a table. With the light alone ten steps cannot be further apart.
MEANT_FOR = (
    (0, "normal", (60, 40), (40, 35)),
    (1, "protanopia", (30, 20), (20, 15)),
    (1, "deuteranopia", (30, 20), (20, 15)),
    (1, "normal", (40, 40), (40, 30)),
    (2, "tritanopia", (30, 25), (25, 20)),
    (2, "normal", (40, 35), (40, 30)),
    (3, "achromatopsia", (7, 5), (6, 4)),
    (3, "normal", (15, 15), (20, 15)),
)


@pytest.mark.parametrize(("palette", "eyes", "as_leds", "on_screen"), MEANT_FOR)
def test_any_two_colours_differ_for_the_eyes_the_palette_is_for(palette, eyes, as_leds, on_screen):
    colours = PALETTES[palette][1]
    assert len(colours) == 10
    for light, wanted in ((led, as_leds), (screen, on_screen)):
        for count, least in zip((8, 10), wanted, strict=True):
            found = closest(colours[:count], eyes, light)
            assert found[0] >= least, (light.__name__, count, found)


def test_the_measure_itself():
    """White is 100, 0, 0 and black 0, 0, 0; red and green of one light are alike only for those it concerns."""
    assert lab(0xFFFFFF, "normal") == pytest.approx((100, 0, 0), abs=0.02)
    assert lab(0, "normal") == pytest.approx((0, 0, 0), abs=1e-9)
    assert lab(0xFF0000, "normal", screen) == pytest.approx((53.24, 80.09, 67.20), abs=0.05)
    assert difference(0xA03000, 0x4E4800, "deuteranopia") < 10 < difference(0xA03000, 0x4E4800, "tritanopia")


def test_the_palettes_help():
    """Each is better than the standard one for its eyes."""
    for palette, eyes, _, _ in MEANT_FOR:
        if eyes != "normal":
            assert closest(PALETTES[palette][1], eyes)[0] > 1.5 * closest(PALETTES[0][1], eyes)[0]


@pytest.mark.parametrize("palette", range(4))
def test_black_is_a_dim_violet_and_the_darkest_peg(palette):
    colours = PALETTES[palette][1]
    red, green, blue = colours[0] >> 16, colours[0] >> 8 & 255, colours[0] & 255
    hue = colorsys.rgb_to_hsv(red, green, blue)[0] * 360
    assert 245 <= hue <= 290 and max(red, green, blue) <= 0x40
    lightness = [lab(colour, "normal")[0] for colour in colours]
    assert lightness[0] == min(lightness)


@pytest.mark.parametrize("palette", range(3))
def test_colours_are_what_their_names_say(palette):
    """For normal eyes, by hue in degrees: a player who is told "yellow" finds it."""
    ranges = ((40, 60), (105, 170), (205, 245), (-10, 8), None, (10, 30), (285, 330), (165, 200), (10, 40))
    for colour, wanted in zip(PALETTES[palette][1][1:], ranges, strict=True):
        hue, saturation, value = colorsys.rgb_to_hsv(*[(colour >> shift & 255) / 255 for shift in (16, 8, 0)])
        if wanted is None:
            assert saturation < 0.1 and value > 0.5
        else:
            assert wanted[0] <= hue * 360 <= wanted[1] or wanted[0] <= hue * 360 - 360 <= wanted[1]
    brown, orange = PALETTES[palette][1][9], PALETTES[palette][1][6]
    assert brown >> 16 <= 0.4 * (orange >> 16)


@pytest.mark.parametrize(("palette", "eyes"), [row[:2] for row in MEANT_FOR])
def test_no_peg_looks_like_an_empty_hole_or_a_hole_to_come(palette, eyes):
    for colour in PALETTES[palette][1]:
        for light in (EMPTY, UNPLAYED, 0):
            assert difference(colour, light, eyes) >= 11


def test_keys_differ_for_all_eyes():
    """Not only by colour: the white key is much lighter for those who see no red as well."""
    for eyes in ("normal", "protanopia", "deuteranopia", "tritanopia", "achromatopsia"):
        for one, other in ((KEY_BLACK, KEY_WHITE), (KEY_BLACK, 0), (KEY_WHITE, 0), (FRAME, 0), (COVER, 0)):
            assert difference(one, other, eyes) >= 15, (eyes, hex(one), hex(other))


@pytest.mark.parametrize("language", range(len(NAMES)))
def test_every_name_stands_for_one_colour(language):
    names = NAMES[language][1]
    assert len(names) == len(set(names)) == 10


@pytest.mark.parametrize("key", BUILTIN)
def test_a_symbol_for_every_peg(key):
    variant = builtin(key)
    for language in range(len(NAMES)):
        found = symbols(variant, language)
        assert len(found) >= variant.values and len(set(found)) == len(found)
    if key == "numbers":
        assert symbols(variant, 2)[:8] == "12345678"
        assert symbols(variant.with_options(symbols="letters"), 2)[:8] == "ABCDEFGH"
    if key == "growing":
        assert symbols(variant, 0)[:10] == "0123456789"
    if key == "advanced":
        assert symbols(variant, 2) == "KYGBRW-"


def test_ten_colours_and_a_blank_have_eleven_symbols():
    variant = Variant("x", name="X", holes=4, colours=10, blank=True)
    assert symbols(variant, 2) == "KYGBRWOMCN-"
