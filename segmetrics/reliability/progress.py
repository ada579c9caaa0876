"""Progress of a computation: it is told the share that is done, and may raise to stop it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

Progress = Callable[[float], None]

Part = TypeVar("Part")


def part_of(progress: Progress | None, place: float, parts: float) -> Progress | None:
    """Return what reports the progress of one of several equal parts as that of the whole."""
    return progress and (lambda share: progress((place + share) / parts))


def reported(
    parts: Iterable[Part],
    progress: Progress | None,
    total: int,
    size: Callable[[Any], int] = lambda _: 1,
) -> Iterator[Part]:
    """Go through parts of some size, and report after each how much of the total is done."""
    done = 0
    for part in parts:
        yield part
        done += size(part)
        if progress:
            progress(done / total)
