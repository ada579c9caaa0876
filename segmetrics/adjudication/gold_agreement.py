"""How near a gold segmentation is to each coder.

Intervals speak of other items that the same coder might have coded: each item that the coder has
is left out once. A gold segmentation made of a coder's own votes is nearer to that coder than to
one who had no say in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from segmetrics.axis import on_axis, only_texts
from segmetrics.boundary_marks import plain
from segmetrics.coefficients.chance_corrected import observed_agreement, value_or_none
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import BlockTally, block_tallies
from segmetrics.corpus import Corpus, Item
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.reliability.jackknife import SHARE, Interval, IntervalOptions, over_items
from segmetrics.rows import Rows
from segmetrics.segmentation import Segmentation

DEFAULT = IntervalOptions(over="items")
"""How its intervals are made: a gold segmentation and a coder are who they are."""

GOLD = "\0gold"  # no coder has a name with a character that cannot be shown
SIMILARITIES = ("s", "b", "wd")
"""S, B and 1 - WindowDiff, averaged over both directions."""


class CoderAgreement(NamedTuple):
    """How much a gold segmentation agrees with one coder."""

    coder: str  #: the coder
    similarity: str  #: what agreement is: S, B, or 1 - WindowDiff
    items: int  #: items that both have
    #: Observed agreement, pooled over the items: in [0, 1], higher is better. None where no item
    #: has a place for a boundary.
    value: float | None
    interval: Interval  #: over items
    #: What the value is a share of, added up over the items: potential boundaries for S and
    #: 1 - WindowDiff, edits and matches for B.
    denominator: float
    numerator: float  #: the part of it that agrees


@on_axis("agreement_with", not_of=only_texts("against_references(gold, item.codings)"))
def agreement_with(
    segmentations: Mapping[str, Segmentation],
    corpus: Corpus,
    options: AgreementOptions | None = None,
    level: float = DEFAULT.level,
) -> Rows[CoderAgreement]:
    """Compare a gold segmentation with each coder.

    Parameters
    ----------
    segmentations : mapping of str to Segmentation
        Item to its gold segmentation; items of the corpus.
    corpus : Corpus
        The coders; their boundaries count as places alone.
    options : AgreementOptions, optional
        Near-miss window, costs and window width; the similarity is not looked at.
    level : float, default 0.95
        Share of such intervals that are to hold the true value.

    Returns
    -------
    Rows of CoderAgreement
        A tuple, by coder, then similarity; a coder of no such item is left out.

    Examples
    --------
    >>> corpus = Corpus.from_masses({"a": {"x": [4, 6], "y": [4, 6]}})
    >>> found = agreement_with({"a": corpus["a"].codings["x"]}, corpus)
    >>> [(row.coder, row.similarity, row.value) for row in found][:2]
    [('x', 's', 1.0), ('x', 'b', 1.0)]
    """
    options = options or AgreementOptions()
    items = [
        Item(item.name, {GOLD: segmentations[item.name], **item.codings})
        for item in plain(corpus).items
        if item.name in segmentations
    ]
    if not items:
        return Rows()
    # The gold segmentation comes first, so that the first pairs of each block are its own.
    both = Corpus(tuple(items))
    coders = both.coders[1:]
    sides = [
        _sides(block_tallies(both, replace(options, similarity=one)), coders, len(items))
        for one in SIMILARITIES
    ]
    columns = np.stack(sides, axis=-1).reshape(len(items), -1)
    sums = columns.sum(axis=0, keepdims=True)
    values = _pooled(sums, len(coders))[0]
    numerator, denominator, _ = sums.reshape(3, len(coders), -1)
    left = _pooled(sums - columns, len(coders))
    known = columns.reshape(len(items), 3, len(coders), -1)[:, 2]
    rows = []
    for at, coder in enumerate(coders):
        count = sum(coder in item.codings for item in items)
        for which, similarity in enumerate(SIMILARITIES):
            value = float(values[at, which])
            without = left[known[:, at, which] > 0, at, which]
            interval = over_items(value, without, scale=SHARE).interval(level)
            shares = float(denominator[at, which]), float(numerator[at, which])
            rows.append(
                CoderAgreement(coder, similarity, count, value_or_none(value), interval, *shares)
            )
    return Rows(rows)


def _sides(tallies: Iterable[BlockTally], coders: Sequence[str], items: int) -> Floats:
    """Return what each coder and the gold agree on, of how much, and if any: shape (I, 3, C)."""
    sides = np.zeros((items, 3, len(coders)))
    for tally in tallies:
        others, ratios = tally.block.coders[1:], tally.ratios
        who = np.array([coders.index(coder) for coder in others], dtype=np.int64)
        known = ratios.known[: len(others)]
        for side, of_pairs in enumerate((ratios.numerator, ratios.denominator, ratios.known)):
            mine = np.where(known, of_pairs[: len(others)], 0.0)
            sides[tally.block.items[:, np.newaxis], side, who] = mine.T
    return sides


def _pooled(sums: Floats, coders: int) -> Floats:
    """Return ratios of sums over items, for each coder and similarity."""
    return observed_agreement(*np.moveaxis(sums.reshape(len(sums), 3, coders, -1), 1, 0))
