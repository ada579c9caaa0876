"""The commands that compare rounds of coding: two of them, or all that there are in their order."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from segmetrics.cli.agreement_options import (
    add_agreement_options,
    add_over,
    add_shuffling,
    agreement_options,
    chance_options,
    interval_options,
    say_if_idle,
)
from segmetrics.cli.output import NOTHING, OK
from segmetrics.cli.reading import Commands, add_choices, add_command, read_each, status
from segmetrics.cli.recording_arguments import (
    OF_AGREEMENT,
    add_recordings,
    of_recordings,
    recording_options,
)
from segmetrics.reliability.comparison import DEFAULT, compare
from segmetrics.reliability.recording_changes import recording_trends
from segmetrics.reliability.trends import CodingRound, named_apart, trends
from segmetrics.tables.comparison_tables import CHANGE_FORMATS
from segmetrics.tables.recording_round_tables import RECORDING_ROUNDS_FORMATS
from segmetrics.tables.trend_tables import ROUNDS_FORMATS

TWO = {"before": "first", "after": "second"}


def add_to(commands: Commands) -> None:
    """Add the commands ``compare`` and ``rounds``."""
    words = "whether agreement changed between two rounds of coding"
    parser = add_command(commands, "compare", _compare, words, done="compared")
    for name, when in TWO.items():
        parser.add_argument(
            name,
            metavar=name.upper(),
            help=f"file, ZIP archive or folder with the codings of the {when} round",
        )
    _add_options(parser, of=" of groups and the corpus", formats=CHANGE_FORMATS)
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
    _add_options(parser, of=" of the corpus", formats=ROUNDS_FORMATS)


def _add_options(parser: argparse.ArgumentParser, *, of: str, formats: Mapping[str, Any]) -> None:
    add_choices(parser)
    add_agreement_options(parser)
    add_over(parser, DEFAULT, of=of)
    add_shuffling(parser)
    add_recordings(parser)
    parser.add_argument("--format", choices=formats, default="table")


def _compare(given: argparse.Namespace) -> int:
    return _followed(given, [given.before, given.after], list(TWO), _compared)


def _rounds(given: argparse.Namespace) -> int:
    files = [given.first, *given.others]
    names = given.name or named_apart([Path(file).resolve().stem for file in files])
    wrong = _wrong(names, len(files))
    if wrong:
        given.parser.error(wrong)
    return _followed(given, files, names, _trends)


def _followed(
    given: argparse.Namespace,
    files: Sequence[str],
    names: Sequence[str],
    of_texts: Callable[[argparse.Namespace, Sequence[CodingRound]], int],
) -> int:
    """Read rounds and print what changed; return the exit status."""
    readings = read_each(given, files)
    corpora = [reading.corpus for reading in readings if reading.corpus is not None]
    if len(corpora) < len(files):
        return NOTHING
    named = [CodingRound(name, corpus) for name, corpus in zip(names, corpora, strict=True)]
    if of_recordings(given, corpora[0], OF_AGREEMENT):
        return max(_recorded(given, named), *map(status, readings))
    say_if_idle(given, *corpora)
    return max(of_texts(given, named), *map(status, readings))


def _compared(given: argparse.Namespace, named: Sequence[CodingRound]) -> int:
    """Print what changed between two rounds of texts."""
    before, after = (one.corpus for one in named)
    chosen, shuffling = interval_options(given, DEFAULT), chance_options(given)
    table = compare(before, after, agreement_options(given), chosen, shuffling=shuffling)
    print(CHANGE_FORMATS[given.format](table), end="")
    return OK


def _trends(given: argparse.Namespace, named: Sequence[CodingRound]) -> int:
    """Print what agreement did over rounds of texts."""
    chosen, shuffling = interval_options(given, DEFAULT), chance_options(given)
    table = trends(named, agreement_options(given), chosen, shuffling=shuffling)
    print(ROUNDS_FORMATS[given.format](table), end="")
    return OK if table.steps else NOTHING


def _recorded(given: argparse.Namespace, named: Sequence[CodingRound]) -> int:
    """Print what agreement did over rounds of recordings."""
    found = recording_trends(named, recording_options(given))
    print(RECORDING_ROUNDS_FORMATS[given.format](found), end="")
    return OK if any(not step.changes.undefined for step in found.steps) else NOTHING


def _wrong(names: Sequence[str], count: int) -> str:
    """Return what is wrong with the names of rounds, or nothing."""
    if len(names) != count:
        return f"--name is given once for each of the {count} rounds, got {len(names)}"
    if not all(map(str.strip, names)):
        return "--name is empty"
    twice = [name for name, times in Counter(names).items() if times > 1]
    return f"--name {twice[0]!r} is given twice" if twice else ""
