"""Wide tables, tables of levels and workbooks: every cell counts, or is named."""

from __future__ import annotations

import csv
import datetime
import re
from collections.abc import Callable, Iterable, Mapping
from io import BytesIO, StringIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.chart import BarChart

import segmetrics.io.excel_files
from segmetrics import Segmentation
from segmetrics.io import Choices, Reading, Source, check, read_sources
from segmetrics.io.cells import escaped, unescaped
from segmetrics.io.column_names import WORDS, plain
from tests.support.project import HERE
from tests.support.readings import bad_alone, corpus_of, masses_of, said, table, the_problem
from tests.support.workbooks import Cells, packed, workbook

FIXTURES = HERE / "formats"


def read(content: str | bytes, name: str = "a.csv") -> Reading:
    content = content.encode() if isinstance(content, str) else content
    return read_sources([Source(name, content)])


def titles(reading: Reading) -> list[str]:
    return [one.format.title for one in reading.recognised]


def repacked(content: bytes, change: Callable[[str, bytes], bytes]) -> bytes:
    """Change the files inside a workbook."""
    out = BytesIO()
    with ZipFile(BytesIO(content)) as old, ZipFile(out, "w", ZIP_DEFLATED) as new:
        for entry in old.infolist():
            new.writestr(entry.filename, change(entry.filename, old.read(entry)))
    return out.getvalue()


def with_sheet(xml: str) -> bytes:
    """Make a workbook of a sheet whose XML is given."""
    head = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    content = f"<?xml version='1.0'?>{head}{xml}</worksheet>".encode()
    return repacked(
        packed(workbook({"Sheet": [["x"]]})),
        lambda name, old: content if name.startswith("xl/worksheets/") else old,
    )


# The pages that describe the formats.


# Wide tables.


def test_a_wide_table_gives_each_column_a_coder() -> None:
    rows = ["Item,Text,Unit,Anna,BEN", "x,two,2,b,1", "x,one,1,a,1", "y,only,1,a,", "x,three,3,b,2"]
    corpus = corpus_of(read(table(*rows)))
    assert dict(corpus["x"].codings) == {
        "Anna": Segmentation(3, (1,)),
        "BEN": Segmentation(3, (2,)),
    }
    assert corpus["x"].texts == ("one", "two", "three")
    assert dict(corpus["y"].codings) == {"Anna": Segmentation(1, ())}


def test_a_wide_table_without_items_is_of_the_item_that_its_name_says() -> None:
    reading = read("text,anna\nOne.,a\nTwo.,b\n", "folder/chapter.1.csv")
    assert corpus_of(reading)["chapter.1"].texts == ("One.", "Two.")
    assert titles(reading) == ["wide table"]


def test_segment_numbers_are_recognised_by_their_values() -> None:
    plain = read("an1,an2\n1,0\n1,1\n2,1\n3,2\n")
    assert masses_of(plain) == {"a": {"an1": (2, 1, 1), "an2": (1, 2, 1)}}
    counted = read("Gespräch,an1,an2\n1,1,1\n2,1,2\n3,2,2\n4,2,2\n")
    assert masses_of(counted) == {"a": {"an1": (2, 2), "an2": (1, 3)}}
    assert said(counted) == ["the column Gespräch counts the rows: it numbers the units"]
    partly = read("sentence,an1,an2,an3\n1,1,1,\n2,2,1,\n3,2,2,\n")
    assert masses_of(partly) == {"a": {"an1": (1, 2), "an2": (2, 1)}}
    below = read("line,text,an1\n-1,a b c d,p\n-2,c d e f,p\n-3,c d e g,q\n")
    assert masses_of(below)["a"]["an1"] == (2, 1)
    each = read("item,line,an1\nx,1,a\nx,2,b\ny,1,a\ny,2,a\n")
    assert masses_of(each) == {"x": {"an1": (1, 1)}, "y": {"an1": (2,)}}


def test_numbers_with_a_dot_count_the_rows_and_are_no_segments() -> None:
    """A sheet numbered as text has the coders of the same sheet without dots."""
    marks = ["x", "", "x", "", "", ""]
    rows = [f"{number}.,{mark},{mark},Some words here." for number, mark in enumerate(marks, 1)]
    dotted = "\n".join(["Par.,Ann,Ben,Text", *rows, ""])
    choices = Choices(columns={"Ann": "first", "Ben": "first"})
    for content in (dotted, dotted.replace(".,", ",")):
        reading = read_sources([Source("a.csv", content.encode())], choices)
        assert masses_of(reading) == {"a": {"Ann": (2, 4), "Ben": (2, 4)}}
    # Nor is it a coder before somebody says where marks stand.
    undecided = read(dotted)
    assert undecided.corpus is None or undecided.corpus.coders == ("Ann", "Ben")


