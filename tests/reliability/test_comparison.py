"""Two rounds of coding compared: against hand-made fractions, brute force, and themselves."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from io import StringIO
from typing import Any, get_args

import numpy as np
import pytest

from benchmarks.change import over_coders
from segmetrics import Corpus, Item, Segmentation, sample
from segmetrics.claims.change_claims import because_of_one
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.decision_table import decisions
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.metrics.similarity import NO_PLACE
from segmetrics.phrases import joined
from segmetrics.plots.comparison_plots import change_figure, spread_figure
from segmetrics.reliability.chance import chance
from segmetrics.reliability.changes import COEFFICIENTS, Changed, ChangeTable
from segmetrics.reliability.coded_rounds import Compared
from segmetrics.reliability.comparison import ONE_TOGETHER, compare
from segmetrics.reliability.jackknife import (
    ONE_ITEM,
    TWO_CODERS,
    Interval,
    IntervalOptions,
    Over,
    of_a_group,
)
from segmetrics.reliability.leave_one_out import TABLE_COLUMNS
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.reliability.student_t import student_t, two_sided_p
from segmetrics.reliability.trends import CodingRound, trends
from segmetrics.tables.comparison_tables import CHANGE_FORMATS, change_json, change_text
from segmetrics.tables.comparison_words import SAME_ITEMS, change_in_words, change_notes, headline
from tests.support.known import known
from tests.support.recoded import changed, in_both, of_one_type, places_alone, without_coder

FEW_SHUFFLES = ChanceOptions(shuffles=50)

# Quantiles of Student's t at 0.975, from printed tables.
T = {1: 12.7062, 2: 4.30265, 3: 3.18245, 4: 2.77645, 5: 2.57058}


PILOT = {"i1": {"x": [2, 2], "y": [3, 1]}, "i2": {"x": [2, 2], "y": [2, 2]}}
FINAL = {"i1": {"x": [2, 2], "y": [2, 2]}, "i2": {"x": [2, 2], "y": [2, 2]}}


def test_a_round_against_itself_has_no_change() -> None:
    for key in ("moonstone", "stargazer", "outline", "dialogue"):
        corpus = sample(key)
        table = compare(corpus, corpus)
        assert tuple(table.moved) == (len(corpus), 0, 0, len(corpus), 0, 0)
        assert table.corpus.pi_star.p is None
        for row in table.rows:
            for name in TABLE_COLUMNS:
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
def test_values_are_those_of_the_agreement_tables(similarity: Any, convention: Any) -> None:
    options = AgreementOptions(similarity=similarity, convention=convention)
    before = sample("moonstone")
    after = changed(before)
    table = compare(before, after, options)
    ours = [*table.items, *table.groups, table.corpus]
    for side, corpus in (("before", before), ("after", after)):
        for row, expected in zip(ours, agreement(corpus, options).rows, strict=True):
            for name in TABLE_COLUMNS:
                value = getattr(getattr(row, name), side)
                assert value == pytest.approx(getattr(expected, name))
        for name, over in (("pi_s", "s"), ("pi_b", "b")):
            value = getattr(table.coefficients[name], side)
            expected = agreement(corpus, replace(options, similarity=over)).corpus
            assert value == pytest.approx(expected.pi_star)
        assert getattr(table.coefficients["alpha"], side) == pytest.approx(
            decisions(corpus).corpus.alpha
        )


def test_intervals_of_items_by_the_same_coders_are_a_jackknife_of_the_change() -> None:
    before = sample("stargazer")
    after = changed(before)
    (row,) = compare(before, after).items
    assert row.paired
    coders = before.coders[:6]  # so that five degrees of freedom are in the table
    before, after = (one.select(coders=coders) for one in (before, after))
    (row,) = compare(before, after).items
    for name in TABLE_COLUMNS:
        left = [
            getattr(agreement(without_coder(after, coder)).items[0], name)
            - getattr(agreement(without_coder(before, coder)).items[0], name)
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
    (row,) = compare(before, after).items
    assert not row.paired
    assert row.note == "only before: b, c, d; only after: e, f"
    variances = []
    for corpus in (before, after):
        coders = corpus.coders
        left = [agreement(without_coder(corpus, coder)).items[0].pi_star or 0 for coder in coders]
        mean, count = sum(left) / len(left), len(left)
        variances.append((count - 1) / count * sum((one - mean) ** 2 for one in left))
    welch = sum(variances) ** 2 / (variances[0] ** 2 / 3 + variances[1] ** 2 / 2)
    reach = student_t(0.975, welch) * sum(variances) ** 0.5
    assert row.pi_star.change is not None
    assert row.pi_star.interval.low == pytest.approx(row.pi_star.change - reach, abs=1e-5)
    assert row.pi_star.interval.high == pytest.approx(row.pi_star.change + reach, abs=1e-5)


@pytest.mark.parametrize("over", get_args(Over))
def test_intervals_of_groups_and_corpus_leave_out_of_both_rounds_at_once(over: Over) -> None:
    """On corpora without the item, or coder: V = sum V_g / G^2, Satterthwaite's degrees."""
    before = sample("moonstone")
    after = changed(before)
    table = compare(before, after, interval_options=IntervalOptions(over=over))
    groups = before.groups
    for name in TABLE_COLUMNS:
        terms: list[list[tuple[float, int]]] = []
        for group in groups:
            parts = [one.select(items=list(group.items)) for one in (before, after)]
            items = [
                [part.select(items=[n for n in group.items if n != item]) for part in parts]
                for item in group.items
            ]
            coders = [
                [part.select(coders=[c for c in group.coders if c != coder]) for part in parts]
                for coder in group.coders
            ]
            of_group = []
            for left in (items, coders) if over == "coders and items" else (items,):
                moved = [
                    getattr(agreement(a).corpus, name) - getattr(agreement(b).corpus, name)
                    for b, a in left
                ]
                n, mean = len(moved), sum(moved) / len(moved)
                variance = (n - 1) / n * sum((one - mean) ** 2 for one in moved)
                of_group.append((variance, n - 1))
            terms.append(of_group)
        every = [(variance / len(groups) ** 2, df) for of in terms for variance, df in of]
        for row, of_row in zip((*table.groups, table.corpus), (*terms, every), strict=True):
            total = sum(variance for variance, _ in of_row)
            degrees = total**2 / sum(variance**2 / df for variance, df in of_row)
            reach = student_t(0.975, degrees) * total**0.5
            found: Changed = getattr(row, name)
            assert found.change is not None
            expected = found.change - reach, found.change + reach
            assert found.interval[:2] == pytest.approx(expected, abs=1e-9)
            assert found.p == pytest.approx(
                two_sided_p(found.change / total**0.5, degrees), abs=1e-9
            )


