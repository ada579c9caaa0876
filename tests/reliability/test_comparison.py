"""Two rounds of coding compared: against hand-made fractions, brute force, and themselves."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from fractions import Fraction
from io import StringIO
from typing import TYPE_CHECKING

import numpy as np
import pytest

from benchmarks.change import over_coders, over_items
from segmetrics import Corpus, Item, Segmentation
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.decision_table import decisions
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.io import SAMPLES
from segmetrics.plots.comparison_plots import change_figure, spread_figure
from segmetrics.reliability.changes import MEASURES, Changed, ChangeTable
from segmetrics.reliability.comparison import NO_ITEM, ONE_TOGETHER, compare
from segmetrics.reliability.intervals import (
    COLUMNS,
    GROUP_OF_ONE,
    ONE_ITEM,
    TWO_CODERS,
    ResampleOptions,
    drawn_weights,
)
from segmetrics.tables.comparison_tables import (
    CHANGE_FORMATS,
    change_in_words,
    change_json,
    change_notes,
    change_text,
)

if TYPE_CHECKING:
    pass

QUICK = ResampleOptions(resamples=200, method="percentile")
# Quantiles of Student's t at 0.975, from printed tables.
T = {1: 12.7062, 2: 4.30265, 3: 3.18245, 4: 2.77645, 5: 2.57058}


def sample(key: str) -> Corpus:
    found = SAMPLES[key].read().corpus
    assert found is not None
    return found


def without(corpus: Corpus, coder: str) -> Corpus:
    """Take a coder out of all items."""
    return Corpus(
        tuple(
            replace(item, codings={c: s for c, s in item.codings.items() if c != coder})
            for item in corpus.items
        )
    )


def changed_copy(corpus: Corpus, *, seed: int = 0) -> Corpus:
    """Return a corpus in which every coding has one boundary more or less, at a random place."""
    random = np.random.default_rng(seed)

    def other(coding: Segmentation) -> Segmentation:
        place = int(random.integers(1, coding.mass))
        return Segmentation(coding.mass, tuple(sorted({*coding.boundaries} ^ {place})))

    return Corpus(
        tuple(
            replace(item, codings={c: other(s) for c, s in item.codings.items()})
            for item in corpus.items
        )
    )


PILOT = {
    "i1": {"x": [2, 2], "y": [3, 1]},
    "i2": {"x": [2, 2], "y": [2, 2]},
}
FINAL = {
    "i1": {"x": [2, 2], "y": [2, 2]},
    "i2": {"x": [2, 2], "y": [2, 2]},
}


def test_small_rounds_by_hand() -> None:
    """Of i1's 3 places 1 is edited: S = 2/3; every rate is 1/3, so that chance is 1/9."""
    table = compare(Corpus.from_masses(PILOT), Corpus.from_masses(FINAL))
    first, second = table.items
    assert first.pi_star.before == pytest.approx(float(Fraction(5, 8)))
    assert first.pi_star.after == 1
    assert first.pi_star.change == pytest.approx(3 / 8)
    assert first.kappa_star.change == pytest.approx(3 / 8)
    assert first.bias.change == 0
    assert second.pi_star.change == 0
    # Pooled, 1 of 6 places is edited: (5/6 - 1/9) / (8/9).
    assert table.corpus.pi_star.before == pytest.approx(float(Fraction(13, 16)))
    assert table.corpus.pi_star.change == pytest.approx(3 / 16)
    # B: of a near miss, which costs 1/2, and a match, 3/4 is left.
    chance = Fraction(1, 9)
    b = (Fraction(3, 4) - chance) / (1 - chance)
    assert table.beside["pi_b"].before == pytest.approx(float(b))
    assert table.beside["pi_s"].change == table.corpus.pi_star.change


def test_a_round_against_itself_has_no_change() -> None:
    for key in ("moonstone", "stargazer", "outline", "dialogue"):
        corpus = sample(key)
        table = compare(corpus, corpus, resampling=QUICK)
        assert (table.test.rose, table.test.fell, table.test.mean) == (0, 0, 0)
        assert table.test.p == 1
        for row in table.rows:
            for name in COLUMNS:
                found: Changed = getattr(row, name)
                assert found.change == 0
                if len(corpus) > 1 or row.level == "item":
                    assert found.interval[:2] == (0, 0)
                else:
                    assert found.interval.undefined == ONE_ITEM
        assert all(row.note == "coded exactly as before" for row in table.items)
        assert "Nothing changed" in change_in_words(table)[0]


