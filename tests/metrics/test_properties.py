"""What must hold for all segmentations and corpora, whatever they are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from segmetrics import Corpus, EditModel, Item, Segmentation, s
from segmetrics.coefficients.agreement_table import AgreementRow, agreement
from segmetrics.coefficients.chance_corrected import CONVENTIONS
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pairwise import pairwise
from segmetrics.metrics.blocks.window_blocks import WIDTHS
from tests.support.drawn_corpora import plain_corpora, segmentations
from tests.support.known import known
from tests.support.random_codings import mirrored
from tests.support.recoded import each, recoded

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


@given(pairs(least=2))
def test_only_identical_segmentations_have_similarity_1(
    pair: tuple[Segmentation, Segmentation],
) -> None:
    a, b = pair
    assert (value_of(a, b) == 1.0) == (a == b)


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
def test_agreement_keeps_its_ranges(corpus: Corpus, options: AgreementOptions) -> None:
    table = agreement(corpus, options)
    for row in (*table.items, *table.groups):
        for share in (row.observed, row.one_minus_wd_mean):
            assert share is None or 0 <= share <= 1
        for coefficient in (row.pi_star, row.kappa_star):
            assert coefficient is None or coefficient <= 1
        for expected in (row.expected_pi, row.expected_kappa):
            assert expected is None or expected >= 0
        if options.convention == "defined":
            assert row.expected_pi is None or row.expected_pi <= 1
            assert row.expected_kappa is None or row.expected_kappa <= 1
        assert row.one_minus_wd_sd is None or 0 <= row.one_minus_wd_sd <= 0.5


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


@given(CORPORA, OPTIONS)
def test_the_names_of_coders_leave_agreement(corpus: Corpus, options: AgreementOptions) -> None:
    renamed = recoded(corpus, lambda item: {f"coder {c}": s for c, s in item.codings.items()})
    one, other = agreement(corpus, options), agreement(renamed, options)
    assert one.items == other.items
    assert_same_rows(one.groups, other.groups)


@given(CORPORA, OPTIONS)
def test_reversing_the_texts_leaves_agreement(corpus: Corpus, options: AgreementOptions) -> None:
    backwards = agreement(each(corpus, mirrored), options)
    assert_same_rows(agreement(corpus, options).rows, backwards.rows)


@given(CORPORA, OPTIONS)
def test_other_items_leave_the_row_of_an_item(corpus: Corpus, options: AgreementOptions) -> None:
    table = agreement(corpus, options)
    for item, row in zip(corpus.items, table.items, strict=True):
        assert_same_row(row, agreement(Corpus((item,)), options).items[0])


@given(CORPORA, OPTIONS)
def test_coders_who_all_agree_have_perfect_scores(
    corpus: Corpus, options: AgreementOptions
) -> None:
    copied = recoded(
        corpus, lambda item: dict.fromkeys(item.codings, next(iter(item.codings.values())))
    )
    table = agreement(copied, options)
    for row in (*table.items, *table.groups):
        assert row.observed in (None, 1.0)
        assert row.pi_star is None or row.pi_star == pytest.approx(1.0)
        assert row.kappa_star is None or row.kappa_star == pytest.approx(1.0)
        assert row.one_minus_wd_mean in (None, 1.0)
        assert row.one_minus_wd_sd in (None, 0.0)
        assert (row.near_misses, row.full_misses) == (0, 0)


@given(CORPORA, st.data())
def test_two_copies_of_a_corpus_agree_as_one(corpus: Corpus, data: st.DataObject) -> None:
    options = data.draw(OPTIONS)
    twice = Corpus(
        (*corpus.items, *(Item(f"{item.name} again", item.codings) for item in corpus.items))
    )
    for one, other in zip(
        agreement(corpus, options).groups, agreement(twice, options).groups, strict=True
    ):
        for name in ("observed", "expected_pi", "expected_kappa", "one_minus_wd_mean"):
            assert getattr(other, name) == pytest.approx(getattr(one, name), abs=1e-12)
        assert other.near_misses == 2 * one.near_misses
        assert other.full_misses == 2 * one.full_misses


@given(CORPORA)
def test_similarity_of_a_pair_does_not_depend_on_who_else_coded(corpus: Corpus) -> None:
    for score in pairwise(corpus, "s"):
        codings = corpus[score.item].codings
        alone = {coder: codings[coder] for coder in (score.coder_a, score.coder_b)}
        (other,) = pairwise(Corpus((Item(score.item, alone),)), "s")
        assert other.value == score.value
