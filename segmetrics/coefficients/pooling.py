"""What agreement is computed from, item by item, so that items and coders can be left out.

Everything is counted for the pairs of each coder, so that
a group without a coder is the sum over all less that of the coder; what nobody is compared with
counts nowhere. The coders of an item are its *coder set*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from segmetrics.coefficients.chance_corrected import Coefficients, Convention, correct_for_chance
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.similarities import TYPED, PairRatios, pair_ratios
from segmetrics.corpus import CoderGroup, Corpus, Item
from segmetrics.metrics.blocks import Block, blocks
from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.metrics.blocks.window_blocks import BlockWindows, Halves, WindowWidth, block_windows

# Numbers of pairs that are held at once where each item is left out.
CELLS = 4_000_000


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
    type_misses: Floats
    every_similar: Floats

    def total(self, of_coders: Floats, without: int | None = None) -> Floats:
        """Sum over pairs, each once: shape (..., C) to (...), perhaps without a coder's pairs."""
        found: Floats = of_coders.sum(axis=-1) / 2
        return found if without is None else found - of_coders[..., without]

    @cached_property
    def coded(self) -> NDArray[np.bool_]:
        """Who coded a place of which item together with others: shape (I, C)."""
        sets = self.coder_sets & (self.coder_sets.sum(axis=1, keepdims=True) > 1)
        found: NDArray[np.bool_] = sets[self.coder_set] & (self.places > 0)[:, np.newaxis]
        return found

    @cached_property
    def joint_rates(self) -> JointRates:
        """How often both of a pair are expected to place a boundary, over all items."""
        marks, shared = _pair_counts(self)
        return _joint_rates(marks[np.newaxis], shared[np.newaxis])

    @cached_property
    def joint_rates_without_items(self) -> JointRates:
        """The same over all items but one, for each of them."""
        return _joint_rates_without_items(self)


@dataclass(frozen=True)
class JointRates:
    """The potential boundaries that a coder's pairs share, and these times the rates of both.

    Rates are those on what the pair shares; both have shape (R, C) for R choices of items.
    """

    shared: Floats
    expected: Floats


@dataclass(frozen=True)
class Pooled:
    """Agreement of a group over R choices of its items; NaN where undefined."""

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
        yield block_tally(block, options, items, types)


def block_tally(
    block: Block,
    options: AgreementOptions,
    items: Sequence[Item] = (),
    types: Sequence[str] = (),
) -> BlockTally:
    """Compare all pairs of coders on the items of a block, which only types and A look into."""
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
    return BlockTally(block, ratios, marks, options.width, options.halves)


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
        "type_misses": _by_coder(ratios.type_misses, pairs, coders),
    }


def _by_coder(
    values: NDArray[Any], pairs: tuple[NDArray[np.intp], NDArray[np.intp]], coders: int
) -> Floats:
    """Sum over the pairs of each coder: shape (pairs, I) to (I, C)."""
    of_coders = (
        np.concatenate([np.flatnonzero(side == coder) for side in pairs]) for coder in range(coders)
    )
    return np.stack([values[own].sum(axis=0, dtype=float) for own in of_coders], axis=1)


def pooled(tally: GroupTally, *, without: int | None = None) -> Pooled:
    """Pool the items of a group."""
    return _pool(
        tally, lambda columns: columns.sum(axis=0, keepdims=True), tally.joint_rates, without
    )


def without_each_item(tally: GroupTally, *, without: int | None = None) -> Pooled:
    """Pool all items but one, for each of them, as `pooled` does with one of them left out a row.

    What is divided by is a count, so that subtracting leaves it exact.
    """
    left = tally.joint_rates_without_items
    return _pool(tally, lambda columns: columns.sum(axis=0) - columns, left, without)


def pooled_in(tally: GroupTally, part: Ints, parts: int) -> Pooled:
    """Pool the items of each of so many parts; kappa* is NaN, as no sum over items has it."""

    def summed(columns: Floats) -> Floats:
        found = np.zeros((parts, columns.shape[1]))
        np.add.at(found, part, columns)
        return found

    unknown = np.zeros((parts, len(tally.group.coders)))
    return _pool(tally, summed, JointRates(unknown, unknown), None)


def each_item(tally: GroupTally, *, without: int | None = None) -> Pooled:
    """Return the agreement on each item by itself, as `pooled` does with one item a row."""
    coded = tally.coded
    joint = _joint_rates_without_gaps(tally.marks, tally.places.astype(float), coded)
    return _pool(tally, lambda columns: columns, joint, without)


