"""The command metrics: all metrics, with what one must know of them."""

from __future__ import annotations

import argparse

from segmetrics.cli.output import OK
from segmetrics.cli.reading import Commands
from segmetrics.metrics.registry import METRICS
from segmetrics.tables.score_tables import METRICS_FORMATS, metrics_table


def add_to(commands: Commands) -> None:
    """Add the command ``metrics``."""
    known = commands.add_parser(
        "metrics", help=("all metrics: formula, range, what each rewards and misses")
    )
    known.set_defaults(run=_metrics)
    known.add_argument("--format", choices=METRICS_FORMATS, default="table")


def _metrics(given: argparse.Namespace) -> int:
    print(METRICS_FORMATS[given.format](metrics_table(METRICS.values())), end="")
    return OK
