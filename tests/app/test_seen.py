"""What the panel gives away, what it flashes, and that it answers every press."""

import pytest

from lightpeg.core.builtin import BUILTIN, builtin
from lightpeg.core.feedback import score
from tests.app.table import Table, codes

# Two secrets that earn the same for every guess of the course; the last guess tells them apart.
ONE, OTHER = (0, 1, 2, 3), (0, 1, 2, 4)
COURSE = ((5, 5, 0, 0), (0, 5, 1, 2), (5, 1, 2, 5))


@pytest.mark.parametrize("width", [16, 32])
def test_the_boards_own_secret_is_in_no_frame_until_the_end(width):
    """Held SCREEN, pauses and refused rows included."""
    tables = [Table("classic", "board", width=width, random=secret) for secret in (ONE, OTHER)]
    assert [table.game.secret for table in tables] == [ONE, OTHER]
    for table in tables:
        for guess in COURSE:
            assert score(ONE, guess) == score(OTHER, guess)
            table.board.hold("screen")
            table.board.run(700)
            table.board.release("screen")
            table.press("ok", "menu", "down*2", "right", "left", "menu")
            table.submit(guess)
        table.board.run(2000)
        assert len(table.game.rows) == 3
    assert tables[0].hardware.frames == tables[1].hardware.frames
    for table in tables:
        table.press("menu", "up*2", "ok", "ok")
    assert tables[0].hardware.shown != tables[1].hardware.shown, "at the end it is shown"


def screen_table(secret, width=16):
    table = Table("classic", "screen", games=2, width=width)
    table.hide(secret)
    table.board.run(100)
    return table


def test_a_secret_under_the_screen_is_seen_only_while_screen_is_held():
    tables = [screen_table(secret) for secret in (ONE, OTHER)]
    for table in tables:
        # The two secrets take different numbers of presses; from a whole second on the blinks agree again.
        table.board.run(-table.hardware.time % 1000)
        table.hardware.frames.clear()
        for guess in COURSE:
            table.submit(guess)
            table.press("menu", "menu")
            table.answer_for(ONE)
        table.board.run(1500)
        assert len(table.game.rows) == 3
    first, second = ([data for _, data in table.hardware.frames] for table in tables)
    assert first == second and len(first) > 40
    for table in tables:
        table.board.hold("screen")
        table.board.run(100)
    assert tables[0].hardware.shown != tables[1].hardware.shown
    for table in tables:
        table.board.release("screen")
        table.board.run(200)
    assert tables[0].hardware.shown == tables[1].hardware.shown


@pytest.mark.parametrize("width", [16, 32])
def test_the_first_result_of_a_duels_turn_is_in_no_frame_before_the_second_guess(width):
    shown = []
    for secret in ((0, 1, 2, 3), (7, 6, 5, 4)):
        table = Table("numbers", "duel", width=width, clock=1)
        table.hide((0, 1, 2, 3))
        # The second player's secret earns the first one's guess 4 blacks, or none at all.
        table.hide(secret)
        table.board.run(-table.hardware.time % 1000)
        table.hardware.frames.clear()
        table.submit((0, 1, 2, 3))
        table.set_row((4, 4, 4, 4))
        table.press("left", "menu", "menu")
        shown.append([data for _, data in table.hardware.frames])
    assert shown[0] == shown[1]
    assert len(shown[0]) > 20


def light(data):
    return sum(data)


def flashes(frames, measure, least):
    """The most changes from dark to light and back in any second: times of turns of at least `least`."""
    turns = []
    high = low = measure(frames[0][1])
    rising = None
    for time, data in frames:
        value = measure(data)
        high, low = max(high, value), min(low, value)
        if rising is not False and high - value >= least:
            turns.append(time)
            rising, low = False, value
            high = value
        elif rising is not True and value - low >= least:
            turns.append(time)
            rising, high = True, value
            low = value
    return max([sum(1 for other in turns if time <= other < time + 1000) for time in turns] or [0]) / 2


