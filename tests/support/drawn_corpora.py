"""Corpora drawn by hypothesis, and whether pooled values are those of a row."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import strategies as st

from segmetrics.coefficients.agreement_table import AgreementRow
from segmetrics.coefficients.pooling import Pooled
from segmetrics.corpus import Corpus, Item
from segmetrics.segmentation import Segmentation

CODERS = ("w", "x", "y", "z")


def segmentations(mass: int) -> st.SearchStrategy[Segmentation]:
    bits = st.lists(st.booleans(), min_size=mass - 1, max_size=mass - 1)
    return bits.map(Segmentation.from_bits)


@st.composite
def plain_corpora(draw: st.DrawFn, most: int, mass: int, *, gaps: bool = True) -> Corpus:
    """So many coders and items at most, without types."""
    names = [f"c{i}" for i in range(draw(st.integers(1, most)))]
    items = []
    for place in range(draw(st.integers(1, most))):
        units = draw(st.integers(1, mass))
        coders = draw(st.lists(st.sampled_from(names), unique=True, min_size=1)) if gaps else names
        items.append(Item(f"i{place}", {c: draw(segmentations(units)) for c in coders}))
    return Corpus(tuple(items))


@st.composite
def corpora(draw: st.DrawFn) -> Corpus:
    """Some items of four coders, perhaps with types; the first coder coded all of them."""
    typed = draw(st.booleans())
    items = []
    for number in range(draw(st.integers(1, 5))):
        mass = draw(st.integers(1, 9))
        others = draw(st.sets(st.sampled_from(CODERS[1:])))
        codings = {}
        for coder in ("w", *sorted(others)):
            places = sorted(draw(st.sets(st.integers(1, mass - 1)))) if mass > 1 else []
            names = [frozenset(draw(st.sets(st.sampled_from("ab"), min_size=1))) for _ in places]
            codings[coder] = Segmentation(
                mass, tuple(places), types=tuple(names) if typed else None
            )
        items.append(Item(f"i{number}", codings))
    return Corpus(tuple(items))


def same(found: Pooled, row: AgreementRow, at: int = 0) -> None:
    values = found.coefficients
    for name, array in (
        ("pi_star", values.pi),
        ("kappa_star", values.kappa),
        ("bias", values.bias),
        ("observed", values.observed),
        ("expected_pi", values.expected_pi),
        ("expected_kappa", values.expected_kappa),
        ("one_minus_wd_mean", found.similar),
    ):
        expected = getattr(row, name)
        value = None if np.isnan(array[at]) else float(array[at])
        assert value == (None if expected is None else pytest.approx(expected, abs=1e-12)), name


def low_by_one() -> Corpus:
    """Return four items of five coders, of which e alone makes the first one low."""
    sizes = {
        "a": [1, 3, 5, 4, 5, 4, 4, 4],
        "b": [9, 4, 5, 4, 4, 4],
        "c": [4, 5, 4, 5, 6, 2, 4],
        "d": [4, 5, 4, 9, 4, 1, 3],
        "e": [11, 5, 1, 3, 5, 2, 3],
    }
    alike = {name: [5, 6, 5, 8, 6] for name in sizes}
    return Corpus.from_masses({"low": sizes, "i1": alike, "i2": alike, "i3": alike})
