"""Places in the text that show what the model says of a coder: missed boundaries, and own ones.

A missed one is a place that very likely has a shared boundary, and the coder none fewer than n
places from it. An own one is a boundary that nobody else has, where hardly any shared boundary can
be. The surest come first. Of a coder whose verdict is early or late they are near misses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from segmetrics.coding_model.packed_marks import marked_places
from segmetrics.corpus import Corpus, Item
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.reliability.coder_cards import (
    PlaceExample,
    RankedPlace,
    chosen_places,
    places_beside,
)
from segmetrics.reliability.fitted_coders import SIDES, CoderModel

LIKELY, UNLIKELY = 0.8, 0.2
"""How likely a shared boundary has to be for one who has none near, or may be for an own one."""


def modelled_places(group: Corpus, model: CoderModel) -> Mapping[str, tuple[PlaceExample, ...]]:
    """Choose at most three places to show of each coder of a group that the model speaks of."""
    known = {row.coder for row in model.coders if row.hits.value is not None}
    people = [coder for coder in group.coders if coder in known]
    if not people:
        return {}
    support = {row.item: np.array(row.support) for row in model.items if not row.guessed}
    sides = {one.coder: SIDES.get(one.verdict, "none") for one in model.verdicts}
    ranked: dict[str, list[RankedPlace]] = {coder: [] for coder in people}
    items = group.select(coders=people).items
    for item in items:
        likely = support.get(item.name, np.empty(0))
        if len(likely) and len(item.codings) > 1:
            for coder, found in _places(item, likely, model.options.n - 1):
                ranked[coder].append(found)
    return {
        coder: places_beside(items, coder, sides.get(coder, "none")) or chosen_places(places)
        for coder, places in ranked.items()
    }


def _places(item: Item, support: Floats, reach: int) -> Iterator[tuple[str, RankedPlace]]:
    """Find what coders of an item missed and have alone, with what puts the surest first."""
    marks = marked_places(item, item.coders).T > 0
    near, sure = marks.copy(), support.copy()
    for step in range(1, reach + 1):
        near[:, step:] |= marks[:, :-step]
        near[:, :-step] |= marks[:, step:]
        sure[step:] = np.maximum(sure[step:], support[:-step])
        sure[:-step] = np.maximum(sure[:-step], support[step:])
    marked = near.sum(axis=0)
    alone = (marks.sum(axis=0) == 1) & (sure < UNLIKELY)
    for row, coder in enumerate(item.codings):
        for at in np.flatnonzero((support >= LIKELY) & ~near[row]).tolist():
            one = PlaceExample.at(item, at + 1, "missed", int(marked[at]), float(support[at]))
            yield coder, ((-float(support[at]), at), one)
        for at in np.flatnonzero(marks[row] & alone).tolist():
            one = PlaceExample.at(item, at + 1, "alone", 0, float(sure[at]))
            yield coder, ((float(sure[at]), at), one)
