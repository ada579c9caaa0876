"""The sections of a report: each declared once, as blocks that every format can write.

A new section has its title in `CONTENTS`, what is computed for it in `Report`, and its blocks,
sheets and data here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from operator import itemgetter
from typing import Any, cast

from segmetrics.axis import axis_of
from segmetrics.claims.cause_sentences import sentences_on_causes
from segmetrics.claims.coder_habits import habits_seen
from segmetrics.corpus import Item
from segmetrics.phrases import counted, joined
from segmetrics.plots.binning import counts
from segmetrics.reliability.coder_findings import FindingTable
from segmetrics.reliability.explain import Explanation
from segmetrics.reliability.fitted_coders import CoderModel
from segmetrics.reliability.loss import LossPart
from segmetrics.reliability.reliability_table import ReliabilityTable
from segmetrics.reliability.trends import RoundsTable
from segmetrics.reporting.bibliography import cited
from segmetrics.reporting.blocks import (
    Block,
    Bullets,
    Excerpts,
    Paragraph,
    References,
    Section,
    SectionHeading,
    figures,
    rows_and_notes,
    section_of,
)
from segmetrics.reporting.consensus_paragraph import consensus_in_words
from segmetrics.reporting.excerpts import Excerpt, Kind
from segmetrics.reporting.methods import methods
from segmetrics.reporting.recorded_paragraphs import (
    recorded_paragraph,
    recorded_sentence,
)
from segmetrics.reporting.recorded_sections import IN_TIME, NOBODY, coder_blocks_in_time
from segmetrics.reporting.report import CONTENTS, Report
from segmetrics.reporting.report_tables import (
    about_report,
    agreement_of,
    agreement_parts,
    coders,
    consensus_items,
    decided,
    decisions_of,
    modelled_coders,
    pairs,
    placed_after,
    rounds,
    sentences,
    summary,
    units,
    verdicts,
)
from segmetrics.reporting.results_paragraph import Results, results_paragraph, results_sentence
from segmetrics.reporting.rounds_paragraph import (
    recordings_paragraph,
    rounds_paragraph,
    rounds_sentence,
)
from segmetrics.tables.coder_model_words import model_notes, says_something
from segmetrics.tables.coder_tables import causes_data, group_data
from segmetrics.tables.columns import Column, Place, Table
from segmetrics.tables.consensus_formats import decisions_data, doubts_data, items_data
from segmetrics.tables.consensus_tables import boundary_table
from segmetrics.tables.plain import write_csv, write_zip
from segmetrics.tables.trend_tables import rounds_data, rounds_table
from segmetrics.tables.trend_words import rounds_in_words, rounds_notes

NO_COEFFICIENT = "No item has a coefficient, so that there is none to explain."
NOBODY_BY_MODEL = "By the model of the coders, no coder stands out from the others."
NOBODY_BUT = (
    "How much a coder marks is shown in this table and not judged. The model of what each coder "
    "does, in the next section, names {}."
)
NO_DISPUTE = "The least reliable items have no place where coders disagree."
NO_TEXTS = "The items came without texts, so places are given by the numbers of units."
EXPLAINED = (
    "With a unit stand the coders for whom a segment begins there. The brackets say what that is "
    "to most of the other coders: a match, a near miss or a full miss."
)
KINDS: Mapping[Kind, str] = {"same": "match", "near": "near miss", "full": "full miss"}
"""What a boundary in an excerpt is to most of the other coders, in words."""


def disagreements(excerpt: Excerpt) -> str:
    """Return how often pairs of coders disagree at the place of an excerpt."""
    return f"Pairs of coders disagree {counted(excerpt.edits, 'time')} here."


def excerpt_table(one: Excerpt) -> Table[tuple[str, str, str]]:
    """Return the units of an excerpt, and for whom a segment begins there; without texts, those."""
    headings = (one.unit, "text", "begins here")
    columns = [
        Column[Any]("", itemgetter(place), heading, left=True)
        for place, heading in enumerate(headings)
        if one.texts or place != 1
    ]
    rows = []
    for place, unit in enumerate(range(one.first, one.first + one.units)):
        placed = [f"{coder} ({KINDS[mark.kind]})" for coder, mark in placed_after(one, unit - 1)]
        if placed or one.texts:
            rows.append((str(unit), one.texts[place] if one.texts else "", ", ".join(placed)))
    return Table(columns=columns, rows=rows)


def held(report: Report) -> dict[str, Section]:
    """Return the sections of a report, by key."""
    sections = {**SECTIONS, **(IN_TIME if report.recorded else {})}
    return {key: sections[key] for key in report.contents}


def sheets(report: Report) -> list[Table[Any]]:
    """Return the complete tables of a report, and the one that says by what it was made."""
    found = [sheet for section in held(report).values() for sheet in section.sheets(report)]
    return [*found, about_report(report)]


def report_xlsx(report: Report) -> bytes:
    """Write the complete tables of a report as a workbook, behind what a person reads first."""
    from segmetrics.tables.workbook import write_xlsx

    tables = [*summary(report), *sheets(report)]
    return write_xlsx(tables, title=report.title, program=report.program, date=report.date)


def report_csv(report: Report) -> bytes:
    """Write the complete tables of a report as CSV files, in a ZIP."""
    return write_zip(
        {
            f"{one.key}.csv": write_csv(one, Place.SHEET).encode("utf-8", "replace")
            for one in sheets(report)
        }
    )


def _ranked_data(report: Report) -> list[dict[str, Any]]:
    column = report.ranked_by.column
    around = report.intervals.items if report.intervals else ()
    intervals = {row.item: getattr(row, column)._asdict() for row in around}
    return [
        {"item": row.item, column: getattr(row, column)}
        | ({"interval": intervals[row.item]} if intervals else {})
        for row in report.ranked
    ]


def _heat_map_data(report: Report) -> list[dict[str, Any]]:
    return [
        {
            "item": item.name,
            "mass": item.mass,
            "coders": len(item.codings),
            "boundaries": _placed(item),
        }
        for item in report.corpus.items
    ]


def _placed(item: Item) -> list[list[int]]:
    """List the places with a boundary, each with the number of its coders."""
    found = counts(item)
    return [[place + 1, int(found[place])] for place in found.nonzero()[0].tolist()]


def _why(report: Report) -> list[Block]:
    found: list[Block] = []
    for one in report.worst:
        found += [SectionHeading(one.over_s.item), Bullets([said.text for said in one.sentences])]
    return found or [Paragraph(NO_COEFFICIENT)]


def _explanation(one: Explanation) -> dict[str, Any]:
    return {
        "item": one.over_s.item,
        "sentences": [
            sentence._asdict() | {"numbers": dict(sentence.numbers)} for sentence in one.sentences
        ],
        "pi_star_s": one.over_s.pi_star,
        "pi_star_b": one.over_b.pi_star,
        "alpha": one.alpha.alpha,
        "undefined": {
            "pi_star_s": one.over_s.undefined.get("pi_star"),
            "pi_star_b": one.over_b.undefined.get("pi_star"),
            "alpha": one.alpha.undefined.get("alpha"),
        },
        "interval": one.interval._asdict(),
        "verdict": one.reliability.verdict,
        "corrected_p_adjusted": one.reliability.corrected_p_adjusted,
        "chance": one.shuffled._asdict(),
        "loss": one.loss
        and {
            "total": one.loss.total._asdict(),
            "potential_boundaries": one.loss.potential_boundaries,
            "kinds": {str(kind): part._asdict() for kind, part in one.loss.kinds.items()},
            "coders": _parts("coder", one.loss.coders),
            "pairs": _parts("pair", one.loss.pairs),
            "places": _parts(
                "place", {place: part for (_, place), part in one.loss.places.items()}
            ),
        },
        "boundaries": dict(one.boundaries),
        "size": one.size._asdict(),
        "signature": one.signature,
    }


def _parts(name: str, parts: Mapping[Any, LossPart]) -> list[dict[str, Any]]:
    return [{name: key, **part._asdict()} for key, part in parts.items()]


def _excerpts(report: Report) -> list[Block]:
    if not report.excerpts:
        return [Paragraph(NO_DISPUTE if report.ranked else NO_COEFFICIENT)]
    texts = any(text for one in report.excerpts for text in one.texts)
    return [Excerpts(report.excerpts, "" if texts else f" {NO_TEXTS}")]


def _excerpts_data(report: Report) -> list[dict[str, Any]]:
    return [
        one._asdict()
        | {
            "marks": [
                {"coder": coder, "boundaries": [mark._asdict() for mark in marks]}
                for coder, marks in one.marks.items()
            ]
        }
        for one in report.excerpts
    ]


def results(report: Report) -> str:
    """Describe in a paragraph what a report found, for a paper."""
    if report.recorded:
        return recorded_paragraph(report, report.recorded)
    return results_paragraph(_found(report))


def sentence(report: Report, of_round: str = "") -> str:
    """Describe in one sentence what a report found, for a paper."""
    if report.recorded:
        return recorded_sentence(report.recorded, of_round, report.options.question)
    return results_sentence(_found(report), of_round)


def _found(report: Report) -> Results:
    """Return what paragraph and sentence of a report are written from."""
    return Results(
        corpus=report.corpus,
        table=report.table,
        reliability=cast("ReliabilityTable", report.reliability),
        intervals=report.intervals,
        made=report.made,
        question=report.options.question,
    )


def _coders(report: Report) -> list[Block]:
    table = coders(report)
    found = [row.words for row in table.rows if row.stands_out]
    named = verdicts(report)
    habits = habits_seen(report.corpus, cast("FindingTable", report.findings), named)
    if found:
        return [Bullets([*found, *habits]), table]
    nobody = [Paragraph(NOBODY_BUT.format(joined([*named])) if named else NOBODY)]
    return [*(nobody if named or not habits else []), *([Bullets(habits)] if habits else []), table]


def _coder_model(report: Report) -> list[Block]:
    model = cast("CoderModel", report.coder_model)
    if not says_something(model):
        return [Bullets(list(model_notes(model)))]
    found = _by_model(report, model)
    return [Bullets(found) if found else Paragraph(NOBODY_BY_MODEL), modelled_coders(report)]


def _by_model(report: Report, model: CoderModel) -> list[str]:
    """Return whom the model names, and what agreement is without what they do."""
    causes = sentences_on_causes(report.causes, who=False) if report.causes else []
    hidden = [one for one in verdicts(report).values() if one not in model.verdicts]
    return [*(one.words for one in (*model.verdicts, *hidden)), *causes]


def who_differs(report: Report) -> list[Block]:
    """Return who differs and how, without tables: by the model, and by all that is sure without."""
    if report.recorded:
        return [one for one in coder_blocks_in_time(report) if not isinstance(one, Table)]
    model, named = cast("CoderModel", report.coder_model), verdicts(report)
    found = cast("FindingTable", report.findings)
    said = [row.words for row in found.rows if row.stands_out and row.coder not in named]
    said += _by_model(report, model) if says_something(model) else []
    said += habits_seen(report.corpus, found, named)
    return [Bullets(said) if said else Paragraph(NOBODY)]


def _coder_model_data(report: Report) -> dict[str, Any]:
    model = cast("CoderModel", report.coder_model)
    groups = [group_data(one) for one in model.groups]
    made = causes_data(report.causes) if report.causes else []
    return rows_and_notes(modelled_coders(report)) | {"groups": groups, "causes": made}


def _consensus(report: Report) -> list[Block]:
    if report.made is None:
        return [Paragraph(report.no_consensus)]
    words = Paragraph(consensus_in_words(report.made, report.corpus))
    axis = axis_of(report.corpus)
    found: list[Block] = [words, consensus_items(report.made, axis)]
    return [*found, decided(report.made, axis)] if report.made.decisions else found


def _consensus_data(report: Report) -> dict[str, Any]:
    if report.made is None:
        return {"words": report.no_consensus}
    return {
        "words": consensus_in_words(report.made, report.corpus),
        "without": list(report.made.without),
        "items": items_data(report.made),
        "decisions": decisions_data(report.made),
        "doubts": doubts_data(report.made),
    }


def _consensus_sheets(report: Report) -> list[Table[Any]]:
    if report.made is None:
        return []
    boundaries = replace(boundary_table(report.made), key="consensus", title=CONTENTS["consensus"])
    return [
        boundaries,
        *([decided(report.made, axis_of(report.corpus))] if report.made.decisions else []),
    ]


def _rounds(report: Report) -> list[Block]:
    table = cast("RoundsTable", report.rounds)
    in_short = rounds_sentence(table)
    said = [in_short] if in_short else report.mended.told(rounds_in_words(table))
    return [
        *map(Paragraph, filter(None, [*said, rounds_paragraph(table, report.mended)])),
        *rounds(report),
        Bullets(rounds_notes(table)),
    ]


def paragraph_of_rounds(report: Report) -> str:
    """Describe in a paragraph what changed over rounds, for a paper; empty without any."""
    if report.recorded:
        return recordings_paragraph(report.recorded.rounds) if report.recorded.rounds else ""
    return rounds_paragraph(report.rounds, report.mended) if report.rounds else ""


def sentence_on_rounds(report: Report) -> str:
    """Describe in one sentence how agreement changed over rounds of texts; empty without any."""
    return rounds_sentence(report.rounds) if report.rounds else ""


def _methods(report: Report) -> list[Block]:
    works = [work.text for work in cited(report)]
    return [Paragraph(methods(report)), *([References(works)] if works else [])]


SECTIONS: Mapping[str, Section] = {
    "results": Section(blocks=lambda report: [Paragraph(results(report))], data=results),
    "agreement": section_of(agreement_of, agreement_parts),
    "decisions": section_of(decisions_of),
    "pairs": section_of(pairs, data=lambda report: pairs(report).records()),
    "coders": section_of(coders, _coders, lambda report: coders(report).records()),
    "coder_model": section_of(modelled_coders, _coder_model, _coder_model_data),
    "ranked": Section(blocks=figures("ranked"), data=_ranked_data),
    "heat_map": Section(blocks=figures("heat_map"), data=_heat_map_data),
    "why": section_of(sentences, _why, lambda report: [_explanation(one) for one in report.worst]),
    "excerpts": section_of(units, _excerpts, _excerpts_data),
    "consensus": Section(blocks=_consensus, data=_consensus_data, sheets=_consensus_sheets),
    "rounds": Section(
        blocks=_rounds,
        data=lambda report: rounds_data(cast("RoundsTable", report.rounds), report.mended),
        sheets=lambda report: [
            replace(rounds_table(cast("RoundsTable", report.rounds)), title=CONTENTS["rounds"])
        ],
    ),
    "methods": Section(blocks=_methods, data=methods),
}
