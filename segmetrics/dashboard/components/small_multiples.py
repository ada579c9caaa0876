"""Items in few cells: a line for each, or a small panel for each with its coders' lanes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from segmetrics.corpus import UNIT, Item
from segmetrics.dashboard.components.heat_map_component import item_names, texts_id
from segmetrics.dashboard.components.registration import coder_places, component, packed
from segmetrics.phrases import plural
from segmetrics.plots.binning import CELLS, bins, fitting_cells, lanes

# Numbers of all items, at most where cells can be larger.
NUMBERS = 200_000


@dataclass(frozen=True)
class CellData:
    """Items in cells of several places, as the browser needs them."""

    items: list[dict[str, Any]]
    cells: str
    wide: bool
    fullest: float
    most: int
    unit: str


def cell_data(items: Sequence[Item]) -> CellData:
    """Return the places of items in as many cells as keep the data small."""
    return _packed(items, fitting_cells(items, NUMBERS), with_lanes=False)


def a_cell_each(items: Sequence[Item]) -> bool:
    """Return whether each place has a cell of its own in `cell_data`."""
    return max(item.mass for item in items) - 1 <= fitting_cells(items, NUMBERS)


def panel_data(items: Sequence[Item]) -> CellData:
    """Return the places of items in cells, with a lane for each coder."""
    return _packed(items, CELLS, with_lanes=True)


def _packed(items: Sequence[Item], cells: int, *, with_lanes: bool) -> CellData:
    described: list[dict[str, Any]] = []
    parts: list[NDArray[np.int64]] = []
    offset, fullest, most = 0, 0.0, 0
    for item, names in zip(items, item_names(items), strict=True):
        found = bins(item, cells)
        planes = [found.largest]
        if found.size > 1:
            planes += [found.within, found.marked]
            fullest = max(fullest, float(found.filled.max()))
        if with_lanes:
            counted = lanes(item, found.size)
            most = max(most, int(counted.max(initial=0)))
            planes += list(counted)
        described.append(
            {
                **names,
                "mass": item.mass,
                "coders": item.coders if with_lanes else len(item.coders),
                **({"places": coder_places(item.coders)} if with_lanes else {}),
                "size": found.size,
                "cells": len(found.largest),
                "offset": offset,
                **({"texts": texts_id(item)} if item.texts else {}),
            }
        )
        parts += planes
        offset += len(found.largest) * len(planes)
    numbers = np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)
    wide = bool(numbers.max(initial=0) > np.iinfo(np.uint8).max)
    coded = packed(numbers.astype("<u2" if wide else "u1"))
    unit = items[0].unit if items else UNIT
    return CellData(described, coded, wide, fullest, most, unit)


def overview(
    data: CellData, *, href: str, label: str, key: str, chosen: tuple[str, int] | None = None
) -> None:
    """Show a line for each item, whose cells are as many places as make it one line."""
    content = {
        "overview": True,
        "unit": data.unit,
        "units": plural(data.unit),
        "items": data.items,
        "order": ",".join(str(item["offset"]) for item in data.items),
        "cells": data.cells,
        "wide": data.wide,
        "fullest": data.fullest,
        "href": href,
        "label": label,
        "labels": True,
        "height": None,
        "chosen": {"item": chosen[0], "place": chosen[1]} if chosen else None,
    }
    component("heat_map")(key=key, data=content)


@dataclass(frozen=True, slots=True)
class PanelText:
    """What stands beside the name of a panel: R, over which similarity, or why it has none."""

    value: str
    over: str
    title: str


def multiples(
    data: CellData,
    texts: Sequence[PanelText],
    *,
    same_scale: bool,
    href: str,
    label: str,
    key: str,
    chosen: tuple[str, int] | None = None,
) -> None:
    """Show a small panel for each item: its coders' lanes above the shares of coders."""
    content = {
        "items": [{**item, **asdict(text)} for item, text in zip(data.items, texts, strict=True)],
        "cells": data.cells,
        "wide": data.wide,
        "most": data.most,
        "unit": data.unit,
        "units": plural(data.unit),
        "same": same_scale,
        "href": href,
        "label": label,
        "chosen": {"item": chosen[0], "place": chosen[1]} if chosen else None,
    }
    component("multiples")(key=key, data=content)
