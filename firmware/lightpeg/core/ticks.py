"""Time that does not wrap, from a counter that does."""

# CircuitPython's `supervisor.ticks_ms` starts again at 0 after this many milliseconds (6.2 days).
PERIOD = 1 << 29


class Ticks:
    """Extends a counter of milliseconds modulo `PERIOD`. It has to be read at least once in a period; the
    loop reads it hundreds of times a second."""

    def __init__(self):
        self._last = None
        self.now = 0

    def advance(self, raw):
        """Milliseconds from the first call's `raw` to this one's."""
        if self._last is not None:
            self.now += (raw - self._last) & (PERIOD - 1)
        self._last = raw
        return self.now

    def at(self, raw):
        """The time of a reading taken before the last call of `advance`, less than half a period ago. A reading that
        seems to be later is taken for that last one."""
        ago = (self._last - raw) & (PERIOD - 1)
        return self.now - ago if ago < PERIOD >> 1 else self.now
