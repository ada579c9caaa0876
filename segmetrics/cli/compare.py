"""The command that compares two rounds of coding of the same items."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from segmetrics.agreement.coefficients import CONVENTIONS
from segmetrics.agreement.similarities import SIMILARITIES
from segmetrics.agreement.table import AgreementOptions
from segmetrics.cli.output import NOTHING, say
from segmetrics.cli.reading import add_choices, exit_codes, read_each, status
from segmetrics.corpus import UNCERTAIN, Uncertain
from segmetrics.edits import EditModel
from segmetrics.metrics.windows import WIDTHS
from segmetrics.reliability.change import DEFAULT, change
from segmetrics.reliability.intervals import ResampleOptions
from segmetrics.report.change_tables import CHANGE_FORMATS

if TYPE_CHECKING:
    import argparse

    from segmetrics.cli.reading import Commands

__all__ = ["add_to"]


def add_to(commands: Commands) -> None:
    """Add the command ``compare``."""
    parser = commands.add_parser(
        "compare",
        help="whether agreement changed between two rounds of coding of the same items",
        epilog=exit_codes("compared"),
    )
    parser.set_defaults(run=_compare, parser=parser)
    for name, when in (("before", "first"), ("after", "second")):
        parser.add_argument(
            name,
            metavar=name.upper(),
            help=f"file, ZIP archive or folder with the codings of the {when} round",
        )
    add_choices(parser)
    parser.add_argument(
        "--similarity",
        choices=SIMILARITIES,
        default="s",
        help="similarity behind the coefficients (default: s)",
    )
    parser.add_argument("--convention", choices=CONVENTIONS, default="defined")
    parser.add_argument(
        "--window-diff",
        choices=WIDTHS,
        default="units",
        help="what WindowDiff's window counts (default: units)",
    )
    parser.add_argument(
        "--n",
        type=int,
        default=2,
        metavar="N",
        help="positions that a near miss may span (default: 2)",
    )
    parser.add_argument(
        "--uncertain",
        choices=get_args(Uncertain),
        default="type",
        help="what boundaries marked as uncertain count for (default: type, one of their own)",
    )
    parser.add_argument(
        "--resamples",
        type=int,
        default=DEFAULT.resamples,
        metavar="R",
        help=f"resamples of the items, for intervals (default: {DEFAULT.resamples})",
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="seed of random numbers (default: 0)"
    )
    parser.add_argument("--format", choices=CHANGE_FORMATS, default="table")


def _compare(given: argparse.Namespace) -> int:
    try:
        options = AgreementOptions(
            similarity=given.similarity,
            convention=given.convention,
            width=given.window_diff,
            model=EditModel(n=given.n),
            uncertain=given.uncertain,
        )
        resampling = ResampleOptions(
            resamples=given.resamples, seed=given.seed, method=DEFAULT.method
        )
    except ValueError as error:
        given.parser.error(str(error))
    readings = read_each(given, (given.before, given.after), done="compared")
    before, after = (reading.corpus for reading in readings)
    if before is None or after is None:
        return NOTHING
    if given.uncertain != "type" and UNCERTAIN not in {*before.types, *after.types}:
        say("--uncertain changes nothing: no boundary is marked as uncertain.")
    table = change(before, after, options, resampling)
    print(CHANGE_FORMATS[given.format](table), end="")
    return max(map(status, readings)) if table.items else NOTHING
