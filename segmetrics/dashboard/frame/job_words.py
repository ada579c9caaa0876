"""What is said of work that takes a while: what it is, how long it takes, what waits."""

from __future__ import annotations

from collections.abc import Mapping

LABELS: Mapping[str, str] = {
    "agreement": "the agreement",
    "all peaks": "the places where people mark together",
    "anchored": "chance with first and last segments in place",
    "assembled": "the corpus of these files",
    "cards": "the cards of coders",
    "causes": "what low agreement comes from",
    "certainty": "how sure each answer is",
    "chance": "other chance levels",
    "change": "the comparison",
    "coder model": "the model of the coders",
    "codings": "reading the codings",
    "curve": "the curve over tolerances",
    "decision intervals": "intervals of decisions",
    "decisions": "the agreement of decisions",
    "differences": "the places where the coders differ",
    "disputes": "the disputed places",
    "explainer": "the reasons",
    "explanation": "the reasons for this item",
    "findings": "what each coder does beside the others",
    "gold": "the consensus",
    "gold agreement": "the agreement with the consensus",
    "gold without causes": "the consensus",
    "gold workbook": "the Excel file",
    "grains": "the comparison",
    "group explanation": "the reasons for this group",
    "import": "reading the files",
    "influence": "the influence of coders",
    "intervals": "intervals",
    "kappa matrix": "the matrix",
    "matrix": "the matrix",
    "mended": "what low agreement comes from",
    "modelled places": "places that show what coders do",
    "odd items": "whose boundaries are odd in one item alone",
    "pairs": "the pairs of coders",
    "planning": "the widths of larger corpora",
    "recording agreement": "the agreement",
    "recording changes": "the comparison",
    "reliability": "agreement beyond chance",
    "report": "the report",
    "reproduced": "the tables",
    "rounds": "the rounds",
    "rules": "what each rule gives",
    "segmenters": "the comparison",
    "simulated": "the simulations",
    "texttiling": "TextTiling",
    "what would help": "what would help most",
    "windows": "misses for each near-miss window",
    "written": "the file",
    "written codings": "keeping the codings",
    "written gold": "the file",
}
"""What a job is called, by its name."""

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
