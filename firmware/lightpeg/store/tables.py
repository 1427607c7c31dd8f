"""Uploaded strategy tables, in `tables.bin`: a place for each.

A place begins with a sector of its own: `LPTB`, the size and the CRC-32 of the table (4 bytes each, low one first), the
name (one byte for its length, then ASCII), and the CRC-32 of all that. The table follows 4096 bytes after the place's
beginning. That first sector is written last, and erased first: what a cut of the power leaves half done is no table,
and a computer brings it again.
"""

import struct
from binascii import crc32

from lightpeg.store.chunks import FILES, TABLE_BYTES, TABLE_STRIDE, TABLES

_MAGIC = b"LPTB"
_SECTOR = 512
_DATA = 4096
# Bytes of the largest table. Behind it 4096 bytes are free, so that it shares no flash block with the next place.
LARGEST = TABLE_BYTES - _DATA
# Bytes of a name.
LONGEST_NAME = 24


def _place(n):
    return 4096 + n * TABLE_STRIDE


class Tables:
    """The tables in `file`, which is None where it is missing. Every method that writes raises OSError where the drive
    fails. `next` is where the next part of the table being brought begins."""

    def __init__(self, file):
        if file is not None and file.size < FILES["tables.bin"]:
            # Not the file that was installed: writing would make it longer.
            file = None
        self._file = file
        # (name, size, crc) by place, None where there is none.
        self._entries = [self._entry(n) for n in range(TABLES)]
        self._bringing = None
        self._sector = bytearray(_SECTOR)
        self.next = 0

    def _entry(self, n):
        if self._file is None:
            return None
        head = bytearray(64)
        try:
            self._file.read(_place(n), head)
        except OSError:
            return None
        end = 13 + head[12]
        if head[:4] != _MAGIC or end + 4 > len(head):
            return None
        if struct.unpack_from("<I", head, end)[0] != crc32(memoryview(head)[:end]):
            return None
        size, crc = struct.unpack_from("<II", head, 4)
        return bytes(head[13:end]).decode(), size, crc

    def list(self):
        """Each table as a dict of name, size and crc."""
        return [{"name": entry[0], "size": entry[1], "crc": entry[2]} for entry in self._entries if entry]

    def begin(self, name, size, crc):
        """A table of that name is going to be brought. Raises ValueError where there is no room."""
        if self._file is None:
            raise OSError("no file")
        if not 0 < size <= LARGEST:
            raise ValueError("A table has 1 to %d bytes." % LARGEST)
        if not 0 < len(name.encode()) <= LONGEST_NAME:
            raise ValueError("A name has 1 to %d characters." % LONGEST_NAME)
        place = -1
        for n in range(TABLES):
            entry = self._entries[n]
            if entry is not None and entry[0] == name:
                place = n
                break
            if entry is None and place < 0:
                place = n
        if place < 0:
            raise ValueError("%d tables are kept: remove one." % TABLES)
        self._erase(place)
        self._bringing = (place, name, size, crc)
        self.next = 0

    def part(self, at, data):
        """The next bytes of it. Raises ValueError where they do not follow the ones before."""
        if self._bringing is None or at != self.next or at + len(data) > self._bringing[2]:
            raise ValueError("That part does not follow the one before.")
        start = _place(self._bringing[0]) + _DATA
        sector = self._sector
        for byte in data:
            sector[self.next % _SECTOR] = byte
            self.next += 1
            if self.next % _SECTOR == 0:
                self._file.write(start + self.next - _SECTOR, sector)

    def end(self):
        """All of it has come. Raises ValueError if it is not what was announced."""
        if self._bringing is None or self.next != self._bringing[2]:
            raise ValueError("The table is not whole.")
        place, name, size, crc = self._bringing
        self._bringing = None
        if size % _SECTOR:
            self._file.write(_place(place) + _DATA + size - size % _SECTOR, self._sector)
        if self._crc(place, size) != crc:
            raise ValueError("The table came damaged.")
        key = name.encode()
        head = _MAGIC + struct.pack("<II", size, crc) + bytes((len(key),)) + key
        head += struct.pack("<I", crc32(head))
        self._file.write(_place(place), head + b"\xff" * (_SECTOR - len(head)))
        self._entries[place] = (name, size, crc)

    def remove(self, name):
        """Removes a table. Raises KeyError if there is none of that name."""
        for n in range(TABLES):
            entry = self._entries[n]
            if entry is not None and entry[0] == name:
                self._erase(n)
                return
        raise KeyError(name)

    def read(self, name, at, buffer):
        """Fills `buffer` from byte `at` of a table. Raises KeyError if there is none of that name."""
        for n in range(TABLES):
            entry = self._entries[n]
            if entry is not None and entry[0] == name:
                self._file.read(_place(n) + _DATA + at, buffer)
                return
        raise KeyError(name)

    def _erase(self, place):
        if self._entries[place] is not None:
            self._file.write(_place(place), b"\xff" * _SECTOR)
            self._entries[place] = None

    def _crc(self, place, size):
        crc = 0
        piece = bytearray(_SECTOR)
        for at in range(0, size, _SECTOR):
            self._file.read(_place(place) + _DATA + at, piece)
            crc = crc32(memoryview(piece)[: min(_SECTOR, size - at)], crc)
        return crc
