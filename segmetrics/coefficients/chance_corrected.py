"""Coefficients of agreement from observed and expected agreement.

Conventions
-----------
*Observed agreement* is a similarity pooled over pairs of coders (and over items,
for a group), see `segmetrics.coefficients.similarities`; for S it is the share of
potential boundaries left unedited.

*Expected agreement* comes from how often coders place boundaries at all:

``defined``
    Boundaries over potential boundaries, as equations 8 and 11 say; over several
    items a ratio of sums. The default.
``published``
    Segments (boundaries + 1) over potential boundaries. This is what the paper's
    Table 2 was computed with; it is reproduced to all printed digits. Over several
    items, pi's rate is the unweighted mean over items and coders, kappa's the ratio
    of sums of each coder.

Both multiply rates of *boundaries*, so they are what is expected of single places where
everybody sees a boundary. They are not what coders reach who place boundaries at random:
these agree on most places without one too. Hence 0 is not the chance level of pi* and kappa*, and
with two coders they are neither Scott's pi nor Cohen's kappa, whose expected agreement
also counts the places that both leave. Bias is the difference of the two expected
agreements; it is at least 0 where all coded the same items, and may be less with gaps.

*Types.* With several boundary types, expected agreement is the sum over types
(equations 7, 10, 13 and 15), each with its own rates.

*Gaps.* Every pair of coders counts on the items that both coded, for observed and for
expected agreement. Kappa's takes the rates of both on these items, and weighs the pair by
their potential boundaries; pi's counts each coding once for each coder it is compared
with. What nobody else coded counts nowhere. On complete groups this is the paper's.

Sources: Fournier & Inkpen (2012), equations 5 to 15; Artstein & Poesio (2008).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isnan
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from segmetrics.metrics.blocks.packing import Floats
from segmetrics.metrics.similarity import NO_PLACE
from segmetrics.number_formats import shown

Convention = Literal["defined", "published"]
CONVENTIONS: tuple[Convention, ...] = get_args(Convention)

ONE_CODER = "one coder only: agreement needs two"
NEGLIGIBLE = 1e-9
"""Differences smaller than this are none: sums in another order differ by less."""

# Sums of rates are exact to less than this; expected agreement this near to 1 is 1.
ROUNDING = 1e-12


@dataclass(frozen=True)
class Coefficients:
    """Coefficients of N items, or of one group: shape (N,) each, NaN where undefined."""

    observed: Floats
    expected_pi: Floats
    expected_kappa: Floats
    pi: Floats
    kappa: Floats
    bias: Floats


def correct_for_chance(
    *,
    numerator: Floats,
    denominator: Floats,
    valued: NDArray[Any],
    expected_pi: Floats,
    expected_kappa: Floats,
) -> Coefficients:
    """Compute pi*, kappa* and bias from pooled counts: the one way from counts to coefficients."""
    observed = observed_agreement(numerator, denominator, valued)
    return Coefficients(
        observed=observed,
        expected_pi=expected_pi,
        expected_kappa=expected_kappa,
        pi=_above_chance(observed, expected_pi),
        kappa=_above_chance(observed, expected_kappa),
        bias=expected_pi - expected_kappa,
    )


def observed_agreement(numerator: Floats, denominator: Floats, valued: NDArray[Any]) -> Floats:
    """Divide what pairs of coders agree on by what there was to agree on."""
    with np.errstate(invalid="ignore", divide="ignore"):
        # Where pairs can be compared and nothing stands anywhere, everybody agrees.
        observed = np.where(denominator > 0, numerator / denominator, 1.0)
    return np.where(valued > 0, observed, np.nan)


def _above_chance(observed: Floats, expected: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(expected < 1 - ROUNDING, (observed - expected) / (1 - expected), np.nan)


def value_or_none(value: float) -> float | None:
    """Return a value, or None for NaN, for undefined."""
    return None if isnan(value) else float(value)


def or_none(values: Floats) -> list[float | None]:
    """Return values with None for NaN, for undefined."""
    return [None if value != value else value for value in values.tolist()]


def mean_of(values: Iterable[float | None]) -> float | None:
    """Average the values that there are; None if there is none."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def mean_of_known(values: Floats) -> float | None:
    """Average an array but for its NaN; None if nothing is left."""
    known = values[~np.isnan(values)]
    return float(known.mean()) if known.size else None


def why_undefined(coders: int, mass: int, expected: float | None) -> str:
    """Return why a coefficient has no value."""
    if coders < 2:
        return ONE_CODER
    if mass < 2 or expected is None:
        return NO_PLACE
    return f"by chance alone agreement would be {shown(expected)}, so nothing is left to measure"
