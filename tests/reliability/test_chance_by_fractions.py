"""Chance-corrected agreement again, in fractions, from every order of segments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations, product

import numpy as np
import pytest

from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import group_tallies
from segmetrics.corpus import Corpus, Item
from segmetrics.metrics.blocks import Block
from segmetrics.metrics.blocks.packing import bits_of
from segmetrics.reliability import shuffling
from segmetrics.reliability.chance import chance
from segmetrics.reliability.shuffled_agreement import by_bits, by_values
from segmetrics.reliability.shuffling import NULLS, ChanceOptions, Null, shuffled_blocks

Masses = Mapping[str, Sequence[int]]
Places = frozenset[int]

ITEMS: dict[str, Masses] = {
    "a": {"x": [1, 2, 2], "y": [2, 3], "z": [1, 1, 1, 2]},
    "b": {"x": [2, 1, 4], "y": [7], "z": [1, 3, 1, 2]},
    "gap": {"x": [3, 1, 1], "z": [1, 3, 1]},
    "dense": {"x": [1, 1, 1, 1, 2], "y": [2, 1, 1, 1, 1], "z": [1, 2, 1, 1, 1]},
    "alone": {"y": [2, 2]},
    "unit": {"x": [1], "y": [1], "z": [1]},
}


def places_of(sizes: Sequence[int]) -> Places:
    ends = [sum(sizes[: n + 1]) for n in range(len(sizes))]
    return frozenset(ends[:-1])


def misses(a: Places, b: Places) -> tuple[int, int]:
    """Full and near misses: from the left, neighbours of different coders are near misses."""
    left, near = sorted(a ^ b), 0
    full = len(left)
    while left:
        place = left.pop(0)
        if left and left[0] == place + 1 and (left[0] in a) != (place in a):
            left.pop(0)
            near += 1
    return full - 2 * near, near


def ratio(similarity: str, mass: int, a: Places, b: Places) -> tuple[Fraction, Fraction]:
    """What two agree on, and what there is to agree on."""
    full, near = misses(a, b)
    if similarity == "s":
        return Fraction(mass - 1 - full - near), Fraction(mass - 1)
    counted = full + near + len(a & b)
    return counted - full - Fraction(near, 2), Fraction(counted)


def orders(sizes: Sequence[int], null: Null) -> Iterator[Places]:
    """All that a coder might have placed as well, each as often as it comes about."""
    if null == "places":
        for chosen in combinations(range(1, sum(sizes)), len(sizes) - 1):
            yield frozenset(chosen)
    elif null == "ring":
        around, marks = sum(sizes) - 1, sorted(places_of(sizes))
        if not marks:
            yield frozenset()
            return
        steps = [right - left for left, right in pairwise(marks)]
        for order in permutations([*steps, around - sum(steps)]):
            for turn in range(around):
                ends = [turn + sum(order[:n]) for n in range(len(order))]
                yield frozenset(end % around + 1 for end in ends)
    elif null == "sizes" or len(sizes) < 2:
        for order in permutations(sizes):
            yield places_of(order)
    else:
        for order in permutations(sizes[1:-1]):
            yield places_of([sizes[0], *order, sizes[-1]])


def pairs(masses: Masses) -> list[tuple[str, str]]:
    return list(combinations(masses, 2)) if sum(next(iter(masses.values()))) > 1 else []


def expected_of_pair(
    similarity: str, masses: Masses, pair: tuple[str, str], null: Null
) -> tuple[Fraction, Fraction]:
    """Average both sides of a pair's ratio over all orders."""
    first, second = (tuple(masses[coder]) for coder in pair)
    return expected(similarity, first, second, null)


@cache
def expected(
    similarity: str, first: tuple[int, ...], second: tuple[int, ...], null: Null
) -> tuple[Fraction, Fraction]:
    found = [
        ratio(similarity, sum(first), a, b)
        for a, b in product(list(orders(first, null)), list(orders(second, null)))
    ]
    agreed, whole = (sum(side, Fraction(0)) / len(found) for side in zip(*found, strict=True))
    return agreed, whole


def observed_of(similarity: str, masses: Masses, coders: set[str]) -> tuple[Fraction, Fraction]:
    agreed = whole = Fraction(0)
    for pair in pairs(masses):
        if coders.issuperset(pair):
            a, b = (places_of(masses[coder]) for coder in pair)
            one, other = ratio(similarity, sum(masses[pair[0]]), a, b)
            agreed, whole = agreed + one, whole + other
    return agreed, whole


def corrected(items: Mapping[str, Masses], coders: set[str], null: Null) -> Fraction:
    """R over S of several items together: (ΣA - Σμ) / (ΣW - Σμ)."""
    agreed = whole = level = Fraction(0)
    for masses in items.values():
        one, other = observed_of("s", masses, coders)
        agreed, whole = agreed + one, whole + other
        level += sum(
            (
                expected_of_pair("s", masses, pair, null)[0]
                for pair in pairs(masses)
                if coders.issuperset(pair)
            ),
            Fraction(0),
        )
    return (agreed - level) / (whole - level)


