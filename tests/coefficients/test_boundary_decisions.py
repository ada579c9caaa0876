"""Alpha, percentage and kappa of boundary decisions against textbook counts and print."""

from __future__ import annotations

import math
import random
import tracemalloc
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from segmetrics import Corpus, Item, Segmentation, sample
from segmetrics.coefficients.boundary_decisions import (
    NO_VARIATION,
    THRESHOLDS,
    DecisionOptions,
    Threshold,
    ac1_of,
    alpha_of,
    fleiss_of,
    kappa_of,
    tally_decisions,
)
from segmetrics.coefficients.decision_table import COLUMNS, NO_KAPPA, DecisionAgreement, decisions
from segmetrics.metrics.counts import NOBODY
from tests.support.known import known
from tests.support.peers import AnnotationTask

ONE_CODER = "one coder only: agreement needs two"
NO_PLACE = "an item of one unit has no potential boundary"


# ---- the textbook, with exact fractions -------------------------------------------------


def alpha_by_pairs(units: Sequence[Sequence[Hashable]]) -> Fraction | None:
    """Alpha from all ordered pairs of values, as its definition reads."""
    observed, expected, _ = disagreements(units)
    return 1 - observed / expected if expected else None


def disagreements(units: Sequence[Sequence[Hashable]]) -> tuple[Fraction, Fraction, int]:
    """Observed and expected disagreement, both times the number of values in pairs, and it."""
    units = [unit for unit in units if len(unit) > 1]
    values = [value for unit in units for value in unit]
    n = len(values)
    if not n:
        return Fraction(0), Fraction(0), 0
    observed = sum(
        (Fraction(sum(a != b for a, b in permutations(unit, 2)), len(unit) - 1) for unit in units),
        Fraction(0),
    )
    times = Counter(values)
    expected = Fraction(sum(times[a] * times[b] for a, b in permutations(times, 2)), n - 1)
    return observed, expected, n


def kappa_by_definition(one: Sequence[int], other: Sequence[int]) -> Fraction | None:
    n = len(one)
    if not n:
        return None
    observed = Fraction(sum(a == b for a, b in zip(one, other, strict=True)), n)
    yes = Fraction(sum(one), n) * Fraction(sum(other), n)
    no = (1 - Fraction(sum(one), n)) * (1 - Fraction(sum(other), n))
    expected = yes + no
    return (observed - expected) / (1 - expected) if expected < 1 else None


def pooled_kappa_by_definition(one: Sequence[int], other: Sequence[int]) -> Fraction | None:
    """Siegel & Castellan (1988): both marginals are those of the two together."""
    n = len(one)
    if not n:
        return None
    observed = Fraction(sum(a == b for a, b in zip(one, other, strict=True)), n)
    yes = Fraction(sum(one) + sum(other), 2 * n)
    expected = yes**2 + (1 - yes) ** 2
    return (observed - expected) / (1 - expected) if expected < 1 else None


def fleiss_and_ac1(units: Sequence[Sequence[int]]) -> tuple[Fraction | None, Fraction | None]:
    """Fleiss (1971) and Gwet (2008), category by category."""
    if not units:
        return None, None
    shares = [[Fraction(unit.count(k), len(unit)) for k in (0, 1)] for unit in units]
    agreeing = Fraction(0)
    for unit in units:
        pairs = [a == b for a, b in permutations(unit, 2)]
        agreeing += Fraction(sum(pairs), len(pairs))
    observed = agreeing / len(units)
    means = [sum((share[k] for share in shares), Fraction(0)) / len(units) for k in (0, 1)]
    of_fleiss = sum((mean**2 for mean in means), Fraction(0))
    of_gwet = sum((mean * (1 - mean) for mean in means), Fraction(0)) / (2 - 1)
    fleiss = (observed - of_fleiss) / (1 - of_fleiss) if of_fleiss < 1 else None
    return fleiss, (observed - of_gwet) / (1 - of_gwet)


