"""Check by simulation how often intervals of the changes of items hold the true change.

Run ``python -m benchmarks.change`` from the root of the project; ``--quick`` does a tenth of
the trials. Groups and the corpus are checked by `benchmarks.coverage`. Every item is coded twice by
coders who know nothing of their first coding, as `benchmarks.reliability` draws them; where
something changed, they err half as often the second time. All is seeded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from benchmarks.reliability import GOOD, Habits, coded_item
from benchmarks.simulated_coders import tenth
from segmetrics import Corpus, Item
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.reliability.changes import Changed, ChangeTable
from segmetrics.reliability.comparison import compare
from segmetrics.reliability.leave_one_out import TABLE_COLUMNS

# What rates are multiplied by in the second round.
CHANGES = {"none": 1.0, "halved": 0.5}


def two_rounds(
    random: np.random.Generator, name: str, habits: Sequence[Habits], *, better: float
) -> tuple[Item, Item]:
    """Draw an item that coders coded twice, the second time with rates `better` times as high."""
    twice = (*habits, *(habit.times(better) for habit in habits))
    item = coded_item(random, name, twice, hardness=random.uniform(0.3, 1.7))
    codings = list(item.codings.values())
    first, second = codings[: len(habits)], codings[len(habits) :]
    return (
        Item(name, {f"c{n}": coding for n, coding in enumerate(first)}),
        Item(name, {f"c{n}": coding for n, coding in enumerate(second)}),
    )


def over_coders(
    coders: int, items: int, trials: int, *, better: float, same: bool
) -> dict[str, float]:
    """Find how often an item's intervals hold the change among a whole population of coders.

    For each of so many items, coders are drawn so many times: the `same` for both rounds, or
    others. Returns column to share of the intervals.
    """
    random = np.random.default_rng([coders, items, trials])
    options = AgreementOptions()
    everybody = [GOOD.times(factor) for factor in random.uniform(0.3, 1.8, 100).tolist()]
    held: Counter[str] = Counter()
    for number in range(items):
        rounds = two_rounds(random, f"i{number}", everybody, better=better)
        (truth,) = _compare([rounds], options).items
        for _ in range(trials):
            first = random.choice(len(everybody), coders, replace=False).tolist()
            second = first if same else random.choice(len(everybody), coders, replace=False)
            drawn = tuple(_of(item, who) for item, who in zip(rounds, (first, second), strict=True))
            (row,) = _compare([(drawn[0], drawn[1])], options).items
            for name in TABLE_COLUMNS:
                held[name] += _holds(getattr(row, name), getattr(truth, name).change)
    return {name: held[name] / (items * trials) for name in TABLE_COLUMNS}


def _of(item: Item, who: Sequence[int]) -> Item:
    return Item(item.name, {f"c{n}": item.codings[f"c{n}"] for n in sorted(who)})


def _compare(items: Sequence[tuple[Item, Item]], options: AgreementOptions) -> ChangeTable:
    before, after = (Corpus(tuple(of)) for of in zip(*items, strict=True))
    return compare(before, after, options)


def _holds(found: Changed, truth: float | None) -> bool:
    low, high, *_ = found.interval
    return low is not None and high is not None and truth is not None and low <= truth <= high


def main() -> None:
    """Print the tables."""
    trials = 1000 // tenth("change", __doc__)
    print(
        f"95% intervals of 40 items that hold the true change, {trials // 50} draws of coders each"
    )
    print(f"{'coders':12} {'change':8} " + "  ".join(TABLE_COLUMNS))
    for coders in (3, 4, 6):
        for word, better in CHANGES.items():
            for who, same in (("the same", True), ("others", False)):
                held = over_coders(coders, 40, trials // 50, better=better, same=same)
                cells = "  ".join(f"{held[name]:{len(name)}.1%}" for name in TABLE_COLUMNS)
                print(f"{coders:2} {who:9} {word:8} {cells}", flush=True)


if __name__ == "__main__":
    main()
