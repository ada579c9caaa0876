"""What the page Coders says of recordings."""

from __future__ import annotations

from collections.abc import Sequence

from segmetrics.number_formats import between, plain_seconds, rate, short
from segmetrics.phrases import counted, spelled
from segmetrics.reliability.recording_agreement import RecordingCoder

TERMS = ("segmentation agreement", "F", "tolerance", "interval")
HOW_OFTEN, AGREEMENT, GROUP = "How often", "Agreement", "With the group"
EARLY_OR_LATE = "Early or late"
EARLY, LATE = "early", "late"
NUMBERS = "All numbers"
NUMBERS_CAPTION = "What each coder does beside the others"
ONE_CODER = "One coder alone pressed in these recordings, so there is nobody to compare with."
LESS = "Agrees less with the others than those do with each other."
MORE = "Agrees more with the others than those do with each other."
NOTHING = "Nothing stands out."
READING = (
    "Who stands out does so beyond what chance explains among so many people. How often people "
    "press differs between people of equal judgement: it is shown, and no verdict. Segmentation "
    "agreement depends on the width of the bins."
)


def summary(coders: Sequence[RecordingCoder], recordings: int) -> str:
    """Return how many people press how often."""
    rates = [row.rate for row in coders]
    where = "one recording" if recordings == 1 else f"{spelled(recordings)} recordings"
    span = f"{rate(min(rates))} to {rate(max(rates))}"
    return f"{counted(len(coders), 'coder')} of {where} press {span} times a minute."


def nobody_stands_out(coders: int) -> str:
    """Return that nobody stands out."""
    return f"Of the {spelled(coders)}, nobody stands out."


def headline(row: RecordingCoder) -> str:
    """Return by what a coder stands out."""
    said = [LESS] if row.standing == "less" else [MORE] if row.standing == "more" else []
    if row.timing and row.later is not None:
        said.append(f"Presses {row.timing}, by {short(abs(row.later))} s on average.")
    return " ".join(said) or NOTHING


def how_often(row: RecordingCoder, others: Sequence[float]) -> str:
    """Return how often a coder presses, and the others."""
    ends = _ends(between(row.rate_interval.low, row.rate_interval.high, rate))
    said = f"{rate(row.rate)} presses a minute{ends}"
    if not others:
        return f"{said}."
    return f"{said}; the others {rate(min(others))} to {rate(max(others))}."


def with_others(row: RecordingCoder) -> str:
    """Return how far a coder agrees with the others."""
    if row.value is None:
        return ""
    ends = _ends(between(row.value_interval.low, row.value_interval.high, short))
    return f"F {short(row.value)} with the others{ends}."


def with_group(row: RecordingCoder) -> str:
    """Return how well a coder's presses follow those of the group."""
    if row.agreement is None:
        why = row.undefined.get("agreement", "")
        return f"No segmentation agreement: {why}." if why else ""
    ends = _ends(between(row.agreement_interval.low, row.agreement_interval.high, short))
    return (
        f"Segmentation agreement {short(row.agreement)}{ends}: 0 is the worst and 1 the best that "
        "so many presses could follow those of the others."
    )


def when(row: RecordingCoder) -> str:
    """Return how much later or earlier a coder presses than the others nearby."""
    if row.later is None:
        return ""
    ends = _ends(between(row.later_interval.low, row.later_interval.high, short))
    side = "later" if row.later >= 0 else "earlier"
    return f"{short(abs(row.later))} s {side} than near presses of the others{ends}."


def message(row: RecordingCoder, tolerance: float, others: float | None) -> str:
    """Return what one could write to a coder; empty where nothing stands out."""
    said = []
    if row.timing and row.later is not None:
        side = "after" if row.timing == "late" else "before"
        said.append(
            f"You usually press about {short(abs(row.later))} seconds {side} the others do at the "
            "same moment. Press as soon as you notice that something new begins."
        )
    if row.standing == "less" and row.value is not None and others is not None:
        said.append(
            f"Fewer of your presses are within {plain_seconds(tolerance)} seconds of somebody "
            f"else's than usual (F {short(row.value)}, the others {short(others)}). Shall we look "
            "at some moments together?"
        )
    return " ".join(said)


def first_cards(shown: int, total: int) -> str:
    """Return that there are more cards than shown."""
    return f"The first {shown:,} of {total:,} coders; all are in the table below."


def _ends(span: str) -> str:
    return f" ({span})" if span else ""
