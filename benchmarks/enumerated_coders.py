"""Compare the model of coders with enumeration, for all codings of small texts.

Run ``python -m benchmarks.enumerated_coders`` from the root of the project: ``--mass 8`` is the
largest text. For each text and each reach it takes all codings by three coders, who differ; since
the order of coders is arbitrary, one order of each three. Everything is by definition: each set of
shared boundaries, each way to divide the places between two of them, each prominence.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, pairwise, product
from math import prod
from typing import NamedTuple

import numpy as np

from segmetrics import Item, Segmentation
from segmetrics.coding_model.coder_fit import marks_log_likelihood
from segmetrics.coding_model.expected_marks import expect
from segmetrics.coding_model.packed_marks import pack_marks
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.reliability.coder_parameters import Parameters

CODERS = ("a", "b", "c")


class Deviations(NamedTuple):
    """How many codings were compared, of how many, and how far the model is off at most."""

    codings: int
    possible: int
    log_likelihood: float
    posterior: float


def some_parameters(random: np.random.Generator, reach: int) -> Parameters:
    """Draw three coders who differ."""
    shifts = random.dirichlet(np.ones(2 * reach + 1), len(CODERS))
    skill, added = random.normal(0, 1, len(CODERS)), random.uniform(0.02, 0.3, len(CODERS))
    return Parameters(skill, added, 0.2, shifts, 0.7)


def cells_of(
    places: tuple[int, ...], count: int, reach: int
) -> Iterator[tuple[float, list[tuple[int, int]]]]:
    """Yield each way to divide the gaps: its weight, and the half-widths of each boundary."""
    ways = []
    for first, second in pairwise(places):
        gap = second - first
        if gap > 2 * reach:
            ways.append([(reach, reach, 1.0)])
        elif gap % 2:
            ways.append([(gap // 2, gap // 2, 1.0)])
        else:
            ways.append([(gap // 2, gap // 2 - 1, 0.5), (gap // 2 - 1, gap // 2, 0.5)])
    for way in product(*ways):
        widths = []
        for number, place in enumerate(places):
            left = way[number - 1][1] if number else min(reach, place)
            right = way[number][0] if number < len(way) else min(reach, count - 1 - place)
            widths.append((left, right))
        yield prod(weight for *_, weight in way), widths


class _Sums(NamedTuple):
    """All that may be shared: how likely each is, its places, and how likely marks then are.

    `told` has coder x coding x what may be shared; coding number k marks the places of its bits.
    """

    weights: Floats
    shared: Floats
    told: Floats


def _all_sums(count: int, reach: int, at: Parameters) -> _Sums:
    codings = (np.arange(2**count)[:, None] >> np.arange(count)) & 1
    weights, shared, told = [], [], []
    added = at.added[:, None]
    alone = added ** codings.sum(axis=1) * (1 - added) ** (count - codings.sum(axis=1))
    for number in range(count + 1):
        for places in combinations(range(count), number):
            likely = at.rate**number * (1 - at.rate) ** (count - number)
            for weight, widths in cells_of(places, count, reach):
                for grades in product((1, -1), repeat=number):
                    marks = alone.copy()
                    for place, (left, right), grade in zip(places, widths, grades, strict=True):
                        found = np.zeros_like(marks)
                        for moved in range(-reach, reach + 1):
                            to = place + (moved if -left <= moved <= right else 0)
                            found += at.shifts[:, [moved + reach]] * codings[:, to]
                        hit = 1 / (1 + np.exp(-(at.skill + at.spread * grade)))[:, None]
                        marks *= 1 - hit + hit * found / added
                    weights.append(weight * likely / 2**number)
                    shared.append([place in places for place in range(count)])
                    told.append(marks)
    return _Sums(np.array(weights), np.array(shared, dtype=float), np.stack(told, axis=-1))


def deviations(mass: int, reach: int, at: Parameters) -> Deviations:
    """Compare all codings of a text, in one order of the coders each."""
    count = mass - 1
    sums = _all_sums(count, reach, at)
    first, second, third = sums.told
    # With what is summed over all sets come the sums over those that have each place.
    wanted = np.concatenate([np.ones((len(sums.weights), 1)), sums.shared], axis=1)
    each = (third[:, None] * wanted.T).reshape(-1, len(sums.weights)).T
    off, done = np.zeros(2), 0
    for number in range(2**count):
        both = first[number] * sums.weights * second[number:]
        table = (both @ each).reshape(len(both), 2**count, -1)
        rows = [table[k, k + number :] for k in range(len(both))]
        found = np.concatenate(rows)
        pairs = combinations_with_replacement(range(number, 2**count), 2)
        triples = [(number, *pair) for pair in pairs]
        log_likelihood, posterior = _by_model(triples, count, reach, at)
        done += len(triples)
        wrong = (
            np.abs(log_likelihood - np.log(found[:, 0])).max(),
            np.abs(posterior - found[:, 1:] / found[:, :1]).max(),
        )
        off = np.maximum(off, wrong)
    return Deviations(done, 2 ** (count * len(CODERS)), float(off[0]), float(off[1]))


def _by_model(
    triples: Sequence[tuple[int, ...]], count: int, reach: int, at: Parameters
) -> tuple[Floats, Floats]:
    """Return what the model says of codings: log likelihoods, and posteriors of places."""
    made = {
        number: Segmentation.from_bits([number >> place & 1 for place in range(count)])
        for number in {one for triple in triples for one in triple}
    }
    items = [
        Item("text", {who: made[number] for who, number in zip(CODERS, triple, strict=True)})
        for triple in triples
    ]
    marks = pack_marks(items, CODERS, reach)
    posterior = np.zeros((len(items), count))
    for batch, likely in zip(marks.batches, expect(marks, at).posterior, strict=True):
        posterior[batch.items] = likely.T
    return marks_log_likelihood(marks, at), posterior


def main() -> None:
    """Print how far the model is off at most."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.enumerated_coders")
    parser.add_argument("--mass", type=int, default=8, help="units of the largest text")
    given = parser.parse_args()
    print("Largest deviations from enumeration, all codings by three coders")
    print("mass  reach  codings       of  log likelihood  posterior")
    for mass in range(2, given.mass + 1):
        for reach in range(3):
            at = some_parameters(np.random.default_rng([mass, reach]), reach)
            found = deviations(mass, reach, at)
            print(
                f"{mass:4}  {reach:5}  {found.codings:7} {found.possible:8}"
                f"  {found.log_likelihood:14.1e}  {found.posterior:9.1e}",
                flush=True,
            )


if __name__ == "__main__":
    main()
