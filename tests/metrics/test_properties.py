"""What must hold for all segmentations and corpora, whatever they are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import Literal

from hypothesis import given
from hypothesis import strategies as st

from segmetrics import Corpus, EditModel, Segmentation, s
from segmetrics.coefficients.agreement_table import AgreementRow, agreement
from segmetrics.coefficients.chance_corrected import CONVENTIONS
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.metrics.blocks.window_blocks import WIDTHS
from tests.support.drawn_corpora import plain_corpora, segmentations
from tests.support.known import known
from tests.support.recoded import recoded

DEFAULT = EditModel()

WIDTH = st.sampled_from(WIDTHS)
SCALING: st.SearchStrategy[Literal["te", "unscaled"]] = st.sampled_from(["te", "unscaled"])
CORPORA = plain_corpora(5, 25)
OPTIONS = st.builds(
    AgreementOptions, convention=st.sampled_from(CONVENTIONS), width=WIDTH, n=st.integers(2, 5)
)


@st.composite
def pairs(draw: st.DrawFn, *, least: int = 1) -> tuple[Segmentation, Segmentation]:
    mass = draw(st.integers(least, 40))
    return draw(segmentations(mass)), draw(segmentations(mass))


def value_of(a: Segmentation, b: Segmentation, model: EditModel = DEFAULT) -> float:
    return known(s(a, b, **asdict(model)).value)


def assert_same_row(one: AgreementRow, other: AgreementRow) -> None:
    """Equal but for names, and for the order in which floats were summed."""
    for name, value in one._asdict().items():
        expected = getattr(other, name)
        if name in ("item", "undefined"):
            continue
        if isinstance(value, float) and isinstance(expected, float):
            # Near an expected agreement of 1 the last digits weigh more.
            assert math.isclose(value, expected, rel_tol=1e-9, abs_tol=1e-9), name
        else:
            assert value == expected, name
    assert dict(one.undefined).keys() == dict(other.undefined).keys()


def assert_same_rows(one: Sequence[AgreementRow], other: Sequence[AgreementRow]) -> None:
    for left, right in zip(one, other, strict=True):
        assert_same_row(left, right)


# S


@given(pairs(least=2), SCALING, st.sampled_from([0.25, 0.5, 1.0]), st.sampled_from([0.0, 0.5, 1.0]))
def test_similarity_never_falls_as_n_grows(
    pair: tuple[Segmentation, Segmentation],
    scaling: Literal["te", "unscaled"],
    substitution: float,
    transposition: float,
) -> None:
    values = [
        value_of(
            *pair,
            EditModel(n=n, substitution=substitution, transposition=transposition, scaling=scaling),
        )
        for n in range(2, 12)
    ]
    assert values == sorted(values)


# Agreement


@given(CORPORA, OPTIONS)
def test_every_undefined_value_has_its_reason(corpus: Corpus, options: AgreementOptions) -> None:
    table = agreement(corpus, options)
    columns = ("pi_star", "kappa_star", "bias", "one_minus_wd_mean", "one_minus_wd_sd")
    for row in table.rows:
        missing = {column for column in columns if getattr(row, column) is None}
        assert missing == set(row.undefined)
        assert all(row.undefined.values())


@given(CORPORA, OPTIONS)
def test_the_order_of_coders_leaves_agreement(corpus: Corpus, options: AgreementOptions) -> None:
    reordered = recoded(corpus, lambda item: dict([*item.codings.items()][::-1]))
    one, other = agreement(corpus, options), agreement(reordered, options)
    assert_same_rows(one.items, other.items)
    assert_same_row(one.corpus, other.corpus)


@given(CORPORA, OPTIONS, st.data())
def test_the_order_of_items_leaves_agreement(
    corpus: Corpus, options: AgreementOptions, data: st.DataObject
) -> None:
    shuffled = Corpus(tuple(data.draw(st.permutations(corpus.items))))
    one, other = agreement(corpus, options), agreement(shuffled, options)
    by_item = {row.item: row for row in other.items}
    for row in one.items:
        assert_same_row(row, by_item[row.item])
    by_coders = dict(zip((frozenset(g.coders) for g in shuffled.groups), other.groups, strict=True))
    for group, row in zip(corpus.groups, one.groups, strict=True):
        assert_same_row(row, by_coders[frozenset(group.coders)])
    assert_same_row(one.corpus, other.corpus)
