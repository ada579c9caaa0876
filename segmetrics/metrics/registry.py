"""All metrics of two segmentations, by name."""

from __future__ import annotations

from collections.abc import Mapping

from segmetrics.metrics import (
    alignment,
    confusion,
    counts,
    hierarchical,
    similarity,
    window_chance,
    windows,
    winpr,
)
from segmetrics.metrics.metric import Metric

FAMILIES = {
    "similarity": "Edits: what turns one segmentation into the other",
    "confusion": "Confusion: edits as right and wrong boundaries",
    "windows": "Windows: what a sliding window sees",
    "counts": "Counts: boundaries at their exact places",
    "alignment": "Alignment: which segment corresponds to which",
    "hierarchical": "Hierarchy: boundaries with levels of prominence",
}
"""The families of metrics, with what they look at."""

MODULES = (similarity, confusion, windows, window_chance, winpr, counts, alignment, hierarchical)
METRICS: Mapping[str, Metric] = {
    metric.key: metric for module in MODULES for metric in module.METRICS
}
"""Key to metric, family by family."""


NOT_DEFINED: tuple[tuple[str, str, str], ...] = (
    (
        "R_FN and R_FP",
        "Fournier & Inkpen (2012), equation 2",
        "The equation needs FN(w). The paper does not define it, and refers to Franz et al. "
        "(2007).",
    ),
    (
        "NWin and TNWin",
        "Lamprier et al. (2007)",
        "Their formula was not at hand. Here, wd_chance and wd_normalised follow the same idea "
        "with a formula of this project's own.",
    ),
)
"""Metrics that the literature names and that are not here: name, citation, why."""


def metric_named(key: str) -> Metric:
    """Find a metric by its key, such as ``wd``; raises ValueError if there is none."""
    if key not in METRICS:
        raise ValueError(f"a metric is one of {', '.join(METRICS)}, got {key!r}")
    return METRICS[key]
