"""Coders followed over rounds by kappa with the others, the number of the page Coders."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from segmetrics.boundary_marks import Uncertain, with_uncertain
from segmetrics.corpus import UNIT, Corpus
from segmetrics.dashboard.frame.computations import findings_of


class InRound(NamedTuple):
    """A coder in a round, on the items that others coded too; kappa is None if undefined."""

    items: int
    boundaries: int
    units: int
    kappa: float | None
    unit: str = UNIT

    @property
    def in_100_units(self) -> float:
        """Boundaries in 100 units."""
        return 100 * self.boundaries / self.units if self.units else 0.0


class FollowedCoder(NamedTuple):
    """A coder in all rounds; None in a round without the coder."""

    coder: str
    rounds: tuple[InRound | None, ...]

    def kappa(self, place: int) -> float | None:
        """Kappa with the others in a round."""
        found = self.rounds[place]
        return None if found is None else found.kappa

    @property
    def change(self) -> float | None:
        """Kappa of the last round less that of the first; None if either is undefined."""
        before, after = self.kappa(0), self.kappa(-1)
        return None if before is None or after is None else after - before

    @property
    def times(self) -> float:
        """Times as many boundaries in 100 units in the last round as in the first; else 1."""
        before, after = self.rounds[0], self.rounds[-1]
        if not (before and after and before.units and after.units):
            return 1.0
        if not before.boundaries:
            return inf if after.boundaries else 1.0
        return after.in_100_units / before.in_100_units


def followed_coders(corpora: Sequence[Corpus], uncertain: Uncertain) -> list[FollowedCoder]:
    """Follow the coders of rounds; nobody if no two are in the first and the last, or at hand."""
    if len(set(corpora[0].coders) & set(corpora[-1].coders)) < 2:
        return []
    rounds = []
    for corpus in corpora:
        found = findings_of(corpus, uncertain).glanced()
        if found is None:
            return []
        units = _units(with_uncertain(corpus, uncertain))
        rounds.append(
            {
                row.coder: InRound(
                    row.items, row.boundaries, units[row.coder], row.kappa, corpus.unit
                )
                for row in found.rows
            }
        )
    coders = dict.fromkeys(coder for corpus in corpora for coder in corpus.coders)
    return [FollowedCoder(coder, tuple(one.get(coder) for one in rounds)) for coder in coders]


def _units(corpus: Corpus) -> dict[str, int]:
    """Count the units of each coder's items that others coded too."""
    units = dict.fromkeys(corpus.coders, 0)
    for item in corpus.items:
        for coder in item.codings if len(item.codings) > 1 else ():
            units[coder] += item.mass
    return units
