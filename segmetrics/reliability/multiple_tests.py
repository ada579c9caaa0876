"""P-values of several tests, corrected for their number.

Of the tests that the rule of Benjamini & Hochberg (1995) rejects, at most the level is expected to
be wrong; with those of Holm (1979) and Westfall & Young (1993) the chance that any is wrong is at
most the level.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from segmetrics.coefficients.chance_corrected import NEGLIGIBLE
from segmetrics.metrics.blocks.packing import Floats


def after_benjamini_hochberg(p_values: Sequence[float | None]) -> tuple[float | None, ...]:
    """Adjust p-values for their number by the rule of Benjamini and Hochberg.

    Source: Benjamini & Hochberg (1995).

    Parameters
    ----------
    p_values : sequence of (float or None)
        The p-values; those that are undefined do not count.

    Returns
    -------
    tuple of (float or None)
        The smallest share of false discoveries at which each would be one, in [0, 1]; lower
        is stronger evidence.

    Examples
    --------
    >>> after_benjamini_hochberg([0.01, None, 0.04, 0.03])
    (0.03, None, 0.04, 0.04)
    """
    known = [(p, place) for place, p in enumerate(p_values) if p is not None]
    adjusted: list[float | None] = [None] * len(p_values)
    lowest = 1.0
    for rank, (p, place) in sorted(enumerate(sorted(known), 1), reverse=True):
        lowest = min(lowest, p * len(known) / rank)
        adjusted[place] = lowest
    return tuple(adjusted)


def after_holm(p_values: Sequence[float | None]) -> tuple[float | None, ...]:
    """Adjust p-values for their number by the rule of Holm.

    Source: Holm (1979).

    Parameters
    ----------
    p_values : sequence of (float or None)
        The p-values; those that are undefined do not count.

    Returns
    -------
    tuple of (float or None)
        The smallest level for all tests together at which each would be rejected, in [0, 1];
        lower is stronger evidence.

    Examples
    --------
    >>> after_holm([0.01, None, 0.04, 0.03])
    (0.03, None, 0.06, 0.06)
    """
    known = sorted((p, place) for place, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    highest = 0.0
    for rank, (p, place) in enumerate(known):
        highest = max(highest, min(1.0, (len(known) - rank) * p))
        adjusted[place] = highest
    return tuple(adjusted)


def standardised(values: Floats) -> Floats:
    """Put the values of each row at a mean of 0 and a spread of 1; what does not vary is 0."""
    apart = values - values.mean(axis=1, keepdims=True)
    spread = values.std(axis=1, keepdims=True)
    return np.where(spread > NEGLIGIBLE, apart / np.where(spread > NEGLIGIBLE, spread, 1), 0.0)


def by_greatest(values: Floats) -> tuple[float, ...]:
    """Adjust p-values of rows by the greatest of them, made of the same shuffles.

    Each row has what was found and what each shuffle gave. As they are standardised together,
    what was found has the same chance as every shuffle to be the greatest.

    Source: Westfall & Young (1993), step-down maxT.

    Parameters
    ----------
    values : array of float, tests x versions
        The first version is what was found; greater is stronger evidence.

    Returns
    -------
    tuple of float
        How often any of the tests that are no stronger reaches as much, what was found counted
        as one case; lower is stronger evidence.

    Examples
    --------
    >>> by_greatest(np.array([[9.0, 1, 2, 3], [2.5, 1, 2, 3]]))
    (0.25, 0.5)
    """
    z = standardised(values)
    order = np.argsort(-z[:, 0], kind="stable")
    greatest = np.maximum.accumulate(z[order[::-1]])[::-1]
    p = np.maximum.accumulate((greatest >= greatest[:, :1] - NEGLIGIBLE).mean(axis=1))
    return tuple(p[np.argsort(order)].tolist())
