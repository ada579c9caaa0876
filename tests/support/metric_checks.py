"""Checks that every batch metric passes."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

import numpy as np

from segmetrics import Corpus, Segmentation
from segmetrics.metrics.blocks import blocks
from segmetrics.metrics.metric import Metric


def padded_windows(segmentation: Segmentation, span: int) -> list[int]:
    """Boundaries in each window that holds at least one real place, phantoms around the text."""
    around = [0] * (span - 1)
    bits = [*around, *segmentation.bits, *around]
    return [sum(bits[first : first + span]) for first in range(len(bits) - span + 1)]


def assert_batch_as_pairs(metric: Metric, corpus: Corpus, **options: Any) -> int:
    """Compare all values of a batch path, bit by bit, and count those that are defined."""
    assert metric.batch is not None
    pairs = combinations if metric.symmetric else permutations
    defined = 0
    for block in blocks(corpus):
        items = [corpus.items[place] for place in block.items.tolist()]
        found = metric.values(block, items, **options)
        assert found.dtype == np.float64
        rows = list(pairs(block.coders, 2))
        assert found.shape == (len(rows), len(items))
        for (one, other), row in zip(rows, found.tolist(), strict=True):
            for item, value in zip(items, row, strict=True):
                expected = metric(item.codings[one], item.codings[other], **options)
                if expected.value is None:
                    assert expected.undefined
                    assert value != value
                else:
                    assert expected.undefined is None
                    assert type(expected.value) is float
                    assert value == expected.value
                    defined += 1
    return defined
