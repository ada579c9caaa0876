"""A report: what was computed from a corpus, ready to be written in any format.

Everything that a format shows is computed here, once; the formats only write. So they hold
the same numbers, and a report that is made again from the same files and options is equal.
What the contents do not ask for is not computed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from segmetrics.boundary_marks import with_uncertain
from segmetrics.coefficients.agreement_table import AgreementRow, AgreementTable, agreement
from segmetrics.coefficients.chance_corrected import observed_agreement
from segmetrics.coefficients.decision_table import DecisionTable, decisions
from segmetrics.coefficients.levels import Level
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import block_tallies
from segmetrics.corpus import Corpus
from segmetrics.io import Reading
from segmetrics.io.recognition import recognised
from segmetrics.io.samples import sample_of
from segmetrics.phrases import counted
from segmetrics.reliability.explain import Explainer, Explanation
from segmetrics.reliability.intervals import IntervalTable, intervals
from segmetrics.reliability.jackknife import IntervalOptions
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.reporting.excerpts import Excerpt, excerpts_of
from segmetrics.segmentation import MAX_MASS
from segmetrics.tables.plain import PROGRAM

CONTENTS: Mapping[str, str] = {
    "agreement": "Agreement of items, groups and the corpus",
    "side_by_side": "Coefficients side by side",
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

CHANCE = ChanceOptions()
"""How the chance level of an item that is explained is found."""

WORST = 3
NO_VALUE = "no item that both coded has a value of the similarity"
# Shares of the time that is gone when the tables, and the intervals, are there.
TABLES, INTERVALS = 0.2, 0.6


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
    worst : int, default 3
        Items that are explained, the least reliable first; 1 to 20.
    anonymous : bool, default False
        Whether coders are called by numbers instead of their names, everywhere in the report.

    Raises
    ------
    ValueError
        If there is no such content, none at all, or `worst` or the near-miss window is out
        of its range.
    """

    agreement: AgreementOptions = field(default_factory=AgreementOptions)
    intervals: IntervalOptions | None = field(default_factory=IntervalOptions)
    contents: tuple[str, ...] = tuple(CONTENTS)
    worst: int = WORST
    anonymous: bool = False

    def __post_init__(self) -> None:
        unknown = [key for key in self.contents if key not in CONTENTS]
        if unknown:
            raise ValueError(
                f"a report holds {', '.join(CONTENTS)}; there is no content {unknown[0]!r}"
            )
        if not self.contents:
            raise ValueError(f"a report holds at least one of {', '.join(CONTENTS)}")
        if type(self.worst) is not int or not 1 <= self.worst <= MOST_WORST:
            raise ValueError(f"a report explains 1 to {MOST_WORST} items, got {self.worst!r}")
        if self.agreement.model.n > MAX_MASS:
            # A limit of boundary similarity, which may stand beside another one.
            raise ValueError(f"n is at most {MAX_MASS:,}, got {self.agreement.model.n!r}")
        in_order = tuple(key for key in CONTENTS if key in self.contents)
        object.__setattr__(self, "contents", in_order)


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


