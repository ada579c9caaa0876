"""The formats of a report: each is opened again, and holds the numbers of the report."""

from __future__ import annotations

import csv
import re
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from html.parser import HTMLParser
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from unicodedata import normalize
from zipfile import ZipFile

import pytest
from openpyxl import load_workbook

import segmetrics as sm
from segmetrics import Corpus, Item, Segmentation, sample
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.io import SAMPLES
from segmetrics.io.cells import unescaped
from segmetrics.reliability.jackknife import Interval
from segmetrics.reliability.reliability_table import ReliabilityRow
from segmetrics.reporting import images
from segmetrics.reporting.bibliography import cited
from segmetrics.reporting.make_report import make_report
from segmetrics.reporting.report import CONTENTS, Report, ReportOptions
from segmetrics.reporting.report_formats import REPORT_FORMATS
from segmetrics.tables.markup import LONG
from segmetrics.tables.workbook import MAX_TEXT
from tests.support.hostile_report import HOSTILE, hostile
from tests.support.known import known
from tests.support.samples import TEXTS

DATE = "2026-01-31"
# A sweep looks at all formats but those with pictures, which take longer.
WRITTEN = [key for key in REPORT_FORMATS if key not in ("figures", "docx", "appendix")]
TABLES = ("html", "docx", "xlsx", "latex", "markdown", "csv", "json")
BEYOND = ("corrected", "corrected_p", "alpha", "pi_star_b")
BEYOND_IN_FILES = (*BEYOND[:2], "corrected_p_adjusted", *BEYOND[2:])
FIELDS = ("pi_star", "kappa_star", "bias", "one_minus_wd_mean", "one_minus_wd_sd")
DECIDED = ("alpha", "fleiss", "ac1", "percentage", "mean_kappa", "siegel_castellan")
DECIDED_HEADINGS = ("AC1", "Majority", "Mean kappa with the majority", "Mean K with the majority")
COUNTS = ("coders", "boundaries", "mass", "near_misses", "full_misses")
GAPS = {
    "two": {"x": [2, 3], "y": [3, 2]},
    "alone": {"x": [4, 4]},
    "one unit": {"x": [1], "y": [1]},
    "silent": {"x": [6], "y": [6]},
    "dense": {"v": [1, 1, 1], "w": [1, 2]},
}


@cache
def corpus_of(key: str) -> Corpus:
    if key in SAMPLES:
        return sample(key)
    return hostile() if key == "hostile" else Corpus.from_masses(GAPS)


@cache
def report_of(key: str, **options: Any) -> Report:
    chosen = ReportOptions(**options)
    left_out = ("lost <item>",) if key == "gaps" else ()
    title = "".join(HOSTILE) if key == "hostile" else "A title"
    source = f"Source: codings of {key}."
    return make_report(
        corpus_of(key), chosen, title=title, source=source, date=DATE, left_out=left_out
    )


HELD = {key: title for key, title in CONTENTS.items() if key != "rounds"}
"""What a report holds of a corpus that is no round of several."""

KEYS = [*TEXTS, "gaps", "hostile"]
on_every_corpus = pytest.mark.parametrize("key", KEYS)


FILES: dict[tuple[int, str], bytes] = {}


def content(report: Report, form: str) -> bytes:
    """Write a report that `report_of` keeps, once."""
    key = id(report), form
    if key not in FILES:
        FILES[key] = REPORT_FORMATS[form].write(report)
    return FILES[key]


def all_text(found: bytes) -> str:
    """All that a file holds, as text; of a ZIP, that of its files."""
    if not found.startswith(b"PK"):
        return found.decode()
    with ZipFile(BytesIO(found)) as archive:
        names = [name for name in archive.namelist() if not name.endswith((".png", ".jpeg"))]
        return "\n".join(archive.read(name).decode() for name in names)


@on_every_corpus
def test_equal_reports_are_equal_files(key: str) -> None:
    report = report_of(key)
    again = make_report(
        corpus_of(key),
        report.options,
        title=report.title,
        source=report.source,
        date=DATE,
        left_out=report.left_out,
    )
    for form in WRITTEN:
        assert REPORT_FORMATS[form].write(again) == content(report, form), form


@pytest.mark.parametrize("form", WRITTEN)
@pytest.mark.parametrize("contents", [(key,) for key in HELD])
@pytest.mark.parametrize("key", ["gaps", "hostile"])
def test_every_content_can_stand_alone(key: str, contents: tuple[str, ...], form: str) -> None:
    report = report_of(key, contents=contents)
    found = REPORT_FORMATS[form].write(report)
    assert found
    assert report.signature.split(",")[0] in all_text(found)