def test_where_coders_differ_their_variances_add() -> None:
    """Nobody coded both rounds: those of each round stand for themselves."""
    before = sample("interviews")
    after = changed(before).with_coder_names({coder: f"new {coder}" for coder in before.coders})
    coders = len(before.coders)
    options = IntervalOptions(over="coders and items")
    apart = compare(before, after, interval_options=options).corpus.pi_star
    again = compare(before, before, interval_options=options).corpus.pi_star
    assert again.interval[:2] == (0, 0)
    assert apart.interval.low is not None and apart.change is not None
    variances = []
    for corpus in (before, after):
        left = [
            agreement(corpus.select(coders=[o for o in corpus.coders if o != coder])).corpus
            for coder in corpus.coders
        ]
        values = [row.pi_star or 0 for row in left]
        mean = sum(values) / coders
        spread = sum((one - mean) ** 2 for one in values)
        variances.append(((coders - 1) / coders * spread, coders - 1))
    moved = []
    for item in before.items:
        rows = [
            agreement(one.select(items=[o.name for o in one.items if o.name != item.name])).corpus
            for one in (before, after)
        ]
        moved.append((rows[1].pi_star or 0) - (rows[0].pi_star or 0))
    n, mean = len(moved), sum(moved) / len(moved)
    variances.append(((n - 1) / n * sum((one - mean) ** 2 for one in moved), n - 1))
    total = sum(variance for variance, _ in variances)
    degrees = total**2 / sum(variance**2 / df for variance, df in variances)
    reach = student_t(0.975, degrees) * total**0.5
    assert apart.interval.low == pytest.approx(apart.change - reach, abs=1e-9)


@pytest.mark.parametrize("over", get_args(Over))
def test_those_who_coded_both_rounds_are_compared_as_if_nobody_else_had_coded(over: Over) -> None:
    """One of five left, and another joined."""
    before, whole = sample("interviews"), changed(sample("interviews"))
    after = whole.with_coder_names({c: "new" if c == "noa" else c for c in whole.coders})
    options = IntervalOptions(over=over)
    found = compare(before, after, interval_options=options, shuffling=FEW_SHUFFLES)
    parts = in_both(before, after)
    expected = compare(parts[0], parts[1], interval_options=options, shuffling=FEW_SHUFFLES)
    assert expected.compared.whose == "same"
    assert found.compared.alone == (("noa",), ("new",))
    assert (found.corpus, found.groups, found.pi_s) == (
        expected.corpus,
        expected.groups,
        expected.pi_s,
    )
    assert [row._replace(note="") for row in found.items] == list(expected.items)
    assert {row.note for row in found.items} == {"without noa, new"}
    assert found.interval_options == options
    for values, corpus in zip(found.everybody, (before, after), strict=True):
        assert values["alpha"] == pytest.approx(alpha_of(corpus))
        assert values["pi_s"] == pytest.approx(agreement(corpus).corpus.pi_star)
        over_b = agreement(corpus, AgreementOptions(similarity="b")).corpus
        assert values["pi_b"] == pytest.approx(over_b.pi_star)
        shuffled = chance(corpus, shuffling=FEW_SHUFFLES)
        assert values["corrected"] == pytest.approx(shuffled.corpus.corrected)
    data = json.loads(change_json(found))
    assert data["compared"]["coders"] == ["kim", "lou", "max", "tom"]
    assert data["before"]["coders_alone"] == ["noa"]
    assert data["all_codings"]["after"]["alpha"] == found.everybody[1]["alpha"]


