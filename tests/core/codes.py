"""What the tests of the rules core share: variants in one line, all codes of one, and feedback by its definition."""

from itertools import permutations, product

from lightpeg.core.variant import Variant


def variant(holes, colours, **fields):
    """A variant that nobody looks at by name."""
    return Variant("test", name="Test", holes=holes, colours=colours, **fields)


def all_codes(of):
    """Every secret of a small variant, in lexicographic order."""
    values = range(of.values)
    return list(product(values, repeat=of.holes) if of.repeats_in_code else permutations(values, of.holes))


def matching_score(secret, guess):
    """Black and white as a person with pegs in hand finds them: pegs of the same colour in the same hole are put
    aside in pairs, then each guess peg left looks for a secret peg left that has its colour."""
    pairs = list(zip(secret, guess, strict=True))
    black = sum(peg == other for peg, other in pairs)
    pool = [peg for peg, other in pairs if peg != other]
    white = 0
    for other in (other for peg, other in pairs if peg != other):
        if other in pool:
            pool.remove(other)
            white += 1
    return black, white


def counted_score(secret, guess):
    """The same by the rule's own sum: over the colours, the smaller of the two counts, less the blacks."""
    black = sum(secret[n] == guess[n] for n in range(len(secret)))
    both = sum(min(list(secret).count(colour), list(guess).count(colour)) for colour in {*secret, *guess})
    return black, both - black
