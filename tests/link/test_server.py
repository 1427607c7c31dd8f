"""Replies: what a request gets back from a board that is a `FakeDesk`."""

import base64
import json
from zlib import crc32

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lightpeg import VERSION
from lightpeg.link.frame import BAD_CHECK, BAD_TEXT, MAX_FRAME, TOO_LONG, Reader, decode, encode
from lightpeg.link.requests import ERRORS, REQUESTS
from lightpeg.link.server import MOST, PROTOCOL, Refusal, Server

from .fake_desk import FakeDesk
from .wanted import FIELDS

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
# What is no whole number in any limits, however much it looks like one.
NO_NUMBERS = (None, True, False, "1", 1.0, float("nan"), float("inf"), -1, 1 << 80, [], {})
MINE = {"name": "Mine", "holes": 3, "colours": 5}


@pytest.fixture
def desk():
    desk = FakeDesk()
    desk.uploaded = {"mine": MINE}
    desk.kept_tables = {"old": b"table"}
    return desk


def ask(desk, do, **fields):
    """The reply without its id."""
    reply = Server(desk).answer({"id": 5, "do": do, **fields}, None)
    assert reply.pop("id") == 5
    if "ok" in reply:
        assert list(reply) == ["ok"]
        return reply["ok"]
    assert list(reply) == ["error", "why"] and reply["error"] in ERRORS and reply["why"].endswith(".")
    return reply["error"]


def frames(data):
    """The messages in the frames a board sends."""
    return [decode(line)[0] for line in data.splitlines()]


def test_hello_tells_who_answers_and_which_protocol_it_speaks(desk):
    told = ask(desk, "hello")
    assert (told["name"], told["version"], told["protocol"], told["panel"]) == ("lightpeg", VERSION, 1, [16, 16])
    assert (told["board"], told["journal"]) == ("e6614c311b4a5f2f", "0BADCAFE")
    assert PROTOCOL == 1


@pytest.mark.parametrize("do", ["secret", "", None, 1, ["hello"], {}, "__init__", "answer", "game_after"])
def test_an_unknown_request_is_told_so(desk, do):
    assert ask(desk, do) == "unknown"


def test_a_request_without_a_do_is_unknown(desk):
    assert Server(desk).answer({"id": 0}, None)["error"] == "unknown"


@pytest.mark.parametrize("number", [*NO_NUMBERS, 1 << 30])
def test_a_request_needs_a_whole_number_as_id(desk, number):
    told = Server(desk).answer({"id": number, "do": "hello"}, None)
    assert told["id"] is None and told["error"] == "bad" and "needs an id" in told["why"]
    assert Server(desk).answer({"do": "hello"}, None)["error"] == "bad"


def test_the_ends_of_the_ids_are_taken(desk):
    for number in (0, (1 << 30) - 1):
        assert Server(desk).answer({"id": number, "do": "players"}, None)["id"] == number


@pytest.mark.parametrize("fault", [TOO_LONG, BAD_CHECK, BAD_TEXT])
def test_what_was_no_frame_is_answered_with_the_reason(desk, fault):
    told = Server(desk).answer(None, fault)
    assert told == {"id": None, "error": "bad", "why": "That line is no frame: " + fault + "."}


@pytest.mark.parametrize("do", REQUESTS)
def test_every_request_is_done_with_good_fields(desk, do):
    desk.held = True
    assert isinstance(ask(desk, do, **FIELDS[do]), dict)


@pytest.mark.parametrize("do", REQUESTS)
def test_a_field_too_many_or_too_few_is_refused(desk, do):
    assert ask(desk, do, **FIELDS[do], extra=1) == "field"
    for field in FIELDS[do]:
        rest = {name: value for name, value in FIELDS[do].items() if name != field}
        optional = any(spec[0] == field + "?" for spec in REQUESTS[do][1:])
        assert (ask(desk, do, **rest) == "field") != optional
        assert (ask(desk, do, **rest, **{field: None}) == "field") != optional


def test_a_name_that_is_no_text_is_no_field(desk):
    """MicroPython takes any value for an object's key."""
    assert Server(desk).answer({"id": 1, "do": "players", 3: 4, None: 5}, None)["error"] == "field"


@pytest.mark.parametrize(
    ("do", "field", "bad"),
    [
        ("time", "epoch", (1577836799, 4294967296)),
        ("games", "since", (4294967296,)),
        ("ack", "seq", (4294967296,)),
        ("variants", "from", (1001,)),
        ("table_put", "size", (0, 24577)),
        ("table_put", "at", (24576,)),
        ("match", "games", (0, 13)),
        ("match", "first", (2,)),
        ("match", "rows", (0, 13)),
    ],
)
def test_numbers_out_of_their_limits_are_refused(desk, do, field, bad):
    for value in (*NO_NUMBERS[1:], *bad):
        assert ask(desk, do, **{**FIELDS[do], field: value}) == "field"


