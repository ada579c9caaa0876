"""Time as positions: what one position lasts, and times of boundaries as a segmentation.

Conventions
-----------
An item that is a recording has a *time scale*: its positions are whole steps of `resolution`
seconds, and its mass is its duration in steps. All that counts positions works as it does for
a text; what it costs grows with the boundaries, not with the steps. The start and the end of a
recording are edges, and no boundaries.

Where a coder's times are read, four conventions of the literature decide what counts: a trim of
the start and the end, a least gap between two presses (a *refractory time*), what to do with
times after the end, and marks on the edges. `TimeCoding` counts what each of them took away.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import floor, isfinite
from typing import Literal, get_args

from segmetrics.segmentation import MAX_MASS, Segmentation, SegmentationError

Beyond = Literal["refuse", "crop"]
"""What is done with times after the end of a recording."""


@dataclass(frozen=True, slots=True)
class TimeCoding:
    """The boundaries that one coder placed in a recording, and what did not count.

    Parameters
    ----------
    segmentation : Segmentation
        The boundaries that count, in steps of the scale.
    edges : int
        Times at the very start or end of the recording, which are no boundaries.
    trimmed : int
        Times within the trimmed start or end.
    too_close : int
        Times less than the minimum gap after the one before that counts.
    beyond : int
        Times after the end of the recording.
    """

    segmentation: Segmentation
    edges: int = 0
    trimmed: int = 0
    too_close: int = 0
    beyond: int = 0


@dataclass(frozen=True, slots=True)
class TimeScale:
    """What a position of a recording lasts.

    Parameters
    ----------
    resolution : float, default 0.001
        Seconds of one position, more than 0. A recording has at most 10 million of them: 2 hours
        and 46 minutes in milliseconds.

    Raises
    ------
    ValueError
        If the resolution is not a number above 0.

    Examples
    --------
    >>> scale = TimeScale()
    >>> coding = scale.coding([1.5, 4.25], duration=10).segmentation
    >>> coding.mass, coding.boundaries, coding.scale
    (10000, (1500, 4250), TimeScale(resolution=0.001))
    >>> scale.seconds(4250)
    4.25
    """

    resolution: float = 0.001

    def __post_init__(self) -> None:
        resolution = self.resolution
        if not isinstance(resolution, (int, float)) or isinstance(resolution, bool):
            raise ValueError(f"a resolution is a number of seconds, got {resolution!r}")
        if not (isfinite(resolution) and resolution > 0):
            raise ValueError(f"a resolution is more than 0 seconds, got {resolution!r}")
        object.__setattr__(self, "resolution", float(resolution))

    @property
    def _exact(self) -> Fraction:
        """The resolution as it is written: a tenth of a second is 1/10."""
        return _as_written(self.resolution)

    def seconds(self, steps: float) -> float:
        """Return how many seconds a number of steps lasts."""
        exact = self._exact
        if isinstance(steps, int):  # the same number, and ten times as fast
            return steps * exact.numerator / exact.denominator
        return float(Fraction(steps) * exact)

    def steps(self, seconds: float) -> int:
        """Return the nearest whole number of steps.

        Parameters
        ----------
        seconds : float
            A time or a length of time, finite.

        Raises
        ------
        ValueError
            If it is not a finite number.

        Examples
        --------
        >>> TimeScale(0.04).steps(3.0)  # frames of film
        75
        """
        if not isfinite(seconds):
            raise ValueError(f"a time is a finite number of seconds, got {seconds!r}")
        return round(Fraction(repr(float(seconds))) / self._exact)

    def steps_within(self, seconds: float) -> int:
        """Return the most steps that last no longer than a length of time, which is at least 0."""
        if not (isfinite(seconds) and seconds >= 0):
            raise ValueError(f"a length of time is a number of seconds from 0 on, got {seconds!r}")
        return floor(Fraction(repr(float(seconds))) / self._exact)

    def bins(self, positions: Iterable[int], width: float) -> list[int]:
        """Return the bin of each position, from 0, where each bin lasts `width` seconds."""
        share = self._exact / Fraction(repr(float(width)))
        above, below = share.numerator, share.denominator
        return [position * above // below for position in positions]

    def bins_before(self, positions: Iterable[int], width: float) -> list[int]:
        """Count the bins that begin before each position."""
        return [-bin_ for bin_ in self.bins([-position for position in positions], width)]

    def coding(
        self,
        times: Iterable[float],
        *,
        duration: float,
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
        >>> found = TimeScale().coding([0, 2.0, 2.1, 9.5], duration=10, minimum_gap=0.5)
        >>> found.segmentation.boundaries, found.edges, found.too_close
        ((2000, 9500), 1, 1)
        """
        if beyond not in get_args(Beyond):
            raise ValueError(f"beyond is 'refuse' or 'crop', got {beyond!r}")
        for name, length in (("trim", trim[0]), ("trim", trim[1]), ("minimum_gap", minimum_gap)):
            if not (isfinite(length) and length >= 0):
                raise ValueError(f"{name} is a number of seconds from 0 on, got {length!r}")
        mass = self._mass(duration)
        first, last, gap = self.steps(trim[0]), mass - self.steps(trim[1]), self.steps(minimum_gap)
        kept: list[tuple[int, float]] = []
        edges = trimmed = too_close = after = 0
        for time in sorted(map(_a_time, times)):
            step = self.steps(time)
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
                    f"{self.resolution:g} s; a finer resolution keeps both, a minimum gap the first"
                )
        segmentation = Segmentation(mass, tuple(step for step, _ in kept), scale=self)
        return TimeCoding(segmentation, edges, trimmed, too_close, after)

    def _mass(self, duration: float) -> int:
        if not (isfinite(duration) and duration > 0):
            raise SegmentationError(
                f"a recording lasts a number of seconds above 0, got {duration!r}"
            )
        mass = self.steps(duration)
        if not 1 <= mass <= MAX_MASS:
            raise SegmentationError(
                f"a recording of {duration:g} s has {mass:,} steps of {self.resolution:g} s, and "
                f"has 1 to {MAX_MASS:,}; choose another resolution"
            )
        return mass


@lru_cache(maxsize=64)
def _as_written(resolution: float) -> Fraction:
    """Return a resolution as the fraction that its digits say."""
    return Fraction(repr(resolution))


def _a_time(time: float) -> float:
    """Return a time as a float, if it is one from 0 on."""
    if isinstance(time, bool) or not hasattr(time, "__float__"):
        raise SegmentationError(f"{time!r} is not a time in seconds")
    found = float(time)
    if not (isfinite(found) and found >= 0):
        raise SegmentationError(f"a boundary at {found:g} s: times count from 0 on")
    return found


def scale_called(scale: TimeScale | None) -> str:
    """Return what the positions of an item are called in a message."""
    return "units" if scale is None else f"steps of {scale.resolution:g} s"
