"""Where the rule of a consensus answers against the model of the coders."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from segmetrics.adjudication.certainty import Certainty
from segmetrics.adjudication.disputes import Dispute
from segmetrics.adjudication.gold import GoldItem
from segmetrics.adjudication.model_rule import LIKELY


class Doubt(NamedTuple):
    """What speaks against the answer of a rule to a dispute.

    `likelier` is a place that is likelier than each that the rule takes, or than none if it takes
    none, with its chance; `taken` are the places that it takes, with theirs.
    """

    likelier: tuple[int, float] | None
    taken: Mapping[int, float]


def doubt(
    dispute: Dispute,
    by_rule: Collection[int],
    certainty: Certainty | None,
    unlikely: Collection[int],
) -> Doubt | None:
    """Return what the model of the coders has against the rule's answer to a dispute, if anything.

    `by_rule` are the boundaries that the rule takes, `unlikely` those of them that the model finds
    unlikely.
    """
    if certainty is None:
        return None
    chances = dict(zip(dispute.places, certainty.places, strict=True))
    taken = {place: chance for place, chance in chances.items() if place in by_rule}
    likeliest = max(chances, key=lambda place: chances[place])
    # Where the rule takes none, what is likelier than not stands against that.
    if chances[likeliest] > max(taken.values(), default=LIKELY):
        return Doubt((likeliest, chances[likeliest]), taken)
    doubted = {place: chance for place, chance in taken.items() if place in unlikely}
    return Doubt(None, doubted) if doubted else None


def doubts(
    disputes: Collection[Dispute],
    items: Collection[GoldItem],
    sure: Mapping[tuple[str, tuple[int, ...]], Certainty],
) -> dict[tuple[str, tuple[int, ...]], Doubt]:
    """Return what the model has against the rule's answers, by the item and places of a dispute."""
    by_rule = {
        one.item: ({boundary.place for boundary in one.boundaries}, one.unlikely) for one in items
    }
    found = {}
    for one in disputes:
        where = one.item, one.places
        against = doubt(one, by_rule[one.item][0], sure.get(where), by_rule[one.item][1])
        if against:
            found[where] = against
    return found


def surely_right(dispute: Dispute, by_rule: Collection[int], certainty: Certainty | None) -> float:
    """Return how likely the rule's answer to a dispute is right by the model; 1 if it is silent."""
    if certainty is None:
        return 1.0
    taken = [
        chance
        for place, chance in zip(dispute.places, certainty.places, strict=True)
        if place in by_rule
    ]
    return max(taken) if taken else 1 - sum(certainty.places)
