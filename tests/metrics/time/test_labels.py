"""Labelled segments, against frames that are written out one by one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from math import log2

import pytest

import segmetrics as sm
from segmetrics.segmentation import Segmentation
from segmetrics.time_scale import TimeScale

Side = tuple[Segmentation, str]


def label_at(side: Side, time: Fraction) -> str:
    """Return the label at a time, in steps: on a boundary that of the later segment."""
    coding, labels = side
    return labels[sum(place <= time for place in coding.boundaries)]


def frames_of(side: Side, frame: Fraction) -> list[str]:
    whole = side[0].mass // frame
    return [label_at(side, number * frame) for number in range(whole)]


def conditional_entropy(of: list[str], given: list[str]) -> float:
    joint, alone = Counter(zip(of, given, strict=True)), Counter(given)
    return -sum(n / len(of) * log2(n / alone[given_one]) for (_, given_one), n in joint.items())


def written_out(ours: list[str], theirs: list[str]) -> dict[str, float | None]:
    pairs = list(combinations(range(len(ours)), 2))
    alike = [(ours[i] == ours[j], theirs[i] == theirs[j]) for i, j in pairs]
    both = sum(one and other for one, other in alike)
    h, r = sum(one for one, _ in alike), sum(other for _, other in alike)
    n, m = len(set(ours)), len(set(theirs))
    return {
        "precision": both / h if h else None,
        "recall": both / r if r else None,
        "over": 1 - conditional_entropy(ours, theirs) / log2(n) if n > 1 else None,
        "under": 1 - conditional_entropy(theirs, ours) / log2(m) if m > 1 else None,
    }


def film(mass: int, places: Iterable[int], scale: TimeScale | None = None) -> Segmentation:
    return Segmentation(mass, tuple(sorted(places)), scale=scale or TimeScale())


def random_side(rng: random.Random, mass: int, scale: TimeScale | None = None) -> Side:
    coding = film(mass, rng.sample(range(1, mass), rng.randint(0, 6)), scale)
    return coding, "".join(rng.choices("ABCD", k=coding.segments))


@pytest.mark.parametrize("frame", [0.1, 0.25, 0.07])
def test_frames_are_those_that_are_written_out(frame: float) -> None:
    rng, scale = random.Random(6), TimeScale(0.05)
    of_steps = Fraction(str(frame)) / Fraction("0.05")
    for _ in range(60):
        mass = rng.randint(20, 90)
        (a, a_labels), (b, b_labels) = sides = [random_side(rng, mass, scale) for _ in "ab"]
        found = sm.label_agreement(a, a_labels, b, b_labels, frame=frame)
        expected = written_out(*(frames_of(side, of_steps) for side in sides))
        for name, value in expected.items():
            got = getattr(found, name)
            assert got == (None if value is None else pytest.approx(value, abs=1e-12)), name


def test_lengths_of_time_are_the_limit_of_short_frames() -> None:
    rng = random.Random(7)
    (a, a_labels), (b, b_labels) = random_side(rng, 5000), random_side(rng, 5000)
    exact, fine = (
        sm.label_agreement(a, a_labels, b, b_labels, frame=frame) for frame in (None, 0.001)
    )
    for name in ("value", "precision", "recall", "entropy_f", "over", "under"):
        assert getattr(exact, name) == pytest.approx(getattr(fine, name), abs=1e-3)


def test_lengths_of_time_count_whole_however_few_steps_they_have() -> None:
    """Of ten steps four are A and four B in both, and two B in one alone: squares by hand."""
    found = sm.label_agreement(film(10, (4,)), "AB", film(10, (6,)), "AB", frame=None)
    assert found.precision == (4**2 + 4**2 + 2**2) / (4**2 + 6**2)
    assert found.recall == found.precision


def test_names_of_labels_do_not_matter_and_sides_change_places() -> None:
    rng = random.Random(8)
    (a, a_labels), (b, b_labels) = random_side(rng, 3000), random_side(rng, 3000)
    one = sm.label_agreement(a, a_labels, b, b_labels)
    renamed = sm.label_agreement(a, [f"part {name}" for name in a_labels], b, b_labels)
    assert renamed == one
    other = sm.label_agreement(b, b_labels, a, a_labels)
    assert (other.precision, other.recall, other.over, other.under) == pytest.approx(
        (one.recall, one.precision, one.under, one.over)
    )
    itself = sm.label_agreement(a, a_labels, a, a_labels)
    assert itself.value == 1
    assert itself.entropy_f == pytest.approx(1)


def test_one_label_has_no_entropy_to_share() -> None:
    plain, two = film(1000, ()), film(1000, (500,))
    found = sm.label_agreement(plain, "A", two, "AB")
    assert found.over is None
    assert found.under == pytest.approx(0, abs=1e-12)
    assert found.undefined_entropy == "the hypothesis has one label"
    assert found.recall == 1
    found = sm.label_agreement(two, "AB", plain, "A")
    assert found.undefined_entropy == "the reference has one label"


def test_what_cannot_be_compared_says_why() -> None:
    short = film(50, (20,))
    found = sm.label_agreement(short, "AB", short, "AB")
    assert (found.value, found.precision, found.over) == (None, None, None)
    assert found.undefined == found.undefined_entropy == "the recording is shorter than a frame"
    apart = sm.label_agreement(short, "AB", short, "AB", frame=0.025)
    assert apart.undefined == "no two frames of the hypothesis have one label"
    with pytest.raises(ValueError, match="2 segments, but 3 labels"):
        sm.label_agreement(short, "AB", short, "ABC")
    with pytest.raises(ValueError, match="above 0"):
        sm.label_agreement(short, "AB", short, "AB", frame=0)
