"""What the loop makes of the drive's files and of computers that come and go."""

import json

from lightpeg.app import MOST_VARIANTS
from lightpeg.link.frame import decode, encode
from tests.fakes import FakeBoard


def file(name):
    return json.dumps({"name": name, "holes": 4, "colours": 6, "rows": 6}).encode()


def own(board):
    """Key, name and faults of the variants after the six that are built in."""
    return [(key, name, faults) for key, name, _, faults in board.session.variants[6:]]


def test_hidden_files_are_no_variants():
    files = {"variants/mine.json": file("Mine"), "variants/._mine.json": b"\0\5\x16\7", "variants/.json": b"{}"}
    assert own(FakeBoard(files=files)) == [("mine.json", "Mine", [])]


def test_files_that_are_too_many_are_told_once():
    assert MOST_VARIANTS == 12
    files = {f"variants/{n:02}.json": file(f"V{n}") for n in range(15)}
    variants = own(FakeBoard(files=files))
    assert [name for _, name, _ in variants] == [*(f"V{n}" for n in range(12)), "12.json"]
    assert variants[12] == ("12.json", "12.json", [("variants", "too many", "at most 12")])
    for n in (12, 13, 14):
        del files[f"variants/{n}.json"]
    assert len(own(FakeBoard(files=files))) == 12


def test_half_a_line_of_the_one_before_does_not_spoil_the_first_request():
    for seen in (True, False):
        board = FakeBoard()
        link = board.hardware.link
        link.incoming = b'{"id": 7, "do": "hel'
        if seen:
            board.run(50)
        link.connected = False
        board.run(50)
        link.connected = True
        link.incoming += encode({"id": 1, "do": "hello"})
        board.run(50)
        assert [decode(line)[0]["id"] for line in link.outgoing.splitlines()] == [1], seen


def test_half_a_reply_is_not_ended_for_the_next_one():
    board = FakeBoard()
    link = board.hardware.link
    link.room = 5
    link.incoming = encode({"id": 1, "do": "hello"})
    board.app.turn()
    board.app.turn()
    assert len(link.outgoing) == 5
    link.connected = False
    board.run(50)
    link.connected, link.room, link.outgoing = True, 1000, b""
    link.incoming = encode({"id": 2, "do": "hello"})
    board.run(50)
    assert decode(link.outgoing.strip())[0]["id"] == 2
