"""Rounds of coding: against hand-made fractions, brute force, and what the parts give."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from fractions import Fraction
from io import StringIO
from itertools import combinations
from math import exp, log, sqrt
from typing import Any

import numpy as np
import pytest

from segmetrics import Corpus, Item, Segmentation, sample
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.chance_corrected import ONE_CODER
from segmetrics.coefficients.decision_table import decisions
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.plots.trend_plots import rounds_figure
from segmetrics.reliability import trends as trends_module
from segmetrics.reliability.chance import ChanceTable, chance
from segmetrics.reliability.coder_trends import ALONE, NO_SIMILARITY, NOT_CODED, OTHER_PEOPLE
from segmetrics.reliability.comparison import DEFAULT, compare
from segmetrics.reliability.intervals import intervals
from segmetrics.reliability.jackknife import ONE_ITEM, PERFECT
from segmetrics.reliability.leave_one_out import TABLE_COLUMNS
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.reliability.trends import (
    NOT_IN_ALL,
    CodingRound,
    RoundsTable,
    compared_parts,
    trends,
)
from segmetrics.tables.comparison_words import TOLD
from segmetrics.tables.trend_tables import rounds_csv, rounds_json, rounds_text
from segmetrics.tables.trend_words import rounds_in_words, rounds_notes
from tests.support.recoded import changed, in_both, places_alone, recoded

S = AgreementOptions()

# Three rounds of two items; x, y and z place one boundary each.
PILOT = {"i1": {"x": [2, 2], "y": [3, 1], "z": [1, 3]}, "i2": {"x": [2, 2], "y": [2, 2]}}
FINAL = {"i1": {"x": [2, 2], "y": [2, 2], "z": [2, 2]}, "i2": {"x": [2, 2], "y": [2, 2]}}


def named(*corpora: Corpus) -> list[CodingRound]:
    return [CodingRound(f"r{number}", corpus) for number, corpus in enumerate(corpora, 1)]


def without_item(corpus: Corpus) -> Corpus:
    return Corpus(corpus.items[1:])


def rising(count: int) -> list[CodingRound]:
    """Three rounds: two coders a place apart, the third agreeing with one; then ever more alike."""
    first = {
        f"i{n}": {"x": [3, n, 4], "y": [2, n + 1, 4], "z": [3, n + 2, 2]}
        for n in range(2, 2 + count)
    }
    second = {name: {**of, "y": of["x"]} for name, of in first.items()}
    third = {name: dict.fromkeys("xyz", of["x"]) for name, of in first.items()}
    return named(*map(Corpus.from_masses, (first, second, third)))


# ----- values


def test_values_are_those_of_each_corpus_over_the_common_items() -> None:
    first, second = sample("interviews"), sample("interviews-2")
    table = trends(named(first, second))
    common = [f"interview {n}" for n in (*range(1, 9), 10)]
    assert [item.item for item in table.items] == common
    assert [one.alone for one in table.rounds] == [("interview 9",), ("interview 11",)]
    parts = in_both(first, second)
    for whole, part, one in zip((first, second), parts, table.rounds, strict=True):
        for corpus, values in ((part, one.common), (whole, one.own)):
            row, around = agreement(corpus).corpus, intervals(corpus, S, DEFAULT).corpus
            for name in TABLE_COLUMNS:
                assert values[name].value == getattr(row, name)
                assert values[name].interval == getattr(around, name)
            over_b = replace(S, similarity="b")
            assert values["pi_b"].value == agreement(corpus, over_b).corpus.pi_star
            assert values["pi_b"].interval == intervals(corpus, over_b, DEFAULT).corpus.pi_star
            assert values["alpha"].value == decisions(corpus).corpus.alpha
        assert (one.items, one.digest) == (10, whole.codings_digest)


def test_all_items_common_are_computed_once() -> None:
    table = trends(rising(3))
    assert all(one.own is one.common for one in table.rounds)
    assert not any(one.alone for one in table.rounds)


def test_items_are_those_of_the_agreement_table_with_its_intervals() -> None:
    corpora = sample("interviews"), sample("interviews-2")
    table = trends(named(*corpora))
    for place, corpus in enumerate(in_both(*corpora)):
        row = {one.item: one for one in agreement(corpus).items}
        around = {one.item: one for one in intervals(corpus, S, DEFAULT).items}
        for item in table.items:
            for name in TABLE_COLUMNS:
                found, interval = item.values[place][name], getattr(around[item.item], name)
                assert found.value == pytest.approx(getattr(row[item.item], name), abs=1e-12)
                assert found.interval == interval


def test_each_round_is_shuffled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What its shuffled codings agree on is that of its common items shuffled by themselves."""
    shuffled: list[int] = []

    def counted(corpus: Corpus, *args: Any, **more: Any) -> ChanceTable:
        shuffled.append(len(corpus))
        return chance(corpus, *args, **more)

    monkeypatch.setattr(trends_module, "chance", counted)
    first, second = sample("interviews"), without_item(changed(sample("interviews")))
    shuffling = ChanceOptions(shuffles=50)
    table = trends(named(first, second, first), shuffling=shuffling)
    assert shuffled == [10, 9, 10]
    names = [item.item for item in table.items]
    assert len(names) == 9
    for place, corpus in enumerate((first, second, first)):
        part = chance(corpus.select(items=names), shuffling=shuffling)
        assert table.rounds[place].common["corrected"].value == pytest.approx(part.corpus.corrected)
        for item, row in zip(table.items, part.items, strict=True):
            assert item.values[place]["corrected"].value == pytest.approx(row.corrected)
        whole, own = chance(corpus, shuffling=shuffling), table.rounds[place].own["corrected"]
        assert own.value == pytest.approx(whole.corpus.corrected)
        around = intervals(corpus, S, DEFAULT, chance=whole).corpus.corrected
        assert own.interval[:2] == pytest.approx(around[:2])
    shuffled.clear()
    others = first.select(coders=first.coders[:3])
    shared = trends(named(first, others), shuffling=shuffling)
    assert shuffled == [10, 10, 10]
    alone = chance(others, shuffling=shuffling).corpus.corrected
    assert shared.rounds[0].common["corrected"].value == pytest.approx(alone)
    assert shared.rounds[0].own == table.rounds[0].own


