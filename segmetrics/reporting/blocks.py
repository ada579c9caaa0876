"""The blocks of which sections of a report are made; every format can write each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from segmetrics.extras import require
from segmetrics.reporting.excerpts import Excerpt
from segmetrics.reporting.report import Report
from segmetrics.tables.columns import Table

if TYPE_CHECKING:
    from segmetrics.reporting.report_figures import ReportFigure


class SectionHeading(NamedTuple):
    """A heading within a section."""

    text: str


class Paragraph(NamedTuple):
    """Text; formats that can cite do so where it mentions a work."""

    text: str


class Bullets(NamedTuple):
    """Sentences, each for itself."""

    texts: Sequence[str]


class References(NamedTuple):
    """The works that were cited, for formats without a bibliography of their own."""

    texts: Sequence[str]


class Excerpts(NamedTuple):
    """The text at disputed places; `without` says that there are no texts, or is empty."""

    found: Sequence[Excerpt]
    without: str


class Figure(NamedTuple):
    """A figure."""

    figure: ReportFigure


Block: TypeAlias = (
    SectionHeading | Paragraph | Bullets | References | Excerpts | Figure | Table[Any]
)


@dataclass(frozen=True, kw_only=True)
class Section:
    """A section: its blocks for reading, its data for JSON, and its sheets for Excel and CSV."""

    blocks: Callable[[Report], Sequence[Block]]
    data: Callable[[Report], Any]
    sheets: Callable[[Report], Iterable[Table[Any]]] = lambda _: ()


def figures(key: str) -> Callable[[Report], list[Block]]:
    """Return what makes the figure of a key as a block, of a report that has it."""

    def blocks(report: Report) -> list[Block]:
        require("reports", "A report with figures")
        from segmetrics.reporting.report_figures import figures_of

        return [Figure(figure) for figure in figures_of(report) if figure.key == key]

    return blocks


def section_of(
    table: Callable[[Report], Table[Any]],
    blocks: Callable[[Report], Sequence[Block]] | None = None,
    data: Callable[[Report], Any] | None = None,
) -> Section:
    """Return the section of a table, which stands in it alone, unless it says otherwise."""
    return Section(
        blocks=blocks or (lambda report: [table(report)]),
        data=data or (lambda report: rows_and_notes(table(report))),
        sheets=lambda report: [table(report)],
    )


def rows_and_notes(table: Table[Any]) -> dict[str, Any]:
    """Return a table with its notes as JSON holds them."""
    return {"rows": table.records(), "notes": list(table.notes)}
