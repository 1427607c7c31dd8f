"""Modules give way to each other here as on a Pico, and are put back after each test: others have imported them too."""

import sys

import pytest

from lightpeg import loader


@pytest.fixture(autouse=True)
def memory_is_short(monkeypatch):
    monkeypatch.setattr(loader, "SHARED", False)
    kept = {name: module for name, module in sys.modules.items() if name.startswith("lightpeg.")}
    yield
    for name in [name for name in sys.modules if name.startswith("lightpeg.")]:
        del sys.modules[name]
    sys.modules.update(kept)
    for name, module in kept.items():
        package, _, last = name.rpartition(".")
        setattr(sys.modules[package], last, module)
