"""Records of finished games for tests, as a board would pack them."""

from lightpeg.core.builtin import builtin
from lightpeg.core.variant import Variant
from lightpeg.store.game_reader import FinishedGame
from lightpeg.store.game_record import pack

MINE = Variant("mine", name="Mine", holes=3, colours=4, rows=6, players=("board", "screen"))


def variant_of(key):
    return MINE if key == "mine" else builtin(key)


def rows_of(count, solved, holes, secret, ms):
    """`count` rows, of which the last one is the secret if it was found."""
    wrong = tuple(peg + 1 for peg in secret)
    rows = [(wrong, 0, holes - 1, ms) for _ in range(count)]
    if solved:
        rows[-1] = (secret, holes, 0, ms)
    return rows


def record(seq, *, found=(False, False), guesses=(0, 0), ms=1000, key="classic", start=1, level=0, **fields):
    """The bytes of a game: `found[p]` says whether player p found the code, with `guesses[p]` rows of `ms` each."""
    variant = variant_of(key)
    holes = variant.holes + level * variant.growth
    secret = tuple(range(holes))
    fields = {"match_id": seq, "seconds": 1000 * seq, "names": ("Ann", "Bo"), **fields}
    return pack(
        FinishedGame(
            seq=seq,
            start=start,
            level=level,
            variant=variant,
            secrets=(secret, secret),
            rows=[rows_of(guesses[player], found[player], holes, secret, ms) for player in (0, 1)],
            **fields,
        )
    )
