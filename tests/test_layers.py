"""The layers of the firmware, and the part of Python that CircuitPython has: read from the source, file by file."""

import ast
import itertools
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FIRMWARE = ROOT / "firmware"
HOST = ROOT / "host"
# A file of this size still compiles on a Pico whose heap is in use.
MOST_BYTES = 15_000

# What each layer may import of the firmware, and of the modules that CPython, MicroPython and CircuitPython share.
LAYERS = {
    "core": ({"core"}, {"json"}),
    "ui": ({"core", "ui"}, {"array", "binascii", "gc"}),
    "link": ({"core", "link"}, {"binascii", "json"}),
    "store": ({"core", "store"}, {"binascii", "json", "struct"}),
    "hal": ({"hal"}, set()),
    # The loop, and what it hands the layers to each other with.
    "app": ({"core", "ui", "link", "store", "hal", "channel", "desk", "loader", "memory"}, set()),
    "channel": ({"link"}, set()),
    "desk": ({"core", "ui", "link", "desk_kept"}, set()),
    "desk_kept": ({"core", "ui", "link"}, set()),
    "loader": (set(), {"gc", "sys"}),
    "memory": ({"store"}, set()),
    "main": ({"hal", "app"}, {"time", "traceback"}),
}
# The two files that know CircuitPython's own modules: boot.py runs before anything else, to open the channels.
BOARD_MODULES = {
    "lightpeg/hal/circuitpython.py": (
        {"analogio", "board", "keypad", "microcontroller", "neopixel", "pwmio", "supervisor", "usb_cdc", "watchdog"}
        | {"array", "gc", "os", "sys", "time"}
    ),
    "boot.py": {"board", "digitalio", "storage", "usb_cdc", "usb_hid", "usb_midi"},
}
HOST_MAY_IMPORT = {"core", "ui", "link", "store"}

NO_SYNTAX = (ast.Match, ast.TryStar, ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.Await)
# Methods that CPython's str, bytes and int have and CircuitPython's have not.
NO_METHODS = {
    "isascii",
    "isprintable",
    "isidentifier",
    "isdecimal",
    "isnumeric",
    "removeprefix",
    "removesuffix",
    "translate",
    "maketrans",
    "casefold",
    "title",
    "zfill",
    "ljust",
    "rjust",
    "expandtabs",
    "swapcase",
    "format_map",
    "bit_count",
    "bit_length",
    "is_integer",
    "as_integer_ratio",
}
NO_NAMES = {"breakpoint", "compile", "eval", "exec", "globals", "input", "locals", "vars", "const"}
# Reading, writing and printing are for the hardware layer and the files that start the board.
NO_IO = {"open", "print"}
DECORATORS = {"property", "staticmethod", "classmethod", "setter"}


def layer_of(name):
    """The layer of a firmware file, by its path from the firmware's folder; None for the packages' own root."""
    parts = name.split("/")
    if parts[0] != "lightpeg":
        return "main"
    if len(parts) == 2:
        return parts[1].removesuffix(".py") if parts[1] != "__init__.py" else None
    return parts[1]


