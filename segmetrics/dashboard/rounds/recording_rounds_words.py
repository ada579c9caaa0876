"""What the pages of rounds say of recordings."""

from __future__ import annotations

from collections.abc import Mapping

from segmetrics.number_formats import (
    between,
    p_in_sentence,
    percent,
    rate,
    short,
    signed_short,
)
from segmetrics.phrases import counted
from segmetrics.reliability.coded_rounds import Compared
from segmetrics.reliability.grain_alignment import GrainAlignments
from segmetrics.reliability.pair_hit_rates import TimeNull
from segmetrics.reliability.recording_changes import RecordingChange

TERMS = ("F beyond chance", "F", "interval", "p")
ROUNDS, ROUNDS_CAPTION = "Each round", "Agreement and presses in each round"
EVERYBODY = "By everybody who coded"
EVERYBODY_COUNTS = (
    "Here everybody counts. This describes the rounds: it depends on who coded, and no change of "
    "it is tested."
)
STEPS, STEPS_CAPTION = "What changed", "What changed from round to round"
GRAINS = "Are coarse boundaries fine ones too?"
GRAINS_CAPTION = "Coarse boundaries beside fine ones of the same coder"
GRAINS_HOW: Mapping[TimeNull, str] = {
    "circular shift": (
        "By chance: all coarse boundaries of a coder are moved by one random length of time, and "
        "the fine ones stay (after Zacks, Tversky & Iyer 2001)."
    ),
    "shuffled gaps": (
        "By chance: the gaps between coarse boundaries of a coder change places, and the fine ones "
        "stay (after Zacks, Tversky & Iyer 2001)."
    ),
    "shared pace": (
        "By chance: all coarse boundaries of a coder are moved by one random length, counted by "
        "how fast all press, and the fine ones stay (after Zacks, Tversky & Iyer 2001)."
    ),
}
HOW = (
    "A round may be a second viewing, or another grain: coarse after fine. Recordings count that "
    "are in both, and on each the coders who segmented it in both. Compare grains by F beyond "
    "chance, since F itself grows with the number of presses."
)
OF_TWO_KINDS = (
    "One of the two is a corpus of recordings, the other of texts. Only rounds of one kind can be "
    "compared."
)


def other_kind(name: str) -> str:
    """Return that a round is left out."""
    return f"{name} is left out: only rounds that are all of texts, or all of recordings, compare."


def not_comparable(why: str) -> str:
    """Return why two rounds cannot be compared."""
    return f"There is nothing to compare: {why}."


def alignment_answer(found: GrainAlignments, tolerance: str) -> str:
    """Return whether coarse boundaries are fine ones too."""
    row = found.corpus
    if row is None:
        return f"The grains cannot be compared: {found.undefined}."
    if row.value is None or row.chance is None:
        return "No coarse boundary counts."
    coders = counted(len(found.coders), "coder")
    of = counted(row.coarse, "coarse boundary", "coarse boundaries")
    said = (
        f"Of {of} of {coders}, {percent(row.value)} have a fine one of the same coder within "
        f"{tolerance}; by chance {percent(row.chance)} would"
    )
    ends = row.corrected_interval
    more = [] if row.p_value is None else [f"p {p_in_sentence(row.p_value)}"]
    if row.corrected is not None:
        span = between(ends.low, ends.high, short)
        interval = f", 95% interval {span}" if span else ""
        more.insert(0, f"beyond chance {short(row.corrected)}{interval}")
    return f"{said} ({'; '.join(more)})." if more else f"{said}."


def answer(rate_: RecordingChange, corrected: RecordingChange, compared: Compared) -> str:
    """Return what changed, as a colleague would say."""
    coders = counted(len(compared.coders), "coder")
    who = {"same": f"The same {coders}", "shared": "They"}.get(compared.whose, "The coders")
    pressed = ""
    if rate_.before is not None and rate_.after is not None:
        pressed = (
            f"{who} press {rate(rate_.after)} instead of {rate(rate_.before)} times a minute. "
        )
    if corrected.change is None or corrected.before is None or corrected.after is None:
        return f"{pressed}How far they agree beyond chance is undefined in one of the two."
    ends = corrected.interval
    span = between(ends.low, ends.high, short)
    told = f"{signed_short(corrected.change)}"
    told += f", 95% interval {span}" if span else f", no interval: {ends.undefined}"
    told += f"; p {p_in_sentence(corrected.p_value)}" if corrected.p_value is not None else ""
    if ends.low is None or ends.high is None or ends.low <= 0 <= ends.high:
        how = "It is not clear whether they agree more or less than before"
    else:
        how = "They agree more than before" if ends.low > 0 else "They agree less than before"
    values = f"F beyond chance {short(corrected.before)}, then {short(corrected.after)}"
    return f"{pressed}{how} ({values}; {told})."
