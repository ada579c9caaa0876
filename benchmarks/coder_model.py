"""Check the model of coders on corpora of known coders, and print the tables.

Run ``python -m benchmarks.coder_model`` from the root of the project: ``--quick`` does a tenth of
the trials, ``--only recovery`` one table. Corpora come from `benchmarks.independent_coders`, a
quarter of them of each shape; all is seeded, so that the tables are the same at every call. Levels
and thresholds of the model were chosen on corpora with numbers from 0 on: tables are made of
others.
"""

from __future__ import annotations

import argparse
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

import segmetrics as sm
from benchmarks.independent_coders import (
    SHAPES,
    Drawn,
    Person,
    bits_of,
    drawn,
    good_people,
    replaced,
)
from segmetrics import Corpus, GoldOptions, Item, Segmentation
from segmetrics.adjudication.gold import Method, gold
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.reliability.fitted_coders import CoderModelOptions

TRIALS = 200
CELLS = ((3, 4), (4, 4), (4, 8), (5, 20), (9, 20))
"""Coders x items of the tables of recovery and calibration."""

FIRST = 300_000
"""Number of the first corpus of each cell, which seeds it; the model was built on those below."""

LEVEL = 0.9


def corpora(
    seed: int,
    trials: int,
    coders: int,
    items: int,
    people: Callable[..., list[Person]] | None = None,
) -> Iterator[tuple[np.random.Generator, Drawn]]:
    """Draw corpora, one shape after the other."""
    for trial in range(FIRST, FIRST + trials):
        random = np.random.default_rng([seed, coders, items, trial])
        shape = list(SHAPES)[trial % len(SHAPES)]
        who = people(random, coders, SHAPES[shape][2]) if people else None
        yield random, drawn(random, shape, coders, items, people=who)


def show_recovery(trials: int) -> None:
    """Print how well parameters are found again, and how well posteriors are calibrated."""
    print(
        f"\nRecovery: {trials} corpora a cell; bias, error (RMSE), share of {LEVEL:.0%} intervals"
    )
    print(
        "that hold the value; by tenths of the posteriors how much more often there is a boundary,"
    )
    print("and below the standard errors of that over corpora")
    print(
        "coders x items  silent  " + "  ".join(f"{one:>20}" for one in ("finds", "adds", "shifts"))
    )
    for coders, items in CELLS:
        rows, silent = [], 0
        seen = []
        for _, one in corpora(6, trials, coders, items):
            model = sm.coder_model(one.corpus, CoderModelOptions(level=LEVEL))
            if model.groups[0].refusal:
                silent += 1
                continue
            rate = float(np.concatenate(list(one.shared.values())).mean())
            for row in model.coders:
                values = one.people[row.coder].told(rate)
                pairs = zip((row.hits, row.added, row.shifted), values, strict=True)
                rows.append(
                    [
                        (found.value - true, found.low <= true <= found.high)
                        for found, true in pairs
                        if found.value is not None
                        and found.low is not None
                        and found.high is not None
                    ]
                )
            sure = np.concatenate([item.support for item in model.items])
            seen.append(
                by_tenths(sure, np.concatenate([one.shared[row.item] for row in model.items]))
            )
        table = np.array(rows)
        bias, held = table[:, :, 0].mean(axis=0), table[:, :, 1].mean(axis=0)
        error = np.sqrt((table[:, :, 0] ** 2).mean(axis=0))
        cells = "  ".join(
            f"{b:+6.2f} {e:6.2f} {h:6.1%}" for b, e, h in zip(bias, error, held, strict=True)
        )
        print(
            f"{coders:6} x {items:<5}  {silent / trials:6.1%}  {cells}  {calibration(seen)}",
            flush=True,
        )


def by_tenths(sure: Floats, there: Floats) -> Floats:
    """Count places by tenths of their posterior, and add up how many more have a boundary."""
    tenth = np.minimum((sure * 10).astype(int), 9)
    return np.array([np.bincount(tenth, by, 10) for by in (np.ones_like(sure), there - sure)])


def calibration(corpora_by_tenths: Sequence[Floats]) -> str:
    """Return by tenths of the posterior how much more frequent boundaries are than said.

    On the next line are standard errors over corpora.
    """
    count, more = np.array(corpora_by_tenths).transpose(1, 0, 2)
    apart = more.sum(axis=0) / count.sum(axis=0)
    error = np.sqrt(((more - apart * count) ** 2).sum(axis=0)) / count.sum(axis=0)
    rows = (" ".join(f"{one:+.3f}" for one in row) for row in (apart, error))
    return f"\n{'':16}".join(rows)


def f_score(found: Sequence[int], true: Sequence[int]) -> tuple[int, int, int]:
    """Count boundaries found within one place of a true one, each once; found; true."""
    left = sorted(true)
    hits = 0
    for place in sorted(found):
        near = next((one for one in left if abs(one - place) <= 1), None)
        if near is not None:
            left.remove(near)
            hits += 1
    return hits, len(found), len(true)


