"""What agreement is computed from, item by item, so that items can be pooled with any weights.

A group's coefficients are those of weights of 1, a resample of its items is a row of counts, a
group without an item a row with a 0. For kappa's expected agreement, the coders of an item, a
*coder set*, count by the potential boundaries of its items, with the products of the rates of
its pairs: half of the square of their sum less the sum of their squares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from segmetrics.coefficients.chance_corrected import (
    Coefficients,
    Convention,
    correct_for_chance,
)
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.similarities import TYPED, PairRatios, pair_ratios
from segmetrics.corpus import CoderGroup, Corpus, Item
from segmetrics.metrics.blocks import Block, blocks
from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.metrics.blocks.window_blocks import BlockWindows, Halves, WindowWidth, block_windows


@dataclass(frozen=True)
class BlockTally:
    """What agreement is computed from, for a block of items of the same coders."""

    block: Block
    ratios: PairRatios
    marks: Ints
    width: WindowWidth
    halves: Halves

    @cached_property
    def windows(self) -> BlockWindows:
        """WindowDiff of each ordered pair and item."""
        return block_windows(self.block, self.width, halves=self.halves)

    @property
    def similar(self) -> Floats:
        """1 - WindowDiff of each ordered pair and item; NaN where undefined."""
        return 1 - self.windows.penalty

    @property
    def coefficients(self) -> Coefficients:
        """The coefficients of each item by itself, from its pairs of coders."""
        ratios, places, coders = self.ratios, self.block.masses - 1, len(self.block.coders)
        first, second = np.triu_indices(coders, 1)
        compared = places * len(first)
        with np.errstate(invalid="ignore", divide="ignore"):
            rates = self.marks / places
            mean_rates = self.marks.sum(axis=1) / (coders * places)
            joint = (rates[:, first] * rates[:, second]).sum(axis=0)
            return correct_for_chance(
                numerator=ratios.numerator.sum(axis=0),
                denominator=ratios.denominator.sum(axis=0),
                valued=ratios.known.sum(axis=0),
                expected_pi=np.where(compared > 0, (mean_rates**2).sum(axis=0), np.nan),
                expected_kappa=(places * joint).sum(axis=0) / compared,
            )


@dataclass(frozen=True)
class GroupTally:
    """What agreement of a coder group is computed from, for each of its I items."""

    group: CoderGroup
    items: Ints
    convention: Convention
    places: Ints
    coder_set: Ints
    coder_sets: NDArray[np.bool_]
    marks: Floats
    numerator: Floats
    denominator: Floats
    valued: Floats
    similar: Floats
    windowed: Floats
    near_misses: Floats
    full_misses: Floats
    every_similar: Floats

    def total(self, of_coders: Floats, without: int | None = None) -> Floats:
        """Sum over pairs, each once: shape (I, C) to (I,), perhaps without a coder's pairs."""
        total: Floats = of_coders.sum(axis=1) / 2
        return total if without is None else total - of_coders[:, without]


@dataclass(frozen=True)
class Pooled:
    """Agreement of a group under R rows of weights of its items; NaN where undefined."""

    coefficients: Coefficients
    similar: Floats


def block_tallies(
    corpus: Corpus, options: AgreementOptions, *, types: Sequence[str] | None = None
) -> Iterator[BlockTally]:
    """Compare all pairs of coders on all items."""
    types = corpus.types if types is None else types
    types = types if options.similarity in TYPED else ()
    for block in blocks(corpus):
        items = [corpus.items[place] for place in block.items.tolist()]
        ratios = pair_ratios(
            options.similarity,
            block,
            items,
            model=options.model,
            width=options.width,
            halves=options.halves,
            types=types,
        )
        marks = _marks(block, items, types) + (options.convention == "published")
        yield BlockTally(block, ratios, marks, options.width, options.halves)


def _marks(block: Block, items: Sequence[Item], types: Sequence[str]) -> Ints:
    """Count the boundaries of each type, coder and item of a block: shape (T, C, I)."""
    if not types:
        return block.boundaries[np.newaxis]
    marks = np.zeros((len(types), *block.boundaries.shape), dtype=np.int64)
    for column, item in enumerate(items):
        for row, coder in enumerate(block.coders):
            for names in item.codings[coder].types or ():
                for name in names:
                    marks[types.index(name), row, column] += 1
    return marks


def group_tallies(
    corpus: Corpus, options: AgreementOptions, tallies: Iterable[BlockTally] | None = None
) -> tuple[GroupTally, ...]:
    """Tally the coder groups of a corpus."""
    parts: dict[str, list[BlockTally]] = {group.coders[0]: [] for group in corpus.groups}
    leader = {coder: group.coders[0] for group in corpus.groups for coder in group.coders}
    for tally in block_tallies(corpus, options) if tallies is None else tallies:
        parts[leader[tally.block.coders[0]]].append(tally)
    return tuple(
        _group_tally(group, parts[group.coders[0]], options.convention) for group in corpus.groups
    )


