"""A column is declared once, and every writer takes it from there."""

from __future__ import annotations

import csv
import json
from io import BytesIO, StringIO
from typing import NamedTuple

import pytest
from openpyxl import load_workbook

from segmetrics.number_formats import DASH, short
from segmetrics.phrases import by_reason
from segmetrics.tables.browser import page
from segmetrics.tables.columns import FILES, Column, Place, Table, ends, in_order, spreads
from segmetrics.tables.markup import html_table, latex_table, markdown_table
from segmetrics.tables.plain import aligned, write_csv, write_rows, write_text
from segmetrics.tables.workbook import write_xlsx


class Around(NamedTuple):
    low: float | None
    high: float | None
    undefined: str = ""


class Size(NamedTuple):
    name: str
    value: float | None
    around: Around
    why: str = ""


RATED: Column[Size] = Column(
    "size",
    lambda row: row.value,
    "size_S",
    "How large it is",
    latex="$s$",
    label="σ",
    interval=lambda row: row.around,
    sd=lambda row: 0.5,
    why=lambda row: row.why,
)
ROWS = (
    Size("a|b", 0.25, Around(0.125, 0.5)),
    Size("=c", None, Around(None, None, "no items"), "too few"),
)


def sizes(*more: Column[Size]) -> Table[Size]:
    name = Column[Size]("name", lambda row: row.name, "name", left=True)
    return Table(columns=[name, RATED, *more], rows=ROWS, key="sizes", title="Sizes")


ADDED = Column[Size](
    "double", lambda row: row.value and 2 * row.value, "twice", "Twice", write=short
)


def written(table: Table[Size]) -> dict[str, str]:
    """A table in every format; of the workbook and the page all cells."""
    heads, lines = page(table)
    book = load_workbook(
        BytesIO(write_xlsx([table], title="t", program="p", date="2026-01-31"))
    ).active
    return {
        "csv": write_csv(table),
        "json": write_rows(table),
        "text": "\n".join(write_text(table)),
        "markdown": "\n".join(markdown_table(table)),
        "latex": "\n".join(latex_table(table, caption="c")),
        "html": html_table(table),
        "xlsx": "\n".join(str(cell.value) for row in book for cell in row),
        "page": "\n".join(
            [*(head.text for head in heads), *(c.text for r in lines for c in r.cells)]
        ),
    }


FILE = {"csv": "0.5", "json": "0.5", "xlsx": "0.5"}


@pytest.mark.parametrize("style", written(sizes()))
def test_a_column_that_is_added_stands_in_every_format(style: str) -> None:
    text = written(sizes(ADDED))[style]
    assert ("double" if style in FILE else "twice") in text
    assert FILE.get(style, "0.50") in text
    assert "twice" not in written(sizes())[style]


def test_files_hold_values_as_they_are_and_an_undefined_one_is_empty() -> None:
    read = list(csv.reader(StringIO(write_csv(sizes()))))
    assert read == [["name", "size"], ["a|b", "0.25"], ["'=c", ""]]
    assert json.loads(write_rows(sizes())) == [
        {"name": "a|b", "size": 0.25},
        {"name": "=c", "size": None},
    ]


def test_a_reader_sees_deviation_interval_and_reason() -> None:
    name, cell = sizes().cells()[0]
    assert (name.text, cell.on_one_line()) == ("a|b", "0.2500 ± 0.5000 [0.1250, 0.5000]")
    assert sizes().cells()[1][1].text == DASH
    assert "title='too few'" in html_table(sizes())
    assert r"| a\|b |" in markdown_table(sizes())[2]


def test_a_page_says_undefined_and_why() -> None:
    heads, (first, second) = page(sizes(), {"name": lambda row: {"href": f"./{row.name}"}})
    assert first.cells[1].range == "0.1250 to 0.5000"
    assert [cell.href for cell in first.cells] == ["./a|b", None]
    assert (second.cells[1].text, second.cells[1].title) == (DASH, "too few")
    assert [(head.text, head.title, head.numeric) for head in heads] == [
        ("name", "", False),
        ("σ", "How large it is", True),
    ]


def test_ends_and_deviations_are_columns_of_files() -> None:
    table = sizes(*spreads([RATED]), *ends([RATED]))
    assert table.header() == ["name", "size", "size_sd", "size_low", "size_high"]
    assert table.values()[0] == ["a|b", 0.25, 0.5, 0.125, 0.5]
    assert table.header(Place.READING) == ["name", "size"]


def test_an_interval_can_stand_apart() -> None:
    apart = RATED.through(lambda row: row, apart=True, places=FILES | Place.READING)
    table = Table(columns=[apart], rows=ROWS)
    assert write_text(table)[0].split() == ["size_S", "interval"]
    assert write_text(table)[1].endswith("0.1250 to 0.5000")
    assert write_text(table)[2].endswith(DASH)


def test_a_column_shows_what_rows_hold() -> None:
    inner: Column[tuple[int, Size]] = RATED.through(lambda pair: pair[1], key="other")
    assert (inner.key, inner.value((0, ROWS[0]))) == ("other", 0.25)
    assert inner.cell((0, ROWS[1])).why == "too few"


def test_undefined_values_come_last_either_way() -> None:
    found = [3, None, 1, 2]
    assert in_order(found, lambda one: one) == [1, 2, 3, None]
    assert in_order(found, lambda one: one, descending=True) == [3, 2, 1, None]


def test_names_that_share_a_reason_stand_together() -> None:
    assert by_reason([("a", "x"), ("b", ""), ("c", "x")]) == {"x": ["a", "c"]}


def test_texts_are_aligned_and_stay_on_their_line() -> None:
    assert aligned([["a\nb", "1"], ["c", "22"]], "<>") == ["a b   1", "c    22"]


def test_no_value_is_rounded_onto_a_limit() -> None:
    column = Column[float]("r", float, limits=(0.4,))
    assert [column.cell(value).text for value in (0.39999, 0.4, 0.5)] == [
        "0.39999",
        "0.4000",
        "0.5000",
    ]
