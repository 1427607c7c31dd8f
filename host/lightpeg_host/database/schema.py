"""Brings a database to the tables of this version, with Alembic's migrations from the folder beside."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, text

from lightpeg_host.errors import DatabaseError

if TYPE_CHECKING:
    from alembic.config import Config

# The newest migration. A test compares it with the folder's.
HEAD = "0002"
# Not Alembic's own name: another program's tables may be in the same database.
VERSION_TABLE = "lightpeg_version"
FOLDER = Path(__file__).parent / "migrations"
# Any number that nobody else locks.
LOCK = 0x11687067


def upgrade(engine: Engine, title: str, revision: str = "head") -> None:
    """Bring the database to `revision`. Two programs that try at once do it one after the other. DatabaseError if a
    newer version of Lightpeg made it."""
    with engine.connect() as connection:
        if revision == "head" and version(connection) == HEAD:
            return
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        _migrate(connection, title, revision)


def version(connection: Connection) -> str | None:
    """The migration that the database is at; None if it has none of our tables."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    return connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()


def _migrate(connection: Connection, title: str, revision: str) -> None:
    # Only now: Alembic takes a while to load, and nearly always there is nothing to do.
    from alembic import command
    from alembic.script import ScriptDirectory

    config = alembic_config(connection)
    current = version(connection)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if current is not None and current not in known:
        raise DatabaseError(
            f"The database {title} was made by a newer version of Lightpeg (its tables are version {current}, this "
            f"one knows {HEAD}). Update Lightpeg, or name another database with --database."
        )
    command.upgrade(config, revision)


def alembic_config(connection: Connection) -> Config:
    """Alembic's configuration for an open connection, without a file of its own."""
    from alembic.config import Config

    # What it would print is not for the user of a command.
    config = Config(stdout=io.StringIO())
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config
