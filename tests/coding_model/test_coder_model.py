"""The model as a result: what it finds again, and when it says nothing."""

from statistics import mean, stdev
from typing import Any

import numpy as np
import pytest

import segmetrics as sm
from segmetrics import Corpus, Item, Segmentation
from segmetrics.coding_model.coder_fit import fit_coders
from segmetrics.coding_model.held_out import FOLDS, _folds, _Left, _saved
from segmetrics.coding_model.packed_marks import pack_marks
from segmetrics.reliability.fitted_coders import Estimated
from tests.support.known import known
from tests.support.recoded import of_one_type

MARKS = {"finds": (0.9, 0.01, 0.1), "usual": (0.75, 0.02, 0.1), "own": (0.7, 0.12, 0.1)}


def planted(random: np.random.Generator, items: int, copy: bool = False) -> Corpus:
    """Draw codings of shared boundaries by coders who hit, add and come late at known rates."""
    drawn = []
    for number in range(items):
        count = int(random.integers(30, 60))
        shared = np.flatnonzero(random.random(count) < 0.12)
        codings = {}
        for name, (hit, added, _) in (MARKS | {"late": (0.75, 0.02, 0.7)}).items():
            bits = random.random(count) < added
            for place in shared.tolist():
                if random.random() < hit:
                    late = name == "late" and random.random() < 0.7
                    bits[min(count - 1, place + late)] = True
            codings[name] = Segmentation.from_bits(bits.tolist())
        if copy:
            bits = np.array(codings["usual"].bits, dtype=bool)
            seen = random.random(count) < 0.8
            other = random.random(count) < 0.02
            codings["copies"] = Segmentation.from_bits(np.where(seen, bits, other).tolist())
        drawn.append(Item(f"i{number}", codings))
    return Corpus(tuple(drawn))


def ends(estimated: Estimated) -> tuple[float, float, float]:
    """Return a value and its interval, which are there."""
    value, low, high, _ = estimated
    assert value is not None and low is not None and high is not None
    return value, low, high


def test_what_was_planted_is_found() -> None:
    model = sm.coder_model(planted(np.random.default_rng(3), 20))
    found = {row.coder: row for row in model.coders}
    assert model.groups[0].refusal == ""
    own, lowest, _ = ends(found["own"].added)
    assert own > 3 * ends(found["usual"].added)[0]
    assert lowest > ends(found["finds"].added)[2]
    assert ends(found["finds"].hits)[0] == pytest.approx(0.9, abs=0.12)
    assert ends(found["late"].late)[1] > 0.5
    assert ends(found["late"].shifted)[0] > 2 * ends(found["usual"].shifted)[0]


def test_two_coders_are_refused_with_a_reason() -> None:
    corpus = Corpus.from_masses({"i": {"a": [3, 4], "b": [2, 5]}})
    model = sm.coder_model(corpus)
    assert model.coders[0].hits == (None, None, None, model.groups[0].refusal)
    assert "two coders" in model.groups[0].refusal


def test_who_coded_single_units_alone_is_left_out() -> None:
    items = sm.sample("moonstone").select(items=["ch1", "ch3", "ch4", "ch11"]).items
    alone = Item(
        "alone", {"an1": Segmentation.from_masses([1]), "x": Segmentation.from_masses([1])}
    )
    model = sm.coder_model(Corpus((*items, alone)))
    assert [row.coder for row in model.coders] == ["an1", "an2", "an3", "an4"]
    assert model.coders == sm.coder_model(Corpus(items)).coders
    none = sm.coder_model(Corpus((alone,)))
    assert none.groups[0].refusal.startswith("two coders")


def test_coders_at_random_are_refused() -> None:
    random = np.random.default_rng(1)
    items = [
        Item(
            str(n), {c: Segmentation.from_bits((random.random(30) < 0.1).tolist()) for c in "abcd"}
        )
        for n in range(4)
    ]
    assert "by chance" in sm.coder_model(Corpus(tuple(items))).groups[0].refusal


