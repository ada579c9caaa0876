"""A report: what was computed from a corpus, ready to be written in any format.

Everything that a format shows is computed here, once; the formats only write. So they hold
the same numbers, and a report that is made again from the same files and options is equal.
What the contents do not ask for is not computed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Literal, NamedTuple, get_args

from segmetrics.boundary_marks import with_uncertain
from segmetrics.coefficients.agreement_table import AgreementRow, AgreementTable, agreement
from segmetrics.coefficients.chance_corrected import observed_agreement
from segmetrics.coefficients.decision_table import DecisionTable, decisions
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import block_tallies
from segmetrics.coefficients.quantities import RELIABILITY, Quantity, coefficient
from segmetrics.corpus import Corpus
from segmetrics.io import Reading
from segmetrics.io.recognition import recognised
from segmetrics.io.samples import sample_of
from segmetrics.phrases import counted
from segmetrics.reliability.decision_intervals import DecisionIntervalTable, decision_intervals
from segmetrics.reliability.explain import Explainer, Explanation
from segmetrics.reliability.intervals import IntervalTable, intervals
from segmetrics.reliability.jackknife import IntervalOptions
from segmetrics.reliability.progress import Progress
from segmetrics.reliability.reliability_table import (
    ReliabilityRow,
    ReliabilityTable,
    reliability_of,
)
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.reporting.excerpts import Excerpt, excerpts_of
from segmetrics.segmentation import MAX_MASS
from segmetrics.tables.plain import PROGRAM

CONTENTS: Mapping[str, str] = {
    "agreement": "Agreement of items, groups and the corpus",
    "decisions": "Agreement of boundary decisions",
    "pairs": "Pairs of coders",
    "ranked": "Items ranked by reliability",
    "heat_map": "Where coders placed boundaries",
    "why": "Why the least reliable items are low",
    "excerpts": "The text at the most disputed places",
    "methods": "Methods and references",
}
"""What a report can hold, in the order in which it stands there; the signature always does."""

MOST_WORST = 20
"""Items that a report explains at most."""

RankBy = Literal["corrected", "pi_star"]
RANKS: tuple[RankBy, ...] = get_args(RankBy)
"""By what items are ranked: chance-corrected agreement, or pi* as the papers have it."""

NO_VALUE = "no item that both coded has a value of the similarity"
# Shares of the time that is gone when the table, reliability, and the intervals are there.
TABLES, RELIABLE, INTERVALS = 0.1, 0.5, 0.7
# Contents that say how reliable items are, that have intervals, and that go by the rank of items.
JUDGED, WITH_INTERVALS = frozenset({"agreement", "why"}), ("agreement", "decisions", "ranked")
BY_RANK = frozenset({"ranked", "heat_map", "why", "excerpts"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOptions:
    """What a report holds, and how it is computed.

    Parameters
    ----------
    agreement : AgreementOptions, optional
        How agreement is computed.
    intervals : IntervalOptions or None
        How intervals are made; None for a report without them.
    contents : tuple of str
        Keys of `CONTENTS`; they stand in the order of `CONTENTS`.
    shuffling : ChanceOptions, optional
        How coders are shuffled for agreement beyond chance.
    rank_by : {"corrected", "pi_star"}
        Whether items are the less reliable the lower their chance-corrected agreement is, or
        the lower their pi*.
    worst : int, default 3
        Items that are explained, the least reliable first; 1 to 20.
    anonymous : bool, default False
        Whether coders are called by numbers instead of their names, everywhere in the report.

    Raises
    ------
    ValueError
        If there is no such content or order, no content at all, or `worst` or the near-miss
        window is out of its range.
    """

    agreement: AgreementOptions = field(default_factory=AgreementOptions)
    intervals: IntervalOptions | None = field(default_factory=IntervalOptions)
    contents: tuple[str, ...] = tuple(CONTENTS)
    shuffling: ChanceOptions = field(default_factory=ChanceOptions)
    rank_by: RankBy = "corrected"
    worst: int = 3
    anonymous: bool = False

    def __post_init__(self) -> None:
        unknown = [key for key in self.contents if key not in CONTENTS]
        if unknown:
            raise ValueError(
                f"a report holds {', '.join(CONTENTS)}; there is no content {unknown[0]!r}"
            )
        if not self.contents:
            raise ValueError(f"a report holds at least one of {', '.join(CONTENTS)}")
        if self.rank_by not in RANKS:
            raise ValueError(f"items are ranked by {' or '.join(RANKS)}, got {self.rank_by!r}")
        if type(self.worst) is not int or not 1 <= self.worst <= MOST_WORST:
            raise ValueError(f"a report explains 1 to {MOST_WORST} items, got {self.worst!r}")
        if self.agreement.model.n > MAX_MASS:
            # A limit of boundary similarity, which may stand beside another one.
            raise ValueError(f"n is at most {MAX_MASS:,}, got {self.agreement.model.n!r}")
        in_order = tuple(key for key in CONTENTS if key in self.contents)
        object.__setattr__(self, "contents", in_order)

    def holds(self, *contents: str) -> bool:
        """Return whether a report holds one of some contents."""
        return any(key in self.contents for key in contents)

    @property
    def ranks(self) -> bool:
        """Whether a report looks at the order of items."""
        return self.holds(*BY_RANK)

    @property
    def shuffles(self) -> bool:
        """Whether a report needs chance-corrected agreement."""
        return self.holds(*JUDGED) or (self.ranks and self.rank_by == "corrected")


class PairRow(NamedTuple):
    """How two coders agree on the items that both coded.

    Parameters
    ----------
    coder_a, coder_b : str
        The two, in the order of the corpus.
    items : int
        Items that both coded.
    value : float or None
        Mean of the similarity over those items on which it has a value; None if on none.
    near_misses, full_misses : int
        Edits under the near-miss window of S, over these items.
    undefined : str
        Why there is no value, or empty.
    """

    coder_a: str
    coder_b: str
    items: int
    value: float | None
    near_misses: int
    full_misses: int
    undefined: str = ""


@dataclass(frozen=True)
class Report:
    """What was computed for a report; None or empty where the contents do not ask for it.

    Parameters
    ----------
    title, source : str
        What it is about, and where the codings are from: a citation, or the files.
    date : str
        The day it was made, as 2026-01-31; the one thing in it that changes by itself.
    program : str
        Name and version of the program that made it.
    options : ReportOptions
        What it holds.
    corpus : Corpus
        The corpus as it was compared: uncertain boundaries treated, coders renamed if that
        was asked for.
    digest : str
        SHA-256 of names, codings, texts and roles of the corpus as it was read, before any
        of this.
    left_out : tuple of str
        Items that were left out because of a problem.
    table : AgreementTable
        Agreement by the options.
    reliability : ReliabilityTable or None
        Agreement beyond chance, alpha, pi* over B and the verdicts.
    intervals : IntervalTable or None
        Their intervals, for the agreement table and the ranked items.
    decisions : DecisionTable or None
        Agreement of boundary decisions.
    decision_intervals : DecisionIntervalTable or None
        Their intervals.
    pairs : tuple of PairRow
        All pairs of coders who coded an item together, in the order of the corpus.
    worst : tuple of Explanation
        Why the least reliable items are low, the worst first.
    excerpts : tuple of Excerpt
        The text where these items are disputed most, item by item, the most costly first.
    """

    title: str
    source: str
    date: str
    program: str
    options: ReportOptions
    corpus: Corpus
    digest: str
    left_out: tuple[str, ...]
    table: AgreementTable
    reliability: ReliabilityTable | None
    intervals: IntervalTable | None
    decisions: DecisionTable | None
    decision_intervals: DecisionIntervalTable | None
    pairs: tuple[PairRow, ...]
    worst: tuple[Explanation, ...]
    excerpts: tuple[Excerpt, ...]

    def holds(self, *contents: str) -> bool:
        """Return whether it holds one of some contents."""
        return self.options.holds(*contents)

    @property
    def states_verdicts(self) -> bool:
        """Whether it says of items, or groups, whether they agree beyond chance."""
        by_verdict = self.holds("ranked") and self.options.rank_by == "corrected"
        return self.holds(*JUDGED) or by_verdict

    @property
    def ranked_by(self) -> Quantity:
        """The number by which items are ranked."""
        similarity = self.options.agreement.similarity
        if self.options.rank_by == "pi_star":
            return coefficient("pi_star", similarity)
        return RELIABILITY["corrected"].over(similarity)

    @property
    def ranked_table(self) -> AgreementTable | ReliabilityTable:
        """The table that holds this number."""
        by_pi = self.options.rank_by == "pi_star"
        return self.table if by_pi or self.reliability is None else self.reliability

    @cached_property
    def ranked(self) -> tuple[AgreementRow | ReliabilityRow, ...]:
        """The items that have this number, the least reliable first."""
        return self.ranked_table.ranked(self.options.rank_by)

    @property
    def least_reliable(self) -> list[str]:
        """The names of the items that are explained."""
        return [row.item for row in self.ranked[: self.options.worst]]

    @cached_property
    def provenance(self) -> Mapping[str, str]:
        """By what it was made, to be made again: what it is called to what it was."""
        options = self.options
        made = {
            "Program": self.program,
            "Corpus (SHA-256)": self.digest,
            "Agreement": options.agreement.signature,
            "Intervals": options.intervals.signature if options.intervals else "none",
        }
        if self.reliability:
            made["Chance"] = self.reliability.shuffling.signature
        if options.ranks:
            made["Ranked by"] = f"{self.ranked_by.plain}, the lowest first"
        if self.holds("why", "excerpts"):
            made["Least reliable items"] = str(options.worst)
        if self.worst:
            made["Explanations"] = self.worst[0].signature
        made["Coders"] = "by number" if options.anonymous else "by name"
        made["Contents"] = ", ".join(options.contents)
        return made | {"Date": self.date}

    @property
    def signature(self) -> str:
        """The same in one line, without the date."""
        options = self.options
        parts = [self.program, options.agreement.signature, f"corpus={self.digest[:12]}"]
        if options.intervals:
            parts.append(options.intervals.signature)
        if self.reliability:
            parts.append(self.reliability.shuffling.signature)
        if options.rank_by != "corrected":
            parts.append(f"ranked by {self.ranked_by.plain}")
        if options.anonymous:
            parts.append("coders by number")
        return ", ".join(parts)


def make_report(
    corpus: Corpus,
    options: ReportOptions | None = None,
    *,
    title: str,
    source: str = "",
    date: str,
    left_out: tuple[str, ...] = (),
    progress: Progress | None = None,
) -> Report:
    """Compute what a report holds.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    options : ReportOptions, optional
        What it holds, and how that is computed.
    title, source, date, left_out
        See `Report`.
    progress : callable, optional
        Called with the share that is done; may raise to stop the computation.

    Returns
    -------
    Report

    Examples
    --------
    >>> masses = {"ch1": {"an1": [11, 2], "an2": [2, 1, 7, 2, 1], "an3": [9, 4]}}
    >>> report = make_report(
    ...     Corpus.from_masses(masses),
    ...     ReportOptions(contents=("pairs",), intervals=None),
    ...     title="Chapter 1",
    ...     date="2026-01-31",
    ... )
    >>> [(row.coder_a, row.coder_b, round(row.value, 4)) for row in report.pairs]
    [('an1', 'an2', 0.6667), ('an1', 'an3', 0.8333), ('an2', 'an3', 0.6667)]
    """
    options = _needed(options or ReportOptions())
    progress = progress or (lambda _: None)
    digest = corpus.codings_digest
    if options.anonymous:
        corpus = corpus.anonymised()
    corpus = with_uncertain(corpus, options.agreement.uncertain)
    table = agreement(corpus, options.agreement)
    progress(TABLES)
    reliability = None
    if options.shuffles:
        part = _between(progress, TABLES, RELIABLE)
        reliability = reliability_of(corpus, options.agreement, options.shuffling, progress=part)
    around = None
    if options.intervals and options.holds("agreement", "ranked"):
        around = intervals(
            corpus,
            options.agreement,
            options.intervals,
            chance=reliability.chance if reliability else None,
            progress=_between(progress, RELIABLE, INTERVALS),
        )
    decided, around_decisions = None, None
    if options.holds("decisions"):
        decided = decisions(corpus)
        if options.intervals:
            around_decisions = decision_intervals(corpus, options.intervals)
    progress(INTERVALS)
    report = Report(
        title=title,
        source=source,
        date=date,
        program=PROGRAM,
        options=options,
        corpus=corpus,
        digest=digest,
        left_out=left_out,
        table=table,
        reliability=reliability,
        intervals=around,
        decisions=decided,
        decision_intervals=around_decisions,
        pairs=_pairs(corpus, options.agreement) if options.holds("pairs") else (),
        worst=(),
        excerpts=(),
    )
    return replace(
        report,
        worst=_explained(report, _between(progress, INTERVALS, 1.0)),
        excerpts=_excerpts(report),
    )


def titled(reading: Reading, *, anonymous: bool = False) -> tuple[str, str]:
    """Return what a report on some codings is about, and where they are from."""
    corpus = reading.corpus
    sample = sample_of(corpus.codings_digest) if corpus else None
    if sample:
        return f"Agreement on {sample.title}", f"Source: {sample.source}."
    count = len(corpus) if corpus else 0
    title = f"Agreement on {counted(count, 'item')}"
    kinds = []
    for one in recognised(reading):
        # A sheet is named codings.xlsx, sheet Anna.
        names = tuple(dict.fromkeys(place.partition(", sheet ")[0] for place in one.files))
        files = counted(len(names), "file")
        if len(names) == 1 and not anonymous:
            files = names[0].replace("\\", "/").rpartition("/")[2]
        kinds.append(f"{files} ({one.title})")
    return title, f"Source: {', '.join(kinds)}." if kinds else ""


def _needed(options: ReportOptions) -> ReportOptions:
    """Leave out the options that the contents do not look at, so that no report names them."""
    usual = ReportOptions()
    return replace(
        options,
        intervals=options.intervals if options.holds(*WITH_INTERVALS) else None,
        shuffling=options.shuffling if options.shuffles else usual.shuffling,
        rank_by=options.rank_by if options.ranks else usual.rank_by,
        worst=options.worst if options.holds("why", "excerpts") else usual.worst,
    )


def _between(progress: Progress, low: float, high: float) -> Progress:
    """Report the progress of a part as that of the whole."""
    return lambda share: progress(low + (high - low) * share)


def _explained(report: Report, progress: Progress) -> tuple[Explanation, ...]:
    """Explain the least reliable items as the Item page does, if the report is to."""
    names = report.least_reliable if report.holds("why") else []
    if not names:
        return ()
    explainer = Explainer.of(report.corpus, report.options.agreement, report.reliability)
    found = []
    for done, name in enumerate(names, 1):
        found.append(explainer.item(name))
        progress(done / len(names))
    return tuple(found)


def _excerpts(report: Report) -> tuple[Excerpt, ...]:
    """Return the text where the least reliable items are disputed, if the report is to hold it."""
    names = report.least_reliable if report.holds("excerpts") else []
    corpus, model = report.corpus, report.options.agreement.model
    return tuple(one for name in names for one in excerpts_of(corpus, corpus[name], model))


def _pairs(corpus: Corpus, options: AgreementOptions) -> tuple[PairRow, ...]:
    """Compare every pair of coders on the items that both coded."""
    place_of = {coder: place for place, coder in enumerate(corpus.coders)}
    found: dict[tuple[str, str], _PairSums] = {}
    for tally in block_tallies(corpus, options):
        ratios, coders = tally.ratios, tally.block.coders
        values = observed_agreement(ratios.numerator, ratios.denominator, ratios.known)
        for row, pair in enumerate(combinations(coders, 2)):
            a, b = sorted(pair, key=place_of.__getitem__)
            sums = found.setdefault((a, b), _PairSums())
            known = ratios.known[row]
            sums.items += len(known)
            sums.valued += int(known.sum())
            sums.total += float(values[row][known].sum())
            sums.near += int(ratios.near_misses[row].sum())
            sums.full += int(ratios.full_misses[row].sum())
    order = sorted(found, key=lambda pair: (place_of[pair[0]], place_of[pair[1]]))
    return tuple(found[pair].row(*pair) for pair in order)


@dataclass
class _PairSums:
    """What is added up over the items of a pair of coders."""

    items: int = 0
    valued: int = 0
    total: float = 0.0
    near: int = 0
    full: int = 0

    def row(self, a: str, b: str) -> PairRow:
        value = self.total / self.valued if self.valued else None
        why = "" if self.valued else NO_VALUE
        return PairRow(a, b, self.items, value, self.near, self.full, why)
