"""Reproduced tables and figures as CSV, JSON and plain text.

CSV and JSON hold our figures at full precision. Undefined and unavailable figures are empty
cells, null or a dash, and their reasons stand beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from itertools import groupby
from operator import attrgetter
from textwrap import wrap
from typing import Any, NamedTuple

from segmetrics.number_formats import DASH, printed
from segmetrics.phrases import capital
from segmetrics.reproduction import PAPERS
from segmetrics.reproduction.reproduced import OUTCOMES, Part, Reproduced, summary_of
from segmetrics.tables.columns import FILES, SHEETS, Column, Place, Table, fields
from segmetrics.tables.plain import PROGRAM, paragraphs, write_csv, write_json, write_text

# Characters of a line of text in a terminal.
WIDTH = 100
CURVES = "The page Reproduce draws the curves, and --format json has their values."
# Rows up to which a reason names those that it explains.
NAMED_ROWS = 3


def figure(value: float | str | None, decimals: int) -> str:
    """Write a figure with the decimals that its paper prints, or a dash."""
    if value is None:
        return DASH
    return value if isinstance(value, str) else printed(value, decimals)


def difference(one: Reproduced) -> str:
    """Write ours less the published; two more decimals than printed unless they are counts."""
    if one.difference is None:
        return ""
    return printed(one.difference, one.decimals + 2 if one.decimals else 0, sign=True)


def reasons(part: Part) -> list[str]:
    """Return why figures of a part are not equal: each reason once, with what it explains."""
    found: dict[str, list[Reproduced]] = {}
    for one in part.rows:
        if one.reason:
            found.setdefault(one.reason, []).append(one)
    return [f"{_whose(ones, part)}. {capital(why)}." for why, ones in found.items()]


def _whose(ones: Sequence[Reproduced], part: Part) -> str:
    """Name the figures that share a reason, as shortly as it can be said."""
    if len(ones) == len(part.rows) and len(ones) > 1:
        return "All figures"
    rows = list(dict.fromkeys(one.row for one in ones))
    if len(rows) > NAMED_ROWS:
        return f"{len(ones):,} figures of {len(rows):,} rows"
    return f"{'; '.join(rows)}: {', '.join(dict.fromkeys(one.column for one in ones))}"


class PrintedFigure(NamedTuple):
    """A figure of a part of a paper."""

    part: Part
    one: Reproduced


def _figures(*keys: str) -> Iterable[Column[PrintedFigure]]:
    """Return columns of figures, which people read with the decimals of their paper."""
    for key in keys:
        get = attrgetter(f"one.{key}")
        yield Column(key, get, places=FILES)
        yield Column("", partial(_printed, get), key, places=Place.READING)


def _printed(get: Callable[[PrintedFigure], Any], found: PrintedFigure) -> str:
    return figure(get(found), found.one.decimals)


COLUMNS: Sequence[Column[PrintedFigure]] = (
    Column("paper", lambda found: found.part.paper, places=SHEETS),
    Column("part", lambda found: found.part.title, places=SHEETS),
    Column("row", lambda found: found.one.row, left=True),
    Column("column", lambda found: found.one.column, left=True),
    *_figures("published", "ours"),
    Column("difference", lambda found: found.one.difference, places=FILES),
    Column("", lambda found: difference(found.one), "difference", places=Place.READING),
    *fields("decimals", "tolerance", "outcome", "reason", of="one."),
    Column("", lambda found: OUTCOMES[found.one.outcome], places=Place.READING, left=True),
)


def figures_table(parts: Iterable[Part]) -> Table[PrintedFigure]:
    """Return the figures of parts of papers."""
    rows = [PrintedFigure(part, one) for part in parts for one in part.rows]
    return Table(columns=COLUMNS, rows=rows)


def reproduction_json(parts: Iterable[Part]) -> str:
    """Write reproduced figures as JSON."""
    parts = tuple(parts)
    return write_json(
        {
            "program": PROGRAM,
            "summary": summary_of(parts),
            "parts": [
                {
                    "paper": part.paper,
                    "part": part.title,
                    "how": part.how,
                    "figures": figures_table([part]).records(),
                    **({"curves": asdict(part.curves)} if part.curves else {}),
                }
                for part in parts
            ],
        }
    )


def reproduction_text(parts: Iterable[Part]) -> str:
    """Write reproduced figures in aligned columns, for a terminal."""
    said: list[Sequence[str]] = []
    for paper, of_paper in groupby(parts, key=lambda part: part.paper):
        found = tuple(of_paper)
        for part in found:
            below = [line for why in reasons(part) for line in wrap(why, WIDTH)]
            said.append([f"{PAPERS[paper]}, {part.title}", *wrap(part.how, WIDTH)])
            said += [write_text(figures_table([part])), below]
            if part.curves:
                said.append(wrap(CURVES, WIDTH))
        said.append(wrap(f"{PAPERS[paper]}: {summary_of(found)}", WIDTH))
    return paragraphs(*said)


REPRODUCTION_FORMATS: Mapping[str, Callable[[Iterable[Part]], str]] = {
    "table": reproduction_text,
    "csv": lambda parts: write_csv(figures_table(parts)),
    "json": reproduction_json,
}
