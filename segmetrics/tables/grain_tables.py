"""Whether coarse boundaries are fine ones too, as tables: a row a person, then one for all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from segmetrics.number_formats import p_value, seconds_read, short
from segmetrics.reliability.grain_alignment import GrainAlignment, GrainAlignments
from segmetrics.tables.columns import FILES, PEOPLE, Column, Place, Table, collected, ends, fields
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


def _number(
    key: str,
    heading: str,
    about: str = "",
    write: Callable[[Any], str] = short,
    **more: Any,
) -> Column[GrainAlignment]:
    return Column(
        key,
        lambda row: getattr(row, key),
        heading,
        about,
        label=heading,
        write=write,
        write_ends=write,
        why=lambda row: row.undefined.get(key),
        **more,
    )


ALIGNMENT_COLUMNS: tuple[Column[GrainAlignment], ...] = (
    _number("value", "aligned", ALIGNED_ABOUT),
    _number("chance", "by chance", CHANCE_ABOUT),
    _number(
        "corrected", "beyond chance", BEYOND_ABOUT, interval=lambda row: row.corrected_interval
    ),
    _number("p_value", "p", write=p_value),
    _number("distance", "distance", DISTANCE_ABOUT, seconds_read),
    _number("distance_chance", "of moved ones", write=seconds_read),
    _number("distance_p", "p of distance", write=p_value),
)


def alignment_table(found: GrainAlignments) -> Table[GrainAlignment]:
    """Return a row for each person, and one for all."""
    name: Column[GrainAlignment] = Column(
        "coder", lambda row: row.coder or EVERYBODY, "coder", places=PEOPLE, left=True
    )
    counts: list[Column[GrainAlignment]] = [
        Column("coarse", lambda row: row.coarse, "coarse", places=PEOPLE),
        Column("fine", lambda row: row.fine, "fine", places=PEOPLE),
    ]
    whys = collected(
        (row.coder or EVERYBODY, why)
        for row in found.rows
        for why in dict.fromkeys(row.undefined.values())
    )
    signature = f"{PROGRAM}, {found.options.grains_signature}"
    return Table(
        key="grains",
        title="Alignment of grains",
        columns=[
            Column("level", _level, places=FILES),
            *fields("coder", "items", "coarse", "fine"),
            name,
            *counts,
            *ALIGNMENT_COLUMNS,
            *ends(ALIGNMENT_COLUMNS),
            Column("undefined", lambda row: dict(row.undefined), places=Place.JSON),
        ],
        rows=found.rows,
        notes=tuple(whys),
        signature=signature,
        level=_level,
        around={
            "program": PROGRAM,
            "signature": signature,
            "options": asdict(found.options),
            "undefined": found.undefined,
        },
    )


def _level(row: GrainAlignment) -> str:
    return "coder" if row.coder else "corpus"


def _markdown(table: Table[GrainAlignment]) -> str:
    return paragraphs(markdown_table(table), markdown_list([*table.notes, table.signature]))


ALIGNMENT_FORMATS = {**TABLE_FORMATS, "markdown": _markdown}