def share_at_least(similarity: str, masses: Masses, null: Null) -> tuple[float, float]:
    """Shares of all orders of all coders that agree at least as much as they do, and most."""
    values = []
    for arranged in product(*(list(orders(sizes, null)) for sizes in masses.values())):
        sides = [
            ratio(similarity, sum(next(iter(masses.values()))), a, b)
            for a, b in combinations(arranged, 2)
        ]
        agreed, whole = (sum(side, Fraction(0)) for side in zip(*sides, strict=True))
        values.append(agreed / whole)
    agreed, whole = observed_of(similarity, masses, set(masses))
    return (
        sum(value >= agreed / whole for value in values) / len(values),
        sum(value == max(values) for value in values) / len(values),
    )


@pytest.mark.parametrize("null", NULLS)
def test_corrected_agreement_over_s_is_exact(null: Null) -> None:
    table = chance(Corpus.from_masses(ITEMS), shuffling=ChanceOptions(null=null, shuffles=20))
    every = {"x", "y", "z"}
    for row in table.items[:4]:
        assert row.error == 0
        if null == "anchored" and row.item == "gap":
            assert row.corrected == pytest.approx(0)  # only a middle one, which stays
        elif row.shuffled is not None and row.corrected is not None:
            assert row.corrected == pytest.approx(
                float(corrected({row.item: ITEMS[row.item]}, every, null)), abs=1e-12
            )
    expected = float(corrected(ITEMS, every, null))
    assert table.groups[0].error == 0
    assert table.groups[0].corrected == pytest.approx(expected, abs=1e-12)
    assert table.corpus.corrected == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("null", NULLS)
def test_without_a_coder_or_an_item_nothing_is_shuffled_again(null: Null) -> None:
    corpus = Corpus.from_masses(ITEMS)
    (tally,) = group_tallies(corpus, AgreementOptions())
    (expected,) = chance(corpus, shuffling=ChanceOptions(null=null, shuffles=20)).by_coder
    assert expected.shape == tally.numerator.shape

    def left(without: int | None, items: np.ndarray) -> float:
        agreed, whole, level = (
            tally.total(columns[items], without).sum()
            for columns in (tally.numerator, tally.denominator, expected)
        )
        return float((agreed - level) / (whole - level))

    rows = np.arange(len(tally.items))
    for place, coder in enumerate(tally.group.coders):
        others = {"x", "y", "z"} - {coder}
        assert left(place, rows) == pytest.approx(float(corrected(ITEMS, others, null)), abs=1e-12)
    for place, name in enumerate(ITEMS):
        rest = {key: masses for key, masses in ITEMS.items() if key != name}
        assert left(None, rows[rows != place]) == pytest.approx(
            float(corrected(rest, {"x", "y", "z"}, null)), abs=1e-12
        )


@pytest.mark.parametrize("null", NULLS)
@pytest.mark.parametrize("similarity", ["s", "b"])
def test_p_values_come_near_the_share_of_all_orders(similarity: str, null: Null) -> None:
    names = ["a", "b", "gap"]
    corpus = Corpus.from_masses({name: ITEMS[name] for name in names})
    shuffles = 4000
    table = chance(
        corpus,
        AgreementOptions(similarity=similarity),
        ChanceOptions(null=null, shuffles=shuffles, seed=2),
    )
    for row in table.items:
        share, most = share_at_least(similarity, ITEMS[row.item], null)
        assert row.p == pytest.approx(share, abs=4 * 0.5 / shuffles**0.5)
        assert row.p_least == pytest.approx(most, abs=4 * 0.5 / shuffles**0.5)


@pytest.mark.parametrize("null", NULLS)
def test_over_b_what_shuffles_agree_on_is_pooled_like_pairs(null: Null) -> None:
    masses = ITEMS["a"]
    found = chance(
        Corpus.from_masses({"a": masses}),
        AgreementOptions(similarity="b"),
        ChanceOptions(null=null, shuffles=4000, seed=3),
    ).items[0]
    sides = [expected_of_pair("b", masses, pair, null) for pair in pairs(masses)]
    agreed, whole = (sum(side, Fraction(0)) for side in zip(*sides, strict=True))
    assert found.shuffled is not None
    assert found.error is not None
    assert abs(found.shuffled - float(agreed / whole)) <= 4 * found.error + 1e-12


def test_over_b_the_expected_numerators_add_up_to_shuffled_agreement() -> None:
    corpus, options = Corpus.from_masses(ITEMS), AgreementOptions(similarity="b")
    table = chance(corpus, options, ChanceOptions(shuffles=200))
    (tally,) = group_tallies(corpus, options)
    level, agreed, whole = (
        tally.total(columns) for columns in (table.by_coder[0], tally.numerator, tally.denominator)
    )
    group = table.groups[0]
    assert level.sum() / whole.sum() == pytest.approx(group.shuffled)
    assert (agreed.sum() - level.sum()) / (whole.sum() - level.sum()) == pytest.approx(
        group.corrected
    )
    for row, one, all_of_it in zip(table.items, level, whole, strict=True):
        if row.shuffled is not None:
            assert one == pytest.approx(row.shuffled * all_of_it)