@pytest.mark.parametrize("similarity", ["s", "b", "f1", "wd"])
@pytest.mark.parametrize("convention", ["defined", "published"])
def test_values_are_those_of_the_agreement_tables(similarity: str, convention: str) -> None:
    options = AgreementOptions(similarity=similarity, convention=convention)  # type: ignore[arg-type]
    before = sample("moonstone")
    after = changed_copy(before)
    table = compare(before, after, options, QUICK)
    ours = [*table.items, *table.groups, table.corpus]
    for side, corpus in (("before", before), ("after", after)):
        for row, expected in zip(ours, agreement(corpus, options).rows, strict=True):
            for name in COLUMNS:
                value = getattr(getattr(row, name), side)
                assert value == pytest.approx(getattr(expected, name))
        for name, over in (("pi_s", "s"), ("pi_b", "b")):
            value = getattr(table.beside[name], side)  # type: ignore[index]
            expected = agreement(corpus, replace(options, similarity=over)).corpus
            assert value == pytest.approx(expected.pi_star)
        assert getattr(table.beside["alpha"], side) == pytest.approx(decisions(corpus).corpus.alpha)


def test_intervals_of_items_by_the_same_coders_are_a_jackknife_of_the_change() -> None:
    before = sample("stargazer")
    after = changed_copy(before)
    (row,) = compare(before, after, resampling=QUICK).items
    assert row.paired
    coders = before.coders[:6]  # so that five degrees of freedom are in the table
    before, after = (
        Corpus(tuple(replace(i, codings={c: i.codings[c] for c in coders}) for i in one.items))
        for one in (before, after)
    )
    (row,) = compare(before, after, resampling=QUICK).items
    for name in COLUMNS:
        left = [
            getattr(agreement(without(after, coder)).items[0], name)
            - getattr(agreement(without(before, coder)).items[0], name)
            for coder in coders
        ]
        mean = sum(left) / 6
        reach = T[5] * (5 / 6 * sum((one - mean) ** 2 for one in left)) ** 0.5
        found: Changed = getattr(row, name)
        assert found.interval.low == pytest.approx(found.change - reach, abs=1e-5)
        assert found.interval.high == pytest.approx(found.change + reach, abs=1e-5)


def test_jackknife_variances_add_where_coders_differ() -> None:
    before = Corpus.from_masses({"t": {"a": [3, 5, 4], "b": [3, 4, 5], "c": [8, 4], "d": [3, 9]}})
    after = Corpus.from_masses({"t": {"a": [3, 5, 4], "e": [3, 5, 4], "f": [4, 4, 4]}})
    (row,) = compare(before, after, resampling=QUICK).items
    assert not row.paired
    assert row.note == "without b, c, d; with e, f"
    variances = []
    for corpus in (before, after):
        coders = corpus.coders
        left = [agreement(without(corpus, coder)).items[0].pi_star or 0 for coder in coders]
        mean, count = sum(left) / len(left), len(left)
        variances.append((count - 1) / count * sum((one - mean) ** 2 for one in left))
    welch = sum(variances) ** 2 / (variances[0] ** 2 / 3 + variances[1] ** 2 / 2)
    reach = T[int(welch)] * sum(variances) ** 0.5
    assert row.pi_star.change is not None
    assert row.pi_star.interval.low == pytest.approx(row.pi_star.change - reach, abs=1e-5)
    assert row.pi_star.interval.high == pytest.approx(row.pi_star.change + reach, abs=1e-5)


