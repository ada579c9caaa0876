"""The command grains: whether coarse boundaries are fine boundaries too."""

from __future__ import annotations

import argparse

from segmetrics.axis import NO_RECORDINGS
from segmetrics.cli.measuring_options import add_options, add_recordings, options_asked
from segmetrics.cli.output import NOTHING, say
from segmetrics.cli.reading import (
    Commands,
    add_choices,
    add_command,
    add_files,
    of_rounds,
    read,
    status,
)
from segmetrics.reliability.grain_alignment import grain_alignment
from segmetrics.reliability.recording_options import RecordingOptions
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
    add_choices(parser, rounds=True)
    add_recordings(parser, without="bin_width")
    moved, of = "how many times coarse boundaries are moved", (RecordingOptions,)
    add_options(parser, "shuffles", about=moved, of=of, default="")
    add_options(parser, "seed", about="seed of the moves", of=of, default="")
    parser.add_argument("--format", choices=ALIGNMENT_FORMATS, default="table")


def _grains(given: argparse.Namespace) -> int:
    files = given.files
    if given.grains and len(files) == 1:
        files *= 2
    if len(files) != 2:
        given.parser.error("give two files, the coarse one first, or one file with --grains")
    if given.grains and given.condition:
        given.parser.error("--grains names both conditions; leave --condition out")
    each = of_rounds(given, 2)
    for place, one in enumerate(each):
        one.files = [files[place]]
        one.condition = given.grains[place] if given.grains else one.condition
    readings = [read(one, done="compared", recordings=True) for one in each]
    coarse, fine = (reading.corpus for reading in readings)
    if coarse is None or fine is None:
        return NOTHING
    if coarse.scale is None or fine.scale is None:
        say(f"{NO_RECORDINGS}.")
        return NOTHING
    found = grain_alignment(coarse, fine, options_asked(given, RecordingOptions))
    if found.corpus is None:
        say(f"Nothing could be compared: {found.undefined}.")
        return NOTHING
    if found.corpus.coarse > found.corpus.fine:
        say("The first of the two has more boundaries: is it the coarse one?")
    print(ALIGNMENT_FORMATS[given.format](alignment_table(found)), end="")
    return max(map(status, readings))