def test_rounds_may_have_their_items_in_any_order() -> None:
    """Everything stands at its item, as if both had one order."""
    first, second = sample("interviews"), changed(sample("interviews"))
    turned = Corpus(second.items[::-1])
    found, expected = (trends(named(first, one)) for one in (turned, second))
    assert (found.items, found.coders) == (expected.items, expected.coders)
    assert found.steps[0].table.rows == expected.steps[0].table.rows


def test_those_who_coded_all_rounds_are_followed() -> None:
    """Some leave after each round, and others come: two are left."""
    first = sample("interviews")
    second = changed(first).select(coders=["kim", "lou", "max"])
    third = changed(first, seed=2).with_coder_names(dict(zip(first.coders, "xyzwv", strict=True)))
    third = recoded(third, lambda item: {"kim": item.codings["x"], "max": item.codings["z"]})
    table = trends(named(first, second, third))
    assert table.compared.coders == ("kim", "max")
    assert table.compared.alone == (("lou", "noa", "tom"), ("lou",), ())
    of_two = [one.select(coders=["kim", "max"]) for one in (first, second, third)]
    expected = trends(named(*of_two))
    for one, other, whole in zip(
        table.rounds, expected.rounds, (first, second, third), strict=True
    ):
        assert one.common == other.common
        assert one.own["pi_star"].value == agreement(whole).corpus.pi_star
    assert (table.items, table.coders) == (expected.items, expected.coders)
    for step, other_step in zip(table.steps, expected.steps, strict=True):
        assert step.table.corpus == other_step.table.corpus
    assert compared_parts(named(first, second, third), S) == tuple(of_two)
    said = rounds_in_words(table)
    assert said[0] == "The two who coded all three rounds are compared: kim and max."
    assert said[1].startswith("From r1 to r3: ")
    notes = " ".join(rounds_notes(table))
    assert "Coders of r1 that not all rounds have, not compared (3): lou, noa, tom." in notes
    data = json.loads(rounds_json(table))
    assert data["compared"]["without"]["interview 1"] == ["lou", "noa", "tom"]


def test_where_the_people_changed_nothing_speaks_of_the_same_coders() -> None:
    first = sample("interviews")
    others = changed(first).with_coder_names(dict(zip(first.coders, "vwxyz", strict=True)))
    table = trends(named(first, others))
    assert table.interval_options.over == "coders and items"
    assert table.steps[0].table == compare(first, others)
    assert "same coders" not in rounds_text(table)
    assert rounds_in_words(table)[0].startswith("The people changed: nobody coded both rounds.")
    assert {row.changes[0].change for row in table.coders} == {None}
    partly = changed(first).with_coder_names(dict(zip(first.coders, ["kim", *"wxyz"], strict=True)))
    kim = trends(named(first, partly)).coders[0]
    assert kim.changes[0].change is not None
    assert kim.changes[0].interval.undefined == OTHER_PEOPLE