def test_the_first_coder_is_no_counter_where_other_columns_are_named_alike() -> None:
    reading = read("text,an1,an2\na,1,1\nb,2,1\nc,3,2\nd,4,2\n")
    assert masses_of(reading)["a"]["an1"] == (1, 1, 1, 1)
    reading = read("an1,an2\n1,1\n2,1\n3,2\n4,2\n")
    assert masses_of(reading) == {"a": {"an1": (1, 1, 1, 1), "an2": (2, 2)}}


@pytest.mark.parametrize(
    ("content", "what"),
    [
        ("annotator,group\n1,1\n2,1\n3,1\n4,2\n", "the columns of this table"),
        ("group,ch1,ch2\n1,1,4\n2,7,9\n3,8,12\n4,9,13\n", "the columns of this table"),
        ("a,b\n1,1\n3,2\n", "the columns of this table"),
        (
            "start,end,text\n" + "".join(f"{n}.1,{n}.9,word\n" for n in range(12)),
            "a transcript with the columns start, end, text",
        ),
    ],
)
def test_what_is_no_coding_is_refused(content: str, what: str) -> None:
    reading = read(content)
    assert reading.corpus is None
    assert the_problem(reading).what.startswith(what)


def test_positions_as_segeval_has_them_number_the_segments() -> None:
    reading = read("Coder,Positions\nx,1,1,2,2\ny,0,1,1,2\n")
    assert masses_of(reading) == {"a": {"x": (2, 2), "y": (1, 2, 1)}}
    problem = the_problem(read("Coder,Positions\nx,1,1,3\n"))
    assert problem.row == 2
    assert "not those of segments" in problem.what


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_wide_table_reads_the_same_in_any_dress(
    separator: str, ending: str, encoding: str
) -> None:
    # Names that are written from the right, with combining marks, beyond the basic plane.
    name = "\u05d0\u05d1 e\u0301 \U0001f642,;"
    rows = [["unit", name, "ben"], ["1", "p, q", "x"], ["2", "p, q", "y"]]
    text = as_csv(rows, separator).replace("\n", ending)
    assert masses_of(read(text.encode(encoding))) == {"a": {name: (2,), "ben": (1, 1)}}


def test_a_column_that_a_coder_left_empty_is_not_a_coding() -> None:
    reading = read(table("item,anna,ben,carl", "x,a,,", "x,b,,", "y,a,b,"))
    assert masses_of(reading) == {"x": {"anna": (1, 1)}, "y": {"anna": (1,), "ben": (1,)}}
    assert said(reading) == ["no cell is filled in the columns carl"]


WRONG_WIDE = {
    "part of an item": (["bad,1,a,", "bad,2,a,b"], 2, "ben", "1 of 2 cells in the column ben"),
    "nobody": (["bad,1,,", "bad,2,,"], 2, None, "no coder has a segment in this item"),
    "a unit twice": (["bad,1,a,b", "bad,1,a,b"], 3, None, "unit 1 is given twice"),
    "a gap": (["bad,1,a,b", "bad,3,a,b"], 3, None, "unit 3 comes where unit 2 belongs"),
    "an error": (["bad,1,a,#N/A"], 2, None, "#N/A in a cell"),
    "too short": (["bad,1,a"], 2, None, "3 cells, but 4 in the header"),
    "too long": (["bad,1,a,b,c"], 2, None, "5 cells, but 4 in the header"),
    "a word": (["bad,one,a,b"], 2, None, "unit number 'one' is not a whole number"),
    "1e308": (["bad,1e308,a,b"], 2, None, "unit number '1e308' is not a whole number"),
    "1e12": (["bad,1000000000000,a,b"], 2, None, "comes where unit 1 belongs"),
}


@pytest.mark.parametrize(
    ("rows", "row", "coder", "what"),
    [pytest.param(*case, id=label) for label, case in WRONG_WIDE.items()],
)
def test_a_wrong_row_of_a_wide_table_is_named_and_the_other_item_stays(
    rows: list[str], row: int, coder: str | None, what: str
) -> None:
    reading = read(table("item,unit,anna,ben", *rows, "good,1,a,a", "good,2,b,a"))
    bad_alone(reading, what, row=row, coder=coder)
    assert masses_of(reading) == {"good": {"anna": (1, 1), "ben": (2,)}}


WRONG_WIDE_FILES = {
    "a column twice": ("unit,anna,Ben,anna\n1,a,b,c\n", 1, "the column anna is in the header"),
    "two columns of texts": ("text,anna,Text\np,a,q\n", 1, "the column text is in the header"),
    "only a header": ("item,unit,anna\n", None, "a header, but no row below it"),
    "no item": ("item,anna\n,a\n", 2, "the cell of item is empty"),
    "the header again": ("unit,anna\nunit,anna\n", 2, "the header is repeated"),
    "Latin-1": ("unit,anna\n1,é\n".encode("latin-1"), 2, "not saved as UTF-8"),
    "a NUL": ("unit,anna\n1,\0\n", 2, "it holds a NUL"),
    "an open quote": ('unit,anna\n1,"a\n', 2, "cannot be read from here on"),
}


