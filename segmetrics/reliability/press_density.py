"""The density of boundaries along a recording, beside the greatest that independent people reach.

Conventions
-----------
Each boundary counts as a normal distribution about its time, with the *width* as its standard
deviation. Their sum, over the people of an item, is the density: boundaries a second of one person
on average.

Chance is found by moving all boundaries of each person by one random length of time, what leaves at
the end coming in at the start, or in another way of `segmetrics.reliability.hit_rate_curve`. The
*chance level* is a level for the whole recording: of independent people, the greatest density
anywhere in it is above that level in 5% of cases. Of several recordings, `over_recordings` finds
levels that hold together: in 5% of cases any recording has a greater density anywhere.

The density is known on a grid of four points a width, so its cost grows with the people, and
with the duration counted in widths, not in steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, isfinite, pi, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from segmetrics.axis import on_axis, only_recordings, scale_of
from segmetrics.corpus import CorpusError, Item
from segmetrics.reliability.multiple_tests import standardised
from segmetrics.reliability.pair_hit_rates import (
    Independent,
    TimeNull,
    check_level,
    check_null,
    check_shuffles,
)
from segmetrics.rows import WithRows

Floats = NDArray[np.float64]

WIDTH = 1.0
"""Seconds."""
SHUFFLES, LEVEL = 199, 0.95

# Points of the grid in a width, how many widths a boundary reaches, and most points of a recording.
FINENESS, REACH, MOST_POINTS = 4, 5, 1 << 17
ROUNDING = 1e-6


class DensityPoint(NamedTuple):
    """The density at a moment, both in seconds."""

    time: float
    density: float


@dataclass(frozen=True, slots=True)
class PressDensity(WithRows):
    """The density of boundaries along a recording."""

    item: str  #: name of the item
    width: float  #: standard deviation of the kernel, in seconds
    coders: int  #: how many people
    presses: int  #: their boundaries together
    times: tuple[float, ...]  #: seconds from the start, in equal steps
    density: tuple[float, ...]  #: boundaries a second of one person, on average, at these times
    level: float  #: share of recordings of independent people that stay below the chance level
    greatest: tuple[float, ...]  #: the greatest density of each shuffle, one after the other

    @property
    def chance(self) -> float | None:
        """The level that independent people pass anywhere in as many recordings as are left.

        None without shuffles or boundaries.
        """
        if not self.greatest:
            return None
        return sorted(self.greatest)[-_least_rank(len(self.greatest), self.level)]

    @property
    def rows(self) -> tuple[DensityPoint, ...]:
        """The density at each time."""
        return tuple(map(DensityPoint, self.times, self.density))


@on_axis("press_density", not_of=only_recordings("consensus(corpus)"))
def press_density(
    item: Item,
    *,
    width: float = WIDTH,
    coders: Sequence[str] | None = None,
    trim: tuple[float, float] = (0.0, 0.0),
    null: TimeNull = "circular shift",
    shuffles: int = SHUFFLES,
    level: float = LEVEL,
    seed: int = 1,
) -> PressDensity:
    """Compute the density of boundaries along a recording, and its chance level.

    ``density(t) = (1 / people) * sum over boundaries of normal(t - boundary, width)``

    Sources: Silverman (1986) for kernels; Huff, Meitz & Papenmeier (2014) for kernels over those
    of a group; Nichols & Holmes (2002) for a level by the greatest value of each shuffle.

    Parameters
    ----------
    item : Item
        A recording, see `Corpus.from_times`.
    width : float, default 1
        Standard deviation of the kernel, in seconds.
    coders : sequence of str, optional
        Whose boundaries count; everybody's if left out.
    trim : pair of float, default (0, 0)
        Seconds at the start and at the end in which no boundary counts, and to which chance moves
        none.
    null : {"circular shift", "shuffled gaps", "shared pace"}, default "circular shift"
        How independent people are made, see `hit_rate_curve`.
    shuffles : int, default 199
        How many times everybody is moved; 0 for a curve without chance.
    level : float, default 0.95
        Share of recordings of independent people that stay below the chance level.
    seed : int, default 1
        Equal seeds give equal levels.

    Returns
    -------
    PressDensity
        At least 0; over a recording it adds up to the boundaries of one person, but for what those
        near the start and the end have beyond them.

    Raises
    ------
    CorpusError
        If the item is no recording, or nobody of the coders coded it.
    ValueError
        If an option is out of its range, or the width too small for so long a recording.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> corpus = Corpus.from_times(
    ...     {"film": {"anna": [12.0, 31.0], "ben": [12.5, 48.0]}}, durations={"film": 60}
    ... )
    >>> found = press_density(corpus["film"], width=2)
    >>> max(found.rows, key=lambda point: point.density).time
    12.25
    >>> found.chance is not None and max(found.density) > found.chance
    False
    """
    _least_rank(shuffles, level)
    check_null(null)
    scale = scale_of(item)
    seconds = scale.seconds(item.mass)
    if not (isfinite(width) and width > 0):
        raise ValueError(f"a width is a number of seconds above 0, got {width!r}")
    if why := too_fine(seconds, width):
        raise ValueError(why)
    points = max(1, ceil(seconds * FINENESS / width))
    names = item.coders if coders is None else tuple(coders)
    first, rest = trim[0], seconds - sum(trim)
    if not (min(trim) >= 0 and rest > 0):
        raise ValueError(f"a trim leaves something of {seconds:g} s, got {trim!r}")
    every = [
        np.array(item.codings[name].boundaries, dtype=np.float64) * scale.resolution
        for name in names
        if name in item.codings
    ]
    people = [times[(times >= first) & (times <= first + rest)] for times in every]
    if not people:
        raise CorpusError(f"nobody of the coders coded item {item.name!r}")
    presses = sum(map(len, people))
    grid = (np.arange(points) + 0.5) / points
    height = 1 / (width * sqrt(2 * pi) * len(people))
    together = np.concatenate(people) / seconds
    observed = _bumps(together, points, seconds / width, around=False) * height
    greatest: Floats = np.empty(0)
    if presses and shuffles:
        random = np.random.default_rng([seed, item.stream])
        if null == "circular shift":
            moved = [(times - first) / rest for times in people]
            greatest = _greatest_of_shifts(moved, rest / width, shuffles, random) * height
        else:
            begin, mass = scale.steps(first), max(1, scale.steps(rest))
            steps = [np.rint(times / scale.resolution).astype(np.int64) for times in people]
            rows = [np.minimum(row - begin, mass - 1) for row in steps]
            maker = Independent.of(null, rows, mass, item.scale)
            versions = [maker.versions(row, shuffles, random) / mass for row in rows]
            greatest = _greatest_of(versions, rest / width, shuffles) * height
        # Sums of the same kernels in another order differ in their last digits: what is as great
        # shall not seem less.
        greatest *= 1 + ROUNDING
    return PressDensity(
        item=item.name,
        width=float(width),
        coders=len(people),
        presses=presses,
        times=tuple((grid * seconds).tolist()),
        density=tuple(observed.tolist()),
        level=level,
        greatest=tuple(greatest.tolist()),
    )


def over_recordings(densities: Sequence[PressDensity]) -> tuple[PressDensity, ...]:
    """Return densities with chance levels that hold for all recordings together.

    In each shuffle, the recording whose greatest density is farthest above what is usual there,
    in standard deviations, speaks for all. The densities themselves stay.

    Source: Westfall & Young (1993), single-step maxT.
    """
    known = [one for one in densities if one.greatest]
    if len(known) < 2:
        return tuple(densities)
    tops = np.array([(max(one.density), *one.greatest) for one in known])
    mean, spread = tops.mean(axis=1), tops.std(axis=1)
    # Boundaries that nobody else can meet are as dense in every shuffle, but for the last digits.
    varies = spread > ROUNDING * mean
    farthest = standardised(tops[varies])[:, 1:].max(axis=0, initial=-np.inf)
    levels = iter(
        tuple((own + apart * farthest).tolist()) if varying else one.greatest
        for one, own, apart, varying in zip(known, mean, spread, varies, strict=True)
    )
    return tuple(replace(one, greatest=next(levels)) if one.greatest else one for one in densities)


def too_fine(seconds: float, width: float) -> str:
    """Return why a kernel is too narrow for so long a recording; empty if it is not."""
    if seconds * FINENESS / width <= MOST_POINTS:
        return ""
    return (
        f"a width of {width:g} s is too small for a recording of {seconds:g} s; the least is "
        f"{seconds * FINENESS / MOST_POINTS:.2g} s"
    )


def _least_rank(shuffles: int, level: float) -> int:
    """Return which of the greatest densities, from the top, is the chance level."""
    check_shuffles(shuffles)
    check_level(level)
    # 1 - 0.95 is a little more than 0.05.
    rank = floor((1 - level) * (shuffles + 1) + 1e-9)
    if shuffles and not rank:
        raise ValueError(f"{shuffles} shuffles are too few for a level of {level:g}")
    return rank


def _bumps(presses: Floats, points: int, length: float, *, around: bool) -> Floats:
    """Sum the kernels of boundaries, of height 1 each, on a grid; `around`: the end is the start.

    Boundaries and the grid lie between 0 and 1, and the length is that of the recording in widths.
    """
    reach = min(points, ceil(REACH * points / length)) if points > 1 else 0
    at = np.floor(presses * points).astype(np.int64)[:, np.newaxis] + np.arange(-reach, reach + 1)
    apart = ((at + 0.5) / points - presses[:, np.newaxis]) * length
    inside = (at >= 0) & (at < points)
    heights = np.exp(-0.5 * apart * apart)
    if around:
        at %= points
    else:
        at, heights = at[inside], heights[inside]
    found = np.bincount(at.reshape(-1), weights=heights.reshape(-1), minlength=points)
    return found.astype(np.float64)


def _greatest_of(people: Sequence[Floats], length: float, shuffles: int) -> Floats:
    """Find the greatest density of each version of people: of each person versions x boundaries."""
    points = max(1, ceil(length * FINENESS))
    together = np.concatenate(people, axis=1)
    tops = (_bumps(row, points, length, around=False).max() for row in together)
    return np.fromiter(tops, dtype=np.float64, count=shuffles)


def _greatest_of_shifts(
    people: Sequence[Floats], length: float, shuffles: int, random: np.random.Generator
) -> Floats:
    """Move each person's boundaries at random, and find the greatest density of each time."""
    points = max(1, ceil(length * FINENESS))
    alone = [_bumps(one, points, length, around=True) for one in people]
    twice = np.array([np.concatenate([one, one]) for one in alone], dtype=np.float32)
    shifts = random.integers(points, size=(shuffles, len(people))).tolist()
    found, total = np.empty(shuffles), np.empty(points, dtype=np.float32)
    for number, starts in enumerate(shifts):
        total[:] = 0
        for row, start in zip(twice, starts, strict=True):
            total += row[start : start + points]
        found[number] = total.max()
    return found
