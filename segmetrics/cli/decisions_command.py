"""The command decisions: alpha, kappas, AC1 and agreement with the majority."""

from __future__ import annotations

import argparse

from segmetrics.cli import measuring_options
from segmetrics.cli.reading import Commands, add_command, add_reading, read, status
from segmetrics.coefficients.boundary_decisions import THRESHOLDS, VALUES, DecisionOptions
from segmetrics.coefficients.decision_table import decisions
from segmetrics.corpus import Corpus
from segmetrics.reliability.decision_intervals import decision_intervals
from segmetrics.tables.agreement_columns import Rated
from segmetrics.tables.columns import Table
from segmetrics.tables.score_tables import SCORE_FORMATS, decisions_table


def add_to(commands: Commands) -> None:
    """Add the command ``decisions``."""
    words = "alpha, kappas, AC1 and agreement with the majority, over boundary decisions"
    votes = add_command(commands, "decisions", _decisions, words)
    add_reading(votes)
    votes.add_argument(
        "--values",
        choices=VALUES,
        default="boundary",
        help=(
            "what alpha compares: boundary or no boundary, or the set of types (default: boundary)"
        ),
    )
    votes.add_argument(
        "--share",
        type=float,
        default=0.5,
        help="share of the coders who make a majority (default: 0.5)",
    )
    votes.add_argument(
        "--threshold",
        choices=THRESHOLDS,
        default="more_than",
        help=(
            "whether a majority is more than that share, or at least that share (default: "
            "more_than)"
        ),
    )
    votes.add_argument(
        "--self",
        choices=("included", "excluded"),
        default="included",
        help=(
            "whether coders have a vote in the majority that they are compared with (default: "
            "included)"
        ),
    )
    measuring_options.add_intervals(votes)
    measuring_options.add_by_type(votes)
    votes.add_argument("--format", choices=SCORE_FORMATS, default="csv")


def _decisions(given: argparse.Namespace) -> int:
    try:
        options = DecisionOptions(
            values=given.values,
            share=given.share,
            threshold=given.threshold,
            self_included=given.self == "included",
        )
    except ValueError as error:
        given.parser.error(str(error))
    if given.by_type and options.values == "types":
        given.parser.error("--values types compares sets of types, --by-type each by itself")
    chosen = measuring_options.intervals_asked(given)
    reading = read(given)
    if reading.corpus is not None:

        def computed(corpus: Corpus) -> Table[Rated]:
            around = decision_intervals(corpus, chosen) if chosen else None
            return decisions_table(decisions(corpus, options), around)

        try:
            table = measuring_options.table_asked(given, reading.corpus, computed)
        except ValueError as error:
            given.parser.error(str(error))
        print(SCORE_FORMATS[given.format](table), end="")
    return status(reading)
