"""A player's clock: a base time, a bonus for each move, and a limit that it never exceeds."""


class Clock:
    """Counts down while it runs. All times are in milliseconds; `now` is any time that does not go back."""

    def __init__(self, base_ms, bonus_ms, limit_ms):
        self.bonus_ms = bonus_ms
        self.limit_ms = limit_ms
        self.running = False
        self._left = min(base_ms, limit_ms)
        self._started = 0

    def start(self, now):
        """The player is to move. Without effect on a running clock."""
        if not self.running:
            self._started = now
            self.running = True

    def stop(self, now, moved=True):
        """The player has moved, and gets the bonus unless the time was over before; or, with `moved` false,
        the clock is only held. Without effect on a clock that stands."""
        if not self.running:
            return
        left = self.left(now)
        self.running = False
        if moved and left > 0:
            left = min(left + self.bonus_ms, self.limit_ms)
        self._left = left

    def left(self, now):
        """The time left, 0 when it is over."""
        if not self.running:
            return self._left
        return max(0, self._left - max(0, now - self._started))

    def expired(self, now):
        """Whether the time is over: it is from the very millisecond in which nothing is left."""
        return self.left(now) == 0
