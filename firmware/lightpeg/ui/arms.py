"""A slide potentiometer as an indicator arm: its position snapped to a whole number of pegs."""

# Hundredths of the whole way by which the slider must pass a boundary before the number changes: twice the noise of
# 1 % that a worn slider shows, so that one resting on a boundary stays where it is.
HYSTERESIS = 2
FULL = 65535


class Arm:
    """Snaps raw readings 0..65535 to 0..steps."""

    def __init__(self, steps):
        self.steps = steps
        self.value = None
        self._limit = FULL + FULL * 2 * HYSTERESIS * steps // 100

    def read(self, raw):
        """Takes a reading; returns whether the snapped value changed."""
        steps = self.steps
        value = self.value
        if value is not None:
            # In half steps times FULL: the slider must leave its own half step and the hysteresis behind it.
            away = 2 * (raw * steps - value * FULL)
            if -self._limit <= away <= self._limit:
                return False
        nearest = (raw * steps * 2 + FULL) // (2 * FULL)
        if nearest == value:
            return False
        self.value = nearest
        return True