def test_two_rounds_are_one_change() -> None:
    corpora = sample("moonstone"), changed(sample("moonstone"))
    table = trends(named(*corpora))
    (step,) = table.steps
    assert step.table == compare(*corpora)
    for name in TABLE_COLUMNS:
        found = getattr(step.table.corpus, name)
        assert found.before == pytest.approx(table.rounds[0].common[name].value)
        assert found.after == pytest.approx(table.rounds[1].common[name].value)
    for name, found in step.table.coefficients.items():
        assert found.after == pytest.approx(table.rounds[1].common[name].value)


def test_differences_add_up_over_the_steps() -> None:
    table = trends(rising(5), AgreementOptions(similarity="b"), DEFAULT)
    first, second, overall = (step.table for step in table.steps)
    for name in TABLE_COLUMNS:
        parts = [getattr(of.corpus, name).change for of in (first, second, overall)]
        assert parts[0] + parts[1] == pytest.approx(parts[2])
    assert table.consecutive == table.steps[:2]
    assert overall.digests == (first.digests[0], second.digests[1])


def places_alike(one: Segmentation, other: Segmentation) -> tuple[int, int]:
    """What S leaves unedited, and all places, where no two boundaries are neighbours."""
    edited = {*one.boundaries} ^ {*other.boundaries}
    assert not any(place + 1 in edited for place in edited)
    return one.mass - 1 - len(edited), one.mass - 1


def far_apart(seed: int) -> Corpus:
    """Five items of three coders with boundaries at even places alone, so that none is near."""
    random = np.random.default_rng(seed)

    def coding(mass: int) -> Segmentation:
        return Segmentation(mass, tuple(p for p in range(2, mass, 2) if random.random() < 0.5))

    return Corpus(
        tuple(Item(f"i{mass}", {name: coding(mass) for name in "xyz"}) for mass in range(7, 17, 2))
    )


def test_intervals_of_coders_by_leaving_out_each_item() -> None:
    """Five items, so four degrees of freedom; for changes the same item out of both rounds."""
    corpora = [far_apart(1), far_apart(2)]
    table = trends(named(*corpora))

    def shares(coder: str, without: int | None = None) -> list[Fraction]:
        found = []
        for corpus in corpora:
            alike = whole = 0
            for place, item in enumerate(corpus.items):
                for other in set("xyz") - {coder} if place != without else ():
                    a, b = places_alike(item.codings[coder], item.codings[other])
                    alike, whole = alike + a, whole + b
            found.append(Fraction(alike, whole))
        return found

    def ends(value: float, left: list[float]) -> tuple[float, float]:
        mean = sum(left) / 5
        reach = 2.776445 * sqrt(4 / 5 * sum((one - mean) ** 2 for one in left))
        return value - reach, value + reach

    for row in table.coders:
        whole, left = shares(row.coder), [shares(row.coder, place) for place in range(5)]
        for place in range(2):
            scaled = [-log(1 - one[place]) for one in left]
            low, high = (1 - exp(-end) for end in ends(-log(1 - whole[place]), scaled))
            interval = row.rounds[place].agreement.interval
            assert interval[:2] == pytest.approx((max(low, 0), high), abs=1e-5)
        change = ends(float(whole[1] - whole[0]), [float(one[1] - one[0]) for one in left])
        assert row.changes[0].interval[:2] == pytest.approx(change, abs=1e-5)


def test_a_coder_agrees_as_the_mean_of_the_pairs_if_all_are_as_long() -> None:
    """Over B, by the scores of each pair from the agreement of two."""
    corpus = Corpus.from_masses(
        {"a": {"x": [2, 4, 3], "y": [3, 3, 3], "z": [5, 4]}, "b": {"x": [9], "y": [9], "z": [4, 5]}}
    )
    options = AgreementOptions(similarity="b")
    table = trends(named(corpus, corpus), options, DEFAULT)
    for row in table.coders:
        agreed = whole = Fraction(0)
        for item in corpus.items:
            for pair in combinations(item.codings, 2):
                if row.coder in pair:
                    one, other = ({*item.codings[name].boundaries} for name in pair)
                    both = len(one & other)
                    near = sum(p + 1 in other - one or p - 1 in other - one for p in one - other)
                    edits = len(one ^ other) - near
                    agreed += both + Fraction(near, 2)
                    whole += both + edits
        share = float(agreed / whole) if whole else 1.0
        assert row.rounds[0].agreement.value == pytest.approx(share)
        assert row.changes[0].change == 0


