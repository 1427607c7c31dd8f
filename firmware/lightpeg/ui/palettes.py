"""The colours of the pegs, for every kind of colour vision, and their names as one letter or digit."""

# In the order of the peg values: black (shown as a dim violet), yellow, green, blue, red, white, orange, magenta,
# cyan, brown. Values are what the LEDs get at full brightness.
# Found by search for the largest smallest difference, as LEDs and on a screen, for the eyes each is meant for; the
# last orders the colours by their light alone.
STANDARD = (
    0x100938, 0xF2E200, 0x00D900, 0x0000F2, 0xF2001A, 0xD2D2D2, 0x993A0A, 0xF206C4, 0x00F2C1, 0x24160D,
)  # fmt: skip
RED_GREEN = (
    0x0E0732, 0xF2E200, 0x003300, 0x0000F2, 0xF0233A, 0xD9D9D9, 0xFA8C2C, 0xF20BF2, 0x0A7B9F, 0x240F09,
)  # fmt: skip
BLUE_YELLOW = (
    0x18072E, 0xDA9500, 0x017000, 0x0000F2, 0xF20000, 0xD2D2D2, 0x992D06, 0xF2008D, 0x00F2C1, 0x2B0D04,
)  # fmt: skip
BRIGHTNESS = (
    0x16111E, 0xC7BA5A, 0x446F44, 0x141E4B, 0x642A2A, 0xE6E6E6, 0xAB784C, 0x5E4071, 0x79A1A6, 0x36281D,
)  # fmt: skip

PALETTES = (
    ("STANDARD", STANDARD),
    ("RED-GREEN", RED_GREEN),
    ("BLUE-YELLOW", BLUE_YELLOW),
    ("BRIGHTNESS", BRIGHTNESS),
)

# One letter a colour in the language of the players, unambiguous within each; digits and letters serve every language.
DIGITS = "1234567890"
DIGITS_FROM_0 = "0123456789"
LETTERS = "ABCDEFGHIJ"
NAMES = (
    ("123", DIGITS),
    ("ABC", LETTERS),
    ("ENGLISH", "KYGBRWOMCN"),
    ("ESPANOL", "NAVZRBJMCP"),
    ("ITALIANO", "NGVBRIAMCO"),
    ("DANSK", "SGNBRHOMCU"),
    ("TIENG VIET", "DVLXOTCHNU"),
    ("MARATHI", "KPHNLDRGAT"),
)

# Lights that are not pegs.
KEY_BLACK = 0xC80000
KEY_WHITE = 0x8C8C8C
COVER = 0x281C00
EMPTY = 0x08080C
UNPLAYED = 0x050507
FRAME = 0x18181C
CARET = 0x505050
TEXT = 0x707070
PLAYERS = (0x008C8C, 0xA000A0)
GOOD = 0x00A014
BAD = 0xC81400
WAIT = 0x8C6400


def symbols(variant, language):
    """The characters that stand for the variant's pegs, at least `variant.values` of them; a blank is a hyphen."""
    style = variant.symbols
    if style == "digits":
        names = DIGITS
    elif style == "digits_from_0":
        names = DIGITS_FROM_0
    elif style == "letters":
        names = LETTERS
    else:
        names = NAMES[language][1]
    if variant.blank:
        return names[: variant.colours] + "-"
    return names
