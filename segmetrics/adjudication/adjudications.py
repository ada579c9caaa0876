"""Decisions about disputed places, and the gold segmentation that they give in the end.

A decision is about one place: ``accept`` puts a boundary there or keeps it, ``reject`` takes
it away, ``move`` takes it to another place. Decisions are applied in their order, each to
what the ones before left, so that the last one about a place counts.

Whoever settles a dispute says something about each of its places: where the boundary is, and
that it is nowhere else. So a settled dispute stays settled, whatever rule the consensus is
made by.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from segmetrics.adjudication.disputes import Dispute, disputes
from segmetrics.adjudication.gold import (
    GoldBoundary,
    GoldItem,
    GoldOptions,
    HandDecision,
    gold,
    marked,
    voters,
)
from segmetrics.adjudication.model_doubts import Doubt, Where, doubts
from segmetrics.axis import on_axis
from segmetrics.corpus import Adjudication, Corpus, by_hand
from segmetrics.rows import WithRows
from segmetrics.segmentation import Segmentation


class ConsensusBoundary(NamedTuple):
    """A boundary of a consensus: its place, and the share of the coders who stand behind it."""

    item: str
    place: int
    support: float
    votes: Mapping[str, int]


@dataclass(frozen=True)
class Consensus(WithRows):
    """The gold segmentation of a corpus, decisions included."""

    parts = ("boundaries",)

    items: tuple[GoldItem, ...]  #: one for each item that somebody coded who votes
    without: tuple[str, ...]  #: the other items
    options: GoldOptions  #: the rule
    decisions: tuple[Adjudication, ...]  #: what was decided, in order
    #: What a person decided, without what follows from it for the places beside; each with what the
    #: rule gives there.
    by_hand: tuple[HandDecision, ...]
    digest: str  #: SHA-256 of the codings that it is of, the one that a report names
    #: What the model of the coders has against the rule's answers to open disputes, by the item and
    #: the places of each; nothing where the gold items have no probabilities.
    doubts: Mapping[Where, Doubt]

    @property
    def boundaries(self) -> tuple[ConsensusBoundary, ...]:
        """The boundaries of all items."""
        return tuple(
            ConsensusBoundary(item.item, one.place, one.support, one.votes)
            for item in self.items
            for one in item.boundaries
        )


@on_axis("consensus", only="units")
def consensus(
    corpus: Corpus,
    options: GoldOptions | None = None,
    items: Iterable[GoldItem] | None = None,
    *,
    against: Mapping[Where, Doubt] | None = None,
) -> Consensus:
    """Make a gold segmentation of each item and apply the corpus's decisions.

    ``sm.consensus`` takes recordings too, with `TimeConsensusOptions`, see
    `segmetrics.adjudication.consensus_in_time`.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    options : GoldOptions, optional
        The rule.
    items : iterable of GoldItem, optional
        What the rule gives for this corpus, if it is at hand.
    against : mapping, optional
        What `open_doubts` gives, if it is at hand.

    Returns
    -------
    Consensus

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> corpus = Corpus.from_masses({"a": {"x": [4, 6], "y": [4, 4, 2]}})
    >>> consensus(corpus).items[0].segmentation.masses
    (4, 6)
    """
    options = options or GoldOptions()
    by_rule = gold(corpus, options) if items is None else tuple(items)
    final = decided(corpus, by_rule)
    known = {item.item for item in final}
    without = tuple(item.name for item in corpus.items if item.name not in known)
    hand = hand_decisions(corpus.decisions, by_rule)
    if against is None:
        known_places = any(item.probabilities for item in final)
        found = disputes(corpus, n=options.n) if known_places else ()
        against = open_doubts(found, corpus.decisions, final)
    digest = corpus.codings_digest
    return Consensus(final, without, options, corpus.decisions, hand, digest, against)


def open_doubts(
    found: Iterable[Dispute], decisions: Iterable[Adjudication], items: Iterable[GoldItem]
) -> dict[Where, Doubt]:
    """Return what the model has against the rule's answers to disputes that nobody decided."""
    return doubts(open_disputes(found, decisions), items)


def hand_decisions(
    decisions: Sequence[Adjudication], items: Iterable[GoldItem]
) -> tuple[HandDecision, ...]:
    """Return what a person decided, each with what the rule, without decisions, gives there."""
    by_rule = {item.item: _places(item) for item in items}
    along = _along(decisions)
    return tuple(
        _by_hand(one, along, by_rule[one.item]) for one in by_hand(decisions) if one.item in by_rule
    )


def _places(item: GoldItem) -> frozenset[int]:
    return frozenset(one.place for one in item.boundaries)


def _along(decisions: Iterable[Adjudication]) -> dict[tuple[str, int], set[int]]:
    """Find the places that follow from each decision, by its item and place."""
    along: dict[tuple[str, int], set[int]] = {}
    for one in decisions:
        if one.along_with is not None:
            along.setdefault((one.item, one.along_with), set()).add(one.place)
    return along


