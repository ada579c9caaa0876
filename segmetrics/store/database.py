"""The database behind the store: SQLite or PostgreSQL, transactions, and errors in words."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import StaticPool

from segmetrics.store.errors import StoreFailed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import URL, Connection, Engine

__all__ = ["Database"]

# Seconds to wait for others who write, and for a database that does not answer.
PATIENCE = 15
PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    f"busy_timeout = {PATIENCE * 1000}",
    "secure_delete = ON",
    "temp_store = MEMORY",
)
NOTHING = "Nothing was changed"
# What databases say, in lower case, and what it means.
MEANINGS = (
    ("disk is full", "The disk of the store is full. Free some space, then do it again"),
    ("no space left", "The disk of the store is full. Free some space, then do it again"),
    ("could not extend file", "The disk of the store is full. Free some space, then do it again"),
    ("readonly database", "The store cannot be written: its folder or file is read-only"),
    ("read-only transaction", "The store cannot be written: the database is read-only"),
    ("unable to open database", "The store cannot be opened: see that its folder can be written"),
    ("disk i/o error", "The disk of the store does not read or write as it should"),
    ("malformed", "The file of the store is damaged. Restore a backup"),
    ("not a database", "The file of the store is no SQLite database"),
    ("database is locked", "The store is busy with somebody else's work. Do it again in a moment"),
    ("password authentication failed", "The store refuses the name or the password given for it"),
)
OUT_OF_REACH = "The store does not answer. Do it again in a moment, or tell whoever runs the server"


class Database:
    """A database and its transactions.

    Parameters
    ----------
    url : str
        ``sqlite:///path``, ``sqlite://`` for one in memory, or ``postgresql://...``.

    Raises
    ------
    StoreFailed
        If the URL cannot be used.
    """

    def __init__(self, url: str) -> None:
        try:
            self.url = _with_driver(make_url(url))
            self.engine = _engine(self.url)
        except (ArgumentError, NoSuchModuleError, ImportError):
            raise StoreFailed(
                "The address of the store cannot be used: write sqlite:///PATH or "
                "postgresql://USER:PASSWORD@HOST/NAME; PostgreSQL needs segmetrics[postgresql]."
            ) from None
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        # One connection serves a database in memory, so one transaction at a time.
        self._turn = threading.RLock() if self.in_memory else None

    @property
    def in_memory(self) -> bool:
        """Whether it is gone with this process."""
        return self.url.get_backend_name() == "sqlite" and self.url.database in (None, "")

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that sees one state of the database.

        Yields
        ------
        Connection

        Raises
        ------
        StoreFailed
            If the database fails.
        """
        with self._transaction(write=False) as connection:
            yield connection

    @contextmanager
    def writing(self, *, alone: bool = False) -> Iterator[Connection]:
        """Open a transaction that is kept as a whole at the end of the block, or not at all.

        Parameters
        ----------
        alone : bool, default False
            Whether nobody else may add or remove codings meanwhile.

        Yields
        ------
        Connection

        Raises
        ------
        StoreFailed
            If the database fails; then nothing was changed.
        """
        with self._transaction(write=True) as connection:
            if alone and not self.is_sqlite:
                connection.execute(text("LOCK TABLE codings IN SHARE ROW EXCLUSIVE MODE"))
            yield connection

    @contextmanager
    def _transaction(self, *, write: bool) -> Iterator[Connection]:
        if self._turn:
            self._turn.acquire()
        try:
            with self.engine.connect() as connection:
                if self.is_sqlite:
                    connection = connection.execution_options(write=write)
                elif not write:
                    connection = connection.execution_options(isolation_level="REPEATABLE READ")
                with connection.begin():
                    yield connection
        except DBAPIError as error:
            raise StoreFailed(f"{_meaning(error)}. {NOTHING}.") from error
        except (PoolTimeout, OSError) as error:
            raise StoreFailed(f"{OUT_OF_REACH}. {NOTHING}.") from error
        finally:
            if self._turn:
                self._turn.release()

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def _with_driver(url: URL) -> URL:
    """Take the driver that the project uses."""
    if url.drivername in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+pg8000")
    return url


def _engine(url: URL) -> Engine:
    if url.get_backend_name() != "sqlite":
        return create_engine(
            url, pool_pre_ping=True, pool_timeout=PATIENCE, connect_args={"timeout": 4 * PATIENCE}
        )
    more: dict[str, Any] = {}
    if url.database in (None, ""):
        more = {"poolclass": StaticPool, "connect_args": {"check_same_thread": False}}
    else:
        folder = Path(url.database or "").parent
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise StoreFailed(
                f"The folder of the store cannot be made: {error.strerror}. {NOTHING}."
            ) from None
    engine = create_engine(url, **more)
    # SQLAlchemy's recipe: the driver begins no transaction by itself, this does.
    event.listen(engine, "connect", _connected)
    event.listen(engine, "begin", _begun)
    return engine


def _connected(connection: Any, record: object) -> None:
    del record
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begun(connection: Connection) -> None:
    write = connection.get_execution_options().get("write")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


def _meaning(error: DBAPIError) -> str:
    """Say what an error of the database means, without its words: they may hold anything."""
    said = str(error.orig).lower()
    return next((meaning for words, meaning in MEANINGS if words in said), OUT_OF_REACH)
