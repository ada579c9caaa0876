"""WindowDiff's options, its chance level and what is left of it beyond chance."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest

from segmetrics import Corpus, Item, Segmentation
from segmetrics.metrics.blocks import blocks
from segmetrics.metrics.blocks.window_blocks import WIDTHS, window_span
from segmetrics.metrics.registry import METRICS
from segmetrics.metrics.window_chance import wd_chance, wd_normalised
from segmetrics.metrics.windows import window_diff
from tests.support.known import known
from tests.support.metric_checks import assert_batch_as_pairs, padded_windows
from tests.support.peers import segeval
from tests.support.random_codings import every, random_pair


def test_padded_windows_as_counted_one_by_one() -> None:
    rng = random.Random(11)
    compared = 0
    for _ in range(800):
        a, b = random_pair(rng, 40)
        span = rng.randint(1, a.mass + 4)
        found = window_diff(a, b, window=span, edges="lamprier")
        if a.mass == 1:
            assert (found.value, found.windows) == (None, 0)
            continue
        one, other = padded_windows(a, span), padded_windows(b, span)
        errors = sum(x != y for x, y in zip(one, other, strict=True))
        assert (found.errors, found.windows) == (errors, len(one))
        assert found.value == errors / len(one)
        compared += 1
    assert compared > 700


def test_padded_errors_as_segeval() -> None:
    # segeval pads with k segment labels more and so has windows without a place of the text;
    # it divides by yet another number. The errors are the same.
    rng = random.Random(12)
    compared = 0
    for _ in range(1500):
        a, b = random_pair(rng, 60)
        if a.mass < 2:
            continue
        found = window_diff(a, b, width="boundaries", edges="lamprier")
        errors, windows = segeval.window_diff(
            a.masses, b.masses, lamprier_et_al_2007_fix=True, return_parts=True
        )
        assert found.errors == errors
        assert found.windows == windows - 3 == a.mass + found.k - 2
        compared += 1
    assert compared > 1400


def test_minimum_of_the_window_rule() -> None:
    a, b = Segmentation(6, (1, 2, 3)), Segmentation(6, (1, 2, 4))  # half of 1.5 is 0.75
    assert window_diff(a, b, width="boundaries", minimum=1).k == 1
    assert window_diff(a, b, width="boundaries", minimum=1).errors == 2  # exact positions
    assert window_diff(a, b, width="boundaries").k == 2
    assert window_diff(a, b, minimum=4).k == 4


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"window": 0}, "a window holds at least 1 potential boundary, got 0"),
    ({"window": 3, "k": 3}, "a window is given by k or by its potential boundaries, not by both"),
    ({"edges": "round"}, "edges are 'none' or 'lamprier', got 'round'"),
    ({"minimum": 1}, "a window of units has a minimum of at least 2, got 1"),
    (
        {"minimum": 0, "width": "boundaries"},
        "a window of boundaries has a minimum of at least 1, got 0",
    ),
    ({"width": "words"}, "window width is 'units' or 'boundaries', got 'words'"),
]


@pytest.mark.parametrize(("options", "message"), WRONG)
def test_wrong_options_of_window_diff(options: dict[str, Any], message: str) -> None:
    a = Segmentation(9, (2,))
    with pytest.raises(ValueError, match=f"^{message}$"):
        window_diff(a, a, **options)
    block = next(iter(blocks(Corpus((Item("i", {"a": a, "b": a}),)))))
    with pytest.raises(ValueError, match=f"^{message}$"):
        METRICS["wd"].values(block, [], **options)


@pytest.mark.parametrize("function", [wd_chance, wd_normalised])
def test_wrong_options_of_the_chance_level(function: Any) -> None:
    a = Segmentation(9, (2,))
    with pytest.raises(ValueError, match=r"^a window holds at least 1 potential boundary, got 0$"):
        function(a, a, window=0)
    with pytest.raises(ValueError, match=r"^window width is 'units' or 'boundaries', got 'x'$"):
        function(a, a, width="x")


@pytest.mark.parametrize("mass", range(2, 7))
def test_chance_is_the_mean_of_all_pairs(mass: int) -> None:
    by_count: dict[int, list[Segmentation]] = {}
    for segmentation in every(mass):
        by_count.setdefault(len(segmentation.boundaries), []).append(segmentation)
    for (h, ours), (r, theirs) in product(by_count.items(), repeat=2):
        for span in range(1, mass):
            found = [window_diff(a, b, window=span) for a, b in product(ours, theirs)]
            mean = sum(Fraction(int(x.errors), int(x.windows)) for x in found) / len(found)
            chance = wd_chance(ours[0], theirs[-1], window=span)
            assert chance.value == pytest.approx(float(mean), abs=1e-14)
            assert (chance.value == 0) == (mean == 0)
            assert (chance.hypothesis_boundaries, chance.reference_boundaries) == (h, r)


@pytest.mark.parametrize(
    ("mass", "h", "r", "span"),
    [(2000, 3, 900, 400), (5001, 2500, 2500, 2500), (3000, 2999, 1, 7), (4000, 30, 40, 50)],
)
def test_chance_of_long_items_as_exact_fractions(mass: int, h: int, r: int, span: int) -> None:
    places = mass - 1

    def in_window(count: int) -> list[int]:
        return [
            comb(span, j) * comb(places - span, count - j) if count >= j else 0
            for j in range(span + 1)
        ]

    alike = sum(x * y for x, y in zip(in_window(h), in_window(r), strict=True))
    exact = 1 - Fraction(alike, comb(places, h) * comb(places, r))
    a, b = (Segmentation(mass, tuple(range(1, n + 1))) for n in (h, r))
    assert wd_chance(a, b, window=span).value == pytest.approx(float(exact), rel=1e-11)


@pytest.mark.parametrize("width", WIDTHS)
def test_normalised_is_the_share_of_chance_left_out(width: Any) -> None:
    rng = random.Random(14)
    defined = below = 0
    for _ in range(500):
        a, b = random_pair(rng, 50)
        found = wd_normalised(a, b, width=width)
        wd, chance = window_diff(a, b, width=width), wd_chance(a, b, width=width)
        assert (found.observed, found.chance) == (wd, chance)
        assert chance.span == window_span(int(wd.k), width)
        if wd.value is None:
            assert found.value is None
            assert found.undefined == wd.undefined == chance.undefined
        elif chance.value == 0:
            assert found.value is None
            assert "chance level is 0" in known(found.undefined)
        else:
            assert found.value == 1 - wd.value / known(chance.value)
            defined += 1
            below += found.value < 0
    assert defined > 250
    assert below > 20


def test_undefined_chance() -> None:
    none, one = Segmentation(9, ()), Segmentation(1, ())
    assert wd_chance(none, none).value == 0.0
    assert wd_normalised(none, none).value is None
    all_ = Segmentation(9, tuple(range(1, 9)))
    assert wd_chance(all_, all_).value == 0.0
    assert wd_chance(all_, none).value == 1.0
    assert wd_normalised(all_, none).value == 0.0
    assert wd_chance(one, one).value is None
    assert wd_chance(one, one).undefined == "no window of size 2 fits an item of 1 unit"
    assert wd_normalised(one, one).undefined == "no window of size 2 fits an item of 1 unit"


@pytest.mark.parametrize(
    ("key", "options"),
    [("wd", {"edges": "none"}), ("wd", {"edges": "lamprier"}), ("pk", {}), ("winpr", {})],
)
def test_many_coders_and_long_windows_in_a_batch(key: str, options: dict[str, Any]) -> None:
    rng = random.Random(15)
    codings = {
        f"c{i}": Segmentation(1000, tuple(p for p in range(1, 1000) if rng.random() < i / 10))
        for i in range(11)
    }
    small = {coder: random_pair(random.Random(i), 1)[0] for i, coder in enumerate(codings)}
    corpus = Corpus((Item("one unit", small), Item("long", codings), Item("again", small)))
    for window in (None, 255, 256, 257, *[70_000] * (key == "winpr")):
        assert assert_batch_as_pairs(METRICS[key], corpus, window=window, **options) > 80


def test_a_million_units() -> None:
    mass = 1_000_000
    a = Segmentation(mass, tuple(range(1000, mass, 1000)))
    b = Segmentation(mass, tuple(range(1001, mass, 1000)))
    found = window_diff(a, b, window=10, edges="lamprier")
    # Every boundary is off by one: the windows that end or begin between the two.
    assert (found.errors, found.windows) == (2 * 999, mass + 8)
    normalised = wd_normalised(a, b)
    assert 0.99 < known(normalised.value) < 1
    # A window longer than the text misses the 999 boundaries, unless it ends before the first
    # or begins after the last.
    found = window_diff(a, Segmentation(mass, ()), window=10**9, edges="lamprier")
    assert (found.windows, found.windows - found.errors) == (mass + 10**9 - 2, 2 * 999)
