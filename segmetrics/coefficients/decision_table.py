"""The agreement of boundary decisions of a whole corpus: each item, each coder group, the corpus.

The measures are those of `segmetrics.coefficients.boundary_decisions`. Over several items the
counts are pooled, for a coder's kappa too; the corpus figures are the mean and the population
standard deviation over coder groups.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import numpy as np

from segmetrics.axis import on_axis, only_texts
from segmetrics.coefficients.boundary_decisions import (
    NO_VARIATION,
    DecisionOptions,
    TypeSets,
    ac1_of,
    alpha_parts,
    binary_pairs,
    fleiss_of,
    kappa_of,
    pooled_kappa_of,
    tally_decisions,
)
from segmetrics.coefficients.chance_corrected import ONE_CODER, mean_of, or_none
from segmetrics.coefficients.levels import NO_GROUP, Level, LevelTable
from segmetrics.coefficients.quantities import DECISIONS
from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.metrics.counts import NOBODY
from segmetrics.metrics.similarity import NO_PLACE

NO_KAPPA = "neither coders nor their majorities vary, so no coder has a kappa"

COLUMNS = tuple(DECISIONS)
"""The measures, in the order of their columns."""

NOTHING: Mapping[str, str] = MappingProxyType({})
NO_KAPPAS: Mapping[str, float | None] = MappingProxyType({})


class DecisionAgreement(NamedTuple):
    """Agreement of decisions on one item, in one coder group, or over the corpus.

    ``None`` where a value is undefined (`undefined` says why) or where the level has
    none: the two disagreements of the corpus, the ``_sd`` of items and groups.
    """

    level: Level  #: what the row is about
    item: str  #: name of the item or of the group; empty for the corpus
    #: Krippendorff's nominal alpha: at most 1, higher is better, 1 is perfect, 0 is what random
    #: coders reach.
    alpha: float | None
    #: Fleiss' kappa: at most 1, higher is better, 0 is what random coders reach.
    fleiss: float | None
    #: Gwet's AC1: at most 1, higher is better; random coders reach more than 0, and the more the
    #: rarer boundaries are.
    ac1: float | None
    percentage: float | None  #: share of the decisions that agree with the majority, in [0.5, 1]
    #: Mean kappa after Hearst: in [-1, 1], higher is better; the mean over those coders who have
    #: one. Random coders reach 0 only if they do not count in the majority.
    mean_kappa: float | None
    #: The same with the kappa of Siegel & Castellan, which pools the marginals of the coder and the
    #: majority.
    siegel_castellan: float | None
    coders: int  #: how many coders
    units: int  #: potential boundaries that two of them or more coded
    decisions: int  #: their decisions there
    boundaries: int  #: how many of these are boundaries
    with_majority: int  #: decisions that agree with the majority of their place
    #: Cohen's kappa of each coder against the majority, None if undefined; empty for the corpus.
    kappas: Mapping[str, float | None] = NO_KAPPAS
    pooled_kappas: Mapping[str, float | None] = NO_KAPPAS  #: that of Siegel & Castellan, likewise
    #: Places at which two decisions differ, on average over pairs, added up: with the following
    #: what AC1 and Fleiss' kappa come from.
    unlike: float = 0.0
    shares: float = 0.0  #: the share of boundaries, added up over places
    observed_disagreement: float | None = None  #: Krippendorff's D_o; alpha is 1 - D_o / D_e
    expected_disagreement: float | None = None  #: Krippendorff's D_e
    alpha_sd: float | None = None  #: population standard deviations over groups
    fleiss_sd: float | None = None
    ac1_sd: float | None = None
    percentage_sd: float | None = None
    mean_kappa_sd: float | None = None
    siegel_castellan_sd: float | None = None
    undefined: Mapping[str, str] = NOTHING  #: column to the reason why it is undefined
    note: str = ""  #: what a reader should know about the row, or empty


@dataclass(frozen=True)
class DecisionTable(LevelTable[DecisionAgreement]):
    """Agreement of decisions of a corpus on every level.

    The row of the corpus has means and standard deviations over groups; its counts are sums.
    """

    options: DecisionOptions  #: how it was computed
    digest: str  #: SHA-256 of the corpus it was computed from


@on_axis("decisions", not_of=only_texts("agreement(corpus)"))
def decisions(corpus: Corpus, options: DecisionOptions | None = None) -> DecisionTable:
    """Compute the agreement of boundary decisions on every level.

    Sources: Krippendorff (2011); Fleiss (1971); Gwet (2008); Passonneau & Litman (1993); after
    Hearst (1997); Siegel & Castellan (1988).

    Parameters
    ----------
    corpus : Corpus
        Items, coders, and gaps.
    options : DecisionOptions, optional
        What alpha compares, and what makes a majority boundary.

    Returns
    -------
    DecisionTable
        A row for each item, then each group, then the corpus. Values are undefined
        where no place has two coders; alpha and Fleiss' kappa where nothing varies; mean
        kappas where no coder has one.

    Raises
    ------
    ValueError
        If types are to be compared and the corpus has none.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> corpus = Corpus.from_masses(
    ...     {"ch1": {"an1": [11, 2], "an2": [2, 1, 7, 2, 1], "an3": [9, 4], "an4": [2, 8, 2, 1]}}
    ... )
    >>> row = decisions(corpus).items[0]
    >>> round(row.alpha, 4), round(row.percentage, 4), row.with_majority
    (0.0627, 0.8125, 39)
    """
    options = options or DecisionOptions()
    if options.values == "types" and corpus.kind != "multiple":
        raise ValueError(f"alpha over types needs boundaries with types; these are {corpus.kind}")
    tally = tally_decisions(corpus, options)
    in_group = {name: at for at, group in enumerate(corpus.groups) for name in group.items}
    group_of = np.array([in_group[item.name] for item in corpus.items])
    totals: Floats = np.column_stack((tally.totals, tally.with_majority))
    marks = TypeSets.of(corpus) if options.values == "types" else None
    if marks:
        totals[:, 3] = marks.unlike(tally.coders)
    pooled = np.zeros((len(corpus.groups), totals.shape[1]))
    np.add.at(pooled, group_of, totals)
    item_pairs, group_pairs = binary_pairs(totals), binary_pairs(pooled)
    if marks:
        item_pairs = marks.pairs(np.arange(len(corpus)), totals[:, 1])
        group_pairs = marks.pairs(group_of, pooled[:, 1])

    names = corpus.coders
    counts = np.stack((tally.places, tally.placed, tally.majority, tally.both))
    of_coder = np.zeros((4, len(names)), dtype=np.int64)
    for sums, values in zip(of_coder, counts, strict=True):
        np.add.at(sums, tally.coder, values)
    in_group_of = {coder: at for at, group in enumerate(corpus.groups) for coder in group.coders}
    who = tally.coder.tolist()
    items = _rows(
        "item",
        [item.name for item in corpus.items],
        tally.coders.tolist(),
        totals,
        item_pairs,
        *_kappas(counts, [names[at] for at in who], tally.item.tolist(), len(corpus)),
    )
    compared = sorted(set(who))
    groups = _rows(
        "group",
        [group.name for group in corpus.groups],
        [len(group.coders) for group in corpus.groups],
        pooled,
        group_pairs,
        *_kappas(
            of_coder[:, compared],
            [names[at] for at in compared],
            [in_group_of[names[at]] for at in compared],
            len(corpus.groups),
        ),
    )
    return DecisionTable(items, groups, _corpus_row(groups), options, corpus.codings_digest)


Kappas = list[dict[str, float | None]]


def _kappas(
    counts: Ints, coders: Sequence[str], row_of: Sequence[int], rows: int
) -> tuple[Kappas, Kappas]:
    """Return the kappas against the majority, Cohen's and with pooled marginals, row by row."""
    found: tuple[Kappas, Kappas] = [{} for _ in range(rows)], [{} for _ in range(rows)]
    for kappas, kappa in zip(found, (kappa_of, pooled_kappa_of), strict=True):
        for row, coder, value in zip(row_of, coders, or_none(kappa(*counts)), strict=True):
            kappas[row][coder] = value
    return found