def middling(random: np.random.Generator, coders: int, habit: str) -> list[Person]:
    """Draw people who miss and add a good deal."""
    return [
        replace(one, hits=float(random.uniform(0.45, 0.75)), added=2 * one.added)
        for one in good_people(random, coders, habit)  # type: ignore[arg-type]
    ]


def with_two_poor(random: np.random.Generator, coders: int, habit: str) -> list[Person]:
    """Draw people of whom one finds hardly anything and one marks at random."""
    return [
        *middling(random, coders - 2, habit),
        Person(0.2, 0.005, 0.05, 0.05),
        Person(0.1, 0.1, 0.0, 0.0),
    ]


RULES: tuple[Method, ...] = ("majority", "pooled", "model")
PANELS: Mapping[str, Callable[..., list[Person]] | None] = {
    "good": None,
    "middling": middling,
    "with two poor ones": with_two_poor,
}


def show_consensus(trials: int) -> None:
    """Print how near the consensus of each rule comes to what the coders share."""
    print(f"\nConsensus: F1 within a place of the planted boundaries, {trials} corpora of 8 items")
    print("coders                      majority  pooled  model  model - pooled")
    for coders in (4, 5, 9):
        for name, people in PANELS.items():
            scores = []
            for _, one in corpora(2, trials, coders, 8, people):
                model = sm.coder_model(one.corpus)
                if model.groups[0].refusal:
                    continue
                by_rule = {
                    rule: {
                        row.item: tuple(b.place for b in row.boundaries)
                        for row in gold(one.corpus, GoldOptions(method=rule), model=model)
                    }
                    for rule in RULES
                }
                row = []
                for of_items in by_rule.values():
                    counts = np.sum(
                        [
                            f_score(places, (np.flatnonzero(one.shared[item]) + 1).tolist())
                            for item, places in of_items.items()
                        ],
                        axis=0,
                    )
                    row.append(2 * counts[0] / (counts[1] + counts[2]))
                scores.append(row)
            table = np.array(scores)
            means = table.mean(axis=0)
            gain = table[:, 2] - table[:, 1]
            error = gain.std(ddof=1) / np.sqrt(len(gain))
            print(
                f"{coders}, {name:23} {means[0]:8.2f} {means[1]:8.2f} {means[2]:6.2f}"
                f"  {gain.mean():+.3f} ± {error:.3f}",
                flush=True,
            )


def lazy(random: np.random.Generator, one: Drawn, item: Item) -> Segmentation:
    """Find a quarter of the boundaries and add hardly any."""
    shared = one.shared[item.name]
    marks = np.where(
        shared > 0, random.random(len(shared)) < 0.25, random.random(len(shared)) < 0.005
    )
    return Segmentation.from_bits(marks)


def at_random(random: np.random.Generator, _: Drawn, item: Item) -> Segmentation:
    """Mark places anywhere, as often as the others."""
    rate = np.mean([bits_of(other).mean() for other in item.codings.values()])
    return Segmentation.from_bits(random.random(item.mass - 1) < rate)


def too_fine(random: np.random.Generator, _: Drawn, item: Item) -> Segmentation:
    """Mark 15 of 100 places besides."""
    marks = bits_of(item.codings["c0"])
    return Segmentation.from_bits(np.maximum(marks, random.random(len(marks)) < 0.15))


def a_place_late(_: np.random.Generator, __: Drawn, item: Item) -> Segmentation:
    """Put all boundaries a place later."""
    marks = bits_of(item.codings["c0"])
    return Segmentation.from_bits(np.concatenate([[0.0], marks[:-1]]))


PLANTED = {
    "nobody": None,
    "lazy": lazy,
    "random": at_random,
    "too fine": too_fine,
    "a place late": a_place_late,
}


def show_detection(trials: int) -> None:
    """Print how often a planted coder is named, and another."""
    print(f"\nVerdicts: {trials} corpora a cell of four good coders and one who is planted")
    print("coders x items  planted        named  otherwise  another  silent  as what")
    for coders, items in ((5, 4), (5, 20)):
        for name, plant in PLANTED.items():
            named, other, silent = 0, 0, 0
            how: Counter[str] = Counter()
            for random, one in corpora(3, trials, coders, items):
                corpus = one.corpus
                if plant:
                    corpus = replaced(corpus, "c0", partial(plant, random, one))
                model = sm.coder_model(corpus)
                silent += bool(model.groups[0].refusal)
                found = {row.coder: row.verdict for row in model.verdicts}
                if plant:
                    named += "c0" in found
                    how.update([found.pop("c0")] if "c0" in found else [])
                other += bool(found)
                how.update(f"another {kind}" for kind in found.values())
            print(
                f"{coders:6} x {items:<5}  {name:13} {named / trials:6.1%}             "
                f"{other / trials:6.1%}  {silent / trials:6.1%}  {dict(how)}",
                flush=True,
            )


