"""What the tables about coders say: headings and explanations of their columns, and cells."""

from __future__ import annotations

from collections.abc import Mapping

from segmetrics.number_formats import rate, shown
from segmetrics.reliability.coder_findings import Finding

CODER, ITEM, LEFT_OUT = "Coder", "Item", "Left out"

# How finely each coder codes.
ITEMS_OF_CODER = ("Items", "Items that the coder coded")
SEGMENTS = ("Segments", "Over all items of the coder")
DENSITY = ("Boundaries in 100 units", "Over all items of the coder")
MEAN_SIZE = ("Mean size", "Units of a segment on average")
DRIFT = (
    "Drift",
    "Above 0 the coder gets finer from item to item, compared with the others; below 0 coarser. "
    "1 would be twice as many segments with each item. Below it the 95% interval",
)
P_OF_DRIFT = ("p", "That of the drift, for this coder alone (Kendall)")

# Each coder beside the others.
BY_ONE_PLACE = "Near misses by one place, over all pairs"
NO_BOUNDARY = "the coder placed no boundary on these items"
NOTHING_TO_COMPARE = "there is nothing to compare with"
BOUNDARIES = ("Boundaries", "On the items that others coded too")
RATE = (
    "Rate",
    "Boundaries of the coder for each of the others' on the same items: above 1 the coder is "
    "finer. Below it the 95% interval. Coders who are twice as fine are common",
)
ALONE = ("Alone", "Share of the coder's boundaries where nobody else has one")
EARLY = ("Early", f"{BY_ONE_PLACE}: the coder's boundary lies before the other")
LATE = ("Late", f"{BY_ONE_PLACE}: the coder's boundary lies behind the other")
KAPPA = ("κ", "Kappa of boundary decisions with the others; below it that of the others' pairs")
FINDING = "Finding"
FINDINGS: Mapping[Finding, str] = {
    "none": "",
    "empty": "nothing placed",
    "full": "everything marked",
    "shifted": "shifted by one",
    "disagrees": "disagrees",
    "rate": "rate out of line",
}

# Without a coder, without an item.
R_OF_OTHERS = ("R", "Agreement beyond chance of the others")
CHANGE_WITHOUT_CODER = ("Change", "Above 0, the others agree better; below it the interval")
OWN_R = ("Own R", "Agreement beyond chance on the item by itself")
CHANGE_WITHOUT_ITEM = (
    "Change",
    "Above 0, the other items of its group agree better; below it the interval",
)
MISSES = (
    "Near and full misses",
    "Over all pairs of coders, and how many its boundaries lead one to expect",
)
VERDICT, OUTLYING = "Verdict", "outlying"

# Coder groups beside each other.
GROUP, CODERS, ITEMS, STANDS_OUT = "Coder group", "Coders", "Items", "Stands out"
DENSITIES = (
    "Boundaries in 100 units",
    "The coder with the fewest and the one with the most, each over their own items",
)
KAPPAS = (
    "κ with the others",
    "Kappa of boundary decisions: the coder who agrees least and the one who agrees most",
)

# Pairs of coders.
PAIR = "Pair of coders"
MEAN = (
    "Value",
    "κ of the two over all places that both coded; of a metric the mean over items and both "
    "directions",
)
ITEMS_OF_PAIR = ("Items", "Items on which it has a value")
METRIC_ON_ITEM = "The metric of the two on this item"
KAPPA_ON_ITEM = ("κ", "Kappa of boundary decisions of the two on this item")
EDITS = ("Edits", "Near and full misses, and substitutions of types")
WHERE = ("Where", "Units after which they differ")
KAPPA_TITLE = "κ of boundary decisions"
AS_MEASURED = "As measured: {}"


def others(kappa: float | None) -> str | None:
    return None if kappa is None else f"others {shown(kappa)}"


def expected(misses: float) -> str:
    return f"{rate(misses)} expected"


def back_to(item: str, place: int | None) -> str:
    return f"← Back to {item}{f', after unit {place:,}' if place else ''}"
