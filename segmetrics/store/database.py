"""The database behind the store: SQLite or PostgreSQL, transactions, and errors in words."""

from __future__ import annotations

import os
import sqlite3
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    DisconnectionError,
    IntegrityError,
    NoSuchModuleError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import StaticPool

from segmetrics.store.errors import ChangedMeanwhile, StoreError, StoreFailed, StoreFull
from segmetrics.store.sqlite_file import Reserve, cannot_change, make_file

NEARLY_FULL = "The disk of the store is nearly full. Free some space."

# Seconds to wait for others who write, and for a database that does not answer.
PATIENCE = 15
PRAGMAS = (
    f"busy_timeout = {PATIENCE * 1000}",
    "journal_mode = WAL",
    f"journal_size_limit = {16 * 2**20}",
    "synchronous = FULL",
    "foreign_keys = ON",
    "secure_delete = ON",
    "temp_store = MEMORY",
)
POSTGRESQL = (
    f"SET lock_timeout = '{PATIENCE}s'",
    # Whoever is cut off holds nobody up for longer.
    f"SET idle_in_transaction_session_timeout = '{4 * PATIENCE}s'",
)
# Key of a connection to SQLite: whether its file could not change when it was opened.
CANNOT_CHANGE = "cannot change"
# Programs that bring one store to a new schema at once wait for each other here.
UPGRADING = 0x5E6
# What goes wrong is logged by others, and names and texts are no part of it.
QUIET: dict[str, Any] = {"hide_parameters": True}
# SQLite would keep each statement with its last values, which may be a file of many megabytes.
FORGETS = {"cached_statements": 0}
NOTHING = "Nothing was changed"
# A transaction that reads sees one state of PostgreSQL; of SQLite it always does.
ONE_STATE = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"
PAGES_IN_USE = (
    "SELECT (page_count - freelist_count) * page_size "
    "FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
)
# Writes a few megabytes, and drops them when the transaction ends.
NEEDS_ROOM = (
    "CREATE TEMPORARY TABLE segmetrics_room ON COMMIT DROP AS SELECT generate_series(1, 100000)"
)
FULL = "The disk of the store is full. Free some space, then do it again"
FILE_READ_ONLY = "The store cannot be written: its folder or file is read-only"
READ_ONLY = "The store cannot be written: the database is read-only"
IS_READ_ONLY = (
    "SELECT current_setting('default_transaction_read_only') = 'on' OR pg_is_in_recovery()"
)
# What databases say, in lower case, and what it means.
MEANINGS = (
    ("disk is full", FULL),
    ("no space left", FULL),
    ("could not extend file", FULL),
    ("readonly database", FILE_READ_ONLY),
    ("read-only transaction", READ_ONLY),
    ("unable to open database", "The store cannot be opened: see that its folder can be written"),
    ("disk i/o error", "The disk of the store does not read or write as it should"),
    ("malformed", "The file of the store is damaged. Restore a backup"),
    ("not a database", "The file of the store is no SQLite database"),
    ("database is locked", "The store is busy with somebody else's work. Do it again in a moment"),
    ("too big", "This is too large for the store"),
    # What PostgreSQL says may be in any language; its codes are not.
    ("'53100'", FULL),
    ("'25006'", READ_ONLY),
    ("'42501'", "The store cannot be used: its user may not do this in the database"),
    ("'28p01'", "The store refuses the name or the password given for it"),
    ("'28000'", "The store refuses the name or the password given for it"),
    ("'3d000'", "There is no database of this name on the server of the store: make it first"),
    ("'40p01'", "The store is busy with somebody else's work. Do it again in a moment"),
    ("'55p03'", "The store is busy with somebody else's work. Do it again in a moment"),
    ("'53300'", "The store has too many connections. Do it again in a moment"),
)
OUT_OF_REACH = "The store does not answer. Do it again in a moment, or tell whoever runs the server"
# Where the answer to the last word was lost, nobody here knows what was done.
UNSURE = "The store went away while it kept this. Look whether it is there before you do it again."
OTHERS_CHANGED = (
    "Something that this belongs to was deleted or added meanwhile. Nothing was changed: look "
    "again."
)
# PostgreSQL's driver takes what refers to nothing for a mistake in the statement.
FOREIGN_KEY = "'23503'"
BROKEN = "Parts of the store would belong to nothing any more"
ADDRESS = (
    "The address of the store cannot be used: write sqlite:///PATH or "
    "postgresql://USER:PASSWORD@HOST/NAME, perhaps with ?sslmode=verify-full; PostgreSQL needs "
    "segmetrics[server]."
)


