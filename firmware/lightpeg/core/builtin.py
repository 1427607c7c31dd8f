"""The six rule sets that every board has: the table of the game's source documents as data.

What the documents leave open and we decided: 10 rows for classic and advanced, 12 for duel and growing; arms,
numbers and growing allow repeats in a guess; arms voids at the first wrong feedback (`strict`), the others
refuse it.
"""

from lightpeg.core.variant import Variant

# The order of the menu.
BUILTIN = ("classic", "advanced", "arms", "numbers", "duel", "growing")


def builtin(key):
    """A new Variant for one of `BUILTIN`. Raises KeyError for another key."""
    if key == "classic":
        return Variant(key, name="Classic", holes=4, colours=6, games="even")
    if key == "advanced":
        return Variant(key, name="Advanced", holes=4, colours=6, blank=True, games="even")
    if key == "arms":
        return Variant(
            key,
            name="Arms",
            holes=4,
            colours=8,
            repeats_in_code=False,
            rows=9,
            feedback="arms",
            scoring="rows",
            games="even",
            wrong_feedback="strict",
            wrong_points=3,
        )
    if key == "numbers":
        return Variant(
            key,
            name="Numbers",
            holes=4,
            colours=8,
            repeats_in_code=False,
            rows=12,
            feedback="open_first",
            symbols="digits",
            scoring="rows_plus_one",
            players=("board", "screen", "paper", "duel"),
            row_choices=(12, 10, 8),
            repeats_switch=True,
        )
    if key == "duel":
        # An hour each and never more: the source's way to be sure of an end within two hours.
        return Variant(
            key,
            name="Duel",
            holes=5,
            colours=8,
            rows=12,
            feedback="keys_from_right",
            scoring="duel",
            players=("duel",),
            clock=(3600, 0, 3600),
        )
    if key == "growing":
        return Variant(
            key,
            name="Growing",
            holes=4,
            colours=10,
            repeats_in_code=False,
            rows=12,
            feedback="open_first",
            symbols="digits_from_0",
            scoring="levels",
            growth=1,
        )
    raise KeyError(key)