def drawn(mass: int) -> Item:
    """Four coders of an item: fine, as fine, coarse, and one without a boundary."""
    random = np.random.default_rng(mass)
    codings = {}
    for coder, count in (("x", mass // 2), ("y", mass // 2 - 3), ("z", mass // 9), ("w", 0)):
        ends = sorted(random.choice(mass - 1, count, replace=False) + 1)
        codings[coder] = np.diff([0, *ends, mass]).tolist()
    return Item.from_masses("it", codings)


def placed(block: Block) -> list[list[Places]]:
    """The places of each coding of a block: by codings of the item, then by coders."""
    bits = bits_of(block.words).reshape(len(block.coders), len(block.items), -1)
    return [
        [frozenset((1 + np.flatnonzero(of_coder)).tolist()) for of_coder in row]
        for row in bits.swapaxes(0, 1)
    ]


def around(places: Places, mass: int) -> list[int]:
    """The distances from boundary to boundary, and from the last one round to the first."""
    marks = sorted(places)
    steps = [right - left for left, right in pairwise(marks)]
    return sorted([*steps, mass - 1 - sum(steps)]) if marks else []


@pytest.mark.parametrize("null", NULLS)
@pytest.mark.parametrize("mass", [20, 63, 64, 65, 66, 128, 129, 207, 300])
def test_shuffles_keep_what_they_should_and_bits_count_their_edits(mass: int, null: Null) -> None:
    item = drawn(mass)
    for block in shuffled_blocks(item, null, 40, np.random.default_rng(7)):
        found = by_bits(block, AgreementOptions())
        for row, codings in enumerate(placed(block)):
            for one, coding in zip(codings, item.codings.values(), strict=True):
                sizes = np.diff([0, *sorted(one), mass]).tolist()
                assert len(one) == len(coding.boundaries)
                if null == "ring":
                    assert around(one, mass) == around(frozenset(coding.boundaries), mass)
                elif null != "places":
                    assert sorted(sizes) == sorted(coding.masses)
                if null == "anchored":
                    assert (sizes[0], sizes[-1]) == (coding.masses[0], coding.masses[-1])
            sides = [ratio("s", mass, a, b) for a, b in combinations(codings, 2)]
            agreed, whole = (sum(side, Fraction(0)) for side in zip(*sides, strict=True))
            assert (found.numerator[row], found.denominator[row]) == (agreed, whole)


@pytest.mark.parametrize(
    "options",
    [
        AgreementOptions(similarity="b"),
        AgreementOptions(similarity="b", n=1),
        AgreementOptions(n=1),
        AgreementOptions(substitution=0.4),
        AgreementOptions(scaling="unscaled", transposition=0.5),
        AgreementOptions(transposition=0),
    ],
)
def test_bits_and_the_edits_of_any_block_agree(options: AgreementOptions) -> None:
    for block in shuffled_blocks(drawn(130), "sizes", 40, np.random.default_rng(8)):
        found, expected = by_bits(block, options), by_values(block, options)
        for name in ("numerator", "denominator", "pair_numerator", "pair_denominator"):
            assert getattr(found, name) == pytest.approx(getattr(expected, name))


@pytest.mark.parametrize(
    ("null", "most_steps"),
    [("ring", 100), ("sizes", 100), ("anchored", 100), ("places", 100), ("places", 0)],
)
def test_every_order_is_as_likely(
    monkeypatch: pytest.MonkeyPatch, null: Null, most_steps: int
) -> None:
    item = Item.from_masses("it", {"x": [1, 2, 3, 1], "y": [1, 1, 4, 1], "z": [2, 1, 1, 1, 2]})
    monkeypatch.setattr(shuffling, "MOST_STEPS", most_steps)
    shuffles = 20_000
    found: list[Counter[Places]] = [Counter() for _ in item.codings]
    for block in shuffled_blocks(item, null, shuffles, np.random.default_rng(9)):
        for codings in placed(block):
            for counter, one in zip(found, codings, strict=True):
                counter[one] += 1
    for counter, coding in zip(found, item.codings.values(), strict=True):
        expected = Counter(orders(coding.masses, null))
        assert counter.keys() == expected.keys()
        for one, times in expected.items():
            share = times / expected.total()
            error = (share * (1 - share) / shuffles) ** 0.5
            assert counter[one] / shuffles == pytest.approx(share, abs=4.5 * error + 1e-12)


@pytest.mark.parametrize("null", NULLS)
@pytest.mark.parametrize("mass", [40, 300])
def test_an_item_has_the_same_shuffles_alone_among_others_and_in_chunks(
    monkeypatch: pytest.MonkeyPatch, mass: int, null: Null
) -> None:
    corpus = Corpus((drawn(mass), *Corpus.from_masses(ITEMS).items))
    options, shuffled = AgreementOptions(similarity="b"), ChanceOptions(null=null, shuffles=60)
    among = chance(corpus, options, shuffled)
    alone = chance(corpus.select(items=["it"]), options, shuffled)
    assert among.items[0] == alone.items[0]
    monkeypatch.setattr(shuffling, "CHUNK_PLACES", 64 * 4 * 7)
    assert chance(corpus, options, shuffled) == among
