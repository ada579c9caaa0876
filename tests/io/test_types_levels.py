"""Reading codings with types, levels and a reference coder, and treating uncertain boundaries."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Sequence
from io import StringIO
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.made_up_film import film
from segmetrics import Corpus, CorpusError, Item, Segmentation
from segmetrics.boundary_marks import UNCERTAIN, with_uncertain
from segmetrics.corpus import kind_of
from segmetrics.io import SAMPLES, Reading, Source, read_sources
from segmetrics.segmentation import MAX_MASS
from tests.support.known import known
from tests.support.readings import Wrong, bad_alone, corpus_of, table, the_problem

TYPES = "item,coder,boundary,mass,type"
LEVELS = "item,coder,boundary,mass,level"
PLAIN = "item,coder,boundary,mass"
UNIT_TYPES = "item,coder,segment,type"
UNIT_LEVELS = "item,coder,unit,segment,level"


def read(content: str, name: str = "a.csv") -> Reading:
    return read_sources([Source(name, content.encode())])


def written(kind: str, items: Any, **more: Any) -> str:
    return json.dumps({"segmentation_type": kind, "items": items, **more})


def kept(reading: Reading) -> list[str]:
    return [item.name for item in reading.corpus.items] if reading.corpus else []


def typed(mass: int, **marks: str) -> Segmentation:
    """Build a segmentation from p2="topic task" and so on."""
    places = tuple(int(name[1:]) for name in marks)
    return Segmentation(mass, places, types=tuple(frozenset(m.split()) for m in marks.values()))


# What each form reads as.


def test_boundary_types_are_read_from_json() -> None:
    codings = {
        "anna": {"mass": 13, "boundaries": [[10, ["task", "aside"]], [2, ["topic"]]]},
        "ben": {"mass": 13, "boundaries": []},
    }
    corpus = corpus_of(read(written("multiple", {"ch1": codings})))
    assert corpus.kind == "multiple"
    assert corpus["ch1"].codings == {
        "anna": typed(13, p2="topic", p10="task aside"),
        "ben": Segmentation(13, (), types=()),
    }
    assert corpus.types == ("topic", "aside", "task")
    assert corpus.reference is None


def test_levels_are_read_from_json() -> None:
    codings = {"anna": {"mass": 13, "levels": [[10, 1], [2, 3]]}, "ben": {"levels": [], "mass": 13}}
    corpus = corpus_of(read(written("hierarchical", {"ch1": codings})))
    assert (corpus.kind, corpus.types) == ("hierarchical", ())
    assert corpus["ch1"].codings == {
        "anna": Segmentation(13, (2, 10), levels=(3, 1)),
        "ben": Segmentation(13, (), levels=()),
    }


def test_texts_stand_beside_types_and_levels() -> None:
    for kind, key in (("multiple", "boundaries"), ("hierarchical", "levels")):
        items = {"a": {"x": {"mass": 2, key: []}}}
        assert corpus_of(read(written(kind, items, texts={"a": ["p", "q"]})))["a"].texts == (
            "p",
            "q",
        )


ROWS: dict[str, tuple[str, list[str], dict[str, Segmentation]]] = {
    "a row a boundary, types": (
        TYPES,
        [
            *("a,x,7,9,topic", "a,x,2,9,task; aside", "a,y,,9,", "a,x,7,9,aside|uncertain"),
            'a,z,1,9,"topic,task"',
        ],
        {
            "x": typed(9, p2="task aside", p7="topic aside uncertain"),
            "y": Segmentation(9, (), types=()),
            "z": typed(9, p1="topic task"),
        },
    ),
    "a row a boundary, levels": (
        LEVELS,
        ["a,x,7,9,1", "a,y,,9,", "a,x,2,9,+02"],
        {"x": Segmentation(9, (2, 7), levels=(2, 1)), "y": Segmentation(9, (), levels=())},
    ),
    "a row a boundary, nothing": (
        PLAIN,
        ["a,x,7,9", "a,y,,9", "a,x,2,9"],
        {"x": Segmentation(9, (2, 7)), "y": Segmentation(9, ())},
    ),
    # The first unit of the text begins a segment, but no boundary lies before it.
    "a row a unit, types of the boundary before it": (
        UNIT_TYPES,
        ["a,x,1,topic", "a,x,1,", "a,x,2,task aside", "a,y,1,", "a,y,1,", "a,y,1,"],
        {"x": typed(3, p2="aside task"), "y": Segmentation(3, (), types=())},
    ),
    "a row a unit in any order, levels": (
        UNIT_LEVELS,
        ["a,x,3,t,2", "a,x,1,r,", "a,x,2,s,1"],
        {"x": Segmentation(3, (1, 2), levels=(1, 2))},
    ),
}


@pytest.mark.parametrize(("header", "rows", "codings"), ROWS.values(), ids=ROWS)
def test_rows_may_carry_types_or_levels(
    header: str, rows: list[str], codings: dict[str, Segmentation]
) -> None:
    reading = read(table(header, *rows))
    assert corpus_of(reading)["a"].codings == codings
    (found,) = reading.recognised
    assert set(found.why.removeprefix("CSV with ").split(", ")) == {*header.split(",")}


def test_types_and_levels_beside_whole_codings_are_named_as_not_read() -> None:
    reading = read("item,coder,masses,type,level\na,x,2 3,topic,1\n")
    assert corpus_of(reading).kind == "linear"
    assert [notice.what for notice in reading.notices] == ["not read: the columns type, level"]


# Every problem of one item: where it is, and what is said of it. Each file also holds
# an item without a problem, which must stay usable.


def boundaries(*entries: Any, mass: Any = 5) -> Any:
    return {"mass": mass, "boundaries": list(entries)}


def levels(*entries: Any, mass: Any = 5) -> Any:
    return {"mass": mass, "levels": list(entries)}


WRONG_PLACES: dict[str, tuple[Any, str]] = {
    "at the end": (5, "boundary at 5 lies outside the text (1 to 4)"),
    "at the start": (0, "boundary at 0 lies outside the text"),
    "negative": (-1, "boundary at -1 lies outside the text"),
    "huge": (10**40, "lies outside the text"),
    "a fraction": (2.5, "boundary position 2.5 is not a whole number"),
    "a text": ("2", 'boundary position "2" is not a whole number'),
    "true": (True, "boundary position true is not a whole number"),
    "null": (None, "boundary position null is not a whole number"),
}
WRONG_MASSES: dict[str, tuple[Any, str]] = {
    "zero": (0, "mass 0"),
    "a text": ("5", 'mass "5" is not a whole number'),
    "a fraction": (5.0, "mass 5.0 is not a whole number"),
    "null": (None, "mass null is not a whole number"),
    "too large": (MAX_MASS + 1, "too large to be real"),
    "huge": (10**40, "too large to be real"),
}
WRONG_TYPES: dict[str, tuple[Any, str]] = {
    "masses": ([2, 3], "a list, not an object with mass and boundaries"),
    "a text": ("2 3", '"2 3", not an object with mass and boundaries'),
    "null": (None, "null, not an object with mass and boundaries"),
    "no mass": ({"boundaries": []}, '"mass" is missing'),
    "no boundaries": ({"mass": 5}, '"boundaries" is missing'),
    "levels": (levels([2, 1]), '"boundaries" is missing'),
    "both": ({**levels(), **boundaries()}, '"levels" beside mass and boundaries'),
    "an object": ({"mass": 5, "boundaries": {"2": ["t"]}}, '"boundaries" is an object, not a list'),
    "a position": (boundaries(2), "a boundary is 2, not its position and its types"),
    "only a position": (boundaries([2]), "a boundary is a list of 1, not its position"),
    "no list of types": (boundaries([2, "t"]), 'boundary at 2: "t", not a list of types'),
    "no type": (boundaries([1, ["t"]], [2, []]), "boundary at 2: no type"),
    "an empty type": (boundaries([2, ["t", ""]]), "the name of a type is empty"),
    "a blank type": (boundaries([2, [" "]]), "the name of a type is empty"),
    "a number": (boundaries([2, [7]]), "boundary at 2: type 7 is not a text"),
    "a control character": (boundaries([2, ["t\x1b"]]), r"the name of a type holds \x1b"),
    "half a character": (boundaries([2, ["\ud800"]]), r"the name of a type holds \ud800"),
    "a type twice": (boundaries([2, ["t", "s", "t"]]), "boundary at 2: type t is given twice"),
    "a place twice": (boundaries([2, ["t"]], [2, ["s"]]), "boundary at 2 is given twice"),
    "in one unit": (boundaries([1, ["t"]], mass=1), "one unit has no place for one"),
    **{f"place {k}": (boundaries([p, ["t"]]), what) for k, (p, what) in WRONG_PLACES.items()},
    **{f"mass {k}": (boundaries(mass=m), what) for k, (m, what) in WRONG_MASSES.items()},
}
WRONG_LEVELS: dict[str, tuple[Any, str]] = {
    "masses": ([2, 3], "a list, not an object with mass and levels"),
    "no mass": ({"levels": []}, '"mass" is missing'),
    "no levels": ({"mass": 5}, '"levels" is missing'),
    "a position": (levels(2), "a boundary is 2, not its position and its level"),
    "three": (levels([2, 1, 1]), "a boundary is a list of 3, not its position and its level"),
    "zero": (levels([2, 0]), "boundary at 2: level 0, where 1 is the most prominent"),
    "negative": (levels([2, -1]), "boundary at 2: level -1"),
    "a fraction": (levels([2, 1.5]), "boundary at 2: level 1.5 is not a whole number"),
    "a whole float": (levels([2, 1.0]), "boundary at 2: level 1.0 is not a whole number"),
    "true": (levels([2, True]), "boundary at 2: level true is not a whole number"),
    "a text": (levels([2, "1"]), 'boundary at 2: level "1" is not a whole number'),
    "types": (levels([2, ["t"]]), "boundary at 2: level a list is not a whole number"),
    "huge": (levels([2, 10**25]), "boundary at 2: a level is too large to be real"),
    "a place twice": (levels([2, 1], [2, 1]), "boundary at 2 is given twice"),
    **{f"place {k}": (levels([p, 1]), what) for k, (p, what) in WRONG_PLACES.items()},
    **{f"mass {k}": (levels(mass=m), what) for k, (m, what) in WRONG_MASSES.items()},
}


@pytest.mark.parametrize(
    ("kind", "good", "coding", "what"),
    [
        pytest.param(kind, good, *case, id=f"{kind}-{label}")
        for kind, good, cases in (
            ("multiple", boundaries([2, ["t"]]), WRONG_TYPES),
            ("hierarchical", levels([2, 1]), WRONG_LEVELS),
        )
        for label, case in cases.items()
    ],
)
def test_a_wrong_coding_in_json_is_named_and_the_other_item_stays(
    kind: str, good: Any, coding: Any, what: str
) -> None:
    reading = read(written(kind, {"bad": {"y": good, "x": coding}, "good": {"x": good}}), "a.json")
    bad_alone(reading, what, file="a.json", coder="x")
    assert kept(reading) == ["good"]


@pytest.mark.parametrize("codings", [{}, [], None, 5])
def test_an_item_without_coders_is_a_problem(codings: Any) -> None:
    reading = read(written("multiple", {"bad": codings, "good": {"x": boundaries()}}))
    assert (the_problem(reading).item, kept(reading)) == ("bad", ["good"])
    assert "no coder with a coding" in the_problem(reading).what


def test_a_key_of_a_coding_twice_is_a_problem() -> None:
    text = written("multiple", {"bad": {"x": boundaries()}, "good": {"x": boundaries()}})
    reading = read(text.replace('"mass": 5', '"mass": 5, "mass": 6', 1))
    assert (the_problem(reading).item, the_problem(reading).coder) == ("bad", "x")
    assert '"mass" is given twice' in the_problem(reading).what
    assert kept(reading) == ["good"]


WRONG_TYPE_ROWS = {
    "outside": Wrong(["bad,x,5,5,t"], 2, "x", "boundary at 5 lies outside the text (1 to 4)"),
    "zero": Wrong(["bad,x,2,5,t", "bad,x,0,5,t"], 3, "x", "boundary at 0 lies outside"),
    "a word": Wrong(["bad,x,end,5,t"], 2, "x", "boundary position 'end' is not a whole number"),
    "in one unit": Wrong(["bad,x,1,1,t"], 2, "x", "one unit has no place for one"),
    "mass missing": Wrong(["bad,x,2,5,t", "bad,x,3,,t"], 3, "x", "a mass is missing"),
    "mass a word": Wrong(["bad,x,2,five,t"], 2, "x", "mass 'five' is not a whole number"),
    "mass zero": Wrong(["bad,x,,0,"], 2, "x", "mass 0"),
    "mass too large": Wrong([f"bad,x,,{MAX_MASS + 1},"], 2, "x", "too large to be real"),
    "masses differ": Wrong(
        ["bad,x,2,5,t", "bad,x,3,6,t", "bad,x,4,6,t"], 3, "x", "mass 6, but 5 in row 2"
    ),
    "coders differ": Wrong(["bad,x,2,5,t", "bad,y,3,6,t"], 2, "x", "units differ"),
    "no type": Wrong(["bad,x,2,5,t", "bad,x,3,5,"], 3, "x", "the boundary has no type"),
    "an empty type": Wrong(["bad,x,2,5,t||s"], 2, "x", "the name of a type is empty"),
    "a control character": Wrong(["bad,x,2,5,t\x1bs"], 2, "x", r"a type holds \x1b"),
    "a type without a boundary": Wrong(["bad,x,,5,t"], 2, "x", "a type, but no boundary"),
    "none beside others": Wrong(["bad,x,2,5,t", "bad,x,,5,"], 3, "x", "no boundary in this row"),
    "a type twice": Wrong(["bad,x,2,5,t s t"], 2, "x", "type t is given twice"),
    "a type in two rows": Wrong(
        ["bad,x,3,5,t", "bad,x,2,5,t", "bad,x,2,5,s", "bad,x,2,5,r s"],
        5,
        "x",
        "type s of the boundary at 2 is given twice, first in row 4",
    ),
    "no coder": Wrong(["bad,,2,5,t"], 2, None, "the cell of coder is empty"),
    "too few cells": Wrong(["bad,x,2,5"], 2, "x", "4 cells, but 5 in the header"),
}
WRONG_LEVEL_ROWS = {
    "outside": Wrong(["bad,x,5,5,1"], 2, "x", "boundary at 5 lies outside the text (1 to 4)"),
    "no level": Wrong(["bad,x,2,5,"], 2, "x", "the boundary has no level"),
    "zero": Wrong(["bad,x,2,5,0"], 2, "x", "level 0, where 1 is the most prominent"),
    "a fraction": Wrong(["bad,x,2,5,1.5"], 2, "x", "level '1.5' is not a whole number"),
    "two": Wrong(["bad,x,2,5,1 2"], 2, "x", "level '1 2' is not a whole number"),
    "too large": Wrong([f"bad,x,2,5,{MAX_MASS + 1}"], 2, "x", "a level is too large to be real"),
    "a level without a boundary": Wrong(["bad,x,,5,1"], 2, "x", "a level, but no boundary"),
    "twice": Wrong(
        ["bad,x,2,5,1", "bad,x,2,5,1"], 3, "x", "boundary at 2 is given twice, first in row 2"
    ),
}
WRONG_PLAIN_ROWS = {
    "twice": Wrong(["bad,x,2,5", "bad,x,3,5", "bad,x,2,5"], 4, "x", "at 2 is given twice, first"),
    "none beside others": Wrong(["bad,x,,5", "bad,x,3,5"], 2, "x", "no boundary in this row"),
    "none twice": Wrong(["bad,x,,5", "bad,y,3,6", "bad,y,,6"], 4, "y", "no boundary in this row"),
}
WRONG_UNIT_TYPES = {
    "no type": Wrong(["bad,x,a,", "bad,x,b,"], 3, "x", "the segment that begins here has no type"),
    "within": Wrong(
        ["bad,x,a,", "bad,x,a,t", "bad,x,b,t"], 3, "x", "a type at unit 2, where no segment begins"
    ),
    "an empty type": Wrong(["bad,x,a,", "bad,x,b,t;;s"], 3, "x", "the name of a type is empty"),
    "a type twice": Wrong(["bad,x,a,", "bad,x,b,t t"], 3, "x", "type t is given twice"),
    "of the first unit": Wrong(["bad,x,a,t|", "bad,x,b,t"], 2, "x", "name of a type is empty"),
}
WRONG_UNIT_LEVELS = {
    "no level": Wrong(
        ["bad,x,2,b,", "bad,x,1,a,"], 2, "x", "the segment that begins here has no level"
    ),
    "within": Wrong(["bad,x,1,a,1", "bad,x,2,a,1"], 3, "x", "a level at unit 2, where no segment"),
    "zero": Wrong(["bad,x,1,a,", "bad,x,2,b,0"], 3, "x", "level 0, where 1 is the most prominent"),
    "a word": Wrong(["bad,x,1,a,", "bad,x,2,b,top"], 3, "x", "level 'top' is not a whole number"),
}


@pytest.mark.parametrize(
    ("header", "good", "wrong"),
    [
        pytest.param(header, good, wrong, id=f"{header}-{name}")
        for header, good, cases in (
            (TYPES, ["good,x,2,5,t"], WRONG_TYPE_ROWS),
            (LEVELS, ["good,x,2,5,1"], WRONG_LEVEL_ROWS),
            (PLAIN, ["good,x,2,5"], WRONG_PLAIN_ROWS),
            (UNIT_TYPES, ["good,x,a,", "good,x,b,t"], WRONG_UNIT_TYPES),
            (UNIT_LEVELS, ["good,x,1,a,", "good,x,2,b,1"], WRONG_UNIT_LEVELS),
        )
        for name, wrong in cases.items()
    ],
)
def test_a_wrong_row_is_named_and_the_other_item_stays(
    header: str, good: list[str], wrong: Wrong
) -> None:
    reading = read(table(header, *wrong.rows, *good))
    bad_alone(reading, wrong.what, file="a.csv", row=wrong.row, coder=wrong.coder)
    assert kept(reading) == ["good"]


def test_all_wrong_rows_of_a_coding_are_listed_at_once() -> None:
    reading = read(table(TYPES, "a,x,9,5,t", "a,x,2,5,", "a,x,3,,t"))
    assert [problem.row for problem in reading.problems] == [2, 3, 4]


@pytest.mark.parametrize("first", ["boundary,mass", "segment"])
def test_types_and_levels_in_one_table_are_a_problem(first: str) -> None:
    cells = "2,5" if first == "boundary,mass" else "a"
    problem = the_problem(read(f"item,coder,{first},type,level\na,x,{cells},t,1\n"))
    assert (problem.row, problem.item) == (1, None)
    assert problem.what == "both a column type and a column level"


@pytest.mark.parametrize("kind", ["circular", "Multiple", None, ["multiple"], True])
def test_another_type_of_segmentation_is_a_problem(kind: Any) -> None:
    reading = read(written(kind, {"a": {"x": [5]}}))
    assert the_problem(reading).item is None
    assert 'it must be "linear", "multiple" or "hierarchical"' in the_problem(reading).what
    assert reading.corpus is None


# One kind of marks in a corpus.


def test_the_coder_whose_boundaries_carry_something_else_is_named() -> None:
    sources = [
        Source("types.csv", table(TYPES, "a,x,2,5,t", "a,y,3,5,t", "b,x,2,5,t").encode()),
        Source("plain.csv", table(PLAIN, "a,z,2,5").encode()),
    ]
    reading = read_sources(sources)
    problem = the_problem(reading)
    assert (problem.file, problem.row, problem.item) == ("plain.csv", 2, "a")
    assert problem.coder == "z"
    assert problem.what == (
        "boundaries with neither types nor levels, "
        "where 3 other codings of the corpus have boundaries with types"
    )
    assert (reading.left_out, kept(reading)) == (("a",), ["b"])


def test_among_as_many_codings_of_two_kinds_the_first_stay() -> None:
    sources = [
        Source("levels.csv", table(LEVELS, "a,x,2,5,1").encode()),
        Source("types.csv", table(TYPES, "b,x,2,5,t").encode()),
    ]
    reading = read_sources(sources)
    assert the_problem(reading).item == "b"
    assert "where 1 other coding of the corpus has boundaries with levels" in (
        the_problem(reading).what
    )
    assert kept(reading) == ["a"]


def test_codings_of_one_kind_from_several_forms_make_one_corpus() -> None:
    sources = [
        Source("a.csv", table(TYPES, "a,x,2,3,t").encode()),
        Source("b.csv", table(UNIT_TYPES, "a,y,1,", "a,y,1,", "a,y,2,t").encode()),
        Source(
            "c.json", written("multiple", {"a": {"z": boundaries([2, ["t"]], mass=3)}}).encode()
        ),
    ]
    codings = corpus_of(read_sources(sources))["a"].codings
    assert list(codings) == ["x", "y", "z"]
    assert set(codings.values()) == {typed(3, p2="t")}


MARKED = {
    "linear": Segmentation(5, (2,)),
    "multiple": typed(5, p2="t"),
    "hierarchical": Segmentation(5, (2,), levels=(1,)),
}
EMPTY = {
    "linear": Segmentation(5, ()),
    "multiple": Segmentation(5, (), types=()),
    "hierarchical": Segmentation(5, (), levels=()),
}


@pytest.mark.parametrize("kind", MARKED)
def test_a_corpus_is_of_one_kind(kind: str) -> None:
    for of_kind in (MARKED, EMPTY):
        assert kind_of(of_kind[kind]) == kind
        assert Corpus((Item("a", {"x": of_kind[kind]}),)).kind == kind
    assert Corpus((Item("a", {"x": EMPTY[kind], "y": MARKED[kind]}),)).kind == kind
    for other in MARKED.keys() - {kind}:
        message = f"^item 'b': the coding of 'y' is {other}, and that of 'x' in item 'a' {kind}$"
        for of_kind in (MARKED, EMPTY):
            items = Item("a", {"x": MARKED[kind]}), Item("b", {"y": of_kind[other]})
            with pytest.raises(CorpusError, match=message):
                Corpus(items)


def test_types_are_listed_in_the_order_of_their_appearance() -> None:
    first = Item("a", {"x": typed(9, p3="t", p5="s r")})
    second = Item("b", {"x": typed(9, p1="q"), "y": typed(9, p1="t")})
    assert Corpus((first, second)).types == ("t", "r", "s", "q")
    assert Corpus((Item("a", {"x": MARKED["linear"]}),)).types == ()


# The reference coder.


def test_the_reference_coder_is_read() -> None:
    items = {"a": {"x": [2, 3], "reference": [5]}, "b": {"x": [4]}}
    corpus = corpus_of(read(written("linear", items, has_reference_coder=True)))
    assert corpus.reference == "reference"
    for more in ({}, {"has_reference_coder": False}):
        assert corpus_of(read(written("linear", items, **more))).reference is None


def test_a_reference_coder_of_one_file_is_that_of_the_corpus() -> None:
    sources = [
        Source("a.json", written("linear", {"a": {"reference": [5]}}).encode()),
        Source("b.csv", b"item,coder,masses\na,x,2 3\n"),
        Source(
            "c.json",
            written("linear", {"b": {"reference": [4]}}, has_reference_coder=True).encode(),
        ),
    ]
    assert corpus_of(read_sources(sources)).reference == "reference"


@pytest.mark.parametrize("given", ["true", 1, None, [], "reference", True])
def test_a_wrong_reference_coder_is_a_problem(given: Any) -> None:
    coder, what = "reference", "not true or false"
    if given is True:
        coder, what = "x", "no coder is named reference"
    reading = read(written("linear", {"a": {coder: [5]}}, has_reference_coder=given))
    assert (the_problem(reading).item, kept(reading)) == (None, ["a"])
    assert what in the_problem(reading).what
    assert known(reading.corpus).reference is None


def test_a_reference_coder_given_twice_is_a_problem() -> None:
    text = written("linear", {"a": {"reference": [5]}}, has_reference_coder=True)
    reading = read(f'{text[:-1]}, "has_reference_coder": false}}')
    assert '"has_reference_coder" is given twice' in the_problem(reading).what


def test_a_reference_of_left_out_items_only_is_no_reference() -> None:
    items = {"a": {"reference": [0]}, "b": {"x": [5]}}
    reading = read(written("linear", items, has_reference_coder=True))
    assert (the_problem(reading).item, kept(reading)) == ("a", ["b"])
    assert known(reading.corpus).reference is None


def test_the_reference_of_a_corpus_coded_something_and_changes_the_digest() -> None:
    items = (Item("a", {"x": MARKED["linear"], "y": EMPTY["linear"]}),)
    with pytest.raises(CorpusError, match=r"^the reference coder 'z' coded no item$"):
        Corpus(items, reference="z")
    digests = {Corpus(items, reference=name).digest for name in (None, "x", "y")}
    assert len(digests) == 3


def test_the_kind_of_a_corpus_without_boundaries_changes_the_digest() -> None:
    digests = {Corpus((Item("a", {"x": EMPTY[kind]}),)).digest for kind in EMPTY}
    assert len(digests) == 3


# Uncertain boundaries.


def test_uncertain_boundaries_are_a_type_or_ignored_or_boundaries() -> None:
    coding = typed(9, p2="topic", p4="uncertain", p6="topic uncertain")
    corpus = Corpus((Item("a", {"x": coding}, tuple("abcdefghi")),), reference="x")
    assert with_uncertain(corpus, "type") == corpus
    ignored, taken = (with_uncertain(corpus, treat) for treat in ("ignore", "boundary"))
    assert ignored["a"].codings == {"x": typed(9, p2="topic")}
    assert taken["a"].codings == {"x": typed(9, p2="topic", p4="topic", p6="topic")}
    for treated in (ignored, taken):
        assert (treated.reference, treated["a"].texts) == ("x", tuple("abcdefghi"))
    assert corpus["a"].codings == {"x": coding}


@pytest.mark.parametrize(
    ("others", "expected"), [("", "boundary"), ("topic", "topic"), ("topic task", "boundary")]
)
def test_an_uncertain_boundary_is_of_the_only_other_type(others: str, expected: str) -> None:
    more = {"p1": others} if others else {}
    corpus = Corpus((Item("a", {"x": typed(5, **more, p2="uncertain")}),))
    assert with_uncertain(corpus, "boundary")["a"].codings["x"] == typed(5, **more, p2=expected)


def test_ignoring_all_boundaries_leaves_the_kind() -> None:
    corpus = Corpus((Item("a", {"x": typed(5, p2="uncertain")}),))
    assert with_uncertain(corpus, "ignore")["a"].codings["x"] == EMPTY["multiple"]


@pytest.mark.parametrize("kind", MARKED)
@pytest.mark.parametrize("treat", ["type", "ignore", "boundary"])
def test_a_corpus_without_uncertain_boundaries_stays_as_it_is(kind: str, treat: Any) -> None:
    corpus = Corpus((Item("a", {"x": MARKED[kind], "y": EMPTY[kind]}),))
    assert with_uncertain(corpus, treat) == corpus


def test_another_treatment_is_refused() -> None:
    wrong: Any = "drop"
    for of_kind in (MARKED["linear"], typed(5, p2="uncertain")):
        with pytest.raises(
            ValueError, match=r"^treat is one of type, ignore, boundary, not 'drop'"
        ):
            with_uncertain(Corpus((Item("a", {"x": of_kind}),)), wrong)


# Samples and templates.


def test_the_made_up_samples_say_so() -> None:
    for key in ("outline", "dialogue"):
        sample = SAMPLES[key]
        assert "made up" in sample.title
        assert "Made for demonstration" in sample.about
        assert "made up" in sample.source
        assert "made up" in json.loads(sample.path.read_text(encoding="utf-8"))["source"]
    for key in ("film", "film-coarse"):
        assert "made up" in SAMPLES[key].title
        assert "Made for demonstration" in SAMPLES[key].about
    assert list(SAMPLES)[:2] == ["moonstone", "stargazer"]


def test_the_made_up_film_is_drawn_again_as_it_is() -> None:
    for key, corpus in zip(("film", "film-coarse"), film(), strict=True):
        assert SAMPLES[key].read().corpus == corpus


def test_the_outline_agrees_on_the_top_level_and_differs_below() -> None:
    corpus = corpus_of(SAMPLES["outline"].read())
    assert (corpus.kind, len(corpus.coders)) == ("hierarchical", 4)
    (item,) = corpus.items
    assert item.mass == 25
    assert item.texts is not None
    top, below = set(), set()
    for coding in item.codings.values():
        marked = dict(zip(coding.boundaries, coding.levels or (), strict=True))
        top.add(tuple(place for place, level in marked.items() if level == 1))
        below.add(tuple(place for place, level in marked.items() if level > 1))
    assert (len(top), len(below)) == (1, 4)
    used = [level for coding in item.codings.values() for level in coding.levels or ()]
    assert set(used) == {1, 2, 3}


def test_the_dialogue_has_several_types_and_uncertain_boundaries() -> None:
    corpus = corpus_of(SAMPLES["dialogue"].read())
    assert (corpus.kind, len(corpus), len(corpus.coders)) == ("multiple", 2, 4)
    assert set(corpus.types) == {"topic", "task", "aside", UNCERTAIN}
    sets = [
        names for item in corpus.items for c in item.codings.values() for names in c.types or ()
    ]
    assert frozenset({UNCERTAIN}) in sets
    assert any(len(names) > 1 and UNCERTAIN not in names for names in sets)
    assert all(item.texts for item in corpus.items)


# Whatever was written is read back.


def marks_of(coding: Segmentation) -> list[tuple[int, Any]]:
    carried: Sequence[Any] = coding.types if coding.types is not None else coding.levels or ()
    return list(zip(coding.boundaries, carried, strict=True))


def cell(mark: Any, between: str) -> str:
    return str(mark) if isinstance(mark, int) else between.join(mark)


def boundary_rows(corpus: Corpus, between: str) -> Iterable[Sequence[object]]:
    yield [*PLAIN.split(","), "type" if corpus.kind == "multiple" else "level"]
    for item in corpus.items:
        for coder, coding in item.codings.items():
            if not coding.boundaries:
                yield item.name, coder, "", coding.mass, ""
            for position, mark in marks_of(coding):
                yield item.name, coder, position, coding.mass, cell(mark, between)


def single_type_rows(corpus: Corpus, between: str) -> Iterable[Sequence[object]]:
    for *whose, types in boundary_rows(corpus, between):
        for name in str(types).split(between) if types else [""]:
            yield [*whose, name]


def unit_rows(corpus: Corpus, between: str) -> Iterable[Sequence[object]]:
    yield ["item", "coder", "unit", "segment", "type" if corpus.kind == "multiple" else "level"]
    for item in corpus.items:
        for coder, coding in item.codings.items():
            marks, ends = dict(marks_of(coding)), list(accumulate(coding.masses))
            for unit in range(1, coding.mass + 1):
                segment = sum(end < unit for end in ends)
                mark = marks.get(unit - 1)
                carried = "" if mark is None else cell(mark, between)
                yield item.name, coder, unit, f"s{segment}", carried


def as_csv(rows: Iterable[Sequence[object]]) -> str:
    out = StringIO(newline="")
    csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(rows)
    return out.getvalue()


printed = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=6
)
names = printed.map(str.strip).filter(lambda name: name.lower() not in ("", "item", "coder"))
simple_types = st.text("abcÄ日-_.", min_size=1, max_size=4)


@st.composite
def corpora(draw: st.DrawFn, kind: str, types: st.SearchStrategy[str] = simple_types) -> Corpus:
    known = draw(st.lists(types, min_size=1, max_size=4, unique=True))
    mark: st.SearchStrategy[Any] = st.integers(1, 5)
    if kind == "multiple":
        mark = st.frozensets(st.sampled_from(known), min_size=1)
    coders = draw(st.lists(names, max_size=2, unique=True))
    coders = list(dict.fromkeys([*coders, "reference"]))
    items = []
    for name in draw(st.lists(names, min_size=1, max_size=3, unique=True)):
        mass = draw(st.integers(1, 8))
        codings = {}
        for coder in coders:
            places = st.integers(1, mass - 1) if mass > 1 else st.nothing()
            marks = sorted(draw(st.dictionaries(places, mark)).items())
            carried = tuple(value for _, value in marks)
            codings[coder] = Segmentation(
                mass,
                tuple(place for place, _ in marks),
                types=carried if kind == "multiple" else None,
                levels=carried if kind == "hierarchical" else None,
            )
        items.append(Item(name, codings))
    return Corpus(tuple(items), draw(st.sampled_from([None, "reference"])))


@pytest.mark.parametrize(
    ("kind", "write"),
    [
        ("multiple", boundary_rows),
        ("multiple", single_type_rows),
        ("multiple", unit_rows),
        ("hierarchical", boundary_rows),
        ("hierarchical", unit_rows),
    ],
)
@given(data=st.data(), between=st.sampled_from([" ", ";", "|", " | ", ", ", "  "]))
def test_any_corpus_written_as_a_table_is_read_back(
    kind: str,
    write: Callable[[Corpus, str], Iterable[Sequence[object]]],
    data: st.DataObject,
    between: str,
) -> None:
    corpus = data.draw(corpora(kind))
    found = corpus_of(read(as_csv(write(corpus, between))))
    assert found.items == corpus.items
    assert found.reference is None
