"""Two people do whatever they like with a board whose power fails at random steps; a model knows what it must keep."""

import contextlib
import random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from .flash import PowerCut
from .world import World, check, rule_sets

RULES = rule_sets()
CHOICES = st.integers(0, 10**6)
# None for no cut; else where in the action, and what chance does to the step that is cut (0: nothing).
CUTS = st.none() | st.tuples(st.floats(0, 1), st.integers(0, 2**16))
# How much of the board is filled with games beforehand.
FILLED = st.sampled_from([0, 0.1, 0.6, 0.95, 1])
LONG_NAMES = ("Ada Augusta King of Lovelace", "Charles Babbage of London")
NAMES = st.lists(st.text(max_size=9), min_size=8, max_size=8)


class Machine(RuleBasedStateMachine):
    """`games` has every game that was ever seen, `let_go` those that a player gave away."""

    @initialize(places=st.sampled_from([None, 3, 4]), shift=st.integers(0, 7), seed=CHOICES, fill=FILLED)
    def begin(self, places, shift, seed, fill):
        self.world = world = World(places, shift * 512, seed)
        self.let_go = 0
        self.journal_id = world.journal.journal_id
        room = world.journal.room()
        while not world.journal.full and world.journal.room() > room * (1 - fill):
            world.whole_game(LONG_NAMES)
            if world.journal.wants_tidy:
                world.journal.tidy()
        self.view = world.view()
        self.games = dict(self.view.games)

    def act(self, action, cut=None):
        """Does it on a copy of the board first, to see what it leads to. With a cut only a part of it happens; without
        an archive what is rewritten in place may be lost by a cut, so there the power stays."""
        world = self.world
        before = self.view
        done = world.fork()
        action(done)
        after = self.view = done.view()
        steps = done.power.steps - world.power.steps
        rewrites = world.file is None and done.power.erases
        if cut is None or rewrites:
            self.world = done
        else:
            where, noise = cut
            world.power.cut_at = world.power.steps + int(where * (steps + 1))
            world.power.chance = random.Random(noise) if noise else None
            with contextlib.suppress(PowerCut):
                action(world)
            world.power.cut_at = None
            world.open()
            self.view = world.view()
            check(self.view, before, after)
        self.known(self.view)

    def known(self, view):
        """No game is lost that no computer has and nobody let go, and no number is given twice."""
        for seq, record in view.games.items():
            assert self.games.setdefault(seq, record) == record
        lost = set(self.games) - set(view.games)
        assert all(seq <= max(view.acked, self.let_go) for seq in lost)

    def kept(self):
        """Whether what happens in the match has room: nobody begins one on a full board."""
        return self.world.journal.room() > 0

    @precondition(lambda self: self.world.match is None and self.kept())
    @rule(which=st.integers(0, len(RULES) - 1), first=st.integers(0, 1), cut=CUTS)
    def begin_match(self, which, first, cut):
        self.act(lambda world: world.begin(*rule_sets()[which], first=first), cut)

    @precondition(lambda self: self.world.match is not None and self.kept())
    @rule(choice=CHOICES, cut=CUTS)
    def play(self, choice, cut):
        self.act(lambda world: world.play(choice), cut)

    @precondition(lambda self: self.world.match is not None and self.kept())
    @rule(choices=st.lists(CHOICES, min_size=3, max_size=12))
    def play_on(self, choices):
        for choice in choices:
            if self.world.match is not None and self.kept():
                self.act(lambda world, choice=choice: world.play(choice))

    @precondition(lambda self: self.world.match is None and self.kept())
    @rule(count=st.integers(1, 4))
    def play_whole_games(self, count):
        for _ in range(count):
            if self.kept():
                self.act(lambda world: world.whole_game(LONG_NAMES))

    @precondition(lambda self: self.world.match is not None and self.kept())
    @rule(choice=CHOICES, cut=CUTS)
    def give_up(self, choice, cut):
        self.act(lambda world: world.play(choice, resign=True), cut)

    @precondition(lambda self: self.world.match is not None and self.kept())
    @rule(minutes=st.integers(1, 3), cut=CUTS)
    def think(self, minutes, cut):
        self.act(lambda world: world.wait(minutes * 60_000), cut)

    @precondition(lambda self: self.world.match is not None)
    @rule(cut=CUTS)
    def leave(self, cut):
        self.act(World.leave, cut)

    @rule(number=st.integers(0, 12), text=st.text(max_size=40), cut=CUTS)
    def keep_settings(self, number, text, cut):
        self.act(lambda world: world.journal.keep_settings({"games": number, "variant": text}), cut)

    @rule(names=NAMES, cut=CUTS)
    def keep_players(self, names, cut):
        self.act(lambda world: world.journal.keep_players(names), cut)

    @rule(epoch=st.integers(1_700_000_000, 1_900_000_000), cut=CUTS)
    def set_time(self, epoch, cut):
        self.act(lambda world: world.journal.set_time(epoch, world.now // 1000), cut)

    @rule(back=st.integers(0, 3), cut=CUTS)
    def acknowledge(self, back, cut):
        self.act(lambda world: world.journal.acknowledge(max(0, world.journal.last_seq - back)), cut)

    @rule(cut=CUTS)
    def tidy(self, cut):
        self.act(lambda world: world.journal.tidy(), cut)

    @rule(cut=CUTS)
    def restart(self, cut):
        self.act(World.open, cut)

    @precondition(lambda self: self.world.journal.full)
    @rule(cut=CUTS)
    def let_the_oldest_go(self, cut):
        """A player says yes; a computer that never came gets what is left."""
        self.let_go = self.world.journal.last_seq
        before = set(self.view.games)
        self.act(lambda world: world.journal.allow_overwrite(), cut)
        left = set(self.view.games)
        assert left == {seq for seq in before if seq >= min(left, default=0)}, "the oldest ones go"
        self.let_go = max(before - left, default=0)
        archive = self.world.journal._archive
        if archive is not None and archive.allowed:
            # There was room for now. The oldest chunk may go when there is none any more.
            self.let_go = next(entry[2] for entry in archive.entries if entry[2] > self.world.journal.acked)

    @invariant()
    def nothing_else_is_touched(self):
        if hasattr(self, "world"):
            assert self.world.file is None or self.world.file.others_are_untouched()
            assert self.world.journal.journal_id == self.journal_id
            assert self.world.journal.next_seq > max(self.games, default=0)


Machine.TestCase.settings = settings(max_examples=30, stateful_step_count=25, deadline=None)
TestMachine = Machine.TestCase
