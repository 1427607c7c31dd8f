"""A person at the page: the calls of a board, done with mouse, finger or keyboard in the browser."""

import time

from lightpeg_host.boards import VirtualBoard

KEYS = {
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "up": "ArrowUp",
    "down": "ArrowDown",
    "ok": "Enter",
    "menu": "Escape",
    "screen": "s",
}
ARM_KEYS = {"red": ("q", "a"), "white": ("p", "l")}
# Milliseconds between two looks at whether the board has noticed.
LOOK = 5
# Real seconds until the wait is in vain: looks take longer than they should on a computer with other work.
PATIENCE = 60


class Hands:
    """Presses, drags and looks. `how` is "mouse", "finger" or "keys". Times are the board's milliseconds."""

    def __init__(self, page, served, how="mouse"):
        self.page = page
        self.served = served
        self.board: VirtualBoard = served.board
        self.width = self.board.width
        self.how = how

    def until(self, what, is_so):
        """Wait until `is_so()`; AssertionError, naming `what`, when it takes too long."""
        end = time.monotonic() + PATIENCE
        while not is_so():
            if time.monotonic() > end:
                raise AssertionError(f"Waited in vain until {what}; the board says: {self.served.pace.fault}")
            self.page.wait_for_timeout(LOOK)

    def _ask(self, promise):
        """The outcome of a promise of the page; evaluate() alone would wait for it for ever."""
        return self.page.evaluate(
            f"""Promise.race([{promise}, new Promise((_, fail) =>
                setTimeout(() => fail(new Error("Waited in vain for the page")), {PATIENCE * 1000}))])"""
        )

    def run(self, ms):
        """Wait while the board's time passes."""
        end = self.board.now_ms + ms
        self.until("the board's time passed", lambda: self.board.now_ms >= end)

    def _until_handled(self, count):
        self.until("the board noticed", lambda: self.served.pace.handled >= count)

    def press(self, button, hold_ms=80, settle_ms=120):
        before = self.served.pace.handled
        if self.how == "keys":
            self.page.keyboard.press(KEYS[button])
        elif self.how == "finger":
            self.page.locator(f"[data-button={button}]").tap()
        else:
            self.page.locator(f"[data-button={button}]").click()
        self._until_handled(before + 2)
        self.run(settle_ms)

    def hold(self, button):
        """Mouse or key down, for `release` to let go."""
        before = self.served.pace.handled
        if self.how == "keys":
            self.page.keyboard.down(KEYS[button])
        else:
            box = self.page.locator(f"[data-button={button}]").bounding_box()
            self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            self.page.mouse.down()
        self._until_handled(before + 1)

    def release(self, button):
        before = self.served.pace.handled
        if self.how == "keys":
            self.page.keyboard.up(KEYS[button])
        else:
            self.page.mouse.up()
        self._until_handled(before + 1)

    def slide(self, arm, position):
        """Drag the knob to its place between the outermost marks, or step it there by keys."""
        if self.how == "keys":
            out, inward = ARM_KEYS[arm]
            steps = self.page.evaluate("lightpeg.state.holes ?? 40")
            for _ in range(steps):
                self.page.keyboard.press(inward)
            for _ in range(round(position * steps)):
                self.page.keyboard.press(out)
        else:
            knob = self.page.locator(f"#arm-{arm} .knob").bounding_box()
            marks = self.page.locator(f"#arm-{arm} .marks").bounding_box()
            x = knob["x"] + knob["width"] / 2
            self.page.mouse.move(x, knob["y"] + knob["height"] / 2)
            self.page.mouse.down()
            self.page.mouse.move(x, marks["y"] + marks["height"] * (1 - position), steps=5)
            self.page.mouse.up()
        self.until("the arm moved", lambda: abs(self.served.pace.arms[arm] - position) < 0.02)

    def pixels(self):
        """The lights as the page has them, after everything the board had shown."""
        self._ask("lightpeg.settled()")
        levels = self.page.evaluate("Array.from(lightpeg.panel.levels)")
        pixels = [tuple(levels[n : n + 3]) for n in range(0, len(levels), 3)]
        return [pixels[n : n + self.width] for n in range(0, len(pixels), self.width)]

    def canvas(self):
        """The colours in the middle of each light on the screen."""
        self._ask(
            "lightpeg.settled().then(() => new Promise((drawn) => requestAnimationFrame(() => "
            "requestAnimationFrame(drawn))))"
        )
        flat = self.page.evaluate(
            """() => {
                const { canvas, context, columns, cell } = lightpeg.panel;
                const data = context.getImageData(0, 0, canvas.width, canvas.height).data;
                const found = [];
                for (let y = 0; y < 16; y++) for (let x = 0; x < columns; x++) {
                    const at = 4 * (Math.floor((y + 0.5) * cell) * canvas.width + Math.floor((x + 0.5) * cell));
                    found.push([data[at], data[at + 1], data[at + 2]]);
                }
                return found;
            }"""
        )
        return [[tuple(colour) for colour in flat[n : n + self.width]] for n in range(0, len(flat), self.width)]