def test_where_the_people_changed_only_other_coders_and_items_are_tested() -> None:
    before = sample("interviews")
    after = changed(before).with_coder_names(
        {coder: coder if coder == "kim" else f"new {coder}" for coder in before.coders}
    )
    found = compare(before, after, shuffling=FEW_SHUFFLES)
    both = IntervalOptions(over="coders and items")
    assert found == compare(before, after, interval_options=both, shuffling=FEW_SHUFFLES)
    assert found.compared.whose == "changed"
    assert found.everybody == ()
    assert found.corpus.alpha.before == pytest.approx(alpha_of(before))
    who, _, measured, *_ = change_in_words(found)
    assert who.startswith("The people changed: only kim coded both rounds.")
    assert "For other coders and other items the change may lie" in measured
    assert "same coders" not in change_text(found)
    assert {row.note for row in found.items} == {
        "only before: lou, max, noa, tom; only after: new lou, new max, new noa, new tom"
    }


@pytest.mark.parametrize(("rounds", "direction"), [(9, "better"), (4, "better"), (1, "unknown")])
def test_a_direction_needs_an_interval_beside_0(rounds: int, direction: str) -> None:
    many = {f"i{n}": {"x": [2, n], "y": [3, n - 1]} for n in range(4, 4 + rounds)}
    before = Corpus.from_masses(many)
    after = Corpus.from_masses({name: dict.fromkeys("xy", m["x"]) for name, m in many.items()})
    table = compare(before, after)
    assert table.direction == direction
    assert (table.moved.items, table.moved.rose, table.moved.fell) == (rounds, rounds, 0)
    back = compare(after, before)
    assert back.direction == {"better": "worse"}.get(direction, direction)
    assert back.moved.fell == rounds
    assert compare(before, before).direction in ("unclear", "unknown")


def test_other_densities_are_warned_of() -> None:
    few = Corpus.from_masses({f"i{n}": {"x": [9, 9 + n], "y": [8, 10 + n]} for n in range(4)})
    sizes = {"x": [3, 3, 3, 9], "y": [3, 2, 4, 9]}
    many = Corpus.from_masses(
        {f"i{n}": {c: [*m[:-1], m[-1] + n] for c, m in sizes.items()} for n in range(4)}
    )
    assert compare(few, many).density == pytest.approx(3)
    assert compare(many, few).density == pytest.approx(1 / 3)
    for rounds in ((few, many), (many, few)):
        table = compare(*rounds)
        assert table.denser
        (note,) = (one for one in change_notes(table) if "as dense after" in one)
        assert "Go by R and α" in note
    alike = compare(few, few)
    assert not alike.denser
    assert not any("dense" in note for note in change_notes(alike))
    nobody = Corpus.from_masses({"i0": {"x": [18], "y": [18]}})
    assert compare(nobody, few).density is None


def test_chance_corrected_agreement_is_that_of_the_common_items() -> None:
    before, after = sample("interviews"), sample("interviews-2")
    shuffling = ChanceOptions(shuffles=50)
    table = compare(before, after, shuffling=shuffling)
    found = table.corpus.corrected
    for side, corpus in zip(("before", "after"), in_both(before, after), strict=True):
        shuffled = chance(corpus, shuffling=shuffling)
        assert getattr(found, side) == pytest.approx(shuffled.corpus.corrected)
        for row, of in zip(table.items, shuffled.items, strict=True):
            assert getattr(row.corrected, side) == pytest.approx(of.corrected)
    assert found.interval.low is not None
    assert found.p is not None
    assert compare(before, after) == compare(before, after, shuffling=ChanceOptions())


def test_what_one_round_has_alone_is_named_and_not_compared() -> None:
    corpus = sample("moonstone")
    names = [item.name for item in corpus.items]
    after = without_coder(corpus.select(items=names[2:]), "an1")
    table = compare(corpus.select(items=names[:-1]), after)
    assert (table.only_before, table.only_after) == (("ch1", "ch2"), ("ch11",))
    assert [row.item for row in table.items] == names[2:-1]
    assert table.compared.alone == (("an1",), ())
    assert [row.note[:11] for row in table.items].count("without an1") == 2
    notes = " ".join(change_notes(table))
    assert "Items only before, not compared (2): ch1, ch2." in notes
    assert "Items only after, not compared (1): ch11." in notes
    assert "Coders only before, not compared (1): an1." in notes
    assert change_in_words(table)[0].startswith("The ")
    assert [row.item for row in table.groups] == ["an2-an4", "an5-an10"]
    common = agreement(without_coder(corpus.select(items=names[2:-1]), "an1")).groups
    assert [row.pi_star.before for row in table.groups] == pytest.approx(
        [row.pi_star for row in common]
    )


