"""Misses under growing near-miss windows, against pairs taken one by one."""

from __future__ import annotations

from itertools import combinations

from segmetrics import sample
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus
from segmetrics.metrics.edits import EditModel, boundary_edits
from segmetrics.reliability.window_scan import WINDOWS, window_scan

S = AgreementOptions()


def test_every_row_has_a_point_under_every_window() -> None:
    corpus = sample("moonstone")
    points, rows = window_scan(corpus, S), agreement(corpus, S).rows
    names = [(row.level, row.item) for row in rows]
    assert [(p.level, p.item) for p in points] == names * len(WINDOWS)
    assert [p.n for p in points] == [n for n in WINDOWS for _ in names]


def test_misses_are_those_of_the_pairs() -> None:
    corpus = sample("moonstone")
    points = {(p.item, p.n): p for p in window_scan(corpus, S) if p.level == "item"}
    for item in corpus.items:
        for n in WINDOWS:
            found = [
                boundary_edits(a, b, model=EditModel(n=n))
                for a, b in combinations(item.codings.values(), 2)
            ]
            point = points[item.name, n]
            assert point.near_misses == sum(one.near_misses for one in found)
            assert point.full_misses == sum(one.full_misses for one in found)


def test_under_a_window_of_1_nothing_is_a_near_miss() -> None:
    """So that full misses are the boundaries that only one of a pair placed."""
    corpus = sample("moonstone")
    for item, point in zip(corpus.items, window_scan(corpus, S), strict=False):
        apart = sum(
            len({*a.boundaries} ^ {*b.boundaries})
            for a, b in combinations(item.codings.values(), 2)
        )
        assert (point.n, point.near_misses, point.full_misses) == (1, 0, apart)


def test_a_near_miss_takes_the_place_of_two_full_ones() -> None:
    for item in sample("moonstone").items:
        points = [p for p in window_scan(Corpus((item,)), S) if p.level == "item"]
        assert len({2 * p.near_misses + p.full_misses for p in points}) == 1


def test_a_miss_becomes_near_once_the_window_reaches_it() -> None:
    corpus = Corpus.from_masses({"it": {"x": [6, 8], "y": [9, 5]}})
    points = [p for p in window_scan(corpus, S) if p.level == "item"]
    assert [(p.near_misses, p.full_misses) for p in points] == [(0, 2)] * 3 + [(1, 0)] * 7


def test_the_coefficient_is_that_of_the_window_and_the_other_options_stay() -> None:
    options = AgreementOptions(similarity="b", convention="published", n=7)
    corpus = sample("moonstone")
    for point in window_scan(corpus, options):
        if point.level == "corpus" and point.n in (2, 5):
            chosen = AgreementOptions(similarity="b", convention="published", n=point.n)
            assert point.pi_star == agreement(corpus, chosen).corpus.pi_star


def test_an_undefined_coefficient_stays_undefined() -> None:
    points = window_scan(Corpus.from_masses({"a": {"x": [1], "y": [1]}}), S)
    assert {p.pi_star for p in points} == {None}