def test_the_measure_of_flashes_can_fail():
    def blink(half):
        return [(time, bytes([200 if time // half % 2 else 0])) for time in range(0, 3000, 10)]

    assert flashes(blink(500), light, 20) == 1
    assert flashes(blink(100), light, 20) == 5


def long_evening():
    """Frames of every kind of message: refusals, arms that cannot be, pauses, ends, points."""
    table = Table("classic", "screen", games=2)
    table.board.run(3000)
    table.press("left", "ok", "ok", "up", "ok")
    table.board.run(4000)
    table.set_row((1, 1, 1, 1))
    table.press("ok", "screen")
    table.board.run(3000)
    yield table
    arms = Table("arms", "screen", games=2)
    arms.hide((0, 1, 2, 3))
    arms.submit((4, 5, 6, 7))
    for black, white in ((3, 1), (4, 4), (1, 0)):
        arms.answer(black, white)
        arms.board.run(5000)
    arms.press("ok")
    arms.board.run(6000)
    yield arms
    duel = Table("duel", "duel")
    code = (0, 1, 2, 3, 4)
    duel.hide(code)
    duel.hide(code)
    duel.submit(code)
    duel.board.run(3000)
    duel.submit(code)
    duel.board.run(8000)
    yield duel


@pytest.mark.parametrize("number", range(3))
def test_nothing_flashes_faster_than_three_times_a_second(number):
    """The light of the whole picture; and left alone at its end, each line that has no running text on it."""
    table = list(long_evening())[number]
    frames = table.hardware.frames
    assert len(frames) > 100
    assert flashes(frames, light, max(light(data) for _, data in frames) // 4) <= 3
    table.hardware.frames.clear()
    table.board.run(5000)
    row = table.hardware.width * 3
    for line in (0, 1, 14, 15):
        calm = [(time, data[line * row :][:row]) for time, data in table.hardware.frames] or [(0, b"")]
        assert flashes(calm, light, 8) <= 3


def solo():
    return Table("classic", "board", random=ONE)


def menu():
    table = solo()
    table.press("menu", "up", "ok", "ok")
    return table


def menu_of_one_choice():
    table = Table("duel", "duel")
    table.press("menu", "up", "ok", "ok", "down")
    return table


def message():
    return Table("classic", "screen", games=2)


def entering():
    table = message()
    table.press("ok")
    return table


def guessing():
    return screen_table(ONE)


def answering():
    table = screen_table(ONE)
    table.submit((5, 5, 5, 5))
    return table


def ended():
    table = solo()
    table.submit(ONE)
    return table


def points():
    table = ended()
    table.press("ok")
    return table


def duelling():
    table = Table("duel", "duel")
    table.hide((0, 1, 2, 3, 4))
    table.hide((0, 1, 2, 3, 4))
    return table


def peeking():
    table = duelling()
    table.board.hold("screen")
    table.board.run(300)
    return table


def turn_shown():
    table = duelling()
    table.submit((5, 5, 5, 5, 5))
    table.submit((5, 5, 5, 5, 5))
    return table


PLACES = (
    solo, menu, menu_of_one_choice, message, entering, guessing, answering, ended, points, duelling, peeking,
    turn_shown,
)  # fmt: skip


PRESSES = ("left", "right", "up", "down", "ok", "menu", "screen", "hold ok")
CASES = [
    pytest.param(place, button, id=f"{place.__name__}-{button}")
    for place in PLACES
    for button in PRESSES
    # While peeking SCREEN is held already.
    if (place, button) != (peeking, "screen")
]


@pytest.mark.parametrize(("place", "button"), CASES)
def test_no_press_is_met_with_silence(place, button):
    """A board where it is pressed and its twin where nothing is show different pictures for a while."""
    pressed, alone = place(), place()
    for table in (pressed, alone):
        table.board.run(-table.hardware.time % 1000 + 3000)
    name = button.split()[-1]
    pressed.board.hold(name)
    up_at = 800 if button == "hold ok" else 80
    different = 0
    for time in range(0, 1500, 40):
        if time == up_at:
            pressed.board.release(name)
        for table in (pressed, alone):
            table.board.run(40)
        different += pressed.hardware.shown != alone.hardware.shown
    assert different >= 3


def test_words_about_screen_stay_when_it_is_let_go():
    table = solo()
    table.board.run(-table.hardware.time % 1000 + 1000)
    before = table.hardware.shown
    table.press("screen")
    for _ in range(4):
        table.board.run(500)
        assert table.hardware.shown != before
    assert table.session.screen._banner.text == "ONLY THE BOARD KNOWS"


@pytest.mark.parametrize("key", BUILTIN)
def test_every_variant_starts_with_one_press(key):
    who = builtin(key).players[0]
    table = Table(key, who)
    assert table.session.match.variant.key == key
    assert codes(table.variant)[0]


def test_a_duels_end_shows_both_codes():
    for width in (16, 32):
        table = Table("duel", "duel", width=width, clock=1)
        table.hide((0, 1, 2, 3, 4))
        table.hide((5, 6, 7, 6, 5))
        table.submit((5, 6, 7, 6, 5))
        table.submit((0, 1, 2, 3, 4))
        table.board.run(200)
        shown = table.board.pixels()
        x = table.session.screen.result_layout.peg_x
        # Each code stands above its solved row in the same lights, while the text runs and after it.
        for _ in range(2):
            for code, row in ((0, 6), (8, 14)):
                assert [shown[code][n] for n in x] == [shown[row][n] for n in x]
                assert all(any(shown[code][n]) for n in x)
            table.press("left")
            shown = table.board.pixels()


def test_the_next_player_of_a_wide_duel_does_not_see_the_others_code_under_a_held_screen():
    table = Table("duel", "duel", width=32, clock=1)
    table.hide((0, 1, 2, 3, 4))
    table.hide((5, 6, 7, 6, 5))
    table.set_row((7, 7, 7, 7, 7))
    table.board.hold("screen")
    table.board.run(200)
    own = [table.board.pixels()[0][x] for x in table.session.screen.other_layout.peg_x]
    assert len(set(own)) == 5
    table.press("ok")
    table.board.run(200)
    covered = [table.board.pixels()[0][x] for x in table.session.screen.other_layout.peg_x]
    assert table.game.mover == 1
    assert len(set(covered)) == 1


def test_the_glyph_gives_way_to_answered_rows():
    table = Table("growing", "board")
    variant = table.session.match.variant.with_options(holes=7)
    screen = table.session.screen
    screen.game.variant = variant
    screen.game.rows = [((0, 1, 2, 3, 4, 5, 6), 3, 4, 0)] * 7
    screen.editor.variant, screen.editor.pegs = variant, [-1] * 7
    screen.relayout()
    table.press("up")
    table.board.run(2000)
    for row in range(7):
        line = table.board.pixels()[screen.layout.key_line(row)]
        assert sum(any(line[x]) for x in screen.layout.key_x) == 7