def test_a_changed_text_is_said_and_compared() -> None:
    texts = tuple("abcdefg")
    codings = Corpus.from_masses({"t": {"a": [3, 4], "b": [3, 4], "c": [4, 3]}})["t"].codings
    before = Corpus((Item("t", codings, texts),))
    other = Corpus((Item("t", codings, (*texts[:6], "new")),))
    assert compare(before, other).items[0].note == "the text was revised: unit 7 changed"
    longer = Corpus.from_masses({"t": {"a": [3, 5], "b": [3, 5], "c": [3, 5]}})
    (row,) = compare(before, longer).items
    assert row.note == "the text changed: 7 units before, 8 after"
    assert "another number of units" in " ".join(change_notes(compare(before, longer)))
    revised = (*texts, "new")
    codings = {name: Segmentation(8, one.boundaries) for name, one in codings.items()}
    known = compare(before, Corpus((Item("t", codings, revised),)))
    assert known.items[0].note == "the text was revised: unit 8 is new"
    assert "another number of units" not in " ".join(change_notes(known))
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
    assert table.corpus.pi_star.undefined == "before: one coder only: agreement needs two"
    assert compare(coded, alone).items[0].pi_star.undefined.startswith("after: ")
    assert compare(alone, alone).items[0].pi_star.undefined.startswith("one coder only")
    assert table.coefficients["alpha"].change is None
    assert table.corpus.pi_star.p is None
    assert "cannot be compared" in change_in_words(table)[1]
    assert "One coder only" not in change_text(table)
    two = Corpus.from_masses({"t": {"a": [3, 4], "b": [3, 4]}})
    row = compare(two, coded.select(items=["t"])).items[0]
    assert row.pi_star.interval.undefined == TWO_CODERS


def alpha_of(corpus: Corpus) -> float:
    return known(decisions(corpus).corpus.alpha)


def test_rounds_of_other_items_are_compared_as_wholes_by_welch() -> None:
    """Leave each item out by hand: the variances add, and Welch tells the degrees of freedom."""
    first = sample("interviews")
    second = first.select(items=[item.name for item in first.items][2:])
    second = Corpus(tuple(replace(item, name=f"new {item.name}") for item in second.items))
    table = compare(first, second, shuffling=FEW_SHUFFLES)
    assert table.other_items
    assert table.items == table.groups == ()
    found = table.corpus.alpha
    assert found.change == pytest.approx(alpha_of(second) - alpha_of(first))
    variances, sizes = [], []
    for corpus in (first, second):
        names = [item.name for item in corpus.items]
        left = [alpha_of(corpus.select(items=[n for n in names if n != out])) for out in names]
        size = len(names)
        variances.append((size - 1) / size * sum((one - np.mean(left)) ** 2 for one in left))
        sizes.append(size)
    degrees = sum(variances) ** 2 / sum(
        v**2 / (size - 1) for v, size in zip(variances, sizes, strict=True)
    )
    reach = student_t(0.975, degrees) * np.sqrt(sum(variances))
    low, high, _ = found.interval
    assert (low, high) == pytest.approx((found.change - reach, found.change + reach))
    assert table.corpus.corrected.interval.low is not None


def test_rounds_of_other_items_say_what_else_could_be_the_reason() -> None:
    pilot = Corpus.from_masses(PILOT)
    later = Corpus.from_masses({f"new {name}": masses for name, masses in FINAL.items()})
    words = " ".join(change_in_words(compare(pilot, later)))
    assert "Easier texts would look the same" in words
    assert "on 2 items before" in words
    assert "too few to be sure" in words
    assert "same name" not in words
    assert "new i1" in change_text(compare(pilot, later))
    strangers = compare(sample("moonstone"), sample("stargazer"), shuffling=FEW_SHUFFLES)
    assert "nobody coded both rounds" in change_in_words(strangers)[0]
    assert "neither an item nor a coder in common" in change_in_words(strangers)[1]


def test_one_name_for_other_numbers_of_units_is_warned_of() -> None:
    other = Corpus.from_masses({"i1": {"x": [2, 9], "y": [3, 8]}, "i2": FINAL["i2"]})
    notes = " ".join(change_notes(compare(Corpus.from_masses(PILOT), other)))
    assert "i1 (4 units before, 11 after)" in notes
    assert "i2 (" not in notes


