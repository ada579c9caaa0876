"""The metrics as pages call them, with the options that a person chose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from segmetrics.metrics.blocks.window_blocks import WindowWidth
from segmetrics.metrics.registry import METRICS
from segmetrics.phrases import capital
from segmetrics.reliability.coders import KAPPA


def options_of(
    key: str, *, n: int, width: WindowWidth, types: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the options of a metric that settings, or the types of a corpus, decide."""
    said = {"n": n, "width": width, **({"types": ",".join(types)} if types else {})}
    known = () if key == KAPPA else METRICS[key].options
    return {name: value for name, value in said.items() if name in known}


def title_of(key: str) -> str:
    """Write the name of a metric as a title."""
    return capital(METRICS[key].name)
