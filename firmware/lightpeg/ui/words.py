"""Sentences about a match, in the panel's capitals."""

from lightpeg.core.match import FINISHED, LEVEL, REPLAY


def _plural(count, word):
    return "%d %s%s" % (count, word, "" if count == 1 else "S")


def standing(match):
    """Who leads, or how it stands."""
    leader = match.leader()
    if leader is None:
        return "EVEN" if match.comparable else "P%d TO COME" % (match.codebreaker + 1)
    return "P%d LEADS" % (leader + 1)


def roles(match):
    """Who does what in the game that comes."""
    if match.who == "duel":
        return "P%d BEGINS" % (match.codemaker + 1)
    return "P%d HIDES" % (match.codemaker + 1)


def outcome(match, what):
    """What the last game brought, how the match stands and what comes next. Call after `match.settle()`."""
    entry = match.log[-1]
    points = entry.points
    parts = []
    if what == LEVEL:
        parts.append("LEVEL %d DONE, NEXT: %d HOLES" % (entry.level + 1, match.game.variant.holes))
    elif match.solo:
        parts.append(_solo(match, entry))
    elif points[0] or points[1]:
        player = 0 if points[0] else 1
        parts.append("P%d +%d" % (player + 1, points[player]))
    elif entry.void:
        parts.append("VOID")
    if what == REPLAY:
        parts.append("PLAYED AGAIN")
    if what == FINISHED:
        parts.append(_end(match))
    elif what != LEVEL:
        if not match.solo:
            parts.append(standing(match))
        parts.append("GAME %d OF %d" % (match.number + 1, match.games))
        if not match.solo:
            parts.append(roles(match))
    return ", ".join(parts)


def _solo(match, entry):
    solved = entry.game.result == "solved"
    if match.variant.growth:
        return _plural(match.totals[0], "LEVEL") + " SOLVED"
    if solved:
        return "SOLVED IN " + _plural(len(entry.game.rows), "ROW")
    return "NOT SOLVED"


def _end(match):
    if match.solo:
        if match.games == 1 or match.variant.growth:
            return "GAME OVER"
        return "SOLVED %d OF %d" % (match.solved, match.games)
    winner = match.winner
    count = "%d TO %d" % (match.totals[0], match.totals[1])
    if winner is None:
        return "A TIE, " + count
    if winner:
        count = "%d TO %d" % (match.totals[1], match.totals[0])
    return "P%d WINS THE MATCH, %s" % (winner + 1, count)
