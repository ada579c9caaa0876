"""What the coefficients say of the complete Moonstone, chapter by chapter.

Run ``python -m benchmarks.complete_corpus PATH`` from the root of the project, PATH being what
``segmetrics reproduce fournier2012 --data`` takes. The tables stand in ``docs/complete-corpus.md``.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

import segmetrics as sm
from segmetrics.coefficients.levels import Level
from segmetrics.io.document import Source
from segmetrics.io.files import sources_in
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.reliability.shuffling import Null
from segmetrics.reproduction.data import read_data

SHUFFLES = 99_999
RANKED = ("density", "pi_star_s", "pi_star_b", "alpha", "corrected")


class Reliability(NamedTuple):
    """What coefficients say of a chapter or a coder group, under the convention ``defined``.

    The density is the mean share of places that a coder marks. ``corrected`` is agreement over S
    corrected for chance, p its p-value, ``adjusted`` that adjusted over the rows.
    """

    name: str
    units: int
    coders: int
    density: float
    pi_star_s: float
    pi_star_b: float
    alpha: float
    corrected: float
    p: float
    adjusted: float


def reliability(corpus: sm.Corpus, level: Level, *, null: Null = "ring") -> list[Reliability]:
    """Compute the coefficients of each chapter, or of each coder group."""
    over_s = sm.agreement(corpus)
    over_b = sm.agreement(corpus, sm.AgreementOptions(similarity="b"))
    shuffled = sm.chance(corpus, shuffling=sm.ChanceOptions(null=null, shuffles=SHUFFLES))
    tables = (over_s.rows, over_b.rows, sm.decisions(corpus).rows, shuffled.rows)
    found = [
        Reliability(
            name=s.item,
            units=s.mass,
            coders=s.coders,
            density=_density(corpus, s.item),
            pi_star_s=s.pi_star,
            pi_star_b=b.pi_star,
            alpha=decided.alpha,
            corrected=beyond.corrected,
            p=beyond.p,
            adjusted=1.0,
        )
        for s, b, decided, beyond in zip(
            *([row for row in rows if row.level == level] for rows in tables), strict=True
        )
    ]
    adjusted = _benjamini_hochberg([row.p for row in found])
    return [row._replace(adjusted=p) for row, p in zip(found, adjusted, strict=True)]


def _density(corpus: sm.Corpus, name: str) -> float:
    """Return the mean share of places that a coder marks, in a chapter or over those of a group."""
    groups = {group.name: group.items for group in corpus.groups}
    items = [corpus[item] for item in groups.get(name, (name,))]
    return float(
        np.mean(
            [
                len(coding.boundaries) / coding.potential_boundaries
                for item in items
                for coding in item.codings.values()
            ]
        )
    )


def _benjamini_hochberg(p: Sequence[float]) -> list[float]:
    """Adjust p-values so that of those below a level at most this share is false."""
    order = np.argsort(p)[::-1]
    ranks = np.arange(len(p), 0, -1)
    adjusted = np.empty(len(p))
    adjusted[order] = np.minimum.accumulate(np.array(p)[order] * len(p) / ranks)
    return adjusted.tolist()


def rank_correlation(x: Sequence[float], y: Sequence[float]) -> float:
    """Compute Spearman's correlation; equal values share the mean of their ranks."""
    return float(np.corrcoef(_ranks(np.array(x)), _ranks(np.array(y)))[0, 1])


def _ranks(values: Floats) -> Floats:
    below = (values[np.newaxis] < values[:, np.newaxis]).sum(axis=1)
    equal = (values[np.newaxis] == values[:, np.newaxis]).sum(axis=1)
    ranks: Floats = below + (equal + 1) / 2
    return ranks


def with_empty_coder(corpus: sm.Corpus) -> sm.Corpus:
    """Add a coder who places no boundary at all."""
    return sm.Corpus(
        tuple(
            sm.Item(item.name, {**item.codings, "empty": sm.Segmentation(item.mass, ())})
            for item in corpus.items
        )
    )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("path", help="the complete Moonstone: a folder of tables, or JSON")
    given = parser.parse_args()
    sources = [found for found in sources_in([given.path]) if isinstance(found, Source)]
    corpus = read_data(sources).chapters
    if corpus is None:
        parser.error("no chapters are there")
    chapters = reliability(corpus, "item")
    for row in (*chapters, *reliability(corpus, "group")):
        values = " ".join(f"{value:8.4f}" for value in row[3:])
        print(f"{row.name:28} {row.units:4} {row.coders:3} {values}")
    for x in RANKED:
        columns = [[getattr(row, name) for row in chapters] for name in (x, *RANKED)]
        print(f"{x:10}", *(f"{rank_correlation(columns[0], y):6.2f}" for y in columns[1:]))
    first = corpus.select(items=("ch1", "ch3", "ch4", "ch11"))
    for four in (first, with_empty_coder(first)):
        (row,) = reliability(four, "group")
        print(f"{row.name:28} {row.coders:3}", *(f"{value:8.4f}" for value in row[4:8]))


if __name__ == "__main__":
    main()
