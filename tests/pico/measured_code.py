"""The board's code.py with a stopwatch: prints the time of each turn that drew, in microseconds, and on request (any
byte typed at the console) the free heap after a collection."""

import gc
import time

from lightpeg.hal.circuitpython import Hardware

ns = time.monotonic_ns


def main():
    hardware = Hardware()
    hardware.show(bytearray(hardware.width * hardware.height * 3))
    import usb_cdc

    from lightpeg.app import App

    app = App(hardware)
    turn = app.turn
    tick = app.session.tick
    show = hardware.show
    idle = hardware.idle
    spent = [0, 0, 0]

    def timed_tick(now):
        start = ns()
        drawn = tick(now)
        spent[0] = ns() - start
        return drawn

    def timed_show(data):
        start = ns()
        show(data)
        spent[1] = ns() - start

    def timed_idle(milliseconds):
        start = ns()
        idle(milliseconds)
        spent[2] = ns() - start

    app.session.tick = timed_tick
    hardware.show = timed_show
    hardware.idle = timed_idle
    console = usb_cdc.console
    print("READY")
    while True:
        spent[1] = spent[2] = 0
        start = ns()
        turn()
        whole = ns() - start - spent[2]
        if spent[1]:
            print("F", spent[0] // 1000, spent[1] // 1000, whole // 1000)
        if console.in_waiting:
            console.read(console.in_waiting)
            gc.collect()
            print("M", gc.mem_free())


main()
