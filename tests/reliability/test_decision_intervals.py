"""Intervals of boundary decisions, against fractions from segment sizes and against irrCAC."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from io import StringIO
from itertools import permutations
from typing import get_args

import numpy as np
import pytest

from benchmarks.coverage import Design, coverage_of_decisions
from segmetrics import sample
from segmetrics.cli import main
from segmetrics.coefficients.boundary_decisions import OF_DECISIONS, DecisionOptions
from segmetrics.coefficients.decision_table import decisions
from segmetrics.corpus import Corpus, Item
from segmetrics.io import SAMPLES
from segmetrics.reliability.decision_intervals import WITHOUT_INTERVAL, decision_intervals
from segmetrics.reliability.intervals import intervals
from segmetrics.reliability.jackknife import (
    NO_VALUE,
    ONE_ITEM,
    PERFECT,
    TOO_WIDE,
    TWO_CODERS,
    Interval,
    IntervalOptions,
    Over,
)
from segmetrics.reliability.leave_one_out import decision_counts
from tests.support.jackknife import COMPLETE, GAPS, LEVEL, Masses, by_hand, marks
from tests.support.known import known

MOONSTONE, DIALOGUE = (str(SAMPLES[name].path) for name in ("moonstone", "dialogue"))


# ----- independent: decision by decision


def shares_of(masses: Masses) -> tuple[Fraction, Fraction]:
    """The mean share of agreeing pairs at a place, and the mean share of boundaries."""
    units = [
        values
        for codings in masses.values()
        if len(codings) > 1
        for values in zip(*map(marks, codings.values()), strict=True)
    ]
    agreeing, yes = Fraction(0), Fraction(0)
    for values in units:
        pairs = [a == b for a, b in permutations(values, 2)]
        agreeing += Fraction(sum(pairs), len(pairs))
        yes += Fraction(sum(values), len(values))
    return agreeing / len(units), yes / len(units)


def fleiss(masses: Masses) -> Fraction:
    """Fleiss (1971)."""
    agreeing, yes = shares_of(masses)
    expected = yes**2 + (1 - yes) ** 2
    return (agreeing - expected) / (1 - expected)


def ac1(masses: Masses) -> Fraction:
    """Gwet (2008)."""
    agreeing, yes = shares_of(masses)
    expected = 2 * yes * (1 - yes)
    return (agreeing - expected) / (1 - expected)


@pytest.mark.parametrize("over", get_args(Over))
@pytest.mark.parametrize("masses", [GAPS, COMPLETE], ids=["with gaps", "complete"])
def test_intervals_are_those_of_fractions(masses: Masses, over: Over) -> None:
    found = decision_intervals(Corpus.from_masses(masses), IntervalOptions(level=LEVEL, over=over))
    (row,) = found.groups
    for interval, value in ((row.fleiss, fleiss), (row.ac1, ac1)):
        assert interval[:2] == pytest.approx(by_hand(value, masses, over), abs=2e-4)
    assert found.corpus[4:] == row[4:]


# By irrCAC 0.4.4, which rounds: Krippendorff's alpha, Fleiss' kappa and AC1 of GAPS.
IRRCAC = (0.25068, 0.26998, 0.73271)
IRRCAC_WITHOUT_CODER = {
    "x": (0.01282, -0.03779, 0.62676),
    "y": (0.26067, 0.28312, 0.73091),
    "z": (0.37647, 0.40517, 0.78221),
    "w": (0.27759, 0.27727, 0.74904),
}
IRRCAC_WITHOUT_ITEM = {
    "a": (0.24887, 0.27411, 0.75314),
    "b": (0.28164, 0.30376, 0.74022),
    "c": (0.20325, 0.22893, 0.69403),
    "d": (0.30834, 0.31214, 0.75005),
    "e": (0.21612, 0.22166, 0.72007),
}


def test_the_values_with_all_and_without_one_are_those_of_irrcac() -> None:
    (counts,) = decision_counts(Corpus.from_masses(GAPS))
    assert counts.value == pytest.approx(IRRCAC, abs=6e-6)
    expected = np.array(list(IRRCAC_WITHOUT_CODER.values()))
    assert counts.without_coder == pytest.approx(expected, abs=6e-6)
    expected = np.array(list(IRRCAC_WITHOUT_ITEM.values()))
    assert counts.without_item == pytest.approx(expected, abs=6e-6)


def test_alpha_has_the_interval_that_the_table_of_agreement_gives_it() -> None:
    for over in get_args(Over):
        corpus, options = known(SAMPLES["moonstone"].read().corpus), IntervalOptions(over=over)
        rows = intervals(corpus, interval_options=options).rows
        for ours, row in zip(decision_intervals(corpus, options).rows, rows, strict=True):
            assert (*ours[:4], ours.alpha) == (*row[:4], row.alpha)


def test_intervals_hold_the_true_value_about_as_often_as_they_say() -> None:
    """Of 60 corpora, where 95% are to hold it, fewer than 51 do once in a thousand times."""
    held = coverage_of_decisions(Design("4 x 8", [(4, 8)]), 60).held
    assert min(held[name] for name in ("alpha", "fleiss", "ac1")) >= 51


# ----- refusals


def test_what_leaving_out_cannot_tell_is_refused_with_its_reason() -> None:
    two = Item.from_masses("two", {"p": [3, 4], "q": [2, 5]})
    three = Item.from_masses("three", {"r": [3, 4], "s": [2, 5], "t": [3, 4]})
    lone = Item.from_masses("lone", {"u": [3, 4]})
    found = decision_intervals(Corpus((two, three, lone)))
    none = {
        name: [tuple(getattr(row, measure)) for measure in OF_DECISIONS]
        for name, row in zip(("two", "three", "lone"), found.groups, strict=True)
    }
    assert none["two"] == [Interval(None, None, ONE_ITEM)] * 3
    assert none["three"] == [Interval(None, None, ONE_ITEM)] * 3
    assert none["lone"] == [Interval(None, None, NO_VALUE)] * 3
    assert found.corpus.ac1 == Interval(None, None, f"of a coder group, {ONE_ITEM}")
    assert found.items[0].fleiss == Interval(None, None, TWO_CODERS)
    pairs = Corpus.from_masses({name: {"x": [3, 4], "y": [2, 5]} for name in "ab"})
    assert decision_intervals(pairs).groups[0].ac1 == Interval(None, None, TWO_CODERS)


def test_nobody_who_places_a_boundary_leaves_ac1_perfect() -> None:
    """Alpha and Fleiss' kappa are undefined there, and AC1 is 1."""
    found = decision_intervals(Corpus.from_masses({n: {c: [7] for c in "xyz"} for n in "ab"}))
    for row in (*found.groups, found.corpus):
        assert row.alpha == row.fleiss == Interval(None, None, NO_VALUE)
        assert row.ac1 == Interval(None, None, PERFECT)


