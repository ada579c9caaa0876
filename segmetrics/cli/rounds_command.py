"""The command that follows agreement over rounds of coding."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

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
from segmetrics.reliability.comparison import DEFAULT
from segmetrics.reliability.trends import CodingRound, named_apart, trends
from segmetrics.tables.trend_tables import ROUNDS_FORMATS


def add_to(commands: Commands) -> None:
    """Add the command ``rounds``."""
    words = "whether agreement got better over rounds of coding"
    parser = add_command(commands, "rounds", _rounds, words, done="compared")
    parser.add_argument("first", metavar="FIRST", help="codings of the first round")
    parser.add_argument(
        "others",
        nargs="+",
        metavar="NEXT",
        help="codings of the next rounds; each is a file, ZIP archive or folder",
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="NAME",
        help="what a round is called; once for each, in their order (default: names of files)",
    )
    add_choices(parser)
    add_agreement_options(parser)
    add_over(parser, DEFAULT, of=" of the corpus")
    add_shuffling(parser)
    parser.add_argument("--format", choices=ROUNDS_FORMATS, default="table")


def _rounds(given: argparse.Namespace) -> int:
    files = [given.first, *given.others]
    names = given.name or named_apart([Path(file).resolve().stem for file in files])
    wrong = _wrong(names, len(files))
    if wrong:
        given.parser.error(wrong)
    readings = read_each(given, files)
    corpora = [reading.corpus for reading in readings if reading.corpus is not None]
    if len(corpora) < len(files):
        return NOTHING
    say_if_idle(given, *corpora)
    named = [CodingRound(name, corpus) for name, corpus in zip(names, corpora, strict=True)]
    chosen = interval_options(given, DEFAULT)
    table = trends(named, agreement_options(given), chosen, shuffling=chance_options(given))
    print(ROUNDS_FORMATS[given.format](table), end="")
    return max(map(status, readings)) if table.steps else NOTHING


def _wrong(names: Sequence[str], count: int) -> str:
    """Return what is wrong with the names of rounds, or nothing."""
    if len(names) != count:
        return f"--name is given once for each of the {count} rounds, got {len(names)}"
    if not all(map(str.strip, names)):
        return "--name is empty"
    twice = [name for name, times in Counter(names).items() if times > 1]
    return f"--name {twice[0]!r} is given twice" if twice else ""
