"""Where the rule of a consensus answers against the model of the coders.

These places are counted, listed and marked everywhere by `doubts`: on pages, in the workbook, in
paragraphs and in what commands print.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from segmetrics.adjudication.disputes import Dispute
from segmetrics.adjudication.gold import GoldItem
from segmetrics.adjudication.model_rule import LIKELY

Where = tuple[str, tuple[int, ...]]
"""The item and the places of a dispute."""


class Doubt(NamedTuple):
    """What speaks against the answer of a rule to a dispute.

    `likelier` is a place that is likelier than each that the rule takes, or than none if it takes
    none; `taken` are the places that it takes.
    """

    likelier: int | None
    taken: tuple[int, ...]


def doubts(disputes: Iterable[Dispute], items: Iterable[GoldItem]) -> dict[Where, Doubt]:
    """Return what the model has against the rule's answers, by the item and places of a dispute."""
    of = {one.item: one for one in items}
    found = {(one.item, one.places): doubt(one, of[one.item]) for one in disputes}
    return {where: against for where, against in found.items() if against}


def doubt(dispute: Dispute, item: GoldItem) -> Doubt | None:
    """Return what the model of the coders has against the rule's answer to a dispute, if anything.

    What a person placed is no answer of the rule, and what the rule ``model`` answers too is none
    that the model is against.
    """
    chances = _chances(dispute, item)
    at = [one for one in item.boundaries if one.place in chances]
    if not chances or any(one.by_hand for one in at):
        return None
    taken = tuple(one.place for one in at)
    if set(taken) == chances.keys() & {*item.likely}:
        return None
    likeliest = max(chances, key=lambda place: chances[place])
    # Where the rule takes none, what is likelier than not stands against that.
    if chances[likeliest] > max((chances[place] for place in taken), default=LIKELY):
        return Doubt(likeliest, taken)
    doubted = tuple(
        place for place in taken if place not in item.likely and chances[place] <= LIKELY
    )
    return Doubt(None, doubted) if doubted else None


def doubted_first(
    disputes: Iterable[Dispute], items: Iterable[GoldItem], against: Collection[Where]
) -> tuple[Dispute, ...]:
    """Sort disputes: those of `against`, then all by how likely the rule's answer is right."""
    of = {one.item: one for one in items}

    def order(one: Dispute) -> tuple[bool, float]:
        chances = _chances(one, of[one.item])
        if not chances:
            return True, 1.0
        by_rule = {boundary.place for boundary in of[one.item].boundaries}
        taken = [chance for place, chance in chances.items() if place in by_rule]
        right = max(taken) if taken else 1 - sum(chances.values())
        return (one.item, one.places) not in against, right

    return tuple(sorted(disputes, key=order))


def _chances(dispute: Dispute, item: GoldItem) -> Mapping[int, float]:
    """Return how likely each place of a dispute has a shared boundary; nothing if unknown."""
    each = item.probabilities
    return {place: each[place - 1] for place in dispute.places} if each else {}
