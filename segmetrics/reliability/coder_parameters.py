"""What is fitted to a coder group, as shares and on scales without limits."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from segmetrics.metrics.blocks.packing import Floats

GRADES = np.array([1.0, -1.0])
"""A boundary is prominent or not, with even odds."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """What is fitted to a coder group."""

    skill: Floats  # log odds with which each coder reports a boundary of middling prominence
    added: Floats  # share of the other places that each coder marks
    rate: float  # share of places with a shared boundary
    # Coders x displacement: shares of each coder's reports from `reach` places early to as many
    # late.
    shifts: Floats
    spread: float  # log odds between middling prominence and either grade

    @property
    def hits(self) -> Floats:
        """How likely each coder reports a shared boundary, over both grades."""
        by_grade: Floats = logistic(self.skill[:, None] + self.spread * GRADES)
        mean: Floats = by_grade.mean(axis=1)
        return mean

    @property
    def own(self) -> float:
        """Share of all marks that are expected to be the coders' own, not of shared boundaries."""
        own = float(self.added.sum()) * (1 - self.rate)
        return own / (own + float(self.hits.sum()) * self.rate)

    @property
    def vector(self) -> Floats:
        """All of them on scales without limits."""
        reach = self.shifts.shape[1] // 2
        moved = np.log(np.delete(self.shifts, reach, axis=1) / self.shifts[:, [reach]])
        rest = [logit(self.rate), self.spread]
        vector: Floats = np.concatenate([self.skill, logit(self.added), moved.ravel(), rest])
        return vector

    def at(self, vector: Floats) -> Parameters:
        """Return those that a vector says."""
        count, wide = self.shifts.shape
        moved = vector[2 * count : -2].reshape(count, wide - 1)
        shares = np.exp(np.insert(moved, wide // 2, 0.0, axis=1))
        return Parameters(
            vector[:count],
            logistic(vector[count : 2 * count]),
            float(logistic(vector[-2])),
            shares / shares.sum(axis=1, keepdims=True),
            float(vector[-1]),
        )


def logistic(x: Floats) -> Floats:
    """Return the share of log odds."""
    value: Floats = 1 / (1 + np.exp(-x))
    return value


def logit(p: Floats | float) -> Floats:
    """Return the log odds of a share."""
    value: Floats = np.log(p) - np.log1p(-np.asarray(p))
    return value
