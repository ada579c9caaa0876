"""Long tables: CSV or TSV with a header that names the columns, in any order.

Three kinds, told apart by their columns beside ``item`` and ``coder``:

``masses``
    One row a coding; the cell holds the segment sizes: ``2 8 2 1``.
``boundaries`` and ``mass``
    One row a coding; positions of the boundaries (empty: none), and the units.
``segment``
    One row a unit with its segment's label; ``unit`` (its number) and ``text`` are
    optional. Without ``unit`` the rows of a coding are in the order of its units.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from segmetrics.io.numbers import whole_number, whole_numbers
from segmetrics.io.problems import Coding, Problem
from segmetrics.segmentation import Segmentation, SegmentationError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["long_columns", "read_long"]

Row = tuple[int, dict[str, str]]
KINDS = (
    ("item", "coder", "masses"),
    ("item", "coder", "boundaries", "mass"),
    ("item", "coder", "segment"),
)
OPTIONAL = ("unit", "text")


def long_columns(header: Sequence[str]) -> tuple[str, ...] | None:
    """Find the columns by which a header is a long table's.

    Parameters
    ----------
    header : sequence of str
        Names of the columns, in lower case.

    Returns
    -------
    tuple of str or None
        The columns that will be read, or None if it is no long table.
    """
    for kind in KINDS:
        if set(kind) <= set(header):
            extra = OPTIONAL if kind[-1] == "segment" else ()
            return (*kind, *(name for name in extra if name in header))
    return None


def read_long(
    file: str, header: Sequence[str], rows: Sequence[tuple[int, list[str]]]
) -> Iterator[Coding | Problem]:
    """Read a long table.

    Parameters
    ----------
    file : str
        Its name, for problems.
    header : sequence of str
        Names of the columns, in lower case.
    rows : sequence of (int, list of str)
        Row numbers and cells.

    Yields
    ------
    Coding or Problem
        What was found, in the order of the file.
    """
    codings: dict[tuple[str, str], list[Row]] = {}
    for row, cells in rows:
        wrong = partial(Problem, file=file, row=row)
        if len(cells) != len(header):
            yield wrong(
                item=dict(zip(header, cells, strict=False)).get("item"),
                what=f"{len(cells)} cells, but the header has {len(header)}",
                fix="give every row the columns of the header; quote cells that hold the separator",
            )
            continue
        named = dict(zip(header, cells, strict=True))
        item, coder = named["item"], named["coder"]
        if not item or not coder:
            missing = "item" if not item else "coder"
            yield wrong(
                item=item or None,
                coder=coder or None,
                what=f"the cell of {missing} is empty",
                fix="fill it in",
            )
            continue
        codings.setdefault((item, coder), []).append((row, named))
    read = _read_units if "segment" in (long_columns(header) or ()) else _read_rows
    for (item, coder), found in codings.items():
        yield from read(file, item, coder, found)


def _read_rows(file: str, item: str, coder: str, rows: list[Row]) -> Iterator[Coding | Problem]:
    """Read codings that take one row each."""
    for row, cells in rows:
        try:
            if "masses" in cells:
                segmentation = Segmentation.from_masses(whole_numbers(cells["masses"]))
            else:
                segmentation = Segmentation.from_positions(
                    whole_number(cells["mass"]), whole_numbers(cells["boundaries"])
                )
        except SegmentationError as error:
            yield Problem(
                file=file, item=item, coder=coder, row=row, what=str(error), fix="correct this row"
            )
            continue
        yield Coding(file=file, item=item, coder=coder, segmentation=segmentation, row=row)


def _read_units(file: str, item: str, coder: str, rows: list[Row]) -> Iterator[Coding | Problem]:
    """Read a coding that takes one row a unit."""
    wrong = partial(Problem, file=file, item=item, coder=coder)
    problems = [
        wrong(row=row, what="the unit has no segment", fix="give every unit its segment's label")
        for row, cells in rows
        if not cells["segment"]
    ]
    if "unit" in rows[0][1]:
        numbered: dict[int, Row] = {}
        for row, cells in rows:
            try:
                unit = whole_number(cells["unit"])
            except SegmentationError as error:
                problems.append(wrong(row=row, what=f"unit {error}", fix="number the units 1, 2, 3"))
                continue
            if unit in numbered:
                first = numbered[unit][0]
                problems.append(
                    wrong(
                        row=row,
                        what=f"unit {unit} is given twice, first in row {first}",
                        fix="keep one of the two; perhaps the coder is in the file twice",
                    )
                )
            else:
                numbered[unit] = (row, cells)
        missing = next((u for u in range(1, len(numbered) + 1) if u not in numbered), None)
        if missing is not None and not problems:
            problems.append(
                wrong(
                    row=rows[0][0],
                    what=f"there is no unit {missing}, though there are {len(numbered)} units",
                    fix="number the units 1, 2, 3 without a gap",
                )
            )
        rows = [numbered[unit] for unit in sorted(numbered)]
    if problems:
        yield from problems
        return
    texts = tuple(cells["text"] for _, cells in rows) if "text" in rows[0][1] else None
    segmentation = Segmentation.from_labels(cells["segment"] for _, cells in rows)
    yield Coding(
        file=file,
        item=item,
        coder=coder,
        segmentation=segmentation,
        row=rows[0][0],
        texts=texts,
    )
