"""A published figure, the same figure computed again, and how the two compare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal, Self

from segmetrics.phrases import counted, joined
from segmetrics.rows import WithRows

Outcome = Literal["equal", "close", "differs", "missing"]
OUTCOMES: dict[Outcome, str] = {
    "equal": "equal",
    "close": "equal within sampling error",
    "differs": "different",
    "missing": "not compared",
}
"""How a figure can compare with the published one, for reading."""

# What floats may be off where a value lies halfway between two printed ones.
SLACK = 1e-9
DRAWN = (
    "curves are listed from the highest down. The paper draws them and prints no values: hold this "
    "against the drawing"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reproduced:
    """A figure of a paper, as published and as computed here.

    Examples
    --------
    >>> figure = Reproduced(row="Figure 7", column="1-WD", published=0.8462, ours=11 / 13)
    >>> figure.outcome, round(figure.difference, 6)
    ('equal', -4.6e-05)
    """

    row: str  #: the row of its part where it stands
    column: str  #: the column
    published: float | str | None  #: the published figure; None if there is none to compare with
    ours: float | str | None  #: what this library computes; None if it cannot
    decimals: int = 4  #: decimals that the paper prints
    tolerance: float = 0.0  #: how far two right figures may lie apart where one was sampled
    reason: str = ""  #: why the two are not equal

    @property
    def difference(self) -> float | None:
        """Ours less the published; None unless both are numbers."""
        if isinstance(self.ours, int | float) and isinstance(self.published, int | float):
            return self.ours - self.published
        return None

    @property
    def outcome(self) -> Outcome:
        """How the two compare; equal means equal at the printed decimals."""
        if self.published is None or self.ours is None:
            return "missing"
        off = self.difference
        if off is None:
            return "equal" if self.ours == self.published else "differs"
        printed = 0.5 * 10**-self.decimals + SLACK
        if abs(off) <= printed:
            return "equal"
        return "close" if abs(off) <= printed + self.tolerance else "differs"

    def because(self, outcome: Outcome, reason: str) -> Self:
        """Return the figure with a reason if this is how the two compare."""
        return replace(self, reason=reason) if self.outcome == outcome else self


def not_computed(row: str, column: str, reason: str) -> Reproduced:
    """Return a figure that this library does not compute, and why."""
    return Reproduced(row=row, column=column, published=None, ours=None, reason=reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class Curves:
    """The curves of a figure that a paper draws, computed again."""

    across: str  #: what the axis across shows
    up: str  #: what the axis upwards shows
    ends: tuple[float, float]  #: where the upright axis begins and ends
    places: tuple[int, ...]  #: where along the other axis the curves have values
    values: Mapping[str, tuple[float, ...]]  #: the values of each curve

    def orders(self) -> Iterator[Reproduced]:
        """List the stretches between which curves cross, with their order there."""
        for order, stretch in groupby(range(len(self.places)), key=self._order):
            first, *_, last = (self.places[at] for at in [*stretch] * 2)
            here = f"{first}" if first == last else f"{first} to {last}"
            yield Reproduced(
                row=f"{self.across}: {here}",
                column="order",
                published=None,
                ours=order,
                reason=DRAWN,
            )

    def _order(self, at: int) -> str:
        """Write which curves lie above which at a place, and which are equal."""
        heights = {name: round(values[at], 9) for name, values in self.values.items()}
        ranked = sorted(heights, key=lambda name: -heights[name])
        levels = groupby(ranked, key=heights.__getitem__)
        return " > ".join(" = ".join(names) for _, names in levels)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part(WithRows):
    """A table or figure of a paper."""

    paper: str  #: a key of `segmetrics.reproduction.PAPERS`
    title: str  #: what it is called there
    how: str  #: how it was computed again: from what, and with which options
    rows: tuple[Reproduced, ...]  #: its figures
    curves: Curves | None = None  #: what it draws, if it is a drawing


def counts_of(parts: Iterable[Part]) -> Counter[Outcome]:
    """Count how the figures of some parts compare."""
    return Counter(figure.outcome for part in parts for figure in part.rows)


def unexplained(parts: Iterable[Part]) -> Iterator[tuple[Part, Reproduced]]:
    """List the figures that differ without a documented reason."""
    for part in parts:
        for figure in part.rows:
            if figure.outcome == "differs" and not figure.reason:
                yield part, figure


def summary_of(parts: Iterable[Part]) -> str:
    """Return a sentence on how published figures and ours compare."""
    parts = tuple(parts)
    found = counts_of(parts)
    compared = found.total() - found["missing"]
    without = sum(1 for _ in unexplained(parts))
    said = [f"{counted(found['equal'], 'is', 'are')} equal to every printed decimal"]
    if found["close"]:
        said.append(f"{counted(found['close'], 'is', 'are')} equal within sampling error")
    if found["differs"] > without:
        said.append(
            f"{counted(found['differs'] - without, 'is', 'are')} different for a documented reason"
        )
    if without:
        said.append(f"{counted(without, 'is', 'are')} different without one")
    if not compared:
        return "No figure can be compared; the reasons say why."
    sentence = f"Of {compared:,} figures {joined(said)}."
    if found["missing"]:
        sentence += f" {found['missing']:,} more cannot be compared; their reasons say why."
    return sentence
