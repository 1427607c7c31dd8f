"""The hardware layer, run as it is on a virtual board."""

import pytest

from lightpeg.hal.power import estimate_ma
from tests.virtual.snippets import printed, running

START = """
from lightpeg.hal.circuitpython import Hardware
hardware = Hardware()
frame = bytearray(hardware.width * hardware.height * 3)
def put(x, y, colour):
    at = (y * hardware.width + x) * 3
    frame[at:at + 3] = bytes(colour)
"""

COUNTING = """
writes = []
class Counting(type(hardware._strip)):
    def __setitem__(self, index, value):
        writes.append((index, value))
        super().__setitem__(index, value)
hardware._strip.__class__ = Counting
"""


def sent_ma(picture):
    """The current of what was sent."""
    return estimate_ma(sum(sum(colour) for row in picture for colour in row), len(picture) * len(picture[0]), 1.0)


def test_frame_arrives_where_it_belongs(tmp_path):
    code = START + "put(0, 0, (1, 2, 3)); put(15, 1, (4, 5, 6)); put(3, 15, (7, 8, 9)); hardware.show(frame)"
    with running(tmp_path, code) as board:
        board.run(100)
        picture = board.pixels()
    lit = {(x, y): c for y, row in enumerate(picture) for x, c in enumerate(row) if c != (0, 0, 0)}
    assert lit == {(0, 0): (1, 2, 3), (15, 1): (4, 5, 6), (3, 15): (7, 8, 9)}


def test_wide_panel(tmp_path):
    code = START + "put(31, 0, (1, 2, 3)); put(16, 1, (4, 5, 6)); hardware.show(frame)"
    with running(tmp_path, code, width=32, settings={"LIGHTPEG_BUDGET_MA": "2000"}) as board:
        board.run(100)
        picture = board.pixels()
    assert [len(row) for row in picture] == [32] * 16
    assert picture[0][31] == (1, 2, 3)
    assert picture[1][16] == (4, 5, 6)


def test_only_changed_pixels_are_set(tmp_path):
    code = (
        START
        + COUNTING
        + """
hardware.show(frame); print(writes)
put(0, 1, (1, 2, 3)); put(5, 9, (4, 5, 6)); hardware.show(frame); print(writes)
writes.clear(); put(0, 1, (0, 2, 3)); hardware.show(frame); print(writes)
writes.clear(); other = bytearray(frame); other[0] = 1; hardware.show(other); print(writes)
"""
    )
    assert printed(tmp_path, code) == [
        "[]",
        str([(31, 0x010203), (9 * 16 + 10, 0x040506)]),
        str([(31, 0x000203)]),
        str([(0, 0x010000)]),
    ]


def test_unchanged_frame_is_not_sent_again(tmp_path):
    with running(tmp_path, START + "for _ in range(5): hardware.show(frame)") as board:
        board.run(200)
        assert board.frames == 1


def test_changed_brightness_or_budget_is_sent(tmp_path):
    code = START + "put(0, 0, (200, 0, 0)); hardware.show(frame); hardware.brightness = 0.5; hardware.show(frame)"
    with running(tmp_path, code) as board:
        board.run(200)
        assert board.frames == 2
        assert board.pixels()[0][0] == (100, 0, 0)


def test_white_panel_stays_within_the_budget(tmp_path):
    code = START + "hardware.show(bytearray(b'\\xff') * 768)"
    for budget in (300, 400, 1000):
        with running(tmp_path, code, settings={"LIGHTPEG_BUDGET_MA": str(budget)}) as board:
            board.run(100)
            # Levels are whole numbers, rounded down: a white panel comes within two steps of 36 mA of the budget.
            assert budget - 72 < sent_ma(board.pixels()) <= budget


def test_a_budget_set_later_holds_for_the_same_frame(tmp_path):
    code = (
        START
        + "white = bytearray(b'\\xff') * 768; hardware.show(white); hardware.budget_ma = 250; hardware.show(white)"
    )
    with running(tmp_path, code) as board:
        board.run(200)
        assert sent_ma(board.pixels()) <= 250


def test_full_change_takes_few_milliseconds_of_the_wire(tmp_path):
    code = START + "t = hardware.ticks_ms(); hardware.show(bytearray(b'\\x10') * 768); print(hardware.ticks_ms() - t)"
    assert printed(tmp_path, code) == ["7"]


def test_button_events(tmp_path):
    code = START + "\nwhile True:\n  e = hardware.button_event()\n  if e: print(e)\n  hardware.idle(5)"
    with running(tmp_path, code) as board:
        board.run(50)
        for name in ("left", "RIGHT", "up", "Down", "ok", "menu", "screen"):
            board.press(name)
        assert board.console.split() == ["1", "-1", "2", "-2", "3", "-3", "4", "-4", "5", "-5", "6", "-6", "7", "-7"]