def test_one_who_copies_is_named_with_the_other() -> None:
    group = sm.coder_model(planted(np.random.default_rng(5), 12, copy=True)).groups[0]
    assert "usual and copies mark nearly the same places" in group.refusal


@pytest.mark.parametrize("coders", [3, 4, 5, 9])
def test_who_agrees_in_all_is_not_taken_for_a_copy(coders: int) -> None:
    random = np.random.default_rng(coders)
    items = []
    for number in range(20):
        coding = Segmentation.from_bits((random.random(39) < 0.2).tolist())
        items.append(Item(str(number), {f"c{place}": coding for place in range(coders)}))
    model = sm.coder_model(Corpus(tuple(items)))
    (group,) = model.groups
    assert group.refusal == ""
    assert any("nearly the same places" in words for words in group.warnings)
    assert not any("come to rest" in words for words in group.warnings)
    assert all(ends(row.hits)[0] > 0.95 and ends(row.added)[0] < 1 for row in model.coders)
    assert model.verdicts == ()


def test_hit_rates_of_the_first_group_of_the_moonstone(complete_moonstone: Corpus) -> None:
    # Figures of a prototype that was written apart from this one.
    group = complete_moonstone.groups[0]
    fit = fit_coders(
        pack_marks([complete_moonstone[name] for name in group.items], group.coders, 1)
    )
    np.testing.assert_allclose(fit.parameters.hits, [0.30, 0.83, 0.29, 0.78], atol=0.015)
    np.testing.assert_allclose(100 * fit.parameters.added, [1.6, 9.4, 3.1, 3.9], atol=0.3)


def test_codings_not_seen_are_told_better_than_by_rates() -> None:
    corpus = planted(np.random.default_rng(2), 5)
    found = known(sm.coder_model(corpus, sm.CoderModelOptions(held_out=True)).held_out)
    assert found.codings == 20
    assert found.places == 4 * sum(item.mass - 1 for item in corpus.items)
    assert found.model.bits > found.exact.bits > 0
    assert found.over_exact.bits == pytest.approx(found.model.bits - found.exact.bits)
    assert found.over_kernel.bits == pytest.approx(found.model.bits - found.kernel.bits)


def test_leaving_out_several_codings_at_once_says_nearly_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    corpus = planted(np.random.default_rng(2), 6)
    options, told = sm.CoderModelOptions(held_out=True), []
    for folds in (10, 24):
        monkeypatch.setattr("segmetrics.coding_model.held_out.FOLDS", folds)
        told.append(sm.coder_model(corpus, options).held_out)
    several, each = told
    assert several is not None and each is not None
    assert (several.codings, several.places) == (each.codings, each.places)
    for few, all_of_them in zip(several[3:], each[3:], strict=True):
        assert few.bits == pytest.approx(all_of_them.bits, abs=0.005)
    assert several.model.bits != each.model.bits


def test_no_fold_leaves_out_an_item_or_a_coder() -> None:
    random = np.random.default_rng(1)
    left = [_Left(row, column) for row in range(9) for column in range(50) if column % 9 != row]
    folds = _folds(left, 9, 50)
    assert len(folds) == FOLDS
    assert sorted(one for fold in folds for one in fold) == sorted(left)
    for fold in folds:
        assert max(np.bincount([one.column for one in fold])) == 1
        assert max(np.bincount([one.row for one in fold])) < 10
    twice = [_Left(row, column) for column in range(40) for row in random.choice(9, 2, False)]
    assert all(max(np.bincount([one.column for one in fold])) == 1 for fold in _folds(twice, 9, 40))


def test_the_error_of_what_is_saved_is_that_of_a_mean_over_items_of_one_length() -> None:
    # Two codings of the first item; each item has 4 places.
    saved = _saved(np.array([1.0, 0.0, 3.0, 5.0]), np.array([2.0, 2.0, 4.0, 4.0]), [0, 0, 1, 2])
    of_items = [1 / 4, 3 / 4, 5 / 4]
    assert saved == pytest.approx((mean(of_items), stdev(of_items) / 3**0.5))


