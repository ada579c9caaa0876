"""Check that intervals hold the true value as often as they say, and tests reject as rarely.

Run ``python -m benchmarks.coverage`` from the root of the project; ``--quick`` does a tenth of the
corpora. Coders and items are simulated by `benchmarks.simulated_coders`; the true value is that of
very many coders and items, or, of bias, that of very many groups of as many coders. All is seeded:
the tables are the same at every call.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import inf
from typing import NamedTuple

import numpy as np

from benchmarks.simulated_coders import (
    Differences,
    SimulatedCoder,
    coded,
    simulated_coders,
    simulated_corpus,
    simulated_texts,
    tenth,
)
from segmetrics import Corpus, Item
from segmetrics.coefficients.boundary_decisions import OF_DECISIONS
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.reliability.chance import chance
from segmetrics.reliability.comparison import compare
from segmetrics.reliability.decision_intervals import DecisionIntervalRow, decision_intervals
from segmetrics.reliability.intervals import IntervalRow, intervals, intervals_over_coders
from segmetrics.reliability.jackknife import AT_MOST_ONE, OVERS, IntervalOptions, Over
from segmetrics.reliability.leave_one_out import (
    COLUMNS,
    decision_counts,
    group_counts,
)
from segmetrics.reliability.shuffling import ChanceOptions

SHUFFLES = ChanceOptions(shuffles=100)
"""Enough for the mean that chance-corrected agreement needs."""

FEW = replace(SHUFFLES, shuffles=20)
"""Enough where there are very many items."""


CORPORA_OF_CODERS = 10
People = Sequence[Sequence[SimulatedCoder]]


class Design(NamedTuple):
    """Corpora of coder groups, each of so many coders and items; some codings are missing."""

    name: str
    sizes: Sequence[tuple[int, int]]
    differences: Differences = "mod"
    gaps: float = 0.0


DESIGNS = (
    Design("4 x 4", [(4, 4)]),
    Design("4 x 8", [(4, 8)]),
    Design("4 x 20", [(4, 20)]),
    Design("4 x 100", [(4, 100)]),
    Design("6 x 20", [(6, 20)]),
    Design("9 x 50", [(9, 50)]),
    Design("5 groups of 5 x 4", [(5, 4)] * 5),
    Design("6 x 20, 30% gaps", [(6, 20)], gaps=0.3),
    Design("unequal groups", [(3, 6), (4, 12), (5, 8), (8, 24)]),
    Design("6 x 20, mild", [(6, 20)], "mild"),
    Design("6 x 20, strong", [(6, 20)], "strong"),
)


def values_of(corpus: Corpus, shuffling: ChanceOptions = SHUFFLES) -> Floats:
    """Compute all columns of a corpus: the mean over its groups."""
    options = AgreementOptions()
    expected = chance(corpus, options, shuffling).by_coder
    groups = group_counts(corpus, options, expected)
    values: Floats = np.mean([one.value for one in groups], axis=0)
    return values


@cache
def _of_very_many(differences: Differences) -> Floats:
    random = np.random.default_rng(12)
    drawn = (simulated_corpus(random, [(30, 60)], differences=differences) for _ in range(40))
    values: Floats = np.mean([values_of(corpus, FEW) for corpus in drawn], axis=0)
    return values


def truth(design: Design, corpora: int = 100) -> Mapping[str, float]:
    """Return what very many coders and items would give; of bias, as many coders."""
    random = np.random.default_rng(13)
    found = dict(zip(COLUMNS, _of_very_many(design.differences).tolist(), strict=True))
    drawn = [
        next(group_counts(corpus, AgreementOptions())).value[COLUMNS.index("bias")]
        for size, _ in design.sizes
        for corpus in (
            simulated_corpus(
                random, [(size, 150)], differences=design.differences, gaps=design.gaps
            )
            for _ in range(corpora)
        )
    ]
    return found | {"bias": float(np.mean(drawn))}


class Held(NamedTuple):
    """How many intervals hold the true value, how many there are none, and their widths' sum."""

    held: Counter[str]
    undefined: Counter[str]
    width: Counter[str]

    def add(self, corpus: Corpus, true: Mapping[str, float], over: Over) -> None:
        """Add the intervals of a corpus."""
        options = AgreementOptions()
        shuffled = chance(corpus, options, SHUFFLES)
        around = intervals(corpus, options, IntervalOptions(over=over), chance=shuffled)
        self.add_row(around.corpus, true)

    def add_row(self, row: IntervalRow | DecisionIntervalRow, true: Mapping[str, float]) -> None:
        """Count the intervals of a row around each true value."""
        for name, value in true.items():
            low, high, _ = getattr(row, name)
            if low is None or high is None:
                self.undefined[name] += 1
                continue
            self.held[name] += low <= value <= high
            self.width[name] += high - low