def units_of(items: Sequence[Item]) -> list[list[int]]:
    """The decisions at each potential boundary of the items."""
    return [
        list(place)
        for item in items
        for place in zip(*(coding.bits for coding in item.codings.values()), strict=True)
    ]


def majority_bits(
    item: Item, coder: str, share: Fraction, threshold: Threshold, *, self_included: bool
) -> list[int]:
    voters = [
        coding.bits for name, coding in item.codings.items() if self_included or name != coder
    ]
    bits = []
    for place in zip(*voters, strict=True):
        votes = Fraction(sum(place), len(voters))
        bits.append(int(votes > share if threshold == "more_than" else votes >= share))
    return bits


def kappas_by_definition(
    items: Sequence[Item],
    share: Fraction,
    threshold: Threshold,
    *,
    self_included: bool,
    kappa: Callable[[Sequence[int], Sequence[int]], Fraction | None] = kappa_by_definition,
) -> dict[str, Fraction | None]:
    """Kappa of each coder over all places of all items that another coder coded too."""
    own: dict[str, list[int]] = {}
    against: dict[str, list[int]] = {}
    for item in items:
        if len(item.coders) < 2:
            continue
        for coder, coding in item.codings.items():
            own.setdefault(coder, []).extend(coding.bits)
            against.setdefault(coder, []).extend(
                majority_bits(item, coder, share, threshold, self_included=self_included)
            )
    return {coder: kappa(own[coder], against[coder]) for coder in own}


def assert_same(found: float | None, expected: Fraction | None) -> None:
    if expected is None:
        assert found is None
    else:
        assert type(found) is float
        assert found == pytest.approx(float(expected), abs=1e-12)


def assert_as_defined(
    row: DecisionAgreement,
    items: Sequence[Item],
    share: Fraction,
    threshold: Threshold,
    *,
    self_included: bool,
) -> None:
    units = [unit for unit in units_of(items) if len(unit) > 1]
    assert row.units == len(units)
    assert row.decisions == sum(map(len, units))
    assert row.boundaries == sum(map(sum, units))
    with_majority = sum(max(sum(unit), len(unit) - sum(unit)) for unit in units)
    assert row.with_majority == with_majority
    assert_same(row.percentage, Fraction(with_majority, row.decisions) if units else None)
    assert_same(row.alpha, alpha_by_pairs(units))
    kappas = kappas_by_definition(items, share, threshold, self_included=self_included)
    assert row.kappas.keys() == kappas.keys()
    for coder, kappa in kappas.items():
        assert_same(row.kappas[coder], kappa)
    valued = [kappa for kappa in kappas.values() if kappa is not None]
    assert_same(row.mean_kappa, sum(valued, Fraction(0)) / len(valued) if valued else None)
    pooled = kappas_by_definition(
        items, share, threshold, self_included=self_included, kappa=pooled_kappa_by_definition
    )
    valued = [kappa for kappa in pooled.values() if kappa is not None]
    assert_same(row.siegel_castellan, sum(valued, Fraction(0)) / len(valued) if valued else None)
    fleiss, ac1 = fleiss_and_ac1(units)
    assert_same(row.fleiss, fleiss)
    assert_same(row.ac1, ac1)
    assert row.undefined.keys() == {name for name in COLUMNS if getattr(row, name) is None}


def corpus_of(seed: int, items: int, coders: int, *, most: int = 140) -> Corpus:
    """Ragged items with gaps in two sets of coders; now and then all or nothing."""
    rng = random.Random(seed)
    made = []
    for place in range(items):
        mass = rng.choice((1, 2, 3, 64, 65, 66, 128, 129, rng.randint(1, most)))
        side = rng.choice("ab")
        team = rng.sample([f"{side}{coder}" for coder in range(coders)], rng.randint(1, coders))
        density = rng.choice((0.0, 0.05, 0.3, 0.7, 1.0))
        made.append(
            Item(
                f"i{place}",
                {
                    name: Segmentation(
                        mass, tuple(p for p in range(1, mass) if rng.random() < density)
                    )
                    for name in team
                },
            )
        )
    return Corpus(tuple(made))


# ---- published figures ------------------------------------------------------------------

