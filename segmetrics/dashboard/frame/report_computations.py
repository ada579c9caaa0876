"""The report of a corpus as a job.

As in `segmetrics.dashboard.frame.computations`, the function declares a `Job`.
"""

from __future__ import annotations

from functools import partial

from segmetrics.corpus import Corpus
from segmetrics.dashboard.frame.jobs import PATIENT, Job
from segmetrics.dashboard.server import tasks
from segmetrics.io import Reading
from segmetrics.reliability.trends import CodingRound
from segmetrics.reporting.html_report import ReportPage
from segmetrics.reporting.report import Report, ReportOptions, titled


def report_of(
    reading: Reading,
    corpus: Corpus,
    options: ReportOptions,
    date: str,
    rounds: tuple[CodingRound, ...] = (),
    *,
    name: str = "",
) -> tuple[Report, ReportPage] | None:
    """Return the report of a corpus and its page, see `computed`; only the last is kept."""
    if not options.holds("consensus", "heat_map"):
        # Nothing else in a report depends on decisions about disputes.
        corpus = corpus.with_decisions(())
    title, source = titled(reading, anonymous=options.anonymous, name=name)
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
        of=(corpus, *(one.corpus for one in rounds)),
        alone=True,
        unasked=PATIENT,
    ).computed()
