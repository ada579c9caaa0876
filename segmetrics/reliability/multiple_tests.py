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
    """Adjust p-values for the number of defined ones, after Benjamini & Hochberg (1995)."""
    known = [(p, place) for place, p in enumerate(p_values) if p is not None]
    adjusted: list[float | None] = [None] * len(p_values)
    lowest = 1.0
    for rank, (p, place) in sorted(enumerate(sorted(known), 1), reverse=True):
        lowest = min(lowest, p * len(known) / rank)
        adjusted[place] = lowest
    return tuple(adjusted)


def after_holm(p_values: Sequence[float | None]) -> tuple[float | None, ...]:
    """Adjust p-values for the number of defined ones, after Holm (1979)."""
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
    """
    z = standardised(values)
    order = np.argsort(-z[:, 0], kind="stable")
    greatest = np.maximum.accumulate(z[order[::-1]])[::-1]
    p = np.maximum.accumulate((greatest >= greatest[:, :1] - NEGLIGIBLE).mean(axis=1))
    return tuple(p[np.argsort(order)].tolist())
