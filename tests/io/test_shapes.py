"""Shapes in which corpora are published, each with its truth, written by hand."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from segmetrics.io import Choices, Reading, check
from tests.support.known import known
from tests.support.project import HERE
from tests.support.recordings import length, places

Truth = dict[str, dict[str, tuple[float, tuple[float, ...]]]]
"""Units and boundaries, by item and coder."""


class Shape(NamedTuple):
    """Files, their truth, and what is asked before: a part of the sentence, and the answer."""

    path: str
    truth: Truth
    asks: str = ""
    answer: Choices = Choices()


SHAPES = (
    Shape(
        "formats/json-annotations/prodigy.jsonl",
        {"line 1": {"prodigy": (2, (1,))}, "line 2": {"prodigy": (1, ())}},
    ),
    Shape(
        "formats/json-annotations/sizes.json",
        {"dial 7": {"sizes": (4, (2,))}, "dial 9": {"sizes": (3, (1,))}},
    ),
    Shape("formats/json-annotations/topics.json", {"topics": {"json-annotations": (5, (2,))}}),
    Shape(
        "formats/json-annotations/flags.json",
        {"walk": {"flags": (3, (2,))}, "talk": {"flags": (3, (1, 2))}},
    ),
    Shape("formats/json-annotations/keys.json", {"keys": {"anna": (3, (1,)), "ben": (3, (2,))}}),
    Shape("formats/json-annotations/people.jsonl", {"fair": {"anna": (3, (1,)), "ben": (3, (2,))}}),
    Shape(
        "formats/json-annotations/labels.json",
        {"text s1": {"anna": (4, (2,)), "ben": (4, (1,))}, "text s2": {"ben": (2, ())}},
    ),
    Shape("formats/json-annotations/standoff", {"rain": {"anna": (3, (1,)), "ben": (3, (2,))}}),
    Shape(
        "shapes/praat/levels",
        {"one": {"levels": (6, (1, 2, 4))}, "two": {"levels": (5, (2, 3))}},
        "all boundaries of the tier words are also in the tier phones",
        Choices(layer="words", step=1),
    ),
    Shape(
        "shapes/praat/folders",
        {
            "walk": {"anna": (9.25, (3,)), "ben": (9.25, (4,))},
            "talk": {"anna": (8.5, (5,)), "ben": (8.5, (2,))},
        },
    ),
    Shape(
        "shapes/elan/speakers",
        {"visit": {"speakers": (9, (1, 2, 4, 5, 6, 7, 8))}},
        "a tier for each speaker or subject, CHI and MOT",
        Choices(layer="*"),
    ),
    Shape("shapes/uima-xmi/layers", {"walk": {"anna": (4, (1,)), "ben": (4, (3,))}}),
    Shape("shapes/webanno/layers", {"story": {"anna": (3, (2,)), "ben": (3, (1,))}}),
    Shape("shapes/conll/coders", {"story": {"ANNA": (5, (1, 3, 4)), "BEN": (5, (2, 3, 4))}}),
    Shape(
        "shapes/conll/disrpt2023",
        {
            "one": {"disrpt2023": (5, (2,))},
            "two": {"disrpt2023": (2, ())},
            "three": {"disrpt2023": (5, (2,))},
        },
    ),
    Shape(
        "shapes/brat/classes",
        {
            "rain": {"classes": (2, (1,))},
            "wind": {"classes": (2, (1,))},
            "snow": {"classes": (3, (1,))},
        },
        "{item} gives 3 items of 1 coder, no item with two coders",
        Choices(pattern="{item}"),
    ),
    Shape("shapes/choi/titles", {"walk": {"anna": (3, (2,)), "ben": (3, (1,))}}),
    Shape("shapes/choi/wiki", {"1001": {"wiki": (3, (2,))}, "1002": {"wiki": (3, (1, 2))}}),
    Shape(
        "shapes/label-studio/servers",
        {
            "task 1": {"anna": (2, (1,)), "ben": (2, ())},
            "task 2": {"anna": (3, (1, 2)), "ben": (3, (2,))},
        },
    ),
)


def found(reading: Reading) -> Truth:
    assert reading.problems == ()
    return {
        item.name: {coder: (length(item), found) for coder, found in places(item).items()}
        for item in known(reading.corpus).items
    }


@pytest.mark.parametrize("shape", SHAPES, ids=[shape.path for shape in SHAPES])
def test_a_published_shape_is_read_as_it_is_meant(shape: Shape) -> None:
    if shape.asks:
        (problem,) = check(HERE / shape.path).problems
        assert shape.asks in problem.what
    assert found(check(HERE / shape.path, choices=shape.answer)) == shape.truth
