"""Whether values are the same, and whether targets were reached."""

from __future__ import annotations

from math import isclose
from typing import Any

from benchmarks.timing import Row, seconds


def same(what: str, ours: float | None, theirs: Any) -> None:
    """Raise AssertionError where two values differ by more than rounding."""
    if ours is None or not isclose(ours, theirs, rel_tol=1e-9, abs_tol=1e-12):
        raise AssertionError(f"{what}: {ours} and {theirs}")


def beside(what: str, ours: float, peer: str, theirs: float, at_least: float | None = None) -> Row:
    """Make a row of two times; the ratio says how many times faster segmetrics is."""
    ratio = theirs / ours
    target, verdict = "", ""
    if at_least is not None:
        target, verdict = f">= {at_least:,g} x", judged(ratio >= at_least)
    shown = f"{ratio:,.0f} x" if ratio >= 10 else f"{ratio:.2f} x"
    return Row(what, seconds(ours), peer, seconds(theirs), shown, target, verdict)


def judged(reached: bool) -> str:
    """Say whether a target was reached."""
    return "reached" if reached else "MISSED"
