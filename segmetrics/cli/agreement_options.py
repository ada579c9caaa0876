"""The options of commands that compute agreement."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, get_args

from segmetrics.agreement.coefficients import CONVENTIONS
from segmetrics.agreement.similarities import SIMILARITIES
from segmetrics.agreement.table import AgreementOptions
from segmetrics.cli.output import say
from segmetrics.corpus import UNCERTAIN, Uncertain
from segmetrics.edits import EditModel
from segmetrics.metrics.windows import WIDTHS

if TYPE_CHECKING:
    from segmetrics.corpus import Corpus

__all__ = [
    "add_agreement_options",
    "add_metric_options",
    "add_uncertain",
    "agreement_options",
    "say_if_idle",
]


def add_agreement_options(parser: argparse.ArgumentParser) -> None:
    """Let a command take all options of agreement."""
    parser.add_argument(
        "--similarity",
        choices=SIMILARITIES,
        default="s",
        help="similarity behind the coefficients (default: s)",
    )
    parser.add_argument("--convention", choices=CONVENTIONS, default="defined")
    add_metric_options(parser)
    add_uncertain(parser)


def add_metric_options(parser: argparse.ArgumentParser) -> None:
    """Let a command take the options that metrics and agreement share."""
    parser.add_argument(
        "--window-diff", choices=WIDTHS, help="what WindowDiff's window counts (default: units)"
    )
    parser.add_argument(
        "--n", type=_window, metavar="N", help="positions that a near miss may span (default: 2)"
    )
    parser.add_argument(
        "--transposition-weight",
        choices=("te", "unscaled"),
        help="cost of a near miss: growing with its distance, or 1 (default: te)",
    )


def add_uncertain(parser: argparse.ArgumentParser) -> None:
    """Let a command say what uncertain boundaries count for."""
    parser.add_argument(
        "--uncertain",
        choices=get_args(Uncertain),
        help="what boundaries marked as uncertain count for (default: type, one of their own)",
    )


def say_if_idle(corpus: Corpus, given: argparse.Namespace) -> None:
    """Say so if the option about uncertain boundaries has nothing to work on."""
    if given.uncertain is not None and UNCERTAIN not in corpus.types:
        say("--uncertain changes nothing: no boundary is marked as uncertain.")


def agreement_options(given: argparse.Namespace) -> AgreementOptions:
    """Give the words of a command as options of agreement."""
    return AgreementOptions(
        similarity=given.similarity,
        uncertain=given.uncertain or "type",
        convention=given.convention,
        width=given.window_diff or "units",
        model=EditModel(n=given.n or 2, scaling=given.transposition_weight or "te"),
    )


def _window(text: str) -> int:
    if not re.fullmatch("[0-9]{1,18}", text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 1")
    return int(text)
