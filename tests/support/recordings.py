"""Boundaries of recordings in seconds, for tests that name times."""

from __future__ import annotations

from segmetrics.corpus import Item

OF_TIMES = ("times-csv", "jams", "textgrid")
"""The formats that are written of recordings alone."""


def places(item: Item) -> dict[str, tuple[float, ...]]:
    """Return the boundaries of each coder: in seconds of a recording, else in units."""
    seconds = item.scale.seconds if item.scale is not None else float
    return {
        coder: tuple(seconds(place) for place in coding.boundaries)
        for coder, coding in item.codings.items()
    }


def length(item: Item) -> float:
    """Return how long an item is: in seconds of a recording, else in units."""
    return item.scale.seconds(item.mass) if item.scale is not None else item.mass
