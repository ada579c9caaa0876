"""WindowDiff: how often a sliding window counts different numbers of boundaries.

Conventions
-----------
WindowDiff compares a hypothesis with a reference; it is a penalty and not
symmetric, since the window comes from the reference. It exists in two *widths*:

``units``
    A window holds k units, hence k - 1 potential boundaries, and there are
    ``mass - k + 1`` windows (Fournier & Inkpen 2012, equation 1, whose N is the
    number of units + 1).
``boundaries``
    A window holds k potential boundaries, and there are ``mass - k`` windows
    (Pevzner & Hearst 2002; NLTK and segeval 2 compute this one).

*Window rule*: k is half the mean segment of the reference, rounded half to
even, at least 2.

References
----------
Pevzner, L. and Hearst, M. (2002). A critique and improvement of an evaluation
metric for text segmentation. Computational Linguistics 28(1).

Fournier, C. and Inkpen, D. (2012). Segmentation similarity and agreement.
NAACL-HLT 2012, equation 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, islice
from operator import ne
from typing import TYPE_CHECKING, Literal, TypeVar, get_args

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from segmetrics.segmentation import Segmentation

__all__ = ["WindowDiff", "WindowWidth", "window_diff", "window_size"]

WindowWidth = Literal["units", "boundaries"]
Size = TypeVar("Size", int, "NDArray[np.int64]")
WIDTHS: tuple[WindowWidth, ...] = get_args(WindowWidth)


@dataclass(frozen=True, slots=True)
class WindowDiff:
    """WindowDiff of a hypothesis, with the counts it came from.

    Parameters
    ----------
    value : float or None
        Penalty in [0, 1], lower is better, 0 is perfect; None if undefined.
    errors : int
        Windows in which the numbers of boundaries differ.
    windows : int
        Windows looked at.
    k : int
        Window size, in what the width counts.
    width : {"units", "boundaries"}
        What k counts.
    undefined : str or None
        Why there is no value.
    """

    value: float | None
    errors: int
    windows: int
    k: int
    width: WindowWidth
    undefined: str | None = None


def window_size(reference: Segmentation) -> int:
    """Window size k of the window rule: half the mean segment, half to even, at least 2.

    Parameters
    ----------
    reference : Segmentation
        The reference of the comparison.

    Returns
    -------
    int
        k, at least 2.

    References
    ----------
    Pevzner & Hearst (2002), section 2.

    Examples
    --------
    >>> from segmetrics import Segmentation
    >>> window_size(Segmentation.from_masses([5, 5]))  # half of 5 is 2.5
    2
    """
    return max(2, round(reference.mass / (2 * reference.segments)))


def window_span(k: Size, width: WindowWidth) -> Size:
    """Count the potential boundaries in a window of size k: k - 1 for units, k for boundaries.

    An item has ``mass - span`` such windows.
    """
    if width not in WIDTHS:
        raise ValueError(f"window width is 'units' or 'boundaries', got {width!r}")
    return k - 1 if width == "units" else k


def no_window(mass: int, k: int) -> str:
    """Say why an item has no WindowDiff."""
    return f"no window of size {k} fits an item of {mass} unit{'s' * (mass != 1)}"


def window_diff(
    hypothesis: Segmentation,
    reference: Segmentation,
    *,
    width: WindowWidth = "units",
    k: int | None = None,
) -> WindowDiff:
    """Compute WindowDiff of a hypothesis against a reference.

    Parameters
    ----------
    hypothesis, reference : Segmentation
        Two segmentations of one item.
    width : {"units", "boundaries"}, default "units"
        What the window size counts, see the conventions of this module.
    k : int, optional
        Window size, at least 2; by the window rule of the reference if left out.

    Returns
    -------
    WindowDiff
        A penalty in [0, 1], lower is better, 0 is perfect. Undefined where no
        window fits.

    Raises
    ------
    ValueError
        If the two differ in mass, or an option is out of its range.

    References
    ----------
    Pevzner & Hearst (2002); Fournier & Inkpen (2012), equation 1.

    Examples
    --------
    >>> from segmetrics import Segmentation
    >>> reference = Segmentation.from_masses([1, 2, 2, 3, 3, 1, 2])
    >>> hypothesis = Segmentation.from_masses([1, 2, 1, 2, 6, 2])
    >>> found = window_diff(hypothesis, reference)
    >>> found.errors, found.windows, round(1 - found.value, 4)
    (5, 13, 0.6154)
    """
    mass = reference.mass
    if hypothesis.mass != mass:
        raise ValueError(
            f"two segmentations of one item: masses {hypothesis.mass} and {mass} differ"
        )
    if k is None:
        k = window_size(reference)
    elif k < 2:
        raise ValueError(f"a window size is at least 2, got {k}")
    span = window_span(k, width)
    windows = mass - span
    if windows < 1:
        return WindowDiff(None, 0, 0, k, width, no_window(mass, k))
    difference = [0] * mass
    for position in hypothesis.boundaries:
        difference[position] = 1
    for position in reference.boundaries:
        difference[position] -= 1
    # A window errs where the excess of boundaries at its two ends differs.
    excess = list(accumulate(difference))
    errors = sum(map(ne, excess, islice(excess, span, None)))
    return WindowDiff(errors / windows, errors, windows, k, width)