class Database:
    """A database and its transactions."""

    def __init__(self, url: str) -> None:
        try:
            self.url = _with_driver(make_url(url))
            self.engine = _engine(self.url)
        except sqlite3.Error as error:
            raise _failure(error) from error
        except (ArgumentError, NoSuchModuleError, ImportError, ValueError):
            raise StoreFailed(ADDRESS) from None
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        # One connection serves a database in memory, so one transaction at a time.
        self._turn = threading.RLock() if self.in_memory else None
        self._was_full = self._was_read_only = False
        file = self.is_sqlite and not self.in_memory
        self.reserve = Reserve(Path(self.url.database or "")) if file else None

    @property
    def in_memory(self) -> bool:
        """Whether it is gone with this process."""
        return _in_memory(self.url)

    def size(self) -> int:
        """Count the bytes that SQLite's pages in use have; raises StoreFailed."""
        if not self.is_sqlite:
            return 0
        with self.reading() as connection:
            return int(connection.scalar(text(PAGES_IN_USE)) or 0)

    def free(self) -> int | None:
        """Count the bytes that the disk of SQLite has left; None where nobody can tell."""
        return None if self.reserve is None else self.reserve.free()

    def nearly_full(self) -> bool:
        """Return whether the disk of the store has little room left."""
        if self.reserve is not None:
            return self.reserve.needed()
        if self._was_full:
            try:
                with self.writing() as connection:
                    connection.exec_driver_sql(NEEDS_ROOM)
                self._was_full = False
            except StoreFull:
                pass
        return self._was_full

    def see_writable(self, connection: Connection) -> None:
        """Raise StoreFailed if nothing can be written; it takes no lock."""
        if not self.is_sqlite:
            if connection.scalar(text(IS_READ_ONLY)):
                self.engine.dispose()
                raise StoreFailed(f"{READ_ONLY}. {NOTHING}.")
        elif not self.in_memory:
            path = Path(self.url.database or "")
            if not all(os.access(one, os.W_OK) for one in (path, path.parent)):
                raise StoreFailed(f"{FILE_READ_ONLY}. {NOTHING}.")

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that sees one state of the database."""
        with self._transaction(write=False) as connection:
            yield connection

    @contextmanager
    def writing(self, *, alone: bool = False, erasing: bool = False) -> Iterator[Connection]:
        """Open a transaction that is kept as a whole at the end of the block, or not at all."""
        spent = self.reserve if erasing and self.reserve and self.reserve.needed() else None
        try:
            with self._transaction(write=True) as connection:
                if alone:
                    self.lock(connection, "codings")
                with _sparing(connection, spent) if spent else nullcontext():
                    yield connection
            if erasing:
                self.erase()
        finally:
            if spent:
                spent.keep()

    def lock(self, connection: Connection, table: str) -> None:
        """Lock a table against other writers until the transaction ends."""
        # SQLite has one writer at a time anyway.
        if not self.is_sqlite:
            connection.execute(text(f"LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE"))

    def erase(self) -> None:
        """Remove what was deleted from the files of SQLite, unless others are reading them."""
        if not self.is_sqlite or self.in_memory:
            return
        with self.engine.connect() as connection:
            driver: Any = connection.connection.driver_connection
            driver.execute("PRAGMA busy_timeout = 1000")
            try:
                driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            except sqlite3.OperationalError:
                pass  # it was deleted all the same
            finally:
                driver.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000}")

    def compact(self) -> None:
        """Return the space of deleted rows to the disk; raises StoreFailed."""
        if self.in_memory:
            return
        try:
            with self.engine.connect() as connection:
                self._vacuum(connection)
        except (DBAPIError, PoolTimeout, OSError, sqlite3.Error) as error:
            raise _failure(error) from error
        self.erase()

    def _vacuum(self, connection: Connection) -> None:
        """Run what runs outside of transactions only."""
        if self.is_sqlite:
            driver: Any = connection.connection.driver_connection
            driver.execute("VACUUM")
        else:
            # Seeing that a connection still answers leaves a transaction open.
            connection.connection.rollback()
            connection.execution_options(isolation_level="AUTOCOMMIT").execute(text("VACUUM"))

    @contextmanager
    def migrating(self) -> Iterator[Connection]:
        """Open a transaction in which tables may be made anew."""
        with self._transaction(write=True, checked=False) as connection:
            if not self.is_sqlite:
                connection.execute(text(f"SELECT pg_advisory_xact_lock({UPGRADING})"))
            yield connection
            if self.is_sqlite and connection.execute(text("PRAGMA foreign_key_check")).first():
                raise StoreFailed(f"{BROKEN}. {NOTHING}.")

    @contextmanager
    def _transaction(self, *, write: bool, checked: bool = True) -> Iterator[Connection]:
        if self._turn:
            self._turn.acquire()
        if write and self._was_read_only:
            self._was_read_only = False
            self.engine.dispose()  # a connection that was opened to read alone stays so
        ended = False
        try:
            with (
                self._connected(write=write, checked=checked) as connection,
                connection.begin(),
            ):
                if not (write or self.is_sqlite):
                    connection.exec_driver_sql(ONE_STATE)
                yield connection
                ended = True
        except (DBAPIError, PoolTimeout, OSError) as error:
            unsure = ended and write and not self.is_sqlite
            failure = _failure(error, unsure=unsure)
            self._was_full = self._was_full or isinstance(failure, StoreFull)
            self._was_read_only |= str(failure).startswith((FILE_READ_ONLY, READ_ONLY))
            raise failure from error
        finally:
            if self._turn:
                self._turn.release()

    @contextmanager
    def _connected(self, *, write: bool, checked: bool) -> Iterator[Connection]:
        """Yield a connection; SQLite changes what it checks only outside of transactions."""
        with self.engine.connect() as connection:
            if not self.is_sqlite:
                yield connection
                return
            driver: Any = connection.connection.driver_connection
            try:
                if not checked:
                    driver.execute("PRAGMA foreign_keys = OFF")
                yield connection.execution_options(write=write)
            finally:
                if not checked:
                    driver.execute("PRAGMA foreign_keys = ON")

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


@contextmanager
def _sparing(connection: Connection, reserve: Reserve) -> Iterator[None]:
    """Delete with little room: do not overwrite what is deleted, which would need as much again."""
    driver: Any = connection.connection.driver_connection
    reserve.spend()
    driver.execute("PRAGMA secure_delete = FAST")
    try:
        yield
    finally:
        driver.execute("PRAGMA secure_delete = ON")


def _with_driver(url: URL) -> URL:
    """Return an address with the driver that the project uses; raises ValueError without one."""
    if url.drivername in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+pg8000")
    if url.drivername not in ("sqlite", "postgresql+pg8000"):
        raise ValueError(url.drivername)
    return url


def _in_memory(url: URL) -> bool:
    return url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:")


def _engine(url: URL) -> Engine:
    if url.get_backend_name() != "sqlite":
        return _engine_postgresql(url)
    if _in_memory(url):
        alone = {**FORGETS, "check_same_thread": False}
        engine = create_engine(url, poolclass=StaticPool, connect_args=alone, **QUIET)
    else:
        path = Path(url.database or "").resolve()
        make_file(path)
        engine = create_engine(url, connect_args=FORGETS, **QUIET)
        event.listen(engine, "do_connect", _opened_as(path))
        event.listen(engine, "checkout", _still_as(path))
    # SQLAlchemy's recipe: the driver begins no transaction by itself, this does.
    event.listen(engine, "connect", _connected)
    event.listen(engine, "begin", _begun)
    return engine


def _engine_postgresql(url: URL) -> Engine:
    """Connect as the address says; raises ValueError for options that nobody knows."""
    options = dict(url.query)
    mode = options.pop("sslmode", "disable")
    if options or mode not in ("disable", "require", "verify-full"):
        raise ValueError("unknown options")
    arguments: dict[str, Any] = {"timeout": 4 * PATIENCE}
    if mode != "disable":
        arguments["ssl_context"] = _encrypted(verified=mode == "verify-full")
    engine = create_engine(
        url.set(query={}),
        pool_timeout=PATIENCE,
        connect_args=arguments,
        **QUIET,
    )
    event.listen(engine, "connect", _connected_postgresql)
    event.listen(engine, "checkout", _looked_at(engine.dialect.loaded_dbapi.Error))
    return engine


def _encrypted(*, verified: bool) -> ssl.SSLContext:
    """Encrypt a connection, as ``sslmode`` of PostgreSQL's own programs does."""
    context = ssl.create_default_context()
    if not verified:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def _opened_as(path: Path) -> Callable[[object, Any, list[str], dict[str, Any]], None]:
    """Return what opens a file that cannot change without the two others that SQLite makes."""

    def open_(_: object, record: Any, words: list[str], more: dict[str, Any]) -> None:
        record.info[CANNOT_CHANGE] = cannot_change(path)
        if record.info[CANNOT_CHANGE]:
            words[0] = f"{path.as_uri()}?immutable=1"
            more["uri"] = True

    return open_


