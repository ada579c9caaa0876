"""The command that makes one segmentation from many."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import get_args

from segmetrics.adjudication.adjudications import Consensus, consensus
from segmetrics.adjudication.disputes import disputes
from segmetrics.adjudication.gold import METHODS, GoldOptions, left_behind, with_gold
from segmetrics.adjudication.gold_agreement import DEFAULT, agreement_with
from segmetrics.boundary_marks import Uncertain, with_uncertain
from segmetrics.cli.agreement_options import say_if_idle
from segmetrics.cli.convert_command import STDOUT, save
from segmetrics.cli.output import NOTHING, add_force, is_taken, say
from segmetrics.cli.reading import Commands, add_command, add_reading, read, status
from segmetrics.coefficients.boundary_decisions import THRESHOLDS
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus
from segmetrics.io.write import WRITERS
from segmetrics.metrics.edits import EditModel
from segmetrics.phrases import listed
from segmetrics.tables.consensus_tables import CONSENSUS_FORMATS, SHOWN, Beside, Shown, of_one_coder

TO = next(iter(WRITERS))
# Items that a note names; of more it gives the number.
NAMED = 8


def add_to(commands: Commands) -> None:
    """Add the command ``consensus``."""
    words = "a gold segmentation from many coders, with the support of each boundary"
    parser = add_command(commands, "consensus", _consensus, words)
    add_reading(parser)
    parser.add_argument(
        "--method",
        choices=METHODS,
        default="majority",
        help="places that enough coders marked; the same with near misses pooled; or the coder "
        "most like the others (default: majority)",
    )
    parser.add_argument(
        "--share",
        type=float,
        help="share of the coders that makes a boundary, for majority and pooled (default: 0.5)",
    )
    parser.add_argument(
        "--threshold",
        choices=THRESHOLDS,
        help="whether it takes more than the share, or at least it (default: more_than)",
    )
    parser.add_argument(
        "--n",
        type=int,
        metavar="N",
        help="pooled: boundaries fewer than N positions apart count together; medoid: they are "
        "near misses (default: 2)",
    )
    parser.add_argument(
        "--uncertain",
        choices=get_args(Uncertain),
        default="type",
        help="whether to ignore boundaries marked as uncertain; else they count (default: type)",
    )
    parser.add_argument(
        "--show",
        choices=SHOWN,
        help="one table alone: gold boundaries, agreement of the gold segmentation with each "
        "coder, or disputed places (default: all; in CSV, the boundaries)",
    )
    parser.add_argument("--format", choices=CONSENSUS_FORMATS, default="table")
    group = parser.add_argument_group("writing the gold segmentation")
    group.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        help="file to write: the codings with the gold segmentation as one more coder, the "
        "reference; where boundaries have types or levels, the gold segmentation alone",
    )
    group.add_argument("--to", choices=WRITERS, help=f"its format (default: {TO})")
    add_force(group)


def _consensus(given: argparse.Namespace) -> int:
    asked = {name: getattr(given, name) for name in ("share", "threshold", "n")}
    try:
        options = GoldOptions(
            method=given.method,
            **{name: value for name, value in asked.items() if value is not None},
        )
    except ValueError as error:
        given.parser.error(str(error))
    shown = _tables_asked(given)
    if given.output is None and (given.to or given.force):
        given.parser.error("--to and --force go with -o, the file to write")
    if given.output == STDOUT:
        given.parser.error("standard output gets the table; name a file after -o")
    given.to = given.to or TO
    if given.output is not None and is_taken(Path(given.output), force=given.force):
        return NOTHING
    reading = read(given)
    if reading.corpus is None:
        return status(reading)
    say_if_idle(given, reading.corpus, default="type")
    corpus = with_uncertain(reading.corpus, given.uncertain)
    made = consensus(corpus, options)
    if not made.items:
        say("Nothing could be computed: no item was coded by a person.")
        return NOTHING
    if made.decisions:
        say(f"Decisions of the file that were applied: {len(made.decisions):,}.")
    if alone := of_one_coder(corpus):
        say(f"Coded by one person alone, whom nobody confirms: {listed(alone, NAMED)}.")
    beside = _beside(made, corpus, shown)
    print(CONSENSUS_FORMATS[given.format](made, beside), end="")
    if given.output is not None:
        for lost in left_behind(reading.corpus):
            say(f"Not kept in {given.output}: {lost}.")
        if not save(with_gold(reading.corpus, made.items), given):
            return NOTHING
    return status(reading)


def _tables_asked(given: argparse.Namespace) -> tuple[Shown, ...]:
    if given.show is None:
        return SHOWN[:1] if given.format == "csv" else SHOWN
    return (given.show,)


def _beside(made: Consensus, corpus: Corpus, shown: tuple[Shown, ...]) -> Beside:
    n = made.options.n
    segmentations = {one.item: one.segmentation for one in made.items}
    options = AgreementOptions(model=EditModel(n=n))
    return Beside(
        shown=shown,
        n=n,
        level=DEFAULT.level,
        agreement=agreement_with(segmentations, corpus, options) if "agreement" in shown else (),
        disputes=disputes(corpus, n=n) if "disputes" in shown else (),
    )
