"""How alike coders see the levels of boundaries: 1 - HierWD of ordered pairs.

Expected agreement knows no levels, so that these similarities are not corrected for chance: a
coder without any boundary reaches about 0.5 against anybody.

Source: Carroll (2010), HierWD.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks import blocks
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.metrics.registry import METRICS


def level_similarities(corpus: Corpus) -> Mapping[str, Floats]:
    """Compute 1 - HierWD of the ordered pairs of coders of each item, as far as it is defined."""
    found = {item.name: np.zeros(0) for item in corpus.items}
    for block in blocks(corpus):
        items = [corpus.items[place] for place in block.items.tolist()]
        if len(block.coders) > 1:
            values = 1 - METRICS["hierwd"].values(block, items)
            for item, of_item in zip(items, values.T, strict=True):
                found[item.name] = of_item[~np.isnan(of_item)]
    return found
