"""Peaks: the places of a recording where several people mark, and which are beyond chance.

Conventions
-----------
The consensus has the peaks that more than half of the coders of a recording support, or at least so
many, or those above chance.

A *peak* is a place where the density of boundaries is greater than on both sides (see
`segmetrics.reliability.press_density`). Each boundary belongs to the nearest peak, if that is
within the tolerance; of a person with several at a peak the nearest one counts. The people who
have one *support* the peak, and it lies at the median of their boundaries, the lower one of two.
Neighbours that nobody supports both are one peak if all their boundaries lie within the tolerance
of each other: else two who mark a moment a little later than two others would be half of the people
at each of two places.

A peak is *above chance* if its density is above a chance level that holds for all recordings
together: of independent people, 5% of corpora have such a peak in any recording.

The interval of a place holds the median of the boundaries that other such people would have there.
It follows from their order, whatever their distribution, and takes at least five.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import comb, isfinite
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from segmetrics.adjudication.disputes import Dispute
from segmetrics.adjudication.gold import lower_median, voters
from segmetrics.axis import on_axis, only_recordings, scale_of
from segmetrics.corpus import Corpus, Item
from segmetrics.metrics.time.trimming import with_presses_counted
from segmetrics.phrases import counted
from segmetrics.reliability.pair_hit_rates import TimeNull, check_null
from segmetrics.reliability.press_density import (
    LEVEL,
    SHUFFLES,
    WIDTH,
    PressDensity,
    over_recordings,
    press_density,
)
from segmetrics.reliability.recording_agreement import RecordingCoder
from segmetrics.rows import Rows
from segmetrics.segmentation import Segmentation

Ints = NDArray[np.int64]

FEW_CODERS = 3
"""Up to so many, what one of them alone marked is worth a look."""
BEYOND_CHANCE = 0
"""Instead of a number of coders: a boundary is what lies above chance."""
LEAST_PRESSES = 5
"""Boundaries from which a place has an interval: of fewer, the first and the last hold less."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeConsensusOptions:
    """How peaks and the consensus of recordings are found; goes with them as their signature.

    Parameters
    ----------
    width : float, default 1
        Standard deviation of the kernel of the density, in seconds.
    tolerance : float, optional
        How many seconds from a peak a boundary may be that supports it; two widths if left out.
    trim : pair of float, default (0, 0)
        Seconds at the start and at the end in which no boundary counts.
    null : {"circular shift", "shuffled gaps", "shared pace"}, default "circular shift"
        How independent people are made, see `segmetrics.reliability.hit_rate_curve`.
    least : int, optional
        Coders who make a boundary, be it beyond chance or not; more than half of those of the
        recording if left out. 0 (`BEYOND_CHANCE`) takes what is beyond chance, whoever supports
        it: few coders hardly ever are, be they ever so right.
    level : float, default 0.95
        Share of corpora of independent people without a peak above chance.
    shuffles : int, default 199
        How many times independent people are made to find the chance level.
    seed : int, default 1
        Equal seeds give equal levels.

    Raises
    ------
    ValueError
        If the width or the tolerance is no number of seconds, or nothing is shuffled.
    """

    width: float = WIDTH
    tolerance: float | None = None
    trim: tuple[float, float] = (0.0, 0.0)
    null: TimeNull = "circular shift"
    least: int | None = None
    level: float = LEVEL
    shuffles: int = SHUFFLES
    seed: int = 1

    def __post_init__(self) -> None:
        if not (isfinite(self.width) and self.width > 0):
            raise ValueError(f"a width is a number of seconds above 0, got {self.width!r}")
        if not (isfinite(self.reach) and self.reach >= 0):
            raise ValueError(
                f"a tolerance is a number of seconds from 0 on, got {self.tolerance!r}"
            )
        check_null(self.null)
        if self.least is not None and (type(self.least) is not int or self.least < BEYOND_CHANCE):
            raise ValueError(f"it takes a number of coders to make a boundary, got {self.least!r}")
        if self.shuffles < 1:
            raise ValueError(f"chance takes at least one shuffle, got {self.shuffles!r}")

    @property
    def reach(self) -> float:
        """How many seconds from a peak a boundary may be that supports it."""
        return 2 * self.width if self.tolerance is None else self.tolerance

    def takes(self, peak: PressPeak) -> bool:
        """Return whether a peak belongs to the consensus."""
        if self.least == BEYOND_CHANCE:
            return peak.above_chance
        if self.least is None:
            return 2 * len(peak.votes) > peak.of
        return len(peak.votes) >= self.least

    @property
    def enough(self) -> str:
        """How many coders make a boundary, in words; empty if it is what is beyond chance."""
        if self.least is None:
            return "more than half of the coders"
        return f"at least {counted(self.least, 'coder')}" if self.least else ""

    @property
    def too_few(self) -> str:
        """How many make none; empty as well."""
        if self.least is None:
            return "half of the coders or fewer"
        return f"fewer than {counted(self.least, 'coder')}" if self.least else ""

    @property
    def signature(self) -> str:
        """The options in one line, for a caption or a footnote."""
        trim = f"trim={self.trim[0]:g} and {self.trim[1]:g} s, " if any(self.trim) else ""
        which = f"of {self.enough}" if self.enough else "above chance"
        return (
            f"consensus=peaks {which}, width={self.width:g} s, tolerance={self.reach:g} s, "
            f"{trim}chance by {self.null}, level={self.level:g}, shuffles={self.shuffles}, "
            f"seed={self.seed}"
        )


