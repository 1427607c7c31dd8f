"""Feedback for a guess: how many pegs are right and placed, and how many are right and misplaced."""

# One place more than any code has values, so the usual scoring needs no look at the pegs beforehand.
_VALUES = 16


def score(secret, guess):
    """Returns (black, white) for two codes of equal length: sequences of ints from 0, a blank being one more
    value.

    Black counts the pegs of the right colour in the right hole. White counts those of the right colour in the
    wrong hole, each peg of either code at most once: the sum over colours of the smaller count, less black.
    Raises ValueError if the lengths differ.
    """
    holes = len(secret)
    if len(guess) != holes:
        raise ValueError(f"codes of {holes} and {len(guess)} holes")
    # surplus[colour] is above 0 for secret pegs, below 0 for guess pegs that are still without a partner.
    surplus = [0] * _VALUES
    black = 0
    white = 0
    try:
        for hole in range(holes):
            peg = secret[hole]
            other = guess[hole]
            if peg == other:
                black += 1
            else:
                if surplus[peg] < 0:
                    white += 1
                surplus[peg] += 1
                if surplus[other] > 0:
                    white += 1
                surplus[other] -= 1
    except IndexError:
        return _score_any(secret, guess)
    return black, white


def _score_any(secret, guess):
    # Values beyond those of any variant, such as the bytes of letters.
    black = 0
    unmatched = []
    rest = []
    for hole in range(len(secret)):
        if secret[hole] == guess[hole]:
            black += 1
        else:
            unmatched.append(secret[hole])
            rest.append(guess[hole])
    white = 0
    for peg in rest:
        if peg in unmatched:
            unmatched.remove(peg)
            white += 1
    return black, white
