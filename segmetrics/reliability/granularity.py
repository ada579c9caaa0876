"""How finely coders segment, and whether that changes over the items.

Conventions
-----------
*Granularity* is segments per 100 units, and the mean size of a segment, over all items of
a coder: ratios of sums.

*Drift.* What is followed over the order of the items is the binary logarithm of the
coder's segments over the mean of the other coders of the item: so texts may differ, and a
slope of 0.1 is a doubling in ten items. It sees no drift that all coders have in common,
and of two coders it cannot tell which one drifts. The slope is the median of the slopes
between all two items (Theil-Sen), its interval and p-value come from Kendall's rank
correlation, with its variance under ties. Where there are many items, neighbours are
averaged first.

Source: Sen (1968).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from segmetrics.axis import Length, axis_of, on_axis
from segmetrics.corpus import Corpus, Item
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.rows import Rows

ITEMS_FOR_DRIFT = 8
"""Items below which no drift is looked for: with fewer, the normal approximation of
Kendall's rank correlation is poor, and hardly any order of items would be remarkable."""

DRIFT_LEVEL = 0.95
# Items of which all pairs are looked at; of more, neighbours are averaged.
DRIFT_POINTS = 500


class Drift(NamedTuple):
    """Whether a coder codes more and more finely, or coarsely, see the module."""

    items: int  #: items of the coder that others coded too
    #: Change of the binary logarithm of the relative number of segments from one item to the next
    #: of these; above 0 the coder gets finer. None if undefined.
    slope: float | None
    low: float | None  #: the lower end of its 95% interval
    high: float | None  #: the upper end
    #: How often Kendall's rank correlation is as strong where order means nothing; for this one
    #: coder, not corrected for looking at all.
    p: float | None
    undefined: str = ""  #: why there is no value, or empty


class CoderGranularity(NamedTuple):
    """How finely a coder codes."""

    coder: str  #: the coder
    items: int  #: items that the coder coded
    units: Length  #: units of these items; of recordings, seconds
    segments: int  #: into how many segments
    drift: Drift  #: over the order of the items

    @property
    def per_100_units(self) -> float:
        """Segments per 100 units, of recordings per 100 seconds: above 0; higher is finer."""
        return 100 * self.segments / self.units

    @property
    def mean_segment(self) -> float:
        """Units of a segment on average, of recordings seconds; higher is coarser."""
        return self.units / self.segments


@on_axis("coder_granularity")
def coder_granularity(corpus: Corpus) -> Rows[CoderGranularity]:
    """Return how finely each coder codes, and whether that changes.

    Parameters
    ----------
    corpus : Corpus
        The corpus; the order of its items is that of time.

    Returns
    -------
    Rows of CoderGranularity
        A tuple, in the order of the coders.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> masses = {f"i{n}": {"x": [1] * n + [12 - n], "y": [6, 6]} for n in range(1, 9)}
    >>> found = coder_granularity(Corpus.from_masses(masses))[0]
    >>> found.segments, round(found.per_100_units, 1), round(found.drift.slope, 2)
    (44, 45.8, 0.28)
    >>> found.drift.p < 0.01
    True
    """
    axis = axis_of(corpus)
    of_coder: dict[str, list[Item]] = {coder: [] for coder in corpus.coders}
    for item in corpus.items:
        for coder in item.coders:
            of_coder[coder].append(item)
    totals = {
        item.name: sum(coding.segments for coding in item.codings.values()) for item in corpus.items
    }
    found = []
    for coder, items in of_coder.items():
        segments = [item.codings[coder].segments for item in items]
        relative = [
            log2(own * (len(item.codings) - 1) / (totals[item.name] - own))
            for item, own in zip(items, segments, strict=True)
            if len(item.codings) > 1
        ]
        units = axis.length(sum(item.mass for item in items))
        found.append(CoderGranularity(coder, len(items), units, sum(segments), _drift(relative)))
    return Rows(found)


def _drift(series: Sequence[float]) -> Drift:
    """Find the trend of a series: Theil and Sen's slope with Kendall's test."""
    size = len(series)
    if size < ITEMS_FOR_DRIFT:
        there = "there is 1" if size == 1 else f"there are {size}"
        why = (
            f"to show change over time takes {ITEMS_FOR_DRIFT} items that others coded too; here "
            f"{there}"
        )
        return Drift(size, None, None, None, None, why)
    points = np.array_split(np.array(series), min(size, DRIFT_POINTS))
    values = np.array([part.mean() for part in points])
    ends = np.cumsum([len(part) for part in points])
    times = ends - np.array([(len(part) + 1) / 2 for part in points])
    first, second = np.triu_indices(len(values), 1)
    rises = (values[second] - values[first]).round(12)  # as much is as much
    if not rises.any():
        return Drift(size, 0.0, 0.0, 0.0, 1.0)
    slopes = np.sort(rises / (times[second] - times[first]))
    error = sqrt(_kendall_variance(values.round(12)))
    strength = max(abs(float(np.sign(rises).sum())) - 1, 0.0)
    reach = NormalDist().inv_cdf((1 + DRIFT_LEVEL) / 2) * error
    low = max(0, round((len(slopes) - reach) / 2) - 1)
    high = min(len(slopes) - 1, round((len(slopes) + reach) / 2))
    return Drift(
        size,
        float(np.median(slopes)),
        float(slopes[low]),
        float(slopes[high]),
        min(1.0, 2 * NormalDist().cdf(-strength / error)),
    )


def _kendall_variance(values: Floats) -> float:
    """Variance of Kendall's S where order means nothing, with ties (Sen 1968, equation 2.6)."""
    _, ties = np.unique(values, return_counts=True)
    sizes = np.array([len(values), *ties])
    terms = sizes * (sizes - 1) * (2 * sizes + 5)
    return float(terms[0] - terms[1:].sum()) / 18
