"""Check whom the rules for coders name, and which segmenters pass, on simulated corpora.

`benchmarks.reliability` prints these tables with the others; this module prints them alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from benchmarks.simulated_coders import (
    Differences,
    SimulatedCoder,
    coded,
    simulated_coders,
    simulated_coding,
    simulated_corpus,
    simulated_texts,
    tenth,
)
from segmetrics import Corpus, Item, Segmentation
from segmetrics.reliability.coder_findings import Finding, coder_findings
from segmetrics.segmenters.kept_agreement import KEPT, Verdict, kept_agreement
from segmetrics.segmenters.people_comparison import compare_segmenters

Planted = Callable[[np.random.Generator, Segmentation], Segmentation]
"""Makes another coding of a coder's own."""

Sizes = Sequence[tuple[int, int]]


def empty(_: np.random.Generator, coding: Segmentation) -> Segmentation:
    """Return a coding without a boundary."""
    return Segmentation(coding.mass, ())


def full(_: np.random.Generator, coding: Segmentation) -> Segmentation:
    """Return a coding with a boundary at every place."""
    return Segmentation(coding.mass, tuple(range(1, coding.mass)))


def anywhere(random: np.random.Generator, coding: Segmentation) -> Segmentation:
    """Return a coding with as many boundaries anywhere."""
    count = len(coding.boundaries)
    places = 1 + random.choice(coding.mass - 1, count, replace=False)
    return Segmentation(coding.mass, tuple(sorted(places.tolist())))


def one_late(_: np.random.Generator, coding: Segmentation) -> Segmentation:
    """Return a coding with every boundary a place later."""
    later = tuple(place + 1 for place in coding.boundaries if place + 1 < coding.mass)
    return Segmentation(coding.mass, later)


PLANTED: Mapping[str, Planted] = {
    "empty": empty,
    "full": full,
    "anywhere": anywhere,
    "one late": one_late,
}
"""What is planted in the place of a coder."""

DESIGNS: Mapping[str, tuple[Sizes, float]] = {
    "4 x 3": ([(4, 3)], 0.0),
    "4 x 8": ([(4, 8)], 0.0),
    "4 x 20": ([(4, 20)], 0.0),
    "6 x 20": ([(6, 20)], 0.0),
    "9 x 20": ([(9, 20)], 0.0),
    "6 x 20, 40% gaps": ([(6, 20)], 0.4),
    "5 groups of 4 x 4": ([(4, 4)] * 5, 0.0),
    "5 groups of 5 x 4": ([(5, 4)] * 5, 0.0),
    "3 x 5, 5 x 12 and 8 x 4, 20% gaps": ([(3, 5), (5, 12), (8, 4)], 0.2),
}
"""Coders x items of each group, and the share of codings that is missing."""

JUDGED: Sequence[str] = (
    "4 x 8",
    "4 x 20",
    "6 x 20",
    "5 groups of 5 x 4",
    "3 x 5, 5 x 12 and 8 x 4, 20% gaps",
)


def with_planted(
    random: np.random.Generator, corpus: Corpus, coder: str, planted: Planted
) -> Corpus:
    """Return a corpus in which a coder's codings are others."""
    items = [
        replace(item, codings={**item.codings, coder: planted(random, item.codings[coder])})
        if coder in item.codings
        else item
        for item in corpus.items
    ]
    return Corpus(tuple(items))


def named_coders(
    sizes: Sizes,
    differences: Differences,
    corpora: int,
    *,
    planted: Planted | None = None,
    gaps: float = 0.0,
    noise: float = 1.0,
) -> tuple[float, float, Counter[Finding]]:
    """Find in which share of corpora a planted coder is named, and in which another.

    What others are named for is counted, too.
    """
    random = np.random.default_rng([corpora, len(sizes), *sizes[0]])
    hits = alarms = 0
    why: Counter[Finding] = Counter()
    for _ in range(corpora):
        corpus = simulated_corpus(random, sizes, differences=differences, gaps=gaps, noise=noise)
        coder = corpus.coders[0] if planted else ""
        if planted:
            corpus = with_planted(random, corpus, coder, planted)
        named = {
            row.coder: row.finding for row in coder_findings(corpus).rows if row.finding != "none"
        }
        hits += coder in named
        named.pop(coder, None)
        alarms += bool(named)
        why.update(named.values())
    return hits / corpora, alarms / corpora, why


TYPICAL = SimulatedCoder(threshold=0.3, miss=0.12, shift=0.1, made_up=0.03)
"""A segmenter in the middle of people."""


def moved_anywhere(share: float) -> Planted:
    """Return what moves such a share of the boundaries to any places."""

    def planted(random: np.random.Generator, coding: Segmentation) -> Segmentation:
        stays = random.random(len(coding.boundaries)) >= share
        kept = {place for place, stay in zip(coding.boundaries, stays, strict=True) if stay}
        free = [place for place in range(1, coding.mass) if place not in kept]
        anew = random.choice(free, int((~stays).sum()), replace=False).tolist()
        return Segmentation(coding.mass, tuple(sorted([*kept, *anew])))

    return planted


def beside_people(
    random: np.random.Generator,
    sizes: Sizes,
    differences: Differences,
    planted: Planted | None = None,
    tool: SimulatedCoder | None = None,
    *,
    gaps: float = 0.0,
) -> list[tuple[str, Corpus]]:
    """Draw groups of people with a segmenter: one more person of each group if none is given."""
    groups = []
    for number, (coders, texts) in enumerate(sizes):
        people = simulated_coders(random, coders + 1, differences)
        drawn = simulated_texts(random, texts)
        who = tool or people.pop()
        items = []
        for text, item in zip(drawn, coded(random, drawn, people[:coders], gaps=gaps), strict=True):
            coding = simulated_coding(random, text, who)
            coding = planted(random, coding) if planted else coding
            items.append(replace(item, codings={**item.codings, "tool": coding}))
        groups.append((f"g{number}", Corpus(tuple(items))))
    return groups


