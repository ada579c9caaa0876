"""Check the statistics of reliability on simulated corpora and print the tables.

Run ``python -m benchmarks.reliability`` from the root of the project; ``--quick`` does a
tenth of the trials. Every item has a true segmentation; coders miss, add and shift its
boundaries at rates of their own. All is seeded: the tables are the same at every call, but
for the times.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks import chance_level, false_alarms
from benchmarks.coverage import show_coverage, show_rejections
from benchmarks.simulated_coders import tenth
from segmetrics import Corpus, Item, Segmentation
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.reliability.chance import chance
from segmetrics.reliability.influence import influence
from segmetrics.reliability.intervals import intervals
from segmetrics.reliability.jackknife import OVERS
from segmetrics.reliability.leave_one_out import COLUMNS, group_counts
from segmetrics.reliability.planning import plan

DENSITIES = (0.05, 0.25)
MASSES = (10, 60)


@dataclass(frozen=True, slots=True)
class Habits:
    """How a coder departs from the true segmentation."""

    miss: float  # share of the true boundaries that the coder does not place
    add: float  # share of all places where the coder places one of their own
    shift: float  # share of the placed true boundaries that lie a unit off

    def times(self, factor: float) -> Habits:
        """Scale all rates."""
        return Habits(min(1.0, self.miss * factor), self.add * factor, self.shift * factor)


GOOD = Habits(0.2, 0.015, 0.1)
# Sees nothing of the text, but places about as many boundaries.
RANDOM = Habits(1.0, 0.13, 0.0)
VARIED = (
    Habits(0.15, 0.01, 0.1),
    Habits(0.25, 0.02, 0.1),
    Habits(0.2, 0.01, 0.2),
    Habits(0.4, 0.03, 0.1),
)


def coded_item(
    random: np.random.Generator, name: str, habits: Sequence[Habits], *, hardness: float = 1.0
) -> Item:
    """Draw an item: a true segmentation, and what coders of some habits make of it.

    It has 10 to 60 units, with a boundary at 5 to 25% of its places; hardness multiplies all rates.
    """
    mass = int(random.integers(*MASSES, endpoint=True))
    true = random.random(mass - 1) < random.uniform(*DENSITIES)
    codings = {}
    for number, habit in enumerate(one.times(hardness) for one in habits):
        kept = np.flatnonzero(true & (random.random(mass - 1) >= habit.miss))
        shifts = random.choice((-1, 1), len(kept)) * (random.random(len(kept)) < habit.shift)
        added = np.flatnonzero(random.random(mass - 1) < habit.add)
        places = {*np.clip(kept + shifts, 0, mass - 2).tolist(), *added.tolist()}
        codings[f"c{number}"] = Segmentation(mass, tuple(place + 1 for place in sorted(places)))
    return Item(name, codings)


def population(items: int, habits: Sequence[Habits], *, seed: int = 0) -> tuple[Item, ...]:
    """Draw a population of items, some harder than others."""
    random = np.random.default_rng(seed)
    return tuple(
        coded_item(random, f"i{number}", habits, hardness=random.uniform(0.3, 1.7))
        for number in range(items)
    )


@dataclass(frozen=True, slots=True)
class Found:
    """What was called outlying in simulated corpora."""

    power: float  # share of the planted ones that were found
    false_alarms: float  # share of the corpora in which another was called outlying

    @classmethod
    def of(cls, named: Iterable[set[str]], planted: set[str], trials: int) -> Found:
        """Compare what was named in each corpus with what was planted."""
        hits = alarms = 0
        for names in named:
            hits += len(names & planted)
            alarms += bool(names - planted)
        return cls(hits / (trials * max(len(planted), 1)), alarms / trials)


def planted_items(coders: int, items: int, trials: int, *, bad: int = 0) -> Found:
    """Look for `bad` items on which nobody sees the text, among good ones, in so many corpora."""
    random = np.random.default_rng([coders, items, trials, bad])

    def named() -> Iterator[set[str]]:
        for _ in range(trials):
            habits = [[RANDOM if n < bad else GOOD] * coders for n in range(items)]
            made = [coded_item(random, f"i{n}", one) for n, one in enumerate(habits)]
            rows = influence(Corpus(tuple(made)), AgreementOptions()).items
            yield {row.item for row in rows if row.outlying}

    return Found.of(named(), {f"i{n}" for n in range(bad)}, trials)


def planned_widths(
    sizes: Sequence[tuple[int, int]], trials: int, *, at_hand: tuple[int, int] = (20, 5)
) -> dict[tuple[int, int], tuple[float, float]]:
    """Compare planned widths with those of corpora drawn from a large population.

    Sizes are items and coders; one of the two is that of the corpora `at_hand` that are planned
    from. There are so many of these, and of each size. Returns size to true and mean planned width.
    """
    random = np.random.default_rng(trials)
    coders = 60
    items = population(600, [GOOD.times(f) for f in random.uniform(0.3, 1.8, coders).tolist()])

    def drawn(size: int, people: int) -> Corpus:
        names = [f"c{n}" for n in sorted(random.choice(coders, people, replace=False).tolist())]
        chosen = [items[n] for n in random.choice(len(items), size, replace=False).tolist()]
        return Corpus(
            tuple(Item(one.name, {name: one.codings[name] for name in names}) for one in chosen)
        )

    def width(corpus: Corpus) -> float:
        chances = chance(corpus, options)
        (counts,) = group_counts(corpus, options, chances.by_coder)
        low, high = dict(zip(COLUMNS, counts.estimates("coders and items"), strict=True))[
            "corrected"
        ].ends(0.95)
        return high - low

    options = AgreementOptions()
    planned: dict[tuple[int, int], list[float]] = {size: [] for size in sizes}
    for _ in range(trials):
        found = plan(
            drawn(*at_hand), options, items=[i for i, _ in sizes], coders=[c for _, c in sizes]
        )
        points = {(p.items, p.coders): p.width for p in (*found.by_items, *found.by_coders)}
        for size in sizes:
            planned[size].append(points[size])
    true = {}
    for size in sizes:
        true[size] = float(np.mean([width(drawn(*size)) for _ in range(trials)]))
    return {size: (true[size], float(np.mean(planned[size]))) for size in sizes}


def timed(call: Callable[[], object]) -> float:
    """Time a call, the best of three."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def show_planted_items(trials: int) -> None:
    """Print how many bad items are found, and how many good ones are blamed."""
    print(f"\nOutlying items, {trials} corpora each: found, and corpora with a false alarm")
    print("coders items  clean  one bad item  one in seven bad")
    for coders in (2, 3, 6):
        for items in (8, 20, 60):
            clean = planted_items(coders, items, trials).false_alarms
            planted = [planted_items(coders, items, trials, bad=n) for n in (1, items // 7)]
            cells = "   ".join(f"{one.power:5.0%} ({one.false_alarms:4.0%})" for one in planted)
            print(f"{coders:6} {items:5}  {clean:5.0%}  {cells}", flush=True)


def show_plans(trials: int) -> None:
    """Print planned widths beside true ones."""
    print(f"\nWidth of 95% intervals of R, planned from {trials} corpora of 20 items and 5 coders")
    print("items coders  true   planned")
    sizes = ((20, 5), (40, 5), (80, 5), (20, 3), (20, 10))
    for (items, coders), (true, planned) in planned_widths(sizes, trials).items():
        print(f"{items:5} {coders:6}  {true:.4f} {planned:.4f}", flush=True)


def show_times() -> None:
    """Print how long the computations take."""
    print("\nSeconds, 1,000 items of 6 coders, S")
    corpus = Corpus(population(1000, [GOOD] * 6))
    options = AgreementOptions()
    for name, call in (
        ("all intervals (target 0.5)", lambda: intervals(corpus, options)),
        ("influence", lambda: influence(corpus, options)),
        ("chance, 1,000 shuffles of sizes", lambda: chance(corpus, options)),
        ("plan", lambda: plan(corpus, options)),
    ):
        print(f"{timed(call):7.2f}  {name}", flush=True)


def main() -> None:
    """Print all tables."""
    share = tenth("reliability", __doc__)
    show_times()
    for over in OVERS:
        show_coverage(1000 // share, over)
    show_rejections(1000 // share)
    show_planted_items(200 // share)
    false_alarms.show(share)
    show_plans(50 // share)
    chance_level.show(share)


if __name__ == "__main__":
    main()
