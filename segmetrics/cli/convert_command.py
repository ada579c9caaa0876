"""The command that writes codings in another format."""

from __future__ import annotations

import argparse
from pathlib import Path

from segmetrics.cli.output import NOTHING, add_force, is_taken, put, say, written
from segmetrics.cli.reading import Commands, add_command, add_reading, read, status
from segmetrics.corpus import Corpus
from segmetrics.io.write import WRITERS, CannotWrite

STDOUT = "-"


def add_to(commands: Commands) -> None:
    """Add the command ``convert``."""
    words = "write codings in another format"
    parser = add_command(commands, "convert", _convert, words, done="written")
    add_reading(parser)
    parser.add_argument(
        "--to",
        choices=WRITERS,
        required=True,
        help="format; segmetrics-json carries everything, choi is a ZIP with a folder for each "
        "coder and a file for each item; of recordings times-csv is a row for each boundary, jams "
        "and textgrid a ZIP with a file for each recording",
    )
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="OUT",
        help=f"file to write; {STDOUT} prints it, unless it is a ZIP",
    )
    add_force(parser)


def _convert(given: argparse.Namespace) -> int:
    writer = WRITERS[given.to]
    if given.output == STDOUT and writer.ending == ".zip":
        given.parser.error(f"{given.to} is a ZIP, which is not printed; name a file after -o")
    if given.output != STDOUT and is_taken(Path(given.output), force=given.force):
        return NOTHING
    reading = read(given, done="written", recordings=True)
    if reading.corpus is None or not save(reading.corpus, given):
        return NOTHING
    return status(reading)


def save(corpus: Corpus, given: argparse.Namespace) -> bool:
    """Write a corpus where a command wants it; say so if it cannot be, or what is not kept."""
    try:
        file = WRITERS[given.to].write(corpus)
    except CannotWrite as error:
        say(f"Nothing is written, for {given.to} would lose boundaries: {error}.")
        return False
    for lost in file.lost:
        say(f"Not kept in {given.to}: {lost}.")
    if given.output == STDOUT:
        put(file.content)
        return True
    return written(file.content, Path(given.output), force=given.force)
