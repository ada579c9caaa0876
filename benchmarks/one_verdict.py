"""Compare rules for "well beyond chance", and find for what sizes intervals hold their value.

Run ``python -m benchmarks.one_verdict`` from the root of the project; ``--quick`` does a tenth of
the corpora. Coders and texts are simulated by `benchmarks.simulated_coders`; the noise sets how far
they agree, and R of the population is that of very many of both. All is seeded: the tables are the
same at every call.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import nan
from typing import NamedTuple

import numpy as np

from benchmarks.simulated_coders import Differences, simulated_corpus, tenth
from segmetrics.coefficients.decision_table import decisions
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.reliability.chance import chance
from segmetrics.reliability.leave_one_out import COLUMNS, group_counts
from segmetrics.reliability.shuffling import ChanceOptions

SIZES = ((2, 4), (4, 3), (20, 3), (40, 3), (4, 4), (8, 4), (20, 4), (4, 6), (20, 6))
"""Items and coders of a corpus."""
NOISES: Mapping[Differences, Sequence[float]] = {
    "mod": (0.5, 1.0, 1.5, 2.0),
    "strong": (0.2, 0.5, 1.0, 1.5),
}
OPTIONS = AgreementOptions()


class Found(NamedTuple):
    """What a corpus gave: R, its p, alpha, and the ends of the interval of R before refusals."""

    r: float
    p: float
    alpha: float
    low: float
    high: float


RULES: Mapping[str, Callable[[Found], bool]] = {
    "R": lambda one: one.r >= 0.4,
    "and alpha": lambda one: one.r >= 0.4 and one.alpha >= 0.4,
    "and low end > 0": lambda one: one.r >= 0.4 and one.low > 0,
    "low end >= .40": lambda one: one.low >= 0.4,
}
"""By what agreement might be called well beyond chance, where p is at most .05."""


def found_in(
    random: np.random.Generator, size: tuple[int, int], differences: Differences, noise: float
) -> Found:
    """Draw a corpus of so many items and coders, and compute what rules go by."""
    items, coders = size
    corpus = simulated_corpus(random, [(coders, items)], differences=differences, noise=noise)
    shuffled = chance(corpus, OPTIONS, ChanceOptions(shuffles=99))
    (counts,) = group_counts(corpus, OPTIONS, shuffled.by_coder)
    estimate = counts.estimates("coders and items")[COLUMNS.index("corrected")]
    low, high = (nan, nan) if estimate.undefined else estimate.ends(0.95)
    row, alpha = shuffled.corpus, decisions(corpus).corpus.alpha
    r, p, alpha = (nan if one is None else one for one in (row.corrected, row.p, alpha))
    return Found(r, p, alpha, low, high)


def of_very_many(differences: Differences, noise: float) -> float:
    """Return R of the population."""
    random = np.random.default_rng(12)
    drawn = (
        simulated_corpus(random, [(30, 60)], differences=differences, noise=noise)
        for _ in range(12)
    )
    few = ChanceOptions(shuffles=20)
    return float(np.mean([chance(one, OPTIONS, few).corpus.corrected for one in drawn]))


def main() -> None:
    """Print both tables."""
    corpora = 100 // tenth("one_verdict", __doc__)
    print(f"Called well beyond chance, in % of {corpora:,} corpora, by each rule")
    print(f"{'items x coders, R':26}  {'  '.join(f'{name:>16}' for name in RULES)}")
    held: dict[tuple[Differences, tuple[int, int]], list[tuple[bool, float]]] = {}
    for differences, noises in NOISES.items():
        for noise in noises:
            true = of_very_many(differences, noise)
            for size in SIZES:
                random = np.random.default_rng([*size, int(10 * noise)])
                drawn = [found_in(random, size, differences, noise) for _ in range(corpora)]
                cells = (
                    100 * np.mean([one.p <= 0.05 and rule(one) for one in drawn])
                    for rule in RULES.values()
                )
                name = "{} x {}, {}: {:.2f}".format(*size, differences, true)
                print(f"{name:26}  {'  '.join(f'{cell:16.0f}' for cell in cells)}", flush=True)
                held.setdefault((differences, size), []).extend(
                    (one.low <= true <= one.high, one.high - one.low) for one in drawn
                )
    print("\n95% intervals of R that hold it, in %: all, and those no wider than 1; the rest")
    for (differences, (items, coders)), rows in held.items():
        hold, width = (np.array(column) for column in zip(*rows, strict=True))
        given = width <= 1
        print(
            f"{f'{items} x {coders}, {differences}':26}  {100 * hold[~np.isnan(width)].mean():8.1f}"
            f"  {100 * hold[given].mean():8.1f}  {100 * (1 - given.mean()):8.1f}"
        )


if __name__ == "__main__":
    main()
