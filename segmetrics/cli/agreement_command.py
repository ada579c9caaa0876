"""The command agreement: coefficients of each item, group and the corpus."""

from __future__ import annotations

import argparse

from segmetrics.cli.agreement_options import (
    add_agreement_options,
    add_by_type,
    add_resampling,
    agreement_options,
    asked_resampling,
    resample_options,
    say_if_idle,
    table_asked,
)
from segmetrics.cli.reading import Commands, add_command, add_reading, read, status
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.corpus import Corpus
from segmetrics.reliability.intervals import ResampleOptions, intervals
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
        help="95%% intervals: of groups and the corpus by a bootstrap over items, of items by "
        "leaving out each coder",
    )
    add_resampling(table, ResampleOptions(), to="with --ci")
    add_by_type(table)
    table.add_argument("--format", choices=AGREEMENT_FORMATS, default="table")


def _agreement(given: argparse.Namespace) -> int:
    said = asked_resampling(given)
    if said and not given.ci:
        given.parser.error(f"--{next(iter(said))} goes with --ci")
    resampling = resample_options(given, ResampleOptions()) if given.ci else None
    reading = read(given)
    if reading.corpus is not None:
        say_if_idle(given, reading.corpus)
        options = agreement_options(given)

        def computed(corpus: Corpus) -> Table[Rated]:
            around = intervals(corpus, options, resampling) if resampling else None
            return agreement_table(agreement(corpus, options), around)

        print(AGREEMENT_FORMATS[given.format](table_asked(given, reading.corpus, computed)), end="")
    return status(reading)
