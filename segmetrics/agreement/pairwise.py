"""Scores of every pair of coders on every item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

import numpy as np

from segmetrics.agreement.table import AgreementOptions
from segmetrics.batch import block_edits, blocks
from segmetrics.metrics.similarity import NO_PLACE
from segmetrics.metrics.window_blocks import block_windows
from segmetrics.metrics.windows import no_window

if TYPE_CHECKING:
    from segmetrics.batch.packing import Block, Floats, Ints
    from segmetrics.corpus import Corpus

__all__ = ["PAIR_METRICS", "PairMetric", "PairScore", "pairwise"]

PairMetric = Literal["s", "wd"]
PAIR_METRICS: tuple[PairMetric, ...] = get_args(PairMetric)


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


def pairwise(
    corpus: Corpus, metric: PairMetric, options: AgreementOptions | None = None
) -> tuple[PairScore, ...]:
    """Score every pair of coders on every item that both coded.

    Parameters
    ----------
    corpus : Corpus
        Items and coders.
    metric : {"s", "wd"}
        ``s``: segmentation similarity, one score for each pair, in [0, 1], higher is
        better. ``wd``: WindowDiff, one penalty for each ordered pair, in [0, 1],
        lower is better.
    options : AgreementOptions, optional
        ``s`` reads its edit model, ``wd`` its window width.

    Returns
    -------
    tuple of PairScore
        In the order of items, then of coders.

    Raises
    ------
    ValueError
        If there is no such metric.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> corpus = Corpus.from_masses({"fig8": {"x": [6, 8], "y": [7, 7]}})
    >>> [(s.coder_a, s.coder_b, round(1 - s.value, 4)) for s in pairwise(corpus, "wd")]
    [('x', 'y', 0.8182), ('y', 'x', 0.8182)]
    """
    options = options or AgreementOptions()
    if metric not in PAIR_METRICS:
        raise ValueError(f"metric is one of {', '.join(PAIR_METRICS)}, got {metric!r}")
    found: dict[int, list[PairScore]] = {}
    for block in blocks(corpus):
        first, second, values = _scores(block, metric, options)
        a_names = [block.coders[place] for place in first]
        b_names = [block.coders[place] for place in second]
        for column, place in enumerate(block.items.tolist()):
            item = corpus.items[place]
            why = NO_PLACE if metric == "s" else no_window(item.mass, 2)
            found[place] = [
                PairScore(item.name, a, b, None, why) if v != v else PairScore(item.name, a, b, v)
                for a, b, v in zip(a_names, b_names, values[:, column].tolist(), strict=True)
            ]
    return tuple(score for place in sorted(found) for score in found[place])


def _scores(
    block: Block, metric: PairMetric, options: AgreementOptions
) -> tuple[Ints, Ints, Floats]:
    if metric == "s":
        edits = block_edits(block, options.model)
        with np.errstate(invalid="ignore"):
            return edits.first, edits.second, 1 - edits.cost / (block.masses - 1)
    windows = block_windows(block, options.width)
    order = np.lexsort((windows.reference, windows.hypothesis))
    return windows.hypothesis[order], windows.reference[order], windows.penalty[order]
