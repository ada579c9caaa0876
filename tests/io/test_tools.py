"""Exports of annotation tools: Label Studio, doccano and brat.

The fixtures are written after the tools' documentation and source; masses and positions
here are counted by hand in the texts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from segmetrics.io import Choices, Reading, Source, read_sources
from segmetrics.io.offsets import (
    CHARACTERS,
    UTF16,
    Counting,
    Ground,
    MarkedSpan,
    counting_of,
    spans_at,
)
from segmetrics.io.records import Way, in_their_order, naming_field
from segmetrics.segmentation import SegmentationError
from tests.support.known import known
from tests.support.project import HERE
from tests.support.readings import boundaries_of, said

FORMATS = HERE / "formats"
ANNA, BEN = "anna@example.org", "ben@example.org"


def sources(folder: str) -> list[Source]:
    """A fixture, or all of a folder, named from there."""
    path = FORMATS / folder
    files = sorted(one for one in path.rglob("*") if one.is_file()) if path.is_dir() else [path]
    top = path if path.is_dir() else path.parent
    return [Source(str(one.relative_to(top)), one.read_bytes()) for one in files]


def read(folder: str, choices: Choices | None = None) -> Reading:
    return read_sources(sources(folder), choices)


def given_as(name: str, content: object) -> Reading:
    text = content if isinstance(content, str) else json.dumps(content)
    return read_sources([Source(name, text.encode())])


def types(reading: Reading, item: str, coder: str) -> list[set[str]]:
    return [set(names) for names in known(reading.corpus)[item].codings[coder].types or ()]


def the_problem(reading: Reading) -> str:
    (problem,) = reading.problems
    return problem.what


def formats(reading: Reading) -> list[str]:
    return [one.format.key for one in reading.recognised]


# --- Label Studio ------------------------------------------------------------------------


def test_spans_of_a_text() -> None:
    reading = read("label-studio/text.json")
    assert formats(reading) == ["label-studio"]
    assert boundaries_of(reading) == {
        # Paragraphs: 1 rain, 2 nobody, 3 waited, 4 stopped.
        "storm": {ANNA: (2,), BEN: (1, 2), "tiler-1": (1, 3)},
        "fair": {ANNA: (1,), BEN: ()},
    }
    assert types(reading, "storm", BEN) == [{"end"}, {"shelter"}]
    # Ben's offsets are of the versions that counted as JavaScript does.
    assert {
        "not read: cancelled annotations (1), relation results (1)",
        "offsets of 2 annotations count an emoji as one",
        "offsets of 1 annotation count an emoji as two",
    } <= {*said(reading)}
    assert known(reading.corpus).automatic == ("tiler-1",)
    assert known(reading.corpus)["storm"].texts == (
        "The rain began at noon.",
        "Nobody 🙂 had a coat. We ran.",
        "We waited under the bridge.",
        "Then it stopped.",
    )


def test_paragraphs_are_units() -> None:
    reading = read("label-studio/dialogue.json")
    assert boundaries_of(reading) == {"task 3": {"user 1": (2,), "user 2": (3, 4)}}
    assert reading.unit == "paragraph"
    assert known(reading.corpus)["task 3"].texts == (
        "Ann: Did you see it?",
        "Bo: No. What?",
        "Ann: ",
        "Bo: Tell me 🙂 now.",
        "Ann: The fair.",
    )


def test_a_span_may_start_within_a_paragraph() -> None:
    data = json.loads((FORMATS / "label-studio/dialogue.json").read_text(encoding="utf-8"))
    value = data[0]["annotations"][0]["result"][1]["value"]
    value.update(start="1", startOffset=4, text="What? Tell me 🙂 now. The fair.")
    by_paragraph = given_as("a.json", data)
    assert boundaries_of(by_paragraph)["task 3"]["user 1"] == (1, 2)
    assert any("within a unit" in what for what in said(by_paragraph))
    source = Source("a.json", json.dumps(data).encode())
    by_sentence = read_sources([source], Choices(unit="sentence"))
    # Did you see it? | No. | What? | Tell me now. | The fair.
    assert boundaries_of(by_sentence)["task 3"]["user 1"] == (2, 3)


def test_choices_that_name_a_segment() -> None:
    """Tasks are in the order of their positions, not of the file."""
    reading = read("label-studio/choices.json")
    assert boundaries_of(reading) == {
        "storm": {"user 1": (2,), "user 2": (1,)},
        "fair": {"user 1": ()},
    }
    texts = ("The rain began.", "Nobody had a coat.", "We waited.")
    assert known(reading.corpus)["storm"].texts == texts
    assert 'not read: choices of "quality" (1)' in said(reading)
    assert any("name its segment" in what for what in said(reading))


def test_choices_that_start_a_segment() -> None:
    reading = read("label-studio/starts.json")
    assert boundaries_of(reading) == {"starts": {"user 1": (2,), "user 2": (1, 2)}}
    assert any("say whether a segment starts there" in what for what in said(reading))


def test_one_choice_for_each_whole_item_is_no_segmentation() -> None:
    value = {"choices": ["sad"]}
    result = {"type": "choices", "from_name": "mood", "to_name": "text", "value": value}
    works = [{"completed_by": 1, "result": [result]}]
    tasks = [
        {"id": number, "data": {"title": title}, "annotations": works}
        for number, title in enumerate(("storm", "storm", "fair", "fair"))
    ]
    assert "one choice" in the_problem(given_as("a.json", [tasks[0]]))
    assert "one choice" in the_problem(given_as("a.json", tasks[1:3]))
    assert given_as("a.json", tasks).problems == ()


def test_completions_of_old_versions() -> None:
    reading = read("label-studio/completions.json")
    assert boundaries_of(reading) == {"task 0": {ANNA: (1,), BEN: (2,)}}


def test_json_min_with_spans() -> None:
    reading = read("label-studio/min.json")
    assert boundaries_of(reading) == {"fair": {"user 1": (1,), "user 2": ()}}
    assert types(reading, "fair", "user 1") == [{"y"}]


@pytest.mark.parametrize(
    ("file", "coder", "what"),
    [
        ("outside", "user 2", "offset 999 lies outside the text, which ends at 49"),
        ("words", "user 2", "but 'The fair came in June.' was marked there"),
        ("backwards", "user 2", "a mark from 30 to 4 ends before it starts"),
        ("hypertext", "user 2", "not read: 1 span on a text with markup (HyperText)"),
        ("audio", "user 2", "not read: 1 span on a recording"),
        ("address", None, "not the text, but where it is: 'https://example.org/fair.txt'"),
        ("half", None, r"half of a character, \ud800 to \udfff"),
    ],
)
def test_what_is_wrong_with_a_span_is_said_with_its_item_and_coder(
    file: str, coder: str | None, what: str
) -> None:
    reading = read(f"label-studio/broken/{file}.json")
    (problem,) = reading.problems
    assert (problem.item, problem.coder) == ("fair", coder)
    assert what in problem.what
    assert reading.left_out == ("fair",)


@pytest.mark.parametrize(
    ("file", "what"),
    [("result", '"result" is not a list'), ("twice", 'the value of a result holds "start" twice')],
)
def test_a_task_of_the_wrong_shape_is_a_problem(file: str, what: str) -> None:
    first = read(f"label-studio/broken/{file}.json").problems[0]
    assert (first.item, first.what) == ("fair", what)


def test_damaged_json_is_a_problem_with_its_line() -> None:
    (problem,) = read("label-studio/broken/cut.json").problems
    assert problem.row == 47
    assert "not valid JSON" in problem.what


def test_an_annotation_of_nobody_is_named_by_its_place() -> None:
    tasks = json.loads((FORMATS / "label-studio/text.json").read_text(encoding="utf-8"))
    storm, fair = (next(t for t in tasks if t["data"]["title"] == n) for n in ("storm", "fair"))
    first, second = storm["annotations"][:2]
    del first["completed_by"]
    second["completed_by"] = " "
    reading = given_as("a.json", [storm, fair])
    found = boundaries_of(reading)
    assert {"annotator 1", "annotator 2"} <= found["storm"].keys()
    assert not {"annotator 1", "annotator 2"} & found["fair"].keys()
    assert len(found["storm"]) == 3
    assert sorted(map(tuple, found["storm"].values())) == [(1, 2), (1, 3), (2,)]
    (notice,) = [what for what in said(reading) if "do not say who" in what]
    assert notice.startswith("2 of the annotations")


def test_units_that_are_missing_are_a_problem() -> None:
    reading = read("label-studio/broken/units.json")
    assert [(p.item, p.coder, p.what) for p in reading.problems] == [
        ("units", "user 1", "unit 2 of 2 has no label"),
        ("units", "user 2", "1 of 2 units have no annotation, first task 2"),
    ]


def span_task(**data: object) -> dict[str, Any]:
    value = {"start": 0, "end": 4, "text": "One.", "labels": ["a"]}
    result = {"id": "r", "from_name": "l", "to_name": "t", "type": "labels", "value": value}
    return {"id": 1, "data": data, "annotations": [{"completed_by": 1, "result": [result]}]}


def test_the_text_is_the_field_in_which_the_spans_fit() -> None:
    reading = given_as("a.json", [span_task(text="A question? Yes.", passage="One.\nTwo.\nThree.")])
    assert boundaries_of(reading) == {"task 1": {"user 1": (1,)}}


def test_texts_and_predictions_that_are_not_there_are_named() -> None:
    good, bad = span_task(text="One.\nTwo."), {**span_task(text=7), "id": 2}
    good["predictions"] = [5]
    reading = given_as("a.json", [good, bad])
    assert the_problem(reading).endswith("no text")
    assert "predictions without their results (1)" in " ".join(said(reading))


def test_a_region_with_a_choice_is_one_span() -> None:
    task = span_task(text="One.\nTwo.")
    results = task["annotations"][0]["result"]
    value = {**results[0]["value"], "choices": ["sure"]}
    del value["labels"]
    results.append({**results[0], "type": "choices", "value": value})
    reading = given_as("a.json", [task])
    assert boundaries_of(reading) == {"task 1": {"user 1": (1,)}}
    assert not any("again" in what for what in said(reading))


# --- doccano -----------------------------------------------------------------------------


def test_spans_of_doccano() -> None:
    reading = read("doccano/spans")
    assert formats(reading) == ["doccano", "doccano"]
    assert boundaries_of(reading) == {
        "text 101": {"anna": (2,), "ben": (1, 3)},
        "text 102": {"anna": (1,), "ben": ()},
    }
    assert types(reading, "text 101", "ben") == [{"shelter"}, {"end"}]
    assert "not read: Comments (1)" in said(reading)
    assert "offsets count an emoji as two, by which most spans fit" in said(reading)


def test_offsets_in_characters_are_found_out_by_the_borders_of_words() -> None:
    line = {"id": 1, "text": "🙂 one. two. three", "label": [[0, 6, "a"], [7, 11, "b"]]}
    reading = given_as("anna.jsonl", line)
    assert "offsets count an emoji as one, by which most spans fit" in said(reading)
    assert boundaries_of(reading) == {"text 1": {"anna": (1, 2)}}


def test_entities_and_early_annotations() -> None:
    assert boundaries_of(read("doccano/entities.jsonl")) == {"fair": {"entities": (1,)}}
    early = read("doccano/early.jsonl")
    assert boundaries_of(early) == {"text 15": {"user 1": (1,), "user 2": (2,)}}
    assert types(early, "text 15", "user 1") == [{"label 8"}]


def test_labels_of_whole_texts_make_units_of_lines() -> None:
    assert boundaries_of(read("doccano/labels")) == {
        "storm": {"anna": (2,), "ben": (1, 2)},
        "fair": {"anna": (), "ben": (1,)},
    }


def test_a_list_of_objects_is_read_as_lines_are() -> None:
    lines = (FORMATS / "doccano/labels/anna.jsonl").read_text(encoding="utf-8").splitlines()
    reading = given_as("anna.json", [json.loads(line) for line in lines])
    assert boundaries_of(reading) == {"storm": {"anna": (2,)}, "fair": {"anna": ()}}


def test_every_wrong_line_is_named_and_the_others_are_read() -> None:
    reading = read("doccano/broken/anna.jsonl")
    assert [(p.row, p.what) for p in reading.problems] == [
        (2, "not valid JSON: the line ends in the middle of the JSON"),
        (3, "offset 40 lies outside the text, which ends at 10"),
        (4, "an offset is not a whole number"),
        (5, "not an object with a text"),
        (6, "a mark from 8 to 3 ends before it starts"),
        (7, "no list of labels in the line, such as entities or label"),
        (8, "a label that is neither a name nor [start, end, label]"),
    ]
    assert [problem.item for problem in reading.problems[1:]] == [f"text {n}" for n in range(3, 9)]
    assert [item.name for item in known(reading.corpus).items] == ["text 1"]


# --- brat --------------------------------------------------------------------------------


def brat(**changed: str) -> Reading:
    kept = [one for one in sources("brat") if not one.name.startswith("broken")]
    files = {one.name: one for one in kept}
    for name, content in changed.items():
        file = f"{name}/storm.ann"
        files[file] = Source(file, content.encode())
    return read_sources(files.values())


def test_marks_of_brat() -> None:
    reading = brat()
    # Paragraphs: 1 rain and nobody (two lines), 2 waited, 3 stopped.
    assert boundaries_of(reading) == {"storm": {"anna": (1, 2), "ben": (1, 2), "carl": ()}}
    assert types(reading, "storm", "anna") == [{"Shelter"}, {"Outside"}]
    assert types(reading, "storm", "ben") == [{"end"}, {"Outside"}]
    assert set(formats(reading)) == {"brat", "brat-companion"}
    (notice,) = [n for n in reading.notices if n.what.startswith("not read")]
    assert (notice.item, notice.coder) == ("storm", "anna")
    assert notice.what == "not read: attributes (1), notes (1), relations (1), equivalences (1)"


def test_a_mark_in_two_parts_is_two_spans_unless_white_space_is_between() -> None:
    """Nobody is marked, and waited without the under between."""
    parts = brat(anna="T1\tTopic 23 42;44 53;60 71\tNobody had a coat. We waited the bridge.\n")
    overlaps = [n.what for n in parts.notices if n.coder == "anna"]
    assert parts.unit == "word"
    # Words: 5 of rain, 4 of nobody, We waited under the bridge. Then it stopped.
    assert boundaries_of(parts)["storm"]["anna"] == (5, 11, 12, 14)
    assert overlaps == ["3 gaps between segments: the first units 1 to 5"]


def test_marks_that_count_a_line_break_as_one_are_found_out() -> None:
    text = "One.\r\n\r\nTwo.\r\n\r\nThree 🙂 more."
    files = [
        Source("x/a.txt", text.encode()),
        Source(
            "x/a.ann", b"T1\tTopic 0 10\tOne. Two.\nT2\tTopic 12 25\tThree \xf0\x9f\x99\x82 more.\n"
        ),
    ]
    reading = read_sources(files)
    assert boundaries_of(reading) == {"a": {"x": (2,)}}
    assert "offsets count an emoji as one, a line break as one, by which most marks fit" in said(
        reading
    )


def test_covered_text_may_go_on_in_the_next_lines_as_an_editor_breaks_them() -> None:
    parts = brat(anna="T1\tTopic 23 42;44 53;60 71\tNobody had a coat.\nWe waited\nthe bridge.\n")
    assert boundaries_of(parts)["storm"]["anna"] == (5, 11, 12, 14)
    other = brat(anna="T1\tTopic 23 42;44 53\tNobody had a coat.\nWe wandered\n")
    assert [(p.row, p.what.split(":")[0]) for p in other.problems][-1] == (2, "not a line of brat")


def test_every_wrong_line_of_brat_is_named() -> None:
    reading = read("brat/broken/bad")
    assert [(p.row, p.what.split(":")[0]) for p in reading.problems] == [
        (2, "offset 999 lies outside the text, which ends at 90"),
        (3, "at character 44 the text is 'We waited', but 'We wandered' was marked there"),
        (4, "not a line of brat"),
        (5, "a mark from 53 to 44 ends before it starts"),
        (6, "not a line of brat"),
        (7, "not a line of brat"),
    ]
    assert reading.corpus is None


def test_a_text_without_marks_is_not_taken_for_one_of_brat() -> None:
    kept = [one for one in sources("brat/anna") if one.name.endswith(".ann")]
    text = Source("other.txt", b"Some words of somebody")
    reading = read_sources([*kept, text])
    assert "brat-companion" not in formats(reading)
    assert "other.txt" in {problem.file for problem in reading.problems}


# --- what is refused -----------------------------------------------------------------------


def label_studio(name: str) -> list[dict[str, Any]]:
    tasks: list[dict[str, Any]] = json.loads((FORMATS / "label-studio" / name).read_text("utf-8"))
    return tasks


def annotated_twice() -> list[dict[str, Any]]:
    tasks = label_studio("starts.json")
    tasks[0]["annotations"] += tasks[0]["annotations"][:1]
    return tasks


def on_two_texts() -> dict[str, Any]:
    task = span_task(t="One.\nTwo.", u="One.\nTwo.")
    results = task["annotations"][0]["result"]
    results += [{**results[0], "id": "s"}, {**results[0], "id": "q", "to_name": "u"}]
    return task


MINIMAL = {"text": "One.", "topic": "rain", "id": 1, "annotator": 1, "annotation_id": 1}
TWICE = span_task(text="One.\nTwo.")
TWICE["annotations"] *= 2
REFUSED: dict[str, tuple[object, str]] = {
    "choices in JSON-MIN": ([MINIMAL], "choices cannot be told from data"),
    "two choices for a unit": (annotated_twice(), "two annotations of "),
    "two annotations of a person": ([TWICE], "this coder also coded the item"),
    "no annotation": ([{**span_task(text="One."), "annotations": []}], "no annotation that can be"),
    "no text": ([span_task()], "no text in the data of the tasks"),
    "two texts": ([on_two_texts()], '1 spans on "u", beside those on "t"'),
    "boxes": ("label-studio/broken/boxes.json", "but rectanglelabels results (1)"),
    "spans and labels": ("doccano/broken/mixed.jsonl", "spans in some lines"),
    "a unit without a label": ("doccano/broken/unlabelled.jsonl", "unit 2 of 2 has no label"),
    "no text of brat": ("brat/broken/alone", "no text: storm.txt is not among the files"),
}


@pytest.mark.parametrize(("content", "what"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_coding_is_a_problem(content: object, what: str) -> None:
    reading = read(content) if isinstance(content, str) else given_as("a.json", content)
    assert what in the_problem(reading)


# --- offsets, by a slow oracle -------------------------------------------------------------

COUNTINGS = [CHARACTERS, UTF16, Counting(1, 1), Counting(2, 1)]


@given(st.lists(st.sampled_from(("a", " ", "\r", "\n", "\r\n", "🙂", "é")), max_size=20))
def test_offsets_of_characters_are_found_again(parts: list[str]) -> None:
    """Write the text before each place as the tool sees it, and measure it."""
    text = "".join(parts)
    ground = Ground(text)
    for counting, at in product(COUNTINGS, range(len(text) + 1)):
        if text[at - 1 : at + 1] == "\r\n" and at:
            continue  # within a line break there is nothing to mark
        before = text[:at].replace("\r\n", "\n") if counting.line_break == 1 else text[:at]
        encoding = "utf-16-le" if counting.wide == 2 else "utf-32-le"
        offset = len(before.encode(encoding)) // (2 if counting.wide == 2 else 4)
        assert ground.character((0, offset), counting) == at


@given(st.text(alphabet="ab 🙂", min_size=6, max_size=30), st.sampled_from([CHARACTERS, UTF16]))
def test_the_words_tell_how_a_tool_counts(text: str, counting: Counting) -> None:
    ground = Ground(text)
    places = range(len(text))

    def offset(at: int) -> int:
        return len(text[:at].encode("utf-16-le")) // 2 if counting == UTF16 else at

    marks = [
        MarkedSpan((((0, offset(at)), (0, offset(at + 1))),), ("a",), text[at]) for at in places
    ]
    chosen = counting_of((ground, mark) for mark in marks)
    assert (chosen is None) == ("🙂" not in text)
    found = spans_at(ground, marks, chosen or CHARACTERS)
    if "🙂" in text.rstrip("🙂 "):
        assert [(span.start, span.end) for span in found] == [(at, at + 1) for at in places]


def test_an_offset_within_an_emoji_is_an_edge_of_it() -> None:
    assert Ground("a🙂b").character((0, 2), UTF16) == 2


@pytest.mark.parametrize("place", [(0, -1), (0, 4), (1, 0), (-1, 0)])
def test_a_place_outside_is_refused(place: tuple[int, int]) -> None:
    with pytest.raises(SegmentationError):
        Ground("abc").character(place, CHARACTERS)


# --- records -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("labels", "starts", "optional"),
    [
        ({"yes", "no"}, True, False),
        ({"New segment"}, True, True),
        ({"1", "0"}, True, False),
        ({"no"}, True, False),
        ({"B", "I"}, True, False),
        ({"yes", "perhaps"}, False, False),
        ({"topic a", "topic b"}, False, False),
        (set(), True, True),
    ],
)
def test_the_way_in_which_labels_are_read(labels: set[str], starts: bool, optional: bool) -> None:
    assert Way.from_labels(labels) == Way(starts=starts, optional=optional)


def test_a_unit_that_says_both_is_refused() -> None:
    with pytest.raises(SegmentationError, match="unit 2 is said to start a segment and not to"):
        Way.from_labels({"yes", "no"}).segmented([frozenset({"no"}), frozenset({"yes", "no"})])


def test_fields_that_name_and_order() -> None:
    records: list[Mapping[str, Any]] = [
        {"doc": "a", "title": "x", "unit": 2, "line": 1},
        {"doc": "a", "title": "y", "unit": 2, "line": 2},
    ]
    assert naming_field(records, shared=True) == "doc"
    assert naming_field(records, shared=False) == "title"
    assert in_their_order(records[::-1], lambda record: record) == records  # by line
    assert naming_field([{}], shared=True) is None
    assert naming_field([{"item": " "}], shared=True) is None
    unnumbered: list[Mapping[str, Any]] = [{"unit": True}, {"unit": False}]
    assert in_their_order(unnumbered, lambda record: record) == unnumbered


# --- documentation and damage --------------------------------------------------------------
