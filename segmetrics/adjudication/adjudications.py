"""Decisions about disputed places, and the gold segmentation that they give in the end.

A decision is about one place: ``accept`` puts a boundary there or keeps it, ``reject`` takes
it away, ``move`` takes it to another place. Decisions are applied in their order, each to
what the ones before left, so that the last one about a place counts.

Whoever settles a dispute says something about each of its places: where the boundary is, and
that it is nowhere else. So a settled dispute stays settled, whatever rule the consensus is
made by.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from segmetrics.adjudication.disputes import Dispute
from segmetrics.adjudication.gold import GoldBoundary, GoldItem, GoldOptions, gold, marked, voters
from segmetrics.corpus import Adjudication, Corpus
from segmetrics.rows import WithRows


class ConsensusBoundary(NamedTuple):
    """A boundary of a consensus: its place, and the share of the coders who stand behind it."""

    item: str
    place: int
    support: float
    votes: Mapping[str, int]


@dataclass(frozen=True)
class Consensus(WithRows):
    """The gold segmentation of a corpus, decisions included.

    Parameters
    ----------
    items : tuple of GoldItem
        One for each item that somebody coded who votes.
    without : tuple of str
        The other items.
    options : GoldOptions
        The rule.
    decisions : tuple of Adjudication
        What was decided, in order.
    digest : str
        The corpus that it is of.
    """

    parts = ("boundaries",)

    items: tuple[GoldItem, ...]
    without: tuple[str, ...]
    options: GoldOptions
    decisions: tuple[Adjudication, ...]
    digest: str

    @property
    def boundaries(self) -> tuple[ConsensusBoundary, ...]:
        """The boundaries of all items."""
        return tuple(
            ConsensusBoundary(item.item, one.place, one.support, one.votes)
            for item in self.items
            for one in item.boundaries
        )


def consensus(
    corpus: Corpus,
    options: GoldOptions | None = None,
    items: Iterable[GoldItem] | None = None,
) -> Consensus:
    """Make a gold segmentation of each item and apply the corpus's decisions.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    options : GoldOptions, optional
        The rule.
    items : iterable of GoldItem, optional
        What the rule gives for this corpus, if it is at hand.

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
    final = decided(corpus, gold(corpus, options) if items is None else items)
    known = {item.item for item in final}
    without = tuple(item.name for item in corpus.items if item.name not in known)
    return Consensus(final, without, options, corpus.decisions, corpus.digest)


def decided(corpus: Corpus, items: Iterable[GoldItem]) -> tuple[GoldItem, ...]:
    """Apply the decisions of a corpus to its consensus."""
    about: dict[str, list[Adjudication]] = {}
    for decision in corpus.decisions:
        about.setdefault(decision.item, []).append(decision)
    return tuple(
        _decided(corpus, item, about[item.item]) if item.item in about else item for item in items
    )


def _decided(corpus: Corpus, item: GoldItem, decisions: Iterable[Adjudication]) -> GoldItem:
    codings = voters(corpus, corpus[item.item])
    kept = {boundary.place: boundary for boundary in item.boundaries}
    for decision in decisions:
        before = kept.pop(decision.place, None)
        place = decision.place if decision.to is None else decision.to
        if decision.verdict == "accept" and before:
            kept[place] = replace(before, decision=decision)
        elif decision.verdict != "reject":
            votes = marked(codings, place)
            kept[place] = GoldBoundary(place, votes, len(codings), decision)
    return replace(item, boundaries=tuple(kept[place] for place in sorted(kept)))


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
        One about each of its places; the comment stands with the last.

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
        Adjudication(dispute.item, place, "reject")
        for place in dispute.places
        if place != main.place
    )
    return (*others, main)


def reopened(decisions: Iterable[Adjudication], dispute: Dispute) -> tuple[Adjudication, ...]:
    """Withdraw what was decided about the places of a dispute."""
    places = {(dispute.item, place) for place in dispute.places}
    return tuple(one for one in decisions if (one.item, one.place) not in places)


def last_words(decisions: Iterable[Adjudication]) -> dict[tuple[str, int], Adjudication]:
    """Find the last decision about each place: item and place to decision."""
    return {(decision.item, decision.place): decision for decision in decisions}


def settled(
    dispute: Dispute, words: Mapping[tuple[str, int], Adjudication]
) -> Sequence[Adjudication]:
    """Find what was decided about a dispute."""
    found = [words.get((dispute.item, place)) for place in dispute.places]
    return [] if None in found else [one for one in found if one]
