"""Coders beside each other: who agrees with whom.

Conventions
-----------
*Matrices.* A cell is the unweighted mean of a metric over the items that both coders coded
and on which it has a value, with their number. For a metric with a direction the row is
the hypothesis and the column the reference; for a symmetric one both halves are the same.
The diagonal is empty.

*Order.* Coders are clustered by average linkage on how far they lie from a perfect score
(for a metric with a direction, on the mean of both directions), the first two clusters on
ties. Clusters about whose distance nothing is known are joined last. Of the four ways of
putting two clusters side by side, the one is taken whose touching coders are the closest.

Sources: Sokal & Michener (1958), average linkage; Gruvaeus & Wainer (1972), order of the leaves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from math import inf, isnan
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from segmetrics.axis import on_axis
from segmetrics.coefficients.chance_corrected import value_or_none
from segmetrics.corpus import Corpus, Item
from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.metrics.edits import EditModel
from segmetrics.metrics.metric import Metric
from segmetrics.metrics.registry import metric_named
from segmetrics.metrics.typed_edits import edits_between
from segmetrics.reliability.pair_kappa import PairCounts, kappa_between, kappa_of_terms
from segmetrics.reliability.progress import Progress, reported
from segmetrics.rows import WithRows

NO_ITEM = "the two coded no item together"
NO_MARK = "neither placed a boundary, or both placed all"
NO_PLACE = "an item of one unit has no place for a boundary"
NOBODY_MARKED = "nobody marked anything"
ALL_OR_NOTHING = "the coder marked {}, where κ is 0 whatever the others mark"

KAPPA = "kappa"
"""Name of the matrix of kappa of boundary decisions, which is no metric of single items."""


class PairMean(NamedTuple):
    """How far two coders are from agreeing, on the mean over their items.

    The two are in the order of the matrix; a metric with a direction is the mean of both.
    """

    coders: tuple[str, str]
    value: float
    items: int


@dataclass(frozen=True)
class CoderMatrix(WithRows):
    """A metric for each ordered pair of C coders."""

    parts = ("pairs",)

    metric: str  #: key of the metric
    #: The coders, in the order of the corpus: rows are hypotheses, columns references.
    coders: tuple[str, ...]
    values: Floats  #: means over items; NaN where undefined; shape (C, C)
    items: Ints  #: items that have a value; shape (C, C)
    shared: Ints  #: items that both coded; shape (C, C)
    #: Why a cell off the diagonal has no value, by row and column.
    undefined: dict[tuple[str, str], str]
    order: tuple[int, ...]  #: the coders as places in `coders`, alike ones side by side
    penalty: bool  #: whether lower values are better
    symmetric: bool  #: whether the two halves are the same
    low: float  #: the least value that there can be
    high: float  #: the greatest

    @property
    def pairs(self) -> tuple[PairMean, ...]:
        """The pairs of coders that have a value, those that agree least first."""
        means = _both_ways(self.values)
        items = np.minimum(self.items, self.items.T)
        found = [
            PairMean((self.coders[a], self.coders[b]), float(means[a, b]), int(items[a, b]))
            for a, b in combinations(range(len(self.coders)), 2)
            if not isnan(means[a, b])
        ]
        sign = -1 if self.penalty else 1
        return tuple(sorted(found, key=lambda pair: sign * pair.value))


@on_axis("coder_matrix")
def coder_matrix(
    corpus: Corpus,
    metric: str,
    *,
    progress: Progress | None = None,
    **options: Any,
) -> CoderMatrix:
    """Compare all coders by a metric.

    Parameters
    ----------
    corpus : Corpus
        Items and coders.
    metric : str
        Key of a metric in `segmetrics.metrics.registry`.
    progress : callable, optional
        Is called with the share that is done; may raise to stop the computation.
    **options
        Options of the metric.

    Returns
    -------
    CoderMatrix
        Range and direction of its values are the metric's.

    Raises
    ------
    ValueError
        If there is no such metric, or an option is out of its range.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> corpus = Corpus.from_masses(
    ...     {"a": {"x": [2, 2], "y": [2, 2]}, "b": {"x": [1, 3], "y": [3, 1], "z": [3, 1]}}
    ... )
    >>> matrix = coder_matrix(corpus, "s")
    >>> matrix.values.round(2).tolist()
    [[nan, 0.67, 0.33], [0.67, nan, 1.0], [0.33, 1.0, nan]]
    >>> [matrix.coders[place] for place in matrix.order]
    ['x', 'y', 'z']
    >>> least = matrix.pairs[0]
    >>> (*least.coders, round(least.value, 2), least.items)
    ('x', 'z', 0.33, 1)
    """
    chosen = metric_named(metric)
    place_of = {coder: place for place, coder in enumerate(corpus.coders)}
    shape = (len(place_of), len(place_of))
    sums = np.zeros(shape)
    counts, shared = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    every = chosen.of_corpus(corpus, **options)
    for pairs, items, values in reported(every, progress, len(corpus), lambda one: len(one.items)):
        who = [(place_of[a], place_of[b]) for a, b in pairs]
        rows, columns = np.array(who, dtype=np.int64).reshape(-1, 2).T
        known = ~np.isnan(values)
        sums[rows, columns] += np.where(known, values, 0).sum(axis=1)
        counts[rows, columns] += known.sum(axis=1)
        shared[rows, columns] += len(items)
    if chosen.symmetric:
        sums, counts, shared = sums + sums.T, counts + counts.T, shared + shared.T
    with np.errstate(invalid="ignore"):
        means = sums / counts
    return CoderMatrix(
        metric,
        corpus.coders,
        means,
        counts,
        shared,
        _reasons(corpus, chosen, counts, shared, options),
        tuple(_leaf_order(_distances(means, chosen))),
        penalty=chosen.penalty,
        symmetric=chosen.symmetric,
        low=chosen.low,
        high=chosen.high,
    )


def kappa_matrix(corpus: Corpus) -> CoderMatrix:
    """Compare all coders by kappa of boundary decisions.

    Unlike a metric of `coder_matrix` it is pooled over the items that both coded, and corrected for
    how often each of the two places boundaries.

    Parameters
    ----------
    corpus : Corpus
        The corpus; boundaries count as places alone.

    Returns
    -------
    CoderMatrix
        Of values of at most 1; higher is better, 0 is what chance gives. The sources are those of
        `segmetrics.reliability.pair_kappa`.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> corpus = Corpus.from_masses({"a": {"x": [2, 2, 1], "y": [2, 2, 1], "z": [2, 3]}})
    >>> kappa_matrix(corpus).values.round(2).tolist()
    [[nan, 1.0, 0.5], [1.0, nan, 0.5], [0.5, 0.5, nan]]
    """
    values, items = kappa_between(corpus.items, corpus.coders)
    np.fill_diagonal(values, np.nan)
    np.fill_diagonal(items, 0)
    unknown = np.argwhere(np.isnan(values)).tolist()
    return CoderMatrix(
        KAPPA,
        corpus.coders,
        values,
        np.where(np.isnan(values), 0, items),
        items,
        {
            (corpus.coders[row], corpus.coders[column]): NO_MARK if items[row, column] else NO_ITEM
            for row, column in unknown
            if row != column
        },
        tuple(_leaf_order(1 - values)),
        penalty=False,
        symmetric=True,
        low=-1.0,
        high=1.0,
    )


def _reasons(
    corpus: Corpus, metric: Metric, counts: Ints, shared: Ints, options: dict[str, Any]
) -> dict[tuple[str, str], str]:
    """Return why cells have no value: the reason of the first common item."""
    found: dict[tuple[str, str], str] = {}
    for row, column in np.argwhere(counts == 0).tolist():
        pair = corpus.coders[row], corpus.coders[column]
        if row == column:
            continue
        if not shared[row, column]:
            found[pair] = NO_ITEM
            continue
        item = next(item for item in corpus.items if item.codings.keys() >= set(pair))
        hypothesis, reference = (item.codings[coder] for coder in pair)
        found[pair] = metric(hypothesis, reference, **options).undefined or ""
    return found


def _distances(means: Floats, metric: Metric) -> Floats:
    """Turn a matrix into distances: symmetric, NaN where unknown; of no score, all alike."""
    perfect = metric.perfect
    if perfect is None:
        return np.zeros_like(means)
    return _both_ways(np.abs(perfect - means))


def _both_ways(values: Floats) -> Floats:
    """Average the two directions of each pair, or take the one that there is."""
    known = ~np.isnan(values)
    sums = np.where(known, values, 0.0)
    with np.errstate(invalid="ignore"):
        mean: Floats = (sums + sums.T) / (known + known.T.astype(np.int64))
    return mean


def _leaf_order(distances: Floats) -> list[int]:
    """Return an order with similar coders side by side, see the module."""
    clusters = [[place] for place in range(len(distances))]
    known = ~np.isnan(distances)
    # Sums over the pairs of leaves between two clusters, and how many of them are known.
    sums, counts = np.where(known, distances, 0.0), known.astype(np.int64)
    apart = np.where(known, distances, inf)
    while len(clusters) > 1:
        means = np.where(counts > 0, sums / np.maximum(counts, 1), inf)
        first, second = np.triu_indices(len(clusters), 1)
        nearest = int(np.argmin(means[first, second]))
        one, other = int(first[nearest]), int(second[nearest])
        clusters[one] = _side_by_side(clusters[one], clusters.pop(other), apart)
        for table in (sums, counts):
            table[one] += table[other]
            table[:, one] += table[:, other]
        keep = np.arange(len(sums)) != other
        sums, counts = sums[keep][:, keep], counts[keep][:, keep]
    return clusters[0]


def _side_by_side(left: list[int], right: list[int], apart: Floats) -> list[int]:
    """Join two orders where they touch most closely, turned round or not."""
    ways = [(a, b) for a in (left, left[::-1]) for b in (right, right[::-1])]
    a, b = min(ways, key=lambda way: float(apart[way[0][-1], way[1][0]]))
    return a + b


class PairItem(NamedTuple):
    """How two coders differ on an item."""

    item: str  #: name of the item
    #: The metric; for one with a direction the mean of both. None if undefined.
    value: float | None
    edits: int  #: how many edits turn the one segmentation into the other
    places: NDArray[np.int32]  #: the places of these edits, each once, in the order of the text
    undefined: str = ""  #: why there is no value, or empty


def pair_items(
    corpus: Corpus,
    a: str,
    b: str,
    metric: str,
    *,
    model: EditModel | None = None,
    **options: Any,
) -> tuple[PairItem, ...]:
    """List the items on which two coders differ, those on which they agree least first.

    Items are put in order by the metric, or by kappa of boundary decisions if it is `KAPPA`; on
    ties in that of the corpus, those without a value last. The model is that of the edits beside
    it.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> corpus = Corpus.from_masses(
    ...     {"a": {"x": [2, 2], "y": [2, 2]}, "b": {"x": [1, 3], "y": [3, 1]}}
    ... )
    >>> [(row.item, row.value, row.edits, row.places.tolist())
    ...  for row in pair_items(corpus, "x", "y", "f1")]
    [('b', 0.0, 2, [1, 3]), ('a', 1.0, 0, [])]
    """
    chosen = None if metric == KAPPA else metric_named(metric)
    found = []
    for item in corpus.items:
        if item.codings.keys() >= {a, b}:
            value, why = (
                _kappa_on(item, a, b)
                if chosen is None
                else _mean_score(item, a, b, chosen, options)
            )
            one, other = item.codings[a], item.codings[b]
            edits = edits_between(one, other, model=model, types=corpus.types, coders=(a, b)).edits
            # Of many edits the numbers alone take a tenth of the memory.
            places = np.unique([place for edit in edits for place in edit.positions])
            places = places.astype(np.int32)
            found.append(PairItem(item.name, value, len(edits), places, why))
    sign = -1 if chosen and chosen.penalty else 1
    return tuple(sorted(found, key=lambda row: (row.value is None, sign * (row.value or 0.0))))


def _kappa_on(item: Item, a: str, b: str) -> tuple[float | None, str]:
    """Return kappa of the boundary decisions of two coders on an item, or why there is none."""
    alone = replace(item, codings={coder: item.codings[coder] for coder in (a, b)})
    values, shared = kappa_between([alone], (a, b))
    if not np.isnan(values[0, 1]):
        return float(values[0, 1]), ""
    return None, NO_MARK if shared[0, 1] else NO_PLACE


def _mean_score(
    item: Item, a: str, b: str, metric: Metric, options: dict[str, Any]
) -> tuple[float | None, str]:
    """Score two coders on an item, over both directions if there are two."""
    ways = [(a, b)] if metric.symmetric else [(a, b), (b, a)]
    scores = [metric(item.codings[one], item.codings[other], **options) for one, other in ways]
    values = [score.value for score in scores if score.value is not None]
    if not values:
        return None, scores[0].undefined or ""
    return sum(values) / len(values), ""


class CoderOnItem(NamedTuple):
    """A coder on one item, beside the others there."""

    boundaries: int
    alone: int  # boundaries where nobody else has one
    kappa: float | None  # with the others, pooled over pairs; None where undefined
    undefined: str = ""  # why there is no kappa


class ItemOfCoders(NamedTuple):
    """An item, and each of its coders beside the others there."""

    item: str
    coders: Mapping[str, CoderOnItem]


def coders_on_item(item: Item) -> ItemOfCoders:
    """Set each coder of an item beside the others there; one item says little of a coder."""
    places_of = [np.array(one.boundaries, dtype=np.int64) for one in item.codings.values()]
    marked = np.unique(np.concatenate(places_of))
    marks = np.array([np.isin(marked, own, assume_unique=True) for own in places_of], np.float64)
    first, both = marks.sum(axis=1, keepdims=True), marks @ marks.T
    terms = PairCounts(np.full(both.shape, item.mass - 1.0), first, first.T, both).terms
    terms[:, np.arange(len(marks)), np.arange(len(marks))] = 0
    kappa = kappa_of_terms(terms.sum(axis=2))
    alone = (marks * (marks.sum(axis=0) == 1)).sum(axis=1)

    def of(at: int) -> CoderOnItem:
        boundaries, value = int(first[at, 0]), value_or_none(float(kappa[at]))
        why = _undefined(boundaries, item.mass - 1, len(marked))
        return CoderOnItem(boundaries, int(alone[at]), None if why else value, why)

    return ItemOfCoders(item.name, {coder: of(at) for at, coder in enumerate(item.codings)})


def _undefined(boundaries: int, places: int, marked: int) -> str:
    """Return why so many boundaries say nothing of agreement; empty if they do."""
    if not places:
        return NO_PLACE
    if not marked:
        return NOBODY_MARKED
    if boundaries in (0, places):
        return ALL_OR_NOTHING.format("every place" if boundaries else "nothing")
    return ""
