"""Whether coarse boundaries are fine ones too, against counting by hand and by every shift."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from segmetrics import Corpus, CorpusError, RecordingOptions, grain_alignment, sample
from segmetrics.reliability.grain_alignment import FEW_PEOPLE
from tests.support.known import known

OPTIONS = RecordingOptions(tolerance=2.0, shuffles=999)


def corpus(duration: float = 200, **presses: list[float]) -> Corpus:
    return Corpus.from_times({"film": presses}, durations={"film": duration})


def test_shares_and_distances_by_hand() -> None:
    coarse = corpus(ann=[50, 120], ben=[30, 90, 150], cy=[10])
    fine = corpus(ann=[20, 49, 85, 122.5, 160], ben=[31, 91, 149], dan=[10])
    found = grain_alignment(coarse, fine, OPTIONS)
    ann, ben = found.coders  # Cy and Dan have one grain
    assert (ann.coarse, ann.fine, ann.value, ann.distance) == (2, 5, 0.5, (1 + 2.5) / 2)
    assert (ben.value, ben.distance) == (1.0, 1.0)
    assert found.corpus is not None
    assert found.corpus.value == pytest.approx(4 / 5)
    assert found.corpus.distance == pytest.approx((1 + 2.5 + 3) / 5)


def test_chance_is_that_of_every_shift() -> None:
    coarse, fine = corpus(ann=[50, 120, 133]), corpus(ann=[20, 49, 85, 122.5, 160])
    (ann,) = grain_alignment(coarse, fine, OPTIONS).coders
    presses = np.array(fine["film"].codings["ann"].boundaries)
    apart = np.abs(np.arange(200_000)[:, np.newaxis] - presses).min(axis=1)
    # Each coarse boundary comes to every place equally often.
    assert ann.chance == pytest.approx((apart <= 2000).mean(), abs=0.02)
    assert ann.distance_chance == pytest.approx(apart.mean() / 1000, rel=0.05)
    assert ann.chance is not None
    assert ann.corrected == pytest.approx((known(ann.value) - ann.chance) / (1 - ann.chance))


def times(drawn: NDArray[np.float64]) -> list[float]:
    """Return times to the millisecond, none twice."""
    return sorted({round(float(time), 3) for time in drawn})


def test_of_independent_grains_few_are_called_aligned() -> None:
    rng = np.random.default_rng(4)
    told = 0
    for _ in range(300):
        coarse, fine = (
            Corpus.from_times(
                {"film": {f"p{who}": times(rng.uniform(1, 199, n)) for who in range(3)}},
                durations={"film": 200},
            )
            for n in (5, 20)
        )
        found = grain_alignment(coarse, fine, RecordingOptions(tolerance=2, shuffles=39))
        told += (known(found.corpus).p_value or 0) <= 0.05
    # Of 300 with 5%, 3 to 28 but in one case of a thousand.
    assert 3 <= told <= 28


def test_intervals_leave_out_people_and_recordings() -> None:
    found = grain_alignment(sample("film-coarse"), sample("film"))
    assert found.corpus is not None
    ends = found.corpus.corrected_interval
    assert 0 < known(ends.low) < known(found.corpus.corrected) < known(ends.high) <= 1
    assert all(row.corrected_interval.undefined for row in found.coders)  # one recording


def test_two_people_have_no_interval_for_other_people() -> None:
    presses = {"ann": [5.0, 20.0], "ben": [6.0, 21.0], "cy": []}
    films = {"a": presses, "b": presses}
    made = Corpus.from_times(films, durations={"a": 60, "b": 60})
    found = known(grain_alignment(made, made).corpus)
    assert found.corrected_interval.undefined == FEW_PEOPLE


def test_what_is_undefined_says_why() -> None:
    found = grain_alignment(corpus(ann=[], ben=[20]), corpus(ann=[5], ben=[]), OPTIONS)
    ann, ben = found.coders
    assert ann.undefined["value"] == "no coarse boundary counts"
    assert (ben.value, ben.corrected, ben.distance) == (0.0, 0.0, None)
    assert "no fine boundary" in ben.undefined["distance"]
    nobody = grain_alignment(corpus(ann=[5]), corpus(ben=[5]))
    assert nobody.corpus is None
    assert nobody.undefined == "nobody segmented the same recording at both grains"
    with pytest.raises(CorpusError, match="different axes"):
        grain_alignment(corpus(ann=[5]), Corpus.from_masses({"film": {"ann": [2, 3]}}))


def test_trim_and_gap_count_at_both_grains() -> None:
    coarse, fine = corpus(ann=[5, 100, 100.4]), corpus(ann=[5, 101, 150])
    options = RecordingOptions(tolerance=2, trim=(10, 10), minimum_gap=1)
    (ann,) = grain_alignment(coarse, fine, options).coders
    assert (ann.coarse, ann.fine, ann.value) == (1, 2, 1.0)
