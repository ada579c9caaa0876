"""Items pooled, all or all but one, against agreement computed on the corpus they stand for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from segmetrics import sample
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.chance_corrected import CONVENTIONS
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import (
    Pooled,
    each_item,
    group_tallies,
    pooled,
    without_each_item,
)
from segmetrics.coefficients.similarities import SIMILARITIES
from segmetrics.corpus import Corpus
from tests.support.drawn_corpora import CODERS, corpora, same
from tests.support.samples import TEXTS


def options() -> st.SearchStrategy[AgreementOptions]:
    return st.builds(
        AgreementOptions,
        similarity=st.sampled_from(sorted(SIMILARITIES)),
        convention=st.sampled_from(CONVENTIONS),
    )


@given(corpora(), options(), st.sampled_from((None, *range(len(CODERS)))))
def test_an_item_left_out_leaves_the_agreement_on_the_others(
    corpus: Corpus, chosen: AgreementOptions, without: int | None
) -> None:
    """The same, with and without one of the coders."""
    (tally,) = group_tallies(corpus, chosen)
    if without is not None and without >= len(tally.group.coders):
        return
    left = without_each_item(tally, without=without)
    for at, number in enumerate(tally.items.tolist()):
        others = tuple(item for place, item in enumerate(corpus.items) if place != number)
        rest = Corpus(others) if others else None
        # The types of the corpus are counted; those of the others are theirs.
        if rest is None or rest.types != corpus.types or len(rest.groups) > 1:
            continue
        (own,) = group_tallies(rest, chosen)
        coder = None if without is None else tally.group.coders[without]
        if coder is not None and coder not in own.group.coders:
            continue
        place = None if coder is None else own.group.coders.index(coder)
        alike(left, at, pooled(own, without=place))


def alike(found: Pooled, at: int, expected: Pooled) -> None:
    """Assert that a row is that of another, undefined values too."""
    for name in ("observed", "expected_pi", "expected_kappa", "pi", "kappa", "bias"):
        one, other = getattr(found.coefficients, name)[at], getattr(expected.coefficients, name)[0]
        assert one == pytest.approx(other, abs=1e-12, nan_ok=True), name
    assert found.similar[at] == pytest.approx(expected.similar[0], abs=1e-12, nan_ok=True)


@given(corpora(), options(), st.sampled_from(CODERS))
def test_a_coder_left_out_leaves_the_agreement_of_the_others(
    corpus: Corpus, chosen: AgreementOptions, coder: str
) -> None:
    (tally,) = group_tallies(corpus, chosen)
    if coder not in tally.group.coders:
        return
    items = []
    for item in corpus.items:
        codings = {name: coding for name, coding in item.codings.items() if name != coder}
        if codings:
            items.append(replace(item, codings=codings))
    if not items:
        return
    others = Corpus(tuple(items))
    if others.types != corpus.types:
        return
    place = tally.group.coders.index(coder)
    table = agreement(others, chosen)
    rows = {row.item: row for row in table.items}
    by_item = each_item(tally, without=place)
    for at, number in enumerate(tally.items.tolist()):
        name = corpus.items[number].name
        if name in rows:
            same(by_item, rows[name], at)
    if len(others.groups) == 1:
        same(pooled(tally, without=place), table.groups[0])


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("key", sorted(TEXTS))
def test_items_by_themselves_are_those_of_the_table(key: str, convention: Any) -> None:
    corpus = sample(key)
    chosen = AgreementOptions(convention=convention)
    rows = agreement(corpus, chosen).items
    for tally in group_tallies(corpus, chosen):
        by_item = each_item(tally)
        for at, number in enumerate(tally.items.tolist()):
            same(by_item, rows[number], at)


def test_a_group_without_its_only_pair_has_no_value() -> None:
    corpus = Corpus.from_masses({"a": {"x": [1, 2], "y": [2, 1]}})
    (tally,) = group_tallies(corpus, AgreementOptions())
    found = pooled(tally, without=0)
    assert np.isnan(found.coefficients.observed).all()
    assert np.isnan(found.coefficients.pi).all()
    assert np.isnan(found.similar).all()
