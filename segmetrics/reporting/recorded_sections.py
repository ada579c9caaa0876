"""The sections of a report on recordings, where they are not those of texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from segmetrics.reliability.recording_changes import RecordingRounds
from segmetrics.reporting.blocks import (
    Block,
    Bullets,
    Paragraph,
    Section,
    SectionHeading,
    figures,
    rows_and_notes,
)
from segmetrics.reporting.recorded import RecordedResults
from segmetrics.reporting.recorded_paragraphs import (
    consensus_paragraph,
    recorded_rounds_paragraph,
)
from segmetrics.reporting.recorded_tables import (
    MORE,
    OVER_TOLERANCES,
    boundaries_in_time,
    boundary_sheet,
    coders_of_recordings,
    placed,
    recordings,
    recordings_in_parts,
    tolerances,
)
from segmetrics.reporting.report import Report
from segmetrics.tables.columns import Table
from segmetrics.tables.recording_round_tables import not_compared, rounds_records, rounds_tables
from segmetrics.tables.time_consensus_tables import time_decisions_data, time_items_data


def _of(report: Report) -> RecordedResults:
    return cast("RecordedResults", report.recorded)


def _followed(report: Report) -> RecordingRounds:
    return cast("RecordingRounds", _of(report).rounds)


def _agreement(report: Report) -> list[Block]:
    found = _of(report)
    beyond, more = recordings_in_parts(found)
    return [
        beyond,
        SectionHeading(MORE),
        more,
        SectionHeading(OVER_TOLERANCES),
        *figures("tolerances")(report),
        tolerances(found),
    ]


def _agreement_data(report: Report) -> dict[str, Any]:
    found = _of(report)
    return rows_and_notes(recordings(found)) | {"tolerances": tolerances(found).records()}


def _consensus(report: Report) -> Sequence[Block]:
    found = _of(report)
    words = Paragraph(consensus_paragraph(found))
    if found.made is None or not found.made.boundaries:
        return [words]
    return [words, boundaries_in_time(found.made)]


def _consensus_data(report: Report) -> dict[str, Any]:
    found = _of(report)
    words = {"words": consensus_paragraph(found)}
    if found.made is None:
        return words
    return {
        **words,
        "items": time_items_data(found.made),
        "decisions": time_decisions_data(found.made),
    }


def _consensus_sheets(report: Report) -> list[Table[Any]]:
    made = _of(report).made
    return [boundary_sheet(made)] if made else []


def _rounds(report: Report) -> Sequence[Block]:
    rounds = _followed(report)
    alone = not_compared(rounds)
    return [
        Paragraph(recorded_rounds_paragraph(_of(report))),
        *(part for one in rounds_tables(rounds) for part in (SectionHeading(one.title), one)),
        *([Bullets(alone)] if alone else []),
    ]


RECORDED: Mapping[str, Section] = {
    "agreement": Section(
        blocks=_agreement,
        data=_agreement_data,
        sheets=lambda report: [recordings(_of(report)), tolerances(_of(report))],
    ),
    "coders": Section(
        blocks=lambda report: [coders_of_recordings(_of(report))],
        data=lambda report: rows_and_notes(coders_of_recordings(_of(report))),
        sheets=lambda report: [coders_of_recordings(_of(report))],
    ),
    "heat_map": Section(blocks=figures("heat_map"), data=lambda report: placed(_of(report))),
    "consensus": Section(blocks=_consensus, data=_consensus_data, sheets=_consensus_sheets),
    "rounds": Section(
        blocks=_rounds,
        data=lambda report: rounds_records(_followed(report)),
        sheets=lambda report: rounds_tables(_followed(report)),
    ),
}