@pytest.mark.parametrize(
    ("do", "field", "bad"),
    [
        ("variant", "key", ("", "x" * 41, "a\n", "\ud800", "\x7f", "\U0001f3b2", 1, None, [], True)),
        ("variant_put", "key", ("", "x" * 25, "Mine", "a b", "a.json", "../x", "é", 7, None)),
        ("table_put", "name", ("", "x" * 25, "T", "a/b", 7)),
        ("variant_put", "variant", (None, [], "classic", 1, {}, dict.fromkeys(range(19)))),
        ("live", "events", (None, 0, 1, "true", [])),
        ("match", "who", ("computer", "BOARD", "", 0, None, ["board"])),
        ("match", "players", ([1], [1, 2, 3], [1, 9], [-1, 0], [1, 1], [1.0, 2], [True, 0], "12", {}, 1)),
        ("players_put", "players", (["a"] * 7, ["a"] * 9, "abcdefgh", None, {}, [1] * 8)),
        ("table_put", "data", ("", "AAA", "AAAA" * 201, "====", "A===", "AA\n=", "é" * 4, "!!!!", 5, None, ["AAAA"])),
        ("settings_put", "settings", ({}, [], None, {"games": True}, {"games": 1.0}, {"games": -1}, {"games": 256})),
        ("settings_put", "settings", ({"variant": "x" * 41}, {"variant": ""}, {"variant": "\n"}, {"variant": ["a"]})),
        (
            "settings_put",
            "settings",
            (
                {"x" * 25: 1},
                {"\n": 1},
                {"é": 1},
                {"\ud800": 1},
                {"who": "board"},
                {str(n): n for n in range(21)},
                {"unheard": 1},
            ),
        ),
    ],
)
def test_other_fields_hold_what_is_allowed(desk, do, field, bad):
    for value in bad:
        assert ask(desk, do, **{**FIELDS[do], field: value}) == "field", value


@pytest.mark.parametrize(
    "name", [" Ada", "Ada ", "A\tB", "\x1b[2J", "\ud83d", "\U0001f600", "x" * 25, "é" * 13, "\x9b"]
)
def test_names_that_no_terminal_and_no_board_can_show(desk, name):
    assert ask(desk, "players_put", players=[name] + [""] * 7) == "field"


def test_names_of_other_alphabets_are_kept(desk):
    names = ["José", "Nguyễn Ánh", "\u0926\u093e\u0938", "Søren", "x" * 24, "é" * 12, "O'Neill \"\\", ""]
    assert ask(desk, "players_put", players=names) == {"players": names}
    assert desk.names == names
    assert ask(desk, "players") == {"players": names}


def test_time_is_told_and_asked(desk):
    assert ask(desk, "time") == {"start": 3, "seconds": 100, "epoch": None, "dates": []}
    told = ask(desk, "time", epoch=1767225600)
    assert told == {"start": 3, "seconds": 100, "epoch": 1767225600, "dates": [[3, 1767225500]]}
    desk.seconds = 160
    assert ask(desk, "time", epoch=None)["epoch"] == 1767225660


def test_games_are_fetched_one_by_one_and_acknowledged(desk):
    desk.games = {2: b"\x00\xff", 5: b"\x01" * 400}
    assert ask(desk, "games", since=0) == {"seq": 2, "data": "AP8=", "last": 5}
    assert ask(desk, "games", since=2) == {"seq": 5, "data": base64.b64encode(b"\x01" * 400).decode(), "last": 5}
    assert ask(desk, "games", since=5) == {"seq": None, "last": 5}
    assert ask(desk, "ack", seq=2) == {"acked": 2}
    assert ask(desk, "ack", seq=4294967295) == {"acked": 5}
    assert ask(desk, "ack", seq=1) == {"acked": 5}


def test_variants_come_in_pages_that_fit(desk):
    desk.uploaded = {f"{'u' * 22}{n:02}": MINE for n in range(12)}
    desk.drive = {"\u0926" * 38 + f"{n:02}": None for n in range(12)}
    found, at = [], 0
    while at is not None:
        reply = Server(desk).answer({"id": (1 << 30) - 1, "do": "variants", "from": at}, None)
        assert len(encode(reply)) <= MAX_FRAME
        found += reply["ok"]["variants"]
        at = reply["ok"]["next"]
        assert at in (None, len(found))
    assert found == desk.variant_list() and len(found) == 30
    assert ask(desk, "variants", **{"from": 30}) == {"variants": [], "next": None}
    assert ask(desk, "variants", **{"from": 1000}) == {"variants": [], "next": None}


def test_a_variant_is_kept_told_and_removed(desk):
    assert ask(desk, "variant_put", key="four", variant={**MINE, "rows": 4, "row_choices": [4]}) == {"key": "four"}
    told = ask(desk, "variant", key="four")
    assert told["variant"]["rows"] == 4 and told["variant"]["players"] == ["board", "screen", "paper"]
    assert ask(desk, "variant_remove", key="four") == {"key": "four"}
    assert ask(desk, "variant", key="four") == "missing"
    assert ask(desk, "variant_remove", key="four") == "missing"
    assert ask(desk, "variant_put", key="classic", variant=MINE) == "field"
    assert ask(desk, "variant_put", key="bad", variant={**MINE, "holes": 77}) == "field"
    desk.uploaded = {str(n): MINE for n in range(12)}
    assert ask(desk, "variant_put", key="one-more", variant=MINE) == "full"


