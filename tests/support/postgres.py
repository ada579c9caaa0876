"""A private PostgreSQL for tests, from the packages of the system."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import create_engine, text

from tests.support.driving import free_port

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


# PostgreSQL does not run as root; its packages come with a user of this name.
USER = "postgres"
FOUND = shutil.which("initdb") or next(
    map(str, Path("/usr/lib/postgresql").glob("*/bin/initdb")), None
)
INITDB = FOUND if os.geteuid() or shutil.which("runuser") else None
DATABASES = ("sqlite", "postgresql") if INITDB else ("sqlite",)
MISSING = (
    "no PostgreSQL (initdb and pg_ctl) on the path or in /usr/lib/postgresql, or as root no runuser"
)
IN_A_HURRY = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"


class Server:
    """A PostgreSQL on a free port of 127.0.0.1, with a folder of its own.

    Parameters
    ----------
    folder : Path
        An empty folder of whoever runs the server.
    safe : bool, default False
        Whether it keeps what it acknowledged even if the machine loses its power, as it does
        outside of tests; slow.
    """

    def __init__(self, folder: Path, *, safe: bool = False) -> None:
        self.folder = folder
        self.port = free_port()
        self.options = "" if safe else IN_A_HURRY
        self._numbers = count(1)
        words = ("--username", USER, "--auth", "trust", "--encoding", "UTF8", "--locale", "C")
        self._run("initdb", "--no-sync", *words)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 {self.options}"
        self._run("pg_ctl", "--wait", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self, *, how: str = "fast") -> None:
        """Stop it: ``fast`` in order, ``immediate`` as if it were killed."""
        self._run("pg_ctl", "--wait", "-m", how, "stop")

    def url(self, database: str) -> str:
        """Return the address of a database for the store."""
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{database}"

    def execute(self, *statements: str, url: str = "") -> None:
        """Run statements outside of the databases of tests, or in the one at an address."""
        url = (url or self.url(USER)).replace("postgresql:", "postgresql+pg8000:")
        engine = create_engine(url, isolation_level="AUTOCOMMIT")
        try:
            with engine.connect() as connection:
                for statement in statements:
                    connection.execute(text(statement))
        finally:
            engine.dispose()

    def empty(self, url: str, tables: Iterable[str]) -> None:
        """Empty tables, whoever is still connected; rows are numbered anew."""
        others = "datname = current_database() AND pid <> pg_backend_pid()"
        self.execute(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}",
            f"TRUNCATE {', '.join(tables)} RESTART IDENTITY",
            url=url,
        )

    @contextmanager
    def database(self, *, like: str = "template0") -> Iterator[str]:
        """Make a database, give its address, and drop it.

        Parameters
        ----------
        like : str, optional
            The database that it is a copy of; empty if left out.
        """
        name = f"test_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {like}")
        try:
            yield self.url(name)
        finally:
            self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def _run(self, program: str, *words: str) -> None:
        if INITDB is None:
            raise FileNotFoundError(MISSING)
        path = Path(INITDB).with_name(program)
        command = [str(path), "-D", str(self.folder / "data"), *words]
        if os.geteuid() == 0:
            command = ["runuser", "-u", USER, "--", *command]
        # A file and not a pipe: the server inherits it and would hold a pipe open.
        with tempfile.TemporaryFile("w+") as said:
            done = subprocess.run(
                command, cwd=self.folder, stdout=said, stderr=said, check=False, timeout=120
            )
            said.seek(0)
            if done.returncode:
                raise RuntimeError(f"{program} failed: {said.read()[-2000:]}")


@contextmanager
def serving(*, safe: bool = False) -> Iterator[Server]:
    """Run a PostgreSQL of its own, and remove it with all that it holds.

    Parameters
    ----------
    safe : bool, default False
        See `Server`.

    Yields
    ------
    Server
    """
    folder = Path(tempfile.mkdtemp(prefix="segmetrics-postgresql-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, USER)
        server = Server(folder, safe=safe)
        server.start()
        try:
            yield server
        finally:
            server.stop(how="immediate")
    finally:
        shutil.rmtree(folder)