def test_one_item_alone_has_no_interval_over_items() -> None:
    one = Corpus.from_masses({"i1": PILOT["i1"]})
    table = compare(one, Corpus.from_masses({"i1": FINAL["i1"]}))
    assert table.corpus.pi_star.interval.undefined == ONE_ITEM
    assert table.groups[0].pi_star.interval.undefined == ONE_ITEM
    corpus = sample("moonstone")
    table = compare(corpus.select(items=["ch1", "ch3", "ch2"]), corpus)
    assert table.corpus.pi_star.interval.undefined == of_a_group(ONE_ITEM)
    assert [row.pi_star.interval.undefined for row in table.groups] == ["", ONE_ITEM]


def test_groups_that_were_divided_otherwise_count_for_the_corpus_alone() -> None:
    """Before, two groups of two items; after, one group of all four, of other people."""

    def by(coders: str) -> dict[str, list[int]]:
        return dict(zip(coders, ([3, 4], [4, 3], [2, 2, 3]), strict=True))

    before = Corpus.from_masses({"1": by("abc"), "2": by("abc"), "3": by("def"), "4": by("def")})
    after = Corpus.from_masses({name: by("xyz") for name in "1234"})
    table = compare(before, after)
    assert table.groups == ()
    assert table.notes == (
        "coder groups that have other items in the other round: 3; they count for the corpus alone",
    )
    first, second = agreement(before).corpus, agreement(after).corpus
    assert table.corpus.pi_star.before == pytest.approx(first.pi_star)
    assert table.corpus.pi_star.after == pytest.approx(second.pi_star)
    assert table.corpus.pi_star.interval.low is not None
    three = compare(before.select(items="123"), after.select(items="123"))
    assert three.corpus.pi_star.interval.undefined == of_a_group(ONE_ITEM)
    swapped = Corpus.from_masses(dict(zip("1234", map(by, ("uvw", "xyz") * 2), strict=True)))
    crossed = compare(before, swapped)
    assert crossed.corpus.pi_star.interval.undefined == ONE_TOGETHER
    # The third group after stands beside the second before, and has no value.
    divided = Corpus.from_masses({"1": by("uvw"), "2": by("xyz"), "3": {one: [1] for one in "rst"}})
    (row,) = compare(before.select(items="123"), divided).groups
    assert row.pi_star.undefined == f"after: {NO_PLACE}"


def test_rounds_of_two_kinds_are_compared_by_places() -> None:
    typed = sample("dialogue")
    table = compare(typed, places_alone(typed))
    assert table.notes == (
        "boundaries are with types before and plain after, so that they count as places alone",
    )
    assert all(row.pi_star.change == 0 for row in table.rows)
    topics = of_one_type(typed, "topic")
    (note,) = compare(typed, topics).notes
    assert note == "the types of boundaries differ (only before: aside, task, uncertain)"
    assert compare(typed, topics, AgreementOptions(similarity="wd")).notes == ()
    table = compare(typed, typed, AgreementOptions(uncertain="ignore"))
    expected = agreement(typed, AgreementOptions(uncertain="ignore")).corpus.pi_star
    assert table.corpus.pi_star.before == pytest.approx(expected)


def test_intervals_hold_the_true_change_about_as_often_as_they_say() -> None:
    """The whole table: ``python -m benchmarks.change``."""
    held = over_coders(6, 6, 8, better=0.5, same=True)
    assert min(held.values()) > 0.8


# ----- as words and files


def better() -> ChangeTable:
    return compare(sample("interviews"), sample("interviews-2"))


def test_the_answer_comes_first() -> None:
    table = better()
    who, answer, measured, beside, everybody, caution = change_in_words(table)
    assert caution == SAME_ITEMS
    assert who == (
        "The same five coded both rounds, but not every item in each: interview 3 is compared "
        "without noa."
    )
    assert answer == "Agreement improved."
    found, changes = table.corpus.corrected, table.coefficients
    assert measured == (
        f"Chance-corrected agreement R rose from {found.before:.2f} to {found.after:.2f}. "
        "For other items of the same coders the change may lie anywhere from "
        f"{found.interval.low:+.2f} to {found.interval.high:+.2f} "
        f"(95% interval, p = {found.p:.3f})."
    )
    alpha, over_b, over_s = (changes[name].change for name in ("alpha", "pi_b", "pi_s"))
    assert beside == (
        f"α ({alpha:+.2f}), π* over B ({over_b:+.2f}) and π* over S ({over_s:+.2f}) rose too."
    )
    whole = [known(of["corrected"]) for of in table.everybody]
    alone = [name for names in table.compared.alone for name in names]
    whose = "With all codings"
    if alone:
        whose = f"With {joined(alone)}, who coded one round only"
    assert everybody == (
        f"{whose}, R is {whole[0]:.2f} before and {whole[1]:.2f} after. For a change, report the "
        "two numbers above: they compare the same codings."
    )