@pytest.mark.parametrize(
    ("content", "row", "what"),
    [pytest.param(*case, id=label) for label, case in WRONG_WIDE_FILES.items()],
)
def test_a_wrong_wide_file_is_a_problem(content: str | bytes, row: int | None, what: str) -> None:
    problem = the_problem(read(content))
    assert (problem.file, problem.row) == ("a.csv", row)
    assert what in problem.what


def test_rows_of_an_item_that_stand_apart_are_a_problem_without_numbers() -> None:
    rows = ["x,a", "x,a", "y,a", "x,b"]
    problem = the_problem(read(table("item,anna", *rows)))
    assert (problem.row, problem.item) == (5, "x")
    assert "other rows lie between this one and row 3" in problem.what


def test_a_table_of_very_many_columns_is_read() -> None:
    coders = [f"c{number}" for number in range(15_000)]
    text = as_csv([["unit", *coders], ["1", *coders], ["2", *coders]])
    assert len(corpus_of(read(text))["a"].codings) == 15_000


def test_a_column_without_a_name_is_named_as_not_read() -> None:
    reading = read(",unit,anna\n0,1,a\n1,2,b\n")
    assert masses_of(reading) == {"a": {"anna": (1, 1)}}
    assert said(reading) == ["not read: a column without a name"]


@pytest.mark.parametrize(
    "content",
    [
        "anna,ben\na,b\n",
        "ch1,x,2 3\nch1,y,5\n",
        "item,unit,text\nx,1,p\n",
        "item,mass,anna\nx,1,p\n",
        "anna,ben\n",
        "anna,ben\n1,2\n",
        "We split it, ourselves.\n1,0\nand so on\n",
    ],
)
def test_not_every_table_is_a_wide_table(content: str) -> None:
    assert "no coding was found in this file" in the_problem(read(content)).what


def test_a_table_whose_rows_all_differ_is_asked_about() -> None:
    problem = the_problem(read(table("unit,anna", *(f"{n},name {n}" for n in range(1, 13)))))
    assert problem.asks == "columns"
    assert problem.what == "the columns of this table are not known: unit, anna"


# Flags of boundaries. Each case: two columns, what a 1 says, and where boundaries lie.

AFTER = "a 1 is a boundary after its unit"
ENDS = "a segment ends after each marked unit"
BEGINS = "a segment begins at each marked unit"
FLAGS: dict[str, tuple[str, str, str, tuple[int, ...], tuple[int, ...]]] = {
    "all begin with 1": ("1010", "1100", BEGINS, (2,), (1,)),
    "all begin with 1, one ends with it": ("1010", "1001", BEGINS, (2,), (3,)),
    "no boundary": ("0000", "0000", ENDS, (), ()),
}


@pytest.mark.parametrize("words", [("0", "1"), ("0.0", "1.0"), ("False", "True")])
@pytest.mark.parametrize(
    ("anna", "ben", "way", "of_anna", "of_ben"),
    [pytest.param(*case, id=label) for label, case in FLAGS.items()],
)
def test_flags_are_taken_as_the_file_shows(
    anna: str,
    ben: str,
    way: str,
    of_anna: tuple[int, ...],
    of_ben: tuple[int, ...],
    words: tuple[str, str],
) -> None:
    rows = [f"{words[int(a)]},{words[int(b)]}" for a, b in zip(anna, ben, strict=True)]
    reading = read(table("anna,ben", *rows))
    codings = corpus_of(reading)["a"].codings
    assert codings["anna"] == Segmentation(4, of_anna)
    assert codings["ben"] == Segmentation(4, of_ben)
    (what,) = said(reading)
    assert way in what


NO_AND_YES = [("0", "1"), ("no", "yes"), ("nein", "Ja"), ("n", "j"), ("", "x")]


@pytest.mark.parametrize(("no", "yes"), NO_AND_YES)
@pytest.mark.parametrize(
    ("anna", "ben"),
    [
        ("1011", "1101"),
        ("0100", "0010"),
        ("1000", "0001"),
        ("0110", "0100"),
        ("0101", "0011"),
        ("1011", "0101"),
    ],
)
def test_marks_whose_end_nothing_shows_are_asked(anna: str, ben: str, no: str, yes: str) -> None:
    def cell(flag: str) -> str:
        return yes if flag == "1" else no

    rows = [f"{n + 1},{cell(anna[n])},{cell(ben[n])}" for n in range(4)]
    source = Source("a.csv", table("unit,anna,ben", *rows).encode())
    assert the_problem(read_sources([source])).asks == "marks"
    begin = read_sources([source], Choices(columns={"anna": "first", "ben": "first"}))
    end = read_sources([source], Choices(columns={"anna": "last", "ben": "last"}))
    for name, flags in (("anna", anna), ("ben", ben)):
        bits = [flag == "1" for flag in flags]
        assert corpus_of(begin)["a"].codings[name] == Segmentation.from_bits(bits[1:])
        assert corpus_of(end)["a"].codings[name] == Segmentation.from_bits(bits[:-1])


