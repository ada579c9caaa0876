"""What leaves: the report that a view asks for, and the page that a colleague opens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial

from segmetrics.adjudication.gold import GoldOptions
from segmetrics.claims.cause_sentences import sentences_on_causes, told_besides
from segmetrics.claims.cause_types import NO_CAUSES
from segmetrics.coefficients.quantities import BY_SHUFFLING
from segmetrics.corpus import Corpus
from segmetrics.dashboard.frame.computations import recorded_options
from segmetrics.dashboard.frame.jobs import PATIENT, Job
from segmetrics.dashboard.frame.paging import on_page
from segmetrics.dashboard.frame.selected_corpus import SelectedCorpus
from segmetrics.dashboard.frame.selected_corpus import rounds_of as opened_rounds
from segmetrics.dashboard.frame.session_store import say, store, visitor
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.server import tasks
from segmetrics.dashboard.server.logs import log
from segmetrics.dashboard.share import words
from segmetrics.number_formats import p_value, rate
from segmetrics.reliability.chance_verdicts import WELL_BEYOND, verdict_in_words
from segmetrics.reliability.recording_agreement import RecordingAgreement
from segmetrics.reliability.reliability_table import (
    ReliabilityRow,
    ReliabilityTable,
    needs_work_first,
)
from segmetrics.reliability.trends import CodingRound, named_apart
from segmetrics.reporting.html_report import ReportPage
from segmetrics.reporting.make_report import titled
from segmetrics.reporting.methods import methods_of_results
from segmetrics.reporting.report import CONTENTS, Report, ReportOptions, contents_of
from segmetrics.reporting.report_formats import REPORT_FORMATS
from segmetrics.reporting.sections import (
    paragraph_of_rounds,
    results,
    sentence,
    sentence_on_rounds,
)
from segmetrics.store import Saved
from segmetrics.tables.agreement_columns import verdict_explained
from segmetrics.tables.browser import PageTable, page
from segmetrics.tables.columns import Column, Place, Table, of_field
from segmetrics.tables.recording_tables import recording_table

WHOLE = ("docx", "appendix", "html", "markdown", "json")
IN_PARTS = ("xlsx", "latex", "bibtex", "csv", "figures")
"""The formats of a report as a whole, and those of its tables and figures."""
LARGE = 3_000_000
"""Bytes from which on a report is shown when asked for, since a browser takes long to draw it."""


def report_of(
    found: SelectedCorpus, corpus: Corpus, view: UrlState, options: ReportOptions, date: str
) -> tuple[Report, ReportPage] | None:
    """Return the report of a corpus and its page, see `computed`; only the last is kept."""
    reading = found.reading
    if reading is None:
        return None
    rounds = rounds_of(found, view, options)
    if not options.holds("consensus", "heat_map"):
        # Nothing else in a report depends on decisions about disputes.
        corpus = corpus.with_decisions(())
    title, source = titled(reading, anonymous=options.anonymous, name=name_of(found))
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


def unknown_contents(view: UrlState) -> tuple[str, ...]:
    """List the contents of an address that no report holds."""
    return tuple(key for key in view.contents if key not in CONTENTS)


def options_of(view: UrlState, corpus: Corpus) -> ReportOptions | None:
    """Read what a report on a corpus is to hold from a view."""
    wrong = gold_problem(view) if corpus.scale is None else ""
    contents = tuple(
        key
        for key in view.contents
        if key in contents_of(corpus) and not (wrong and key == "consensus")
    )
    if not contents:
        return None
    # What the corpus or the contents do not look at is left out where the report is made.
    return ReportOptions(
        agreement=view.options,
        intervals=view.interval_options if view.intervals == "shown" else None,
        contents=contents,
        anonymous=view.coders == "numbered",
        question=view.question,
        gold=GoldOptions() if gold_problem(view) else view.gold_options,
        recorded=recorded_options(view),
    )


def gold_problem(view: UrlState) -> str:
    """Return why no consensus can be made by the rule of a view; empty if it can."""
    try:
        _ = view.gold_options
    except ValueError as error:
        return str(error)
    return ""


def rounds_of(
    found: SelectedCorpus, view: UrlState, options: ReportOptions
) -> tuple[CodingRound, ...]:
    """Return the rounds that a report follows: all that are accepted, if it is to hold any."""
    if found.saved is None or not options.holds("rounds"):
        return ()
    texts = found.corpus is None or found.corpus.scale is None
    known = [
        (one.name, one.corpus)
        for one in opened_rounds(view)
        # Rounds of texts and of recordings are not compared, as the page of rounds says.
        if one.corpus is not None and (one.corpus.scale is None) == texts
    ]
    names = named_apart([name for name, _ in known])
    return tuple(CodingRound(name, corpus) for name, (_, corpus) in zip(names, known, strict=True))


def round_name(found: SelectedCorpus) -> str:
    """Name the round that is open; empty if its project has no other."""
    if found.saved is None or found.round is None or len(found.saved.rounds) < 2:
        return ""
    names = named_apart([one.name for one in found.saved.rounds])
    return names[found.saved.rounds.index(found.round)]


def name_of(found: SelectedCorpus) -> str:
    """Name the project that is open, and the round if it has several; empty of what is not kept."""
    title = found.saved.title if found.saved else ""
    # The name of a project that was called as its first round says nothing of another one.
    of_round = round_name(found)
    if found.saved and of_round and title == found.saved.rounds[0].name:
        return of_round
    return ", ".join(dict.fromkeys(filter(None, [title, of_round])))


def choice_of_rounds(view: UrlState) -> dict[str, str]:
    """List the rounds of a project of which something can leave, key to name."""
    rounds = opened_rounds(view)
    names = named_apart([one.name for one in rounds])
    return {one.key: name for one, name in zip(rounds, names, strict=True) if one.corpus}


def paragraphs(report: Report, of_round: str) -> dict[str, str]:
    """Return the results of a report and how they were found, for a paper; none without results."""
    if not report.holds("results"):
        return {}
    found = {
        words.SENTENCE: sentence(report, of_round),
        words.CHANGE: sentence_on_rounds(report),
        words.RESULTS: results(report),
        words.ROUNDS: paragraph_of_rounds(report),
        words.METHODS: methods_of_results(report),
    }
    return {title: said for title, said in found.items() if said}


def before_reporting(report: Report) -> str:
    """Return who keeps agreement low, or is odd in single items; empty if nobody is."""
    recorded = report.recorded
    found = recorded.causes if recorded else report.causes
    said = sentences_on_causes(found)[:1] if found else []
    coders = (
        recorded.agreement.coders if recorded else report.findings.rows if report.findings else ()
    )
    odd = (one for row in coders for one in row.odd_items)
    said += [one.words for one in told_besides(odd, found or NO_CAUSES)]
    return words.BEFORE_REPORTING.format(" ".join(said)) if said else ""


def in_megabytes(size: int) -> str:
    """Return how many bytes a file has, in words."""
    return f"{rate(size / 1e6)} MB" if size >= 1e6 else f"{max(1, round(size / 1e3))} kB"


def today() -> str:
    """Return the date of a report that is made now."""
    return datetime.now().astimezone().date().isoformat()


def writers(report: Report, page: ReportPage) -> dict[str, Callable[[], bytes]]:
    """Return what writes a report in each format; its page is written already."""
    return {
        **{key: partial(form.write, report) for key, form in REPORT_FORMATS.items()},
        "html": lambda: page.whole,
    }


def keep(place: str, made: ReportPage, name: str, signature: str) -> None:
    """Keep a report beside its corpus."""
    content = made.whole
    store().artifacts.keep(
        visitor(), place, "report", content, title=name, about={"made by": signature}
    )
    log("saved", works=1, bytes=len(content))
    say(words.KEPT, "success")


# ----- the page for a colleague

ADDRESS = "shared"


def as_kept(view: UrlState, saved: Saved | None) -> UrlState:
    """Return a view with the settings that are kept with a corpus, so that a link is short."""
    if saved is None:
        return view
    return UrlState.read({**saved.settings, **view.query()})


COLUMNS: tuple[Column[ReliabilityRow], ...] = (
    of_field("item", words.ITEM, left=True),
    Column(
        "verdict",
        lambda row: verdict_in_words(row.verdict, row.level),
        words.VERDICT,
        why=verdict_explained,
        left=True,
    ),
    of_field(
        "corrected",
        BY_SHUFFLING["corrected"].symbol,
        BY_SHUFFLING["corrected"].about,
        why=lambda row: row.undefined.get("corrected"),
        limits=(WELL_BEYOND,),
        bar=True,
    ),
    Column(
        "p",
        lambda row: row.corrected_p_adjusted,
        words.P_ADJUSTED,
        words.P_ABOUT,
        write=p_value,
        why=lambda row: row.undefined.get("corrected_p"),
    ),
)


OF_RECORDINGS = ("item", "seconds", "coders", "presses", "value", "corrected", "p_value", "verdict")
"""Columns of recordings that a colleague is shown."""


def item_table(found: ReliabilityTable, view: UrlState) -> PageTable:
    """Return the items, those first that need work."""
    return page(Table(columns=COLUMNS, rows=on_page(needs_work_first(found), view)))


def table_of_recordings(found: RecordingAgreement, view: UrlState) -> PageTable:
    """Return the recordings in the order of the corpus, with how far they are beyond chance."""
    whole = recording_table(found)
    columns = [one for one in whole.at(Place.PAGE) if one.key in OF_RECORDINGS]
    return page(replace(whole, columns=columns, rows=on_page(found.items, view)))