def _still_as(path: Path) -> Callable[[object, Any, object], None]:
    """Return a check that a file still cannot change; the pool opens it anew if it can."""

    def look(_: object, record: Any, __: object) -> None:
        if record.info[CANNOT_CHANGE] and not cannot_change(path):
            raise DisconnectionError

    return look


def _connected(connection: Any, record: object) -> None:
    del record
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _connected_postgresql(connection: Any, record: object) -> None:
    del record
    cursor = connection.cursor()
    for statement in POSTGRESQL:
        cursor.execute(statement)
    connection.commit()
    cursor.close()


def _looked_at(wrong: type[Exception]) -> Callable[[Any, object, object], None]:
    """Return a check that a connection still works; the pool opens another if not."""

    def look(connection: Any, *_: object) -> None:
        try:
            cursor = connection.cursor()
            cursor.execute("SELECT 1")
            connection.rollback()
            cursor.close()
        except (OSError, wrong) as error:
            raise DisconnectionError from error

    return look


def _begun(connection: Connection) -> None:
    write = connection.get_execution_options().get("write")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


def _failure(error: Exception, *, unsure: bool = False) -> StoreError:
    """Return what an error of the database means, without its words: they may hold anything."""
    if unsure:
        return StoreFailed(UNSURE)
    said = str(error.orig if isinstance(error, DBAPIError) else error).lower()
    if isinstance(error, IntegrityError) or FOREIGN_KEY in said:
        return ChangedMeanwhile(OTHERS_CHANGED)
    meaning = next((meaning for words, meaning in MEANINGS if words in said), OUT_OF_REACH)
    kind = StoreFull if meaning == FULL else StoreFailed
    return kind(f"{meaning}. {NOTHING}.")