@pytest.mark.parametrize("form", [*TABLES, "figures"])
def test_every_format_says_by_what_it_was_made(form: str) -> None:
    report = report_of("gaps")
    said = all_text(content(report, form)).replace("\\", "").replace("{}", "")
    for written in ("&lt;", "textless"):
        said = said.replace(written, "<")
    for written in ("&gt;", "textgreater"):
        said = said.replace(written, ">")
    facts = [report.title, report.source.removeprefix("Source: "), DATE, report.digest]
    for fact in (*facts, report.options.agreement.signature, "seed=0", "lost <item>"):
        assert fact in said, fact
    assert "one coder only: agreement needs two" in said


class Tags(HTMLParser):
    """Collects the tables, addresses, names of elements and text of an HTML page."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.addresses: list[str] = []
        self.ids: list[str] = []
        self.tags: list[str] = []
        self.text = ""
        self.styles = ""
        self.inside = ""
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside = tag
        self.tags.append(tag)
        found = dict(attrs)
        self.addresses += [found[name] or "" for name in ("src", "href") if name in found]
        self.ids += [found["id"] or ""] if "id" in found else []
        self.styles += found.get("style") or ""
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        self.inside = "" if tag in ("td", "th", "style", "script") else self.inside

    def handle_data(self, data: str) -> None:
        if self.inside == "style":
            self.styles += data
        elif self.inside != "script":
            self.text += data
            if self.inside in ("td", "th", "small", "button", "sub"):
                between = "|" if self.inside == "small" else ""
                self.tables[-1][-1][-1] += between + data


def printed(value: float | int | None) -> str:
    """Write a number as a table for reading does: what is in the middle goes away from 0."""
    if value is None:
        return "\N{EN DASH}"
    if isinstance(value, int):
        return str(value)
    exact = Decimal(repr(round(value, 12)))
    text = str(exact.quantize(Decimal("0.0001"), ROUND_HALF_UP))
    return "0.0000" if text == "-0.0000" else text.replace("-", "\N{MINUS SIGN}")


def printed_p(p: float | None) -> str:
    """A p-value, of which none below .001 is told apart."""
    return "\N{LESS-THAN OR EQUAL TO} 0.001" if p is not None and p <= 0.001 else printed(p)


def printed_verdicts(report: Report) -> list[list[str]]:
    words = {
        "well_beyond_chance": "well beyond chance",
        "beyond_chance": "low, but beyond chance",
        "not_distinguishable": "may be chance",
        "too_short": "too little to tell",
        None: printed(None),
    }

    def for_whom(row: ReliabilityRow, ends: Interval) -> str:
        wide = ends.undefined.startswith("it would be too wide")
        if (not wide and (ends.low is None or ends.low > 0)) or "beyond" not in words[row.verdict]:
            return ""
        return f" (for these coders{'' if row.level == 'item' else ' and items'})"

    return [
        [
            printed(row.corrected),
            printed_p(row.corrected_p),
            *(printed(getattr(row, one)) for one in BEYOND[2:]),
            words[row.verdict] + for_whom(row, around.corrected),
        ]
        for row, around in zip(
            known(report.reliability).rows, known(report.intervals).rows, strict=True
        )
    ]


def fields_of(report: Report) -> tuple[str, ...]:
    """The columns of the papers' table with numbers; only some corpora have levels."""
    return (*FIELDS, *(["one_minus_hierwd_mean"] if report.table.has_levels else []), *COUNTS)


def printed_rows(report: Report) -> list[list[str]]:
    return [
        [printed(getattr(row, name)) for name in fields_of(report)] for row in report.table.rows
    ]


def printed_decisions(report: Report) -> list[list[str]]:
    assert report.decisions is not None
    return [[printed(getattr(row, name)) for name in DECIDED] for row in report.decisions.rows]