# Krippendorff (2011), "Computing Krippendorff's alpha-reliability": the data and the
# results of sections A (binary), B (nominal, two observers) and C (nominal, four observers,
# values missing); a dot is no value.
KRIPPENDORFF = [
    (("0100000010", "1110010000"), 0.095, 10, 20),
    (("aabbdcccedda", "babbbccceddd"), 0.692, 12, 24),
    (("123321412...", "1233224125.3", ".3332342251.", "12332441251."), 0.743, 11, 40),
]


@pytest.mark.parametrize(("observers", "alpha", "units", "values"), KRIPPENDORFF)
def test_krippendorffs_own_examples(
    observers: tuple[str, ...], alpha: float, units: int, values: int
) -> None:
    """What the other tests compare with is what Krippendorff prints."""
    found = [[value for value in unit if value != "."] for unit in zip(*observers, strict=True)]
    assert round(float(alpha_by_pairs(found) or 0), 3) == alpha
    paired = [unit for unit in found if len(unit) > 1]
    assert (len(paired), sum(map(len, paired))) == (units, values)


def test_krippendorffs_binary_example_as_segmentations() -> None:
    (meg, owen), alpha, units, values = KRIPPENDORFF[0]
    codings = {
        name: Segmentation.from_bits(map(int, bits)) for name, bits in (("m", meg), ("o", owen))
    }
    row = decisions(Corpus((Item("A", codings),))).items[0]
    assert round(known(row.alpha), 3) == alpha
    assert (row.units, row.decisions, row.boundaries) == (units, values, 6)
    # The paper's coincidences: 4 unequal of 10 pairs; 14 zeros and 6 ones.
    assert row.observed_disagreement == 8 / 20
    assert row.expected_disagreement == pytest.approx(2 * 14 * 6 / (20 * 19), abs=1e-15)


def test_moonstone() -> None:
    corpus = sample("moonstone")
    table = decisions(corpus)
    first, second = table.groups
    assert first.alpha is not None
    assert round(first.alpha, 3) == 0.202
    for row, group in zip(table.groups, corpus.groups, strict=True):
        items = [corpus[name] for name in group.items]
        assert_as_defined(row, items, Fraction(1, 2), "more_than", self_included=True)
    values = [first.alpha, known(second.alpha)]
    assert table.corpus.alpha == np.mean(values)
    assert table.corpus.alpha_sd == np.std(values)
    assert table.corpus.units == first.units + second.units


def test_a_coder_without_boundaries_lowers_alpha() -> None:
    four = [sample("moonstone")[name] for name in ("ch1", "ch3", "ch4", "ch11")]
    idle = [replace(i, codings={**i.codings, "idle": Segmentation(i.mass, ())}) for i in four]
    before, after = (decisions(Corpus(tuple(items))).groups[0] for items in (four, idle))
    assert (round(known(before.alpha), 3), round(known(after.alpha), 3)) == (0.202, 0.138)
    # What is not corrected for chance goes the other way.
    assert known(after.percentage) > known(before.percentage)


# How far the choice of a majority moves Hearst's mean kappa: 0.39 and 0.56. Three and four of
# seven, the coder included, both round to the upper figure.
HEARST = [
    (1 / 3, "at_least", False, 0.39),
    (3 / 7, "at_least", False, 0.41),
    (0.5, "more_than", False, 0.49),
    (3 / 7, "at_least", True, 0.56),
    (0.5, "more_than", True, 0.56),
]


@pytest.mark.parametrize(("share", "threshold", "self_included", "kappa"), HEARST)
def test_stargazer_after_hearst(
    share: float, threshold: Threshold, self_included: bool, kappa: float
) -> None:
    corpus = sample("stargazer")
    options = DecisionOptions(share=share, threshold=threshold, self_included=self_included)
    row = decisions(corpus, options).items[0]
    assert round(known(row.mean_kappa), 2) == kappa
    exact = Fraction(share).limit_denominator(100)
    assert_as_defined(row, corpus.items, exact, threshold, self_included=self_included)


