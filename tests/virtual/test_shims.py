"""CircuitPython's modules of the virtual board behave as on the chip."""

import pytest

from lightpeg_host.boards import BoardError, VirtualBoard
from tests.virtual.snippets import printed, running

KEYS = """
import board, keypad, time, supervisor
keys = keypad.Keys([board.GP2, board.GP3], value_when_pressed=False, pull=True, interval=0.01,
                   max_events={max_events}, debounce_threshold={threshold})
"""


def test_ticks_start_65_seconds_before_the_wrap(tmp_path):
    code = "import supervisor, time\nprint(supervisor.ticks_ms()); time.sleep(66); print(supervisor.ticks_ms())"
    assert printed(tmp_path, code, ms=70000) == [str(2**29 - 65536), str(66000 - 65536)]


def test_ticks_start_can_be_chosen(tmp_path):
    code = "import supervisor, time\nprint(supervisor.ticks_ms()); time.sleep(0.003); print(supervisor.ticks_ms())"
    assert printed(tmp_path, code, ticks_start=2**29 - 2) == [str(2**29 - 2), "1"]


def test_time_is_virtual(tmp_path):
    code = "import time\na = time.monotonic_ns(); time.sleep(3600); print((time.monotonic_ns() - a) // 1_000_000)"
    assert printed(tmp_path, code, ms=3_700_000) == ["3600000"]


def test_asking_for_the_time_lets_it_pass(tmp_path):
    code = "import supervisor\nend = supervisor.ticks_ms() + 50\nwhile supervisor.ticks_ms() < end: pass\nprint('over')"
    assert printed(tmp_path, code) == ["over"]


def test_keypad_debounce_threshold(tmp_path):
    code = KEYS.format(max_events=8, threshold=2) + (
        "while True:\n"
        "  e = keys.events.get()\n"
        "  if e: print(e.key_number, e.pressed, (e.timestamp - start) % 2**29)\n"
        "  else: time.sleep(0.001)\n"
    )
    code = "import supervisor\nstart = supervisor.ticks_ms()\n" + code
    with running(tmp_path, code) as board:
        board.run(45)
        board.hold("right")
        board.run(100)
        board.release("right")
        board.run(100)
        # Scans every 10 ms: 50 and 60 ms agree on "down", 150 and 160 ms on "up".
        assert board.console.splitlines() == ["1 True 60", "1 False 160"]


def test_keypad_reports_keys_held_at_the_start(tmp_path):
    code = KEYS.format(max_events=8, threshold=1) + "e = keys.events.get(); print(e.key_number, e.pressed)"
    with running(tmp_path, code) as board:
        board.hold("left")
        board.run(20)
        assert board.console.splitlines()[0] == "0 True"


def test_keypad_queue_overflow(tmp_path):
    code = KEYS.format(max_events=3, threshold=1) + (
        "time.sleep(1)\n"
        "print(len(keys.events), keys.events.overflowed)\n"
        "e = keypad.Event()\n"
        "while keys.events.get_into(e): print(e.key_number, e.pressed)\n"
        "keys.events.clear(); print(keys.events.overflowed)\n"
        "keys.reset(); time.sleep(0.1); print(keys.events.get() == keypad.Event(1, True))\n"
    )
    with running(tmp_path, code) as board:
        board.run(10)
        board.press("left")
        board.press("left")
        board.hold("right")
        board.run(2000)
        assert board.console.splitlines()[:6] == ["3 True", "0 True", "0 False", "0 True", "False", "True"]


def test_nvm_programs_erased_bytes_and_erases_used_ones(tmp_path):
    code = """
import microcontroller, time
nvm = microcontroller.nvm
def took(index, value):
    start = time.monotonic_ns()
    nvm[index] = value
    print(nvm.programs, nvm.erases, (time.monotonic_ns() - start) // 100_000)
print(len(nvm), nvm[0], type(nvm[0:2]).__name__)
took(slice(0, 4), b"abcd")
took(slice(4, 28), b"x" * 24)
took(slice(28, 30), bytearray(2))
took(0, 97)
took(slice(3, 5), b"dx")
print(bytes(nvm[0:5]), nvm[-1])
for index, value in ((slice(0, 4), b"abc"), (0, 256), (slice(0, 2), [1, 2])):
    try: nvm[index] = value
    except ValueError as error: print(error)
try: nvm[4096]
except IndexError: print("index")
"""
    assert printed(tmp_path, code) == [
        "4096 255 bytearray",
        "1 0 7",
        "2 0 7",
        "3 0 7",
        "3 1 530",
        "3 2 530",
        "b'abcdx' 255",
        "Slice and value different lengths.",
        "Bytes must be between 0 and 255.",
        "Array values should be single bytes.",
        "index",
    ]


def test_nvm_survives_and_is_a_file(tmp_path):
    with running(
        tmp_path / "f", "import microcontroller\nmicrocontroller.nvm[0:2] = b'hi'", profile=tmp_path / "p"
    ) as b:
        b.run(100)
        assert b.nvm() == b"hi" + b"\xff" * 4094
    code = "import microcontroller\nprint(bytes(microcontroller.nvm[0:3]))"
    assert printed(tmp_path / "f", code, profile=tmp_path / "p") == ["b'hi\\xff'"]


