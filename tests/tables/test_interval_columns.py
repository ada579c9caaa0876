"""Intervals in files and on the command line: they come back exactly, with their reasons."""

from __future__ import annotations

import csv
import json
from io import StringIO

import pytest

from segmetrics import Corpus, sample
from segmetrics.cli import main
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.io import SAMPLES
from segmetrics.reliability.intervals import intervals
from segmetrics.reliability.jackknife import IntervalOptions
from segmetrics.reliability.reliability_table import reliability_of
from segmetrics.tables.agreement_columns import AGREEMENT_FORMATS, interval_notes
from tests.support.written import agreement_as

MOONSTONE = str(SAMPLES["moonstone"].path)
ITEMS = IntervalOptions(over="items")
ENDS = [
    f"{column}_{end}"
    for column in ("pi_star_s", "kappa_star_s", "bias_s", "one_minus_wd_mean")
    for end in ("low", "high")
]


def read_csv(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text)))


def test_the_csv_gets_both_ends_of_each_interval_behind_its_columns() -> None:
    corpus, options = sample("moonstone"), AgreementOptions()
    table, found = agreement(corpus), intervals(corpus, options, ITEMS)
    plain, rows = read_csv(agreement_as("csv", table)), read_csv(agreement_as("csv", table, found))
    assert list(rows[0]) == [*plain[0], *ENDS]
    for without, row, one in zip(plain, rows, found.rows, strict=True):
        assert {name: row[name] for name in without} == without
        columns = (one.pi_star, one.kappa_star, one.bias, one.one_minus_wd_mean)
        expected = [end for interval in columns for end in interval[:2]]
        assert [float(row[name]) for name in ENDS] == expected


def test_the_ends_bear_the_name_of_the_similarity() -> None:
    corpus, options = sample("moonstone"), AgreementOptions(similarity="b")
    text = agreement_as("csv", agreement(corpus, options), intervals(corpus, options, ITEMS))
    assert {"pi_star_b_low", "kappa_star_b_high", "one_minus_wd_mean_low"} <= set(read_csv(text)[0])


def test_an_interval_that_there_is_none_of_is_empty_and_its_reason_stands_in_the_json() -> None:
    corpus = Corpus.from_masses({"a": {"x": [2, 2], "y": [4]}, "b": {"z": [4]}})
    table, found = agreement(corpus), intervals(corpus, AgreementOptions(), ITEMS)
    assert all(
        row[name] == "" for row in read_csv(agreement_as("csv", table, found)) for name in ENDS
    )
    rows = json.loads(agreement_as("json", table, found))["rows"]
    assert rows[0]["pi_star_s_low"] is None
    assert rows[0]["no_interval"]["pi_star_s"].startswith("two coders only")
    assert rows[1]["no_interval"]["pi_star_s"] == "there is no value to put an interval around"
    assert rows[2]["no_interval"]["pi_star_s"].startswith("there is only one item")
    notes = interval_notes(table, found)
    assert any(note.startswith("No interval for a: two coders only") for note in notes)
    for style in AGREEMENT_FORMATS:
        assert "intervals" not in agreement_as(style, table)


@pytest.mark.parametrize(("items", "said"), [(2, "two"), (3, "three"), (4, "")])
def test_groups_of_few_items_have_a_reason_for_no_interval(items: int, said: str) -> None:
    codings = {"x": [2, 3, 4], "y": [3, 2, 4], "z": [5, 4]}
    corpus = Corpus.from_masses(
        {f"i{n}": {c: [*m[:-1], m[-1] + n] for c, m in codings.items()} for n in range(items)}
    )
    notes = interval_notes(agreement(corpus), intervals(corpus, AgreementOptions(), ITEMS))
    why = f"No interval for group x to z, corpus: {said} items only: an interval for other items"
    assert any(note.startswith(why) for note in notes) == bool(said)


def test_without_intervals_files_are_as_they_were() -> None:
    table = agreement(sample("moonstone"))
    assert interval_notes(table, None) == []
    assert "intervals" not in json.loads(agreement_as("json", table))
    assert "[" not in agreement_as("csv", table)


@pytest.mark.parametrize("style", ["table", "markdown", "latex"])
def test_tables_for_reading_hold_the_interval_beside_the_value(style: str) -> None:
    corpus = sample("moonstone")
    found = intervals(corpus, AgreementOptions(), ITEMS)
    text = agreement_as(style, agreement(corpus), found)
    low, high, *_ = found.groups[0].pi_star
    assert f"0.8206 [{low:.4f}, {high:.4f}]" in text
    assert ITEMS.population in text


def test_the_json_says_how_intervals_were_made() -> None:
    corpus = sample("moonstone")
    text = agreement_as("json", agreement(corpus), intervals(corpus, AgreementOptions(), ITEMS))
    said = json.loads(text)
    assert said["intervals"] == {"level": 0.95, "over": "items"}
    assert said["signature"].endswith(ITEMS.signature)


@pytest.mark.parametrize(
    ("words", "options"), [([], IntervalOptions()), (["--over", "items"], ITEMS)]
)
def test_the_command_prints_intervals_of_what_is_asked(
    words: list[str], options: IntervalOptions, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus = sample("moonstone")
    judged = reliability_of(corpus)
    found = intervals(corpus, AgreementOptions(), options, chance=judged.chance)
    assert main(["agreement", MOONSTONE, "--ci", *words, "--format", "csv"]) == 0
    assert capsys.readouterr().out == agreement_as("csv", agreement(corpus), found, judged)
    assert main(["agreement", MOONSTONE, "--ci", *words]) == 0
    assert options.signature in capsys.readouterr().out


def test_the_command_computes_no_intervals_unasked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agreement", MOONSTONE, "--format", "csv"]) == 0
    assert "_low" not in capsys.readouterr().out
