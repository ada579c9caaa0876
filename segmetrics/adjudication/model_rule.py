"""The rule that asks the model of the coders: when it is silent, and which places it takes.

The model is that of `segmetrics.reliability.fitted_coders`. The rule takes a place if a shared
boundary is likelier there than not, or there and at places near it together; at least two coders
marked it or a place near it. Of places near each other it takes one, unless two boundaries are
likelier than one. It gives no consensus where the model itself says nothing, and none from three
coders.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from segmetrics.phrases import by_reason, listed
from segmetrics.reliability.fitted_coders import THREE_CODERS, CoderModel
from segmetrics.segmentation import Segmentation

# Groups that a reason names; of more it gives the number.
NAMED = 3

LIKELY = 0.5
"""Above this a boundary is likelier than not."""

MOSTLY_OWN = 0.7
"""Share of marks that are coders' own above which nobody is told how sure places are. In 27 of 30
projects whose coders share one habit and nothing else there are more, in others hardly ever."""

ROUGHLY = ((0.3, "fewer than a third"), (LIKELY, "fewer than half"))
"""Shares of many coders below these are called so. In percent they were off by 9 to 20 points where
coders differ much (``python -m benchmarks.claims --shares``)."""

BACKED_BY = 2
"""Coders who have to mark a place, or one near it, that the model takes."""


class ModelRefused(ValueError):
    """The model of the coders gives no consensus; the message says why, and what to do."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why

    def __str__(self) -> str:
        """Return the reason and what to do."""
        return f"the model of the coders gives no consensus: {self.why}; use the rule pooled"


def silent_groups(model: CoderModel) -> Mapping[str, str]:
    """Return the groups of which the model gives no consensus, and why."""
    return {
        one.group: one.refusal or THREE_CODERS
        for one in model.groups
        if one.refusal or THREE_CODERS in one.warnings
    }


def silent_because(model: CoderModel) -> str:
    """Return why the model gives no consensus of a corpus; empty if it gives one of all groups."""
    reasons = by_reason(silent_groups(model).items())
    if len(model.groups) == 1:
        return "".join(reasons)
    return "; ".join(f"{listed(groups, NAMED)}: {why}" for why, groups in reasons.items())


def probabilities(model: CoderModel) -> Mapping[str, tuple[float, ...]]:
    """Return how likely each place of an item has a shared boundary, where the model may speak.

    Parameters
    ----------
    model : CoderModel
        The fitted model.

    Returns
    -------
    mapping of str to tuple of float
        Item to the posterior of each of its places, from the first on, in [0, 1]. It is relative
        to these coders: what none of them sees is no boundary.
    """
    silent = silent_groups(model)
    return {one.item: one.support for one in model.items if one.support and one.group not in silent}


def expected_shares(model: CoderModel) -> Mapping[str, tuple[float, ...]]:
    """Return which share of many such coders would mark each place of an item or one near it."""
    silent = silent_groups(model)
    return {one.item: one.shares for one in model.items if one.shares and one.group not in silent}


def roughly(share: float | None) -> str | None:
    """Return a share of many coders as coarsely as it is known: ``more than half``."""
    if share is None:
        return None
    return next((words for below, words in ROUGHLY if share < below), "more than half")


def guessed_items(model: CoderModel) -> frozenset[str]:
    """Return the items on which the model cannot tell places, to be decided by hand.

    Those of `ModelledItem.guessed`, and all where nearly all marks are single coders' own.
    """
    silent = silent_groups(model)
    scattered = {
        one.group for one in model.groups if one.parameters and one.parameters.own > MOSTLY_OWN
    }
    return frozenset(
        one.item
        for one in model.items
        if one.group not in silent
        and (one.guessed or (bool(one.support) and one.group in scattered))
    )


def likely_places(
    codings: Iterable[Segmentation], support: tuple[float, ...], n: int
) -> tuple[int, ...]:
    """Return the places of an item, from 1 on, that the model takes, of which two coders are near.

    Places near each other, which are fewer than n apart, may have the same boundary: both are
    likely if it is open where it lies. The likelier comes first, and the other only where more
    than 1.5 are expected at both. Places that are only together likelier than not give the
    likeliest of them.
    """
    chance, reach = np.array(support), n - 1
    votes = np.zeros(len(support), dtype=int)
    for coding in codings:
        seen = np.zeros(len(support), dtype=bool)
        for place in coding.boundaries:
            seen[max(0, place - n) : place + reach] = True
        votes += seen
    backed = votes >= BACKED_BY
    taken = np.zeros(len(support), dtype=bool)
    for place in np.argsort(-chance, kind="stable").tolist():
        if chance[place] <= LIKELY:
            break
        beside = slice(max(0, place - reach), place + n)
        others = chance[beside][taken[beside]]
        if backed[place] and (chance[place] + others > 1 + LIKELY).all():
            taken[place] = True
    for first in range(len(support)):
        together = slice(first, first + n)
        place = first + int(chance[together].argmax())
        free = not taken[max(0, place - reach) : place + n].any()
        if backed[place] and free and chance[together].sum() > LIKELY:
            taken[place] = True
    return tuple((np.flatnonzero(taken) + 1).tolist())


def votes_near(
    codings: Mapping[str, Segmentation], places: tuple[int, ...], n: int
) -> Mapping[int, dict[str, int]]:
    """Return who marked each place or one near it, and where; a mark counts for the nearest."""
    votes: dict[int, dict[str, int]] = {place: {} for place in places}
    if not places:
        return votes
    at = np.array(places)
    for coder, coding in codings.items():
        for mark in coding.boundaries:
            # Of equals the first, which is the left one.
            place = places[int(np.abs(at - mark).argmin())]
            away = abs(votes[place].get(coder, place + n) - place)
            if abs(mark - place) < away:
                votes[place][coder] = mark
    return votes
