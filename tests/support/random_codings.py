"""Random segmentations, pairs and corpora: plain, with types or with levels."""

from __future__ import annotations

import random
from itertools import product

from segmetrics import Corpus, Item, Segmentation

WORD_EDGES = (1, 2, 3, 62, 63, 64, 65, 66, 127, 128, 129, 130, 191, 192, 193, 256, 257, 300)

DENSITIES = (0.0, 0.02, 0.1, 0.3, 0.5, 0.8, 1.0)


def every(mass: int) -> list[Segmentation]:
    return [Segmentation.from_bits(bits) for bits in product((0, 1), repeat=mass - 1)]


def mirrored(segmentation: Segmentation) -> Segmentation:
    return Segmentation.from_masses(segmentation.masses[::-1])


def random_segmentation(
    rng: random.Random, mass: int, density: float, kind: str = "linear", depth: int = 3
) -> Segmentation:
    placed = tuple(p for p in range(1, mass) if rng.random() < density)
    if kind == "multiple":
        types = tuple(frozenset(rng.sample("123", rng.randint(1, 3))) for _ in placed)
        return Segmentation(mass, placed, types=types)
    if kind == "hierarchical":
        return Segmentation(mass, placed, levels=tuple(rng.randint(1, depth) for _ in placed))
    return Segmentation(mass, placed)


def random_pair(
    rng: random.Random, most: int, kind: str = "linear", least: int = 1
) -> tuple[Segmentation, Segmentation]:
    mass = rng.randint(least, most)
    one, other = (
        random_segmentation(rng, mass, density, kind)
        for density in rng.choices((0, 0.05, 0.2, 0.6, 1), k=2)
    )
    return one, other


def pairs_with_a_boundary(seed: int, count: int) -> list[tuple[Segmentation, Segmentation]]:
    rng = random.Random(seed)
    pairs: list[tuple[Segmentation, Segmentation]] = []
    while len(pairs) < count:
        a, b = random_pair(rng, 70, least=2)
        if a.boundaries or b.boundaries:
            pairs.append((a, b))
    return pairs


def random_corpus(
    seed: int, items: int, coders: int, *, gaps: bool = False, kind: str = "linear"
) -> Corpus:
    """Ragged items of mass 1 to 300, coders of different densities, some alike."""
    rng = random.Random(seed)
    made = []
    for place in range(items):
        mass = rng.choice(WORD_EDGES) if rng.random() < 0.4 else rng.randint(1, 300)
        names = [f"c{coder}" for coder in range(coders)]
        if gaps:
            names = rng.sample(names, rng.randint(1, coders))
        codings = {
            name: random_segmentation(rng, mass, rng.choice(DENSITIES), kind) for name in names
        }
        if kind == "linear" and len(names) > 2 and rng.random() < 0.3:
            shifted = {min(mass - 1, p + rng.randint(0, 2)) for p in codings[names[0]].boundaries}
            codings[names[1]] = Segmentation(mass, tuple(sorted(shifted)))
        made.append(Item(f"i{place}", codings))
    return Corpus(tuple(made))