def agreeing(random: np.random.Generator, coders: int, habit: str) -> list[Person]:
    """Draw people who agree nearly throughout."""
    return [
        replace(
            one,
            hits=float(random.uniform(0.95, 1)),
            added=float(random.uniform(0, 0.003)),
            early=float(random.uniform(0, 0.01)),
            late=float(random.uniform(0, 0.01)),
        )
        for one in good_people(random, coders, habit)  # type: ignore[arg-type]
    ]


def a_copy(random: np.random.Generator, _: Drawn, item: Item) -> Segmentation:
    """Take over 80% of the decisions of another."""
    first, own = (bits_of(item.codings[who]) for who in ("c0", "c1"))
    return Segmentation.from_bits(np.where(random.random(len(first)) < 0.8, first, own))


def all_agree(_: np.random.Generator, one: Drawn) -> Corpus:
    """Give everybody the codings of the first."""
    return Corpus(
        tuple(
            replace(item, codings=dict.fromkeys(item.codings, item.codings["c0"]))
            for item in one.corpus.items
        )
    )


def one_copies(random: np.random.Generator, one: Drawn) -> Corpus:
    """Let a coder copy."""
    return replaced(one.corpus, "c1", partial(a_copy, random, one))


def one_is_late(random: np.random.Generator, one: Drawn) -> Corpus:
    """Let a coder be a place late."""
    return replaced(one.corpus, "c0", partial(a_place_late, random, one))


def show_dependence(trials: int) -> None:
    """Print how often a group is refused in which one copies, and ones in which nobody does.

    Of those that say less, or are larger, there are a quarter as many.
    """
    cells = {
        "one copies": (one_copies, None, trials),
        "nobody copies": (lambda _, one: one.corpus, None, trials),
        "one is late": (one_is_late, None, trials // 4),
        "nearly agree": (lambda _, one: one.corpus, agreeing, trials // 4),
        "all agree": (all_agree, None, trials // 4),
    }
    print("\nDependence: share of the corpora that is refused, and for the first two coders")
    for coders, items, most in ((5, 4, trials), (5, 10, trials), (5, 20, 50), (9, 20, 50)):
        for name, (change, people, of_these) in cells.items():
            count = min(of_these, most)
            refused, right = 0, 0
            for random, one in corpora(4, count, coders, items, people):
                group = sm.coder_model(change(random, one)).groups[0]
                if group.refusal and group.alike is not None:
                    refused += 1
                    right += set(group.alike.coders) == {"c0", "c1"}
            print(
                f"{coders:6} x {items:<5}  {name:14} {refused / count:6.1%}  {right / count:6.1%}"
                f"  of {count}",
                flush=True,
            )


def show_held_out(_: int) -> None:
    """Print what the model saves on codings of the samples that it did not see."""
    print("\nHeld-out codings: bits a place by rates alone, and what is saved")
    print(
        "corpus      codings  places  alone   exact           kernel          model"
        "           over the kernel"
    )
    for name in ("moonstone", "stargazer", "interviews"):
        found = sm.coder_model(sm.sample(name), CoderModelOptions(held_out=True)).held_out
        if found is None:
            print(f"{name:11} none")
            continue
        cells = "  ".join(
            f"{one.bits:.4f} ± {one.error or 0:.4f}"
            for one in (found.exact, found.kernel, found.model, found.over_kernel)
        )
        print(
            f"{name:11} {found.codings:7} {found.places:7}  {found.alone:.4f}  {cells}", flush=True
        )


def show_speed(_: int) -> None:
    """Print what a fit costs."""
    print("\nSpeed: seconds of the processor, and memory at most")
    for items, coders, units in ((20, 27, 40), (200, 6, 50), (1000, 6, 100)):
        random = np.random.default_rng([items, coders])
        shared = [random.random(units - 1) < 0.12 for _ in range(items)]
        people = good_people(random, coders, "anywhere")
        corpus = Corpus(
            tuple(
                Item(
                    f"i{row}",
                    {
                        f"c{place}": Segmentation.from_bits(
                            np.where(
                                shared[row],
                                random.random(units - 1) < one.hits,
                                random.random(units - 1) < one.added,
                            )
                        )
                        for place, one in enumerate(people)
                    },
                )
                for row in range(items)
            )
        )
        begin = time.process_time()
        sm.coder_model(corpus)
        took = time.process_time() - begin
        tracemalloc.start()
        sm.coder_model(corpus)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        size = f"{items:5} items x {coders:2} coders x {units:3} units"
        print(f"{size}  {took:5.2f} s  {most / 1e6:5.0f} MB", flush=True)


TABLES = {
    "speed": show_speed,
    "held-out": show_held_out,
    "recovery": show_recovery,
    "consensus": show_consensus,
    "detection": show_detection,
    "dependence": show_dependence,
}


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.coder_model", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the trials")
    parser.add_argument("--trials", type=int, default=TRIALS, help="corpora of each cell")
    parser.add_argument("--only", choices=TABLES, help="one table")
    given = parser.parse_args()
    for name, show in TABLES.items():
        if given.only in (None, name):
            show(given.trials // (10 if given.quick else 1))


if __name__ == "__main__":
    main()
