"""Tables that ELAN exports with a column for each tier, whose rows hold what is in one tier."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from segmetrics.io.table_files import FileTable
from segmetrics.phrases import counted

TIMES = re.compile(r"(?:begin time|end time|duration)(?: - .+)?")
EDGES = ("begin time", "end time")
TIER = ("tier", "label")


def tiers_in_rows(table: FileTable) -> FileTable | None:
    """Return the table with a row for each annotation and a column that names its tier.

    Only if two tiers stand alone in some rows: those that begin and end together share one.
    """
    times = [at for at, name in enumerate(table.header) if TIMES.fullmatch(name)]
    tiers = [at for at in range(len(table.names)) if at not in times]
    edges = all(any(table.header[at].startswith(edge) for at in times) for edge in EDGES)
    if not edges or len(tiers) < 2 or not all(table.names) or TIER[0] in table.header:
        return None
    filled = [_filled(cells, tiers) for _, cells in table.rows]
    if len({tier for tier, *others in filter(None, filled) if not others}) < 2:
        return None
    names = (*(table.names[at] for at in times), *TIER)
    rows = [
        (row, [*(cells[at] for at in times), table.names[tier], cells[tier]])
        for (row, cells), of_row in zip(table.rows, filled, strict=True)
        for tier in of_row
    ]
    empty = filled.count([])
    said = f"not read: {counted(empty, 'row')} without an annotation"
    return replace(table, names=names, rows=rows, said=(*table.said, *[said] * bool(empty)))


def _filled(cells: Sequence[str], tiers: Sequence[int]) -> list[int]:
    return [at for at in tiers if at < len(cells) and cells[at]]
