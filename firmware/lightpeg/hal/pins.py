"""The one pin map. Another board is another version of this file: two ADC pins and ten GPIOs are all it takes.

Names are those of the `board` module, as strings, so that the computer can read this file too.
"""

PANEL_DATA = "GP0"

# Each button connects its pin to ground; the pin's own pull-up is on.
BUTTON_NAMES = ("LEFT", "RIGHT", "UP", "DOWN", "OK", "MENU", "SCREEN")
BUTTONS = ("GP2", "GP3", "GP4", "GP5", "GP6", "GP7", "GP8")
MENU = "GP7"

ARM_RED = "GP26"
ARM_WHITE = "GP27"
BUZZER = "GP15"

# Panels of 16x16, chained from left to right as the codebreaker sees them. Pixel 0 is the far left corner.
PANEL_WIDTH = 16
PANEL_HEIGHT = 16
PANEL_SERPENTINE = True


def pixel_map(width, height=PANEL_HEIGHT, serpentine=PANEL_SERPENTINE):
    """For each place on the panel (row-major, line 0 = far) the index of its pixel in the chain, as a list.

    A panel wider than PANEL_WIDTH is made of several, the left one first in the chain.
    """
    places = []
    for y in range(height):
        for x in range(width):
            panel = x // PANEL_WIDTH
            column = x % PANEL_WIDTH
            if serpentine and y % 2:
                column = PANEL_WIDTH - 1 - column
            places.append((panel * height + y) * PANEL_WIDTH + column)
    return places
