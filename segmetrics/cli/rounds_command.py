"""The command that follows agreement over rounds of coding."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
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
from segmetrics.cli.recording_arguments import (
    OF_AGREEMENT,
    add_recordings,
    of_recordings,
    recording_options,
)
from segmetrics.corpus import Corpus
from segmetrics.reliability.comparison import DEFAULT
from segmetrics.reliability.recording_agreement import recording_agreement
from segmetrics.reliability.recording_changes import recording_changes
from segmetrics.reliability.trends import CodingRound, named_apart, trends
from segmetrics.tables.recording_round_tables import RECORDING_ROUNDS_FORMATS, RecordingRounds
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
    add_recordings(parser)
    parser.add_argument("--format", choices=ROUNDS_FORMATS, default="table")


def _rounds(given: argparse.Namespace) -> int:
    files = [given.first, *given.others]
    names = given.name or named_apart([Path(file).resolve().stem for file in files])
    wrong = _wrong(names, len(files))
    if wrong:
        given.parser.error(wrong)
    readings = read_each(given, files, recordings=None)
    corpora = [reading.corpus for reading in readings if reading.corpus is not None]
    if len(corpora) < len(files):
        return NOTHING
    if of_recordings(given, corpora[0], OF_AGREEMENT):
        return max(_recorded(given, names, corpora), *map(status, readings))
    say_if_idle(given, *corpora)
    named = [CodingRound(name, corpus) for name, corpus in zip(names, corpora, strict=True)]
    chosen = interval_options(given, DEFAULT)
    table = trends(named, agreement_options(given), chosen, shuffling=chance_options(given))
    print(ROUNDS_FORMATS[given.format](table), end="")
    return max(map(status, readings)) if table.steps else NOTHING


def _recorded(given: argparse.Namespace, names: Sequence[str], corpora: Sequence[Corpus]) -> int:
    """Print agreement on recordings in each round, and what changed; return the exit status."""
    options = recording_options(given)
    found = RecordingRounds(
        names,
        [recording_agreement(corpus, options) for corpus in corpora],
        [recording_changes(*both, options) for both in pairwise(corpora)],
    )
    print(RECORDING_ROUNDS_FORMATS[given.format](found), end="")
    return NOTHING if len(found.not_compared) == len(found.steps) else 0


def _wrong(names: Sequence[str], count: int) -> str:
    """Return what is wrong with the names of rounds, or nothing."""
    if len(names) != count:
        return f"--name is given once for each of the {count} rounds, got {len(names)}"
    if not all(map(str.strip, names)):
        return "--name is empty"
    twice = [name for name, times in Counter(names).items() if times > 1]
    return f"--name {twice[0]!r} is given twice" if twice else ""
