"""Which presses of recordings count."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from segmetrics import Corpus, CorpusError, time_coding
from segmetrics.metrics.time.trimming import cut_to_trim, with_presses_counted

TIMES = st.lists(st.integers(1, 59_999).map(lambda ms: ms / 1000), unique=True)
LENGTHS = st.integers(0, 40_000).map(lambda ms: ms / 1000)


@given(TIMES, LENGTHS, LENGTHS, st.integers(0, 9_000).map(lambda ms: ms / 1000))
def test_presses_count_as_where_times_are_read(
    times: list[float], start: float, end: float, gap: float
) -> None:
    film = Corpus.from_times({"film": {"ann": times}}, durations={"film": 60})
    found = with_presses_counted(film, trim=(start, end), minimum_gap=gap)
    read = time_coding(times, duration=60, trim=(start, end), minimum_gap=gap)
    assert found["film"].codings["ann"] == read.segmentation
    again = with_presses_counted(found, trim=(start, end), minimum_gap=gap)
    assert again == found


@given(TIMES, LENGTHS, LENGTHS)
def test_what_is_cut_keeps_what_counts_and_how_far_apart(
    times: list[float], start: float, end: float
) -> None:
    film = Corpus.from_times({"film": {"ann": times}}, durations={"film": 60})
    whole = with_presses_counted(film, trim=(start, end))["film"].codings["ann"].boundaries
    cut = cut_to_trim(film, trim=(start, end))["film"].codings["ann"].boundaries
    assert len({one - other for one, other in zip(whole, cut, strict=True)}) <= 1


def test_types_stay_with_the_presses_that_count() -> None:
    """One that is exactly the least gap later than another counts."""
    film = Corpus.from_times({"film": {"ann": [2, 9, 9.1, 9.5, 20]}}, durations={"film": 60})
    (item,) = film.items
    coding = item.codings["ann"]
    typed = replace(coding, levels=(1, 2, 3, 4, 5))
    levels = Corpus((type(item)("film", {"ann": typed}),))
    found = with_presses_counted(levels, trim=(5, 0), minimum_gap=0.5)["film"].codings["ann"]
    assert (found.boundaries, found.levels) == ((9000, 9500, 20000), (2, 4, 5))


def test_texts_and_lengths_that_are_none_are_refused() -> None:
    with pytest.raises(CorpusError, match="no recordings"):
        with_presses_counted(Corpus.from_masses({"a": {"x": [4, 6]}}))
    film = Corpus.from_times({"film": {"ann": [2]}}, durations={"film": 60})
    with pytest.raises(ValueError, match="from 0 on"):
        cut_to_trim(film, trim=(-1, 0))
