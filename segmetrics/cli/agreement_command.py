"""The command agreement: how reliable each item, group and the corpus is."""

from __future__ import annotations

import argparse

from segmetrics.boundary_marks import with_uncertain
from segmetrics.cli.measuring_options import (
    AGREEMENT,
    OF_AGREEMENT,
    SHUFFLING,
    add_by_type,
    add_intervals,
    add_options,
    add_recordings,
    intervals_asked,
    of_recordings,
    options_asked,
    say_if_idle,
    table_asked,
)
from segmetrics.cli.reading import Commands, add_command, add_reading, read, status
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus
from segmetrics.reliability.intervals import intervals
from segmetrics.reliability.recording_agreement import recording_agreement
from segmetrics.reliability.recording_options import RecordingOptions
from segmetrics.reliability.reliability_table import reliability_of
from segmetrics.reliability.schools import schools_in
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.tables.agreement_columns import AGREEMENT_FORMATS, Rated, agreement_table
from segmetrics.tables.columns import Table
from segmetrics.tables.recording_tables import RECORDING_FORMATS

TEXTS_ALONE = (*OF_AGREEMENT, "by_type")
"""Options that mean nothing for recordings."""


def add_to(commands: Commands) -> None:
    """Add the command ``agreement``."""
    words = "agreement beyond chance, verdicts and coefficients of items, groups and the corpus"
    table = add_command(commands, "agreement", _agreement, words)
    add_reading(table)
    add_options(table, *AGREEMENT)
    add_intervals(table)
    add_options(table, *SHUFFLING)
    add_by_type(table)
    add_recordings(table)
    table.add_argument("--format", choices=AGREEMENT_FORMATS, default="table")


def _agreement(given: argparse.Namespace) -> int:
    chosen = intervals_asked(given)
    reading = read(given, recordings=True)
    if reading.corpus is not None and of_recordings(given, reading.corpus, TEXTS_ALONE):
        if given.format not in RECORDING_FORMATS:
            given.parser.error(f"--format {given.format} is for texts; these are recordings")
        found = recording_agreement(reading.corpus, options_asked(given, RecordingOptions))
        print(RECORDING_FORMATS[given.format](found), end="")
        return status(reading)
    if reading.corpus is not None:
        say_if_idle(given, reading.corpus)
        options = options_asked(given, AgreementOptions)

        def computed(corpus: Corpus) -> Table[Rated]:
            judged = reliability_of(corpus, options, options_asked(given, ChanceOptions))
            around = None
            if chosen:
                around = intervals(corpus, options, chosen, chance=judged.chance)
            schools = schools_in(with_uncertain(corpus, options.uncertain))
            return agreement_table(agreement(corpus, options), around, judged, schools=schools)

        print(AGREEMENT_FORMATS[given.format](table_asked(given, reading.corpus, computed)), end="")
    return status(reading)
