"""JSON of texts with spans, sizes, topics or flags, and lists of records read as tables."""

from __future__ import annotations

import json
from typing import Any

import pytest

from segmetrics.io import Choices, read_sources
from segmetrics.io.document import Source
from segmetrics.io.readings import Reading
from tests.support.known import known

RAIN = "It rained. We left."


def read(content: Any, name: str = "a.json", choices: Choices | None = None) -> Reading:
    """Read one file of JSON, or of lines of it."""
    lines = isinstance(content, tuple)
    text = "\n".join(map(json.dumps, content)) if lines else json.dumps(content)
    return read_sources([Source(name, text.encode())], choices)


def positions(reading: Reading) -> dict[tuple[str, str], tuple[int, tuple[int, ...]]]:
    """Return the units and boundaries of each coding."""
    assert reading.problems == ()
    return {
        (item.name, coder): (item.mass, tuple(of.boundaries))
        for item in known(reading.corpus).items
        for coder, of in item.codings.items()
    }


PRODIGY = (
    {"text": RAIN, "spans": [{"start": 0, "end": 10, "label": "A"}], "answer": "accept"},
    {"text": "No span here", "spans": [], "answer": "accept"},
    {"text": "Not this", "spans": [{"start": 0, "end": 3}], "answer": "reject"},
)


def test_spans_of_prodigy() -> None:
    reading = read(PRODIGY, "ann.jsonl", Choices(unit="word"))
    assert positions(reading) == {("line 1", "ann"): (4, (2,)), ("line 2", "ann"): (3, ())}
    assert "reject (1)" in reading.notices[0].what


def test_tokens_are_the_units_and_the_record_names_item_and_coder() -> None:
    tokens = [
        {"start": s, "end": e} for s, e in ((0, 2), (3, 9), (9, 10), (11, 13), (14, 18), (18, 19))
    ]
    records = [
        {"doc_id": "rain", "annotator": who, "text": RAIN, "tokens": tokens, "spans": spans}
        for who, spans in (("ann", [{"start": 0, "end": 10}]), ("ben", [{"start": 3, "end": 9}]))
    ]
    reading = read(records)
    assert reading.unit == "token"
    assert positions(reading) == {("rain", "ann"): (6, (3,)), ("rain", "ben"): (6, (1, 2))}


def test_spans_of_labelbuddy_with_texts() -> None:
    marks = [
        {"start_char": 11, "end_char": 19, "label_name": "B", "start_byte": 11, "end_byte": 19}
    ]
    records = [
        {"text": RAIN, "id": 7, "annotations": marks},
        {"text": "x", "id": 8, "annotations": []},
    ]
    assert positions(read(records, choices=Choices(unit="word"))) == {
        ("text 7", "a"): (4, (2,)),
        ("text 8", "a"): (1, ()),
    }


def test_a_text_that_comes_again_is_a_problem() -> None:
    mark = {"start": 0, "end": 2}
    reading = read(({"text": RAIN, "spans": [mark]}, {"text": RAIN, "spans": [mark]}))
    assert "the text of record 1 is repeated" in reading.problems[0].what


def test_a_number_where_other_records_have_spans_is_a_problem() -> None:
    marked = {"text": RAIN, "label": [{"start": 0, "end": 2}]}
    (problem,) = read([marked, {"text": "Sun.", "label": 1}]).problems
    assert (problem.what, problem.row) == ('"label" is not a list of spans', 2)


def test_segment_numbers_of_units() -> None:
    record = {"sentences": ["a", "b", "c", "d"], "segments": [1, 1, 2, 3]}
    assert [*positions(read(record)).values()] == [(4, (2, 3))]


@pytest.mark.parametrize("numbers", [[1, 3], [0, 1, 0]])
def test_sizes_that_do_not_add_up_are_a_problem(numbers: list[int]) -> None:
    reading = read({"utterances": ["a", "b", "c"], "segments": numbers})
    assert "add up to" in reading.problems[0].what


def meeting(*stretches: tuple[int, int]) -> dict[str, Any]:
    """Make a meeting of six turns with topics."""
    topics = [{"topic": f"t{n}", "span": [[str(a), str(b)]]} for n, (a, b) in enumerate(stretches)]
    turns = [{"speaker": "A", "content": f"turn {n}"} for n in range(6)]
    return {"topic_list": topics, "meeting_transcripts": turns}


@pytest.mark.parametrize("stretches", [((0, 2), (2, 6)), ((1, 3), (4, 6))])
def test_stretches_that_are_counted_otherwise_are_asked_about(
    stretches: tuple[tuple[int, int], ...],
) -> None:
    reading = read(meeting(*stretches))
    assert reading.corpus is None
    assert "counted from 0" in reading.problems[0].what


