"""The command line: parsing, and how errors are reported."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper

import segmetrics
from segmetrics.cli.output import INTERRUPTED, NOTHING, OK, drop, say
from segmetrics.extras import MissingExtraError

# The module that has a command, in the order in which they are listed.
MODULES = {
    "agreement": "agreement_command",
    "pairwise": "pairwise_command",
    "decisions": "decisions_command",
    "coders": "coders_command",
    "metrics": "metrics_command",
    "compare": "rounds_command",
    "rounds": "rounds_command",
    "grains": "grains_command",
    "segmenters": "segmenters_command",
    "consensus": "consensus_command",
    "report": "report_command",
    "verify": "report_command",
    "check": "check_command",
    "convert": "convert_command",
    "reproduce": "reproduce_command",
    "app": "app_command",
    "store": "store_command",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line."""
    words = sys.argv[1:] if arguments is None else arguments
    given = _parser(words[0] if words else "").parse_args(words)
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
    except MissingExtraError as error:
        say(f"{error}.")
        return NOTHING
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


def _parser(first: str = "") -> argparse.ArgumentParser:
    """Return the parser of the command that the first word names, of all if it names none."""
    parser = argparse.ArgumentParser(
        prog="segmetrics", description="Agreement between people who segmented the same texts."
    )
    parser.add_argument(
        "--version", action="version", version=f"segmetrics {segmetrics.__version__}"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    # A command starts in half the time if the others are not imported.
    module = MODULES.get(first)
    for name in [module] if module else dict.fromkeys(MODULES.values()):
        import_module(f"segmetrics.cli.{name}").add_to(commands)
    return parser