@on_every_corpus
def test_the_page_holds_the_numbers_of_the_report(key: str) -> None:
    report = report_of(key)
    tables = Tags(content(report, "html")).tables
    beyond, agreement, decided, pairs = tables[:4]
    assert [[cell.split("|")[0] for cell in row[1:]] for row in beyond[1:]] == printed_verdicts(
        report
    )
    assert [[cell.split("|")[0] for cell in row[1:]] for row in agreement[1:]] == printed_rows(
        report
    )
    assert decided[0] == ["item", "α", "Fleiss' kappa", *DECIDED_HEADINGS]
    assert [[cell.split("|")[0] for cell in row[1:]] for row in decided[1:]] == printed_decisions(
        report
    )
    assert report.intervals is not None
    assert report.decision_intervals is not None
    for place, name, table, found in (
        (1, "corrected", beyond, report.intervals),
        (1, "pi_star", agreement, report.intervals),
        (2, "fleiss", decided, report.decision_intervals),
        (3, "ac1", decided, report.decision_intervals),
    ):
        for row, around in zip(table[1:], found.rows, strict=True):
            low, high, *_ = getattr(around, name)
            shown = "" if low is None else f"|{printed(low)} to {printed(high)}"
            assert row[place].endswith(shown)
            assert ("to" in row[place]) == (low is not None)
    assert [row[1:] for row in pairs[1:]] == [
        [printed(value) for value in one[2:6]] for one in report.pairs
    ]


@on_every_corpus
def test_the_page_refers_to_nothing_outside(key: str) -> None:
    page = content(report_of(key), "html")
    found = Tags(page)
    assert all(address.startswith(("#", "data:")) for address in found.addresses)
    assert not re.search(r"url\(|@import|image-set|src:", found.styles)
    assert len(found.ids) == len(set(found.ids))
    assert {address[1:] for address in found.addresses if address[0] == "#"} <= set(found.ids)
    assert page.startswith(b'<!DOCTYPE html>\n<html lang="en">')
    assert not {"img", "iframe", "object", "embed", "base", "form"} & set(found.tags)


def test_the_page_holds_one_copy_of_plotly() -> None:
    page = content(report_of("moonstone"), "html")
    assert len(page) < 2_300_000
    assert page.count(b'id="plotly"') == 1
    tables = report_of("moonstone", contents=("agreement", "methods"))
    assert len(content(tables, "html")) < 60_000


def same_numbers(found: Sequence[Any], expected: Sequence[Any]) -> None:
    """Compare numbers to the 16 digits that openpyxl writes; None is no number."""
    assert [one is None for one in found] == [one is None for one in expected]
    numbers = [(float(a), b) for a, b in zip(found, expected, strict=True) if b is not None]
    for a, b in numbers:
        assert a == pytest.approx(b, rel=1e-15, abs=0)


@on_every_corpus
def test_the_workbook_holds_every_number_to_16_digits(key: str) -> None:
    report = report_of(key)
    book = load_workbook(BytesIO(content(report, "xlsx")))
    sheets = "Summary, Agreement, Decisions, Pairs, Coders, Coder model, Why, Excerpts, Consensus"
    assert book.sheetnames == [*sheets.split(", "), "About"]
    rows = list(book["Agreement"].iter_rows(values_only=True))
    header = list(rows[0])
    assert header[2:8] == [*BEYOND_IN_FILES, "verdict"]
    assert header[8:13] == ["pi_star_s", "kappa_star_s", "bias_s", *FIELDS[3:]]
    assert report.intervals is not None
    assert report.reliability is not None
    together = zip(
        rows[1:], report.reliability.rows, report.table.rows, report.intervals.rows, strict=True
    )
    for cells, judged, row, around in together:
        same_numbers(cells[2:7], [getattr(judged, name) for name in BEYOND_IN_FILES])
        assert cells[7] == judged.verdict
        same_numbers(
            cells[8 : 8 + len(fields_of(report))],
            [getattr(row, name) for name in fields_of(report)],
        )
        same_numbers([cells[header.index("pi_star_s_low")]], [around.pi_star.low])
        same_numbers([cells[header.index("corrected_high")]], [around.corrected.high])
        for why in (*judged.undefined.values(), *row.undefined.values()):
            assert why in (cells[-1] or "")
    decided = list(book["Decisions"].iter_rows(values_only=True))
    assert list(decided[0][2:8]) == list(DECIDED)
    for cells, votes in zip(decided[1:], known(report.decisions).rows, strict=True):
        same_numbers(cells[2:8], [getattr(votes, name) for name in DECIDED])
        for why in votes.undefined.values():
            assert why in (cells[decided[0].index("note")] or "")
    pairs = list(book["Pairs"].iter_rows(min_row=2, min_col=3, max_col=6, values_only=True))
    for cells, pair in zip(pairs, report.pairs, strict=True):
        same_numbers(cells, pair[2:6])


