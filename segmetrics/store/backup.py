"""Backup and restore: a whole store as one file that any database takes.

The file is a ZIP archive: ``manifest.json`` says of which schema the store was, how many rows
each table has and what their SHA-256 is; ``tables/NAME.jsonl`` has a row a line, in the order
of its primary key; ``blobs/SHA256`` are the values that are no text. Rows are written as the
schema of the store has them, not that of the program, so that an old backup can be restored
as it was and then brought to the newest schema.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from sqlalchemy import (
    Column,
    Connection,
    DateTime,
    LargeBinary,
    MetaData,
    Table,
    func,
    insert,
    inspect,
    select,
)

import segmetrics
from segmetrics.store.atomic_write import whole_file
from segmetrics.store.checking import check
from segmetrics.store.database import Database
from segmetrics.store.errors import StoreError
from segmetrics.store.migrating import NEWEST, VERSION_TABLE, migrate, revision_of
from segmetrics.store.schema import METADATA

FORMAT = "segmetrics store"
VERSION = 1
OLDEST = "0001"
MANIFEST = "manifest.json"
# Rows that are read at once, of tables whose rows are small.
ROWS = 500
NOT_A_BACKUP = "This file is no backup of segmetrics. Nothing was changed."
DAMAGED = (
    "The backup is damaged or not complete: {what}. Nothing was changed. Take another backup, "
    "or copy this one again from where it was made."
)
OTHER_VERSION = "The backup was made by a newer segmetrics ({version}). Nothing was changed."
NOT_EMPTY = (
    "The store has something in it already, and a backup is restored into an empty one only. "
    "Nothing was changed. Name another store with --store."
)
NO_STORE = "There is nothing to back up: this is no store of segmetrics, or it was never opened."
NOT_EQUAL = "The restored store differs from the backup in {table}. Nothing was changed."
# What reading a damaged archive raises.
DAMAGE = (BadZipFile, EOFError, KeyError, OSError, RuntimeError, TypeError, ValueError, zlib.error)


@dataclass(frozen=True, slots=True)
class _TableSum:
    """What a manifest says of a table."""

    rows: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Copied:
    """What was backed up or restored, as a backup says it of itself."""

    schema: str
    made: str
    tables: Mapping[str, _TableSum]
    blobs: int
    problems: tuple[str, ...] = ()

    @property
    def rows(self) -> dict[str, int]:
        """Rows of each table."""
        return {name: part.rows for name, part in self.tables.items()}


def backup(database: Database, path: Path, *, force: bool = False) -> Copied:
    """Write everything of a store to one file, as it is at one moment, while others go on."""
    with (
        database.reading() as connection,
        whole_file(path, force=force) as file,
        ZipFile(file, "w", ZIP_DEFLATED) as archive,
    ):
        schema = revision_of(connection)
        if schema is None:
            raise StoreError(NO_STORE)
        tables = _tables(connection, METADATA.tables)
        blobs = _write_blobs(connection, archive, tables)
        parts = {table.name: _write_table(connection, archive, table) for table in tables}
        made = datetime.now(UTC).isoformat(timespec="seconds")
        manifest = Copied(schema, made, parts, blobs)
        archive.writestr(MANIFEST, _manifest_text(manifest))
    return manifest


def restore(database: Database, path: Path) -> Copied:
    """Fill an empty store from a backup, with everything or nothing."""
    with _opened(path) as archive:
        manifest = _verified(archive)
        with database.migrating() as connection:
            _clear_empty(connection, manifest.tables)
            migrate(connection, manifest.schema)
            for table in _tables(connection, manifest.tables):
                _fill(connection, archive, table)
                if _part(_lines(connection, table)) != manifest.tables[table.name]:
                    raise StoreError(NOT_EQUAL.format(table=table.name))
            migrate(connection, NEWEST)
    return replace(manifest, problems=check(database).problems)


def _tables(connection: Connection, names: Iterable[str]) -> list[Table]:
    """Return the tables of a store by its schema, first those that others refer to."""
    there = set(names) & set(inspect(connection).get_table_names())
    found = MetaData()
    found.reflect(connection, only=sorted(there))
    return found.sorted_tables


def _is_blob(column: Column[Any]) -> bool:
    return isinstance(column.type, LargeBinary)


def _rows(connection: Connection, table: Table) -> Iterator[Mapping[str, Any]]:
    """Read a table in the order of its primary key, few rows at a time if they are large."""
    (key,) = table.primary_key.columns
    most = 1 if any(map(_is_blob, table.columns)) else ROWS
    query = select(table).order_by(key).limit(most)
    found = connection.execute(query).mappings().all()
    while found:
        yield from map(dict, found)
        found = connection.execute(query.where(key > found[-1][key.name])).mappings().all()


def _lines(connection: Connection, table: Table) -> Iterator[bytes]:
    """Write each row as JSON: a moment as text, a blob as its SHA-256."""
    for row in _rows(connection, table):
        plain = {name: _plain(value) for name, value in row.items()}
        yield json.dumps(plain, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return hashlib.sha256(value).hexdigest()
    return value.isoformat() if isinstance(value, datetime) else value


def _part(lines: Iterable[bytes]) -> _TableSum:
    """Count and hash the rows of a table."""
    sha, rows = hashlib.sha256(), 0
    for line in lines:
        sha.update(line)
        rows += 1
    return _TableSum(rows, sha.hexdigest())


def _write_blobs(connection: Connection, archive: ZipFile, tables: Iterable[Table]) -> int:
    """Write each blob under its SHA-256, once."""
    written: set[str] = set()
    for table in tables:
        columns = [column.name for column in table.columns if _is_blob(column)]
        for row in _rows(connection, table) if columns else ():
            for content in filter(None, map(row.__getitem__, columns)):
                name = hashlib.sha256(content).hexdigest()
                if name not in written:
                    # They are packed already.
                    archive.writestr(f"blobs/{name}", content, ZIP_STORED)
                    written.add(name)
    return len(written)


def _write_table(connection: Connection, archive: ZipFile, table: Table) -> _TableSum:
    def written(file: Any) -> Iterator[bytes]:
        for line in _lines(connection, table):
            file.write(line)
            yield line

    with archive.open(_path_of(table.name), "w", force_zip64=True) as file:
        return _part(written(file))


def _path_of(table: str) -> str:
    return f"tables/{table}.jsonl"


def _manifest_text(manifest: Copied) -> str:
    return json.dumps(
        {
            "format": FORMAT,
            "version": VERSION,
            "segmetrics": segmetrics.__version__,
            "schema": manifest.schema,
            "made": manifest.made,
            "tables": {
                name: {"rows": part.rows, "sha256": part.sha256}
                for name, part in manifest.tables.items()
            },
            "blobs": manifest.blobs,
        },
        indent=1,
    )


@contextmanager
def _opened(path: Path) -> Iterator[ZipFile]:
    """Open a backup; whatever is wrong with it is said in a sentence."""
    try:
        file: BinaryIO = path.open("rb")
    except (OSError, ValueError) as error:  # ValueError: a NUL character in the path
        why = getattr(error, "strerror", None) or error
        raise StoreError(f"{path.name} cannot be read: {why}. Nothing was changed.") from None
    with file:
        try:
            archive = ZipFile(file)
        except DAMAGE:
            raise StoreError(DAMAGED.format(what="it cannot be opened as a ZIP archive")) from None
        with archive:
            yield archive


def _verified(archive: ZipFile) -> Copied:
    """Check that a backup is what was written: every row, every blob, and nothing else."""
    manifest = _manifest_of(archive)
    names = {_path_of(table): part for table, part in manifest.tables.items()}
    blobs = {name for name in archive.namelist() if name.startswith("blobs/")}
    if {*names, *blobs, MANIFEST} != set(archive.namelist()) or len(blobs) != manifest.blobs:
        raise StoreError(DAMAGED.format(what="parts are missing or too many"))
    for name, part in names.items():
        with _reading(name), archive.open(name) as file:
            found = _part(file)
        if found != part:
            raise StoreError(DAMAGED.format(what=f"{name} is not what was saved"))
    for name in blobs:
        digest = name.removeprefix("blobs/")
        if hashlib.sha256(_blob(archive, digest)).hexdigest() != digest:
            raise StoreError(DAMAGED.format(what=f"{name[:18]}… is not what was saved"))
    return manifest


def _manifest_of(archive: ZipFile) -> Copied:
    if MANIFEST not in archive.namelist():
        raise StoreError(NOT_A_BACKUP)
    with _reading(MANIFEST):
        said = json.loads(archive.read(MANIFEST))
        if said["format"] != FORMAT:
            raise StoreError(NOT_A_BACKUP)
        if said["version"] != VERSION:
            raise StoreError(OTHER_VERSION.format(version=said["segmetrics"]))
        tables = {
            name: _TableSum(part["rows"], part["sha256"]) for name, part in said["tables"].items()
        }
        manifest = Copied(said["schema"], said["made"], tables, said["blobs"])
    if not OLDEST <= manifest.schema <= NEWEST:
        raise StoreError(OTHER_VERSION.format(version=said["segmetrics"]))
    return manifest


@contextmanager
def _reading(part: str) -> Iterator[None]:
    """Return which part of a backup is damaged."""
    try:
        yield
    except DAMAGE:
        raise StoreError(DAMAGED.format(what=f"{part} is not what was saved")) from None


def _blob(archive: ZipFile, digest: str) -> bytes:
    with _reading(f"blobs/{digest[:12]}…"):
        return archive.read(f"blobs/{digest}")


def _clear_empty(connection: Connection, names: Iterable[str]) -> None:
    """Drop the tables of an empty store, whatever its schema is."""
    tables = _tables(connection, {*names, *METADATA.tables, VERSION_TABLE})
    for table in tables:
        filled = connection.scalar(select(func.count()).select_from(table))
        if filled and table.name != VERSION_TABLE:
            raise StoreError(NOT_EMPTY)
    for table in reversed(tables):
        table.drop(connection)


def _fill(connection: Connection, archive: ZipFile, table: Table) -> None:
    """Insert the rows of a table, with the numbers that they had."""
    with archive.open(_path_of(table.name)) as file:
        for line in file:
            row = json.loads(line)
            for column in table.columns:
                row[column.name] = _value(archive, column, row[column.name])
            connection.execute(insert(table).values(row))
    (key,) = table.primary_key.columns
    if connection.dialect.name == "postgresql" and key.name == "id":
        # What is added later gets numbers after these.
        last = select(func.max(key)).scalar_subquery()
        connection.execute(
            select(func.setval(func.pg_get_serial_sequence(table.name, key.name), last))
        )


def _value(archive: ZipFile, column: Column[Any], plain: Any) -> Any:
    """Undo `_plain`."""
    if plain is None:
        return None
    if _is_blob(column):
        return _blob(archive, plain)
    return datetime.fromisoformat(plain) if isinstance(column.type, DateTime) else plain