def _group_tally(
    group: CoderGroup, tallies: Sequence[BlockTally], convention: Convention
) -> GroupTally:
    """Return the tally of a group from those of its blocks."""
    place_of = {coder: place for place, coder in enumerate(group.coders)}
    coder_set_of = {
        coder_set: place for place, coder_set in enumerate({t.block.coders: 0 for t in tallies})
    }
    coder_sets = np.zeros((len(coder_set_of), len(group.coders)), dtype=bool)
    for coder_set, place in coder_set_of.items():
        coder_sets[place, [place_of[coder] for coder in coder_set]] = True
    columns: dict[str, list[Floats]] = {}
    for tally in tallies:
        who = [place_of[coder] for coder in tally.block.coders]
        for name, values in _columns(tally).items():
            wide = np.zeros((*values.shape[:-1], len(group.coders)))
            wide[..., who] = values
            columns.setdefault(name, []).append(wide)
    items = np.concatenate([tally.block.items for tally in tallies])
    order = np.argsort(items)
    sizes = [len(tally.block.items) for tally in tallies]
    masses = np.concatenate([tally.block.masses for tally in tallies])
    coder_set_places = np.repeat([coder_set_of[tally.block.coders] for tally in tallies], sizes)
    similar = np.concatenate([tally.similar.ravel() for tally in tallies])
    found = {name: np.concatenate(parts)[order] for name, parts in columns.items()}
    return GroupTally(
        group=group,
        items=items[order],
        convention=convention,
        places=masses[order] - 1,
        coder_set=coder_set_places[order],
        coder_sets=coder_sets,
        every_similar=similar[~np.isnan(similar)],
        **found,
    )


def _columns(tally: BlockTally) -> dict[str, Floats]:
    """Return what is counted for each item and coder of a block: the coders last."""
    coders = len(tally.block.coders)
    pairs = np.triu_indices(coders, 1)
    ordered = (tally.windows.hypothesis, tally.windows.reference)
    ratios, similar = tally.ratios, tally.similar
    return {
        "marks": tally.marks.transpose(2, 0, 1).astype(float),
        "numerator": _by_coder(ratios.numerator, pairs, coders),
        "denominator": _by_coder(ratios.denominator, pairs, coders),
        "valued": _by_coder(ratios.known, pairs, coders),
        "similar": _by_coder(np.nan_to_num(similar), ordered, coders),
        "windowed": _by_coder(~np.isnan(similar), ordered, coders),
        "near_misses": _by_coder(ratios.near_misses, pairs, coders),
        "full_misses": _by_coder(ratios.full_misses, pairs, coders),
    }


def _by_coder(
    values: NDArray[Any], pairs: tuple[NDArray[np.intp], NDArray[np.intp]], coders: int
) -> Floats:
    """Sum over the pairs of each coder: shape (pairs, I) to (I, C)."""
    found = np.zeros((coders, values.shape[1]))
    for side in pairs:
        np.add.at(found, side, values.astype(float))
    return found.T


def pooled(
    tally: GroupTally, weights: Floats | None = None, *, without: int | None = None
) -> Pooled:
    """Pool the items of a group."""
    if weights is None:
        weights = np.ones((1, len(tally.items)))
    return _pool(tally, lambda columns: weights @ columns, without)


def each_item(tally: GroupTally, *, without: int | None = None) -> Pooled:
    """Return the agreement on each item by itself, as `pooled` does with one item a row."""
    return _pool(tally, lambda columns: columns, without)


def _pool(tally: GroupTally, summed: Callable[[Floats], Floats], without: int | None) -> Pooled:
    """Pool items by a sum of the rows of all that is counted."""
    coder_sets = tally.coder_sets.copy()
    if without is not None:
        coder_sets[:, without] = False
    size = coder_sets.sum(axis=1)
    places = np.maximum(tally.places, 0)[:, np.newaxis]
    coded = np.where(coder_sets[tally.coder_set], places, 0.0)
    marks = np.where(coded[:, np.newaxis] > 0, tally.marks, 0.0)
    # All that is summed stands side by side, so that weights are gone through once.
    columns = {
        "coder_sets": places * (tally.coder_set[:, np.newaxis] == np.arange(len(coder_sets))),
        "coded": coded,
        "marks": marks.reshape(len(marks), -1),
        "rates": (marks / np.maximum(places, 1)[:, np.newaxis]).sum(axis=2),
        "rated": (coded > 0).sum(axis=1, keepdims=True),
    }
    for name in ("numerator", "denominator", "valued", "similar", "windowed"):
        columns[name] = tally.total(getattr(tally, name), without)[:, np.newaxis]
    ends = np.cumsum([values.shape[1] for values in columns.values()])
    parts = np.split(summed(np.concatenate(list(columns.values()), axis=1)), ends[:-1], axis=1)
    sums = dict(zip(columns, parts, strict=True))
    compared = sums["coder_sets"] @ (size * (size - 1) // 2)
    of_coder, rows = sums["coded"], len(compared)
    placed = sums["marks"].reshape(rows, -1, tally.coder_sets.shape[1])
    with np.errstate(invalid="ignore", divide="ignore"):
        similar = (sums["similar"] / sums["windowed"])[:, 0]
        # A coder without a place in these items has no rate, and no weight either.
        rates = np.where(of_coder[:, np.newaxis] > 0, placed / of_coder[:, np.newaxis], 0.0)
        if tally.convention == "published":
            mean_rates = sums["rates"] / sums["rated"]
        else:
            mean_rates = placed.sum(axis=2) / of_coder.sum(axis=1, keepdims=True)
        joint = _joint_rates(rates, coder_sets)
        found = correct_for_chance(
            numerator=sums["numerator"][:, 0],
            denominator=sums["denominator"][:, 0],
            valued=sums["valued"][:, 0],
            expected_pi=np.where(compared > 0, (mean_rates**2).sum(axis=1), np.nan),
            expected_kappa=(sums["coder_sets"] * joint).sum(axis=1) / compared,
        )
    return Pooled(found, similar)


def _joint_rates(rates: Floats, coder_sets: NDArray[np.bool_]) -> Floats:
    """Sum the products of the rates of all pairs of each coder set: (R, T, C) to (R, K)."""
    members = coder_sets.T.astype(float)
    joint: Floats = (((rates @ members) ** 2 - rates**2 @ members) / 2).sum(axis=1)
    return joint
