"""Codings of planted boundaries, by coders of whom some are bad."""

from __future__ import annotations

import numpy as np

from segmetrics import Corpus, Item, Segmentation

KINDS = ((0.85, 0.01), (0.75, 0.02), (0.8, 0.02), (0.2, 0.005), (0.15, 0.15))
"""Hit rate and rate of additions of each coder in turn: the last two mark little, and at random."""


def planted(*, items: int, seed: int, coders: int = 5) -> Corpus:
    """Draw codings, a third of whose reports lie one place off."""
    return with_truth(items=items, seed=seed, coders=coders)[0]


def with_truth(*, items: int, seed: int, coders: int = 5) -> tuple[Corpus, dict[str, set[int]]]:
    """Draw codings as `planted` does, with what was planted: the places of each item."""
    random = np.random.default_rng(seed)
    drawn, shared = [], {}
    for number in range(items):
        places = int(random.integers(30, 60))
        true = np.flatnonzero(random.random(places) < 0.12)
        by_coder = {}
        for coder in range(coders):
            hit, added = KINDS[coder % len(KINDS)]
            bits = random.random(places) < added
            for place in true[random.random(len(true)) < hit]:
                off = int(random.choice([-1, 0, 0, 0, 0, 1]))
                bits[np.clip(place + off, 0, places - 1)] = True
            by_coder[f"c{coder}"] = Segmentation.from_bits(bits.tolist())
        drawn.append(Item(f"i{number}", by_coder))
        shared[f"i{number}"] = {int(place) + 1 for place in true}
    return Corpus(tuple(drawn)), shared