@pytest.mark.parametrize("count", [1, 7, 10])
def test_cut_while_programming_nvm(tmp_path, count):
    code = "import microcontroller, time\ntime.sleep(0.1)\nmicrocontroller.nvm[0:10] = b'0123456789'\nprint('done')"
    with running(tmp_path, code) as board:
        board.cut_power_in_nvm(count)
        board.run(500)
        assert not board.powered
        assert board.console == ""
        assert board.nvm()[:11] == b"0123456789"[:count].ljust(11, b"\xff")
        assert board.now_ms == 500


def test_cut_while_rewriting_nvm(tmp_path):
    code = "import microcontroller, time\nn = microcontroller.nvm\nn[0:4] = b'abcd'\ntime.sleep(1)\nn[0:4] = b'efgh'"
    with running(tmp_path, code) as board:
        board.run(500)
        board.cut_power_in_nvm(2)
        board.run(1000)
        assert board.nvm()[:6] == b"ef\xff\xff\xff\xff"


def test_watchdog_bites(tmp_path):
    code = """
import microcontroller, time
from watchdog import WatchDogMode
print(microcontroller.cpu.reset_reason)
w = microcontroller.watchdog
w.timeout = 8; w.mode = WatchDogMode.RESET
for _ in range(5): time.sleep(7); w.feed()
time.sleep(20)
print("never")
"""
    with running(tmp_path, code) as board:
        board.run(42_900)
        assert board.restarts == []
        board.run(200)
        assert [(round(ms), reason) for ms, reason in board.restarts] == [(43_000, "watchdog")]
        assert board.console.splitlines() == ["POWER_ON", "WATCHDOG"]


def test_watchdog_can_be_stopped(tmp_path):
    code = """
import microcontroller, time
from watchdog import WatchDogMode
w = microcontroller.watchdog
try: w.mode = WatchDogMode.RESET
except ValueError: print("no timeout")
try: w.timeout = 9
except ValueError: print("too long")
w.timeout = 8; w.mode = WatchDogMode.RESET; w.mode = None
time.sleep(60); print("alive")
try: w.mode = WatchDogMode.RAISE
except NotImplementedError: print("no raise")
"""
    assert printed(tmp_path, code, ms=70_000) == ["no timeout", "too long", "alive", "no raise"]


def test_endless_computing_is_ended_by_the_watchdog(tmp_path):
    code = """
import microcontroller, time
from watchdog import WatchDogMode
if microcontroller.cpu.reset_reason == "WATCHDOG": print("again"); time.sleep(1000)
microcontroller.watchdog.timeout = 8; microcontroller.watchdog.mode = WatchDogMode.RESET
time.sleep(0.01)
while True: pass
"""
    with running(tmp_path, code, hang_s=0.5, tolerate_crash=True) as board:
        board.run(1000)
        assert [reason for _, reason in board.restarts] == ["watchdog"]
        assert "again" in board.console


def test_endless_computing_without_a_watchdog_is_an_error(tmp_path):
    with running(tmp_path, "def spin():\n  while True: pass\nspin()", hang_s=0.5) as board:
        with pytest.raises(BoardError, match="spin"):
            board.run(1000)
        assert not board.powered


def test_software_reset(tmp_path):
    code = (
        "import microcontroller, time\nprint(microcontroller.cpu.reset_reason); time.sleep(1); microcontroller.reset()"
    )
    with running(tmp_path, code) as board:
        board.run(2500)
        assert [reason for _, reason in board.restarts] == ["software", "software"]
        assert board.console.split() == ["POWER_ON", "SOFTWARE", "SOFTWARE"]


WRITE = """
import os
try:
    with open("variants/x", "w") as f: f.write("1")
    print(os.listdir("variants"))
except OSError as error: print(error.errno)
"""


def test_drive_is_the_computers_unless_boot_gives_it_away(tmp_path):
    assert printed(tmp_path, WRITE, boot="") == ["30"]
    assert printed(tmp_path, WRITE) == ["['x']"]


def test_usb_cannot_be_changed_after_boot(tmp_path):
    code = """
import storage, usb_cdc
for call in (lambda: storage.remount("/", readonly=False), lambda: usb_cdc.enable(data=True)):
    try: call()
    except RuntimeError as error: print(error)
"""
    assert printed(tmp_path, code) == ["Cannot remount path when visible via USB.", "Cannot change USB devices now"]


def test_settings_toml_of_the_drive(tmp_path):
    code = "import os\nprint(os.getenv('NUMBER'), os.getenv('PATH'), os.getenv('NONE', 7))"
    with running(tmp_path / "f", code, profile=tmp_path / "p", powered=False) as board:
        (board.drive / "settings.toml").write_text("NUMBER = 12\n")
        board.restore_power()
        board.run(100)
        assert board.console.splitlines()[0] == "12 None 7"


def test_released_firmware_gives_the_drive_to_the_computer_when_menu_is_held():
    with VirtualBoard() as board:
        board.hold("menu")
        board.run(200)
        assert "the drive belongs to the computer" in board.console
    with VirtualBoard() as board:
        board.run(200)
        assert board.console == ""
