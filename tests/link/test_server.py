"""Replies: what a request gets back."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lightpeg import VERSION
from lightpeg.link.frame import BAD_CHECK, BAD_TEXT, TOO_LONG, encode
from lightpeg.link.server import PROTOCOL, reply

BOARD = {"panel": [16, 16]}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


def test_hello_tells_who_answers_and_which_protocol_it_speaks():
    told = reply({"id": 5, "do": "hello"}, None, BOARD)
    assert told == {
        "id": 5,
        "ok": {"name": "lightpeg", "version": VERSION, "protocol": PROTOCOL, "panel": [16, 16]},
    }
    assert PROTOCOL == 1


def test_an_unknown_request_has_its_id_and_a_sentence():
    for request in ({"id": 9, "do": "secret"}, {"id": 9}, {"id": 9, "do": ["hello"]}):
        assert reply(request, None, BOARD) == {
            "id": 9,
            "error": "unknown",
            "why": "This firmware knows no such request: run lightpeg install.",
        }


@pytest.mark.parametrize("number", [None, True, "1", 1.0, -1, 1 << 30, [], {}])
def test_a_request_needs_a_whole_number_as_id(number):
    told = reply({"id": number, "do": "hello"}, None, BOARD)
    assert told["id"] is None and told["error"] == "bad" and "needs an id" in told["why"]
    assert "needs an id" in reply({"do": "hello"}, None, BOARD)["why"]


def test_the_ends_of_the_ids_are_taken():
    for number in (0, (1 << 30) - 1):
        assert reply({"id": number, "do": "hello"}, None, BOARD)["id"] == number


def test_what_was_no_frame_is_answered_with_the_reason():
    for fault in (TOO_LONG, BAD_CHECK, BAD_TEXT):
        assert reply(None, fault, BOARD) == {"id": None, "error": "bad", "why": "That line is no frame: " + fault + "."}


@given(st.dictionaries(st.sampled_from(["id", "do", "x"]), JSON))
def test_nothing_a_host_sends_raises_or_makes_a_reply_too_long(request):
    told = reply(request, None, BOARD)
    assert json.loads(encode(told)[:-10]) == told
