"""Times of boundaries as a segmentation of a recording.

Conventions
-----------
The start and the end of a recording are edges, and no boundaries. Four conventions of the
literature decide what counts of a coder's times: a trim of the start and the end, a least gap
between two boundaries (a *refractory time*), what to do with times after the end, and marks on the
edges. `TimeCoding` counts what each of them took away.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from typing import Literal, get_args

from segmetrics.segmentation import MAX_MASS, Segmentation, SegmentationError
from segmetrics.time_scale import TimeScale

Beyond = Literal["refuse", "crop"]
"""What is done with times after the end of a recording."""


@dataclass(frozen=True, slots=True)
class TimeCoding:
    """The boundaries that one coder placed in a recording, and what did not count."""

    segmentation: Segmentation  #: the boundaries that count, in steps of the scale
    edges: int = 0  #: times at the very start or end of the recording, which are no boundaries
    trimmed: int = 0  #: times within the trimmed start or end
    too_close: int = 0  #: times less than the minimum gap after the one before that counts
    beyond: int = 0  #: times after the end of the recording


def time_coding(
    times: Iterable[float],
    *,
    duration: float,
    scale: TimeScale | None = None,
    trim: tuple[float, float] = (0.0, 0.0),
    minimum_gap: float = 0.0,
    beyond: Beyond = "refuse",
) -> TimeCoding:
    """Build a segmentation of a recording from the times of its boundaries.

    Parameters
    ----------
    times : iterable of float
        Seconds from the start, in any order; at the start or the end they mark an edge, and
        are no boundaries.
    duration : float
        Seconds of the recording, more than 0.
    scale : TimeScale, optional
        What a position lasts; a millisecond if left out.
    trim : pair of float, default (0, 0)
        Seconds at the start and at the end in which no time counts.
    minimum_gap : float, default 0
        Of two times less than so many seconds apart only the first counts.
    beyond : {"refuse", "crop"}, default "refuse"
        Whether times after the end are an error, or do not count.

    Returns
    -------
    TimeCoding
        The segmentation, and how many times each convention took away.

    Raises
    ------
    SegmentationError
        If a time is no number, before the start or after the end, or if two of those that
        count fall on one step.

    Examples
    --------
    >>> found = time_coding([0, 2.0, 2.1, 9.5], duration=10, minimum_gap=0.5)
    >>> found.segmentation.boundaries, found.edges, found.too_close
    ((2000, 9500), 1, 1)
    """
    if beyond not in get_args(Beyond):
        raise ValueError(f"beyond is 'refuse' or 'crop', got {beyond!r}")
    for name, length in (("trim", trim[0]), ("trim", trim[1]), ("minimum_gap", minimum_gap)):
        if not (isfinite(length) and length >= 0):
            raise ValueError(f"{name} is a number of seconds from 0 on, got {length!r}")
    scale = scale or TimeScale()
    mass = _mass(scale, duration)
    first, last, gap = scale.steps(trim[0]), mass - scale.steps(trim[1]), scale.steps(minimum_gap)
    kept: list[tuple[int, float]] = []
    edges = trimmed = too_close = after = 0
    for time in sorted(map(_a_time, times)):
        step = scale.steps(time)
        if step > mass and beyond == "refuse":
            raise SegmentationError(
                f"a boundary at {time:g} s, but the recording lasts {duration:g} s; "
                "beyond='crop' leaves out what comes after its end"
            )
        if step > mass:
            after += 1
        elif step in (0, mass):
            edges += 1
        elif not first <= step <= last:
            trimmed += 1
        elif kept and step - kept[-1][0] < gap:
            too_close += 1
        else:
            kept.append((step, time))
    for (step, time), (next_step, next_time) in pairwise(kept):
        if step == next_step:
            raise SegmentationError(
                f"boundaries at {time!r} s and {next_time!r} s fall on one step of "
                f"{scale.resolution:g} s; a finer resolution keeps both, a minimum gap the first"
            )
    segmentation = Segmentation(mass, tuple(step for step, _ in kept), scale=scale)
    return TimeCoding(segmentation, edges, trimmed, too_close, after)


def _mass(scale: TimeScale, duration: float) -> int:
    if not (isfinite(duration) and duration > 0):
        raise SegmentationError(f"a recording lasts a number of seconds above 0, got {duration!r}")
    mass = scale.steps(duration)
    if not 1 <= mass <= MAX_MASS:
        raise SegmentationError(
            f"a recording of {duration:g} s has {mass:,} steps of {scale.resolution:g} s, and "
            f"has 1 to {MAX_MASS:,}; choose another resolution"
        )
    return mass


def _a_time(time: float) -> float:
    """Return a time as a float, if it is one from 0 on."""
    if isinstance(time, bool) or not hasattr(time, "__float__"):
        raise SegmentationError(f"{time!r} is not a time in seconds")
    found = float(time)
    if not (isfinite(found) and found >= 0):
        raise SegmentationError(f"a boundary at {found:g} s: times count from 0 on")
    return found
