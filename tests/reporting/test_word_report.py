"""The Word document: it is opened again, and holds the numbers of page, JSON and paragraph."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from io import BytesIO
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

import docx
import pytest
from openpyxl import load_workbook
from PIL import Image

from segmetrics import Corpus, sample
from segmetrics.io import SAMPLES
from segmetrics.io.problems import UNPRINTABLE
from segmetrics.number_formats import interval_in_paper
from segmetrics.plots.palette import LIGHT
from segmetrics.reporting import images, word_report
from segmetrics.reporting.make_report import make_report, titled
from segmetrics.reporting.report import Report, ReportOptions
from segmetrics.reporting.report_figures import figures_of
from segmetrics.reporting.report_formats import REPORT_FORMATS
from segmetrics.reporting.sections import results, sentence
from tests.support.hostile_report import hostile
from tests.support.known import known

DATE = "2026-01-31"
SAMPLED = ("moonstone", "interviews", "film")
COLUMNS = {"pi_star_s": "π*S", "kappa_star_s": "κ*S", "bias_s": "Bias", "one_minus_wd_mean": "1−WD"}


@cache
def report_on(key: str) -> Report:
    reading = SAMPLES[key].read()
    title, source = titled(reading)
    return make_report(sample(key), title=title, source=source, date=DATE)


@cache
def document(key: str, form: str = "docx") -> Any:
    return docx.Document(BytesIO(REPORT_FORMATS[form].write(report_on(key))))


def paragraphs(found: Any) -> list[str]:
    return [one.text for one in found.paragraphs]


def rows(table: Any) -> list[list[str]]:
    return [[cell.text for cell in line.cells] for line in table.rows]


def first_numbers(table: Any) -> dict[str, dict[str, str]]:
    """The first line of each cell, by the names of rows and columns."""
    head, *lines = rows(table)
    return {
        line[0]: {name: cell.partition("\n")[0] for name, cell in zip(head, line, strict=True)}
        for line in lines
    }


@pytest.mark.parametrize("key", SAMPLED)
def test_it_begins_with_the_sentence_and_has_the_paragraph(key: str) -> None:
    report, said = report_on(key), paragraphs(document(key))
    assert said[0] == report.title
    assert said[2] == sentence(report)
    assert results(report) in said


@pytest.mark.parametrize("key", ["moonstone", "interviews"])
def test_its_numbers_are_those_of_the_json_and_a_single_group_is_the_corpus(key: str) -> None:
    data = json.loads(REPORT_FORMATS["json"].write(report_on(key)))
    (table,) = document(key).tables
    found = first_numbers(table)
    one_group = len(report_on(key).corpus.groups) == 1
    told = [one for one in data["agreement"]["rows"] if one["level"] != "group" or not one_group]
    assert len(told) == len(found)
    for row in told:
        name = {"item": "", "group": "group ", "corpus": "corpus"}[row["level"]] + (
            row["item"] or ""
        )
        assert float(found[name]["RS"].replace("−", "-")) == pytest.approx(
            row["corrected"], abs=0.00501
        )
        for key_, heading in COLUMNS.items():
            assert float(found[name][heading]) == pytest.approx(row[key_], abs=0.00501), heading
        assert found[name]["Near"] == str(row["near_misses"])
        assert found[name]["Full"] == str(row["full_misses"])


@pytest.mark.parametrize("form", ["docx", "appendix"])
@pytest.mark.parametrize("key", SAMPLED)
def test_no_table_has_more_than_ten_columns_or_more_than_two_decimals(key: str, form: str) -> None:
    for table in document(key, form).tables:
        lines = rows(table)
        assert len(lines[0]) <= 10
        for line in lines:
            for name, cell in zip(lines[0], line, strict=True):
                # A p-value has three, and an end that is not 0 does not read as 0.
                longer = re.findall(r"(?<![\d.])0\.(?!00)\d{3,}|[1-9]\d*\.\d{3,}", cell)
                assert not longer or name.lower().startswith("p"), (name, cell)


@pytest.mark.parametrize("form", ["docx", "appendix"])
@pytest.mark.parametrize("key", SAMPLED)
def test_no_heading_of_a_table_breaks_within_a_word(key: str, form: str) -> None:
    """A letter of the bold headings takes up to 1.6 mm, a margin of 0.6 mm on each side."""
    for table in document(key, form).tables:
        for cell, column in zip(table.rows[0].cells, table.columns, strict=True):
            longest = max(map(len, cell.text.split()), default=0)
            assert column.width.mm > 1.6 * longest, cell.text


def test_a_project_and_its_round_are_named_but_not_of_coders_by_number() -> None:
    reading = SAMPLES["moonstone"].read()
    other = replace(reading, corpus=known(reading.corpus).select(coders=["an1", "an2", "an3"]))
    said, _ = titled(other, name="Angekommen, Round 1")
    assert said == "Angekommen, Round 1: agreement on 4 items"
    assert titled(other, name="Angekommen", anonymous=True)[0] == "Agreement on 4 items"


@pytest.mark.parametrize("key", SAMPLED)
def test_figures_are_pictures_with_a_description(key: str) -> None:
    found, figures = document(key), figures_of(report_on(key))
    assert len(found.inline_shapes) == len(figures)
    described = [one._inline.docPr.get("descr") for one in found.inline_shapes]
    assert sorted(described) == sorted(one.about for one in figures)
    for shape in found.inline_shapes:
        assert shape.width.cm <= 16.01
        assert shape.height.cm <= 20.01


def headings(found: Any) -> list[str]:
    return [one.text for one in found.paragraphs if one.style.name == "Heading 1"]


@pytest.mark.parametrize("key", SAMPLED)
def test_what_no_paper_takes_is_in_the_appendix_alone(key: str) -> None:
    report, paper, appendix = report_on(key), document(key), document(key, "appendix")
    taken, rest = headings(paper), headings(appendix)
    assert len(paper.tables) == 1
    assert taken[0] == "Results"
    assert taken[-2:] == ["Methods", "About this report"]
    assert rest[-2:] == ["Methods", "About this report"]
    # The tables of agreement of which a paper has one, and the methods of all.
    both = {"Agreement", "Methods", "About this report"}
    assert {*taken} & {*rest} == both
    renamed = {report.contents[key] for key in word_report.TITLES}
    assert {*report.contents.values()} - renamed <= {*taken, *rest}
    assert not appendix.inline_shapes
    assert paragraphs(paper)[-1] == f"Signature: {report.signature}"


@pytest.mark.parametrize("key", SAMPLED)
def test_a_paper_names_who_differs_and_has_p(key: str) -> None:
    report, paper = report_on(key), document(key)
    assert "Who differs" in headings(paper)
    head, *_ = rows(paper.tables[0])
    assert [name for name in head if name.startswith("p")]
    if report.recorded:
        (late,) = [one.coder for one in report.recorded.agreement.coders if one.timing]
        assert [text for text in paragraphs(paper) if late in text]
        ends = report.recorded.agreement.corpus.corrected_interval
        assert ends.low is not None
        assert ends.high is not None
        assert interval_in_paper(ends.low, ends.high) in sentence(report)


def test_methods_and_references_of_a_paper_are_those_of_its_numbers() -> None:
    paper, appendix = document("moonstone"), document("moonstone", "appendix")
    model = "Dawid, A. P."
    assert not [text for text in paragraphs(paper) if text.startswith(model)]
    assert [text for text in paragraphs(appendix) if text.startswith(model)]
    references = [text for text in paragraphs(paper) if text.startswith("Fournier, C")]
    assert len(references) == 2


def test_what_was_chosen_is_written_though_no_paper_takes_it() -> None:
    options = ReportOptions(contents=("pairs",), intervals=None)
    report = make_report(sample("stargazer"), options, title="T", date=DATE)
    found = docx.Document(BytesIO(REPORT_FORMATS["docx"].write(report)))
    assert headings(found) == ["Pairs of coders", "About this report"]


def test_equal_reports_are_equal_documents_and_nothing_leads_outside() -> None:
    first, again = (REPORT_FORMATS["docx"].write(report_on("stargazer")) for _ in range(2))
    assert first == again
    with ZipFile(BytesIO(first)) as archive:
        assert not [
            one for one in archive.namelist() if b'TargetMode="External"' in archive.read(one)
        ]


def test_names_and_texts_of_any_signs_are_kept_as_text() -> None:
    corpus = hostile()
    options = ReportOptions(intervals=None)
    made = REPORT_FORMATS["docx"].write(make_report(corpus, options, title="\x00 <b>", date=DATE))
    found = docx.Document(BytesIO(made))
    assert paragraphs(found)[0] == "  <b>"
    named = {line[0] for one in found.tables for line in rows(one)}
    names = {UNPRINTABLE.sub(" ", item.name) for item in corpus.items}
    assert {" ".join(name.split()) for name in names} <= {" ".join(name.split()) for name in named}


def test_a_long_table_is_cut_and_says_so() -> None:
    masses = {f"item {at}": {"a": [2, 2], "b": [3, 1]} for at in range(word_report.MOST_ROWS + 5)}
    options = ReportOptions(contents=("agreement",), intervals=None)
    report = make_report(Corpus.from_masses(masses), options, title="T", date=DATE)
    found = docx.Document(BytesIO(REPORT_FORMATS["docx"].write(report)))
    assert "The first 200 of 205. The workbook for Excel has all." in paragraphs(found)
    for table in found.tables:
        assert len(table.rows) == 1 + word_report.MOST_ROWS + 1
        assert table.rows[-1].cells[0].text == "corpus"


# ----- the first sheet of the workbook


@pytest.mark.parametrize("key", SAMPLED)
def test_the_first_sheet_is_read_by_people_and_has_the_numbers_of_the_full_one(key: str) -> None:
    book = load_workbook(BytesIO(REPORT_FORMATS["xlsx"].write(report_on(key))))
    first, full = book.worksheets[:2]
    assert first.title == "Summary"
    head = [cell.value for cell in first[1]]
    assert len(head) <= 11
    assert not any("_" in name for name in head)
    assert first.max_row == full.max_row
    formats = {
        cell.number_format
        for line in first.iter_rows(min_row=2)
        for cell in line
        if isinstance(cell.value, float)
    }
    # Three decimals of a small p, four of bias.
    assert formats <= {"0.00", "0.000", "0.0000"}
    whole = [cell.value for cell in full[1]]
    ours, theirs = ("Beyond chance", "corrected") if key == "film" else ("Rₛ", "corrected")
    column = [line[head.index(ours)].value for line in first.iter_rows(min_row=2)]
    assert column == [line[whole.index(theirs)].value for line in full.iter_rows(min_row=2)]


# ----- the figures, without a browser


def files_of(key: str) -> dict[str, bytes]:
    with ZipFile(BytesIO(REPORT_FORMATS["figures"].write(report_on(key)))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_each_figure_comes_as_svg_and_png_of_one_size() -> None:
    files = files_of("moonstone")
    assert [*files] == ["ranked.svg", "ranked.png", "heat_map.svg", "heat_map.png", "about.txt"]
    for name in ("ranked", "heat_map"):
        svg = ElementTree.fromstring(files[f"{name}.svg"])
        picture = Image.open(BytesIO(files[f"{name}.png"]))
        inches = [float(svg.attrib[one].removesuffix("pt")) / 72 for one in ("width", "height")]
        assert picture.size == tuple(round(300 * inch) for inch in inches)
        assert "ch11" in "".join(svg.itertext())
        assert files[f"{name}.svg"] == files_of("moonstone")[f"{name}.svg"]


def test_a_cell_of_the_heat_map_has_the_shade_of_its_share() -> None:
    """Half of four coders mark the middle of three places, all the last, nobody the first."""
    two, one = [2, 1, 1], [3, 1]
    corpus = Corpus.from_masses({"ch": {"a": two, "b": two, "c": one, "d": one}})
    report = make_report(corpus, ReportOptions(contents=("heat_map",)), title="T", date=DATE)
    (figure,) = figures_of(report)
    svg = images.drawn(figure)["svg"].decode()
    cells = re.findall(r'id="QuadMesh_1".*?</g>', svg, re.DOTALL)[0]
    shades = re.findall(r"fill: (#[0-9a-f]{6})", cells)
    assert (shades[0], shades[2]) == (LIGHT.shares[0], LIGHT.shares[-1])
    # Of ten shades, the middle lies between the fifth and the sixth.
    middle, below, above = (int(c[1:3], 16) for c in (shades[1], LIGHT.shares[4], LIGHT.shares[5]))
    assert above < middle < below


def test_a_point_lies_where_its_value_is() -> None:
    """Behind each name stands the chapter's R, in the order in which they are ranked."""
    report = report_on("moonstone")
    figure = next(one for one in figures_of(report) if one.key == "ranked")
    (panel,) = images.canvas_of(figure.figure).axes
    labels = [label.get_text() for label in panel.get_yticklabels()]
    points = [point for bars in panel.containers for point in zip(*bars[0].get_data(), strict=True)]
    at = {labels[int(y)]: x for x, y in points}
    ranked = known(report.reliability).ranked("corrected")
    assert [at[row.item] for row in ranked] == [row.corrected for row in ranked]
    assert labels[: len(ranked)] == [row.item for row in ranked]
    assert panel.yaxis_inverted()


def test_markup_is_written_as_matplotlib_does() -> None:
    assert images._text("π*<sub>S</sub> &amp; <b>more</b>") == r"π*$_{\mathrm{S}}$ & more"
    assert images._text("$5 and $6") == r"\$5 and \$6"
