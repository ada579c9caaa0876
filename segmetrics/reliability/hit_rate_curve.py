"""The hit rate of all pairs of people as the tolerance grows, beside that of chance.

Conventions
-----------
One tolerance alone says little: three boundaries that nobody shares within 2 seconds can all be
shared within 3. So the mean F over all pairs of people and all items is a curve over tolerances.
What independent people would reach is found by moving each person's boundaries by themselves:

``circular shift``
    All boundaries of a person move by one random length of time, and come in again at the start.
    What stays is each person's rhythm.
``shuffled gaps``
    The gaps between a person's boundaries come in random order; the first and the last boundary
    stay where they are. What stays is how long the gaps are.
``shared pace``
    A circular shift by a clock that runs as fast as people mark at that time of the film, counted
    minute by minute. What stays is each person's rhythm by that clock, and that all mark less and
    less, or more in one part than in another.

By the first two, people who mark less and less agree beyond chance even if nothing else is common
to them. No chance knows of finer habits that people share and that no film gives them: if all
wait 20 seconds before the first boundary, or mark every cut, they agree beyond it.

One test is made of the whole curve: F at each tolerance is standardised by the mean and the spread
of the people and all independent ones, and the greatest is compared with theirs. Of independent
people, 5% have ``p_adjusted`` of at most 0.05 at any tolerance
(``python -m benchmarks.recording_chance``). So with the band: it holds whole curves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from segmetrics.axis import on_axis, only_recordings, scale_of
from segmetrics.corpus import Corpus
from segmetrics.metrics.counts import NOBODY
from segmetrics.reliability.multiple_tests import after_holm, by_greatest, standardised
from segmetrics.reliability.pair_hit_rates import (
    ENOUGH,
    TimeNull,
    check_level,
    check_null,
    check_shuffles,
    p_of_shuffles,
    pair_hit_rates,
)
from segmetrics.rows import Rows

Floats = NDArray[np.float64]

TOLERANCES = (0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0)
# Tolerances that are drawn beside an uncommon one, as multiples of it.
MULTIPLES = (0.25, 0.5, 1.0, 1.5, 2.0, 3.0)
NO_PAIR = "no item was coded by two people"


@dataclass(frozen=True, slots=True)
class TolerancePoint:
    """The mean F of all pairs at one tolerance, beside that of chance."""

    tolerance: float  #: seconds
    value: float | None  #: the mean F over pairs and items; None if undefined
    chance: float | None  #: the mean F of independent people; None without shuffles
    #: Above this the whole curve of independent people lies, in as many cases as the level says.
    low: float | None
    high: float | None  #: below this it lies in them
    #: How often independent people agree as well anywhere on the curve, the people themselves
    #: counted as one case; adjusted for the number of tolerances. The least of a curve is the
    #: p-value of the whole.
    p_adjusted: float | None
    #: ``(value - chance) / (1 - chance)``: 0 is chance, 1 is perfect. None where chance is 1.
    corrected: float | None
    pairs: int  #: pairs of people on an item that have a value
    undefined: str | None = None  #: why there is no value


def tolerances_around(tolerance: float) -> Sequence[float]:
    """Return the tolerances of a curve: the common ones, or for a very fine one those about it."""
    if TOLERANCES[0] <= tolerance <= TOLERANCES[-1]:
        return sorted({*TOLERANCES, tolerance})
    return [multiple * tolerance for multiple in MULTIPLES]


@on_axis("hit_rate_curve", not_of=only_recordings("chance(corpus)"))
def hit_rate_curve(
    corpus: Corpus,
    *,
    tolerances: Sequence[float] = TOLERANCES,
    null: TimeNull = "circular shift",
    shuffles: int = 199,
    level: float = 0.95,
    seed: int = 1,
) -> Rows[TolerancePoint]:
    """Compute the mean hit rate of all pairs over tolerances, beside that of chance.

    Sources: `segmetrics.metrics.time.hit_rate.hit_rate` for F; Westfall & Young (1993), step-down
    maxT, and Phipson & Smyth (2010) for the p-values.

    Parameters
    ----------
    corpus : Corpus
        Recordings, see `Corpus.from_times`.
    tolerances : sequence of float
        Seconds, each from 0 on.
    null : {"circular shift", "shuffled gaps", "shared pace"}, default "circular shift"
        How independent people are made, see the module.
    shuffles : int, default 199
        How many times; 0 for a curve without chance. Of fewer than 99, p-values follow from
        Student's t with their mean and spread, adjusted after Holm (1979).
    level : float, default 0.95
        Share of cases in the band of chance.
    seed : int, default 1
        Equal seeds give equal bands.

    Returns
    -------
    Rows of TolerancePoint
        A tuple with a point for each tolerance. F lies in [0, 1], higher is better, 1 is perfect;
        it never falls as the tolerance grows, and chance grows with it.

    Raises
    ------
    CorpusError
        If the items are no recordings.
    ValueError
        If an option is none of its choices.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> corpus = Corpus.from_times(
    ...     {"film": {"anna": [31.5, 61.5, 151.5], "ben": [32.5, 62.5, 152.5]}},
    ...     durations={"film": 164},
    ... )
    >>> points = hit_rate_curve(corpus, tolerances=[0.5, 1], shuffles=99)
    >>> [(point.tolerance, point.value, point.p_adjusted) for point in points]
    [(0.5, 0.0, 1.0), (1, 1.0, 0.02)]
    """
    check_null(null)
    check_shuffles(shuffles)
    check_level(level)
    steps = [scale_of(corpus).steps_within(tolerance) for tolerance in tolerances]
    sums, pairs = np.zeros((len(steps), shuffles + 1)), 0
    several = [item for item in corpus.items if len(item.codings) > 1]
    for rates in pair_hit_rates(several, steps, null=null, shuffles=shuffles, seed=seed):
        pairs += len(rates.item)
        for part in rates.parts:
            sums[part.which, part.versions] += part.values.sum(axis=0)
    if not pairs:
        why = NOBODY if several else NO_PAIR
        nothing = (None,) * 6
        return Rows(TolerancePoint(one, *nothing, 0, why) for one in tolerances)
    return Rows(_points(tolerances, sums / pairs, pairs, level))


def _points(
    tolerances: Sequence[float], values: Floats, pairs: int, level: float
) -> list[TolerancePoint]:
    """Put the curve of the people, the first version, beside those of independent ones."""
    observed, shuffled = values[:, 0].tolist(), values[:, 1:]
    if not shuffled.size:
        return [
            TolerancePoint(tolerance, value, None, None, None, None, None, pairs)
            for tolerance, value in zip(tolerances, observed, strict=True)
        ]
    if shuffled.shape[1] < ENOUGH:
        p_values = after_holm([p_of_shuffles(row[0], row[1:]) for row in values])
    else:
        p_values = by_greatest(values)
    farthest = np.abs(standardised(shuffled)).max(axis=0, initial=0.0)
    reach = float(np.quantile(farthest, level)) * shuffled.std(axis=1)
    return [
        TolerancePoint(
            tolerance,
            value,
            chance,
            max(0.0, chance - near),
            min(1.0, chance + near),
            p,
            (value - chance) / (1 - chance) if chance < 1 else None,
            pairs,
        )
        for tolerance, value, chance, near, p in zip(
            tolerances,
            observed,
            shuffled.mean(axis=1).tolist(),
            reach.tolist(),
            p_values,
            strict=True,
        )
    ]
