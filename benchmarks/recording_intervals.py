"""Whether intervals of recordings hold the true value, and whether anybody is named wrongly.

Run ``python -m benchmarks.recording_intervals`` from the root of the project. Films of ten minutes
have moments at which something new begins, some clearer than others. People press near them, some
more eagerly and some later than others, and sometimes elsewhere. The true value of a corpus of
several films is that of many films with many people, and the true value of one film that of many
people on this film.
"""

from __future__ import annotations

import argparse

import numpy as np

from segmetrics import Corpus, Item, RecordingOptions, Segmentation, TimeScale, agreement
from segmetrics.reliability.jackknife import Interval
from segmetrics.reliability.recording_agreement import RecordingAgreement

SECONDS, MOMENTS, MANY = 600, 40, 120
OPTIONS = RecordingOptions(tolerance=2.0, shuffles=19)
CELLS = ((4, 1), (10, 1), (24, 1), (6, 4), (10, 10), (5, 20))
MASS = 1000 * SECONDS


class Person:
    """Somebody who presses: how eagerly, how late, and how often elsewhere."""

    def __init__(self, rng: np.random.Generator, *, alike: bool) -> None:
        varies = 0.0 if alike else 1.0
        self.eager = varies * rng.normal(0, 0.6)
        self.late = 0.9 + varies * rng.normal(0, 0.3)
        self.stray = 6 * np.exp(varies * rng.normal(0, 0.5))


def film(name: str, people: list[Person], rng: np.random.Generator, film_seed: int) -> Item:
    """Let people press in a film, which a seed says all of."""
    of_film = np.random.default_rng(film_seed)
    moments = of_film.uniform(5, SECONDS - 5, MOMENTS)
    clear = of_film.normal(0.2 + of_film.normal(0, 0.3), 1.0, MOMENTS)
    codings = {}
    for place, person in enumerate(people):
        seen = rng.random(MOMENTS) < 1 / (1 + np.exp(-(clear + person.eager)))
        near = moments[seen] + rng.normal(person.late, 0.8, seen.sum())
        stray = rng.uniform(1, SECONDS - 1, rng.poisson(person.stray))
        times = np.unique((1000 * np.concatenate([near, stray])).astype(np.int64))
        times = times[(times > 0) & (times < MASS)]
        codings[f"p{place}"] = Segmentation(MASS, tuple(times.tolist()), scale=TimeScale())
    return Item(name, codings)


def corpus(people: list[Person], rng: np.random.Generator, seeds: list[int]) -> Corpus:
    """Let the same people press in some films."""
    return Corpus(tuple(film(f"film {seed}", people, rng, seed) for seed in seeds))


def persons(number: int, rng: np.random.Generator, *, alike: bool = False) -> list[Person]:
    """Draw people."""
    return [Person(rng, alike=alike) for _ in range(number)]


def truth_of_many(rng: np.random.Generator) -> RecordingAgreement:
    """Return the agreement of many people on many films."""
    items = [
        film(f"film {seed}", persons(20, rng), rng, seed) for seed in range(10**6, 10**6 + 300)
    ]
    return agreement(Corpus(tuple(items)), OPTIONS)


def holds(interval: Interval, value: float | None) -> bool | None:
    """Return whether an interval holds a value; None without an interval."""
    if interval.low is None or interval.high is None or value is None:
        return None
    return interval.low <= value <= interval.high


def share(found: list[bool | None]) -> str:
    """Return how many of the intervals that there are hold their value."""
    known = [one for one in found if one is not None]
    return f"{sum(known) / len(known):.1%} of {len(known)}" if known else "none"


def main() -> None:
    """Print coverage of each cell, and how often somebody is named among equal people."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=int, default=200, help="simulated corpora of each cell")
    given = parser.parse_args()
    rng = np.random.default_rng(19)
    whole = truth_of_many(rng).corpus
    print(f"true F {whole.value:.3f}, beyond chance {whole.corrected:.3f}, within 2 s")
    for coders, films in CELLS:
        f, corrected, widths = [], [], []
        for at in range(given.corpora):
            seeds = [1000 * at + film for film in range(films)]
            found = agreement(corpus(persons(coders, rng), rng, seeds), OPTIONS).corpus
            true = whole
            if films == 1:
                many = corpus(persons(MANY, rng), rng, seeds)
                true = agreement(many, OPTIONS).corpus
            f.append(holds(found.value_interval, true.value))
            corrected.append(holds(found.corrected_interval, true.corrected))
            ends = found.corrected_interval
            if ends.low is not None and ends.high is not None:
                widths.append(ends.high - ends.low)
        wide = f"{np.median(widths):.2f}" if widths else "-"
        print(
            f"{coders} people x {films} films: F {share(f)}, beyond chance {share(corrected)}, "
            f"median width {wide}"
        )
    for coders, films in CELLS:
        named = {"standing": 0, "timing": 0}
        for at in range(given.corpora):
            seeds = [1000 * at + film for film in range(films)]
            equal = corpus(persons(coders, rng, alike=True), rng, seeds)
            rows = agreement(equal, OPTIONS).coders
            for kind in named:
                named[kind] += any(getattr(row, kind) is not None for row in rows)
        rates = ", ".join(f"{kind} {count / given.corpora:.1%}" for kind, count in named.items())
        print(f"{coders} equal people x {films} films: somebody is named in {rates}")


if __name__ == "__main__":
    main()