def test_flags_of_texts() -> None:
    reading = read({"x": [["a", "-1"], ["b", "0"], ["c", "1"]], "y": [["d", "-1"], ["e", "1"]]})
    assert positions(reading) == {("x", "a"): (3, (2,)), ("y", "a"): (2, (1,))}
    assert read({"x": [["a", "0"], ["b", "1"]]}).problems[0].asks == "marks"
    refused = read({"x": [["a", "0"], ["b", "-1"]]})
    assert refused.corpus is None and "no coding is found" in refused.problems[0].what


ROWS = [
    {"item": "x", "coder": who, "unit": unit, "segment": segment}
    for who, labels in (("ann", "aab"), ("ben", "abb"))
    for unit, segment in enumerate(labels, 1)
]


@pytest.mark.parametrize(
    "content", [ROWS, tuple(ROWS), {"data": ROWS}], ids=["list", "lines", "object"]
)
def test_records_are_read_by_their_columns(content: Any) -> None:
    reading = read(content)
    assert reading.recognised[0].format.key == "long-table"
    assert positions(reading) == {("x", "ann"): (3, (2,)), ("x", "ben"): (3, (1,))}


def test_segment_sizes_in_records() -> None:
    assert positions(read([{"item": "x", "coder": "ann", "masses": [2, 3]}])) == {
        ("x", "ann"): (5, (2,))
    }


def test_a_broken_line_is_named() -> None:
    text = b'{"item": "x", "coder": "a", "masses": [2]}\n{"item": "x", coder}\n'
    (problem,) = read_sources([Source("a.jsonl", text)]).problems
    assert problem.row == 2
    assert "not valid JSON" in problem.what


@pytest.mark.parametrize("more", [{}, {"segmentation_type": "flat"}, {"segmentation_type": None}])
def test_a_segeval_file_without_a_known_type_is_read_if_all_sums_agree(
    more: dict[str, Any],
) -> None:
    reading = read({"items": {"x": {"ann": [2, 3], "ben": [1, 4]}}, **more})
    assert positions(reading) == {("x", "ann"): (5, (2,)), ("x", "ben"): (5, (1,))}
    assert "add up to one" in reading.notices[0].what
    for items in ({"x": {"ann": [2, 3], "ben": [1, 3]}}, {"x": {"ann": [2, 3]}}):
        assert '"segmentation_type" is ' in read({"items": items, **more}).problems[0].what


# --- several coders in one record ---------------------------------------------------------

WIND = "It rained. We ran. Wind came."
FIRST, REST, TWO = {"start": 0, "end": 10}, {"start": 11, "end": 29}, {"start": 0, "end": 18}
BOTH_CODERS = {("a", "anna"): (3, (1,)), ("a", "ben"): (3, (2,))}


@pytest.mark.parametrize(
    "record",
    [
        {
            "text": WIND,
            "spans": [
                {**FIRST, "annotator": "anna"},
                {**TWO, "annotator": "ben"},
                {**REST, "annotator": "anna"},
            ],
        },
        {"text": WIND, "annotations": {"anna": [FIRST, REST], "ben": [TWO]}},
        {
            "text": WIND,
            "annotations": [
                {"annotator": "anna", "spans": [FIRST, REST]},
                {"annotator": "ben", "spans": [TWO]},
            ],
        },
    ],
    ids=["a field of each span", "keys of an object", "a field of each object"],
)
def test_what_several_coders_marked_in_a_text(record: dict[str, Any]) -> None:
    assert positions(read(record, choices=Choices(unit="sentence"))) == BOTH_CODERS


def test_a_coder_of_several_who_marked_nothing_placed_no_boundary() -> None:
    reading = read({"text": WIND, "annotations": {"anna": [FIRST], "ben": []}})
    assert positions(reading) == {("a", "anna"): (3, (1,)), ("a", "ben"): (3, ())}


UNITS = ["It rained.", "We ran.", "Wind came.", "All slept."]


@pytest.mark.parametrize(
    ("anna", "ben"),
    [
        ([1, 0, 1, 0], [1, 1, 0, 0]),  # each first unit begins a segment
        ([0, 1, 0, 1], [1, 0, 0, 1]),  # each last unit ends one
        ([2, 2], [1, 3]),  # sizes
        (["start", "in", "start", "in"], ["sun", "rain", "rain", "rain"]),
        (["yes", "no", "yes", "no"], ["no", "yes", "no", "no"]),
    ],
)
def test_marks_of_several_coders_on_units(anna: list[Any], ben: list[Any]) -> None:
    key = "segments" if len(anna) == 2 else "labels"
    works = [{"annotator": who, key: marks} for who, marks in (("anna", anna), ("ben", ben))]
    reading = read([{"id": "s1", "sentences": UNITS, "annotations": works}])
    expected: dict[tuple[str, str], tuple[int, tuple[int, ...]]]
    expected = {("a", "anna"): (4, (2,)), ("a", "ben"): (4, (1,))}
    if anna[0] == "start":  # labels that name segments
        expected["a", "anna"] = (4, (1, 2, 3))
    assert positions(reading) == expected


