"""The colours of the pegs, for every kind of colour vision, and their names as one letter or digit."""

# In the order of the peg values: black (shown as a dim violet), yellow, green, blue, red, white, orange, magenta,
# cyan, brown. Values are what the LEDs get at full brightness.
STANDARD = (
    0x281446, 0xC89600, 0x00A014, 0x0028DC, 0xDC0000, 0xA0A0A0, 0xE63C00, 0xB400B4, 0x00A0A0, 0x3C1400,
)  # fmt: skip
RED_GREEN = (
    0x141432, 0xDCB400, 0x004632, 0x0028DC, 0x961400, 0xB4B4B4, 0xE66400, 0xA064C8, 0x0096C8, 0x3C2800,
)  # fmt: skip
BLUE_YELLOW = (
    0x140A28, 0xDCC83C, 0x008C28, 0x001EA0, 0xC80000, 0xB4B4B4, 0xE65028, 0xC80078, 0x00C8B4, 0x3C0A00,
)  # fmt: skip
BRIGHTNESS = (
    0x060608, 0x6E6E50, 0x1E2819, 0x0A0A14, 0x140A0A, 0xDCDCDC, 0x46372D, 0x322837, 0x96A0A0, 0x0F0D0A,
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
EMPTY = 0x101018
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
