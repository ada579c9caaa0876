"""The file of a store in SQLite: how it is made, and how to delete from it on a full disk."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from segmetrics.store.errors import StoreFailed

LITTLE_ROOM = 64_000_000
"""Bytes; with less room left, a disk is nearly full."""

# Bytes of the file that makes room to delete.
RESERVED = 4_000_000
CANNOT = "The folder or file of the store cannot be made: {why}. Nothing was changed."
EMPTY = (
    "The file of the store is empty, perhaps because a copy was cut short. Put the right file in "
    "its place, or delete it and restore a backup or begin a new store. Nothing was changed."
)


def make_file(path: Path) -> None:
    """Create the file of a store, if there is none, so that nobody else on the machine reads it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if path.is_file() and not path.stat().st_size:
            raise StoreFailed(EMPTY)
        if path.parent.is_dir() and not path.exists():
            _make_new(path)
    except OSError as error:
        raise StoreFailed(CANNOT.format(why=error.strerror)) from None


def _make_new(path: Path) -> None:
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:80]}.")
    os.close(descriptor)
    beside = Path(name)
    try:
        with closing(sqlite3.connect(beside)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
        try:
            path.hardlink_to(beside)  # unless another program was faster
        except FileExistsError:
            pass
        except OSError:  # a disk without hard links
            if not path.exists():
                beside.rename(path)
    finally:
        beside.unlink(missing_ok=True)


def cannot_change(path: Path) -> bool:
    """Return whether a file is whole, and on a disk that is read-only."""
    with suppress(AttributeError, OSError):  # Windows does not tell
        read_only = bool(os.statvfs(path).f_flag & os.ST_RDONLY)
        return read_only and not path.with_name(f"{path.name}-wal").exists()
    return False


class Reserve:
    """A file of zeros beside that of a store, which makes room to delete when there is none."""

    def __init__(self, path: Path) -> None:
        self.path = path.with_name(f"{path.name}-reserve")
        if self.needed():
            # To open the store, SQLite needs room for two other files.
            self.spend()

    def needed(self) -> bool:
        """Return whether the disk is nearly full."""
        free = self.free()
        return free is not None and free < LITTLE_ROOM

    def free(self) -> int | None:
        """Count the bytes that the disk has left; None if it does not tell."""
        try:
            return shutil.disk_usage(self.path.parent).free
        except OSError:
            return None

    def keep(self) -> None:
        """Reserve the space, or as much of it as there is."""
        with suppress(OSError), self.path.open("ab") as file:
            self.path.chmod(0o600)
            file.write(bytes(max(0, RESERVED - file.tell())))

    def spend(self) -> None:
        """Release the reserved space."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
