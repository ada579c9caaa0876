"""A consensus of recordings as CSV, JSON and plain text: every time in seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from itertools import groupby
from typing import Any

from segmetrics.adjudication.adjudications import last_words, settled
from segmetrics.adjudication.consensus_followed import CoderBesideConsensus
from segmetrics.adjudication.consensus_in_time import TimeBoundary, TimeConsensus
from segmetrics.adjudication.disputes import Dispute
from segmetrics.adjudication.gold import HandDecision
from segmetrics.adjudication.press_peaks import LEAST_PRESSES, PressPeak
from segmetrics.io.problems import printable
from segmetrics.number_formats import between, clock, plain_seconds, seconds, short, signed_seconds
from segmetrics.phrases import capital, counted, joined
from segmetrics.tables.columns import SHEETS, Column, Place, Table, collected, counts_of, of_field
from segmetrics.tables.consensus_tables import (
    NOT_BY,
    Beside,
    SettledDispute,
    consensus_signature,
    dispute_columns,
    name_column,
    support_columns,
)
from segmetrics.tables.plain import PROGRAM, paragraphs, write_csv, write_json, write_text
from segmetrics.time_scale import TimeScale

BesideInTime = Beside[CoderBesideConsensus]
"""What stands beside the boundaries of a consensus of recordings."""

OWN_VOTES = (
    "The consensus is made of these coders' own boundaries: somebody who had no say in it would "
    "agree less."
)


NO_INTERVAL = f"No place has a 95% interval: that needs boundaries of {LEAST_PRESSES} coders there."


def effect_in_seconds(one: HandDecision, scale: TimeScale) -> str:
    """Return what a decision does to what the peaks give: ``moved from 12.1 s``."""
    if one.effect == "agreed":
        return "confirmed: a peak is there"
    if one.effect == "added":
        return "added: no peak above chance is there"
    there = joined([seconds(scale.seconds(place)) for place in one.by_rule])
    return f"moved from {there}" if one.effect == "moved" else f"dropped at {there}"


def decision_in_seconds(one: TimeBoundary, scale: TimeScale) -> str:
    """Return the same of a boundary; empty where nothing was decided."""
    return effect_in_seconds(one.by_hand, scale) if one.by_hand else ""


def outcome_in_seconds(
    dispute: Dispute, words: Mapping[tuple[str, int], Any], scale: TimeScale
) -> str:
    """Return what was decided about a disputed place; empty if it is open."""
    found = settled(dispute, words)
    if not found:
        return ""
    kept = [scale.seconds(one.to or one.place) for one in found if one.verdict != "reject"]
    return f"boundary at {joined([seconds(one) for one in kept])}" if kept else "no boundary"


def time_boundary_table(made: TimeConsensus) -> Table[TimeBoundary]:
    """Return the boundaries of a consensus of recordings, in seconds."""
    by = partial(decision_in_seconds, scale=made.scale)
    columns: Sequence[Column[TimeBoundary]] = (
        name_column("item", lambda one: one.item, "item"),
        of_field("time", "time", write=plain_seconds),
        of_field("low", places=SHEETS),
        of_field("high", places=SHEETS),
        *interval_of_place(made, lambda end: plain_seconds(end or 0)),
        *support_columns(),
        Column("decision", by, "decision", left=True),
        Column(
            "comment",
            lambda one: one.by_hand.decision.comment if one.by_hand else "",
            places=SHEETS,
        ),
    )
    return Table(
        key="boundaries", columns=columns, rows=made.boundaries, notes=why_no_interval(made)
    )


def interval_of_place(
    made: TimeConsensus, write: Callable[[float | None], str]
) -> Sequence[Column[TimeBoundary]]:
    """Return the column of the intervals of places, for reading; none if no place has one."""
    if not any(one.low is not None for one in made.boundaries):
        return ()
    return (
        Column(
            "",
            lambda one: between(one.low, one.high, write),
            "95% interval",
            places=Place.READING,
        ),
    )


def why_no_interval(made: TimeConsensus) -> tuple[str, ...]:
    """Return why no place of a consensus has an interval, if none has."""
    none = made.boundaries and not interval_of_place(made, str)
    return (NO_INTERVAL,) if none else ()


def time_dispute_table(made: TimeConsensus, disputes: Iterable[Dispute]) -> Table[SettledDispute]:
    """Return the places of recordings that coders differ about, and what was decided."""
    words, scale = last_words(made.decisions), made.scale
    time: Column[SettledDispute] = Column(
        "time", lambda one: scale.seconds(one.dispute.place), "time", write=plain_seconds
    )
    rows = [SettledDispute(one, outcome_in_seconds(one, words, scale)) for one in disputes]
    return Table(key="disputes", columns=dispute_columns(time, [NOT_BY]), rows=rows)


def coders_beside_consensus(
    found: Sequence[CoderBesideConsensus],
) -> Table[CoderBesideConsensus]:
    """Return how far each coder is from a consensus of recordings."""
    columns: Sequence[Column[CoderBesideConsensus]] = (
        name_column("coder", lambda one: one.coder, "coder"),
        counts_of("items", "items"),
        counts_of("presses", "marked"),
        counts_of("boundaries", "in the consensus"),
        counts_of("hits", "hits"),
        of_field("precision", "precision", write=short),
        of_field("recall", "recall", write=short),
        of_field("value", "F", write=short, why=lambda one: one.undefined or None),
        of_field("later", "later by", write=signed_seconds),
        of_field("undefined", places=Place.JSON),
    )
    whys = collected((printable(one.coder), one.undefined) for one in found)
    return Table(key="agreement", columns=columns, rows=found, notes=(*whys, OWN_VOTES))


def time_consensus_csv(made: TimeConsensus, beside: BesideInTime | None = None) -> str:
    """Write the first of the tables that are shown as CSV; unasked, the boundaries."""
    if beside is None or beside.shown[0] == "boundaries":
        return write_csv(time_boundary_table(made))
    if beside.shown[0] == "agreement":
        return write_csv(coders_beside_consensus(beside.agreement))
    return write_csv(time_dispute_table(made, beside.disputes))


def time_items_data(made: TimeConsensus) -> list[dict[str, Any]]:
    """Return the boundaries of each recording as JSON holds them."""
    scale = made.scale
    by_item: dict[str, list[dict[str, Any]]] = {item.item: [] for item in made.items}
    for one in made.boundaries:
        by_item[one.item].append(
            {
                "time": one.time,
                "low": one.low,
                "high": one.high,
                "support": one.support,
                "votes": dict(one.votes),
                "coders": one.of,
                "decision": decision_in_seconds(one, scale) or None,
            }
        )
    return [
        {
            "item": item.item,
            "duration": scale.seconds(item.mass),
            "boundaries": by_item[item.item],
        }
        for item in made.items
    ]


def time_decisions_data(made: TimeConsensus) -> list[dict[str, Any]]:
    """Return all decisions as JSON holds them."""
    scale = made.scale
    return [
        {
            "item": one.item,
            "time": scale.seconds(one.place),
            "verdict": one.verdict,
            "to": None if one.to is None else scale.seconds(one.to),
            "comment": one.comment,
            "along_with": None if one.along_with is None else scale.seconds(one.along_with),
        }
        for one in made.decisions
    ]


def time_consensus_json(made: TimeConsensus, beside: BesideInTime | None = None) -> str:
    """Write a consensus of recordings as JSON, with all decisions."""
    scale = made.scale
    data: dict[str, Any] = {
        "program": PROGRAM,
        "signature": consensus_signature(made),
        "options": asdict(made.options) | {"tolerance": made.options.reach},
        "corpus": {"sha256": made.digest, "resolution": scale.resolution},
        "decisions": time_decisions_data(made),
        "items": time_items_data(made),
        "left_out": [
            {"item": one.item, "time": one.time, "votes": dict(one.votes), "coders": one.of}
            for one in made.left_out
        ],
    }
    if beside is not None and "agreement" in beside.shown:
        data["agreement"] = coders_beside_consensus(beside.agreement).records()
    if beside is not None and "disputes" in beside.shown:
        words = last_words(made.decisions)
        data["disputes"] = [
            {
                "item": one.item,
                "time": scale.seconds(one.place),
                "votes": {coder: scale.seconds(place) for coder, place in one.votes.items()},
                "silent": one.silent,
                "dispute": one.dispute,
                "outcome": outcome_in_seconds(one, words, scale) or None,
            }
            for one in beside.disputes
        ]
    return write_json(data)


def time_consensus_text(made: TimeConsensus, beside: BesideInTime | None = None) -> str:
    """Write a consensus of recordings in aligned columns, for a terminal."""
    shown = beside.shown if beside else ("boundaries",)
    parts: list[Sequence[str]] = []
    if "boundaries" in shown:
        parts.append(write_text(time_boundary_table(made)) if made.boundaries else [_nothing(made)])
    if beside and "agreement" in shown:
        table = coders_beside_consensus(beside.agreement)
        parts += [write_text(table), table.notes]
    if beside and "disputes" in shown and beside.disputes:
        parts.append(write_text(time_dispute_table(made, beside.disputes)))
    of_chance = sum(not made.options.takes(one) and len(one.votes) > 1 for one in made.peaks)
    said = "All times in seconds."
    if of_chance:
        why = f"marked: {made.options.too_few}" if made.options.too_few else "marked can be chance"
        said += f" {counted(of_chance, 'more place')} where several {why}."
    return paragraphs(*parts, [said, consensus_signature(made)])


def _nothing(made: TimeConsensus) -> str:
    """Say why a consensus has no boundary."""
    if made.options.enough:
        return f"{capital(made.options.enough)} mark at once nowhere."
    return "Nowhere do more people mark at once than independent people would."


def left_out_places(made: TimeConsensus) -> list[str]:
    """List where most coders marked and the consensus has no boundary, and how far apart."""
    return [
        f"{item} at {joined([_left_out(one) for one in places])}"
        for item, places in groupby(made.left_out, key=lambda one: one.item)
    ]


def _left_out(place: PressPeak) -> str:
    times = place.votes.values()
    over = seconds(max(times) - min(times))
    return f"{clock(place.time, 1)} ({len(times)} of {place.of}, over {over})"


def left_out_in_words(made: TimeConsensus) -> str:
    """Say the same; empty if there is no such place."""
    places, few = "; ".join(left_out_places(made)), made.options.too_few
    why = f"{few} did" if few else "so many may come together by chance"
    return places and (
        f"Most coders marked at these places, but the rule takes no boundary there, as {why}: "
        f"{places}."
    )


TIME_CONSENSUS_FORMATS: Mapping[str, Callable[[TimeConsensus, BesideInTime | None], str]] = {
    "table": time_consensus_text,
    "csv": time_consensus_csv,
    "json": time_consensus_json,
}
"""Name of a format to its writer."""
