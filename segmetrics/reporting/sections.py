"""The sections of a report: each declared once, as blocks that every format can write.

A new section has its title in `CONTENTS`, what is computed for it in `Report`, and its blocks,
sheets and data here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from segmetrics.corpus import Item
from segmetrics.plots.binning import counts
from segmetrics.reliability.explain import Explanation
from segmetrics.reliability.loss import LossPart
from segmetrics.reporting.bibliography import cited
from segmetrics.reporting.excerpts import Excerpt, Kind
from segmetrics.reporting.methods import methods
from segmetrics.reporting.report import Report
from segmetrics.reporting.report_tables import (
    about_report,
    agreement_of,
    agreement_parts,
    decisions_of,
    pairs,
    sentences,
    units,
)
from segmetrics.tables.columns import Place, Table
from segmetrics.tables.plain import write_csv, write_zip

if TYPE_CHECKING:
    from segmetrics.reporting.report_figures import ReportFigure

NO_COEFFICIENT = "No item has a coefficient, so that there is none to explain."
NO_DISPUTE = "The least reliable items have no place where coders disagree."
NO_TEXTS = "The items came without texts, so places are given by the numbers of units."
EXPLAINED = (
    "After a unit stand the coders who put a boundary there, and in brackets what it is to most "
    "of the other coders (of two equally many, the more alike)."
)
KINDS: Mapping[Kind, str] = {"same": "match", "near": "near miss", "full": "full miss"}
"""What a boundary in an excerpt is to most of the other coders, in words."""


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


def held(report: Report) -> dict[str, Section]:
    """Return the sections of a report, by key."""
    return {key: section for key, section in SECTIONS.items() if report.holds(key)}


def sheets(report: Report) -> list[Table[Any]]:
    """Return the complete tables of a report, and the one that says by what it was made."""
    found = [sheet for section in held(report).values() for sheet in section.sheets(report)]
    return [*found, about_report(report)]


def report_csv(report: Report) -> bytes:
    """Write the complete tables of a report as CSV files, in a ZIP."""
    return write_zip(
        {
            f"{one.key}.csv": write_csv(one, Place.SHEET).encode("utf-8", "replace")
            for one in sheets(report)
        }
    )


def _rows_and_notes(table: Table[Any]) -> dict[str, Any]:
    return {"rows": table.records(), "notes": list(table.notes)}


def _figure(key: str) -> Callable[[Report], list[Block]]:
    def blocks(report: Report) -> list[Block]:
        # plotly is imported when a figure is drawn.
        from segmetrics.reporting.report_figures import figures_of

        return [Figure(figure) for figure in figures_of(report) if figure.key == key]

    return blocks


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
        "granularity": [
            {"coder": coder, **found._asdict()} for coder, found in one.granularity.items()
        ],
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


def _methods(report: Report) -> list[Block]:
    works = [work.text for work in cited(report)]
    return [Paragraph(methods(report)), *([References(works)] if works else [])]


SECTIONS: Mapping[str, Section] = {
    "agreement": Section(
        blocks=agreement_parts,
        data=lambda report: _rows_and_notes(agreement_of(report)),
        sheets=lambda report: [agreement_of(report)],
    ),
    "decisions": Section(
        blocks=lambda report: [decisions_of(report)],
        data=lambda report: _rows_and_notes(decisions_of(report)),
        sheets=lambda report: [decisions_of(report)],
    ),
    "pairs": Section(
        blocks=lambda report: [pairs(report)],
        data=lambda report: pairs(report).records(),
        sheets=lambda report: [pairs(report)],
    ),
    "ranked": Section(blocks=_figure("ranked"), data=_ranked_data),
    "heat_map": Section(blocks=_figure("heat_map"), data=_heat_map_data),
    "why": Section(
        blocks=_why,
        data=lambda report: [_explanation(one) for one in report.worst],
        sheets=lambda report: [sentences(report)],
    ),
    "excerpts": Section(
        blocks=_excerpts, data=_excerpts_data, sheets=lambda report: [units(report)]
    ),
    "methods": Section(blocks=_methods, data=methods),
}
