"""What pages compute of the boundaries of recordings: their density, and its peaks.

As in `segmetrics.dashboard.frame.computations`, each function declares a `Job`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from segmetrics.adjudication.gold import voters
from segmetrics.adjudication.press_peaks import (
    FEW_CODERS,
    FoundPeaks,
    PressPeak,
    TimeConsensusOptions,
    peaks_and_chance,
)
from segmetrics.axis import scale_of
from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard.frame.jobs import PATIENT, Job, kept
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.server import tasks
from segmetrics.reliability.press_density import PressDensity, press_density, too_fine


def time_options(view: UrlState) -> TimeConsensusOptions:
    """Return the settings as options of a consensus of recordings."""
    chosen = view.recording_options
    return TimeConsensusOptions(
        width=view.kernel_width,
        tolerance=chosen.tolerance,
        trim=chosen.trim,
        null=chosen.null,
        least=view.least,
    )


def too_narrow(corpus: Corpus, view: UrlState) -> str:
    """Return why a kernel is too narrow for the longest recording; empty if it is not."""
    if corpus.scale is None:
        return ""
    longest = corpus.scale.seconds(max(item.mass for item in corpus.items))
    return too_fine(longest, view.kernel_width)


def people_on(corpus: Corpus, item: Item) -> tuple[str, ...]:
    """Name the coders of a recording whose boundaries count: no reference and no segmenter."""
    return tuple(voters(corpus, item))


def peaks_of_corpus(corpus: Corpus, view: UrlState) -> Job[FoundPeaks]:
    """Return the job that finds the peaks of all recordings, and what chance reaches in each."""
    options = replace(time_options(view), least=None)
    return Job(
        ("all peaks", corpus.codings_digest, options),
        partial(tasks.at_once, peaks_and_chance, corpus, options),
        of=corpus,
        unasked=PATIENT,
    )


def density_of(
    corpus: Corpus, item: Item, view: UrlState, found: FoundPeaks
) -> PressDensity | None:
    """Return the density of a recording with its chance level; None if nothing of it counts."""
    greatest, options = found.greatest.get(item.name), time_options(view)
    if greatest is None:
        return None
    key = ("density", corpus.codings_digest, item.name, options)

    def dense() -> PressDensity:
        alone = press_density(
            item,
            width=options.width,
            coders=people_on(corpus, item),
            trim=options.trim,
            shuffles=0,
            level=options.level,
        )
        return replace(alone, greatest=greatest)

    return kept(key, dense)


def worth_showing(peaks: Sequence[PressPeak]) -> list[PressPeak]:
    """Leave out what one coder alone marked, unless there are few coders."""
    return [one for one in peaks if len(one.votes) > 1 or one.of <= FEW_CODERS]


def peak_near(item: Item, peaks: Sequence[PressPeak], view: UrlState) -> PressPeak | None:
    """Return the peak that a chosen place belongs to."""
    if view.place is None:
        return None
    place, reach = view.place, scale_of(item).steps_within(time_options(view).reach)
    near = [one for one in worth_showing(peaks) if abs(one.place - place) <= reach]
    return min(near, key=lambda one: abs(one.place - place), default=None)