# ----- the command


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["decisions", *words]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("over", get_args(Over))
def test_the_csv_has_both_ends_behind_its_columns(
    over: Over, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus = sample("moonstone")
    words = ["--ci", "--over", over.replace(" ", "-")]
    plain = list(csv.DictReader(StringIO(printed(capsys, MOONSTONE))))
    rows = list(csv.DictReader(StringIO(printed(capsys, MOONSTONE, *words))))
    ends = [f"{name}_{end}" for name in ("alpha", "fleiss", "ac1") for end in ("low", "high")]
    assert list(rows[0]) == [*plain[0], *ends]
    found = decision_intervals(corpus, IntervalOptions(over=over)).rows
    for without, row, one in zip(plain, rows, found, strict=True):
        assert {name: row[name] for name in without} == without
        expected = [
            "" if end is None else end for name in OF_DECISIONS for end in getattr(one, name)[:2]
        ]
        assert [row[name] and float(row[name]) for name in ends] == expected


def test_the_json_says_how_intervals_were_made_and_why_there_is_none(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = json.loads(printed(capsys, MOONSTONE, "--ci", "--format", "json"))
    assert said["intervals"] == {"level": 0.95, "over": "coders and items"}
    for row in said["rows"]:
        wide = {name: TOO_WIDE for name in ("alpha", "fleiss") if row[f"{name}_low"] is None}
        assert row["no_interval"] == wide | dict(WITHOUT_INTERVAL)
        assert wide or row["alpha_low"] < row["alpha"] < row["alpha_high"]
        assert "percentage_low" not in row
    unasked = json.loads(printed(capsys, MOONSTONE, "--format", "json"))
    assert "intervals" not in unasked
    assert "no_interval" not in unasked["rows"][0]


def test_alpha_over_sets_of_types_has_no_interval_and_each_type_by_itself_has(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = [DIALOGUE, "--ci", "--format", "json"]
    typed = json.loads(printed(capsys, *words, "--values", "types"))["rows"]
    corpus = sample("dialogue")
    expected = decisions(corpus, DecisionOptions(values="types")).rows
    for row, one, around in zip(typed, expected, decision_intervals(corpus).rows, strict=True):
        assert row["alpha"] == one.alpha
        assert (row["alpha_low"], row["alpha_high"]) == (None, None)
        assert "over each boundary type by itself" in row["no_interval"]["alpha"]
        assert (row["ac1_low"], row["ac1_high"]) == around.ac1[:2]
    by_type = json.loads(printed(capsys, *words, "--by-type"))
    assert by_type["intervals"]["level"] == 0.95
    assert any(row["alpha_low"] is not None for row in by_type["rows"])