def test_intervals_of_groups_and_corpus_take_the_same_items_in_both_rounds() -> None:
    """By brute force: corpora of the items that were drawn, each twice if drawn twice."""
    before = sample("moonstone")
    after = changed_copy(before)
    options = ResampleOptions(resamples=100, method="percentile", seed=3)
    table = compare(before, after, resampling=options)
    draws: dict[str, list[list[float]]] = {name: [] for name in COLUMNS}
    groups = before.groups
    randoms = [np.random.default_rng([3, number]) for number in range(len(groups))]
    weights = [
        drawn_weights(random, 100, len(group.items)).astype(int)
        for random, group in zip(randoms, groups, strict=True)
    ]
    for trial in range(100):
        names = [
            name
            for group, of in zip(groups, weights, strict=True)
            for name, times in zip(group.items, of[trial].tolist(), strict=True)
            for _ in range(times)
        ]
        values = []
        for corpus in (before, after):
            drawn = (replace(corpus[name], name=f"{n}") for n, name in enumerate(names))
            found = agreement(Corpus(tuple(drawn)))
            by_name = {row.item: row for row in found.groups}
            values.append([*(by_name[group.name] for group in groups), found.corpus])
        for column, listed in draws.items():
            listed.append(
                [getattr(a, column) - getattr(b, column) for b, a in zip(*values, strict=True)]
            )
    for column, listed in draws.items():
        lows, highs = np.quantile(np.array(listed), (0.025, 0.975), axis=0)
        for row, low, high in zip((*table.groups, table.corpus), lows, highs, strict=True):
            interval = getattr(row, column).interval
            assert (interval.low, interval.high) == pytest.approx((low, high))


def test_exchanging_the_rounds_changes_the_signs() -> None:
    before = sample("moonstone")
    after = changed_copy(before)
    there, back = compare(before, after, resampling=QUICK), compare(after, before, resampling=QUICK)
    for one, other in zip(there.rows, back.rows, strict=True):
        for name in COLUMNS:
            a: Changed = getattr(one, name)
            b: Changed = getattr(other, name)
            assert (a.before, a.after) == (b.after, b.before)
            assert a.change == pytest.approx(-(b.change or 0))
            assert a.interval.low == pytest.approx(-(b.interval.high or 0))
            assert a.interval.high == pytest.approx(-(b.interval.low or 0))
    assert (there.test.rose, there.test.fell) == (back.test.fell, back.test.rose)
    assert there.test.p == back.test.p


def test_the_seed_decides_the_intervals() -> None:
    before = sample("moonstone")
    after = changed_copy(before)
    seeds = [
        compare(before, after, resampling=replace(QUICK, seed=seed)).corpus.pi_star
        for seed in (1, 1, 2)
    ]
    assert seeds[0] == seeds[1]
    assert seeds[0].interval != seeds[2].interval
    assert seeds[0].change == seeds[2].change


def test_another_method_than_percentile_is_refused() -> None:
    corpus = Corpus.from_masses(PILOT)
    with pytest.raises(ValueError, match="intervals of changes are percentile ones, got 'bca'"):
        compare(corpus, corpus, resampling=replace(QUICK, method="bca"))


@pytest.mark.parametrize(("rounds", "direction"), [(9, "better"), (4, "unclear"), (1, "unknown")])
def test_a_direction_needs_an_interval_and_with_few_items_the_test(
    rounds: int, direction: str
) -> None:
    """All items rise: p is 2 / 512 for nine, 2 / 16 for four; of one there is no interval."""
    many = {f"i{n}": {"x": [2, n], "y": [3, n - 1]} for n in range(4, 4 + rounds)}
    before = Corpus.from_masses(many)
    after = Corpus.from_masses({name: dict.fromkeys("xy", m["x"]) for name, m in many.items()})
    table = compare(before, after, resampling=QUICK)
    assert table.direction == direction
    back = compare(after, before, resampling=QUICK).direction
    assert back == {"better": "worse"}.get(direction, direction)
    assert compare(before, before, resampling=QUICK).direction in ("unclear", "unknown")


def test_sign_flips_over_items() -> None:
    """All of 5 items rise: 2 of the 32 choices of signs are as far from 0."""
    before = Corpus.from_masses({f"i{n}": {"x": [2, n], "y": [3, n - 1]} for n in range(4, 9)})
    after = Corpus.from_masses({f"i{n}": {"x": [2, n], "y": [2, n]} for n in range(4, 9)})
    test = compare(before, after, resampling=QUICK).test
    assert (test.items, test.rose, test.fell, test.p, test.exact) == (5, 5, 0, 2 / 32, True)
    test = compare(after, before, resampling=QUICK).test
    assert (test.rose, test.fell, test.p) == (0, 5, 2 / 32)


