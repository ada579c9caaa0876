"""How often independent viewers seem to agree on recordings, and how often agreement is found.

Run ``python -m benchmarks.recording_chance`` from the root of the project. Viewers, shuffles and
tests are written anew here and share nothing with the package; ``--package`` asks it too. Viewers
press about 50 times in ten minutes: at random, in a rhythm, or in bursts, at a steady pace or at
one that changes over the film. Where they agree, some of their presses follow one of 40 moments.

Of the curve, *any* is the share of corpora with p <= 0.05 at any of seven tolerances, and *max* the
share by the greatest standardised F of the whole curve. Of the peaks of density, *film* takes a
level for each film by itself, and *corpus* one for all films together.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

import segmetrics as sm
from segmetrics.reliability.pair_hit_rates import TimeNull

Floats = NDArray[np.float64]
Film = list[Floats]

SECONDS, PRESSES, MOMENTS, NEAR = 600.0, 50, 40, 0.7
TOLERANCES = np.array([0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0])
SHUFFLES, LEVEL = 199, 0.05
NOTHING = 1e-9
FINE = 4
GRID = int(FINE * SECONDS)


class Cell(NamedTuple):
    """How viewers press: by which gaps, how fast over the film, and how far they agree."""

    gaps: str = "random"
    pace: str = "steady"
    people: int = 5
    films: int = 1
    agree: float = 0.0
    differ: float = 0.0
    presses: int = PRESSES


CURVES: Mapping[str, Cell] = {
    "random": Cell(),
    "rhythm": Cell("rhythm"),
    "bursts": Cell("bursts"),
    "random, less and less": Cell(pace="falling"),
    "rhythm, less and less": Cell("rhythm", "falling"),
    "bursts, less and less": Cell("bursts", "falling"),
    "much less": Cell(pace="falling fast"),
    "more, then less": Cell(pace="up and down"),
    "less and less, each otherwise": Cell(pace="falling", differ=0.8),
    "two people, less and less": Cell(pace="falling", people=2),
    "12 people, less and less": Cell(pace="falling", people=12),
    "three films, less and less": Cell(pace="falling", films=3),
    "agree": Cell(agree=0.3),
    "agree, rhythm": Cell("rhythm", agree=0.3),
    "agree, less and less": Cell(pace="falling", agree=0.3),
    "agree, few presses": Cell(agree=0.3, presses=12),
}
PEAKS: Mapping[str, Cell] = {
    "random": Cell(people=6, films=6),
    "rhythm": Cell("rhythm", people=6, films=6),
    "random, less and less": Cell(pace="falling", people=6, films=6),
    "rhythm, less and less": Cell("rhythm", "falling", people=6, films=6),
    "20 films": Cell(people=6, films=20),
    "agree": Cell(people=12, films=6, agree=0.6),
    "agree, less and less": Cell(pace="falling", people=12, films=6, agree=0.6),
}
CHANCES: Sequence[TimeNull] = get_args(TimeNull)


def at_pace(share: Floats, pace: str, slope: float) -> Floats:
    """Return when a share of the presses is done, in shares of the film."""
    if pace == "up and down":
        fine = np.linspace(0, 1, 1001)
        return np.interp(share, fine - 0.8 * np.sin(2 * np.pi * fine) / (2 * np.pi), fine)
    steep = {"steady": 0.0, "falling": 2.0, "falling fast": 4.0}[pace] + slope
    if abs(steep) < NOTHING:
        return share
    found: Floats = -np.log(1 - share * (1 - np.exp(-steep))) / steep
    return found


def viewer(cell: Cell, random: np.random.Generator, slope: float) -> Floats:
    """Press independently."""
    many = 40 * cell.presses
    if cell.gaps == "random":
        done = random.random(random.poisson(cell.presses))
    elif cell.gaps == "rhythm":
        gaps = random.normal(1, 1 / 6, many).clip(0.1)
        done = (gaps.cumsum() - random.uniform(1, 15)) / cell.presses
    else:
        gaps = random.lognormal(-0.72, 1.2, many)
        done = gaps.cumsum() / cell.presses - random.uniform(3, 6)
    done = done[(done > 0) & (done < 1)]
    return np.sort(at_pace(done, cell.pace, slope)) * SECONDS


def films_of(cell: Cell, random: np.random.Generator) -> tuple[list[Film], list[Floats]]:
    """Let viewers press in films, whose moments come too."""
    slopes = cell.differ * random.normal(size=cell.people)
    films, moments = [], []
    for _ in range(cell.films):
        places = np.sort(at_pace(random.random(MOMENTS), cell.pace, 0.0)) * SECONDS
        people = []
        for slope in slopes:
            alone = viewer(cell, random, slope)
            if cell.agree:
                share = cell.agree * cell.presses / PRESSES
                near = places[random.random(MOMENTS) < share]
                near = near + random.normal(0, NEAR, len(near))
                kept = random.random(len(alone)) >= len(near) / max(len(alone), 1)
                both = np.concatenate([alone[kept], near])
                alone = np.sort(both[(both > 0) & (both < SECONDS)])
            people.append(alone)
        films.append(people)
        moments.append(places)
    return films, moments


def pace_of(film: Film) -> tuple[Floats, Floats]:
    """Return how much of the pace that people share is done by when.

    Presses are counted minute by minute. What differs from the mean is taken as far as people
    differ from it together, and the pace runs straight from the middle of a minute to the next.
    """
    minutes = round(SECONDS / 60)
    counts = np.array([np.histogram(one, minutes, (0, SECONDS))[0] for one in film], dtype=float)
    if not counts.any():
        return np.array([0, SECONDS]), np.array([0.0, 1.0])
    own = (counts - counts.mean(axis=1, keepdims=True)) / counts.sum()
    all_of_it, alone = own.sum(axis=0), (own**2).sum()
    weights = counts.sum(axis=1) / counts.sum()
    most = (all_of_it**2).sum() * (1 - (weights**2).sum())
    shared = ((all_of_it**2).sum() - alone) / most if most > NOTHING**2 else 0.0
    pace = 1 / minutes + np.sqrt(np.clip(shared, 0, 1)) * all_of_it
    at = (np.arange(-1, minutes + 1) + 0.5) / minutes
    beyond = np.array([2 * pace[0] - pace[1], *pace, 2 * pace[-1] - pace[-2]])
    ends = np.linspace(0, 1, 20 * minutes + 1)
    rates = np.interp((ends[1:] + ends[:-1]) / 2, at, beyond).clip(1e-3 / minutes)
    return ends * SECONDS, np.array([0, *rates.cumsum()]) / rates.sum()


def shuffled(film: Film, chance: str, times: int, random: np.random.Generator) -> list[Floats]:
    """Make each viewer independent, so many times: versions x presses, the viewer first."""
    found = []
    when, done = pace_of(film)
    for one in film:
        if chance == "circular shift":
            moved = (one + random.uniform(0, SECONDS, (times, 1))) % SECONDS
        elif chance == "shared pace":
            share = (np.interp(one, when, done) + random.random((times, 1))) % 1
            moved = np.interp(share, done, when)
        else:
            gaps = np.tile(np.diff(one, prepend=0.0), (times, 1))
            gaps[:, 1:] = random.permuted(gaps[:, 1:], axis=1)
            moved = gaps.cumsum(axis=1)
        found.append(np.sort(np.vstack([one, moved]), axis=1))
    return found


def hits(ones: Floats, others: Floats) -> Floats:
    """Pair presses within each tolerance, as many as possible: versions x tolerances."""
    versions, reach = len(ones), np.tile(TOLERANCES, len(ones))
    first, second = (
        np.hstack([rows, np.full((versions, 1), np.inf)]).repeat(len(TOLERANCES), axis=0)
        for rows in (ones, others)
    )
    at, to, found = (np.zeros(len(first), dtype=np.int64) for _ in "abc")
    left = np.arange(len(first))
    while left.size:
        one, other = first[left, at[left]], second[left, to[left]]
        both = np.isfinite(one) & np.isfinite(other)
        left, one, other = left[both], one[both], other[both]
        hit = np.abs(one - other) <= reach[left]
        found[left] += hit
        at[left] += hit | (one < other)
        to[left] += hit | (one > other)
    return found.reshape(versions, -1).astype(float)


def curve(films: list[list[Floats]]) -> Floats:
    """Return the mean F of all pairs: tolerances x versions."""
    values = [
        2 * hits(one, other) / (one.shape[1] + other.shape[1])
        for film in films
        for one, other in combinations(film, 2)
        if one.shape[1] + other.shape[1]
    ]
    found: Floats = np.mean(values, axis=0).T
    return found


def rank(values: Floats) -> float:
    """Return how many of all values are as great as the first."""
    return float((values >= values[0] - NOTHING).mean())


def standardised(values: Floats) -> Floats:
    """Put the versions of each row at a mean of 0 with a spread of 1; without rows of one value."""
    rows = values[values.std(axis=1) > NOTHING]
    found: Floats = (rows - rows.mean(axis=1, keepdims=True)) / rows.std(axis=1, keepdims=True)
    return found


def curve_alarms(
    films: list[Film], _: list[Floats], chance: str, random: np.random.Generator
) -> list[float]:
    """Return whether any tolerance, and whether the whole curve, is beyond chance."""
    values = curve([shuffled(film, chance, SHUFFLES, random) for film in films])
    whole = standardised(values).max(axis=0, initial=-np.inf)
    return [float(min(map(rank, values)) <= LEVEL), float(rank(whole) <= LEVEL)]


def densities(versions: list[Floats], steps: int) -> Floats:
    """Return sums of normal kernels of a second: versions x moments."""
    places = np.hstack(versions)
    counts = np.zeros((len(places), steps))
    rows = np.arange(len(places))[:, np.newaxis]
    np.add.at(counts, (rows, (places / SECONDS * steps).astype(int).clip(0, steps - 1)), 1)
    apart = np.minimum(np.arange(steps), steps - np.arange(steps)) * SECONDS / steps
    kernel = np.fft.rfft(np.exp(-0.5 * apart**2))
    return np.fft.irfft(np.fft.rfft(counts, axis=1) * kernel, steps, axis=1)


def peak_alarms(
    films: list[Film], moments: list[Floats], chance: str, random: np.random.Generator
) -> list[float]:
    """Return whether any film has a place, by its own level and by that of all.

    Of viewers who agree, the share of moments with such a place.
    """
    dense = [densities(shuffled(film, chance, SHUFFLES, random), GRID) for film in films]
    tops = np.array([one.max(axis=1) for one in dense])
    mean, spread = tops.mean(axis=1, keepdims=True), tops.std(axis=1, keepdims=True)
    together = mean + spread * ((tops - mean) / spread)[:, 1:].max(axis=0)
    place = int(LEVEL * (SHUFFLES + 1))
    found = []
    for level in (np.sort(tops[:, 1:])[:, -place], np.sort(together)[:, -place]):
        if not moments:
            found.append(float((tops[:, 0] > level).any()))
            continue
        near = [
            one[0, max(0, int(FINE * (at - 1))) : int(FINE * (at + 1)) + 1].max() > top
            for one, top, places in zip(dense, level, moments, strict=True)
            for at in places
        ]
        found.append(float(np.mean(near)))
    return found


def corpus_of(films: list[Film]) -> sm.Corpus:
    """Return films as the package has them."""
    presses = {
        f"film {place}": {
            f"p{person}": sorted({round(time, 3) for time in one if 0.001 <= time <= 599.998})
            for person, one in enumerate(film)
        }
        for place, film in enumerate(films)
    }
    return sm.Corpus.from_times(presses, durations=dict.fromkeys(presses, SECONDS))


def by_package(films: list[Film], chance: TimeNull, seed: int, *, peaks: bool) -> float:
    """Return whether the package finds agreement, or a place."""
    corpus = corpus_of(films)
    if peaks:
        options = sm.TimeConsensusOptions(null=chance, seed=seed)
        return float(any(one.above_chance for one in sm.press_peaks(corpus, options)))
    points = sm.hit_rate_curve(corpus, null=chance, seed=seed)
    return float(any((point.p_adjusted or 1) <= LEVEL for point in points))


def show(name: str, chance: str, heads: Sequence[str], found: list[list[float]]) -> None:
    """Print shares with their Monte Carlo error."""
    share = np.mean(found, axis=0)
    error = np.std(found, axis=0) / np.sqrt(len(found))
    cells = "  ".join(
        f"{head} {100 * one:5.1f}% ({100 * near:3.1f})"
        for head, one, near in zip(heads, share, error, strict=True)
    )
    print(f"{name:30} {chance:15} {cells}", flush=True)


def runs(cell: Cell, times: int) -> Iterator[tuple[list[Film], list[Floats], int]]:
    """Draw corpora, each with its moments and a seed."""
    random = np.random.default_rng([times, len(cell.gaps), round(10 * cell.agree), cell.people])
    for _ in range(times):
        yield *films_of(cell, random), int(random.integers(1 << 30))


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=400, help="corpora of each cell")
    parser.add_argument("--only", default="", help="cells that begin so")
    parser.add_argument("--package", action="store_true", help="ask the package, too")
    given = parser.parse_args()
    tables: list[tuple[str, Mapping[str, Cell], Sequence[str], Callable[..., list[float]]]] = [
        ("Curve", CURVES, ("any", "max"), curve_alarms),
        ("Peaks", PEAKS, ("film", "corpus"), peak_alarms),
    ]
    for title, cells, heads, alarms in tables:
        print(f"\n{title}, {given.runs:,} corpora a cell; in brackets the Monte Carlo error")
        for name, cell in cells.items():
            if not f"{title} {name}".startswith(given.only):
                continue
            for chance in CHANCES:
                found = []
                for films, moments, seed in runs(cell, given.runs):
                    random = np.random.default_rng(seed)
                    row = alarms(films, moments if cell.agree else [], chance, random)
                    if given.package:
                        row.append(by_package(films, chance, seed, peaks=title == "Peaks"))
                    found.append(row)
                show(name, chance, (*heads, "package")[: len(found[0])], found)


if __name__ == "__main__":
    main()