@dataclass(frozen=True, slots=True)
class PressPeak:
    """A place of a recording where people mark, and who."""

    item: str  #: name of the item
    time: float  #: the median of the boundaries that support it, in seconds
    #: The lower end of the 95% interval of the place, in seconds; None with fewer than five
    #: boundaries.
    low: float | None
    high: float | None  #: the upper end
    votes: Mapping[str, float]  #: the coders who support it, and when each of them marked
    of: int  #: coders of the item
    density: float  #: boundaries a second of one person, at the top of the peak
    #: How often independent people have a density as great, for the recording it is in, anywhere in
    #: any recording, the people themselves counted as one case.
    p_value: float
    above_chance: bool  #: whether its density is above the chance level
    places: Mapping[str, int] = field(repr=False)  #: when each of them marked, in steps

    @property
    def place(self) -> int:
        """Its time in steps."""
        return lower_median(self.places.values())

    @property
    def support(self) -> float:
        """Share of the coders who support it, in [0, 1]."""
        return len(self.votes) / self.of


@on_axis("press_peaks", not_of=only_recordings("disputes(corpus)"))
def press_peaks(corpus: Corpus, options: TimeConsensusOptions | None = None) -> Rows[PressPeak]:
    """Find the places of recordings where people mark, with who, and whether beyond chance.

    Sources: Huff, Meitz & Papenmeier (2014) for event boundaries as peaks of kernels over the
    boundaries of a group; Hettmansperger & Sheather (1986) for the interval of a median; Westfall &
    Young (1993) for a level of all recordings together. An automatic segmenter and a reference do
    not count.

    Parameters
    ----------
    corpus : Corpus
        Recordings, see `Corpus.from_times`.
    options : TimeConsensusOptions, optional
        The width of the kernel, the tolerance, and how chance is found.

    Returns
    -------
    Rows of PressPeak
        A tuple, in the order of the corpus and of time.

    Raises
    ------
    CorpusError
        If the items are no recordings.
    ValueError
        If the width is too small for so long a recording.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> corpus = Corpus.from_times(
    ...     {
    ...         "film": {
    ...             "anna": [12.0, 31.0, 77.0],
    ...             "ben": [12.4, 48.0],
    ...             "cleo": [11.8, 95.0],
    ...             "dan": [12.1, 60.5],
    ...             "eve": [12.9, 110.0],
    ...         }
    ...     },
    ...     durations={"film": 120},
    ... )
    >>> for peak in press_peaks(corpus)[:2]:
    ...     print(peak.time, peak.low, peak.high, len(peak.votes), peak.p_value)
    12.1 11.8 12.9 5 0.005
    31.0 None None 1 1.0
    """
    return peaks_and_chance(corpus, options or TimeConsensusOptions()).peaks


class FoundPeaks(NamedTuple):
    """The peaks of all recordings, and by recording the greatest densities of chance."""

    peaks: Rows[PressPeak]
    greatest: Mapping[str, tuple[float, ...]]