def test_stargazer_after_siegel_and_castellan() -> None:
    """Fournier & Inkpen (2012), section 2.2, name this kappa; Hearst's figure is Cohen's."""
    row = decisions(sample("stargazer")).items[0]
    assert (round(known(row.siegel_castellan), 3), round(known(row.mean_kappa), 3)) == (
        0.555,
        0.561,
    )


# Fleiss' kappa and Gwet's AC1 by irrCAC 0.4.4, the former by statsmodels 0.15.0 too.
OF_OTHER_SOFTWARE = {
    "an1-an4": (0.200815890438, 0.737296658738),
    "an5-an10": (0.401192726325, 0.828473813669),
    "1-7": (0.330193615908, 0.440803844474),
}


def test_fleiss_and_ac1_as_other_software() -> None:
    groups = [row for name in ("moonstone", "stargazer") for row in decisions(sample(name)).groups]
    for row, (fleiss, ac1) in zip(groups, OF_OTHER_SOFTWARE.values(), strict=True):
        assert row.fleiss == pytest.approx(fleiss, abs=1e-11)
        assert row.ac1 == pytest.approx(ac1, abs=1e-11)


def test_gaps_as_irrcac() -> None:
    """Five coders of four items, of which two to four coded each; by irrCAC 0.4.4."""
    corpus = Corpus.from_masses(
        {
            "i": {"a": [2, 3, 1], "b": [2, 4], "c": [3, 2, 1]},
            "j": {"a": [5, 2], "d": [1, 4, 2]},
            "k": {"b": [1, 1, 3], "c": [2, 3], "d": [1, 4], "e": [5]},
            "l": {"d": [2, 6], "e": [2, 3, 3]},
            "m": {"a": [1, 1, 1]},
        }
    )
    (row,) = decisions(corpus).groups
    assert row.fleiss == pytest.approx(0.366146458583, abs=1e-11)
    assert row.ac1 == pytest.approx(0.607434944238, abs=1e-11)


# ---- against the textbook ----------------------------------------------------------------


@pytest.mark.parametrize("self_included", [True, False])
@pytest.mark.parametrize("threshold", THRESHOLDS)
@pytest.mark.parametrize("share", [Fraction(1, 3), Fraction(3, 7), Fraction(1, 2), Fraction(7, 10)])
def test_as_defined_with_gaps(share: Fraction, threshold: Threshold, self_included: bool) -> None:
    corpus = corpus_of(round(1000 * share), items=30, coders=7)
    options = DecisionOptions(share=float(share), threshold=threshold, self_included=self_included)
    table = decisions(corpus, options)
    assert len(table.groups) == len(corpus.groups) >= 2
    assert [row.item for row in table.items] == [item.name for item in corpus.items]
    for row, item in zip(table.items, corpus.items, strict=True):
        assert row.level == "item"
        assert row.coders == len(item.coders)
        assert_as_defined(row, [item], share, threshold, self_included=self_included)
    for row, group in zip(table.groups, corpus.groups, strict=True):
        assert (row.level, row.item, row.coders) == ("group", group.name, len(group.coders))
        items = [corpus[name] for name in group.items]
        assert_as_defined(row, items, share, threshold, self_included=self_included)
    assert table.rows == (*table.items, *table.groups, table.corpus)


def test_as_nltk_where_every_coder_codes_everything() -> None:
    rng = random.Random(17)
    compared = 0
    for _ in range(60):
        mass, coders = rng.randint(2, 40), rng.randint(2, 6)
        codings = {
            f"c{coder}": Segmentation(mass, tuple(p for p in range(1, mass) if rng.random() < 0.3))
            for coder in range(coders)
        }
        row = decisions(Corpus((Item("x", codings),))).items[0]
        if row.alpha is None:
            continue
        task = AnnotationTask(
            [
                (name, str(place), str(bit))
                for name, coding in codings.items()
                for place, bit in enumerate(coding.bits)
            ]
        )
        assert row.alpha == pytest.approx(task.alpha(), abs=1e-12)
        for name, kappa in row.kappas.items():
            item = Item("x", codings)
            votes = majority_bits(item, name, Fraction(1, 2), "more_than", self_included=True)
            both = [("a", codings[name].bits), ("b", tuple(votes))]
            if kappa is None:
                continue
            pair = AnnotationTask(
                [(who, str(at), str(bit)) for who, bits in both for at, bit in enumerate(bits)]
            )
            assert kappa == pytest.approx(pair.kappa(), abs=1e-12)
            compared += 1
    assert compared > 100