def test_the_same_numbers_over_all_codings_are_not_said_again() -> None:
    table = better()
    same = dict(zip(("before", "after"), table.judged[:2], strict=True))
    alike = replace(table, everybody=tuple({"corrected": value} for value in same.values()))
    assert not any("all codings" in one for one in change_in_words(alike))


def of_items(changes: Sequence[float], ends: tuple[float, float] | None) -> ChangeTable:
    """Return two rounds whose items and corpus changed so, with the ends of the interval."""
    table = better()
    mean = sum(changes) / len(changes)
    low, high = ends or (None, None)
    interval = Interval(low, high, "" if ends else ONE_ITEM)
    changed = Changed(0.2, 0.2 + mean, mean, interval)
    corpus = table.corpus._replace(corrected=changed, alpha=changed)
    items = tuple(
        table.items[0]._replace(corrected=Changed(0.2, 0.2 + change, change, interval))
        for change in changes
    )
    return replace(table, items=items, corpus=corpus, compared=Compared(), everybody=())


def test_an_item_that_may_be_chance_is_not_counted_as_improved() -> None:
    """Six coders follow breaks better on two texts; on the third everybody guesses both times."""
    random = np.random.default_rng(4)

    def coded(hits: float) -> Corpus:
        items = []
        for name in ("clear", "plain", "rambling"):
            breaks = range(4, 60, 5)
            codings = {}
            for coder in "abcdef":
                marked = {place for place in breaks if random.random() < hits}
                marked |= {*random.choice(np.arange(1, 60), 2, replace=False).tolist()}
                if name == "rambling":
                    marked = {*random.choice(np.arange(1, 60), 8, replace=False).tolist()}
                codings[coder] = Segmentation(60, tuple(sorted(marked)))
            items.append(Item(name, codings))
        return Corpus(tuple(items))

    rounds = coded(0.6), coded(0.95)
    for before, after, went in ((*rounds, "higher"), (*rounds[::-1], "lower")):
        table = compare(before, after)
        assert table.by_chance == ("rambling",)
        assert table.moved.chance == 1
        assert table.moved.rose + table.moved.fell == 2
        said = headline(table)
        uncounted = "rambling is not counted, as agreement there may be chance."
        assert f": of 3 items, R is {went} on 2; {uncounted}" in said
    assert json.loads(change_json(table))["items"]["chance"] == 1
    named = [CodingRound(str(at), one) for at, one in enumerate(rounds)]
    (step,) = trends(named).steps
    assert step.table.by_chance == ("rambling",)


def test_numbers_beside_the_limit_of_verdicts_keep_their_digits() -> None:
    table = of_items([0.3] * 6, (0.2, 0.4))
    beside = Changed(0.39733, 0.7, 0.30267, table.corpus.corrected.interval)
    table = replace(table, corpus=table.corpus._replace(corrected=beside))
    assert "rose from 0.397 to 0.70." in change_in_words(table)[1]


@pytest.mark.parametrize(
    ("changes", "ends", "said"),
    [
        (
            [0.5] * 4,
            (-0.1, 1.1),
            "R is higher on all 4 items, but four are too few to be sure that agreement improved.",
        ),
        (
            [-0.5] * 5,
            (-1.1, 0.1),
            "R is lower on all 5 items, but five are too few to be sure that agreement got worse.",
        ),
        (
            [0.5] * 2,
            (0.4, 0.6),
            "R is higher on both items, but two are too few to be sure that agreement improved.",
        ),
        (
            [0.5] * 9,
            (-0.1, 1.1),
            "R is higher on all 9 items, but too unevenly to be sure that agreement improved.",
        ),
        ([0.5] * 4, (0.1, 0.9), "Agreement improved on all 4 items."),
        ([0.5, 0.5, 0.5, -0.1], (0.1, 0.9), "Agreement improved."),
        ([-0.5] * 4, (-0.9, -0.1), "Agreement got worse on all 4 items."),
        ([0.5, -0.5, 0.0, 0.0], (-0.5, 0.5), "Agreement is about the same as before."),
        ([0.5], None, "R is higher on the one item. One item is too few to say more."),
        ([0.0], None, "Agreement on the one item stayed the same."),
        ([0.5] * 3, None, "R is higher on all 3 items."),
        ([0.5, -0.2], None, "Of 2 items, R is higher on 1 and lower on 1."),
        (
            [0.5, -0.7, -0.4, -0.3],
            (-0.9, 0.1),
            "It is not clear that agreement changed: of 4 items, R is higher on 1 and lower on 3.",
        ),
    ],
)
def test_the_headline_claims_no_more_than_the_items_carry(
    changes: Sequence[float], ends: tuple[float, float] | None, said: str
) -> None:
    table = of_items(changes, ends)
    assert change_in_words(table)[0] == because_of_one(table, said)


