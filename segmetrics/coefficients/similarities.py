"""Similarities over which coefficients of agreement are computed.

Conventions
-----------
A similarity of a pair is a ratio: what the two agree on, over what there was to
agree on. Pooling over pairs and items adds up both sides of it.

``s``
    Potential boundaries left unedited over potential boundaries (Fournier & Inkpen
    2012, equations 6 and 12).
``b``
    Edits and matches less the cost of the edits, over edits and matches, as
    segeval pools boundary similarity (Fournier 2013).
others
    The mean of the pairs' values, weighted by their potential boundaries. ``wd`` is
    1 - WindowDiff, averaged over the two directions of a pair.

Sources: Fournier & Inkpen (2012), equations 5 to 15; Fournier (2013).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from segmetrics.corpus import Item
from segmetrics.metrics.blocks import Block, block_edits
from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.metrics.blocks.window_blocks import Halves, WindowWidth, block_windows
from segmetrics.metrics.edits import EditModel, LinearEditModel
from segmetrics.metrics.registry import METRICS
from segmetrics.metrics.typed_edits import typed_edits

# Similarities that look at boundary types; expected agreement does so only for them.
TYPED = ("s", "b")


SIMILARITIES: Mapping[str, str] = {
    key: metric.name for key, metric in METRICS.items() if metric.symmetric and not metric.penalty
} | {"wd": "1 - WindowDiff, averaged over both directions"}
"""The similarities: key to name for people."""


@dataclass(frozen=True)
class PairRatios:
    """What each pair of coders agrees on, for each item of a block: shape (P, I) each.

    A pair that is not `known` has no value and does not count. Misses are those under the window
    of S; a substitution between types counts as a full miss, and is one of `type_misses` too.
    """

    numerator: Floats
    denominator: Floats
    known: NDArray[np.bool_]
    near_misses: Ints
    full_misses: Ints
    type_misses: Ints


def pair_ratios(
    similarity: str,
    block: Block,
    items: Sequence[Item],
    *,
    model: EditModel,
    width: WindowWidth,
    halves: Halves,
    types: Sequence[str] = (),
) -> PairRatios:
    """Compute the ratios of every pair of coders on every item of a block."""
    edits = _edits(block, items, model, types)
    places = np.broadcast_to(block.masses - 1.0, edits.cost.shape)
    known = places > 0
    if similarity == "s":
        denominator = places * max(1, len(types))
        numerator = denominator - edits.cost
    elif similarity == "b":
        found = _edits(block, items, LinearEditModel(n=model.n), types)
        denominator, numerator = found.counted, found.counted - found.cost
    else:
        by_windows = similarity == "wd"
        values = (
            _window_values(block, width, halves)
            if by_windows
            else METRICS[similarity].values(block, items)
        )
        known = ~np.isnan(values) & (places > 0)
        denominator = np.where(known, places, 0.0)
        numerator = np.where(known, values * places, 0.0)
    return PairRatios(
        numerator, denominator, known, edits.near_misses, edits.full_misses, edits.type_misses
    )


@dataclass(frozen=True)
class _Edits:
    """Edits of every pair and item: what they cost, and edits and matches together."""

    cost: Floats
    counted: Floats
    near_misses: Ints
    full_misses: Ints
    type_misses: Ints


def _edits(
    block: Block, items: Sequence[Item], model: EditModel | LinearEditModel, types: Sequence[str]
) -> _Edits:
    """Find the edits: if there are types, pair by pair, with those of the whole corpus."""
    if not types:
        every = block_edits(block, model)
        full = every.full_misses
        return _Edits(
            every.cost,
            every.counted.astype(float),
            every.near_misses,
            full,
            np.zeros_like(full),
        )
    pairs = list(combinations(block.coders, 2))
    found = np.zeros((5, len(pairs), len(items)))
    for column, item in enumerate(items):
        for row, (a, b) in enumerate(pairs):
            edits = typed_edits(item.codings[a], item.codings[b], model=model, types=types)
            near, of_type = edits.near_misses, edits.type_substitutions
            full_misses = edits.full_misses + of_type
            counted = full_misses + near + len(edits.matches)
            found[:, row, column] = (edits.cost, counted, near, full_misses, of_type)
    return _Edits(found[0], found[1], *found[2:].astype(np.int64))


def _window_values(block: Block, width: WindowWidth, halves: Halves) -> Floats:
    """Average 1 - WindowDiff over the two directions of each pair."""
    windows = block_windows(block, width, halves=halves)
    coders = len(block.coders)
    both = np.zeros((coders, coders, len(block.items)))
    both[windows.hypothesis, windows.reference] = 1 - windows.penalty
    first, second = np.triu_indices(coders, 1)
    values: Floats = (both[first, second] + both[second, first]) / 2
    return values
