"""Reading codings: every format, every problem at its place, and nothing guessed at."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import StringIO
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import segmetrics as sm
import segmetrics.segmentation
from segmetrics import Corpus, Item, Segmentation
from segmetrics.io import SAMPLES, Problem, Reading, Source, check, read_sources
from segmetrics.io.read import NothingReadError
from segmetrics.segmentation import MAX_MASS
from tests.support.known import known
from tests.support.readings import Wrong, bad_alone, corpus_of, masses_of, table, the_problem

Masses = Mapping[str, Mapping[str, Sequence[int]]]
MASSES = "item,coder,masses"
POSITIONS = "item,coder,boundaries,mass"
UNITS = "item,coder,unit,segment"
BARE_UNITS = "item,coder,segment"


def read(content: str | bytes, name: str = "a.csv") -> Reading:
    return read_sources([source(content, name)])


def source(content: str | bytes, name: str = "a.csv") -> Source:
    return Source(name, content.encode() if isinstance(content, str) else content)


def recognised(reading: Reading) -> list[str]:
    return list(map(str, reading.recognised))


def segeval_json(items: Any, **more: Any) -> str:
    return json.dumps({"segmentation_type": "linear", "items": items, **more})


# Every problem of one item: where it is, and what is said of it. Each file also holds
# an item without a problem, which must stay usable.


WRONG_MASSES = {
    "zero": Wrong(["bad,x,3 0 2"], 2, "x", "segment size 0"),
    "negative": Wrong(["bad,x,5", "bad,y,-2 7"], 3, "y", "segment size -2"),
    "a word": Wrong(["bad,x,3 two"], 2, "x", "segment size 'two' is not a whole number"),
    "a fraction": Wrong(["bad,x,2.5 3"], 2, "x", "segment size '2.5' is not a whole number"),
    "not a number": Wrong(["bad,x,NaN"], 2, "x", "segment size 'NaN' is not a whole number"),
    "infinite": Wrong(["bad,x,Infinity"], 2, "x", "segment size 'Infinity' is not"),
    "an exponent": Wrong(["bad,x,1e308"], 2, "x", "segment size '1e308' is not"),
    "two signs": Wrong(["bad,x,--3"], 2, "x", "segment size '--3' is not a whole number"),
    "other digits": Wrong(["bad,x,\u0663"], 2, "x", "is not a whole number"),
    "nothing": Wrong(["bad,x,"], 2, "x", "no segment"),
    "a missing number": Wrong(['bad,x,"3,,2"'], 2, "x", "a segment size is missing"),
    "too large": Wrong([f"bad,x,{MAX_MASS} 1"], 2, "x", "mass 10000001 is too large to be real"),
    "huge": Wrong([f"bad,x,{'9' * 30}"], 2, "x", "of 30 digits is too large to be real"),
    "absurd": Wrong([f"bad,x,{'9' * 6000}"], 2, "x", "of 6000 digits is too large to be real"),
    "two coders, units differ": Wrong(["bad,x,3 2", "bad,y,6"], 2, "x", "x has 5, y has 6"),
    "one of three": Wrong(
        ["bad,x,5", "bad,y,2 4", "bad,z,1 4"], 3, "y", "6 units, where 2 other coders have 5"
    ),
    "a coder twice": Wrong(
        ["bad,x,5", "bad,y,5", "bad,x,2 3"], 4, "x", "also coded the item in a.csv, row 2"
    ),
    "no coder": Wrong(["bad,x,5", "bad,,5"], 3, None, "the cell of coder is empty"),
    "too few cells": Wrong(["bad,x"], 2, "x", "2 cells, but 3 in the header"),
    "one cell": Wrong(["bad"], 2, None, "1 cell, but 3 in the header"),
    "too many cells": Wrong(["bad,x,3,2"], 2, "x", "4 cells, but 3 in the header"),
    "a line break in a name": Wrong(['bad,"x\ny",5'], 2, r"x\ny", r"the coder holds \n"),
    "a control character": Wrong(["bad,x\x1b[31my,5"], 2, r"x\x1b[31my", r"the coder holds \x1b"),
    "a turn of direction": Wrong(["bad,x\u202ey,5"], 2, r"x\u202ey", r"the coder holds \u202e"),
    "an isolate": Wrong(["bad,\u2067y,5"], 2, r"\u2067y", r"the coder holds \u2067"),
}
WRONG_POSITIONS = {
    "at the end": Wrong(["bad,x,5,5"], 2, "x", "boundary at 5 lies outside the text (1 to 4)"),
    "beyond": Wrong(["bad,x,,5", "bad,y,2 9,5"], 3, "y", "boundary at 9 lies outside the text"),
    "at the start": Wrong(["bad,x,0,5"], 2, "x", "boundary at 0 lies outside the text"),
    "negative": Wrong(["bad,x,-1,5"], 2, "x", "boundary at -1 lies outside the text"),
    "huge": Wrong([f"bad,x,{'9' * 40},5"], 2, "x", "boundary position of 40 digits is too large"),
    "in one unit": Wrong(["bad,x,1,1"], 2, "x", "an item of one unit has no place for one"),
    "twice": Wrong(["bad,x,2 3 2,5"], 2, "x", "boundary at 2 is given twice"),
    "a word": Wrong(["bad,x,2 end,5"], 2, "x", "boundary position 'end' is not a whole number"),
    "mass zero": Wrong(["bad,x,,0"], 2, "x", "mass 0"),
    "mass negative": Wrong(["bad,x,,-5"], 2, "x", "mass -5"),
    "mass a word": Wrong(["bad,x,,many"], 2, "x", "mass 'many' is not a whole number"),
    "mass missing": Wrong(["bad,x,2,"], 2, "x", "a mass is missing"),
    "mass too large": Wrong([f"bad,x,2,{MAX_MASS + 1}"], 2, "x", "too large to be real"),
    "units differ": Wrong(["bad,x,2,5", "bad,y,2,6"], 2, "x", "x has 5, y has 6"),
    "a coder twice": Wrong(["bad,x,2,5", "bad,x,3,5"], 3, "x", "item in a.csv, row 2"),
    "no coder": Wrong(["bad,,2,5"], 2, None, "the cell of coder is empty"),
    "too few cells": Wrong(["bad,x,2"], 2, "x", "3 cells, but 4 in the header"),
}
WRONG_UNITS = {
    "no segment": Wrong(["bad,x,1,a", "bad,x,2,"], 3, "x", "cells in the column segment is empty"),
    "a unit twice": Wrong(
        ["bad,x,1,a", "bad,x,2,a", "bad,x,1,b"], 4, "x", "unit 1 is given twice, first in row 2"
    ),
    "a gap": Wrong(["bad,x,1,a", "bad,x,3,a"], 3, "x", "unit 3 comes where unit 2 belongs"),
    "from zero": Wrong(["bad,x,0,a", "bad,x,1,a"], 2, "x", "unit 0 comes where unit 1 belongs"),
    "a word": Wrong(["bad,x,one,a"], 2, "x", "unit number 'one' is not a whole number"),
    "no number": Wrong(["bad,x,,a"], 2, "x", "a unit number is missing"),
    "units differ": Wrong(["bad,x,1,a", "bad,y,1,a", "bad,y,2,a"], 2, "x", "x has 1, y has 2"),
    "one of three": Wrong(
        ["bad,x,1,a", "bad,y,1,a", "bad,y,2,b", "bad,z,1,a"], 3, "y", "2 units, where 2 other"
    ),
    "no coder": Wrong(["bad,,1,a"], 2, None, "the cell of coder is empty"),
}
WRONG_BARE_UNITS = {
    "no segment": Wrong(
        ["bad,x,a", "bad,x,", "bad,x,b"], 3, "x", "cells in the column segment is empty"
    ),
    "units differ": Wrong(["bad,x,a", "bad,x,b", "bad,y,a"], 2, "x", "x has 2, y has 1"),
    "a coder twice": Wrong(
        ["bad,x,a", "bad,x,b", "bad,y,a", "bad,y,a", "bad,x,a", "bad,x,b"],
        6,
        "x",
        "other rows lie between this one and row 3",
    ),
}


@pytest.mark.parametrize(
    ("header", "good", "wrong"),
    [
        pytest.param(header, good, wrong, id=f"{header}-{name}")
        for header, good, cases in (
            (MASSES, ["good,x,2 3"], WRONG_MASSES),
            (POSITIONS, ["good,x,2,5"], WRONG_POSITIONS),
            (UNITS, ["good,x,1,a", "good,x,2,b"], WRONG_UNITS),
            (BARE_UNITS, ["good,x,a", "good,x,b"], WRONG_BARE_UNITS),
        )
        for name, wrong in cases.items()
    ],
)
def test_a_wrong_row_is_named_and_the_other_item_stays(
    header: str, good: list[str], wrong: Wrong
) -> None:
    reading = read(table(header, *wrong.rows, *good))
    bad_alone(reading, wrong.what, file="a.csv", row=wrong.row, coder=wrong.coder)
    assert list(masses_of(reading)) == ["good"]


WRONG_JSON: dict[str, tuple[Any, str | None, str]] = {
    "zero": ({"x": [3, 0]}, "x", "segment size 0"),
    "negative": ({"x": [5], "y": [-2, 7]}, "y", "segment size -2"),
    "a fraction": ({"x": [2.5]}, "x", "segment size 2.5 is not a whole number"),
    "a whole float": ({"x": [2.0]}, "x", "segment size 2.0 is not a whole number"),
    "a text": ({"x": ["2", 3]}, "x", 'segment size "2" is not a whole number'),
    "a long text": ({"x": ["2" * 999]}, "x", "… is not a whole number"),
    "true": ({"x": [True]}, "x", "segment size true is not a whole number"),
    "null": ({"x": [None]}, "x", "segment size null is not a whole number"),
    "not a number": ({"x": [float("nan")]}, "x", "segment size NaN is not a whole number"),
    "infinite": ({"x": [float("inf")]}, "x", "segment size Infinity is not a whole number"),
    "1e308": ({"x": [1e308]}, "x", "segment size 1e+308 is not a whole number"),
    "a list": ({"x": [[2]]}, "x", "segment size a list is not a whole number"),
    "an object": ({"x": [{}]}, "x", "segment size an object is not a whole number"),
    "no segment": ({"x": []}, "x", "no segment"),
    "no list": ({"x": 5}, "x", "5, not a list of segment sizes"),
    "sizes in a text": ({"x": "2 3"}, "x", '"2 3", not a list of segment sizes'),
    "too large": ({"x": [MAX_MASS, 1]}, "x", "too large to be real"),
    "huge": ({"x": [10**25]}, "x", "too large to be real"),
    "units differ": ({"x": [5], "y": [6]}, "x", "units differ: x has 5, y has 6"),
    "one of three": ({"x": [5], "y": [6], "z": [5]}, "y", "6 units, where 2 other coders have 5"),
    "no coder": ({}, None, "no coder with segment sizes"),
    "no coders": ([2, 3], None, "no coder with segment sizes"),
    "a coder without a name": ({"": [5]}, None, "the name of the coder is empty"),
    "a blank name": ({" \t": [5]}, None, "the name of the coder is empty"),
    "half a character": ({"x\ud800": [5]}, r"x\ud800", r"the name of the coder holds \ud800"),
}


@pytest.mark.parametrize(
    ("codings", "coder", "what"),
    [pytest.param(*case, id=label) for label, case in WRONG_JSON.items()],
)
def test_a_wrong_coding_in_json_is_named_and_the_other_item_stays(
    codings: Any, coder: str | None, what: str
) -> None:
    reading = read(segeval_json({"bad": codings, "good": {"x": [2, 3]}}), "a.json")
    bad_alone(reading, what, file="a.json", coder=coder)
    assert masses_of(reading) == {"good": {"x": (2, 3)}}


def test_a_number_of_thousands_of_digits_in_json_spoils_its_coding_only() -> None:
    text = segeval_json({"bad": {"x": [1]}, "good": {"x": [2]}}).replace("[1]", f"[{'9' * 9999}]")
    reading = read(text)
    assert (the_problem(reading).item, the_problem(reading).coder) == ("bad", "x")
    assert "too large to be real" in the_problem(reading).what
    assert masses_of(reading) == {"good": {"x": (2,)}}


WRONG_TSV = {
    "zero": ("x\t3\t0", 2, "x", "segment size 0"),
    "negative": ("x\t5\ny\t-2\t7", 3, "y", "segment size -2"),
    "a word": ("x\t3\ttwo", 2, "x", "segment size 'two' is not a whole number"),
    "a cell left out": ("x\t3\t\t2", 2, "x", "a segment size is missing"),
    "no segment": ("x\t", 2, "x", "no segment"),
    "too large": (f"x\t{MAX_MASS}\t1", 2, "x", "too large to be real"),
    "units differ": ("x\t5\ny\t6", 2, "x", "x has 5, y has 6"),
    "a coder twice": ("x\t5\nx\t2\t3", 3, "x", "item in bad.tsv, row 2"),
    "no coder": ("x\t5\n\t5", 3, None, "no coder in the first column"),
}


@pytest.mark.parametrize(
    ("rows", "row", "coder", "what"),
    [pytest.param(*case, id=label) for label, case in WRONG_TSV.items()],
)
def test_a_wrong_row_of_a_segeval_tsv_is_named_and_the_other_file_stays(
    rows: str, row: int, coder: str | None, what: str
) -> None:
    reading = read_sources(
        [
            source(f"Coder\tMasses\n{rows}\n", "bad.tsv"),
            source("Coder\tMasses\nx\t2\t3\n", "good.tsv"),
        ]
    )
    bad_alone(reading, what, file="bad.tsv", row=row, coder=coder)
    assert masses_of(reading) == {"good": {"x": (2, 3)}}


WRONG_FILES: dict[str, tuple[str | bytes, int | None, str]] = {
    "empty": (b"", None, "the file is empty"),
    "blank": (" \n\n\t\n", None, "the file is empty"),
    "only a mark of its encoding": (b"\xef\xbb\xbf", None, "the file is empty"),
    "only separators": (",,\n,,\n", None, "the file is empty"),
    "empty quotes": ('""\n', None, "the file is empty"),
    "header of masses": (f"{MASSES}\n", None, "a header, but no row below it"),
    "header of units": (f"{UNITS}\n\n", None, "a header, but no row below it"),
    "header of a TSV": ("Coder\tMasses", None, "a header, but no row below it"),
    "Latin-1": (f"{MASSES}\nch1,x,5\nch1,é,5\n".encode("latin-1"), 3, "not saved as UTF-8"),
    "Latin-1 behind a mark": (
        b"\xef\xbb\xbf" + f"{MASSES}\nch1,é,5\n".encode("latin-1"),
        2,
        "not saved as UTF-8",
    ),
    "Latin-1 with CR": (f"{MASSES}\rch1,é,5\r".encode("latin-1"), 2, "not saved as UTF-8"),
    "UTF-16 without a mark": (f"{MASSES}\nch1,x,5\n".encode("utf-16-le"), 1, "it holds a NUL"),
    "UTF-16 cut off": (f"{MASSES}\nch1,x,5\n".encode("utf-16")[:-1], None, "UTF-16"),
    "UTF-32": (f"{MASSES}\nch1,x,5\n".encode("utf-32"), 1, "it holds a NUL"),
    "a NUL": (f"{MASSES}\nch1,x\0,5\n", 2, "it holds a NUL"),
    "a spoilt archive": (b"PK\x03\x04\x14\x00\x06\x00rest", None, "is damaged or not complete"),
    "an old spreadsheet": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", None, "an old Excel (.xls)"),
    "no header": ("ch1,x,2 3\nch1,y,5\n", 1, "begins with 'ch1,x,2 3'"),
    "other columns": ("item,coder,sizes\nch1,x,5\n", 1, "no coding was found in this file"),
    "prose": ("We split the texts ourselves.\n", 1, "no coding was found in this file"),
    "a column twice": ("item,coder,masses,Masses\nch1,x,5,5\n", 1, "the column masses is in the"),
    "an open quote": (f'{MASSES}\nch1,x,5\nch1,"y,5\nch1,z,5\n', 3, "cannot be read from here on"),
    "a broken quote": (f'{MASSES}\nch1,"x"x,5\n', 2, "cannot be read from here on"),
    "no item with positions": ("coder,boundaries,mass\nx,3,5\n", 1, "a column 'boundaries'"),
    "no item with segments": ("coder,unit,segment\nx,1,1\n", 1, "a column 'unit'"),
    "broken JSON": ('{\n"segmentation_type": linear}', 2, "not valid JSON"),
    "cut off JSON": (
        segeval_json({"a": {"x": [5]}})[:-1],
        1,
        "not valid JSON: the file ends in the middle of the JSON",
    ),
    "JSON cut off in a name": ('{"items": {"ch', 1, "the file ends in the middle of the JSON"),
    "two JSON objects": (segeval_json({"a": {"x": [5]}}) * 2, 1, "not valid JSON: Extra data"),
    "deep JSON": ("[" * 100_000, None, "nested too deeply"),
    "a list of numbers": ("[1, 2]", 1, "no coding was found in this file; it begins with '[1, 2]'"),
    "a JSON list": ('[{"a": 7}, {"a": 8}]', None, 'JSON with the key "a"'),
    "JSON without items": ('{"segmentation_type": "linear"}', None, 'no object "items"'),
    "JSON items in a list": (segeval_json([{"x": [5]}]), None, 'no object "items"'),
    "JSON without items in it": (segeval_json({}), None, "no item in the file"),
    "JSON without a type": ('{"items": {"a": {"x": [5]}}}', None, '"segmentation_type" is missing'),
    "JSON of another type": (
        '{"segmentation_type": "circular", "items": {"a": {"x": [5]}}}',
        None,
        '"segmentation_type" is "circular"; it must be "linear", "multiple" or "hierarchical"',
    ),
    "JSON of a deep type": (
        f'{{"segmentation_type": {"[" * 500}{"]" * 500}, "items": {{"a": {{"x": [5]}}}}}}',
        None,
        '"segmentation_type" is a list; it must be "linear", "multiple" or "hierarchical"',
    ),
    "JSON items twice": (
        '{"segmentation_type": "linear", "items": {"a": {"x": [5]}}, "items": {}}',
        None,
        '"items" is given twice',
    ),
}


@pytest.mark.parametrize(
    ("content", "row", "what"),
    [pytest.param(*case, id=label) for label, case in WRONG_FILES.items()],
)
def test_a_wrong_file_is_named_and_the_other_file_stays(
    content: str | bytes, row: int | None, what: str
) -> None:
    alone = read(content, "wrong.dat")
    problem = the_problem(alone)
    assert (problem.file, problem.row, problem.item) == ("wrong.dat", row, None)
    assert what in problem.what
    assert problem.fix
    assert alone.corpus is None
    assert alone.left_out == ()
    beside = read_sources([source(content, "wrong.dat"), source(table(MASSES, "ch1,x,5"))])
    assert beside.problems == alone.problems
    assert masses_of(beside) == {"ch1": {"x": (5,)}}


def test_an_unreadable_path_is_a_problem_of_its_file(tmp_path: Path) -> None:
    good = tmp_path / "good.csv"
    good.write_text(table(MASSES, "ch1,x,5"), encoding="utf-8")
    reading = check(tmp_path / "none.csv", "nul\0.csv", str(good))
    files = [problem.file for problem in reading.problems]
    assert files == [str(tmp_path / "none.csv"), r"nul\x00.csv"]
    assert all("cannot be read" in problem.what for problem in reading.problems)
    assert masses_of(reading) == {"ch1": {"x": (5,)}}


def test_no_file_gives_no_corpus_and_no_problem() -> None:
    assert read_sources([]) == Reading(corpus=None, problems=(), recognised=(), left_out=())


def test_all_problems_of_a_file_are_listed_at_once() -> None:
    rows = ["a,x,1 0", "b,x,5", "b,y,6", "c,x", "d,x,2", ",x,3", "e,x,4", "e,x,4", "f,x,y"]
    reading = read(table(MASSES, *rows))
    named = {(problem.row, problem.item) for problem in reading.problems}
    expected = {(2, "a"), (3, "b"), (5, "c"), (7, None), (9, "e"), (10, "f")}
    assert named == expected
    assert len(reading.problems) == len(expected)
    assert set(reading.left_out) == {"a", "b", "c", "e", "f"}
    assert masses_of(reading) == {"d": {"x": (2,)}}


def test_all_wrong_codings_of_an_item_are_listed_at_once() -> None:
    reading = read(segeval_json({"a": {"x": [0], "y": ["1"], "z": [3]}}))
    assert [problem.coder for problem in reading.problems] == ["x", "y"]


def test_all_wrong_units_of_a_coding_are_listed_at_once() -> None:
    reading = read(table(UNITS, "a,x,1,s", "a,x,2,s", "a,x,two,s", "a,x,2,s"))
    assert sorted(p.row for p in reading.problems if p.row) == [4, 5]


def test_a_problem_prints_its_place_what_is_wrong_and_what_to_do() -> None:
    text = str(the_problem(read(table(MASSES, "ch1,x,5", "ch1,y,0"), "mine.csv")))
    assert text.startswith("mine.csv, row 3, item ch1, coder y: segment size 0: ")
    assert text.endswith(". Correct the cell of masses; it holds whole numbers such as 2 8 2 1.")


def test_a_problem_is_one_short_printable_line_whatever_the_names_are() -> None:
    name = "\x1b[2J\r\n\u2028\ud800" + "n" * 5000
    reading = read(segeval_json({name: {name: [0]}, "b": {name: [1]}}), "a\nb.json")
    assert len(reading.problems) == 2
    for problem in reading.problems:
        text = str(problem)
        assert text.isprintable()
        assert text.startswith(r"a\nb.json, item ")
        assert len(text) < 400
    assert all(name.isprintable() for name in reading.left_out)


def test_the_row_of_a_problem_counts_empty_rows_and_long_cells_as_a_spreadsheet_does() -> None:
    rows = ['a,x,1,s,"a text', "of three", 'lines"', "", ",,,,", "a,x,2,,short"]
    assert the_problem(read(table("item,coder,unit,segment,text", *rows))).row == 5


def test_a_message_about_many_coders_names_a_few() -> None:
    rows = [f"a,coder{number},{number + 1}" for number in range(3000)]
    problem = the_problem(read(table(MASSES, *rows)))
    assert "coder0 has 1, coder1 has 2" in problem.what
    assert problem.what.endswith("and 2988 others")
    assert len(problem.what) < 300


def test_a_header_that_comes_again_is_not_taken_for_a_coding() -> None:
    reading = read(table(BARE_UNITS, "a,x,s", "Item,Coder,Segment", "b,x,s"))
    assert (the_problem(reading).row, the_problem(reading).item) == (3, None)
    assert "the header is repeated" in the_problem(reading).what
    assert masses_of(reading) == {"a": {"x": (1,)}, "b": {"x": (1,)}}


def test_more_units_than_are_real_are_a_problem_in_every_format(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(segmetrics.segmentation, "MAX_MASS", 3)
    for content in (
        table(MASSES, "a,x,2 2"),
        table(POSITIONS, "a,x,2,4"),
        table(UNITS, *(f"a,x,{unit},s" for unit in range(1, 5))),
        table("coder,masses", "x,2,2"),
        segeval_json({"a": {"x": [2, 2]}}),
    ):
        problem = the_problem(read(content))
        assert (problem.item, problem.coder) == ("a", "x")
        assert "mass 4 is too large to be real" in problem.what


def test_the_largest_real_mass_is_read_in_every_format() -> None:
    for content in (
        table(MASSES, f"a,x,{MAX_MASS - 1} 1"),
        table(POSITIONS, f"a,x,{MAX_MASS - 1},{MAX_MASS}"),
        table("coder,masses", f"x,{MAX_MASS - 1},1"),
        segeval_json({"a": {"x": [MAX_MASS - 1, 1]}}),
    ):
        assert masses_of(read(content)) == {"a": {"x": (MAX_MASS - 1, 1)}}


# What comes twice in JSON, where the last would win unnoticed.

THOUSANDS = ",".join(f'"c{number}": [5]' for number in [*range(20_000), 7])
TWICE = {
    "a coder": ('"items": {"a": {"x": [5], "x": [2, 3]}}', "x", "the coder is given twice"),
    "one of thousands": (f'"items": {{"a": {{{THOUSANDS}}}}}', "c7", "the coder is given twice"),
    "an item": ('"items": {"a": {"x": [5]}, "a": {"y": [5]}}', None, "the item is given twice"),
    "texts": (
        '"items": {"a": {"x": [1]}}, "texts": {"a": ["p"], "a": ["q"]}',
        None,
        "its texts are given twice",
    ),
}


@pytest.mark.parametrize(("text", "coder", "what"), TWICE.values(), ids=TWICE)
def test_what_comes_twice_in_json_is_a_problem(text: str, coder: str | None, what: str) -> None:
    reading = read(f'{{"segmentation_type": "linear", {text}}}')
    problem = the_problem(reading)
    assert (problem.item, problem.coder, problem.what) == ("a", coder, what)
    assert reading.corpus is None


# Texts of units.

WRONG_TEXTS: dict[str, tuple[Any, str | None, str]] = {
    "too few": ({"a": ["p"]}, "a", "texts for 1 units, but 2 units"),
    "too many": ({"a": ["p", "q", "r"]}, "a", "texts for 3 units, but 2 units"),
    "no list": ({"a": "pq"}, "a", "its texts are not a list of texts"),
    "no text": ({"a": ["p", 2]}, "a", "its texts are not a list of texts"),
    "half a character": ({"a": ["p", "q\udfff"]}, "a", "the text of unit 2 holds half of a"),
    "of no item": ({"b": ["p", "q"]}, "b", "texts, but no codings"),
    "no object": (["p", "q"], None, '"texts" is not an object'),
}


@pytest.mark.parametrize(
    ("texts", "item", "what"),
    [pytest.param(*case, id=label) for label, case in WRONG_TEXTS.items()],
)
def test_wrong_texts_in_json_are_a_problem(texts: Any, item: str | None, what: str) -> None:
    reading = read(segeval_json({"a": {"x": [2], "y": [1, 1]}}, texts=texts))
    assert the_problem(reading).item == item
    assert what in the_problem(reading).what
    assert reading.left_out == ((item,) if item else ())


def test_texts_that_differ_between_coders_are_a_problem_of_the_second() -> None:
    rows = ["a,x,1,s,one", "a,x,2,s,two", "a,y,1,s,one", "a,y,2,s,deux"]
    problem = the_problem(read(table("item,coder,unit,segment,text", *rows)))
    assert (problem.row, problem.item, problem.coder) == (4, "a", "y")
    assert problem.what == "the text of unit 2 differs from that of coder x"


@pytest.mark.parametrize("second", [["p"], ["p", "q", "r"], ["p", "other"]])
def test_texts_that_differ_between_files_are_a_problem_of_the_second(second: list[str]) -> None:
    reading = read_sources(
        [
            source(segeval_json({"a": {"x": [2]}}, texts={"a": ["p", "q"]}), "first.json"),
            source(segeval_json({"a": {"y": [2], "z": [2]}}, texts={"a": second}), "second.json"),
        ]
    )
    assert (the_problem(reading).file, the_problem(reading).item) == ("second.json", "a")


def test_texts_are_read_in_the_order_of_the_units() -> None:
    rows = ["a,x,2,s,two", "a,x,1,s,one", "a,y,1,s,", "a,y,2,s,"]
    corpus = corpus_of(read(table("item,coder,unit,segment,text", *rows)))
    assert corpus["a"].texts == ("one", "two")


def test_an_empty_column_of_texts_is_no_text() -> None:
    rows = ["a,x,1,s,", "a,x,2,s,"]
    assert corpus_of(read(table("item,coder,unit,segment,text", *rows)))["a"].texts is None


# What a good file may look like.

EXPECTED = {"ch1": {"anna": (11, 2), "ben": (2, 8, 2, 1)}, "ch2": {"zoë": (3,), "ben": (1, 2)}}
TABLES = {
    "masses": "item,coder,masses\nch1,anna,11 2\nch1,ben,2 8 2 1\nch2,zoë,3\nch2,ben,1 2\n",
    "positions": "item,coder,boundaries,mass\nch1,anna,11,13\nch1,ben,2 10 12,13\n"
    "ch2,zoë,,3\nch2,ben,1,3\n",
}


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r", "\n\n", "\r\n \r\n"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("name", TABLES)
def test_a_table_reads_the_same_in_any_dress(
    name: str, encoding: str, separator: str, ending: str
) -> None:
    text = TABLES[name].replace(",", separator).replace("\n", ending)
    assert masses_of(read(text.encode(encoding))) == EXPECTED
    corpus_of(read(text.encode(encoding)))


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_read_in_either_byte_order_if_it_says_so(encoding: str) -> None:
    assert masses_of(read(("\ufeff" + TABLES["masses"]).encode(encoding))) == EXPECTED


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_empty_lines_above_the_header_are_passed_over(separator: str) -> None:
    text = "\n \r\n" + TABLES["masses"].replace(",", separator)
    assert masses_of(read(text)) == EXPECTED


SIZES = ("2 8 3", "2, 8, 3", "2;8;3", "2 | 8 | 3", " 2  8\t3 ", "+2 08 3")
GOOD: dict[str, tuple[str, Masses]] = {
    **{size: (table(MASSES, f'a,x,"{size}"'), {"a": {"x": (2, 8, 3)}}) for size in SIZES},
    "mixed line endings": (
        "item,coder,masses\r\nch1,x,5\rch1,y,5\n\r\nch1,z,5",
        {"ch1": {"x": (5,), "y": (5,), "z": (5,)}},
    ),
    "other columns of one name": (
        "item,coder,masses,note,note\na,x,5,p,q\n",
        {"a": {"x": (5,)}},
    ),
    "spaces around cells": ("item, coder, masses\n a ,\tx, 5 \n", {"a": {"x": (5,)}}),
    "labels that come again": (
        table(BARE_UNITS, *(f"a,x,{label}" for label in ("intro", "verse", "verse", "intro"))),
        {"a": {"x": (1, 2, 1)}},
    ),
    "unit after unit through the coders": (
        table(BARE_UNITS, "a,x,1", "a,y,1", "", "a,x,1", "a,y,2", "a,x,2", "a,y,2"),
        {"a": {"x": (2, 1), "y": (1, 2)}},
    ),
    "numbered units in any order": (
        table(UNITS, "a,x,10,t", *(f"a,x,{unit},s" for unit in range(9, 0, -1))),
        {"a": {"x": (9, 1)}},
    ),
}


@pytest.mark.parametrize(("content", "masses"), GOOD.values(), ids=GOOD)
def test_a_table_may_look_so(content: str, masses: Masses) -> None:
    assert masses_of(read(content)) == masses


def test_columns_may_stand_in_any_order_beside_others() -> None:
    reading = read("Mass,note, CODER ,Boundaries,item\n5,p,x,2,a\n5,,y,,a\n")
    assert masses_of(reading) == {"a": {"x": (2, 3), "y": (5,)}}
    assert recognised(reading) == ["a.csv: long table (CSV with item, coder, boundaries, mass)"]
    assert list(map(str, reading.notices)) == ["a.csv, row 1: not read: the column note."]


def test_a_segeval_tsv_is_named_as_its_file_is() -> None:
    reading = read("Coder\tMasses\n1\t2\t3\t\t\n2\t5\n", "folder/ch.1.tsv")
    assert masses_of(reading) == {"ch.1": {"1": (2, 3), "2": (5,)}}
    assert recognised(reading) == ["folder/ch.1.tsv: segeval TSV (TSV)"]


@pytest.mark.parametrize("header", ["coder", "Coder,1,2,3", "CODER,Mass,,", "coder,Segment 1"])
def test_a_segeval_table_may_name_its_columns_of_sizes(header: str) -> None:
    header += "," * (3 - header.count(","))
    assert masses_of(read(f"{header}\nx,2,3,\n", "a.csv")) == {"a": {"x": (2, 3)}}


def test_other_keys_of_a_segeval_json_are_no_problem() -> None:
    reading = read(segeval_json({"a": {"x": [5]}}, source="a book", year=2012))
    assert masses_of(reading) == {"a": {"x": (5,)}}


@pytest.mark.parametrize(
    "name", ["__proto__", "=1+1", "+cmd|' /C calc'!A0", "@SUM(A1)", "日本", "🙂", "None", "{}%s"]
)
def test_an_odd_name_is_kept_as_it_is(name: str) -> None:
    expected = {name: {name: (2, 3)}}
    assert masses_of(read(segeval_json({name: {name: [2, 3]}}))) == expected
    assert masses_of(read(table(MASSES, f'"{name}","{name}",2 3'))) == expected


# Several files make one corpus.


def test_files_of_different_formats_make_one_corpus() -> None:
    reading = read_sources(
        [
            source(table(MASSES, "ch1,x,5", "ch2,x,4")),
            source("Coder\tMasses\ny\t2\t3\n", "ch1.tsv"),
            source(segeval_json({"ch2": {"z": [1, 3]}}), "b.json"),
        ]
    )
    corpus_of(reading)
    assert masses_of(reading) == {"ch1": {"x": (5,), "y": (2, 3)}, "ch2": {"x": (4,), "z": (1, 3)}}
    assert len(reading.recognised) == 3


def test_a_coder_in_two_files_is_a_problem_that_names_both() -> None:
    files = [source(table(MASSES, "a,x,5", "b,x,5"), name) for name in ("one.csv", "two.csv")]
    reading = read_sources([files[0], source(table(MASSES, "c,x,1"), "c.csv"), files[1]])
    assert [(p.file, p.row, p.item, p.coder) for p in reading.problems] == [
        ("two.csv", 2, "a", "x"),
        ("two.csv", 3, "b", "x"),
    ]
    assert (
        reading.problems[1].what
        == "this coder also coded the item in one.csv, row 3, with the same boundaries"
    )
    assert list(masses_of(reading)) == ["c"]


def test_units_that_differ_between_files_name_the_file() -> None:
    rows = [table(MASSES, f"a,{coder},{mass}") for coder, mass in (("x", 5), ("y", 6), ("z", 5))]
    reading = read_sources([source(text, f"{place}.csv") for place, text in enumerate(rows)])
    assert (the_problem(reading).file, the_problem(reading).coder) == ("1.csv", "y")


def test_a_problem_in_one_file_leaves_out_its_item_from_all() -> None:
    reading = read_sources(
        [source(table(MASSES, "a,x,5", "b,x,5"), "1.csv"), source(table(MASSES, "a,y,0"), "2.csv")]
    )
    assert reading.left_out == ("a",)
    assert list(masses_of(reading)) == ["b"]


def test_texts_of_one_file_serve_the_coders_of_all() -> None:
    reading = read_sources(
        [
            source(table(MASSES, "a,x,2")),
            source(segeval_json({"a": {"y": [1, 1]}}, texts={"a": ["p", "q"]}), "b.json"),
        ]
    )
    assert corpus_of(reading)["a"].texts == ("p", "q")


# What comes with the package.


def test_published_figures_are_numbers_of_items_of_the_sample() -> None:
    sample = SAMPLES["moonstone"]
    corpus = corpus_of(sample.read())
    shared = [item for item in corpus.items if item.name in sample.published]
    assert len(shared) == 8
    for item in shared:
        assert sample.published[item.name]["coders"] == len(item.codings)
        assert sample.published[item.name]["mass"] == item.mass
    assert SAMPLES["stargazer"].published == {}


# Whatever was written is read back.


def written_table(
    header: str, rows: Iterable[Sequence[object]], separator: str, ending: str
) -> str:
    out = StringIO(newline="")
    writer = csv.writer(out, delimiter=separator, lineterminator=ending, quoting=csv.QUOTE_ALL)
    writer.writerow(header.split(","))
    writer.writerows(rows)
    return out.getvalue()


def mass_rows(items: Iterable[Item]) -> Iterable[Sequence[object]]:
    for item in items:
        for coder, coding in item.codings.items():
            yield item.name, coder, " ".join(map(str, coding.masses))


def position_rows(items: Iterable[Item]) -> Iterable[Sequence[object]]:
    for item in items:
        for coder, coding in item.codings.items():
            yield item.name, coder, ", ".join(map(str, coding.boundaries)), coding.mass


def unit_rows(items: Iterable[Item]) -> Iterable[Sequence[object]]:
    for item in items:
        for coder, coding in item.codings.items():
            ends = list(accumulate(coding.masses))
            for unit in range(1, coding.mass + 1):
                segment = next(place for place, end in enumerate(ends) if unit <= end)
                text = item.texts[unit - 1] if item.texts else ""
                yield item.name, coder, unit, f"segment {segment}", text


def bare_unit_rows(items: Iterable[Item]) -> Iterable[Sequence[object]]:
    for item, coder, _, segment, _ in unit_rows(items):
        yield item, coder, segment


LONG: dict[str, Callable[[Iterable[Item]], Iterable[Sequence[object]]]] = {
    MASSES: mass_rows,
    POSITIONS: position_rows,
    f"{UNITS},text": unit_rows,
    BARE_UNITS: bare_unit_rows,
}

# Cells lose the spaces around them, so names and texts here have none.
printed = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=8
).map(str.strip)
names = printed.filter(lambda name: name.lower() not in ("", "item", "coder"))


@st.composite
def corpora(draw: st.DrawFn, *, texts: bool = False) -> Corpus:
    items = []
    coders = draw(st.lists(names, min_size=1, max_size=4, unique=True))
    for name in draw(st.lists(names, min_size=1, max_size=4, unique=True)):
        mass = draw(st.integers(1, 9))
        bits = st.lists(st.booleans(), min_size=mass - 1, max_size=mass - 1)
        who = draw(st.lists(st.sampled_from(coders), min_size=1, unique=True))
        codings = {coder: Segmentation.from_bits(draw(bits)) for coder in who}
        words = draw(st.lists(printed, min_size=mass, max_size=mass)) if texts else []
        items.append(Item(name, codings, tuple(words) if any(words) else None))
    return Corpus(tuple(items))


def as_found(corpus: Corpus, *, texts: bool) -> list[tuple[Any, ...]]:
    return [
        (item.name, list(item.codings.items()), item.texts if texts else None)
        for item in corpus.items
    ]


@pytest.mark.parametrize("header", LONG)
@given(
    corpus=corpora(texts=True),
    separator=st.sampled_from(",;\t"),
    ending=st.sampled_from(["\n", "\r\n", "\r"]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
def test_any_corpus_written_as_a_long_table_is_read_back(
    header: str, corpus: Corpus, separator: str, ending: str, encoding: str
) -> None:
    text = written_table(header, LONG[header](corpus.items), separator, ending)
    texts = header.endswith("text")
    found = corpus_of(read(text.encode(encoding)))
    assert as_found(found, texts=texts) == as_found(corpus, texts=texts)


@given(corpus=corpora(), separator=st.sampled_from(",;\t"))
def test_any_corpus_written_as_segeval_tables_is_read_back(corpus: Corpus, separator: str) -> None:
    sources, expected = [], {}
    for place, item in enumerate(corpus.items):
        rows = [[coder, *coding.masses] for coder, coding in item.codings.items()]
        text = written_table("Coder,Masses", rows, separator, "\n")
        sources.append(source(text, f"{place}.tsv"))
        expected[str(place)] = {coder: coding.masses for coder, coding in item.codings.items()}
    reading = read_sources(sources)
    corpus_of(reading)
    assert masses_of(reading) == expected


@given(corpora(), st.data())
def test_any_corpus_split_over_files_is_read_back(corpus: Corpus, data: st.DataObject) -> None:
    pieces: list[list[Item]] = [[], []]
    for item in corpus.items:
        for coder, coding in item.codings.items():
            pieces[data.draw(st.integers(0, 1))].append(Item(item.name, {coder: coding}))
    sources = [
        source(written_table(MASSES, mass_rows(piece), ",", "\n"), f"{place}.csv")
        for place, piece in enumerate(pieces)
        if piece
    ]
    reading = read_sources(sources)
    corpus_of(reading)
    expected = {i.name: {c: s.masses for c, s in i.codings.items()} for i in corpus.items}
    assert masses_of(reading) == expected


def test_an_item_too_large_for_its_coders_is_a_problem_and_the_others_stay() -> None:
    rows = [f"huge,c{coder},10000000" for coder in range(11)] + ["small,a,3 4", "small,b,2 5"]
    content = "\n".join(["item,coder,masses", *rows]).encode()
    reading = read_sources([Source("a.csv", content)])
    (problem,) = reading.problems
    assert problem.item == "huge"
    assert "110,000,000 places" in problem.what
    assert [item.name for item in known(reading.corpus).items] == ["small"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("a.csv", "row 3"),
        ("a.xlsx, sheet Anna", "row 3"),
        ("codings", "row 3"),
        ("ann/ch1.JSONL", "line 3"),
        ("a.TextGrid", "line 3"),
    ],
)
def test_only_tables_have_rows(name: str, said: str) -> None:
    assert Problem(file=name, row=3, what="w", fix="f").where == f"{name}, {said}"


def test_segeval_json_is_recognised_by_its_items_or_its_type() -> None:
    why = {segeval_json({"a": {"x": [5]}}): 'an object "items"', '{"segmentation_type": 1}': None}
    for text, sign in why.items():
        (found,) = read_sources([Source("a.json", text.encode())]).recognised
        assert (found.format.key, found.why) == ("segeval-json", sign or "segmentation_type")
    for text in ('{"segments": {"items": {}}}', '[{"items": {}}]', '{"items": {}'):
        assert not read_sources([Source("a.json", text.encode())]).recognised


def test_the_corpus_of_files_is_read_with_a_warning_for_what_was_left_out(tmp_path: Path) -> None:
    file = tmp_path / "codings.csv"
    rows = "item,coder,masses\nch1,x,2 3\nch1,y,2 4\nch2,x,4\nch2,y,1 3\n"
    file.write_text(rows, encoding="utf-8")
    with pytest.warns(UserWarning, match="row 2, item ch1, coder x: units differ"):
        corpus = sm.read(file)
    assert corpus == sm.check(file).corpus
    assert [item.name for item in corpus.items] == ["ch2"]
    renamed = sm.read(SAMPLES["moonstone"].path, choices=sm.Choices(coders={"an1": "ann"}))
    assert renamed.coders[0] == "ann"


def test_files_of_which_nothing_can_be_used_are_an_error_that_says_why(tmp_path: Path) -> None:
    with pytest.raises(NothingReadError, match=r"none\.csv: .*\n.*other\.csv: "):
        sm.read(tmp_path / "none.csv", tmp_path / "other.csv")


def test_a_sample_is_read_by_its_key() -> None:
    assert sm.sample("stargazer") == SAMPLES["stargazer"].read().corpus
    with pytest.raises(ValueError, match=r"a sample is one of moonstone, .*, got 'moon'"):
        sm.sample("moon")
