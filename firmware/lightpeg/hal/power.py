"""How much current a frame takes, and how far it must be dimmed to stay within the budget.

Model of a WS2812B: each of its three channels takes 12 mA at full duty and linearly less below it; a dark pixel still
takes 0.7 mA (datasheets and measurements give 0.6 to 1). The microcontroller's own 30 mA are not in it: the default
budget of 400 mA leaves 100 mA of a USB port's 500 for that and for the model's error.
"""

CHANNEL_MA = 12.0
IDLE_MA = 0.7
DEFAULT_BUDGET_MA = 400

# Brightness moves in these steps, the resolution of the pixel driver.
STEPS = 256


def estimate_ma(channel_sum, pixels, brightness):
    """The current in mA of `pixels` pixels whose channel values (0..255 each) add up to `channel_sum`."""
    return pixels * IDLE_MA + channel_sum * CHANNEL_MA / 255 * brightness


class Limiter:
    """Chooses the brightness of each frame so that its estimate never exceeds `budget_ma`.

    Dimming is at once. Brightening waits until there is room for an eighth more than now, so that a blinking pixel
    does not make the whole panel pump; the brightness a person chose is the upper bound and is reached exactly.
    """

    def __init__(self, pixels, budget_ma=DEFAULT_BUDGET_MA):
        self.pixels = pixels
        self.budget_ma = budget_ma
        self._steps = STEPS

    def brightness(self, channel_sum, wanted):
        """The brightness 0.0..1.0 for a frame with this sum of channel values; `wanted` is what the person chose."""
        room = self.budget_ma - self.pixels * IDLE_MA
        full = channel_sum * CHANNEL_MA / 255
        allowed = STEPS
        if room <= 0:
            allowed = 0
        elif full > room:
            allowed = int(room / full * STEPS)
        if allowed < self._steps or allowed >= self._steps + self._steps // 8 + 1 or allowed == STEPS:
            self._steps = allowed
        wanted_steps = int(wanted * STEPS + 0.5)
        return min(max(wanted_steps, 0), self._steps) / STEPS
