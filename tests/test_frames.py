"""Corpora of data frames: a row for each boundary, unit or segment."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import segmetrics as sm
from segmetrics.corpus import CorpusError
from segmetrics.segmentation import SegmentationError

EXPECTED = sm.Corpus.from_masses({"b": {"zoe": [2, 3, 1], "7": [6]}, "a": {"7": [1, 3]}})
# The same codings, a row for each boundary, unit and segment.
BOUNDARIES = [("b", "zoe", 2), ("b", "zoe", 5), ("b", 7, None), ("a", 7, 1)]
SEGMENTS = [
    ("b", "zoe", 2),
    ("b", "zoe", 3),
    ("b", "zoe", 1),
    ("b", 7, 6),
    ("a", 7, 1),
    ("a", 7, 3),
]
UNITS = [
    *(("b", "zoe", unit, name) for unit, name in enumerate("xxyyyx", 1)),
    *(("b", 7, unit, name) for unit, name in enumerate("xxxxxx", 1)),
    *(("a", 7, unit, name) for unit, name in enumerate("xzzz", 1)),
]
MASSES = {"b": 6, "a": 4}


def test_a_row_for_each_boundary() -> None:
    frame = pd.DataFrame(BOUNDARIES, columns=["item", "coder", "position"])
    assert frame["position"].dtype == np.float64  # as pandas does where a cell is empty
    assert sm.Corpus.from_frame(frame, masses=MASSES) == EXPECTED
    whole = frame.astype({"position": "Int64"})
    assert sm.Corpus.from_frame(whole, masses=MASSES) == EXPECTED
    named = frame.set_axis(["chapter", "who", "after"], axis=1)
    names: dict[str, Any] = {"item": "chapter", "coder": "who", "position": "after"}
    assert sm.Corpus.from_frame(named, **names, masses=MASSES) == EXPECTED
    positions = {"b": {"zoe": [5, 2], "7": []}, "a": {"7": np.array([1])}}
    assert sm.Corpus.from_positions(positions, masses=MASSES) == EXPECTED  # type: ignore[arg-type]


def test_a_row_for_each_segment() -> None:
    frame = pd.DataFrame(SEGMENTS, columns=["item", "coder", "size"])
    assert sm.Corpus.from_frame(frame) == EXPECTED


def test_a_row_for_each_unit() -> None:
    frame = pd.DataFrame(UNITS, columns=["item", "coder", "unit", "segment"])
    assert sm.Corpus.from_frame(frame) == EXPECTED
    groups = frame.groupby(["item", "coder"], sort=False)["segment"]
    frame["boundary"] = (frame["segment"] != groups.shift(-1)).astype(int)  # also after the last
    assert sm.Corpus.from_frame(frame, boundary="boundary") == EXPECTED
    assert sm.Corpus.from_frame(dict(frame), segment="segment") == EXPECTED


def test_times_make_recordings() -> None:
    rows = [("film", "ann", 1.5), ("film", "ann", 30), ("film", "ben", None)]
    frame = pd.DataFrame(rows, columns=["item", "coder", "time"])
    corpus = sm.Corpus.from_frame(frame, durations={"film": 60}, scale=sm.TimeScale(0.5))
    expected = {"film": {"ann": [1.5, 30.0], "ben": []}}
    assert corpus == sm.Corpus.from_times(expected, durations={"film": 60}, scale=sm.TimeScale(0.5))


FRAME = {"item": ["a", "a"], "coder": ["x", "y"], "position": [1, 2]}


@pytest.mark.parametrize(
    ("changed", "options", "said"),
    [
        ({}, {"masses": {}}, "masses does not say how many units item 'a' has"),
        ({}, {"durations": {"a": 3}}, "durations= goes with time=, and not with position="),
        ({"coder": ["x", None]}, {}, "row 1 of the frame names no item or no coder"),
        ({"size": [1, 2]}, {}, "position and size are several: position= a row for each"),
        ({}, {"item": "chapter"}, "no column 'chapter' among item, coder, position; item= names"),
        ({}, {"size": "units"}, "no column 'units' among item, coder, position; size= names it"),
        ({"size": [1, None]}, {"size": "size"}, "row 1 of the frame has no value in column 'size'"),
    ],
)
def test_what_is_missing_is_said(
    changed: dict[str, Any], options: dict[str, Any], said: str
) -> None:
    with pytest.raises(CorpusError, match=said):
        sm.Corpus.from_frame(FRAME | changed, **options)
    with pytest.raises(CorpusError, match="and there is none: position= a row"):
        sm.Corpus.from_frame({"item": ["a"], "coder": ["x"]})


def test_a_value_that_is_none_is_named_with_its_coder() -> None:
    for value, said in ((9, "lies outside the text"), (1.5, "not a whole number")):
        frame = FRAME | {"position": [1, value]}
        with pytest.raises(SegmentationError, match=f"^item 'a', coder 'y': .*{said}"):
            sm.Corpus.from_frame(frame, masses={"a": 4})
