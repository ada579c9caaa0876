"""Scores of every pair of coders on every item."""

from __future__ import annotations

from typing import Any, NamedTuple

from segmetrics.axis import on_axis
from segmetrics.corpus import Corpus
from segmetrics.metrics.registry import metric_named
from segmetrics.rows import Rows


class PairScore(NamedTuple):
    """The score of two coders on one item."""

    item: str  #: name of the item
    coder_a: str  #: the first coder; for a metric with a direction the hypothesis
    coder_b: str  #: the second; the reference
    value: float | None  #: the score itself, so WindowDiff as the penalty it is; None if undefined
    undefined: str | None = None  #: why there is no value


@on_axis("pairwise")
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
        Options of the metric. Those that are lengths, such as n and window, are units of texts
        and seconds of recordings.

    Returns
    -------
    Rows of PairScore
        A tuple, in the order of items, then of coders; range and direction are the metric's.

    Raises
    ------
    ValueError
        If there is no such metric, or an option is out of its range, or the items are
        recordings and the metric is not defined for them.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> corpus = Corpus.from_masses({"fig8": {"x": [6, 8], "y": [7, 7]}})
    >>> [(s.coder_a, s.coder_b, round(1 - s.value, 4)) for s in pairwise(corpus, "wd")]
    [('x', 'y', 0.8182), ('y', 'x', 0.8182)]
    """
    chosen = metric_named(metric)
    found: dict[str, list[PairScore]] = {}
    for pairs, items, values in chosen.of_corpus(corpus, **options):
        for item, column in zip(items, values.T.tolist(), strict=True):
            scores = found[item.name] = []
            for (a, b), value in zip(pairs, column, strict=True):
                why = None
                if value != value:  # of many at once it is known that it is undefined, but not why
                    value = None
                    why = chosen(item.codings[a], item.codings[b], **options).undefined
                scores.append(PairScore(item.name, a, b, value, why))
    return Rows(score for item in corpus.items for score in found[item.name])
