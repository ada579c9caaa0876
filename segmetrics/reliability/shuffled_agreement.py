"""What shuffled coders of an item agree on, of each shuffle and for each coder.

It is exact where the arrangements of coders are few, or where there is a formula.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import inf, log, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from segmetrics.coefficients.chance_corrected import observed_agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.similarities import pair_ratios
from segmetrics.corpus import Item
from segmetrics.metrics.blocks import Block
from segmetrics.metrics.blocks.adjacent_edits import adjacent_edits
from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.metrics.blocks.window_blocks import window_span
from segmetrics.metrics.window_chance import wd_chance
from segmetrics.metrics.windows import window_size
from segmetrics.reliability import many_shuffles, shuffling
from segmetrics.reliability.many_shuffles import (
    Chunk,
    chunks,
    counts_bits,
    counts_near,
    edited,
    expected_on_ring,
    fits,
)
from segmetrics.reliability.progress import Progress, part_of, reported
from segmetrics.segmentation import Segmentation

# Arrangements of a pair of coders up to which all are looked at; their number is found by
# logarithms, which are right to more than this.
ENUMERATED = log(20_000) + 1e-9
# Similarities that are a mean over a fixed number of places, so that pairs can be
# averaged one by one.
LINEAR = ("s", "a", "wd")


class ChanceLevel(NamedTuple):
    """What shuffles of the C coders of an item agree on: pooled, its error, and of each coder."""

    mean: float
    error: float
    of_coder: Floats


@dataclass(frozen=True, kw_only=True)
class Shuffled:
    """Agreement of R shuffles of I items, (I, R), and their places among all items.

    `known` says of which shuffles it has a value.
    """

    at: Sequence[int]
    levels: Sequence[ChanceLevel]
    numerator: Floats
    denominator: Floats
    known: NDArray[np.bool_]

    @property
    def values(self) -> Floats:
        """Agreement in each shuffle, NaN where undefined."""
        return observed_agreement(self.numerator, self.denominator, self.known)


@dataclass(frozen=True)
class Compared:
    """Sums over pairs for each shuffle, (R,), and over shuffles for each pair, (P,)."""

    numerator: Floats
    denominator: Floats
    known: NDArray[np.bool_]
    pair_numerator: Floats
    pair_denominator: Floats


def shuffled(
    items: Sequence[Item],
    places: Sequence[int],
    options: AgreementOptions,
    null: shuffling.Null,
    count: int,
    *,
    seed: Sequence[int],
    together: bool,
    progress: Progress | None = None,
) -> Iterator[Shuffled]:
    """Shuffle the coders of the items at some places; items without a value are in no part.

    What an item gives depends on its name, its codings and the seed alone. Rings and sizes can be
    shuffled for many items together, over S and B.
    """
    ring = null == "ring"
    together = together and counts_bits(options)
    packed_places = [at for at in places if together and fits(items[at], count, ring=ring)]
    alone = sorted(set(places).difference(packed_places))
    done = 0
    for chunk in chunks(items, packed_places, count):
        here = len(chunk.at)
        told = part_of(progress, done / here, len(places) / here)
        found = many_shuffles.shuffled(
            chunk, options, count=count, ring=ring, seed=seed, progress=told
        )
        known = np.ones(found.numerator.shape, dtype=bool)
        levels = _on_ring(chunk, options) if ring else ()
        yield Shuffled(at=chunk.at, levels=levels, known=known, **found._asdict())
        done += here
    for number, at in enumerate(alone, len(packed_places)):
        random = np.random.default_rng([*seed, items[at].stream])
        report = part_of(progress, number, len(places))
        one = _shuffled_item(items[at], options, null, count, random, report)
        if one:
            level, parts = one
            agreed, whole, known = (np.concatenate(part) for part in zip(*parts, strict=True))
            yield Shuffled(
                at=[at],
                levels=[level],
                numerator=agreed[np.newaxis],
                denominator=whole[np.newaxis],
                known=known[np.newaxis],
            )


def _on_ring(chunk: Chunk, options: AgreementOptions) -> list[ChanceLevel]:
    """Return the chance levels of the items of a chunk on rings, which have a closed form."""
    expected = expected_on_ring(chunk, options)
    agreed, whole = expected.numerator.sum(axis=1), expected.denominator.sum(axis=1)
    means = observed_agreement(agreed, whole, np.ones_like(whole))
    of_coders = observed_agreement(*expected, np.ones_like(expected.numerator))
    in_place = np.take_along_axis(of_coders, np.argsort(chunk.order, axis=1), axis=1)
    return [
        ChanceLevel(*one) for one in zip(means.tolist(), [0.0] * len(means), in_place, strict=True)
    ]


def _shuffled_item(
    item: Item,
    options: AgreementOptions,
    null: shuffling.Null,
    count: int,
    random: np.random.Generator,
    progress: Progress | None,
) -> tuple[ChanceLevel, list[tuple[Floats, Floats, NDArray[np.bool_]]]] | None:
    """Shuffle the coders of an item; None if no shuffle has a value."""
    if len(item.codings) < 2 or item.mass < 2:
        return None
    # Coders are drawn in the order of their codings, so that their names change nothing.
    codings = list(item.codings.items())
    order = sorted(range(len(codings)), key=lambda coder: tuple(codings[coder][1].boundaries))
    item = replace(item, codings=dict(codings[coder] for coder in order))
    blocks = shuffling.shuffled_blocks(item, null, count, random)
    told = reported(blocks, progress, count, lambda block: len(block.items))
    parts = [_compared(block, options) for block in told]
    sums = [(part.numerator, part.denominator, part.known) for part in parts]
    known = np.concatenate([part.known for part in parts])
    if not known.any():
        return None
    if null == "ring" and counts_bits(options):
        (chunk,) = chunks([item], [0], count)
        (level,) = _on_ring(chunk, options)
        return level._replace(of_coder=level.of_coder[np.argsort(order)]), sums
    exact = _exact(item, options, null)
    if exact is None:
        agreed = sum((part.pair_numerator for part in parts[1:]), parts[0].pair_numerator)
        whole = sum((part.pair_denominator for part in parts[1:]), parts[0].pair_denominator)
        numerator = np.concatenate([part.numerator for part in parts])
        denominator = np.concatenate([part.denominator for part in parts])
        mean, error = _ratio(numerator[known], denominator[known])
    else:
        agreed, whole = exact, np.ones_like(exact)
        mean, error = float(exact.mean()), 0.0
    coders = len(item.codings)
    of_coder = observed_agreement(
        _by_coder(agreed, coders), _by_coder(whole, coders), np.ones(coders)
    )
    return ChanceLevel(mean, error, of_coder[np.argsort(order)]), sums


def _ratio(numerator: Floats, denominator: Floats) -> tuple[float, float]:
    """Pool shuffles, with the standard error of a ratio of sums."""
    whole = float(denominator.sum())
    if not whole:
        return 1.0, 0.0  # nothing stands anywhere, whatever the order
    ratio = float(numerator.sum()) / whole
    size = numerator.size
    if size < 2:
        return ratio, inf
    spread = float((numerator - ratio * denominator).std(ddof=1))
    return ratio, spread * sqrt(size) / whole


def _by_coder(of_pairs: Floats, coders: int) -> Floats:
    """Sum over the pairs of each coder: (P,) to (C,)."""
    found = np.zeros(coders)
    for side in np.triu_indices(coders, 1):
        np.add.at(found, side, of_pairs)
    return found


def _compared(block: Block, options: AgreementOptions) -> Compared:
    """Compare all pairs of coders on codings of one item."""
    return by_bits(block, options) if counts_bits(options) else by_values(block, options)


def by_values(block: Block, options: AgreementOptions) -> Compared:
    """Compare over any similarity, pair by pair and shuffle by shuffle."""
    ratios = pair_ratios(
        options.similarity,
        block,
        (),
        model=options.model,
        width=options.width,
        halves=options.halves,
    )
    return Compared(
        ratios.numerator.sum(axis=0),
        ratios.denominator.sum(axis=0),
        np.any(ratios.known, axis=0),
        ratios.numerator.sum(axis=1),
        ratios.denominator.sum(axis=1),
    )


def by_bits(block: Block, options: AgreementOptions) -> Compared:
    """Compare over S or B where near misses are neighbouring places: edits are sums of bits."""
    rows, coders = len(block.items), len(block.coders)
    words = np.ascontiguousarray(block.words.reshape(coders, rows, -1).transpose(2, 0, 1))
    near = counts_near(options)
    by_shuffle, by_pair = np.zeros((2, rows), dtype=np.int64), []
    for one in range(coders - 1):
        counts = adjacent_edits(words[:, one, np.newaxis], words[:, one + 1 :], near=near)
        for total, found in zip(by_shuffle, counts, strict=True):
            total += found.sum(axis=0, dtype=np.int64)
        by_pair.append([found.sum(axis=1, dtype=np.int64) for found in counts])
    unmatched, near_misses = (np.concatenate(found) for found in zip(*by_pair, strict=True))
    first, second = np.triu_indices(coders, 1)
    placed = block.boundaries[:, 0]
    both = placed[first] + placed[second]
    places = float(block.masses[0] - 1)
    of_shuffles = edited(
        options,
        places=places,
        pairs=len(both),
        placed=both.sum(),
        unmatched=by_shuffle[0],
        near=by_shuffle[1],
    )
    of_pairs = edited(
        options,
        places=places,
        pairs=rows,
        placed=rows * both,
        unmatched=unmatched,
        near=near_misses,
    )
    return Compared(*of_shuffles, np.ones(rows, dtype=bool), *of_pairs)


def _exact(item: Item, options: AgreementOptions, null: shuffling.Null) -> Floats | None:
    """Compute the mean of each pair exactly; None if that is not possible or too much."""
    if options.similarity not in LINEAR:
        return None
    codings = list(item.codings.values())
    if options.similarity == "wd" and null == "places":
        levels = [
            [
                wd_chance(hypothesis, reference, window=_span(reference, options)).value
                for hypothesis, reference in (pair, pair[::-1])
            ]
            for pair in combinations(codings, 2)
        ]
        similar = 1 - np.array(levels, dtype=float).mean(axis=1)
        return None if np.isnan(similar).any() else similar
    largest = 0.0
    for coding in codings:
        found = shuffling.log_arrangements(coding, null)
        if found + largest > ENUMERATED:
            return None
        largest = max(found, largest)
    # Coders who keep the same have the same arrangements.
    keys = [shuffling.kept(coding, null) for coding in codings]
    arranged = {
        key: np.array(list(shuffling.arrangements(coding, null)), dtype=np.int64)
        for key, coding in zip(keys, codings, strict=True)
    }
    known: dict[tuple[object, object], float] = {}
    means = []
    for one, other in combinations(keys, 2):
        first, second = sorted((one, other))
        if (first, second) not in known:
            mean = _enumerated(arranged[first], arranged[second], item.mass, options)
            if mean is None:
                return None
            known[first, second] = mean
        means.append(known[first, second])
    return np.array(means)


def _span(reference: Segmentation, options: AgreementOptions) -> int:
    """Return the potential boundaries in a window, by the window rule."""
    return window_span(window_size(reference, halves=options.halves), options.width)


def _enumerated(ours: Ints, theirs: Ints, mass: int, options: AgreementOptions) -> float | None:
    """Average over all arrangements of two coders; None if one has no value."""
    both = (np.repeat(ours, len(theirs), axis=0), np.tile(theirs, (len(ours), 1)))
    found = _compared(shuffling.packed(("a", "b"), mass, both), options)
    every = found.known.all() and found.denominator.all()
    return float(found.numerator.sum() / found.denominator.sum()) if every else None
