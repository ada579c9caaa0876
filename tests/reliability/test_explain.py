"""The loss taken apart, and what is said about it."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from segmetrics import sample
from segmetrics.claims.agreement_claims import claims_on_agreement
from segmetrics.claims.verdict_rows import verdicts_on_texts
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus, Item
from segmetrics.metrics.edits import EditKind, boundary_edits
from segmetrics.reliability.chance import chance
from segmetrics.reliability.chance_verdicts import true_of_these
from segmetrics.reliability.explain import Explainer, Explanation, explain
from segmetrics.reliability.intervals import intervals
from segmetrics.reliability.jackknife import TOO_WIDE, Interval
from segmetrics.reliability.loss import Disagreement, Loss
from segmetrics.reliability.narrative import Sentence
from segmetrics.reliability.reliability_table import ReliabilityRow, reliability_of
from segmetrics.reliability.shuffling import ChanceOptions, Null
from segmetrics.segmentation import Segmentation
from tests.support.drawn_corpora import corpora, low_by_one
from tests.support.known import known

NEAR, FULL, OTHER = EditKind.TRANSPOSITION, EditKind.SUBSTITUTION, EditKind.TYPE_SUBSTITUTION
FEW = ChanceOptions(shuffles=50)


def explained(corpus: Corpus, options: AgreementOptions | None = None) -> list[Explanation]:
    """Every item and every group."""
    options = replace(options or AgreementOptions(), similarity="s")
    explainer = Explainer.of(corpus, options, reliability_of(corpus, options, FEW))
    groups = range(len(corpus.groups))
    return [
        *(explainer.item(item.name) for item in corpus.items),
        *(explainer.group(g) for g in groups),
    ]


def loss_of(found: Explanation) -> Loss:
    return known(found.loss)


def costs(parts: object) -> dict[object, float]:
    assert isinstance(parts, dict)
    return {key: part.cost for key, part in parts.items()}


def views(loss: Loss) -> list[list[float]]:
    """The costs of each way of taking the loss apart."""
    each = (loss.kinds, loss.places, loss.items, loss.pairs, loss.coders)
    return [list(costs(parts).values()) for parts in each]


def one_item(*masses: list[int]) -> Explanation:
    corpus = Corpus.from_masses({"a": dict(zip("uvwxyz", masses, strict=False))})
    return Explainer.of(corpus, AgreementOptions()).item("a")


def test_a_loss_counted_by_hand() -> None:
    # u: 3, 8; v: 4, 8; w: 3. u-v: near miss 3-4. u-w: full miss 8. v-w: near miss, full miss.
    loss = loss_of(one_item([3, 5, 4], [4, 4, 4], [3, 9]))
    assert (loss.total.edits, loss.total.cost, loss.potential_boundaries) == (4, 4.0, 33)
    assert costs(loss.kinds) == {NEAR: 2.0, FULL: 2.0}
    assert costs(loss.places) == {("a", 3): 1.0, ("a", 4): 1.0, ("a", 8): 2.0}
    assert costs(loss.pairs) == {("u", "v"): 1.0, ("u", "w"): 1.0, ("v", "w"): 2.0}
    assert costs(loss.coders) == {"u": 1.0, "v": 1.5, "w": 1.5}
    assert {place: part.edits for (_, place), part in loss.places.items()} == {3: 2, 4: 2, 8: 2}


def test_disagreements_are_edits_that_overlap() -> None:
    found = one_item([3, 5, 4], [4, 4, 4], [3, 9])
    assert found.disagreements == (
        Disagreement(3, {"u": 0.5, "v": 1.0, "w": 0.5}),
        Disagreement(8, {"u": 0.5, "v": 0.5, "w": 1.0}),
    )


def test_types_and_wide_windows_cost_what_the_model_says() -> None:
    a, b = frozenset("a"), frozenset("b")
    x = Segmentation(21, (3, 10, 15), types=(a, a, b))
    y = Segmentation(21, (3, 12), types=(b, a))
    corpus = Corpus((Item("i", {"x": x, "y": y}),))
    options = AgreementOptions(n=3, substitution=0.5, transposition=0.25)
    found = Explainer.of(corpus, options).item("i")
    loss = loss_of(found)
    # te(3, 2) = 1.5; 20 places of each of two types.
    assert costs(loss.kinds) == {NEAR: 0.375, FULL: 0.5, OTHER: 0.5}
    assert costs(loss.places) == {
        ("i", 3): 0.5,
        ("i", 10): 0.1875,
        ("i", 12): 0.1875,
        ("i", 15): 0.5,
    }
    assert loss.total.of_s == pytest.approx(1.375 / 40)
    text = next(one.text for one in found.sentences if one.cause == "misses")
    assert text == (
        "3 disagreements between pairs: 1 is about whether a segment begins, 1 about exactly where "
        "one begins, 1 about the type of a boundary."
    )


@pytest.mark.parametrize(
    ("masses", "text"),
    [
        (([4, 6], [10]), "The one disagreement between pairs is about whether a segment begins."),
        (([4, 6], [5, 5]), "The one disagreement between pairs is about exactly where one begins."),
        (([4, 4, 2], [10]), "Both disagreements between pairs are about whether a segment begins."),
        (([2, 2, 2, 4], [10]), "All 3 disagreements between pairs are about whether"),
        (([4, 4, 2], [5, 5]), "2 disagreements between pairs: 1 is about whether a segment"),
    ],
)
def test_disagreements_are_counted_by_what_they_are_about(
    masses: tuple[list[int], ...], text: str
) -> None:
    assert said(one_item(*masses))["misses"].text.startswith(text)


@given(corpora(), st.integers(1, 5))
def test_every_view_adds_up_exactly_under_unit_weights(corpus: Corpus, n: int) -> None:
    options = AgreementOptions(n=n)
    for found in explained(corpus, options):
        if found.loss is None:
            assert found.over_s.observed is None
            continue
        total = Fraction(found.loss.total.cost)
        for view in views(found.loss):
            assert sum(map(Fraction, view)) == total
        if found.rest:
            whole = [[one.costs[coder] for coder in one.costs] for one in found.disagreements]
            assert sum(Fraction(cost) for row in whole for cost in row) == total
        assert found.loss.total.of_s == pytest.approx(1 - known(found.over_s.observed), abs=1e-12)


@given(
    corpora(),
    st.floats(0, 1),
    st.floats(0, 1),
    st.sampled_from(["te", "unscaled"]),
    st.sampled_from(["defined", "published"]),
)
def test_every_view_adds_up_to_what_s_and_pi_lack(
    corpus: Corpus, substitution: float, transposition: float, scaling: Any, convention: Any
) -> None:
    options = AgreementOptions(
        n=3,
        substitution=substitution,
        transposition=transposition,
        scaling=scaling,
        convention=convention,
    )
    for found in explained(corpus, options):
        row = found.over_s
        if found.loss is None or row.observed is None:
            continue
        loss = found.loss
        for parts in (loss.kinds, loss.places, loss.items, loss.pairs, loss.coders):
            values = list(parts.values())
            assert sum(part.of_s for part in values) == pytest.approx(1 - row.observed, abs=1e-12)
            if row.pi_star is not None:
                lack = sum(part.of_pi or 0.0 for part in values)
                assert lack == pytest.approx(1 - row.pi_star, rel=1e-9, abs=1e-9)
        assert (loss.total.of_pi is None) == (row.pi_star is None)


def test_the_figures_are_those_of_the_agreement_table() -> None:
    corpus = sample("moonstone")
    options = AgreementOptions(convention="published", similarity="b")
    explainer = Explainer.of(corpus, options)
    ch1 = explainer.item("ch1")
    # Fournier & Inkpen (2012), Table 2: pi*, near and full misses of chapter 1.
    assert ch1.over_s.pi_star == pytest.approx(0.7452, abs=5e-5)
    assert {kind: part.edits for kind, part in loss_of(ch1).kinds.items()} == {NEAR: 4, FULL: 13}
    table = agreement(corpus, options)
    assert ch1.over_b.pi_star == table.items[0].pi_star
    group = explainer.group(0)
    assert loss_of(group).total.of_pi == pytest.approx(1 - (group.over_s.pi_star or 0))
    by_item = [loss_of(explainer.item(name)) for name in corpus.groups[0].items]
    assert loss_of(group).total.cost == sum(loss.total.cost for loss in by_item)
    assert [part.cost for part in loss_of(group).items.values()] == [
        loss.total.cost for loss in by_item
    ]


@pytest.mark.parametrize(
    ("boundaries", "named"),
    [
        # Twice as many as each other, and four more.
        ((6, 2, 1, 0), ["c0: the others 0 to 2"]),
        ((8, 4, 4, 4), ["c0: the others 4"]),
        ((5, 2, 2, 2), []),
        ((20, 11, 10), []),
        ((1, 5, 6), ["c0: the others 5 to 6"]),
        ((0, 4, 4), ["c0: the others 4"]),
        ((2, 5, 9), []),
        # Of two, neither can be the one.
        ((20, 2), []),
    ],
)
def test_a_coder_whose_number_of_boundaries_is_far_from_all_others_is_named(
    boundaries: tuple[int, ...], named: list[str]
) -> None:
    codings = {
        f"c{place}": Segmentation(100, tuple(range(1, count + 1)))
        for place, count in enumerate(boundaries)
    }
    found = Explainer.of(Corpus((Item("a", codings),)), AgreementOptions()).item("a")
    texts = [(one.coder, one.text) for one in found.sentences if one.cause == "granularity"]
    assert [f"{coder}: {text.split(', ')[1]}" for coder, text in texts] == named
    for coder, text in texts:
        count = boundaries[int(coder[1:])]
        assert text.startswith(f"{coder} sets {count} boundar")


def test_who_stands_apart_in_chapter_19_is_named(complete_moonstone: Corpus) -> None:
    text = said(Explainer.of(complete_moonstone).item("ch19"))["granularity"].text
    assert text == (
        "an25 sets 6 boundaries, the others 0 to 2, and takes part in 22 of the 34 disagreements "
        "between pairs."
    )
    item = complete_moonstone["ch19"]
    pairs = list(combinations(item.codings, 2))
    edits = {
        pair: len(boundary_edits(*(item.codings[one] for one in pair)).edits) for pair in pairs
    }
    assert sum(edits.values()) == 34
    assert sum(count for pair, count in edits.items() if "an25" in pair) == 22


def said(found: Explanation) -> dict[str, Sentence]:
    return {one.cause: one for one in found.sentences}


def drawn(
    seed: int, coders: int, mass: int, *, items: int = 1, odd: bool = False, rate: float = 0.12
) -> Corpus:
    """Coders who share most boundaries and add some of their own; perhaps one who does not."""
    rng = random.Random(seed)
    made = []
    for number in range(items):
        truth = [p for p in range(1, mass) if rng.random() < rate]
        codings = {}
        for coder in range(coders):
            kept = 0.0 if odd and coder == 0 else 0.8
            own = rate * (1 - kept)
            places = {p for p in truth if rng.random() < kept}
            places |= {p for p in range(1, mass) if rng.random() < own}
            codings[f"c{coder}"] = Segmentation(mass, tuple(sorted(places)))
        made.append(Item(f"i{number}", codings))
    return Corpus(tuple(made))


def test_a_planted_coder_is_named_in_a_group() -> None:
    explainer = Explainer.of(drawn(9, 5, 60, items=12, odd=True), AgreementOptions())
    group = explainer.group(0)
    assert said(group)["coder"].text.startswith("c0 agrees far less with the others, kappa ")
    assert said(group)["coder"].numbers["kappa"] < 0.1


def test_the_misses_expected_of_an_item_are_at_the_rate_of_those_not_outlying() -> None:
    """By hand: all agree in nine items but w, who adds a boundary; in one nobody agrees."""
    usual = {f"i{n}": {"u": [9, 11], "v": [9, 11], "w": [9, 4, 7]} for n in range(9)}
    bad = {"u": [2, 2, 2, 14], "v": [7, 2, 2, 9], "w": [12, 2, 2, 4]}
    found = Explainer.of(Corpus.from_masses(usual | {"bad": bad})).item("bad")
    assert found.rest is not None and found.rest.outlying
    # A usual item has 4 boundaries, each in 2 pairs, and 2 misses. The odd one has 9 boundaries,
    # of which 6 and 7, and 11 and 12, are near misses.
    assert found.rest.misses == 16
    assert found.rest.misses_expected == pytest.approx(18 * 2 / 8)
    assert "Pairs disagree 16 times; for so many boundaries, 5 would be usual. " in (
        said(found)["size"].text
    )


@pytest.mark.parametrize(
    ("own", "others", "text"),
    [
        (2, 5, "c0 sets fewer boundaries than the others: 1 for each 2.5 of theirs (95% "),
        (5, 2, "c0 sets 2.5 times as many boundaries as the others (95% "),
    ],
)
def test_of_two_rates_the_larger_is_set_beside_the_smaller(
    own: int, others: int, text: str
) -> None:
    rng = random.Random(1)
    items = []
    for number in range(20):
        each = (own, others, others, others)
        codings = {
            f"c{coder}": Segmentation(60, tuple(sorted(rng.sample(range(1, 60), boundaries))))
            for coder, boundaries in enumerate(each)
        }
        items.append(Item(f"i{number}", codings))
    found = Explainer.of(Corpus(tuple(items))).group(0)
    (sentence,) = [one for one in found.sentences if one.cause == "granularity"]
    assert sentence.text.startswith(text)
    (row,) = [row for row in found.findings if row.coder == "c0"]
    times, (low, high, _) = row.times_more
    assert times == pytest.approx(2.5)
    assert low is not None and high is not None and 1 < low < 2.5 < high
    assert sentence.text.endswith(f"interval {low:.1f} to {high:.1f}).")
    # The number stays the coder's beside the others'.
    assert sentence.numbers["ratio"] == pytest.approx(own / others)


@pytest.mark.parametrize(("coders", "mass"), [(3, 40), (4, 100), (6, 200)])
def test_nobody_and_nowhere_is_named_where_all_is_chance(coders: int, mass: int) -> None:
    corpus = drawn(coders, coders, mass, items=150)
    explainer = Explainer.of(corpus, AgreementOptions())
    causes = Counter[str]()
    less = 0
    for item in corpus.items:
        found = said(explainer.item(item.name))
        causes.update(list(found))
        less += found["size"].text.startswith("Coders agree less") if "size" in found else 0
    # At a level of 0.01, 6 of 150 and more have a probability of 0.004.
    for cause in ("coder", "place", "granularity", "bias"):
        assert causes[cause] < 6
    assert less < 6
    assert causes["misses"] + causes["none"] == 150


def test_a_coder_with_one_odd_boundary_is_not_named() -> None:
    found = one_item([5, 5, 10], [5, 15], [5, 15], [5, 15])
    loss = loss_of(found)
    assert 2 * loss.coders["u"].cost == loss.total.cost  # in every edit, but it is one boundary
    assert "coder" not in said(found)


def test_a_planted_stretch_is_named() -> None:
    rng = random.Random(3)
    shared = list(range(10, 300, 10))
    codings = {}
    for coder in "wxyz":
        own = set(rng.sample([p for p in range(201, 230) if p not in shared], 6))
        codings[coder] = Segmentation(300, tuple(sorted(own.union(shared))))
    explainer = Explainer.of(Corpus((Item("a", codings),)), AgreementOptions())
    place = said(explainer.item("a"))["place"]
    assert 201 <= place.numbers["first"] < place.numbers["last"] <= 230
    assert place.numbers["p"] <= 0.01


def test_the_stretch_is_the_shortest_with_half_of_the_loss() -> None:
    # All pairs of places, one by one.
    masses = {"u": [30] * 10, "v": [30] * 4 + [2, 2, 2, 2, 2, 2, 2, 16] + [30] * 5, "w": [30] * 10}
    found = one_item(*masses.values())
    at = {one.place: sum(one.costs.values()) for one in found.disagreements}
    total = sum(at.values())
    best = min(
        last - first
        for first, last in combinations(sorted(at), 2)
        if sum(cost for place, cost in at.items() if first <= place <= last) >= total / 2
    )
    numbers = said(found)["place"].numbers
    assert numbers["last"] - numbers["first"] == best + 1


def test_a_short_low_item_is_said_to_be_open() -> None:
    corpus = sample("moonstone")
    found = said(Explainer.of(corpus, AgreementOptions()).item("ch1"))
    assert found["size"].text == (
        "Agreement is lower here than on their 3 other items (R 0.16; 0.22 on the rest). That "
        "may be bad luck; one item seldom tells."
    )
    assert found["chance"].text.startswith(
        "Coders agree on ch1 hardly more than by chance (R 0.16; p = 0."
    )
    assert found["chance"].numbers["p"] > 0.05
    assert list(found)[:3] == ["chance", "size", "misses"]


def one_guessed(seed: int = 0) -> Corpus:
    """Draw six texts of seven coders who find most breaks, but in the first mark at random."""
    random = np.random.default_rng(seed)
    masses: dict[str, dict[str, list[int]]] = {}
    for text in range(6):
        breaks = np.sort(random.choice(np.arange(2, 60, 2), 10, replace=False))
        masses[f"t{text}"] = {}
        for coder in "abcdefg":
            own = breaks[random.random(10) < 0.85]
            if not text:
                own = np.sort(random.choice(np.arange(1, 60), 9, replace=False))
            masses[f"t{text}"][coder] = np.diff([0, *own.tolist(), 60]).tolist()
    return Corpus.from_masses(masses)


def test_what_is_clearly_the_lowest_is_so_on_the_page_of_the_item_too() -> None:
    corpus = one_guessed()
    explainer = Explainer.of(corpus, AgreementOptions())
    grounds = explainer.grounds
    table = verdicts_on_texts(grounds.over_s, grounds.reliability, grounds.around)
    claim = known(claims_on_agreement(table).one("lowest", "item"))
    assert claim.names == ("t0",) == grounds.lowest
    found = explainer.item("t0")
    assert found.clearly_lowest and not explainer.item("t1").clearly_lowest
    usual = replace(found, rest=known(found.rest)._replace(outlying=False))
    for one in (usual, replace(usual, clearly_lowest=False)):
        text = said(one)["size"].text
        assert text.startswith("Agreement is clearly the lowest here") == one.clearly_lowest
        assert ("bad luck" in text) != one.clearly_lowest


def test_r_below_a_limit_is_not_rounded_onto_it_in_any_sentence() -> None:
    found = Explainer.of(one_guessed(), AgreementOptions()).item("t0")
    close = replace(found, reliability=found.reliability._replace(corrected=0.3975))
    for outlying in (True, False):
        rest = known(found.rest)._replace(outlying=outlying)
        assert "R 0.398" in said(replace(close, rest=rest))["size"].text


def test_an_item_is_compared_with_the_others_of_its_group() -> None:
    corpus = sample("moonstone")
    explainer = Explainer.of(corpus)
    group = corpus.groups[0].items
    for name in group:
        rest = corpus.select(items=[item for item in group if item != name])
        found = known(explainer.item(name).rest)
        assert found.value == pytest.approx(chance(rest).groups[0].corrected)
    numbers = said(explainer.item("ch1"))["size"].numbers
    own = known(explainer.item("ch1").rest)
    assert numbers["others"] == own.value
    assert numbers["corrected"] < numbers["others"]


def test_an_item_whose_interval_includes_0_has_its_verdict_for_these_coders() -> None:
    corpus = sample("moonstone")
    found = Explainer.of(corpus).item("ch1")
    judged = found.reliability._replace(verdict="well_beyond_chance")
    wide = Interval(None, None, TOO_WIDE)
    for ends, told in ((Interval(-0.06, 0.9), True), (wide, True), (Interval(0.2, 0.9), False)):
        sentence = said(replace(found, reliability=judged, interval=ends))["chance"].text
        assert sentence.startswith("Coders agree on ch1 well beyond chance")
        around = "\N{MINUS SIGN}0.06 to 0.90" if ends.low == -0.06 else ""
        assert sentence.endswith(f" {true_of_these(around)}") == told


def test_a_planted_item_is_said_to_be_less_reliable() -> None:
    good = {f"i{n}": {coder: [n + 2, 9, 20 - n] for coder in "uvwxyz"} for n in range(9)}
    places = range(2, 26, 4)
    bad = {coder: [p, 2, 29 - p] for coder, p in zip("uvwxyz", places, strict=True)}
    explainer = Explainer.of(Corpus.from_masses(good | {"bad": bad}), AgreementOptions())
    found = said(explainer.item("bad"))
    assert found["size"].text.startswith("Coders agree less here than on their 9 other items ")
    assert found["size"].numbers["others"] == 1.0
    # All others are alike, without a miss.
    assert "for so many boundaries, 0 would be usual" in found["size"].text
    assert said(explainer.item("i0")).keys() == {"chance", "none"}
    alone = {"alone": {"u": [3, 4]}}
    explainer = Explainer.of(Corpus.from_masses(good | {"bad": bad} | alone), AgreementOptions())
    assert "on their 9 other items " in said(explainer.item("bad"))["size"].text


@pytest.mark.parametrize("null", get_args(Null))
def test_the_first_sentence_is_the_verdict(null: Null) -> None:
    corpus = sample("moonstone")
    table = reliability_of(corpus, shuffling=ChanceOptions(null=null, shuffles=200))
    explainer = Explainer.of(corpus, reliability=table)
    starts = {
        "well_beyond_chance": "Coders agree {} well beyond chance (R ",
        "beyond_chance": "Agreement {} is low, but beyond chance (R ",
        "too_short": "Too little to tell: even the best possible agreement {} could be chance (R ",
        "not_distinguishable": "Coders agree {} hardly more than by chance (R ",
    }
    found: list[tuple[Explanation, ReliabilityRow]] = [
        *zip((explainer.item(item.name) for item in corpus.items), table.items, strict=True),
        *zip(map(explainer.group, range(len(corpus.groups))), table.groups, strict=True),
    ]
    for one, row in found:
        first = one.sentences[0]
        assert row.verdict is not None and row.corrected is not None
        on = f"on {row.item}"
        if row.level == "group":
            (group,) = [one for one in corpus.groups if one.name == row.item]
            on = f"in group {row.item} ({len(group.coders)} coders)"
        assert first.text.startswith(starts[row.verdict].format(on))
        assert re.search(rf"\(R {row.corrected:.2f}; p ", first.text)
    assert len({row.verdict for _, row in found}) > 1


def test_an_item_that_is_too_short_is_said_to_be_so() -> None:
    # Of the two places of each coder's boundary half agree: p is never below a half.
    found = said(one_item([1, 2], [1, 2]))
    start = "Too little to tell: even the best possible agreement on a could be chance (R 1.00; "
    assert found["chance"].text.startswith(start)


def test_a_verdict_over_another_similarity_names_it() -> None:
    corpus = sample("moonstone")
    table = reliability_of(corpus, AgreementOptions(similarity="b"), FEW)
    found = said(Explainer.of(corpus, AgreementOptions(), table).item("ch2"))
    assert " chance (R over B " in found["chance"].text
    assert found["chance"].numbers["corrected"] == table.items[1].corrected
    assert found["misses"].numbers["loss"] > 0


def test_a_group_with_a_wide_interval_says_what_it_rests_on() -> None:
    corpus = sample("moonstone")
    explainer = Explainer.of(corpus)
    found = said(explainer.group(0))["size"]
    around = intervals(corpus, chance=explainer.grounds.reliability.chance).groups[0].corrected
    assert (found.numbers["low"], found.numbers["high"]) == (around.low, around.high)
    assert found.text.startswith("R of group an1-an4 is uncertain (R 0.22, 95% ")
    assert found.text.endswith("as it rests on 4 items and 4 coders.")


def test_bias_is_said_where_coders_mark_unequally_often() -> None:
    fine, coarse = [1] * 80 + [20], [25] * 4
    found = said(one_item(fine, coarse, coarse))
    assert found["bias"].numbers["bias"] > 0
    assert found["granularity"].coder == "u"
    same = said(one_item([2] * 50, [1, *[2] * 49, 1], [1, *[2] * 49, 1]))
    assert "bias" not in same


def test_high_pi_beside_low_alpha_is_explained_by_sparsity() -> None:
    found = said(one_item([50, 50], [20, 80], [70, 30]))
    numbers = found["sparsity"].numbers
    assert numbers["pi*_S"] > 0.9
    assert numbers["alpha"] < 0
    assert numbers["density"] == pytest.approx(3 / 297)
    dense = one_item([2] * 10, [2] * 10, [2] * 9 + [1, 1])
    assert not any("S flatters" in one.text for one in dense.sentences)


@pytest.mark.parametrize(
    ("masses", "cause", "words"),
    [
        ({"x": [2, 2]}, "undefined", "one coder only"),
        ({"x": [1], "y": [1]}, "undefined", "no potential boundary"),
        ({"x": [1, 1, 1], "y": [1, 1, 1]}, "undefined", "nothing is left"),
        ({"x": [4], "y": [4]}, "none", "Nobody set a boundary"),
        ({"x": [2, 2], "y": [2, 2]}, "none", "agree at every place"),
    ],
)
def test_what_cannot_be_explained_is_said_to_be_so(
    masses: dict[str, list[int]], cause: str, words: str
) -> None:
    for found in explained(Corpus.from_masses({"a": masses})):
        *before, sentence = found.sentences
        # Two boundaries at three places meet by chance in a third of all cases.
        assert [one.cause for one in before] == ["chance"] * (words == "agree at every place")
        assert sentence.cause == cause
        assert words in sentence.text


def test_edits_that_cost_nothing_are_no_crash() -> None:
    corpus = Corpus.from_masses({"a": {"x": [3, 7], "y": [4, 6], "z": [9, 1]}})
    options = AgreementOptions(substitution=0, transposition=0)
    for found in explained(corpus, options):
        assert loss_of(found).total.cost == 0
        assert "misses" in said(found)


@given(corpora())
def test_every_corpus_has_sentences_with_their_numbers(corpus: Corpus) -> None:
    for found in explained(corpus):
        assert found.sentences
        assert found.sentences == found.sentences
        for sentence in found.sentences:
            assert sentence.text[0] and sentence.text.endswith(".")
            assert "nan" not in sentence.text and "None" not in sentence.text
            assert all(number == number for number in sentence.numbers.values())


def test_the_same_input_gives_the_same_explanation() -> None:
    corpus = drawn(5, 4, 80, items=2, odd=True)
    first, second = (explained(corpus) for _ in range(2))
    assert first == second
    assert [one.sentences for one in first] == [one.sentences for one in second]
    assert "chance by shuffling distances on a ring, 50 shuffles" in first[0].signature
    assert first[0].signature.startswith("similarity=s, convention=defined")


def test_an_item_and_a_group_are_explained_by_name_and_shown_in_a_notebook() -> None:
    corpus = drawn(5, 4, 80, items=2, odd=True)
    item, explainer = corpus.items[0].name, Explainer.of(corpus, AgreementOptions())
    assert explain(corpus, item).sentences == explainer.item(item).sentences
    group = corpus.groups[0].name
    assert explain(corpus, group).sentences == explainer.group(0).sentences
    with pytest.raises(KeyError, match="nobody"):
        explain(corpus, "nobody")
    shown = explain(corpus, item)._repr_html_()
    assert shown.count("<p>") == len(explainer.item(item).sentences)


def test_r_without_the_one_coder_who_makes_an_item_low_is_told_beside_the_others() -> None:
    """R without each is that of the item computed anew; where all are alike nothing is told."""
    corpus = low_by_one()
    options = AgreementOptions()
    explainer = Explainer.of(corpus, options)
    sentence = said(explainer.item("low"))["without"]
    low = corpus["low"]
    rest = {
        name: chance(
            corpus.select(items=["low"], coders=[*{*low.coders} - {name}]), options
        ).corpus.corrected
        for name in low.coders
    }
    values = sorted(value for name, value in rest.items() if name != "e" and value is not None)
    assert sentence.coder == "e"
    assert sentence.text == (
        f"Without e, R is {rest['e']:.2f} here; without any other coder, {values[0]:.2f} to "
        f"{values[-1]:.2f}."
    )
    assert "without" not in said(explainer.item("i1"))
