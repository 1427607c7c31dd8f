"""What the page does besides the game: power, several pages, faults, names, layouts, and who may see it."""

import http.client
import re
import socket
from urllib.parse import urlsplit

import pytest

from lightpeg_host.boards import VirtualBoard
from tests.browser.dashboard import until
from tests.browser.hands import Hands
from tests.scenarios import Table

NAMES = ("Up: next colour", "Down: previous colour", "Left", "Right", "OK: hold to fill the row", "Menu")
LAYOUTS = [(1280, 800), (390, 844), (844, 390), (360, 640), (1920, 1080)]


def lit(hands):
    return sum(any(pixel) for line in hands.pixels() for pixel in line)


def test_power_off_and_on(serve, open_page):
    served = serve()
    page = open_page(served)
    hands = Hands(page, served)
    table = Table(hands)
    until(page, table.in_menu)
    switch = page.get_by_role("switch", name="Power")
    assert switch.get_attribute("aria-checked") == "true"
    switch.click()
    until(page, lambda: not lit(hands))
    assert not served.board.powered
    assert switch.get_attribute("aria-checked") == "false"
    # Between the lights and on them the diffuser is all that is seen.
    assert max(max(colour) for line in hands.canvas() for colour in line) < 40
    # What is pressed meanwhile is nobody's press.
    page.keyboard.press("Enter")
    switch.click()
    until(page, table.in_menu)
    assert switch.get_attribute("aria-checked") == "true"


def test_two_pages_show_one_board(serve, open_page):
    served = serve()
    one, two = open_page(served), open_page(served)
    hands, other = Hands(one, served), Hands(two, served)
    until(one, Table(hands).in_menu)
    hands.press("right")
    hands.run(200)
    assert served.board.powered
    hands.slide("red", 0.5)
    until(two, lambda: two.locator("#arm-red").get_attribute("aria-valuetext") == "2 of 4")
    hands.press("ok")
    hands.run(300)
    assert hands.pixels()[0] == other.pixels()[0]
    # A button held on a page that closes is let go.
    one.keyboard.down("ArrowUp")
    until(two, lambda: "up" in served.pace.held)
    one.close()
    until(two, lambda: "up" not in served.pace.held)


def test_what_is_held_is_let_go_when_the_window_loses_the_keyboard(serve, open_page):
    served = serve()
    page = open_page(served)
    page.keyboard.down("ArrowUp")
    until(page, lambda: "up" in served.pace.held)
    assert page.locator("[data-button=up]").evaluate("(button) => button.classList.contains('down')")
    page.evaluate("window.dispatchEvent(new Event('blur'))")
    until(page, lambda: "up" not in served.pace.held)
    assert not page.locator("[data-button=up]").evaluate("(button) => button.classList.contains('down')")


def test_a_cancelled_touch_lets_go(serve, open_page):
    served = serve()
    page = open_page(served)
    hands = Hands(page, served)
    hands.hold("left")
    page.locator("[data-button=left]").dispatch_event("pointercancel", {"pointerId": 1})
    until(page, lambda: "left" not in served.pace.held)


def test_everything_has_a_name(serve, open_page):
    page = open_page(serve())
    for name in NAMES:
        assert page.get_by_role("button", name=name, exact=True).count() == 1
    assert page.get_by_role("button", name="Screen: hold to look at the secret").count() == 1
    assert page.get_by_role("slider", name="Red arm").count() == 1
    assert page.get_by_role("slider", name="White arm").count() == 1
    assert page.get_by_role("switch", name="Power").count() == 1
    assert page.get_by_role("switch", name="Sound").count() == 1
    assert page.get_by_role("img", name="The panel of lights").count() == 1
    page.keyboard.press("h")
    page.get_by_role("combobox", name="Rules of").wait_for()
    unnamed = page.evaluate(
        """() => [...document.querySelectorAll("button, select, [role=slider], canvas")]
            .filter((one) => !(one.ariaLabel || one.textContent.trim() || one.labels?.length)).length"""
    )
    assert unnamed == 0


def test_the_keyboard_reaches_everything(serve, open_page):
    page = open_page(serve())
    reached = set()
    for _ in range(20):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.dataset.button || document.activeElement.id"))
    assert reached >= {"up", "down", "left", "right", "ok", "menu", "screen", "arm-red", "arm-white", "power", "sound"}


