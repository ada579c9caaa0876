"""How places are called where people decide about them: after a unit, or at a time."""

from __future__ import annotations

from collections.abc import Sequence

from segmetrics.adjudication.disputes import Dispute
from segmetrics.adjudication.gold import HandDecision
from segmetrics.dashboard.decide import words
from segmetrics.number_formats import clock
from segmetrics.phrases import joined
from segmetrics.tables.consensus_tables import hand_decision_in_words
from segmetrics.time_scale import TimeScale


def at_time(place: int, scale: TimeScale) -> str:
    return clock(scale.seconds(place), 1)


def where(dispute: Dispute, scale: TimeScale | None) -> str:
    """Return where a dispute is: ``after unit 4 or 5``, ``at 12:04.5``."""
    if scale is None:
        return words.after(dispute.places)
    return f"at {at_time(dispute.place, scale)}"


def named(dispute: Dispute, scale: TimeScale | None) -> str:
    """Name a dispute in a list: ``a, after 4 or 5``, ``film, 12:04.5``."""
    if scale is None:
        return words.in_list(dispute.item, dispute.places)
    return in_list(dispute.item, dispute.place, scale)


def in_list(item: str, place: int, scale: TimeScale) -> str:
    return f"{item}, {at_time(place, scale)}"


def in_words(decision: HandDecision, scale: TimeScale | None) -> str:
    """Return what a person decided: ``boundary at 12:04.5, moved from 12:03.9``."""
    if scale is None:
        return hand_decision_in_words(decision)
    place = decision.place
    now = "no boundary" if place is None else f"boundary at {at_time(place, scale)}"
    return f"{now}, {_effect(decision, scale)}"


def _effect(decision: HandDecision, scale: TimeScale) -> str:
    if decision.effect == "agreed":
        return "as by the presses"
    if decision.effect == "added":
        return "added by hand"
    there = _times(decision.by_rule, scale)
    return f"moved from {there}" if decision.effect == "moved" else f"dropped at {there}"


def outcome(places: Sequence[int], scale: TimeScale) -> str:
    return f"boundary at {_times(places, scale)}" if places else words.NO_BOUNDARY


def _times(places: Sequence[int], scale: TimeScale) -> str:
    return joined([at_time(place, scale) for place in places])
