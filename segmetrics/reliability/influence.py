"""What a coefficient owes to single coders and single items.

Each coder and each item is left out once; the *change* is the group's coefficient
without them, less the coefficient with them: a positive change says that the group agrees
better without. The interval of a change is that of a paired bootstrap over items: each
resample is pooled with and without the coder. The interval of the change without an item
is over coders: each coder is left out of both values in turn, and the jackknife is that of
items in `segmetrics.reliability.intervals`.

Conventions
-----------
A coder is called *outlying* only on evidence from several items, if all of this holds:
the group agrees better without the coder; the coder's pairs disagree at least `AT_ODDS`
times as much as the others do among themselves on the same items; the others agree better
on most of the items that the coder shares with two of them, on at least `ITEMS_NEEDED`;
and the interval of the change lies above 0 even after correction for looking at all coders
of the group (Bonferroni). So no single item makes the difference: more than a third of the
resamples are without it.

If coders err independently, their pairs disagree in proportion to the sum of their
errors; then 1.5 times the disagreement is twice the errors of the others.

An item is called *outlying* if it has more misses, near and full, than its boundaries lead
one to expect, and its own coefficient lies below that of the others. What is expected is
its boundaries times the misses per boundary on the other items; the excess over the
square root of the boundaries is compared with that of the others by Student's t, corrected
for looking at all items. So that bad items do not hide each other, the worst is set
aside and the rest looked at again, up to a quarter of the items, and all are outlying up
to the last that stands out (Rosner). This looks at misses under any similarity.

Sources: Efron & Tibshirani (1993); Cook (1977), the idea of leaving out one case; Rosner (1983).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite, isnan, nan
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from segmetrics.boundary_marks import with_uncertain
from segmetrics.coefficients.chance_corrected import NEGLIGIBLE
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import GroupTally, each_item, group_tallies, pooled
from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.number_formats import in_sentence
from segmetrics.reliability.intervals import (
    ONE_ITEM,
    Interval,
    ResampleOptions,
    interval_over_coders,
    item_intervals,
    leaving_out,
    percentile_interval,
    weights_of,
)
from segmetrics.reliability.progress import Progress, part_of, reported
from segmetrics.reliability.student_t import student_t
from segmetrics.rows import WithRows

ITEMS_NEEDED = 3
"""Items on which a coder must be at odds with the others to be called outlying."""

AT_ODDS = 1.5
"""How many times as much as the others an outlying coder's pairs disagree."""

MOST_WORK = 100_000_000
"""Items times items times coders up to which changes without an item have intervals."""

# Items that it takes to compare one of them with the others.
FEWEST_ITEMS = 4
# Share of the items that may be called outlying: one in so many.
ONE_IN = 4

TWO_CODERS = "two coders only: without one there is no agreement"
NO_VALUE = "there is no value with or without the coder"
NO_CHANGE = "there is no value with or without the item"
TOO_MUCH = f"items x items x coders are more than {MOST_WORK:,}, which would take too long"

DEFAULT = ResampleOptions(resamples=2000, method="percentile")
"""Paired differences are near enough to symmetric for plain quantiles."""


class CoderInfluence(NamedTuple):
    """What a group's pi* would be without a coder.

    Parameters
    ----------
    group, coder : str
        Name of the group; the coder.
    items : int
        Items that the coder coded with at least two others.
    value : float or None
        pi* of the group without the coder; None if undefined.
    change : float or None
        This less pi* of the whole group: positive if the others agree better.
    interval : Interval
        Of the change.
    items_better : int
        Items on which the others agree better without the coder.
    disagreement : float or None
        How many times as much the coder's pairs disagree as the others' do on the same
        items; None if the others never disagree.
    outlying : bool
        Whether the coder is outlying, see the module.
    evidence : str
        Why, or what speaks against it, as a sentence without its full stop.
    """

    group: str
    coder: str
    items: int
    value: float | None
    change: float | None
    interval: Interval
    items_better: int
    disagreement: float | None
    outlying: bool
    evidence: str


