"""The choices that the first firmware kept in nvm, as it wrote them, cut after every byte; they are taken over."""

import json
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lightpeg.store.choices import HALF, START, load
from lightpeg.store.journal import Journal
from lightpeg.ui.settings import Settings

from .flash import FlashFile, Nvm, Power, images
from .old_choices import save

SIZE = 4096


class Cut(Exception):
    """The power went away."""


class Bytes(bytearray):
    """A byte store that loses its power after `budget` more written bytes."""

    budget = 1 << 30

    def __setitem__(self, place, data):
        assert isinstance(place, slice), "the firmware writes slices"
        start, stop, _ = place.indices(len(self))
        assert stop - start == len(data), "a byte store keeps its size"
        assert start >= START and stop <= START + 2 * HALF, "the rest of the store belongs to others"
        count = min(len(data), self.budget)
        self.budget -= count
        super().__setitem__(slice(start, start + count), data[:count])
        if count < len(data):
            raise Cut


def erased():
    return Bytes(b"\xff" * SIZE)


class Flash(bytearray):
    """The nvm of an RP2040: to change used bytes it erases all of them, and may lose its power there."""

    erases = 0
    cut_in_erase = False

    def __setitem__(self, place, data):
        if any(byte != 0xFF for byte in self[place]):
            self.erases += 1
            if self.cut_in_erase:
                super().__setitem__(slice(0, SIZE), b"\xff" * SIZE)
                raise Cut
        super().__setitem__(place, data)


CHOICES = st.dictionaries(st.sampled_from(["who", "games", "first", "rows"]), st.integers(0, 12), max_size=4)
# Some fill a half with one record.
LONG = st.integers(1, 460).map(lambda n: {"variant": "x" * n})


def test_an_erased_store_has_none():
    assert load(erased()) is None
    assert load(bytearray(SIZE)) is None


def test_the_bytes_of_the_first_record():
    store = erased()
    save(store, {"a": 1})
    wanted = bytes.fromhex("a4 00 08") + b'{"a": 1}' + bytes.fromhex("0f788bc0")
    assert bytes(store).strip(b"\xff") == wanted
    assert bytes(store).find(wanted) in (START, START + HALF)


def test_the_same_choices_again_write_nothing():
    store = erased()
    save(store, {"a": 1})
    store.budget = 0
    save(store, {"a": 1})
    assert load(store) == {"a": 1}


def test_appending_changes_only_erased_bytes_until_a_half_is_full():
    """Each record of 15 bytes: a half takes 34 of them, and so two halves 68 saves without one erased byte."""
    store = erased()
    for number in range(68):
        before = bytes(store)
        save(store, {"a": 1} if number % 2 else {"a": 2})
        changed = [n for n in range(SIZE) if before[n] != store[n]]
        assert all(before[n] == 255 for n in changed)
        assert load(store) == ({"a": 1} if number % 2 else {"a": 2})


def test_the_chip_erases_only_where_both_halves_are_full():
    """Records of 41 bytes: a half takes 12. The first 24 changes erase nothing, and then each twelfth does."""
    store = Flash(b"\xff" * SIZE)
    erases = []
    for number in range(60):
        for _ in range(3):
            save(store, {"variant": "growing", "games": number % 2 + 2})
        erases.append(store.erases)
    assert len(json.dumps({"variant": "growing", "games": 2})) + 7 == 41
    assert erases == [0] * 24 + [1] * 12 + [2] * 12 + [3] * 12


def test_a_cut_while_the_chip_erases_leaves_the_defaults_and_a_store_that_can_be_written():
    store = Flash(b"\xff" * SIZE)
    store.cut_in_erase = True
    with pytest.raises(Cut):
        for number in range(100):
            save(store, {"a": number})
    assert load(store) is None
    save(store, {"a": 1})
    assert load(store) == {"a": 1}


def test_choices_too_long_are_refused_and_the_last_stay():
    store = erased()
    save(store, {"a": 1})
    longest = HALF - 7 - len('{"a": ""}')
    with pytest.raises(ValueError, match="take 513 bytes; 512 can be kept"):
        save(store, {"a": "x" * (longest + 1)})
    assert load(store) == {"a": 1}
    save(store, {"a": "x" * longest})
    assert load(store) == {"a": "x" * longest}


def test_every_choice_of_the_menu_at_its_longest_can_be_kept():
    longest = Settings({"variant": "\u20ac" * 40, "games": 12, "rows": 12})
    for name, value in (("who", 3), ("clock", 5), ("brightness", 4), ("palette", 3), ("names", 7), ("sound", 0)):
        setattr(longest, name, value)
    for name in ("first", "repeats", "letters", "left_handed", "player1", "player2"):
        setattr(longest, name, 1)
    assert set(longest.as_dict()) == set(vars(longest)), "nothing is left at its default"
    store = erased()
    for _ in range(5):
        save(store, longest.as_dict())
        assert load(store) == longest.as_dict()
        save(store, {})
        assert load(store) == {}
    journal = Journal(bytearray(b"\xff" * 4096), None, bytes)
    assert journal.keep_settings(longest.as_dict()) and journal.settings == longest.as_dict()


