"""Check whom the rules for coders name, and which segmenters pass, on simulated corpora.

`benchmarks.reliability` prints these tables with the others; this module prints them alone.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from benchmarks.simulated_coders import Differences, simulated_corpus
from segmetrics import Corpus, Item, Segmentation
from segmetrics.reliability.coder_findings import Finding, coder_findings

Planted = Callable[[np.random.Generator, Segmentation], Segmentation]
"""Makes another coding of a coder's own."""

Sizes = Sequence[tuple[int, int]]


def empty(_: np.random.Generator, coding: Segmentation) -> Segmentation:
    """Return a coding without a boundary."""
    return Segmentation(coding.mass, ())


def full(_: np.random.Generator, coding: Segmentation) -> Segmentation:
    """Return a coding with a boundary at every place."""
    return Segmentation(coding.mass, tuple(range(1, coding.mass)))


def anywhere(random: np.random.Generator, coding: Segmentation) -> Segmentation:
    """Return a coding with as many boundaries anywhere."""
    count = len(coding.boundaries)
    places = 1 + random.choice(coding.mass - 1, count, replace=False)
    return Segmentation(coding.mass, tuple(sorted(places.tolist())))


def one_late(_: np.random.Generator, coding: Segmentation) -> Segmentation:
    """Return a coding with every boundary a place later."""
    later = tuple(place + 1 for place in coding.boundaries if place + 1 < coding.mass)
    return Segmentation(coding.mass, later)


PLANTED: dict[Finding, Planted] = {}


def with_planted(
    random: np.random.Generator, corpus: Corpus, coder: str, planted: Planted
) -> Corpus:
    """Return a corpus in which a coder's codings are others."""
    items = [
        replace(item, codings={**item.codings, coder: planted(random, item.codings[coder])})
        if coder in item.codings
        else item
        for item in corpus.items
    ]
    return Corpus(tuple(items))


def named_coders(
    sizes: Sizes,
    differences: Differences,
    corpora: int,
    *,
    planted: Planted | None = None,
    gaps: float = 0.0,
    noise: float = 1.0,
) -> tuple[float, float, Counter[Finding]]:
    """Find how often a planted coder is named, and somebody else; and for what those are.

    Returns
    -------
    (float, float, Counter)
        Share of corpora in which the planted coder is named, share in which another is, and
        the findings about others.
    """
    random = np.random.default_rng([corpora, len(sizes), *sizes[0]])
    hits = alarms = 0
    why: Counter[Finding] = Counter()
    for _ in range(corpora):
        corpus = simulated_corpus(random, sizes, differences=differences, gaps=gaps, noise=noise)
        coder = corpus.coders[0] if planted else ""
        if planted:
            corpus = with_planted(random, corpus, coder, planted)
        named = {row.coder: row.finding for row in coder_findings(corpus).rows if row.stands_out}
        hits += coder in named
        named.pop(coder, None)
        alarms += bool(named)
        why.update(named.values())
    return hits / corpora, alarms / corpora, why
