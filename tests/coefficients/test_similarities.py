"""Agreement over any similarity: published figures, exact fractions, types, and what is undefined.

The pooled values are computed a second time here, with exact fractions and straight from the
definitions; S itself is covered by test_agreement_table.py. segeval is the peer for pi* over B with
the near-miss window of 2; it wants every coder in every item, and its pi takes an unweighted
mean over items, so items of one mass are compared.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations

import pytest

from segmetrics import Corpus, Item, Segmentation, sample
from segmetrics.coefficients.agreement_table import AgreementRow, agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.similarities import SIMILARITIES
from segmetrics.metrics.blocks.window_blocks import WIDTHS, WindowWidth
from segmetrics.metrics.registry import METRICS
from segmetrics.metrics.windows import window_diff
from tests.support.known import known
from tests.support.peers import segeval
from tests.support.recoded import places_alone, recoded

ONE_CODER = "one coder only: agreement needs two"
NO_PLACE = "an item of one unit has no potential boundary"
NO_BOUNDARY = "nobody placed a boundary"

every_similarity = pytest.mark.parametrize("similarity", SIMILARITIES)


def over(similarity: str, width: WindowWidth = "units") -> AgreementOptions:
    return AgreementOptions(similarity=similarity, width=width)


def first_group() -> Corpus:
    """Moonstone's chapters 1, 3, 4 and 11."""
    items = [item for item in sample("moonstone").items if "an1" in item.codings]
    return Corpus(tuple(items))


def with_coder_none(corpus: Corpus) -> Corpus:
    """The same with one more coder, who places no boundary."""
    return recoded(corpus, lambda item: {**item.codings, "none": Segmentation(item.mass, ())})


def group_of(corpus: Corpus, options: AgreementOptions) -> AgreementRow:
    (row,) = agreement(corpus, options).groups
    return row


def only_item(masses: Mapping[str, list[int]], options: AgreementOptions) -> AgreementRow:
    return agreement(Corpus.from_masses({"item": masses}), options).items[0]


def random_corpus(seed: int, *, least: int = 2, rarely: float = 0.2) -> Corpus:
    """Items of several lengths, each coded by two to five coders who are linked by the first."""
    rng = random.Random(seed)
    items = []
    for place in range(rng.randint(1, 6)):
        mass = rng.randint(least, 25)
        coders = ["c0", *rng.sample(["c1", "c2", "c3", "c4"], rng.randint(1, 4))]
        density = rng.choice((rarely, 0.5))
        codings = {
            coder: Segmentation.from_bits(rng.random() < density for _ in range(mass - 1))
            for coder in coders
        }
        items.append(Item(f"i{place}", codings))
    return Corpus(tuple(items))


# Published figures and the similarities there are


def test_every_symmetric_similarity_of_the_registry_can_be_chosen() -> None:
    symmetric = {key for key, one in METRICS.items() if one.symmetric and not one.penalty}
    assert SIMILARITIES.keys() == symmetric | {"wd"}
    assert {"s", "b", "a", "wd"} <= SIMILARITIES.keys()
    assert all(SIMILARITIES.values())


@pytest.mark.parametrize("key", ["pk", "hierwd", "confusion", "wd_chance", "S", ""])
def test_others_are_refused_with_those_there_are(key: str) -> None:
    with pytest.raises(ValueError, match=f"similarity is one of s, b.*, wd, got '{key}'"):
        AgreementOptions(similarity=key)


def test_a_coder_without_boundaries_raises_pi_over_s_and_lowers_it_over_others() -> None:
    alone, joined = first_group(), with_coder_none(first_group())
    found = {
        key: [known(group_of(corpus, over(key)).pi_star) for corpus in (alone, joined)]
        for key in ("s", "b", "a", "wd")
    }
    assert found["s"] == pytest.approx([0.8206, 0.8346], abs=5e-5)
    assert found["b"] == pytest.approx([0.241, 0.168], abs=5e-4)
    assert all(after < before for before, after in (found["a"], found["wd"]))


@every_similarity
def test_what_does_not_hang_on_the_similarity_stays(similarity: str) -> None:
    corpus = sample("moonstone")
    for row, beside in zip(
        agreement(corpus, over(similarity)).rows, agreement(corpus).rows, strict=True
    ):
        for column in (
            *("level", "item", "bias", "one_minus_wd_mean", "one_minus_wd_sd", "coders"),
            *("boundaries", "mass", "near_misses", "full_misses", "expected_pi", "expected_kappa"),
        ):
            assert getattr(row, column) == getattr(beside, column), column


