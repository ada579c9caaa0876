"""The metrics as pages call them, with the options that a person chose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from segmetrics.metrics.blocks.window_blocks import WindowWidth
from segmetrics.metrics.metric import Metric
from segmetrics.phrases import capital


class MetricSettings(Protocol):
    """Settings of metrics that a person chooses: a view has them, and a drawing."""

    @property
    def n(self) -> int:
        """Near-miss window."""

    @property
    def width(self) -> WindowWidth:
        """What a window of WindowDiff counts."""


def options_of(
    metric: Metric, settings: MetricSettings, types: Sequence[str] = ()
) -> dict[str, Any]:
    """Choose the options of a metric that settings, or the types of a corpus, decide."""
    said: dict[str, Any] = {"n": settings.n, "width": settings.width}
    if types:
        said["types"] = ",".join(types)
    return {name: value for name, value in said.items() if name in metric.options}


def title_of(metric: Metric) -> str:
    """Write the name of a metric as a title."""
    return capital(metric.name)
