"""Databases to test on: an SQLite file, and a PostgreSQL server of our own where there are its programs."""

import pytest

from lightpeg_host.database.opening import open_database
from tests.database import postgresql as server


@pytest.fixture(scope="session")
def postgresql_server():
    """The address of a server."""
    try:
        with server.server() as address:
            yield address
    except server.Missing as missing:
        pytest.skip(str(missing))


@pytest.fixture
def postgresql(postgresql_server):
    """The address of an empty PostgreSQL database."""
    with server.empty(postgresql_server) as address:
        yield address


@pytest.fixture
def sqlite(tmp_path):
    """The address of a database that is not there yet."""
    return str(tmp_path / "folder" / "games.db")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def address(request):
    """The address of an empty database, of each kind."""
    return request.getfixturevalue(request.param)


@pytest.fixture
def database(address):
    """An open, empty database, of each kind."""
    with open_database(address) as opened:
        yield opened