def peaks_and_chance(corpus: Corpus, options: TimeConsensusOptions) -> FoundPeaks:
    """Find the peaks of all recordings, and what chance reaches in each, all together."""
    corpus = with_presses_counted(corpus, trim=options.trim)
    densities = densities_of_voters(corpus, options)
    return FoundPeaks(
        peaks_of(corpus, densities, options), {one.item: one.greatest for one in densities}
    )


def belated(
    item: Item,
    peak: PressPeak,
    peaks: Iterable[PressPeak],
    people: Iterable[RecordingCoder],
    reach: float,
) -> dict[str, float]:
    """Return when those who are usually late, or early, marked a peak that they do not support.

    That is within some seconds of when they usually would, by a boundary that supports no other
    peak above chance.
    """
    scale = scale_of(item)
    taken = {(coder, at) for one in peaks if one.above_chance for coder, at in one.places.items()}
    found = {}
    for one in people:
        if not one.timing or one.later is None or one.coder in peak.votes:
            continue
        usual, coding = peak.time + one.later, item.codings.get(one.coder)
        marks = coding.boundaries if coding else ()
        times = [scale.seconds(at) for at in marks if (one.coder, at) not in taken]
        nearest = min(times, key=lambda time: abs(time - usual), default=None)
        if nearest is not None and abs(nearest - usual) <= reach:
            found[one.coder] = nearest
    return found


def lasts_longer(item: Item, trim: tuple[float, float]) -> bool:
    """Return whether a recording is longer than what is trimmed of it."""
    return item.scale is not None and item.scale.seconds(item.mass) > sum(trim)


def densities_of_voters(corpus: Corpus, options: TimeConsensusOptions) -> tuple[PressDensity, ...]:
    """Return the density of each recording in which peaks are found, with levels for all together.

    Nobody votes in those that are missing, or nothing is left of them after the trim.
    """
    voting = [(item, tuple(voters(corpus, item))) for item in corpus.items]
    return over_recordings(
        [
            press_density(
                item,
                width=options.width,
                coders=coders,
                trim=options.trim,
                null=options.null,
                shuffles=options.shuffles,
                level=options.level,
                seed=options.seed,
            )
            for item, coders in voting
            if coders and lasts_longer(item, options.trim)
        ]
    )


def peaks_of(
    corpus: Corpus, densities: Iterable[PressDensity], options: TimeConsensusOptions
) -> Rows[PressPeak]:
    """Find the peaks of densities that somebody supports, in their order and that of time."""
    return Rows(
        peak
        for curve in densities
        for peak in _peaks_of_item(
            corpus[curve.item], voters(corpus, corpus[curve.item]), curve, options.reach
        )
    )


def _peaks_of_item(
    item: Item, codings: Mapping[str, Segmentation], curve: PressDensity, tolerance: float
) -> list[PressPeak]:
    """Find the peaks of a density that somebody supports, in order of time."""
    scale = scale_of(item)
    heights = np.array((0.0, *curve.density, 0.0))
    tops = np.flatnonzero((heights[1:-1] > heights[:-2]) & (heights[1:-1] >= heights[2:]))
    places = np.rint((tops + 0.5) / len(curve.density) * item.mass).astype(np.int64)
    densities = heights[tops + 1].tolist()
    chance, shuffles = curve.chance, len(curve.greatest)
    reach = scale.steps_within(tolerance)
    supported = zip(places.tolist(), _votes(codings, places, reach), densities, strict=True)
    merged = _without_halves([one for one in supported if one[1]], reach)
    as_great = shuffles - np.searchsorted(sorted(curve.greatest), [one[2] for one in merged])
    found = []
    for (_, votes, density), great in zip(merged, as_great.tolist(), strict=True):
        votes = {coder: votes[coder] for coder in codings if coder in votes}
        times = {coder: scale.seconds(press) for coder, press in votes.items()}
        ends = median_interval(list(votes.values()))
        low, high = (None if end is None else scale.seconds(round(end)) for end in ends)
        found.append(
            PressPeak(
                item=item.name,
                time=scale.seconds(lower_median(votes.values())),
                low=low,
                high=high,
                votes=times,
                of=len(codings),
                density=density,
                p_value=(1 + great) / (1 + shuffles),
                above_chance=chance is not None and density > chance,
                places=votes,
            )
        )
    return found


Top = tuple[int, dict[str, int], float]  # a place, who supports it, and its density


