"""What each field of a variant file may hold. Apart from the rest of the check because compiling takes memory."""

from lightpeg.core.variant import MAX_ROWS

# What each field may hold, for forms as well: numbers from and to, words, who may play, a clock's seconds at most.
NUMBERS = {
    "holes": (1, 10),
    "colours": (2, 10),
    "rows": (1, MAX_ROWS),
    "wrong_points": (0, 9),
    "growth": (0, 3),
}
SWITCHES = ("blank", "repeats_in_code", "repeats_in_guess", "repeats_switch")
WORDS = {
    "feedback": ("keys", "arms", "keys_from_right", "open_first"),
    "symbols": ("colours", "digits", "digits_from_0", "letters"),
    "scoring": ("guesses", "rows", "rows_plus_one", "duel", "levels"),
    "games": ("any", "even"),
    "wrong_feedback": ("refuse", "warn", "strict"),
}
PLAYERS = ("board", "screen", "paper", "duel")
CLOCK = (("base_s", 86400), ("bonus_s", 3600), ("limit_s", 86400))


def listed(words):
    """Words as a sentence has them."""
    return ", ".join(words)


def is_int(value, low, high):
    """Whether it is a whole number from `low` to `high`; True and False are none."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def allowed(field):
    """What a field may hold, in words."""
    if field == "name":
        return "1 to 16 printable ASCII characters, no space at the ends"
    if field in NUMBERS:
        return "a whole number from {} to {}".format(*NUMBERS[field])
    if field in SWITCHES:
        return "true or false"
    if field in WORDS:
        return "one of " + listed(WORDS[field])
    if field == "players":
        return "a list of one or more of " + listed(PLAYERS) + ", each once"
    return f"a list of whole numbers from 1 to {MAX_ROWS}, each once, the largest first"


def field_fault(field, value):
    """None, or what is allowed. The clock has faults of its own fields."""
    if field == "name":
        good = isinstance(value, str) and 1 <= len(value) <= 16 and value == value.strip(" ")
        good = good and all(" " <= c <= "~" for c in value)
    elif field in NUMBERS:
        good = is_int(value, *NUMBERS[field])
    elif field in SWITCHES:
        good = isinstance(value, bool)
    elif field in WORDS:
        good = isinstance(value, str) and value in WORDS[field]
    elif field == "players":
        good = _is_players(value)
    elif field == "row_choices":
        good = _is_row_choices(value)
    else:
        good = True
    return None if good else allowed(field)


def _is_players(value):
    if not isinstance(value, list) or not value or len(value) > len(PLAYERS):
        return False
    return all(isinstance(item, str) and item in PLAYERS and value.count(item) == 1 for item in value)


def _is_row_choices(value):
    if not isinstance(value, list) or not value:
        return False
    above = MAX_ROWS + 1
    for item in value:
        if not is_int(item, 1, above - 1):
            return False
        above = item
    return True