# ----- what is not there


def test_rounds_of_which_some_share_items_but_all_share_none() -> None:
    corpus = sample("interviews")
    names = [item.name for item in corpus.items]
    parts = [corpus.select(items=of) for of in (names[:3], names[2:5], names[4:])]
    table = trends(named(*parts))
    assert (table.items, table.coders, table.steps) == ((), (), ())
    assert table.rounds[0].common["alpha"].undefined == NOT_IN_ALL
    expected = agreement(parts[0]).corpus.pi_star
    assert table.rounds[0].own["pi_star"].value == expected
    assert "Compare two of them" in rounds_in_words(table)[0]
    assert json.loads(rounds_json(table))["steps"] == []


def test_rounds_of_other_items_are_followed_as_wholes() -> None:
    """Coders who go on with other texts after a training: corpora and coders are compared."""
    corpus = sample("interviews")
    names = [item.name for item in corpus.items]
    parts = [corpus.select(items=of) for of in (names[::2], names[1::2])]
    table = trends(named(*parts))
    assert table.other_items
    for one, part in zip(table.rounds, parts, strict=True):
        assert one.common == one.own
        assert one.common["pi_star"].value == agreement(part).corpus.pi_star
    (step,) = table.steps
    assert step.table.coefficients == compare(parts[0], parts[1]).coefficients
    for coder in table.coders:
        low, high, _ = coder.changes[0].interval
        assert low is not None
        assert high is not None
        before, after = (of.agreement.value for of in coder.rounds)
        assert (low + high) / 2 == pytest.approx((after or 0) - (before or 0))
    assert "Easier texts would look the same" in " ".join(rounds_in_words(table))
    rows = list(csv.DictReader(StringIO(rounds_csv(table))))
    of_rounds = [one for one in rows if one["level"] == "corpus" and not one["compared_with"]]
    assert {one["items"] for one in of_rounds} == {"5"}  # every second of ten
    assert "the items of each round as a random choice" in rounds_text(table)
    assert json.loads(rounds_json(table))["steps"][0]["changes"]


def test_one_common_item_has_no_interval_over_items() -> None:
    corpora = [Corpus.from_masses(of).select(items=["i1"]) for of in (PILOT, FINAL)]
    table = trends(named(*corpora))
    assert table.rounds[0].common["alpha"].interval.undefined == ONE_ITEM
    assert {row.rounds[0].agreement.interval.undefined for row in table.coders} == {ONE_ITEM}
    assert {row.changes[0].interval.undefined for row in table.coders} == {ONE_ITEM}
    assert table.coders[0].changes[0].change == pytest.approx(1 - 4 / 6)


def test_a_coder_of_some_rounds_alone_is_undefined_elsewhere() -> None:
    """The people changed, so that all are followed."""
    first = Corpus.from_masses({"a": {"x": [2, 3], "y": [2, 3]}, "b": {"w": [4, 1]}})
    second = Corpus.from_masses({n: {"x": [2, 3], "v": [3, 2]} for n in "ab"})
    table = trends(named(first, second))
    found = {row.coder: row for row in table.coders}
    assert list(found) == ["x", "y", "w", "v"]
    assert found["v"].rounds[0].agreement.undefined == NOT_CODED
    assert found["w"].rounds[0].agreement.undefined == ALONE
    assert found["y"].changes[0].change is None
    assert found["y"].changes[0].undefined == f"after: {NOT_CODED}"
    notes = " ".join(rounds_notes(table))
    assert "Coders of r1 that not all rounds have (2): y, w." in notes
    assert "Coders of r2 that not all rounds have (1): v." in notes


