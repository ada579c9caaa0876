"""What changed between two rounds of recordings, against leaving out by hand."""

from __future__ import annotations

from dataclasses import replace
from statistics import mean

import numpy as np
import pytest

from segmetrics import (
    CodingRound,
    Corpus,
    CorpusError,
    RecordingOptions,
    compare,
    hit_rate_curve,
    trends,
)
from segmetrics.reliability.student_t import student_t
from segmetrics.tables.recording_round_tables import recording_change_table
from tests.support.known import known

OPTIONS = RecordingOptions(tolerance=1.0, shuffles=19)


def round_of(spread: float, films: int = 1, people: int = 6, seed: int = 1) -> Corpus:
    rng = np.random.default_rng(seed)
    times = {}
    for film in range(films):
        moments = np.random.default_rng(film).uniform(5, 295, 30)
        times[f"film {film}"] = {
            f"p{person}": sorted(
                set((moments + rng.normal(0, spread, 30))[rng.random(30) < 0.7].round(3).tolist())
            )
            for person in range(people)
        }
    return Corpus.from_times(times, durations=dict.fromkeys(times, 300))


def f_of(corpus: Corpus) -> float:
    (point,) = hit_rate_curve(corpus, tolerances=[1.0], shuffles=0)
    return known(point.value)


def test_of_one_film_the_change_varies_over_people() -> None:
    before, after = round_of(1.5), round_of(0.2, seed=2)
    value, corrected, rate = compare(before, after, OPTIONS).coefficients.values()
    assert value.before == pytest.approx(f_of(before))
    change = f_of(after) - f_of(before)
    assert value.change == pytest.approx(change)
    left = []
    for one in before.coders:
        others = set(before.coders) - {one}
        left.append(f_of(after.select(coders=others)) - f_of(before.select(coders=others)))
    spread = (5 / 6 * sum((one - mean(left)) ** 2 for one in left)) ** 0.5
    reach = student_t(0.975, 5) * spread
    found = value.interval
    assert [found.low, found.high] == pytest.approx([change - reach, change + reach])
    assert known(value.p) < 0.05
    assert known(corrected.change) > 0
    assert rate.before == pytest.approx(
        sum(len(one.boundaries) for one in before.items[0].codings.values()) / 30
    )


def test_only_what_is_in_both_counts_whatever_its_order() -> None:
    before, after = round_of(1.0, films=3), round_of(1.0, films=3, seed=2)
    part = after.select(items=["film 2", "film 1"], coders=["p1", "p3", "p4", "p5"])
    found = compare(before, part, OPTIONS)
    assert found.items == ("film 1", "film 2")
    assert found.coders == ("p1", "p3", "p4", "p5")
    same = before.select(items=["film 1", "film 2"], coders=found.coders)
    assert found.coefficients["value"].before == pytest.approx(f_of(same))
    assert found.coefficients["value"].after == pytest.approx(f_of(part))
    again = compare(part, before, OPTIONS).coefficients["value"]
    assert again.change == pytest.approx(-(found.coefficients["value"].change or 0))
    assert again.interval.low == pytest.approx(-(found.coefficients["value"].interval.high or 0))


def test_of_each_recording_those_count_who_segmented_it_in_both() -> None:
    before, after = round_of(1.0, films=2), round_of(1.0, films=2, seed=2)
    first, second = after.items
    short = {coder: one for coder, one in second.codings.items() if coder not in ("p1", "p2")}
    found = compare(before, Corpus((first, replace(second, codings=short))), OPTIONS)
    assert found.coders == before.coders
    assert found.compared.without == {"film 1": ("p1", "p2")}
    one, other = before.items
    kept = replace(other, codings={coder: other.codings[coder] for coder in short})
    assert found.coefficients["value"].before == pytest.approx(f_of(Corpus((one, kept))))


@pytest.mark.parametrize("films", [1, 3])
def test_where_the_people_changed_each_round_varies_by_its_own(films: int) -> None:
    """Leave out by hand: variances of both rounds and of the recordings add, Satterthwaite."""
    before, after = round_of(1.5, films=films), round_of(0.5, films=films, people=5, seed=2)
    after = after.with_coder_names({coder: f"new {coder}" for coder in after.coders})
    found = compare(before, after, OPTIONS)
    assert found.compared.whose == "changed"
    value = found.coefficients["value"]
    change = f_of(after) - f_of(before)
    assert value.change == pytest.approx(change)
    left = [
        [f_of(corpus.select(coders=set(corpus.coders) - {one})) for one in corpus.coders]
        for corpus in (before, after)
    ]
    if films > 1:
        names = [item.name for item in before.items]
        rest = [[name for name in names if name != one] for one in names]
        left.append([f_of(after.select(items=of)) - f_of(before.select(items=of)) for of in rest])
    variances = [
        ((len(of) - 1) / len(of) * sum((one - mean(of)) ** 2 for one in of), len(of) - 1)
        for of in left
    ]
    total = sum(variance for variance, _ in variances)
    degrees = total**2 / sum(variance**2 / free for variance, free in variances)
    reach = student_t(0.975, degrees) * total**0.5
    interval = value.interval
    assert [interval.low, interval.high] == pytest.approx([change - reach, change + reach])


def test_nothing_in_both_says_so() -> None:
    before = round_of(1.0)
    other = Corpus.from_times({"film 9": {"x": [3], "y": [4]}}, durations={"film 9": 300})
    found = compare(before, other, OPTIONS)
    assert not found.coefficients
    assert found.undefined
    other = Corpus.from_times({"film 0": {"x": [3]}}, durations={"film 0": 300})
    found = compare(before, other, OPTIONS)
    assert not found.coefficients
    assert found.undefined
    with pytest.raises(CorpusError, match="different axes"):
        compare(before, Corpus.from_masses({"a": {"x": [4, 6], "y": [5, 5]}}))


def test_the_table_names_the_level_of_its_intervals() -> None:
    before, after = round_of(1.5), round_of(0.2, seed=2)
    rounds = [CodingRound("a", before), CodingRound("b", after)]
    found = trends(rounds, RecordingOptions(shuffles=19, level=0.9))
    headings = [column.heading for column in recording_change_table(found).columns]
    assert "90% interval" in headings


def test_what_is_undefined_in_a_round_has_its_reason() -> None:
    nobody = Corpus.from_times(
        {"film 0": {f"p{n}": [] for n in range(6)}}, durations={"film 0": 300}
    )
    found = compare(nobody, round_of(1.0), OPTIONS).coefficients
    assert {found[key].undefined for key in ("value", "corrected")} == {
        "before: nobody placed a boundary"
    }
