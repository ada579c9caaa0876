"""The report of a corpus as a job, with about how long it takes.

As in `segmetrics.dashboard.frame.computations`, the function declares a `Job`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from segmetrics.corpus import Corpus
from segmetrics.dashboard.frame import job_words
from segmetrics.dashboard.frame.computations import seconds_of_report
from segmetrics.dashboard.frame.jobs import Job
from segmetrics.dashboard.frame.press_computations import seconds_of_densities
from segmetrics.dashboard.frame.recording_computations import agreement_of, curve_of
from segmetrics.dashboard.server import tasks
from segmetrics.io import Reading
from segmetrics.reliability.trends import CodingRound
from segmetrics.reporting.html_report import ReportPage
from segmetrics.reporting.recorded import RecordedOptions
from segmetrics.reporting.report import Report, ReportOptions, titled

WRITTEN = 800  # items a second, in the page of a report


def report_of(
    reading: Reading,
    corpus: Corpus,
    options: ReportOptions,
    date: str,
    rounds: tuple[CodingRound, ...] = (),
) -> tuple[Report, ReportPage] | None:
    """Return the report of a corpus and its page, see `computed`; only the last is kept."""
    if not options.holds("consensus", "heat_map"):
        # Nothing else in a report depends on decisions about disputes.
        corpus = corpus.with_decisions(())
    title, source = titled(reading, anonymous=options.anonymous)
    if corpus.scale is None:
        seconds = seconds_of_report(corpus, options, rounds)
    else:
        seconds = _seconds_of_recordings(corpus, options.recorded, rounds)
    followed = tuple((one.name, one.corpus.codings_digest) for one in rounds)
    found_in = corpus.named_digest, corpus.decisions, followed, title, source, reading.left_out
    return Job(
        ("report", *found_in, options, date),
        partial(
            tasks.report_and_page,
            corpus,
            options,
            title=title,
            source=source,
            date=date,
            left_out=reading.left_out,
            rounds=rounds,
        ),
        label=job_words.REPORT,
        seconds=seconds + len(corpus) / WRITTEN,
        alone=True,
    ).computed()


def _seconds_of_recordings(
    corpus: Corpus, options: RecordedOptions, rounds: Sequence[CodingRound]
) -> float:
    """Estimate how long a report on recordings takes."""
    seconds = agreement_of(corpus, options.measured).seconds
    seconds += curve_of(corpus, options.measured).seconds
    seconds += seconds_of_densities(corpus, options.peaks)
    # Agreement in each round, and twice in each step between two.
    return seconds + sum(3 * agreement_of(one.corpus, options.measured).seconds for one in rounds)
