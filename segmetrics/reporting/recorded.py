"""What a report on recordings holds: agreement, densities, the consensus in time, rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from segmetrics.adjudication.consensus_in_time import TimeConsensus, consensus_in_time
from segmetrics.adjudication.press_peaks import TimeConsensusOptions, densities_of_voters, peaks_of
from segmetrics.claims.cause_types import NO_CAUSES, Causes
from segmetrics.claims.causes import causes_in_recordings
from segmetrics.corpus import Corpus
from segmetrics.metrics.time.trimming import cut_to_trim, with_presses_counted
from segmetrics.number_formats import seconds
from segmetrics.reliability.hit_rate_curve import TolerancePoint, hit_rate_curve, tolerances_around
from segmetrics.reliability.press_density import WIDTH, PressDensity, too_fine
from segmetrics.reliability.progress import Progress
from segmetrics.reliability.recording_agreement import RecordingAgreement, recording_agreement
from segmetrics.reliability.recording_changes import RecordingRounds, recording_trends
from segmetrics.reliability.recording_options import RecordingOptions
from segmetrics.reliability.recording_sums import afforded_shuffles
from segmetrics.reliability.trends import CodingRound
from segmetrics.rows import Rows

# Shares of the time that is gone when agreement, the curve and the peaks are there.
AGREED, DRAWN, FOUND = 0.3, 0.6, 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedOptions:
    """How a report measures recordings.

    Parameters
    ----------
    measured : RecordingOptions, optional
        How agreement is measured, and which boundaries count.
    width : float, default 1
        Standard deviation of the kernel of the density of boundaries, in seconds.
    least : int, optional
        Coders who make a boundary of the consensus, see `TimeConsensusOptions`.

    Raises
    ------
    ValueError
        If the width is none.
    """

    measured: RecordingOptions = field(default_factory=RecordingOptions)
    width: float = WIDTH
    least: int | None = None

    def __post_init__(self) -> None:
        _ = self.peaks  # refuses a width that is none

    @property
    def peaks(self) -> TimeConsensusOptions:
        """How the consensus is found: by the same tolerance and chance, of the same boundaries."""
        measured = self.measured
        return TimeConsensusOptions(
            width=self.width,
            tolerance=measured.tolerance,
            trim=measured.trim,
            null=measured.null,
            least=self.least,
        )


@dataclass(frozen=True, kw_only=True)
class RecordedResults:
    """What was computed of recordings; empty or None where the contents do not ask for it."""

    options: RecordedOptions
    corpus: Corpus  # the recordings with the boundaries that count
    not_counted: int  # boundaries that the trim and the minimum gap leave out
    agreement: RecordingAgreement  # agreement of each recording, each coder, and all
    causes: Causes = NO_CAUSES  # who keeps agreement low
    curve: Rows[TolerancePoint] = field(default_factory=Rows)  # F over tolerances
    # The density of each recording that somebody coded who votes.
    densities: tuple[PressDensity, ...] = ()
    too_fine: str = ""  # why there is no density; empty if there is
    made: TimeConsensus | None = None  # the consensus, decisions included
    rounds: RecordingRounds | None = None  # what agreement did over rounds

    @property
    def signature(self) -> str:
        """How all of it was made, in one line."""
        decided = f"decisions={len(self.made.by_hand)}" if self.made else ""
        return ", ".join(filter(None, (self.measured, self.density, decided)))

    @property
    def measured(self) -> str:
        """How agreement was measured, in one line."""
        return replace(self.agreement.options, shuffles=self.agreement.shuffles).signature

    @property
    def density(self) -> str:
        """How the density was made, in one line; empty without one."""
        if not self.densities:
            return ""
        peaks = self.options.peaks
        return f"kernel of {seconds(peaks.width)}, chance by {peaks.null}, {peaks.shuffles} times"


def recorded_results(
    corpus: Corpus,
    options: RecordedOptions,
    contents: Sequence[str],
    rounds: Sequence[CodingRound],
    *,
    progress: Progress,
) -> RecordedResults:
    """Compute what a report on recordings holds."""
    measured, peaks = options.measured, options.peaks
    kept = with_presses_counted(corpus, trim=measured.trim, minimum_gap=measured.minimum_gap)
    # Decisions count for the consensus, whichever boundaries do.
    kept = kept.with_decisions(corpus.decisions)
    found = RecordedResults(
        options=options,
        corpus=kept,
        not_counted=boundaries_in(corpus) - boundaries_in(kept),
        agreement=recording_agreement(kept, measured),
    )
    progress(AGREED)
    if "coders" in contents:
        causes = causes_in_recordings(kept, measured, agreed=found.agreement)
        found = replace(found, causes=causes)
    if "agreement" in contents:
        found = replace(found, curve=curve_over_tolerances(kept, measured))
    progress(DRAWN)
    if "consensus" in contents or "heat_map" in contents:
        why = why_too_fine(kept, options.width)
        found = replace(found, too_fine=why)
        if not why:
            densities = densities_of_voters(kept, peaks)
            made = consensus_in_time(kept, peaks, peaks_of(kept, densities, peaks))
            found = replace(found, densities=densities, made=made)
    progress(FOUND)
    return replace(found, rounds=recording_trends(rounds, measured)) if rounds else found


def boundaries_in(corpus: Corpus) -> int:
    """Count the boundaries of all codings."""
    return sum(len(one.boundaries) for item in corpus.items for one in item.codings.values())


def curve_over_tolerances(corpus: Corpus, measured: RecordingOptions) -> Rows[TolerancePoint]:
    """Compute F over tolerances; the corpus holds the boundaries that count."""
    return hit_rate_curve(
        cut_to_trim(corpus, trim=measured.trim),
        tolerances=tolerances_around(measured.tolerance),
        null=measured.null,
        shuffles=shuffles_of_curve(corpus, measured),
        level=measured.level,
        seed=measured.seed,
    )


def shuffles_of_curve(corpus: Corpus, measured: RecordingOptions) -> int:
    """Return how many times independent people are made at each tolerance of a curve."""
    times = len(tolerances_around(measured.tolerance))
    return afforded_shuffles(corpus, measured.shuffles, times=times)


def why_too_fine(corpus: Corpus, width: float) -> str:
    """Return why a kernel is too narrow for the longest recording; empty if it is not."""
    scale = corpus.scale
    longest = max(item.mass for item in corpus.items)
    return too_fine(scale.seconds(longest), width) if scale else ""
