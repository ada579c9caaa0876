"""The options of commands that measure recordings."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import Any, get_args

from segmetrics.corpus import Corpus
from segmetrics.number_formats import seconds
from segmetrics.reliability.pair_hit_rates import TimeNull
from segmetrics.reliability.recording_options import RecordingOptions

DEFAULT = RecordingOptions()
OWN = ("tolerance", "chance", "bin_width", "trim", "minimum_gap")
"""Options that mean something for recordings alone."""
OF_AGREEMENT = (
    *("similarity", "convention", "window_diff", "n", "transposition_weight", "uncertain"),
    *("over", "null"),
)
"""Options of agreement that mean nothing for recordings."""


def add_recordings(
    parser: argparse.ArgumentParser, *, chance: bool = True, bins: bool = True
) -> None:
    """Add the options for how recordings are measured, perhaps beside chance, perhaps in bins."""
    group = parser.add_argument_group("recordings")
    group.add_argument(
        "--tolerance",
        type=seconds_given,
        metavar="SECONDS",
        help="how far apart two presses may be to be one boundary "
        f"(default: {seconds(DEFAULT.tolerance)})",
    )
    if chance:
        add_chance(group)
    if bins:
        group.add_argument(
            "--bin-width",
            type=seconds_given,
            metavar="SECONDS",
            help="width of the bins of segmentation agreement "
            f"(default: {seconds(DEFAULT.bin_width)})",
        )
    group.add_argument(
        "--trim",
        type=seconds_given,
        nargs=2,
        metavar=("START", "END"),
        help="seconds at the start and at the end that do not count (default: none)",
    )
    group.add_argument(
        "--minimum-gap",
        type=seconds_given,
        metavar="SECONDS",
        help="of two presses of a person less than so many seconds apart only the first counts "
        "(default: all count)",
    )


def add_chance(parser: argparse._ActionsContainer) -> None:
    """Add the option for how independent people are made."""
    parser.add_argument(
        "--chance",
        choices=[_written(null) for null in get_args(TimeNull)],
        help="of recordings, how independent people are made: all presses of a person moved by one "
        "random time, the gaps between them in random order, or the presses moved by a clock that "
        f"runs as fast as all press (default: {_written(DEFAULT.null)})",
    )


def null_given(given: argparse.Namespace) -> TimeNull | None:
    """Return how a command line asks to make independent people; None if it does not say."""
    chances = {_written(null): null for null in get_args(TimeNull)}
    return chances.get(getattr(given, "chance", None) or "")


def recording_options(given: argparse.Namespace) -> RecordingOptions:
    """Return how a command line asks to measure recordings."""
    parser: argparse.ArgumentParser = given.parser
    asked: dict[str, Any] = {
        "tolerance": given.tolerance,
        "null": null_given(given),
        "bin_width": getattr(given, "bin_width", None),
        "trim": tuple(given.trim) if given.trim else None,
        "minimum_gap": given.minimum_gap,
        "shuffles": getattr(given, "shuffles", None),
        "seed": getattr(given, "seed", None),
    }
    try:
        return RecordingOptions(**{key: one for key, one in asked.items() if one is not None})
    except ValueError as error:
        parser.error(str(error))


def of_recordings(
    given: argparse.Namespace,
    corpus: Corpus,
    texts_alone: Sequence[str],
    recordings_alone: Sequence[str] = OWN,
) -> bool:
    """Return whether a corpus is of recordings; refuse the options of the other kind."""
    recordings = corpus.scale is not None
    for name in texts_alone if recordings else recordings_alone:
        if getattr(given, name, None) not in (None, False):
            option, kind = name.replace("_", "-"), "texts" if recordings else "recordings"
            these = "recordings" if recordings else "texts"
            given.parser.error(f"--{option} is for {kind}; these are {these}")
    return recordings


def seconds_given(text: str) -> float:
    """Read an option that is a number of seconds."""
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,9})?", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return float(text)


def _written(null: str) -> str:
    return null.replace(" ", "-")
