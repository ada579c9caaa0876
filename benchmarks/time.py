"""Boundaries in time: speed beside mir_eval, whole corpora, and intervals of planted places.

Run ``python -m benchmarks.time`` from the root of the project; it needs mir_eval 0.8.2, which is no
part of the test environment, since it brings scipy. Before anything is timed, 1,000 pairs in steps
of 1/32 second, and 500 each in steps of 10 and of 1 ms, must have the values of mir_eval: F at 0.5
and 3 seconds and deviations, with covering by its definition; those of 1/32 second pairwise
clustering and conditional entropies too, all to 1e-9. Frames last 1/8 second, since mir_eval holds
them as floats of 32 bits; tolerances of decimal steps lie half a step higher, since it rounds times
to five decimals and compares floats.
"""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Callable, Iterator
from timeit import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from segmetrics import (
    Corpus,
    Item,
    Segmentation,
    TimeScale,
    agreement,
    boundary_deviation,
    covering,
    hit_rate,
    hit_rate_curve,
    label_agreement,
    press_peaks,
    segmentation_agreement,
)
from segmetrics.metrics.time.hit_rate import most_hits_of_rows, padded

SCALE, OTHERS = TimeScale(1 / 32), (TimeScale(0.01), TimeScale(0.001))
TOLERANCES = (0.5, 3.0)
FRAME = 0.125
Floats = NDArray[np.float64]


def random_pairs(
    number: int, boundaries: int | None, rng: np.random.Generator, scale: TimeScale = SCALE
) -> Iterator[tuple[Segmentation, Segmentation]]:
    """Yield pairs of a song of five minutes: noise about common places, and places of one's own."""
    mass = scale.steps(300)
    for _ in range(number):
        common = rng.integers(1, mass, size=60)
        pair = []
        for _ in "ab":
            size = boundaries or int(rng.integers(1, 40))
            near = common + rng.normal(0, scale.steps(0.75), 60).astype(np.int64)
            places = np.unique(np.clip([*near, *rng.integers(1, mass, size=60)], 1, mass - 1))
            chosen = np.sort(rng.choice(places, size, replace=False))
            pair.append(Segmentation(mass, tuple(chosen.tolist()), scale=scale))
        yield pair[0], pair[1]


def intervals(coding: Segmentation) -> Floats:
    """Return the segments as mir_eval reads them."""
    scale = coding.scale or SCALE
    ends = np.array([scale.seconds(place) for place in (0, *coding.boundaries, coding.mass)])
    return np.column_stack([ends[:-1], ends[1:]])


def covered(ours: Floats, theirs: Floats) -> float:
    """Compute covering by its definition, which mir_eval has not."""
    shared = np.minimum.outer(theirs[:, 1], ours[:, 1]) - np.maximum.outer(theirs[:, 0], ours[:, 0])
    shared = np.maximum(shared, 0)
    lengths, others = (np.diff(one)[:, 0] for one in (theirs, ours))
    best = (shared / (np.add.outer(lengths, others) - shared)).max(axis=1)
    return float(lengths @ best / lengths.sum())


def check(mir: Any, pairs: list[tuple[Segmentation, Segmentation]], scale: TimeScale) -> None:
    """Compare with mir_eval; raises AssertionError where a value is another one."""
    beyond = 0.0 if scale == SCALE else scale.resolution / 2
    rng = np.random.default_rng(2)
    worst = 0.0
    for hypothesis, reference in pairs:
        ours, theirs = intervals(hypothesis), intervals(reference)
        values: list[tuple[float | None, float]] = []
        for trim in (False, True):
            for tolerance in (one + beyond for one in TOLERANCES):
                hits = hit_rate(hypothesis, reference, tolerance=tolerance, edges=not trim)
                expected = mir.detection(theirs, ours, window=tolerance, trim=trim)
                found = (hits.precision, hits.recall, hits.value)
                values += zip(found, expected, strict=True)
            apart = boundary_deviation(hypothesis, reference, edges=not trim)
            expected = mir.deviation(theirs, ours, trim=trim)
            values += zip(
                (apart.reference_to_hypothesis, apart.hypothesis_to_reference),
                expected,
                strict=True,
            )
        values.append((covering(hypothesis, reference).value, covered(ours, theirs)))
        worst = max(worst, *(abs(float(one or 0) - other) for one, other in values))
        if scale != SCALE:
            continue
        labels = [
            ["ABCDE"[at] for at in rng.integers(5, size=coding.segments)]
            for coding in (hypothesis, reference)
        ]
        parts = label_agreement(hypothesis, labels[0], reference, labels[1], frame=FRAME)
        expected = mir.pairwise(theirs, labels[1], ours, labels[0], frame_size=FRAME)
        values = list(zip((parts.precision, parts.recall, parts.value), expected, strict=True))
        expected = mir.nce(theirs, labels[1], ours, labels[0], frame_size=FRAME)
        values += [
            pair
            for pair in zip((parts.over, parts.under), expected, strict=False)
            if pair[0] is not None
        ]
        worst = max(worst, *(abs(float(one or 0) - other) for one, other in values))
    print(f"{len(pairs):,} pairs, {scale.resolution:g} s: at most {worst:.1e} from mir_eval")
    assert worst < 1e-9


