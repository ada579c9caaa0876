"""A list of items with their numbers and their strips of the heat map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from segmetrics.corpus import UNIT, Item
from segmetrics.dashboard.components.registration import component, packed
from segmetrics.phrases import plural
from segmetrics.plots.binning import bins, fitting_cells, moments

# Numbers of all strips, at most where cells can be larger.
NUMBERS = 100_000


@dataclass(frozen=True)
class Strips:
    """How many coders placed a boundary in each cell of items, as the browser needs it.

    The numbers have `bits` each, 4, 8 or 16; an item has at most `most`. For items whose cells
    hold several places, `strongest` has how far the one that most coders marked is from the first
    of its cell, in numbers of one byte, or of two if they are `wide`.
    """

    cells: str
    most: int
    bits: int
    strongest: str
    wide: bool


def strips_of(items: Sequence[Item], steps: int | None = None) -> Strips:
    """Return the places of items in as many cells as keep the data small."""
    most = fitting_cells(items, NUMBERS)
    binned = [bins(item, most) if steps is None else moments(item, most, steps) for item in items]
    numbers = _joined([one.largest for one in binned])
    bits = next(bits for bits in (4, 8, 16) if numbers.max(initial=0) < 1 << bits)
    if bits == 4:
        pairs = np.pad(numbers, (0, len(numbers) % 2)).reshape(-1, 2)
        numbers = pairs[:, 0] | pairs[:, 1] << 4
    within = _joined([one.within for one in binned if one.size > 1])
    within = np.minimum(within, np.iinfo(np.uint16).max)
    wide = bool(within.max(initial=0) > np.iinfo(np.uint8).max)
    return Strips(_packed(numbers, wide=bits == 16), most, bits, _packed(within, wide=wide), wide)


def _joined(parts: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    return np.concatenate([np.zeros(0, dtype=np.int64), *parts])


def _packed(numbers: NDArray[np.int64], *, wide: bool) -> str:
    return packed(numbers.astype("<u2" if wide else "u1"))


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column of numbers: its heading, its cells, and what opens there.

    A cell is a text, or the place of the reason in `whys` why there is none. `ranges` are the
    intervals around the cells in the same way.
    """

    text: str
    sub: str
    title: str
    cells: Sequence[str | int]
    opens: str = ""  # the key of a number up to its item
    named: str = ""  # what opens, up to its item
    ranges: Sequence[str | int] = ()


@dataclass(frozen=True, slots=True)
class ListVerdict:
    """A verdict: its name, what it means, how far its mark is filled, in [0, 1], and a note."""

    text: str
    title: str
    filled: float | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class ListedItems:
    """Items in the order of the corpus, each with all that their rows say."""

    names: Sequence[str]
    masses: Sequence[int]
    coders: Sequence[int]
    verdicts: Sequence[int]
    p: Sequence[str]
    named_p: str
    kinds: Sequence[ListVerdict]
    columns: Sequence[ListColumn]
    whys: Sequence[str]
    unit: str = UNIT  # what a unit is called
    resolution: float | None = None  # seconds of a place, of recordings


def _fields(row: Any) -> dict[str, Any]:
    """Return what a row holds by its names; `asdict` would copy thousands of texts."""
    return {field.name: getattr(row, field.name) for field in fields(row)}


def item_list(
    items: ListedItems,
    strips: Strips,
    *,
    order: Sequence[int],
    href: str,
    opens: str,
    caption: str,
    labels: Mapping[str, str],
    key: str,
    chosen: str | None = None,
) -> None:
    """Show items in an order, a row each; `href` leads to items, `opens` to their numbers.

    `labels` are the words besides the numbers: headings, and what is said where there is none.
    """
    data: dict[str, Any] = {
        **_fields(items),
        "kinds": [_fields(one) for one in items.kinds],
        "columns": [_fields(one) for one in items.columns],
        "units": plural(items.unit),
        "strips": _fields(strips),
        "order": order,
        "href": href,
        "opens": opens,
        "caption": caption,
        "labels": labels,
        "chosen": chosen,
    }
    component("item_list")(key=key, data=data)
