"""The tables of a report: complete for Excel and CSV, short for reading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter, itemgetter
from typing import Any, cast

from segmetrics.adjudication.adjudications import Consensus
from segmetrics.adjudication.consensus_in_time import TimeBoundary, TimeConsensus
from segmetrics.adjudication.gold import GoldItem, HandDecision
from segmetrics.adjudication.press_peaks import lasts_longer
from segmetrics.axis import Axis, axis_of
from segmetrics.claims.cause_sentences import verdicts_on
from segmetrics.coefficients.decision_table import DecisionTable
from segmetrics.coefficients.levels import ONE_GROUP
from segmetrics.coefficients.similarities import SIMILARITIES
from segmetrics.number_formats import (
    EXCEL_DECIMAL,
    EXCEL_P,
    EXCEL_SHORT,
    between,
    clock,
    count,
    p_value,
    rate,
    seconds,
    short,
)
from segmetrics.phrases import capital, counted, plural
from segmetrics.reliability.coder_findings import CoderFinding, FindingTable
from segmetrics.reliability.decision_intervals import DecisionIntervalTable
from segmetrics.reliability.fitted_coders import CoderModel, CoderVerdict
from segmetrics.reliability.hit_rate_curve import TolerancePoint
from segmetrics.reliability.intervals import IntervalTable
from segmetrics.reliability.recording_agreement import RecordingRow
from segmetrics.reliability.trends import RoundsTable
from segmetrics.reporting.bibliography import cited
from segmetrics.reporting.coder_pairs import PairRow
from segmetrics.reporting.excerpts import ComparedBoundary, Excerpt
from segmetrics.reporting.methods import methods
from segmetrics.reporting.recorded import RecordedResults
from segmetrics.reporting.report import CONTENTS, OF_RECORDINGS, Report
from segmetrics.tables.agreement_columns import Rated, agreement_table, parts, verdict_note
from segmetrics.tables.coder_tables import JudgedCoder, finding_table, model_table
from segmetrics.tables.columns import (
    SHEETS,
    Column,
    Place,
    Table,
    collected,
    counts_of,
    fields,
    named,
)
from segmetrics.tables.consensus_tables import hand_decision_in_words, supported
from segmetrics.tables.recording_round_tables import not_compared
from segmetrics.tables.recording_tables import ITEM_COLUMNS, PRESSES, coder_table, recording_table
from segmetrics.tables.score_tables import decisions_table
from segmetrics.tables.time_consensus_tables import (
    decision_in_seconds,
    interval_of_place,
    time_boundary_table,
    why_no_interval,
)
from segmetrics.tables.trend_tables import corpus_table, item_table, step_table
from segmetrics.tables.trend_words import rounds_notes

BEYOND_CHANCE, SUMMARY, ROW = "Agreement beyond chance", "In short", "Item"
IN_SUMMARY: tuple[str, ...] = (
    *("", "verdict", "corrected", "alpha", "pi_star", "kappa_star", "bias", "one_minus_wd_mean"),
    *("one_minus_wd_sd", "near_misses", "full_misses"),
)
IN_SUMMARY_IN_TIME: tuple[str, ...] = (
    *("item", "verdict", "value", "chance", "corrected", "p_value", "covering", "deviation"),
    *("rate", "agreement"),
)
"""Columns of the sheet that a person reads first."""
IN_PAPER: tuple[str, ...] = (
    *("", "corrected", "corrected_p", "alpha", "pi_star", "kappa_star", "bias"),
    *("one_minus_wd_mean", "near_misses", "full_misses"),
)
"""Those of a paper, whose paragraph says what the verdicts are; the appendix has the rest."""

FINER = {"p_value": EXCEL_P, "bias": EXCEL_DECIMAL}
"""Those of them whose numbers are small: with three decimals, and with four."""

MORE = "More about each recording"
OVER_TOLERANCES = "Agreement over tolerances"
BEYOND_KEYS = ("value", "corrected", "p_value")
OF_ONE_GROUP = "Agreement of items and the corpus"
NOTHING_LEFT = "nothing is left after the trim, so it has no density"
NOT_COUNTED = "{} within the trimmed start or end, or too soon after another, not counted"


def agreement_of(report: Report) -> Table[Any]:
    """Return all that is said of the agreement of items, groups and the corpus."""
    found = agreement_table(report.table, report.intervals, report.reliability, in_report=True)
    notes = dict.fromkeys((*_about_verdicts(report), *found.notes))
    return replace(found, title=CONTENTS["agreement"], notes=tuple(notes))


def in_short(report: Report, wanted: Sequence[str] = IN_SUMMARY) -> Table[Any]:
    """Return what a person reads of agreement in one table."""
    if report.recorded:
        whole, wanted = recording_table(report.recorded.agreement), IN_SUMMARY_IN_TIME
    else:
        whole = agreement_of(report)
    known = {one.name: one for one in whole.at(Place.READING)}
    return replace(whole, title=SUMMARY, columns=[known[name] for name in wanted if name in known])


def of_paper(report: Report) -> Table[Any]:
    """Return the same as a paper has it, in at most ten columns; a single group is the corpus."""
    table = in_short(report, IN_PAPER)
    left_out = [verdict_note(report.reliability)] if report.reliability else []
    rows, title = list(table.rows), report.contents["agreement"]
    if len(report.corpus.groups) == 1:
        rows = [one for one in rows if table.level(one) != "group"]
        left_out.append(f"corpus: {ONE_GROUP}")
        title = OF_ONE_GROUP
    return replace(
        table,
        title=title,
        rows=rows,
        columns=[one for one in table.columns if one.name != "verdict"],
        notes=tuple(note for note in table.notes if note not in left_out),
    )


def summary(report: Report) -> list[Table[Any]]:
    """Return the same as the first sheet of a workbook, if the report holds agreement.

    It has the headings of the pages, and two decimals, or some more.
    """
    if not report.holds("agreement"):
        return []
    table = in_short(report)
    columns = [
        replace(one, key=one.title or ROW, places=SHEETS, excel=FINER.get(one.name, EXCEL_SHORT))
        for one in table.columns
    ]
    return [replace(table, key="summary", columns=columns)]


def agreement_parts(report: Report) -> list[Table[Any]]:
    """Return the same for reading: agreement beyond chance, then the coefficients of the papers."""
    beyond, papers = parts(agreement_of(report))
    first = _about_verdicts(report)
    rest = tuple(note for note in papers.notes if note not in first)
    return [replace(beyond, title=BEYOND_CHANCE, notes=first), replace(papers, notes=rest)]


def _about_verdicts(report: Report) -> tuple[str, ...]:
    """List what a reader of the verdicts should know: whom intervals speak of, and the rule."""
    rule = verdict_note(report.reliability) if report.reliability else ""
    return (*_about_intervals(report.intervals), *([rule] if rule else []))


def _about_intervals(found: IntervalTable | DecisionIntervalTable | None) -> tuple[str, ...]:
    return (capital(found.options.signature),) if found else ()


def decisions_of(report: Report) -> Table[Rated]:
    """Return all that is said of the agreement of boundary decisions."""
    table = cast("DecisionTable", report.decisions)
    found = decisions_table(table, report.decision_intervals)
    notes = (*_about_intervals(report.decision_intervals), *found.notes)
    return replace(found, title=CONTENTS["decisions"], notes=notes)


def pairs(report: Report) -> Table[PairRow]:
    """Return how each pair of coders agrees."""
    similarity = report.options.agreement.similarity
    whys = collected((_both(row), row.undefined) for row in report.pairs)
    return Table(
        key="pairs",
        title=CONTENTS["pairs"],
        columns=[
            named(_both, "coders"),
            *fields("coder_a", "coder_b"),
            counts_of("items", "items"),
            Column(
                f"mean_{similarity}",
                lambda row: row.value,
                f"mean {SIMILARITIES[similarity]}",
                places=SHEETS | Place.READING,
                why=lambda row: row.undefined,
            ),
            *fields("value", places=Place.JSON),
            counts_of("near_misses", "near"),
            counts_of("full_misses", "full"),
            *fields("undefined", places=Place.JSON),
            Column("note", lambda row: row.undefined, places=SHEETS),
        ],
        rows=report.pairs,
        notes=tuple(whys if report.pairs else ["No two coders coded an item together."]),
    )


def _both(row: PairRow) -> str:
    return f"{row.coder_a} and {row.coder_b}"


def coders(report: Report) -> Table[CoderFinding]:
    """Return what each coder does beside the others of the group."""
    table = cast("FindingTable", report.findings)
    intervals = report.options.intervals is not None
    found = finding_table(table, verdicts(report), intervals=intervals)
    return replace(found, title=CONTENTS["coders"])


def verdicts(report: Report) -> dict[str, CoderVerdict]:
    """Return who stands out by the model of the coders, and by what."""
    found = report.findings.rows if report.findings else ()
    return verdicts_on(found, report.coder_model, report.causes)


def modelled_coders(report: Report) -> Table[JudgedCoder]:
    """Return what each coder does, by the model."""
    model = cast("CoderModel", report.coder_model)
    found = model_table(model, intervals=report.options.intervals is not None)
    return replace(found, title=CONTENTS["coder_model"])


def consensus_items(made: Consensus, axis: Axis) -> Table[GoldItem]:
    """Return the consensus segmentation of each item on a line."""
    return Table(
        key="consensus",
        title=CONTENTS["consensus"],
        columns=[
            named(lambda one: one.item, "item"),
            Column(
                "", lambda one: one.mass, plural(axis.called), write=count, places=Place.READING
            ),
            Column("", lambda one: len(one.boundaries), "boundaries", places=Place.READING),
            named(_supported_places, f"begins at {axis.called} (support)"),
        ],
        rows=made.items,
        notes=tuple(f"{name}: coded by no person" for name in made.without),
    )


def _supported_places(one: GoldItem) -> str:
    return (
        ", ".join(f"{found.place + 1:,} ({supported(found)})" for found in one.boundaries) or "none"
    )


def decided(made: Consensus, axis: Axis) -> Table[HandDecision]:
    """Return what was decided by hand about disputed places."""
    return Table(
        key="decided",
        title="Decisions about disputed places",
        columns=[
            named(lambda one: one.decision.item, "item"),
            Column("item", attrgetter("decision.item"), places=SHEETS),
            Column(
                "begins_at_unit",
                lambda one: one.decision.place + 1,
                f"begins at {axis.called}",
                write=count,
            ),
            Column("verdict", attrgetter("decision.verdict"), places=SHEETS),
            Column(
                "moved_to_unit",
                lambda one: None if one.decision.to is None else one.decision.to + 1,
                places=SHEETS,
            ),
            Column("comment", attrgetter("decision.comment"), places=SHEETS),
            Column("effect", attrgetter("effect"), places=SHEETS),
            named(lambda one: hand_decision_in_words(one, axis), "decision"),
            named(lambda one: one.decision.comment, "why"),
        ],
        rows=made.by_hand,
    )


def rounds(report: Report) -> list[Table[Any]]:
    """Return what agreement did over rounds: the corpus, its changes, and the items."""
    table = cast("RoundsTable", report.rounds)
    if not table.steps:
        return []
    titled = (
        ("rounds", "Agreement in each round", corpus_table(table)),
        ("changes", "Changes between rounds", step_table(table)),
        ("round_items", "Items in each round", item_table(table, table.judged_by)),
    )
    common = (
        f"{counted(len(table.rounds), 'round')}, {counted(len(table.items), 'common item')}; "
        f"{table.interval_options.signature}"
    )
    return [replace(one, key=key, title=title, caption=common) for key, title, one in titled]


def recordings_in_parts(found: RecordedResults) -> list[Table[RecordingRow]]:
    """Return agreement on recordings for reading: how far beyond chance, then what else."""
    whole = recording_table(found.agreement)
    known = {one.key: one for one in whole.at(Place.READING)}
    each: Column[RecordingRow] = Column(
        "", lambda row: row.presses / row.coders, "boundaries per coder", write=rate
    )
    first = [known[key] for key in ("item", "seconds", "coders")]
    beyond = [known[key] for key in (*BEYOND_KEYS, "verdict")]
    more = [one for one in ITEM_COLUMNS if one.key not in BEYOND_KEYS]
    return [
        replace(whole, title=BEYOND_CHANCE, columns=[*first, each, *beyond]),
        Table(key="more", title=MORE, columns=[known["item"], PRESSES, *more], rows=whole.rows),
    ]


def tolerances(found: RecordedResults) -> Table[TolerancePoint]:
    """Return F of all recordings over tolerances."""
    columns: Sequence[Column[TolerancePoint]] = (
        Column("tolerance", lambda one: one.tolerance, "within", write=seconds),
        Column("value", lambda one: one.value, "F", write=short, why=lambda one: one.undefined),
        Column("chance", lambda one: one.chance, "chance", write=short),
        *fields("low", "high"),
        Column(
            "",
            lambda one: between(one.low, one.high, short),
            "chance, 95% of curves",
            places=Place.READING,
        ),
        Column("corrected", lambda one: one.corrected, "beyond chance", write=short),
        Column("p_adjusted", lambda one: one.p_adjusted, "p, adjusted", write=p_value),
    )
    return Table(key="tolerances", title=OVER_TOLERANCES, columns=columns, rows=found.curve)


def boundaries_in_time(made: TimeConsensus) -> Table[TimeBoundary]:
    """Return the boundaries of the consensus as times of a clock, for reading."""
    by = partial(decision_in_seconds, scale=made.scale)
    return Table(
        key="consensus",
        title=OF_RECORDINGS["consensus"],
        columns=[
            named(lambda one: one.item, "recording"),
            Column("", lambda one: clock(one.time, 1), "time", places=Place.READING),
            *interval_of_place(made, lambda end: clock(end or 0.0, 1)),
            Column("", lambda one: f"{len(one.votes)} of {one.of}", "coders", places=Place.READING),
            named(lambda one: ", ".join(one.votes), "marked by"),
            *([named(by, "decision")] if made.by_hand else []),
        ],
        rows=made.boundaries,
        notes=why_no_interval(made),
    )


def boundary_sheet(made: TimeConsensus) -> Table[TimeBoundary]:
    """Return the same at full precision, in seconds."""
    return replace(time_boundary_table(made), key="consensus", title=OF_RECORDINGS["consensus"])


def placed(found: RecordedResults) -> list[dict[str, Any]]:
    """Return for JSON when people marked in each recording, and what chance reaches there."""
    chance = {one.item: one for one in found.densities}
    scale = found.corpus.scale
    return [
        {
            "item": item.name,
            "seconds": scale.seconds(item.mass) if scale else None,
            "width": found.options.width,
            "chance": chance[item.name].chance if item.name in chance else None,
            "presses": {
                coder: [scale.seconds(place) if scale else place for place in coding.boundaries]
                for coder, coding in item.codings.items()
            },
        }
        for item in found.corpus.items
    ]


def sentences(report: Report) -> Table[tuple[str, ...]]:
    """Return the sentences about the least reliable items."""
    rows = [
        (found.over_s.item, one.cause, one.text)
        for found in report.worst
        for one in found.sentences
    ]
    return _of_tuples("why", CONTENTS["why"], ("item", "about", "sentence"), rows)


def units(report: Report) -> Table[tuple[Any, ...]]:
    """Return the units of excerpts, with the coders for whom a segment begins at each."""
    columns = ("item", "begins_at_unit", "cost", "unit", "text", "begins_here_by")
    rows = []
    for one in report.excerpts:
        for unit in range(one.first, one.first + one.units):
            text = one.texts[unit - one.first] if one.texts else None
            by = [coder for coder, _ in placed_after(one, unit - 1)]
            rows.append((one.item, one.place + 1, one.cost, unit, text, ", ".join(by)))
    return _of_tuples("excerpts", CONTENTS["excerpts"], columns, rows)


def placed_after(one: Excerpt, unit: int) -> list[tuple[str, ComparedBoundary]]:
    """List the coders who put a boundary after a unit of an excerpt, each with it."""
    return [
        (coder, mark) for coder, marks in one.marks.items() for mark in marks if mark.place == unit
    ]


def about_report(report: Report) -> Table[tuple[str, str]]:
    """Return by what a report was made, its notes, methods and references."""
    rows = [*facts(report), *(("Note", note) for note in notes(report))]
    if report.holds("methods"):
        rows.append(("Methods", methods(report)))
    rows += [("Reference", work.text) for work in cited(report)]
    return _of_tuples("about", "About this report", ("what", "value"), rows)


def _of_tuples(key: str, title: str, names: Iterable[str], rows: Any) -> Table[Any]:
    columns = [
        Column[Any](name, itemgetter(place), places=SHEETS) for place, name in enumerate(names)
    ]
    return Table(key=key, title=title, columns=columns, rows=rows)


def counts(report: Report) -> str:
    """Return how much a report is about: items, coders and coder groups."""
    corpus = report.corpus
    item = "recording" if report.recorded else "item"
    parts = ((item, corpus.items), ("coder", corpus.coders), ("coder group", corpus.groups))
    return ", ".join(counted(len(found), name) for name, found in parts)


def notes(report: Report) -> tuple[str, ...]:
    """List what a reader of any of its tables should know, each once."""
    if report.recorded:
        return _recorded_notes(report, report.recorded)
    tables: Mapping[str, Callable[[Report], Table[Any]]] = {
        "agreement": agreement_of,
        "decisions": decisions_of,
        "pairs": pairs,
        "ranked": agreement_of,
        "coders": coders,
        "coder_model": modelled_coders,
    }
    held = [table(report) for key, table in tables.items() if report.holds(key)]
    found = [note for table in held for note in table.notes]
    if report.made:
        found += consensus_items(report.made, axis_of(report.corpus)).notes
    if report.rounds:
        found += rounds_notes(report.rounds)
    return tuple(dict.fromkeys(found))


def _recorded_notes(report: Report, found: RecordedResults) -> tuple[str, ...]:
    """List what a reader of any of the tables should know, each once."""
    said = [NOT_COUNTED.format(counted(found.not_counted, "boundary"))]
    notes = said if found.not_counted else []
    if report.holds("agreement"):
        notes += recording_table(found.agreement).notes
    if report.holds("coders"):
        notes += coder_table(found.agreement).notes
    if report.holds("heat_map", "consensus") and found.too_fine:
        notes.append(f"No density: {found.too_fine}")
    if report.holds("heat_map", "consensus"):
        trim = found.options.measured.trim
        short = [item.name for item in found.corpus.items if not lasts_longer(item, trim)]
        notes += collected((name, NOTHING_LEFT) for name in short)
    if found.rounds:
        notes += not_compared(found.rounds)
    return tuple(dict.fromkeys(notes))


def facts(report: Report) -> tuple[tuple[str, str], ...]:
    """List what every format says of a report: what it is about, and by what it was made."""
    source = report.source.removeprefix("Source: ")
    found = [("Title", report.title), ("Source", source), ("Size", counts(report))]
    if report.left_out:
        found.append(("Left out because of problems", ", ".join(report.left_out)))
    found += report.provenance.items()
    found.append(("Signature", report.signature))
    return tuple((name, value) for name, value in found if value)
