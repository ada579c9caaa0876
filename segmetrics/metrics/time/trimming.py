"""Which boundaries count: not those near the start and the end, nor those right after another."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite

from segmetrics.axis import scale_of
from segmetrics.corpus import Corpus, Item
from segmetrics.segmentation import Segmentation
from segmetrics.time_scale import TimeScale

Trim = tuple[float, float]
"""Seconds at the start and at the end."""


def with_presses_counted(
    corpus: Corpus, *, trim: Trim = (0.0, 0.0), minimum_gap: float = 0.0
) -> Corpus:
    """Leave out boundaries near the start and the end, and those right after another one.

    What `time_coding` does where times are read, for a corpus that was read before.
    """
    scale = _checked(corpus, trim, minimum_gap)
    if not (any(trim) or minimum_gap):
        return corpus
    gap = scale.steps(minimum_gap)
    items = []
    for item in corpus.items:
        first, last = _kept(item, scale, trim)
        codings = {
            coder: _thinned(coding, first, last, gap) for coder, coding in item.codings.items()
        }
        items.append(replace(item, codings=codings))
    counted = replace(corpus, items=tuple(items))
    return corpus if counted == corpus else counted


def cut_to_trim(corpus: Corpus, *, trim: Trim) -> Corpus:
    """Return the recordings without their trimmed start and end, each beginning at 0 again.

    Independent people are made within what is left, and bins lie within it. Texts, types and
    decisions stay behind.
    """
    scale = _checked(corpus, trim, 0.0)
    if not any(trim):
        return corpus
    items = []
    for item in corpus.items:
        first, last = _kept(item, scale, trim)
        # A boundary right at the end of what is trimmed counts, and position 0 would be an edge.
        begin, end = max(first - 1, 0), min(last + 1, item.mass)
        mass = max(end - begin, 1)
        codings = {
            coder: Segmentation(
                mass,
                tuple(place - begin for place in coding.boundaries if begin < place < end),
                scale=scale,
            )
            for coder, coding in item.codings.items()
        }
        items.append(Item(item.name, codings))
    return replace(corpus, items=tuple(items), decisions=())


def _checked(corpus: Corpus, trim: Trim, minimum_gap: float) -> TimeScale:
    """Return the scale of recordings, if the lengths of time can be used."""
    scale = scale_of(corpus)
    for name, length in (("trim", trim[0]), ("trim", trim[1]), ("minimum_gap", minimum_gap)):
        if not (isfinite(length) and length >= 0):
            raise ValueError(f"{name} is a number of seconds from 0 on, got {length!r}")
    return scale


def _kept(item: Item, scale: TimeScale, trim: Trim) -> tuple[int, int]:
    """Return the first and the last position that is not trimmed."""
    return scale.steps(trim[0]), item.mass - scale.steps(trim[1])


def _thinned(coding: Segmentation, first: int, last: int, gap: int) -> Segmentation:
    """Return a coding without what is trimmed or too close; itself if all of it counts."""
    kept: list[int] = []
    before = -gap
    for at, place in enumerate(coding.boundaries):
        if first <= place <= last and place - before >= gap:
            kept.append(at)
            before = place
    if len(kept) == len(coding.boundaries):
        return coding
    types, levels = coding.types, coding.levels
    return replace(
        coding,
        boundaries=tuple(coding.boundaries[at] for at in kept),
        types=None if types is None else tuple(types[at] for at in kept),
        levels=None if levels is None else tuple(levels[at] for at in kept),
    )
