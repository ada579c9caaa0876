"""What a report holds is computed here, once; what its contents do not ask for is not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from segmetrics.adjudication.adjudications import Consensus, consensus
from segmetrics.adjudication.gold import gold
from segmetrics.adjudication.model_rule import ModelRefused
from segmetrics.boundary_marks import with_uncertain
from segmetrics.claims.causes import causes
from segmetrics.claims.change_claims import NOTHING_MENDED, what_mended
from segmetrics.coding_model.coder_model import coder_model
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.decision_table import decisions
from segmetrics.corpus import Corpus
from segmetrics.io import Reading
from segmetrics.io.recognition import recognised
from segmetrics.io.samples import sample_of
from segmetrics.phrases import capital, counted
from segmetrics.reliability.coder_findings import coder_findings
from segmetrics.reliability.decision_intervals import decision_intervals
from segmetrics.reliability.explain import Explainer, Explanation
from segmetrics.reliability.fitted_coders import CoderModel
from segmetrics.reliability.intervals import intervals_beside
from segmetrics.reliability.progress import Progress
from segmetrics.reliability.reliability_table import reliability_of
from segmetrics.reliability.trends import CodingRound, trends
from segmetrics.reporting.coder_pairs import pair_rows
from segmetrics.reporting.excerpts import Excerpt, excerpts_of
from segmetrics.reporting.recorded import recorded_results
from segmetrics.reporting.report import OF_RECORDINGS, Report, ReportOptions, contents_of
from segmetrics.tables.plain import PROGRAM

# Shares of the time that is gone when the table, reliability, intervals and rounds are there.
TABLES, RELIABLE, INTERVALS, ROUNDS = 0.1, 0.4, 0.6, 0.8

# Contents that have intervals.
WITH_INTERVALS = ("results", "agreement", "decisions", "ranked", "coders", "coder_model")


def make_report(
    corpus: Corpus,
    options: ReportOptions | None = None,
    *,
    title: str,
    source: str = "",
    date: str,
    left_out: tuple[str, ...] = (),
    rounds: Sequence[CodingRound] = (),
    progress: Progress | None = None,
) -> Report:
    """Compute what a report holds.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    options : ReportOptions, optional
        What it holds, and how that is computed.
    title, source, date, left_out
        See `Report`.
    rounds : sequence of CodingRound, optional
        All rounds of coding in their order, this corpus among them; without two of them a
        report holds no rounds.
    progress : callable, optional
        Called with the share that is done; may raise to stop the computation.

    Returns
    -------
    Report

    Examples
    --------
    >>> masses = {"ch1": {"an1": [11, 2], "an2": [2, 1, 7, 2, 1], "an3": [9, 4]}}
    >>> report = make_report(
    ...     Corpus.from_masses(masses),
    ...     ReportOptions(contents=("pairs",), intervals=None),
    ...     title="Chapter 1",
    ...     date="2026-01-31",
    ... )
    >>> [(row.coder_a, row.coder_b, round(row.value, 4)) for row in report.pairs]
    [('an1', 'an2', 0.6667), ('an1', 'an3', 0.8333), ('an2', 'an3', 0.6667)]
    """
    options = _needed(options or ReportOptions(), corpus, rounds)
    progress = progress or (lambda _: None)
    digest = corpus.codings_digest
    if options.anonymous:
        rounds = _anonymised(rounds, corpus.coder_numbers)
        corpus = corpus.anonymised()
    about = Report(
        title=title,
        source=source,
        date=date,
        program=PROGRAM,
        options=options,
        corpus=corpus,
        digest=digest,
        left_out=left_out,
    )
    if corpus.scale is not None:
        rounds = rounds if options.holds("rounds") else ()
        recorded = recorded_results(
            corpus, options.recorded, options.contents, rounds, progress=progress
        )
        return replace(about, corpus=recorded.corpus, recorded=recorded)
    corpus = with_uncertain(corpus, options.agreement.uncertain)
    table = agreement(corpus, options.agreement)
    progress(TABLES)
    reliability = None
    if options.shuffles:
        part = _between(progress, TABLES, RELIABLE)
        reliability = reliability_of(corpus, options.agreement, options.shuffling, progress=part)
    around = None
    if options.intervals and options.holds("results", "agreement", "ranked"):
        around = intervals_beside(
            corpus,
            options.agreement,
            options.intervals,
            reliability.chance if reliability else None,
            progress=_between(progress, RELIABLE, INTERVALS),
        )
    decided, around_decisions = None, None
    if options.holds("decisions"):
        decided = decisions(corpus)
        if options.intervals:
            around_decisions = decision_intervals(corpus, options.intervals)
    progress(INTERVALS)
    followed = None
    if options.holds("rounds"):
        followed = trends(
            rounds,
            options.agreement,
            shuffling=options.shuffling,
            progress=_between(progress, INTERVALS, ROUNDS),
        )
    findings = coder_findings(corpus) if options.holds("coders", "coder_model") else None
    model = coder_model(corpus, options.coder_model) if options.holds("coder_model") else None
    made, no_consensus = _consensus(corpus, options, model)
    report = replace(
        about,
        corpus=corpus,
        agreed=table,
        reliability=reliability,
        intervals=around,
        decisions=decided,
        decision_intervals=around_decisions,
        pairs=pair_rows(corpus, options.agreement) if options.holds("pairs") else (),
        findings=findings,
        coder_model=model,
        causes=(
            causes(
                corpus, options.agreement, reliability=reliability, model=model, findings=findings
            )
            if model and reliability
            else None
        ),
        made=made,
        no_consensus=no_consensus,
        rounds=followed,
        mended=what_mended(rounds, followed) if model and followed else NOTHING_MENDED,
    )
    return replace(
        report,
        worst=_explained(report, _between(progress, ROUNDS, 1.0)),
        excerpts=_excerpts(report),
    )


def _consensus(
    corpus: Corpus, options: ReportOptions, model: CoderModel | None
) -> tuple[Consensus | None, str]:
    """Return the consensus segmentation, if it is asked for, or why its rule gives none."""
    if not options.holds("consensus"):
        return None, ""
    fits = model is not None and model.options.n == options.gold.n
    try:
        by_rule = gold(corpus, options.gold, model=model if fits else None)
        return consensus(corpus, options.gold, by_rule), ""
    except ModelRefused as refused:
        return None, f"{capital(str(refused))}."


def titled(reading: Reading, *, anonymous: bool = False, name: str = "") -> tuple[str, str]:
    """Return what a report on some codings is about, and where they are from.

    The name is that of their project, which an anonymous one does not tell.
    """
    corpus = reading.corpus
    sample = sample_of(corpus.codings_digest) if corpus else None
    if sample:
        return f"Agreement on {sample.title}", f"Source: {sample.source}."
    count = len(corpus) if corpus else 0
    noun = "recording" if corpus and corpus.scale else "item"
    title = f"Agreement on {counted(count, noun)}"
    if name and not anonymous:
        title = f"{name}: agreement on {counted(count, noun)}"
    kinds = []
    for one in recognised(reading):
        # A sheet is named codings.xlsx, sheet Anna.
        names = tuple(dict.fromkeys(place.partition(", sheet ")[0] for place in one.files))
        files = counted(len(names), "file")
        if len(names) == 1 and not anonymous:
            files = names[0].replace("\\", "/").rpartition("/")[2]
        kinds.append(f"{files} ({one.title})")
    return title, f"Source: {', '.join(kinds)}." if kinds else ""


def _needed(options: ReportOptions, corpus: Corpus, rounds: Sequence[CodingRound]) -> ReportOptions:
    """Leave out the options that the contents do not look at, so that no report names them."""
    usual = ReportOptions()
    known = set(contents_of(corpus)) - ({"rounds"} if len(rounds) < 2 else set())
    contents = tuple(key for key in options.contents if key in known)
    if corpus.scale is not None:
        if not contents:
            held = ", ".join(OF_RECORDINGS)
            raise ValueError(f"a report on recordings holds at least one of {held}")
        return ReportOptions(
            intervals=None,
            contents=contents,
            anonymous=options.anonymous,
            recorded=options.recorded,
            question=options.question,
        )
    options = replace(options, contents=contents, recorded=usual.recorded)
    return replace(
        options,
        intervals=options.intervals if options.holds(*WITH_INTERVALS) else None,
        shuffling=options.shuffling
        if options.shuffles or options.holds("rounds")
        else usual.shuffling,
        rank_by=options.rank_by if options.ranks else usual.rank_by,
        worst=options.worst if options.holds("why", "excerpts") else usual.worst,
        gold=options.gold if options.holds("consensus") else usual.gold,
    )


def _anonymised(
    rounds: Sequence[CodingRound], numbers: Mapping[str, str]
) -> tuple[CodingRound, ...]:
    """Call the coders of rounds by the numbers that they have in the report, others by further."""
    numbers = dict(numbers)
    for one in rounds:
        for coder in one.corpus.coder_numbers:
            numbers.setdefault(coder, f"coder {len(numbers) + 1}")
    return tuple(replace(one, corpus=one.corpus.with_coder_names(numbers)) for one in rounds)


def _between(progress: Progress, low: float, high: float) -> Progress:
    """Report the progress of a part as that of the whole."""
    return lambda share: progress(low + (high - low) * share)


def _explained(report: Report, progress: Progress) -> tuple[Explanation, ...]:
    """Explain the least reliable items as the Item page does, if the report is to."""
    names = report.least_reliable if report.holds("why") else []
    if not names:
        return ()
    known = report.options.agreement, report.reliability, report.findings
    explainer = Explainer.of(report.corpus, *known)
    found = []
    for done, name in enumerate(names, 1):
        found.append(explainer.item(name))
        progress(done / len(names))
    return tuple(found)


def _excerpts(report: Report) -> tuple[Excerpt, ...]:
    """Return the text where the least reliable items are disputed, if the report is to hold it."""
    names = report.least_reliable if report.holds("excerpts") else []
    corpus, model = report.corpus, report.options.agreement.model
    return tuple(one for name in names for one in excerpts_of(corpus, corpus[name], model))