def test_one_coder_alone_is_undefined_with_reasons() -> None:
    corpora = [Corpus.from_masses({n: {"x": masses} for n in "ab"}) for masses in ([2, 3], [5])]
    table = trends(named(*corpora))
    assert table.rounds[0].common["pi_star"].value is None
    assert table.rounds[0].common["alpha"].undefined == ONE_CODER
    assert table.coders[0].rounds[0].agreement.undefined == ALONE
    assert table.steps[0].table.direction == "unknown"
    assert "cannot be compared" in rounds_in_words(table)[0]
    assert json.loads(rounds_json(table))["coders"][0]["rounds"]["r1"]["boundaries"] == 2
    three = trends(named(*corpora, corpora[0]))
    (answer,) = rounds_in_words(three)
    assert answer == "From r1 to r3: nothing changed: both items are coded exactly as before."
    said = " ".join(rounds_notes(three))
    assert "One coder only: agreement needs two: the corpus in r1, the corpus in r2" in said
    assert "α tells" not in said


def test_pairs_without_a_value_of_the_similarity_are_undefined() -> None:
    corpus = Corpus.from_masses({n: {"x": [1], "y": [1]} for n in "ab"})
    table = trends(named(corpus, corpus), AgreementOptions(similarity="wd"), DEFAULT)
    assert table.coders[0].rounds[0].agreement.undefined == NO_SIMILARITY
    assert table.coders[0].changes[0].change is None


def test_nobody_placed_a_boundary() -> None:
    """Two codings without a boundary agree: B is 1, though there is nothing to divide by."""
    corpus = Corpus.from_masses({n: {"x": [5], "y": [5]} for n in "abc"})
    table = trends(named(corpus, corpus), AgreementOptions(similarity="b"), DEFAULT)
    assert table.coders[0].rounds[0].agreement.value == 1
    assert table.coders[0].rounds[0].agreement.interval.undefined == PERFECT


def test_rounds_of_several_kinds_count_places_alone() -> None:
    typed = sample("dialogue")
    bare = places_alone(typed)
    table = trends(named(typed, bare, typed))
    assert table.notes == (
        "boundaries are with types in r1, plain in r2, with types in r3, so that they count as "
        "places alone",
    )
    assert len({one.common["pi_star"].value for one in table.rounds}) == 1
    assert {one.kind for one in compared_parts(named(typed, bare), S)} == {"linear"}


def test_uncertain_boundaries_count_as_the_options_say() -> None:
    typed = sample("dialogue")
    options = AgreementOptions(uncertain="ignore")
    table = trends(named(typed, typed), options, DEFAULT)
    expected = agreement(typed, options).corpus.pi_star
    assert table.rounds[0].own["pi_star"].value == pytest.approx(expected)


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["one"], "it takes two rounds to compare, got 1"),
        (["one", "two", "one"], "each round has a name of its own, got 'one' twice"),
    ],
)
def test_what_cannot_be_compared_is_refused(names: list[str], message: str) -> None:
    corpus = Corpus.from_masses(PILOT)
    with pytest.raises(ValueError, match=message):
        trends([CodingRound(name, corpus) for name in names])


# ----- as words, files and figures


def words(*corpora: Corpus) -> list[str]:
    return rounds_in_words(trends(named(*corpora)))


def test_the_answer_comes_first() -> None:
    first, second, third = (one.corpus for one in rising(8))
    answer, measured, beside, caution = words(first, second, third)
    assert answer == "Agreement improved from round to round."
    assert measured.startswith("Chance-corrected agreement R rose from ")
    assert beside.startswith("α (+")
    assert caution.startswith("The same people coded the same texts twice")
    assert words(third, second, first)[0] == "Agreement got worse from round to round."
    improved = "From r1 to r3: agreement improved on all 8 items."
    though = f"{improved} From each round to the next that is not sure."
    assert words(first, third, third)[0] == though
    but = f"{improved.replace('r3', 'r4')} Agreement did not improve in every round."
    assert words(first, third, second, third)[0] == but
    same = "From r1 to r3: nothing changed: all 8 items are coded exactly as before."
    assert words(second, third, second)[0] == same
    one, other = (corpus.select(items=["i2"]) for corpus in (first, third))
    assert words(one, other, other)[0].startswith(
        "From r1 to r3: R is higher on the one item. One item"
    )


def both() -> RoundsTable:
    return trends(named(sample("interviews"), sample("interviews-2")))


def boundaries_of_kim() -> int:
    """Count those of the first round, on the items of both."""
    first, second = sample("interviews"), sample("interviews-2")
    shared = {item.name for item in first.items} & {item.name for item in second.items}
    return sum(len(first[name].codings["kim"].boundaries) for name in shared)