def test_what_one_round_has_alone_is_named_and_not_compared() -> None:
    corpus = sample("moonstone")
    names = [item.name for item in corpus.items]
    after = without(corpus.select(items=names[2:]), "an1")
    table = compare(corpus.select(items=names[:-1]), after, resampling=QUICK)
    assert (table.only_before, table.only_after) == (("ch1", "ch2"), ("ch11",))
    assert [row.item for row in table.items] == names[2:-1]
    assert (table.left, table.joined) == (("an1",), ())
    notes = " ".join(change_notes(table))
    assert "Items only before, not compared (2): ch1, ch2." in notes
    assert "Items only after, not compared (1): ch11." in notes
    assert "Coders only before (1): an1." in notes
    assert "who coded as much as from how" in notes
    # Groups have the names of all coders, and values over the common items alone.
    assert [row.item for row in table.groups] == ["an1-an4, then an2-an4", "an5-an10"]
    common = agreement(corpus.select(items=names[2:-1])).groups
    assert [row.pi_star.before for row in table.groups] == pytest.approx(
        [row.pi_star for row in common]
    )


def test_a_changed_text_is_said_and_compared() -> None:
    texts = tuple("abcdefg")
    codings = Corpus.from_masses({"t": {"a": [3, 4], "b": [3, 4], "c": [4, 3]}})["t"].codings
    before = Corpus((Item("t", codings, texts),))
    other = Corpus((Item("t", codings, (*texts[:6], "new")),))
    assert compare(before, other).items[0].note == "the text changed in 1 of 7 units"
    longer = Corpus.from_masses({"t": {"a": [3, 5], "b": [3, 5], "c": [3, 5]}})
    (row,) = compare(before, longer).items
    assert row.note == "the text changed: 7 units before, 8 after"
    assert (row.mass_before, row.mass_after) == (7, 8)
    assert row.pi_star.after == 1
    assert row.pi_star.interval.low is not None


def test_undefined_values_name_their_round_and_reason() -> None:
    alone = Corpus.from_masses({"t": {"a": [3, 4]}, "u": {"a": [3, 4]}})
    three = {"a": [3, 4], "b": [3, 4], "c": [4, 3]}
    coded = Corpus.from_masses({"t": three, "u": three})
    table = compare(alone, coded)
    found = table.items[0].pi_star
    assert (found.before, found.change) == (None, None)
    assert found.after is not None
    assert found.undefined == "before: one coder only: agreement needs two"
    assert table.corpus.pi_star.undefined == "before: no coder group has a value"
    assert compare(coded, alone).items[0].pi_star.undefined.startswith("after: ")
    assert compare(alone, alone).items[0].pi_star.undefined.startswith("one coder only")
    assert table.beside["alpha"].change is None
    assert table.test.p is None
    assert "cannot be compared" in change_in_words(table)[0]
    assert "One coder only" not in change_text(table)
    two = Corpus.from_masses({"t": {"a": [3, 4], "b": [3, 4]}})
    row = compare(two, coded.select(items=["t"])).items[0]
    assert row.pi_star.interval.undefined == TWO_CODERS


def test_rounds_without_a_common_item_have_nothing_to_compare() -> None:
    table = compare(sample("moonstone"), sample("stargazer"))
    assert table.items == table.groups == ()
    assert table.corpus.pi_star.undefined == NO_ITEM
    assert {table.beside[name].undefined for name in MEASURES} == {NO_ITEM}
    assert "nothing to compare" in change_in_words(table)[0]
    assert "ch1" in change_text(table)


def test_one_item_alone_has_no_interval_over_items() -> None:
    one = Corpus.from_masses({"i1": PILOT["i1"]})
    table = compare(one, Corpus.from_masses({"i1": FINAL["i1"]}))
    assert table.corpus.pi_star.interval.undefined == ONE_ITEM
    assert table.groups[0].pi_star.interval.undefined == ONE_ITEM
    corpus = sample("moonstone")
    table = compare(corpus.select(items=["ch1", "ch3", "ch2"]), corpus)
    assert table.corpus.pi_star.interval.undefined == GROUP_OF_ONE
    assert [row.pi_star.interval.undefined for row in table.groups] == ["", ONE_ITEM]