def test_the_similarity_is_named_in_the_signature() -> None:
    for key in SIMILARITIES:
        assert over(key).signature.startswith((f"similarity={key}, ", f"similarity={key} ("))


# Pooled values, from exact fractions


def b_ratio(a: Segmentation, b: Segmentation) -> tuple[Fraction, Fraction]:
    """Both sides of B for n = 2: runs of neighbouring boundaries of alternating sides pair up."""
    ours, theirs = set(a.boundaries), set(b.boundaries)
    alone = sorted(ours ^ theirs)
    near = at = 0
    while at < len(alone) - 1:
        here, there = alone[at], alone[at + 1]
        joined = there - here == 1 and (here in ours) != (there in ours)
        near += joined
        at += 1 + joined
    counted = Fraction(len(ours & theirs) + len(alone) - near)
    return counted - (len(alone) - 2 * near) - Fraction(near, 2), counted


def pairs_of(corpus: Corpus) -> Iterator[tuple[Segmentation, Segmentation]]:
    for item in corpus.items:
        yield from combinations(item.codings.values(), 2)


def exact_pi(observed: Fraction, corpus: Corpus) -> Fraction:
    """pi* as defined: boundaries over potential boundaries, of all that is compared."""
    codings = [coding for pair in pairs_of(corpus) for coding in pair]
    placed = sum(len(coding.boundaries) for coding in codings)
    expected = Fraction(placed, sum(coding.mass - 1 for coding in codings)) ** 2
    return (observed - expected) / (1 - expected)


@pytest.mark.parametrize("seed", range(60))
def test_b_is_pooled_as_a_ratio_of_sums(seed: int) -> None:
    corpus = random_corpus(seed)
    sides = [b_ratio(a, b) for a, b in pairs_of(corpus)]
    whole = sum((side[1] for side in sides), Fraction(0))
    agreed = sum((side[0] for side in sides), Fraction(0))
    observed = agreed / whole if whole else Fraction(1)
    row = group_of(corpus, over("b"))
    assert row.observed == pytest.approx(float(observed), abs=1e-13)
    assert row.pi_star == pytest.approx(float(exact_pi(observed, corpus)), abs=1e-12)


def test_the_ratio_of_sums_of_moonstone_is_not_the_mean_of_b() -> None:
    corpus = first_group()
    sides = [b_ratio(a, b) for a, b in pairs_of(corpus)]
    agreed = sum((side[0] for side in sides), Fraction(0))
    observed = agreed / sum((side[1] for side in sides), Fraction(0))
    assert exact_pi(observed, corpus) == pytest.approx(0.241, abs=5e-4)
    row = group_of(corpus, over("b"))
    assert row.observed == pytest.approx(float(observed), abs=1e-14)
    assert row.pi_star == pytest.approx(float(exact_pi(observed, corpus)), abs=1e-14)
    assert row.observed != pytest.approx(sum(x / y for x, y in sides) / len(sides), abs=1e-3)


def a_value(a: Segmentation, b: Segmentation) -> Fraction:
    """A, segment by segment: each points at its closest, ties by Jaccard, then the left-most."""
    ours, theirs = (
        [
            set(range(end - size, end))
            for size, end in zip(s.masses, (*s.boundaries, s.mass), strict=True)
        ]
        for s in (a, b)
    )

    def closest(one: set[int], others: list[set[int]]) -> int:
        worth = [(len(one & other), -len(one | other)) for other in others]
        return worth.index(max(worth))

    edges = {(x, closest(one, theirs)) for x, one in enumerate(ours)}
    edges |= {(closest(one, ours), y) for y, one in enumerate(theirs)}
    weights = [Fraction(len(ours[x] & theirs[y]), len(ours[x] | theirs[y])) for x, y in edges]
    return sum(weights, Fraction(0)) / len(weights)


def f1_value(a: Segmentation, b: Segmentation) -> Fraction | None:
    ours, theirs = set(a.boundaries), set(b.boundaries)
    return Fraction(2 * len(ours & theirs), len(ours) + len(theirs)) if ours or theirs else None