def test_the_csv_has_a_row_for_each_value_and_difference() -> None:
    table = both()
    rows = list(csv.DictReader(StringIO(rounds_csv(table))))
    by = {
        (row["level"], row["name"], row["measure"], row["round"], row["compared_with"]): row
        for row in rows
    }
    assert len(by) == len(rows) == 2 * 2 * 8 + 9 * 2 * 7 + 5 * 2 * 2 + 8 + 9 * 7 + 5
    corpus = by["corpus", "", "pi_star_s", "r2", ""]
    assert float(corpus["value"]) == table.rounds[1].common["pi_star"].value
    assert float(corpus["low"]) == table.rounds[1].common["pi_star"].interval.low
    own = by["round", "", "alpha", "r2", ""]
    assert (float(own["value"]), own["items"]) == (table.rounds[1].own["alpha"].value, "10")
    item = by["item", "interview 3", "pi_star_s", "r2", "r1"]
    assert float(item["value"]) == table.steps[0].table.items[2].pi_star.change
    coder = by["coder", "kim", "agreement_with_others", "r2", "r1"]
    assert float(coder["value"]) == table.coders[0].changes[0].change
    assert by["coder", "kim", "boundaries", "r1", ""]["value"] == str(boundaries_of_kim())


def test_the_json_has_everything() -> None:
    table = both()
    data = json.loads(rounds_json(table))
    assert [one["name"] for one in data["rounds"]] == ["r1", "r2"]
    assert data["rounds"][0]["items_alone"] == ["interview 9"]
    assert data["rounds"][0]["own"]["pi_b"]["value"] == table.rounds[0].own["pi_b"].value
    assert data["items"][0]["rounds"]["r2"]["bias_s"]["low"] is not None
    assert data["coders"][0]["rounds"]["r1"]["boundaries"] == boundaries_of_kim()
    step = table.steps[0].table
    assert data["steps"][0]["items"]["rose"] == step.moved.rose
    assert data["steps"][0]["changes"][1]["p"] == step.corpus.alpha.p
    assert data["steps"][0]["direction"] == "better"
    assert data["steps"][0]["notes"]["interview 8"] == "coded exactly as before"
    assert data["words"] == rounds_in_words(table)
    assert "95% intervals of the corpus for other items, same coders" in data["signature"]


def test_names_are_no_formulas_and_no_control_characters() -> None:
    corpus = Corpus.from_masses({"=1+1\x1b": {"@a": [3, 4], "b": [3, 4]}})
    table = trends([CodingRound("-x", corpus), CodingRound("<b>", corpus)])
    cells = {row["name"] for row in csv.DictReader(StringIO(rounds_csv(table)))}
    assert "'=1+1\x1b" in cells and "'@a" in cells
    assert "\x1b" not in rounds_text(table)
    assert rounds_figure(table).layout.xaxis.ticktext == ("-x", "&lt;b&gt;")


def test_the_text_is_for_reading() -> None:
    lines = rounds_text(both()).splitlines()
    assert lines[1].startswith("Agreement improved.")
    assert any(line.startswith("interview 8 ") and "coded exactly" in line for line in lines)
    assert any(line.startswith("noa ") for line in lines)
    assert any(line.startswith("r1 to r2 ") for line in lines)


def test_the_figure_has_a_line_with_whiskers_for_each_coefficient() -> None:
    options = AgreementOptions(similarity="wd")
    table = trends(rising(5), options, DEFAULT, shuffling=ChanceOptions(shuffles=50))
    figure = rounds_figure(table)
    names = ["R over 1−WD", "α", "π* over B", "π* over S", "π* over 1−WD"]
    assert [line.name for line in figure.data] == names
    assert len({(line.line.color, line.marker.symbol) for line in figure.data}) == 5
    for line, name in zip(figure.data, TOLD, strict=True):
        found = [one.common[name] for one in table.rounds]
        assert list(line.y) == [one.value for one in found]
        assert line.line.shape is None  # straight from dot to dot
        high = found[0].interval.high
        assert high is not None and found[0].value is not None
        assert line.error_y.array[0] == pytest.approx(high - found[0].value)
    assert list(figure.layout.xaxis.ticktext) == ["r1", "r2", "r3"]
    # Dots of one round stand together: a round is nearer to none of another.
    of_round = [line.x[0] for line in figure.data]
    assert max(of_round) - min(of_round) < 0.2
    assert len(set(of_round)) == 5
    kind = "95% interval for other items of the same coders"
    assert figure.layout.xaxis.title.text == f"round; bars: {kind}"
