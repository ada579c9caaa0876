"""The command agreement: coefficients of each item, group and the corpus."""

from __future__ import annotations

import argparse

from segmetrics.cli.agreement_options import (
    add_agreement_options,
    add_by_type,
    add_over,
    agreement_options,
    interval_options,
    say_if_idle,
    table_asked,
)
from segmetrics.cli.reading import Commands, add_command, add_reading, read, status
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.corpus import Corpus
from segmetrics.reliability.intervals import intervals
from segmetrics.reliability.jackknife import IntervalOptions
from segmetrics.tables.agreement_columns import AGREEMENT_FORMATS, Rated, agreement_table
from segmetrics.tables.columns import Table


def add_to(commands: Commands) -> None:
    """Add the command ``agreement``."""
    words = "coefficients of each item, group and the corpus"
    table = add_command(commands, "agreement", _agreement, words)
    add_reading(table)
    add_agreement_options(table)
    table.add_argument(
        "--ci",
        action="store_true",
        help="95%% intervals: of groups and the corpus for other coders and other items, of items "
        "for other coders",
    )
    add_over(table, IntervalOptions(), to=", with --ci")
    add_by_type(table)
    table.add_argument("--format", choices=AGREEMENT_FORMATS, default="table")


def _agreement(given: argparse.Namespace) -> int:
    if given.over and not given.ci:
        given.parser.error("--over goes with --ci")
    reading = read(given)
    if reading.corpus is not None:
        say_if_idle(given, reading.corpus)
        options = agreement_options(given)
        chosen = interval_options(given, IntervalOptions())

        def computed(corpus: Corpus) -> Table[Rated]:
            around = intervals(corpus, options, chosen) if given.ci else None
            return agreement_table(agreement(corpus, options), around)

        print(AGREEMENT_FORMATS[given.format](table_asked(given, reading.corpus, computed)), end="")
    return status(reading)