def typed_corpus(seed: int, names: str) -> Corpus:
    """Boundaries with one or two types each, with gaps in two groups of coders."""
    rng = random.Random(seed)
    items = []
    for place in range(40):
        mass = rng.randint(1, 30)
        team = rng.sample(rng.choice(("vwxyz", "VWXYZ")), rng.randint(1, 5))
        codings = {}
        for coder in team:
            placed = tuple(p for p in range(1, mass) if rng.random() < 0.4)
            size = rng.randint(1, min(2, len(names)))
            types = tuple(frozenset(rng.sample(names, size)) for _ in placed)
            codings[coder] = Segmentation(mass, placed, types=types)
        items.append(Item(f"i{place}", codings))
    return Corpus(tuple(items))


def sets_at(items: Sequence[Item]) -> list[list[Hashable]]:
    """The set of types that each coder placed at each potential boundary."""
    units: list[list[Hashable]] = []
    for item in items:
        for place in range(1, item.mass):
            unit: list[Hashable] = []
            for coding in item.codings.values():
                marks = dict(zip(coding.boundaries, coding.types or (), strict=True))
                unit.append(marks.get(place))
            units.append(unit)
    return units


def test_a_set_of_types_is_one_value() -> None:
    corpus = typed_corpus(23, "abc")
    table, plain = decisions(corpus, DecisionOptions(values="types")), decisions(corpus)
    for row, item in zip(table.items, corpus.items, strict=True):
        assert_same(row.alpha, alpha_by_pairs(sets_at([item])))
    assert len(table.groups) == 2
    for row, group in zip(table.groups, corpus.groups, strict=True):
        units = sets_at([corpus[name] for name in group.items])
        assert_same(row.alpha, alpha_by_pairs(units))
        observed, expected, paired = disagreements(units)
        assert row.observed_disagreement == pytest.approx(float(observed / paired), abs=1e-12)
        assert row.expected_disagreement == pytest.approx(float(expected / paired), abs=1e-12)
        assert (row.units, row.decisions) == (sum(len(unit) > 1 for unit in units), paired)
    different = 0
    for row, other in zip(table.rows, plain.rows, strict=True):
        assert (row.percentage, row.mean_kappa) == (other.percentage, other.mean_kappa)
        different += row.alpha != other.alpha
    assert different > 20


def test_one_type_is_a_boundary() -> None:
    corpus = typed_corpus(3, "a")
    found = decisions(corpus, DecisionOptions(values="types"))
    for row, plain in zip(found.rows, decisions(corpus).rows, strict=True):
        assert row == plain


def test_types_are_not_made_up() -> None:
    corpus = Corpus.from_masses({"x": {"a": [1, 2], "b": [3]}})
    with pytest.raises(ValueError, match="needs boundaries with types; these are linear"):
        decisions(corpus, DecisionOptions(values="types"))


def test_types_that_nobody_placed() -> None:
    coding = Segmentation(4, (), types=())
    corpus = Corpus((Item("x", {"a": coding, "b": coding}), Item("y", {"a": coding})))
    table = decisions(corpus, DecisionOptions(values="types"))
    assert table.items[0].undefined["alpha"] == f"{NOBODY}: {NO_VARIATION}"
    assert table.items[1].undefined["alpha"] == ONE_CODER


# ---- sufficient statistics ----------------------------------------------------------------


