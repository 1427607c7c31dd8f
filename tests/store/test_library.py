"""Uploaded variants: known bytes, twelve of them, and every state of the file that a cut can leave."""

import json
import random
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lightpeg.store.chunks import FILES
from lightpeg.store.library import LONGEST, MOST, Library

from .flash import FlashFile, Power, images, torn

SIZE = FILES["variants.bin"]


def new_file(shift=0):
    return FlashFile(Power(), SIZE, shift)


def everything(library):
    return {key: library.get(key) for key in library.keys()}  # noqa: SIM118 - it is no dict


def page(generation, cells):
    """A page's chunk, put together by hand."""
    chunk = b"LPV1" + generation.to_bytes(4, "little") + bytes([len(cells)])
    for key, text in cells:
        chunk += bytes([len(key)]) + key.encode() + len(text).to_bytes(2, "little") + text.encode()
    chunk = chunk.ljust(4092, b"\xff")
    return chunk + zlib.crc32(chunk).to_bytes(4, "little")


def test_known_bytes():
    file = new_file()
    library = Library(file)
    library.put("mine", {"a": 1})
    assert bytes(file.memory[4096:8192]) == page(1, [("mine", '{"a": 1}')])
    library.put("b", {})
    # The other copy; the first one stays.
    assert bytes(file.memory[12288:16384]) == page(2, [("mine", '{"a": 1}'), ("b", "{}")])
    assert bytes(file.memory[4096:8192]) == page(1, [("mine", '{"a": 1}')])
    library.remove("mine")
    assert bytes(file.memory[4096:8192]) == page(3, [("b", "{}")])
    assert everything(Library(file)) == {"b": {}}


def test_twelve_of_the_largest():
    assert MOST == 12
    file = new_file(3584)
    largest = {"x": "y" * (LONGEST - len('{"x": ""}'))}
    for n in range(MOST):
        Library(file).put(f"variant number {n:02}".ljust(24, "."), {**largest})
    library = Library(file)
    found = everything(library)
    assert len(found) == 12 and all(variant == largest for variant in found.values())
    with pytest.raises(ValueError, match="12 variants are kept"):
        library.put("one more", {})
    for key, variant in (("", {}), ("x" * 25, {}), ("a", {"x": largest["x"] + "y"})):
        with pytest.raises(ValueError):
            library.put(key, variant)
    with pytest.raises(KeyError):
        library.remove("one more")
    library.put(list(found)[5], {"new": 1})
    assert everything(Library(file)) == {**found, list(found)[5]: {"new": 1}}
    assert file.others_are_untouched()


@pytest.mark.parametrize("shift", [0, 512])
def test_a_cut_at_every_step_leaves_the_old_or_the_new(shift):
    """Six variants in two pages are there; one is changed, one is added and one removed, cut after each 7th byte and
    before and after every erase."""
    file = new_file(shift)
    library = Library(file)
    for n in range(6):
        library.put(str(n), {"n": n})
    chance = random.Random(shift)
    for action in (
        lambda library: library.put("2", {"new": "x" * 300}),
        lambda library: library.put("6", {"n": 6}),
        lambda library: library.remove("5"),
    ):
        before = everything(library)
        copy = bytearray(file.memory)
        file.power.trace = []
        action(library)
        after = everything(library)
        for made in images(file.power.trace, [(file.memory, copy)]):
            steps = file.power.trace
            if made % 7 and not any(len(data) > 1 for _, _, data in steps[max(0, made - 1) : made + 1]):
                continue
            for rough in (False, True):
                other = FlashFile(Power(), SIZE, shift, bytearray(copy))
                if rough and made < len(steps):
                    torn(steps, made, [(file.memory, other.memory)], chance)
                again = Library(other)
                assert everything(again) in (before, after)
                assert again.damaged == 0, "what was cut was not kept yet"
                again.put("0", {"later": made})
                assert everything(Library(other))["0"] == {"later": made}
                assert other.others_are_untouched()


def test_damage_of_one_copy_gives_the_one_before_and_that_of_both_is_counted():
    file = new_file()
    library = Library(file)
    library.put("a", {"n": 1})
    library.put("a", {"n": 2})
    file.memory[12288 + 12] ^= 1
    assert Library(file).get("a") == {"n": 1} and Library(file).damaged == 0
    with pytest.raises(OSError):
        library.get("a")
    file.memory[4096 + 12] ^= 1
    damaged = Library(file)
    assert (everything(damaged), damaged.damaged) == ({}, 1)
    damaged.put("b", {})
    assert (everything(Library(file)), Library(file).damaged) == ({"b": {}}, 0)


@pytest.mark.parametrize("file", [None, FlashFile(Power(), SIZE - 512)])
def test_without_its_file_or_with_a_short_one_nothing_can_be_kept(file):
    library = Library(file)
    assert list(library.keys()) == [] and library.get("a") is None
    with pytest.raises(OSError):
        library.put("a", {})


def test_a_drive_that_fails():
    file = new_file()
    library = Library(file)
    library.put("a", {"n": 1})
    file.failing = {"write"}
    with pytest.raises(OSError):
        library.put("a", {"n": 2})
    assert library.get("a") == {"n": 1} and Library(file).get("a") == {"n": 1}
    file.failing = {"read"}
    with pytest.raises(OSError):
        library.get("a")
    assert list(Library(file).keys()) == []


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, SIZE - 1), st.binary(max_size=60)), max_size=5), st.booleans())
def test_garbage_is_no_variant(garbage, kept):
    file = new_file()
    library = Library(file)
    if kept:
        library.put("a", {"n": 1})
        library.put("a", {"n": 2})
    for at, data in garbage:
        file.memory[at : at + len(data)] = data[: SIZE - at]
        del file.memory[SIZE:]
    library = Library(file)
    assert everything(library) in ({}, {"a": {"n": 1}}, {"a": {"n": 2}})
    library.put("b", json.loads('{"n": [1]}'))
    assert everything(Library(file))["b"] == {"n": [1]}
