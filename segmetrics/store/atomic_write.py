"""A file that is there whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from segmetrics.io.problems import shortened
from segmetrics.store.errors import StoreError

TAKEN = "{name} exists already. Choose another name, or replace it with --force."
NOT_WRITTEN = "{name} was not written: {why}. Nothing is left of it."


@contextmanager
def whole_file(path: Path, *, force: bool = False) -> Iterator[BinaryIO]:
    """Write a file beside its place, and put it there when everything of it is on the disk."""
    if "\0" in path.name:
        raise StoreError(NOT_WRITTEN.format(name="The file", why="its name holds a NUL character"))
    try:
        _refuse_taken(path, force=force)
        descriptor, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:80]}.")
        try:
            with os.fdopen(descriptor, "w+b") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            _refuse_taken(path, force=force)
            Path(beside).replace(path)
            _keep_name(path.parent)
        finally:
            Path(beside).unlink(missing_ok=True)
    except OSError as error:
        why = error.strerror or "the disk or the network failed"
        raise StoreError(NOT_WRITTEN.format(name=shortened(path.name), why=why)) from error


def _refuse_taken(path: Path, *, force: bool) -> None:
    if not force and path.exists():
        raise StoreError(TAKEN.format(name=path.name))


def _keep_name(folder: Path) -> None:
    """Flush the name of a new file to the disk, where the system can."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