def test_the_flags_of_all_items_are_taken_in_one_way() -> None:
    # Item y alone would not say at which end a 1 stands.
    reading = read(table("item,anna", "x,0", "x,1", "y,1", "y,1", "z,0", "z,1"))
    assert masses_of(reading) == {"x": {"anna": (2,)}, "y": {"anna": (1, 1)}, "z": {"anna": (2,)}}
    assert ENDS in said(reading)[0]


def test_columns_that_say_more_of_a_unit_are_no_coders() -> None:
    header = "ID,Page,Speaker,Text,New topic Anna,New topic Ben"
    rows = ["K1,2,A,Hi there.,0,0", "K2,2,B,How so?,1,1", "K3,3,A,Fine.,0,1", "K4,3,B,So.,1,0"]
    reading = read(table(header, *rows))
    assert masses_of(reading) == {"a": {"Anna": (1, 2, 1), "Ben": (1, 1, 2)}}


def test_0_and_1_beside_other_labels_are_labels_and_named() -> None:
    reading = read(table("unit,anna,ben", "1,0,x", "2,1,x", "3,1,y"))
    assert masses_of(reading) == {"a": {"anna": (1, 2), "ben": (2, 1)}}
    (notice,) = reading.notices
    assert notice.coder == "anna"
    assert "read as labels" in notice.what


@pytest.mark.parametrize("name", ["pandas.csv", "pandas_index.csv"])
def test_what_pandas_writes_is_read(name: str) -> None:
    reading = check(FIXTURES / "wide-table" / name)
    corpus = corpus_of(reading)
    assert masses_of(reading) == {
        "ch1": {"Anna": (2, 2), "ben": (2, 1, 1), "an4": (4,)},
        "ch2": {"Anna": (1, 2), "an4": (2, 1)},
    }
    assert corpus["ch1"].texts == ("One, two.", "Three.", 'A "word".', "End.")


printed = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp", "Zs"]), min_size=1, max_size=5
)
OF_TABLES = {"item", "unit", "text", "coder", "segment", "type", "level", "mass"}
# Names that say what is in a column, such as ID, are no coders'.
SAYING = OF_TABLES | {
    "id",
    "ids",
    "page",
    "age",
    "role",
    "new",
    "neu",
    "end",
    "ende",
    "start",
    "last",
    "after",
    "before",
    *WORDS.notes,
    *WORDS.first_unit,
    *WORDS.last_unit,
}
coder_names = printed.filter(lambda name: plain(name) not in SAYING and name.lower() not in SAYING)


@st.composite
def codings(draw: st.DrawFn) -> dict[str, dict[str, tuple[int, ...]]]:
    """Draw items of 2 to 7 units: the boundaries of each coder."""
    coders = draw(st.lists(coder_names, min_size=1, max_size=3, unique_by=str.lower))
    items: dict[str, dict[str, tuple[int, ...]]] = {}
    for number in range(draw(st.integers(1, 3))):
        mass = draw(st.integers(2, 7))
        who = draw(st.lists(st.sampled_from(coders), min_size=1, unique=True))
        bits = st.lists(st.booleans(), min_size=mass - 1, max_size=mass - 1)
        items[f"i{number}"] = {
            coder: (mass, *(p for p, bit in enumerate(draw(bits), 1) if bit)) for coder in who
        }
    return items


def cells_of(mass: int, boundaries: Iterable[int], style: str) -> list[str]:
    """Write a coding by hand: labels, or flags of what ends or of what begins."""
    at = set(boundaries)
    if style == "labels":
        return [f"s{sum(b < unit for b in at)}" for unit in range(1, mass + 1)]
    if style == "ends":
        return [str(int(unit in at or unit == mass)) for unit in range(1, mass + 1)]
    return [str(int(unit - 1 in at or unit == 1)) for unit in range(1, mass + 1)]


def wide_rows(items: Mapping[str, Mapping[str, tuple[int, ...]]], style: str) -> list[list[str]]:
    coders = list(dict.fromkeys(coder for of_item in items.values() for coder in of_item))
    rows = [["item", *(re.sub(r"^(?='*[=+\-@])", "'", coder) for coder in coders)]]
    for item, of_item in items.items():
        columns = {c: cells_of(m, boundaries, style) for c, (m, *boundaries) in of_item.items()}
        mass = len(next(iter(columns.values())))
        rows += [
            [item, *(columns[c][unit] if c in columns else "" for c in coders)]
            for unit in range(mass)
        ]
    return rows


def as_csv(rows: Cells, separator: str = ",") -> str:
    out = StringIO(newline="")
    csv.writer(out, delimiter=separator, lineterminator="\n").writerows(rows)
    return out.getvalue()


def positions_of(reading: Reading) -> dict[str, dict[str, tuple[int, ...]]]:
    return {
        item.name: {c: (s.mass, *s.boundaries) for c, s in item.codings.items()}
        for item in corpus_of(reading).items
    }