def test_weights_are_items_that_come_more_than_once() -> None:
    corpus = corpus_of(29, items=12, coders=4, most=25)
    weights = np.random.default_rng(1).integers(0, 3, size=(20, len(corpus)))
    tally = tally_decisions(corpus)
    totals = weights @ tally.totals
    alphas = alpha_of(totals)
    for weight, total, alpha in zip(weights, totals, alphas.tolist(), strict=True):
        items = [i for i, times in zip(corpus.items, weight, strict=True) for _ in range(times)]
        units = [unit for unit in units_of(items) if len(unit) > 1]
        assert_same(None if math.isnan(alpha) else alpha, alpha_by_pairs(units))
        for value, exact in zip(
            (fleiss_of(total), ac1_of(total)), fleiss_and_ac1(units), strict=True
        ):
            assert_same(None if math.isnan(value) else float(value), exact)
        with_majority = sum(max(sum(unit), len(unit) - sum(unit)) for unit in units)
        assert weight @ tally.with_majority == with_majority
        # The same for the kappas: entries weighted by their items, summed by coder.
        chosen = np.repeat(np.arange(len(tally.item)), weight[tally.item])
        expected = kappas_by_definition(items, Fraction(1, 2), "more_than", self_included=True)
        for coder, name in enumerate(corpus.coders):
            if name not in expected:
                continue
            own = chosen[tally.coder[chosen] == coder]
            sums = [
                part[own].sum(keepdims=True)
                for part in (tally.places, tally.placed, tally.majority, tally.both)
            ]
            kappa = kappa_of(*sums).tolist()[0]
            assert_same(None if math.isnan(kappa) else kappa, expected[name])


def test_what_remains_without_a_coder() -> None:
    corpus = corpus_of(37, items=30, coders=4, most=70)
    tally = tally_decisions(corpus)
    for place, coder in enumerate(corpus.coders):
        others = [
            {name: coding for name, coding in item.codings.items() if name != coder}
            for item in corpus.items
        ]
        totals = tally.without(place)
        for item, codings, left in zip(corpus.items, others, totals, strict=True):
            rest = units_of([Item(item.name, codings)]) if len(codings) > 1 else []
            found = (alpha_of(left), fleiss_of(left), ac1_of(left))
            for value, exact in zip(
                found, (alpha_by_pairs(rest), *fleiss_and_ac1(rest)), strict=True
            ):
                assert_same(None if math.isnan(value) else float(value), exact)


def test_more_coders_than_a_byte_counts() -> None:
    rng = random.Random(31)
    codings = {
        f"c{coder}": Segmentation(9, tuple(p for p in range(1, 9) if p == 4 or rng.random() < 0.5))
        for coder in range(300)
    }
    item = Item("crowd", codings)
    row = decisions(Corpus((item,))).items[0]
    assert tally_decisions(Corpus((item,))).squares[0] > 300**2
    assert_as_defined(row, [item], Fraction(1, 2), "more_than", self_included=True)


def test_memory_grows_with_codings_not_with_coders_for_each() -> None:
    """12,000 codings; a number for each count of votes would take 38 MB for them."""
    rng = random.Random(41)
    codings = {
        f"c{coder}": Segmentation(30, tuple(p for p in range(1, 30) if rng.random() < 0.2))
        for coder in range(400)
    }
    corpus = Corpus(tuple(Item(f"i{n}", codings) for n in range(30)))
    assert corpus.coders
    tracemalloc.start()
    try:
        tally_decisions(corpus).without(7)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 19_000_000


def test_an_item_of_a_million_units() -> None:
    mass = 1_000_000
    a = Segmentation(mass, tuple(range(100, mass, 100)))
    b = Segmentation(mass, tuple(range(50, mass, 50)))
    row = decisions(Corpus((Item("long", {"a": a, "b": b}),))).items[0]
    # a has 9,999 boundaries, b these and 10,000 more.
    n, yes = 2 * (mass - 1), 9_999 + 19_999
    assert_same(row.alpha, 1 - (n - 1) * Fraction(10_000, yes * (n - yes)))
    assert row.with_majority == n - 10_000


# ---- what is undefined ----------------------------------------------------------------------


def only_row(**masses: list[int]) -> DecisionAgreement:
    return decisions(Corpus.from_masses({"x": masses})).items[0]