def _without_halves(tops: Iterable[Top], reach: int) -> list[Top]:
    """Join neighbours that nobody supports both, all within reach; the higher one says where."""
    found: list[Top] = []
    for place, votes, density in tops:
        both = [*votes.values(), *found[-1][1].values()] if found else []
        apart = max(both, default=0) - min(both, default=0)
        if found and apart <= reach and votes.keys().isdisjoint(found[-1][1]):
            before = found.pop()
            higher = max(before, (place, votes, density), key=lambda one: one[2])
            found.append((higher[0], before[1] | votes, higher[2]))
        else:
            found.append((place, votes, density))
    return found


def _votes(
    codings: Mapping[str, Segmentation], peaks: Ints, tolerance: int
) -> list[dict[str, int]]:
    """Give each boundary to its nearest peak within a tolerance; of a coder's, the nearest one."""
    found: list[dict[str, int]] = [{} for _ in peaks]
    if not len(peaks):
        return found
    middles = (peaks[1:] + peaks[:-1]) / 2
    for coder, coding in codings.items():
        presses = np.array(coding.boundaries, dtype=np.int64)
        nearest = np.searchsorted(middles, presses)
        apart = np.abs(presses - peaks[nearest])
        for at in np.argsort(-apart, kind="stable").tolist():
            if apart[at] <= tolerance:
                found[nearest[at]][coder] = int(presses[at])
    return [{coder: votes[coder] for coder in codings if coder in votes} for votes in found]


def median_interval(
    values: Sequence[float], level: float = LEVEL
) -> tuple[float, float] | tuple[None, None]:
    """Return the interval of a median by its order statistics, interpolated between two of them.

    Of five values, the least and the greatest hold the median in 93.8% of cases, which is all that
    five can tell; of fewer there is none.
    """
    ordered, n = sorted(values), len(values)
    if n < LEAST_PRESSES:
        return None, None
    # How often the k-th value from either end holds the median between them.
    holds = [1 - 2 * sum(comb(n, i) for i in range(k)) / 2**n for k in range(1, n // 2 + 1)]
    k = max((at for at, share in enumerate(holds, 1) if share >= level), default=0)
    if not k:
        return ordered[0], ordered[-1]
    inner = holds[k] if k < len(holds) else 0.0
    share = (holds[k - 1] - level) / (holds[k - 1] - inner)
    towards = (n - k) * share / (k + (n - 2 * k) * share)
    low = ordered[k - 1] + towards * (ordered[k] - ordered[k - 1])
    high = ordered[n - k] - towards * (ordered[n - k] - ordered[n - k - 1])
    return low, high


def disputes_in_time(corpus: Corpus, peaks: Iterable[PressPeak]) -> Rows[Dispute]:
    """List the peaks about which the coders of a recording differ, the most disputed first.

    Parameters
    ----------
    corpus : Corpus
        The recordings.
    peaks : iterable of PressPeak
        Their peaks, see `press_peaks`.

    Returns
    -------
    Rows of Dispute
        A tuple, by dispute, then in the order of the corpus and of time. How much a peak is
        disputed is the share of those who support it, or of those who do not, whichever is
        smaller. Of four and more coders, a boundary of one alone is no dispute.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> corpus = Corpus.from_times(
    ...     {"film": {"x": [12.0, 31.0], "y": [12.4, 48.0], "z": [47.8]}}, durations={"film": 60}
    ... )
    >>> for one in disputes_in_time(corpus, press_peaks(corpus)):
    ...     print(one.place, one.silent, round(one.dispute, 2))
    12000 ('z',) 0.33
    31000 ('y', 'z') 0.33
    47800 ('x',) 0.33
    """
    order = {item.name: number for number, item in enumerate(corpus.items)}
    coders = {item.name: tuple(voters(corpus, item)) for item in corpus.items}
    found = []
    for peak in peaks:
        support = len(peak.votes)
        least = 2 if peak.of > FEW_CODERS else 1
        if not least <= support < peak.of:
            continue
        silent = tuple(coder for coder in coders[peak.item] if coder not in peak.votes)
        share = min(support, peak.of - support) / peak.of
        found.append(Dispute(peak.item, peak.places, silent, peak.place, share))
    found.sort(key=lambda one: (-one.dispute, order[one.item], one.place))
    return Rows(found)
