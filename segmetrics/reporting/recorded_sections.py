"""The sections of a report on recordings: their blocks, data and sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from segmetrics.claims.cause_sentences import sentences_on_people
from segmetrics.reliability.recording_agreement import RecordingCoder
from segmetrics.reliability.recording_changes import RecordingRounds
from segmetrics.reporting.blocks import (
    Block,
    Bullets,
    Paragraph,
    Section,
    SectionHeading,
    figures,
    rows_and_notes,
    section_of,
)
from segmetrics.reporting.recorded import RecordedResults
from segmetrics.reporting.recorded_paragraphs import (
    consensus_paragraph,
)
from segmetrics.reporting.report import CONTENTS, Report
from segmetrics.reporting.report_tables import (
    MORE,
    OVER_TOLERANCES,
    boundaries_in_time,
    boundary_sheet,
    placed,
    recordings_in_parts,
    tolerances,
)
from segmetrics.reporting.rounds_paragraph import recordings_paragraph
from segmetrics.tables.coder_tables import causes_data
from segmetrics.tables.columns import Table
from segmetrics.tables.recording_round_tables import not_compared, rounds_records, rounds_tables
from segmetrics.tables.recording_tables import coder_table, recording_table
from segmetrics.tables.time_consensus_tables import time_decisions_data, time_items_data

NOBODY = "No coder stands out from the others."


def _of(report: Report) -> RecordedResults:
    return cast("RecordedResults", report.recorded)


def _followed(report: Report) -> RecordingRounds:
    return cast("RecordingRounds", _of(report).rounds)


def _agreement_in_time(report: Report) -> list[Block]:
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


def _agreement_data_in_time(report: Report) -> dict[str, Any]:
    found = _of(report)
    return rows_and_notes(recording_table(found.agreement)) | {
        "tolerances": tolerances(found).records()
    }


def _consensus_in_time(report: Report) -> Sequence[Block]:
    found = _of(report)
    words = Paragraph(consensus_paragraph(found))
    if found.made is None or not found.made.boundaries:
        return [words]
    return [words, boundaries_in_time(found.made)]


def _consensus_data_in_time(report: Report) -> dict[str, Any]:
    found = _of(report)
    words = {"words": consensus_paragraph(found)}
    if found.made is None:
        return words
    return {
        **words,
        "items": time_items_data(found.made),
        "decisions": time_decisions_data(found.made),
    }


def _consensus_sheets_in_time(report: Report) -> list[Table[Any]]:
    made = _of(report).made
    return [boundary_sheet(made)] if made else []


def _rounds_in_time(report: Report) -> Sequence[Block]:
    rounds = _followed(report)
    alone = not_compared(rounds)
    return [
        Paragraph(recordings_paragraph(rounds)),
        *(part for one in rounds_tables(rounds) for part in (SectionHeading(one.title), one)),
        *([Bullets(alone)] if alone else []),
    ]


def coders_in_time(report: Report) -> Table[RecordingCoder]:
    """Return what each coder of recordings does beside the others."""
    found = _of(report)
    return replace(coder_table(found.agreement, found.causes), title=CONTENTS["coders"])


def coder_blocks_in_time(report: Report) -> list[Block]:
    """Return who stands out on recordings, and the table of coders."""
    found, table = _of(report), coders_in_time(report)
    said = sentences_on_people(found.agreement, found.causes)
    return [Bullets(said) if said else Paragraph(NOBODY), table]


def _coders_data_in_time(report: Report) -> dict[str, Any]:
    return rows_and_notes(coders_in_time(report)) | {"causes": causes_data(_of(report).causes)}


IN_TIME: Mapping[str, Section] = {
    "agreement": Section(
        blocks=_agreement_in_time,
        data=_agreement_data_in_time,
        sheets=lambda report: [recording_table(_of(report).agreement), tolerances(_of(report))],
    ),
    "coders": section_of(coders_in_time, coder_blocks_in_time, _coders_data_in_time),
    "heat_map": Section(blocks=figures("heat_map"), data=lambda report: placed(_of(report))),
    "consensus": Section(
        blocks=_consensus_in_time, data=_consensus_data_in_time, sheets=_consensus_sheets_in_time
    ),
    "rounds": Section(
        blocks=_rounds_in_time,
        data=lambda report: rounds_records(_followed(report)),
        sheets=lambda report: rounds_tables(_followed(report)),
    ),
}
"""Those that are not the same for recordings."""
