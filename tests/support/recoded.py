"""Corpora whose codings are others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from segmetrics import Corpus, Item, Segmentation

Codings = Mapping[str, Segmentation]


def recoded(corpus: Corpus, codings: Callable[[Item], Codings]) -> Corpus:
    """Return a corpus whose items have these codings; without one they are left out."""
    found = ((item, codings(item)) for item in corpus.items)
    return Corpus(tuple(replace(item, codings=dict(of)) for item, of in found if of))


def each(corpus: Corpus, coding: Callable[[Segmentation], Segmentation]) -> Corpus:
    """Return a corpus in which each coding is another one."""
    return recoded(corpus, lambda item: {c: coding(s) for c, s in item.codings.items()})


def without_coder(corpus: Corpus, coder: str) -> Corpus:
    return recoded(corpus, lambda item: {c: s for c, s in item.codings.items() if c != coder})


def places_alone(corpus: Corpus) -> Corpus:
    """Return a corpus without types and levels."""
    return each(corpus, lambda coding: Segmentation(coding.mass, coding.boundaries))


def of_one_type(corpus: Corpus, name: str) -> Corpus:
    """Return a corpus whose boundaries are all of one type."""
    return each(
        corpus,
        lambda s: Segmentation(
            s.mass, s.boundaries, types=(frozenset({name}),) * len(s.boundaries)
        ),
    )


def changed(corpus: Corpus, *, seed: int = 0) -> Corpus:
    """Return a corpus in which every coding has one boundary more or less, at a random place."""
    random = np.random.default_rng(seed)

    def other(coding: Segmentation) -> Segmentation:
        place = int(random.integers(1, coding.mass))
        return Segmentation(coding.mass, tuple(sorted({*coding.boundaries} ^ {place})))

    return each(corpus, other)


def in_both(*rounds: Corpus) -> list[Corpus]:
    """Keep the codings that two rounds share, by item and coder."""
    cells = [{(item.name, c) for item in one.items for c in item.codings} for one in rounds]
    both = cells[0] & cells[1]
    return [
        recoded(one, lambda item: {c: s for c, s in item.codings.items() if (item.name, c) in both})
        for one in rounds
    ]