def test_figures_of_groups_add_up() -> None:
    random = np.random.default_rng(12)
    first, second = planted(random, 2), planted(random, 3)
    renamed = tuple(
        Item(f"x{item.name}", {f"x{who}": coding for who, coding in item.codings.items()})
        for item in second.items
    )
    both = Corpus((*first.items, *renamed))
    options = sm.CoderModelOptions(held_out=True)
    alone = [sm.coder_model(one, options) for one in (first, Corpus(renamed))]
    together = sm.coder_model(both, options)
    assert [group.items for group in together.groups] == [2, 3]
    assert together.coders == tuple(row for one in alone for row in one.coders)
    assert together.items == tuple(row for one in alone for row in one.items)
    parts = [one.held_out for one in alone]
    whole = known(together.held_out)
    saved, places, spread = 0.0, 0, 0.0
    for part in parts:
        assert part is not None and part.model.error is not None
        saved += part.places * part.model.bits
        spread += (part.places * part.model.error) ** 2
        places += part.places
    assert whole.places == places
    assert whole.model.bits == pytest.approx(saved / places)
    assert whole.model.error == pytest.approx(spread**0.5 / places)


def test_what_the_model_does_not_look_at_is_said() -> None:
    plain = planted(np.random.default_rng(6), 3)
    model = sm.coder_model(of_one_type(plain, "topic"))
    assert model.coders == sm.coder_model(plain).coders
    assert any("types" in words for words in model.groups[0].warnings)
    assert not any("types" in words for words in sm.coder_model(plain).groups[0].warnings)


def test_gaps_and_an_item_of_one_unit_leave_the_rest() -> None:
    whole = planted(np.random.default_rng(7), 6)
    items = [
        Item(item.name, {who: one for who, one in item.codings.items() if who != "own"})
        if number % 2
        else item
        for number, item in enumerate(whole.items)
    ]
    short = Item("short", {who: Segmentation(1, ()) for who in ("finds", "usual", "late")})
    model = sm.coder_model(Corpus((*items, short)))
    assert all(row.hits.value is not None for row in model.coders)
    by_name = {row.item: row for row in model.items}
    assert by_name["short"].support == ()
    assert by_name["short"].boundaries.value == 0
    assert len(by_name["i1"].support) == whole["i1"].mass - 1
    own = next(row for row in model.coders if row.coder == "own")
    usual = next(row for row in model.coders if row.coder == "usual")
    assert ends(own.hits)[2] - ends(own.hits)[1] > ends(usual.hits)[2] - ends(usual.hits)[1]


def test_segmenters_and_a_reference_are_no_coders() -> None:
    people = planted(np.random.default_rng(10), 4)
    items = tuple(
        Item(
            item.name, {**item.codings, "tool": item.codings["own"], "gold": item.codings["finds"]}
        )
        for item in people.items
    )
    corpus = Corpus(items, reference="gold", automatic=("tool",))
    found, alone = sm.coder_model(corpus), sm.coder_model(people)
    assert (found.coders, found.items) == (alone.coders, alone.items)
    assert sm.coder_model(corpus.select(coders=["tool", "gold"])).coders == ()


def test_without_near_misses_nothing_is_shifted() -> None:
    model = sm.coder_model(planted(np.random.default_rng(3), 4), sm.CoderModelOptions(n=1))
    assert model.coders[0].shifted.value is None
    assert "n = 1" in model.coders[0].shifted.undefined
    assert model.coders[0].hits.value is not None


@pytest.mark.parametrize("wrong", [{"n": 0}, {"n": 9}, {"level": 1.0}, {"seed": -1}])
def test_options_out_of_range_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"got"):
        sm.CoderModelOptions(**wrong)
