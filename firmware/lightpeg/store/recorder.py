"""Keeps what was confirmed in a match, as records of the journal from which `resume` makes the match again.

| record | payload |
|---|---|
| MATCH | match_id, the variant, one byte each: who, games, first, max_holes; the names, then as GAME |
| GAME | number, level, totals, guesses of player 0 and 1, games solved: seven numbers |
| SECRET | the code as nibbles; empty where it is on paper |
| ROW | the time it took in milliseconds, a number, then the guess as nibbles |
| ANSWER | blacks and whites as nibbles |
| WARNED | the same, of an answer that was found wrong |
| CLOCK | milliseconds of thinking since the last row |
| ENDING | how a game ends whose secret on paper has yet to be shown: one byte, the result |
| CLOSED | nothing |

A row is answered by the board itself where it made the code, and in a duel. A game that is over is FINISHED.
"""

from lightpeg.core.game import ANSWER, BOARD, CHECK, GUESS, OVER, PAPER, SECRET
from lightpeg.core.match import DUEL, FINISHED
from lightpeg.store import records
from lightpeg.store.game_record import LONGEST_PLAYER, RESULTS, WHO, pack
from lightpeg.store.packing import put_nibbles, put_number, put_text
from lightpeg.store.variant_codec import pack as pack_variant

# Milliseconds of thinking after which a running clock is kept.
CLOCK_EVERY = 60000


