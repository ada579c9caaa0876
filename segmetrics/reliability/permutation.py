"""Whether differences of pairs lie around 0: the sign-flip test (Edgington & Onghena 2007).

If both sides of every pair could as well be exchanged, each difference may have either sign; the
p-value is the share of all choices of signs whose sum is as far from 0 as the sum that was found.
"""

from __future__ import annotations

import numpy as np

from segmetrics.coefficients.chance_corrected import NEGLIGIBLE
from segmetrics.metrics.blocks.packing import Floats

# All sign flips are tried up to so many items; beyond, this many of them at random.
EXACT_ITEMS = 16
FLIPS = 9_999
# Signs of a chunk of flips.
CHUNK = 1 << 20


def sign_flip(differences: Floats, random: np.random.Generator) -> tuple[float, bool]:
    """Test whether differences are around 0, by flipping their signs."""
    size, total = differences.size, float(differences.sum())

    def as_far(flipped: Floats) -> int:
        """Count the choices of items to flip whose sum is as far from 0 as the sum is."""
        return int((abs(total - 2 * (flipped @ differences)) >= abs(total) - NEGLIGIBLE).sum())

    if size <= EXACT_ITEMS:
        every = np.arange(1 << size)[:, np.newaxis] >> np.arange(size) & 1
        return as_far(every.astype(float)) / len(every), True
    rows = max(1, CHUNK // size)
    found = 1
    for start in range(0, FLIPS, rows):
        shape = (min(rows, FLIPS - start), size)
        found += as_far(random.integers(0, 2, shape, dtype=np.int8).astype(float))
    return found / (1 + FLIPS), False