def shows_nothing(items: Mapping[str, Mapping[str, tuple[int, ...]]], style: str) -> bool:
    """Return whether flags may stand at either end: by both ends, or by the end of one item."""
    if style == "ends" and len(items) == 1:
        return True
    codings = [coding for of_item in items.values() for coding in of_item.values()]
    return all((m - 1 if style == "begins" else 1) in of_one for m, *of_one in codings)


@pytest.mark.parametrize("style", ["labels", "ends", "begins"])
@given(items=codings(), separator=st.sampled_from(",;\t"))
def test_any_wide_table_gives_the_boundaries_that_went_in(
    style: str, items: dict[str, dict[str, tuple[int, ...]]], separator: str
) -> None:
    if style != "labels" and shows_nothing(items, style):
        return
    assert positions_of(read(as_csv(wide_rows(items, style), separator))) == items


@given(items=codings(), style=st.sampled_from(["labels", "ends"]))
def test_any_workbook_gives_the_boundaries_that_went_in(
    items: dict[str, dict[str, tuple[int, ...]]], style: str
) -> None:
    if style == "ends" and shows_nothing(items, style):
        return
    rows = [[int(c) if c in ("0", "1") else c for c in row] for row in wide_rows(items, style)]
    assert positions_of(read(packed(workbook({"S": rows})))) == items


# Tables of levels. The example of the authors: upper breaks after 2, lower after 1 and 2.


def test_the_published_table_of_levels_is_read_as_published() -> None:
    reading = read(table("par,level1,level2", "1,1,0", "2,1,1", "3,0,0", "4,1,1"), "x/a.csv")
    assert corpus_of(reading)["a"].codings == {"x": Segmentation(4, (1, 2), levels=(2, 1))}
    assert titles(reading) == ["table of levels"]
    assert said(reading) == [f"the coarsest level is level2; {AFTER}"]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_a_folder_a_coder_holds_tables_of_levels(ending: str) -> None:
    folder = FIXTURES / "level-table"
    sources = [
        Source(str(file.relative_to(folder)), file.read_bytes().replace(b"\n", ending.encode()))
        for file in sorted(folder.rglob("*.csv"))
    ]
    corpus = corpus_of(read_sources(sources))
    assert corpus["ch1"].codings == {
        "anna": Segmentation(8, (2, 4, 5, 6), levels=(3, 2, 3, 1)),
        "ben": Segmentation(8, (3, 5), levels=(1, 3)),
    }


# Of three units; each column a level, as the boundaries and levels that it must give.
DIRECTIONS: dict[str, tuple[str, list[int], str, dict[int, int]]] = {
    "the last is the coarsest": ("level1,level2", [10, 11, 11], "level2", {1: 2, 2: 1}),
    "the first is the coarsest": ("level1,level2", [1, 11, 11], "level1", {1: 2, 2: 1}),
    "columns in any order": ("level2,level1", [10, 11, 11], "level1", {1: 2, 2: 1}),
    "both are one": ("level1,level2", [11, 0, 11], "level2", {1: 1}),
    "a 1 begins": ("level1,level2", [11, 10, 0], "level2", {1: 2}),
    "a 1 begins, the first is the coarsest": ("level1,level2", [11, 1, 0], "level1", {1: 2}),
    "no boundary": ("level1,level2", [0, 0, 11], "level2", {}),
    "one level": ("LEVEL 01", [1, 0, 1], "level 01", {1: 1}),
}


@pytest.mark.parametrize(
    ("header", "flags", "coarsest", "levels"),
    [pytest.param(*case, id=label) for label, case in DIRECTIONS.items()],
)
def test_the_flags_tell_which_level_is_the_coarsest(
    header: str, flags: list[int], coarsest: str, levels: dict[int, int]
) -> None:
    width = header.count(",") + 1
    rows = [",".join([str(unit), *f"{row:0{width}}"]) for unit, row in enumerate(flags, 1)]
    reading = read(table(f"par,{header}", *rows), "x/a.csv")
    expected = Segmentation(3, tuple(levels), levels=tuple(levels.values()))
    assert corpus_of(reading)["a"].codings == {"x": expected}
    assert said(reading)[0].startswith(f"the coarsest level is {coarsest};")


def test_a_boundary_that_a_finer_level_lacks_counts_there_too_and_is_named() -> None:
    rows = ["1,1,0", "2,1,1", "3,0,1", "4,1,0", "5,1,1"]
    reading = read(table("par,level1,level2", *rows), "x/a.csv")
    expected = Segmentation(5, (1, 2, 3, 4), levels=(2, 1, 1, 2))
    assert corpus_of(reading)["a"].codings == {"x": expected}
    assert "1 row with a 1 at a level and a 0 at a finer one" in reading.notices[1].what
    assert reading.notices[1].row == 4


