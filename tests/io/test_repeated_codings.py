"""Several codings of one item by one coder in one file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from segmetrics.cli import main
from segmetrics.io import Choices, Reading, Source, read_sources
from segmetrics.io.conflicts import Kept
from tests.support.known import known

TABLE = b"item,coder,masses\nch1,anna,2 3\nch1,ben,4 1\nch1,anna,1 4\nch1,anna,3 2\nch2,ben,7\n"


def read(kept: Kept, *others: Source) -> Reading:
    return read_sources([Source("a.csv", TABLE), *others], Choices(twice=kept))


def test_codings_can_be_joined_if_they_are_of_one_size() -> None:
    corpus = read("joined").corpus
    assert corpus is not None
    assert corpus["ch1"].codings["anna"].boundaries == (1, 2, 3)
    assert corpus["ch1"].codings["ben"].boundaries == (4,)
    longer = Source("a.csv", TABLE + b"ch1,ben,4 2\n")
    left = read_sources([longer], Choices(twice="joined"))
    assert left.left_out == ("ch1",)
    assert [one.coder for one in left.notices] == ["anna"]


def test_what_was_sent_in_parts_is_joined_and_what_was_corrected_counts_once() -> None:
    rows = b"ch3,ben,2 1 6\nch3,ben,5 2 2\nch3,cleo,2 1 6\nch3,cleo,5 2 2\nch3,cleo,6 1 2\n"
    source = Source("a.csv", TABLE + rows)
    assert {one.goes_on for one in read_sources([source]).repeated} == {False, True}
    reading = read_sources([source], Choices(twice="continued"))
    assert not reading.problems
    items = known(reading.corpus)
    assert items["ch1"].codings["anna"].boundaries == (3,)  # one boundary is no part
    assert items["ch3"].codings["ben"].boundaries == (2, 3, 5, 7)
    assert items["ch3"].codings["cleo"].boundaries == (6, 7)  # nor does what begins at 6 follow 7
    assert "2 codings of this coder are joined" in str(reading.notices)


def test_types_of_joined_codings_are_joined_too() -> None:
    rows = b"item,coder,begin,end,label\n" + b"".join(
        b"film,%s,%d,%d,%s\n" % row
        for row in [
            (b"anna", 10, 10, b"cut"),
            (b"ben", 12, 12, b"cut"),
            (b"Ben", 12, 12, b"fade"),
            (b"Ben", 30, 30, b"cut"),
        ]
    )
    choices = Choices(twice="joined", coders={"Ben": "ben"}, durations={"*": 60.0})
    corpus = read_sources([Source("a.csv", rows)], choices).corpus
    assert corpus is not None
    ben = corpus["film"].codings["ben"]
    assert ben.types == (frozenset({"cut", "fade"}), frozenset({"cut"}))


@pytest.mark.parametrize(("kept", "places"), [("first", (2,)), ("last", (3,))])
def test_one_answer_says_which_coding_counts(kept: Kept, places: tuple[int, ...]) -> None:
    reading = read(kept)
    assert reading.problems == ()
    assert known(reading.corpus)["ch1"].codings["anna"].boundaries == places
    assert known(reading.corpus)["ch1"].codings["ben"].boundaries == (4,)
    (notice,) = reading.notices
    assert notice.what == f"the {kept} of 3 codings of this coder is used"
    assert (notice.item, notice.coder) == ("ch1", "anna")


def test_without_an_answer_the_item_is_left_out_and_the_option_named() -> None:
    reading = read("")
    assert [(one.item, one.coder, one.changed) for one in reading.repeated] == [("ch1", "anna", ())]
    assert reading.left_out == ("ch1",)
    (problem,) = reading.problems
    assert str(problem).endswith("on the command line: --twice last, first, joined or continued")


def test_codings_in_different_files_are_no_matter_of_their_order() -> None:
    other = Source("b.csv", b"item,coder,masses\nch2,ben,3 4\n")
    (problem,) = read("last", other).problems
    assert problem.item == "ch2"
    assert problem.command.startswith("--drop-file")


def test_the_command_line_takes_the_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.csv"
    file.write_bytes(TABLE)
    assert main(["check", str(file), "--twice", "last"]) == 0
    capsys.readouterr()
    file.write_bytes(b"item,coder,masses\nch2,ben,3 4\n")
    main(["agreement", str(file), "--twice", "last"])
    assert "--twice changes nothing" in capsys.readouterr().err


def annotation(place: int, **dates: str) -> dict[str, object]:
    span = {"type": "labels", "value": {"start": 0, "end": place, "labels": ["A"]}}
    return {"completed_by": 7, "result": [span | {"to_name": "text"}], **dates}


OLDER = annotation(8, created_at="2024-03-29T17:00:15Z", updated_at="2024-03-29T17:00:15Z")
NEWER = annotation(3, created_at="2024-03-14T19:46:28Z", updated_at="2024-04-15T21:35:56+00:00")


def read_annotations(kept: Kept, *annotations: dict[str, object]) -> Reading:
    tasks = [{"id": 1, "data": {"text": "One two three."}, "annotations": annotations}]
    source = Source("export.json", json.dumps(tasks).encode())
    return read_sources([source], Choices(twice=kept, unit="word"))


@pytest.mark.parametrize("annotations", [(OLDER, NEWER), (NEWER, OLDER)])
@pytest.mark.parametrize(("kept", "place", "date"), [("first", 2, "03-29"), ("last", 1, "04-15")])
def test_dates_of_last_changes_stand_above_the_order_in_the_file(
    annotations: tuple[dict[str, object], ...], kept: Kept, place: int, date: str
) -> None:
    reading = read_annotations(kept, *annotations)
    (item,) = known(reading.corpus).items
    assert [coding.boundaries for coding in item.codings.values()] == [(place,)]
    assert any(notice.what.endswith(f"changed on 2024-{date}") for notice in reading.notices)
    (repeated,) = reading.repeated
    assert [f"{changed:%m-%d}" for changed in repeated.changed] == ["03-29", "04-15"]


def test_where_one_has_no_date_the_order_in_the_file_counts() -> None:
    reading = read_annotations("last", NEWER, annotation(8))
    (item,) = known(reading.corpus).items
    assert [coding.boundaries for coding in item.codings.values()] == [(2,)]
