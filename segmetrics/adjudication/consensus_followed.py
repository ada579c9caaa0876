"""How far each coder of recordings is from the consensus.

A consensus is made of the coders' own boundaries, so it is nearer to them than to somebody who had
no say in it.
"""

from __future__ import annotations

from typing import NamedTuple

from segmetrics.adjudication.consensus_in_time import TimeConsensus
from segmetrics.corpus import Corpus
from segmetrics.metrics.time.matched_boundaries import matched_boundaries
from segmetrics.metrics.time.trimming import with_presses_counted
from segmetrics.rows import Rows


class CoderBesideConsensus(NamedTuple):
    """How far a coder is from the consensus, over the recordings that both have."""

    coder: str
    # Recordings, the coder's boundaries in them, and those of the consensus there.
    items: int
    presses: int
    boundaries: int
    hits: int  # boundaries of both that are paired within the tolerance, each once
    # Share of the coder's boundaries, and of the consensus's, that are paired; None without any.
    precision: float | None
    recall: float | None
    # F of the two, 0 to 1, higher is better; None if neither has boundaries.
    value: float | None
    # By how many seconds the coder's boundary of a pair comes after the other, on average.
    later: float | None
    undefined: str  # why there is no F, or empty


NOTHING = "neither the coder nor the consensus has a boundary"


def beside_consensus(made: TimeConsensus, corpus: Corpus) -> Rows[CoderBesideConsensus]:
    """Compare a consensus of recordings with each coder, by the tolerance that it was made with.

    A coder of no such recording is left out.

    Examples
    --------
    >>> from segmetrics.adjudication.consensus_in_time import consensus_in_time
    >>> from segmetrics.corpus import Adjudication
    >>> corpus = Corpus.from_times(
    ...     {"film": {"anna": [12.0, 31.0], "ben": [12.5]}}, durations={"film": 60}
    ... ).with_decisions([Adjudication("film", 12000, "accept")])
    >>> for one in beside_consensus(consensus_in_time(corpus), corpus):
    ...     print(one.coder, one.hits, one.precision, one.recall, one.later)
    anna 1 0.5 1.0 0.0
    ben 1 1.0 1.0 0.5
    """
    steps = made.scale.steps_within(made.options.reach)
    # A boundary that had no say in the consensus does not miss it either.
    corpus = with_presses_counted(corpus, trim=made.options.trim)
    rows = []
    for coder in corpus.coders:
        both = [
            (corpus[item.item].codings[coder].boundaries, [one.place for one in item.boundaries])
            for item in made.items
            if coder in corpus[item.item].codings
        ]
        if not both:
            continue
        pairs = [pair for own, gold in both for pair in matched_boundaries(own, gold, steps)]
        late = [press - place for press, place in pairs if press is not None and place is not None]
        presses, boundaries = (sum(map(len, side)) for side in zip(*both, strict=True))
        hits = len(late)
        rows.append(
            CoderBesideConsensus(
                coder=coder,
                items=len(both),
                presses=presses,
                boundaries=boundaries,
                hits=hits,
                precision=hits / presses if presses else None,
                recall=hits / boundaries if boundaries else None,
                value=2 * hits / (presses + boundaries) if presses + boundaries else None,
                later=made.scale.seconds(sum(late) / hits) if hits else None,
                undefined="" if presses + boundaries else NOTHING,
            )
        )
    return Rows(rows)
