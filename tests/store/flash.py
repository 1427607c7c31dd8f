"""Flash memory whose power can fail after every step: the nvm of an RP2040, and data files on the drive.

As CircuitPython does it: writing to nvm bytes that are all erased programs them, page by page; writing to used ones
erases all 4096 and programs them again from RAM. The drive has blocks of 4096 bytes: each block that a write touches
is erased and programmed again, with what else is in it. A step is one programmed byte, or one erase.
"""

PAGE = 256
BLOCK = 4096
SECTOR = 512
ERASED = b"\xff"
# What lies around a file in the blocks that it begins and ends in, and belongs to others.
FOREIGN = 0x5A


class PowerCut(Exception):
    """The power went away."""


class Power:
    """Counts `steps`. With `cut_at` set the power fails when so many were made; with a random `chance` the step that
    is cut is left half done: bits of the rest of its page not cleared yet, bits of an erased block not all set.
    With `trace` a list, each step is appended to it as (memory, place, bytes)."""

    def __init__(self):
        self.steps = 0
        self.cut_at = None
        self.chance = None
        self.trace = None
        self.erases = 0

    def __deepcopy__(self, memo):
        other = Power()
        other.steps = self.steps
        memo[id(self)] = other
        return other

    def program(self, memory, at, data):
        """Clears bits of erased bytes, one byte after the other."""
        assert memory.count(ERASED, at, at + len(data)) == len(data), "flash can only clear bits"
        count = len(data) if self.cut_at is None else min(len(data), self.cut_at - self.steps)
        memory[at : at + count] = data[:count]
        self.steps += count
        if self.trace is not None:
            self.trace.extend((memory, at + n, data[n : n + 1]) for n in range(count))
        if count < len(data):
            if self.chance:
                for n in range(count, len(data)):
                    memory[at + n] = data[n] | self.chance.getrandbits(8)
            raise PowerCut

    def erase(self, memory, at, size):
        if self.steps == self.cut_at:
            if self.chance and self.chance.getrandbits(1):
                for n in range(at, at + size):
                    memory[n] |= self.chance.getrandbits(8)
            raise PowerCut
        memory[at : at + size] = ERASED * size
        self.steps += 1
        self.erases += 1
        if self.trace is not None:
            self.trace.append((memory, at, ERASED * size))

    def rewrite(self, memory, at, data):
        """Erases a block and programs it again."""
        self.erase(memory, at, len(data))
        for page in range(0, len(data), PAGE):
            self.program(memory, at + page, data[page : page + PAGE])


class Nvm:
    """`microcontroller.nvm`; `memory` survives it."""

    def __init__(self, power, memory=None):
        self.power = power
        self.memory = bytearray(ERASED * BLOCK) if memory is None else memory

    def __len__(self):
        return len(self.memory)

    def __getitem__(self, place):
        return self.memory[place]

    def __setitem__(self, place, data):
        start, stop, step = place.indices(len(self.memory))
        assert step == 1 and stop - start == len(data), "nvm keeps its size"
        data = bytes(data)
        if self.memory.count(ERASED, start, stop) == stop - start:
            while start < stop:
                # As far as the page goes.
                end = min(stop, start // PAGE * PAGE + PAGE)
                self.power.program(self.memory, start, data[: end - start])
                data = data[end - start :]
                start = end
            return
        ram = bytearray(self.memory)
        ram[start:stop] = data
        self.power.rewrite(self.memory, 0, bytes(ram))


class FlashFile:
    """A data file that begins `shift` bytes into a block; its `memory`, with what lies around it, survives it.

    `failing` holds what raises OSError: "read"; "write", and nothing is written; "sync", and everything is."""

    writable = True

    def __init__(self, power, size, shift=0, memory=None):
        assert shift % SECTOR == 0 and size % SECTOR == 0
        self.power = power
        self.size = size
        self.shift = shift
        if memory is None:
            memory = bytearray([FOREIGN]) * (-(-(shift + size) // BLOCK) * BLOCK)
            memory[shift : shift + size] = ERASED * size
        self.memory = memory
        self.failing = set()

    def read(self, offset, buffer):
        if "read" in self.failing:
            raise OSError(5)
        data = self.memory[self.shift + offset : self.shift + min(self.size, offset + len(buffer))]
        # What lies behind the end of the file is left as it is.
        buffer[: len(data)] = data

    def write(self, offset, data):
        assert offset % SECTOR == 0 and len(data) % SECTOR == 0
        assert offset + len(data) <= self.size, "the file would grow"
        if not self.writable:
            raise OSError(30)
        if "write" in self.failing:
            raise OSError(5)
        start = self.shift + offset
        end = start + len(data)
        for block in range(start // BLOCK * BLOCK, end, BLOCK):
            ram = bytearray(self.memory[block : block + BLOCK])
            low, high = max(start, block), min(end, block + BLOCK)
            ram[low - block : high - block] = data[low - start : high - start]
            self.power.rewrite(self.memory, block, bytes(ram))
        if "sync" in self.failing:
            raise OSError(5)

    def others_are_untouched(self):
        """Whether nothing around the file has changed."""
        around = self.memory[: self.shift] + self.memory[self.shift + self.size :]
        return around.count(FOREIGN) == len(around)


def images(steps, memories):
    """Every state of flash memories before, between and after the steps of a trace. `memories` has (the memory in the
    trace, a copy from before it) of each: yields how many steps were made, and the copies are changed step by step."""
    copies = {id(memory): copy for memory, copy in memories}
    for made, (memory, at, data) in enumerate(steps):
        yield made
        copies[id(memory)][at : at + len(data)] = data
    yield len(steps)


def torn(steps, made, memories, chance):
    """Leaves the step after those that were made half done, as `Power` does: at random."""
    copies = {id(memory): copy for memory, copy in memories}
    memory, at, data = steps[made]
    copy = copies[id(memory)]
    if len(data) > 1:
        for n in range(at, at + len(data)):
            copy[n] |= chance.getrandbits(8)
        return
    while True:
        copy[at] = data[0] | chance.getrandbits(8)
        made += 1
        if made == len(steps) or steps[made][0] is not memory or steps[made][1] != at + 1 or (at + 1) % PAGE == 0:
            return
        at += 1
        data = steps[made][2]
