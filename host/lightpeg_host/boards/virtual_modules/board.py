"""CircuitPython's `board` of a Raspberry Pi Pico: the pin names."""

from lightpeg_host.boards.virtual_pins import Pin

board_id = "raspberry_pi_pico"

for _number in (*range(23), 25, 26, 27, 28):
    globals()[f"GP{_number}"] = Pin(_number)
LED = globals()["GP25"]
A0 = globals()["GP26"]
A1 = globals()["GP27"]
A2 = globals()["GP28"]