def _by_hand(
    decision: Adjudication,
    along: Mapping[tuple[str, int], Collection[int]],
    by_rule: Collection[int],
) -> HandDecision:
    about = {decision.place, *along.get((decision.item, decision.place), ())}
    return HandDecision(decision, tuple(sorted(about.intersection(by_rule))))


def decided(corpus: Corpus, items: Iterable[GoldItem], *, reach: int = 0) -> tuple[GoldItem, ...]:
    """Apply the decisions of a corpus to its consensus; marks within reach support a place."""
    about: dict[str, list[Adjudication]] = {}
    for decision in corpus.decisions:
        about.setdefault(decision.item, []).append(decision)
    return tuple(
        _decided(corpus, item, about[item.item], reach) if item.item in about else item
        for item in items
    )


def _decided(
    corpus: Corpus, item: GoldItem, decisions: Sequence[Adjudication], reach: int
) -> GoldItem:
    codings = voters(corpus, corpus[item.item])
    kept = {boundary.place: boundary for boundary in item.boundaries}
    along, by_rule = _along(decisions), _places(item)
    for decision in decisions:
        before = kept.pop(decision.place, None)
        hand = _by_hand(decision, along, by_rule)
        if decision.verdict == "accept":
            votes = _stand_behind(decision, decisions, codings, before, reach)
            kept[decision.place] = GoldBoundary(decision.place, votes, len(codings), hand)
        elif decision.to is not None:
            votes = marked(codings, decision.to, reach=reach)
            kept[decision.to] = GoldBoundary(decision.to, votes, len(codings), hand)
    return replace(item, boundaries=tuple(kept[place] for place in sorted(kept)))


def _stand_behind(
    decision: Adjudication,
    decisions: Iterable[Adjudication],
    codings: Mapping[str, Segmentation],
    before: GoldBoundary | None,
    reach: int,
) -> dict[str, int]:
    """Return who marked an accepted place or another one of its dispute, as pooling counts them."""
    found = dict(before.votes) if before else {}
    for one in decisions:
        if one.along_with == decision.place:
            found = {**marked(codings, one.place), **found}
    found |= marked(codings, decision.place)
    found = {**marked(codings, decision.place, reach=reach), **found}
    return {coder: found[coder] for coder in codings if coder in found}


def settle(dispute: Dispute, at: int | None, comment: str = "") -> tuple[Adjudication, ...]:
    """Decide about a dispute.

    Parameters
    ----------
    dispute : Dispute
        The dispute.
    at : int or None
        Where the boundary is, at one of its places or elsewhere; None for nowhere.
    comment : str
        Why.

    Returns
    -------
    tuple of Adjudication
        One about each of its places. The last is the person's, with the comment; the others follow
        from it.

    Examples
    --------
    >>> from segmetrics.adjudication.disputes import Dispute
    >>> dispute = Dispute("a", {"x": 4, "y": 5}, (), 4, 0.5)
    >>> [(one.place, one.verdict) for one in settle(dispute, 5)]
    [(4, 'reject'), (5, 'accept')]
    """
    if at is None:
        main = Adjudication(dispute.item, dispute.place, "reject", comment=comment)
    elif at in dispute.places:
        main = Adjudication(dispute.item, at, "accept", comment=comment)
    else:
        main = Adjudication(dispute.item, dispute.place, "move", at, comment)
    others = (
        Adjudication(dispute.item, place, "reject", along_with=main.place)
        for place in dispute.places
        if place != main.place
    )
    return (*others, main)


def reopened(
    decisions: Iterable[Adjudication], item: str, places: Collection[int]
) -> tuple[Adjudication, ...]:
    """Withdraw what was decided about some places of an item."""
    return tuple(one for one in decisions if one.item != item or one.place not in places)


def decided_together(decisions: Sequence[Adjudication], dispute: Dispute) -> tuple[int, ...]:
    """Return the places of a dispute, and those that the same decisions of a person settled."""
    mains = {
        one.along_with or one.place
        for one in decisions
        if one.item == dispute.item and one.place in dispute.places
    }
    with_them = {
        one.place
        for one in decisions
        if one.item == dispute.item and (one.along_with or one.place) in mains
    }
    return tuple(sorted({*dispute.places, *with_them}))


def last_words(decisions: Iterable[Adjudication]) -> dict[tuple[str, int], Adjudication]:
    """Find the last decision about each place: item and place to decision."""
    return {(decision.item, decision.place): decision for decision in decisions}


def settled(
    dispute: Dispute, words: Mapping[tuple[str, int], Adjudication]
) -> Sequence[Adjudication]:
    """Find what was decided about a dispute."""
    found = [words.get((dispute.item, place)) for place in dispute.places]
    return [] if None in found else [one for one in found if one]


def open_disputes(
    disputes: Iterable[Dispute], decisions: Iterable[Adjudication]
) -> tuple[Dispute, ...]:
    """Return the disputes that no decision settles."""
    words = last_words(decisions)
    return tuple(one for one in disputes if not settled(one, words))
