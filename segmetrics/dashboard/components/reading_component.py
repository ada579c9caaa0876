"""The text of an item with boundaries in its margin."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Any

import streamlit as st

from segmetrics.corpus import Item
from segmetrics.dashboard.components import words
from segmetrics.dashboard.components.heat_map_component import texts_id
from segmetrics.dashboard.components.highlights import Seen
from segmetrics.dashboard.components.lane_components import NAME, names_carried
from segmetrics.dashboard.components.registration import coder_places, component
from segmetrics.phrases import plural, told_apart
from segmetrics.segmentation import Segmentation


def reading(
    item: Item,
    units: tuple[int, int],
    pair: tuple[str, str] | None = None,
    seen: Seen | None = None,
    *,
    place: int | None,
    href: str,
    key: str,
) -> None:
    """Show the text of an item with every coder's boundaries in the margin, and what is seen."""
    (first, last), marks = units, seen.marks if seen else []
    name = texts_id(item)
    data = {
        "label": words.TEXT.format(item=item.name, units=plural(item.unit), first=first, last=last),
        "unit": item.unit,
        "id": name,
        "from": first,
        "mass": item.mass,
        "texts": spoken_texts(item)[first - 1 : last],
        "between": item.between_words,
        "coders": [
            {"name": coder, "short": short, "place": at, **_placed(segmentation, units)}
            for (coder, segmentation), short, at in zip(
                item.codings.items(),
                told_apart(item.coders, NAME),
                coder_places(item.coders),
                strict=True,
            )
        ],
        "levels": any(s.levels is not None for s in item.codings.values()),
        "pair": [item.coders.index(coder) for coder in pair or ()],
        "marks": [(mark.kind, mark.text, mark.positions, mark.lanes) for mark in marks],
        "counts": seen.counts if seen else {},
    }
    with st.container(gap=None):
        component("reading")(key=key, data=data)
        component("place")(key=f"{key} place", data={"id": name, "place": place, "href": href})


def spoken_texts(item: Item) -> tuple[str, ...]:
    """Return the texts of the units of an item, each behind who speaks where that is known."""
    texts = item.texts or ()
    if item.speakers is None:
        return texts
    return tuple(
        f"{who}: {text}" if who and not text.startswith(who) else text
        for who, text in zip(item.speakers, texts, strict=True)
    )


def _placed(segmentation: Segmentation, units: tuple[int, int]) -> dict[str, Any]:
    """Return the boundaries beside the units, each with its types."""
    first, last = units
    start = bisect_left(segmentation.boundaries, first)
    end = bisect_right(segmentation.boundaries, last)
    return {
        "boundaries": segmentation.boundaries[start:end],
        "marks": names_carried(segmentation, start, end),
    }
