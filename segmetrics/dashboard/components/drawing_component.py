"""Segmentations that a person draws: every place between two units is a button."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from segmetrics.dashboard.components.highlights import Seen
from segmetrics.dashboard.components.lane_components import NAME
from segmetrics.dashboard.components.registration import component
from segmetrics.phrases import told_apart


@dataclass(frozen=True, slots=True)
class DrawnLane:
    """One segmentation."""

    name: str
    entry: int
    boundaries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Gauge:
    """A number that reacts to the drawing."""

    name: str
    text: str
    href: str
    title: str
    bar: float | None = None
    change: str = ""


def drawing(
    lanes: Sequence[DrawnLane],
    seen: Seen,
    gauges: Sequence[Gauge],
    *,
    mass: int,
    entries: Sequence[str],
    sent: str,
    label: str,
    href: str,
    key: str,
) -> None:
    """Show segmentations whose boundaries are set and removed by a click or a key."""
    names = told_apart([lane.name for lane in lanes], NAME)
    data = {
        "label": label,
        "mass": mass,
        "lanes": [
            asdict(lane) | {"short": short} for lane, short in zip(lanes, names, strict=True)
        ],
        "operations": [asdict(mark) for mark in seen.marks],
        "counts": seen.counts,
        "gauges": [asdict(gauge) for gauge in gauges],
        "entries": list(entries),
        "sent": sent,
        "href": href,
    }
    component("drawing")(key=key, data=data)
