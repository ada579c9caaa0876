"""What the documentation says of the complete Moonstone, where the corpus is there."""

from __future__ import annotations

import re
from functools import cache

import pytest

from benchmarks.complete_corpus import (
    RANKED,
    SHUFFLES,
    Reliability,
    rank_correlation,
    reliability,
    with_empty_coder,
)
from segmetrics import Corpus
from segmetrics.io.document import Source
from segmetrics.reproduction.data import read_data
from segmetrics.reproduction.moonstone import GROUPS, as_in_the_paper
from tests.support.known import known
from tests.support.project import MOONSTONE, PROJECT

PAGE = (PROJECT / "docs" / "complete-corpus.md").read_text(encoding="utf-8")
# Rounded to two decimals, and shuffled by whom it may be.
TABLE = 0.006
# Corrected agreement and p of another program, which shuffled sizes of segments, by chapter;
# None is a p below 0.00015. It had the corpus of the paper, with one paragraph more in chapter
# 20, as had the correlations.
ELSEWHERE = {
    1: (0.14, 0.19),
    2: (0.56, None),
    3: (0.20, 0.005),
    4: (0.21, 0.001),
    5: (0.33, None),
    7: (0.17, 0.048),
    8: (0.43, None),
    9: (0.19, 0.0005),
    10: (0.45, None),
    11: (0.23, None),
    12: (0.17, 0.0004),
    13: (0.20, None),
    14: (0.46, None),
    15: (0.37, None),
    16: (0.54, None),
    17: (0.39, None),
    18: (0.21, 0.0003),
    19: (0.07, 0.15),
    20: (0.26, 0.003),
    21: (0.08, 0.08),
}
CORRELATIONS_ELSEWHERE = (
    ("pi_star_s", "density", -0.83),
    ("pi_star_s", "alpha", 0.31),
    ("pi_star_s", "pi_star_b", 0.10),
    ("alpha", "pi_star_b", 0.88),
    ("corrected", "alpha", 0.93),
)


pytestmark = pytest.mark.usefixtures("complete_moonstone")


@cache
def corpus() -> Corpus:
    return known(read_data([Source(MOONSTONE.name, MOONSTONE.read_bytes())]).chapters)


@cache
def chapters() -> dict[int, Reliability]:
    return {int(row.name.removeprefix("ch")): row for row in reliability(corpus(), "item")}


def table(heading: str) -> list[list[str]]:
    """Return the cells of the table of the page below this row."""
    _, _, below = PAGE.partition(f"| {heading}")
    found = known(re.match(r".*\n\|[ |-]+\n((?:\|.*\n)+)", below))
    return [
        [cell.strip().replace("\N{MINUS SIGN}", "-") for cell in line.strip("|").split("|")]
        for line in found[1].splitlines()
    ]


def test_the_table_of_chapters() -> None:
    rows = table("chapter |")
    assert [int(cells[0]) for cells in rows] == list(chapters())
    for cells in rows:
        row = chapters()[int(cells[0])]
        assert [int(cell) for cell in cells[1:3]] == [row.units, row.coders]
        for cell, value in zip(cells[3:8], row[3:8], strict=True):
            assert float(cell) == pytest.approx(value, abs=TABLE)
        if cells[8] == "≤ 0.001":
            assert row.adjusted <= 0.001
        else:
            # Three standard errors of the share of shuffles.
            error = 3 * (row.adjusted / SHUFFLES) ** 0.5
            assert float(cells[8]) == pytest.approx(row.adjusted, abs=0.0005 + error)


def test_the_table_of_correlations() -> None:
    found = [[float(cell) for cell in cells[1:]] for cells in table("| density")]
    values = {name: [getattr(row, name) for row in chapters().values()] for name in RANKED}
    for cells, x in zip(found, RANKED, strict=True):
        expected = [rank_correlation(values[x], values[y]) for y in RANKED]
        # Shuffles may put two chapters that are alike the other way round.
        assert cells == pytest.approx(expected, abs=0.02)


def test_the_table_of_groups() -> None:
    rows = table("group |")
    for cells, chapters_of, row in zip(rows, GROUPS, reliability(corpus(), "group"), strict=True):
        assert cells[1] == ", ".join(map(str, chapters_of))
        found = [float(cell) for cell in cells[2:]]
        assert found == pytest.approx(row[4:8], abs=TABLE)
        assert row.p == 1 / (SHUFFLES + 1)


def test_corrected_agreement_is_that_of_another_program() -> None:
    found = reliability(as_in_the_paper(corpus()), "item", null="sizes")
    for row, (corrected, p) in zip(found, ELSEWHERE.values(), strict=True):
        assert row.corrected == pytest.approx(corrected, abs=0.01)
        if p is None:
            assert row.p < 0.0005
        else:
            assert row.p == pytest.approx(p, abs=0.001 + 0.1 * p)
    for x, y, expected in CORRELATIONS_ELSEWHERE:
        values = [[getattr(row, name) for row in found] for name in (x, y)]
        # Shuffles may put two chapters that are alike the other way round.
        assert rank_correlation(*values) == pytest.approx(expected, abs=0.015)


def test_what_the_page_says_of_single_chapters() -> None:
    by = {
        name: sorted(chapters(), key=lambda chapter: getattr(chapters()[chapter], name))
        for name in RANKED
    }
    beyond = [chapter for chapter, row in chapters().items() if row.adjusted <= 0.05]
    assert set(chapters()) - set(beyond) == {1, 19, 21}
    by_sizes = reliability(corpus(), "item", null="sizes")
    assert [row.name for row in by_sizes if row.adjusted > 0.05] == ["ch1", "ch7", "ch19", "ch21"]
    (seventh,) = (row for row in by_sizes if row.name == "ch7")
    assert round(seventh.corrected, 2) == 0.17
    assert seventh.adjusted == pytest.approx(0.053, abs=0.003)
    assert by["pi_star_s"][:3] == [1, 9, 11]
    assert set(by["corrected"][:5]) == {19, 21, 1, 12, 9}
    for name, last in (("pi_star_b", 2), ("corrected", 2), ("alpha", 3)):
        assert {19, 21} <= set(by[name][:last])
        assert {2, 8} <= set(by[name][-5:])
    assert {2, 8} <= set(by["pi_star_s"][:10])
    assert {19, 21} <= set(by["pi_star_s"][10:])
    others = set(beyond) - {7}
    assert sum(chapters()[chapter].alpha < chapters()[7].alpha for chapter in others) == 7


def test_a_coder_who_marks_nothing_raises_pi_over_s_alone() -> None:
    four = corpus().select(items=[f"ch{chapter}" for chapter in GROUPS[0]])
    (before,), (after,) = (reliability(one, "group") for one in (four, with_empty_coder(four)))
    assert [round(value, 2) for value in before[4:8]] == [0.82, 0.24, 0.20, 0.22]
    assert [round(value, 2) for value in after[4:8]] == [0.83, 0.17, 0.14, 0.15]
