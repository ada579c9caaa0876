"""The command grains: whether coarse boundaries are fine boundaries too."""

from __future__ import annotations

import argparse

from segmetrics.axis import NO_RECORDINGS
from segmetrics.cli.agreement_options import add_seed
from segmetrics.cli.output import NOTHING, say
from segmetrics.cli.reading import (
    Commands,
    add_choices,
    add_command,
    add_files,
    read,
    status,
    whole_number,
)
from segmetrics.cli.recording_arguments import DEFAULT, add_recordings, recording_options
from segmetrics.reliability.grain_alignment import grain_alignment
from segmetrics.reliability.shuffling import MAX_SHUFFLES
from segmetrics.tables.grain_tables import ALIGNMENT_FORMATS, alignment_table


def add_to(commands: Commands) -> None:
    """Add the command ``grains``."""
    words = "whether boundaries of a coarse grain are boundaries of a fine one too, beyond chance"
    parser = add_command(commands, "grains", _grains, words, done="compared")
    add_files(parser)
    parser.add_argument(
        "--grains",
        nargs=2,
        metavar=("COARSE", "FINE"),
        help="the two conditions of one file, the coarse one first; otherwise two files are given, "
        "the coarse one first",
    )
    add_choices(parser)
    add_recordings(parser, bins=False)
    parser.add_argument(
        "--shuffles",
        type=whole_number(10, MAX_SHUFFLES, f"a whole number from 10 to {MAX_SHUFFLES:,}"),
        metavar="R",
        help=f"how many times coarse boundaries are moved (default: {DEFAULT.shuffles})",
    )
    add_seed(parser, of="the moves", default=DEFAULT.seed)
    parser.add_argument("--format", choices=ALIGNMENT_FORMATS, default="table")


def _grains(given: argparse.Namespace) -> int:
    files, conditions = given.files, given.grains or [given.condition] * 2
    if given.grains and len(files) == 1:
        files *= 2
    if len(files) != 2:
        given.parser.error("give two files, the coarse one first, or one file with --grains")
    if given.grains and given.condition:
        given.parser.error("--grains names both conditions; leave --condition out")
    asked = [
        argparse.Namespace(**{**vars(given), "files": [file], "condition": condition})
        for file, condition in zip(files, conditions, strict=True)
    ]
    readings = [read(one, done="compared", recordings=True) for one in asked]
    coarse, fine = (reading.corpus for reading in readings)
    if coarse is None or fine is None:
        return NOTHING
    if coarse.scale is None or fine.scale is None:
        say(f"{NO_RECORDINGS}.")
        return NOTHING
    found = grain_alignment(coarse, fine, recording_options(given))
    if found.corpus is None:
        say(f"Nothing could be compared: {found.undefined}.")
        return NOTHING
    if found.corpus.coarse > found.corpus.fine:
        say("The first of the two has more boundaries: is it the coarse one?")
    print(ALIGNMENT_FORMATS[given.format](alignment_table(found)), end="")
    return max(map(status, readings))
