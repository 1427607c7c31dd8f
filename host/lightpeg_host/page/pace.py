"""Runs a board at the pace of life in a thread of its own, and keeps what pages show of it."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable

from lightpeg_host.boards import ARMS, BUTTONS, Board, BoardError

# Real milliseconds between two looks at the board: twice for each picture it can draw.
STEP_MS = 16.0
# The longest piece of the board's time run at once, however fast it is meant to go.
LONGEST_MS = 250.0
# A computer that falls behind by more than this has slept or is too slow: the board does not catch up.
DEBT_MS = 200.0
# A click can be shorter than the board needs to notice it. Board milliseconds: a press lasts at least HELD_MS, and the
# next event waits GAP_MS after a release; both longer than the firmware's debouncing.
HELD_MS = 70.0
GAP_MS = 40.0
# Real milliseconds over which the measured pace is averaged.
PACE_WINDOW_MS = 2000.0

REMEDY = "Switch the board off and on again. If it happens once more, please report it with the text below."


class Pace:
    """Shows `board` in real time multiplied by `speed`; close() ends the thread, not the board.

    Inputs may come from any thread. `on_change` is called from the board's thread after something visible or audible
    changed: the attributes `picture`, `tone`, `powered`, `fault`, `arms`, `pace`.
    """

    def __init__(self, board: Board, speed: float = 1.0) -> None:
        self.board = board
        self.speed = speed
        self.on_change: Callable[[], None] | None = None
        #: The LEDs' levels, three bytes a pixel, row 0 = far.
        self.picture = b""
        #: Counts the pictures.
        self.pictures = 0
        self.tone = 0
        self.powered = board.powered
        #: Why the firmware stopped, for people; None while it runs.
        self.fault: str | None = None
        self.arms = dict.fromkeys(ARMS, 0.0)
        #: How many of the holds, releases, slides and switches that people did have reached the board.
        self.handled = 0
        #: Board time per real time, measured; `speed` while the computer keeps up.
        self.pace = speed
        self._dirty = True
        self._events: deque[tuple[str, str, float]] = deque()
        self._holders: dict[str, set[object]] = {name: set() for name in BUTTONS}
        self._held_at = dict.fromkeys(BUTTONS, float("-inf"))
        self._free_at = float("-inf")
        self._lock = threading.Lock()
        self._wake = threading.Event()
        self._stop = False
        board.on_frame = self._frame
        self._look()
        self._thread = threading.Thread(target=self._run, name="board", daemon=True)

    def start(self) -> None:
        """Let the board's time pass from now on."""
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._stop = True
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join(5)
        self.board.on_frame = None

    # -- what people do, from any thread ------------------------------------------------------------------------

    def hold(self, button: str, who: object) -> None:
        """`who` pushes a button down. It is up again when everybody who holds it has let go."""
        with self._lock:
            if not self._holders[button]:
                self._events.append(("hold", button, 0.0))
            self._holders[button].add(who)
        self._wake.set()

    def release(self, button: str, who: object) -> None:
        """`who` lets a button go."""
        with self._lock:
            if who in self._holders[button]:
                self._holders[button].remove(who)
                if not self._holders[button]:
                    self._events.append(("release", button, 0.0))
        self._wake.set()

    def release_all(self, who: object) -> None:
        """`who` has gone, with all fingers."""
        for button in BUTTONS:
            self.release(button, who)

    @property
    def held(self) -> set[str]:
        """The buttons that somebody holds down."""
        with self._lock:
            return {button for button, holders in self._holders.items() if holders}

    def slide(self, arm: str, position: float) -> None:
        """Move a slider, 0.0 to 1.0."""
        with self._lock:
            self.arms[arm] = position
            self._events.append(("slide", arm, position))
        self._wake.set()

    def power(self, on: bool) -> None:
        """Turn the power switch."""
        with self._lock:
            self._events.append(("power", "", float(on)))
        self._wake.set()

    # -- the board's thread -------------------------------------------------------------------------------------

    def _run(self) -> None:
        board = self.board
        last = mark = time.perf_counter()
        mark_ms = board.now_ms
        debt = 0.0
        while not self._stop:
            now = time.perf_counter()
            debt = min(debt + (now - last) * 1000 * self.speed, max(DEBT_MS, STEP_MS * self.speed))
            last = now
            # Short pieces also on a slow board: what people do is passed on between them.
            piece = min(debt, STEP_MS * self.speed, LONGEST_MS)
            debt -= self.step(piece)
            if (now - mark) * 1000 >= PACE_WINDOW_MS:
                self._measured((board.now_ms - mark_ms) / ((now - mark) * 1000))
                mark, mark_ms = now, board.now_ms
            left = STEP_MS / 1000 - (time.perf_counter() - now)
            if left > 0 and debt <= 0:
                time.sleep(left)

    def step(self, ms: float) -> float:
        """Pass on what people did, let `ms` milliseconds pass on the board and look at it; returns how many passed."""
        before = self.board.now_ms
        self._guard(self._take_events)
        self._guard(lambda: self.board.run(ms))
        self._look()
        return max(self.board.now_ms - before, ms)

    def _guard(self, call: Callable[[], None]) -> None:
        """What the board complains about is shown, and the board goes on if it can."""
        try:
            call()
        except BoardError as error:
            self.fault = str(error)
            self._dirty = True

    def _take_events(self) -> None:
        """Pass on what people did, in their order, as far as the board is ready to notice it."""
        while True:
            with self._lock:
                if not self._events:
                    return
                what, name, value = self._events[0]
                now = self.board.now_ms
                if self.board.powered and (
                    (what == "release" and now < self._held_at[name] + HELD_MS)
                    or (what == "hold" and now < self._free_at)
                ):
                    return
                self._events.popleft()
            self._do(what, name, value, now)
            self.handled += 1

    def _do(self, what: str, name: str, value: float, now: float) -> None:
        board = self.board
        if what == "hold":
            self._held_at[name] = now
            board.hold(name)
        elif what == "release":
            self._free_at = now + GAP_MS
            board.release(name)
        elif what == "slide":
            board.slide(name, value)
            self._dirty = True
        elif value:
            self.fault = None
            board.restore_power()
            self._dirty = True
        else:
            self.fault = None
            board.cut_power()
            self._dirty = True

    def _frame(self, now_ms: float) -> None:
        self._dirty = True

    def _measured(self, pace: float) -> None:
        if abs(pace - self.pace) > 0.02 * self.pace:
            self._dirty = True
        self.pace = pace

    def _look(self) -> None:
        """Note what can be seen and heard, and tell if it changed."""
        board = self.board
        if board.tone != self.tone or board.powered != self.powered:
            self.tone, self.powered = board.tone, board.powered
            self._dirty = True
        if self._dirty:
            self._dirty = False
            picture = bytes(level for row in board.pixels() for colour in row for level in colour)
            if picture != self.picture:
                self.picture = picture
                self.pictures += 1
            if self.on_change:
                self.on_change()