def _rows(
    level: Literal["item", "group"],
    names: Sequence[str],
    coders: Sequence[int],
    totals: Floats,
    pairs: Floats,
    kappas: Kappas,
    pooled_kappas: Kappas,
) -> tuple[DecisionAgreement, ...]:
    alpha, observed, expected = alpha_parts(totals[:, 1], totals[:, 3], pairs)
    with np.errstate(invalid="ignore"):
        percentage = totals[:, -1] / totals[:, 1]
    units, taken, boundaries = totals[:, :3].T.astype(np.int64).tolist()
    rows = map(
        DecisionAgreement,
        [level] * len(names),
        names,
        or_none(alpha),
        or_none(fleiss_of(totals)),
        or_none(ac1_of(totals)),
        or_none(percentage),
        [mean_of(one.values()) for one in kappas],
        [mean_of(one.values()) for one in pooled_kappas],
        coders,
        units,
        taken,
        boundaries,
        totals[:, -1].astype(np.int64).tolist(),
        kappas,
        pooled_kappas,
        totals[:, 4].tolist(),
        totals[:, 5].tolist(),
        or_none(observed),
        or_none(expected),
    )
    return tuple(map(_explained, rows))


def _explained(row: DecisionAgreement) -> DecisionAgreement:
    """Add the reasons for what is undefined, and what a reader should know."""
    if not row.units:
        why = ONE_CODER if row.coders < 2 else NO_PLACE
        return row._replace(undefined=dict.fromkeys(COLUMNS, why))
    notes = []
    same = NO_VARIATION if row.boundaries else f"{NOBODY}: {NO_VARIATION}"
    whys = {"alpha": same, "fleiss": same, "mean_kappa": NO_KAPPA, "siegel_castellan": NO_KAPPA}
    reasons = {column: why for column, why in whys.items() if getattr(row, column) is None}
    if not row.boundaries:
        notes.append(NOBODY)
    valued = sum(kappa is not None for kappa in row.kappas.values())
    if 0 < valued < len(row.kappas):
        notes.append(f"{valued} of {len(row.kappas)} coders have a kappa")
    return row._replace(undefined=reasons, note="; ".join(notes)) if reasons or notes else row


def _corpus_row(groups: tuple[DecisionAgreement, ...]) -> DecisionAgreement:
    """Return mean and population standard deviation over the groups that have a value."""
    values = {column: [getattr(row, column) for row in groups] for column in COLUMNS}
    means: dict[str, Any] = {column: mean_of(found) for column, found in values.items()}
    sds: dict[str, Any] = {f"{column}_sd": _sd(found) for column, found in values.items()}
    valued = sum(value is not None for value in values["alpha"])
    return DecisionAgreement(
        level="corpus",
        item="",
        coders=sum(row.coders for row in groups),
        units=sum(row.units for row in groups),
        decisions=sum(row.decisions for row in groups),
        boundaries=sum(row.boundaries for row in groups),
        with_majority=sum(row.with_majority for row in groups),
        undefined={column: NO_GROUP for column, mean in means.items() if mean is None},
        note=f"{valued} of {len(groups)} groups have an alpha" if valued < len(groups) else "",
        **means,
        **sds,
    )


def _sd(values: Iterable[float | None]) -> float | None:
    found = [value for value in values if value is not None]
    return float(np.std(found)) if len(found) > 1 else None
