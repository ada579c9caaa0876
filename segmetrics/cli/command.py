"""The command line: parsing, and how errors are reported."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from io import TextIOWrapper

import segmetrics
from segmetrics.cli import agreement_command as agreement
from segmetrics.cli import app_command as app
from segmetrics.cli import check_command as check
from segmetrics.cli import compare_command as compare
from segmetrics.cli import consensus_command as consensus
from segmetrics.cli import convert_command as convert
from segmetrics.cli import decisions_command as decisions
from segmetrics.cli import metrics_command as metrics
from segmetrics.cli import pairwise_command as pairwise
from segmetrics.cli import report_command as report
from segmetrics.cli import reproduce_command as reproduce
from segmetrics.cli import rounds_command as rounds
from segmetrics.cli import segmenters_command as segmenters
from segmetrics.cli import store_command as store
from segmetrics.cli.output import INTERRUPTED, NOTHING, OK, drop, say


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line."""
    given = _parser().parse_args(arguments)
    if isinstance(sys.stdout, TextIOWrapper):
        # What is written can be read again, whatever the terminal's encoding is.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        status: int = given.run(given)
        print(end="", flush=True)
    except BrokenPipeError:
        # Whoever read the output has had enough of it; nothing is wrong.
        drop(sys.stdout)
        return OK
    except OSError as error:
        drop(sys.stdout)
        say(f"The output cannot be written: {error.strerror}.")
        return NOTHING
    except MemoryError:
        say("Not enough memory for items of this size with so many coders.")
        return NOTHING
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="segmetrics", description="Agreement between people who segmented the same texts."
    )
    parser.add_argument(
        "--version", action="version", version=f"segmetrics {segmetrics.__version__}"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for module in (
        agreement,
        pairwise,
        decisions,
        metrics,
        compare,
        rounds,
        segmenters,
        consensus,
        report,
        check,
        convert,
        reproduce,
        app,
        store,
    ):
        module.add_to(commands)
    return parser
