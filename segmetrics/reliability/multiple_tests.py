"""P-values of several tests, corrected for their number.

Of the tests that the rule of Benjamini & Hochberg (1995) rejects, at most the level is expected to
be wrong; with that of Holm (1979) the chance that any is wrong is at most the level.
"""

from __future__ import annotations

from collections.abc import Sequence


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
