"""Tables whose headings say nothing: whose the rows are is told by how cells come again."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from segmetrics.io import Reading
from segmetrics.io.column_roles import parsed_roles
from tests.support.known import known
from tests.support.readings import corpus_of, pairs_of, read, sized_of, table, the_problem

ITEMS = {"Baker": 14, "Harbour": 20, "Mill": 17}
CODERS = ("P01", "P02", "P03", "P04")
WORDS = ["the", "river", "house", "walked", "under", "green", "lamp", "cried", "when", "nobody"]
Row = list[str]


def units_of_each(marks: str, order: str, *, items: int = 3, text: bool = True) -> list[Row]:
    """Return a row for each coder's unit: item, coder, unit, a rating, a text, what was coded."""
    draw = random.Random(7)
    rows = []
    for item, size in list(ITEMS.items())[:items]:
        texts = [" ".join(draw.choices(WORDS, k=9)) for _ in range(size)]
        for coder in CODERS:
            begins = [True, *(draw.random() < 0.3 for _ in range(size - 1))]
            for unit in range(size):
                told = {
                    "flags": str(int(begins[unit])),
                    "numbers": str(sum(begins[: unit + 1])),
                    "letters": "ABCDEFGHIJKLMNOP"[sum(begins[: unit + 1])],
                }[marks]
                said = texts[unit] if text else ""
                rows.append([item, coder, str(unit + 1), str(draw.randint(1, 5)), said, told])
    if order == "coder":
        rows.sort(key=lambda row: row[1])
    return rows


def times_of_each(*, spans: bool, order: str) -> tuple[list[Row], int]:
    """Return a row for each coder's segment or boundary, and the number of boundaries."""
    draw = random.Random(8)
    rows, boundaries = [], 0
    for item, size in ITEMS.items():
        for coder in CODERS:
            times = sorted(at / 100 for at in draw.sample(range(100, 900 * size), 6))
            edges = [0.0, *times, 10.0 * size]
            pairs = pairwise(edges)
            own = [[item, coder, f"{a:.2f}", f"{b:.2f}"] for a, b in pairs]
            rows += own if spans else [[item, coder, f"{time:.2f}"] for time in times]
            boundaries += len(times)
    if order == "coder":
        rows.sort(key=lambda row: row[1])
    return rows, boundaries


def unnamed(rows: list[Row]) -> str:
    """Write columns in another order, under headings that say nothing, without empty columns."""
    filled = [at for at in range(len(rows[0])) if any(row[at] for row in rows)]
    places = [*filled[1:], filled[0]]
    heading = ["zed", "qua", "lor", "mip", "tav", "run"][: len(places)]
    return table(*map(",".join, [heading, *([row[at] for at in places] for row in rows)]))


def answered(content: str) -> tuple[Reading, list[str]]:
    """Read a table as its question proposes, and return the roles too."""
    problem = the_problem(read(("a.csv", content)))
    assert problem.asks == "columns"
    columns = parsed_roles(problem.command.split('"')[1])
    return read(("a.csv", content), columns=columns), sorted(columns.values())


@pytest.mark.parametrize("order", ["item", "coder"])
@pytest.mark.parametrize("marks", ["flags", "numbers", "letters"])
@pytest.mark.parametrize("text", [True, False])
def test_who_has_the_units_of_the_others_is_a_coder(marks: str, order: str, *, text: bool) -> None:
    reading, roles = answered(unnamed(units_of_each(marks, order, text=text)))
    coded = "mark" if marks == "flags" else "segment"
    assert roles == sorted(["item", "coder", "unit", coded, *["text"] * text])
    if marks != "flags":  # of flags it is asked whether they stand at the first unit
        assert {item: size for item, (size, _) in sized_of(reading).items()} == ITEMS
        assert {*pairs_of(reading)} == {(item, coder) for item in ITEMS for coder in CODERS}


def test_a_table_of_one_item_names_none() -> None:
    reading, roles = answered(unnamed(units_of_each("numbers", "item", items=1)))
    assert roles == ["coder", "segment", "text", "unit"]
    assert {*corpus_of(reading).coders} == {*CODERS}


@pytest.mark.parametrize("order", ["item", "coder"])
@pytest.mark.parametrize("spans", [True, False])
def test_the_segments_of_a_coder_follow_each_other(order: str, *, spans: bool) -> None:
    rows, boundaries = times_of_each(spans=spans, order=order)
    reading, roles = answered(unnamed(rows))
    assert roles == sorted(["item", "coder", *(["begin", "end"] if spans else ["time"])])
    codings = [coding for item in known(reading.corpus).items for coding in item.codings.values()]
    assert len(codings) == len(ITEMS) * len(CODERS)
    assert sum(len(coding.boundaries) for coding in codings) == boundaries


def test_columns_are_no_coders_if_rows_are_of_several() -> None:
    rows = units_of_each("numbers", "coder")
    heading = ["zed", "qua", "lor", "run", "text", "mip"]
    problem = the_problem(read(("a.csv", table(*map(",".join, [heading, *rows])))))
    assert problem.asks == "columns" and "qua=coder" in problem.command


def test_who_marked_nothing_in_rows_of_their_own_may_have_found_nothing() -> None:
    rows = units_of_each("flags", "item")
    for row in rows:
        row[5] = "x" * (row[5] == "1" and row[:2] != ["Mill", "P03"])
    heading = ["story", "coder", "unit", "sure", "text", "new"]
    content = table(*map(",".join, [heading, *rows]))
    reading = read(("a.csv", content), columns={"new": "first", "story": "item"})
    assert ("Mill", "P03") not in pairs_of(reading) and len(pairs_of(reading)) == 11
    assert any(one.command == "--found-none Mill=P03" for one in reading.notices)


def test_numbers_that_begin_anew_beside_rising_times_are_beats_and_no_items() -> None:
    rows = [f"{0.5 * at + 0.25:.2f},{1 + at % 4}" for at in range(40)]
    reading = read(("song.csv", table("tap,beat", *rows)))
    (problem,) = reading.problems
    assert "numbered anew" not in problem.what and '"tap=time"' in problem.command


def test_begins_of_frequencies_are_no_begins_in_time() -> None:
    rows = [
        f"{coder},{3 * at},{3 * at + 2.5},{at % 3},24000.0,call"
        for coder in CODERS
        for at in range(6)
    ]
    heading = "annotator,start_time,end_time,start_frequency,end_frequency,annotation"
    reading = read(("a.csv", table(heading, *rows)), durations={"a": 20.0})
    assert {*corpus_of(reading).coders} == {*CODERS}


def test_a_sheet_with_one_row_is_read_as_those_with_its_heading() -> None:
    many = table("ts,desc", *(f"0:{5 * at:02}.5,step" for at in range(1, 9)))
    once = table("ts,desc", "0:20.5,step")
    files = {f"{who}/film.csv": once if who == "P03" else many for who in CODERS}
    choices = {"columns": {"ts": "time"}, "pattern": "{coder}/{item}"}
    (asked,) = read(*files.items(), **choices).problems
    assert asked.asks == "durations"
    found = read(*files.items(), **choices).corpus
    assert known(found)["film"].codings.keys() == {*CODERS}