def test_enter_on_a_focused_button_presses_that_button(serve, open_page):
    served = serve()
    page = open_page(served)
    hands = Hands(page, served)
    table = Table(hands)
    until(page, table.in_menu)
    page.keyboard.press("Tab")
    page.locator("[data-button=down]").focus()
    page.keyboard.press("Enter")
    until(page, lambda: served.pace.handled == 2)
    hands.run(150)
    assert not table.in_menu()


@pytest.mark.parametrize("width, height", LAYOUTS)
def test_nothing_overlaps_or_needs_scrolling(serve, open_page, width, height):
    page = open_page(serve(), viewport={"width": width, "height": height})
    boxes = page.evaluate(
        """() => [...document.querySelectorAll(
                "header > :is(h1, button), #panel, .slider, [data-button], #copy, #address")]
            .map((one) => [one.id || one.dataset.button || one.tagName, one.getBoundingClientRect().toJSON()])"""
    )
    for name, box in boxes:
        assert box["left"] >= 0 and box["top"] >= 0, name
        assert box["right"] <= width and box["bottom"] <= height, name
    for n, (name, one) in enumerate(boxes):
        for other_name, other in boxes[n + 1 :]:
            apart = (
                one["right"] <= other["left"]
                or other["right"] <= one["left"]
                or one["bottom"] <= other["top"]
                or other["bottom"] <= one["top"]
            )
            assert apart, (name, other_name)
    # Big enough for a finger.
    for name, box in boxes:
        if name in ("up", "down", "left", "right", "ok", "menu", "screen"):
            assert box["width"] >= 44 and box["height"] >= 44, name


def test_a_crash_is_shown_with_its_text_and_a_remedy(serve, open_page, tmp_path):
    (tmp_path / "code.py").write_text("import time\ntime.sleep(1)\nraise ValueError('a peg too many')\n")
    served = serve(VirtualBoard(firmware=tmp_path))
    page = open_page(served)
    dialog = page.get_by_role("alertdialog")
    dialog.wait_for()
    assert "ValueError: a peg too many" in dialog.inner_text()
    assert "Switch the board off and on again" in dialog.inner_text()
    page.get_by_role("button", name="Close", exact=True).click()
    assert dialog.count() == 0 or not dialog.is_visible()


def test_the_rules_of_the_chosen_variant(serve, open_page):
    served = serve()
    page = open_page(served)
    hands = Hands(page, served)
    until(page, Table(hands).in_menu)
    page.get_by_role("button", name="Rules").click()
    rules = page.locator("#rules")
    until(page, lambda: re.search("classic", rules.inner_text(), re.I))
    page.get_by_role("button", name="Close the rules").click()
    hands.press("right")
    hands.press("right")
    hands.press("ok")
    until(page, lambda: page.evaluate("lightpeg.state.variant") == "arms")
    page.keyboard.press("h")
    until(page, lambda: re.search("red arm", rules.inner_text(), re.I))


def test_the_arms_move_finely_where_the_codes_grow(serve, open_page):
    served = serve()
    page = open_page(served)
    hands = Hands(page, served, "keys")
    table = Table(hands)
    until(page, table.in_menu)
    table.choose("growing", "screen")
    until(page, lambda: page.evaluate("lightpeg.state.holes") is None)
    red = page.get_by_role("slider", name="Red arm")
    assert page.locator("#arm-red .marks i").evaluate_all("(all) => all.map((mark) => mark.dataset.count)") == [
        "0%",
        "25%",
        "50%",
        "75%",
        "100%",
    ]
    # Two of the five holes of the second level: 16 steps of a fortieth. A held key repeats.
    for _ in range(16):
        page.keyboard.down("q")
    page.keyboard.up("q")
    until(page, lambda: served.pace.arms["red"] == 0.4)
    assert red.get_attribute("aria-valuetext") == "40 %"
    red.focus()
    page.keyboard.press("ArrowDown")
    until(page, lambda: served.pace.arms["red"] == 0.375)
    assert red.get_attribute("aria-valuetext") == "38 %"


