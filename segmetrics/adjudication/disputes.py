"""Disputed places, in order of dispute.

A *dispute* is a pool of boundaries (see `segmetrics.adjudication.gold`) about which the coders
of an item differ. Each coder gives one answer to it: the place that they marked, or none. Whoever
marked one of its places has marked it, even if this boundary counts towards another pool.
How much it is disputed is the share of the coders whose answer is not the most common one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from segmetrics.adjudication.gold import pools, voters
from segmetrics.axis import on_axis, only_texts
from segmetrics.corpus import Corpus, refuse_recordings
from segmetrics.metrics.edits import NEAR
from segmetrics.rows import Rows


@dataclass(frozen=True, slots=True)
class Dispute:
    """A place, or several near to each other, about which coders differ."""

    item: str  #: name of the item
    votes: Mapping[str, int]  #: the coders who marked it, and where
    silent: tuple[str, ...]  #: the coders of the item who did not
    place: int  #: the place that most of them marked, of equals the left-most
    #: Share of the coders whose answer is not the most common one: in [0, 1), higher is more
    #: disputed.
    dispute: float

    @property
    def places(self) -> tuple[int, ...]:
        """The places that somebody marked, in order."""
        return tuple(sorted(set(self.votes.values())))


@on_axis("disputes", not_of=only_texts("press_peaks(corpus)"))
def disputes(corpus: Corpus, *, n: int = NEAR) -> Rows[Dispute]:
    """List the disputed places of a corpus, the most disputed first.

    Parameters
    ----------
    corpus : Corpus
        The corpus; boundaries count as places alone.
    n : int, default 2
        Boundaries fewer than n positions apart may be one dispute; at least 1.

    Returns
    -------
    Rows of Dispute
        A tuple, by dispute, then in the order of the corpus and the text. What all coders marked at
        one place is no dispute, nor is anything in an item of one coder.

    Raises
    ------
    ValueError
        If n is less than 1.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> corpus = Corpus.from_masses({"a": {"x": [4, 6], "y": [5, 5], "z": [4, 4, 2]}})
    >>> [(one.places, one.silent, round(one.dispute, 2)) for one in disputes(corpus)]
    [((4, 5), (), 0.33), ((8,), ('x', 'y'), 0.33)]
    """
    if n < 1:
        raise ValueError(f"n is a whole number of at least 1, got {n!r}")
    refuse_recordings(corpus.items)
    found = []
    groups: dict[tuple[str, ...], tuple[str, ...]] = {}  # thousands of disputes share a few
    for item in corpus.items:
        codings = voters(corpus, item)
        marks = {coder: set(coding.boundaries) for coder, coding in codings.items()}
        for pool in pools(codings, n):
            places = sorted(set(pool.values()))
            votes = {
                coder: pool.get(coder) or next(place for place in places if place in marks[coder])
                for coder in codings
                if coder in pool or not marks[coder].isdisjoint(places)
            }
            answers = Counter(votes.values())
            silent = tuple(coder for coder in codings if coder not in votes)
            most = max(answers.values())
            place = min(where for where, times in answers.items() if times == most)
            share = 1 - max(most, len(silent)) / len(codings)
            if share > 0:
                silent = groups.setdefault(silent, silent)
                found.append((item.name, votes, silent, place, share))
    order = {item.name: number for number, item in enumerate(corpus.items)}
    found.sort(key=lambda one: (-one[4], order[one[0]], one[3]))
    return Rows(Dispute(*one) for one in found)
