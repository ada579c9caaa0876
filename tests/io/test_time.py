"""Recordings: TextGrids of Praat and annotation files of ELAN."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pympi
import pytest
from hypothesis import given
from hypothesis import strategies as st
from praatio.utilities import textgrid_io

from segmetrics.io import Choices, Parsed, Reading, Source, parse_sources, read_sources
from segmetrics.io.parts import Span, SpanCoding
from segmetrics.time_scale import TimeScale
from tests.support.known import known
from tests.support.project import HERE
from tests.support.readings import table
from tests.support.recordings import length, places

FORMATS = HERE / "formats"
HEAD = 'File type = "ooTextFile"\nObject class = "TextGrid"\n\n'


def source(content: str | bytes, name: str) -> Source:
    return Source(name, content.encode() if isinstance(content, str) else content)


def read(
    content: str | bytes, name: str = "talk.TextGrid", choices: Choices | None = None
) -> Reading:
    return read_sources([source(content, name)], choices)


def parse(content: str | bytes, name: str = "talk.TextGrid") -> Parsed:
    return parse_sources([source(content, name)])


def codings(parsed: Parsed) -> dict[str | None, SpanCoding]:
    return {part.layer: part for part in parsed.found if isinstance(part, SpanCoding)}


def spans(content: str | bytes, name: str = "talk.TextGrid") -> dict[str | None, list[Span]]:
    return {coder: list(one.spans) for coder, one in codings(parse(content, name)).items()}


def boundaries(reading: Reading) -> dict[str, tuple[float, ...]]:
    assert reading.problems == ()
    (item,) = known(reading.corpus).items
    return places(item)


def said(reading: Reading) -> list[tuple[str | None, str]]:
    return [(notice.coder, notice.what) for notice in reading.notices]


def interval_tier(name: str, *edges: float, end: float = 10) -> str:
    """Write a tier of intervals without texts between some edges, in the short form."""
    entries = "".join(f'{first} {last} ""\n' for first, last in pairwise([0, *edges, end]))
    return f'"IntervalTier" "{name}" 0 {end} {len(edges) + 1}\n{entries}'


def grid(*tiers: str, start: float = 0, end: float = 10) -> str:
    return f"{HEAD}{start} {end} <exists> {len(tiers)}\n{''.join(tiers)}"


# --- Praat ---------------------------------------------------------------------------------

INTERVIEW = {
    "anna": [
        Span(0, 4000, "greeting"),
        Span(4000, 9250, 'she says "intervals [3]" \nor item [2]'),
        Span(9250, 12500, ""),
    ],
    "ben": [Span(0, 6000, ""), Span(6000, 12500, "")],
    # Points at 4 and 10 s.
    "carla": [Span(0, 4000, ""), Span(4000, 10000, "here"), Span(10000, 12500, "")],
}


@pytest.mark.parametrize("name", ["interview.TextGrid", "interview_short.TextGrid"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_a_textgrid_is_read(name: str, encoding: str, ending: str) -> None:
    text = (FORMATS / "praat" / name).read_text(encoding="utf-8").replace("\n", ending)
    parsed = parse(text.encode(encoding), name)
    assert [one.format.key for one in parsed.recognised] == ["praat"]
    assert {coder: list(one.spans) for coder, one in codings(parsed).items()} == INTERVIEW
    (extent,) = {id(one.extent): one.extent for one in codings(parsed).values()}.values()
    assert extent.end == 12500
    assert {name: list(units) for name, units in extent.units.items()} == {
        name: INTERVIEW[name] for name in ("anna", "ben")
    }


def test_steps_and_tiers_are_units() -> None:
    content = (FORMATS / "praat" / "interview.TextGrid").read_bytes()
    steps = read(content, choices=Choices(step=0.25))
    assert boundaries(steps) == {"anna": (16, 37), "ben": (24,), "carla": (16, 40)}
    assert said(steps) == []
    # The intervals of ben are two: what lies in the first moves to its nearer end.
    assert boundaries(read(content, choices=Choices(unit="ben"))) == {
        "anna": (1,),
        "ben": (1,),
        "carla": (1,),
    }


def test_every_edge_of_an_interval_is_a_boundary_and_no_gap_is_named() -> None:
    content = grid(interval_tier("anna", 2, 3, 7), interval_tier("ben"))
    reading = read(content)
    assert boundaries(reading) == {"anna": (2, 3, 7), "ben": ()}
    assert said(reading) == []


def test_points_are_boundaries_in_any_order() -> None:
    tier = '"TextTier" "anna" 0 10 3\n7 "b"\n2 "a"\n4 ""\n'
    reading = read(grid(tier), choices=Choices(labels="types"))
    assert boundaries(reading) == {"anna": (2, 4, 7)}
    assert known(reading.corpus)["talk"].codings["anna"].types == (
        frozenset({"a"}),
        frozenset({"unlabelled"}),
        frozenset({"b"}),
    )
    assert boundaries(read(grid('"TextTier" "anna" 0 10 0\n'))) == {"anna": ()}


def test_a_recording_may_begin_later() -> None:
    tier = '"IntervalTier" "anna" 5 10 2\n5 7 ""\n7 10 ""\n'
    reading = read(grid(tier, start=5))
    assert boundaries(reading) == {"anna": (2,)}
    assert said(reading) == [(None, "the recording begins at 5 s; times are counted from there")]


def test_boundaries_within_a_millisecond_are_counted() -> None:
    reading = read(grid(interval_tier("anna", 2, 2.0003, 2.0004, 5)), choices=Choices(step=0.001))
    assert boundaries(reading) == {"anna": (2000, 5000)}
    assert ("anna", "2 boundaries within a millisecond of another, counted once") in said(reading)
    # What only the way of writing numbers keeps apart is one edge.
    noisy = '"IntervalTier" "anna" 0 10 2\n0 0.3 ""\n0.30000000000000004 10 ""\n'
    assert said(read(grid(noisy), choices=Choices(step=0.1))) == []


def test_a_tier_that_overlaps_itself_is_no_unit() -> None:
    tier = '"IntervalTier" "anna" 0 10 2\n0 6 ""\n4 10 ""\n'
    reading = read(grid(tier, interval_tier("step", 3)))
    assert reading.units == ("time", "step")
    assert boundaries(reading) == {"anna": (4, 6), "step": (3,)}
    assert ("anna", "segments overlap 1 time, first at 0:04") in said(reading)


words = st.text(st.sampled_from('ab "[1]é🌩'), max_size=8).map(str.strip)
edges = st.lists(st.integers(1, 9999), max_size=8, unique=True).map(sorted)


@given(st.lists(st.tuples(edges, words), min_size=1, max_size=4), st.booleans(), st.data())
def test_what_the_library_writes_is_read(
    tiers: list[tuple[list[int], str]], short: bool, data: st.DataObject
) -> None:
    made: dict[str, Any] = {"xmin": 0, "xmax": 10, "tiers": []}
    expected: dict[str, list[Span]] = {}
    for number, (cuts, word) in enumerate(tiers):
        name = f"tier {number}"
        bounds = [0, *cuts, 10_000]
        if data.draw(st.booleans()):
            entries: list[tuple[Any, ...]] = [
                (first / 1000, last / 1000, word) for first, last in pairwise(bounds)
            ]
            expected[name] = [Span(first, last, word) for first, last in pairwise(bounds)]
        else:
            entries = [(cut / 1000, word) for cut in cuts]
            expected[name] = [
                Span(first, last, word if first else "") for first, last in pairwise(bounds)
            ]
        kind = "IntervalTier" if len(entries) and len(entries[0]) == 3 else "TextTier"
        made["tiers"].append(
            {"class": kind, "name": name, "xmin": 0, "xmax": 10, "entries": entries}
        )
    form: Any = "short_textgrid" if short else "long_textgrid"
    text = textgrid_io.getTextgridAsStr(made, form, includeBlankSpaces=False)
    assert spans(text) == expected


NOISE = ['! a remark, 5 "x" <y>\n', "word ", "size = ", "[7]: ", "\n", "a7 ", "7a "]


@given(st.data())
def test_remarks_between_the_values_change_nothing(data: st.DataObject) -> None:
    values = grid(interval_tier("anna", 2, 7)).removeprefix(HEAD).split()
    noisy = "".join(
        data.draw(st.sampled_from(NOISE)) + " " + value + data.draw(st.sampled_from([" ", "\n"]))
        for value in values
    )
    assert spans(HEAD + noisy) == spans(grid(interval_tier("anna", 2, 7)))


BROKEN: dict[str, tuple[int | None, str | None, str]] = {
    "praat/broken/unquoted.TextGrid": (16, None, "number '4', where the text of an interval"),
    "praat/broken/unclosed.TextGrid": (22, None, "where the begin of an interval is expected"),
    "praat/broken/cut.TextGrid": (51, None, "the file ends where a point is expected"),
    "praat/broken/more.TextGrid": (52, None, "more after the last tier: number '10'"),
    "praat/broken/backwards.TextGrid": (20, "anna", "begins at 4 s and ends at 3.25 s"),
    "praat/broken/outside.TextGrid": (52, "carla", "13 s lies outside the recording, 0 to 12.5"),
    "praat/broken/huge.TextGrid": (52, None, "a point of 1e+308 seconds is too large to be real"),
    "praat/broken/kind.TextGrid": (43, None, "a tier of the kind 'WordTier' is not known"),
    "praat/broken/pitch.TextGrid": (2, None, "an object of the kind 'Pitch 1', not a TextGrid"),
    "praat/broken/no_tiers.TextGrid": (6, None, "the TextGrid has no tiers: <absent>"),
    "praat/broken/million.TextGrid": (53, None, "where IntervalTier or TextTier is expected"),
    "praat/broken/no_time.TextGrid": (6, None, "the recording ends at 0 s and begins at 0 s"),
    "praat/broken/binary.TextGrid": (None, None, "a binary file of Praat"),
    "elan/broken/slot.eaf": (33, "ben", "refers to time slot 'ts66', which is not there"),
    "elan/broken/backwards.eaf": (33, "ben", "begins at 6000 ms and ends at 0 ms"),
    "elan/broken/frames.eaf": (3, None, "times in 'PAL-frames', and only milliseconds"),
    "elan/broken/time.eaf": (14, None, "time '9 s' is no number of milliseconds"),
    "elan/broken/huge.eaf": (14, None, "is no number of milliseconds"),
    "elan/broken/attribute.eaf": (33, None, "ALIGNABLE_ANNOTATION without TIME_SLOT_REF1"),
    "elan/broken/twice.eaf": (16, None, "time slot 'ts8' is given twice"),
    "elan/broken/cut.eaf": (43, None, "not well-formed XML: no element found"),
    "elan/broken/no_tier.eaf": (None, None, "no tier in the file"),
    "elan/broken/entity.eaf": (2, None, "declares a document type (DTD) 'x'"),
}


def test_every_broken_file_is_listed() -> None:
    files = {
        file.relative_to(FORMATS).as_posix()
        for key in ("praat", "elan")
        for file in (FORMATS / key / "broken").iterdir()
    }
    assert files == set(BROKEN)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_named_with_its_place(name: str) -> None:
    path = Path(name)
    reading = read((FORMATS / name).read_bytes(), path.name)
    row, coder, what = BROKEN[name]
    assert reading.corpus is None
    (problem,) = reading.problems
    assert (problem.file, problem.row, problem.coder) == (path.name, row, coder)
    assert what in problem.what
    assert problem.fix


def test_a_text_without_its_end_is_named_where_it_begins() -> None:
    problem = read(grid(interval_tier("anna", 2)) + '\n"more').problems[0]
    assert (problem.row, problem.what) == (9, "a text whose closing quote is missing")


def test_latin_1_is_no_encoding_that_is_guessed() -> None:
    (problem,) = read(grid(interval_tier("ané", 2)).encode("latin-1")).problems
    assert problem.what.startswith("the file was not saved as UTF-8")


def test_two_tiers_of_one_name_are_a_problem() -> None:
    (problem,) = read(grid(interval_tier("anna", 2), interval_tier("anna", 3))).problems
    assert (problem.row, problem.coder) == (8, "anna")
    assert "this coder also coded the item" in problem.what


def test_a_tier_without_a_name_is_a_problem() -> None:
    (problem,) = read(grid(interval_tier("", 2))).problems
    assert problem.what == "the name of the coder is empty"


# --- ELAN ----------------------------------------------------------------------------------


def test_an_annotation_file_is_read() -> None:
    content = (FORMATS / "elan" / "interview.eaf").read_bytes()
    parsed = parse(content, "interview.eaf")
    assert [one.format.key for one in parsed.recognised] == ["elan"]
    assert {coder: list(one.spans) for coder, one in codings(parsed).items()} == {
        "anna": [Span(0, 4000, "greeting"), Span(4000, 12000, "story")],
        "ben": [Span(0, 6000, "greeting"), Span(9000, 12000, "story")],
    }
    reading = read(content, "interview.eaf", Choices(labels="types"))
    assert boundaries(reading) == {"anna": (4,), "ben": (6, 9)}
    item = known(reading.corpus)["interview"]
    assert item.codings["ben"].types == (frozenset({"end"}), frozenset({"story"}))
    assert [(notice.row, notice.coder, notice.what) for notice in reading.notices] == [
        (18, "default", "tier not read: it has no annotations"),
        (43, "gloss", "tier not read: 1 annotation without a time, which refer to others"),
        (50, "words", "tier not read: 2 annotations not aligned with a time"),
        (31, "ben", "1 gap between segments: 0:06 to 0:09"),
    ]
    assert reading.units == ("anna", "ben", "time", "step")


@given(st.lists(st.lists(st.integers(0, 9999), max_size=8, unique=True), min_size=1, max_size=3))
def test_what_the_library_of_elan_writes_is_read(tiers: list[list[int]]) -> None:
    made = pympi.Eaf(author="")
    expected: dict[str, list[Span]] = {}
    for number, times in enumerate(tiers):
        made.add_tier(f"tier {number}")
        pairs = list(zip(*[iter(sorted(times))] * 2, strict=False))
        for first, last in pairs:
            made.add_annotation(f"tier {number}", first, last, f"<{first}> & é🌩")
        if pairs:
            expected[f"tier {number}"] = [
                Span(first, last, f"<{first}> & é🌩") for first, last in pairs
            ]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "talk.eaf"
        made.to_file(path)
        content = path.read_bytes()
    found = codings(parse(content, "talk.eaf"))
    assert {coder: list(one.spans) for coder, one in found.items()} == expected
    last = max((span.end for of in expected.values() for span in of), default=0)
    assert all(one.extent.end == last for one in found.values())


def test_a_tier_with_annotations_of_both_kinds_is_read_in_part() -> None:
    content = (FORMATS / "elan" / "interview.eaf").read_text(encoding="utf-8")
    mixed = re.sub(r'</TIER>\s*<TIER [^>]*TIER_ID="gloss">', "", content)
    reading = read(mixed, "interview.eaf")
    assert ("ben", "not read of the tier: 1 annotation without a time") in said(reading)
    assert boundaries(reading) == {"anna": (4,), "ben": (6, 9)}
    assert spans(mixed, "interview.eaf")["ben"][-1].label == "story"


# --- both ----------------------------------------------------------------------------------


def test_times_at_full_minutes_are_asked_about() -> None:
    """Excel takes 1:51 for an hour and 51 minutes, and saves it as 01:51:00."""
    rows = [
        f"{coder},{begin},{end}"
        for coder, times in {
            "ann": ("00:00:00", "01:51:00", "04:19:00", "10:00:00"),
            "ben": ("00:00:00", "01:50:00", "07:24:00", "08:38:00", "10:00:00"),
        }.items()
        for begin, end in pairwise(times)
    ]
    talk = Source("talk.csv", "\n".join(["coder,start,end", *rows, ""]).encode())
    (question,) = read_sources([talk]).problems
    assert question.asks == "times"
    reading = read_sources([talk], Choices(times="minutes"))
    assert boundaries(reading) == {"ann": (111, 259), "ben": (110, 444, 518)}
    assert length(known(reading.corpus)["talk"]) == 600


def test_times_that_a_spreadsheet_changed_are_those_of_one_sheet_alone() -> None:
    """Of five viewers one's minutes became hours; those of the others stay what they are."""
    typed = [f"{minute}:{minute * 7 % 60:02}" for minute in range(1, 9)]
    changed = [f"{time.rjust(5, '0')}:00" for time in typed]
    files = [
        Source(f"film/{who}.csv", table("time", *times).encode())
        for who, times in {"v1": typed, "v2": typed, "v3": typed, "v4": changed}.items()
    ]
    asked = read_sources(files, Choices(pattern="{item}/{coder}", durations={"*": 600.0}))
    (question,) = (one for one in asked.problems if one.asks)
    assert (question.asks, question.file) == ("times", "film/v4.csv")
    assert "8 times of this table are at full minutes" in question.what
    said = Choices(times="minutes", pattern="{item}/{coder}", durations={"*": 600.0})
    reading = read_sources(files, said)
    assert reading.problems == ()
    assert len(set(boundaries(reading).values())) == 1


