"""What the Overview says: sentences, labels and reasons.

Templates take the noun for an item from `segmetrics.axis`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from segmetrics.axis import NOUNS, Unit
from segmetrics.coefficients.quantities import QUANTITIES
from segmetrics.number_formats import percent, seconds_in_words, short
from segmetrics.phrases import capital, counted, from_to, spelled
from segmetrics.reliability.narrative import Cause
from segmetrics.reliability.pair_hit_rates import TimeNull

# Terms that sentences explain.
HEADLINE_TERMS: Mapping[Unit, Sequence[str]] = {
    "units": ("chance", "R", "p", "interval"),
    "seconds": ("F beyond chance", "independent people", "F", "tolerance", "interval", "p"),
}
COEFFICIENTS = ("π* over S", "α", "π* over B", "S", "R", "κ", "interval")
NUMBER_TERMS: Mapping[Unit, Sequence[str]] = {
    "units": COEFFICIENTS,
    "seconds": ("covering", "segmentation agreement", "F beyond chance", "F", "interval"),
}
WINDOW_TERMS = ("near miss", "full miss", "n", "π* over S", "B", "R")
WHY_TERMS = (
    *("R", "p", "chance", "interval", "near miss", "full miss", "shared boundary"),
    *("κ", "α", "π* over B", "π* over S", "S"),
)
MODEL_TERMS = ("shared boundary",)

ITEMS, GROUPS = "{}s", "Coder groups and the corpus"
LABELS: Mapping[str, str] = {
    "verdict": "Verdict",
    "picture": "Picture",
    "picture_about": "0, the dotted line, is what {by_chance} reach; 1, at the right, is perfect",
    "undefined": "undefined",
    "no_interval": "No interval",
    "goes_on": "the arrow says that it goes on below",
}
STRIPS: Mapping[Unit, Mapping[str, str]] = {
    "units": {"strip": "Where boundaries stand", "one_unit": "one unit: no place for a boundary"},
    "seconds": {
        "strip": "When boundaries come",
        "one_unit": "no time for a boundary",
        "share": "Largest share of coders with a boundary within {span}:",
        "within": "within {span}",
    },
}
"""What the list of items says besides its numbers."""
ITEM, GROUP = "Item", "Coder group"
POOLED, ONE_GROUP = "over all its items", "one group"
MEAN, MEAN_AND_SD = "mean over groups", "mean and sd over groups"
AGREEMENT_OF_ALL = "Agreement of items, groups and the corpus"
PAIRS_WITH_GAPS = "Pairs with gaps"
CHANCE_LEVELS = "Chance levels beside agreement"
NUMBERS = "Numbers"
WINDOWS_DRAWN = "Near misses, full misses and the coefficient of the corpus for n = 1 to 10"
ORDER = "Order of the {}s"
BEFORE, BEFORE_ABOUT = "before", "{} with all coders as they are."
WAS = "was {}"
CONVENTION = (
    "Over {over}, with {near}. Chance is counted {chance}. A window of WindowDiff is half a mean "
    "segment long, in {width}."
)
CHANCE_COUNTED: Mapping[str, str] = {
    "defined": "by the equations of Fournier & Inkpen (2012)",
    "published": "as in the published tables of Fournier & Inkpen (2012)",
}
IN_SMALL_PRINT = (
    "Small print has 95% intervals: those of groups and the corpus are for {}, those of items for "
    "other coders of the item."
)
CONVENTION_OF_RECORDINGS = "Boundaries within {} of each other are one; chance by a {}; bins of {}."
AGAINST_CHANCE = "Against chance"
WHY_NOT_HIGHER = "What keeps agreement from being higher?"
WHICH_WINDOW = "Which near-miss window?"
WHAT_TO_DO = "**What to do**"
STANDING = "Where does my corpus stand?"
YOURS = "This corpus"

NO_PAIRS = "Every {item} has one coder only. Agreement needs two coders of the same {item}: {how}."
SECOND_CODER: Mapping[Unit, str] = {
    "units": "upload the codings of a second coder together with these",
    "seconds": "add the boundaries of a second one",
}
NOBODY = "Nobody set a boundary, so there is nothing to compare."
NOT_COMPUTED = "agreement beyond chance is not computed yet"
NO_VERDICT = "no verdict"
NAMED_P = "p, adjusted for the number of {}s:"
READING: Mapping[Unit, str] = {
    "units": (
        "Read R like a kappa: 1 is perfect agreement, 0 is chance. α and π* over B look at "
        "boundaries alone. The verdict is true of these coders and items. The interval says what "
        "others would give."
    ),
    "seconds": (
        "Read F beyond chance like a kappa: 1 is perfect agreement, 0 is what independent people "
        "reach. The interval says what others would give. One tolerance alone says little: look "
        "at the curve."
    ),
}
FOR_THESE = (
    "“For these coders” means: with other coders on that {}, {} might be no better than chance."
)
CLICKS: Mapping[Unit, str] = {
    "units": (
        "Click an item to see what differs. Click a place of its strip to see the text there. "
        "Click a number to see how it came about."
    ),
    "seconds": "Click a recording, or a moment of its strip, to see what differs there.",
}
NUMBER_OF = "{} of "
BY_COLUMN = "by {}"
NEEDS_WORK_FIRST, LOWEST = "needs work first", "lowest {} first"
AS_IN_CORPUS, LONGEST_FIRST = "as in the corpus", "longest first"
UNDEFINED = (
    "There is nothing to measure: {}. Look at the heat maps to see what the coders did. Then check "
    "on the page Import that boundaries were read as you meant them."
)
SEE_ITEM = "See what differs in {} →"
SEE_CODERS = "See who differs from whom →"
SEE_REPORT = "Write it up →"
BACK_TO = "Back to {} →"
CURVE = "How the tolerance matters"
CURVE_DRAWN = "Mean F of all pairs over tolerances, above the band of independent people"
ALL_NUMBERS_CAPTION = "Agreement on each recording, and on all"
BEYOND_ABOUT = "F beyond chance: 0 is what independent people reach, 1 is perfect."
RATE_ABOUT = "Boundaries a minute of a coder, on average."
FEWER_SHUFFLES = (
    "The corpus is large: independent people were made {:,} times, and p-values follow from the "
    "mean and spread of what they reach."
)
INDEPENDENT: Mapping[TimeNull, str] = {
    "circular shift": "independent people with the same rhythm",
    "shuffled gaps": "independent people with the same gaps in another order",
    "shared pace": "independent people with the same rhythm who slow down and speed up together",
}
FIRST_GROUPS = "The first {shown:,} of {total:,} coder groups."
PUBLISHED = (
    "The small print in the last line of each row is the figure published in {}. An = says that "
    "ours is equal in all four decimals. Published figures use the convention “published”, windows "
    "of units and n = 2."
)
EVERY_NUMBER = "Every number opens: what it is, what was counted, and the formula with the numbers."
MORE_COEFFICIENTS = "More coefficients of coder groups"
SHUFFLING = (
    "The formula of π* looks at single places and expects little agreement by chance: even random "
    "coders get a π* above 0. Here the computer shuffles each coder in four ways. "
    "Ring: the distances between boundaries come in random order "
    "and may begin anywhere. Sizes: the segments come in random order. Places: as many "
    "boundaries fall on random places. Anchored: the first and the last "
    "segment stay, those between them come in random order."
)
FEWEST_ITEMS = "Pairs of coders with the fewest items in common"
OPEN_CORPORA = "Open corpora and this one, the best R first"
MEASURED_ALIKE = (
    "All are measured alike: over S, with n = 2, whatever is chosen for the other tables. Texts, "
    "units and instructions differ, so a lower place is no verdict: it shows what people reach."
)
LIKE_THESE = (
    "On average, these coders {}. A model estimates this from their codings; the page Coders has "
    "it for each of them."
)


def labels(unit: Unit, tolerance: float) -> Mapping[str, str]:
    nouns = NOUNS[unit]
    labels = {"item": capital(nouns.item), **LABELS, **STRIPS[unit]}
    fill = {**nouns._asdict(), "span": seconds_in_words(tolerance)}
    return {name: label.format(**fill) for name, label in labels.items()}


def no_pairs(unit: Unit) -> str:
    return NO_PAIRS.format(item=NOUNS[unit].item, how=SECOND_CODER[unit])


FEW_RECORDINGS = (
    "Intervals over all recordings are wide here, and rightly so: how much recordings differ is "
    "known from {} of them only. More recordings, or more coders, make them narrower."
)


def agree(coders: int, tolerance: float, value: float, chance: float | None, null: TimeNull) -> str:
    share = percent(value)
    who = "The two coders" if coders == 2 else f"On average, two of the {spelled(coders)} coders"
    said = f"{who} share {share} of their boundaries, within {seconds_in_words(tolerance)}."
    if chance is None:
        return said
    return f"{said} {capital(INDEPENDENT[null])} would share {percent(chance)}."


LEFT_OUT = "{} left out: {}."
BY_NULL = (
    "The band is chance: 95% of {:,} simulated curves of {} lie in it. Above it, the coders agree "
    "more than by chance."
)


def not_computed(items: int, groups: int, numbers: Mapping[str, str], *, comes: bool) -> str:
    what = f"{counted(items, 'item')}, {counted(groups, 'coder group')}"
    found = ", ".join(f"{name} {number}" for name, number in numbers.items())
    rest = "is being computed" if comes else "is not computed yet: start it to see what needs work"
    return f"{what}: {found}. Agreement beyond chance {rest}."


def _range(low: float, high: float) -> str:
    return short(low) if short(low) == short(high) else f"{short(low)} to {short(high)}"


def flattering(number: int, total: int, s: tuple[float, float]) -> str:
    """Return that S flatters, in how many of the groups, and what to report."""
    pi_s, where = QUANTITIES["pi_s"].name, f"In {number:,} of {total:,} groups"
    if number == total:
        where = {1: "Here", 2: "In both groups"}.get(total, f"In all {total:,} groups")
    return (
        f"{where}, report R. {pi_s} ({_range(*s)}) is high for any coders who mark few places. If "
        "your field asks for it, give it beside R."
    )


# ----- Why agreement is low, the window, chance

# Headings.
ABOUT, NUMBER, VALUE = "About", "Number", "Value"
PAIR_OF_CODERS = "Pair of coders"
ITEMS_OF_BOTH, OF = ("Items", "Items that both coded"), ("of", "Items of the coder group")
OBSERVED, EXPECTED = "Observed", ("Expected", "What the formula of π* expects of single places")
SHUFFLED = "Shuffled"
R = (
    "R",
    "R = (observed − shuffled) / (1 − shuffled); 0 is what shuffled coders reach. Below it p, "
    "the share of shuffles that agree at least as much",
)
EXACT = "exact"

# The numbers behind sentences: what these are about, and what each number is.
_LOW, _HIGH = "95% interval of R, from", "95% interval of R, to"
CAUSES: Mapping[Cause, str] = {
    "undefined": "No value",
    "none": "No disagreement",
    "chance": "Better than chance?",
    "size": "R, and what it rests on",
    "misses": "What disagreements are about",
    "without": "R without a coder",
    "coder": "A coder who stands out",
    "place": "Where disagreements lie",
    "granularity": "How often a coder marks",
    "bias": "Coders who mark unequally often",
    "sparsity": "Few boundaries",
}
BEHIND: Mapping[Cause, Mapping[str, str]] = {
    "undefined": {},
    "none": {"coders": "Coders"},
    "chance": {
        "observed": "Agreement observed",
        "shuffled": "Agreement if codings are shuffled",
        "corrected": "R",
        "p": "p: share of shuffles that agree at least as much",
        "low": _LOW,
        "high": _HIGH,
    },
    "size": {
        "corrected": "R",
        "others": "R of the other items",
        "items": "Items",
        "coders": "Coders",
        "units": "Units of text",
        "median_units": "Units of the median item of these coders",
        "low": _LOW,
        "high": _HIGH,
        "misses": "Disagreements between pairs",
        "misses_expected": "Disagreements on other items for as many boundaries",
    },
    "misses": {
        "loss": "1 − S: disagreements by their cost, for each place of a pair",
        "full misses": "Full misses: does a segment begin?",
        "near misses": "Near misses: exactly where does it begin?",
        "other types": "Boundaries with another type",
    },
    "without": {
        "without": "R without this coder",
        "lowest": "R without another coder, at least",
        "highest": "R without another coder, at most",
    },
    "coder": {
        "kappa": "κ with the others",
        "others": "κ of the others among themselves",
        "rate_ratio": "Boundaries for each one of another coder",
    },
    "place": {
        "first": "First unit of the stretch",
        "last": "Last unit of the stretch",
        "share": "Share of the text in the stretch",
        "p": "p: share of scattered disagreements that lie as close",
    },
    "granularity": {
        "ratio": "Boundaries for each one of another coder",
        "low": "95% interval of that, from",
        "high": "95% interval of that, to",
        "boundaries": "Boundaries of this coder",
        "least": "Boundaries of the other coder with fewest",
        "most": "Boundaries of the other coder with most",
    },
    "bias": {
        "bias": "Bias: agreement by chance as π* takes it, less as κ* does",
        "kappa_star": "κ* over S, which allows for them",
        "pi_star": "π* over S, which does not",
    },
    "sparsity": {
        "expected": "Agreement by chance, as π* takes it",
        "shuffled": "Agreement if codings are shuffled",
        "corrected": "R",
        "pi*_S": "π* over S",
        "pi*_B": "π* over B",
        "alpha": "α",
        "density": "Share of places with a boundary",
        "mean_segment": "Units of a segment, on average",
    },
}

# The near-miss window.
NO_VALUE = "There is no value under any window."
NO_MISSES = "There are no misses here, whatever the window."

# Chance.
ON_A_RING = (
    "R and the verdicts use “ring”: the distances between a coder's boundaries come in random "
    "order and begin anywhere."
)
PLACES_ALONE = "Here a boundary counts as a place alone: types and levels are left aside."
WINDOW_NOW = (
    "With n = {}, {} about whether a segment begins (full misses), {:,} about exactly where one "
    "begins (near misses). "
)
WINDOW_SCAN = (
    "{now}From n = {first.n} to n = {last.n}, full misses fall from {first.full_misses:,} to "
    "{last.full_misses:,} and near misses rise from {first.near_misses:,} to "
    "{last.near_misses:,}. A wide window also pairs boundaries that are close only by chance, so "
    "this does not say that coders meant the same."
)
OBSERVED_TITLE = "Observed agreement: {}, over all pairs of coders"
SHUFFLED_TITLE = "Agreement where {}"


def about(cause: Cause, coder: str) -> str:
    return f"{CAUSES[cause]}: {coder}" if coder else CAUSES[cause]


def group_by_chance(
    group: str,
    shuffled: float,
    expected: float | None,
    similarity: str,
    corrected: float | None,
    pi_star: float,
) -> str:
    value = "undefined" if corrected is None else short(corrected)
    return (
        f"By chance alone, group {group} would reach {similarity} {short(shuffled)}. The formula "
        f"of π* counts only {short(expected)} as chance. So R is {value}, and π* is "
        f"{short(pi_star)}."
    )


OTHER_GROUPS = "The table has the same numbers of {}."
AT_THE_ENDS: Mapping[str, str] = {
    "all": "In {}, coders may agree only on how long the first and the last segment are. "
    "Agreement on the rest may be chance.",
    "unclear": "In {}, agreement is beyond chance, but may rest on how long the first and the last "
    "segment are. Too few boundaries are left to test the rest.",
}
"""What the first and last segments may hold of agreement on some items."""


def gaps(
    group: str, known: int, pairs: int, fewest: int, most: int, items: int, nothing: int
) -> str:
    """Return how many pairs of coders the figures of a group with gaps rest on."""
    shared = from_to(fewest, most, "or" if most == fewest + 1 else "to")
    of = counted(items, "item")
    not_every = f"Not every coder of group {group}" if group else "Not every coder"
    if not nothing:
        return (
            f"{not_every} coded every item: each pair of them has {shared} "
            f"of {of} in common. Pairs with more items in common count more."
        )
    alone = "1 pair has" if nothing == 1 else f"{nothing:,} pairs have"
    return (
        f"{not_every} coded every item. Its figures rest on {known:,} of "
        f"{pairs:,} pairs of coders, who have {shared} of its {of} in common; {alone} none. Pairs "
        "with more items in common count more."
    )
