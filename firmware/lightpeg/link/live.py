"""Messages about what happens, for a computer that asked for them: no reply, no id, and `live` says what each is about.

They are made from what the match shows when the line is free, not kept: a computer that reads slowly gets them later,
and pictures that changed in between not at all. A row is told once its answer stands, in a duel once the turn is
complete; a secret only when its game is over. Imported when somebody subscribes.

The comments below are read by `docs/draw_protocol.py`: after `live` the message's name and what it tells, then a line
for each of its fields.
"""

from binascii import b2a_base64

from lightpeg.core.game import OVER
from lightpeg.core.match import DUEL
from lightpeg.link.frame import MAX_FRAME

# Bytes of pixels in a frame, beside its other fields.
PICTURE = (MAX_FRAME - 80) // 4 * 3


class Live:
    """`events` and `pixels` are what was asked for; `frame` is the panel's picture (`data`, `width`, `height`), and the
    first `secret_lines` of its lines, from the far side, are not for everybody."""

    def __init__(self, events, pixels, frame, secret_lines):
        self._events = events
        self._match = None
        self._begun = False
        self._at = 0
        self._game_told = False
        self._rows = 0
        self._end_told = False
        self._lines: list = []
        self._sent: list = []
        self._fresh = pixels
        self._secret_lines = secret_lines
        self._hidden = False
        if pixels:
            width = frame.width * 3
            data = memoryview(frame.data)
            self._lines = [data[y * width : (y + 1) * width] for y in range(frame.height)]
            self._sent = [None] * frame.height
            self._most = PICTURE // width

    def drawn(self, secret_lines):
        """The picture has been drawn anew. To be called after every drawing: the lines are read when they are told."""
        self._secret_lines = secret_lines
        self._fresh = True

    def next(self, match):
        """The next message, or None if there is nothing to tell. `match` is the one being played, None in the menu."""
        told = self._event(match) if self._events else None
        if told is None and self._fresh and self._lines:
            told = self._picture()
        return told

    def _event(self, match):
        if match is not self._match or not self._begun:
            self._match = match
            self._begun = True
            self._at = 0
            self._begin_game()
            return {"live": "menu"} if match is None else _match(match)
        if match is None:
            return None
        entry = match.log[self._at] if self._at < len(match.log) else None
        if entry is None and match.over:
            return None
        # What the entry keeps of a finished game, the match tells of the running one.
        told = entry or match
        game = told.game
        duel = match.who == DUEL
        if not self._game_told:
            self._game_told = True
            return _game(told, game.variant)
        if duel:
            player = (told.codemaker + self._rows) % 2
            number = self._rows // 2
            rows = game.rows[player]
        else:
            player = 1 - told.codemaker
            number = self._rows
            rows = game.rows
        if number < len(rows):
            self._rows += 1
            return _row(player, number, rows[number])
        if game.phase == OVER and not self._end_told:
            self._end_told = True
            return _end(told, game, duel)
        if entry is None:
            return None
        last = match.over and self._at == len(match.log) - 1
        self._at += 1
        self._begin_game()
        return _points(match, entry, last)

    def _begin_game(self):
        self._game_told = False
        self._rows = 0
        self._end_told = False

    def _picture(self):
        lines = self._lines
        sent = self._sent
        top = self._secret_lines
        if top >= len(lines):
            self._fresh = False
            if self._hidden:
                return None
            self._hidden = True
            for y in range(len(lines)):
                sent[y] = None
            # live hidden: The picture is not for everybody: what was told of it is to be forgotten until the next
            # live hidden: `pixels`.
            return {"live": "hidden"}
        y = top
        while y < len(lines) and lines[y] == sent[y]:
            y += 1
        first = y
        data = bytearray()
        while y < len(lines) and y - first < self._most and lines[y] != sent[y]:
            data += lines[y]
            sent[y] = bytes(lines[y])
            y += 1
        if y == len(lines):
            self._fresh = False
        if not data:
            return None
        self._hidden = False
        # live pixels: Lines of the panel's picture that have changed. Lines that show a secret are left out.
        # y: the first of them, counted from the far side
        # n: how many
        # rgb: their pixels from left to right, three bytes each, in base64
        return {"live": "pixels", "y": first, "n": y - first, "rgb": b2a_base64(data)[:-1].decode()}


# live menu: No match is being played.
def _match(match):
    variant = match.variant
    # live match: A match has begun, or was being played when the computer subscribed; what happened in it so far
    # live match: follows.
    # key: of the variant
    # name: of the variant
    # who: `board`, `screen`, `paper` or `duel`
    # games: how many were agreed on
    # first: the first codemaker, or the first to guess in a duel
    # names: of both players, empty texts for those without
    # colours: as in a variant file, and so are the next ones
    # blank: whether a hole may be blank
    # symbols: how pegs are named
    # feedback: how it is shown
    # scoring: how points are counted
    return {
        "live": "match",
        "key": variant.key,
        "name": variant.name,
        "who": match.who,
        "games": match.games,
        "first": match.first,
        "names": match.names,
        "colours": variant.colours,
        "blank": variant.blank,
        "symbols": variant.symbols,
        "feedback": variant.feedback,
        "scoring": variant.scoring,
    }


def _game(told, variant):
    # live game: The next game of the match, or the next level of a growing one.
    # number: of the game, from 0; a void game keeps it
    # level: codes solved before in a growing game
    # codemaker: player 0 or 1 (1 is the board where one plays alone); in a duel who guesses first
    # holes: in this game's codes
    # rows: guesses there are
    return {
        "live": "game",
        "number": told.number,
        "level": told.level,
        "codemaker": told.codemaker,
        "holes": variant.holes,
        "rows": variant.rows,
    }


def _row(player, number, row):
    # live row: A guess and its answer.
    # player: who guessed
    # row: its number, from 0
    # guess: the pegs, 0 for the first colour
    # black: right colour in the right hole
    # white: right colour in the wrong hole
    # ms: the time it took
    guess, black, white, spent = row
    return {
        "live": "row",
        "player": player,
        "row": number,
        "guess": guess,
        "black": black,
        "white": white,
        "ms": spent,
    }


def _end(told, game, duel):
    # live end: A game is over.
    # result: `solved`, `unsolved`, `resigned`, `timeout` or `void`; in a duel `won` or `draw`
    # winner: of a duel; null without one
    # reason: why a duel ended: `code`, `both`, `rows`, `time` or `resigned`; else null
    # secrets: the codes that players 0 and 1 made; null for who made none, or showed none
    secrets = [None, None]
    if duel:
        secrets = game.secrets
    else:
        secrets[told.codemaker] = game.secret
    return {
        "live": "end",
        "result": game.result,
        "winner": game.winner if duel else None,
        "reason": game.reason if duel else None,
        "secrets": secrets,
    }


def _points(match, entry, last):
    # live points: The game has been booked.
    # points: what it gave players 0 and 1
    # totals: of the match so far
    # over: whether the match is over with it
    # winner: of the match; null for a tie, or while it is not over
    return {
        "live": "points",
        "points": entry.points,
        "totals": match.totals,
        "over": last,
        "winner": match.winner if last else None,
    }