def test_groups_that_were_divided_otherwise_count_for_the_corpus_alone() -> None:
    """Before, two groups of two items; after, one group of all four."""
    pairs = {"a": [3, 4], "b": [4, 3]}
    others = {"c": [3, 4], "d": [3, 4]}
    before = Corpus.from_masses({"1": pairs, "2": pairs, "3": others, "4": others})
    after = Corpus.from_masses(dict.fromkeys("1234", pairs))
    table = compare(before, after, resampling=QUICK)
    assert table.groups == ()
    assert table.notes == (
        "coder groups that have other items in the other round: 3; they count for the corpus alone",
    )
    first, second = agreement(before).corpus, agreement(after).corpus
    assert table.corpus.pi_star.before == pytest.approx(first.pi_star)
    assert table.corpus.pi_star.after == pytest.approx(second.pi_star)
    assert table.corpus.pi_star.interval.low is not None
    three = compare(before.select(items="123"), after.select(items="123"), resampling=QUICK)
    assert three.corpus.pi_star.interval.undefined == GROUP_OF_ONE
    swapped = Corpus.from_masses({"1": pairs, "2": others, "3": pairs, "4": others})
    crossed = compare(before, swapped, resampling=QUICK)
    assert crossed.corpus.pi_star.interval.undefined == ONE_TOGETHER


def test_rounds_of_two_kinds_are_compared_by_places() -> None:
    typed = sample("dialogue")
    bare = Corpus(
        tuple(
            Item(
                item.name,
                {c: Segmentation(s.mass, s.boundaries) for c, s in item.codings.items()},
            )
            for item in typed.items
        )
    )
    table = compare(typed, bare, resampling=QUICK)
    assert table.notes == (
        "boundaries are with types before and plain after, so that they count as places alone",
    )
    assert all(row.pi_star.change == 0 for row in table.rows)
    topics = Corpus(
        tuple(
            Item(
                item.name,
                {
                    c: Segmentation(
                        s.mass,
                        s.boundaries,
                        types=tuple(frozenset({"topic"}) for _ in s.boundaries),
                    )
                    for c, s in item.codings.items()
                },
            )
            for item in typed.items
        )
    )
    (note,) = compare(typed, topics, resampling=QUICK).notes
    assert note == "the types of boundaries differ (only before: aside, task, uncertain)"
    assert compare(typed, topics, AgreementOptions(similarity="wd"), QUICK).notes == ()
    table = compare(typed, typed, AgreementOptions(uncertain="ignore"), QUICK)
    expected = agreement(typed, AgreementOptions(uncertain="ignore")).corpus.pi_star
    assert table.corpus.pi_star.before == pytest.approx(expected)