def test_one_coder() -> None:
    table = decisions(Corpus.from_masses({"x": {"a": [1, 2]}}))
    for row in (table.items[0], table.groups[0]):
        assert (row.alpha, row.percentage, row.mean_kappa) == (None, None, None)
        assert row.undefined == dict.fromkeys(COLUMNS, ONE_CODER)
        assert (row.units, row.decisions, row.boundaries, dict(row.kappas)) == (0, 0, 0, {})
    assert table.corpus.undefined == dict.fromkeys(COLUMNS, "no coder group has a value")
    assert table.corpus.note == "0 of 1 groups have an alpha"


def test_one_unit() -> None:
    row = only_row(a=[1], b=[1])
    assert row.undefined == dict.fromkeys(COLUMNS, NO_PLACE)
    assert (row.alpha, row.percentage, row.mean_kappa) == (None, None, None)


@pytest.mark.parametrize("everywhere", [False, True])
def test_nobody_placed_a_boundary_or_everybody_every_one(everywhere: bool) -> None:
    row = only_row(**dict.fromkeys("abc", [1] * 5 if everywhere else [5]))
    assert (row.alpha, row.percentage, row.mean_kappa) == (None, 1.0, None)
    same = NO_VARIATION if everywhere else f"{NOBODY}: {NO_VARIATION}"
    assert row.undefined == {
        **dict.fromkeys(("alpha", "fleiss"), same),
        **dict.fromkeys(("mean_kappa", "siegel_castellan"), NO_KAPPA),
    }
    assert row.ac1 == 1.0
    assert row.note == ("" if everywhere else NOBODY)
    assert (row.observed_disagreement, row.expected_disagreement) == (0.0, 0.0)


def test_identity_is_perfect_and_a_dispute_is_as_chance_gives_it() -> None:
    row = only_row(a=[2, 3, 1], b=[2, 3, 1], c=[2, 3, 1])
    assert [getattr(row, column) for column in COLUMNS] == [1.0] * 6
    assert row.undefined == {}
    # Two decisions that differ: what chance gives, with every pair unlike.
    row = only_row(a=[1, 1], b=[2])
    assert (row.alpha, row.percentage) == (0.0, 0.5)
    # One boundary of three coders is no majority, so two coders and theirs are both empty.
    row = only_row(a=[2, 2], b=[4], c=[4])
    assert row.kappas == {"a": 0.0, "b": None, "c": None}
    assert (row.mean_kappa, row.note) == (0.0, "1 of 3 coders have a kappa")


# ---- options ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "coders", "needed"),
    [
        (DecisionOptions(), 7, 4),
        (DecisionOptions(), 6, 4),
        (DecisionOptions(threshold="at_least"), 6, 3),
        (DecisionOptions(share=3 / 7, threshold="at_least"), 7, 3),
        (DecisionOptions(share=0.1, threshold="at_least"), 30, 3),
        (DecisionOptions(share=0.1), 30, 4),
        (DecisionOptions(share=1, threshold="at_least"), 5, 5),
        (DecisionOptions(share=0), 5, 1),
    ],
)
def test_how_many_make_a_majority(options: DecisionOptions, coders: int, needed: int) -> None:
    assert options.needed(coders) == needed


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"values": "levels"}, "values is one of boundary, types, got 'levels'"),
        ({"threshold": "half"}, "threshold is one of at_least, more_than, got 'half'"),
        ({"share": 1.5}, "share lies in"),
        ({"share": math.nan}, "share lies in"),
        ({"share": 0, "threshold": "at_least"}, "every place a boundary"),
        ({"share": 1}, "no place a boundary"),
    ],
)
def test_options_out_of_range(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        DecisionOptions(**options)


def test_the_signature_names_every_option() -> None:
    assert (
        DecisionOptions().signature == "alpha over boundary, majority=more than 1/2, self included"
    )
    options = DecisionOptions(
        values="types", share=3 / 7, threshold="at_least", self_included=False
    )
    assert options.signature == "alpha over types, majority=at least 3/7, self excluded"
