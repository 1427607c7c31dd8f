"""Nothing of the person who runs the tests is read or changed, and no board of theirs is found or opened."""

import pytest

from lightpeg_host import client
from lightpeg_host.client import discovery
from tests.host.link_board import desk_board
from tests.host.usb_ports import OTHERS
from tests.link.fake_desk import FakeDesk


@pytest.fixture(autouse=True)
def own_folders(monkeypatch, tmp_path_factory):
    """Folders of its own for every test, for this process and the ones it starts."""
    place = tmp_path_factory.mktemp("own")
    for name in ("RUNTIME", "CONFIG", "DATA"):
        monkeypatch.setenv(f"LIGHTPEG_{name}", str(place / name.lower()))
    for name in ("LIGHTPEG_DATABASE", "LIGHTPEG_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    return place


@pytest.fixture(autouse=True)
def ports(monkeypatch):
    """The serial ports that this computer seems to have: change the list."""
    found = list(OTHERS)
    monkeypatch.setattr(discovery.list_ports, "comports", lambda: found)
    return found


@pytest.fixture
def hasty(monkeypatch):
    """A virtual board that hangs up is asked again at once."""
    monkeypatch.setattr(discovery, "BUSY_SECONDS", 0)


@pytest.fixture
def impatient(monkeypatch):
    """Silent boards are given up soon."""
    monkeypatch.setattr(client.board, "HELLO_SECONDS", 0.05)
    monkeypatch.setattr(client.channel, "REPLY_SECONDS", 0.05)


@pytest.fixture
def desk():
    """A board without firmware: what it keeps and does is in attributes."""
    return FakeDesk()


@pytest.fixture
def at(desk):
    """The options that lead to the board of `desk`, over a socket."""
    with desk_board(desk) as board:
        yield ["--port", board.url]
