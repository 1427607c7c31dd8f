"""Frames of the link. The checks of the known answers are CRC-32s written out as literal bytes; one of them is worked
out here bit by bit, as the definition says, so that they do not rest on the library alone."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lightpeg.link.frame import BAD_CHECK, BAD_TEXT, MAX_FRAME, TOO_LONG, Reader, decode, encode

VECTORS = (
    ({}, b"{}*A3A6BF43\n"),
    ({"id": 1, "do": "hello"}, b'{"id": 1, "do": "hello"}*985BEFDA\n'),
    ({"id": 7, "ok": {"panel": [16, 16]}}, b'{"id": 7, "ok": {"panel": [16, 16]}}*FCCB5824\n'),
    ({"id": None, "error": "\u00e9\n"}, b'{"id": null, "error": "\\u00e9\\n"}*D6F9125E\n'),
)

# Characters that JSON, the line or the check could stumble over, and some plain ones.
TEXTS = st.text(st.sampled_from('aZ09"\\ *{}\n\r\x00\x7f\u00e9\u20ac\U0001f3b2'), max_size=5)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=2),
    max_leaves=3,
)
MESSAGES = st.dictionaries(TEXTS, VALUES, max_size=3).filter(lambda m: len(json.dumps(m)) + 10 <= MAX_FRAME)


def crc_by_definition(data):
    """CRC-32 of ISO 3309: the reflected polynomial EDB88320, all ones before and after."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xEDB88320 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def test_the_check_is_crc_32():
    assert crc_by_definition(b"123456789") == 0xCBF43926, "the check value of the catalogue of CRCs"
    for _, frame in VECTORS:
        text, check = frame[:-10], frame[-9:-1]
        assert b"%08X" % crc_by_definition(text) == check


@pytest.mark.parametrize(("message", "frame"), VECTORS)
def test_known_answers(message, frame):
    assert encode(message) == frame
    assert decode(frame[:-1]) == (message, None)


def test_a_frame_without_spaces_is_one_too():
    """Another program may write its JSON in another way."""
    assert decode(b'{"id":1,"do":"hello"}*A4237A48') == ({"id": 1, "do": "hello"}, None)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (b"", BAD_CHECK),
        (b"hello", BAD_CHECK),
        (b'{"id": 1, "do": "hello"}', BAD_CHECK),
        (b'{"id": 1, "do": "hello"}*985BEFDB', BAD_CHECK),
        (b'{"id": 2, "do": "hello"}*985BEFDA', BAD_CHECK),
        (b'{"id": 1, "do": "hello"}*985befda', BAD_CHECK),
        (b'{"id": 1, "do": "hello"} 985BEFDA', BAD_CHECK),
        (b"[]*0D4CBB29", BAD_TEXT),
        (b"{*15D54739", BAD_TEXT),
        (b"*00000000", BAD_TEXT),
        (b"\xff*FF000000", BAD_TEXT),
        (b" " * MAX_FRAME, TOO_LONG),
    ],
)
def test_what_is_no_frame_has_its_reason(line, fault):
    assert decode(line) == (None, fault)


def test_deep_nesting_is_refused_like_other_bad_text():
    text = b"[" * 500
    line = text + b"*%08X" % crc_by_definition(text)
    assert len(line) < MAX_FRAME
    assert decode(line) == (None, BAD_TEXT)


def test_a_message_too_long_for_a_frame_is_not_sent():
    room = MAX_FRAME - len(encode({"a": ""}))
    assert len(encode({"a": "x" * room})) == MAX_FRAME
    with pytest.raises(ValueError, match="1025 bytes is longer than 1024"):
        encode({"a": "x" * (room + 1)})


def test_the_longest_frame_is_read():
    message = {"a": "x" * (MAX_FRAME - len(encode({"a": ""})))}
    assert Reader().feed(encode(message)) == [(message, None)]


@given(MESSAGES, MESSAGES, st.lists(st.integers(1, 40)))
def test_round_trip_in_any_pieces(first, second, cuts):
    stream = encode(first) + b"\r\n\n" + encode(second)
    reader = Reader()
    found = []
    for cut in cuts:
        found += reader.feed(stream[:cut])
        stream = stream[cut:]
    found += reader.feed(stream)
    assert found == [(first, None), (second, None)]


@given(MESSAGES, st.data())
def test_any_changed_byte_is_noticed(message, data):
    frame = bytearray(encode(message)[:-1])
    at = data.draw(st.integers(0, len(frame) - 1))
    frame[at] ^= data.draw(st.integers(1, 255))
    got, fault = decode(bytes(frame))
    assert got is None and fault


def test_a_carriage_return_before_the_line_feed_is_harmless():
    assert Reader().feed(b'{"id": 1, "do": "hello"}*985BEFDA\r\n') == [({"id": 1, "do": "hello"}, None)]


def test_too_long_a_line_is_drained_reported_once_and_the_next_is_read():
    reader = Reader()
    found = []
    for _ in range(100):
        found += reader.feed(b"x" * 100)
    assert found == []
    found = reader.feed(b"tail\n" + encode({"id": 1}))
    assert found == [(None, TOO_LONG), ({"id": 1}, None)]


@pytest.mark.parametrize("begun", [b'{"id": 7, "do": "hel', b"x" * 600])
def test_a_line_that_nobody_will_end_is_forgotten(begun):
    reader = Reader()
    assert reader.feed(begun) == []
    reader.reset()
    assert reader.feed(encode({"id": 1})) == [({"id": 1}, None)]


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 700))
def test_garbage_neither_raises_nor_grows(seed, size):
    """5,000 random bytes an example, 100,000 in all, and a frame is understood right after a line's end."""
    chance = random.Random(seed)
    reader = Reader()
    left = 5000
    while left > 0:
        for message, fault in reader.feed(chance.randbytes(min(size, left))):
            assert message is None and fault in (TOO_LONG, BAD_CHECK, BAD_TEXT)
        left -= size
        assert len(reader._held) < MAX_FRAME
    reader.feed(b"\n")
    assert reader.feed(encode({"id": 3})) == [({"id": 3}, None)]


@given(st.binary(max_size=600))
def test_any_line_is_a_dict_or_a_fault(line):
    message, fault = decode(line)
    assert (message is None) != (fault is None)
    assert message is None or isinstance(json.loads(json.dumps(message)), dict)
