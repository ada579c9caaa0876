"""What the Overview says of recordings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from segmetrics.number_formats import percent, plain_seconds, short
from segmetrics.phrases import capital, counted, joined, listed, spelled
from segmetrics.reliability.chance_verdicts import WELL_BEYOND, ChanceVerdict
from segmetrics.reliability.pair_hit_rates import TimeNull

TERMS = ("F beyond chance", "independent people", "F", "tolerance", "interval", "p")
NUMBER_TERMS = ("covering", "segmentation agreement", "F beyond chance", "F", "interval")
INDEPENDENT: Mapping[TimeNull, str] = {
    "circular shift": "independent people with the same rhythm",
    "shuffled gaps": "independent people with the same gaps in another order",
    "shared pace": "independent people with the same rhythm who slow down and speed up together",
}
THAN = "independent people would"
EXPLANATIONS: Mapping[ChanceVerdict, str] = {
    "well_beyond_chance": (
        "Coders agree more than independent people would, and come at least "
        f"{short(WELL_BEYOND)} of the way from chance to perfect agreement (a convention, Fleiss "
        "1981). A habit that they share, such as a press after every cut, counts as agreement too."
    ),
    "beyond_chance": (
        "Coders agree more than independent people would, but come less than "
        f"{short(WELL_BEYOND)} of the way from chance to perfect agreement."
    ),
    "not_distinguishable": (
        "Independent people often agree as much. That is no proof that coders disagree: with few "
        "presses there is little to see."
    ),
    "too_short": (
        "There are too few presses to tell any agreement from chance: even the best that the same "
        "presses reach by accident is common."
    ),
}
LABELS: Mapping[str, str] = {
    "item": "Recording",
    "verdict": "Verdict",
    "strip": "When coders pressed",
    "picture": "Picture",
    "picture_about": "0, the dotted line, is what independent people reach; 1, at the right, is "
    "perfect",
    "one_unit": "no time for a press",
    "undefined": "undefined",
    "no_interval": "No interval",
    "goes_on": "the arrow says that it goes on below",
}
ITEMS = "Recordings"
ORDER = "Order of the recordings"
CURVE = "How the tolerance matters"
CURVE_DRAWN = "Mean F of all pairs over tolerances, above the band of independent people"
NUMBERS = "All numbers"
NUMBERS_CAPTION = "Agreement on each recording, and on all"
READING = (
    "Read F beyond chance like a kappa: 1 is perfect agreement, 0 is what independent people "
    "reach. The interval says what other people (and other recordings) would give. One "
    "tolerance alone says little: look at the curve."
)
CLICKS = "Click a recording, or a moment of its strip, to see what differs there."
BEYOND_ABOUT = "F beyond chance: 0 is what independent people reach, 1 is perfect."
NAMED_P = "p, adjusted for the number of recordings:"
NO_VERDICT = "no verdict"
SEE_CODERS = "See who differs from whom →"
NO_PAIRS = (
    "Every recording has one coder only. Agreement needs two coders of the same recording: add the "
    "presses of a second one."
)
NOBODY = "Nobody pressed, so there is nothing to compare."
LONGEST_LIST = 6


def labels(tolerance: float) -> Mapping[str, str]:
    """Return what the list says besides its numbers."""
    within = f"within {_span(tolerance)}"
    return {
        **LABELS,
        "share": f"Largest share of coders who press {within}:",
        "within": within,
    }


def orders(*, none_needs_work: bool) -> Mapping[str, str]:
    """Return the orders of the list, by what stands in the address."""
    return {
        "": "lowest first" if none_needs_work else "needs a look first",
        "corpus": "as in the corpus",
        "-mass": "longest first",
    }


def see_item(name: str) -> str:
    """Return the text of the link to the recording to begin with."""
    return f"See what differs in {name} →"


def few_recordings(number: int) -> str:
    """Return why intervals of few recordings are wide, and what would help."""
    return (
        "Intervals over all recordings are wide here, and rightly so: how much recordings differ "
        f"is known from {spelled(number)} of them only. More recordings, or more coders, make them "
        "narrower."
    )


def agree(
    coders: int,
    recordings: int,
    tolerance: float,
    value: float,
    chance: float | None,
    null: TimeNull,
) -> str:
    """Return how often people press together, and independent ones."""
    who = f"{capital(_number(coders))} coders of {_number(recordings)} recording"
    said = (
        f"{who}{'s' * (recordings > 1)}: when two are compared, {percent(value)} of their presses "
        f"lie within {_span(tolerance)} of one of the other's"
    )
    if chance is None:
        return f"{said}."
    return f"{said}; {INDEPENDENT[null]} would reach {percent(chance)}."


def who_stands_out(less: Sequence[str], early: Sequence[str], late: Sequence[str]) -> str:
    """Return who agrees less with the others, and who is early or late."""
    less, early, late = ([_called(name) for name in names] for names in (less, early, late))
    said = []
    if less:
        who = "agrees" if len(less) == 1 else "agree"
        said.append(f"{_named(less)} {who} less with the others than those do with each other")
    for names, when in ((early, "earlier"), (late, "later")):
        if names:
            press = "presses" if len(names) == 1 else "press"
            said.append(f"{_named(names)} {press} {when} than the others")
    return f"Who stands out: {'; '.join(said)}."


def left_out(number: int, why: Sequence[str]) -> str:
    """Return how many presses the settings leave out."""
    return f"{counted(number, 'press', 'presses')} left out: {', '.join(why)}."


def fewer_shuffles(made: int) -> str:
    """Return that chance is known from few shuffles."""
    return (
        f"The corpus is large: independent people were made {made:,} times, and p-values follow "
        "from the mean and spread of what they reach."
    )


def by_null(null: TimeNull, shuffles: int) -> str:
    """Return how chance was found, for the curve."""
    return (
        f"The band holds the whole curve in 95% of {shuffles:,} cases of {INDEPENDENT[null]}. "
        "Where coders are above it, chance does not explain how far they agree."
    )


def _number(number: int) -> str:
    return spelled(number)


def _span(tolerance: float) -> str:
    return f"{plain_seconds(tolerance)} {'second' if tolerance == 1 else 'seconds'}"


def _called(name: str) -> str:
    """Return the name of a coder, which a number alone would not be in a sentence."""
    return f"coder {name}" if name.isdecimal() else name


def _named(names: Sequence[str]) -> str:
    return joined(names) if len(names) <= LONGEST_LIST else listed(names, LONGEST_LIST)
