"""Restless hands at the whole firmware, on CPython and on MicroPython alike: `hands.py FIRMWARE TESTS VARIANT WHO`.

Presses, holds and slides that come from a fixed stream of bytes wander through every screen; what the panel shows
after each is written as a checksum, so both interpreters have to draw the same pictures.
"""

import sys

if __name__ == "__main__":
    sys.path.append(sys.argv[1])
    sys.path.append(sys.argv[2])

from binascii import crc32

PRESSES = 700
# As often as a player presses them, about: much UP, RIGHT and OK, little MENU.
BUTTONS = ("up", "up", "up", "right", "right", "ok", "ok", "ok", "down", "left", "screen", "menu")


class Bytes:
    """A fixed stream of bytes."""

    def __init__(self, seed):
        self.state = seed

    def __next__(self):
        self.state = (self.state * 1103515245 + 12345) & 0x3FFFFFFF
        return self.state >> 16 & 0xFF

    def __iter__(self):
        return self


def main(variant, who, hands_count):
    from fakes import FakeBoard, nvm_with

    from lightpeg.store.chunks import file_size

    chosen = {"variant": variant, "who": who, "clock": hands_count % 6, "palette": 2, "left_handed": who & 1}
    # An archive that leaves room in a small heap.
    memory = {"/memory/games.bin": bytearray(b"\xff" * file_size(3))}
    board = FakeBoard(nvm=nvm_with(chosen), memory=memory)
    board.hardware.random = Bytes(7)
    hands = Bytes(len(variant) * 8 + who)
    board.press("ok")
    filled = 0
    for _ in range(PRESSES):
        chance = next(hands)
        if chance < 40:
            # A row at once: this is how games come to their ends.
            board.press("up")
            board.press("ok", hold_ms=700)
            board.press("ok")
            filled += 1
        elif chance < 60:
            board.slide("red", next(hands) % 6 / 5)
            board.slide("white", next(hands) % 6 / 5)
            board.run(60)
        else:
            board.press(BUTTONS[next(hands) % len(BUTTONS)], hold_ms=30 + next(hands) * 4)
        # The fake keeps every picture, which no board's memory does.
        del board.hardware.frames[:]
        match = board.session.match
        state = (match.game.phase, match.game.result, len(match.log)) if match else None
        print(crc32(board.hardware.shown), state)
    print("rows", filled)


if __name__ == "__main__":
    main(sys.argv[3], int(sys.argv[4]), len(sys.argv[3]))
