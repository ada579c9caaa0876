"""What the Item page and the Heat maps page say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from segmetrics.metrics.edits import EditKind
from segmetrics.number_formats import p_in_sentence, percent, short, shown
from segmetrics.phrases import capital, counted, listed

ITEM = "Item"
MORE = "More reasons, and the numbers behind them"
PLACES = "Disputed places, those first at which most pairs disagree"
PAIRS = "Pairs of coders, the least similar first"
NUMBERS = "All numbers of this item"
RELIABILITY, COEFFICIENTS = "Reliability of the item", "Coefficients of the item"
CODER = {"a": "A coder", "b": "beside"}
SEES = "What a metric sees"
WINDOWS = "Would a wider near-miss window help?"
ALL_METRICS = "What all metrics say of the two →"
PAIR_OF_CODERS = "Pair of coders"
NUMBERS_BEHIND = "Numbers"
KINDS: Mapping[EditKind, str] = {
    EditKind.TRANSPOSITION: "near misses",
    EditKind.SUBSTITUTION: "full misses",
    EditKind.TYPE_SUBSTITUTION: "other types",
}
BY_KIND, BY_PAIR, BY_CODER, BY_PLACE = "by kind", "by pair", "by coder", "by place"
NEAR = ("Near", "Near misses: both have a boundary, a little apart")
FULL = ("Full", "Full misses: one has a boundary, the other none nearby")

ONE_CODER = "Only one coder has coded this item, so there is nobody to compare with."
ALL_AGREE = "All coders agree at every place."
NO_LEVELS = "No boundary has a level here, so all count as level 1."
NEXT_THAT_NEEDS_WORK = "Next item that needs work: {} →"
NEXT_THAT_IS_LOW = "Next item with low agreement: {} →"
INTERVALS = "95% intervals: where a value would lie with other coders of this item."

ABOUT_TEXT = (
    "A line in the text is a place where somebody set a boundary: the stronger, the more coders. "
    "Click it to see the place everywhere on this page."
)
ABOUT_PAIR = " Beside the text stand all coders; the two on the right are {} and {}."
ABOUT_LOSS = "What makes up 1 − S, by kind of disagreement, pair, coder and place"

# Coders whom a row of the table names.
NAMED = 6
PLACE, BY = "Place", "A boundary by"
PAIRS_THAT_DIFFER = (
    "Disagreements",
    "Near and full misses there, over all pairs of coders; a pair may have several",
)
DIFFERS_MOST = (
    "Differs most",
    "Who differs most from the others there, several if they do alike. Leads to a coder, beside "
    "the one they differ from most",
)
MOST_DISPUTED, MORE_DISPUTED = "The most disputed place", "More disputed"

# The heat maps.
SHOW, ORDER, SCALE = "Show", "Order of the items", "Width of a unit"
NOT_COMPUTED = "agreement beyond chance was not computed"
READING = {
    "places": "Each row is an item, each cell a place between two units. The stronger the colour "
    "of a cell, the more coders set a boundary there. A strong cell with empty neighbours is "
    "agreement. Several faint cells in a row are one boundary that coders put in different places. "
    "Click a cell to open it.",
    "overview": "Each line is an item. The number at its end says how many places a cell holds. "
    "Strong cells over short bars are agreement. Faint cells over long bars are boundaries that "
    "coders put in different places. Click a cell to see its strongest place.",
    "multiples": "Each panel is an item: its coders one below the other, and at the bottom the "
    "share of coders. Ticks in one column are agreement. Click a panel to see the place.",
}
READING_OF_LINES = (
    "Each line is an item, each cell a place between two units. The stronger the colour of a cell, "
    "the more coders set a boundary there. Click a cell to open it."
)
FEW_PLACES = "Every place is shown, as there are few enough."
LONG_ITEM = "One line for each item, as an item has {places:,} places, more than {most:,}."
MANY_PLACES = "One line for each item, as there are {places:,} places, more than {most:,}."
HEAT_MAP = "Heat map of boundaries: {}"
PART_SHOWN = "Units {:,} to {:,} of {:,}"
TEXT_BEFORE = "← text up to unit {:,}"
TEXT_AFTER = "text from unit {:,} →"
DIFFERS_MOST_FROM = "{coder} differs most here: {coder} and {other} on all items"
DIFFER = "Several differ alike here: {coder} and {other} on all items"
NO_VERDICT = "No verdict: {}."
OPENS = "See how {} came about"
WHOLE_ITEM = "Heat map of {}; click it to see that place below"
PAIR = "{a} and {b} side by side"
BETWEEN = "{sees} between {a} and {b} on {item}"
MISSES = "Misses and the coefficient of {} for n = 1 to 10"
FIRST_PAIRS = "The {shown} least similar of {pairs:,} pairs."
AFTER = "after {:,}"
OTHERS = "{:,} others"
ON_ITEM = " on {}"
VALUE_OF_PAIR = "{metric} of {a} and {b}"


def disputed(places: int, edits: int) -> str:
    first = counted(places, "disputed place") if places else "No disputed place"
    return f"{first}, {counted(edits, 'disagreement')} between pairs of coders."


def elsewhere(places: int, labels: bool, silent: Sequence[str]) -> str:
    without = f"with {listed(silent, NAMED)}, who {'has' if len(silent) == 1 else 'have'} no vote"
    parts = ["in labels"] * labels + [without] * (len(silent) > 0)
    more = counted(places, "more place")
    return f"At {more} coders differ only {' or '.join(parts)}."


def where(first: int, last: int) -> str:
    return f"after unit {first:,}" + f" to {last:,}" * (last > first)


def marked_by(marked: Sequence[str], unmarked: Sequence[str]) -> str:
    if len(marked) <= NAMED or len(unmarked) >= len(marked):
        return listed(marked, NAMED)
    return f"all but {listed(unmarked, NAMED)}" if unmarked else f"all {len(marked)} coders"


def anchored(p: float) -> str:
    return (
        "Coders agree mostly on where to begin and to end. When the first and the last segment of "
        f"each coder stay in place, shuffled codings agree as much {percent(p)} of the time "
        f"(p {p_in_sentence(p)})."
    )


def ends_unclear(p: float) -> str:
    return (
        "Coders may only share a habit of where to begin and to end. When the first and the last "
        "segment of each coder stay in place, too little is left to tell "
        f"(p {p_in_sentence(p)})."
    )


def similarity(name: str) -> str:
    return f"{capital(name)} of the two: 1 if they are the same"


def alike(pair: str, name: str, value: float | None, near: int, full: int) -> str:
    misses = (
        f"{counted(near, 'near miss', 'near misses')}, {counted(full, 'full miss', 'full misses')}"
    )
    return f"{pair}: {name} {short(value)}, {misses}"


def expected(observed: float, for_pi: float | None, for_kappa: float | None) -> str:
    return (
        f"Observed agreement {shown(observed)}; expected agreement {shown(for_pi)} for π*, "
        f"{shown(for_kappa)} for κ*."
    )