class ItemInfluence(NamedTuple):
    """What a group's pi* would be without an item.

    Parameters
    ----------
    group, item : str
        Name of the group; the item.
    own : float or None
        pi* of the item; None if undefined.
    value, change : float or None
        pi* of the group without the item, and this less pi* of the whole group.
    change_interval : Interval
        Of the change, over coders.
    interval : Interval
        Of the item's own pi*, over coders.
    misses : int
        Near and full misses over all pairs of coders.
    misses_expected : float
        How many its boundaries lead one to expect, by the items that are not outlying.
    outlying : bool
        Whether the item is outlying, see the module.
    """

    group: str
    item: str
    own: float | None
    value: float | None
    change: float | None
    change_interval: Interval
    interval: Interval
    misses: int
    misses_expected: float
    outlying: bool


@dataclass(frozen=True)
class InfluenceTable(WithRows):
    """The influence of all coders and items of a corpus.

    Parameters
    ----------
    coders : tuple of CoderInfluence
        By group, in the order of the corpus.
    items : tuple of ItemInfluence
        In the order of the corpus.
    options : ResampleOptions
        How intervals were made.
    """

    parts = ("coders", "items")

    coders: tuple[CoderInfluence, ...]
    items: tuple[ItemInfluence, ...]
    options: ResampleOptions


def influence(
    corpus: Corpus,
    options: AgreementOptions | None = None,
    resampling: ResampleOptions = DEFAULT,
    *,
    progress: Progress | None = None,
) -> InfluenceTable:
    """Leave out each coder and each item.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    options : AgreementOptions, optional
        How agreement is computed.
    resampling : ResampleOptions, optional
        How the intervals of changes are made; their method is ``percentile``.
    progress : callable, optional
        Is called with the share that is done; may raise to stop the computation.

    Returns
    -------
    InfluenceTable

    Raises
    ------
    ValueError
        If the intervals are to be made in another way.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> masses = {
    ...     f"i{n}": {"x": [3, n + 4], "y": [3, n + 4], "z": [3, n + 4], "odd": [1, 1, n + 4, 1]}
    ...     for n in range(6)
    ... }
    >>> found = influence(Corpus.from_masses(masses))
    >>> [row.coder for row in found.coders if row.outlying]
    ['odd']
    """
    options = options or AgreementOptions()
    if resampling.method != "percentile":
        raise ValueError(f"intervals of changes are percentile ones, got {resampling.method!r}")
    tallies = group_tallies(with_uncertain(corpus, options.uncertain), options)
    coders: list[CoderInfluence] = []
    for number, tally in enumerate(tallies):
        report = part_of(progress, number, len(tallies))
        coders += _coders(tally, resampling, number, report)
        if report:
            report(1.0)
    items = items_influence(corpus, tallies, resampling.level)
    return InfluenceTable(tuple(coders), items, resampling)


def _finite(value: float) -> float | None:
    """Return the value, or None for NaN and infinity."""
    return value if isfinite(value) else None


def _coders(
    tally: GroupTally,
    options: ResampleOptions,
    stream: int,
    progress: Progress | None,
) -> list[CoderInfluence]:
    """Leave out each coder of a group."""
    names = tally.group.coders
    whole = float(pooled(tally).coefficients.pi[0])
    values = [float(pooled(tally, without=place).coefficients.pi[0]) for place in range(len(names))]
    changes = [np.empty(0)] * len(names)
    if len(names) > 2 and len(tally.items) > 1 and not isnan(whole):
        changes = _resampled_changes(tally, options, stream, progress)
    return [
        _coder(tally, place, value, value - whole, drawn, options.level)
        for place, (value, drawn) in enumerate(zip(values, changes, strict=True))
    ]


