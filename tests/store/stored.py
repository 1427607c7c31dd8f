"""What the tests of the store share: variants and finished games of every kind, drawn by hypothesis."""

from hypothesis import strategies as st

from lightpeg.core.variant import Variant
from lightpeg.core.variant_fields import PLAYERS, WORDS
from lightpeg.store.game_reader import FinishedGame

PRINTABLE = st.characters(min_codepoint=32, max_codepoint=126)
NAMES = st.text(PRINTABLE, min_size=1, max_size=16)
PLAYER_NAMES = st.text(max_size=8)
SECONDS = st.integers(0, 86400)


@st.composite
def variants(draw, most_holes=10):
    rows = draw(st.integers(1, 12))
    clock = draw(st.one_of(st.just((0, 0, 0)), st.tuples(SECONDS, st.integers(0, 3600), SECONDS)))
    name = draw(NAMES)
    return Variant(
        draw(st.one_of(st.just(name.lower()), st.text(max_size=16))),
        name=name,
        holes=draw(st.integers(1, most_holes)),
        colours=draw(st.integers(2, 10)),
        blank=draw(st.booleans()),
        repeats_in_code=draw(st.booleans()),
        repeats_in_guess=draw(st.booleans()),
        rows=rows,
        feedback=draw(st.sampled_from(WORDS["feedback"])),
        symbols=draw(st.sampled_from(WORDS["symbols"])),
        scoring=draw(st.sampled_from(WORDS["scoring"])),
        players=draw(st.lists(st.sampled_from(PLAYERS), min_size=1, max_size=4, unique=True)),
        games=draw(st.sampled_from(WORDS["games"])),
        wrong_feedback=draw(st.sampled_from(WORDS["wrong_feedback"])),
        wrong_points=draw(st.integers(0, 9)),
        clock=clock,
        growth=draw(st.integers(0, 3)),
        row_choices=sorted(draw(st.sets(st.integers(1, 12), min_size=1)), reverse=True),
        repeats_switch=draw(st.booleans()),
    )


@st.composite
def games(draw, seq=None):
    """A game that the format can hold; that its rows and result belong together is not its business."""
    variant = draw(variants())
    level = draw(st.integers(0, (10 - variant.holes) // variant.growth)) if variant.growth else 0
    holes = variant.holes + level * variant.growth
    code = st.tuples(*[st.integers(0, variant.values - 1)] * holes)
    pair = st.tuples(st.integers(0, holes), st.integers(0, holes)).filter(lambda keys: sum(keys) <= holes)
    row = st.tuples(code, pair, st.integers(0, 2**33)).map(lambda drawn: (drawn[0], *drawn[1], drawn[2]))
    rows = st.lists(row, max_size=variant.rows)
    count = draw(st.integers(1, 12))
    seq = draw(st.integers(1, 2**32 - 1)) if seq is None else seq
    nobody = st.sampled_from([None, 0, 1])
    return FinishedGame(
        seq=seq,
        match_id=draw(st.integers(0, seq)),
        start=draw(st.integers(0, 2**16)),
        seconds=draw(st.integers(0, 2**31)),
        variant=variant,
        who=draw(st.sampled_from(["board", "screen", "paper", "duel"])),
        games=count,
        number=draw(st.integers(0, count - 1)),
        level=level,
        codemaker=draw(st.integers(0, 1)),
        names=(draw(PLAYER_NAMES), draw(PLAYER_NAMES)),
        result=draw(st.sampled_from(["solved", "unsolved", "resigned", "timeout", "void", "won", "draw"])),
        reason=draw(st.sampled_from([None, "code", "both", "rows", "time", "resigned"])),
        winner=draw(nobody),
        points=(draw(st.integers(0, 13)), draw(st.integers(0, 13))),
        totals=(draw(st.integers(0, 2000)), draw(st.integers(0, 2000))),
        over=draw(st.booleans()),
        leader=draw(nobody),
        secrets=(draw(st.none() | code), draw(st.none() | code)),
        rows=(draw(rows), draw(rows)),
    )


def same_variant(one, other):
    return vars(one) == vars(other)


def fields_of(game):
    """Everything of a game that can be compared."""
    fields = dict(vars(game))
    fields["variant"] = vars(fields["variant"])
    return fields
