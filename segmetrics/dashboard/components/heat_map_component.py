"""A heat map of the boundaries of items, and the texts that it shows on hover."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import streamlit as st

from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard.components.registration import component, sent
from segmetrics.metrics.blocks import blocks
from segmetrics.phrases import plural, told_apart

NAME = 24
"""Letters of an item's name for which there is room beside its line, about."""


@dataclass(frozen=True)
class HeatMapData:
    """The boundaries of a corpus as a heat map needs them."""

    coders: tuple[str, ...]
    items: list[dict[str, Any]]
    bits: str
    unit: str


def item_names(items: Sequence[Item]) -> list[dict[str, str]]:
    """Return the name of each item, and a short one where it is long."""
    names = [item.name for item in items]
    return [
        {"name": name} if short == name else {"name": name, "short": short}
        for name, short in zip(names, told_apart(names, NAME), strict=True)
    ]


def heat_map_data(corpus: Corpus) -> HeatMapData:
    """Pack the boundaries of a corpus for the heat map."""
    place_of = {coder: place for place, coder in enumerate(corpus.coders)}
    packed: dict[int, tuple[tuple[str, ...], bytes]] = {}
    for block in blocks(corpus):
        ends = [*block.starts[1:].tolist(), block.words.shape[1]]
        for place, start, end in zip(
            block.items.tolist(), block.starts.tolist(), ends, strict=True
        ):
            packed[place] = (block.coders, block.words[:, start:end].tobytes())
    items, parts, offset = [], [], 0
    for place, (item, names) in enumerate(zip(corpus.items, item_names(corpus.items), strict=True)):
        coders, content = packed[place]
        items.append(
            {
                **names,
                "mass": item.mass,
                "coders": [place_of[coder] for coder in coders],
                "offset": offset,
                "bytes": len(content) // len(coders),
                **({"texts": texts_id(item)} if item.texts else {}),
            }
        )
        parts.append(content)
        offset += len(content)
    bits = base64.b64encode(b"".join(parts)).decode("ascii")
    return HeatMapData(corpus.coders, items, bits, corpus.unit)


@dataclass(frozen=True, slots=True)
class GoldMarks:
    """Gold boundaries that a heat map marks."""

    items: Mapping[str, Mapping[str, Sequence[int]]]
    lane: int


def heat_map(
    data: HeatMapData,
    *,
    order: Sequence[int],
    href: str,
    label: str,
    key: str,
    chosen: tuple[str, int] | None = None,
    names: bool = True,
    height: int | None = None,
    gold: GoldMarks | None = None,
) -> None:
    """Show items stacked, one cell for each potential boundary, shaded by share of coders."""
    content = {
        "coders": data.coders,
        "items": [data.items[place] for place in order],
        "order": ",".join(map(str, order)),
        "bits": data.bits,
        "unit": data.unit,
        "units": plural(data.unit),
        "href": href,
        "label": label,
        "labels": names,
        "height": height,
        "chosen": {"item": chosen[0], "place": chosen[1]} if chosen else None,
        **({"gold": asdict(gold)} if gold else {}),
    }
    component("heat_map")(key=key, data=content)


@dataclass(frozen=True, slots=True)
class UnitTexts:
    """Texts of neighbouring units of an item."""

    id: str
    first: int
    texts: Sequence[str]


def texts_id(item: Item) -> str | None:
    """Name the texts of an item, for components that show the same ones; None without texts."""
    return f"{hash(item.texts):x}" if item.texts else None


@st.fragment
def texts_on_hover(answer: Callable[[str, int], UnitTexts | None], *, key: str) -> None:
    """Send the texts around the place of a heat map that a person points at, and no others."""
    item, place = (sent(key, "asked").get(of) for of in ("item", "place"))
    found = answer(item, place) if isinstance(item, str) and isinstance(place, int) else None
    component("texts")(key=key, data=asdict(found) if found else {}, on_asked_change=lambda: None)
