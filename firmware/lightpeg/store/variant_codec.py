"""A rule set as some 20 bytes, complete: what was played stays known when the variant's file is gone or changed.

| bytes | meaning |
|---|---|
| 1 | 1 blank, 2 repeats_in_code, 4 repeats_in_guess, 8 repeats_switch, 16 even games, 32 clock, 64 no key: see below |
| 1 | holes (high half), colours |
| 1 | rows (high half), wrong_points |
| 1 | from the high bits: feedback, symbols, wrong_feedback, growth, two bits each |
| 1 | scoring (3 low bits), number of players' entries less 1 (2 bits) |
| 1 | players in their order, two bits each, the first in the low ones |
| 2 | row_choices: bit n - 1 for n rows, low byte first |
| | clock, if it follows: base, bonus and limit in seconds, three numbers |
| | name, a text |
| | key, a text of at most 64 bytes; missing where it is the name in small letters |
"""

from lightpeg.core.variant import MAX_ROWS, Variant
from lightpeg.store.packing import put_number, put_text

FEEDBACK = ("keys", "arms", "keys_from_right", "open_first")
SYMBOLS = ("colours", "digits", "digits_from_0", "letters")
WRONG = ("refuse", "warn", "strict")
SCORING = ("guesses", "rows", "rows_plus_one", "duel", "levels")
PLAYERS = ("board", "screen", "paper", "duel")

# Bytes of a key that are kept.
LONGEST_KEY = 64
LONGEST_NAME = 16


def pack(out, variant):
    """Appends a variant to the bytearray `out`."""
    plain = variant.key == variant.name.lower()
    flags = (
        variant.blank
        | variant.repeats_in_code << 1
        | variant.repeats_in_guess << 2
        | variant.repeats_switch << 3
        | (variant.games == "even") << 4
        | (variant.clock != (0, 0, 0)) << 5
        | plain << 6
    )
    out.append(flags)
    out.append(variant.holes << 4 | variant.colours)
    out.append(variant.rows << 4 | variant.wrong_points)
    out.append(
        FEEDBACK.index(variant.feedback) << 6
        | SYMBOLS.index(variant.symbols) << 4
        | WRONG.index(variant.wrong_feedback) << 2
        | variant.growth
    )
    out.append(SCORING.index(variant.scoring) | (len(variant.players) - 1) << 3)
    players = 0
    for n in range(len(variant.players)):
        players |= PLAYERS.index(variant.players[n]) << 2 * n
    out.append(players)
    choices = 0
    for rows in variant.row_choices:
        choices |= 1 << rows - 1
    out.append(choices & 255)
    out.append(choices >> 8)
    if flags & 32:
        for seconds in variant.clock:
            put_number(out, seconds)
    put_text(out, variant.name, LONGEST_NAME)
    if not plain:
        put_text(out, variant.key, LONGEST_KEY)


def unpack(taker):
    """The variant that comes next in a `packing.Taker`. Raises ValueError for one that cannot be."""
    flags = taker.byte()
    holes = taker.byte()
    rows = taker.byte()
    looks = taker.byte()
    scoring = taker.byte()
    packed = taker.byte()
    count = (scoring >> 3 & 3) + 1
    players = [PLAYERS[packed >> 2 * n & 3] for n in range(count)]
    choices = taker.byte() | taker.byte() << 8
    clock = (taker.number(), taker.number(), taker.number()) if flags & 32 else (0, 0, 0)
    name = taker.text()
    key = name.lower() if flags & 64 else taker.text()
    good = 1 <= holes >> 4 <= 10 and 2 <= holes & 15 <= 10 and 1 <= rows >> 4 <= MAX_ROWS and rows & 15 <= 9
    good = good and scoring & 7 < len(SCORING) and looks >> 2 & 3 < len(WRONG) and len(set(players)) == count
    good = good and 1 <= len(name) <= LONGEST_NAME and all([" " <= c <= "~" for c in name])
    if not good or flags > 127 or scoring > 31 or packed >> 2 * count or choices >> MAX_ROWS or max(clock) > 86400:
        raise ValueError("no variant")
    return Variant(
        key,
        name=name,
        holes=holes >> 4,
        colours=holes & 15,
        blank=bool(flags & 1),
        repeats_in_code=bool(flags & 2),
        repeats_in_guess=bool(flags & 4),
        rows=rows >> 4,
        feedback=FEEDBACK[looks >> 6],
        symbols=SYMBOLS[looks >> 4 & 3],
        scoring=SCORING[scoring & 7],
        players=players,
        games="even" if flags & 16 else "any",
        wrong_feedback=WRONG[looks >> 2 & 3],
        wrong_points=rows & 15,
        clock=clock,
        growth=looks & 3,
        row_choices=[n for n in range(MAX_ROWS, 0, -1) if choices >> n - 1 & 1],
        repeats_switch=bool(flags & 8),
    )