@pytest.mark.parametrize(
    ("factor", "others"), [(1 / 60, "60 times later"), (97.3, "97 times earlier")]
)
def test_times_in_another_unit_than_those_of_the_others_are_never_silent(
    factor: float, others: str
) -> None:
    times = [10.5, 80.25, 200.5, 555.75]
    files = [
        Source(f"film/{who}.csv", table("time", *(f"{by * time:.4f}" for time in times)).encode())
        for who, by in {"v1": 1, "v2": 1.01, "v3": 0.99, "v4": factor}.items()
    ]
    end = 600 * max(1, factor)
    of_names = Choices(pattern="{item}/{coder}")
    reading = read_sources(files, replace(of_names, durations={"*": None}))
    (problem,) = (one for one in reading.problems if one.coder)
    assert (problem.item, problem.coder) == ("film", "v4")
    assert "counted something else" in problem.what
    assert f"that of most others near 9:15.750, {others}: as if" in problem.what
    kept = read_sources(files, replace(of_names, durations={"*": end}))
    assert kept.problems == ()
    assert problem.what in {one.what for one in kept.notices}
    left = Choices(
        pattern="{item}/{coder}", durations={"*": end}, dropped_files=frozenset({"film/v4.csv"})
    )
    assert read_sources(files, left).problems == ()


