"""What pages compute of the presses of recordings: their density, and its peaks.

As in `segmetrics.dashboard.frame.computations`, each function declares a `Job`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from segmetrics.adjudication.gold import voters
from segmetrics.adjudication.press_peaks import (
    PressPeak,
    TimeConsensusOptions,
    lasts_longer,
    peaks_of,
    press_peaks,
)
from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard.frame import job_words
from segmetrics.dashboard.frame.jobs import PATIENT, Job, kept
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.server import tasks
from segmetrics.reliability.press_density import (
    FINENESS,
    SHUFFLES,
    PressDensity,
    press_density,
    too_fine,
)
from segmetrics.rows import Rows

# Points of the density x people x shuffles that are done in a second.
ADDED = 1e9


def time_options(view: UrlState) -> TimeConsensusOptions:
    """Return the settings as options of a consensus of recordings."""
    chosen = view.recording_options
    return TimeConsensusOptions(
        width=view.kernel_width, tolerance=chosen.tolerance, trim=chosen.trim
    )


def too_narrow(corpus: Corpus, view: UrlState) -> str:
    """Return why a kernel is too narrow for the longest recording; empty if it is not."""
    if corpus.scale is None:
        return ""
    longest = corpus.scale.seconds(max(item.mass for item in corpus.items))
    return too_fine(longest, view.kernel_width)


def people_on(corpus: Corpus, item: Item) -> tuple[str, ...]:
    """Name the coders of a recording whose presses count: neither a reference nor a segmenter."""
    return tuple(voters(corpus, item))


def density_of(corpus: Corpus, item: Item, view: UrlState) -> Job[PressDensity] | None:
    """Return the job that computes the density of a recording; None if nothing of it counts."""
    coders, options = people_on(corpus, item), time_options(view)
    if not coders or not lasts_longer(item, options.trim):
        return None
    return Job(
        ("density", corpus.codings_digest, item.name, options),
        partial(
            tasks.at_once,
            press_density,
            item,
            width=options.width,
            coders=coders,
            trim=options.trim,
            shuffles=options.shuffles,
            level=options.level,
            seed=options.seed,
        ),
        label=job_words.DENSITY,
        seconds=seconds_of_densities(corpus, [item], view.kernel_width),
        unasked=PATIENT,
    )


def peaks_on(corpus: Corpus, item: Item, view: UrlState, curve: PressDensity) -> list[PressPeak]:
    """Return the peaks of the density of a recording."""
    codings, options = voters(corpus, item), time_options(view)
    key = ("peaks", corpus.codings_digest, item.name, options)
    return kept(key, lambda: peaks_of(item, codings, curve, options.reach))


def peaks_of_corpus(corpus: Corpus, view: UrlState) -> Job[Rows[PressPeak]]:
    """Return the job that finds the peaks of all recordings."""
    return Job(
        ("all peaks", corpus.codings_digest, time_options(view)),
        partial(tasks.at_once, press_peaks, corpus, time_options(view)),
        label=job_words.PEAKS,
        seconds=seconds_of_densities(corpus, corpus.items, view.kernel_width),
        unasked=PATIENT,
    )


def seconds_of_densities(corpus: Corpus, items: Sequence[Item], width: float) -> float:
    """Estimate how long densities and their chance levels take."""
    if corpus.scale is None:
        return 0.0
    widths = sum(corpus.scale.seconds(item.mass) * len(item.codings) for item in items)
    return widths / width * FINENESS * SHUFFLES / ADDED
