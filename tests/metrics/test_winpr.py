"""WinPR against the published rows, its equations window by window, and WindowDiff."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from segmetrics import Corpus, Item, Segmentation, confusion, f1
from segmetrics.metrics.windows import window_size
from segmetrics.metrics.winpr import METRICS, PARTS, near_miss_contribution, winpr
from tests.support.metric_checks import assert_batch_as_pairs, padded_windows
from tests.support.random_codings import every, random_pair

(WINPR,) = METRICS


def matrix_by_equations(
    hypothesis: Segmentation, against: Segmentation, w: int
) -> tuple[int, int, int, int]:
    """Equations 4 to 7: true and false positives and negatives, window by window."""
    ours, theirs = padded_windows(hypothesis, w), padded_windows(against, w)
    pairs = list(zip(theirs, ours, strict=True))
    return (
        sum(min(r, h) for r, h in pairs),
        -w * (w - 1) + sum(w - max(r, h) for r, h in pairs),
        sum(max(0, h - r) for r, h in pairs),
        sum(max(0, r - h) for r, h in pairs),
    )


def assert_as_counted(a: Segmentation, b: Segmentation, window: int | None) -> None:
    w = window_size(b) if window is None else window
    tp, tn, fp, fn = matrix_by_equations(a, b, w)
    found = winpr(a, b, window=window)
    assert (found.tp, found.tn, found.fp, found.fn, found.window) == (tp, tn, fp, fn, w)
    assert tp + tn + fp + fn == w * (a.mass - 1)
    p = Fraction(tp, tp + fp) if a.boundaries else None
    r = Fraction(tp, tp + fn) if b.boundaries else None
    f = None  # the harmonic mean, 0 where nothing can be found
    if p is not None or r is not None:
        f = 2 * p * r / (p + r) if p and r else Fraction(0)
    for part, exact in (("p", p), ("r", r), ("f", f)):
        part_found = winpr(a, b, window=window, part=part)  # type: ignore[arg-type]
        assert part_found.value == (None if exact is None else float(exact))
        assert (part_found.undefined is None) == (exact is not None)
    assert (found.precision, found.recall, found.f) == tuple(
        None if x is None else float(x) for x in (p, r, f)
    )


@pytest.mark.parametrize("mass", range(2, 7))
def test_all_pairs_of_small_items(mass: int) -> None:
    for a in every(mass):
        for b in every(mass):
            for window in (None, 1, 2, 4, mass + 2):
                assert_as_counted(a, b, window)


def test_random_pairs() -> None:
    rng = random.Random(30)
    for _ in range(600):
        a, b = random_pair(rng, 70)
        if a.mass > 1:
            assert_as_counted(a, b, rng.choice((None, rng.randint(1, a.mass + 5))))


def test_precision_and_recall_of_the_published_rows() -> None:
    against = Segmentation.from_masses([6, 6])
    rows: dict[tuple[int, ...], tuple[float | None, float, float]] = {
        (6, 6): (1.0, 1.0, 1.0),
        (12,): (None, 0.0, 0.0),
        (7, 5): (0.75, 0.75, 0.75),
        (1, 5, 6): (0.5, 1.0, 2 / 3),
        (6, 2, 2, 2): (1 / 3, 1.0, 0.5),
    }
    for masses, expected in rows.items():
        found = winpr(Segmentation.from_masses(masses), against, window=4)
        assert (found.precision, found.recall, found.f) == expected


def test_section_3_3() -> None:
    """40 segments: 20 boundaries more, or 18 fewer, wherever they are."""
    rng = random.Random(31)
    for _ in range(20):
        mass = rng.randint(200, 900)
        places = sorted(rng.sample(range(1, mass), 39))
        against = Segmentation(mass, tuple(places))
        free = [p for p in range(1, mass) if p not in places]
        more = Segmentation(mass, tuple(sorted(places + rng.sample(free, 20))))
        fewer = Segmentation(mass, tuple(sorted(rng.sample(places, 21))))
        found = winpr(more, against)
        # 39 of 59: 0.66 in the paper; 21 of 39: 0.54.
        assert (found.precision, found.recall) == (39 / 59, 1.0)
        assert f"{found.precision:.2f}" == "0.66"
        found = winpr(fewer, against)
        assert (found.precision, found.recall) == (1.0, 21 / 39)
        assert f"{found.recall:.2f}" == "0.54"


def test_near_misses() -> None:
    against = Segmentation(41, (20,))
    for d in range(8):
        for window in (1, 2, 3, 6):
            found = near_miss_contribution(Segmentation(41, (20 + d,)), against, window=window)
            near = (window - d) / window if 0 < d < window else 0
            assert (found.tp, found.tn, found.fp, found.fn) == (near, near, -near, -near)
    rng = random.Random(33)
    for _ in range(300):
        a, b = random_pair(rng, 60)
        w = rng.randint(1, 9)
        found = near_miss_contribution(a, b, window=w)
        if a.mass > 1:
            wide, exact = matrix_by_equations(a, b, w), matrix_by_equations(a, b, 1)
            cells = [Fraction(x, w) - y for x, y in zip(wide, exact, strict=True)]
            assert [found.tp, found.tn, found.fp, found.fn] == [float(x) for x in cells]
            assert sum(cells) == 0
            assert found.tp >= 0
            assert found.fp <= 0


def test_undefined() -> None:
    none, some, unit = Segmentation(9, ()), Segmentation(9, (4,)), Segmentation(1, ())
    precision, recall = winpr(none, some, part="p"), winpr(some, none, part="r")
    assert precision.undefined == "no precision: the hypothesis has no boundary"
    assert recall.undefined == "no recall: the reference has no boundary"
    for one, other in ((none, some), (some, none)):  # as the other F have it
        assert winpr(one, other).value == f1(one, other).value == confusion(one, other).value == 0
    neither = "no precision and no recall: nobody placed a boundary"
    assert winpr(none, none).undefined == neither
    assert winpr(some, none, part="p").value == 0.0
    assert winpr(none, some, part="r").value == 0.0
    assert winpr(none, none, part="tn", window=3).value == 24.0
    for part in PARTS:
        found = winpr(unit, unit, part=part)
        assert found.value is None
        assert found.undefined == "an item of one unit has no potential boundary"


def test_wrong_options() -> None:
    a = Segmentation(9, (4,))
    wrong: Any = "g"
    with pytest.raises(ValueError, match=r"^part is one of f, p, r, tp, tn, fp, fn, got 'g'$"):
        winpr(a, a, part=wrong)
    with pytest.raises(ValueError, match=r"^a window holds at least 1 potential boundary, got 0$"):
        winpr(a, a, window=0)
    with pytest.raises(ValueError, match=r"^two segmentations of one item: masses 9 and 4 differ$"):
        winpr(a, Segmentation(4, ()))


def test_counts_that_need_the_widest_lane() -> None:
    mass = 140_000
    codings = {"all": Segmentation(mass, tuple(range(1, mass))), "one": Segmentation(mass, (9,))}
    corpus = Corpus((Item("long", codings),))
    assert assert_batch_as_pairs(WINPR, corpus, window=66_000) == 2


def test_a_million_units() -> None:
    mass = 1_000_000
    a = Segmentation(mass, tuple(range(1000, mass, 1000)))
    b = Segmentation(mass, tuple(range(1001, mass, 1000)))
    found = winpr(a, b, window=10)
    assert (found.tp, found.fp, found.fn) == (9 * 999, 999, 999)
    assert found.value == 0.9
    # A window much longer than the text forgives every distance but that of the ends.
    assert winpr(a, b, window=10**9).tp == 10**9 * 999 - 999