def test_a_question_outlives_its_connection(serve, open_page):
    served = serve()
    page = open_page(served)
    # Several at once, and the connection is lost before the answer to any.
    answers = page.evaluate(
        """async () => {
            const open = WebSocket.prototype.send;
            WebSocket.prototype.send = function () { WebSocket.prototype.send = open; this.close(); };
            const asked = Promise.all([lightpeg.settled(), lightpeg.settled(), lightpeg.settled()]);
            const late = new Promise((done) => setTimeout(done, 20000, []));
            return (await Promise.race([asked, late])).length;
        }"""
    )
    assert answers == 3


def test_sound_can_be_muted_and_stays_so(serve, open_page):
    served = serve()
    page = open_page(served)
    sound = page.get_by_role("switch", name="Sound")
    page.keyboard.press("n")
    assert sound.get_attribute("aria-checked") == "false"
    page.reload()
    until(page, lambda: page.evaluate("Boolean(window.lightpeg)"))
    assert sound.get_attribute("aria-checked") == "false"


def test_the_serial_address_is_shown_and_copied(serve, open_page):
    served = serve()
    page = open_page(served, permissions=["clipboard-read", "clipboard-write"])
    until(page, lambda: page.locator("#address").inner_text() == served.board.serial_url)
    page.get_by_role("button", name="Copy the serial address").click()
    until(page, lambda: page.evaluate("navigator.clipboard.readText()") == served.board.serial_url)


def test_the_page_says_so_when_the_board_is_gone(serve, open_page):
    served = serve()
    page = open_page(served)
    served._serving.stop()
    page.get_by_text("The board does not answer").wait_for()


def test_two_boards_at_once(serve, open_page):
    one, two = serve(), serve()
    assert one.url != two.url
    first, second = Hands(open_page(one), one), Hands(open_page(two), two)
    until(first.page, Table(first).in_menu)
    until(second.page, Table(second).in_menu)
    first.press("ok")
    first.run(200)
    assert not Table(first).in_menu()
    assert Table(second).in_menu()


def test_only_this_computer_is_served(serve):
    address = urlsplit(serve().url)
    assert address.hostname == "127.0.0.1"
    # Another address of this computer, as the network sees it, is not listened on.
    with socket.socket() as other:
        assert other.connect_ex(("127.0.0.2", address.port)) != 0


@pytest.mark.parametrize(
    "headers, status",
    [
        ({}, 200),
        ({"Host": "somewhere.example"}, 403),
        ({"Origin": "http://somewhere.example"}, 403),
    ],
)
def test_other_sites_are_refused(serve, headers, status):
    address = urlsplit(serve().url)
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=5)
    connection.request("GET", "/", headers=headers)
    assert connection.getresponse().status == status
    connection.close()


def test_another_site_cannot_press_buttons(serve, chromium):
    served = serve()
    address = urlsplit(served.url)
    context = chromium.new_context()
    page = context.new_page()
    # A page of no origin, as any foreign page is to the board.
    outcome = page.evaluate(
        """(url) => new Promise((done) => {
            const socket = new WebSocket(url);
            socket.onopen = () => done("open");
            socket.onerror = () => done("refused");
        })""",
        f"ws://{address.netloc}/board",
    )
    context.close()
    assert outcome == "refused"


MOVING = """
from lightpeg.hal.circuitpython import Hardware

hardware = Hardware()
at = 0
while True:
    frame = bytearray(768)
    frame[at % 768] = 200
    hardware.show(frame)
    hardware.idle(25)
    at += 1
"""


def test_pictures_come_thirty_times_a_second(serve, open_page, tmp_path):
    (tmp_path / "code.py").write_text(MOVING)
    served = serve(VirtualBoard(firmware=tmp_path), speed=1.0)
    page = open_page(served)
    until(page, lambda: page.evaluate("lightpeg.panel.drawn") > 30)
    count = "() => [lightpeg.panel.drawn, performance.now()]"
    rates = []

    def keeps_up():
        """Whether the next forty pictures came fast enough."""
        drawn, began = page.evaluate(count)
        until(page, lambda: page.evaluate("lightpeg.panel.drawn") >= drawn + 40)
        drawn_since, ended = page.evaluate(count)
        rates.append(1000 * (drawn_since - drawn) / (ended - began))
        return rates[-1] > 20

    # A computer with other work merges some: it must be able to, not always.
    until(page, keeps_up)
    # Sending takes 8 ms on the chip, so the board sends some 30.
    assert max(rates) < 33
