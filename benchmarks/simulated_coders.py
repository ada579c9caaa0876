"""Simulated corpora, for the tables of `benchmarks.reliability`.

A text has latent boundaries of varying prominence. A coder marks what is more prominent than the
coder's threshold, so that some are fine and some coarse; misses some of it, moves some by one
place, and marks some places where there is nothing. Coders and texts both vary, as if drawn from
populations; how much coders differ is ``mild``, ``mod`` or ``strong``.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from segmetrics import Corpus, Item, Segmentation
from segmetrics.metrics.blocks.packing import Floats, Ints

Differences = Literal["mild", "mod", "strong"]

SPREAD: dict[Differences, float] = {"mild": 0.3, "mod": 0.6, "strong": 1.2}
"""How much coders differ: 0 would make all alike."""

MASSES = (20, 60)
DENSITIES = (0.1, 0.3)
# How far around a coder's threshold a mark is uncertain, in units of prominence.
BLUR = 0.12


def tenth(module: str, says: str | None) -> int:
    """Return of how many trials a module does one: of each, or of ten if ``--quick`` is given."""
    parser = argparse.ArgumentParser(prog=f"python -m benchmarks.{module}", description=says)
    parser.add_argument("--quick", action="store_true", help="a tenth of the trials")
    return 10 if parser.parse_args().quick else 1


@dataclass(frozen=True, slots=True)
class SimulatedText:
    """A text: its units, its latent boundaries (places from 0) and their prominence, its noise."""

    mass: int
    places: Ints
    prominence: Floats
    noise: float


@dataclass(frozen=True, slots=True)
class SimulatedCoder:
    """A coder: what is marked at all, and the shares missed, moved by one, and made up."""

    threshold: float
    miss: float
    shift: float
    made_up: float


def simulated_texts(random: np.random.Generator, count: int) -> list[SimulatedText]:
    """Draw texts of 20 to 60 units."""
    found = []
    for mass in random.integers(*MASSES, count, endpoint=True).tolist():
        places = np.flatnonzero(random.random(mass - 1) < random.uniform(*DENSITIES))
        noise = float(random.uniform(0.5, 1.5))
        found.append(SimulatedText(mass, places, random.random(len(places)), noise))
    return found


def simulated_coders(
    random: np.random.Generator, count: int, differences: Differences = "mod"
) -> list[SimulatedCoder]:
    """Draw coders who differ so much."""
    spread = SPREAD[differences]
    scale = np.exp(spread * random.normal(size=(3, count)) * 0.6)
    thresholds = 0.3 + 0.2 * spread * random.normal(size=count)
    rates = np.minimum(np.array([[0.12], [0.1], [0.025]]) * scale, 0.6)
    return [
        SimulatedCoder(threshold, *rest)
        for threshold, *rest in zip(thresholds.tolist(), *rates.tolist(), strict=True)
    ]


def simulated_coding(
    random: np.random.Generator, text: SimulatedText, coder: SimulatedCoder, *, noise: float = 1.0
) -> Segmentation:
    """Draw what a coder makes of a text; more noise means more misses, shifts and made up ones."""
    last, noise = text.mass - 2, noise * text.noise
    seen = 1 / (1 + np.exp((coder.threshold - text.prominence) / BLUR))
    hits = random.random(len(seen)) < seen * (1 - min(coder.miss * noise, 0.95))
    places = text.places[hits]
    moved = random.random(len(places)) < coder.shift * noise
    places = places + moved * random.choice((-1, 1), len(places))
    made_up = np.flatnonzero(random.random(text.mass - 1) < coder.made_up * noise)
    marked = np.unique(np.concatenate([np.clip(places, 0, last), made_up]))
    return Segmentation(text.mass, tuple((marked + 1).tolist()))


def coded(
    random: np.random.Generator,
    texts: Sequence[SimulatedText],
    coders: Sequence[SimulatedCoder],
    *,
    group: int = 0,
    gaps: float = 0.0,
    noise: float = 1.0,
) -> tuple[Item, ...]:
    """Let all coders code all texts but a share of gaps; at least two code each text."""
    items = []
    for number, text in enumerate(texts):
        there = random.random(len(coders)) >= gaps
        there[random.choice(len(coders), min(2, len(coders)), replace=False)] = True
        codings = {
            f"g{group}c{place}": simulated_coding(random, text, coder, noise=noise)
            for place, coder in enumerate(coders)
            if there[place]
        }
        items.append(Item(f"g{group}i{number}", codings))
    return tuple(items)


def simulated_corpus(
    random: np.random.Generator,
    sizes: Sequence[tuple[int, int]],
    *,
    differences: Differences = "mod",
    gaps: float = 0.0,
    noise: float = 1.0,
) -> Corpus:
    """Draw a corpus of coder groups, each of so many coders and items."""
    items: list[Item] = []
    for group, (coders, texts) in enumerate(sizes):
        people = simulated_coders(random, coders, differences)
        drawn = simulated_texts(random, texts)
        items += coded(random, drawn, people, group=group, gaps=gaps, noise=noise)
    return Corpus(tuple(items))
