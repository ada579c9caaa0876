"""The options of commands that compute agreement."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

from segmetrics.boundary_marks import UNCERTAIN, Uncertain, of_type, with_uncertain
from segmetrics.cli.output import say
from segmetrics.cli.reading import whole_number
from segmetrics.coefficients.chance_corrected import CONVENTIONS
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.similarities import SIMILARITIES
from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks.window_blocks import WIDTHS
from segmetrics.reliability.jackknife import OVERS, IntervalOptions
from segmetrics.reliability.recording_options import RecordingOptions
from segmetrics.reliability.shuffling import MAX_SHUFFLES, NULLS, ChanceOptions
from segmetrics.segmentation import MAX_MASS
from segmetrics.tables.columns import Table
from segmetrics.tables.type_tables import by_type

MAX_SEED = 2**63 - 1


def add_agreement_options(parser: argparse.ArgumentParser) -> None:
    """Add all options of agreement to a command."""
    parser.add_argument(
        "--similarity",
        choices=SIMILARITIES,
        help="similarity behind the coefficients (default: s)",
    )
    add_convention(parser)
    add_metric_options(parser)
    add_uncertain(parser)


def add_convention(parser: argparse.ArgumentParser) -> None:
    """Add the option for what expected agreement counts."""
    parser.add_argument(
        "--convention",
        choices=CONVENTIONS,
        help=(
            "what the formula for chance counts: boundaries (defined), or segments as the "
            "published table does (default: defined)"
        ),
    )


def add_metric_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that metrics and agreement share to a command."""
    parser.add_argument(
        "--window-diff", choices=WIDTHS, help="what WindowDiff's window counts (default: units)"
    )
    add_near_misses(parser)


def add_near_misses(parser: argparse.ArgumentParser) -> None:
    """Add the options for what near misses are, and what they cost."""
    window = whole_number(1, MAX_MASS, f"a whole number from 1 to {MAX_MASS:,}")
    parser.add_argument(
        "--n",
        type=window,
        metavar="N",
        help=("how close a near miss is: boundaries fewer than N places apart (default: 2)"),
    )
    parser.add_argument(
        "--transposition-weight",
        choices=("te", "unscaled"),
        help="cost of a near miss: growing with its distance, or 1 (default: te)",
    )


def add_by_type(parser: argparse.ArgumentParser) -> None:
    """Add the option for each boundary type by itself."""
    parser.add_argument(
        "--by-type",
        action="store_true",
        help="look at each boundary type by itself: a boundary of this type, or none",
    )


def table_asked(
    given: argparse.Namespace, corpus: Corpus, computed: Callable[[Corpus], Table[Any]]
) -> Table[Any]:
    """Return the table of a corpus, or those of its boundary types if these are asked for."""
    if not given.by_type:
        return computed(corpus)
    corpus = with_uncertain(corpus, getattr(given, "uncertain", None) or "type")
    if not corpus.types:
        given.parser.error(f"--by-type needs boundaries with types; these are {corpus.kind}")
    return by_type({name: computed(of_type(corpus, name)) for name in corpus.types})


def add_uncertain(parser: argparse.ArgumentParser) -> None:
    """Add the option for what uncertain boundaries count as."""
    parser.add_argument(
        "--uncertain",
        choices=get_args(Uncertain),
        help="what boundaries marked as uncertain count as (default: type, one of their own)",
    )


def add_intervals(parser: argparse.ArgumentParser) -> None:
    """Add the options for intervals on request."""
    parser.add_argument(
        "--ci",
        action="store_true",
        help=(
            "95%% intervals: of groups and the corpus as other coders and other items would "
            "have them, of items as other coders would"
        ),
    )
    add_over(parser, IntervalOptions(), to=", with --ci")


def add_over(
    parser: argparse.ArgumentParser, default: IntervalOptions, *, of: str = "", to: str = ""
) -> None:
    """Add the option for whom intervals speak of; `default` holds if it is not given."""
    parser.add_argument(
        "--over",
        choices=[_written(over) for over in OVERS],
        help=f"what intervals{of} speak of{to}: other coders and other items, or other items of "
        f"the same coders (default: {_written(default.over)})",
    )


def add_shuffling(parser: argparse.ArgumentParser) -> None:
    """Add the options for how coders are shuffled."""
    default = ChanceOptions()
    parser.add_argument(
        "--null",
        choices=NULLS,
        help=(
            "what stays when coders are shuffled: the distances between boundaries, on a ring; the "
            "sizes of segments; the number of boundaries; or the sizes, with the first and the "
            f"last segment in place (default: {default.null})"
        ),
    )
    parser.add_argument(
        "--shuffles",
        type=whole_number(10, MAX_SHUFFLES, f"a whole number from 10 to {MAX_SHUFFLES:,}"),
        metavar="R",
        help="shuffles of each item (default: as many as its p-value needs; of recordings "
        f"{RecordingOptions().shuffles:,})",
    )
    parser.add_argument(
        "--seed",
        type=whole_number(0, MAX_SEED, "a whole number, at least 0"),
        metavar="N",
        help=f"seed of the shuffles (default: {default.seed}; of recordings "
        f"{RecordingOptions().seed})",
    )


def add_seed(parser: argparse.ArgumentParser, *, of: str, default: int = 0) -> None:
    """Add the option for the seed of what is random."""
    parser.add_argument(
        "--seed",
        type=whole_number(0, MAX_SEED, "a whole number, at least 0"),
        default=default,
        metavar="N",
        help=f"seed of {of} (default: {default})",
    )


def chance_options(given: argparse.Namespace) -> ChanceOptions:
    """Return how a command line asks to shuffle coders."""
    asked = {name: getattr(given, name) for name in ("null", "shuffles", "seed")}
    return ChanceOptions(**{name: one for name, one in asked.items() if one is not None})


def _written(over: str) -> str:
    return over.replace(" ", "-")


def interval_options(given: argparse.Namespace, default: IntervalOptions) -> IntervalOptions:
    """Return the default, or what a command line asks intervals to speak of."""
    named = {_written(over): over for over in OVERS}
    return replace(default, over=named[given.over]) if given.over else default


def intervals_asked(given: argparse.Namespace) -> IntervalOptions | None:
    """Return what a command line asks intervals to speak of; None if it asks for none."""
    if given.over and not given.ci:
        given.parser.error("--over goes with --ci")
    return interval_options(given, IntervalOptions()) if given.ci else None


def say_if_idle(
    given: argparse.Namespace, *corpora: Corpus, default: Uncertain | None = None
) -> None:
    """Warn if the option about uncertain boundaries has nothing to work on."""
    marked = any(UNCERTAIN in corpus.types for corpus in corpora)
    if given.uncertain != default and not marked:
        say("--uncertain changes nothing: no boundary is marked as uncertain.")


def agreement_options(given: argparse.Namespace) -> AgreementOptions:
    """Return the agreement options that a command line asks for, as far as its command has them."""
    return AgreementOptions(
        similarity=getattr(given, "similarity", None) or "s",
        uncertain=given.uncertain or "type",
        convention=given.convention or "defined",
        width=getattr(given, "window_diff", None) or "units",
        n=given.n or 2,
        scaling=given.transposition_weight or "te",
    )
