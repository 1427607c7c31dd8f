"""Whole matches by random actions, right and wrong ones, beside a model that knows the rules in another way.

The model keeps no search and no game objects: it has the list of all codes that still fit, subtracts thinking time
from what is left, and adds up the points of a match from its list of finished games at each look.
"""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from lightpeg.core.match import Match

from .codes import all_codes, matching_score, variant

MAX_HOLES = 4
RULES = [
    variant(2, 3, rows=3, scoring="guesses", clock=(2, 1, 3)),
    variant(2, 3, rows=2, scoring="guesses", wrong_feedback="strict", wrong_points=2),
    variant(2, 3, rows=4, scoring="rows", wrong_points=1),
    variant(2, 4, rows=3, scoring="rows", repeats_in_code=False, wrong_feedback="strict", wrong_points=3, games="even"),
    variant(3, 3, rows=3, scoring="rows_plus_one", wrong_feedback="warn", wrong_points=1, clock=(5, 1, 6)),
    variant(2, 2, rows=3, scoring="rows", blank=True, wrong_feedback="warn", clock=(3, 0, 3)),
    variant(2, 4, rows=3, scoring="levels", growth=1, repeats_in_code=False, wrong_feedback="strict"),
    variant(1, 3, rows=2, scoring="levels", growth=2, wrong_points=1),
]
AGREED = [("board", 3), ("screen", 2), ("paper", 2), ("screen", 4), ("paper", 4)]


class Model:
    def __init__(self, rules, who, first):
        self.rules = rules
        self.who = who
        self.first = first
        # Of each game that is over: its codemaker, "void", "failed" or "solved", its rows, and whether it was the
        # last of its turn (not void, and no longer code follows).
        self.finished = []
        self.level = 0
        self.begin()

    def begin(self):
        self.size = self.rules.with_options(holes=self.rules.holes + self.level * self.rules.growth)
        self.fitting = all_codes(self.size)
        self.secret = None
        self.rows = []
        self.asked = None
        self.wrong = []
        self.left = self.rules.clock[0] * 1000
        self.wait = "secret"
        self.end = None
        self.shown_as = None

    def games(self):
        return sum(last for *_, last in self.finished)

    def maker(self):
        return 1 if self.who == "board" else (self.first + self.games()) % 2

    def out_of_time(self):
        return self.wait == "guess" and self.rules.clock[0] > 0 and self.left == 0

    def fault(self, code, repeats):
        if len(code) != self.size.holes or -1 in code:
            return "incomplete"
        if max(code) >= self.size.values:
            return "unknown"
        return None if repeats or len(set(code)) == len(code) else "repeat"

    def fail(self, how):
        if self.who == "paper":
            self.wait, self.shown_as = "reveal", how
            return "answered"
        self.wait, self.end = "over", how
        return how

    def guess(self, guess):
        if self.out_of_time():
            return self.fail("timeout")
        fault = self.fault(guess, True)
        if fault:
            return fault
        if self.rules.clock[0]:
            self.left = min(self.left + self.rules.clock[1] * 1000, self.rules.clock[2] * 1000)
        self.asked, self.wrong, self.wait = guess, [], "answer"
        return self.take(matching_score(self.secret, guess)) if self.who == "board" else "guessed"

    def answer(self, pair):
        holes = self.size.holes
        if sum(pair) > holes or pair == (holes - 1, 1):
            return "impossible"
        believable = [code for code in self.fitting if matching_score(code, self.asked) == pair]
        if self.who == "screen":
            believable = [code for code in believable if code == self.secret]
        if believable:
            return self.take(pair)
        policy = self.rules.wrong_feedback
        insists = self.who == "paper" and self.wrong[-1:] == [pair]
        self.wrong.append(pair)
        if policy == "strict" or (policy == "warn" and len(self.wrong) == 2) or insists:
            self.wait, self.end = "over", "void"
            return "void"
        return "wrong" if policy == "refuse" and self.who == "screen" else "warned"

    def take(self, pair):
        self.rows.append((self.asked, pair))
        self.fitting = [code for code in self.fitting if matching_score(code, self.asked) == pair]
        if pair[0] == self.size.holes:
            self.wait, self.end = "over", "solved"
            return "solved"
        if len(self.rows) == self.rules.rows:
            return self.fail("unsolved")
        self.wait = "guess"
        return "answered"

    def reveal(self, code):
        if code is not None:
            fault = self.fault(code, self.rules.repeats_in_code)
            if fault:
                return fault
        lied = code is not None and code not in self.fitting
        self.wait, self.end = "over", "void" if lied else self.shown_as
        return self.end

    def settle(self, agreed):
        maker = self.maker()
        if self.end == "void":
            self.finished.append((maker, "void", 0, False))
            self.begin()
            return "replay"
        longer = self.size.holes + self.rules.growth
        room = longer <= MAX_HOLES and (self.rules.repeats_in_code or longer <= self.rules.colours)
        grows = self.end == "solved" and self.rules.growth > 0 and room
        end = "solved" if self.end == "solved" else "failed"
        self.finished.append((maker, end, len(self.rows), not grows))
        if grows:
            self.level += 1
            self.begin()
            return "level"
        if self.games() == agreed:
            self.wait = "finished"
            return "finished"
        self.level = 0
        self.begin()
        return "next"

    def points(self):
        totals = [0, 0]
        rows, scoring = self.rules.rows, self.rules.scoring
        for maker, end, used, _ in self.finished:
            if end == "void":
                totals[maker if scoring == "guesses" else 1 - maker] += self.rules.wrong_points
            elif scoring == "levels":
                totals[1 - maker] += end == "solved"
            else:
                missed = rows if scoring == "rows" else rows + 1
                totals[1 - maker if scoring == "guesses" else maker] += used if end == "solved" else missed
        return totals

    def ahead(self):
        marks = self.points()
        if self.rules.scoring in ("guesses", "levels") and self.who in ("screen", "paper") and self.games() % 2:
            return None  # one of them has had a turn more
        if self.rules.scoring == "guesses":
            marks = [-mark for mark in marks]
        if self.rules.scoring == "levels":
            for maker, end, used, _ in self.finished:
                if end != "void":
                    marks[1 - maker] -= (used if end == "solved" else self.rules.rows) / 1000
        if abs(marks[0] - marks[1]) < 1e-9:
            return None
        return 0 if marks[0] > marks[1] else 1