WRONG_LEVELS = {
    "two": (["1,2,0", "2,1,1"], 2, "level1 is '2', not 0 or 1"),
    "empty": (["1,1,", "2,1,1"], 2, "level2 is empty, not 0 or 1"),
    "not a number": (["1,NaN,0", "2,1,1"], 2, "level1 is 'NaN', not 0 or 1"),
    "a unit twice": (["1,1,0", "1,1,1"], 3, "unit 1 is given twice"),
    "a gap": (["1,1,0", "3,1,1"], 3, "unit 3 comes where unit 2 belongs"),
    "from zero": (["0,1,0", "1,1,1"], 2, "unit 0 comes where unit 1 belongs"),
    "too short": (["1,1", "2,1,1"], 2, "2 cells, but 3 in the header"),
}


@pytest.mark.parametrize(
    ("rows", "row", "what"), [pytest.param(*case, id=label) for label, case in WRONG_LEVELS.items()]
)
def test_a_wrong_row_of_a_table_of_levels_is_named(rows: list[str], row: int, what: str) -> None:
    good = table("par,level1", "1,1", "2,1")
    bad = table("par,level1,level2", *rows)
    reading = read_sources([Source("x/bad.csv", bad.encode()), Source("y/good.csv", good.encode())])
    bad_alone(reading, what, file="x/bad.csv", row=row, coder="x")
    assert set(masses_of(reading)) == {"good"}


def test_two_columns_of_one_level_are_a_problem() -> None:
    problem = the_problem(read("par,level1,level01\n1,1,1\n"))
    assert (problem.row, problem.what) == (1, "two columns of one level in the header")


def test_other_columns_of_a_table_of_levels_are_named_as_not_read() -> None:
    reading = read("par,note,level1,note\n1,p,1,q\n2,p,1,q\n")
    corpus_of(reading)
    assert said(reading)[0] == "not read: the columns note, note"


def test_outlines_with_up_to_five_levels_come_back(wikipedia: dict[str, Any]) -> None:
    assert len(wikipedia) == 66
    for name, article in wikipedia.items():
        units, levels = article["units"], dict(article["reference"])
        deepest = max(levels.values())
        rows = [["par", *(f"level{level}" for level in range(1, deepest + 1))]]
        for unit in range(1, units + 1):
            of_unit = levels.get(unit, 9) if unit < units else 1
            rows.append([str(unit), *(str(int(of_unit <= n)) for n in range(1, deepest + 1))])
        reading = read(as_csv(rows), f"author/{name}.csv")
        (coding,) = corpus_of(reading)[name].codings.values()
        assert dict(zip(coding.boundaries, coding.levels or (), strict=True)) == levels


# Workbooks.

LONG: Cells = [["item", "coder", "masses"], ["ch1", "anna", "11 2"], ["ch1", "ben", "2 8 2 1"]]
WIDE: Cells = [["unit", "anna", "ben"], [1, "a", 1], [2, "a", 2.0], [3, "b", 2]]
LEVELS: Cells = [["par", "level1", "level2"], [1, 1, 0], [2, 1, 1], [3, 0, 0], [4, 1, 1]]
SEGEVAL: Cells = [["Coder", "Masses"], ["anna", 11, 2], ["ben", 2, 8.0, 2, 1]]


def test_each_sheet_of_a_workbook_is_a_table_of_its_own() -> None:
    book = workbook({"Long": LONG, "v1.2 ": WIDE, "ch2": SEGEVAL})
    reading = read(packed(book), "folder/codings.dat")
    assert masses_of(reading) == {
        "ch1": {"anna": (11, 2), "ben": (2, 8, 2, 1)},
        "v1.2": {"anna": (2, 1), "ben": (1, 2)},
        "ch2": {"anna": (11, 2), "ben": (2, 8, 2, 1)},
    }
    corpus_of(reading)
    assert [one.file for one in reading.recognised] == [
        f"folder/codings.dat, sheet {name}" for name in ("Long", "v1.2", "ch2")
    ]
    assert titles(reading) == ["long table", "wide table", "segeval TSV"]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (WIDE, {"codings": {"anna": (2, 1), "ben": (1, 2)}}),
        (LEVELS, {"text": {"codings": (1, 1, 2)}}),
    ],
)
def test_the_only_sheet_of_a_workbook_is_named_as_its_file(
    rows: Cells, expected: dict[str, dict[str, tuple[int, ...]]]
) -> None:
    reading = read(packed(workbook({"Sheet1": rows, "Sheet2": []})), "codings.xlsx")
    assert masses_of(reading) == expected
    assert str(reading.notices[0]) == "codings.xlsx, sheet Sheet2: the sheet is empty."


def test_sheets_of_levels_are_coders_of_the_item_that_the_workbook_is() -> None:
    reading = read(packed(workbook({"anna": LEVELS, "b.1": LEVELS})), "in/ch1.xlsx")
    assert masses_of(reading) == {"ch1": {"anna": (1, 1, 2), "b.1": (1, 1, 2)}}


def test_a_problem_in_a_workbook_names_sheet_and_row() -> None:
    rows = [*WIDE[:2], [], ["", "", ""], [2, "a", None], [3, "b", 2]]
    problem = the_problem(read(packed(workbook({"One": rows, "Two": LONG})), "b.xlsx"))
    assert (problem.file, problem.row, problem.coder) == ("b.xlsx, sheet One", 5, "ben")


