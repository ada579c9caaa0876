"""Whether coarse boundaries are fine ones too, as tables: a row a person, then one for all."""

from __future__ import annotations

from dataclasses import asdict

from segmetrics.number_formats import p_value, seconds_read
from segmetrics.reliability.grain_alignment import GrainAlignment, GrainAlignments
from segmetrics.tables.columns import (
    FILES,
    PEOPLE,
    WHYS,
    Column,
    Table,
    ends,
    fields,
    measured,
    of_field,
    why_none,
)
from segmetrics.tables.markup import markdown_list, markdown_table
from segmetrics.tables.plain import PROGRAM, TABLE_FORMATS, paragraphs

EVERYBODY = "everybody"
ALIGNED_ABOUT = (
    "The share of a coder's coarse boundaries that have a fine one of the same coder within the "
    "tolerance."
)
CHANCE_ABOUT = "That share where coarse boundaries are moved at random, and fine ones stay."
BEYOND_ABOUT = "The share beyond chance: 0 is what moved boundaries reach, 1 is perfect."
DISTANCE_ABOUT = "From a coarse boundary to the nearest fine one of the same coder, on average."

ALIGNMENT_COLUMNS: tuple[Column[GrainAlignment], ...] = (
    measured("value", "aligned", ALIGNED_ABOUT),
    measured("chance", "by chance", CHANCE_ABOUT),
    measured("corrected", "beyond chance", BEYOND_ABOUT, interval="corrected_interval"),
    measured("p_value", "p", write=p_value),
    measured("distance", "distance", DISTANCE_ABOUT, seconds_read),
    measured("distance_chance", "distance by chance", write=seconds_read),
    measured("distance_p", "p of distance", write=p_value),
)


def alignment_table(found: GrainAlignments) -> Table[GrainAlignment]:
    """Return a row for each person, and one for all."""
    name: Column[GrainAlignment] = Column("coder", _name, "coder", places=PEOPLE, left=True)
    signature = f"{PROGRAM}, {found.options.grains_signature}"
    return Table(
        key="grains",
        title="Alignment of grains",
        columns=[
            Column("level", _level, places=FILES),
            *fields("coder", "items"),
            name,
            of_field("coarse", "coarse"),
            of_field("fine", "fine"),
            *ALIGNMENT_COLUMNS,
            *ends(ALIGNMENT_COLUMNS),
            WHYS,
        ],
        rows=found.rows,
        notes=tuple(why_none((_name(row), row.undefined) for row in found.rows)),
        signature=signature,
        level=_level,
        around={
            "program": PROGRAM,
            "signature": signature,
            "options": asdict(found.options),
            "undefined": found.undefined,
        },
    )


def _name(row: GrainAlignment) -> str:
    return row.coder or EVERYBODY


def _level(row: GrainAlignment) -> str:
    return "coder" if row.coder else "corpus"


def _markdown(table: Table[GrainAlignment]) -> str:
    return paragraphs(markdown_table(table), markdown_list([*table.notes, table.signature]))


ALIGNMENT_FORMATS = {**TABLE_FORMATS, "markdown": _markdown}