def waits(*phases):
    return precondition(lambda self: self.model.wait in phases)


class Matches(RuleBasedStateMachine):
    @initialize(rules=st.sampled_from(RULES), agreed=st.sampled_from(AGREED), first=st.integers(0, 1))
    def agree(self, rules, agreed, first):
        self.who, self.games = agreed
        self.model = Model(rules, self.who, first)
        self.match = Match(rules, self.who, self.games, first, MAX_HOLES)
        self.now = 1000

    def code(self, data):
        return data.draw(st.sampled_from(all_codes(self.model.size)))

    def any_code(self, data):
        """Mostly right; sometimes a hole is empty, or a colour is none of this variant or comes twice."""
        code = list(self.code(data))
        if data.draw(st.integers(0, 3)) == 0:
            hole = data.draw(st.integers(0, len(code) - 1))
            code[hole] = data.draw(st.integers(-1, self.model.size.values))
        return tuple(code)

    @waits("secret")
    @rule(data=st.data())
    def start(self, data):
        code = self.any_code(data)
        if self.who == "paper":
            assert self.match.game.start(None, self.now) == "ready"
        else:
            fault = self.model.fault(code, self.model.rules.repeats_in_code)
            assert self.match.game.start(code, self.now) == (fault or "ready")
            if fault:
                return
            self.model.secret = code
        self.model.wait = "guess"

    @waits("guess")
    @rule(data=st.data())
    def guess(self, data):
        guess = self.any_code(data)
        assert self.match.game.submit(guess, self.now) == self.model.guess(guess)

    @waits("answer")
    @rule(data=st.data(), honest=st.booleans())
    def answer(self, data, honest):
        truth = matching_score(self.model.secret or data.draw(st.sampled_from(self.model.fitting)), self.model.asked)
        holes = self.model.size.holes
        pair = truth if honest else (data.draw(st.integers(0, holes)), data.draw(st.integers(0, holes)))
        self.give(pair)

    @waits("answer")
    @precondition(lambda self: self.model.wrong)
    @rule()
    def insist(self):
        self.give(self.model.wrong[-1])

    def give(self, pair):
        change = self.match.game.answer(*pair, self.now)
        while change in ("checking", None):
            change = self.match.game.check(7, self.now)
        assert change == self.model.answer(pair)

    @waits("guess", "answer")
    @rule(sure=st.integers(0, 9))
    def resign(self, sure):
        if sure == 9:
            assert self.match.game.resign(self.now) == self.model.fail("resigned")

    @waits("reveal")
    @rule(data=st.data(), kept=st.booleans())
    def reveal(self, data, kept):
        code = None if kept else self.any_code(data)
        assert self.match.game.reveal(code, self.now) == self.model.reveal(code)

    @waits("over")
    @rule()
    def settle(self):
        assert self.match.settle() == self.model.settle(self.games)

    @precondition(lambda self: self.match.game.clock)
    @rule(ms=st.sampled_from([1, 999, 1000, 2500]))
    def think(self, ms):
        self.now += ms
        if self.model.wait == "guess":
            self.model.left = max(0, self.model.left - ms)

    @precondition(lambda self: self.match.game.clock)
    @rule()
    def look_at_the_clock(self):
        expected = self.model.fail("timeout") if self.model.out_of_time() else None
        assert self.match.game.tick(self.now) == expected

    @rule(data=st.data())
    def out_of_turn(self, data):
        game, wait = self.match.game, self.model.wait
        code = self.code(data)
        if wait != "secret":
            assert game.start(code, self.now) == "not now"
        if wait != "guess":
            assert game.submit(code, self.now) == "not now"
        if wait != "answer":
            assert game.answer(0, 0, self.now) == "not now"
        if wait != "reveal":
            assert game.reveal(code, self.now) == "not now"
        if wait not in ("guess", "answer"):
            assert game.resign(self.now) == "not now"

    @invariant()
    def agree_in_everything(self):
        model, match, game = self.model, self.match, self.match.game
        assert match.totals == model.points()
        assert match.leader() == model.ahead()
        assert match.over == (model.wait == "finished")
        expected = model.ahead() if match.over and self.who != "board" else None
        assert match.winner == expected
        assert [(entry.codemaker, entry.void) for entry in match.log] == [
            (maker, end == "void") for maker, end, *_ in model.finished
        ]
        if match.over:
            return
        assert game.phase == model.wait
        assert (match.codemaker, match.level) == (model.maker(), model.level)
        assert game.variant.holes == model.size.holes
        assert [(row[0], (row[1], row[2])) for row in game.rows] == model.rows
        assert game.rows_left() == model.rules.rows - len(model.rows)
        assert game.result == model.end
        if game.clock:
            assert game.clock.left(self.now) == model.left
        if self.who == "paper" and game.phase != "over":
            assert game.secret is None


TestMatches = Matches.TestCase
TestMatches.settings = settings(max_examples=200, stateful_step_count=80, deadline=None)
