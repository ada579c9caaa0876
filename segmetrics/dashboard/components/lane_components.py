"""Segmentations as aligned strips: of all coders, or of two with what lies between them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from segmetrics.corpus import Item
from segmetrics.dashboard.components import words
from segmetrics.dashboard.components.heat_map_component import texts_id
from segmetrics.dashboard.components.highlights import Seen
from segmetrics.dashboard.components.registration import coder_places, component, picture
from segmetrics.phrases import plural, told_apart
from segmetrics.segmentation import Segmentation

NAME = 15
"""Letters of a coder's name for which there is room beside a strip."""


def chart_picture(of: str, label: str) -> None:
    """Offer the figure of a key, which Plotly drew, as a picture."""
    data = {"of": of, "picture": picture(of), "label": label}
    component("chart_picture")(key=f"picture of {of}", data=data)


def strips(
    item: Item,
    *,
    window: tuple[int, int],
    place: int | None,
    marked: Sequence[str],
    href: str,
    key: str,
    beside: Sequence[str] = (),
) -> None:
    """Show all coders' segmentations of an item as aligned strips."""
    lanes = [
        {**_lane(item, coder, window, marked=coder in marked), "beside": coder in beside}
        for coder in item.coders
    ]
    label = words.STRIPS.format(item.name, plural(item.unit), *window)
    component("lanes")(key=key, data=_lanes_data(item, window, place, lanes, label, href))


def pair_view(
    item: Item,
    pair: tuple[str, str],
    seen: Seen,
    *,
    window: tuple[int, int],
    place: int | None,
    label: str,
    href: str,
    key: str,
) -> None:
    """Show two coders' segmentations, and between them what a metric sees."""
    lanes = [_lane(item, coder, window, marked=True) for coder in pair]
    data = _lanes_data(item, window, place, lanes, label, href)
    data |= {"operations": [asdict(mark) for mark in seen.marks], "counts": seen.counts}
    component("lanes")(key=key, data=data)


def _lanes_data(
    item: Item,
    window: tuple[int, int],
    place: int | None,
    lanes: list[dict[str, Any]],
    label: str,
    href: str,
) -> dict[str, Any]:
    first, last = window
    names = told_apart([lane["name"] for lane in lanes], NAME)
    return {
        "label": label,
        "mass": item.mass,
        "unit": item.unit,
        "from": first,
        "to": last,
        "place": place,
        "lanes": [lane | {"short": short} for lane, short in zip(lanes, names, strict=True)],
        "operations": None,
        "href": href,
        "texts": texts_id(item),
    }


def _lane(item: Item, coder: str, window: tuple[int, int], *, marked: bool) -> dict[str, Any]:
    """Describe the segments of a coder that reach into a window, or to its edge."""
    first, last = window
    segmentation = item.codings[coder]
    ends = segmentation.boundaries
    start, end = bisect_left(ends, first - 1), bisect_right(ends, last)
    marks = names_carried(segmentation, start, end + 1)
    segments = [
        (
            ends[at - 1] + 1 if at else 1,
            ends[at] if at < len(ends) else item.mass,
            at + 1,
            ", ".join(marks[at - start]) if at < len(ends) else "",
        )
        for at in range(start, end + 1)
    ]
    (place,) = coder_places([coder])
    return {"name": coder, "coder": place, "segments": segments, "marked": marked}


def names_carried(segmentation: Segmentation, start: int, end: int) -> list[list[str]]:
    """List what some boundaries carry: types, or a level; nothing for a plain one."""
    if segmentation.types is not None:
        return [sorted(names) for names in segmentation.types[start:end]]
    if segmentation.levels is not None:
        return [[str(level)] for level in segmentation.levels[start:end]]
    return [[] for _ in segmentation.boundaries[start:end]]
