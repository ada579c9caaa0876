"""What is said of work that takes a while: what it is, how long it takes, what waits."""

from __future__ import annotations

GROUP_MODEL = "the model of this group alone"
MODEL_SAVES = "what the model saves"
WHAT_IS_SHOWN = "what this page shows"
STOP = "Stop"


def doing(what: str) -> str:
    """Return what is done now."""
    return f"Computing {what}"


def compute(what: str) -> str:
    """Name the button that starts a computation."""
    return f"Compute {what}"


def needs(what: str) -> str:
    """Return that something else is computed first."""
    return f"This needs {what}. Compute that first, with the button above."


def takes(duration: str) -> str:
    """Return how long a computation takes."""
    return f"Takes about {duration}."


def doing_with(what: str, of: str) -> str:
    """Return what is done now, and with which part."""
    return f"{what}: {of}"


def waits(what: str, before: int) -> str:
    """Return that other work comes first, and how much."""
    others = f" ({before:,} before this)" if before > 1 else ""
    return f"{what}: waiting for other work on this server{others}"
