"""Computers that stop reading, are unplugged in the middle of a line, or flood the board: the people notice nothing."""

from base64 import b64decode

import pytest

from lightpeg.core.feedback import score
from lightpeg.link.frame import MAX_FRAME, Reader, encode
from lightpeg.link.server import MOST
from tests.fakes import FakeBoard, FakeLink

from .table import Table

SECRET = (0, 1, 2, 3)
GUESSES = ((5, 5, 4, 4), (1, 0, 3, 2), (4, 1, 0, 5), SECRET)
# What the slowest request takes on a Pico, and a turn of the loop that draws, in milliseconds.
SLOWEST = 20
# No picture may come later than this.
BAR = 50


class WatchedLink(FakeLink):
    """A channel as USB has it: 256 bytes to be read at a time; what a turn of the loop asks of it is counted."""

    def __init__(self):
        super().__init__()
        self.reads = self.writes = 0
        self.most_reads = self.most_writes = 0
        self.turns = 0

    def read_available(self):
        self.reads += 1
        data, self.incoming = self.incoming[:256], self.incoming[256:]
        return data

    def write(self, data):
        self.writes += 1
        return super().write(data)

    def turn_is_over(self):
        self.most_reads = max(self.most_reads, self.reads)
        self.most_writes = max(self.most_writes, self.writes)
        self.reads = self.writes = 0
        self.turns += 1


def watched(*args, **kept):
    """A table whose channel is watched, with something to do before each turn: `table.interfere`."""
    table = Table(*args, **kept)
    app = table.board.app
    link = app._channel._link = table.hardware.link = WatchedLink()
    turn = app.turn
    table.interfere = lambda: None
    table.longest = 0

    def counted():
        table.interfere()
        before = table.hardware.time
        turn()
        link.turn_is_over()
        table.longest = max(table.longest, table.hardware.time - before)

    app.turn = counted
    return table


def heard(link):
    """The whole frames that were sent, and forgets them."""
    whole, end, link.outgoing = link.outgoing.rpartition(b"\n")
    messages = Reader().feed(whole + end)
    assert all(fault is None for _, fault in messages)
    return [message for message, _ in messages]


def rows(table):
    return [row[:3] for row in table.game.rows]


def request(number, do, **fields):
    return encode({"id": number, "do": do, **fields})


def test_a_computer_that_stops_reading_in_the_middle_of_everything():
    """It asked for all that happens and for every picture, goes on asking, and reads nothing for a whole game."""
    quiet, deaf = Table("classic", random=SECRET), watched("classic", random=SECRET)
    link = deaf.hardware.link
    channel = deaf.board.app._channel
    link.incoming = request(1, "live", events=True, pixels=True)
    deaf.board.run(40)
    quiet.board.run(40)
    told = heard(link)
    link.room = 0
    link.incoming = b"".join(request(n, "variant", key="classic") for n in range(100, 400))
    deaf.board.run(100)
    quiet.board.run(100)
    unread = len(link.incoming)
    for table in (quiet, deaf):
        table.hardware.frames.clear()
    for guess in GUESSES[:3]:
        for table in (quiet, deaf):
            table.submit(guess)
        assert rows(deaf) == rows(quiet)
    # Nothing is read while an answer waits, and what waits does not grow.
    assert len(link.incoming) == unread
    assert link.outgoing == b"" and 0 < len(channel._outgoing) <= MOST * MAX_FRAME
    assert link.most_writes == 1 and link.most_reads <= 1 and link.turns > 500
    assert deaf.hardware.frames == quiet.hardware.frames
    # It reads again: every answer comes, in order, then all the rows, and the picture is the panel's.
    link.room = 64
    deaf.board.run(20_000)
    told += heard(link)
    assert [message["id"] for message in told if "id" in message] == [1, *range(100, 400)]
    assert [tuple(message["guess"]) for message in told if message.get("live") == "row"] == list(GUESSES[:3])
    mirror = bytearray(768)
    for message in told:
        if message.get("live") == "pixels":
            data = b64decode(message["rgb"])
            mirror[48 * message["y"] : 48 * message["y"] + len(data)] = data
    assert bytes(mirror) == deaf.hardware.shown


def test_what_a_deaf_computer_missed_is_not_mixed_with_what_comes():
    """A match ended and another one was begun before it read again: it hears of the second one, from its beginning."""
    table = watched("classic", random=SECRET + GUESSES[0])
    link = table.hardware.link
    link.incoming = request(1, "live", events=True, pixels=False)
    table.board.run(40)
    table.submit(GUESSES[1])
    assert [message["live"] for message in heard(link)[1:]] == ["match", "game", "row"]
    link.room = 0
    table.submit(SECRET)
    table.press("ok", "ok")
    assert table.in_menu()
    table.press("ok")
    table.submit(GUESSES[2])
    link.room = 1000
    table.board.run(100)
    told = heard(link)
    # The one message that waited when it stopped reading was whole.
    assert [message["live"] for message in told] == ["row", "match", "game", "row"]
    assert tuple(told[0]["guess"]) == SECRET and tuple(told[3]["guess"]) == GUESSES[2]
    assert (told[3]["black"], told[3]["white"]) == score(GUESSES[0], GUESSES[2])