def coverage(design: Design, corpora: int, true: Mapping[str, float]) -> Held:
    """Count how often intervals for other coders and items hold the true value."""
    found = Held(Counter(), Counter(), Counter())
    for corpus in _drawn(design, corpora):
        found.add(corpus, true, "coders and items")
    return found


@cache
def _decisions_of_very_many(differences: Differences) -> Mapping[str, float]:
    random = np.random.default_rng(12)
    drawn = [simulated_corpus(random, [(30, 60)], differences=differences) for _ in range(40)]
    values = np.mean([counts.value for one in drawn for counts in decision_counts(one)], axis=0)
    return dict(zip(OF_DECISIONS, values.tolist(), strict=True))


def coverage_of_decisions(design: Design, corpora: int) -> Held:
    """Count how often intervals of decisions hold the true value, for other coders and items."""
    found = Held(Counter(), Counter(), Counter())
    for corpus in _drawn(design, corpora):
        row = decision_intervals(corpus).corpus
        found.add_row(row, _decisions_of_very_many(design.differences))
    return found


def coverage_of_same_coders(design: Design, corpora: int, many: int = 20) -> Held:
    """Count how often intervals for other items hold what these coders do on so many times more."""
    random = np.random.default_rng([corpora, len(design.sizes), *design.sizes[0], 1])
    found = Held(Counter(), Counter(), Counter())
    very_many = [max(many * items, 30 * many) for _, items in design.sizes]
    # The same coders code several corpora, as their true value takes long to find.
    for _ in range(corpora // CORPORA_OF_CODERS):
        people = [simulated_coders(random, size, design.differences) for size, _ in design.sizes]

        def drawn(counts: Sequence[int], people: People = people) -> Corpus:
            items = [
                item
                for group, (coders, count) in enumerate(zip(people, counts, strict=True))
                for item in coded(
                    random, simulated_texts(random, count), coders, group=group, gaps=design.gaps
                )
            ]
            return Corpus(tuple(items))

        true = dict(zip(COLUMNS, values_of(drawn(very_many), FEW).tolist(), strict=True))
        for _ in range(CORPORA_OF_CODERS):
            found.add(drawn([items for _, items in design.sizes]), true, "items")
    return found


def _drawn(design: Design, corpora: int) -> Iterator[Corpus]:
    random = np.random.default_rng([corpora, len(design.sizes), *design.sizes[0]])
    for _ in range(corpora):
        yield simulated_corpus(
            random, design.sizes, differences=design.differences, gaps=design.gaps
        )


def rejections(
    sizes: Sequence[tuple[int, int]],
    corpora: int,
    over: Over,
    *,
    noise: float = 1.0,
    same: bool = True,
) -> Mapping[str, float]:
    """Return how often a change between two rounds by the same or by other coders is found at 5%.

    With a noise of 1 in the second round nothing changes.
    """
    random = np.random.default_rng([corpora, *sizes[0]])
    found: Counter[str] = Counter()
    for _ in range(corpora):
        rounds: tuple[list[Item], list[Item]] = ([], [])
        for group, (size, items) in enumerate(sizes):
            coders = simulated_coders(random, size)
            texts = simulated_texts(random, items)
            rounds[0].extend(coded(random, texts, coders, group=group))
            if same:
                rounds[1].extend(coded(random, texts, coders, group=group, noise=noise))
            else:
                others = simulated_coders(random, size)
                rounds[1].extend(_renamed(coded(random, texts, others, group=group, noise=noise)))
        before, after = (Corpus(tuple(items)) for items in rounds)
        table = compare(
            before, after, interval_options=IntervalOptions(over=over), shuffling=SHUFFLES
        )
        for name in COLUMNS:
            p = getattr(table.corpus, name).p
            found[name] += p is not None and p <= 0.05
    return {name: found[name] / corpora for name in COLUMNS}


def _renamed(items: Iterable[Item]) -> Iterator[Item]:
    """Give the coders of items names of their own."""
    for item in items:
        yield Item(item.name, {f"other {name}": one for name, one in item.codings.items()})


def coverage_of_items(coders: int, differences: Differences, texts: int, many: int = 100) -> Floats:
    """Return ends and true value of R of items, (I, 3), before any interval is refused.

    True is what very many coders give.
    """
    random = np.random.default_rng([texts, coders])
    column, found = COLUMNS.index("corrected"), []
    for _ in range(texts):
        text = simulated_texts(random, 1)
        very_many = coded(random, text, simulated_coders(random, many, differences))
        true = float(values_of(Corpus(very_many), FEW)[column])
        corpus = Corpus(coded(random, text, simulated_coders(random, coders, differences)))
        shuffled = chance(corpus, AgreementOptions(), SHUFFLES)
        (counts,) = group_counts(corpus, AgreementOptions(), shuffled.by_coder)
        ((low, high, _),) = intervals_over_coders(
            counts.of_items[[column]],
            counts.of_items_without_coder[:, [column]],
            counts.coded,
            0.95,
            [replace(AT_MOST_ONE, widest=inf)],
        )[0]
        if low is not None and high is not None:
            found.append((low, high, true))
    return np.array(found)


def show_coverage_of_items(texts: int) -> None:
    """Print how often intervals of R of items hold it: all, the narrowest, those up to 1 wide."""
    print(f"\nR of an item, other coders of the same text, in % of {texts:,} texts")
    print(f"{'coders':20}  {'all':>8}  {'narrow':>8}  {'to 1':>8}  {'too wide':>8}  median width")
    for differences in ("mod", "strong"):
        for coders in (3, 4, 5, 6, 8, 10):
            low, high, true = coverage_of_items(coders, differences, texts).T
            held, width = (low <= true) & (true <= high), high - low
            narrow, given = width <= np.quantile(width, 0.1), width <= 1
            shares = (held, held[narrow], held[given], ~given)
            cells = "  ".join(f"{100 * share.mean():8.1f}" for share in shares)
            print(f"{f'{coders}, {differences}':20}  {cells}  {np.median(width):.2f}", flush=True)


def show_coverage(corpora: int, over: Over) -> None:
    """Print how often intervals hold the true value."""
    print(
        f"\n95% intervals for other {over} that hold the true value, in % of {corpora:,} corpora; "
        "width of those of alpha"
    )
    print(f"{'coders x items':20}  " + "  ".join(f"{name[:8]:>8}" for name in COLUMNS))
    for design in DESIGNS:
        if over == "items":
            found = coverage_of_same_coders(design, corpora)
        else:
            found = coverage(design, corpora, truth(design))
        _show_held(design, found, COLUMNS, corpora)


def show_coverage_of_decisions(corpora: int) -> None:
    """Print how often intervals of boundary decisions hold the true value."""
    print(f"\nThe same of boundary decisions, other coders and items, in % of {corpora:,} corpora")
    print(f"{'coders x items':20}  " + "  ".join(f"{name:>8}" for name in OF_DECISIONS))
    for design in DESIGNS:
        _show_held(design, coverage_of_decisions(design, corpora), tuple(OF_DECISIONS), corpora)


def _show_held(design: Design, found: Held, names: Sequence[str], corpora: int) -> None:
    """Print the row of a design, with the width of the intervals of alpha."""
    known = {name: max(1, corpora - found.undefined[name]) for name in names}
    cells = "  ".join(f"{100 * found.held[name] / known[name]:8.1f}" for name in names)
    without = ", ".join(f"{count:,} of {name}" for name, count in found.undefined.items())
    width = found.width["alpha"] / known["alpha"]
    print(f"{design.name:20}  {cells}  {width:.2f}  {without and f'none: {without}'}", flush=True)


def show_rejections(corpora: int) -> None:
    """Print how often a test of two rounds finds a change, where there is none and where some."""
    head = "  ".join(f"{name[:8]:>8}" for name in COLUMNS)
    for noise, what in ((1.0, "no change"), (0.5, "half of the noise")):
        for over, same in ((OVERS[1], True), (OVERS[0], True), (OVERS[0], False)):
            coders = "the same coders" if same else "others"
            print(f"\nRounds of {corpora:,} with {what}, coded by {coders} the second time,")
            print(f"that are told apart at 5%, for other {over}, %")
            print(f"{'coders x items':20}  {head}")
            for sizes in ([(4, 4)], [(4, 8)], [(4, 20)], [(5, 4)] * 5):
                found = rejections(sizes, corpora, over, noise=noise, same=same)
                cells = "  ".join(f"{100 * found[name]:8.1f}" for name in COLUMNS)
                name = f"{len(sizes)} of " * (len(sizes) > 1) + "{} x {}".format(*sizes[0])
                print(f"{name:20}  {cells}", flush=True)


def main() -> None:
    """Print all tables."""
    corpora = 1000 // tenth("coverage", __doc__)
    for over in OVERS:
        show_coverage(corpora, over)
    show_coverage_of_decisions(corpora)
    show_coverage_of_items(corpora)
    show_rejections(corpora)


if __name__ == "__main__":
    main()
