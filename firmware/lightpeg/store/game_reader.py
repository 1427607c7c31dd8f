"""Reads what `game_record` packs."""

from lightpeg.store.game_record import REASONS, RESULTS, VERSION, WHO
from lightpeg.store.packing import Taker
from lightpeg.store.variant_codec import unpack as unpack_variant


class FinishedGame:
    """One finished game, with everything needed to replay it.

    - version: of the bytes it came from
    - seq: its number in this board's journal, from 1; start, seconds: which start of the board it was, and the
      seconds from that start to the game's end
    - match_id: the seq that the match's first game has or would have had
    - variant: the match's (a `core.variant.Variant`, complete); key: that of the variant
    - who: "board", "screen", "paper" or "duel"; games: those of the match; number: of this one, from 0;
      level: holes of a growing match that were added, divided by the growth
    - codemaker: 0 or 1; 1 is the board where it made the code, in a duel who guesses first
    - names: of player 0 and 1, "" for who has none
    - result: "solved", "unsolved", "resigned", "timeout", "void", or a duel's "won" and "draw"
    - reason, winner: of a duel: "code", "both", "rows", "time" or "resigned"; 0, 1 or None. Else None
    - points: what this game gave to player 0 and 1; totals: theirs after it
    - over: whether it ended the match; leader: the match's winner then, else None
    - secrets: secrets[p] is the code that player p made, or None where it is not known
    - rows: rows[p] is what player p guessed: (guess, blacks, whites, milliseconds)
    """

    def __init__(self, **fields):
        self.version = VERSION
        self.seq = 0
        self.start = 0
        self.seconds = 0
        self.match_id = 0
        self.variant = fields.get("variant")
        self.who = "board"
        self.games = 1
        self.number = 0
        self.level = 0
        self.codemaker = 1
        self.names: tuple = ("", "")
        self.result = "unsolved"
        self.reason = fields.get("reason")
        self.winner = fields.get("winner")
        self.points: tuple = (0, 0)
        self.totals: tuple = (0, 0)
        self.over = False
        self.leader = fields.get("leader")
        self.secrets: tuple = (None, None)
        self.rows: tuple = ([], [])
        for name, value in fields.items():
            if not hasattr(self, name):
                raise TypeError("a game has no " + name)
            setattr(self, name, value)

    @property
    def key(self):
        return self.variant.key

    @property
    def holes(self):
        """Holes of this game's codes."""
        return self.variant.holes + self.level * self.variant.growth


def _player(value):
    if value > 2:
        raise ValueError("no player")
    return None if value == 0 else value - 1


def unpack(record):
    """The FinishedGame in a game's bytes. Raises ValueError for bytes that are none, and for those of another
    version."""
    taker = Taker(record)
    version = taker.byte()
    if version != VERSION:
        raise ValueError("a game of version %d" % version)
    game = FinishedGame()
    game.seq = taker.number()
    flags = taker.byte()
    place = taker.byte()
    level = taker.byte()
    end = taker.byte()
    points = taker.byte()
    counts = taker.byte()
    result = level & 15
    reason = end & 15
    if place >> 4 > 11 or place & 15 > place >> 4 or result >= len(RESULTS) or reason > len(REASONS):
        raise ValueError("no game")
    game.who = WHO[flags & 3]
    game.codemaker = flags >> 2 & 1
    game.over = bool(flags & 8)
    game.leader = _player(flags >> 4 & 3)
    game.games = (place >> 4) + 1
    game.number = place & 15
    game.level = level >> 4
    game.result = RESULTS[result]
    game.winner = _player(end >> 4)
    game.reason = REASONS[reason - 1] if reason else None
    game.points = (points >> 4, points & 15)
    game.match_id = game.seq - taker.number()
    game.start = taker.number()
    game.seconds = taker.number()
    game.totals = (taker.number(), taker.number())
    game.variant = unpack_variant(taker)
    game.names = (taker.text(), taker.text())
    holes = game.holes
    if game.match_id < 0 or holes > 10 or counts >> 4 > game.variant.rows or counts & 15 > game.variant.rows:
        raise ValueError("no game")
    values = game.variant.values
    secrets = []
    for player in (0, 1):
        secrets.append(_pegs(taker.nibbles(holes), values) if flags & 64 << player else None)
    game.secrets = tuple(secrets)
    game.rows = (_rows(taker, counts >> 4, holes, values), _rows(taker, counts & 15, holes, values))
    taker.end()
    return game


def _pegs(pegs, values):
    if max(pegs) >= values:
        raise ValueError("no code")
    return pegs


def _rows(taker, count, holes, values):
    rows = []
    for _ in range(count):
        half = taker.nibbles(holes + 2)
        if half[holes] + half[holes + 1] > holes:
            raise ValueError("no feedback")
        rows.append((_pegs(half[:holes], values), half[holes], half[holes + 1], taker.number()))
    return rows
