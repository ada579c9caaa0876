"""Segmentations that a person draws: every place between two units is a button."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from segmetrics.dashboard.components import Mark, _component

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["DrawnLane", "Gauge", "drawing"]


@dataclass(frozen=True, slots=True)
class DrawnLane:
    """One segmentation.

    Parameters
    ----------
    name : str
        What it is called.
    entry : int
        Its place among the entries of the address.
    boundaries : tuple of int
        Its boundaries.
    """

    name: str
    entry: int
    boundaries: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Gauge:
    """A number that reacts to the drawing.

    Parameters
    ----------
    name, text : str
        What it is called, and its value in words.
    href : str
        Where a click on its name leads.
    title : str
        More about it, shown on hover.
    bar : float, optional
        Share of a bar below it, in [0, 1].
    change : str
        By how much the last change moved it; empty if it did not.
    """

    name: str
    text: str
    href: str
    title: str
    bar: float | None = None
    change: str = ""


def drawing(
    lanes: Sequence[DrawnLane],
    marks: Sequence[Mark],
    counts: Mapping[str, tuple[int, int]],
    gauges: Sequence[Gauge],
    *,
    mass: int,
    entries: Sequence[str],
    sent: str,
    label: str,
    href: str,
    key: str,
) -> None:
    """Show segmentations whose boundaries are set and removed by a click or a key.

    A click redraws at once and opens the view with the new segment sizes as ``drawn``.

    Parameters
    ----------
    lanes : sequence of DrawnLane
        The segmentations; `marks` stand between the first two.
    marks : sequence of Mark
        The edits between the first two.
    counts : mapping of str to (int, int)
        Kinds of marks to how many there are, for the legend.
    gauges : sequence of Gauge
        What stands below them.
    mass : int
        Units of the text.
    entries : sequence of str
        What the address says of all segmentations, by `DrawnLane.entry`.
    sent : str
        The parameter ``drawn`` that this answers, so that a late answer is known as such.
    label : str
        What it shows, for screen readers.
    href : str
        Where a click leads, without ``drawn``; it is added.
    key : str
        Key of the element.
    """
    data = {
        "label": label,
        "mass": mass,
        "lanes": [asdict(lane) for lane in lanes],
        "operations": [asdict(mark) for mark in marks],
        "counts": dict(counts),
        "gauges": [asdict(gauge) for gauge in gauges],
        "entries": list(entries),
        "sent": sent,
        "href": href,
    }
    _component("drawing")(key=key, data=data)
