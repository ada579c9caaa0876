"""The command that makes one segmentation from many."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path
from typing import Any, get_args

from segmetrics.adjudication.adjudications import Consensus, consensus
from segmetrics.adjudication.consensus_followed import beside_consensus
from segmetrics.adjudication.consensus_in_time import TimeConsensus, consensus_in_time
from segmetrics.adjudication.disputes import disputes
from segmetrics.adjudication.gold import (
    METHODS,
    GoldOptions,
    fitted_for,
    gold,
    left_behind,
    with_gold,
)
from segmetrics.adjudication.gold_agreement import agreement_with
from segmetrics.adjudication.model_rule import ModelRefused
from segmetrics.adjudication.press_peaks import TimeConsensusOptions, disputes_in_time
from segmetrics.adjudication.rules import DEFAULT, UNFITTED, compare_rules
from segmetrics.boundary_marks import Uncertain, with_uncertain
from segmetrics.cli import measuring_options
from segmetrics.cli.convert_command import STDOUT, save
from segmetrics.cli.output import NOTHING, OK, add_force, is_taken, say, written
from segmetrics.cli.reading import Commands, add_command, add_reading, read, status
from segmetrics.coefficients.boundary_decisions import THRESHOLDS
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus
from segmetrics.extras import require
from segmetrics.io.write import WRITERS
from segmetrics.phrases import listed
from segmetrics.reliability.copies import copies_in
from segmetrics.reliability.fitted_coders import WIDEST
from segmetrics.tables.consensus_formats import CONSENSUS_FORMATS
from segmetrics.tables.consensus_tables import (
    SHOWN,
    Beside,
    Shown,
    counts_twice,
    decide_by_hand,
    guessed,
    lost_by,
    of_one_coder,
)
from segmetrics.tables.time_consensus_tables import TIME_CONSENSUS_FORMATS, left_out_in_words

DEFAULT_IN_TIME = TimeConsensusOptions()
TO = next(iter(WRITERS))
EXCEL = "xlsx"
OF_TEXTS, OF_RECORDINGS = (
    ("method", "share", "threshold", "n"),
    ("width", "tolerance", "least", "chance"),
)
# Items that a note names; of more it gives the number.
NAMED = 8


def add_to(commands: Commands) -> None:
    """Add the command ``consensus``."""
    words = "a gold segmentation from many coders, with the support of each boundary"
    parser = add_command(commands, "consensus", _consensus, words)
    add_reading(parser)
    parser.add_argument(
        "--method",
        choices=METHODS,
        help="the rule: places that enough coders marked, with near misses as votes for one place; "
        "each place by itself; the coding most like the others; or the places that are likelier "
        "than not, by a model of what each coder finds, adds and shifts, from four coders on "
        f"(default: {DEFAULT.method})",
    )
    parser.add_argument(
        "--share",
        type=float,
        help="share of the coders who must have marked a place, for pooled and majority "
        f"(default: {DEFAULT.share:g})",
    )
    parser.add_argument(
        "--threshold",
        choices=THRESHOLDS,
        help="whether more than that share is needed, or at least that share "
        f"(default: {DEFAULT.threshold})",
    )
    parser.add_argument(
        "--n",
        type=int,
        metavar="N",
        help="how close a near miss is, for all but majority: boundaries fewer than N places apart "
        f"(default: {DEFAULT.n}; for the model at most {WIDEST})",
    )
    parser.add_argument(
        "--width",
        type=float,
        metavar="SECONDS",
        help="for recordings: standard deviation of the kernel of the density of boundaries, whose "
        f"peaks above chance are the gold boundaries (default: {DEFAULT_IN_TIME.width:g})",
    )
    parser.add_argument(
        "--tolerance",
        type=float,
        metavar="SECONDS",
        help="for recordings: how far from a peak a boundary may be that supports it "
        "(default: two widths)",
    )
    measuring_options.add_options(parser, "chance")
    measuring_options.add_least(parser)
    parser.add_argument(
        "--uncertain",
        choices=get_args(Uncertain),
        default="type",
        help=(
            "whether boundaries marked as uncertain are ignored, or count as others do "
            "(default: type)"
        ),
    )
    parser.add_argument(
        "--show",
        choices=SHOWN,
        help=(
            "print one table only: gold boundaries, agreement of the gold segmentation with "
            "each coder, or disputed places (default: all; in CSV, the boundaries)"
        ),
    )
    parser.add_argument("--format", choices=CONSENSUS_FORMATS, default="table")
    group = parser.add_argument_group("writing the gold segmentation")
    group.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        help="file to write; one that ends with .xlsx is an Excel workbook of the gold segments "
        "with their texts; any other has the codings, with the gold segmentation as one more coder "
        "and as the reference; if boundaries have types or levels, the gold segmentation alone",
    )
    group.add_argument(
        "--to",
        choices=(EXCEL, *WRITERS),
        help=f"its format (default: {EXCEL} if it ends so, else {TO})",
    )
    add_force(group)


def _consensus(given: argparse.Namespace) -> int:
    try:
        options = GoldOptions(**_asked(given, OF_TEXTS))
    except ValueError as error:
        given.parser.error(str(error))
    asked = _asked(given, ("width", "tolerance", "least"))
    in_time = measuring_options.options_asked(given, TimeConsensusOptions, **asked)
    shown = _tables_asked(given)
    if given.output is None and (given.to or given.force):
        given.parser.error("--to and --force go with -o, the file to write")
    if given.output == STDOUT:
        given.parser.error("standard output gets the table; name a file after -o")
    given.to = given.to or (EXCEL if (given.output or "").lower().endswith(".xlsx") else TO)
    if given.output is not None and is_taken(Path(given.output), force=given.force):
        return NOTHING
    reading = read(given, recordings=True)
    if reading.corpus is None:
        return status(reading)
    measuring_options.say_if_idle(given, reading.corpus, default="type")
    corpus = with_uncertain(reading.corpus, given.uncertain)
    if measuring_options.of_recordings(given, corpus, OF_TEXTS, OF_RECORDINGS):
        return _in_time(corpus, in_time, shown, given) or status(reading)
    model = fitted_for(corpus, options)
    try:
        made = consensus(corpus, options, gold(corpus, options, model=model))
    except ModelRefused as refused:
        say(f"Nothing could be computed: {refused}.")
        return NOTHING
    if not made.items:
        say("Nothing could be computed: no item was coded by a person.")
        return NOTHING
    _say_decisions(made)
    if alone := of_one_coder(corpus):
        say(
            "Only one person coded these, so nobody confirms their boundaries: "
            f"{listed(alone, NAMED)}."
        )
    if unclear := guessed(made):
        say(decide_by_hand(unclear))
    if twice := counts_twice(made, corpus, copies_in(corpus)):
        say(twice)
    methods = METHODS if model else UNFITTED
    compared = compare_rules(corpus, options, methods=methods, model=model)
    if lost := lost_by(compared, options.method):
        say(lost)
    print(CONSENSUS_FORMATS[given.format](made, _beside(made, corpus, shown)), end="")
    saved = _saved(made, corpus, reading.corpus, given, reading.marks_end)
    return status(reading) if saved else NOTHING


def _asked(given: argparse.Namespace, names: tuple[str, ...]) -> dict[str, Any]:
    """Return the options of these names that were given."""
    found = {name: getattr(given, name) for name in names}
    return {name: value for name, value in found.items() if value is not None}


def _in_time(
    corpus: Corpus,
    options: TimeConsensusOptions,
    shown: tuple[Shown, ...],
    given: argparse.Namespace,
) -> int:
    """Print the consensus of recordings, and write it if asked; return what went wrong."""
    try:
        made = consensus_in_time(corpus, options)
    except ValueError as error:
        given.parser.error(str(error))
    _say_decisions(made)
    if left := left_out_in_words(made):
        say(left)
    beside = Beside(
        shown=shown,
        agreement=beside_consensus(made, corpus) if "agreement" in shown else (),
        disputes=disputes_in_time(corpus, made.peaks) if "disputes" in shown else (),
    )
    print(TIME_CONSENSUS_FORMATS[given.format](made, beside), end="")
    return OK if _saved(made, corpus, corpus, given) else NOTHING


def _say_decisions(made: Consensus | TimeConsensus) -> None:
    if made.decisions:
        say(f"Decisions of the file that were applied: {len(made.by_hand):,}.")


def _saved(
    made: Consensus | TimeConsensus,
    corpus: Corpus,
    read_as: Corpus,
    given: argparse.Namespace,
    ends: bool = False,
) -> bool:
    """Write the gold segmentation if that is asked for; return whether it could be done."""
    if given.output is None:
        return True
    if given.to == EXCEL:
        require("excel", "A workbook of Excel")
        from segmetrics.tables.gold_workbook import gold_xlsx

        date = datetime.now().astimezone().date().isoformat()
        content = gold_xlsx(made, corpus, date=date, ends=ends)
        return written(content, Path(given.output), force=given.force)
    for lost in left_behind(read_as):
        say(f"Not kept in {given.output}: {lost}.")
    return save(with_gold(read_as, made.items).with_decisions(()), given)


def _tables_asked(given: argparse.Namespace) -> tuple[Shown, ...]:
    if given.show is None:
        return SHOWN[:1] if given.format == "csv" else SHOWN
    return (given.show,)


def _beside(made: Consensus, corpus: Corpus, shown: tuple[Shown, ...]) -> Beside[Any]:
    n = made.options.n
    segmentations = {one.item: one.segmentation for one in made.items}
    options = AgreementOptions(n=n)
    return Beside(
        shown=shown,
        agreement=agreement_with(segmentations, corpus, options) if "agreement" in shown else (),
        disputes=disputes(corpus, n=n) if "disputes" in shown else (),
    )
