"""What the dashboard costs: PYTHONPATH=firmware:host python -m tests.browser.dashboard_figures

A board tells a whole new picture 30 times a second, which is more than a game ever does. Processor time is read from
/proc: of the dashboard, and of the browser with everything it runs (drawing without a graphics card is the dear part).
"""

import os
import shutil
import tempfile
import threading
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM, DESK
from tests.browser.dashboard import Dashboard
from tests.browser.live_board import LiveBoard

SECONDS = 10
TICKS = os.sysconf("SC_CLK_TCK")


def ticks_below(ancestor):
    """Clock ticks of all processes below one."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            found[int(entry.name)] = (int(fields[1]), int(fields[11]) + int(fields[12]))
    total = 0
    for number in found:
        at = number
        while at in found and at != ancestor:
            at = found[at][0]
        if at == ancestor and number != ancestor:
            total += found[number][1]
    return total


def paint(board, stop, told):
    """30 whole pictures a second, each another one."""
    number = 0
    due = time.monotonic()
    while not stop.is_set():
        if board.subscribed[1]:
            number += 1
            board.picture(lambda x, y, n=number: ((x * 16 + n * 7) % 256, y * 16, n % 256))
            told.append(number)
        due += 1 / 30
        stop.wait(max(0.0, due - time.monotonic()))


def main():
    path = next(filter(None, map(shutil.which, CHROMIUM)))
    with tempfile.TemporaryDirectory() as folder, Dashboard(folder) as dashboard, sync_playwright() as playwright:
        os.environ["LIGHTPEG_RUNTIME"] = str(dashboard.runtime)
        args = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=path, args=args)
        stop, told = threading.Event(), []
        with LiveBoard() as board:
            painting = threading.Thread(target=paint, args=(board, stop, told))
            painting.start()
            context = browser.new_context(viewport=DESK)
            for attempt in ("first", "second"):
                page = context.new_page()
                began = time.monotonic()
                page.goto(dashboard.base)
                page.wait_for_function("document.querySelector('.lp-panel')?.panel?.levels?.some(level => level > 9)")
                print(f"first picture after {time.monotonic() - began:.2f} s ({attempt} visit)")
                if attempt == "first":
                    page.close()
            page.wait_for_timeout(2000)
            drawn = page.evaluate("document.querySelector('.lp-panel').panel.drawn")
            sent, own, all_of_it = len(told), dashboard.ticks, ticks_below(os.getpid())
            page.wait_for_timeout(SECONDS * 1000)
            own, all_of_it = dashboard.ticks - own, ticks_below(os.getpid()) - all_of_it
            drawn = page.evaluate("document.querySelector('.lp-panel').panel.drawn") - drawn
            print(f"{(len(told) - sent) / SECONDS:.1f} pictures told and {drawn / SECONDS:.1f} drawn a second")
            print(f"dashboard {100 * own / TICKS / SECONDS:.1f} % of a core")
            print(f"browser {100 * (all_of_it - own) / TICKS / SECONDS:.1f} % of a core")
            stop.set()
            painting.join()
        browser.close()


if __name__ == "__main__":
    main()
