"""The command that sets automatic segmenters beside people."""

from __future__ import annotations

import argparse

from segmetrics.boundary_marks import with_uncertain
from segmetrics.cli.measuring_options import add_options, options_asked, say_if_idle
from segmetrics.cli.output import say
from segmetrics.cli.reading import Commands, add_command, add_reading, read, status
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus
from segmetrics.extras import require
from segmetrics.segmenters.baselines import BASELINES, Baseline
from segmetrics.segmenters.people_comparison import compare_segmenters
from segmetrics.segmenters.texttiling import NAME, with_texttiling
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
    add_options(parser, "convention", "n", "transposition_weight", "uncertain")
    add_options(parser, "seed", about="seed of RANDOM and of random sign flips", default="0")
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
    if given.texttiling:
        require("texttiling", NAME)
    reading = read(given)
    if reading.corpus is None:
        return status(reading)
    corpus = reading.corpus
    say_if_idle(given, corpus)
    options = options_asked(given, AgreementOptions)
    if given.texttiling:
        corpus = _tiled(with_uncertain(corpus, options.uncertain))
    table = compare_segmenters(corpus, options, baselines=given.baselines, seed=given.seed or 0)
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
