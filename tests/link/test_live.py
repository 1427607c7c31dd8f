"""Live messages: what a match tells as it is played, and the picture's changed lines."""

import base64
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lightpeg.core.builtin import builtin
from lightpeg.core.game import ANSWER, GUESS, OVER, REVEAL, SECRET
from lightpeg.core.match import Match
from lightpeg.core.variant_file import check
from lightpeg.link.frame import encode
from lightpeg.link.live import Live


class Picture:
    def __init__(self, width=16, height=16):
        self.width, self.height = width, height
        self.data = bytearray(width * height * 3)

    def light(self, x, y, level=9):
        self.data[(y * self.width + x) * 3] = level


def events():
    return Live(True, False, Picture(), 0)


def told(live, match):
    """Everything there is to tell now, as it arrives at the computer."""
    found = []
    while (message := live.next(match)) is not None:
        assert "id" not in message
        found.append(json.loads(encode(message)[:-10]))
    return found


def kinds(messages):
    return [message["live"] for message in messages]


def test_a_match_against_the_board():
    live = events()
    assert told(live, None) == [{"live": "menu"}]
    assert told(live, None) == []
    match = Match(builtin("classic"), "board", 1)
    match.names = ("Ada", "")
    begun = told(live, match)
    assert begun == [
        {
            "live": "match",
            "key": "classic",
            "name": "Classic",
            "who": "board",
            "games": 1,
            "first": 0,
            "names": ["Ada", ""],
            "colours": 6,
            "blank": False,
            "symbols": "colours",
            "feedback": "keys",
            "scoring": "guesses",
        },
        {"live": "game", "number": 0, "level": 0, "codemaker": 1, "holes": 4, "rows": 10},
    ]
    match.game.start((0, 1, 2, 3), 1000)
    assert told(live, match) == []
    match.game.submit((2, 4, 2, 0), 8000)
    # Black yellow green blue; green red green black: 1 black, 1 white, as the rules' own example has it.
    row = {"live": "row", "player": 0, "row": 0, "guess": [2, 4, 2, 0], "black": 1, "white": 1, "ms": 7000}
    assert told(live, match) == [row]
    match.game.submit((0, 1, 2, 3), 9500)
    last = {"live": "row", "player": 0, "row": 1, "guess": [0, 1, 2, 3], "black": 4, "white": 0, "ms": 1500}
    end = {"live": "end", "result": "solved", "winner": None, "reason": None, "secrets": [None, [0, 1, 2, 3]]}
    assert told(live, match) == [last, end]
    match.settle()
    points = {"live": "points", "points": [2, 0], "totals": [2, 0], "over": True, "winner": None}
    assert told(live, match) == [points]
    assert told(live, match) == []
    assert told(live, None) == [{"live": "menu"}]
    # Who subscribes now gets all of it in the same order.
    assert told(events(), match) == [*begun, row, last, end, points]


def test_an_answer_is_told_when_it_stands():
    live = events()
    match = Match(builtin("arms"), "screen", 2)
    match.game.start((0, 1, 2, 3), 0)
    told(live, match)
    match.game.submit((0, 1, 3, 4), 0)
    assert match.game.phase == ANSWER and told(live, match) == []
    match.game.answer(2, 1, 0)
    (row,) = told(live, match)
    # Player 0 is the codemaker of the first game.
    assert (row["player"], row["guess"], row["black"], row["white"]) == (1, [0, 1, 3, 4], 2, 1)


def test_wrong_feedback_tells_a_void_game_and_the_game_again():
    live = events()
    match = Match(builtin("arms"), "screen", 2)
    match.game.start((0, 1, 2, 3), 0)
    match.game.submit((0, 1, 3, 4), 0)
    match.game.answer(0, 0, 0)
    assert kinds(told(live, match)) == ["match", "game", "end"]
    match.settle()
    points, again = told(live, match)
    assert (points["points"], points["over"]) == ([0, 3], False)
    assert again == {"live": "game", "number": 0, "level": 0, "codemaker": 0, "holes": 4, "rows": 9}


def test_a_paper_game_tells_its_secret_when_it_is_over():
    live = events()
    match = Match(builtin("numbers"), "paper", 1)
    match.game.start(None, 0)
    match.game.submit((0, 1, 2, 3), 0)
    match.game.answer(0, 4, 0)
    assert kinds(told(live, match)) == ["match", "game"], "nothing is told while the answer is checked"
    while match.game.check(50, 0) is None:
        pass
    assert kinds(told(live, match)) == ["row"]
    match.game.resign(0)
    assert match.game.phase == REVEAL and told(live, match) == []
    match.game.reveal((1, 0, 3, 2), 0)
    (end,) = told(live, match)
    assert (end["result"], end["secrets"]) == ("resigned", [[1, 0, 3, 2], None])