def wd_value(a: Segmentation, b: Segmentation) -> Fraction:
    """1 - WindowDiff of both directions, windows of k units, counted one by one."""
    total = Fraction(0)
    for hypothesis, against in ((a, b), (b, a)):
        k = max(2, round(Fraction(against.mass, 2 * (len(against.boundaries) + 1))))
        one, other = hypothesis.bits, against.bits
        windows = range(against.mass - k + 1)
        errors = sum(sum(one[i : i + k - 1]) != sum(other[i : i + k - 1]) for i in windows)
        total += 1 - Fraction(errors, len(windows))
    return total / 2


BY_HAND: dict[str, Callable[[Segmentation, Segmentation], Fraction | None]] = {
    "a": a_value,
    "f1": f1_value,
    "wd": wd_value,
}


def test_each_similarity_is_computed_a_second_time() -> None:
    assert BY_HAND.keys() | {"s", "b"} == SIMILARITIES.keys()


@pytest.mark.parametrize("similarity", BY_HAND)
@pytest.mark.parametrize("seed", range(30))
def test_others_are_means_weighted_by_potential_boundaries(similarity: str, seed: int) -> None:
    corpus = random_corpus(seed, least=8, rarely=0.3)
    valued = [(BY_HAND[similarity](a, b), a.mass - 1) for a, b in pairs_of(corpus)]
    known = [(value, places) for value, places in valued if value is not None]
    observed = sum((v * n for v, n in known), Fraction(0)) / sum(n for _, n in known)
    row = group_of(corpus, over(similarity))
    assert row.observed == pytest.approx(float(observed), abs=1e-13)
    assert row.pi_star == pytest.approx(float(exact_pi(observed, corpus)), abs=1e-12)


def test_a_coder_without_boundaries_shares_none_over_f1() -> None:
    """By hand: pairs of 0, 0 and 1; of 27 decisions 4 are boundaries."""
    row = only_item({"x": [10], "y": [3, 3, 4], "z": [3, 3, 4]}, over("f1"))
    expected = Fraction(4, 27) ** 2
    assert row.observed == pytest.approx(1 / 3, abs=1e-15)
    assert row.pi_star == pytest.approx(float((Fraction(1, 3) - expected) / (1 - expected)))


@pytest.mark.parametrize("width", WIDTHS)
def test_the_width_reaches_wd(width: WindowWidth) -> None:
    masses = {"x": [6, 8], "y": [2, 5, 7], "z": [14]}
    values = []
    for one, other in combinations(map(Segmentation.from_masses, masses.values()), 2):
        found = [window_diff(a, b, width=width).value for a, b in ((one, other), (other, one))]
        assert None not in found
        values.append(1 - sum(value or 0.0 for value in found) / 2)
    row = only_item(masses, over("wd", width))
    assert row.observed == pytest.approx(sum(values) / 3, abs=1e-14)
    assert row.observed == pytest.approx(row.one_minus_wd_mean, abs=1e-14)


def test_the_near_miss_window_reaches_b() -> None:
    # Boundaries after 1 and 4 against 3 and 6. With n = 2 there is a near miss of distance 1,
    # half right of 3 edits; with n = 3 there are two of distance 2, each right by a third.
    masses = {"x": [1, 3, 3], "y": [3, 3, 1]}
    for n, observed in ((2, Fraction(1, 6)), (3, Fraction(1, 3))):
        row = only_item(masses, AgreementOptions(similarity="b", n=n))
        assert row.observed == pytest.approx(float(observed), abs=1e-15)


def test_weights_of_s_leave_b_alone() -> None:
    corpus = sample("moonstone")
    weighed = AgreementOptions(
        similarity="b", substitution=0.5, transposition=0.25, scaling="unscaled"
    )
    for row, beside in zip(
        agreement(corpus, weighed).rows, agreement(corpus, over("b")).rows, strict=True
    ):
        assert row.pi_star == beside.pi_star


# segeval