def test_values_of_cells_are_taken_as_the_workbook_stores_them() -> None:
    rows: Cells = [
        ["unit", "anna", "ben", "carl"],
        [1.0, 2, "2", True],
        [2, 2.0, "2.0", True],
        [3, 2.5, datetime.date(2024, 1, 2), False],
    ]
    reading = read(packed(workbook({"S": rows})), "b.xlsx")
    assert masses_of(reading) == {"b": {"anna": (2, 1), "ben": (1, 1, 1), "carl": (2, 1)}}
    date, labels = reading.notices
    assert "1 cell with a date or time, the first in row 4: 2024-01-02" in date.what
    assert labels.coder == "carl"


def test_formulas_count_by_their_last_value() -> None:
    # openpyxl writes formulas without a value; a spreadsheet writes both, as done here.
    content = packed(workbook({"S": [["unit", "anna"], [1, "=1+1"], [2, "=1+2"]]}))
    values = {b"1+1": b"7", b"1+2": b"8"}

    def computed(name: str, old: bytes) -> bytes:
        for formula, value in values.items():
            old = old.replace(formula + b"</f><v></v>", formula + b"</f><v>" + value + b"</v>")
        return old

    assert masses_of(read(repacked(content, computed))) == {"a": {"anna": (1, 1)}}
    problems = read(content).problems
    assert [problem.row for problem in problems] == [2, 3]
    assert all(problem.item == "a" for problem in problems)
    assert problems[0].what == "a formula without a value in a cell"


@pytest.mark.parametrize("error", ["#N/A", "#DIV/0!", "#REF!"])
def test_an_error_in_a_cell_leaves_out_its_item(error: str) -> None:
    rows = [["item", "coder", "segment"], ["bad", "x", error], ["good", "x", "a"]]
    reading = read(packed(workbook({"S": rows})))
    assert (the_problem(reading).row, the_problem(reading).item) == (2, "bad")
    assert error in the_problem(reading).what
    assert masses_of(reading) == {"good": {"x": (1,)}}


def test_what_the_cells_of_a_workbook_do_not_show_is_said() -> None:
    book = workbook({"Shown": LONG, "Hidden": WIDE, "Empty": []})
    book["Hidden"].sheet_state = "hidden"
    book["Shown"].merge_cells("E5:F6")
    book.create_chartsheet("Chart").add_chart(BarChart())
    reading = read(packed(book), "b.xlsx")
    corpus_of(reading)
    assert [(notice.file, notice.what) for notice in reading.notices] == [
        (
            "b.xlsx, sheet Shown",
            "1 merged cell, the first E5:F6: each row of a merged cell gets its value",
        ),
        ("b.xlsx, sheet Hidden", "the sheet is hidden, but it was read"),
        ("b.xlsx, sheet Empty", "the sheet is empty"),
        ("b.xlsx", "not read: a sheet that is no table"),
    ]
    assert reading.notices[-1].text == "Chart"


def test_a_value_that_is_merged_over_rows_counts_in_each_of_them() -> None:
    book = workbook({"S": [["unit", "anna"], [1, "a"], [2, None], [3, "b"]]})
    book["S"].merge_cells("B2:B3")
    reading = read(packed(book))
    assert masses_of(reading) == {"a": {"anna": (2, 1)}}
    assert "1 merged cell, the first B2:B3" in said(reading)[0]


def test_a_workbook_without_a_table_is_a_problem() -> None:
    assert "every sheet of the workbook is empty" in the_problem(read(packed(Workbook()))).what
    notes = read(packed(workbook({"Notes": [["What we did"]], "Data": LONG})), "b.xlsx")
    assert notes.problems == ()
    assert any("it has no coding" in notice.what for notice in notes.notices)
    assert set(masses_of(notes)) == {"ch1"}


def test_an_old_or_locked_workbook_is_a_problem_that_says_so() -> None:
    content = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(512)
    assert ".xls" in the_problem(read(content, "a.xls")).what


# Workbooks that were made to do harm.

ENTITIES = '<!DOCTYPE worksheet [<!ENTITY a "lol"><!ENTITY b SYSTEM "file:///etc/passwd">]>'
CELL = '<c r="A{row}" t="inlineStr"><is><t>{text}</t></is></c>'


def row_of(number: int | str, text: str = "x") -> str:
    return f'<row r="{number}">{CELL.format(row=number, text=text)}</row>'


