"""The chance level of WindowDiff, and WindowDiff against it; see `segmetrics.metrics.windows`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import Any

import numpy as np

from segmetrics.axis import on_axis, only_texts
from segmetrics.corpus import Item
from segmetrics.metrics.blocks.packing import Block, Floats
from segmetrics.metrics.blocks.window_blocks import WindowWidth, block_sizes, in_order, window_span
from segmetrics.metrics.metric import Metric
from segmetrics.metrics.windows import (
    NO_FIT,
    WindowErrors,
    block_window_diffs,
    chosen_size,
    no_window,
    window_diff,
    window_size,
)
from segmetrics.segmentation import Segmentation, common_mass

NO_RHYTHM = only_texts(
    "hit_rate_curve, whose chance levels keep it",
    "It puts boundaries anywhere, and people who mark have a rhythm.",
)
CHANCE_IS_0 = "any two segmentations with these numbers of boundaries agree: chance level is 0"


@dataclass(frozen=True, slots=True)
class Chance:
    """The WindowDiff that two random segmentations are expected to have."""

    value: float | None  #: in [0, 1]; None if undefined
    hypothesis_boundaries: int  #: boundaries of the hypothesis that are placed at random
    reference_boundaries: int  #: those of the reference
    potential_boundaries: int  #: places to put them
    span: int  #: potential boundaries in a window
    undefined: str | None = None  #: why there is no value


@dataclass(frozen=True, slots=True)
class NormalisedWindowDiff:
    """WindowDiff against its chance level."""

    #: At most 1, which is perfect; 0 is chance, less than 0 is worse; None if undefined.
    value: float | None
    observed: WindowErrors  #: WindowDiff
    chance: Chance  #: its chance level
    undefined: str | None = None  #: why there is no value


@on_axis("wd_chance", not_of=NO_RHYTHM)
def wd_chance(
    hypothesis: Segmentation,
    reference: Segmentation,
    *,
    width: WindowWidth = "units",
    window: int | None = None,
) -> Chance:
    """Compute the chance level of WindowDiff for the two numbers of boundaries.

    Both sides place their boundaries at random, every choice of places being as
    likely. Then the boundaries in a window are hypergeometric, and the chance of
    an error is ``1 - sum over j of Hyp(j; r) Hyp(j; h)`` in each window alike.

    Parameters
    ----------
    hypothesis, reference : Segmentation
        Two segmentations of one item, of which only the numbers of boundaries count.
    width : {"units", "boundaries"}, default "units"
        What the window size counts, as for `window_diff`.
    window : int, optional
        Potential boundaries in a window, at least 1, whatever the width; by the
        window rule of the reference if left out.

    Returns
    -------
    Chance
        In [0, 1]: what a random hypothesis gets, not a score; 0 only where any two
        such segmentations agree. Undefined where no window fits.

    Raises
    ------
    ValueError
        If the two differ in mass, or an option is out of its range.

    Examples
    --------
    One boundary each in three places: two windows out of three hold it.

    >>> from segmetrics import Segmentation
    >>> one = Segmentation.from_masses([1, 3])
    >>> round(wd_chance(one, one, window=2).value, 4)  # 1 - (4 + 1) / 9
    0.4444
    """
    mass = common_mass(hypothesis, reference)
    k = chosen_size(width, window=window)
    if k is None:
        k = window_size(reference)
    span = window_span(k, width)
    h, r = len(hypothesis.boundaries), len(reference.boundaries)
    if mass - span < 1:
        return Chance(None, h, r, mass - 1, span, no_window(mass, k))
    return Chance(_chance(mass - 1, h, r, span), h, r, mass - 1, span)


@lru_cache(maxsize=1 << 16)
def _chance(places: int, h: int, r: int, span: int) -> float:
    if h > r:  # so that both orders give the same number
        h, r = r, h
    first, ours = _inside(places, h, span)
    start, theirs = _inside(places, r, span)
    low, high = max(first, start), min(first + len(ours), start + len(theirs))
    if low >= high:
        return 1.0
    alike = float(np.dot(ours[low - first : high - first], theirs[low - start : high - start]))
    return max(0.0, 1 - alike)


def _inside(places: int, boundaries: int, span: int) -> tuple[int, Floats]:
    """Return the least number of boundaries in a window, and the probability of each from it on."""
    low, high = max(0, boundaries + span - places), min(boundaries, span)
    j = np.arange(low, high, dtype=np.float64)
    ratio = (span - j) * (boundaries - j) / ((j + 1) * (places - span - boundaries + j + 1))
    mode = min(max((span + 1) * (boundaries + 1) // (places + 2), low), high) - low
    below = np.cumprod(1 / ratio[:mode][::-1])[::-1]
    chances: Floats = np.concatenate([below, [1.0], np.cumprod(ratio[mode:])])
    return low, chances / chances.sum()


def _chances(
    block: Block,
    _items: Sequence[Item],
    *,
    width: WindowWidth = "units",
    window: int | None = None,
) -> Floats:
    span = window_span(block_sizes(block, chosen_size(width, window=window)), width)
    h, r = block.boundaries[np.newaxis], block.boundaries[:, np.newaxis]
    cases = np.broadcast_arrays(block.masses - 1, h, r, span[:, np.newaxis])
    found = [
        _chance(*case) if case[0] >= case[3] else np.nan
        for case in zip(*(numbers.ravel().tolist() for numbers in cases), strict=True)
    ]
    return in_order(np.array(found).reshape(cases[0].shape))


@on_axis("wd_normalised", not_of=NO_RHYTHM)
def wd_normalised(
    hypothesis: Segmentation,
    reference: Segmentation,
    *,
    width: WindowWidth = "units",
    window: int | None = None,
) -> NormalisedWindowDiff:
    """Compute 1 - WindowDiff / its chance level, after Lamprier et al. (2007).

    Sources: After Lamprier et al. (2007), who relate WindowDiff to what random segmentations get;
    this is not their NWin.

    Parameters
    ----------
    hypothesis, reference : Segmentation
        Two segmentations of one item.
    width : {"units", "boundaries"}, default "units"
        What the window size counts, as for `window_diff`.
    window : int, optional
        Potential boundaries in a window, at least 1, whatever the width; by the
        window rule of the reference if left out.

    Returns
    -------
    NormalisedWindowDiff
        At most 1, higher is better, 1 is perfect, 0 is what a random hypothesis
        with as many boundaries gets, and less than 0 is worse than that, without
        a limit common to all texts. Undefined where no window fits, or the chance
        level is 0.

    Raises
    ------
    ValueError
        If the two differ in mass, or an option is out of its range.

    Examples
    --------
    >>> from segmetrics import Segmentation
    >>> reference = Segmentation.from_masses([6, 6])
    >>> wd_normalised(reference, reference).value
    1.0
    >>> found = wd_normalised(Segmentation.from_masses([3, 9]), reference)
    >>> round(found.observed.value, 4), round(found.chance.value, 4), round(found.value, 4)
    (0.4, 0.2975, -0.3444)
    """
    observed = window_diff(hypothesis, reference, width=width, window=window)
    chance = wd_chance(hypothesis, reference, width=width, window=window)
    if observed.value is None or chance.value is None:
        return NormalisedWindowDiff(None, observed, chance, observed.undefined)
    if chance.value == 0:
        return NormalisedWindowDiff(None, observed, chance, CHANCE_IS_0)
    return NormalisedWindowDiff(1 - observed.value / chance.value, observed, chance)


def _normalised(block: Block, items: Sequence[Item], **options: Any) -> Floats:
    observed = block_window_diffs(block, items, **options)
    chance = _chances(block, items, **options)
    chance[chance == 0] = np.nan
    return 1 - observed / chance


METRICS: tuple[Metric, ...] = (
    Metric(
        key="wd_chance",
        name="Chance level of WindowDiff",
        family="windows",
        function=wd_chance,
        penalty=True,
        scores=False,
        symmetric=False,
        formula=(
            r"1 - \sum_j \mathrm{Hyp}(j; N-1, r, \mathrm{span})"
            r"\, \mathrm{Hyp}(j; N-1, h, \mathrm{span})"
        ),
        citation=("after Lamprier et al. (2007)",),
        rewards=(
            "Nothing. It is the WindowDiff of two random codings with these numbers of "
            "boundaries, to compare WindowDiff with."
        ),
        misses="Where the boundaries are: only their number counts.",
        flaws=("It compares nothing, so it is not 0 for two identical codings.",),
        undefined=(NO_FIT,),
        batch=_chances,
    ),
    Metric(
        key="wd_normalised",
        name="WindowDiff against chance",
        family="windows",
        function=wd_normalised,
        penalty=False,
        symmetric=False,
        low=-inf,
        formula=r"1 - \frac{\mathrm{WD}}{\mathrm{WD}_{\mathrm{chance}}}",
        citation=("after Lamprier et al. (2007)",),
        rewards=(
            "A WindowDiff that is lower than that of random codings with the same numbers of "
            "boundaries."
        ),
        misses=(
            "Whether there are too many or too few boundaries: their numbers are taken as given."
        ),
        flaws=(
            "It has no lower limit, and is coarse where the chance level is small.",
            "It overlooks whatever WindowDiff overlooks.",
        ),
        undefined=(NO_FIT, "the chance level is 0"),
        batch=_normalised,
    ),
)
