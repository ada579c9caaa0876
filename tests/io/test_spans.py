"""Spans become segmentations: what goes in comes out, or is named."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from segmetrics.io.parts import Extent, Span
from segmetrics.io.spans import END, UNLABELLED, cut, labels_are_types, place, units_offered
from segmetrics.segmentation import SegmentationError
from segmetrics.time_scale import TimeScale

# Units as in a text: some touch, some have white space between.
UNITS = [Span(0, 4), Span(5, 9), Span(9, 14), Span(16, 19)]


def boundaries(*spans: tuple[int, int], units: list[Span] = UNITS) -> Sequence[int]:
    placed = place([Span(*span) for span in spans], units, types=False)
    return placed.segmentation.boundaries


def remarks(*spans: tuple[int, int]) -> tuple[str, ...]:
    return place([Span(*span) for span in spans], UNITS, types=False).remarks


def types(*spans: tuple[int, int, str]) -> dict[int, set[str]]:
    found = place([Span(*span) for span in spans], UNITS, types=True).segmentation
    assert found.types is not None
    return dict(zip(found.boundaries, map(set, found.types), strict=True))


# --- the rule, by hand -----------------------------------------------------------------

MOVED = "1 boundary within a unit moved to its nearer end, the first in unit"
GAP, AT_AN_END = (
    "1 gap between segments: ",
    "at the very begin or end, where no boundary is",
)
# Spans, where boundaries lie then, and what is said.
RULE: dict[str, tuple[list[tuple[int, int]], tuple[int, ...], tuple[str, ...]]] = {
    "both edges": ([(5, 14)], (1, 3), ("2 gaps between segments: the first unit 1",)),
    "the whole": ([(0, 19)], (), ()),
    "none": ([], (), ()),
    "white space, its begin": ([(0, 14), (14, 19)], (3,), ()),
    "white space, within": ([(0, 15), (15, 19)], (3,), ()),
    "white space, its end": ([(0, 16), (16, 19)], (3,), ()),
    "from white space on": ([(0, 4), (4, 9), (9, 14), (14, 19)], (1, 2, 3), ()),
    "moved to the begin": (
        [(0, 1), (1, 19)],
        (),
        (
            f"{MOVED} 1",
            "1 boundary moved to the beginning or the end of the text, where no boundary can be. "
            "Choose smaller units to keep them",
        ),
    ),
    "gaps": ([(5, 9), (16, 19)], (1, 2, 3), ("2 gaps between segments: the first unit 1",)),
    "a gap to the end": ([(0, 4)], (1,), ("1 gap between segments: units 2 to 4",)),
    "an overlap": ([(0, 14), (5, 19)], (1, 3), ("segments overlap 1 time, first in unit 2",)),
    "a mark at the begin": ([(0, 9), (0, 0), (9, 19)], (2,), (f"1 mark {AT_AN_END}",)),
    "a mark at the end": ([(0, 9), (19, 19), (9, 19)], (2,), (f"1 mark {AT_AN_END}",)),
    "marks at both": ([(0, 0), (9, 9), (19, 19)], (2,), (f"2 marks {AT_AN_END}",)),
    "two on one place": (
        [(0, 8), (9, 19)],
        (2,),
        (
            f"{MOVED} 2",
            "several boundaries fall on one place 1 time, the first after unit 2. "
            "Choose smaller units to keep them apart",
        ),
    ),
}


@pytest.mark.parametrize(("spans", "places", "said"), RULE.values(), ids=RULE)
def test_spans_give_boundaries_and_what_is_odd_is_said(
    spans: list[tuple[int, int]], places: tuple[int, ...], said: tuple[str, ...]
) -> None:
    assert boundaries(*spans) == places
    assert remarks(*spans) == said


@pytest.mark.parametrize(
    ("edge", "position"),
    [(10, 2), (11, 2), (12, 3), (13, 3), (6, 1), (7, 1), (8, 2)],  # 7: equally near
)
def test_an_edge_within_a_unit_moves_to_the_nearer_border(edge: int, position: int) -> None:
    assert boundaries((0, edge), (edge, 19)) == (position,)
    (moved,) = remarks((0, edge), (edge, 19))
    unit = 3 if edge > 9 else 2
    nearer = f"moved to its nearer end, the first in unit {unit}"
    assert moved == f"1 boundary within a unit {nearer}"


def test_nested_spans_keep_the_labels_of_both() -> None:
    assert types((0, 19, "scene"), (5, 14, "aside")) == {1: {"aside"}, 3: {END}}
    assert types((5, 19, "scene"), (5, 14, "aside")) == {1: {"scene", "aside"}, 3: {END}}
    (overlap,) = place([Span(0, 19), Span(5, 14)], UNITS, types=False).remarks
    assert overlap == "segments overlap 1 time, first in unit 2"


def test_one_stretch_with_two_labels_does_not_overlap_itself() -> None:
    placed = place([Span(0, 9, "a"), Span(0, 9, "b"), Span(9, 19, "c")], UNITS, types=True)
    assert placed.remarks == ()


def test_spans_that_are_given_twice_are_one_and_named() -> None:
    placed = place([Span(0, 9, "a"), Span(0, 9, "a"), Span(9, 19, "a")], UNITS, types=True)
    assert placed.segmentation.boundaries == (2,)
    assert placed.remarks == ("1 segment given again with the same begin, end and label",)


def test_a_span_without_length_is_one_boundary_and_covers_nothing() -> None:
    assert boundaries((9, 9)) == (2,)
    assert remarks((9, 9)) == ()
    assert types((9, 9, "a"), (15, 15, "b")) == {2: {"a"}, 3: {"b"}}


def test_what_only_ends_or_has_no_label_is_told_apart() -> None:
    assert types((0, 4, "a"), (9, 14, "")) == {1: {END}, 2: {UNLABELLED}, 3: {END}}


@pytest.mark.parametrize("span", [(-1, 4), (5, 21), (21, 30)])
def test_a_span_outside_the_whole_is_refused(span: tuple[int, int]) -> None:
    with pytest.raises(SegmentationError, match="lies outside the whole"):
        place([Span(*span)], UNITS, types=False, end=20)


def test_a_span_may_end_in_the_white_space_after_the_last_unit() -> None:
    placed = place([Span(16, 20)], UNITS, types=False, end=20)
    assert placed.segmentation.boundaries == (3,)


def test_a_span_that_ends_before_it_starts_is_refused() -> None:
    with pytest.raises(SegmentationError, match="from 9 to 5 ends before it starts"):
        place([Span(9, 5)], UNITS, types=False)


def test_a_label_that_cannot_be_shown_is_no_type() -> None:
    spans = [Span(0, 4, "a\nb"), Span(5, 9, "c\x00")]
    assert not labels_are_types((span.label for span in spans), "auto")
    with pytest.raises(SegmentationError, match="as a type: its name holds"):
        place(spans, UNITS, types=True)


@pytest.mark.parametrize(
    ("labels", "chosen", "expected"),
    [
        (["a", "b"], "auto", True),
        (["a", "a", ""], "auto", False),
        ([str(n) for n in range(20)], "auto", True),
        ([str(n) for n in range(21)], "auto", False),
        (["a"], "types", True),
        (["", ""], "types", False),
        (["a", "b"], "none", False),
    ],
)
def test_labels_are_types_if_they_can_be(labels: list[str], chosen: Any, expected: bool) -> None:
    assert labels_are_types(labels, chosen) is expected


# --- against a slow oracle ---------------------------------------------------------------


@st.composite
def units_of_a_text(draw: st.DrawFn) -> list[Span]:
    """Units of any length with any white space around them."""
    units, at = [], draw(st.integers(0, 3))
    for length, space in draw(
        st.lists(st.tuples(st.integers(1, 6), st.integers(0, 3)), min_size=1, max_size=12)
    ):
        units.append(Span(at, at + length))
        at += length + space
    return units


def nearest(edge: int, units: list[Span]) -> int:
    """The position of an edge: the border that is nearest, of all that there are.

    The border after p units is the stretch from the end of unit p to the start of the next.
    """
    last = units[-1].end + 100
    borders = list(pairwise([0, *(x for u in units for x in (u.start, u.end)), last]))[::2]
    far = [max(start - edge, edge - end, 0) for start, end in borders]
    return far.index(min(far))


@given(st.data())
def test_positions_are_those_of_the_nearest_borders(data: st.DataObject) -> None:
    units = data.draw(units_of_a_text())
    edge = st.integers(0, units[-1].end)
    labels = st.sampled_from(["", "a", "b"])
    drawn = data.draw(st.lists(st.tuples(edge, edge, labels), max_size=8))
    spans = [Span(min(a, b), max(a, b), label) for a, b, label in drawn]
    placed = place(spans, units, types=True)
    expected: dict[int, set[str]] = {}
    for span in spans:
        expected.setdefault(nearest(span.end, units), set())
    for span in spans:
        expected.setdefault(nearest(span.start, units), set()).add(span.label or UNLABELLED)
    assert placed.segmentation.types is not None
    assert dict(zip(placed.segmentation.boundaries, placed.segmentation.types, strict=True)) == {
        at: names or {END} for at, names in expected.items() if 0 < at < len(units)
    }
    inside = {
        edge
        for s in spans
        for edge in (s.start, s.end)
        if any(u.start < edge < u.end for u in units)
    }
    assert placed.moved == len(inside)
    assert any("nearer end" in remark for remark in placed.remarks) == bool(inside)


@given(st.data())
def test_every_place_that_holds_several_edges_or_loses_one_is_named(data: st.DataObject) -> None:
    """As many boundaries come out as stretches went in, or a remark says why."""
    units = data.draw(units_of_a_text())
    edge = st.integers(0, units[-1].end)
    drawn = data.draw(st.lists(st.tuples(edge, edge), max_size=8))
    spans = [Span(min(pair), max(pair)) for pair in drawn]
    placed = place(spans, units, types=False)

    def stretch(edge: int) -> tuple[int, int]:
        """Name the place in the text; all of a white stretch between units is one."""
        before = sum(unit.end <= edge for unit in units)
        begun = sum(unit.start < edge for unit in units)
        return before, edge if begun > before else -1

    whole = {(0, -1), (len(units), -1)}
    different = {stretch(edge) for span in spans for edge in (span.start, span.end)} - whole
    fewer = len(placed.segmentation.boundaries) < len(different)
    said = any("one place" in r or "no boundary" in r for r in placed.remarks)
    assert said or not fewer
    if len(placed.segmentation.boundaries) == len(different):
        assert not any("one place" in r for r in placed.remarks)


@given(st.data())
def test_segments_given_as_spans_come_back(data: st.DataObject) -> None:
    units = data.draw(units_of_a_text())
    places = data.draw(st.sets(st.integers(1, len(units)), max_size=6)) - {len(units)}
    edges = [0, *(data.draw(st.integers(units[p - 1].end, units[p].start)) for p in sorted(places))]
    spans = [Span(*pair) for pair in pairwise([*edges, units[-1].end])]
    placed = place(data.draw(st.permutations(spans)), units, types=False)
    assert placed.segmentation.boundaries == tuple(sorted(places))
    assert placed.remarks == ()


@given(st.data())
def test_gaps_and_overlaps_are_those_of_the_units(data: st.DataObject) -> None:
    """Count for every unit the spans that cover it."""
    mass = data.draw(st.integers(1, 12))
    units = [Span(n, n + 1) for n in range(mass)]
    edge = st.integers(0, mass)
    drawn = data.draw(st.lists(st.tuples(edge, edge), max_size=6))
    spans = [Span(min(pair), max(pair)) for pair in drawn if pair[0] != pair[1]]
    found = " ".join(place(spans, units, types=False).remarks)
    covering = [sum(span.start <= unit < span.end for span in set(spans)) for unit in range(mass)]
    assert ("gap" in found) == (bool(spans) and 0 in covering)
    assert ("overlap" in found) == (max(covering) > 1)


# --- texts -----------------------------------------------------------------------------


def parts(text: str, unit: str) -> list[str]:
    units = cut(Extent(end=len(text), text=text), unit)
    assert [text[part.start : part.end] for part in units] == [part.label for part in units]
    return [part.label for part in units]


@pytest.mark.parametrize("line", ["\n", "\r\n", "\r", "\u2028"])
def test_paragraphs_lie_between_empty_lines_whatever_ends_a_line(line: str) -> None:
    text = line.join(["One.", "still one", "  \t", "Two. ", "", "", "Three", ""])
    assert parts(text, "paragraph") == [f"One.{line}still one", "Two.", "Three"]


@pytest.mark.parametrize("line", ["\n", "\r\n", "\r", "\u2029"])
def test_without_empty_lines_every_line_is_a_paragraph(line: str) -> None:
    assert parts(line.join([" One.", "Two. ", "Three"]), "paragraph") == ["One.", "Two.", "Three"]


def test_an_empty_line_at_the_end_makes_no_paragraphs_of_lines() -> None:
    assert parts("One.\nTwo.\n\n", "paragraph") == ["One.", "Two."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ('He said: "No." She left.', ['He said: "No."', "She left."]),
        ("Wait... what?! Yes…\nGood.", ["Wait...", "what?!", "Yes…", "Good."]),
        ("A heading\n\nIt rained. ", ["A heading", "It rained."]),
        ("A line\nthat goes on. End", ["A line\nthat goes on.", "End"]),
        ("It cost 3.50 at example.org today.", ["It cost 3.50 at example.org today."]),
        ("天气很好。我们走吧！“好。”他说", ["天气很好。", "我们走吧！", "“好。”", "他说"]),
        ("هل تسمع؟ نعم. حسنا", ["هل تسمع؟", "نعم.", "حسنا"]),
        ("वह आया। वह गया।", ["वह आया।", "वह गया।"]),
        ("Cafe\u0301. Noe\u0308l. ", ["Cafe\u0301.", "Noe\u0308l."]),
        # The limits that the rule states: an abbreviation ends a sentence.
        ("Dr. Smith left.", ["Dr.", "Smith left."]),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert parts(text, "sentence") == expected


def test_words_lie_between_white_space() -> None:
    assert parts(" one,\u00a0two\tthree\r\nfour ", "word") == ["one,", "two", "three", "four"]
    assert parts("天气很好。", "word") == ["天气很好。"]


def test_characters_keep_their_marks() -> None:
    assert parts("e\u0301 ab", "character") == ["e\u0301", "a", "b"]
    family = "👩\u200d👧"
    assert parts(f"{family}\ufe0f!", "character") == [f"{family}\ufe0f", "!"]
    assert parts("שָׁלוֹם", "character") == ["שָׁ", "ל", "וֹ", "ם"]
    assert parts("\u0301a", "character") == ["\u0301", "a"]


@given(
    st.text(alphabet="ab.!?。\"' \n\r\t\u2028\u0301\u200d", max_size=60),
    st.sampled_from(["paragraph", "sentence", "word", "token", "character"]),
)
def test_units_hold_all_that_is_not_white(text: str, unit: str) -> None:
    if not text.strip():
        with pytest.raises(SegmentationError, match="nothing to divide"):
            parts(text, unit)
        return
    found = parts(text, unit)
    assert "".join("".join(found).split()) == "".join(text.split())
    assert all(part == part.strip() != "" for part in found)


@given(st.text(alphabet="ab.!?\"' \n", max_size=60))
def test_smaller_units_fit_into_larger_ones(text: str) -> None:
    if not text.strip():
        return
    larger: set[int] = set()
    for unit in ("paragraph", "sentence", "word"):
        units = cut(Extent(end=len(text), text=text), unit)
        edges = {edge for part in units for edge in (part.start, part.end)}
        # Without empty lines a paragraph is a line, and a sentence may go on in the next.
        if unit != "sentence" or "\n\n" in text.replace(" ", "").strip():
            assert larger <= edges
        larger = edges


@pytest.mark.parametrize(
    "text",
    ["." * 300_000 + "x", "\n" + " " * 300_000 + "x", '."' * 200_000 + "x", "\r" * 300_000 + "x"],
    ids=["stops", "spaces", "quotes", "breaks"],
)
def test_texts_that_look_like_one_long_end_are_cut(text: str) -> None:
    """An expression that looks back at what it has seen would take hours."""
    for unit in ("paragraph", "sentence", "word"):
        assert parts(text, unit)


# --- other units -------------------------------------------------------------------------


def test_units_of_the_file_go_first() -> None:
    extent = Extent(end=9, text="One. Two.", units={"turn": (Span(0, 4), Span(5, 9))})
    assert units_offered(extent) == ("turn", "paragraph", "sentence", "word", "token", "character")
    assert cut(extent, "turn") == (Span(0, 4), Span(5, 9))


def test_a_recording_is_divided_into_steps() -> None:
    extent = Extent(end=2500)
    assert units_offered(extent) == ("time", "step")
    assert list(cut(extent, "step")) == [Span(0, 1000), Span(1000, 2000), Span(2000, 2500)]
    times = cut(extent, "time", step=1)
    assert (len(times), times[2499], times[:2]) == (
        2500,
        Span(2499, 2500),
        (Span(0, 1), Span(1, 2)),
    )


def test_the_remarks_about_a_recording_name_times() -> None:
    spans = [Span(0, 2500, "a"), Span(4000, 7000), Span(6000, 9250), Span(6000, 9250)]
    placed = place(spans, cut(Extent(end=10_000), "time", step=1), types=False, scale=TimeScale())
    assert placed.segmentation.boundaries == (2500, 4000, 6000, 7000, 9250)
    assert placed.remarks == (
        "2 gaps between segments: the first 0:02.500 to 0:04",
        "segments overlap 1 time, first at 0:06",
        "1 segment given again with the same begin, end and label, to the millisecond",
    )


def test_points_of_a_series_are_units() -> None:
    series = Extent(end=40, counted=True)
    assert units_offered(series) == ("index", "time")
    placed = place([Span(12, 12), Span(30, 30)], cut(series, "index"), types=False)
    assert (placed.segmentation.mass, placed.segmentation.boundaries) == (40, (12, 30))


@pytest.mark.parametrize(
    ("end", "step", "what"),
    [(10**12, 1000, "more than 1,000,000 steps"), (10, 0, "at least one millisecond")],
)
def test_steps_that_cannot_be_are_refused(end: int, step: int, what: str) -> None:
    with pytest.raises(SegmentationError, match=what):
        cut(Extent(end=end), "step", step=step)


@pytest.mark.parametrize(
    ("extent", "unit"), [(Extent(end=5), "word"), (Extent(end=2, text="ab"), "turn")]
)
def test_a_unit_that_is_not_there_is_named(extent: Extent, unit: str) -> None:
    with pytest.raises(SegmentationError, match=f"no unit '{unit}' here; there are"):
        cut(extent, unit)
