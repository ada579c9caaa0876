"""Near and full misses, and the coefficient, as the near-miss window grows.

Where full misses turn into near misses, coders mean the same boundaries and differ about their
places; where they do not, they differ about the boundaries. Under n = 1 nothing is a near miss.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.levels import Level
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus
from segmetrics.reliability.progress import Progress, reported

WINDOWS = tuple(range(1, 11))
"""The windows that are looked at."""


class WindowPoint(NamedTuple):
    """Misses and pi* of an item, group or the corpus under one window."""

    level: Level
    item: str
    n: int
    near_misses: int
    full_misses: int
    pi_star: float | None


def window_scan(
    corpus: Corpus,
    options: AgreementOptions | None = None,
    *,
    progress: Progress | None = None,
) -> tuple[WindowPoint, ...]:
    """Compute misses and pi* under each window."""
    options = options or AgreementOptions()
    points = []
    for n in reported(WINDOWS, progress, len(WINDOWS)):
        table = agreement(corpus, replace(options, n=n))
        points += [
            WindowPoint(row.level, row.item, n, row.near_misses, row.full_misses, row.pi_star)
            for row in table.rows
        ]
    return tuple(points)
