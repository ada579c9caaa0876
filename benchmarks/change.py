"""Check by simulation how often intervals of changes hold the true change, and print it.

Run ``python -m benchmarks.change`` from the root of the project; ``--quick`` does a tenth of
the trials. Every item is coded twice by coders who know nothing of their first coding, as
`benchmarks.reliability` draws them; where something changed, they err half as often the
second time. All is seeded.
"""

from __future__ import annotations

import argparse
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.reliability import GOOD, VARIED, Habits, coded_item
from segmetrics import Corpus, Item
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.reliability.changes import Changed, ChangeTable
from segmetrics.reliability.comparison import POOLED, compare
from segmetrics.reliability.intervals import COLUMNS, ResampleOptions

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["false_alarms", "over_coders", "over_items", "two_rounds"]

# What rates are multiplied by in the second round.
CHANGES = {"none": 1.0, "halved": 0.5}
RESAMPLING = ResampleOptions(resamples=1000, method="percentile")


def two_rounds(
    random: np.random.Generator, name: str, habits: Sequence[Habits], *, better: float
) -> tuple[Item, Item]:
    """Draw an item that the same coders coded twice.

    Parameters
    ----------
    random : Generator
        Source of random numbers.
    name : str
        Name of the item.
    habits : sequence of Habits
        One a coder.
    better : float
        What their rates are multiplied by the second time.

    Returns
    -------
    (Item, Item)
        The item in both rounds.
    """
    twice = (*habits, *(habit.times(better) for habit in habits))
    item = coded_item(random, name, twice, hardness=random.uniform(0.3, 1.7))
    codings = list(item.codings.values())
    first, second = codings[: len(habits)], codings[len(habits) :]
    return (
        Item(name, {f"c{n}": coding for n, coding in enumerate(first)}),
        Item(name, {f"c{n}": coding for n, coding in enumerate(second)}),
    )


def over_items(size: int, trials: int, similarity: str, *, better: float) -> dict[str, float]:
    """Find how often the corpus's intervals hold the change of a whole population of items.

    Parameters
    ----------
    size : int
        Items of a corpus, of four coders.
    trials : int
        Number of corpora.
    similarity : str
        Key of the similarity.
    better : float
        What rates are multiplied by in the second round.

    Returns
    -------
    dict
        Value to share of the corpora.
    """
    options = AgreementOptions(similarity=similarity)
    random = np.random.default_rng([size, trials])
    items = [two_rounds(random, f"i{n}", VARIED, better=better) for n in range(4000)]
    truth = _values(_compare(items, options))
    held: Counter[str] = Counter()
    for _ in range(trials):
        drawn = [items[n] for n in random.choice(len(items), size, replace=False).tolist()]
        for name, found in _values(_compare(drawn, options)).items():
            held[name] += _holds(found, truth[name].change)
    return {name: held[name] / trials for name in POOLED}


def over_coders(
    coders: int, items: int, trials: int, *, better: float, same: bool
) -> dict[str, float]:
    """Find how often an item's intervals hold the change among a whole population of coders.

    Parameters
    ----------
    coders : int
        Coders of an item in each round.
    items, trials : int
        Items, and how often coders are drawn for each.
    better : float
        What rates are multiplied by in the second round.
    same : bool
        Whether the same coders are drawn for both rounds.

    Returns
    -------
    dict
        Column to share of the intervals.
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
            for name in COLUMNS:
                held[name] += _holds(getattr(row, name), getattr(truth, name).change)
    return {name: held[name] / (items * trials) for name in COLUMNS}


def false_alarms(size: int, trials: int) -> tuple[float, float]:
    """Find how often something is called a change where there is none.

    Parameters
    ----------
    size : int
        Items of a corpus, of four coders.
    trials : int
        Number of corpora.

    Returns
    -------
    (float, float)
        Share of the corpora whose sign-flip p is at most 0.05; whose interval of pi* is
        without 0.
    """
    random = np.random.default_rng([size, trials, 1])
    small = outside = 0
    for _ in range(trials):
        items = [two_rounds(random, f"i{n}", VARIED, better=1.0) for n in range(size)]
        table = _compare(items, AgreementOptions())
        small += table.test.p is not None and table.test.p <= 0.05
        outside += not _holds(table.corpus.pi_star, 0.0)
    return small / trials, outside / trials


def _of(item: Item, who: Sequence[int]) -> Item:
    return Item(item.name, {f"c{n}": item.codings[f"c{n}"] for n in sorted(who)})


def _compare(items: Sequence[tuple[Item, Item]], options: AgreementOptions) -> ChangeTable:
    before, after = (Corpus(tuple(of)) for of in zip(*items, strict=True))
    return compare(before, after, options, RESAMPLING)


def _values(table: ChangeTable) -> dict[str, Changed]:
    return {name: getattr(table.corpus, name) for name in COLUMNS} | dict(table.beside)


def _holds(found: Changed, truth: float | None) -> bool:
    low, high, *_ = found.interval
    return low is not None and high is not None and truth is not None and low <= truth <= high


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="Check the intervals of changes by simulation.")
    parser.add_argument("--quick", action="store_true", help="a tenth of the trials")
    trials = 100 if parser.parse_args().quick else 1000
    print(f"95% intervals that hold the true change, {trials} corpora of 4 coders, over items")
    print(f"{'change':8} {'items':>5}  " + "  ".join(POOLED))
    for word, better in CHANGES.items():
        for size in (8, 20, 50, 100):
            held = over_items(size, trials, "s", better=better)
            cells = "  ".join(f"{held[name]:{len(name)}.1%}" for name in POOLED)
            print(f"{word:8} {size:5}  {cells}", flush=True)
    print(f"\nThe same of 40 items, {trials // 50} draws of coders each, over coders")
    print(f"{'coders':12} {'change':8} " + "  ".join(COLUMNS))
    for coders in (3, 4, 6):
        for word, better in CHANGES.items():
            for who, same in (("the same", True), ("others", False)):
                held = over_coders(coders, 40, trials // 50, better=better, same=same)
                cells = "  ".join(f"{held[name]:{len(name)}.1%}" for name in COLUMNS)
                print(f"{coders:2} {who:9} {word:8} {cells}", flush=True)
    print(f"\nFalse alarms where nothing changed, {trials} corpora: sign flips, intervals")
    for size in (8, 20, 50):
        flips, intervals = false_alarms(size, trials)
        print(f"{size:3} items: {flips:.1%}, {intervals:.1%}", flush=True)


if __name__ == "__main__":
    main()
