"""WindowDiff in both widths against a window-by-window count, and the window rule."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from math import floor
from typing import cast

import pytest

from segmetrics import Corpus, Item, Segmentation
from segmetrics.metrics.blocks import blocks
from segmetrics.metrics.blocks.window_blocks import (
    WIDTHS,
    Halves,
    WindowWidth,
    block_sizes,
    window_span,
)
from segmetrics.metrics.windows import window_diff, window_size
from segmetrics.reproduction.scenes import SCENES


def boundaries_in_windows(segmentation: Segmentation, k: int, width: WindowWidth) -> list[int]:
    """Boundaries inside each window of k units, or of k potential boundaries."""
    placed = set(segmentation.boundaries)
    if width == "units":
        windows = [range(first, first + k) for first in range(1, segmentation.mass - k + 2)]
        # Position p lies inside a window that holds both units p and p + 1.
        return [
            sum(1 for unit in window if unit + 1 in window and unit in placed) for window in windows
        ]
    windows = [range(first, first + k) for first in range(1, segmentation.mass - k + 1)]
    return [sum(1 for position in window if position in placed) for window in windows]


def half_to_even(value: Fraction) -> int:
    below = value.numerator // value.denominator
    rest = value - below
    if rest == Fraction(1, 2):
        return below if below % 2 == 0 else below + 1
    return below + (rest > Fraction(1, 2))


def by_rule(segmentation: Segmentation) -> int:
    mean = Fraction(sum(segmentation.masses), len(segmentation.masses))
    return max(2, half_to_even(mean / 2))


def assert_as_counted(
    hypothesis: Segmentation, against: Segmentation, width: WindowWidth, k: int | None
) -> bool:
    size = by_rule(against) if k is None else k
    one = boundaries_in_windows(hypothesis, size, width)
    other = boundaries_in_windows(against, size, width)
    errors = sum(x != y for x, y in zip(one, other, strict=True))
    found = window_diff(hypothesis, against, width=width, k=k)
    assert (found.errors, found.windows, found.k, found.width) == (errors, len(one), size, width)
    if one:
        assert found.value == errors / len(one)
        assert found.undefined is None
    else:
        assert found.value is None
        assert found.undefined
    return bool(one)


@pytest.mark.parametrize("width", WIDTHS)
def test_all_pairs_of_small_items_as_counted_window_by_window(width: WindowWidth) -> None:
    for mass in range(1, 7):
        every = [Segmentation.from_bits(bits) for bits in product((0, 1), repeat=mass - 1)]
        for hypothesis, against in product(every, repeat=2):
            assert_as_counted(hypothesis, against, width, None)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("chosen", [False, True])
def test_random_pairs_as_counted_window_by_window(width: WindowWidth, chosen: bool) -> None:
    rng = random.Random(4)
    defined = 0
    for _ in range(600):
        mass = rng.randint(1, 70)
        one, other = (
            Segmentation.from_bits([rng.random() < density for _ in range(mass - 1)])
            for density in rng.choices((0, 0.03, 0.2, 0.6, 1), k=2)
        )
        k = rng.randint(2, mass + 3) if chosen else None
        defined += assert_as_counted(one, other, width, k)
    assert 250 < defined < 600


def test_window_rule_for_every_number_of_segments() -> None:
    for mass in range(1, 90):
        for segments in range(1, mass + 1):
            segmentation = Segmentation(mass, tuple(range(1, segments)))
            assert window_size(segmentation) == by_rule(segmentation)


@pytest.mark.parametrize(
    ("masses", "k"),
    [
        ([5, 5], 2),  # 2.5
        ([7, 7], 4),  # 3.5
        ([9, 9], 4),  # 4.5
        ([11, 11], 6),  # 5.5
        ([13], 6),  # 6.5
        ([10, 11], 5),  # 5.25
        ([1], 2),
        ([1, 1, 1, 1], 2),
        ([3, 3], 2),
    ],
)
def test_window_rule_rounds_half_to_even_and_is_at_least_2(masses: list[int], k: int) -> None:
    segmentation = Segmentation.from_masses(masses)
    assert window_size(segmentation) == k
    assert window_diff(segmentation, segmentation).k == k


@pytest.mark.parametrize(("masses", "k"), [([5, 5], 3), ([7, 7], 4), ([9, 9], 5), ([10, 11], 5)])
def test_halves_are_rounded_up_where_that_is_asked(masses: list[int], k: int) -> None:
    segmentation = Segmentation.from_masses(masses)
    assert window_diff(segmentation, segmentation, halves="up").k == k
    with pytest.raises(ValueError, match="halves are rounded to 'even' or 'up', got 'down'"):
        window_diff(segmentation, segmentation, halves=cast("Halves", "down"))


def test_halves_up_for_every_number_of_segments_one_by_one_and_at_once() -> None:
    for mass in range(2, 60):
        every = {
            str(segments): Segmentation(mass, tuple(range(1, segments)))
            for segments in range(1, mass + 1)
        }
        corpus = Corpus((Item("text", every),))
        sizes = [max(2, floor(Fraction(mass, 2 * n) + Fraction(1, 2))) for n in range(1, mass + 1)]
        (block,) = blocks(corpus)
        assert block_sizes(block, None, halves="up")[:, 0].tolist() == sizes
        assert [window_size(one, halves="up") for one in every.values()] == sizes


@pytest.mark.parametrize("figure", [3, 6, 7, 8])
def test_published_figures_are_those_of_units(figure: int) -> None:
    scene = SCENES[f"fournier2012_figure{figure}"]
    a, b = scene.segmentations.values()
    (printed,) = [float(one.text) for one in scene.printed if one.metric == "wd"]
    for one, other in ((a, b), (b, a)):
        units, boundaries = window_diff(one, other), window_diff(one, other, width="boundaries")
        assert units.value is not None
        assert round(1 - units.value, 4) == printed
        assert units == window_diff(one, other, width="units")
        assert units.windows == boundaries.windows + 1
        assert (units.value == boundaries.value) == (figure == 6)


@pytest.mark.parametrize(
    ("mass", "width", "message"),
    [
        (1, "units", "no window of size 2 fits an item of 1 unit"),
        (1, "boundaries", "no window of size 2 fits an item of 1 unit"),
        (2, "boundaries", "no window of size 2 fits an item of 2 units"),
    ],
)
def test_a_window_that_does_not_fit_gives_no_value(
    mass: int, width: WindowWidth, message: str
) -> None:
    found = window_diff(Segmentation(mass, ()), Segmentation(mass, ()), width=width)
    assert found.value is None
    assert found.undefined == message
    assert (found.errors, found.windows) == (0, 0)


@pytest.mark.parametrize("width", WIDTHS)
def test_span_is_the_potential_boundaries_of_a_window(width: WindowWidth) -> None:
    for k in range(2, 12):
        everywhere = Segmentation(30, tuple(range(1, 30)))
        assert set(boundaries_in_windows(everywhere, k, width)) == {window_span(k, width)}


@pytest.mark.parametrize("k", [1, 0, -3])
def test_a_window_is_at_least_2(k: int) -> None:
    with pytest.raises(ValueError, match=rf"^a window size is at least 2, got {k}$"):
        window_diff(Segmentation(9, ()), Segmentation(9, ()), k=k)
