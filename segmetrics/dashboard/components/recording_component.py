"""Recordings along one time line: density of boundaries, lanes of coders, shades of recordings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from segmetrics.corpus import Item
from segmetrics.dashboard.components import words
from segmetrics.dashboard.components.registration import coder_places, component, packed
from segmetrics.reliability.press_density import PressDensity
from segmetrics.segmentation import Segmentation
from segmetrics.time_scale import TimeScale

Floats = NDArray[np.float64]

MINUTE = 60
# Cells of a line of shades: more than a screen has pixels.
MOST_CELLS = 4000


class MarkedPlace(NamedTuple):
    """A place of a recording that is marked below its curve; positions are steps."""

    place: int
    low: float | None
    high: float | None
    above: bool
    text: str


@dataclass(frozen=True, slots=True)
class ShadedLine:
    """The density of one recording, or of one coder, as a line of shades."""

    name: str
    duration: int
    curve: PressDensity
    href: str
    chosen: bool = False


def recording(
    item: Item,
    curve: PressDensity,
    peaks: Sequence[MarkedPlace],
    *,
    place: int | None,
    tolerance: float,
    marked: Sequence[str] = (),
    beside: Mapping[str, Segmentation] | None = None,
    href: str,
    key: str,
) -> None:
    """Show a recording: its density with its chance level, peaks, and a lane for each coder.

    `beside` are lanes of no coder, which stand first; of the `marked` coders the name is bold.
    """
    lanes: list[dict[str, Any]] = [
        {"name": name, "coder": None, "places": tuple(coding.boundaries), "marked": True}
        for name, coding in (beside or {}).items()
    ]
    colours = coder_places(item.codings)
    for colour, (name, coding) in zip(colours, item.codings.items(), strict=True):
        own = {"name": name, "coder": colour, "places": tuple(coding.boundaries)}
        lanes.append({**own, "marked": name in marked})
    data = _data(item.name, item.mass, item.scale, href, words.RECORDING.format(item.name), place)
    data |= {
        "curve": _curve(curve),
        "lanes": lanes,
        "peaks": [peak._asdict() for peak in peaks],
        "peaks_mean": words.ABOVE_CHANCE if beside is None else words.IN_CONSENSUS,
        "tolerance": tolerance,
        "media": True,
    }
    component("recording")(key=key, data=data)


def shaded_recordings(
    lines: Sequence[ShadedLine],
    scale: TimeScale | None,
    *,
    name: str,
    label: str,
    key: str,
    shades_mean: str = "",
) -> None:
    """Show recordings, or coders of one, as lines of shades of one scale, and what shades mean."""
    longest = max(line.duration for line in lines)
    top = max(max(line.curve.density) for line in lines) * MINUTE or 1.0
    data = _data(name, longest, scale, "", label, None)
    data["shades_mean"] = shades_mean
    data["shades"] = [
        {
            "name": line.name,
            "duration": line.duration,
            "cells": packed(np.rint(_thinned(line.curve) * MINUTE / top * 255).astype(np.uint8)),
            "top": top,
            "href": line.href,
            "chosen": line.chosen,
        }
        for line in lines
    ]
    component("recording")(key=key, data=data)


def _data(
    name: str, duration: int, scale: TimeScale | None, href: str, label: str, place: int | None
) -> dict[str, Any]:
    """Return what every time line has."""
    return {
        "name": name,
        "duration": duration,
        "resolution": (scale or TimeScale()).resolution,
        "href": href,
        "label": label,
        "place": place,
        "curve": None,
        "lanes": [],
        "shades": [],
        "shades_mean": "",
        "peaks": [],
        "peaks_mean": words.ABOVE_CHANCE,
        "tolerance": 0,
        "media": False,
    }


def _curve(curve: PressDensity) -> dict[str, Any]:
    """Return a density in boundaries a minute, up to a little above its greatest value."""
    heights = np.array(curve.density) * MINUTE
    chance = None if curve.chance is None else curve.chance * MINUTE
    top = 1.05 * max(float(heights.max()), chance or 0.0) or 1.0
    return {
        "top": top,
        "heights": packed(np.rint(heights / top * 65535).astype("<u2")),
        "chance": chance,
        "chance_text": words.CHANCE_LEVEL,
    }


def _thinned(curve: PressDensity) -> Floats:
    """Return the greatest density of each of at most so many cells."""
    heights = np.array(curve.density)
    cells = min(len(heights), MOST_CELLS)
    found: Floats = np.maximum.reduceat(heights, np.arange(cells) * len(heights) // cells)
    return found
