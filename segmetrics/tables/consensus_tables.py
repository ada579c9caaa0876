"""A gold segmentation as CSV, JSON and plain text: each boundary with who stands behind it.

Beside it may stand how near it is to each coder and what is disputed. CSV holds one table: of
boundaries, it has one row each, and one without a boundary for an item that has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, get_args

from segmetrics.adjudication import gold
from segmetrics.adjudication.adjudications import Consensus, last_words, settled
from segmetrics.adjudication.consensus_in_time import TimeBoundary, TimeConsensus
from segmetrics.adjudication.disputes import Dispute
from segmetrics.adjudication.gold_agreement import CoderAgreement
from segmetrics.adjudication.model_doubts import Doubt
from segmetrics.adjudication.model_rule import roughly
from segmetrics.adjudication.rules import RuleComparison
from segmetrics.axis import Axis, axis_of
from segmetrics.coefficients.quantities import IN_ASCII, similarity_name
from segmetrics.corpus import Adjudication, Corpus
from segmetrics.io.problems import printable
from segmetrics.number_formats import count, short
from segmetrics.phrases import counted, joined, listed
from segmetrics.reliability.copies import NearCopies
from segmetrics.reliability.intervals import FEW_ITEMS
from segmetrics.tables.columns import SHEETS, Column, Place, Row, Table, ends, of_field
from segmetrics.tables.plain import PROGRAM

Shown = Literal["boundaries", "agreement", "disputes"]
SHOWN: tuple[Shown, ...] = get_args(Shown)
"""The tables of a consensus."""


class PlacedBoundary(NamedTuple):
    """A gold boundary of an item; none for an item without any."""

    item: gold.GoldItem
    boundary: gold.GoldBoundary | None
    doubted: bool = False


class SettledDispute(NamedTuple):
    """A dispute, what was decided about it, and how many coders would mark each place."""

    dispute: Dispute
    outcome: str
    shares: tuple[float, ...] = ()


# Who placed a gold boundary, and what the model of the coders says against the rule.
BY_HAND, BY_RULE, DOUBTFUL = "by hand", "the rule", "doubtful by the model"
NOT_TOLD = "but the model cannot tell places here: decide by hand"
NO_BOUNDARY = "no boundary"
NAMED = 8
"""Items, or boundaries, that a sentence names."""
BY_HAND_ON = (
    "On {}, no answer can be suggested, as the model of the coders cannot tell where boundaries "
    "are: decide each disputed place by hand."
)
AGAINST_THE_RULE = "Open disputes at which the coders' habits suggest another answer"
RESTING = 3
"""Coders of a boundary that rests on two of them, at most."""


def _of_boundary(value: Callable[[gold.GoldBoundary], Any]) -> Callable[[PlacedBoundary], Any]:
    """Return a function that reads a value of a boundary; empty where there is none."""
    return lambda one: "" if one.boundary is None else value(one.boundary)


def name_column(key: str, value: Callable[[Any], str], heading: str, **more: Any) -> Column[Any]:
    """Return a column of names, as a terminal can print them."""
    return Column(key, value, heading, write=printable, left=True, **more)


def names_columns(names: Callable[[Any], Iterable[str]], key: str) -> list[Column[Any]]:
    """Return the columns of the names of coders, in files and as text."""
    heading = key.replace("_", " ")
    return [
        Column(key, lambda one: "; ".join(names(one)), places=SHEETS),
        name_column("", lambda one: ", ".join(names(one)), heading, places=Place.READING),
    ]


def support_columns(
    read: Callable[[Callable[[Any], Any]], Callable[[Any], Any]] = lambda value: value,
) -> list[Column[Any]]:
    """Return the columns of who stands behind a boundary, which `read` finds in a row."""
    return [
        Column("support", read(lambda one: one.support), places=SHEETS),
        Column("", read(supported), "support", places=Place.READING),
        Column("votes", read(lambda one: len(one.votes)), places=SHEETS),
        Column("coders", read(lambda one: one.of), places=SHEETS),
        *names_columns(read(lambda one: one.votes), "marked_by"),
    ]


def supported(boundary: gold.GoldBoundary | TimeBoundary) -> str:
    """Write the support of a gold boundary for reading: ``3 of 4``."""
    return f"{len(boundary.votes)} of {boundary.of}"


def _similarity(key: str) -> str:
    return similarity_name(key).translate(IN_ASCII)


BOUNDARY_COLUMNS: Sequence[Column[PlacedBoundary]] = (
    name_column("item", lambda one: one.item.item, "item"),
    Column("mass", lambda one: one.item.mass, "units"),
    Column(
        "begins_at_unit",
        _of_boundary(lambda one: one.place + 1),
        "begins at unit",
        write=lambda unit: str(unit) or "none",
    ),
    *support_columns(_of_boundary),
    Column("decided_by", lambda one: decided_by(one) if one.boundary else "", places=SHEETS),
    Column(
        "decision",
        _of_boundary(lambda one: one.by_hand.effect if one.by_hand else ""),
        places=SHEETS,
    ),
    Column(
        "comment",
        _of_boundary(lambda one: one.by_hand.decision.comment if one.by_hand else ""),
        places=SHEETS,
    ),
    Column("", lambda one: _words(one), "decision", places=Place.READING, left=True),
)
BOUNDARY_SHARE: Column[PlacedBoundary] = Column(
    "expected_share",
    lambda one: (roughly(one.item.share(one.boundary.place)) or "") if one.boundary else "",
    "of many coders there or beside",
    left=True,
)
DISPUTE_SHARES: Sequence[Column[SettledDispute]] = (
    Column(
        "expected_shares",
        lambda one: "; ".join(roughly(share) or "" for share in one.shares),
        places=SHEETS,
    ),
    Column(
        "",
        lambda one: roughly(max(one.shares, default=None)) or "",
        "of many coders there or beside",
        places=Place.READING,
        left=True,
    ),
)
VALUE: Column[CoderAgreement] = of_field(
    "value",
    "agreement",
    interval=lambda one: one.interval,
    why=lambda one: "no place for a boundary" if one.value is None else None,
    write_ends=short,
    apart=True,
)
AGREEMENT_COLUMNS: Sequence[Column[CoderAgreement]] = (
    name_column("coder", lambda one: one.coder, "coder"),
    of_field("similarity", "similarity", write=_similarity, left=True),
    of_field("items", places=SHEETS),
    VALUE,
    *ends([VALUE]),
    Column("", lambda one: one.items, "items", places=Place.READING, write=count),
)
NOT_BY, NOT_BY_READ = names_columns(lambda one: one.dispute.silent, "not_by")


def dispute_columns(
    where: Column[SettledDispute], silent: Sequence[Column[SettledDispute]]
) -> list[Column[SettledDispute]]:
    """Return the columns of disputed places, with those of where they are and who is silent."""
    return [
        name_column("item", lambda one: one.dispute.item, "item"),
        where,
        Column("dispute", lambda one: one.dispute.dispute, "disputed", write=short),
        *names_columns(lambda one: one.dispute.votes, "marked_by"),
        *silent,
        Column("outcome", lambda one: one.outcome or "open", "outcome", left=True),
    ]


BEGINS_AT: Column[SettledDispute] = Column(
    "begins_at_unit",
    lambda one: "; ".join(str(place + 1) for place in one.dispute.places),
    "begins at unit",
    write=lambda units: units.replace("; ", " or "),
    left=True,
)

FEW = f"With fewer than {FEW_ITEMS} items, intervals were not shown to hold what they promise."
"""What is said of a gold segmentation of few items."""


@dataclass(frozen=True, kw_only=True)
class Beside(Generic[Row]):
    """What stands beside the boundaries of a consensus: which tables are shown, and their rows."""

    shown: tuple[Shown, ...]
    agreement: Sequence[Row] = ()
    disputes: Sequence[Dispute] = ()


def consensus_signature(made: Consensus | TimeConsensus) -> str:
    """Return the line that says what made a gold segmentation: program, options, corpus."""
    return (
        f"{PROGRAM}, {made.options.signature}, "
        f"decisions={len(made.by_hand)}, corpus={made.digest[:12]}"
    )


def decided_by(one: PlacedBoundary) -> str:
    """Return who placed a gold boundary, and whether the model of the coders finds it doubtful."""
    if one.boundary and one.boundary.by_hand:
        return BY_HAND
    if one.boundary and one.item.guessed:
        return f"{BY_RULE}, {NOT_TOLD}"
    return f"{BY_RULE}, {DOUBTFUL}" if one.doubted else BY_RULE


def knows_probabilities(made: Consensus) -> bool:
    """Return whether a gold segmentation knows how likely places have a boundary."""
    return any(item.probabilities for item in made.items)


def guessed(made: Consensus) -> tuple[str, ...]:
    """List the items whose coders are too little together to tell where boundaries are."""
    return tuple(item.item for item in made.items if item.guessed)


def decide_by_hand(items: Sequence[str]) -> str:
    """Return on which items the model cannot tell where boundaries are; nothing of agreement."""
    return BY_HAND_ON.format(listed(items, NAMED))


def counts_twice(made: Consensus, corpus: Corpus, copies: Sequence[NearCopies]) -> str:
    """Say which boundaries rest on two of whom one may have copied, and at most one other."""
    said = []
    for pair in copies:
        resting = [
            f"{item.item} {axis_of(corpus[item.item]).at(one.place)}"
            for item in made.items
            for one in item.boundaries
            if not one.by_hand and {*pair.coders} <= one.votes.keys() and len(one.votes) <= RESTING
        ]
        if resting:
            said.append(
                f"{joined(pair.coders)} mark nearly the same places, and count twice: look at "
                f"{counted(len(resting), 'boundary', 'boundaries')} with no more than one other "
                f"coder behind them ({listed(resting, NAMED)})."
            )
    return " ".join(said)


def of_one_coder(corpus: Corpus) -> tuple[str, ...]:
    """List the items that one person alone coded, so that nobody confirms their boundaries."""
    return tuple(item.name for item in corpus.items if len(gold.voters(corpus, item)) == 1)


def lost_by(compared: RuleComparison, method: gold.Method) -> str:
    """Return how many boundaries that nearly all saw a rule loses, as a sentence; empty if none."""
    lost = compared.of(method).lost
    if not lost:
        return ""
    better = min(compared.rules, key=lambda one: one.lost)
    instead = "" if better.lost == lost else f" {better.method} loses {better.lost or 'none'}."
    seen = counted(compared.seen, "boundary", "boundaries")
    return (
        f"{method} loses {lost:,} of {seen} that nearly all coders of an item saw, not all at the "
        f"same place.{instead}"
    )


def doubt_in_words(one: Doubt, axis: Axis) -> str:
    """Return what the model of the coders has against the rule's answer to a dispute."""
    takes = f"one {axis.at_each(one.taken)}" if one.taken else "none"
    if one.likelier:
        likelier = f"one {axis.at(one.likelier)} is likelier"
        return f"the rule takes {takes}, but by the coders' habits {likelier}"
    return f"the rule takes {takes}: just there it is doubtful"


