"""Where the command line prints what, and what its exit status says."""

from __future__ import annotations

import argparse
import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

OK, SOME_LEFT_OUT, NOTHING = 0, 1, 2
INTERRUPTED = 130  # what a shell says of a command that was stopped by Ctrl-C


def add_force(parser: argparse._ActionsContainer) -> None:
    """Add the option that lets a command replace a file."""
    parser.add_argument(
        "--force", action="store_true", help="replace the file if there is one already"
    )


def say(text: str) -> None:
    """Print to standard error, if there is one and it can be written to."""
    if sys.stderr:
        try:
            print(text, file=sys.stderr)
        except OSError:
            drop(sys.stderr)


def put(content: bytes) -> None:
    """Write a file to standard output, if there is one, byte for byte."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.flush()
        sys.stdout.buffer.write(content)


def is_taken(path: Path, *, force: bool) -> bool:
    """Return whether a file exists and may not be replaced; if so, report it."""
    taken = path.exists() and not force
    if taken:
        say(f"{path} exists already. Choose another name, or replace it with --force.")
    return taken


def written(content: bytes, path: Path, *, force: bool) -> bool:
    """Write a file; say so if it cannot be."""
    try:
        with path.open("wb" if force else "xb") as file:
            file.write(content)
    except (OSError, ValueError) as error:  # ValueError: a NUL character in the path
        say(f"{path} cannot be written: {getattr(error, 'strerror', error)}.")
        return False
    return True


def drop(stream: TextIO) -> None:
    """Discard what is left to write, so that Python does not try again when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
