"""The commands that compare rounds of coding: two of them, or all that there are in their order."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from segmetrics.claims.change_claims import NOTHING_MENDED, what_mended
from segmetrics.cli import measuring_options
from segmetrics.cli.output import NOTHING, OK
from segmetrics.cli.reading import Commands, add_choices, add_command, read_each, status
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.reliability.changes import ChangeTable
from segmetrics.reliability.comparison import DEFAULT, compare
from segmetrics.reliability.recording_changes import recording_trends
from segmetrics.reliability.recording_options import RecordingOptions
from segmetrics.reliability.shuffling import ChanceOptions
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
    add_choices(parser, rounds=True)
    measuring_options.add_options(parser, *measuring_options.AGREEMENT)
    measuring_options.add_over(parser, DEFAULT, of=of)
    measuring_options.add_options(parser, *measuring_options.SHUFFLING)
    measuring_options.add_recordings(parser)
    parser.add_argument("--format", choices=formats, default="table")


def _compare(given: argparse.Namespace) -> int:
    return _followed(given, [given.before, given.after], list(TWO), _two, CHANGE_FORMATS)


def _two(named: Sequence[CodingRound], *options: Any, shuffling: ChanceOptions) -> ChangeTable:
    before, after = (one.corpus for one in named)
    return compare(before, after, *options, shuffling=shuffling)


def _rounds(given: argparse.Namespace) -> int:
    files = [given.first, *given.others]
    names = given.name or named_apart([Path(file).resolve().stem for file in files])
    wrong = _wrong(names, len(files))
    if wrong:
        given.parser.error(wrong)
    return _followed(given, files, names, trends, ROUNDS_FORMATS)


def _followed(
    given: argparse.Namespace,
    files: Sequence[str],
    names: Sequence[str],
    follow: Callable[..., Any],
    formats: Mapping[str, Callable[..., str]],
) -> int:
    """Read rounds and print what changed; return the exit status."""
    readings = read_each(given, [[file] for file in files])
    corpora = [reading.corpus for reading in readings if reading.corpus is not None]
    if len(corpora) < len(files):
        return NOTHING
    named = [CodingRound(name, corpus) for name, corpus in zip(names, corpora, strict=True)]
    if measuring_options.of_recordings(given, corpora[0], measuring_options.OF_AGREEMENT):
        found: Any = recording_trends(
            named, measuring_options.options_asked(given, RecordingOptions)
        )
        compared = any(not step.changes.undefined for step in found.steps)
        written = RECORDING_ROUNDS_FORMATS[given.format](found)
    else:
        measuring_options.say_if_idle(given, *corpora)
        found = follow(
            named,
            measuring_options.options_asked(given, AgreementOptions),
            measuring_options.interval_options(given, DEFAULT),
            shuffling=measuring_options.options_asked(given, ChanceOptions),
        )
        compared = isinstance(found, ChangeTable) or bool(found.steps)
        mended = what_mended(named, found) if given.format != "csv" else NOTHING_MENDED
        written = formats[given.format](found, mended=mended)
    print(written, end="")
    return max(OK if compared else NOTHING, *map(status, readings))


def _wrong(names: Sequence[str], count: int) -> str:
    """Return what is wrong with the names of rounds, or nothing."""
    if len(names) != count:
        return f"--name is given once for each of the {count} rounds, got {len(names)}"
    if not all(map(str.strip, names)):
        return "--name is empty"
    twice = [name for name, times in Counter(names).items() if times > 1]
    return f"--name {twice[0]!r} is given twice" if twice else ""