def test_events_keep_their_time_while_the_loop_stands_still(tmp_path):
    code = START + (
        "start = hardware.ticks_ms()\nhardware.idle(900)\nwhile True:\n  e = hardware.button_event()\n"
        "  if not e: break\n  print(e, (hardware.event_ticks - start) % 2**29)"
    )
    # The counter wraps between the two presses.
    with running(tmp_path, code, ticks_start=2**29 - 300) as board:
        board.run(102)
        board.press("down", hold_ms=100, settle_ms=200)
        board.press("ok", hold_ms=100)
        board.run(1000)
        lines = [[int(word) for word in line.split()] for line in board.console.splitlines()[:4]]
    assert [event for event, _ in lines] == [4, -4, 5, -5]
    for (_, at), happened in zip(lines, (102, 202, 402, 502), strict=True):
        assert 5 <= at - happened <= 10


@pytest.mark.parametrize("bounce_ms", [1, 3, 4])
def test_bounce_gives_one_event_each_way(tmp_path, bounce_ms):
    code = START + "\nwhile True:\n  e = hardware.button_event()\n  if e: print(e)\n  hardware.idle(5)"
    with running(tmp_path, code, bounce_ms=bounce_ms) as board:
        board.run(50)
        for _ in range(5):
            board.press("ok")
        assert board.console.split() == ["5", "-5"] * 5


def test_short_glitch_is_no_press(tmp_path):
    code = START + "\nwhile True:\n  e = hardware.button_event()\n  if e: print(e)\n  hardware.idle(5)"
    with running(tmp_path, code) as board:
        board.run(50)
        board.press("ok", hold_ms=4)
        board.run(100)
        assert board.console == ""


def test_lost_events_leave_no_button_stuck(tmp_path):
    # The loop sleeps through 40 presses: the queue of 32 is too small. Then that is told (8: there are 7 buttons), and
    # OK, which is still down.
    code = (
        START
        + "\nhardware.idle(6000)\nwhile True:\n  e = hardware.button_event()\n  if e: print(e)\n  hardware.idle(5)"
    )
    with running(tmp_path, code) as board:
        board.run(10)
        for _ in range(40):
            board.press("left")
        board.hold("ok")
        board.run(2000)
        assert board.console.split() == ["1", "-1"] * 16 + ["8", "5"]


def test_arms(tmp_path):
    code = START + "\nwhile True:\n  print(hardware.arm(0), hardware.arm(1)); hardware.idle(100)"
    with running(tmp_path, code) as board:
        board.slide("red", 1.0)
        board.slide("white", 0.5)
        board.run(50)
        assert board.console.split("\n")[0] == "65535 32776"  # 12 bits: 4095 and 2048 of 4095, spread over 16


def test_arm_noise_is_averaged(tmp_path):
    code = START + "values = [hardware.arm(0) for _ in range(200)]; print(max(abs(v - 32768) for v in values))"
    with running(tmp_path, code, noise=0.01) as board:
        board.slide("red", 0.5)
        board.run(1000)
        assert 0 < int(board.console.split()[0]) <= 655 + 16


def test_tone(tmp_path):
    code = START + "hardware.tone(440); hardware.idle(100); hardware.tone(880); hardware.idle(100); hardware.tone(0)"
    with running(tmp_path, code) as board:
        board.run(50)
        assert board.tone == 440
        board.run(100)
        assert board.tone == 880
        board.run(100)
        assert board.tone == 0


def test_files_of_the_drive(tmp_path):
    code = START + (
        "print(hardware.list_files('/variants'), hardware.list_files('nothing'), "
        "hardware.read_file('/variants/b.json', 4))\n"
        "try: hardware.read_file('/variants/none', 4)\n"
        "except OSError: print('missing')\n"
    )
    with running(tmp_path / "firmware", code, profile=tmp_path / "profile") as board:
        (board.drive / "variants" / "b.json").write_text('{"name": 1}')
        (board.drive / "variants" / "a.json").write_text("{}")
        board.run(100)
        assert board.console.splitlines()[:2] == ["['a.json', 'b.json'] [] b'{\"na'", "missing"]


def test_bad_settings_fall_back(tmp_path):
    code = START + "print(hardware.width, hardware.budget_ma)"
    settings = {"LIGHTPEG_PANEL_WIDTH": "wide", "LIGHTPEG_BUDGET_MA": "9"}
    assert printed(tmp_path, code, settings=settings) == ["16 400"]


def test_random_bytes_differ(tmp_path):
    code = START + "print(len(hardware.random_bytes(16)), hardware.random_bytes(16) != hardware.random_bytes(16))"
    assert printed(tmp_path, code) == ["16 True"]


def test_no_data_channel_no_link(tmp_path):
    assert printed(tmp_path, START + "print(hardware.link)", boot="") == ["None"]
