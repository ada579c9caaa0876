"""What the Item page and the Heat maps page say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from segmetrics.axis import NOUNS
from segmetrics.metrics.edits import EditKind
from segmetrics.number_formats import clock, p_in_sentence, seconds, seconds_read, short
from segmetrics.phrases import counted, listed
from segmetrics.reliability.chance_verdicts import told_from_chance

MORE = "More reasons, and the numbers behind them"
PLACES = "Disputed places, those first at which most pairs disagree"
FIRST_PLACES = "The {} places at which most pairs disagree, of {}"
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

TOGETHER = ("Together", "Boundaries of the two within the tolerance of each other")
ALONE_IN_TIME = ("Alone", "Boundaries of either that have no partner within the tolerance")
LATER_OF_PAIR = ("Later", "How much later the second coder is than the first, in the median")
ALL_PAIRS = "All pairs of coders, the least similar first"
ONE_MORE = "Beside S and 1−WD"
LOWER_IS_BETTER = "Of the two on this item; lower is better, the mean of both directions"
HIGHER_IS_BETTER = "Of the two on this item; higher is better, the mean of both directions"
SIMILARITY_OF_PAIR = "{} of the two: 1 if they are the same"
KAPPA_OF_PAIR = "κ of the two on this item: 0 is chance, 1 is perfect"

ONE_CODER = "Only one coder has coded this {}, so there is nobody to compare with."
ALL_AGREE = "All coders agree at every place."
NO_LEVELS = "No boundary has a level here, so all count as level 1."
NEXT_THAT_NEEDS_WORK = "Next {noun} that needs work: {name} →"
NEXT_THAT_IS_LOW = "Next {noun} with low agreement: {name} →"
OTHER_CODERS = "For other coders of this item, R is {} (95% interval)."
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
    "Who differs most from the others there. Leads to the coder, beside the one they differ from "
    "most",
)
ALL_ALIKE = "all alike"
MOST_DISPUTED, MORE_DISPUTED = "The most disputed place", "More disputed"

# Recordings.
PEAKS = "Places where people mark together"
PEAKS_CAPTION = "Places where people mark together beyond chance, in order of time"
NO_PEAKS = "Places where several mark together, in order of time; chance can explain each"
TIME, INTERVAL = "time", "95% interval"
INTERVAL_ABOUT = (
    "Where the median boundary of other such people would lie; from the order of the boundaries, "
    "and only with five or more."
)
SUPPORT, SUPPORT_ABOUT = "coders", "Who set a boundary near this place, each counted once."
MISSING, BELATED = "not marked there by", "{coder} ({timing}, at {time})"
P_ABOUT = (
    "How often independent people would have so many boundaries together, for this recording, "
    "anywhere in any recording of the corpus."
)
BOUNDARIES_OF_PAIR = "Boundaries of the two coders, those within the tolerance beside each other"
LATER, ALONE = "difference", "no partner"
LATER_ABOUT = "How much later the second coder's boundary is than the first's."
NOBODY = "Nobody whose boundaries count coded this recording."
HOW_TO_READ = (
    "Click a place to choose it. Zoom with + and −, or Ctrl and the wheel; drag to move along. "
    "“How it is measured”, at the top, has the width of the curve."
)
SHADES_MEAN = "Boundaries a minute per coder:"
SHADES = (
    "The stronger the shade, the more people mark at about the same time. Click a place to see "
    "who. “How it is measured”, at the top, has the width of the curve."
)
RECORDINGS, CODERS_OF = "All recordings", "The coders of {}"

# The heat maps.
SHOW, ORDER, SCALE = "Show", "Order of the {}s", "Width of a unit"
NOT_COMPUTED = "agreement beyond chance was not computed"
READING = {
    "places": "Each row is an item, each cell a place between two {units}. The stronger the colour "
    "of a cell, the more coders set a boundary there. A strong cell with empty neighbours is "
    "agreement. Several faint cells in a row may be one boundary that coders put in different "
    "places. Click a cell to open it.",
    "overview": "Each line is an item. The number at its end says how many places a cell holds. "
    "Strong cells over short bars are agreement. Faint cells over long bars are boundaries that "
    "coders put in different places. Click a cell to see its strongest place.",
    "multiples": "Each panel is an item: its coders one below the other, and at the bottom the "
    "share of coders. Ticks in one column are agreement. Click a panel to see the place.",
}
READING_OF_LINES = (
    "Each line is an item, each cell a place between two {units}. The stronger the colour of a "
    "cell, the more coders set a boundary there. Click a cell to open it."
)
FEW_PLACES = "Every place is shown, as there are few enough."
LONG_ITEM = "One line for each item, as an item has {places:,} places, more than {most:,}."
MANY_PLACES = "One line for each item, as there are {places:,} places, more than {most:,}."
HEAT_MAP = "Heat map of boundaries: {}"
PART_SHOWN = "{} {:,} to {:,} of {:,}"
TEXT_BEFORE = "← text up to {} {:,}"
TEXT_AFTER = "text from {} {:,} →"
DIFFERS_MOST_FROM = "{coder} differs most here. Compare {coder} and {other} on all items"
DIFFER = "Several differ equally here. Compare {coder} and {other} on all items"
NO_VERDICT = "No verdict: {}."
OPENS = "See how {} came about"
WHOLE_ITEM = "Heat map of {}; click it to see that place below"
PAIR = "{a} and {b} side by side"
BETWEEN = "{sees} between {a} and {b} on {item}"
MISSES = "Misses and the coefficient of {} for n = 1 to 10"
FIRST_PAIRS = "The {shown} least similar of {pairs:,} pairs."
OTHERS = "{:,} others"
ON_ITEM = " on {}"
VALUE_OF_PAIR = "{metric} of {a} and {b}"


SAME_CODING = "{} have exactly the same {}."


def disputed(places: int, edits: int) -> str:
    first = counted(places, "disputed place") if places else "No disputed place"
    return f"{first}, {counted(edits, 'disagreement')} between pairs of coders."


def elsewhere(places: int, labels: bool, silent: Sequence[str]) -> str:
    without = f"with {listed(silent, NAMED)}, who {'has' if len(silent) == 1 else 'have'} no vote"
    parts = ["in labels"] * labels + [without] * (len(silent) > 0)
    more = counted(places, "more place")
    return f"At {more} coders differ only {' or '.join(parts)}."


def marked_by(marked: Sequence[str], unmarked: Sequence[str]) -> str:
    if len(marked) <= NAMED or len(unmarked) >= len(marked):
        return listed(marked, NAMED)
    return f"all but {listed(unmarked, NAMED)}" if unmarked else f"all {len(marked)} coders"


def anchored(p: float, *, too_little: bool) -> str:
    left = "too few boundaries are left to test"
    if not too_little:
        left = "agreement may be chance"
    return (
        "Coders may agree only on how long the first and the last segment are: without these, "
        f"{left} (p {p_in_sentence(p)})."
    )


def alike(pair: str, name: str, value: float | None, near: int, full: int) -> str:
    misses = f"{counted(near, 'near miss')}, {counted(full, 'full miss')}"
    return f"{pair}: {name} {short(value)}, {misses}"


EXPECTED = "Observed agreement {}; expected agreement {} for π*, {} for κ*."


# ----- Recordings


def summary(item: str, coders: int, boundaries: int, above: int, chance: int) -> str:
    said = [f"{counted(coders, 'coder')} set {counted(boundaries, 'boundary')} in {item}."]
    if coders < 2:
        return " ".join([*said, ONE_CODER.format(NOUNS["seconds"].item)])
    if above:
        at = counted(above, "place")
        said.append(f"At {at}, more coders mark together than chance explains.")
    elif not chance:
        said.append("At no place do several coders mark together.")
    if chance:
        at = counted(chance, "other place" if above else "place")
        said.append(
            f"At {at}, several mark together. One such place alone may be chance; how well coders "
            "agree is judged by all boundaries."
        )
    return " ".join(said)


def peak_text(time: float, votes: int, of: int, *, above: bool) -> str:
    chance = "" if above else ", which may be chance"
    return f"{clock(time, 1)}: {votes} of {counted(of, 'coder')}{chance}"


def interval(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f"{clock(low, 1)} to {clock(high, 1)}"


def beyond_chance(p: float) -> str:
    explained = "chance does not explain it" if told_from_chance(p) else "chance can explain it"
    return f"For so many at once, {explained} (p {p_in_sentence(p)})."


def of_pair(
    a: str,
    b: str,
    hits: int,
    boundaries: tuple[int, int],
    f: float | None,
    later: float | None,
    tolerance: float,
) -> str:
    if f is None:
        return f"Neither {a} nor {b} set a boundary."
    said = [
        f"Of {counted(boundaries[0], 'boundary')} of {a}, {hits:,} "
        f"{'has' if hits == 1 else 'have'} a partner within {seconds(tolerance)} among the "
        f"{boundaries[1]:,} of {b} (F {short(f)})."
    ]
    if later and hits > 1:
        who, whom = (b, a) if later > 0 else (a, b)
        said.append(
            f"In these pairs, {who} is later than {whom} by {seconds_read(abs(later))} (median). "
            "Boundaries farther apart do not count here: for longer delays, see Coders."
        )
    return " ".join(said)


HEAT_MAPS = "Density of boundaries of {}, the longest {}"
REFUSED = "{}. Let a boundary count farther around it, in the settings at the top."
