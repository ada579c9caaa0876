"""The options of commands that measure: each declared once, for the dataclass whose field it is."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar, get_args

from segmetrics.adjudication.press_peaks import TimeConsensusOptions
from segmetrics.axis import ITEMS, axis_of
from segmetrics.boundary_marks import UNCERTAIN, Uncertain, of_type, with_uncertain
from segmetrics.cli.output import say
from segmetrics.cli.reading import whole_number
from segmetrics.coefficients.chance_corrected import CONVENTIONS
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.similarities import SIMILARITIES
from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks.window_blocks import WIDTHS
from segmetrics.number_formats import seconds
from segmetrics.reliability.jackknife import OVERS, IntervalOptions
from segmetrics.reliability.pair_hit_rates import TimeNull
from segmetrics.reliability.recording_options import RecordingOptions
from segmetrics.reliability.shuffling import MAX_SHUFFLES, NULLS, ChanceOptions
from segmetrics.segmentation import MAX_MASS
from segmetrics.tables.columns import Table
from segmetrics.tables.type_tables import by_type

Options = TypeVar("Options")

MAX_SEED = 2**63 - 1


def seconds_given(text: str) -> float:
    """Read an option that is a number of seconds."""
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,9})?", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return float(text)


@dataclass(frozen=True, slots=True)
class Argument:
    """How a command line gives a field of options, which is called as it is unless it says so.

    The default that its help names is that of the field of the first kind of options.
    """

    of: tuple[type, ...]
    about: str
    default: str = ""
    field: str = ""
    choices: Iterable[str] = ()
    read: Callable[[str], Any] = str
    metavar: str | tuple[str, str] | None = None

    def add_to(self, parser: argparse._ActionsContainer, name: str) -> None:
        """Add it to a command."""
        usual = getattr(self.of[0](), self.field or name)
        default = self.default or (seconds(usual) if isinstance(usual, float) else usual)
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            choices=[one.replace(" ", "-") for one in self.choices] or None,
            type=self.read,
            nargs=2 if isinstance(self.metavar, tuple) else None,
            metavar=self.metavar,
            help=f"{self.about} (default: {default})",
        )


TEXTS, SHUFFLED, RECORDED = (AgreementOptions,), (ChanceOptions,), (RecordingOptions,)
ARGUMENTS = {
    "similarity": Argument(TEXTS, "similarity behind the coefficients", choices=SIMILARITIES),
    "convention": Argument(
        TEXTS,
        "what the formula for chance counts: boundaries (defined), or segments as the published "
        "table does",
        choices=CONVENTIONS,
    ),
    "window_diff": Argument(
        TEXTS, "what WindowDiff's window counts", field="width", choices=WIDTHS
    ),
    "n": Argument(
        TEXTS,
        "how close a near miss is: boundaries fewer than N places apart",
        read=whole_number(1, MAX_MASS, f"a whole number from 1 to {MAX_MASS:,}"),
        metavar="N",
    ),
    "transposition_weight": Argument(
        TEXTS,
        "cost of a near miss: growing with its distance, or 1",
        field="scaling",
        choices=("te", "unscaled"),
    ),
    "uncertain": Argument(
        TEXTS,
        "what boundaries marked as uncertain count as",
        "type, one of their own",
        choices=get_args(Uncertain),
    ),
    "null": Argument(
        SHUFFLED,
        "what stays when coders are shuffled: the distances between boundaries, on a ring; the "
        "sizes of segments; the number of boundaries; or the sizes, with the first and the last "
        "segment in place",
        choices=NULLS,
    ),
    "shuffles": Argument(
        SHUFFLED + RECORDED,
        "shuffles of each item",
        f"as many as its p-value needs; of recordings {RecordingOptions().shuffles:,}",
        read=whole_number(10, MAX_SHUFFLES, f"a whole number from 10 to {MAX_SHUFFLES:,}"),
        metavar="R",
    ),
    "seed": Argument(
        SHUFFLED + RECORDED,
        "seed of the shuffles",
        f"{ChanceOptions().seed}; of recordings {RecordingOptions().seed}",
        read=whole_number(0, MAX_SEED, "a whole number, at least 0"),
        metavar="N",
    ),
    "tolerance": Argument(
        RECORDED,
        "how far apart boundaries of two people may be to be one",
        read=seconds_given,
        metavar="SECONDS",
    ),
    "chance": Argument(
        (RecordingOptions, TimeConsensusOptions),
        "of recordings, how independent people are made: all boundaries of a person moved by "
        "one random time, the gaps between them in random order, or the boundaries moved by a "
        "clock that runs as fast as all mark",
        RecordingOptions().null.replace(" ", "-"),
        field="null",
        choices=get_args(TimeNull),
    ),
    "bin_width": Argument(
        RECORDED,
        "width of the bins of segmentation agreement",
        read=seconds_given,
        metavar="SECONDS",
    ),
    "trim": Argument(
        RECORDED,
        "seconds at the start and at the end that do not count",
        "none",
        read=seconds_given,
        metavar=("START", "END"),
    ),
    "minimum_gap": Argument(
        RECORDED,
        "of two boundaries of a person less than so many seconds apart only the first counts",
        "all count",
        read=seconds_given,
        metavar="SECONDS",
    ),
}
"""The options that several commands have, by their names."""
METRIC = ("window_diff", "n", "transposition_weight")
AGREEMENT = ("similarity", "convention", *METRIC, "uncertain")
SHUFFLING = ("null", "shuffles", "seed")
OWN = ("tolerance", "chance", "bin_width", "trim", "minimum_gap")
"""Options that mean something for recordings alone."""
OF_AGREEMENT = (*AGREEMENT, "over", "null")
"""Options of agreement that mean nothing for recordings."""


def add_options(parser: argparse._ActionsContainer, *names: str, **changes: Any) -> None:
    """Add options to a command; `changes` are other attributes of the `Argument`."""
    for name in names:
        replace(ARGUMENTS[name], **changes).add_to(parser, name)


def add_recordings(parser: argparse.ArgumentParser, *, without: str = "") -> None:
    """Add the options for how recordings are measured, perhaps without one of them."""
    group = parser.add_argument_group("recordings")
    add_options(group, *(name for name in OWN if name != without))


def add_least(parser: argparse.ArgumentParser) -> None:
    """Add how many coders make a boundary of the consensus of recordings."""
    parser.add_argument(
        "--least",
        type=int,
        metavar="K",
        help="for recordings: take what at least K coders support; 0 for what is beyond chance "
        "(default: more than half of the coders)",
    )


def options_asked(given: argparse.Namespace, kind: type[Options], **more: Any) -> Options:
    """Return the options that a command line asks for, as far as its command has them."""
    parser: argparse.ArgumentParser = given.parser
    asked = {
        one.field or name: _value(getattr(given, name))
        for name, one in ARGUMENTS.items()
        if kind in one.of and getattr(given, name, None) is not None
    }
    try:
        return kind(**asked, **more)
    except ValueError as error:
        parser.error(str(error))


def _value(given: Any) -> Any:
    """Return a value as the field has it: names with their spaces, pairs as tuples."""
    if isinstance(given, str):
        return given.replace("-", " ")
    return tuple(given) if isinstance(given, list) else given


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
        choices=[over.replace(" ", "-") for over in OVERS],
        help=f"what intervals{of} speak of{to}: other coders and other items, or other items of "
        f"the same coders (default: {default.over.replace(' ', '-')})",
    )


def interval_options(given: argparse.Namespace, default: IntervalOptions) -> IntervalOptions:
    """Return the default, or what a command line asks intervals to speak of."""
    return replace(default, over=_value(given.over)) if given.over else default


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


def of_recordings(
    given: argparse.Namespace,
    corpus: Corpus,
    texts_alone: Sequence[str],
    recordings_alone: Sequence[str] = OWN,
) -> bool:
    """Return whether a corpus is of recordings; refuse the options of the other kind."""
    here = axis_of(corpus)
    there = ITEMS["seconds" if here.unit == "units" else "units"]
    for name in {"units": recordings_alone, "seconds": texts_alone}[here.unit]:
        if getattr(given, name, None) not in (None, False):
            option = name.replace("_", "-")
            given.parser.error(f"--{option} is for {there}; these are {here.items}")
    return here.unit == "seconds"
