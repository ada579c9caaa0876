"""What would help most: against codings that a generator of its own draws, and what must hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest

import segmetrics as sm
from segmetrics import Corpus, Item, Segmentation
from segmetrics.coding_model.changed_coders import (
    shared_f1,
    weakest,
    with_average_coder,
    with_half_the_additions,
    with_half_the_misses,
    with_half_the_shifts,
    with_weakest_as_median,
)
from segmetrics.coding_model.what_would_help import _of_each
from segmetrics.reliability.coder_parameters import Parameters, logit
from segmetrics.reliability.helpful_changes import Coefficients, Simulated, WhatWouldHelp
from tests.support.known import known


class Planted(NamedTuple):
    """What a coder does: finds a shared boundary, marks another place, comes a place late."""

    finds: float
    adds: float
    late: float


MISSING = [Planted(0.45, 0.01, 0.05)] * 4
ADDING = [Planted(0.9, 0.12, 0.05)] * 4
SHIFTING = [Planted(0.9, 0.01, 0.45)] * 4


def coded(coders: Sequence[Planted], items: int, seed: int, *, every: int = 12) -> Corpus:
    """Draw codings place by place: shared boundaries are at least four places apart."""
    random = np.random.default_rng(seed)
    drawn = []
    for number in range(items):
        mass = int(random.integers(40, 80))
        shared, at = [], int(random.integers(4, every))
        while at < mass - 2:
            shared.append(at)
            at += int(random.integers(4, 2 * every - 4))
        codings = {}
        for name, coder in enumerate(coders):
            found = {place for place in range(1, mass) if random.random() < coder.adds}
            for place in shared:
                if random.random() < coder.finds:
                    found.add(place + (random.random() < coder.late))
            codings[f"c{name}"] = Segmentation(mass, tuple(sorted(found)))
        drawn.append(Item(f"i{number}", codings))
    return Corpus(tuple(drawn))


def alpha(coders: Sequence[Planted]) -> float:
    """Return alpha of very many codings by such coders."""
    return known(sm.decisions(coded(coders, 150, 1)).groups[0].alpha)


@cache
def helps(kind: str) -> WhatWouldHelp:
    """Return what would help coders who mainly do one thing."""
    coders = {"misses": MISSING, "additions": ADDING, "shifts": SHIFTING}[kind]
    return sm.what_would_help(coded(coders, 14, 2), simulations=15)


def changes(found: WhatWouldHelp) -> Mapping[str, Simulated]:
    """Return the change of alpha by what is changed."""
    return {one.what: one.alpha for one in found.changes}


CHANGED = [
    ("misses", MISSING, [Planted(0.725, 0.01, 0.05)] * 4),
    ("additions", ADDING, [Planted(0.9, 0.06, 0.05)] * 4),
    ("shifts", SHIFTING, [Planted(0.9, 0.01, 0.225)] * 4),
]


@pytest.mark.parametrize(("kind", "now", "then"), CHANGED)
def test_a_change_is_as_large_as_among_coders_who_do_so_and_new_codings_lie_in_its_range(
    kind: str, now: list[Planted], then: list[Planted]
) -> None:
    """The texts are other than the model takes them to be: their boundaries keep a distance."""
    found = helps(kind)
    best = known(found.helps_most)
    assert best.what == kind
    assert found.words[0].startswith("R would rise most if everybody")
    assert changes(found)[kind].change == pytest.approx(alpha(then) - alpha(now), rel=0.3)
    least, most = known(best.corrected.least), known(best.corrected.most)
    new = [known(sm.chance(coded(then, 14, 50 + n)).corpus.corrected) for n in range(12)]
    assert sum(least <= value <= most for value in new) >= 11
    # Texts vary: the interval of the simulation alone would hold few of them.
    said = known(found.observed.corrected)
    low, high = said + known(best.corrected.low), said + known(best.corrected.high)
    assert sum(low <= value <= high for value in new) < 11
    assert f"({least:.2f} to {most:.2f} in 95% of new codings)." in found.words[0]


def test_one_more_coder_or_more_items_change_how_well_it_is_known() -> None:
    found = sm.what_would_help(coded(ADDING, 3, 6), simulations=60)
    by_what = {one.what: one.corrected for one in found.changes}
    now = known(found.spread.corrected)
    assert by_what["coder"].change == pytest.approx(0, abs=0.02)
    assert by_what["items"].change == pytest.approx(0, abs=0.02)
    # Twice as many items have half of the variance; two spreads of 60 are right to 13 % each.
    assert by_what["items"].spread == pytest.approx(now / 2**0.5, rel=0.3)
    assert {one.what for one in found.changes[-2:]} == {"coder", "items"}
    assert found.words[1] == (
        "A further coder or more items would not raise R; they only make it better known."
    )


def test_the_weakest_is_named_and_gains() -> None:
    coders = [Planted(0.85, 0.01, 0.05)] * 4 + [Planted(0.15, 0.08, 0.05)]
    found = sm.what_would_help(coded(coders, 12, 3), simulations=12)
    assert known(found.helps_most).what == "weakest"
    assert "if c4 did as the typical one of them" in found.words[0]
    truth = alpha([coders[0]] * 5) - alpha(coders)
    assert changes(found)["weakest"].change == pytest.approx(truth, rel=0.35)


def test_simulated_coders_agree_as_those_of_the_moonstone_do(complete_moonstone: Corpus) -> None:
    """R, alpha and pi* of all groups lie among those of simulated ones: a predictive check."""
    model = sm.coder_model(complete_moonstone)
    found = [
        sm.what_would_help(complete_moonstone, None, of, model, simulations=10) for of in range(5)
    ]
    assert [one.unlike for one in found] == [()] * 5


def test_coders_whom_simulated_ones_are_unlike_are_told() -> None:
    found = helps("additions")
    far = replace(found, observed=Coefficients(0.99, 0.99, found.observed.pi_s))
    assert far.unlike == ("corrected", "alpha")
    assert "trust the order of the simulated changes more than their size" in far.words[-1]


def test_what_the_model_refuses_is_passed_on() -> None:
    corpus = Corpus.from_masses({"i": {"a": [3, 4], "b": [2, 5]}})
    found = sm.what_would_help(corpus)
    assert found.changes == ()
    assert found.helps_most is None
    assert found.refusal == sm.coder_model(corpus).groups[0].refusal
    assert found.words == (f"What would help cannot be simulated: {found.refusal}.",)


def test_nothing_would_help_coders_who_agree() -> None:
    masses = {f"i{n}": {coder: [5, 7 + n, 6, 4] for coder in "wxyz"} for n in range(6)}
    found = sm.what_would_help(Corpus.from_masses(masses), simulations=5)
    assert found.observed.corrected == 1
    assert found.helps_most is None
    assert found.words[0] == "None of these changes of what coders do would raise R noticeably."


def test_the_same_seed_gives_the_same_and_a_fit_can_be_given() -> None:
    corpus = coded(ADDING, 6, 4)
    first = sm.what_would_help(corpus, simulations=4)
    assert sm.what_would_help(corpus, model=sm.coder_model(corpus), simulations=4) == first
    assert sm.what_would_help(corpus, simulations=4, seed=1) != first


def test_gaps_and_items_of_one_unit_are_simulated_as_they_are() -> None:
    corpus = coded(ADDING, 8, 5)
    items = [
        Item(item.name, {c: s for c, s in item.codings.items() if c != f"c{place % 4}"})
        for place, item in enumerate(corpus.items)
    ]
    short = Item("short", {f"c{n}": Segmentation(1, ()) for n in range(4)})
    found = sm.what_would_help(Corpus((*items, short)), simulations=4)
    assert found.refusal == ""
    assert found.now.corrected is not None


@pytest.mark.parametrize("options", [sm.AgreementOptions(), sm.AgreementOptions(similarity="wd")])
def test_corpora_that_are_counted_together_have_what_each_has(options: sm.AgreementOptions) -> None:
    corpora = []
    for seed in range(3):
        items = [
            Item(f"{seed} {item.name}", {c: s for c, s in item.codings.items() if c != f"c{place}"})
            for place, item in enumerate(coded(SHIFTING, 5, seed).items)
        ]
        corpora.append(Corpus((*items, Item(f"{seed}", {"c0": Segmentation(4, (1,))}))))
    together = Corpus(tuple(item for corpus in corpora for item in corpus.items))
    which = [number for number, corpus in enumerate(corpora) for _ in corpus.items]
    found = _of_each(together, which, options, 1000, 0)
    over_s = replace(options, similarity="s")
    for corpus, values in zip(corpora, found.tolist(), strict=True):
        assert values == pytest.approx(
            [
                sm.chance(corpus, options).corpus.corrected,
                sm.decisions(corpus).corpus.alpha,
                sm.agreement(corpus, over_s).corpus.pi_star,
            ]
        )


@pytest.mark.parametrize("wrong", [{"simulations": 1}, {"level": 1.0}, {"seed": -1}])
def test_numbers_out_of_range_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="got"):
        sm.what_would_help(sm.sample("moonstone"), **wrong)


# Changed coders, by hand.

FITTED = Parameters(
    skill=np.array([0.0, 1.0, -1.0]),
    added=np.array([0.02, 0.04, 0.01]),
    rate=0.1,
    shifts=np.array([[0.1, 0.7, 0.2], [0.05, 0.9, 0.05], [0.2, 0.6, 0.2]]),
    spread=0.8,
)


def test_changed_coders_do_what_is_said() -> None:
    found = with_half_the_misses(FITTED)
    np.testing.assert_allclose(1 - found.hits, (1 - FITTED.hits) / 2, atol=1e-9)
    np.testing.assert_allclose(with_half_the_additions(FITTED).added, [0.01, 0.02, 0.005])
    moved = with_half_the_shifts(FITTED).shifts
    np.testing.assert_allclose(moved[0], [0.05, 0.85, 0.1])
    np.testing.assert_allclose(moved.sum(axis=1), 1)
    more = with_average_coder(FITTED)
    assert more.skill[-1] == pytest.approx(0)
    assert logit(more.added[-1]) == pytest.approx(logit(FITTED.added).mean())
    np.testing.assert_allclose(more.shifts[-1], FITTED.shifts.mean(axis=0))


def test_the_weakest_coder_is_made_the_middle_one() -> None:
    # Of 1,000 places 100 have a shared boundary: coder 3 finds 100 h of them and adds 9.
    assert weakest(FITTED) == 2
    hits = FITTED.hits[2]
    by_hand = 2 * 100 * hits * 0.6 / (100 + 100 * hits + 9)
    assert shared_f1(FITTED)[2] == pytest.approx(by_hand)
    found = with_weakest_as_median(FITTED)
    assert found.skill.tolist() == [0.0, 1.0, 0.0]
    assert found.added.tolist() == [0.02, 0.04, 0.02]
    np.testing.assert_allclose(found.shifts[2], np.array([0.1, 0.7, 0.2]) / 1.0, atol=1e-12)


def test_fitted_coders_are_left_as_they_are() -> None:
    before = FITTED.shifts.copy()
    with_half_the_shifts(FITTED)
    with_weakest_as_median(FITTED)
    np.testing.assert_array_equal(FITTED.shifts, before)