def _pool(
    tally: GroupTally,
    summed: Callable[[Floats], Floats],
    joint: JointRates,
    without: int | None,
) -> Pooled:
    """Pool items by a sum of the rows of all that is counted."""
    coded, total = tally.coded, tally.total
    marks, places = tally.marks, coded * tally.places[:, np.newaxis].astype(float)
    if tally.convention == "published":
        marks, places = marks / np.maximum(places, 1)[:, np.newaxis], coded.astype(float)
    # All that is summed stands side by side, so that items are gone through once.
    columns = [
        total(values, without)[:, np.newaxis]
        for values in (
            tally.numerator,
            tally.denominator,
            tally.valued,
            tally.similar,
            tally.windowed,
            _of_pairs(places, coded),
        )
    ]
    columns.append(total(_of_pairs(marks, coded[:, np.newaxis]), without))
    sums = summed(np.concatenate(columns, axis=1))
    numerator, denominator, valued, similar, windowed, decisions = sums[:, :6].T
    found = correct_for_chance(
        numerator=numerator,
        denominator=denominator,
        valued=valued,
        expected_pi=(_share(sums[:, 6:].T, decisions) ** 2).sum(axis=0),
        expected_kappa=_share(total(joint.expected, without), total(joint.shared, without)),
    )
    return Pooled(found, _share(similar, windowed))


def _share(part: Floats, whole: Floats) -> Floats:
    """Divide; NaN where there is nothing to divide by, whatever rounding left above it."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(whole > 0, part / whole, np.nan)


def _of_pairs(values: Floats, coded: NDArray[np.bool_]) -> Floats:
    """Sum what each coding of an item has, the coders last, over the pairs of each coder."""
    values = np.where(coded, values, 0.0)
    # A coder's own counts in each pair, and that of each other in one.
    own = (coded.sum(axis=-1, keepdims=True) - 2) * values
    return np.where(coded, own + values.sum(axis=-1, keepdims=True), 0.0)


def _pair_counts(tally: GroupTally) -> tuple[Floats, Floats]:
    """Count what each coder marked in the items that another coded, (T, C, C), and their places."""
    coded = tally.coded.astype(float)
    marks = np.tensordot(tally.marks * coded[:, np.newaxis], coded, (0, 0))
    shared = (coded * tally.places[:, np.newaxis]).T @ coded
    np.fill_diagonal(shared, 0)
    return marks, shared


def _joint_rates(marks: Floats, shared: Floats) -> JointRates:
    """Multiply the rates of each pair on the items that both coded: (R, T, C, C), (R, C, C)."""
    joint = (marks * marks.swapaxes(-1, -2)).sum(axis=1)
    expected = (joint / np.where(shared > 0, shared, np.inf)).sum(axis=-1)
    return JointRates(shared.sum(axis=-1), expected)


def _joint_rates_without_items(tally: GroupTally) -> JointRates:
    """Do the same without each item: R is the number of items."""
    marks, shared = _pair_counts(tally)
    coded, own = tally.coded, tally.marks * tally.coded[:, np.newaxis]
    count, size = coded.shape
    found = JointRates(np.zeros((count, size)), np.zeros((count, size)))
    at_once = max(1, CELLS // marks.size)
    for start in range(0, count, at_once):
        part = slice(start, start + at_once)
        both = coded[part, :, np.newaxis] & coded[part, np.newaxis]
        both[:, np.arange(size), np.arange(size)] = False
        left = _joint_rates(
            marks - own[part, ..., np.newaxis] * both[:, np.newaxis],
            shared - both * tally.places[part, np.newaxis, np.newaxis],
        )
        found.shared[part], found.expected[part] = left.shared, left.expected
    return found


def _joint_rates_without_gaps(
    marks: Floats, places: Floats, coded: NDArray[np.bool_]
) -> JointRates:
    """Multiply the rates of the pairs of coders who coded the same: (R, T, C), (R,), (R, C)."""
    of_each = np.where(places > 0, places, np.inf)[:, np.newaxis, np.newaxis]
    rates = np.where(coded[:, np.newaxis], marks, 0) / of_each
    others = rates.sum(axis=-1, keepdims=True) - rates
    shared = coded * places[:, np.newaxis] * (coded.sum(axis=-1, keepdims=True) - 1)
    return JointRates(shared, places[:, np.newaxis] * (rates * others).sum(axis=1))
