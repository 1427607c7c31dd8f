"""The picture to be shown: a bytearray of RGB, three bytes a pixel, line by line from the far side."""

from lightpeg.ui.font import HEIGHT, LINES, NARROW, place


class Frame:
    """A picture of `width` x `height` pixels. Colours are ints 0xRRGGBB; what lies outside is left out."""

    def __init__(self, width, height):
        self.width = width
        self.height = height
        self.data = bytearray(width * height * 3)
        self._dark = bytes(width * height * 3)

    def clear(self):
        self.data[:] = self._dark

    def put(self, x, y, colour):
        if 0 <= x < self.width and 0 <= y < self.height:
            data = self.data
            at = (y * self.width + x) * 3
            data[at] = colour >> 16
            data[at + 1] = (colour >> 8) & 255
            data[at + 2] = colour & 255

    def get(self, x, y):
        at = (y * self.width + x) * 3
        data = self.data
        return data[at] << 16 | data[at + 1] << 8 | data[at + 2]

    def line(self, x, y, count, colour):
        """`count` pixels from x to the right."""
        for at in range(x, x + count):
            self.put(at, y, colour)

    def darken(self, y, count):
        """Clears `count` whole lines from y on."""
        start = y * self.width * 3
        stop = start + count * self.width * 3
        self.data[start:stop] = self._dark[start:stop]

    def text(self, x, y, text, colour):
        """Writes `text` with its upper left pixel at x, y. Returns the x after it."""
        width = self.width
        for char in text:
            step = char_width(char)
            if -4 < x < width:
                at = place(ord(char))
                for row in range(HEIGHT):
                    bits = LINES[at + row] - 48
                    if bits & 4:
                        self.put(x, y + row, colour)
                    if bits & 2:
                        self.put(x + 1, y + row, colour)
                    if bits & 1:
                        self.put(x + 2, y + row, colour)
            x += step
        return x


def char_width(char):
    """Columns a character takes, its space to the next one included."""
    return 2 if char in NARROW else 4


def text_width(text):
    """Columns a text takes, without the space after its last character."""
    total = 0
    for char in text:
        total += char_width(char)
    return total - 1 if total else 0


def dim(colour, part):
    """`colour` at `part` 256ths of its light."""
    red = ((colour >> 16) * part) >> 8
    green = (((colour >> 8) & 255) * part) >> 8
    blue = ((colour & 255) * part) >> 8
    return red << 16 | green << 8 | blue
