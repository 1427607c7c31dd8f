"""The page of the link agrees with the definitions, and its conversation is held as it stands there."""

import subprocess
import sys

import pytest

from lightpeg.link import server
from lightpeg.link.frame import Reader, encode
from lightpeg.link.requests import ERRORS, REQUESTS
from tests.link.fake_desk import FakeDesk
from tests.link.test_frame import crc_by_definition
from tests.link.wanted import FIELDS

from .pages import ROOT, blocks, text_of

DOCS = ROOT / "docs"
PAGE = "docs/protocol.md"


@pytest.fixture(scope="module")
def drawing():
    sys.path.insert(0, str(DOCS))
    try:
        import draw_protocol

        yield draw_protocol
    finally:
        sys.path.remove(str(DOCS))


def test_the_tables_are_not_stale():
    told = subprocess.run(
        [sys.executable, DOCS / "draw_protocol.py", "--check"], capture_output=True, text=True, check=False, timeout=60
    )
    assert told.returncode == 0, told.stdout + told.stderr


def test_everything_defined_is_told(drawing):
    assert drawing.faults() == []
    assert tuple(drawing.told_requests()) == tuple(REQUESTS)
    assert tuple(drawing.told_errors()) == ERRORS


def test_a_field_that_is_not_told_is_noticed(drawing, monkeypatch):
    entry = (*REQUESTS["ack"], ("extra", "flag", 0, 1))
    monkeypatch.setitem(REQUESTS, "ack", entry)
    assert drawing.faults() == ["ack has the fields ['seq', 'extra'], told are ['seq']"]


def test_another_limit_makes_the_page_stale(drawing, monkeypatch):
    text = text_of(PAGE)
    assert drawing.drawn(text) == text
    monkeypatch.setitem(REQUESTS, "ack", ("acknowledge", ("seq", "whole", 0, 9)))
    assert "a whole number from 0 to 9 |" in drawing.drawn(text)


@pytest.mark.parametrize("name", REQUESTS)
def test_the_replies_are_what_is_told(drawing, name):
    desk = FakeDesk()
    desk.games = {1: b"record"}
    desk.uploaded = {"mine": {"name": "Mine", "holes": 3, "colours": 5}}
    desk.kept_tables = {"old": b"table"}
    desk.held = True
    told = server.Server(desk).answer({"id": 1, "do": name, **FIELDS[name]}, None)
    assert sorted(told["ok"]) == sorted(drawing.told_requests()[name].reply)


def test_the_conversation_is_held_as_told(monkeypatch):
    monkeypatch.setattr(server, "VERSION", "1.0.0")
    desk = FakeDesk()
    desk.games = {42: b"lightpeg"}
    board = server.Server(desk)
    reader = Reader()
    lines = blocks(text_of(PAGE), "")[0].splitlines()
    assert len(lines) == 18
    for asked, answered in zip(lines[::2], lines[1::2], strict=True):
        assert asked.startswith("> ") and answered.startswith("< ")
        text, _, check = answered[2:].encode().rpartition(b"*")
        assert b"%08X" % crc_by_definition(text) == check
        reader.take(asked[2:].encode() + b"\n")
        assert board.serve(reader) == answered[2:].encode() + b"\n"
        assert not reader.waiting
    assert desk.prepared == {"key": "classic", "who": "board", "games": 1}
    assert desk.acked == 42


def test_the_number_of_the_protocol_and_the_longest_frame():
    text = text_of(PAGE)
    assert f"\nProtocol: {server.PROTOCOL}\n" in text
    longest = {"a": "x" * 1005}
    assert len(encode(longest)) == 1024 and "at most 1024 bytes" in text
    with pytest.raises(ValueError, match="longer"):
        encode({"a": "x" * 1006})
    assert "looks at two lines at most" in text and server.MOST == 2
