"""What pages compute of recordings: each thing once, by what it depends on.

As in `segmetrics.dashboard.frame.computations`, each function declares a `Job`.
"""

from __future__ import annotations

from functools import partial

from segmetrics.corpus import Corpus
from segmetrics.dashboard.components.item_list_component import Strips, strips_of_recordings
from segmetrics.dashboard.frame import job_words
from segmetrics.dashboard.frame.jobs import PATIENT, Job, kept
from segmetrics.dashboard.server import tasks
from segmetrics.metrics.time.trimming import cut_to_trim
from segmetrics.reliability.hit_rate_curve import (
    TolerancePoint,
    hit_rate_curve,
    tolerances_around,
)
from segmetrics.reliability.recording_agreement import RecordingAgreement, recording_agreement
from segmetrics.reliability.recording_options import RecordingOptions
from segmetrics.reliability.recording_sums import afforded_shuffles
from segmetrics.rows import Rows


def agreement_of(corpus: Corpus, options: RecordingOptions) -> Job[RecordingAgreement]:
    """Return the job that analyses recordings, whose presses are those that count."""
    return Job(
        ("recording agreement", corpus.codings_digest, options),
        partial(tasks.at_once, recording_agreement, corpus, options),
        label=job_words.AGREEMENT,
        of=corpus,
        unasked=PATIENT,
    )


def curve_of(corpus: Corpus, options: RecordingOptions) -> Job[Rows[TolerancePoint]]:
    """Return the job that computes F over tolerances, beside that of chance.

    The corpus holds the presses that count under the options.
    """
    shuffles = shuffles_of_curve(corpus, options)
    tolerances = tolerances_around(options.tolerance)
    return Job(
        ("curve", corpus.codings_digest, options),
        partial(
            tasks.at_once,
            hit_rate_curve,
            cut_to_trim(corpus, trim=options.trim),
            tolerances=tolerances,
            null=options.null,
            shuffles=shuffles,
            level=options.level,
            seed=options.seed,
        ),
        label=job_words.CURVE,
        of=corpus,
        unasked=PATIENT,
    )


def shuffles_of_curve(corpus: Corpus, options: RecordingOptions) -> int:
    """Return how many times independent people are made at each tolerance of a curve."""
    tolerances = len(tolerances_around(options.tolerance))
    return afforded_shuffles(corpus, options.shuffles, times=tolerances)


def strips_of(corpus: Corpus, tolerance: float) -> Strips:
    """Return the strips of recordings, see `kept`."""
    steps = corpus.scale.steps_within(tolerance) if corpus.scale else 0
    key = ("strips", corpus.codings_digest, steps)
    return kept(key, lambda: strips_of_recordings(corpus.items, steps))