def test_a_cut_after_every_byte_through_both_halves_and_round_again():
    """Forty saves of up to a fifth of a half, each of them cut after each of its bytes."""
    store = erased()
    kept = None
    for number in range(40):
        wanted = {"n": number, "x": "y" * (number * 7 % 90)}
        before = bytes(store)
        complete = False
        budget = 0
        while not complete:
            cut = Bytes(before)
            cut.budget = budget
            try:
                save(cut, wanted)
                complete = True
            except Cut:
                pass
            got = load(cut)
            assert got == kept or got == wanted, (number, budget)
            cut.budget = 1 << 30
            save(cut, {"after": budget})
            assert load(cut) == {"after": budget}, "a cut leaves a store that can be written"
            budget += 1
        save(store, wanted)
        assert load(store) == wanted
        kept = wanted


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(CHOICES | LONG, st.none() | st.integers(0, 1100)), min_size=1, max_size=40))
def test_whatever_is_saved_and_cut_the_last_or_the_one_before_is_read(course):
    store = erased()
    model = None
    for choices, cut in course:
        store.budget = 1 << 30 if cut is None else cut
        try:
            save(store, choices)
            model = choices
        except Cut:
            got = load(store)
            assert got in (model, choices)
            model = got
        assert load(store) == model


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=2 * HALF), st.integers(0, 2 * HALF), CHOICES)
def test_garbage_in_the_store_is_no_choice_and_gives_way(garbage, at, choices):
    store = erased()
    bytearray.__setitem__(
        store, slice(START + at, START + at + len(garbage[: 2 * HALF - at])), garbage[: 2 * HALF - at]
    )
    assert load(store) is None
    save(store, choices)
    assert load(store) == choices


@given(st.lists(st.integers(0, 400), min_size=1, max_size=3), st.integers(0, 7))
def test_worn_bits_are_noticed(places, bit):
    """Any changed byte of the last record gives the record before it."""
    store = erased()
    save(store, {"a": 1})
    before = bytes(store)
    save(store, {"a": "z" * 380})
    record = [n for n in range(SIZE) if store[n] != before[n]]
    for place in set(places):
        at = record[place % len(record)]
        bytearray.__setitem__(store, at, store[at] ^ 1 << bit)
    assert load(store) == {"a": 1}


@pytest.mark.parametrize("text", [b"[1]", b"{", b"\xff\xfe", b"null"])
def test_a_sound_record_that_holds_no_choices_is_none(text):
    store = erased()
    record = b"\xa4" + len(text).to_bytes(2, "big") + text
    record += zlib.crc32(record).to_bytes(4, "big")
    store[START : START + len(record)] = record
    assert load(store) is None
    save(store, {"a": 1})
    assert load(store) == {"a": 1}
    assert json.dumps(load(store))


def test_a_journal_takes_them_over_once():
    store = erased()
    save(store, {"variant": "arms", "sound": 0})
    save(store, {"variant": "growing", "sound": 0})
    file = FlashFile(Power(), 4096 + 4 * 8192)
    for data_file in (None, file):
        nvm = bytearray(store)
        journal = Journal(nvm, data_file, bytes)
        assert journal.settings == {"variant": "growing", "sound": 0}
        assert (journal.start, journal.last_seq, journal.damaged) == (1, 0, 1)
        journal.keep_settings({"variant": "duel"})
        again = Journal(nvm, data_file, bytes)
        assert (again.settings, again.damaged) == ({"variant": "duel"}, 0)


def test_a_cut_at_every_step_while_a_journal_takes_them_over():
    """With an archive; without one a cut in the 53 ms of writing nvm anew gives the defaults."""
    store = erased()
    save(store, {"variant": "growing"})
    power = Power()
    nvm = Nvm(power, bytearray(store))
    file = FlashFile(power, 4096 + 4 * 8192, 512)
    memories = [(memory, bytearray(memory)) for memory in (nvm.memory, file.memory)]
    power.trace = []
    Journal(nvm, file, bytes)
    for made in images(power.trace, memories):
        if made % 5 == 0:
            copies = [bytearray(copy) for _, copy in memories]
            other = Power()
            journal = Journal(Nvm(other, copies[0]), FlashFile(other, file.size, 512, copies[1]), bytes)
            assert journal.settings == {"variant": "growing"}