@on_every_corpus
def test_the_workbook_is_ready_to_be_worked_with(key: str) -> None:
    book = load_workbook(BytesIO(content(report_of(key), "xlsx")))
    for sheet in book.worksheets:
        assert sheet.freeze_panes in ("B2", "C2")
        assert sheet.auto_filter.ref == sheet.dimensions
        for row in sheet.iter_rows():
            assert not [cell for cell in row if cell.data_type in ("f", "e")]
            for cell in row:
                if isinstance(cell.value, float):
                    finer = sheet.title != "Summary" or sheet.cell(1, cell.column).value == "Bias"
                    assert cell.number_format == ("0.0000" if finer else "0.00")
    assert f"{book.properties.created:%Y-%m-%d}" == DATE
    assert f"{book.properties.modified:%Y-%m-%d}" == DATE


def test_names_stay_as_they_are_in_the_workbook() -> None:
    book = load_workbook(BytesIO(content(report_of("hostile"), "xlsx")))
    names = [cell.value for cell in book["Agreement"]["B"][1 : len(HOSTILE) + 1]]
    kept = [re.sub("[\x01\ud800]", " ", name) for name in HOSTILE]
    assert names == kept


def test_a_text_too_long_for_a_cell_is_cut_and_says_so() -> None:
    masses = {"x": Segmentation.from_masses([1, 1]), "y": Segmentation.from_masses([2])}
    corpus = Corpus((Item("long", masses, ("a" * 40_000, "b")),))
    report = make_report(corpus, ReportOptions(contents=("excerpts",)), title="T", date=DATE)
    book = load_workbook(BytesIO(REPORT_FORMATS["xlsx"].write(report)))
    cut = book["Excerpts"]["E2"].value
    assert len(cut) == MAX_TEXT
    assert cut.endswith("[cut here: a cell holds no more]")


@on_every_corpus
def test_the_csv_files_hold_every_number_at_full_precision(key: str) -> None:
    report = report_of(key)
    with ZipFile(BytesIO(content(report, "csv"))) as archive:
        assert archive.testzip() is None
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    names = (
        "agreement",
        "decisions",
        "pairs",
        "coders",
        "coder_model",
        "why",
        "excerpts",
        "consensus",
        "about",
    )
    assert [*texts] == [f"{name}.csv" for name in names]
    rows = list(csv.reader(StringIO(texts["agreement.csv"], newline="")))[1:]
    assert report.reliability is not None
    for cells, judged, row in zip(rows, report.reliability.rows, report.table.rows, strict=True):
        found = [
            float(cell) if cell else None
            for cell in (*cells[2:7], *cells[8 : 8 + len(fields_of(report))])
        ]
        assert found == [
            *(getattr(judged, name) for name in BEYOND_IN_FILES),
            *(getattr(row, name) for name in fields_of(report)),
        ]
        assert cells[7] == (judged.verdict or "")
        assert unescaped(cells[1]).encode("utf-8", "replace") == row.item.encode("utf-8", "replace")
    decided = list(csv.reader(StringIO(texts["decisions.csv"], newline="")))[1:]
    assert [[float(cell) if cell else None for cell in cells[2:8]] for cells in decided] == [
        [getattr(row, name) for name in DECIDED] for row in known(report.decisions).rows
    ]
    pairs = list(csv.reader(StringIO(texts["pairs.csv"], newline="")))[1:]
    assert [float(cells[3]) if cells[3] else None for cells in pairs] == [
        one.value for one in report.pairs
    ]


def markdown_rows(lines: list[str]) -> list[list[str]]:
    cells = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines]
    return [[cell.strip() for cell in row] for row in cells]


@on_every_corpus
def test_the_markdown_holds_the_numbers_of_the_report(key: str) -> None:
    report = report_of(key)
    lines = content(report, "markdown").decode().splitlines()
    assert [line[3:] for line in lines if line.startswith("## ")] == [
        *HELD.values(),
        "About this report",
    ]
    start = lines.index(f"## {CONTENTS['agreement']}") + 2
    height = 2 + len(report.table.rows)
    beyond = markdown_rows(lines[start : start + height])
    first = [
        [*(re.sub(r"(\d) .*", r"\1", cell) for cell in row[1:-1]), row[-1]] for row in beyond[2:]
    ]
    assert first == printed_verdicts(report)
    start = lines.index("", start + height + 1) + 1
    rows = markdown_rows(lines[start : start + height])
    assert {len(row) for row in rows} == {1 + len(fields_of(report))}
    found = [[cell.split(" ")[0] for cell in row[1:]] for row in rows[2:]]
    assert found == printed_rows(report)
    start = lines.index(f"## {CONTENTS['decisions']}") + 2
    rows = markdown_rows(lines[start : start + height])
    found = [[cell.split(" ")[0] for cell in row[1:]] for row in rows[2:]]
    assert found == printed_decisions(report)