def outcome(dispute: Dispute, words: Mapping[tuple[str, int], Adjudication]) -> str:
    """Return what was decided about a dispute; empty if it is open."""
    found = settled(dispute, words)
    if not found:
        return ""
    kept = [one.to or one.place for one in found if one.verdict != "reject"]
    return outcome_in_words(kept, Axis())


def hand_decision_in_words(one: gold.HandDecision, axis: Axis) -> str:
    """Return what a person decided: ``boundary at 12:04.5, moved from the one at 12:03.9``."""
    where = outcome_in_words([] if one.place is None else [one.place], axis)
    return f"{where}, {effect_in_words(one, axis)}"


def outcome_in_words(places: Sequence[int], axis: Axis) -> str:
    """Return where there is a boundary now: ``boundary before unit 5 and before unit 7``."""
    return f"boundary {axis.at_each(places)}" if places else NO_BOUNDARY


def effect_in_words(one: gold.HandDecision, axis: Axis) -> str:
    """Return what a decision does to what the rule gives: ``without the one before unit 5``."""
    if one.effect == "agreed":
        return "as by the rule"
    if one.effect == "added":
        return "where the rule has none" if axis.scale is None else "added by hand"
    how = "moved from" if one.effect == "moved" else "without"
    lost = [place for place in one.by_rule if place != one.place]
    return f"{how} the one{'s' * (len(lost) > 1)} {axis.at_each(lost)}"


