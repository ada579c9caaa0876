"""The command coders: who stands out, and what each coder does by a model."""

from __future__ import annotations

import argparse
from typing import Any

from segmetrics.boundary_marks import Uncertain, with_uncertain
from segmetrics.claims.causes import causes, causes_in_recordings
from segmetrics.cli import measuring_options
from segmetrics.cli.reading import Commands, add_command, add_reading, read, status, whole_number
from segmetrics.coding_model.coder_model import coder_model
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.reliability.coder_findings import coder_findings
from segmetrics.reliability.fitted_coders import WIDEST, CoderModelOptions
from segmetrics.reliability.recording_agreement import recording_agreement
from segmetrics.reliability.recording_options import RecordingOptions
from segmetrics.tables.coder_tables import signed_findings, signed_model
from segmetrics.tables.columns import Table
from segmetrics.tables.plain import TABLE_FORMATS
from segmetrics.tables.recording_tables import coder_table

TEXTS_ALONE = ("uncertain", "model")
"""Options that mean nothing for recordings."""


def add_to(commands: Commands) -> None:
    """Add the command ``coders``."""
    words = "which coders stand out and by what; with --model, what each of them does"
    parser = add_command(commands, "coders", _coders, words)
    add_reading(parser)
    measuring_options.add_options(parser, "uncertain")
    group = parser.add_argument_group("the model of the coders")
    group.add_argument(
        "--model",
        action="store_true",
        help="how many of the shared boundaries each coder finds, how many they add, and how often "
        "they are early or late, with intervals and verdicts",
    )
    measuring_options.add_options(
        group,
        "n",
        about=f"how close a near miss is: boundaries fewer than N places apart, 1 to {WIDEST}",
        read=whole_number(1, WIDEST, f"a whole number from 1 to {WIDEST}"),
        of=(CoderModelOptions,),
    )
    alike = "seed of the simulated groups that tell whether two coders are too much alike"
    measuring_options.add_options(group, "seed", about=alike, of=(CoderModelOptions,), default="")
    group.add_argument(
        "--held-out",
        action="store_true",
        default=None,
        help="leave out each coding in turn, at most 200 of a group, and say how much better the "
        "model tells it than simpler ways do",
    )
    measuring_options.add_recordings(parser, without="chance")
    parser.add_argument("--format", choices=TABLE_FORMATS, default="table")


def _coders(given: argparse.Namespace) -> int:
    asked = {name: getattr(given, name) for name in ("n", "seed", "held_out")}
    asked = {name: value for name, value in asked.items() if value is not None}
    if asked and not given.model:
        option = next(iter(asked)).replace("_", "-")
        given.parser.error(f"--{option} goes with --model")
    reading = read(given, recordings=True)
    if reading.corpus is None:
        return status(reading)
    table: Table[Any]
    uncertain: Uncertain = given.uncertain or "type"
    if measuring_options.of_recordings(given, reading.corpus, TEXTS_ALONE):
        options = measuring_options.options_asked(given, RecordingOptions)
        agreed = recording_agreement(reading.corpus, options)
        why = causes_in_recordings(reading.corpus, options, agreed=agreed)
        table = coder_table(agreed, why)
    else:
        measuring_options.say_if_idle(given, reading.corpus)
        corpus = with_uncertain(reading.corpus, uncertain)
        if given.model:
            model = coder_model(corpus, CoderModelOptions(**asked))
            found = causes(corpus, AgreementOptions(n=model.options.n), model=model)
            table = signed_model(model, reading.corpus, uncertain, found)
        else:
            table = signed_findings(coder_findings(corpus), reading.corpus, uncertain)
    print(TABLE_FORMATS[given.format](table), end="")
    return status(reading)
