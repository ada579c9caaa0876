"""The command that sets automatic segmenters beside people."""

from __future__ import annotations

import argparse
from typing import get_args

from segmetrics.boundary_marks import Uncertain, with_uncertain
from segmetrics.cli.agreement_options import say_if_idle
from segmetrics.cli.output import NOTHING, say
from segmetrics.cli.reading import Commands, add_command, add_reading, read, status, whole_number
from segmetrics.coefficients.chance_corrected import CONVENTIONS
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus
from segmetrics.metrics.edits import EditModel
from segmetrics.segmenters.baselines import BASELINES, Baseline
from segmetrics.segmenters.people_comparison import compare_segmenters
from segmetrics.segmenters.texttiling import HOW_TO_INSTALL, installed, with_texttiling
from segmetrics.tables.segmenter_tables import SEGMENTER_FORMATS

NO_BASELINE = "none"
# Items of which a message names the reason one by one.
NAMED = 10


def add_to(commands: Commands) -> None:
    """Add the command ``segmenters``."""
    words = "whether automatic segmenters and baselines are as good as people"
    parser = add_command(commands, "segmenters", _segmenters, words)
    add_reading(parser)
    parser.add_argument(
        "--baselines",
        type=_baselines,
        default=BASELINES,
        metavar="NAMES",
        help=f"with commas between, of {', '.join(BASELINES)}; or {NO_BASELINE} (default: all)",
    )
    parser.add_argument(
        "--texttiling", action="store_true", help="add TextTiling, where items have texts"
    )
    parser.add_argument("--convention", choices=CONVENTIONS, default="defined")
    parser.add_argument(
        "--n",
        type=int,
        default=2,
        metavar="N",
        help="positions that a near miss may span (default: 2)",
    )
    parser.add_argument(
        "--uncertain",
        choices=get_args(Uncertain),
        default="type",
        help="what boundaries marked as uncertain count for (default: type, a boundary)",
    )
    parser.add_argument(
        "--seed",
        type=whole_number(0, 2**32, "a whole number from 0 on"),
        default=0,
        metavar="N",
        help="seed of RANDOM and of random sign flips (default: 0)",
    )
    parser.add_argument("--format", choices=SEGMENTER_FORMATS, default="table")


def _baselines(text: str) -> tuple[Baseline, ...]:
    names = text.split(",")
    unknown = [name for name in names if name not in BASELINES]
    if text == NO_BASELINE:
        return ()
    if unknown:
        raise argparse.ArgumentTypeError(
            f"{unknown[0]!r} is none of {', '.join(BASELINES)}; {NO_BASELINE} means no baseline"
        )
    return tuple(name for name in BASELINES if name in names)


def _segmenters(given: argparse.Namespace) -> int:
    try:
        model = EditModel(n=given.n)
    except ValueError as error:
        given.parser.error(str(error))
    if given.texttiling and not installed():
        say(HOW_TO_INSTALL)
        return NOTHING
    reading = read(given)
    if reading.corpus is None:
        return status(reading)
    corpus = reading.corpus
    say_if_idle(given, corpus, default="type")
    if given.texttiling:
        corpus = _tiled(with_uncertain(corpus, given.uncertain))
    options = AgreementOptions(convention=given.convention, model=model, uncertain=given.uncertain)
    table = compare_segmenters(corpus, options, baselines=given.baselines, seed=given.seed)
    print(SEGMENTER_FORMATS[given.format](table), end="")
    return status(reading)


def _tiled(corpus: Corpus) -> Corpus:
    """Add TextTiling, and say which items it could not segment."""
    tiled = with_texttiling(corpus)
    for name, why in tiled.left_out[:NAMED]:
        say(f"TextTiling leaves out {name}: {why}.")
    more = len(tiled.left_out) - NAMED
    if more > 0:
        say(f"TextTiling leaves out {more:,} more.")
    return tiled.corpus
