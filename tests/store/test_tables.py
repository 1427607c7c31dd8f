"""Strategy tables: known bytes, whatever is damaged or cut, and places that share no block of the flash."""

import contextlib
import random
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lightpeg.store.chunks import FILES
from lightpeg.store.tables import LARGEST, Tables

from .flash import BLOCK, FlashFile, Power, PowerCut

SIZE = FILES["tables.bin"]
FIRST = bytes(range(256)) * 4 + b"the end"
SECOND = b"\xaa" * 600
NEW = bytes(reversed(FIRST))


def new_file(shift=0):
    return FlashFile(Power(), SIZE, shift)


def bring(tables, name, data, part=600):
    tables.begin(name, len(data), zlib.crc32(data))
    for at in range(0, len(data), part):
        tables.part(at, data[at : at + part])
    tables.end()


def whole(tables):
    """Every table that there is: its name and its bytes, which have to be what its CRC says."""
    found = {}
    for told in tables.list():
        data = bytearray(told["size"])
        tables.read(told["name"], 0, data)
        assert zlib.crc32(data) == told["crc"]
        found[told["name"]] = bytes(data)
    return found


def test_known_bytes():
    file = new_file()
    bring(Tables(file), "classic", b"123456789")
    head = b"LPTB" + bytes([9, 0, 0, 0]) + 0xCBF43926.to_bytes(4, "little") + b"\x07classic"
    assert bytes(file.memory[4096:]).startswith(head + zlib.crc32(head).to_bytes(4, "little") + b"\xff" * 400)
    assert bytes(file.memory[8192:8201]) == b"123456789"
    assert Tables(file).list() == [{"name": "classic", "size": 9, "crc": 0xCBF43926}]


@pytest.mark.parametrize("shift", range(0, BLOCK, 512))
def test_the_largest_tables_share_no_block(shift):
    """Blocks that each of them touches, heads and data, and those of whatever lies around the file."""
    file = new_file(shift)
    touched = []
    for name in ("one", "two"):
        tables = Tables(file)
        file.power.trace = []
        bring(tables, name, random.Random(name).randbytes(LARGEST), 512)
        touched.append({at // BLOCK for _, at, _ in file.power.trace})
    assert not touched[0] & touched[1]
    assert file.others_are_untouched()
    assert len(whole(Tables(file))) == 2
    assert LARGEST == 24576


def test_there_is_room_for_two_and_each_can_be_replaced_or_removed():
    file = new_file()
    tables = Tables(file)
    bring(tables, "a", FIRST)
    bring(tables, "b", SECOND)
    with pytest.raises(ValueError, match="2 tables are kept"):
        tables.begin("c", 1, 0)
    bring(tables, "a", SECOND + b"!")
    assert whole(Tables(file)) == {"a": SECOND + b"!", "b": SECOND}
    tables.remove("a")
    with pytest.raises(KeyError):
        tables.remove("a")
    with pytest.raises(KeyError):
        tables.read("a", 0, bytearray(1))
    bring(tables, "c", FIRST)
    assert whole(tables) == whole(Tables(file)) == {"b": SECOND, "c": FIRST}


def test_what_is_not_as_announced_is_refused():
    tables = Tables(new_file())
    for size in (0, LARGEST + 1):
        with pytest.raises(ValueError, match="1 to 24576 bytes"):
            tables.begin("a", size, 0)
    for name in ("", "x" * 25):
        with pytest.raises(ValueError, match="1 to 24 characters"):
            tables.begin(name, 1, 0)
    with pytest.raises(ValueError, match="follow"):
        tables.part(0, b"x")
    tables.begin("a", 4, 1)
    for at, data in ((1, b"x"), (0, b"12345")):
        with pytest.raises(ValueError, match="follow"):
            tables.part(at, data)
    tables.part(0, b"1")
    with pytest.raises(ValueError, match="not whole"):
        tables.end()
    tables.part(1, b"234")
    with pytest.raises(ValueError, match="damaged"):
        tables.end()
    assert tables.list() == []


def test_a_cut_at_every_step_leaves_each_table_whole_or_none_of_it():
    """A table is replaced, then the other one removed; each is cut at every erase, and else after every 13th byte."""
    for shift in (0, 2560):
        file = new_file(shift)
        tables = Tables(file)
        bring(tables, "a", FIRST)
        bring(tables, "b", SECOND)
        start = bytes(file.memory)
        for action in (lambda tables: bring(tables, "a", NEW), lambda tables: tables.remove("b")):
            chance = random.Random(shift)
            step = 0
            done = False
            while not done:
                other = FlashFile(Power(), SIZE, shift, bytearray(start))
                other.power.cut_at = step
                other.power.chance = chance
                tables = Tables(other)
                try:
                    action(tables)
                    done = True
                except PowerCut:
                    pass
                other.power.cut_at = None
                found = whole(Tables(other))
                assert found.get("a") in (None, FIRST, NEW)
                assert found.get("b", SECOND) == SECOND
                bring(Tables(other), "a", SECOND)
                assert whole(Tables(other))["a"] == SECOND
                assert other.others_are_untouched()
                step += 1 if step < 3 else 13


def test_damage_is_no_table():
    file = new_file()
    bring(Tables(file), "classic", FIRST)
    for at in range(4096, 4096 + 13 + 7 + 4):
        damaged = FlashFile(Power(), SIZE, 0, bytearray(file.memory))
        damaged.memory[at] ^= 0x10
        assert Tables(damaged).list() == []


def test_a_drive_that_fails():
    for file in (None, FlashFile(Power(), SIZE - 512)):
        tables = Tables(file)
        assert tables.list() == []
        with pytest.raises(OSError):
            tables.begin("a", 1, 0)
    file = new_file()
    tables = Tables(file)
    bring(tables, "a", FIRST)
    for failing in ("write", "sync"):
        file.failing = {failing}
        with pytest.raises(OSError):
            bring(tables, "b", SECOND)
    file.failing = {"read"}
    assert Tables(file).list() == []
    file.failing = set()
    assert whole(Tables(file)) == {"a": FIRST}


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.integers(0, SIZE - 1), st.binary(max_size=40)), max_size=6), st.booleans())
def test_garbage_is_no_table_that_was_never_brought(garbage, brought):
    file = new_file()
    if brought:
        bring(Tables(file), "a", FIRST)
    for at, data in garbage:
        file.memory[at : at + len(data)] = data[: SIZE - at]
        del file.memory[SIZE:]
    tables = Tables(file)
    assert tables.list() in ([], [{"name": "a", "size": len(FIRST), "crc": zlib.crc32(FIRST)}])
    with contextlib.suppress(KeyError):
        tables.remove("a")
    bring(tables, "b", SECOND)
    assert whole(Tables(file)) == {"b": SECOND}
