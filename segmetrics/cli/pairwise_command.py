"""The command pairwise: scores of each pair of coders."""

from __future__ import annotations

import argparse
from typing import Any

from segmetrics.boundary_marks import with_uncertain
from segmetrics.cli.measuring_options import METRIC, add_options, say_if_idle
from segmetrics.cli.reading import Commands, add_command, add_reading, read, status
from segmetrics.coefficients.pairwise import pairwise
from segmetrics.metrics.metric import MetricOptionError
from segmetrics.metrics.registry import METRICS
from segmetrics.tables.score_tables import SCORE_FORMATS, pairwise_table

# Flags of their own for options that several commands share: the option of a metric.
FLAGS = {"n": "n", "transposition_weight": "scaling", "window_diff": "width"}


def add_to(commands: Commands) -> None:
    """Add the command ``pairwise``."""
    pairs = add_command(commands, "pairwise", _pairwise, "scores of each pair of coders")
    add_reading(pairs)
    pairs.add_argument("--metric", choices=METRICS, required=True)
    add_options(pairs, *METRIC, "uncertain")
    pairs.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="an option of the metric, see the command metrics; of recordings those that count "
        "places are in seconds, such as window=5",
    )
    pairs.add_argument("--format", choices=SCORE_FORMATS, default="csv")


def _pairwise(given: argparse.Namespace) -> int:
    metric = METRICS[given.metric]
    options: dict[str, Any] = {}
    for flag, option in FLAGS.items():
        value = getattr(given, flag)
        if value is None:
            continue
        if option not in metric.options:
            flag = "--" + flag.replace("_", "-")
            readers = ", ".join(key for key, one in METRICS.items() if option in one.options)
            given.parser.error(f"{flag} goes with --metric {readers}, not with {given.metric}")
        options[option] = value
    pairs = [text.partition("=") for text in given.option]
    try:
        options |= metric.parse({key: value for key, _, value in pairs})
    except MetricOptionError as error:
        given.parser.error(str(error))
    reading = read(given, recordings=True)
    if reading.corpus is not None:
        if reading.corpus.scale is not None and given.n is not None:
            given.parser.error("--n counts places; these are recordings: --option n=SECONDS")
        say_if_idle(given, reading.corpus)
        corpus = with_uncertain(reading.corpus, given.uncertain or "type")
        try:
            scores = pairwise(corpus, given.metric, **options)
        except ValueError as error:
            given.parser.error(str(error))
        print(SCORE_FORMATS[given.format](pairwise_table(scores)), end="")
    return status(reading)