def imports(tree):
    """(line, dotted name) of everything imported; a name imported from a package counts as its module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            for alias in node.names:
                yield node.lineno, base + "." + alias.name


def import_faults(name, tree):
    layer = layer_of(name)
    inner, shared = LAYERS.get(layer, (set(), set()))
    allowed = BOARD_MODULES.get(name, shared)
    if layer not in LAYERS and layer is not None:
        yield 1, f"{layer} is no layer"
    for line, module in imports(tree):
        parts = module.split(".")
        if module.startswith("."):
            yield line, "relative import"
        elif parts[0] == "lightpeg":
            target = parts[1] if len(parts) > 1 else "everything"
            boot_reads_pins = name == "boot.py" and module == "lightpeg.hal.pins"
            if target not in inner and module != "lightpeg.VERSION" and not boot_reads_pins:
                yield line, f"{layer} imports {target}"
        elif parts[0] not in allowed:
            yield line, f"{layer} imports {parts[0]}"


def construct_faults(name, tree):
    quiet = layer_of(name) not in ("hal", "main")
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 1)
        if isinstance(node, NO_SYNTAX):
            yield line, type(node).__name__
        elif isinstance(node, ast.arguments) and node.posonlyargs:
            yield node.posonlyargs[0].lineno, "positional-only argument"
        elif isinstance(node, ast.Attribute) and node.attr in NO_METHODS:
            yield line, f"method {node.attr}"
        elif isinstance(node, ast.Name) and (node.id in NO_NAMES or (quiet and node.id in NO_IO)):
            yield line, f"name {node.id}"
        elif isinstance(node, ast.ClassDef) and node.keywords:
            yield line, "metaclass"
        elif isinstance(node, (ast.List, ast.Tuple, ast.Set)) and any(isinstance(e, ast.Starred) for e in node.elts):
            yield line, "star in a display"
        elif isinstance(node, ast.Slice) and node.step is not None:
            yield line, "slice with a step"
        elif isinstance(node, ast.Call):
            keys = {keyword.arg for keyword in node.keywords}
            if isinstance(node.func, ast.Name) and node.func.id == "zip" and keys:
                yield line, "keyword of zip"
            if isinstance(node.func, ast.Name) and node.func.id in ("enumerate", "sum", "pow") and keys:
                yield line, f"keyword of {node.func.id}"
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            for decorator in node.decorator_list:
                last = decorator.attr if isinstance(decorator, ast.Attribute) else getattr(decorator, "id", "a call")
                if last not in DECORATORS:
                    yield decorator.lineno, f"decorator {last}"
        if isinstance(node, (ast.arg, ast.AnnAssign)) and node.annotation is not None:
            yield from annotation_faults(node.annotation)


def annotation_faults(annotation):
    """CircuitPython compiles annotations, and what it cannot look up is better not written."""
    if not isinstance(annotation, ast.Name) or annotation.id not in {
        "int",
        "str",
        "bytes",
        "list",
        "dict",
        "tuple",
        "bool",
    }:
        yield annotation.lineno, "annotation " + ast.unparse(annotation)


def faults(name, source):
    """Everything in a firmware file that breaks the rules, as (line, what) in the order of the file."""
    tree = ast.parse(source)
    found = [*import_faults(name, tree), *construct_faults(name, tree)]
    if len(source.encode()) >= MOST_BYTES:
        found.append((1, f"{len(source.encode())} bytes"))
    return sorted(found)


def host_faults(source):
    """What host code imports of the firmware beyond rules, link, formats, pictures, the pin map and the version."""
    for line, module in imports(ast.parse(source)):
        parts = module.split(".")
        if (
            parts[0] != "lightpeg"
            or module in ("lightpeg", "lightpeg.VERSION")
            or module.startswith("lightpeg.hal.pins")
        ):
            continue
        if parts[1] not in HOST_MAY_IMPORT:
            yield line, f"host imports {module}"


def files_of(folder):
    return [path for path in sorted(folder.rglob("*.py")) if "__pycache__" not in path.parts]


FIRMWARE_FILES = {path.relative_to(FIRMWARE).as_posix(): path for path in files_of(FIRMWARE)}


@pytest.mark.parametrize("name", FIRMWARE_FILES)
def test_firmware_file(name):
    assert faults(name, FIRMWARE_FILES[name].read_text(encoding="utf-8")) == []


def test_every_layer_is_there():
    layers = {layer_of(name) for name in FIRMWARE_FILES}
    assert layers - {None} == set(LAYERS)
    assert set(BOARD_MODULES) <= set(FIRMWARE_FILES)


def test_the_host_imports_what_it_may():
    found = [
        (path.relative_to(ROOT).as_posix(), *fault)
        for path in files_of(HOST)
        for fault in host_faults(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_names_without_a_fault_of_case():
    """A drive with FAT knows no upper and lower case: no two files may differ in that alone."""
    lower = sorted(name.lower() for name in FIRMWARE_FILES)
    assert [one for one, other in itertools.pairwise(lower) if one == other] == []


CORE = "lightpeg/core/bad.py"


@pytest.mark.parametrize(
    "name, source, what",
    [
        (CORE, "import time", "core imports time"),
        (CORE, "from time import monotonic", "core imports time"),
        (CORE, "import board", "core imports board"),
        (CORE, "import os", "core imports os"),
        (CORE, "def late():\n    import supervisor", "core imports supervisor"),
        (CORE, "from lightpeg.ui.frame import Frame", "core imports ui"),
        (CORE, "import lightpeg.store.choices", "core imports store"),
        (CORE, "from lightpeg import ui", "core imports ui"),
        (CORE, "import lightpeg", "core imports everything"),
        (CORE, "from ..ui import frame", "relative import"),
        (CORE, "from dataclasses import dataclass", "core imports dataclasses"),
        (CORE, "import enum", "core imports enum"),
        (CORE, "from typing import Optional", "core imports typing"),
        (CORE, "import functools", "core imports functools"),
        (CORE, "import itertools", "core imports itertools"),
        (CORE, "import re", "core imports re"),
        (CORE, "from __future__ import annotations", "core imports __future__"),
        (CORE, "print(1)", "name print"),
        (CORE, "f = open('x')", "name open"),
        ("lightpeg/ui/bad.py", "import lightpeg.link.frame", "ui imports link"),
        ("lightpeg/ui/bad.py", "import neopixel", "ui imports neopixel"),
        ("lightpeg/link/bad.py", "from lightpeg.store import choices", "link imports store"),
        ("lightpeg/store/bad.py", "from lightpeg.hal import pins", "store imports hal"),
        ("lightpeg/store/bad.py", "import microcontroller", "store imports microcontroller"),
        ("lightpeg/hal/pins.py", "import board", "hal imports board"),
        ("lightpeg/hal/circuitpython.py", "from lightpeg.core.ticks import Ticks", "hal imports core"),
        ("lightpeg/hal/circuitpython.py", "import threading", "hal imports threading"),
        ("lightpeg/app.py", "import board", "app imports board"),
        ("lightpeg/app.py", "import lightpeg_host", "app imports lightpeg_host"),
        ("lightpeg/utils.py", "", "utils is no layer"),
        ("lightpeg/utils/bad.py", "", "utils is no layer"),
        ("lightpeg/__init__.py", "import lightpeg.core", "None imports core"),
        ("code.py", "import board", "main imports board"),
        ("boot.py", "import lightpeg.ui.frame", "main imports ui"),
        (CORE, "match x:\n    case 1:\n        pass", "Match"),
        (CORE, "try:\n    pass\nexcept* ValueError:\n    pass", "TryStar"),
        (CORE, "async def f():\n    pass", "AsyncFunctionDef"),
        (CORE, "def f(a, /):\n    pass", "positional-only argument"),
        (CORE, "def f(a: int | None):\n    pass", "annotation int | None"),
        (CORE, "rows: list[int] = []", "annotation list[int]"),
        (CORE, "'x'.isascii()", "method isascii"),
        (CORE, "x.removeprefix('y')", "method removeprefix"),
        (CORE, "b''.translate(t)", "method translate"),
        (CORE, "n.bit_length()", "method bit_length"),
        (CORE, "zip(a, b, strict=True)", "keyword of zip"),
        (CORE, "a = b[::-1]", "slice with a step"),
        (CORE, "@cached\ndef f():\n    pass", "decorator cached"),
        (CORE, "@lru_cache(1)\ndef f():\n    pass", "decorator a call"),
        (CORE, "class A(metaclass=B):\n    pass", "metaclass"),
        (CORE, "eval('1')", "name eval"),
        (CORE, "#" * MOST_BYTES, f"{MOST_BYTES} bytes"),
    ],
)
def test_the_check_catches(name, source, what):
    assert what in [fault for _, fault in faults(name, source)]


def test_the_check_lets_pass():
    """What the firmware does use, so that the cases above are known to be caught for what they say."""
    source = (
        "import json\nfrom lightpeg.core.ticks import Ticks\n\n\nclass A:\n    @property\n    def b(self):\n"
        "        n: int = 1\n        return f'{n}'.strip()\n\n    @b.setter\n    def b(self, value, *, more=False):\n"
        "        if (m := value) > 1:\n            self.c = [x for x in sorted(m, key=len)]\n"
    )
    assert faults(CORE, source) == []
    assert faults("boot.py", "import storage\nfrom lightpeg.hal import pins") == []


@pytest.mark.parametrize(
    "source, what",
    [
        ("import lightpeg.app", "host imports lightpeg.app"),
        ("from lightpeg.hal.circuitpython import Hardware", "host imports lightpeg.hal.circuitpython.Hardware"),
        ("from lightpeg import app", "host imports lightpeg.app"),
    ],
)
def test_the_check_of_the_host_catches(source, what):
    assert what in [fault for _, fault in host_faults(source)]


def test_the_check_of_the_host_lets_pass():
    source = (
        "from lightpeg import VERSION\nfrom lightpeg.core.game import Game\nimport lightpeg.link.frame\n"
        "from lightpeg.hal import pins\nfrom lightpeg.store import choices\nimport lightpeg_host.cli\n"
    )
    assert list(host_faults(source)) == []