def test_a_duels_rows_are_told_when_both_have_guessed():
    live = events()
    match = Match(builtin("duel"), "duel", 1, first=1)
    match.game.start((0, 0, 0, 0, 0), 0)
    match.game.start((1, 1, 1, 1, 1), 0)
    assert kinds(told(live, match)) == ["match", "game"]
    match.game.submit((1, 1, 2, 2, 2), 1000)
    assert told(live, match) == []
    match.game.submit((0, 1, 2, 3, 4), 3000)
    first, second = told(live, match)
    # Player 1 begins and looks for player 0's code, which is all ones.
    assert (first["player"], first["row"], first["black"], first["white"], first["ms"]) == (1, 0, 2, 0, 1000)
    assert (second["player"], second["row"], second["black"], second["white"], second["ms"]) == (0, 0, 1, 0, 2000)
    match.game.submit((1, 1, 1, 1, 1), 4000)
    assert told(live, match) == []
    match.game.submit((5, 5, 5, 5, 5), 5000)
    _, last, end = told(live, match)
    assert last["player"] == 0 and last["black"] == 0
    assert end == {
        "live": "end",
        "result": "won",
        "winner": 1,
        "reason": "code",
        "secrets": [[1, 1, 1, 1, 1], [0, 0, 0, 0, 0]],
    }


def test_a_duel_given_up_in_the_middle_of_a_turn():
    live = events()
    match = Match(builtin("duel"), "duel", 1)
    match.game.start((0, 0, 0, 0, 0), 0)
    match.game.start((1, 1, 1, 1, 1), 0)
    match.game.submit((1, 2, 3, 4, 5), 0)
    match.game.resign(0)
    messages = told(live, match)
    assert kinds(messages) == ["match", "game", "row", "end"]
    assert (messages[2]["player"], messages[2]["black"]) == (0, 1)
    assert (messages[3]["winner"], messages[3]["reason"]) == (0, "resigned")


def test_levels_of_a_growing_match():
    match = Match(builtin("growing"), "board", 1, max_holes=5)
    match.game.start((0, 1, 2, 3), 0)
    match.game.submit((0, 1, 2, 3), 0)
    match.settle()
    match.game.start((0, 1, 2, 3, 4), 0)
    match.game.submit((0, 1, 2, 3, 4), 0)
    match.settle()
    messages = told(events(), match)
    assert kinds(messages) == ["match", "game", "row", "end", "points", "game", "row", "end", "points"]
    assert [(m["level"], m["holes"]) for m in messages if m["live"] == "game"] == [(0, 4), (1, 5)]
    assert [(m["totals"], m["over"]) for m in messages if m["live"] == "points"] == [([2, 0], False), ([2, 0], True)]


def test_another_match_takes_the_place_of_one_that_was_left():
    live = events()
    match = Match(builtin("classic"), "board", 1)
    match.game.start((0, 1, 2, 3), 0)
    match.game.submit((4, 4, 4, 4), 0)
    assert live.next(match)["live"] == "match"
    other = Match(builtin("arms"), "board", 1)
    assert [(m["live"], m.get("key")) for m in told(live, other)] == [("match", "arms"), ("game", None)]


def test_the_longest_match_message_fits():
    data = {"name": '"\\' * 8, "holes": 10, "colours": 10, "rows": 5, "row_choices": [5], "feedback": "keys_from_right"}
    variant, _ = check(data, "é" * 40)
    match = Match(variant, "screen", 2)
    match.names = ("é" * 12, "é" * 12)
    assert kinds(told(events(), match)) == ["match", "game"]


# Player, guess, answer: whatever the game waits for is done with these, well or badly.
ACTIONS = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 10**6), st.integers(0, 4), st.integers(0, 4)), max_size=60
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(["board", "screen", "paper", "duel"]), ACTIONS, st.integers(0, 10**6))
def test_no_message_holds_what_is_not_over_or_not_confirmed(who, actions, seed):
    """Codes are only in rows that are answered and in ends of games that are over, whatever is done in whatever
    order."""
    variant = builtin("numbers")
    match = Match(variant, who, 2)
    live = events()
    seen = []
    codes = []
    for number, (kind, pegs, black, white) in enumerate(actions):
        game = match.game
        rest, code = pegs + seed * number, []
        for _ in range(4):
            code.append(rest % 8)
            rest //= 8
        if game.phase == SECRET:
            secret = None if who == "paper" else tuple(sorted({*code, 4, 5, 6, 7})[:4])
            game.start(secret, number)
        elif kind == 9:
            game.resign(number)
        elif game.phase == GUESS:
            game.submit(code, number)
        elif game.phase == ANSWER:
            game.answer(black, white, number)
        elif game.phase == REVEAL:
            game.reveal(None, number)
        elif game.phase == OVER and not match.over:
            match.settle()
        elif who != "duel":
            game.check(40, number)
        seen += told(live, match)
        game = match.game
        running = game.phase not in (SECRET, OVER)
        ended = [m for m in seen if m["live"] == "end"]
        assert len(ended) == len(match.log) + (game.phase == OVER and not match.over)
        for message in seen[len(codes) :]:
            assert message["live"] in ("match", "game", "row", "end", "points")
            # Fields with codes in them: the guesses of rows, and the secrets of what is over.
            assert {"guess", "secrets"} & set(message) == (
                {"guess"} if message["live"] == "row" else {"secrets"} if message["live"] == "end" else set()
            )
        codes = list(seen)
        if running:
            at = max(place for place, m in enumerate(seen) if m["live"] == "game")
            rows = [m for m in seen[at:] if m["live"] == "row"]
            if who == "duel":
                answered = len(game.rows[0])
                assert len(rows) == 2 * answered == 2 * len(game.rows[1])
            else:
                assert len(rows) == len(game.rows)
            assert not [m for m in seen[at:] if m["live"] == "end"]