def complete_codings(seed: int) -> dict[str, dict[str, tuple[int, ...]]]:
    """Items of one mass, coded by the same coders, in every item a boundary of each."""
    rng = random.Random(seed)
    mass, coders = rng.randint(4, 50), rng.randint(2, 6)
    return {
        f"i{place}": {
            f"c{coder}": Segmentation.from_positions(
                mass, rng.sample(range(1, mass), rng.randint(1, mass // 2))
            ).masses
            for coder in range(coders)
        }
        for place in range(rng.randint(1, 5))
    }


@pytest.mark.parametrize("seed", range(40))
def test_pi_and_kappa_over_b_as_segeval(seed: int) -> None:
    codings = complete_codings(seed)
    row = group_of(Corpus.from_masses(codings), over("b"))
    theirs = {"fnc_compare": segeval.boundary_similarity, "n_t": 2}
    assert row.pi_star == pytest.approx(
        float(segeval.fleiss_pi_linear(codings, **theirs)), abs=1e-12
    )
    kappa = float(segeval.fleiss_kappa_linear(codings, **theirs))
    assert row.kappa_star == pytest.approx(kappa, abs=1e-12)


# Identity, and what is undefined


@every_similarity
def test_coders_who_are_alike_agree_perfectly(similarity: str) -> None:
    masses = {"a": [2, 3, 4], "b": [1, 1, 5, 2], "c": [3, 5]}
    coding = typed(9, {2: "act", 5: "act scene", 7: "scene"})
    for corpus in (
        Corpus.from_masses({name: dict.fromkeys("xyz", m) for name, m in masses.items()}),
        Corpus((Item("i", dict.fromkeys("xyz", coding)),)),
    ):
        for row in agreement(corpus, over(similarity)).rows:
            assert row.pi_star == pytest.approx(1, abs=1e-15)
            assert row.kappa_star == pytest.approx(1, abs=1e-15)
            assert row.bias == pytest.approx(0, abs=1e-15)
            assert row.observed in (1.0, None)


@every_similarity
def test_one_coder_one_unit_and_boundaries_everywhere_leave_nothing(similarity: str) -> None:
    for masses, why in (({"x": [2, 3]}, ONE_CODER), ({"x": [1], "y": [1]}, NO_PLACE)):
        table = agreement(Corpus.from_masses({"i": masses}), over(similarity))
        for row in table.rows[:2]:
            assert (row.pi_star, row.kappa_star, row.observed) == (None, None, None)
            assert row.undefined["pi_star"] == row.undefined["kappa_star"] == why
        assert table.corpus.undefined["pi_star"] == "no coder group has a value"
    row = only_item({"x": [1, 1, 1], "y": [1, 1, 1]}, over(similarity))
    assert (row.observed, row.pi_star) == (1.0, None)
    assert "by chance alone agreement would be 1.0000" in row.undefined["pi_star"]


@pytest.mark.parametrize("similarity", ["s", "b", "a", "wd"])
def test_without_any_boundary_all_agree_and_the_row_says_so(similarity: str) -> None:
    row = only_item({"x": [5], "y": [5]}, over(similarity))
    assert (row.observed, row.pi_star, row.kappa_star) == (1.0, 1.0, 1.0)
    assert row.note == NO_BOUNDARY


@every_similarity
def test_pairs_without_a_value_take_no_part_in_a_group(similarity: str) -> None:
    # An item of one unit says nothing: the group is as without it.
    masses = {"a": {"x": [2, 3, 4], "y": [2, 4, 3]}}
    alone = group_of(Corpus.from_masses(masses), over(similarity))
    joined = group_of(Corpus.from_masses(masses | {"b": {"x": [1], "y": [1]}}), over(similarity))
    assert joined.observed == alone.observed
    assert joined.pi_star == pytest.approx(alone.pi_star, abs=1e-15)


@every_similarity
def test_values_are_plain_floats_or_none_with_a_reason(similarity: str) -> None:
    for seed in range(25):
        for row in agreement(random_corpus(seed, least=1), over(similarity)).rows:
            for column in ("pi_star", "kappa_star", "bias"):
                value = getattr(row, column)
                if value is None:
                    assert row.undefined[column]
                else:
                    assert type(value) is float
                    assert value == value
                    assert column not in row.undefined
            assert row.pi_star is None or row.pi_star <= 1
            assert row.observed is None or 0 <= row.observed <= 1 + 1e-12


# Types


def typed(mass: int, places: Mapping[int, str]) -> Segmentation:
    """A segmentation from position to the names of its types, with spaces between."""
    sets = tuple(frozenset(names.split()) for names in places.values())
    return Segmentation(mass, tuple(places), types=sets)


def typed_example() -> Corpus:
    """Two coders, 9 units, types act and scene.

    act: x at 3, y at 3, a match. scene: x at 5 and 8, y at 6, a near miss and a full miss.
    """
    one = typed(9, {3: "act", 5: "scene", 8: "scene"})
    other = typed(9, {3: "act", 6: "scene"})
    return Corpus((Item("i", {"x": one, "y": other}),))


def test_s_of_types_counts_each_type_at_each_place() -> None:
    row = agreement(typed_example(), over("s")).items[0]
    assert row.observed == 1 - 2 / 16  # 2 edits in 2 types * 8 places
    assert (row.near_misses, row.full_misses, row.boundaries) == (1, 1, 5)
    assert row.type_misses == 0


def test_b_of_types_is_edits_and_matches_of_all_types() -> None:
    row = agreement(typed_example(), over("b")).items[0]
    assert row.observed == 1.5 / 3  # a match, half a near miss, a full miss


def test_expected_agreement_is_summed_over_types() -> None:
    act, scene = Fraction(2, 16), Fraction(3, 16)
    pi = act**2 + scene**2
    kappa = Fraction(1, 8) * Fraction(1, 8) + Fraction(2, 8) * Fraction(1, 8)
    for similarity, observed in (("s", Fraction(14, 16)), ("b", Fraction(1, 2))):
        row = agreement(typed_example(), over(similarity)).items[0]
        assert row.expected_pi == float(pi)
        assert row.expected_kappa == float(kappa)
        assert row.bias == pytest.approx(float(pi - kappa), abs=1e-16)
        assert row.pi_star == pytest.approx(float((observed - pi) / (1 - pi)), abs=1e-15)
        assert row.kappa_star == pytest.approx(float((observed - kappa) / (1 - kappa)), abs=1e-15)


def test_types_are_those_of_the_whole_corpus() -> None:
    # The second item knows of no act, yet it could have stood there: 2 types * 4 places.
    second = Item("j", {"x": typed(5, {2: "scene"}), "y": typed(5, {})})
    corpus = Corpus((*typed_example().items, second))
    table = agreement(corpus, over("s"))
    assert table.items[1].observed == 1 - 1 / 8
    (row,) = table.groups
    assert row.observed == pytest.approx(1 - 3 / 24, abs=1e-15)
    act, scene = Fraction(2, 24), Fraction(4, 24)
    assert row.expected_pi == pytest.approx(float(act**2 + scene**2), abs=1e-16)
    kappa = Fraction(1, 12) * Fraction(1, 12) + Fraction(3, 12) * Fraction(1, 12)
    assert row.expected_kappa == pytest.approx(float(kappa), abs=1e-16)


def test_one_type_for_another_is_a_full_miss() -> None:
    item = Item("i", {"x": typed(6, {3: "act"}), "y": typed(6, {3: "scene"})})
    row = agreement(Corpus((item,)), over("b")).items[0]
    assert (row.near_misses, row.full_misses, row.type_misses) == (0, 1, 1)
    assert row.observed == 0.0
    # One edit in S too, of 2 types * 5 places.
    assert agreement(Corpus((item,)), over("s")).items[0].observed == 1 - 1 / 10


@pytest.mark.parametrize("similarity", ["s", "b"])
def test_one_type_is_as_without_types(similarity: str) -> None:
    for seed in range(15):
        plain = random_corpus(seed)
        items = (
            Item(
                i.name,
                {
                    c: typed(s.mass, dict.fromkeys(s.boundaries, "act"))
                    for c, s in i.codings.items()
                },
            )
            for i in plain.items
        )
        one, other = (group_of(c, over(similarity)) for c in (plain, Corpus(tuple(items))))
        assert one.pi_star == pytest.approx(other.pi_star, abs=1e-13)
        assert one.kappa_star == pytest.approx(other.kappa_star, abs=1e-13)
        assert (one.near_misses, one.full_misses) == (other.near_misses, other.full_misses)


def test_types_tell_s_and_b_of_the_dialogue_more() -> None:
    corpus = sample("dialogue")
    plain = places_alone(corpus)
    for similarity in ("s", "b"):
        one, other = (group_of(c, over(similarity)) for c in (corpus, plain))
        assert one.observed != other.observed
