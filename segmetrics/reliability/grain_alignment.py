"""Whether the boundaries of a coarse grain are boundaries of a fine one too, beyond chance.

Conventions
-----------
Each coarse boundary of a person is set beside the nearest fine one of the same person in the same
recording. It is *aligned* if the two are at most the tolerance apart; two coarse boundaries may
have the same nearest one.

Chance moves all coarse boundaries of a person in a recording by one random length of time; what
leaves at the end comes in at the start, and the fine ones stay. So both grains keep their rhythm,
and whoever marks often has a higher chance level. With shuffled gaps, the gaps between coarse
boundaries change places instead; with a shared pace, that of both grains and all people, what is
moved keeps to it. Nobody is compared with anybody else.

*Intervals* speak of other people and other recordings, by the two-way jackknife of
`segmetrics.reliability.jackknife`; those of a person of other recordings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from segmetrics.axis import on_axis, only_recordings, scale_of
from segmetrics.coefficients.chance_corrected import value_or_none
from segmetrics.corpus import Corpus
from segmetrics.reliability.jackknife import AT_MOST_ONE, Interval, over_items
from segmetrics.reliability.pair_hit_rates import SAME, Floats, Independent
from segmetrics.reliability.recording_agreement import (
    NO_CHANCE,
    ONLY_CHANCE,
    counted_and_cut,
    reasons_of,
)
from segmetrics.reliability.recording_estimates import both_ways, ratio
from segmetrics.reliability.recording_options import RecordingOptions
from segmetrics.rows import WithRows

Ints = NDArray[np.int64]

NOTHING_SHARED = "nobody segmented the same recording at both grains"
TWO_SCALES = "the positions of one grain are steps of {} s, and those of the other of {} s"
NO_COARSE = "no coarse boundary counts"
NO_FINE = "no fine boundary counts where there are coarse ones"

# Farther from any position than another one is.
FAR = 1 << 29
FEWEST_PEOPLE = 3
FEW_PEOPLE = "where other people may lie needs three people with both grains"


@dataclass(frozen=True, slots=True, kw_only=True)
class GrainAlignment:
    """How far the coarse boundaries of a person, or of all people, are fine ones too."""

    coder: str  #: the person; empty for all
    items: int  #: recordings that were segmented at both grains
    coarse: int  #: coarse boundaries that count
    fine: int  #: fine boundaries that count
    #: The share of coarse boundaries with a fine one within the tolerance, 0 to 1.
    value: float | None
    chance: float | None  #: that share where the coarse boundaries are moved
    p_value: float | None  #: how often moved boundaries are aligned as well
    corrected: float | None  #: the share beyond chance: 0 is chance, 1 is perfect
    #: Where that may lie with other people and recordings; of a person, other recordings.
    corrected_interval: Interval
    distance: float | None  #: seconds from a coarse boundary to the nearest fine one, on average
    distance_chance: float | None  #: the same of moved ones
    distance_p: float | None  #: how often moved boundaries are as near
    #: Why there is no value, by its name.
    undefined: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class GrainAlignments(WithRows):
    """How far coarse boundaries are fine ones too."""

    coders: tuple[GrainAlignment, ...]  #: a row a person
    corpus: GrainAlignment | None  #: all of them; None if nothing can be compared
    options: RecordingOptions  #: how it was measured
    undefined: str | None = None  #: why nothing can be compared

    @property
    def rows(self) -> tuple[GrainAlignment, ...]:
        """People, then all of them."""
        return self.coders if self.corpus is None else (*self.coders, self.corpus)


@on_axis("grain_alignment", not_of=only_recordings("compare(coarse, fine)"))
def grain_alignment(
    coarse: Corpus, fine: Corpus, options: RecordingOptions | None = None
) -> GrainAlignments:
    """Compute whether coarse boundaries are fine boundaries too, beyond chance.

    If small events make up large ones, who segments at a coarse grain marks where the same person
    marks at a fine grain.

    Sources: Zacks, Tversky & Iyer (2001) for the alignment of grains, in its discrete form (the
    share) and its continuous form (the distance); Phipson & Smyth (2010) for the p-values.

    Parameters
    ----------
    coarse, fine : Corpus
        The same recordings by the same people at both grains, see `Corpus.from_times`.
    options : RecordingOptions, optional
        How it is measured: tolerance, chance, what is trimmed.

    Returns
    -------
    GrainAlignments
        A row for each person who segmented a recording at both grains, and one for all. The share
        lies in [0, 1], higher is better, 1 is perfect; the distance is at least 0, lower is better.

    Raises
    ------
    CorpusError
        If the items of one of the two are no recordings.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> coarse, fine = (
    ...     Corpus.from_times({"film": {"anna": times}}, durations={"film": 200})
    ...     for times in ([50, 120], [20, 49, 85, 122.5, 160])
    ... )
    >>> found = grain_alignment(coarse, fine, RecordingOptions(tolerance=2))
    >>> anna = found.coders[0]  # 50 is a second from 49, 120 two and a half from 122.5
    >>> anna.value, anna.distance
    (0.5, 1.75)
    """
    options = options or RecordingOptions()
    scales = [scale_of(one) for one in (coarse, fine)]
    if scales[0] != scales[1]:
        why = TWO_SCALES.format(*(f"{one.resolution:g}" for one in scales))
        return GrainAlignments((), None, options, why)
    second = scales[0].seconds(1)
    coarse, fine = (counted_and_cut(one, options) for one in (coarse, fine))
    found = [
        _aligned(coarse, fine, item, coder, options, random)
        for item, random in _randoms(coarse, fine, options)
        for coder in coarse[item].codings
        if coder in fine[item].codings
    ]
    if not found:
        return GrainAlignments((), None, options, NOTHING_SHARED)
    rows = tuple(
        _row(coder, [one for one in found if one.coder == coder], options, second)
        for coder in coarse.coders
        if any(one.coder == coder for one in found)
    )
    return GrainAlignments(rows, _row("", found, options, second), options)


class _Aligned(NamedTuple):
    """What the coarse boundaries of a person in a recording have beside them.

    Sums are of version 0, the boundaries themselves, and of moved ones.
    """

    item: str
    coder: str
    coarse: int
    fine: int
    hits: Floats
    distance: Floats


def _randoms(
    coarse: Corpus, fine: Corpus, options: RecordingOptions
) -> list[tuple[str, np.random.Generator]]:
    """Return the shared recordings, each with random numbers of its own."""
    return [
        (item.name, np.random.default_rng([options.seed, item.stream]))
        for item in coarse.items
        if item.name in fine
    ]


def _aligned(
    coarse: Corpus,
    fine: Corpus,
    item: str,
    coder: str,
    options: RecordingOptions,
    random: np.random.Generator,
) -> _Aligned:
    """Set the coarse boundaries of a person, and moved ones, beside the fine ones."""
    scale = coarse.scale
    steps = scale.steps_within(options.tolerance) if scale else 0
    ours, theirs = (
        np.array(one[item].codings[coder].boundaries, dtype=np.int64) for one in (coarse, fine)
    )
    # A file may not say how long the film goes on after the last boundary.
    mass = max(one[item].mass for one in (coarse, fine))
    rows = [
        np.array(coding.boundaries, dtype=np.int64)
        for one in (coarse, fine)
        for coding in one[item].codings.values()
    ]
    maker = Independent.of(options.null, rows, mass, scale)
    moved = maker.versions(ours, options.shuffles, random)
    nearest = _nearest(np.vstack([ours, moved]).astype(np.int64), theirs)
    hits = (nearest <= steps).sum(axis=1)
    distance = nearest.sum(axis=1) if len(theirs) else np.zeros(len(nearest))
    return _Aligned(item, coder, len(ours), len(theirs), hits.astype(float), distance.astype(float))


def _nearest(positions: Ints, others: Ints) -> Ints:
    """Return how far each position is from the nearest of others, which ascend."""
    around = np.concatenate([[-FAR], others, [FAR]])
    after = np.searchsorted(others, positions)
    found: Ints = np.minimum(positions - around[after], around[after + 1] - positions)
    return found


def _row(
    coder: str, found: Sequence[_Aligned], options: RecordingOptions, second: float
) -> GrainAlignment:
    """Sum up what a person, or all people, have."""
    counts = np.array([one.coarse for one in found], dtype=float)
    hits = np.array([one.hits for one in found])
    near = np.array([one.coarse * (one.fine > 0) for one in found], dtype=float)
    distance = np.array([one.distance for one in found]).sum(axis=0) * second
    value = ratio(hits[:, 0].sum(), counts.sum())
    apart = ratio(distance[0], near.sum())
    chances = hits[:, 1:].mean(axis=1) if options.shuffles else np.zeros(len(found))
    corrected = _beyond(hits[:, 0], chances, counts) if options.shuffles else np.nan
    row = GrainAlignment(
        coder=coder,
        items=len({one.item for one in found}),
        coarse=int(counts.sum()),
        fine=sum(one.fine for one in found),
        value=value_or_none(value),
        chance=value_or_none(ratio(chances.sum(), counts.sum())) if options.shuffles else None,
        p_value=_p(hits.sum(axis=0)) if counts.any() and options.shuffles else None,
        corrected=value_or_none(corrected),
        corrected_interval=_interval(coder, found, chances, corrected, options),
        distance=value_or_none(apart),
        distance_chance=value_or_none(ratio(distance[1:].mean(), near.sum()))
        if options.shuffles
        else None,
        distance_p=_p(-distance) if near.any() and options.shuffles else None,
    )
    return _with_reasons(row, shuffles=options.shuffles)


def _beyond(hits: Floats, chances: Floats, counts: Floats) -> float:
    """Return the share of hits beyond chance; nan if chance is perfect."""
    left = counts.sum() - chances.sum()
    return float((hits.sum() - chances.sum()) / left) if left > SAME else np.nan


def _interval(
    coder: str,
    found: Sequence[_Aligned],
    chances: Floats,
    value: float,
    options: RecordingOptions,
) -> Interval:
    """Return where the share beyond chance may lie with other people and recordings."""
    hits = np.array([one.hits[0] for one in found])
    counts = np.array([one.coarse for one in found], dtype=float)

    def without(names: Sequence[str]) -> Floats:
        """Leave out one after the other, but who has no coarse boundary."""
        parts = [np.array(names) != name for name in dict.fromkeys(names)]
        parts = [kept for kept in parts if counts[~kept].sum()]
        return np.array([_beyond(hits[kept], chances[kept], counts[kept]) for kept in parts])

    items = without([one.item for one in found])
    if coder:
        return over_items(value, items, scale=AT_MOST_ONE).interval(options.level)
    people = without([one.coder for one in found])
    if len(people) < FEWEST_PEOPLE:
        return Interval(None, None, FEW_PEOPLE)
    return both_ways(value, people, items, AT_MOST_ONE).interval(options.level)


def _p(sums: Floats) -> float:
    """Return how often moved boundaries reach a sum as high as the first."""
    return float((1 + (sums[1:] >= sums[0] - SAME).sum()) / len(sums))


def _with_reasons(row: GrainAlignment, *, shuffles: int) -> GrainAlignment:
    """Return a row with the reasons of what it does not have."""
    none = NO_COARSE if not row.coarse else NO_FINE
    of_chance = ONLY_CHANCE if shuffles else NO_CHANCE
    whys = {
        "value": NO_COARSE,
        "corrected": NO_COARSE if row.value is None else of_chance,
        "distance": none,
    }
    return replace(row, undefined=reasons_of(row, whys))