@pytest.mark.parametrize("room", [1, 7, 300])
def test_a_flood_delays_no_picture(room):
    """Each answer takes as long as the slowest one on a Pico. The hands do the same as at a quiet table."""
    quiet, flooded = Table("classic", random=SECRET), watched("classic", random=SECRET)
    link = flooded.hardware.link
    link.room = room
    server = flooded.board.app._channel._server
    answer = server.answer
    number = 0
    answered = 0

    def slow(message, fault):
        nonlocal answered
        answered += 1
        flooded.hardware.time += SLOWEST
        return answer(message, fault)

    def flood():
        nonlocal number
        while len(link.incoming) < 600:
            number += 1
            link.incoming += request(number, "players") + b"\n" + request(number, "secret") + b"x\n"
        link.outgoing = b""

    server.answer = slow
    flooded.interfere = flood
    flooded.board.run(500)
    flooded.longest = 0
    for guess in GUESSES:
        for table in (quiet, flooded):
            table.submit(guess)
        assert rows(flooded) == rows(quiet)
    assert flooded.game.result == quiet.game.result == "solved"
    # A picture is at most one turn of the loop late.
    assert flooded.longest <= BAR
    assert link.most_writes == 1 and link.most_reads <= 1
    assert answered > (5, 50, 200)[(1, 7, 300).index(room)]


CUT = request(7, "players")


@pytest.mark.parametrize("seen", [True, False])
@pytest.mark.parametrize("at", [1, 2, 10, len(CUT) - 2, len(CUT) - 1])
def test_a_line_that_was_cut_by_the_plug_is_no_part_of_the_next_one(at, seen):
    """Whether the board had read the beginning before it noticed, or not."""
    board = FakeBoard()
    link = board.hardware.link
    link.incoming = CUT[:at]
    if seen:
        board.run(50)
    link.connected = False
    board.run(50)
    link.connected = True
    board.run(50)
    assert link.outgoing == b""
    link.incoming = request(8, "players")
    board.run(50)
    (reply,) = heard(link)
    assert reply == {"id": 8, "ok": {"players": [""] * 8}}


def test_who_comes_next_gets_no_answer_and_no_message_of_the_one_before():
    """Unplugged at every place in an answer and in a picture."""
    for taken in range(0, 400, 41):
        board = FakeBoard()
        link = board.hardware.link
        link.incoming = request(1, "live", events=True, pixels=True)
        link.room = 0
        board.run(20)
        while len(link.outgoing) < taken:
            link.room = min(50, taken - len(link.outgoing))
            board.run(5)
        link.room = 0
        link.connected = False
        board.run(50)
        link.connected, link.room, link.outgoing = True, 1000, b""
        board.run(500)
        assert link.outgoing == b""
        link.incoming = request(2, "players")
        board.run(50)
        assert [message.get("id") for message in heard(link)] == [2]


def test_a_plug_pulled_and_put_in_again_all_the_time():
    """In each turn the channel is opened, closed, full or empty, with halves of lines in it; the game goes on."""
    quiet, shaken = Table("classic", random=SECRET), watched("classic", random=SECRET)
    link = shaken.hardware.link
    stream = b"".join(request(n, "status") + request(n, "live", events=True, pixels=True) for n in range(40))

    def shake():
        turn = link.turns
        link.connected = turn % 7 < 4
        link.room = (0, 3, 500)[turn % 3]
        if turn % 2:
            link.incoming += stream[turn * 31 % len(stream) :][: turn % 61]
        link.outgoing = b""

    shaken.interfere = shake
    for guess in GUESSES:
        for table in (quiet, shaken):
            table.submit(guess)
    assert rows(shaken) == rows(quiet)
    assert shaken.game.result == "solved"
    shaken.interfere = lambda: None
    link.connected = False
    shaken.board.run(50)
    link.connected, link.room, link.incoming, link.outgoing = True, 1000, request(9, "status"), b""
    shaken.board.run(50)
    assert heard(link)[0]["id"] == 9


class CountedNvm(bytearray):
    """Counts what the flash below has to erase."""

    erases = 0

    def __setitem__(self, place, data):
        was = self[place]
        if bytes(was if isinstance(place, slice) else (was,)).strip(b"\xff"):
            self.erases += 1
        super().__setitem__(place, data)


def test_a_computer_that_cannot_agree_on_the_time_wears_nothing_out():
    """Two programs set the clock in turn, an hour apart, a thousand times during a game. An erase of the journal takes
    a twentieth of a second, archiving it a quarter, and the flash stands a hundred thousand of them."""
    table = watched("classic", random=SECRET)
    journal = table.board.app._memory.journal
    nvm = journal._log._nvm = CountedNvm(table.hardware.nvm)
    link = table.hardware.link
    archive = {path: bytes(data) for path, data in table.hardware.memory.items()}
    for number in range(1000):
        link.incoming += request(number, "time", epoch=1_800_000_000 + number % 2 * 3600)
        table.board.run(20)
    assert [message["id"] for message in heard(link)] == list(range(1000))
    assert nvm.erases == 0
    assert archive == table.hardware.memory
    assert len(journal.anchors) == 1
    table.submit(SECRET)
    assert table.game.result == "solved"


def test_a_short_press_of_menu_opens_no_bootloader_to_a_computer_that_waits_for_it():
    """Who asks all the time would meet the press that opens the pause. The hand has to stay for a second."""
    table = watched("classic", random=SECRET)
    link = table.hardware.link

    def ask():
        link.incoming = link.incoming or request(3, "bootloader")

    table.interfere = ask
    for _ in range(4):
        table.press("menu")
        table.board.run(500)
    assert table.hardware.restarted is None
    assert {message["error"] for message in heard(link)} == {"held"}
    table.board.hold("menu")
    table.board.run(1500)
    assert table.hardware.restarted == "bootloader"
