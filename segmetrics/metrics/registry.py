"""All metrics of two segmentations, by name."""

from __future__ import annotations

from collections.abc import Mapping

from segmetrics.metrics import (
    alignment,
    confusion,
    counts,
    hierarchical,
    similarity,
    windows,
    winpr,
)
from segmetrics.metrics.metric import Metric

__all__ = ["FAMILIES", "METRICS", "metric_named"]

FAMILIES = {
    "similarity": "Edits: what turns one segmentation into the other",
    "confusion": "Confusion: edits as right and wrong boundaries",
    "windows": "Windows: what a sliding window sees",
    "counts": "Counts: boundaries at their exact places",
    "alignment": "Alignment: which segment corresponds to which",
    "hierarchical": "Hierarchy: boundaries with levels of prominence",
}
"""The families of metrics, with what they look at."""

METRICS: Mapping[str, Metric] = {
    metric.key: metric
    for module in (similarity, confusion, windows, winpr, counts, alignment, hierarchical)
    for metric in module.METRICS
}
"""Key to metric, family by family."""


def metric_named(key: str) -> Metric:
    """Find a metric by its key.

    Parameters
    ----------
    key : str
        Such as ``wd``.

    Returns
    -------
    Metric

    Raises
    ------
    ValueError
        If there is none; the message lists them.
    """
    if key not in METRICS:
        raise ValueError(f"a metric is one of {', '.join(METRICS)}, got {key!r}")
    return METRICS[key]