HARMFUL: dict[str, tuple[bytes, str]] = {
    "a row far below": (
        with_sheet(f"<sheetData>{row_of(1)}{row_of(10**12)}</sheetData>"),
        "row 1000000000000 comes after row 1",
    ),
    "a row zero": (with_sheet(f"<sheetData>{row_of(0)}</sheetData>"), "there is no row 0"),
    "rows out of order": (
        with_sheet(f"<sheetData>{row_of(3)}{row_of(2)}</sheetData>"),
        "row 2 comes after row 3",
    ),
    "a cell far to the right": (
        with_sheet('<sheetData><row r="1"><c r="ZZZ1"><v>1</v></c></row></sheetData>'),
        "the workbook cannot be read",
    ),
    "cells out of order": (
        with_sheet(
            '<sheetData><row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row></sheetData>'
        ),
        "the workbook cannot be read",
    ),
    "a cell of another row": (
        with_sheet('<sheetData><row r="1"><c r="A2"><v>1</v></c></row></sheetData>'),
        "the workbook cannot be read",
    ),
    "entities": (
        repacked(
            packed(workbook({"S": WIDE})),
            lambda name, old: (
                old.replace(b"<worksheet", ENTITIES.encode() + b"<worksheet", 1)
                if name.startswith("xl/worksheets/")
                else old
            ),
        ),
        "the workbook cannot be read",
    ),
    "broken XML": (with_sheet("<sheetData><row>"), "the workbook cannot be read"),
    "no sheet": (
        repacked(
            packed(workbook({"S": WIDE})),
            lambda name, old: b"" if name.startswith("xl/worksheets/") else old,
        ),
        "the workbook cannot be read",
    ),
    "a bomb": (
        with_sheet("<sheetData>" + " " * 20_000_000 + "</sheetData>"),
        "bytes, which cannot be right",
    ),
}


@pytest.mark.parametrize(
    ("content", "what"), [pytest.param(*case, id=label) for label, case in HARMFUL.items()]
)
def test_a_harmful_workbook_is_a_problem_and_the_other_file_stays(
    content: bytes, what: str
) -> None:
    good = Source("good.csv", b"item,coder,masses\nch1,x,5\n")
    reading = read_sources([Source("bad.xlsx", content), good])
    assert what in the_problem(reading).what
    assert the_problem(reading).file.startswith("bad.xlsx")
    assert masses_of(reading) == {"ch1": {"x": (5,)}}


def test_a_short_text_that_a_workbook_repeats_counts_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = [["text", "anna"], *([["t" * 1000, "a"]] * 100)]
    content = packed(workbook({"One": rows, "Two": rows}))
    corpus_of(read(content))
    monkeypatch.setattr(segmetrics.io.excel_files, "MAX_WORKBOOK", 150_000)
    problem = the_problem(read(content, "b.xlsx"))
    assert problem.file == "b.xlsx, sheet Two"
    assert "more than 150,000 characters" in problem.what


# Cells that look like formulas.


@given(st.text() | st.text("'=+-@\t\ra;＝－"))
def test_what_is_escaped_is_no_formula_and_comes_back(text: str) -> None:
    cell = escaped(text)
    assert unescaped(cell) == text
    # Where semicolons separate cells, a spreadsheet sees several.
    for shown, meant in zip(cell.split(";"), text.split(";"), strict=True):
        assert shown[:1] not in set("=+-@\t\r＝＋－＠")
        assert shown.removeprefix("'") == meant or shown == meant


def test_an_escaped_name_is_read_as_the_name() -> None:
    content = "item,coder,masses\n\"'=1+1\",\"''=1\",2 3\n'tis,'-1,5\n"
    assert masses_of(read(content)) == {"=1+1": {"'=1": (2, 3)}, "'tis": {"-1": (5,)}}


def test_openpyxl_guards_itself_against_entities() -> None:
    import openpyxl

    assert openpyxl.DEFUSEDXML


@pytest.mark.parametrize("time", ["2015-03-0{} 21:07:53.000000", "0{}:30"])
def test_a_column_of_times_is_nobody(time: str) -> None:
    rows = "".join(f"{item},{time.format(n)}\n" for item in ("north", "south") for n in (1, 3, 7))
    reading = read_sources([Source("a.csv", f"item,boundary time\n{rows}".encode())])
    assert "wide table" not in titles(reading)
    assert not reading.corpus or "boundary time" not in reading.corpus.coders


def test_judgements_of_people_are_no_coders_and_the_table_that_names_them_is_said() -> None:
    answers = "".join(
        f"{n},{5000 + n // 4 * 371 % 911},{868 + n * 17 % 43},{'UK' * (n % 3) or 'USA'},"
        f"{n % 9 == 5},{n % 2 == 1 and n > 9}\n"
        for n in range(60)
    )
    marks = "".join(
        f"{n},Claim,{begin},{begin + 30 + n % 7}\n"
        for n in range(60)
        for begin in (7 * n % 11, 40 - n)
    )
    files = {
        "answers.csv": f"answer,thing_id,worker,country,all good,not good\n{answers}",
        "marks.csv": f"answer,type,start,end\n{marks}",
    }
    reading = read_sources([Source(name, text.encode()) for name, text in files.items()])
    judged, marked = reading.problems
    assert judged.what == (
        "each row is what one 'worker' says of one 'thing_id': all good, not good hold judgements, "
        "and are no coders"
    )
    assert "whose they are is in answers.csv, whose column 'answer'" in marked.what
    assert (judged.command, marked.command) == ("", "")
