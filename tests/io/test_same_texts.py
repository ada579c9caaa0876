"""Exports that number the same texts and people anew."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from segmetrics.io import Choices, Reading, Source, read_sources
from tests.support.readings import boundaries_of

RAIN, WIND, SNOW = "It rained. We ran.", "Wind came. It went. All slept.", "Snow fell. It lay long."


def task(number: int, text: str, *edges: int, user: int | str = 1) -> dict[str, object]:
    """Write a task of Label Studio with spans between some edges."""
    places = [0, *edges, len(text)]
    spans = [
        {
            "from_name": "label",
            "to_name": "text",
            "type": "labels",
            "value": {"start": start, "end": end, "text": text[start:end], "labels": ["part"]},
        }
        for start, end in pairwise(places)
    ]
    work = {"completed_by": user, "result": spans}
    return {"id": number, "data": {"text": text}, "annotations": [work]}


def read(files: dict[str, list[dict[str, object]]]) -> Reading:
    sources = [Source(name, json.dumps(tasks).encode()) for name, tasks in files.items()]
    return read_sources(sources, Choices(unit="sentence"))


def test_the_text_says_which_item_and_the_file_who_it_was() -> None:
    """Each person had a server, on which they were user 1 and the tasks had other numbers."""
    files = {
        "anna.json": [task(1, RAIN, 11), task(2, WIND, 11, 20), task(3, SNOW)],
        "ben.json": [task(2, RAIN), task(1, WIND, 20), task(7, SNOW, 12)],
    }
    reading = read(files)
    assert boundaries_of(reading) == {
        "task 1": {"anna": (1,), "ben": ()},
        "task 2": {"anna": (1, 2), "ben": (2,)},
        "task 3": {"anna": (), "ben": (1,)},
    }
    assert any("the text says which item it is" in notice.what for notice in reading.notices)


FILES: dict[str, tuple[list[dict[str, object]], list[dict[str, object]], object]] = {
    "a number that two texts have names one of them": (
        [task(1, RAIN, 11), task(2, WIND, 11)],
        [task(2, RAIN), task(3, WIND, 20), task(1, SNOW, 12)],
        {
            "task 1": {"anna": (1,), "ben": ()},
            "task 2": {"anna": (1,), "ben": (2,)},
            "task 1 (2)": {"ben": (1,)},
        },
    ),
    "people who have names keep them": (
        [task(1, RAIN, 11, user="Ann"), task(2, WIND, 11, user="Ann")],
        [task(8, WIND, 20, user="Bob"), task(9, RAIN, user="Bob")],
        {"task 1": {"Ann": (1,), "Bob": ()}, "task 2": {"Ann": (1,), "Bob": (2,)}},
    ),
    "numbers of one server are believed": (
        [task(1, RAIN, 11, user=4), task(2, WIND, 11, user=5)],
        [task(3, SNOW, 12, user=4), task(4, "One. Two.", 5, user=5)],
        {f"task {n}": {f"user {who}": (1,)} for n, who in enumerate((4, 5, 4, 5), 1)},
    ),
}


@pytest.mark.parametrize(("anna", "ben", "codings"), FILES.values(), ids=FILES)
def test_numbers_of_texts_and_people_are_believed_as_far_as_they_can_be(
    anna: list[dict[str, object]], ben: list[dict[str, object]], codings: object
) -> None:
    assert boundaries_of(read({"anna.json": anna, "ben.json": ben})) == codings