def latex_of(report: Report) -> str:
    return content(report, "latex").decode()


@on_every_corpus
def test_the_latex_holds_the_numbers_of_the_report(key: str) -> None:
    report = report_of(key)
    text = latex_of(report)
    bodies = [part.split("\\bottomrule")[0] for part in text.split("\\toprule\n")[1:4]]
    tables = (printed_verdicts(report), printed_rows(report), printed_decisions(report))
    for body, numbers in zip(bodies, tables, strict=True):
        rows = [line.split(" & ") for line in body.splitlines() if line.endswith(r" \\")][1:]
        rows = [row for row in rows if row[0]]
        found = [[re.sub(r" \$\\pm\$.*| \\\\", "", cell) for cell in row[1:]] for row in rows]
        signs = str.maketrans({"\N{EN DASH}": "--", "\N{MINUS SIGN}": "$-$", "≤": r"$\leq$"})
        assert found == [[cell.translate(signs) for cell in row] for row in numbers]


@on_every_corpus
def test_the_latex_is_well_formed(key: str) -> None:
    text = latex_of(report_of(key))
    body = re.sub(r"%.*", "", re.sub(r"\\[\\{}%&$#_]", "", text))
    depth = 0
    for character in body:
        depth += (character == "{") - (character == "}")
        assert depth >= 0
    assert depth == 0
    open_ones: list[str] = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", text):
        if kind == "begin":
            open_ones.append(name)
        else:
            assert open_ones.pop() == name
    assert open_ones == []
    after = text.split(r"\begin{document}")[1]
    math = re.sub(
        r"\$(?:\\pi\^\*_\{?\w\}?|R_\w|p|\\kappa\^\*_\{\w\}|\\alpha|\\pm|\\leq|1-\\mathit\{(?:Hier)?WD\}|-|\\pi|\\kappa"
        r"|\\kappa_\{\\mathrm\{F\}\}|\\mathrm\{AC\}_1|\\bar\{(?:\\kappa|K)\})\$",
        "",
        after,
    )
    for special in "#$^~":
        assert not re.search(rf"(?<!\\){re.escape(special)}", math.replace("~\\cite", "\\cite"))


@on_every_corpus
def test_the_latex_cites_the_entries_of_its_references(key: str) -> None:
    report = report_of(key)
    entries = re.findall(r"^@\w+\{(\w+),", content(report, "bibtex").decode(), re.MULTILINE)
    assert entries == [work.key for work in cited(report)]
    used = re.findall(r"\\(?:no)?cite\{([\w,]+)\}", latex_of(report))
    assert {one for keys in used for one in keys.split(",")} == set(entries)
    assert r"\bibliography{report}" in latex_of(report)
    assert "2012)" not in latex_of(report).split("Methods and references")[1].split("nocite")[0]


def test_signs_of_a_name_are_not_drawn_together() -> None:
    text = latex_of(report_of("hostile"))
    assert "-{}-dash-{}-{}- `{}`quotes'{}'" in text


def compiled(report: Report, folder: Path) -> str:
    """Compile a report as an author would; gives the log."""
    (folder / "report.tex").write_bytes(REPORT_FORMATS["latex"].write(report))
    (folder / "report.bib").write_bytes(REPORT_FORMATS["bibtex"].write(report))
    tex = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "report.tex"]
    for command in (tex, ["bibtex", "report"], tex, tex):
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
        assert done.returncode == 0, done.stdout.decode("utf-8", "replace")[-800:]
    assert (folder / "report.pdf").stat().st_size > 10_000
    return (folder / "report.log").read_text("utf-8", "replace")


@pytest.mark.usefixtures("tex")
@pytest.mark.parametrize("key", ["moonstone", "dialogue", "gaps", "hostile"])
def test_the_latex_compiles_where_there_is_a_tex(key: str, tmp_path: Path) -> None:
    log = compiled(report_of(key), tmp_path)
    assert "undefined" not in log


