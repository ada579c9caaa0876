"""Texts and coders for `benchmarks.coder_model`, who share nothing with the model that is fitted.

Boundaries come at regular distances, in bursts, or anywhere, and how prominent each is varies
continuously. Coders differ in all they do. A few of their reports go two places astray, which the
model does not know; some add boundaries at regular distances, or several close together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Literal

import numpy as np

from segmetrics import Corpus, Item, Segmentation
from segmetrics.metrics.blocks.packing import Floats, Ints

Habit = Literal["anywhere", "own rhythm", "close together"]
"""Where a coder adds boundaries of their own."""

UNITS = (20, 60)
FAR = 0.02
"""Share of the reports that go two places astray."""


@dataclass(frozen=True, slots=True)
class Person:
    """What a coder does: finds, adds, is early or late by a place, and where added ones go."""

    hits: float
    added: float
    early: float
    late: float
    habit: Habit = "anywhere"

    def told(self, rate: float) -> tuple[float, float, float]:
        """Return what there is to find: hits, additions in 100 places, share shifted.

        What goes two places astray is beyond the window of near misses: an addition.
        """
        astray = self.hits * FAR * rate / (1 - rate)
        shifted = (self.early + self.late) / (1 - FAR)
        return self.hits * (1 - FAR), 100 * (self.added + astray), shifted


@dataclass(frozen=True, slots=True)
class Drawn:
    """A corpus with what was planted: its people, and the shared boundaries of each item."""

    corpus: Corpus
    people: Mapping[str, Person]
    shared: Mapping[str, Floats]


def regular(random: np.random.Generator, places: int) -> Ints:
    """Return boundaries at distances of about eight."""
    ends = np.cumsum(np.maximum(2, np.rint(random.normal(8, 2, places)))).astype(int)
    ends -= int(random.integers(8))
    return ends[(ends >= 0) & (ends < places)]


def bursty(random: np.random.Generator, places: int) -> Ints:
    """Return boundaries that are frequent in some stretches and rare in others."""
    within = (np.cumsum(random.random(places) < 0.12) + random.integers(2)) % 2 == 1
    return np.flatnonzero(random.random(places) < np.where(within, 0.25, 0.03))


def anywhere(random: np.random.Generator, places: int) -> Ints:
    """Return boundaries anywhere."""
    return np.flatnonzero(random.random(places) < 0.12)


SHAPES: Mapping[str, tuple[Callable[[np.random.Generator, int], Ints], float, Habit]] = {
    "regular": (regular, 0.3, "anywhere"),
    "bursty": (bursty, 0.3, "anywhere"),
    "prominence": (anywhere, 1.2, "anywhere"),
    "habits": (anywhere, 0.3, "own rhythm"),
}
"""How boundaries lie, how much their prominence varies (log odds), and the habit of coders."""


def good_people(random: np.random.Generator, count: int, habit: Habit) -> list[Person]:
    """Draw good coders who differ; most of what each marks is shared."""
    habits: list[Habit] = [habit, "close together" if habit != "anywhere" else habit]
    return [
        Person(
            float(random.uniform(0.5, 0.9)),
            min(0.06, float(np.exp(random.normal(np.log(0.025), 0.6)))),
            float(random.uniform(0.02, 0.15)),
            float(random.uniform(0.02, 0.15)),
            habits[place % 2],
        )
        for place in range(count)
    ]


def mean_hits(hits: float, spread: float) -> Callable[[Floats], Floats]:
    """Return what gives each prominence its hit rate, so that the mean is as given."""
    normal = np.array([NormalDist().inv_cdf((place + 0.5) / 200) for place in range(200)])
    low, high = -12.0, 12.0
    for _ in range(50):
        middle = (low + high) / 2
        if (1 / (1 + np.exp(-(middle + spread * normal)))).mean() < hits:
            low = middle
        else:
            high = middle
    return lambda prominence: 1 / (1 + np.exp(-(low + spread * prominence)))


def marks_of(
    random: np.random.Generator,
    person: Person,
    shared: Ints,
    prominence: Floats,
    places: int,
    hit: Callable[[Floats], Floats],
) -> Floats:
    """Draw which places a coder marks."""
    marks = np.zeros(places)
    found = shared[random.random(len(shared)) < hit(prominence)]
    astray = random.random(len(found))
    sides = random.choice([-1, 1], len(found))
    moved = np.where(astray < person.early, -1, np.where(astray < person.early + person.late, 1, 0))
    moved = np.where(astray > 1 - FAR, 2 * sides, moved)
    to = found + moved
    # Nobody leaves the text.
    to = np.where((to < 0) | (to >= places), found, to)
    marks[to] = 1
    free = np.setdiff1d(np.arange(places), shared)
    count = int(random.binomial(len(free), person.added))
    if count:
        weights = np.ones(len(free))
        if person.habit == "own rhythm":
            period = int(random.integers(4, 10))
            weights = np.where((free + random.integers(period)) % period == 0, 1.0, 0.1)
        if person.habit == "close together":
            middle = random.choice(free)
            weights = 1 / (1 + np.abs(free - middle)) ** 2
        marks[random.choice(free, count, replace=False, p=weights / weights.sum())] = 1
    return marks


def drawn(
    random: np.random.Generator,
    shape: str,
    coders: int,
    items: int,
    *,
    people: Sequence[Person] | None = None,
) -> Drawn:
    """Draw a corpus of good coders, or of those that are given."""
    place_boundaries, spread, habit = SHAPES[shape]
    who = list(people or good_people(random, coders, habit))
    hit = [mean_hits(one.hits, spread) for one in who]
    found, shared = [], {}
    for number in range(items):
        places = int(random.integers(*UNITS, endpoint=True)) - 1
        boundaries = place_boundaries(random, places)
        prominence = random.normal(size=len(boundaries))
        name = f"i{number}"
        codings = {}
        for place, (one, finds) in enumerate(zip(who, hit, strict=True)):
            marks = marks_of(random, one, boundaries, prominence, places, finds)
            codings[f"c{place}"] = Segmentation.from_bits(marks)
        found.append(Item(name, codings))
        at = np.zeros(places)
        at[boundaries] = 1
        shared[name] = at
    return Drawn(Corpus(tuple(found)), {f"c{place}": one for place, one in enumerate(who)}, shared)


def bits_of(segmentation: Segmentation) -> Floats:
    """Return a segmentation's marks."""
    return np.array(segmentation.bits, dtype=float)


def replaced(
    corpus: Corpus, coder: str, change: Callable[[Item], Segmentation], name: str = ""
) -> Corpus:
    """Return a corpus in which a coder's codings are others, or which has one more coder."""
    return Corpus(
        tuple(
            replace(item, codings={**item.codings, name or coder: change(item)})
            for item in corpus.items
        )
    )
