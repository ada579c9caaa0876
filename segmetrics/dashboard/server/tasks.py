"""What takes long and is done in a process of its own, see `segmetrics.dashboard.server.worker`.

Each task says by ``progress`` how far it is. Nothing here knows of a page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from segmetrics.adjudication.adjudications import Consensus
from segmetrics.adjudication.consensus_in_time import TimeConsensus
from segmetrics.adjudication.gold import with_gold
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus
from segmetrics.io import Choices, Parsed, Reading, Source, assemble, parse_sources
from segmetrics.io.files import sources_in_order
from segmetrics.io.write import WRITERS, CannotWrite, Written
from segmetrics.reliability.chance import ChanceTable, chance
from segmetrics.reliability.coders import ItemOfCoders, coders_on_item
from segmetrics.reliability.shuffling import ChanceOptions, Null
from segmetrics.reliability.trends import CodingRound
from segmetrics.reporting.html_report import ReportPage, report_page
from segmetrics.reporting.make_report import make_report
from segmetrics.reporting.report import Report, ReportOptions

Found = TypeVar("Found")
Progress = Callable[[float], None]


def read(
    sources: Sequence[Source],
    most: int,
    choices: Choices | None = None,
    *,
    progress: Callable[..., None],
) -> tuple[Parsed, Reading]:
    """Read files, up to so many bytes unpacked, and make a corpus of them under choices."""
    found = parse_sources(sources_in_order(sources), choices, most=most, progress=progress)
    return found, assemble(found, choices)


def at_once(
    compute: Callable[..., Found], *given: object, progress: Progress, **options: object
) -> Found:
    """Compute something that cannot say how far it is."""
    progress(0)
    return compute(*given, **options)


def on_items(corpus: Corpus, most: int, *, progress: Progress) -> list[ItemOfCoders]:
    """Set each coder beside the others on each of the first items."""
    found = []
    for done, item in enumerate(corpus.items[:most], 1):
        found.append(coders_on_item(item))
        progress(done / min(most, len(corpus)))
    return found


def file_of(corpus: Corpus, key: str, *, progress: Progress) -> Written | CannotWrite:
    """Write a corpus in a format; gives the reason if it cannot be written."""
    progress(0)
    try:
        return WRITERS[key].write(corpus)
    except CannotWrite as error:
        return error


def gold_file(
    corpus: Corpus, made: Consensus | TimeConsensus, key: str, *, progress: Progress
) -> Written | CannotWrite:
    """Write a corpus with its gold segmentation, decisions applied, or say why that cannot be."""
    return file_of(with_gold(corpus, made.items).with_decisions(()), key, progress=progress)


def gold_workbook(
    corpus: Corpus, made: Consensus | TimeConsensus, date: str, *, ends: bool, progress: Progress
) -> bytes:
    """Write a gold segmentation with texts as an Excel workbook."""
    from segmetrics.tables.gold_workbook import gold_xlsx

    progress(0)
    return gold_xlsx(made, corpus, date=date, ends=ends)


def chance_levels(
    corpus: Corpus, options: AgreementOptions, asked: Sequence[ChanceOptions], *, progress: Progress
) -> Mapping[Null, ChanceTable]:
    """Find the chance levels of a corpus under several nulls."""

    def part(done: int) -> Progress:
        return lambda share: progress((done + share) / len(asked))

    return {
        shuffling.null: chance(corpus, options, shuffling, progress=part(done))
        for done, shuffling in enumerate(asked)
    }


def report_and_page(
    corpus: Corpus,
    options: ReportOptions,
    *,
    title: str,
    source: str,
    date: str,
    left_out: tuple[str, ...],
    rounds: tuple[CodingRound, ...],
    progress: Progress,
) -> tuple[Report, ReportPage]:
    """Return the report of a corpus, and the same as a page."""
    report = make_report(
        corpus,
        options,
        title=title,
        source=source,
        date=date,
        left_out=left_out,
        rounds=rounds,
        progress=progress,
    )
    return report, report_page(report)