@pytest.mark.parametrize(
    ("alpha", "direction", "said"),
    [
        ((0.1, 0.5), "better", "Agreement improved on all 4 items."),
        ((-0.1, 0.7), "unclear", "By R agreement improved, but by α that may be chance."),
        ((-0.5, -0.1), "unclear", "By R agreement improved, but by α it got worse."),
        (None, "better", "Agreement improved on all 4 items."),
    ],
)
def test_agreement_changed_only_if_alpha_says_so_too(
    alpha: tuple[float, float] | None, direction: str, said: str
) -> None:
    table = of_items([0.3] * 4, (0.1, 0.5))
    interval = Interval(*alpha) if alpha else Interval(None, None, ONE_ITEM)
    beside = table.corpus.alpha._replace(interval=interval)
    table = replace(table, corpus=table.corpus._replace(alpha=beside))
    assert (table.direction, change_in_words(table)[0]) == (direction, said)
    few = replace(table, items=table.items[:3])
    few_to_be_sure = "R is higher on all 3 items, but three are too few to be sure that "
    assert change_in_words(few)[0] == f"{few_to_be_sure}agreement improved."


def test_a_change_that_two_decimals_do_not_show_has_no_direction() -> None:
    answer, measured = change_in_words(of_items([0.006, -0.003, 0.0, 0.0], (-0.002, 0.004)))
    assert answer == "Agreement is about the same as before."
    assert "was 0.20 and is 0.20." in measured


def test_a_single_item_is_told_without_an_interval() -> None:
    many = {f"i{n}": {"x": [2, n], "y": [3, n - 1], "z": [2, n]} for n in range(4, 30)}
    agreed = {name: dict.fromkeys("xyz", codings["x"]) for name, codings in many.items()}
    rounds = Corpus.from_masses(many), Corpus.from_masses(agreed)
    answers = [change_in_words(compare(*both))[0] for both in (rounds, rounds[::-1])]
    assert answers == [
        f"Agreement {went} on all 26 items because y changed. For the others, no {change} is shown."
        for went, change in (("improved", "improvement"), ("got worse", "fall"))
    ]
    before, after = (one.select(items=["i9"]) for one in rounds)
    single = compare(before, after)
    answer, measured, *_ = change_in_words(single)
    assert answer == "R is higher on the one item. One item is too few to say more."
    assert measured.endswith(f"How far that holds for other items cannot be told: {ONE_ITEM}.")


def test_a_change_of_density_alone_is_no_change_of_agreement() -> None:
    """Coders who agree no better, with fewer boundaries: S rises clearly, R does not."""
    random = np.random.default_rng(5)

    def coded(boundaries: int) -> Corpus:
        def one() -> Segmentation:
            places = random.choice(np.arange(1, 60), boundaries, replace=False)
            return Segmentation(60, tuple(sorted(places.tolist())))

        return Corpus(tuple(Item(f"i{n}", {c: one() for c in "xyz"}) for n in range(12)))

    table = compare(coded(20), coded(4), shuffling=FEW_SHUFFLES)
    low = table.corpus.pi_star.interval.low
    assert low is not None and low > 0
    assert table.direction == "unclear"


def test_alpha_tells_where_chance_corrected_agreement_is_undefined() -> None:
    """Two segments of one size are the same in every order."""
    alike, apart = {"x": [2, 2], "y": [2, 2]}, {"x": [2, 2], "y": [1, 3]}
    before, after = (Corpus.from_masses({f"i{n}": one for n in range(4)}) for one in (apart, alike))
    table = compare(before, after, shuffling=ChanceOptions(null="sizes", shuffles=50))
    why = table.corpus.corrected.undefined
    assert why.startswith("after: ")
    assert table.judged == table.corpus.alpha
    assert table.moved.rose == 4
    assert change_in_words(table)[1].startswith("Krippendorff's α rose from")
    note = f"R, agreement beyond chance, is undefined ({why}). So α tells whether agreement"
    assert any(one.startswith(note) for one in change_notes(table))


def test_measures_that_go_apart_are_said() -> None:
    """Fewer boundaries, none of them agreed on: S rises, while R, B and alpha fall."""
    many, few = {"x": [5] * 6, "y": [3, 7, 5, 5, 6, 4]}, {"x": [10, 20], "y": [30]}
    before, after = (Corpus.from_masses({f"i{n}": one for n in range(9)}) for one in (many, few))
    table = compare(before, after)
    changes = [table.coefficients[name].change or 0 for name in ("pi_s", "pi_b", "alpha")]
    assert changes[0] > 0 > changes[1]
    assert changes[2] < 0
    *_, beside = change_in_words(table)
    assert re.search(r"But π\* over S \(\+0\.\d\d\) rose\. Go by R: ", beside)
    other = replace(table, corpus=table.corpus._replace(alpha=better().corpus.alpha))
    assert "Where R and α disagree, do not say" in change_in_words(other)[-1]


