"""Numbers, texts and codes as few bytes: what the formats of records, variants and games share.

- number: seven bits a byte, the low ones first; each byte but the last has its high bit set
- text: its bytes in UTF-8 and their count before them, in one byte
- nibbles: half bytes, two in a byte, the first one high; the last one's other half is 0
"""


def put_number(out, number):
    """Appends a number (0 or more) to the bytearray `out`."""
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)


def put_text(out, text, most):
    """Appends a text to `out`. What is longer than `most` bytes (at most 255) is cut at a character."""
    data = text.encode()
    if len(data) > most:
        while most and data[most] & 0xC0 == 0x80:
            most -= 1
        data = data[:most]
    out.append(len(data))
    out.extend(data)


def put_nibbles(out, values):
    """Appends numbers of 0 to 15 to `out`."""
    half = 0
    odd = False
    for value in values:
        if odd:
            out.append(half | value)
        half = value << 4
        odd = not odd
    if odd:
        out.append(half)


class Taker:
    """Takes `data` apart again. Every method raises ValueError where the data ends too early or cannot be."""

    def __init__(self, data):
        self._data = data
        self._at = 0

    def byte(self):
        at = self._at
        if at >= len(self._data):
            raise ValueError("too short")
        self._at = at + 1
        return self._data[at]

    def number(self):
        number = 0
        # 2**63 and more is nobody's number here.
        for shift in range(0, 63, 7):
            byte = self.byte()
            number |= (byte & 127) << shift
            if byte < 128:
                return number
        raise ValueError("a number without end")

    def take(self, count):
        at = self._at
        if at + count > len(self._data):
            raise ValueError("too short")
        self._at = at + count
        return bytes(self._data[at : at + count])

    def text(self):
        return self.take(self.byte()).decode()

    def nibbles(self, count):
        data = self.take((count + 1) // 2)
        return tuple([data[n >> 1] >> 4 if n & 1 == 0 else data[n >> 1] & 15 for n in range(count)])

    def rest(self):
        """All that is left."""
        return self.take(len(self._data) - self._at)

    def end(self):
        """Nothing may be left."""
        if self._at != len(self._data):
            raise ValueError("too long")
