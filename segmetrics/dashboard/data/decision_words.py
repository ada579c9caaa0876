"""What the page Import says of decisions: the ways to decide, and the history of steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from segmetrics.phrases import counted, joined

# Decisions that a sentence lists.
SHOWN_DECISIONS = 8

# The decisions.
DECIDE = "Change how it was read"
NAMES_OF_FILES, HOW_COLUMNS = "Names of files", "How the columns were read"
NOBODY = "none"
NOUN: Mapping[str, str] = {"items": "item", "coders": "coder"}
REFERENCE_CODER = "Reference coder"
REFERENCE_ABOUT = (
    "The coder with whom the others are compared, for metrics that need one side to be right."
)
AUTOMATIC_SEGMENTERS, AUTOMATIC_ABOUT = "Automatic segmenters", "Programs, not people."
UNITS_ABOUT = "The text or recording is divided into these. A boundary lies between two of them."
LABELS_ARE = "Labels of segments are"
LABELS: Mapping[str, str] = {
    "auto": "types, if there are 2 to 20 different ones",
    "types": "types of boundaries",
    "none": "nothing that counts",
}
SEVERAL_LAYERS, CHOOSE_LAYERS = "Several together", "choose two or more"
ANOTHER_LENGTH = "Another length, in seconds"
ANOTHER_RATE, RATE_EXAMPLE = "Another rate of frames", "29.97 fps"
EACH_LENGTH, LENGTH_EXAMPLE = "Or each by itself:", "2:00:00 or 312.4"
LENGTHS, LENGTHS_EXAMPLE = "Or write how long they are", "1:30:00"
LENGTHS_HELP = (
    "One length for all recordings, as 1:30:00 or in seconds; or one for each: film=1:30:00, "
    "talk=312.4."
)
YES_READ = "Yes, read them so"
EACH_FILE = "What each file is, and another pattern"
ANOTHER_PATTERN = "Another pattern"
NAMES_SAY = "What the names of files say"
PATTERN_HELP = (
    "Where coder and item stand in the paths of files, without the ending. {coder}/{item} is a "
    "folder for each coder and a file for each item. {item}_{coder} is a name such as "
    "chapter1_anna. * stands for anything."
)

# What a history of decisions says.
NO_REFERENCE = "no reference coder"
LAYER_AS_FOUND = "layer: as found"
AS_FOUND, AS_GUESSED = "as found", "as guessed"
OR = " or "
COLUMNS_AS_SHOWN = "columns as shown"


def leave_out(what: str, *, out: bool) -> str:
    """Name the button that leaves something out, or brings it back."""
    return f"{'Bring back' if out else 'Leave out'} {what}"


def leave_faulty(what: str) -> str:
    """Name the button that leaves codings with problems out."""
    return f"Leave out the {what}, keep the others"


def faulty(number: int) -> str:
    """Count codings that have problems."""
    return f"{counted(number, 'coding')} with a problem"


def coding_of(item: str, coder: str) -> str:
    """Name a coding."""
    return f"the coding of {item} by {coder}"


def lists_hold(number: int, what: str) -> str:
    """Return that lists have the first names alone."""
    return f"The lists hold the first {number:,} {what}; the picture above has all."


def to_leave_out(what: str) -> str:
    """Name the list of names that are left out."""
    return f"{what.capitalize()} to leave out"


def unit_found(unit: str) -> str:
    """Return which unit is taken if nobody chooses."""
    return f"{AS_FOUND}: {unit}"


def as_in(name: str, answer: str) -> str:
    """Name the answer that was given for an earlier round."""
    return f"As in {name}: {answer[:1].lower()}{answer[1:]}"


def pattern_unused(pattern: str, why: str) -> str:
    """Return why a pattern is not used, and what to do."""
    return (
        f"The pattern {pattern} is not used: {why}. Names of files are read as guessed. Choose "
        "another pattern below."
    )


def pattern_unneeded(pattern: str) -> str:
    """Return that files name items and coders themselves."""
    return (
        f"The pattern {pattern} changes nothing: the files say themselves which items and coders "
        "they hold. Empty the field “Another pattern”."
    )


def pattern_without_effect(pattern: str) -> str:
    """Return that a pattern names what was named so already."""
    return (
        f"The pattern {pattern} changes nothing: without it items and coders have the same names."
    )


def decided(steps: Sequence[str]) -> str:
    """List the last decisions."""
    earlier = len(steps) - SHOWN_DECISIONS
    start = f"{earlier} earlier; " if earlier > 0 else ""
    return f"Decided: {start}{'; '.join(steps[-SHOWN_DECISIONS:])}."


def step_left_out(what: str) -> str:
    """Name the step that left something out."""
    return f"left out {what}"


def step_brought_back(what: str) -> str:
    """Name the step that brought something back."""
    return f"brought back {what}"


def step_renamed(names: str, new: str, *, merged: bool = False) -> str:
    """Name the step that gave other names."""
    return f"{'merged' if merged else 'renamed'} {names} as {new}"


def step_renamed_as_in(said: list[str], name: str) -> str:
    """Name the step that took names of another round."""
    return f"renamed {joined(said)} as in {name}"


def step_reference(coder: str) -> str:
    """Name the step that chose a reference coder."""
    return f"made {coder} the reference"


def step_automatic(names: str) -> str:
    """Name the step that said which coders are programs."""
    return f"automatic segmenters: {names or NOBODY}"


def step_units(unit: str) -> str:
    """Name the step that chose a unit."""
    return f"units: {unit or AS_FOUND}"


def step_layers(names: str) -> str:
    """Name the step that chose layers."""
    return f"layers: {names}" if names else LAYER_AS_FOUND


def step_labels(labels: str) -> str:
    """Name the step that said what labels are."""
    return f"labels of segments: {LABELS[labels]}"


def step_times(chosen: str) -> str:
    """Name the step that said what times count."""
    return f"times count {chosen}"


def step_durations(lengths: str) -> str:
    """Name the step that said how long recordings are."""
    return f"lengths: {lengths}"


def step_pattern(pattern: str) -> str:
    """Name the step that chose a pattern."""
    return f"names of files: {pattern or AS_GUESSED}"


def step_columns(names: str, role: str, *, several: bool) -> str:
    """Name the step that said what columns hold."""
    return f"column{'s' * several} {names}: {role}"


def choose_to_rename(what: str) -> str:
    """Return that names have to be chosen first."""
    return f"Choose the {what} to rename."


def wrong_name(why: str) -> str:
    """Return why a name cannot be used."""
    return f"The new name {why}."