@pytest.mark.usefixtures("tex")
def test_a_long_table_breaks_over_pages(tmp_path: Path) -> None:
    masses = {f"item {place}": {"x": [2, 3], "y": [3, 2]} for place in range(LONG + 20)}
    chosen = ReportOptions(contents=("agreement",), intervals=None)
    report = make_report(Corpus.from_masses(masses), chosen, title="T", date=DATE)
    text = REPORT_FORMATS["latex"].write(report).decode()
    assert r"\begin{longtable}" in text
    assert r"\begin{table}" not in text
    compiled(report, tmp_path)


def test_latex_declares_every_character_that_it_may_lack() -> None:
    text = latex_of(report_of("hostile"))
    head, body = text.split(r"\begin{document}")
    declared = dict(re.findall(r"\\orcode\{(.)\}\{([0-9A-F]{4,6})\}", head))
    assert {character for character in body if not character.isascii()} == set(declared)
    assert all(ord(character) == int(code, 16) for character, code in declared.items())
    assert normalize("NFC", body) == body


@pytest.mark.parametrize("similarity", ["b", "wd", "f1"])
def test_tables_name_their_similarity(similarity: str) -> None:
    report = report_of("moonstone", agreement=AgreementOptions(similarity=similarity))
    subscript = similarity.upper()
    tables = Tags(content(report, "html")).tables
    over_b = [] if similarity == "b" else ["π*B"]
    assert tables[0][0][1:] == [f"R{subscript}", "p, not adjusted", "α", *over_b, "verdict"]
    assert tables[1][0][1] == f"π*{subscript}"
    assert rf"$\pi^*_{{{subscript}}}$" in latex_of(report)
    book = load_workbook(BytesIO(content(report, "xlsx")))
    header = [cell.value for cell in book["Agreement"][1]]
    assert header.count("pi_star_b") == 1
    assert header[header.index("verdict") + 1] == f"pi_star_{similarity}"
    assert book["Pairs"]["D1"].value == f"mean_{similarity}"


def test_a_report_without_intervals_has_none() -> None:
    report = report_of("moonstone", intervals=None)
    assert "low" not in all_text(content(report, "csv")).split("\n")[0]
    agreement = Tags(content(report, "html")).tables[0]
    assert not any(" to " in cell for row in agreement for cell in row)
    assert r"\tiny" not in latex_of(report)


def files_in(archive: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def test_a_report_without_figures_says_so() -> None:
    report = report_of("moonstone", contents=("agreement",))
    files = files_in(REPORT_FORMATS["figures"].write(report))
    assert [*files] == ["about.txt"]
    assert images.NO_FIGURE in files["about.txt"].decode()


def test_the_date_is_the_one_thing_that_changes() -> None:
    report = report_of("moonstone")
    later = replace(report, date="2027-02-28")
    for form in ("html", "latex", "markdown", "bibtex"):
        changed = REPORT_FORMATS[form].write(later).replace(b"2027-02-28", DATE.encode())
        assert changed == content(report, form)


@pytest.mark.parametrize("form", ["html", "latex", "markdown"])
def test_without_any_coefficient_a_report_says_why(form: str) -> None:
    alone = Corpus.from_masses({"a": {"x": [3, 4]}, "b": {"x": [5]}})
    report = make_report(alone, title="T", date=DATE)
    said = REPORT_FORMATS[form].write(report).decode()
    assert said.count("No item has a coefficient, so that there is none to explain.") == 2
    assert "one coder only: agreement needs two" in said
    assert "plot-ranked" not in said


def test_one_call_computes_a_report_and_writes_it_by_the_endings(tmp_path: Path) -> None:
    corpus = sample("stargazer")
    options = ReportOptions(contents=("pairs", "methods"), intervals=None)
    paths = [tmp_path / "a.tex", tmp_path / "a.csv.zip", tmp_path / "a.json"]
    found = sm.report(corpus, *paths, options=options, date="2026-01-31")
    assert found.title == "Agreement on Stargazer"
    for path, key in zip(paths, ("latex", "csv", "json"), strict=True):
        assert path.read_bytes() == REPORT_FORMATS[key].write(found)
    assert (tmp_path / "report.bib").read_bytes() == REPORT_FORMATS["bibtex"].write(found)
    assert sm.report(corpus, options=options, title="Mine").title == "Mine"
    with pytest.raises(ValueError, match=r"b\.odt: the ending is none of \.html"):
        sm.report(corpus, tmp_path / "b.md", tmp_path / "b.odt", options=options)
    assert not (tmp_path / "b.md").exists()