def verdicts_on(
    sizes: Sizes,
    differences: Differences,
    corpora: int,
    planted: Planted | None = None,
    tool: SimulatedCoder | None = None,
    *,
    gaps: float = 0.0,
) -> Counter[Verdict]:
    """Count the verdicts on a segmenter."""
    random = np.random.default_rng([corpora, len(sizes), *sizes[0]])
    return Counter(
        kept_agreement(
            "tool", None, beside_people(random, sizes, differences, planted, tool, gaps=gaps)
        ).verdict
        for _ in range(corpora)
    )


def share_at_the_margin(differences: Differences, corpora: int) -> float:
    """Find which share of boundaries moved leaves a typical segmenter just what is to be kept.

    What it keeps falls with this share in a straight line.
    """
    random = np.random.default_rng(corpora)

    def kept(share: float) -> float:
        sums = np.zeros(2)
        for _ in range(corpora):
            groups = beside_people(random, [(9, 30)], differences, moved_anywhere(share), TYPICAL)
            found = kept_agreement("tool", None, groups)
            sums += (found.kappa or 0.0, found.people or 0.0)
        return float(sums[0] / sums[1])

    low, high = 0.0, 0.5
    at_low, at_high = kept(low), kept(high)
    return low + (high - low) * (at_low - KEPT) / (at_low - at_high)


def show_coders(corpora: int) -> None:
    """Print how often a planted coder is named, and somebody else."""
    print(f"\nCoders who are named, {corpora:,} corpora a cell; in brackets, corpora with another")
    print(f"{'coders x items':34} differ  nobody   " + "  ".join(f"{one:13}" for one in PLANTED))
    for name, (sizes, gaps) in DESIGNS.items():
        for differences in ("mod", "strong"):
            _, alarms, _ = named_coders(sizes, differences, corpora, gaps=gaps)
            found = [
                named_coders(sizes, differences, corpora, planted=one, gaps=gaps)
                for one in PLANTED.values()
            ]
            cells = "  ".join(f"{hits:6.1%} ({other:4.1%})" for hits, other, _ in found)
            print(f"{name:34} {differences:6}  ({alarms:5.1%})  {cells}", flush=True)


def show_segmenters(corpora: int) -> None:
    """Print how often segmenters pass."""
    print(f"\nSegmenters that pass (are called worse), {corpora:,} corpora a cell")
    heads = ("at the margin", "one more person", "empty", "full", "anywhere")
    print(f"{'people x items':34} differ  " + "  ".join(f"{one:15}" for one in heads))
    for differences in ("mod", "strong"):
        edge = moved_anywhere(share_at_the_margin(differences, max(corpora // 10, 20)))
        for name in JUDGED:
            sizes, gaps = DESIGNS[name]
            counts = [
                verdicts_on(sizes, differences, corpora, planted, tool, gaps=gaps)
                for planted, tool in (
                    (edge, TYPICAL),
                    (None, None),
                    (empty, None),
                    (full, None),
                    (anywhere, None),
                )
            ]
            cells = "  ".join(
                f"{one['as_good'] / corpora:6.1%} ({one['worse'] / corpora:6.1%})" for one in counts
            )
            print(f"{name:34} {differences:6}  {cells}", flush=True)


def alike(random: np.random.Generator, items: int, miss: float, made_up: float) -> Corpus:
    """Draw five people who miss and make up boundaries alike, and a segmenter by its own rates."""
    found = []
    for number in range(items):
        places = int(random.integers(10, 61)) - 1
        true = random.random(places) < random.uniform(0.05, 0.25)
        codings = {}
        for coder in ("an1", "an2", "an3", "an4", "an5", "tool"):
            of_true, of_others = (miss, made_up) if coder == "tool" else (0.3, 0.03)
            drawn = random.random(places)
            marked = np.flatnonzero(np.where(true, drawn >= of_true, drawn < of_others)) + 1
            codings[coder] = Segmentation(places + 1, tuple(marked.tolist()))
        found.append(Item(f"i{number}", codings))
    return Corpus(tuple(found), automatic=("tool",))


def show_changes(corpora: int) -> None:
    """Print what the changes of three coefficients say of a segmenter, in one group of people."""
    print(f"\nSegmenters by the changes of coefficients in a group, {corpora:,} corpora a cell")
    print("items  misses  not as good  as good or better")
    for miss, made_up in ((0.3, 0.03), (0.6, 0.1)):
        for items in (10, 20, 40):
            random = np.random.default_rng([corpora, items, round(100 * miss)])
            drawn = (alike(random, items, miss, made_up) for _ in range(corpora))
            words = [compare_segmenters(one, baselines=()).comparisons[0].words for one in drawn]
            worse, better = (
                sum(one.startswith(start) for one in words) / corpora
                for start in ("Agreement is lower", "Agreement is higher")
            )
            print(f"{items:5}  {miss:6.0%}  {worse:11.1%}  {better:17.1%}", flush=True)


def show(share: int) -> None:
    """Print all tables, with one of so many of the trials."""
    show_coders(1000 // share)
    show_segmenters(1000 // share)
    show_changes(500 // share)


def main() -> None:
    """Print the tables of this module."""
    show(tenth("false_alarms", __doc__))


if __name__ == "__main__":
    main()
