"""The last choices, which are the next defaults."""

WHO = ("board", "screen", "paper", "duel")

# Name in the menu, then base, bonus and limit in seconds; OWN is the variant's own clock.
CLOCKS = (
    ("OWN", None),
    ("OFF", (0, 0, 0)),
    ("3 MIN+10S", (180, 10, 600)),
    ("5 MIN", (300, 0, 300)),
    ("10 MIN", (600, 0, 600)),
    ("1 HOUR", (3600, 0, 3600)),
)

# Part of full brightness for each step of the menu.
BRIGHTNESS = (0.05, 0.1, 0.2, 0.4, 0.8)

# Field: default, lowest, highest (numbers), or the longest text.
_FIELDS = (
    ("variant", "classic", 0, 40),
    ("who", 0, 0, 3),
    ("games", 1, 1, 12),
    ("first", 0, 0, 1),
    ("rows", 0, 0, 12),
    ("repeats", 0, 0, 1),
    ("letters", 0, 0, 1),
    ("clock", 0, 0, len(CLOCKS) - 1),
    ("brightness", 2, 0, len(BRIGHTNESS) - 1),
    ("palette", 0, 0, 3),
    ("names", 0, 0, 7),
    ("sound", 1, 0, 1),
    ("left_handed", 0, 0, 1),
    # Who plays: the slots of named players from 1, 0 for nobody in particular.
    ("player1", 0, 0, 8),
    ("player2", 0, 0, 8),
)


class Settings:
    """One attribute for each choice. What is missing or out of range when loaded has its default."""

    def __init__(self, saved=None):
        for field in _FIELDS:
            setattr(self, field[0], field[1])
        if isinstance(saved, dict):
            for name in saved:
                self.change(name, saved[name])

    def change(self, name, value):
        """Sets one choice; returns False, and changes nothing, where there is none of that name or the value is out of
        its range."""
        for field, default, low, high in _FIELDS:
            if field == name:
                if isinstance(default, str):
                    good = isinstance(value, str) and 0 < len(value) <= high
                else:
                    good = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
                if good:
                    setattr(self, name, value)
                return good
        return False

    def take(self, other):
        """Takes over every choice of other Settings."""
        for field in _FIELDS:
            setattr(self, field[0], getattr(other, field[0]))

    def everything(self):
        """Every choice by its name."""
        return {field[0]: getattr(self, field[0]) for field in _FIELDS}

    def as_dict(self):
        """What differs from the defaults, to be kept."""
        return {field[0]: getattr(self, field[0]) for field in _FIELDS if getattr(self, field[0]) != field[1]}
