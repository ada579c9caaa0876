"""The command that compares two rounds of coding."""

from __future__ import annotations

import argparse

from segmetrics.cli.agreement_options import (
    add_agreement_options,
    add_over,
    add_shuffling,
    agreement_options,
    chance_options,
    interval_options,
    say_if_idle,
)
from segmetrics.cli.output import NOTHING
from segmetrics.cli.reading import Commands, add_choices, add_command, read_each, status
from segmetrics.reliability.comparison import DEFAULT, compare
from segmetrics.tables.comparison_tables import CHANGE_FORMATS


def add_to(commands: Commands) -> None:
    """Add the command ``compare``."""
    words = "whether agreement changed between two rounds of coding"
    parser = add_command(commands, "compare", _compare, words, done="compared")
    for name, when in (("before", "first"), ("after", "second")):
        parser.add_argument(
            name,
            metavar=name.upper(),
            help=f"file, ZIP archive or folder with the codings of the {when} round",
        )
    add_choices(parser)
    add_agreement_options(parser)
    add_over(parser, DEFAULT, of=" of groups and the corpus")
    add_shuffling(parser)
    parser.add_argument("--format", choices=CHANGE_FORMATS, default="table")


def _compare(given: argparse.Namespace) -> int:
    readings = read_each(given, (given.before, given.after))
    before, after = (reading.corpus for reading in readings)
    if before is None or after is None:
        return NOTHING
    say_if_idle(given, before, after)
    chosen = interval_options(given, DEFAULT)
    options, shuffling = agreement_options(given), chance_options(given)
    table = compare(before, after, options, chosen, shuffling=shuffling)
    print(CHANGE_FORMATS[given.format](table), end="")
    return max(map(status, readings))