class SideBySide(NamedTuple):
    """Three coefficients of an item, a coder group or the corpus.

    Parameters
    ----------
    level : {"item", "group", "corpus"}
        What the row is about.
    item : str
        Name of the item or of the group; empty for the corpus.
    pi_star_s, pi_star_b, alpha : float or None
        pi* over S, pi* over B, and Krippendorff's alpha of boundary decisions.
    undefined : mapping of str to str
        Which of the three has no value, and why.
    """

    level: Level
    item: str
    pi_star_s: float | None
    pi_star_b: float | None
    alpha: float | None
    undefined: Mapping[str, str]


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
    intervals : IntervalTable or None
        Its intervals, for the agreement table and the ranked items.
    over_s, over_b : AgreementTable or None
        Agreement over S and over B, to stand side by side.
    alpha : DecisionTable or None
        Agreement of decisions, to stand beside them.
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
    intervals: IntervalTable | None
    over_s: AgreementTable | None
    over_b: AgreementTable | None
    alpha: DecisionTable | None
    pairs: tuple[PairRow, ...]
    worst: tuple[Explanation, ...]
    excerpts: tuple[Excerpt, ...]

    def holds(self, *contents: str) -> bool:
        """Return whether it holds one of some contents."""
        return any(key in self.options.contents for key in contents)

    @cached_property
    def ranked(self) -> tuple[AgreementRow, ...]:
        """The items that have a coefficient, the least reliable first."""
        return _ranked(self.table)

    @cached_property
    def side_by_side(self) -> tuple[SideBySide, ...]:
        """Three coefficients of every item, group and the corpus."""
        if self.over_s is None or self.over_b is None or self.alpha is None:
            return ()
        rows = zip(self.over_s.rows, self.over_b.rows, self.alpha.rows, strict=True)
        found = []
        for s, b, alpha in rows:
            whys = {
                "pi_star_s": s.undefined.get("pi_star", ""),
                "pi_star_b": b.undefined.get("pi_star", ""),
                "alpha": alpha.undefined.get("alpha", ""),
            }
            undefined = {name: why for name, why in whys.items() if why}
            found.append(SideBySide(s.level, s.item, s.pi_star, b.pi_star, alpha.alpha, undefined))
        return tuple(found)

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
        if self.alpha is not None:
            made["Decisions"] = self.alpha.options.signature
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
        if self.worst:
            parts.append(CHANCE.signature)
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
    progress: Callable[[float], None] | None = None,
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
    chosen = options.contents
    table = agreement(corpus, options.agreement)
    progress(TABLES)
    around = None
    if options.intervals:
        part = _between(progress, TABLES, INTERVALS)
        around = intervals(corpus, options.agreement, options.intervals, progress=part)
    progress(INTERVALS)
    worst = [row.item for row in _ranked(table)[: options.worst]]
    over_s = over_b = alpha = None
    if "side_by_side" in chosen:
        over_s = agreement(corpus, replace(options.agreement, similarity="s"))
        over_b = agreement(corpus, replace(options.agreement, similarity="b"))
        alpha = decisions(corpus)
    explained: tuple[Explanation, ...] = ()
    if "why" in chosen:
        part = _between(progress, INTERVALS, 1.0)
        explained = _explained(corpus, worst, options.agreement, part)
    model = options.agreement.model
    return Report(
        title=title,
        source=source,
        date=date,
        program=PROGRAM,
        options=options,
        corpus=corpus,
        digest=digest,
        left_out=left_out,
        table=table,
        intervals=around,
        over_s=over_s,
        over_b=over_b,
        alpha=alpha,
        pairs=_pairs(corpus, options.agreement) if "pairs" in chosen else (),
        worst=explained,
        excerpts=tuple(
            one
            for name in (worst if "excerpts" in chosen else [])
            for one in excerpts_of(corpus, corpus[name], model)
        ),
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


def _ranked(table: AgreementTable) -> tuple[AgreementRow, ...]:
    """Return the items that have a coefficient, the least reliable first."""
    found = [(row.pi_star, row) for row in table.items if row.pi_star is not None]
    return tuple(row for _, row in sorted(found, key=lambda pair: pair[0]))


def _needed(options: ReportOptions) -> ReportOptions:
    """Leave out the options that the contents do not look at, so that no report names them."""
    chosen = set(options.contents)
    return replace(
        options,
        intervals=options.intervals if chosen & {"agreement", "ranked"} else None,
        worst=options.worst if chosen & {"why", "excerpts"} else WORST,
    )


def _between(progress: Callable[[float], None], low: float, high: float) -> Callable[[float], None]:
    """Report the progress of a part as that of the whole."""
    return lambda share: progress(low + (high - low) * share)


def _explained(
    corpus: Corpus,
    names: Sequence[str],
    options: AgreementOptions,
    progress: Callable[[float], None],
) -> tuple[Explanation, ...]:
    """Explain items as the Item page does."""
    explainer = Explainer.of(corpus, options)
    found = []
    for done, name in enumerate(names, 1):
        found.append(explainer.item(name, shuffling=CHANCE))
        progress(done / len(names))
    return tuple(found)


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
