"""Starts the board: a first picture at once, then the game; and what happens if it ends by mistake."""

import time
import traceback

from lightpeg.hal.circuitpython import Hardware

CRASH_SECONDS = 5
# Four pegs in the middle, as (column, red, green, blue).
SPLASH = ((4, 40, 28, 0), (6, 0, 40, 8), (9, 0, 10, 48), (11, 48, 0, 0))


def splash(hardware):
    """A picture that needs nothing but the hardware: compiling the game takes a while."""
    frame = bytearray(hardware.width * hardware.height * 3)
    for column, red, green, blue in SPLASH:
        at = ((hardware.height // 2) * hardware.width + (hardware.width - 16) // 2 + column) * 3
        frame[at : at + 3] = bytes((red, green, blue))
    hardware.show(frame)


def crashed(hardware, error):
    """Say what happened, show one red pixel in the far left corner, restart."""
    traceback.print_exception(error)
    frame = bytearray(hardware.width * hardware.height * 3)
    frame[0] = 120
    hardware.tone(0)
    hardware.show(frame)
    hardware.feed()
    time.sleep(CRASH_SECONDS)
    hardware.reset()


def main():
    hardware = Hardware()
    try:
        splash(hardware)
        try:
            import lightpeg.app

            hardware.start_watchdog()
            lightpeg.app.run(hardware)
        except Exception as error:
            crashed(hardware, error)
    finally:
        # Ctrl-C on the console leads to the prompt, where nobody feeds the watchdog.
        hardware.stop_watchdog()


main()
