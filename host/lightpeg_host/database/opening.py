"""From what the user named to an open database.

SQLite is opened so that several programs can use it at once: readers never wait, and writers wait for each other.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import platformdirs
from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.orm import Session

from lightpeg_host.database import schema
from lightpeg_host.errors import DatabaseError, UsageError

FILE = "games.db"
# How long a writer waits for another one, in seconds.
PATIENCE = 60
WRITING = "lightpeg_writing"
# PostgreSQL's codes for them.
DEADLOCK = "40P01"
NOT_SERIALIZABLE = "40001"
DRIVERS = {"sqlite": "sqlite+pysqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}


def default_url() -> str:
    """LIGHTPEG_DATABASE, or the file in the user's data folder, which LIGHTPEG_DATA overrides."""
    named = os.environ.get("LIGHTPEG_DATABASE")
    if named:
        return named
    folder = os.environ.get("LIGHTPEG_DATA")
    return str((Path(folder) if folder else platformdirs.user_data_path("lightpeg", False)) / FILE)


def parse(named: str) -> URL:
    """The address of a database from a URL or the path of an SQLite file. UsageError if it is neither."""
    if "://" not in named:
        return URL.create(DRIVERS["sqlite"], database=str(Path(named).expanduser()))
    try:
        url = make_url(named)
    except (ArgumentError, ValueError):
        # Not shown: there may be a password in it.
        raise UsageError(
            "The address of the database cannot be read. It is the path of a file, or "
            "postgresql://user@computer/name; a password with special characters has them as %XX."
        ) from None
    driver = DRIVERS.get(url.get_backend_name())
    if driver is None:
        raise UsageError(
            f"Lightpeg keeps its games in SQLite or PostgreSQL, not in {url.get_backend_name()}. Name the path of a "
            "file, or postgresql://user@computer/name."
        )
    return url.set(drivername=driver)


def shown(url: URL) -> str:
    """The address for a person: never with a password."""
    if url.get_backend_name() == "sqlite":
        return url.database or "a database in memory"
    host = url.host or url.query.get("host") or "this computer"
    return f"{url.database or url.username or 'the database'} on {host}"


class Database:
    """An open database. `shown` names it for a person. Close it, or use it in a `with` statement."""

    def __init__(self, engine: Engine, title: str) -> None:
        self._engine = engine
        self._writer = engine.execution_options(**{WRITING: True})
        # SQLite sees one state in a transaction anyway; PostgreSQL does when it is told to.
        one_state = {} if engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
        self._reader = engine.execution_options(**one_state)
        self.shown = title

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def engine(self) -> Engine:
        """For migrations and tests."""
        return self._engine

    def close(self) -> None:
        """Give the connections back."""
        self._engine.dispose()

    @contextlib.contextmanager
    def reading(self) -> Iterator[Session]:
        """A session for questions; it sees one state of the database. DatabaseError when the database fails."""
        with self._told(), Session(self._reader, expire_on_commit=False) as session:
            yield session

    @contextlib.contextmanager
    def writing(self) -> Iterator[Session]:
        """A session that changes something; whoever uses it commits. DatabaseError when the database fails."""
        with self._told(), Session(self._writer, expire_on_commit=False) as session:
            yield session

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as error:
            raise DatabaseError(f"The database {self.shown} failed: {reason(error)}. {remedy(error)}") from error


def reason(error: Exception) -> str:
    """What the database itself said, in one line, without the statement and its values."""
    inner = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    lines = [line.strip() for line in str(inner).splitlines() if line.strip()]
    return lines[0].rstrip(".") if lines else type(inner).__name__


def at_the_same_moment(error: Exception) -> bool:
    """Whether it failed only because another program stored the same, or in another order, at the same moment."""
    return isinstance(error, IntegrityError) or (
        isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in (DEADLOCK, NOT_SERIALIZABLE)
    )


def remedy(error: Exception) -> str:
    """What to do about it."""
    if at_the_same_moment(error):
        return "Another program changed the same at the same moment: try again."
    said = reason(error).lower()
    if "locked" in said:
        return "Another program keeps it busy: end that one, then try again."
    if "full" in said or "no space" in said:
        return "Make room on the disk, then try again."
    if "readonly" in said or "read-only" in said or "permission" in said:
        return "Make sure that you may write there, or name another one with --database."
    if "unable to open" in said:
        return "Make sure that its folder is there and that you may write in it, or name another one with --database."
    if "i/o error" in said:
        return "The disk may be damaged, full or gone: look at it, then try again."
    if "malformed" in said or "not a database" in said:
        return "It is no SQLite file, or damaged: name another one with --database."
    if "authentication" in said or "password" in said or "role" in said:
        return "Check the user and the password in LIGHTPEG_DATABASE or ~/.pgpass."
    return "Make sure that it is running and reachable, or name another one with --database."


def open_database(named: str | None = None) -> Database:
    """Open the database that `named` says (a URL or a path), or the default one. It is made where there is none, and
    an older one is brought to this version's tables. DatabaseError, with a remedy, if that cannot be."""
    url = parse(named or default_url())
    title = shown(url)
    file = Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None
    if file is not None and str(file) != ":memory:":
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DatabaseError(
                f"The folder {file.parent} cannot be made ({error.strerror}). Name another database with --database."
            ) from error
    engine = _engine(url)
    try:
        schema.upgrade(engine.execution_options(**{WRITING: True}), title)
    except SQLAlchemyError as error:
        engine.dispose()
        raise DatabaseError(f"The database {title} cannot be opened: {reason(error)}. {remedy(error)}") from error
    except BaseException:
        engine.dispose()
        raise
    return Database(engine, title)


def _engine(url: URL) -> Engine:
    if url.get_backend_name() != "sqlite":
        # A connection that the server has closed meanwhile is replaced, as is one that hangs at the start.
        wait = {} if "connect_timeout" in url.query else {"connect_timeout": 10}
        return create_engine(url, pool_pre_ping=True, connect_args=wait)
    engine = create_engine(url, connect_args={"timeout": PATIENCE})

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _record: Any) -> None:
        # Python's own idea of when a transaction begins is switched off: `begin` below says it.
        connection.isolation_level = None
        _use_wal(connection)
        for pragma in ("synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        # Who is going to write waits at the beginning, where waiting is allowed; later on it would be refused.
        writing = connection.get_execution_options().get(WRITING)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def _use_wal(connection: sqlite3.Connection) -> None:
    """Let readers and a writer work at once. A new file is switched to that once; who meets another program in the
    middle of it is refused at once whatever patience was asked for, so it is tried again here."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
                connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > end:
                raise
            time.sleep(0.01)
