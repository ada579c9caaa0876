"""Whether two coders mark the same places more often than a fit without copying explains.

Where all coders mark nearly the same places, nothing tells agreement from copying: the fit takes
it for shared boundaries. So a pair counts as too much alike only if it is so beside other pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from statistics import NormalDist

import numpy as np

from segmetrics.coding_model.coder_fit import Fit
from segmetrics.coding_model.packed_marks import PackedMarks, marked_places
from segmetrics.coding_model.simulated_marks import simulate_marks
from segmetrics.corpus import CoderGroup, Corpus
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.reliability.fitted_coders import AlikePair

SIMULATED, FEWEST, MOST_CELLS, MOST_AT_ONCE = 200, 20, 20_000_000, 500_000
"""How many groups are simulated: fewer, where they are large and so vary little."""

ALIKE_LEVEL = 0.01
"""How often a pair of a group whose coders work apart would be taken for dependent."""

FOLLOWED = 1.1
"""Standard deviations by which the fit follows the marks of a pair, so that it seems less alike.

Chosen on corpora of `benchmarks.coder_model`, others than those of its tables: the largest of all
pairs of groups whose coders work apart then lies beyond `too_alike` in 1 of 100.
"""

NEARLY_ALL = 0.95
"""Share of the marks of each pair from which on all coders mark nearly the same places."""


def too_alike(coders: int) -> float:
    """Return from how many standard deviations on a pair of a group is taken for dependent."""
    pairs = coders * (coders - 1) / 2
    return NormalDist().inv_cdf(1 - ALIKE_LEVEL / pairs) - FOLLOWED


def groups_drawn(cells: int) -> int:
    """Return how many groups are simulated of one with so many places of all coders."""
    return int(np.clip(MOST_CELLS // max(1, cells), FEWEST, SIMULATED))


def nearly_the_same(pairs: Sequence[AlikePair]) -> bool:
    """Return whether all coders mark nearly the same places."""
    return all(pair.share >= NEARLY_ALL for pair in pairs)


def alike_pairs(
    corpus: Corpus, group: CoderGroup, marks: PackedMarks, fit: Fit, seed: int
) -> tuple[AlikePair, ...]:
    """Compare what each pair of coders marks alike with simulated coders, the most alike first."""
    coders = group.coders
    coded = marks.places > 0
    by_length: dict[int, list[int]] = {}
    seen = np.zeros((len(coders), len(coders)))
    row = 0
    for name in group.items:
        item = corpus[name]
        if item.mass < 2:
            continue
        by_length.setdefault(item.mass - 1, []).append(row)
        row += 1
        bits = marked_places(item, coders)
        seen += bits.T @ bits
    cells = sum(places * len(rows) for places, rows in by_length.items()) * len(coders)
    count = groups_drawn(cells)
    random = np.random.default_rng(seed)
    drawn = np.zeros((count, len(coders), len(coders)))
    for places, rows in by_length.items():
        there = coded[rows]
        at_once = max(1, MOST_AT_ONCE // (places * there.size))
        for begin in range(0, count, at_once):
            many = min(at_once, count - begin)
            bits = simulate_marks(fit.parameters, places, many * len(rows), random)
            bits = bits.reshape(many, len(rows), places, len(coders)) * there[:, None]
            flat = bits.reshape(many, -1, len(coders))
            # Without threads of a library, which cost more than they gain for so little.
            drawn[begin : begin + many] += np.einsum("mpa,mpb->mab", flat, flat)
    observed, simulated = _over_root(seen), np.array([_over_root(one) for one in drawn])
    mean, spread = simulated.mean(axis=0), simulated.std(axis=0, ddof=1)
    above = np.where(spread > 0, (observed - mean) / np.where(spread > 0, spread, 1.0), 0.0)
    together = [pair for pair in combinations(range(len(coders)), 2) if coded[:, pair].all(1).any()]
    usual = max(0.0, float(np.median([above[pair] for pair in together])))
    own = marks.marks.T @ coded
    shares = seen / np.maximum(np.sqrt(own * own.T), 1.0)
    found = [
        AlikePair(
            (coders[a], coders[b]),
            int(seen[a, b]),
            float(mean[a, b] * np.sqrt(seen[a, a] * seen[b, b])),
            float(shares[a, b]),
            float(above[a, b] - usual),
        )
        for a, b in together
    ]
    return tuple(sorted(found, key=lambda pair: -pair.z))


def _over_root(alike: Floats) -> Floats:
    """Divide what pairs mark alike by the root of what either marks."""
    own = np.maximum(np.diag(alike), 1.0)
    ratio: Floats = alike / np.sqrt(own[:, None] * own)
    return ratio