# The picture.


def lines(message):
    data = base64.b64decode(message["rgb"], validate=True)
    assert len(data) % message["n"] == 0
    width = len(data) // message["n"]
    return {message["y"] + n: data[n * width : (n + 1) * width] for n in range(message["n"])}


class Mirror:
    """A computer's copy of the picture."""

    def __init__(self, live):
        self.live = live
        self.lines = {}
        self.hidden = 0

    def look(self):
        """Takes all there is; how many messages that were."""
        messages = told(self.live, None)
        for message in messages:
            if message["live"] == "hidden":
                self.lines = {}
                self.hidden += 1
            else:
                self.lines.update(lines(message))
        return len(messages)

    def shows(self, picture, lines=range(16)):
        width = picture.width * 3
        return all(self.lines.get(y) == bytes(picture.data[y * width : (y + 1) * width]) for y in lines)


@pytest.mark.parametrize(("width", "count"), [(16, 2), (32, 3)])
def test_the_whole_picture_comes_first(width, count):
    picture = Picture(width)
    picture.light(width - 1, 15)
    mirror = Mirror(Live(False, True, picture, 0))
    # 708 bytes a message: 14 of 48, or 7 of 96.
    assert mirror.look() == count
    assert mirror.shows(picture) and mirror.lines[15][-3:] == b"\x09\x00\x00"


def test_then_only_lines_that_changed():
    picture = Picture()
    live = Live(False, True, picture, 0)
    mirror = Mirror(live)
    mirror.look()
    live.drawn(0)
    assert mirror.look() == 0, "drawn anew and the same"
    for y in (3, 4, 9):
        picture.light(0, y)
    assert mirror.look() == 0, "not before it is said to be drawn"
    live.drawn(0)
    first, second = told(live, None)
    assert sorted(lines(first)) == [3, 4] and sorted(lines(second)) == [9]
    assert told(live, None) == []


def test_pictures_in_between_are_left_out():
    picture = Picture()
    live = Live(False, True, picture, 0)
    mirror = Mirror(live)
    mirror.look()
    for level in range(1, 100):
        picture.light(2, 2, level)
        live.drawn(0)
    (message,) = told(live, None)
    assert lines(message)[2][6] == 99


def test_nothing_of_a_secret_picture_and_all_of_the_next():
    picture = Picture()
    live = Live(False, True, picture, 0)
    mirror = Mirror(live)
    mirror.look()
    before = bytes(picture.data)
    picture.light(5, 5)
    live.drawn(16)
    assert told(live, None) == [{"live": "hidden"}]
    picture.light(6, 6)
    live.drawn(16)
    assert told(live, None) == []
    picture.data[:] = before
    live.drawn(0)
    mirror.lines = {}
    assert mirror.look() == 2 and mirror.shows(picture)
    live.drawn(16)
    assert mirror.look() == 1 and mirror.hidden == 1


def test_the_line_of_the_secret_is_left_out_while_it_is_shown():
    picture = Picture()
    live = Live(False, True, picture, 0)
    mirror = Mirror(live)
    mirror.look()
    dark = mirror.lines[0]
    picture.light(3, 0)
    picture.light(3, 1)
    live.drawn(1)
    mirror.look()
    assert mirror.lines[0] == dark and mirror.shows(picture, range(1, 16))
    live.drawn(0)
    mirror.look()
    assert mirror.shows(picture)


def test_who_subscribes_while_a_secret_is_set_sees_nothing():
    picture = Picture()
    picture.light(1, 1)
    live = Live(True, True, picture, 16)
    assert told(live, None) == [{"live": "menu"}, {"live": "hidden"}]


STEPS = st.lists(st.tuples(st.sampled_from([0, 0, 1, 16]), st.integers(0, 255), st.integers(0, 3)), max_size=30)


@given(STEPS)
def test_a_mirror_that_looks_now_and_then_is_right_and_knows_no_secret(steps):
    """Every drawing is marked; those on secret lines with marks that must never arrive."""
    picture = Picture()
    live = Live(False, True, picture, 0)
    mirror = Mirror(live)
    for secret, place, looks in steps:
        for y in range(16):
            was = picture.data[y * 48 : y * 48 + 48]
            if y < secret or 200 in was:
                was[:] = bytes(48)
            was[place % 48] = 200 if y < secret else place % 100
            picture.data[y * 48 : y * 48 + 48] = was
        live.drawn(secret)
        for _ in range(looks):
            message = live.next(None)
            if message is not None and message["live"] == "pixels":
                assert not any(200 in line for line in lines(message).values())
                mirror.lines.update(lines(message))
            elif message is not None:
                mirror.lines = {}
        if looks == 3:
            # 16 lines that all differ take two messages.
            mirror.look()
            assert mirror.shows(picture, range(secret, 16))
