"""A finished game as bytes: worked out by hand once, then there and back, cut short, and changed in every byte."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightpeg.core import variant_fields
from lightpeg.core.builtin import BUILTIN, builtin
from lightpeg.core.variant import Variant
from lightpeg.store import game_record, variant_codec
from lightpeg.store.game_reader import FinishedGame, unpack
from lightpeg.store.game_record import pack, seq_of
from lightpeg.store.packing import Taker, put_nibbles, put_number, put_text

from .stored import fields_of, games, same_variant, variants

# Two games of classic, the second one: Ada's code, guessed by Bo in two rows after 3 and 200 seconds.
KNOWN = FinishedGame(
    seq=300,
    match_id=299,
    start=5,
    seconds=1000,
    variant=builtin("classic"),
    who="screen",
    games=2,
    number=1,
    codemaker=0,
    names=("Ada", "Bo"),
    result="solved",
    points=(0, 2),
    totals=(10, 2),
    over=True,
    leader=1,
    secrets=((0, 1, 2, 3), None),
    rows=([], [((0, 0, 1, 5), 1, 1, 3000), ((0, 1, 2, 3), 4, 0, 200000)]),
)
KNOWN_BYTES = b"".join(
    [
        bytes([1, 0xAC, 0x02]),  # version; 300 = 2 * 128 + 44
        bytes([0x01 | 0x08 | 2 << 4 | 0x40]),  # under the screen, over, player 1 leads, the code of player 0
        bytes([0x11, 0x00, 0x00, 0x02, 0x02]),  # game 1 of 2; level 0, solved; no duel; points 0, 2; rows 0, 2
        bytes([1, 5, 0xE8, 0x07, 10, 2]),  # the match began one earlier; start 5, 1000 = 7 * 128 + 104 s; totals
        bytes([0x02 | 0x04 | 0x10 | 0x40, 0x46, 0xA0, 0x00, 2 << 3, 0b100100, 0x00, 0x02]),  # rows to choose: 10
        b"\x07Classic\x03Ada\x02Bo",
        bytes([0x01, 0x23]),
        bytes([0x00, 0x15, 0x11, 0xB8, 0x17]),  # 3000 = 23 * 128 + 56
        bytes([0x01, 0x23, 0x40, 0xC0, 0x9A, 0x0C]),  # 200000 = (12 * 128 + 26) * 128 + 64
    ]
)


def test_known_bytes():
    assert pack(KNOWN) == KNOWN_BYTES
    assert fields_of(unpack(KNOWN_BYTES)) == fields_of(KNOWN)
    assert (unpack(KNOWN_BYTES).key, unpack(KNOWN_BYTES).holes) == ("classic", 4)


@given(games())
def test_there_and_back(game):
    record = pack(game)
    again = unpack(record)
    assert fields_of(again) == fields_of(game)
    assert seq_of(record) == game.seq
    assert pack(again) == record


@given(games(), st.data())
def test_any_shorter_or_longer_bytes_are_malformed(game, data):
    record = pack(game)
    with pytest.raises(ValueError):
        unpack(record[: data.draw(st.integers(0, len(record) - 1))])
    with pytest.raises(ValueError):
        unpack(record + b"\0")


@given(games(), st.data())
def test_changed_bytes_are_a_game_or_malformed(game, data):
    record = bytearray(pack(game))
    for _ in range(3):
        record[data.draw(st.integers(0, len(record) - 1))] = data.draw(st.integers(0, 255))
    try:
        again = unpack(bytes(record))
    except ValueError:
        return
    for rows in again.rows:
        for guess, black, white, _ in rows:
            assert len(guess) == again.holes
            assert black + white <= again.holes
            assert max(guess) < again.variant.values


@given(st.binary(max_size=200))
def test_any_bytes_are_a_game_or_malformed(data):
    seq_of(data)
    for record in (data, b"\1" + data):
        with contextlib.suppress(ValueError):
            unpack(record)


def test_another_version_is_refused_by_name():
    with pytest.raises(ValueError, match="version 2"):
        unpack(b"\2" + KNOWN_BYTES[1:])
    # Its number can be read all the same.
    assert seq_of(b"\2" + KNOWN_BYTES[1:]) == 300
    assert seq_of(b"\1\x80") == 0


def test_a_game_knows_its_fields_only():
    with pytest.raises(TypeError):
        FinishedGame(colour="red")


@given(variants())
def test_variants_there_and_back(variant):
    out = bytearray()
    variant_codec.pack(out, variant)
    taker = Taker(out)
    assert same_variant(variant_codec.unpack(taker), variant)
    taker.end()


@pytest.mark.parametrize("key", BUILTIN)
def test_builtin_variants_with_options(key):
    for variant in (builtin(key), builtin(key).with_options(rows=3, repeats=True, symbols="letters")):
        variant.clock = (86400, 3600, 86400)
        out = bytearray()
        variant_codec.pack(out, variant)
        assert same_variant(variant_codec.unpack(Taker(out)), variant)
    # Flags and numbers, name, and the clock that was set.
    assert len(out) == 8 + 1 + len(key) + 3 + 2 + 3


def test_the_format_has_every_word_of_a_variant():
    words = variant_fields.WORDS
    assert set(variant_codec.FEEDBACK) == set(words["feedback"])
    assert set(variant_codec.SYMBOLS) == set(words["symbols"])
    assert set(variant_codec.WRONG) == set(words["wrong_feedback"])
    assert set(variant_codec.SCORING) == set(words["scoring"])
    assert set(variant_codec.PLAYERS) == set(variant_fields.PLAYERS) == set(game_record.WHO)


def test_a_long_key_is_cut_at_a_character():
    out = bytearray()
    variant_codec.pack(out, Variant("ü" * 32 + "xü" * 8, name="U", holes=4, colours=6))
    assert variant_codec.unpack(Taker(out)).key == "ü" * 32
    out = bytearray()
    variant_codec.pack(out, Variant("x" + "ü" * 40, name="U", holes=4, colours=6))
    assert variant_codec.unpack(Taker(out)).key == "x" + "ü" * 31


@given(st.integers(0, 2**63 - 1))
def test_numbers(number):
    out = bytearray()
    put_number(out, number)
    taker = Taker(out)
    assert taker.number() == number
    taker.end()
    assert len(out) == max(1, -(-number.bit_length() // 7))


@given(st.lists(st.integers(0, 15)), st.text(max_size=40))
def test_nibbles_and_texts(values, text):
    out = bytearray()
    put_nibbles(out, values)
    put_text(out, text, 255)
    taker = Taker(out)
    assert taker.nibbles(len(values)) == tuple(values)
    assert taker.text() == text
    assert taker.rest() == b""


def test_a_number_without_end():
    with pytest.raises(ValueError):
        Taker(b"\xff" * 20).number()
