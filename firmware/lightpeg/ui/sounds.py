"""Short tunes for the buzzer: (hertz, milliseconds) pairs, 0 hertz is a rest."""

CLICK = ((1200, 12),)
STEP = ((880, 15),)
REFUSE = ((220, 90), (0, 40), (196, 140))
ANSWER = ((523, 50), (659, 60))
SOLVED = ((523, 90), (659, 90), (784, 90), (1047, 220))
LOST = ((392, 140), (330, 140), (262, 280))
VOID = ((330, 120), (0, 60), (330, 120), (0, 60), (330, 120))
START = ((392, 60), (523, 60), (659, 90))


class Player:
    """Plays one tune at a time; a new one replaces it."""

    def __init__(self):
        self._tune: tuple = ()
        self._at = 0
        self._until = 0
        self.hertz = 0

    def play(self, tune, now):
        self._tune = tune
        self._at = 0
        self._until = now

    def tick(self, now):
        """The hertz that should sound now."""
        tune = self._tune
        if not tune:
            return 0
        if now >= self._until:
            if self._at >= len(tune):
                self._tune = ()
                self.hertz = 0
                return 0
            self.hertz, long = tune[self._at]
            self._at += 1
            self._until = now + long
        return self.hertz