def _resampled_changes(
    tally: GroupTally,
    options: ResampleOptions,
    stream: int,
    progress: Progress | None,
) -> list[Floats]:
    """Resample the change that leaving out makes, for each coder: shape (R,) each."""
    changes: list[list[Floats]] = [[] for _ in tally.group.coders]
    drawn = weights_of(len(tally.items), options, stream=stream)
    for weights in reported(drawn, progress, options.resamples, len):
        base = pooled(tally, weights).coefficients.pi
        for place, parts in enumerate(changes):
            parts.append(pooled(tally, weights, without=place).coefficients.pi - base)
    return [np.concatenate(parts) for parts in changes]


def _coder(
    tally: GroupTally, place: int, value: float, change: float, drawn: Floats, level: float
) -> CoderInfluence:
    """Return what leaving out a coder does."""
    names = tally.group.coders
    coder_set = tally.coder_sets[tally.coder_set]
    shared = coder_set[:, place] & (coder_set.sum(axis=1) > 2)
    by_item = each_item(tally).coefficients.pi
    gains = (each_item(tally, without=place).coefficients.pi - by_item)[shared]
    gains = gains[~np.isnan(gains)]
    better = int((gains > NEGLIGIBLE).sum())
    disagreement = _disagreement(tally, place, shared)
    why = "" if drawn.size else ONE_ITEM
    interval, corrected = (
        percentile_interval(drawn, share, undefined=why)
        for share in (level, 1 - (1 - level) / len(names))
    )
    against = _against(len(names), change, disagreement, gains, better, corrected)
    evidence = against or (
        f"without {names[place]} the others agree better on {better} of {len(gains)} items, "
        f"and pi* rises by {in_sentence(change)}"
    )
    return CoderInfluence(
        group=tally.group.name,
        coder=names[place],
        items=len(gains),
        value=_finite(value),
        change=_finite(change),
        interval=interval,
        items_better=better,
        disagreement=_finite(disagreement),
        outlying=not against,
        evidence=evidence,
    )


def _disagreement(tally: GroupTally, place: int, shared: NDArray[np.bool_]) -> float:
    """Compare the disagreement of a coder's pairs with that of the others on the same items."""
    numerator, denominator = tally.numerator[shared], tally.denominator[shared]
    own = _unagreed(numerator[:, place].sum(), denominator[:, place].sum())
    theirs = _unagreed(
        tally.total(tally.numerator, place)[shared].sum(),
        tally.total(tally.denominator, place)[shared].sum(),
    )
    if theirs > NEGLIGIBLE:
        return own / theirs
    return inf if own > NEGLIGIBLE else nan


def _unagreed(numerator: float, denominator: float) -> float:
    return 1 - numerator / denominator if denominator > 0 else 0.0


def _against(
    coders: int,
    change: float,
    disagreement: float,
    gains: Floats,
    better: int,
    corrected: Interval,
) -> str:
    """Return what speaks against calling a coder outlying, or nothing."""
    if coders < 3:
        return TWO_CODERS
    if isnan(change):
        return NO_VALUE
    if not change > NEGLIGIBLE:
        return "the others do not agree better without the coder"
    if not disagreement >= AT_ODDS:
        return f"the coder's pairs disagree less than {AT_ODDS:g} times as much as the others"
    if better < ITEMS_NEEDED or 2 * better <= len(gains):
        return f"the others agree better on {better} of {len(gains)} items only"
    if corrected.low is None or corrected.low <= 0:
        return "the gain is within what the choice of items makes"
    return ""


def items_influence(
    corpus: Corpus, tallies: Sequence[GroupTally], level: float
) -> tuple[ItemInfluence, ...]:
    """Leave out each item of a corpus, whose groups have these tallies."""
    found: dict[int, ItemInfluence] = {}
    for tally in tallies:
        places = tally.items.tolist()
        names = [corpus.items[place].name for place in places]
        found.update(zip(places, _items(tally, names, level), strict=True))
    return tuple(found[place] for place in range(len(corpus.items)))


