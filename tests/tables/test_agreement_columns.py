"""Tables as files: numbers come back exactly, and names come back as they were."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Sequence
from io import StringIO
from itertools import pairwise as neighbours
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import segmetrics
from segmetrics import Corpus, sample
from segmetrics.coefficients.agreement_table import AgreementTable, agreement
from segmetrics.coefficients.chance_corrected import CONVENTIONS
from segmetrics.coefficients.decision_table import decisions
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pairwise import pairwise
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results import agreement_view
from segmetrics.io.cells import unescaped
from segmetrics.number_formats import MINUS, shown
from segmetrics.tables.agreement_columns import (
    AGREEMENT_FORMATS,
    Rated,
    agreement_columns,
    column_name,
    footnotes,
    row_name,
    signature,
)
from segmetrics.tables.columns import Column
from segmetrics.tables.score_tables import SCORE_FORMATS
from tests.support.known import known
from tests.support.written import agreement_as, decisions_as, scores_as

COLUMNS_OF_THE_FORMAT = [
    "level",
    "item",
    "pi_star_s",
    "kappa_star_s",
    "bias_s",
    "one_minus_wd_mean",
    "one_minus_wd_sd",
    "coders",
    "boundaries",
    "mass",
    "near_misses",
    "full_misses",
    "pi_star_s_sd",
    "kappa_star_s_sd",
    "bias_s_sd",
]
FIELDS = [
    *("level", "item", "pi_star", "kappa_star", "bias", "one_minus_wd_mean", "one_minus_wd_sd"),
    *("coders", "boundaries", "mass", "near_misses", "full_misses"),
    *("pi_star_sd", "kappa_star_sd", "bias_sd"),
]
# What is counted has its name where the convention counts segments.
AS_PUBLISHED = {"boundaries": "segments"}
DASH = "\u2013"
UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")

GAPS = {
    "two": {"x": [2, 3], "y": [3, 2]},
    "alone": {"x": [4, 4]},
    "one unit": {"x": [1], "y": [1]},
    "silent": {"x": [6], "y": [6]},
    "dense": {"v": [1, 1, 1], "w": [1, 2]},
}
HOSTILE = [
    "a|b",
    "*bold* _it_ `code`",
    "[link](http://x)",
    "![i](x)",
    "<script>alert(1)</script>",
    "&lt;b&gt; &amp;",
    "$x^2$ ~tilde~ #1 100% {a}",
    r"back\slash \\ \end{table}",
    "*star",
    "[1] first",
    "a & b \\\\ c",
    "line\nbreak",
    "line\rbreak",
    "line\r\nbreak\u2028\x85",
    "\x1b[31mred\x00",
    '"quoted", comma; semi\ttab',
    "=1+1",
    "@SUM(A1)",
    "\u65e5\u672c \u05e2 \U0001f642",
    "corpus",
    "",
    " ",
    "|",
    "\\",
    "\\|",
]


def hostile(names: Sequence[str] = HOSTILE) -> Corpus:
    """A corpus of these item names, the same for coders; some of it undefined."""
    codings = {
        name: {name: [2, 3], f"{name}'": [1, 4]} if place % 2 else {name: [5]}
        for place, name in enumerate(names)
    }
    return Corpus.from_masses(codings)


TABLES = {
    f"{name}-{convention}": (corpus, AgreementOptions(convention=convention))
    for name, corpus in (
        ("moonstone", sample("moonstone")),
        ("gaps", Corpus.from_masses(GAPS)),
        ("hostile", hostile()),
    )
    for convention in CONVENTIONS
}


@pytest.fixture(params=TABLES)
def table(request: pytest.FixtureRequest) -> AgreementTable:
    return agreement(*TABLES[request.param])


def in_file(table: AgreementTable, column: str) -> str:
    published = table.options.convention == "published"
    return AS_PUBLISHED.get(column, column) if published else column


def csv_rows(text: str) -> list[dict[str, str]]:
    """Read a CSV, without the apostrophe before what a spreadsheet would compute."""
    return [
        {name: re.sub(r"^'('*[=+\-@\t\r])", r"\1", cell) for name, cell in row.items()}
        for row in csv.DictReader(StringIO(text, newline=""), strict=True)
    ]


# CSV and JSON: every number, exactly.


def test_the_columns_are_those_of_the_format() -> None:
    assert [column_name(field, "s") for field in FIELDS] == COLUMNS_OF_THE_FORMAT
    assert column_name("pi_star_sd", "b") == "pi_star_b_sd"
    assert column_name("bias", "wd") == "bias_wd"


def test_csv_read_back_holds_every_value_exactly(table: AgreementTable) -> None:
    rows = csv_rows(agreement_as("csv", table))
    assert len(rows) == len(table.rows)
    for read, row in zip(rows, table.rows, strict=True):
        assert list(read) == [in_file(table, column) for column in COLUMNS_OF_THE_FORMAT]
        for field, cell in zip(FIELDS, read.values(), strict=True):
            value = getattr(row, field)
            if value is None:
                assert cell == ""
            elif isinstance(value, str):
                assert unescaped(cell) == value
            else:
                assert type(value)(cell) == value


def test_csv_read_by_pandas_holds_every_number_exactly() -> None:
    table = agreement(*TABLES["gaps-defined"])
    read = pd.read_csv(StringIO(agreement_as("csv", table)), engine="python")
    assert list(read.columns) == COLUMNS_OF_THE_FORMAT
    for field, column in list(zip(FIELDS, COLUMNS_OF_THE_FORMAT, strict=True))[2:]:
        for found, row in zip(read[column].tolist(), table.rows, strict=True):
            expected = getattr(row, field)
            assert found == expected or (expected is None and pd.isna(found))


def test_csv_holds_no_other_line_end_than_its_own() -> None:
    assert "\r" not in agreement_as("csv", agreement(sample("moonstone")))


def test_json_read_back_holds_every_value_and_reason(table: AgreementTable) -> None:
    read = json.loads(agreement_as("json", table))
    for found, row in zip(read["rows"], table.rows, strict=True):
        for column in (*FIELDS, "observed", "expected_pi", "expected_kappa", "note"):
            assert found[in_file(table, column_name(column, "s"))] == getattr(row, column)
        assert found["undefined"] == {
            column_name(column, "s"): why for column, why in row.undefined.items()
        }


def test_json_says_what_the_numbers_were_computed_with() -> None:
    corpus = sample("moonstone")
    options = AgreementOptions(convention="published", width="boundaries", n=5, scaling="unscaled")
    read = json.loads(agreement_as("json", agreement(corpus, options)))
    assert read["program"] == f"segmetrics {segmetrics.__version__}"
    assert read["options"] == {
        "similarity": "s",
        "uncertain": "type",
        "convention": "published",
        "window_diff": "boundaries",
        "n": 5,
        "substitution_weight": 1,
        "transposition_weight": 1,
        "transposition_scaling": "unscaled",
    }
    assert read["corpus"] == {"sha256": corpus.codings_digest}
    for part in ("convention=published", "n=5", "unscaled", "windowdiff=boundaries"):
        assert part in read["signature"]


def test_an_undefined_value_is_an_empty_cell_and_has_its_reason_in_json() -> None:
    table = agreement(*TABLES["gaps-published"])
    in_csv = {row["item"]: row for row in csv_rows(agreement_as("csv", table))}
    in_json = {row["item"]: row for row in json.loads(agreement_as("json", table))["rows"]}
    for item, column, why in (
        ("alone", "pi_star_s", "one coder only: agreement needs two"),
        ("alone", "one_minus_wd_sd", "one coder only: agreement needs two"),
        ("one unit", "kappa_star_s", "an item of one unit has no potential boundary"),
        ("one unit", "one_minus_wd_mean", "no window of size 2 fits an item of 1 unit"),
        ("dense", "pi_star_s", "so nothing is left to measure"),
    ):
        assert in_csv[item][column] == ""
        assert in_json[item][column] is None
        assert why in in_json[item]["undefined"][column]
    assert in_json["two"]["undefined"] == {}
    assert in_json["silent"]["note"] == "nobody placed a boundary"


def test_an_empty_number_always_has_a_reason_where_the_level_has_one(table: AgreementTable) -> None:
    measures = COLUMNS_OF_THE_FORMAT[2:7]
    for row in json.loads(agreement_as("json", table))["rows"]:
        assert {column for column in measures if row[column] is None} == set(row["undefined"])


@given(st.lists(st.text(max_size=6), min_size=1, max_size=5, unique=True))
def test_any_names_come_back_from_csv_and_json(names: list[str]) -> None:
    corpus = hostile(names)
    table = agreement(corpus)
    expected = [(row.level, row.item) for row in table.rows]
    read = csv_rows(agreement_as("csv", table))
    assert [(row["level"], unescaped(row["item"])) for row in read] == expected
    rows = json.loads(agreement_as("json", table))["rows"]
    assert [(row["level"], row["item"]) for row in rows] == expected
    scores = pairwise(corpus, "s")
    pairs = [(score.item, score.coder_a, score.coder_b) for score in scores]
    read = csv_rows(scores_as("csv", scores))
    names_of = ("item", "coder_a", "coder_b")
    assert [tuple(unescaped(row[name]) for name in names_of) for row in read] == pairs


FORMULAS = {
    "=1+1": "'=1+1",
    "+1": "'+1",
    "-1": "'-1",
    "@SUM(A1)": "'@SUM(A1)",
    "\t=1": "'\t=1",
    "\r=1": "'\r=1",
    "'=1": "''=1",
    "'it": "'it",
    "a;=1": "a;'=1",
    "＝1": "'＝1",
    "1=1": "1=1",
    " =1": " =1",
    "": "",
}


@pytest.mark.parametrize(("name", "cell"), FORMULAS.items())
def test_no_name_is_a_formula_in_a_csv(name: str, cell: str) -> None:
    corpus = Corpus.from_masses({name: {name: [2, 3], "y": [3, 2]}})
    for text, columns in (
        (agreement_as("csv", agreement(corpus)), ["item"]),
        (scores_as("csv", pairwise(corpus, "s")), ["item", "coder_a"]),
        (decisions_as("csv", decisions(corpus)), ["item"]),
    ):
        row = next(csv.DictReader(StringIO(text, newline=""), strict=True))
        assert [row[column] for column in columns] == [cell] * len(columns)


def test_a_negative_number_in_a_csv_stays_a_number() -> None:
    # Two of five places are disagreed on; of all pairs of decisions 32 in 90 differ.
    corpus = Corpus.from_masses({"a": {"x": [1, 5], "y": [5, 1]}})
    (row, *_) = csv.DictReader(StringIO(decisions_as("csv", decisions(corpus)), newline=""))
    assert float(row["alpha"]) == pytest.approx(1 - (2 / 5) / (32 / 90))


# Scores of pairs.


@pytest.mark.parametrize("metric", ["s", "wd"])
@pytest.mark.parametrize(
    "corpus",
    [sample("moonstone"), Corpus.from_masses(GAPS), hostile()],
    ids=["moonstone", "gaps", "names"],
)
def test_pairwise_scores_come_back_exactly(corpus: Corpus, metric: Any) -> None:
    scores = pairwise(corpus, metric)
    assert scores
    in_csv = csv_rows(scores_as("csv", scores))
    assert [list(row) for row in in_csv] == [["item", "coder_a", "coder_b", "value"]] * len(scores)
    for row, score in zip(in_csv, scores, strict=True):
        assert (row["item"], row["coder_a"], row["coder_b"]) == score[:3]
        assert (float(row["value"]) if row["value"] else None) == score.value
    in_json = json.loads(scores_as("json", scores))
    assert [tuple(row.values()) for row in in_json] == [tuple(score) for score in scores]


@pytest.mark.parametrize("metric", ["s", "wd"])
def test_an_undefined_pair_is_an_empty_cell_and_has_its_reason_in_json(metric: Any) -> None:
    scores = pairwise(Corpus.from_masses({"tiny": {"x": [1], "y": [1]}}), metric)
    assert {row["value"] for row in csv_rows(scores_as("csv", scores))} == {""}
    for row in json.loads(scores_as("json", scores)):
        assert row["value"] is None
        assert "an item of " in row["undefined"]


# Tables for reading.


def markdown_cells(line: str) -> list[str]:
    """Split a line of a Markdown table at its bars and take the escapes away."""
    cells, escaped = [""], False
    for character in line:
        if not escaped and character == "\\":
            escaped = True
        elif not escaped and character == "|":
            cells.append("")
        else:
            cells[-1] += character
            escaped = False
    assert not escaped
    assert cells[0] == cells[-1] == ""
    return [cell.removeprefix(" ").removesuffix(" ") for cell in cells[1:-1]]


def test_every_markdown_row_has_the_cells_of_the_header(table: AgreementTable) -> None:
    lines = agreement_as("markdown", table).split("\n")
    rows = [markdown_cells(line) for line in lines[: len(table.rows) + 2]]
    assert {len(row) for row in rows} == {11}
    assert lines[len(table.rows) + 2] == ""
    for cells, row in zip(rows[2:], table.rows, strict=True):
        assert cells[0] == UNPRINTABLE.sub(" ", row_name(row))
        assert cells[6:] == [
            str(count)
            for count in (row.coders, row.boundaries, row.mass, row.near_misses, row.full_misses)
        ]


def test_nothing_in_a_name_is_markup_in_markdown() -> None:
    text = agreement_as("markdown", agreement(hostile()))
    for line in text.splitlines()[2 : len(hostile()) + 2]:
        name = line.removeprefix("| ").split(" | ")[0]
        assert not re.search(r"(?<!\\)(?:\\\\)*[*_`<>\[\]#~$&{}]", name)


@pytest.mark.parametrize(
    ("name", "written"),
    [("1. pilot", r"1\. pilot"), ("2) b", r"2\) b"), ("- c", r"\- c"), ("1.5", "1.5")],
)
def test_a_name_at_the_start_of_a_markdown_list_begins_no_other(name: str, written: str) -> None:
    text = agreement_as("markdown", agreement(Corpus.from_masses({name: {"x": [1, 2]}})))
    assert f"\n- {written}, " in text


LATEX_WORDS = {
    r"$\alpha$": "α",
    r"$\kappa$": "κ",
    r"$\pi$": "π",
    "$-$": MINUS,
    r"$\leq$": "≤",
    r"\textbackslash{}": "\\",
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    "{[}": "[",
    "{*}": "*",
    "{}": "",  # parts two signs that TeX would draw as one
} | {f"\\{character}": character for character in "&%$#_{}"}
LATEX_WORD = re.compile("|".join(map(re.escape, LATEX_WORDS)))


def latex_name(cell: str) -> str:
    """Take the escapes of a cell away; what is left may hold no special character."""
    assert not re.search(r"[\\{}$&%#_^~<>|*\[]", LATEX_WORD.sub("", cell)), cell
    return LATEX_WORD.sub(lambda found: LATEX_WORDS[found[0]], cell)


def latex_rows(text: str) -> list[list[str]]:
    """Split the body of a LaTeX table into rows and cells."""
    body = text.split("\\toprule\n")[1].split("\\bottomrule\n")[0]
    rows = [line for line in body.splitlines() if line != r"\midrule"]
    assert all(row.endswith(r" \\") for row in rows)
    return [re.split(r"(?<!\\)&", row.removesuffix(r" \\")) for row in rows]


def test_every_latex_row_has_the_columns_of_the_table(table: AgreementTable) -> None:
    text = agreement_as("latex", table)
    declared = known(re.search(r"\\begin\{tabular\}\{(l+r+)\}\n", text))
    rows = latex_rows(text)
    assert {len(row) for row in rows} == {len(declared[1])} == {11}
    assert len(rows) == len(table.rows) + 1
    for cells, row in zip(rows[1:], table.rows, strict=True):
        expected = UNPRINTABLE.sub(" ", row_name(row)).replace(DASH, "--")
        assert latex_name(cells[0].removesuffix(" ")) == expected


def test_braces_and_environments_of_latex_balance(table: AgreementTable) -> None:
    text = re.sub(r"\\.", "", agreement_as("latex", table).replace("\\\\\n", "\n"))
    depth = 0
    for character in text:
        depth += (character == "{") - (character == "}")
        assert depth >= 0
    assert depth == 0
    opened = re.findall(r"^\\(begin|end)\{(\w+)\}", agreement_as("latex", table), re.MULTILINE)
    assert opened == [
        ("begin", "table"),
        ("begin", "tabular"),
        ("end", "tabular"),
        ("end", "table"),
    ]


def test_no_latex_row_begins_as_an_option_of_the_row_before(table: AgreementTable) -> None:
    for before, line in neighbours(agreement_as("latex", table).splitlines()):
        if before.endswith((r"\\", "rule")):
            assert not line.lstrip().startswith(("[", "*"))


def test_latex_is_ruled_between_items_groups_and_corpus() -> None:
    table = agreement(sample("moonstone"))
    lines = agreement_as("latex", table).splitlines()
    rules = [place for place, line in enumerate(lines) if line.endswith("rule")]
    assert [lines[place] for place in rules] == [r"\toprule", *[r"\midrule"] * 3, r"\bottomrule"]
    between = [right - left - 1 for left, right in neighbours(rules)]
    assert between == [1, len(table.items), len(table.groups), 1]


def test_the_text_has_a_line_for_each_row_aligned_to_the_right(table: AgreementTable) -> None:
    lines = agreement_as("table", table).split("\n")
    rows = lines[: len(table.rows) + 2]
    rule = len(table.items) + 1
    assert set(rows.pop(rule)) == {"-"}
    assert rows[0].split() == [
        *("pi*_S", "kappa*_S", "bias", "1-WD", "+/-", "coders", in_file(table, "boundaries")),
        *("mass", "near", "full"),
    ]
    assert {len(line) for line in rows} == {len(rows[0])}
    for line, row in zip(rows[1:], table.rows, strict=True):
        assert line.startswith(UNPRINTABLE.sub(" ", row_name(row)))
        assert line.endswith(f" {row.full_misses}")
    assert lines[len(table.rows) + 2] == ""


@given(st.lists(st.text(max_size=6), min_size=1, max_size=5, unique=True))
def test_no_name_breaks_a_line_of_a_table_for_reading(names: list[str]) -> None:
    table = agreement(hostile(names))
    assert len(agreement_as("table", table).splitlines()) == (
        len(table.rows) + 2 + 1 + len(footnotes(table)) + 1
    )
    test_every_markdown_row_has_the_cells_of_the_header(table)
    test_every_latex_row_has_the_columns_of_the_table(table)
    test_braces_and_environments_of_latex_balance(table)


@pytest.mark.parametrize("style", ["table", "markdown", "latex"])
def test_tables_for_reading_show_undefined_values_and_why(style: str) -> None:
    table = agreement(Corpus.from_masses({"ch7": {"x": [2, 3]}, "ch8": {"x": [4], "y": [4]}}))
    text = agreement_as(style, table)
    row = next(line for line in text.splitlines() if line.lstrip("| ").startswith("ch7"))
    assert row.count("--" if style == "latex" else DASH) == 5
    assert "ch7: one coder only: agreement needs two" in text
    assert "nobody placed a boundary" in text
    assert "nan" not in text.lower()


@pytest.mark.parametrize("style", ["table", "markdown", "latex"])
def test_tables_for_reading_show_means_with_their_deviations(style: str) -> None:
    table = agreement(sample("moonstone"), AgreementOptions(convention="published"))
    sign = {"table": "+/-", "markdown": "\u00b1", "latex": r"$\pm$"}[style]
    corpus = table.corpus
    text = agreement_as(style, table)
    assert f"{known(corpus.pi_star):.4f} {sign} {corpus.pi_star_sd:.4f}" in text
    assert "0.7452" in text


@pytest.mark.parametrize("style", AGREEMENT_FORMATS)
def test_every_table_but_csv_carries_its_signature(style: str) -> None:
    table = agreement(sample("moonstone"), AgreementOptions(convention="published"))
    text = agreement_as(style, table).replace(r"\_", "_")
    assert (signature(table) in text) is (style != "csv")
    assert segmetrics.__version__ in signature(table)
    assert "convention=published" in signature(table)
    assert sample("moonstone").codings_digest[:12] in signature(table)


def test_footnotes_name_each_reason_once_with_its_rows() -> None:
    table = agreement(Corpus.from_masses({f"i{n}": {"x": [n + 1]} for n in range(3)}))
    assert footnotes(table)[0] == "i0, i1, i2, group x: one coder only: agreement needs two"


def test_footnotes_of_many_rows_name_a_few() -> None:
    table = agreement(Corpus.from_masses({f"i{n}": {"x": [5]} for n in range(2000)}))
    first = footnotes(table)[0]
    assert first.startswith("i0, i1, i2, ")
    assert "and 1,989 more: one coder only" in first
    assert len(first) < 200


@pytest.mark.parametrize("style", AGREEMENT_FORMATS)
def test_every_format_ends_with_one_line_end_and_can_be_encoded(style: str) -> None:
    text = agreement_as(style, agreement(hostile()))
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert text.encode("utf-8").decode("utf-8") == text


@pytest.mark.parametrize("style", SCORE_FORMATS)
def test_a_corpus_without_pairs_gives_an_empty_list(style: str) -> None:
    text = scores_as(style, pairwise(Corpus.from_masses({"a": {"x": [5]}}), "s"))
    assert text == {"csv": "item,coder_a,coder_b,value\n", "json": "[]\n"}[style]


def test_a_column_that_is_declared_stands_in_every_format_and_on_the_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def declared(table: AgreementTable) -> tuple[Column[Rated], ...]:
        new = Column[Rated](
            "most", lambda one: one.row.expected_pi, "most", "By chance", field="expected_pi"
        )
        return (*agreement_columns(table), new)

    table = agreement(sample("moonstone"))
    expected = shown(table.items[0].expected_pi)
    monkeypatch.setattr("segmetrics.tables.agreement_columns.agreement_columns", declared)
    monkeypatch.setattr(agreement_view, "agreement_columns", declared)
    for style in AGREEMENT_FORMATS:
        text = agreement_as(style, table)
        assert "most" in text
        assert (expected in text) is (style not in ("csv", "json"))
    view = UrlState(corpus="moonstone")
    on_page = agreement_view.rows_on_page(table, view)
    columns, rows = agreement_view.agreement_page(on_page, table, view, {})
    assert columns[-1].text == "most"
    assert (rows[0].cells[-1].text, rows[0].cells[-1].href) == (expected, None)