def test_the_csv_has_a_row_for_each_item_group_and_the_corpus() -> None:
    table = better()
    rows = list(csv.DictReader(StringIO(CHANGE_FORMATS["csv"](table))))
    assert [row["level"] for row in rows] == ["item"] * 9 + ["group", "corpus"]
    for row, found in zip(rows, table.rows, strict=True):
        assert float(row["pi_star_s_before"]) == found.pi_star.before
        assert float(row["pi_star_s_change"]) == found.pi_star.change
        assert float(row["one_minus_wd_mean_change_high"]) == found.one_minus_wd_mean.interval.high
    assert rows[5]["note"] == "the text was revised: turn 23 is new"
    named = Corpus.from_masses({"=1+1": {"@a": [3, 4], "b": [3, 4]}})
    (row, *_) = csv.DictReader(StringIO(CHANGE_FORMATS["csv"](compare(named, named))))
    assert row["item"] == "'=1+1"


def test_the_json_has_everything() -> None:
    table = better()
    data = json.loads(change_json(table))
    assert [row["item"] for row in data["rows"]][:2] == ["interview 1", "interview 2"]
    assert data["rows"][0]["pi_star_s"]["change"] == table.items[0].pi_star.change
    assert data["before"]["items_alone"] == ["interview 9"]
    assert data["after"]["items_alone"] == ["interview 11"]
    assert data["items"] == table.moved._asdict()
    assert data["rows"][-1]["pi_star_s"]["p"] == table.corpus.pi_star.p
    assert set(data["coefficients"]) == set(COEFFICIENTS)
    assert data["words"] == change_in_words(table)
    assert "intervals of changes for other items, same coders" in data["signature"]


def test_the_text_is_for_reading() -> None:
    lines = change_text(better()).splitlines()
    assert lines[0].startswith("The same five coded both rounds")
    assert lines[1].startswith("Agreement improved.")
    assert any(line.startswith("interview 8 ") and "coded exactly" in line for line in lines)
    assert any(line.startswith("corpus ") for line in lines)
    odd = Corpus.from_masses({"a\x1b[31m": {"x": [3, 4], "y": [3, 4]}})
    assert "\x1b" not in change_text(compare(odd, odd))


def test_the_figure_draws_before_after_and_the_change() -> None:
    table = better()
    figure = change_figure([*table.items, table.corpus], "s", "corrected")
    line, before, after, changes = figure.data
    assert list(before.x) == [row.corrected.before for row in (*table.items, table.corpus)]
    assert list(after.x) == [row.corrected.after for row in (*table.items, table.corpus)]
    assert (before.name, after.name) == ("before", "after")
    assert before.marker.symbol == "circle-open"
    assert list(changes.x) == [row.corrected.change for row in (*table.items, table.corpus)]
    first = table.items[0].corrected
    assert first.interval.high is not None and first.change is not None
    assert changes.error_x.array[0] == pytest.approx(first.interval.high - first.change)
    assert len(line.x) == 3 * 10
    alone = Corpus.from_masses({"t": {"a": [3, 4]}})
    assert not change_figure(compare(alone, alone).items, "s", "corrected").data[1].x


def test_the_spread_counts_every_item() -> None:
    table = better()
    (bars,) = spread_figure(table.items, "s", "corrected").data
    assert sum(bars.y) == 9
    middle = len(bars.y) // 2
    changes = [row.corrected.change or 0 for row in table.items]
    assert sum(bars.y[:middle]) == sum(change < 0 for change in changes)
    assert sum(bars.y[middle:]) == sum(change >= 0 for change in changes)
    same = sample("moonstone")
    (bars,) = spread_figure(compare(same, same).items, "s", "corrected").data
    assert sum(bars.y) == 8


def test_why_a_change_of_pi_alone_does_not_count_is_noted() -> None:
    """Who mark at random mark more: π* over S falls, that over B rises, and R says nothing."""

    def at_random(seed: int, rate: float) -> Corpus:
        draw = np.random.default_rng(seed)
        return Corpus.from_masses(
            {
                f"t{number}": {
                    coder: np.diff([0, *np.flatnonzero(draw.random(39) < rate) + 1, 40]).tolist()
                    for coder in "abcd"
                }
                for number in range(8)
            }
        )

    found = compare(at_random(0, 0.05), at_random(100, 0.4))
    over_s, over_b = (found.coefficients[key].interval for key in ("pi_s", "pi_b"))
    assert over_s.high is not None and over_b.low is not None
    assert over_s.high < 0 < over_b.low
    assert found.direction == "unclear"
    said = "The answer goes by R and α: π* also changes as boundaries become more or fewer."
    assert said in change_notes(found)