def _items(tally: GroupTally, names: Sequence[str], level: float) -> list[ItemInfluence]:
    """Leave out each item of a group, in the order of the tally."""
    whole = float(pooled(tally).coefficients.pi[0])
    values = leaving_out(tally) if len(names) > 1 else np.full(len(names), np.nan)
    changes = values - whole
    own = each_item(tally).coefficients.pi
    misses = tally.total(tally.near_misses + tally.full_misses)
    boundaries = _compared_boundaries(tally)
    outlying = _outlying(misses, boundaries, level) & (own < values)
    usual = ~outlying
    expected = boundaries * misses[usual].sum() / max(boundaries[usual].sum(), 1.0)
    return [
        ItemInfluence(
            group=tally.group.name,
            item=name,
            own=_finite(float(own[place])),
            value=_finite(float(values[place])),
            change=_finite(float(changes[place])),
            change_interval=change_interval,
            interval=interval,
            misses=int(misses[place]),
            misses_expected=float(expected[place]),
            outlying=bool(outlying[place]),
        )
        for place, (name, change_interval, interval) in enumerate(
            zip(
                names,
                _change_intervals(tally, changes, level),
                item_intervals(tally, level),
                strict=True,
            )
        )
    ]


def _change_intervals(tally: GroupTally, changes: Floats, level: float) -> list[Interval]:
    """Return intervals over coders of the change that leaving out each item makes."""
    count, coders = len(changes), len(tally.group.coders)
    why = ""
    if coders < 3:
        why = TWO_CODERS
    elif count * count * coders > MOST_WORK:
        why = TOO_MUCH
    if why or count < 2:
        return [Interval(None, None, NO_CHANGE if isnan(c) else why) for c in changes.tolist()]
    left = np.stack(
        [
            leaving_out(tally, without=place) - pooled(tally, without=place).coefficients.pi
            for place in range(coders)
        ]
    )
    error = np.sqrt((coders - 1) * left.var(axis=0))
    reach = student_t((1 + level) / 2, coders - 1) * error
    rows = np.stack([changes, changes - reach, changes + reach], axis=1).tolist()
    return [
        interval_over_coders(change, low, high, coders, undefined=NO_CHANGE)
        for change, low, high in rows
    ]


def _compared_boundaries(tally: GroupTally) -> Floats:
    """Count the boundaries of both coders over all pairs, for each item."""
    coder_set = tally.coder_sets[tally.coder_set]
    marks = tally.marks
    if tally.convention == "published":
        marks = marks - coder_set[:, np.newaxis]  # segments are one more
    others = np.maximum(coder_set.sum(axis=1) - 1, 0)
    boundaries: Floats = marks.sum(axis=(1, 2)) * others
    return boundaries


def _outlying(misses: Floats, boundaries: Floats, level: float) -> NDArray[np.bool_]:
    """Find the items that have too many misses for their boundaries."""
    left = np.flatnonzero(boundaries)
    worst_first: list[int] = []
    count = 0
    for _ in range(max(1, len(left) // ONE_IN)):
        if len(left) < FEWEST_ITEMS:
            break
        excess = _excess(misses[left], boundaries[left])
        worst = int(excess.argmax())
        worst_first.append(int(left[worst]))
        if excess[worst] > student_t(1 - (1 - level) / len(left), len(left) - 2):
            count = len(worst_first)
        left = np.delete(left, worst)
    found = np.zeros(len(misses), dtype=bool)
    found[worst_first[:count]] = True
    return found


def _excess(misses: Floats, boundaries: Floats) -> Floats:
    """Compare the misses of each of n items with those of the others: t with n - 2 degrees."""
    others = len(misses) - 1
    rate = (misses.sum() - misses) / (boundaries.sum() - boundaries)
    excess = (misses - rate * boundaries) / np.sqrt(boundaries)
    mean = (excess.sum() - excess) / others
    squares = (excess**2).sum() - excess**2 - others * mean**2
    # Where all others are alike, any excess is infinite.
    error = np.sqrt(np.maximum(squares, 0) / (others - 1) * (1 + 1 / others))
    scores: Floats = (excess - mean) / np.maximum(error, NEGLIGIBLE)
    return scores
