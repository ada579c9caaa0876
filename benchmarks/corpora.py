"""Seeded codings, as segmetrics, segeval and NLTK each want them."""

from __future__ import annotations

import json
from collections.abc import Iterable

import numpy as np

from segmetrics import Corpus, Item, Segmentation

Masses = dict[str, dict[str, tuple[int, ...]]]

CODERS = 6
BOUNDARY_PROBABILITY = 0.1
SEED = 2012


def random_masses(
    items: int, shortest: int, longest: int, coders: int = CODERS, *, shared: float = 0.0
) -> Masses:
    """Draw codings in which each potential boundary is one with a probability of 0.1.

    Items have `shortest` to `longest` units; of their potential boundaries, at a share that is
    `shared` a coder does what the others do. The same at every call.
    """
    random = np.random.default_rng(SEED)
    masses: Masses = {}
    for item in range(items):
        mass = int(random.integers(shortest, longest, endpoint=True))
        bits = random.random((coders, mass - 1)) < BOUNDARY_PROBABILITY
        if shared:
            alike = random.random(bits.shape) < shared
            bits = np.where(alike, random.random(mass - 1) < BOUNDARY_PROBABILITY, bits)
        masses[f"item{item}"] = {
            f"coder{coder}": Segmentation.from_bits(row.tolist()).masses
            for coder, row in enumerate(bits)
        }
    return masses


def nltk_string(masses: tuple[int, ...]) -> str:
    """Write segment sizes as NLTK wants them: one 0 or 1 for each potential boundary.

    >>> nltk_string((2, 3, 1))
    '01001'
    """
    return "1".join(["0" * (mass - 1) for mass in masses])


def large_pair(kind: str, units: int) -> Corpus:
    """Build one item of two coders, of a kind.

    ``random``: boundaries with a probability of 0.1. ``alternating``: a boundary at every position,
    the odd ones of one coder and the even ones of the other, so that all of them make one chain of
    near misses. ``two segments``: one boundary each, so that the window grows with the item.
    """
    if kind == "random":
        return Corpus.from_masses(random_masses(1, units, units, coders=2))
    if kind == "alternating":
        sides: tuple[Iterable[int], Iterable[int]] = range(1, units, 2), range(2, units, 2)
    else:
        sides = [units // 2], [units // 3]
    a, b = (Segmentation.from_positions(units, positions) for positions in sides)
    return Corpus((Item(kind, {"a": a, "b": b}),))


def as_json(masses: Masses, whose: str = "") -> bytes:
    """Write codings in JSON of the segeval format; items are named after somebody, if that is said.

    So no two people have the same corpus.
    """
    items = {f"{whose} {name}".strip(): codings for name, codings in masses.items()}
    return json.dumps({"segmentation_type": "linear", "items": items}).encode()
