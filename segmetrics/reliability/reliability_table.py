"""How reliable a corpus is: agreement corrected for chance, and whether it is beyond chance.

Conventions
-----------
*Corrected* is agreement relative to shuffled coders (`segmetrics.reliability.chance`), over the
chosen similarity. Beside it stand two coefficients that do not depend on that choice:
Krippendorff's nominal alpha over boundary decisions, and pi* over boundary similarity. The
*verdict* is that of `segmetrics.reliability.chance_verdicts`. p-values are adjusted within a level:
those of items over the items of the corpus, those of groups over its groups.

Boundaries count as places alone in corrected agreement and in alpha; pi* over B looks at
types, as in the table of agreement.

Sources: Berry & Mielke (1988); Krippendorff (2011); Fournier (2013).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from segmetrics.axis import on_axis, only_texts
from segmetrics.boundary_marks import with_uncertain
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.decision_table import decisions
from segmetrics.coefficients.levels import Level, LevelTable
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.quantities import BESIDE, DECISIONS
from segmetrics.corpus import Corpus
from segmetrics.reliability.chance import ChanceRow, ChanceTable, chance
from segmetrics.reliability.chance_verdicts import ChanceVerdict, urgency, verdict_of
from segmetrics.reliability.multiple_tests import after_benjamini_hochberg
from segmetrics.reliability.progress import Progress
from segmetrics.reliability.shuffling import OF_NULL, ChanceOptions

Reasoned = tuple[float | None, str]
"""A value, and why it is undefined."""

NOTHING_UNDEFINED: Mapping[str, str] = MappingProxyType({})


class ReliabilityRow(NamedTuple):
    """How reliable an item, a coder group or the corpus is."""

    level: Level  #: what the row is about
    item: str  #: name of the item or of the group; empty for the corpus
    #: Chance-corrected agreement: at most 1, higher is better, 1 is perfect, 0 is what shuffled
    #: coders reach; for the corpus the mean over groups.
    corrected: float | None
    corrected_p: float | None  #: its p-value: the share of shuffles that agree at least as much
    corrected_p_adjusted: float | None  #: the same, adjusted for the number of items, or of groups
    #: Krippendorff's nominal alpha over boundary decisions: at most 1, higher is better.
    alpha: float | None
    pi_star_b: float | None  #: pi* over boundary similarity: at most 1, higher is better
    verdict: ChanceVerdict | None  #: whether coders agree beyond chance
    undefined: Mapping[str, str] = NOTHING_UNDEFINED  #: column to the reason why it is undefined


WITH_N = ("s", "b")
"""Similarities in which near misses count in part, as far as n reaches."""


@dataclass(frozen=True)
class ReliabilityTable(LevelTable[ReliabilityRow]):
    """How reliable a corpus is on every level; its own row has means over groups."""

    chance: ChanceTable  #: what corrected agreement came from
    options: AgreementOptions  #: how agreement was computed
    shuffling: ChanceOptions  #: how coders were shuffled

    @property
    def name(self) -> str:
        """What belongs to the name of R behind its similarity: n, if that counts, and the null."""
        n = f"n = {self.options.model.n}, " if self.options.similarity in WITH_N else ""
        return f"{n}{OF_NULL[self.shuffling.null]}"

    def ranked(self, column: str) -> tuple[ReliabilityRow, ...]:
        """Return the items that have a value in a column, the lowest first; by R, by verdict first.

        An item that cannot be told from chance needs work before one that is sure to be low.
        """
        found = super().ranked(column)
        return tuple(sorted(found, key=_urgency)) if column == "corrected" else found


@on_axis("reliability_of", not_of=only_texts("agreement(corpus)"))
def reliability_of(
    corpus: Corpus,
    options: AgreementOptions | None = None,
    shuffling: ChanceOptions | None = None,
    *,
    progress: Progress | None = None,
) -> ReliabilityTable:
    """Tell how reliable each item, each coder group and the corpus is.

    Parameters
    ----------
    corpus : Corpus
        Items, coders, and gaps.
    options : AgreementOptions, optional
        Similarity of corrected agreement, window width, near-miss window and costs.
    shuffling : ChanceOptions, optional
        What shuffled coders keep, and how often they are shuffled.
    progress : callable, optional
        Is called with the share that is done; may raise to stop the computation.

    Returns
    -------
    ReliabilityTable
        A row for each item, then each group, then the corpus.

    Examples
    --------
    >>> corpus = Corpus.from_masses(
    ...     {"ch1": {"an1": [11, 2], "an2": [2, 1, 7, 2, 1], "an3": [9, 4], "an4": [2, 8, 2, 1]}}
    ... )
    >>> row = reliability_of(corpus).items[0]
    >>> round(row.corrected, 4), round(row.alpha, 4), row.verdict
    (0.1557, 0.0627, 'not_distinguishable')
    """
    options = options or AgreementOptions()
    by_shuffling = chance(corpus, options, shuffling, progress=progress)
    treated = with_uncertain(corpus, options.uncertain)
    levels = (by_shuffling.items, by_shuffling.groups, (by_shuffling.corpus,))
    adjusted = [p for level in levels for p in after_benjamini_hochberg([row.p for row in level])]
    beside = zip(*_beside(treated, options), strict=True)
    rows = tuple(map(_row, by_shuffling.rows, adjusted, beside))
    items = len(by_shuffling.items)
    return ReliabilityTable(
        items=rows[:items],
        groups=rows[items:-1],
        corpus=rows[-1],
        chance=by_shuffling,
        options=options,
        shuffling=by_shuffling.shuffling,
    )


def needs_work_first(found: ReliabilityTable) -> list[ReliabilityRow]:
    """Return the items, those first that need work."""
    return sorted(found.items, key=_urgency)


def _urgency(row: ReliabilityRow) -> tuple[int, float]:
    return urgency(row.verdict, row.corrected)


def _beside(corpus: Corpus, options: AgreementOptions) -> Iterator[list[Reasoned]]:
    """Return the columns that stand beside R: values, with why they are undefined."""
    decided = decisions(corpus)
    over = cache(lambda similarity: agreement(corpus, replace(options, similarity=similarity)))
    for of in BESIDE.values():
        in_agreement = of.column not in DECISIONS
        table = over(of.similarity or options.similarity) if in_agreement else decided
        yield [(getattr(row, of.column), row.undefined.get(of.column, "")) for row in table.rows]


def _row(found: ChanceRow, adjusted: float | None, beside: Sequence[Reasoned]) -> ReliabilityRow:
    values: dict[str, Any] = {key: value for key, (value, _) in zip(BESIDE, beside, strict=True)}
    row = ReliabilityRow(
        level=found.level,
        item=found.item,
        corrected=found.corrected,
        corrected_p=found.p,
        corrected_p_adjusted=adjusted,
        verdict=verdict_of(found.corrected, adjusted, found.p_least),
        **values,
    )
    reasons = {
        column: found.undefined
        for column in ("corrected", "corrected_p", "corrected_p_adjusted", "verdict")
        if getattr(row, column) is None
    }
    for column, (value, why) in zip(BESIDE, beside, strict=True):
        if value is None:
            reasons[column] = why
    return row._replace(undefined=reasons) if reasons else row
