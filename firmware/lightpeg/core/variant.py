"""A rule set as plain data, and what follows from it for a code."""

# A hole that holds nothing yet. Not a blank: a blank is a decision, and the value after the last colour.
EMPTY = -1

INCOMPLETE = "incomplete"
REPEAT = "repeat"
UNKNOWN = "unknown"

# The fields, which are also those of a variant file, in the order of its documentation.
FIELDS = (
    "name",
    "holes",
    "colours",
    "blank",
    "repeats_in_code",
    "repeats_in_guess",
    "rows",
    "feedback",
    "symbols",
    "scoring",
    "players",
    "games",
    "wrong_feedback",
    "wrong_points",
    "clock",
    "growth",
    "row_choices",
    "repeats_switch",
)

# The most rows a board has. A variant that says nothing plays `DEFAULT_ROWS`, as classic does.
MAX_ROWS = 12
DEFAULT_ROWS = 10

# The most games of a match.
MAX_GAMES = 12


class Variant:
    """One rule set. `key` is the id of a built-in variant or the stem of the file it came from; the other
    attributes are the fields of a variant file:

    - name: 1 to 16 printable ASCII characters, for the menu
    - holes, colours: pegs in a code, and colours that a peg can have
    - blank: a hole may be left blank, which counts as one more colour
    - repeats_in_code, repeats_in_guess: a colour may come more than once
    - rows: guesses that the codebreaker has
    - feedback: how it is shown: "keys", "arms", "keys_from_right" or "open_first"
    - symbols: how pegs are named: "colours", "digits" (from 1), "digits_from_0" or "letters"
    - scoring: "guesses" (the codebreaker's, fewest wins), "rows" or "rows_plus_one" (the codemaker's points),
      "duel" or "levels"
    - players: who may play, a list of "board", "screen", "paper" and "duel"
    - games: "any" number in a match, or an "even" one
    - wrong_feedback: what happens to it: "refuse", "warn" or "strict"; wrong_points: what a void game gives
    - clock: (base, bonus for each move, limit) in seconds; base 0 for no clock
    - growth: holes added after a solved code, 0 for none
    - row_choices, repeats_switch: the rows that the menu offers, and whether it offers repeats

    `values` counts the colours and the blank. The constructor checks nothing: `variant_file` does.
    """

    def __init__(
        self,
        key,
        *,
        name,
        holes,
        colours,
        blank=False,
        repeats_in_code=True,
        repeats_in_guess=True,
        rows=DEFAULT_ROWS,
        feedback="keys",
        symbols="colours",
        scoring="guesses",
        players=("board", "screen", "paper"),
        games="any",
        wrong_feedback="refuse",
        wrong_points=0,
        clock=(0, 0, 0),
        growth=0,
        row_choices=None,
        repeats_switch=False,
    ):
        self.key = key
        self.name = name
        self.holes = holes
        self.colours = colours
        self.blank = blank
        self.repeats_in_code = repeats_in_code
        self.repeats_in_guess = repeats_in_guess
        self.rows = rows
        self.feedback = feedback
        self.symbols = symbols
        self.scoring = scoring
        self.players = list(players)
        self.games = games
        self.wrong_feedback = wrong_feedback
        self.wrong_points = wrong_points
        self.clock = tuple(clock)
        self.growth = growth
        self.row_choices = [rows] if row_choices is None else list(row_choices)
        self.repeats_switch = repeats_switch
        self.values = colours + (1 if blank else 0)

    def code_fault(self, code):
        """None if `code` may be a secret, else "incomplete" (holes missing or empty), "unknown" (holes too
        many, or something that is no peg of this variant) or "repeat" (a colour twice where that is not
        allowed)."""
        return self._fault(code, self.repeats_in_code)

    def guess_fault(self, code):
        """As `code_fault`, by the rule for guesses."""
        return self._fault(code, self.repeats_in_guess)

    def _fault(self, code, repeats):
        if code is None or len(code) < self.holes:
            return INCOMPLETE
        if len(code) > self.holes:
            return UNKNOWN
        for peg in code:
            if peg is None or peg == EMPTY:
                return INCOMPLETE
        seen = 0
        repeated = False
        for peg in code:
            if not isinstance(peg, int) or peg < 0 or peg >= self.values:
                return UNKNOWN
            if seen & (1 << peg):
                repeated = True
            seen |= 1 << peg
        return REPEAT if repeated and not repeats else None

    def with_options(self, rows=None, repeats=None, symbols=None, holes=None):
        """A copy with some of the menu's choices made. Repeats allowed in the code are allowed in guesses
        too, or the code could not be guessed."""
        fields = {}
        for field in FIELDS:
            fields[field] = getattr(self, field)
        if rows is not None:
            fields["rows"] = rows
        if repeats is not None:
            fields["repeats_in_code"] = repeats
            fields["repeats_in_guess"] = repeats or self.repeats_in_guess
        if symbols is not None:
            fields["symbols"] = symbols
        if holes is not None:
            fields["holes"] = holes
        return Variant(self.key, **fields)

    def code_count(self):
        """How many codes there are: 0 where a code without repeats has more holes than there are values."""
        count = 1
        for hole in range(self.holes):
            count *= self.values if self.repeats_in_code else self.values - hole
        return count

    def random_code(self, random_bytes):
        """A secret, each with the same probability. `random_bytes(n)` returns n uniform bytes. Raises
        ValueError if the variant has no code at all."""
        if not self.repeats_in_code and self.holes > self.values:
            raise ValueError(f"{self.holes} holes cannot differ with {self.values} colours")
        left = list(range(self.values))
        code = []
        for _ in range(self.holes):
            at = _below(len(left), random_bytes)
            code.append(left[at] if self.repeats_in_code else left.pop(at))
        return tuple(code)


def _below(count, random_bytes):
    # Bytes past the last whole multiple of `count` are thrown away: they would favour the low values.
    whole = 256 - 256 % count
    while True:
        byte = random_bytes(1)[0]
        if byte < whole:
            return byte % count


def games_fault(variant, who, games):
    """None, or why a match of this number of games cannot be agreed on."""
    if games < 1 or games > MAX_GAMES:
        return "a match has 1 to %d games" % MAX_GAMES
    # Guesses and levels belong to the codebreaker: unequal turns would compare nothing.
    even = variant.games == "even" or variant.scoring in ("guesses", "levels")
    if even and who in ("screen", "paper") and games % 2:
        return "both must be codemaker equally often: agree on an even number of games"
    return None