def test_a_table_comes_in_parts(desk):
    data = bytes(range(256)) * 5
    told = []
    for at in range(0, len(data), 600):
        part = base64.b64encode(data[at : at + 600]).decode()
        reply = ask(desk, "table_put", name="new", size=len(data), crc=crc32(data), at=at, data=part)
        told.append(reply["at"])
    assert told == [600, 1200, 1280] and desk.kept_tables["new"] == data
    assert ask(desk, "table_put", name="new", size=1280, crc=0, at=600, data="AAAA") == "field"
    assert ask(desk, "table_remove", name="new") == {"name": "new"}
    assert ask(desk, "table_remove", name="new") == "missing"


def test_a_match_is_put_on_the_panel(desk):
    assert ask(desk, "match", key="arms", who="board", games=3) == {}
    assert desk.prepared == {"key": "arms", "who": "board", "games": 3}
    fields = {"key": "arms", "who": "screen", "games": 2, "first": 1, "rows": 9, "players": [0, 0]}
    assert ask(desk, "match", **fields) == {} and desk.prepared == fields
    assert ask(desk, "match", key="arms", who="screen", games=3) == "field"
    assert ask(desk, "match", key="duel", who="board", games=1) == "field"
    assert ask(desk, "match", key="none", who="board", games=1) == "missing"


def test_restarts_need_a_hand_at_the_board(desk):
    for mode in ("bootloader", "maintenance"):
        assert ask(desk, mode) == "held" and desk.restarted is None
    desk.held = True
    for mode in ("bootloader", "maintenance"):
        assert ask(desk, mode) == {} and desk.restarted == mode


def test_while_a_match_is_played_only_what_disturbs_nobody_is_done(desk):
    desk.busy = True
    done = [do for do in REQUESTS if ask(desk, do, **FIELDS[do]) not in ("busy", "held")]
    assert done == [
        "hello", "time", "status", "games", "ack", "variants", "variant", "players", "settings", "tables", "live",
    ]  # fmt: skip
    assert desk.live == (True, False)


def test_memory_that_fails_is_a_refusal(desk):
    desk.broken = True
    assert ask(desk, "games", since=0) == "storage"
    assert ask(desk, "players_put", **FIELDS["players_put"]) == "storage"

    def short():
        raise MemoryError

    desk.players = short
    assert ask(desk, "players") == "busy"


def test_a_long_sentence_is_cut(desk):
    def refuse():
        raise Refusal("busy", "é" * 5000)

    desk.players = refuse
    reply = Server(desk).answer({"id": 1, "do": "players"}, None)
    assert reply["why"] == "é" * 400


def test_what_no_frame_takes_is_a_refusal(desk):
    desk.games = {1: b"x" * 900}
    reader = Reader()
    reader.take(encode({"id": 6, "do": "games", "since": 0}))
    assert frames(Server(desk).serve(reader)) == [{"id": 6, "error": "storage", "why": "That is too long to tell."}]


def test_two_lines_a_turn_in_their_order(desk):
    assert MOST == 2
    reader = Reader()
    reader.take(b"".join(encode({"id": n, "do": "players"}) for n in range(5)))
    served = [frames(Server(desk).serve(reader)) for _ in range(4)]
    assert [[reply["id"] for reply in turn] for turn in served] == [[0, 1], [2, 3], [4], []]


def test_junk_is_answered_once_a_turn(desk):
    reader = Reader()
    reader.take(b"x\ny\nz\n" + encode({"id": 4, "do": "players"}) + b"\r\n \n")
    bad = {"id": None, "error": "bad", "why": "That line is no frame: bad check."}
    assert frames(Server(desk).serve(reader)) == [bad]
    told = frames(Server(desk).serve(reader))
    assert told[0] == bad and told[1]["id"] == 4
    assert Server(desk).serve(reader) == b"" and not reader.waiting


FIELD_NAMES = sorted({spec[0].rstrip("?") for entry in REQUESTS.values() for spec in entry[1:]})


# Any JSON takes long to make on a busy computer.
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.sampled_from(sorted(REQUESTS)), st.dictionaries(st.sampled_from(FIELD_NAMES), JSON), st.data())
def test_nothing_a_host_sends_raises_or_makes_a_reply_too_long(do, fields, data):
    wanted = FIELDS[do]
    if data.draw(st.booleans()):
        # Good but for some of the fields.
        fields = {name: data.draw(JSON) if data.draw(st.integers(0, 3)) == 0 else wanted[name] for name in wanted}
    told = Server(FakeDesk()).answer({"id": 1, "do": do, **fields}, None)
    assert json.loads(encode(told)[:-10]) == json.loads(json.dumps(told))
