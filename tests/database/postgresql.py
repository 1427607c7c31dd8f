"""A PostgreSQL server of our own, where there are its programs."""

import contextlib
import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

from sqlalchemy import create_engine, text

from lightpeg_host.database.opening import parse

SECONDS = 60
NUMBERS = itertools.count(1)


class Missing(Exception):
    """There can be no server here; the message says why."""


def programs():
    """The folder of PostgreSQL's programs: that of `initdb` in PATH, or the newest that Debian has installed."""
    found = shutil.which("initdb")
    if found and shutil.which("pg_ctl"):
        return Path(found).parent
    installed = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(installed, key=lambda path: int(path.parent.name), default=None)


def unprivileged():
    """Who runs the server: it refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    return None


def run(*command, **options):
    done = subprocess.run(
        [str(word) for word in command],
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS,
        **options,
    )
    assert done.returncode == 0, done.stdout


@contextlib.contextmanager
def server():
    """The address of a server, to which a database's name is to be added. LIGHTPEG_TEST_POSTGRESQL names one that
    runs, else one is started in a folder of its own, reached through a socket in it. Missing, with the reason, where
    that cannot be."""
    named = os.environ.get("LIGHTPEG_TEST_POSTGRESQL")
    if named:
        yield parse(named)
        return
    folder, owner = programs(), unprivileged()
    if folder is None:
        raise Missing("PostgreSQL's initdb and pg_ctl are not installed (Debian's package is postgresql)")
    if owner is None:
        raise Missing("PostgreSQL does not run as root, and there is no user postgres or nobody to run it as")
    # Not in pytest's own folder: that is closed to other users, and too long for a socket's name.
    home = Path(tempfile.mkdtemp(prefix="lightpeg-"))
    try:
        if owner:
            os.chown(home, owner["user"], owner["group"])
        options = {"cwd": home, "env": {"PATH": os.environ["PATH"], "LC_ALL": "C"}, **owner}
        data = home / "data"
        run(folder / "initdb", "-D", data, "-U", "lightpeg", "-A", "trust", "-E", "UTF8", "--no-sync", **options)
        settings = f"-F -c listen_addresses='' -c unix_socket_directories='{home}'"
        run(folder / "pg_ctl", "-D", data, "-l", home / "log", "-o", settings, "-w", "start", **options)
        try:
            yield parse(f"postgresql://lightpeg@/postgres?host={home}")
        finally:
            run(folder / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop", **options)
    finally:
        shutil.rmtree(home, ignore_errors=True)


@contextlib.contextmanager
def empty(address):
    """The address, as a text, of an empty database on the server."""
    name = f"lightpeg_{os.getpid()}_{next(NUMBERS)}"
    engine = create_engine(address, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    try:
        yield address.set(database=name).render_as_string(hide_password=False)
    finally:
        with engine.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        engine.dispose()
