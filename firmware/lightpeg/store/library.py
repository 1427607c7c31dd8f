"""The uploaded variants, in `variants.bin`: three pages of four cells, each page kept in two chunks.

A page is written into the chunk that does not hold its newest state, so that a cut of the power leaves the old one. A
chunk begins with `LPV1`, its generation (4 bytes, low one first) and the number of its cells; a cell is the key (one
byte for its length, then ASCII) and the variant as JSON (two bytes for its length, low one first). The last four bytes
of the chunk are the CRC-32 of all before them.
"""

import json
import struct

from lightpeg.store.chunk import BUFFER, fetch
from lightpeg.store.chunk import put as put_chunk
from lightpeg.store.chunks import FILES, VARIANT_CHUNKS

PAGES = VARIANT_CHUNKS // 2
CELLS = 4
MOST = PAGES * CELLS
# Bytes of a key and of a variant's JSON: four of each fit into a page.
LONGEST_KEY = 24
LONGEST = 980

_MAGIC = b"LPV1"
_FIRST = 9


class Library:
    """The variants in `file`, which is None where it is missing: then there are none and none can be kept."""

    def __init__(self, file):
        if file is not None and file.size < FILES["variants.bin"]:
            # Not the file that was installed: writing would make it longer.
            file = None
        self._file = file
        # Of each page: the copy that holds its newest state, and its generation; 0 before there is one.
        self._copies = [1] * PAGES
        self._generations = [0] * PAGES
        self._keys: list = [[] for _ in range(PAGES)]
        self.damaged = 0
        if file is None:
            return
        buffer = BUFFER
        for page in range(PAGES):
            lost = 0
            for copy in (0, 1):
                try:
                    good = fetch(file, page * 2 + copy)
                except OSError:
                    continue
                if not good or buffer[:4] != _MAGIC:
                    lost += buffer[:4] == _MAGIC
                    continue
                generation = struct.unpack_from("<I", buffer, 4)[0]
                if generation > self._generations[page]:
                    self._generations[page] = generation
                    self._copies[page] = copy
                    self._keys[page] = [key for key, _, _ in _cells(buffer)]
            if lost and not self._generations[page]:
                self.damaged += 1

    def keys(self):
        """The variants' keys."""
        found = []
        for keys in self._keys:
            found.extend(keys)
        return found

    def get(self, key):
        """The variant as a dict, None if there is none of that key. Raises OSError where the drive fails, or has
        changed since this was opened."""
        for page in range(PAGES):
            if key in self._keys[page]:
                buffer = self._read(page)
                for other, start, end in _cells(buffer):
                    if other == key:
                        return json.loads(bytes(buffer[start:end]).decode())
        return None

    def put(self, key, variant):
        """Keeps a dict, in the place of an older one of that key. Raises ValueError where it is too long or there is
        no room, OSError where the drive fails; the old one is kept then."""
        text = json.dumps(variant).encode()
        if len(text) > LONGEST:
            raise ValueError("That variant is too long: at most %d bytes." % LONGEST)
        if not 0 < len(key) <= LONGEST_KEY:
            raise ValueError("A key has 1 to %d characters." % LONGEST_KEY)
        page = -1
        for n in range(PAGES):
            if key in self._keys[n]:
                page = n
                break
            if page < 0 and len(self._keys[n]) < CELLS:
                page = n
        if page < 0:
            raise ValueError("%d variants are kept: remove one." % MOST)
        self._write(page, key, text)

    def remove(self, key):
        """Removes a variant. Raises KeyError if there is none of that key, OSError where the drive fails."""
        for page in range(PAGES):
            if key in self._keys[page]:
                self._write(page, key, None)
                return
        raise KeyError(key)

    def _read(self, page):
        """The newest state of a page that has one."""
        if not fetch(self._file, page * 2 + self._copies[page]) or BUFFER[:4] != _MAGIC:
            raise OSError("damaged")
        return BUFFER

    def _write(self, page, key, text):
        """Writes a page with the JSON `text` at `key`, or without that key for None."""
        if self._file is None:
            raise OSError("no file")
        buffer = BUFFER
        keys = []
        end = _FIRST
        if self._generations[page]:
            begin = _FIRST
            for other, _, stop in _cells(self._read(page)):
                if other != key:
                    # The cells behind one that goes move up.
                    for at in range(begin, stop):
                        buffer[end] = buffer[at]
                        end += 1
                    keys.append(other)
                begin = stop
        if text is not None:
            name = key.encode()
            cell = bytes((len(name),)) + name + struct.pack("<H", len(text))
            for part in (cell, text):
                buffer[end : end + len(part)] = part
                end += len(part)
            keys.append(key)
        generation = self._generations[page] + 1
        struct.pack_into("<4sIB", buffer, 0, _MAGIC, generation, len(keys))
        copy = 1 - self._copies[page]
        if not put_chunk(self._file, page * 2 + copy, end):
            raise OSError("not written")
        self._copies[page] = copy
        self._generations[page] = generation
        self._keys[page] = keys


def _cells(buffer):
    """Yields (key, start, end) of each cell: where its JSON is."""
    at = _FIRST
    for _ in range(buffer[8]):
        start = at + 1 + buffer[at]
        key = bytes(buffer[at + 1 : start]).decode()
        at = start + 2 + struct.unpack_from("<H", buffer, start)[0]
        yield key, start + 2, at
