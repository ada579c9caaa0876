"""What is said of work that takes a while: what it is, how long it takes, what waits."""

from __future__ import annotations

AGREEMENT = "the agreement"
DECISIONS, DECISION_INTERVALS = "the agreement of decisions", "intervals of decisions"
FILE = "the file"
BEYOND_CHANCE = "agreement beyond chance"
INTERVALS = "intervals"
OTHER_LEVELS = "other chance levels"
ANCHORED = "chance with first and last segments in place"
WINDOWS = "misses for each near-miss window"
REASONS_OF_ITEM, REASONS_OF_GROUP, REASONS = (
    "the reasons for this item",
    "the reasons for this group",
    "the reasons",
)
REPORT = "the report"
CODERS_BESIDE_OTHERS = "what each coder does beside the others"
CODER_MODEL, GROUP_MODEL = "the model of the coders", "the model of this group alone"
MODEL_SAVES = "what the model saves"
PLACES = "places that show what coders do"
INFLUENCE = "the influence of coders"
ODD_ITEMS = "whose boundaries are odd in one item alone"
CAUSES = "what low agreement comes from"
PLAN = "the widths of larger corpora"
CARDS = "the cards of coders"
MATRIX = "the matrix"
CURVE = "the curve over tolerances"
PEAKS = "the places where people mark together"
COMPARISON, ROUNDS = "the comparison", "the rounds"
PAIRS, DIFFERENCES = "the pairs of coders", "the places where the coders differ"
READING_KEPT, WRITING_KEPT = "reading the codings", "keeping the codings"
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
