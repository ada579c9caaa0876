"""A report as Word documents: what a paper takes, and an appendix with all else.

Tables have two decimals, at most ten columns and the headings of the pages; figures are pictures
that need no link to a file. Equal reports give equal bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from io import BytesIO
from typing import Any, NamedTuple
from zipfile import ZipFile

from docx import Document
from docx.enum.table import WD_TABLE_ALIGNMENT
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Pt, RGBColor

from segmetrics.axis import Unit, axis_of
from segmetrics.io.problems import UNPRINTABLE
from segmetrics.phrases import capital, cut
from segmetrics.reporting import blocks
from segmetrics.reporting.excerpts import Excerpt
from segmetrics.reporting.images import drawn
from segmetrics.reporting.methods import with_results
from segmetrics.reporting.report import Report
from segmetrics.reporting.report_figures import ReportFigure
from segmetrics.reporting.report_tables import counts, facts, notes, of_paper
from segmetrics.reporting.sections import (
    EXPLAINED,
    disagreements,
    excerpt_table,
    held,
    sentence,
    who_differs,
)
from segmetrics.tables.columns import Column, Place, ReadingCell, Table
from segmetrics.tables.plain import write_zip

MOST_COLUMNS = 10
"""Columns of a table; one with more is parted, its names repeated."""

MOST_ROWS = 200
"""Items of a table; groups and the corpus stand below them all the same."""
CUT_ROWS = "The first {most:,} of {rows:,}. The workbook for Excel has all."

WHO: Mapping[Unit, str] = {"units": "coder_model", "seconds": "coders"}
"""The section that names who differs."""
WHO_DIFFERS = "Who differs"

TITLES = {"results": "Results", "agreement": "Agreement", "methods": "Methods"}
APPENDIX, ABOUT = "{}: appendix", "About this report"
FONT, BODY, IN_TABLE, SMALL, BESIDE = "Calibri", Pt(11), Pt(8.5), Pt(7), Cm(0.06)
INK, QUIET = RGBColor(0x23, 0x21, 0x1D), RGBColor(0x66, 0x61, 0x57)
# The room for text on a sheet of A4, and what of a figure fits on one beside its caption.
WIDE, TALL, MARGIN = 16.0, 20.0, 2.5
# Letters that a column has room for at least and at most, and all of a table: well, and at most.
FEWEST, MOST, LETTERS, CROWDED = 7.5, 26, 104, 120
# Rows of a table that stays on one page, and those that stay together at the ends of a longer one.
WHOLE, TOGETHER = 24, 3


def _of_paper(report: Report) -> tuple[str, ...]:
    """Return what a paper takes, in this order; the rest of a report is the appendix."""
    who = WHO[axis_of(report.corpus).unit]
    return "results", "agreement", "ranked", "heat_map", who, "rounds", "methods"


def _of_both(report: Report) -> tuple[str, ...]:
    """Return what the appendix has in full."""
    return "agreement", WHO[axis_of(report.corpus).unit], "methods"


def report_word(report: Report) -> bytes:
    """Write what a paper takes of a report as a Word document; all, if that is nothing."""
    sections = held(report)
    made = _Writer(report, report.title)
    if report.holds("results"):
        made.document.add_paragraph(_plain(sentence(report)), "Intense Quote")
    first = [key for key in _of_paper(report) if key in sections]
    who = WHO[axis_of(report.corpus).unit] if first else ""
    for key in first or sections:
        # Methods are those of what stands here.
        alone = key == "methods" and first != ["methods"]
        of = with_results(report, *first, "coders") if alone else report
        found = who_differs(report) if key == who else sections[key].blocks(of)
        if key == "agreement":
            figures = [one for one in found if isinstance(one, blocks.Figure)]
            found = [of_paper(report), *figures]
        made.section(key, found, WHO_DIFFERS if key == who else "")
    made.about()
    return made.content


def report_appendix(report: Report) -> bytes:
    """Write what a paper does not take of a report as a Word document."""
    made = _Writer(report, APPENDIX.format(report.title))
    for key, section in held(report).items():
        if key in _of_both(report) or key not in _of_paper(report):
            found = section.blocks(report)
            made.section(key, [one for one in found if not isinstance(one, blocks.Figure)])
    made.about()
    for note in notes(report):
        made.small(note)
    return made.content


class _Writer:
    """Writes a report part by part."""

    def __init__(self, report: Report, title: str) -> None:
        self.report, self.title, self.document = report, title, Document()
        self.tables = self.figures = 0
        self._look()
        self.document.add_heading(_plain(title), 0)
        self.small(f"{counts(report)}. {report.date}. {report.source}")

    @property
    def content(self) -> bytes:
        """The file."""
        about = self.document.core_properties
        # A property holds 255 letters.
        about.author, about.title = self.report.program, cut(_plain(self.title), 255)
        about.comments, about.last_modified_by = "", self.report.program
        about.created = about.modified = datetime.fromisoformat(self.report.date)
        buffer = BytesIO()
        self.document.save(buffer)
        # A ZIP says of each file when it was written; this one does not.
        with ZipFile(buffer) as found:
            return write_zip({name: found.read(name) for name in found.namelist()})

    def _look(self) -> None:
        """Set paper, fonts and colours."""
        page, styles = self.document.sections[0], self.document.styles
        page.page_width, page.page_height = Cm(21), Cm(29.7)
        page.left_margin = page.right_margin = page.top_margin = page.bottom_margin = Cm(MARGIN)
        for name, size in (
            *(("Normal", BODY), ("Title", Pt(20)), ("Heading 1", Pt(15)), ("Heading 2", Pt(12.5))),
            *(("Heading 3", Pt(11)), ("Caption", Pt(9.5)), ("Intense Quote", Pt(12))),
        ):
            font = styles[name].font
            font.name, font.size, font.color.rgb = FONT, size, INK
            fonts = styles[name].element.get_or_add_rPr().get_or_add_rFonts()
            for attribute in list(fonts.attrib):
                if "Theme" in attribute:
                    del fonts.attrib[attribute]
            for kind in ("ascii", "hAnsi", "cs", "eastAsia"):
                fonts.set(qn(f"w:{kind}"), FONT)
        styles["Intense Quote"].font.italic = styles["Intense Quote"].font.bold = False
        for name in ("Title", "Intense Quote"):
            for border in styles[name].element.findall(f".//{qn('w:pBdr')}"):
                border.getparent().remove(border)
        quote = styles["Intense Quote"].paragraph_format
        quote.left_indent = quote.right_indent = Cm(0)
        styles["Caption"].font.bold = False
        styles["Caption"].paragraph_format.keep_with_next = True
        styles["Normal"].paragraph_format.space_after = Pt(6)

    def section(self, key: str, found: Sequence[blocks.Block], title: str = "") -> None:
        """Write a section of some blocks."""
        title = title or TITLES.get(key, self.report.contents[key])
        self.document.add_heading(_plain(title), 1)
        for block in found:
            self._block(block, 2)

    def about(self) -> None:
        """Write by what the report was made."""
        self.document.add_heading(ABOUT, 1)
        for name, value in facts(self.report):
            self.small(f"{name}: {value}")

    def _block(self, block: blocks.Block, level: int) -> None:
        match block:
            case blocks.SectionHeading(text):
                self.document.add_heading(_plain(text), level)
            case blocks.Paragraph(text):
                self.document.add_paragraph(_plain(text))
            case blocks.Bullets(texts):
                self._bullets(texts)
            case blocks.References(texts):
                self.document.add_heading("References", level)
                for text in texts:
                    indent = self.document.add_paragraph(_plain(text)).paragraph_format
                    indent.left_indent, indent.first_line_indent = Cm(1), Cm(-1)
            case blocks.Figure(figure):
                self._figure(figure)
            case blocks.Excerpts(found, without):
                self.document.add_paragraph(EXPLAINED + without)
                for one in found:
                    self._excerpt(one, level)
            case Table():
                self._table(block)

    def _bullets(self, texts: Sequence[str]) -> None:
        for text in texts:
            self.document.add_paragraph(_plain(text), "List Bullet")

    def small(self, text: str) -> None:
        """Write a note."""
        added = self.document.add_paragraph()
        added.paragraph_format.space_after = Pt(2)
        run = added.add_run(_plain(text))
        run.font.size, run.font.color.rgb = Pt(9), QUIET

    def _caption(self, kind: str, number: int, text: str) -> None:
        caption = self.document.add_paragraph(style="Caption")
        caption.add_run(f"{kind} {number}. ").bold = True
        caption.add_run(_plain(text))

    def _figure(self, figure: ReportFigure) -> None:
        if figure.draw is None:
            self.document.add_paragraph(_plain(figure.about))
            return
        self.figures += 1
        height, wide = figure.figure.layout.height, WIDE
        if height / 720 * WIDE > TALL:
            wide = TALL * 720 / height
        picture = self.document.add_picture(BytesIO(drawn(figure)["png"]), Cm(wide))
        # What a screen reader says of it.
        picture._inline.docPr.set("descr", _plain(figure.about))
        self.document.paragraphs[-1].paragraph_format.keep_with_next = True
        self._caption("Figure", self.figures, f"{figure.title}. {figure.about}")
        self.document.paragraphs[-1].paragraph_format.keep_with_next = False

    def _table(self, table: Table[Any]) -> None:
        items = [row for row in table.rows if table.level(row) == "item"]
        if len(items) > MOST_ROWS:
            others = [row for row in table.rows if table.level(row) != "item"]
            said = CUT_ROWS.format(most=MOST_ROWS, rows=len(items))
            table = replace(table, rows=[*items[:MOST_ROWS], *others], notes=(said, *table.notes))
        every = [_laid(one, table.rows) for one in columns_of(table)] if table.rows else []
        for place, columns in enumerate(parted(every) if every else ()):
            if table.title:
                self.tables += 1
                about = f" {capital(table.caption)}." if table.caption else ""
                more = ", continued" if place else ""
                self._caption("Table", self.tables, f"{table.title}{more}.{about}")
            self._rows(columns, table)
        for note in table.notes:
            self.small(note)

    def _rows(self, laid: Sequence[LaidColumn], table: Table[Any]) -> None:
        """Write rows between the three lines of a table in a journal."""
        columns, rows = (
            [one.column for one in laid],
            [*zip(*(one.cells for one in laid), strict=True)],
        )
        made = self.document.add_table(rows=1 + len(rows), cols=len(columns))
        made.alignment, made.autofit = WD_TABLE_ALIGNMENT.CENTER, False
        parts = _rooms(laid)
        widths = [Cm(WIDE * part / sum(parts)) for part in parts]
        for column, width in zip(made.columns, widths, strict=True):
            column.width = width
        _margins(made)
        lines = list(made.rows)
        for cell, column in zip(lines[0].cells, columns, strict=True):
            run = _write(cell, column.capital, left=column.left, bold=True)
            if column.sub:
                low = cell.paragraphs[0].add_run(column.sub)
                low.font.subscript, low.font.size, low.bold = True, run.font.size, True
        _marked(lines[0], "tblHeader")
        for line, cells in zip(lines[1:], rows, strict=True):
            for cell, column, found in zip(line.cells, columns, cells, strict=True):
                _write(cell, found.text, left=column.left)
                sd = f"\n± {found.sd}" if found.sd else ""
                ends = f"\n[{found.between}]" if found.between else ""
                run = cell.paragraphs[0].add_run(sd + ends)
                run.font.size, run.font.color.rgb = SMALL, QUIET
        for line in lines:
            _marked(line, "cantSplit")
            for cell, width in zip(line.cells, widths, strict=True):
                cell.width = width
        _ruled(lines[0], top=8, bottom=4)
        levels = [table.level(row) for row in table.rows]
        for line, level, before in zip(lines[2:], levels[1:], levels, strict=False):
            if level != before:
                _ruled(line, top=4)
        _ruled(lines[-1], bottom=8)
        for line in (
            lines[:-1] if len(lines) <= WHOLE else [*lines[:TOGETHER], *lines[-TOGETHER:-1]]
        ):
            for cell in line.cells:
                cell.paragraphs[0].paragraph_format.keep_with_next = True
        self.document.add_paragraph().paragraph_format.space_after = Pt(2)

    def _excerpt(self, one: Excerpt, level: int) -> None:
        self.document.add_heading(_plain(one.title), level)
        self.document.add_paragraph(_plain(disagreements(one)))
        self._table(excerpt_table(one))


def columns_of(table: Table[Any]) -> list[Column[Any]]:
    """Return the columns of a table with two decimals; deviations stand with their means."""
    found: list[Column[Any]] = []
    for column in table.brief().at(Place.READING):
        if column.key.endswith("_sd") and found:
            found[-1] = replace(found[-1], sd=column.value)
        else:
            found.append(column)
    return found


def parted(columns: Sequence[LaidColumn]) -> list[Sequence[LaidColumn]]:
    """Part columns so that each part has few enough and has room, the names before each."""
    names, *others = columns
    for parts in range(1, len(others) + 1):
        size = -(-len(others) // parts)
        starts = range(0, len(others), size)
        room = all(
            size < MOST_COLUMNS
            and names.least + sum(one.least for one in others[at : at + size]) <= CROWDED
            for at in starts
        )
        if room:
            return [[names, *others[at : at + size]] for at in starts]
    return [[names, one] for one in others] or [columns]


class LaidColumn(NamedTuple):
    """A column, its cells, and how many letters it has to have room for at least."""

    column: Column[Any]
    cells: Sequence[ReadingCell]
    least: float


def _laid(column: Column[Any], rows: Sequence[Any]) -> LaidColumn:
    """Return a column with the room in which none of its words is broken."""
    cells = [column.cell(row) for row in rows]
    # Headings are bold, and another font than ours may be wider.
    heads = [1.4 * len(word) + 1 for word in (column.label or column.heading).split()]
    words = [1.3 * len(word) + 1 for one in cells for word in one.text.split()]
    # An interval is written smaller.
    ends = [(2 + len(word)) * SMALL / IN_TABLE for one in cells for word in one.between.split()]
    return LaidColumn(column, cells, min(MOST, max([FEWEST, *heads, *words, *ends])))


def _rooms(columns: Sequence[LaidColumn]) -> list[float]:
    """Return how many letters each column has room for: where it is scarce, words wrap first."""
    wanted = []
    for _, cells, least in columns:
        longest = [max(len(one.text), 2 + len(one.between) * SMALL / IN_TABLE) for one in cells]
        wanted.append(max(least, min(MOST, max(longest, default=0))))
    for left in (True, False):
        free = [
            many - least if column.left == left else 0.0
            for (column, _, least), many in zip(columns, wanted, strict=True)
        ]
        over = max(0.0, sum(wanted) - LETTERS)
        share = min(1.0, over / sum(free)) if any(free) else 0.0
        wanted = [many - share * more for many, more in zip(wanted, free, strict=True)]
    return wanted


def _write(cell: Any, text: str, *, left: bool, bold: bool = False) -> Any:
    paragraph = cell.paragraphs[0]
    paragraph.alignment = WD_ALIGN_PARAGRAPH.LEFT if left else WD_ALIGN_PARAGRAPH.RIGHT
    paragraph.paragraph_format.space_after = paragraph.paragraph_format.space_before = Pt(1)
    if left:
        paragraph.paragraph_format.left_indent = Cm(0.15)
    run = paragraph.add_run(_plain(text))
    run.font.size, run.bold = IN_TABLE, bold
    return run


def _margins(table: Any) -> None:
    """Leave little room beside the text of cells, so that an interval stands on a line."""
    margins = OxmlElement("w:tblCellMar")
    for side in ("left", "right"):
        margin = OxmlElement(f"w:{side}")
        margin.set(qn("w:w"), str(BESIDE.twips))
        margin.set(qn("w:type"), "dxa")
        margins.append(margin)
    table._tbl.tblPr.append(margins)


def _marked(line: Any, what: str) -> None:
    line._tr.get_or_add_trPr().append(OxmlElement(f"w:{what}"))


def _ruled(line: Any, **sides: int) -> None:
    """Draw lines above and below a row, in eighths of a point."""
    for cell in line.cells:
        properties = cell._tc.get_or_add_tcPr()
        borders = properties.find(qn("w:tcBorders"))
        if borders is None:
            borders = OxmlElement("w:tcBorders")
            properties.append(borders)
        for side, size in sides.items():
            rule = OxmlElement(f"w:{side}")
            for name, value in (("val", "single"), ("sz", str(size)), ("color", "23211D")):
                rule.set(qn(f"w:{name}"), value)
            borders.append(rule)


def _plain(text: str) -> str:
    """Return a text without what a document cannot hold."""
    return "\n".join(UNPRINTABLE.sub(" ", line) for line in text.splitlines())
