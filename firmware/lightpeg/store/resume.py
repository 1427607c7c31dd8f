"""Makes the match that was running when the power went again, from what the `recorder` kept of it."""

from lightpeg.core.game import OVER as GAME_OVER
from lightpeg.core.game import READY
from lightpeg.core.match import DUEL, Match
from lightpeg.store.game_reader import unpack as unpack_game
from lightpeg.store.game_record import RESULTS, WHO
from lightpeg.store.packing import Taker
from lightpeg.store.records import ANSWER, CLOCK, ENDING, GAME, MATCH, OVER, ROW, SECRET, WARNED
from lightpeg.store.variant_codec import unpack as unpack_variant


def restore(journal, now):
    """The match as it was after the last thing that was confirmed, as if that had just happened at `now`; what had been
    thought since then is not counted, but for what the clock's last record says. None where there is no match, or its
    records make none. Sets `journal.resumed`."""
    steps = journal.running()
    if not steps or steps[0][0] != MATCH:
        return None
    try:
        taker = Taker(steps[0][1])
        match_id = taker.number()
        variant = unpack_variant(taker)
        who = WHO[taker.byte()]
        match = Match(variant, who, taker.byte(), taker.byte(), taker.byte())
        match.names = (taker.text(), taker.text())
        _go_to(match, taker)
        spent = 0
        for kind, payload in steps:
            if kind == ROW or kind == CLOCK:
                spent += Taker(payload).number()
        _replay(match, steps[1:], now - spent)
    except (ValueError, IndexError):
        return None
    journal.resumed = (match, match_id, steps[-1][0] == OVER)
    return match


def _go_to(match, taker):
    number, level = taker.number(), taker.number()
    totals = (taker.number(), taker.number())
    guesses = (taker.number(), taker.number())
    match.go_to(number, level, totals, guesses, taker.number())


def _replay(match, steps, at):
    """Does it all again; `at` is the time at which it began."""
    duel = match.who == DUEL
    for kind, payload in steps:
        taker = Taker(payload)
        if kind == GAME:
            _go_to(match, taker)
            continue
        game = match.game
        holes = game.variant.holes
        if kind == SECRET:
            secret = taker.nibbles(holes) if payload else None
            if game.start(secret, at) != READY:
                raise ValueError("no secret")
        elif kind == ROW:
            at += taker.number()
            before = _rows(game, duel)
            game.submit(taker.nibbles(holes), at)
            if _rows(game, duel) == before:
                raise ValueError("no row")
        elif kind != CLOCK and kind != OVER and (duel or (kind != ENDING and game.guess is None)):
            raise ValueError("no answer")
        elif kind == ANSWER:
            black, white = taker.nibbles(2)
            game.retake(black, white, at)
        elif kind == WARNED:
            game.warned = taker.nibbles(2)
        elif kind == CLOCK:
            at += taker.number()
        elif kind == ENDING:
            game.fail(RESULTS[taker.byte()], at)
        elif kind == OVER and game.phase != GAME_OVER:
            done = unpack_game(payload)
            # Rows may have been damaged, or had no room.
            if duel:
                game.secrets = list(done.secrets)
                game.rows = list(done.rows)
                game.hidden = None
                game.finish(done.winner, done.reason, at)
            else:
                game.secret = done.secrets[match.codemaker]
                game.rows = done.rows[1 - match.codemaker]
                game.guess = None
                game.finish(done.result, at)


def _rows(game, duel):
    """Rows that were submitted, answered or not."""
    if duel:
        return len(game.rows[0]) + len(game.rows[1]) + (game.hidden is not None)
    return len(game.rows) + (game.guess is not None)