@given(
    st.lists(st.lists(st.integers(1, 9_999_999), max_size=9, unique=True), min_size=1, max_size=3)
)
def test_textgrid_and_elan_come_back_to_the_millisecond(tiers: list[list[int]]) -> None:
    """The files are written by the libraries of others, and no boundary is lost or moved."""
    end = 10_000_000
    expected = {f"tier {at}": tuple(sorted(cuts)) for at, cuts in enumerate(tiers)}
    made: dict[str, Any] = {"xmin": 0, "xmax": end / 1000, "tiers": []}
    eaf = pympi.Eaf(author="")
    for name, cuts in expected.items():
        edges = [0, *cuts, end]
        entries = [(first / 1000, last / 1000, "") for first, last in pairwise(edges)]
        made["tiers"].append(
            {"class": "IntervalTier", "name": name, "xmin": 0, "xmax": end / 1000}
            | {"entries": entries}
        )
        eaf.add_tier(name)
        for first, last in pairwise(edges):
            eaf.add_annotation(name, first, last, "")
    grid = textgrid_io.getTextgridAsStr(made, "long_textgrid", includeBlankSpaces=False)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "talk.eaf"
        eaf.to_file(path)
        contents = {"talk.TextGrid": grid.encode(), "talk.eaf": path.read_bytes()}
    for name, content in contents.items():
        corpus = known(read(content, name, Choices(pattern="{item}")).corpus)
        assert corpus.scale == TimeScale(0.001)
        found = {coder: one.boundaries for coder, one in corpus["talk"].codings.items()}
        assert found == expected


def test_a_time_with_a_dot_among_times_with_colons_is_named() -> None:
    rows = [("A", "0:28"), ("A", "2.45"), ("A", "4:23"), ("A", "5:00"), ("B", "1:00")]
    lines = [f"{item},{coder},{time}" for coder in ("v", "w") for item, time in rows]
    lines = [line.replace("2.45", "2:45") if ",v," in line else line for line in lines]
    content = table("item,coder,begin", *lines)
    reading = read_sources([source(content, "w.csv")], Choices(durations={"A": 400, "B": 400}))
    (problem,) = reading.problems
    assert "'2.45' has no colon" in problem.what and "write 2:45" in problem.what
    whole = table("item,coder,begin", *(line.replace("2.45", "2.451") for line in lines))
    seconds = read_sources([source(whole, "w.csv")], Choices(durations={"A": 400, "B": 400}))
    assert not seconds.problems
