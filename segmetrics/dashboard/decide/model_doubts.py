"""Where the rule of a consensus answers against the model of the coders."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from segmetrics.adjudication.certainty import Certainty
from segmetrics.adjudication.disputes import Dispute
from segmetrics.adjudication.gold import GoldItem
from segmetrics.adjudication.model_rule import LIKELY

Where = tuple[str, tuple[int, ...]]
"""The item and the places of a dispute."""

Sureness = Mapping[Where, Certainty]
"""How sure the answers to disputes are, where that is known."""


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
    doubtful: Collection[int],
) -> Doubt | None:
    """Return what the model of the coders has against the rule's answer to a dispute, if anything.

    `by_rule` are the boundaries that the rule takes, `doubtful` those of them that the model finds
    doubtful.
    """
    if certainty is None:
        return None
    chances = dict(zip(dispute.places, certainty.places, strict=True))
    taken = {place: chance for place, chance in chances.items() if place in by_rule}
    likeliest = max(chances, key=lambda place: chances[place])
    # Where the rule takes none, what is likelier than not stands against that.
    if chances[likeliest] > max(taken.values(), default=LIKELY):
        return Doubt((likeliest, chances[likeliest]), taken)
    doubted = {place: chance for place, chance in taken.items() if place in doubtful}
    return Doubt(None, doubted) if doubted else None


def doubts(
    disputes: Collection[Dispute], items: Collection[GoldItem], sure: Sureness
) -> dict[Where, Doubt]:
    """Return what the model has against the rule's answers, by the item and places of a dispute."""
    by_rule, doubtful = _places(items), {one.item: one.doubtful for one in items}
    found = {}
    for one in disputes:
        where = one.item, one.places
        against = doubt(one, by_rule[one.item], sure.get(where), doubtful[one.item])
        if against:
            found[where] = against
    return found


def doubted_first(
    disputes: Collection[Dispute],
    items: Collection[GoldItem],
    sure: Sureness,
    against: Mapping[Where, Doubt],
) -> tuple[Dispute, ...]:
    """Sort disputes: those of `against`, then all by how likely the rule's answer is right."""
    by_rule = _places(items)

    def order(one: Dispute) -> tuple[bool, float]:
        where = one.item, one.places
        known = sure.get(where)
        if known is None:
            return True, 1.0
        chances = zip(one.places, known.places, strict=True)
        taken = [chance for place, chance in chances if place in by_rule[one.item]]
        return where not in against, max(taken) if taken else 1 - sum(known.places)

    return tuple(sorted(disputes, key=order))


def _places(items: Collection[GoldItem]) -> dict[str, set[int]]:
    """Return the boundaries of each item."""
    return {item.item: {one.place for one in item.boundaries} for item in items}