def test_flags_that_may_begin_or_end_a_segment_are_asked_about() -> None:
    marks = {"anna": [0, 1, 0, 0], "ben": [0, 0, 1, 0]}
    reading = read([{"id": "s1", "sentences": UNITS, "annotations": marks}])
    assert reading.corpus is None
    assert reading.problems[0].what == "nothing shows whether 1 begins a segment or ends one"


def test_several_coders_of_several_texts_need_not_be_the_same() -> None:
    marks = {"anna": [1, 0, 1, 0], "ben": [1, 0, 0, 1]}, {"ben": [1, 0, 0, 0], "carl": [1, 1, 0, 0]}
    names = ("s1", "s2")
    records = tuple(
        {"id": name, "sentences": UNITS, "annotations": of}
        for name, of in zip(names, marks, strict=True)
    )
    assert positions(read(records)) == {
        ("text s1", "anna"): (4, (2,)),
        ("text s1", "ben"): (4, (3,)),
        ("text s2", "ben"): (4, ()),
        ("text s2", "carl"): (4, (1,)),
    }


# --- spans beside their text --------------------------------------------------------------


def test_spans_lie_on_the_text_of_the_same_name() -> None:
    def scenes(*spans: tuple[int, int]) -> bytes:
        record = {"scenes": [{"begin": start, "end": end} for start, end in spans]}
        return json.dumps(record).encode()

    files = {
        "anna/rain.json": scenes((0, 10), (11, 29)),
        "anna/rain.txt": WIND.encode(),
        "ben/rain.json": scenes((0, 18), (19, 29)),
        "ben/rain.txt": WIND.encode(),
    }
    reading = read_sources([Source(name, content) for name, content in files.items()])
    assert positions(reading) == {("rain", "anna"): (3, (1,)), ("rain", "ben"): (3, (2,))}
    alone = read_sources([Source("rain.json", files["anna/rain.json"])])
    assert "spans without their text" in alone.problems[0].what


# --- records within an object -------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        {"documents": [{"id": "a", "text": WIND, "spans": [TWO]}, {"id": "b", "text": RAIN}]},
        {"text a": {"text": WIND, "spans": [TWO]}, "text b": {"text": RAIN, "spans": []}},
    ],
    ids=["the only list", "items by name"],
)
def test_records_may_lie_within_an_object(content: Any) -> None:
    reading = read(content, choices=Choices(unit="sentence"))
    assert positions(reading) == {("text a", "a"): (3, (2,)), ("text b", "a"): (2, ())}


@pytest.mark.parametrize("who", ["annotator", "user", "coder"])
def test_lines_of_doccano_may_name_their_coder(who: str) -> None:
    lines = (
        {"id": 1, "text": WIND, "label": [[0, 10, "a"]], who: "anna"},
        {"id": 1, "text": WIND, "label": [[0, 18, "a"]], who: "ben"},
        {"id": 2, "text": RAIN, "label": [[0, 10, "a"]], who: "ben"},
    )
    assert positions(read(lines, "export.jsonl", Choices(unit="sentence"))) == {
        ("text 1", "anna"): (3, (1,)),
        ("text 1", "ben"): (3, (2,)),
        ("text 2", "ben"): (2, (1,)),
    }


# --- sizes that say neither their type nor that they are items ----------------------------


@pytest.mark.parametrize("more", [{}, {"segmentation_type": "linear"}])
def test_sizes_of_coders_with_one_sum_are_items(more: dict[str, Any]) -> None:
    items = {"talk": {"anna": [2, 3, 5], "ben": [5, 5]}, "walk": {"ben": [3]}}
    reading = read({**items, **more})
    assert positions(reading) == {
        ("talk", "anna"): (10, (2, 5)),
        ("talk", "ben"): (10, (5,)),
        ("walk", "ben"): (3, ()),
    }
    assert reading.notices[0].what.startswith('"items" is missing. In each of these')
    unlike = {**items, "talk": {"anna": [2, 3, 5], "ben": [5, 6]}}
    assert read({**unlike, **more}).corpus is None
