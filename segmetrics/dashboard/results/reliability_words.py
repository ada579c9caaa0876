"""What pages say of what agreement rests on: chance, gaps, the near-miss window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from segmetrics.number_formats import p_in_sentence, short
from segmetrics.phrases import counted, listed
from segmetrics.reliability.narrative import Cause

# Headings.
ABOUT, NUMBER, VALUE = "About", "Number", "Value"
PAIR_OF_CODERS = "Pair of coders"
ITEMS, OF = ("Items", "Items that both coded"), ("of", "Items of the coder group")
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
    "coder": {
        "kappa": "κ with the others",
        "others": "κ of the others among themselves",
        "rate_ratio": "Boundaries for each one of another coder",
        "share": "Share of the disagreements that this coder takes part in",
        "even_share": "That share, were it even",
        "p": "p: share of random orders in which somebody stands out as much",
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
    "R and the verdicts above come from coders who keep the distances between their boundaries, in "
    "random order and from any place on (“ring”)."
)
PLACES_ALONE = "Here a boundary counts as a place alone: types and levels are left aside."
OBSERVED_TITLE = "Observed agreement: {}, pooled over pairs of coders"
SHUFFLED_TITLE = "Agreement where {}"


def about(cause: Cause, coder: str) -> str:
    return f"{CAUSES[cause]}: {coder}" if coder else CAUSES[cause]


def window_scan(ns: tuple[int, int], full: tuple[int, int], near: tuple[int, int], now: str) -> str:
    return (
        f"{now}From n = {ns[0]} to n = {ns[1]}, full misses fall from {full[0]:,} to {full[1]:,} "
        f"and near misses rise from {near[0]:,} to {near[1]:,}. A wide window also pairs "
        "boundaries that are close only by chance, so this does not say that coders meant the same."
    )


def window_now(n: int, full: int, near: int) -> str:
    return (
        f"With n = {n}, {counted(full, 'disagreement is', 'disagreements are')} about whether a "
        f"segment begins (full misses), {near:,} about exactly where one begins (near misses). "
    )


def group_by_chance(
    group: str,
    shuffled: float,
    expected: float | None,
    similarity: str,
    corrected: float | None,
    pi_star: float,
) -> str:
    """Return what shuffled coders of a group reach, and agreement corrected for it."""
    value = "undefined" if corrected is None else short(corrected)
    return (
        f"If the boundaries of each coder kept their distances but lay anywhere, group {group} "
        f"would still reach {similarity} {short(shuffled)}. The formula of π* expects "
        f"only {short(expected)}. Measured from what shuffling reaches, agreement is R {value}; "
        f"measured from the formula, it is π* {short(pi_star)}."
    )


def other_groups(number: int) -> str:
    return f"The table has the same numbers of {counted(number, 'other group')}."


def p_below(p: float) -> str:
    return f"p {p_in_sentence(p)}"


def only_at_the_ends(items: Sequence[str]) -> str:
    return (
        f"In {listed(items)}, agreement is beyond chance, but not when the first and the last "
        "segment stay in place. These coders may only share a habit of where to begin and to end."
    )


def ends_unclear(items: Sequence[str]) -> str:
    return (
        f"In {listed(items)}, agreement is beyond chance. When the first and the last segment stay "
        "in place, too little is left to tell."
    )


def gaps(
    group: str, known: int, pairs: int, fewest: int, most: int, items: int, nothing: int
) -> str:
    """Return how many pairs of coders the figures of a group with gaps rest on."""
    shared = f"{fewest:,}" if fewest == most else f"{fewest:,} to {most:,}"
    of = counted(items, "item")
    if not nothing:
        return (
            f"Not every coder of group {group} coded every item: its pairs of coders share "
            f"{shared} of {of}. A pair with more items weighs more."
        )
    alone = "1 pair has" if nothing == 1 else f"{nothing:,} pairs have"
    return (
        f"Group {group} has gaps: not every coder coded every item. Its figures rest on "
        f"{known:,} of {pairs:,} pairs of coders, who share {shared} of its {of}. "
        f"{alone} no item in common. A pair with more items weighs more."
    )
