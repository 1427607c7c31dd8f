"""Records among bytes: worked out by hand, found again behind whatever is damaged, and counted."""

import zlib
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightpeg.store.records import DAMAGED, frame, scan, used

PAYLOADS = st.binary(max_size=300)


def found(store, at=0):
    """(kind, payload) of each record; for damage its length."""
    told = []
    for kind, begin, start, end in scan(store, at, len(store)):
        told.append((kind, end + 4 - begin) if kind == DAMAGED else (kind, bytes(store[start:end])))
    return told


def test_known_bytes():
    check = zlib.crc32(b"\x13\x02ab").to_bytes(4, "little")
    assert frame(19, b"ab") == b"\x13\x02ab" + check == bytes.fromhex("1302616291a936bf")
    # 300 = 2 * 128 + 44.
    assert frame(7, bytes(300))[:3] == bytes([7, 128 + 44, 2])
    assert len(frame(7, bytes(300))) == 3 + 300 + 4
    assert len(frame(7, bytes(127))) == 2 + 127 + 4


@given(st.lists(st.tuples(st.integers(1, 63), PAYLOADS), max_size=8), st.integers(0, 20))
def test_what_is_written_is_read_up_to_the_erased_bytes(records, gap):
    store = b"".join(frame(kind, payload) for kind, payload in records)
    assert found(store + b"\xff" * gap) == records
    assert used(store + b"\xff" * gap, 0, len(store) + gap) <= len(store)


@given(st.lists(st.tuples(st.integers(1, 63), PAYLOADS), min_size=1, max_size=6), st.data())
def test_a_changed_byte_costs_its_record_alone(records, data):
    frames = [bytes(frame(kind, payload)) for kind, payload in records]
    n = data.draw(st.integers(0, len(frames) - 1))
    at = data.draw(st.integers(0, len(frames[n]) - 1))
    bad = bytearray(frames[n])
    bad[at] ^= data.draw(st.integers(1, 255))
    store = b"".join([*frames[:n], bytes(bad), *frames[n + 1 :]])
    # Bytes at the end that became erased ones are no damage of their own.
    lost = len(bytes(bad).rstrip(b"\xff")) if n == len(frames) - 1 else len(bad)
    assert found(store) == records[:n] + [(DAMAGED, lost)] * (lost > 0) + records[n + 1 :]


@given(st.integers(1, 63), PAYLOADS, st.integers(1, 63), PAYLOADS)
def test_what_was_cut_short_is_one_damage_and_the_next_record_is_read(kind, payload, other, more):
    whole = bytes(frame(kind, payload))
    for length in range(1, len(whole), 7):
        told = found(whole[:length] + frame(other, more))
        assert told == [(DAMAGED, length), (other, more)]


@pytest.mark.parametrize("garbage", [b"\0" * 500, bytes(range(64)) * 8, b"\x01\x80" * 250, b"\x3f\xff\x7f" * 170])
def test_garbage_is_one_damage(garbage):
    assert found(garbage) == [(DAMAGED, len(garbage))]


def test_erased_bytes_are_nothing():
    assert found(b"\xff" * 4096) == [] and used(b"\xff" * 4096, 0, 4096) == 0


@given(st.binary(max_size=700))
def test_any_bytes_can_be_scanned(data):
    told = list(scan(data, 0, len(data)))
    ends = [(begin, end + 4) for _, begin, _, end in told]
    assert all(one[1] <= other[0] for one, other in pairwise(ends))
