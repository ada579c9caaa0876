"""Opened numbers of Compare: those of either round, and what is put into them gives them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from math import comb
from typing import Any

import pytest

from segmetrics import Corpus, sample
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.derivations.comparison_derivation import SIDES, Side, change_derivation
from segmetrics.derivations.derivation import Derivation
from segmetrics.reliability.chance import chance
from segmetrics.reliability.changes import ChangeTable
from segmetrics.reliability.comparison import compare
from segmetrics.reliability.shuffling import ChanceOptions
from tests.support.derived import holds
from tests.support.pages import launch, table

BEFORE, AFTER = sample("interviews"), sample("interviews-2")
# The coders of a, b and c are one group by the item c, which the second round does not have.
LINKED = Corpus.from_masses(
    {
        "a": {"v": [3, 7], "w": [4, 6]},
        "b": {"x": [2, 2, 2], "y": [6]},
        "c": {"w": [3, 4], "x": [4, 3]},
        "d": {"z": [4, 4], "u": [4, 4]},
    }
)
APART = Corpus.from_masses(
    {
        "a": {"v": [3, 7], "w": [3, 7]},
        "b": {"x": [2, 4], "y": [6]},
        "d": {"z": [4, 4], "u": [4, 4], "w": [3, 5]},
    }
)
ALONE = Corpus.from_masses({"a": {"v": [3, 7]}, "d": {"z": [8], "u": [8]}})


def derivation(
    rounds: tuple[Corpus, Corpus], table: ChangeTable, measure: str, side: Side, *which: str
) -> Derivation:
    """Derive a number, shuffling as the table does."""
    shuffled = partial(chance, shuffling=table.shuffling)
    return change_derivation(rounds, table, measure, side, *which, chance_of=shuffled)


def numbers(found: ChangeTable) -> list[tuple[str, str, str]]:
    columns = ("pi_star", "one_minus_wd_mean", "corrected")
    rows = (*found.items, *found.groups)
    return [
        *((column, row.level, row.item) for column, row in product(columns, rows)),
        *((measure, "corpus", "") for measure in found.coefficients),
    ]


@pytest.mark.parametrize("similarity", ["s", "b", "wd"])
@pytest.mark.parametrize(
    "rounds",
    [(BEFORE, AFTER), (LINKED, APART), (APART, LINKED), (LINKED, ALONE), (LINKED, LINKED)],
    ids=["sample", "linked", "linked after", "alone", "same"],
)
def test_what_is_inserted_gives_the_number_of_the_table(
    rounds: tuple[Corpus, Corpus], similarity: str
) -> None:
    options = AgreementOptions(similarity=similarity)
    compared = compare(*rounds, options, shuffling=ChanceOptions(shuffles=20))
    for (measure, level, name), side in product(numbers(compared), SIDES):
        found = derivation(rounds, compared, measure, side, level, name)
        row = next(row for row in compared.rows if (row.level, row.item) == (level, name))
        known: dict[str, Any] = row._asdict() | (compared.coefficients if level == "corpus" else {})
        value = getattr(known[measure], side)
        assert (found.value is None) == (value is None)
        assert value is None or found.value == pytest.approx(value, abs=1e-9)
        assert found.formula
        if found.inserted or value is None:
            holds(found)
        else:
            assert "make other groups" in found.convention
            assert not found.counts


def test_every_number_has_its_counts_even_of_groups_held_together_by_other_items() -> None:
    for rounds in ((BEFORE, AFTER), (LINKED, APART)):
        compared = compare(*rounds, shuffling=ChanceOptions(shuffles=20))
        for (measure, level, name), side in product(numbers(compared), SIDES):
            found = derivation(rounds, compared, measure, side, level, name)
            assert found.inserted or found.value is None


def test_a_value_of_a_round_is_the_agreement_of_that_round() -> None:
    compared = compare(BEFORE, AFTER)
    both = {item.name for item in BEFORE.items} & {item.name for item in AFTER.items}
    for side, whole in zip(SIDES, (BEFORE, AFTER), strict=False):
        # noa coded interview 3 in the first round alone.
        part = Corpus(
            tuple(
                replace(item, codings={c: s for c, s in item.codings.items() if c != "noa"})
                if item.name == "interview 3"
                else item
                for item in whole.items
                if item.name in both
            )
        )
        rows = agreement(part)
        found = derivation((BEFORE, AFTER), compared, "pi_star", side)
        pairs = sum(comb(len(item.codings), 2) * (item.mass - 1) for item in part.items)
        assert dict(found.counts)["Potential boundaries, of all pairs of coders"] == pairs
        assert found.value == pytest.approx(rows.corpus.pi_star, abs=1e-12)
        assert found.name == f"π* over S of the corpus, {side}"
        for row in rows.items:
            found = derivation(
                (BEFORE, AFTER), compared, "one_minus_wd_mean", side, "item", row.item
            )
            assert found.value == pytest.approx(row.one_minus_wd_mean, abs=1e-12)


def test_a_change_says_its_interval_and_how_it_was_made() -> None:
    compared = compare(BEFORE, AFTER)
    low, high = compared.corpus.pi_star.interval[:2]
    assert low is not None
    found = derivation((BEFORE, AFTER), compared, "pi_star", "change")
    assert found.convention == (
        f"Interval: {low:.4f} to {high:.4f} (95%, for other items, same coders, jackknife, "
        "leaving out of both rounds at once)."
    )
    assert dict(found.counts)["Items of both rounds"] == len(compared.items)
    for row in compared.items:
        said = derivation(
            (BEFORE, AFTER), compared, "pi_star", "change", "item", row.item
        ).convention
        assert ("out of both rounds at once" in said) == (
            row.paired and row.pi_star.interval.low is not None
        )
    few = compare(LINKED, APART)
    found = derivation((LINKED, APART), few, "pi_star", "change", "item", "a")
    assert found.convention.startswith("No interval: ")


@pytest.mark.parametrize(
    ("measure", "level", "name"),
    [("fleiss", "corpus", ""), ("pi_b", "item", "a"), ("pi_star", "item", "nobody")],
)
def test_what_is_no_number_is_refused(measure: str, level: str, name: str) -> None:
    compared = compare(LINKED, APART)
    with pytest.raises(KeyError):
        derivation((LINKED, APART), compared, measure, "after", level, name)


# ----- the page

ROUNDS = {"corpus": "interviews", "other": "interviews-2"}


def test_every_number_of_the_tables_opens() -> None:
    app = launch("compare", None, **ROUNDS)
    for caption, numbers_of_a_row in (("Items before and after", 3), ("Coefficients of", 3)):
        for row in table(app, caption)["rows"]:
            opening = [cell for cell in row["cells"] if cell.get("opens")]
            assert len(opening) == numbers_of_a_row
