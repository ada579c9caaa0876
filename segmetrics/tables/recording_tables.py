"""Agreement on recordings as tables: a row a recording, and a row a person.

CSV and JSON are at full precision. The JSON of recordings has the people too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from functools import partial
from operator import attrgetter
from typing import Any

from segmetrics.claims.agreement_claims import claims_on_agreement
from segmetrics.claims.cause_sentences import sentences_on_people
from segmetrics.claims.cause_types import NO_CAUSES, Causes
from segmetrics.claims.sentences import sentences_on_agreement
from segmetrics.claims.verdict_rows import verdicts_on_recordings
from segmetrics.coefficients.quantities import NOT_ADJUSTED
from segmetrics.number_formats import (
    clock,
    p_value,
    percent,
    rate,
    seconds_read,
    short,
    signed_seconds,
)
from segmetrics.reliability.chance_verdicts import WELL_BEYOND, verdict_in_words
from segmetrics.reliability.recording_agreement import (
    RecordingAgreement,
    RecordingCoder,
    RecordingRow,
)
from segmetrics.tables.agreement_columns import no_intervals
from segmetrics.tables.coder_tables import causes_data
from segmetrics.tables.columns import (
    FILES,
    ODD,
    PEOPLE,
    WHYS,
    Column,
    Place,
    Table,
    collected,
    ends,
    fields,
    measured,
    of_field,
    why_none,
)
from segmetrics.tables.markup import markdown_list, markdown_table
from segmetrics.tables.plain import PROGRAM, paragraphs, write_csv, write_rows, write_text

ALL = "all recordings"
F_ABOUT = (
    "Mean F over pairs: the share of boundaries of two coders that have a partner within the "
    "tolerance."
)
CORRECTED_ABOUT = "F beyond chance: 0 is what independent people reach, 1 is perfect."
COVERING_ABOUT = (
    "How well the segments of coders overlap (covering), from 0 to 1. It knows no tolerance."
)
DEVIATION_ABOUT = "From a boundary to the nearest one of another coder, in the median."
AGREEMENT_ABOUT = (
    "Segmentation agreement: whether coders mark in the bins in which many others do, between "
    "the least (0) and the most (1) that as many boundaries allow. It depends on the bin."
)
LATER_ABOUT = "How much later than near boundaries of the others, on average; below 0 earlier."
ALONE_ABOUT = (
    "Share of the coder's boundaries that nobody else has one near, within the tolerance, in "
    "recordings with other coders."
)
STANDING = {"less": "agrees less", "more": "agrees more"}

F = measured("value", "F", F_ABOUT, interval="value_interval")
ITEM_COLUMNS: tuple[Column[RecordingRow], ...] = (
    F,
    of_field("chance", "chance", "F of independent people.", write=short),
    measured(
        "corrected",
        "beyond chance",
        CORRECTED_ABOUT,
        interval="corrected_interval",
        limits=(WELL_BEYOND,),
    ),
    of_field("p_value", NOT_ADJUSTED, write=p_value),
    measured("covering", "overlap", COVERING_ABOUT),
    measured("deviation", "distance", DEVIATION_ABOUT, seconds_read),
    of_field("rate", "boundaries a minute", write=rate),
    measured("agreement", "seg. agreement", AGREEMENT_ABOUT),
)
PRESSES: Column[Any] = of_field("presses", "boundaries")
CODER_COLUMNS: tuple[Column[RecordingCoder], ...] = (
    measured("rate", "boundaries a minute", write=rate, interval="rate_interval"),
    replace(F, heading="F with the others", label="F with the others"),
    measured("agreement", "seg. agreement", AGREEMENT_ABOUT, interval="agreement_interval"),
    measured("correlation", "its correlation", "Before it is put between its limits."),
    Column("alone", lambda row: row.alone, "alone", ALONE_ABOUT, write=percent),
    measured("later", "later by", LATER_ABOUT, signed_seconds, interval="later_interval"),
)


def recording_table(found: RecordingAgreement) -> Table[RecordingRow]:
    """Return a row for each recording, and one for all if there are several."""
    alone = len(found.items) == 1
    name: Column[RecordingRow] = Column("item", called, "recording", places=PEOPLE, left=True)
    length: Column[RecordingRow] = Column(
        "seconds", lambda row: clock(row.seconds), "length", places=PEOPLE
    )
    verdict: Column[RecordingRow] = Column(
        "verdict",
        lambda row: verdict_in_words(row.verdict, row.level, row.corrected_interval) or "",
        "verdict",
        places=PEOPLE,
        left=True,
    )
    rows = found.items if alone else found.rows
    no_interval = collected(
        (called(row), why) for row in rows if (why := row.corrected_interval.undefined)
    )
    claims = claims_on_agreement(verdicts_on_recordings(found))
    return Table(
        key="recordings",
        lead=" ".join(sentences_on_agreement(claims)),
        title="Agreement on recordings",
        columns=[
            *fields("level", "item", "group", "seconds"),
            name,
            length,
            of_field("coders", "coders"),
            PRESSES,
            *ITEM_COLUMNS,
            of_field("p_adjusted", places=FILES),
            *fields("verdict"),
            verdict,
            *ends([*ITEM_COLUMNS, _OF_DEVIATION]),
            WHYS,
            Column("no_interval", partial(no_intervals, ITEM_COLUMNS), places=Place.JSON),
        ],
        rows=rows,
        notes=(
            *why_none((called(row), row.undefined) for row in rows),
            *(f"No interval of F beyond chance for {one}" for one in no_interval),
        ),
        signature=signature(found),
        level=attrgetter("level"),
        around={
            "program": PROGRAM,
            "signature": signature(found),
            "claims": [one.record() for one in claims.every],
            "options": asdict(found.options),
            "shuffles": found.shuffles,
            "coders": coder_table(found).records(),
        },
    )


# Of its interval alone: it stands beside the values of all recordings.
_OF_DEVIATION: Column[RecordingRow] = of_field(
    "deviation", places=FILES, interval=lambda row: row.deviation_interval
)


def coder_table(found: RecordingAgreement, causes: Causes = NO_CAUSES) -> Table[RecordingCoder]:
    """Return a row for each person; `causes` are who keeps agreement low."""
    name: Column[RecordingCoder] = of_field("coder", "coder", places=PEOPLE, left=True)
    stands: Column[RecordingCoder] = Column(
        "stands out", stands_out, "stands out", places=PEOPLE, left=True
    )
    return Table(
        key="coders",
        title="Coders of recordings",
        lead=" ".join(sentences_on_people(found, causes)),
        columns=[
            *fields("coder", "items"),
            name,
            PRESSES,
            *CODER_COLUMNS,
            *fields("others_alone", "standing", "timing", "own"),
            Column("follow", lambda row: row.in_pairs and row.in_pairs.follow, places=FILES),
            *ODD,
            stands,
            *ends(CODER_COLUMNS),
            WHYS,
        ],
        rows=found.coders,
        notes=tuple(why_none((one.coder, one.undefined) for one in found.coders)),
        signature=signature(found),
        around={"causes": causes_data(causes)} if causes.rows else {},
    )


def stands_out(row: RecordingCoder) -> str:
    """Return by what a person stands out, in a word or two; empty if by nothing."""
    said = [STANDING[row.standing]] if row.standing else []
    said += [row.timing] if row.timing else []
    said += ["many of their own"] * row.own + ["in pairs"] * (row.in_pairs is not None)
    said += ["less and less"] * (row.fades is not None)
    return ", ".join([*said, *(f"{one.brief} in {one.item}" for one in row.odd_items)])


def signature(found: RecordingAgreement) -> str:
    """Return how the numbers were made, in one line."""
    made = replace(found.options, shuffles=found.shuffles)
    return f"{PROGRAM}, {made.signature}"


def called(row: RecordingRow) -> str:
    """Return the name of a recording, of a coder group, or what all are called."""
    return row.item or (f"group {row.group}" if row.group else ALL)


def _text(found: RecordingAgreement) -> str:
    rows, people = recording_table(found), coder_table(found)
    return paragraphs(
        [rows.lead],
        [rows.signature],
        write_text(rows, ruled=True),
        rows.notes,
        write_text(people),
        people.notes,
    )


def _markdown(found: RecordingAgreement) -> str:
    rows, people = recording_table(found), coder_table(found)
    return paragraphs(
        markdown_table(rows),
        markdown_list(rows.notes),
        markdown_table(people),
        markdown_list([*people.notes, rows.signature]),
    )


RECORDING_FORMATS: Mapping[str, Callable[[RecordingAgreement], str]] = {
    "table": _text,
    "csv": lambda found: write_csv(recording_table(found)),
    "json": lambda found: write_rows(recording_table(found)),
    "markdown": _markdown,
}
