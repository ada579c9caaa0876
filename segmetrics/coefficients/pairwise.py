"""Scores of every pair of coders on every item."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, permutations
from typing import Any, NamedTuple

from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks import blocks
from segmetrics.metrics.metric import Metric, pairs_of
from segmetrics.metrics.registry import metric_named
from segmetrics.rows import Rows


class PairScore(NamedTuple):
    """The score of two coders on one item.

    Parameters
    ----------
    item : str
        Name of the item.
    coder_a, coder_b : str
        The two coders; for a metric with a direction the hypothesis and the
        reference.
    value : float or None
        The score itself, so WindowDiff as the penalty it is; None if undefined.
    undefined : str or None
        Why there is no value.
    """

    item: str
    coder_a: str
    coder_b: str
    value: float | None
    undefined: str | None = None


def pairwise(corpus: Corpus, metric: str, **options: Any) -> Rows[PairScore]:
    """Score every pair of coders on every item that both coded.

    Parameters
    ----------
    corpus : Corpus
        Items and coders.
    metric : str
        Key of a metric in `segmetrics.metrics.registry`. One score for each pair if
        it is symmetric, one for each ordered pair if it has a direction.
    **options
        Options of the metric. On a time line those that count positions are in seconds,
        see `segmetrics.metrics.metric.Metric.time_options`.

    Returns
    -------
    Rows of PairScore
        A tuple, in the order of items, then of coders; range and direction are the metric's.

    Raises
    ------
    ValueError
        If there is no such metric, or an option is out of its range, or the items are
        recordings and the metric makes no sense on a time line.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> corpus = Corpus.from_masses({"fig8": {"x": [6, 8], "y": [7, 7]}})
    >>> [(s.coder_a, s.coder_b, round(1 - s.value, 4)) for s in pairwise(corpus, "wd")]
    [('x', 'y', 0.8182), ('y', 'x', 0.8182)]
    """
    chosen = metric_named(metric)
    if corpus.scale is not None:
        return Rows(_on_time(corpus, chosen, chosen.in_steps(options, corpus.scale)))
    found: dict[int, list[PairScore]] = {}
    for block in blocks(corpus):
        places = block.items.tolist()
        items = [corpus.items[place] for place in places]
        names = [(block.coders[a], block.coders[b]) for a, b in pairs_of(block, chosen)]
        values = chosen.values(block, items, **options).T.tolist()
        for place, item, column in zip(places, items, values, strict=True):
            scores = []
            for (a, b), value in zip(names, column, strict=True):
                why = None
                if value != value:  # the batch path knows that it is undefined, the pair path why
                    value = None
                    why = chosen(item.codings[a], item.codings[b], **options).undefined
                scores.append(PairScore(item.name, a, b, value, why))
            found[place] = scores
    return Rows(score for place in sorted(found) for score in found[place])


def _on_time(corpus: Corpus, metric: Metric, options: Mapping[str, Any]) -> Iterator[PairScore]:
    """Score pair by pair: what that costs grows with the boundaries, not with the steps."""
    order = {coder: place for place, coder in enumerate(corpus.coders)}
    pairs = combinations if metric.symmetric else permutations
    for item in corpus.items:
        for a, b in pairs(sorted(item.coders, key=order.__getitem__), 2):
            score = metric(item.codings[a], item.codings[b], **options)
            yield PairScore(item.name, a, b, score.value, score.undefined)
