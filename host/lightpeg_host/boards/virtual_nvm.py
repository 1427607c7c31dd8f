"""`microcontroller.nvm` over a file, with the rules of the flash beneath it.

Bytes that are all still 0xFF are programmed; anything else means that the whole 4096 bytes are erased and written
again. Every step is in the file at once, so a power cut leaves what a cut leaves on the chip.
"""

from typing import Any

from lightpeg_host.boards import wire
from lightpeg_host.boards.virtual_chip import NVM_ERASE_US, NVM_PROGRAM_US, chip

SIZE = 4096


class ByteArray:
    """The bytes. `erases` and `programs` count what the flash had to do since power-up."""

    def __init__(self, path: str) -> None:
        self._file = open(path, "r+b", buffering=0)  # noqa: SIM115 - open as long as the board has power
        self._bytes = bytearray(self._file.read())
        self.erases = 0
        self.programs = 0

    def __len__(self) -> int:
        return SIZE

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            if index.step not in (None, 1):
                raise NotImplementedError("only slices with step=1 (aka None) are supported")
            return bytearray(self._bytes[index])
        return self._bytes[self._whole(index)]

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, slice):
            if index.step not in (None, 1):
                raise NotImplementedError("only slices with step=1 (aka None) are supported")
            start, stop, _ = index.indices(SIZE)
            if not isinstance(value, bytes | bytearray | memoryview):
                raise ValueError("Array values should be single bytes.")
            data = bytes(value)
            if len(data) != max(0, stop - start):
                raise ValueError("Slice and value different lengths.")
            self._store(start, data)
            return
        if not 0 <= value <= 255:
            raise ValueError("Bytes must be between 0 and 255.")
        self._store(self._whole(index), bytes((value,)))

    @staticmethod
    def _whole(index: int) -> int:
        if not -SIZE <= index < SIZE:
            raise IndexError("index out of range")
        return index % SIZE

    def _store(self, start: int, data: bytes) -> None:
        if not data:
            return
        end = start + len(data)
        if self._bytes[start:end] == b"\xff" * len(data):
            self.programs += 1
            self._program(start, data)
            chip().advance(NVM_PROGRAM_US)
            return
        self.erases += 1
        whole = bytearray(self._bytes)
        whole[start:end] = data
        self._write(0, b"\xff" * SIZE)
        self._program(0, bytes(whole))
        chip().advance(NVM_ERASE_US)

    def _program(self, start: int, data: bytes) -> None:
        """Write byte by byte where a cut may come, at once otherwise."""
        cut = chip().nvm_cut
        if cut is None or cut > len(data):
            if cut is not None:
                chip().nvm_cut = cut - len(data)
            self._write(start, data)
            return
        self._write(start, data[:cut])
        chip().leave(wire.CUT)

    def _write(self, start: int, data: bytes) -> None:
        self._bytes[start : start + len(data)] = data
        self._file.seek(start)
        self._file.write(data)
