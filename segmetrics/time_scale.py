"""What a position of a recording lasts.

Conventions
-----------
An item that is a recording has a *time scale*: its positions are whole steps of `resolution`
seconds, and its mass is its duration in steps. All that counts positions works as it does for
a text; what it costs grows with the boundaries, not with the steps. Times become positions by
`segmetrics.time_coding`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import floor, isfinite

SURELY = 2.0**40
"""Steps below which a quotient of floats is less than a thousandth of a step off."""


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
    >>> scale.steps(4.25)
    4250
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
        near = float(seconds) / self.resolution
        # The same, and ten times as fast, but where it is too near to a half to tell.
        if abs(near) < SURELY and abs(near % 1 - 0.5) > 0.001:
            return round(near)
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


@lru_cache(maxsize=64)
def _as_written(resolution: float) -> Fraction:
    """Return a resolution as the fraction that its digits say."""
    return Fraction(repr(resolution))


def step_of(places: Iterable[int], scale: TimeScale) -> float:
    """Return what times are multiples of: a second, a tenth of one, down to the resolution."""
    places, steps = set(places), 1
    while scale.seconds(10 * steps) <= 1 and all(at % (10 * steps) == 0 for at in places):
        steps *= 10
    return scale.seconds(steps)


def scale_called(scale: TimeScale | None) -> str:
    """Return what the positions of an item are called in a message."""
    return "units" if scale is None else f"steps of {scale.resolution:g} s"
