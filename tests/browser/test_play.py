"""Games played on the page in Chromium, to their end."""

import io
import os

import pytest

from lightpeg.core.feedback import score
from tests import scenarios
from tests.browser.hands import Hands
from tests.scenarios import Table

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def sit(serve, open_page):
    """Sits down at a new board's page: sit(how, viewport) -> (Table, Hands)."""

    def start(how="mouse", **options):
        served = serve()
        hands = Hands(open_page(served, **options), served, how)
        # A slow computer shows what the board drew a little later.
        table = Table(hands, settle_ms=200)
        for _ in range(100):
            if table.in_menu():
                break
            hands.run(50)
        return table, hands

    return start


def is_red(colour):
    return colour[0] > 150 and max(colour[1:]) < colour[0] - 70


def is_white(colour):
    return min(colour) > 130 and max(colour) - min(colour) < 30


def test_a_classic_game_by_clicks(sit):
    table, hands = sit()
    table.choose("classic")
    guesses, solved = scenarios.solo_game(table)
    assert solved
    # On the screen the solved row has four red keys, and its pegs look like the secret on the far line.
    canvas = hands.canvas()
    line = canvas[table.layout.key_line(len(guesses) - 1)]
    assert all(is_red(line[x]) for x in table.layout.key_x)
    row = canvas[table.layout.peg_line(len(guesses) - 1)]
    for x in table.layout.peg_x:
        assert all(abs(a - b) < 40 for a, b in zip(row[x], canvas[0][x], strict=True))
    table.press("ok", "ok")
    assert table.in_menu()


def test_an_arms_game_of_two_by_drags(sit):
    table, hands = sit()
    table.choose("arms", "screen")
    scenarios.arms_game_with_void(table)
    assert hands.page.get_by_role("slider", name="Red arm").get_attribute("aria-valuetext") == "4 of 4"


def test_a_game_in_the_middle_as_the_picture_shows_it(sit):
    table, hands = sit()
    table.choose("arms", "screen")
    table.press("ok")
    secret = (1, 4, 2, 7)
    table.submit(secret)
    for guess in ((0, 1, 2, 3), (1, 5, 2, 6), (1, 2, 7, 4)):
        table.submit(guess)
        table.set_arms(*score(secret, guess))
    table.submit((1, 7, 2, 4))
    for arm in ("red", "white"):
        hands.slide(arm, 0.5)
    hands.run(200)
    # The arms come out while they are dragged, before OK.
    assert table.feedback(3) == (2, 2)
    table.press("screen")
    assert [table.feedback(row) for row in range(4)] == [(1, 1), (2, 0), (1, 3), (2, 2)]
    save_picture(hands)


def save_picture(hands):
    """For the README: make pictures."""
    path = os.environ.get("LIGHTPEG_SCREENSHOT")
    if path:
        from PIL import Image

        hands.served.pace.speed = 1.0
        hands.run(200)
        # The focus is on nothing, the pointer away from everything.
        hands.page.mouse.move(1270, 790)
        hands.pixels()
        shot = Image.open(io.BytesIO(hands.page.screenshot())).convert("RGB")
        # The lowest bit is the gradients' and takes much of the file.
        shot.point(lambda level: level & 0xFE | level >> 7).save(path, optimize=True)


def test_a_numbers_game_by_keyboard_alone(sit):
    table, _ = sit("keys")
    table.choose("numbers")
    _, solved = scenarios.solo_game(table)
    assert solved


def test_the_arms_by_keyboard_alone(sit):
    table, hands = sit("keys")
    table.choose("arms", "screen")
    table.press("ok")
    table.submit((0, 1, 2, 3))
    table.submit((1, 0, 2, 4))
    table.set_arms(1, 2)
    table.press("screen")
    assert table.feedback(0) == (1, 2)
    line = hands.canvas()[table.layout.key_line(0)]
    assert [is_red(line[x]) for x in table.layout.red_x] == [True, False, False, False]
    assert [is_white(line[x]) for x in table.layout.white_x] == [True, True, False, False]


def test_a_classic_game_on_a_phone_by_touch(sit):
    table, _ = sit("finger", viewport=PHONE, has_touch=True, is_mobile=True)
    table.choose("classic")
    _, solved = scenarios.solo_game(table)
    assert solved


def test_a_long_press_fills_the_row(sit):
    table, hands = sit()
    table.choose("classic")
    table.press("up*2")
    hands.hold("ok")
    hands.run(900)
    hands.release("ok")
    # The hole of the cursor blinks.
    hands.until("the row was full", lambda: table.row(0) == (1, 1, 1, 1))
    table.press("ok")
    black, white = table.feedback(0)
    assert 0 <= black <= 4 and white == 0


def test_the_secret_is_seen_while_the_key_is_held(sit):
    table, hands = sit("keys")
    table.choose("arms", "screen")
    table.press("ok")
    table.submit((4, 3, 2, 1))
    hands.hold("screen")
    hands.run(150)
    assert table.secret() == (4, 3, 2, 1)
    hands.release("screen")
    hands.run(150)
    assert len(set(hands.pixels()[0][x] for x in table.layout.peg_x)) == 1