def placed_boundaries(made: Consensus) -> Iterator[PlacedBoundary]:
    """Yield the gold boundaries, with what the model doubts; an item without any has a row."""
    doubted = {(item, place) for (item, _), one in made.doubts.items() for place in one.taken}
    for item in made.items:
        for one in item.boundaries or (None,):
            doubt = one is not None and (item.item, one.place) in doubted
            yield PlacedBoundary(item, one, doubt)


def boundary_table(made: Consensus) -> Table[PlacedBoundary]:
    """Return the gold boundaries; an item without any has a row of its own."""
    rows = list(placed_boundaries(made))
    known = [BOUNDARY_SHARE] if knows_probabilities(made) else []
    return Table(columns=[*BOUNDARY_COLUMNS, *known], rows=rows)


def gold_agreement_table(beside: Beside[CoderAgreement]) -> Table[CoderAgreement]:
    """Return how much a gold segmentation agrees with each coder."""
    return Table(columns=AGREEMENT_COLUMNS, rows=beside.agreement)


def dispute_table(made: Consensus, beside: Beside[CoderAgreement]) -> Table[SettledDispute]:
    """Return what coders differ about, and what was decided."""
    words = last_words(made.decisions)
    shares = {item.item: item.shares for item in made.items if item.shares}
    rows = [
        SettledDispute(one, outcome(one, words), _of_places(one, shares)) for one in beside.disputes
    ]
    columns = dispute_columns(BEGINS_AT, [NOT_BY, NOT_BY_READ])
    columns += DISPUTE_SHARES if shares else ()
    return Table(columns=columns, rows=rows)


def _of_places(dispute: Dispute, shares: Mapping[str, tuple[float, ...]]) -> tuple[float, ...]:
    each = shares.get(dispute.item, ())
    return tuple(each[place - 1] for place in dispute.places) if each else ()


def _words(one: PlacedBoundary) -> str:
    if one.boundary and (by_hand := one.boundary.by_hand):
        return effect_in_words(by_hand, Axis())
    return DOUBTFUL if one.doubted else ""