class Recorder:
    """Writes to the journal what changes in a match. Ask `note` once a turn, when everything has happened."""

    def __init__(self, journal):
        self._journal = journal
        self._match = None
        self._match_id = 0
        self._names = ("", "")
        # A finished game that had no room yet.
        self._pending = b""
        # What had no room: then nothing that follows it is kept before the next game, or the next match, begins.
        self._refused = 0
        self._begin_game(None)

    def _begin_game(self, game):
        self._game = game
        self._rows = 0
        self._secrets = 0
        self._asked = False
        self._warned = None
        self._ending = False
        self._finished = False
        self._phase = None
        self._clock_at = 0

    def note(self, match, now):
        """Keeps what was confirmed since the last call; quick where nothing was."""
        if match is not self._match:
            self._begin_match(match)
        game = match.game
        if game is not self._game:
            self._begin_game(game)
            self._append(records.GAME, pack_game(match))
        duel = match.who == DUEL
        # A row or an answer that is taken changes the phase, or is seen below.
        rows = len(game.rows[0]) + len(game.rows[1]) if duel else len(game.rows)
        hidden = False
        if duel:
            rows += 1 if game.hidden else 0
            # The first of two secrets changes no phase.
            hidden = not self._secrets and game.secrets[game.starter] is not None
        if game.phase != self._phase or rows != self._rows or hidden:
            self._changed(match, game, duel, rows, now)
        if not duel and game.warned is not self._warned:
            self._warned = game.warned
            if game.warned is not None:
                self._append(records.WARNED, nibbles(game.warned))
        if game.phase == GUESS:
            clock = game.clocks[game.mover] if duel else game.clock
            if clock and now >= self._clock_at:
                self._clock_at = now + CLOCK_EVERY
                if now > game.since:
                    self._append(records.CLOCK, number(now - game.since))
        self.flush()

    def flush(self):
        """Tries once more to keep a finished game that had no room."""
        if self._pending and self._journal.append(records.FINISHED, self._pending):
            self._pending = b""

    @property
    def waiting(self):
        """Whether there is such a game."""
        return bool(self._pending)

    def closed(self):
        """The match is over and its end was seen, or it was left."""
        if self._match is not None:
            self._match = None
            self._begin_game(None)
            self._journal.append(records.CLOSED, b"")

    def _append(self, kind, payload):
        # Without room a game in play is not kept, but its end will be, and the player was told before it began.
        refused = self._refused
        if kind == records.MATCH or (kind == records.GAME and refused != records.MATCH):
            refused = 0
        if not refused and not self._journal.append(kind, payload):
            refused = kind
        self._refused = refused

    def _begin_match(self, match):
        journal = self._journal
        self._match = match
        self._names = match.names
        self._begin_game(match.game)
        resumed = journal.resumed
        if resumed is not None and resumed[0] is match:
            self._match_id = resumed[1]
            self._known(match, resumed[2])
            return
        # A game that had no room yet is going to have that number.
        self._match_id = journal.next_seq + (1 if self._pending else 0)
        payload = number(self._match_id)
        pack_variant(payload, match.variant)
        payload.extend(bytes((WHO.index(match.who), match.games, match.first, match.max_holes)))
        for name in match.names:
            put_text(payload, name, LONGEST_PLAYER)
        payload.extend(pack_game(match))
        self._append(records.MATCH, payload)

    def _known(self, match, over):
        """Everything of the match was read from the journal, its finished game only if `over`: the power may have
        failed between the last row and that."""
        game = match.game
        duel = match.who == DUEL
        self._phase = game.phase
        if duel:
            self._rows = len(game.rows[0]) + len(game.rows[1]) + (1 if game.hidden else 0)
            self._secrets = sum([secret is not None for secret in game.secrets])
        else:
            self._rows = len(game.rows)
            self._secrets = 1 if game.phase != SECRET else 0
            self._asked = game.phase == ANSWER
            self._warned = game.warned
            self._ending = game.ending is not None
        self._finished = over
        if game.phase == OVER and not over:
            self._phase = None

    def _changed(self, match, game, duel, rows, now):
        if duel:
            self._note_duel(game, rows)
        else:
            self._note_game(game, rows)
        if game.phase != self._phase or rows != self._rows:
            # The mover begins to think.
            self._clock_at = now + CLOCK_EVERY
        self._phase = game.phase
        self._rows = rows
        if game.phase == OVER and not self._finished:
            self._finished = True
            self._pending = self._pack(match, game, duel, now)

    def _note_duel(self, game, rows):
        secrets = game.secrets
        for n in range(self._secrets, 2):
            secret = secrets[game.starter ^ n]
            if secret is None:
                break
            self._secrets = n + 1
            self._append(records.SECRET, nibbles(secret))
        for n in range(self._rows, rows):
            player = game.starter ^ n & 1
            at = n >> 1
            if at < len(game.rows[player]):
                guess, _, _, ms = game.rows[player][at]
            else:
                guess, ms = game.hidden
            self._append_row(guess, ms)

    def _note_game(self, game, rows):
        if not self._secrets and game.phase != SECRET:
            self._secrets = 1
            self._append(records.SECRET, nibbles(() if game.source == PAPER else game.secret))
        for n in range(self._rows, rows):
            guess, black, white, ms = game.rows[n]
            if not self._asked:
                self._append_row(guess, ms)
            self._asked = False
            if game.source != BOARD:
                self._append(records.ANSWER, nibbles((black, white)))
        if game.phase in (ANSWER, CHECK) and not self._asked:
            self._asked = True
            self._append_row(game.guess, game.spent)
        if game.ending is not None and not self._ending and game.phase != OVER:
            self._ending = True
            payload = bytearray()
            payload.append(RESULTS.index(game.ending))
            self._append(records.ENDING, payload)

    def _append_row(self, guess, ms):
        payload = number(ms)
        put_nibbles(payload, guess)
        self._append(records.ROW, payload)

    def _pack(self, match, game, duel, now):
        from lightpeg.store.game_reader import FinishedGame

        journal = self._journal
        points, what, winner = match.outcome()
        maker = match.codemaker
        rows = game.rows
        secrets = game.secrets if duel else [None, None]
        if not duel:
            rows = [[], []]
            rows[1 - maker] = game.rows
            secrets[maker] = game.secret
        done = FinishedGame(
            seq=journal.next_seq,
            start=journal.start,
            seconds=now // 1000,
            match_id=self._match_id,
            variant=match.variant,
            who=match.who,
            games=match.games,
            number=match.number,
            level=match.level,
            codemaker=maker,
            names=self._names,
            result=game.result,
            reason=game.reason if duel else None,
            winner=game.winner if duel else None,
            points=points,
            totals=[match.totals[n] + points[n] for n in (0, 1)],
            over=what == FINISHED,
            leader=winner,
            secrets=secrets,
            rows=rows,
        )
        return pack(done)


def number(value):
    """A payload of one number."""
    out = bytearray()
    put_number(out, value)
    return out


def nibbles(values):
    """A payload of half bytes."""
    out = bytearray()
    put_nibbles(out, values)
    return out


def pack_game(match):
    """A GAME payload: how the match stands at the beginning of its game."""
    out = bytearray()
    for value in [match.number, match.level] + match.totals + match.guesses + [match.solved]:
        put_number(out, value)
    return out