def test_progress_is_told_and_may_stop() -> None:
    before = sample("moonstone")
    shares: list[float] = []
    compare(before, before, resampling=QUICK, progress=shares.append)
    assert shares[-1] == 1

    def stop(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compare(before, before, resampling=QUICK, progress=stop)


def test_intervals_hold_the_true_change_about_as_often_as_they_say() -> None:
    """The whole tables: ``python -m benchmarks.change``."""
    held = over_items(30, 60, "s", better=0.5)
    assert min(held.values()) > 0.82
    held = over_coders(6, 10, 10, better=0.5, same=True)
    assert min(held.values()) > 0.8


# ----- as words and files


def better() -> ChangeTable:
    return compare(sample("interviews"), sample("interviews-2"))


def test_the_answer_comes_first() -> None:
    answer, items, beside = change_in_words(better())
    assert answer.startswith("It is not clear that agreement changed: π* over S rose from ")
    assert "which holds 0" in answer
    assert items.startswith("Of 9 items, 6 rose and 2 fell, 1 stayed; mean change +")
    assert "all sign flips over items" in items
    assert "π* over B from" in beside and "alpha from" in beside
    assert "π* over S" not in beside
    many = {f"i{n}": {"x": [2, n], "y": [3, n - 1], "z": [2, n]} for n in range(4, 30)}
    agreed = {name: dict.fromkeys("xyz", codings["x"]) for name, codings in many.items()}
    rounds = Corpus.from_masses(many), Corpus.from_masses(agreed)
    assert change_in_words(compare(*rounds))[0].startswith("Agreement got better: π* over S rose")
    assert change_in_words(compare(*rounds[::-1]))[0].startswith("Agreement got worse: π* over S")
    rising = {f"i{n}": {"x": [2, n], "y": [3, n - 1], "z": [2, n]} for n in range(4, 9)}
    agreed = {name: dict.fromkeys("xyz", codings["x"]) for name, codings in rising.items()}
    few = compare(Corpus.from_masses(rising), Corpus.from_masses(agreed))
    assert (few.corpus.pi_star.interval.low or 0) > 0
    assert change_in_words(few)[0].startswith("It is not clear that agreement changed: π* over S")
    assert change_in_words(few)[0].endswith(", but p = 0.0625 over 5 items only).")
    single = compare(Corpus.from_masses({"i1": PILOT["i1"]}), Corpus.from_masses(FINAL))
    assert change_in_words(single)[0].endswith(f"there is no interval: {ONE_ITEM}.")
    assert change_in_words(single)[0].startswith("π* over S rose")  # the letter is a symbol


def test_measures_that_go_apart_are_said() -> None:
    """Fewer boundaries, none of them agreed on: S rises, while B and alpha fall."""
    many, few = {"x": [5] * 6, "y": [3, 7, 5, 5, 6, 4]}, {"x": [10, 20], "y": [30]}
    before, after = (Corpus.from_masses({f"i{n}": one for n in range(9)}) for one in (many, few))
    table = compare(before, after)
    changes = [table.beside[name].change or 0 for name in MEASURES]
    assert changes[0] > 0 > changes[1]
    assert changes[2] < 0
    assert "do not go the same way" in " ".join(change_in_words(table))
    assert "do not go the same way" not in " ".join(change_in_words(better()))


def test_the_csv_has_a_row_for_each_item_group_and_the_corpus() -> None:
    table = better()
    rows = list(csv.DictReader(StringIO(CHANGE_FORMATS["csv"](table))))
    assert [row["level"] for row in rows] == ["item"] * 9 + ["group", "corpus"]
    for row, found in zip(rows, table.rows, strict=True):
        assert float(row["pi_star_s_before"]) == found.pi_star.before
        assert float(row["pi_star_s_change"]) == found.pi_star.change
        assert float(row["one_minus_wd_mean_change_high"]) == found.one_minus_wd_mean.interval.high
    assert rows[5]["note"] == "the text changed: 22 units before, 23 after"
    named = Corpus.from_masses({"=1+1": {"@a": [3, 4], "b": [3, 4]}})
    (row, *_) = csv.DictReader(StringIO(CHANGE_FORMATS["csv"](compare(named, named))))
    assert row["item"] == "'=1+1"


def test_the_json_has_everything() -> None:
    table = better()
    data = json.loads(change_json(table))
    assert [row["item"] for row in data["rows"]][:2] == ["interview 1", "interview 2"]
    assert data["rows"][0]["pi_star_s"]["change"] == table.items[0].pi_star.change
    assert data["before"]["items_alone"] == ["interview 10"]
    assert data["after"]["items_alone"] == ["interview 11"]
    assert data["test"]["p"] == table.test.p
    assert set(data["beside"]) == set(MEASURES)
    assert data["words"] == change_in_words(table)
    assert "seed=0" in data["signature"]


def test_the_text_is_for_reading() -> None:
    said = change_text(better())
    lines = said.splitlines()
    assert lines[0].startswith("It is not clear")
    assert any(line.startswith("interview 8 ") and "coded exactly" in line for line in lines)
    assert any(line.startswith("corpus ") for line in lines)
    odd = Corpus.from_masses({"a\x1b[31m": {"x": [3, 4], "y": [3, 4]}})
    assert "\x1b" not in change_text(compare(odd, odd))


def test_the_figure_draws_before_after_and_the_change() -> None:
    table = better()
    figure = change_figure([*table.items, table.corpus], "s")
    line, before, after, changes = figure.data
    assert list(before.x) == [row.pi_star.before for row in (*table.items, table.corpus)]
    assert list(after.x) == [row.pi_star.after for row in (*table.items, table.corpus)]
    assert (before.name, after.name) == ("before", "after")
    assert before.marker.symbol == "circle-open"
    assert list(changes.x) == [row.pi_star.change for row in (*table.items, table.corpus)]
    first = table.items[0].pi_star
    assert first.interval.high is not None and first.change is not None
    assert changes.error_x.array[0] == pytest.approx(first.interval.high - first.change)
    assert len(line.x) == 3 * 10
    alone = Corpus.from_masses({"t": {"a": [3, 4]}})
    assert not change_figure(compare(alone, alone).items, "s").data[1].x


def test_the_spread_counts_every_item() -> None:
    table = better()
    (bars,) = spread_figure(table.items, "s").data
    assert sum(bars.y) == 9
    middle = len(bars.y) // 2
    assert sum(bars.y[:middle]) == table.test.fell
    assert sum(bars.y[middle:]) == table.test.rose + 1
    same = sample("moonstone")
    (bars,) = spread_figure(compare(same, same, resampling=QUICK).items, "s").data
    assert sum(bars.y) == 8