def all_pairs(pairs: list[tuple[Segmentation, Segmentation]]) -> list[Floats]:
    """Compute F of all pairs at both tolerances, at once."""
    rows = [np.array(coding.boundaries, dtype=np.int32) for pair in pairs for coding in pair]
    table, counts = padded(rows), np.array(list(map(len, rows)))
    first = np.arange(0, len(rows), 2)
    return [
        2
        * most_hits_of_rows(table, counts, first, first + 1, SCALE.steps_within(tolerance))
        / (counts[first] + counts[first + 1])
        for tolerance in TOLERANCES
    ]


def peaks(times: int) -> None:
    """Print how often intervals hold a planted place, and how often it is missed."""
    for people in (8, 12, 24, 40):
        rng, held, known, missed = np.random.default_rng(7), 0, 0, 0
        for _ in range(times):
            places = np.arange(20, 600, 30) + rng.uniform(-5, 5, 20)
            presses = {}
            for person in range(people):
                near = places[rng.random(20) < 0.7]
                own = [*(near + rng.normal(0, 0.6, len(near))), *rng.uniform(1, 599, 10)]
                presses[f"p{person}"] = sorted({round(time, 3) for time in own})
            corpus = Corpus.from_times({"film": presses}, durations={"film": 620})
            found = [peak for peak in press_peaks(corpus) if peak.above_chance]
            for place in places.tolist():
                near_it = [peak for peak in found if abs(peak.time - place) < 3]
                missed += not near_it
                ends = [(one.low, one.high) for one in near_it[:1]]
                inside = [low <= place <= high for low, high in ends if low and high]
                known, held = known + len(inside), held + sum(inside)
        of = times * len(places)
        print(
            f"{people} people: {held / known:.1%} of {known:,} intervals hold the place, ", end=""
        )
        print(f"{missed / of:.1%} of {of:,} places missed")


def film_of_two_hours() -> Corpus:
    """Let 40 people press 200 times in a film of two hours."""
    rng = np.random.default_rng(8)
    presses = {
        f"p{person}": sorted({round(time, 3) for time in rng.uniform(0.01, 7199, 200).tolist()})
        for person in range(40)
    }
    return Corpus.from_times({"film": presses}, durations={"film": 7200})


def large_corpus() -> Corpus:
    """Let 40 people press 200 times in each of 100 films of ten minutes."""
    rng = np.random.default_rng(4)
    items = []
    for film in range(100):
        codings = {
            f"p{person}": Segmentation(
                600_000,
                tuple(np.sort(rng.choice(599_999, 200, replace=False) + 1).tolist()),
                scale=TimeScale(),
            )
            for person in range(40)
        }
        items.append(Item(f"film {film}", codings))
    return Corpus(tuple(items))


def best(task: Callable[[], object], times: int = 5) -> float:
    """Return the shortest of several runs, in seconds."""
    return min(repeat(task, number=1, repeat=times))


def main() -> None:
    """Check, then time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=1000, help="pairs that are compared")
    parser.add_argument("--simulations", type=int, default=200, help="corpora with planted places")
    given = parser.parse_args()
    import mir_eval.segment as mir

    warnings.simplefilter("ignore")
    rng = np.random.default_rng(1)
    check(mir, list(random_pairs(given.pairs, None, rng)), SCALE)
    for scale in OTHERS:
        check(mir, list(random_pairs(given.pairs // 2, None, rng, scale)), scale)
    pairs = list(random_pairs(500, 50, rng))
    both = [(intervals(b), intervals(a)) for a, b in pairs]
    mir_time = best(
        lambda: [
            mir.detection(theirs, ours, window=tolerance, trim=True)
            for theirs, ours in both
            for tolerance in TOLERANCES
        ]
    )
    one_by_one = best(
        lambda: [hit_rate(a, b, tolerance=tolerance) for a, b in pairs for tolerance in TOLERANCES]
    )
    at_once = best(lambda: all_pairs(pairs))
    print(
        f"500 pairs of 50 boundaries, F at 0.5 and 3 s: mir_eval {1e3 * mir_time:.0f} ms, one by "
        f"one {1e3 * one_by_one:.0f} ms ({mir_time / one_by_one:.0f}x), at once "
        f"{1e3 * at_once:.1f} ms ({mir_time / at_once:.0f}x)"
    )
    corpus = large_corpus()
    curve = best(lambda: hit_rate_curve(corpus, tolerances=TOLERANCES, shuffles=0), 3)
    group = best(lambda: segmentation_agreement(corpus), 3)
    whole = best(lambda: agreement(corpus), 3)
    print(f"40 people x 100 films x 200 presses: F at 0.5 and 3 s {curve:.2f} s, ", end="")
    print(f"segmentation agreement {group:.2f} s, whole analysis {whole:.2f} s")
    film = film_of_two_hours()
    peaked = best(lambda: press_peaks(film), 3)
    print(f"40 people x 2 hours x 200 presses: peaks and their chance {1e3 * peaked:.0f} ms")
    peaks(given.simulations)


if __name__ == "__main__":
    main()
