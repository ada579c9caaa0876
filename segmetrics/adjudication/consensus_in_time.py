"""One segmentation of a recording of many: peaks by a rule, and what was decided by hand.

See `segmetrics.adjudication.press_peaks` for the peaks; decisions are applied as to a consensus of
texts, see `segmetrics.adjudication.adjudications`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from segmetrics.adjudication.adjudications import decided, hand_decisions
from segmetrics.adjudication.gold import GoldBoundary, GoldItem, HandDecision, voters
from segmetrics.adjudication.press_peaks import PressPeak, TimeConsensusOptions, press_peaks
from segmetrics.axis import on_axis, scale_of
from segmetrics.corpus import Adjudication, Corpus
from segmetrics.rows import WithRows
from segmetrics.time_scale import TimeScale


class TimeBoundary(NamedTuple):
    """A boundary of the consensus of a recording, in seconds."""

    item: str
    time: float
    low: float | None
    high: float | None
    votes: Mapping[str, float]
    of: int
    by_hand: HandDecision | None

    @property
    def support(self) -> float:
        """Share of the coders who stand behind it, in [0, 1]."""
        return len(self.votes) / self.of


@dataclass(frozen=True)
class TimeConsensus(WithRows):
    """The consensus of recordings, decisions included."""

    parts = ("boundaries",)

    #: One for each recording that somebody coded who votes; positions are steps.
    items: tuple[GoldItem, ...]
    options: TimeConsensusOptions  #: how it was made
    peaks: tuple[PressPeak, ...]  #: all peaks, those of chance too
    decisions: tuple[Adjudication, ...]  #: what was decided, in order
    #: What a person decided, without what follows from it; each with what the peaks give there.
    by_hand: tuple[HandDecision, ...]
    scale: TimeScale  #: what a position lasts
    digest: str  #: SHA-256 of the codings that it is of

    @property
    def boundaries(self) -> tuple[TimeBoundary, ...]:
        """The boundaries of all items, each with the interval of its peak."""
        within = {(one.item, one.place): (one.low, one.high) for one in self.peaks}
        return tuple(
            TimeBoundary(
                item.item,
                self.scale.seconds(one.place),
                *within.get((item.item, one.place), (None, None)),
                {coder: self.scale.seconds(place) for coder, place in one.votes.items()},
                one.of,
                one.by_hand,
            )
            for item in self.items
            for one in item.boundaries
        )

    @property
    def left_out(self) -> tuple[PressPeak, ...]:
        """The peaks of more than half of the coders without a boundary that nobody decided about.

        What most coders marked is not dropped in silence.
        """
        reach = self.scale.steps_within(self.options.reach)
        kept = {(item.item, one.place) for item in self.items for one in item.boundaries}
        said = [(one.decision.item, one.decision.place) for one in self.by_hand]
        return tuple(
            peak
            for peak in self.peaks
            if 2 * len(peak.votes) > peak.of
            and (peak.item, peak.place) not in kept
            and not any(i == peak.item and abs(at - peak.place) <= reach for i, at in said)
        )


@on_axis("consensus", only="seconds")
def consensus_in_time(
    corpus: Corpus,
    options: TimeConsensusOptions | None = None,
    peaks: Iterable[PressPeak] | None = None,
) -> TimeConsensus:
    """Make one segmentation of each recording from its peaks, and apply the corpus's decisions.

    Parameters
    ----------
    corpus : Corpus
        Recordings, see `Corpus.from_times`.
    options : TimeConsensusOptions, optional
        The width of the kernel, the tolerance, and how chance is found.
    peaks : iterable of PressPeak, optional
        What `press_peaks` finds with these options, if it is at hand.

    Returns
    -------
    TimeConsensus
        Its rows are the peaks that the rule takes, in seconds.

    Raises
    ------
    CorpusError
        If the items are no recordings.

    Examples
    --------
    >>> from segmetrics.corpus import Adjudication, Corpus
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
    >>> for one in consensus_in_time(corpus).boundaries:
    ...     print(one.time, one.low, one.high, one.support)
    12.1 11.8 12.9 1.0
    >>> by_hand = corpus.with_decisions([Adjudication("film", 12100, "move", 12000)])
    >>> [(one.time, one.support) for one in consensus_in_time(by_hand).boundaries]
    [(12.0, 1.0)]
    """
    options = options or TimeConsensusOptions()
    scale = scale_of(corpus)
    found = tuple(press_peaks(corpus, options) if peaks is None else peaks)
    by_peaks = gold_of_peaks(corpus, found, options)
    return TimeConsensus(
        items=decided(corpus, by_peaks, reach=scale.steps_within(options.reach)),
        options=options,
        peaks=found,
        decisions=corpus.decisions,
        by_hand=hand_decisions(corpus.decisions, by_peaks),
        scale=scale,
        digest=corpus.codings_digest,
    )


def gold_of_peaks(
    corpus: Corpus, peaks: Iterable[PressPeak], options: TimeConsensusOptions
) -> tuple[GoldItem, ...]:
    """Return the peaks that the rule takes of each recording that somebody coded who votes."""
    found: dict[str, list[GoldBoundary]] = {
        item.name: [] for item in corpus.items if voters(corpus, item)
    }
    for peak in peaks:
        if options.takes(peak):
            found[peak.item].append(GoldBoundary(peak.place, peak.places, peak.of))
    return tuple(
        GoldItem(name, corpus[name].mass, tuple(boundaries), scale=corpus.scale)
        for name, boundaries in found.items()
    )
