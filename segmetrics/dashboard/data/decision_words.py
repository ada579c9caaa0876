"""What the page Import says of decisions: the ways to decide, and the history of steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

# Decisions that a sentence lists.
SHOWN_DECISIONS = 8

# The decisions.
DECIDE = "Change how it was read"
NAMES_OF_FILES, HOW_COLUMNS = "Names of files", "How the columns were read"
NOBODY = "none"
NOUN: Mapping[str, str] = {"items": "item", "coders": "coder"}
UNITS_ABOUT = "The text or recording is divided into these. A boundary lies between two of them."
SEVERAL_LAYERS, CHOOSE_LAYERS = "Several together", "choose two or more"
ANOTHER_LENGTH = "Another length, in seconds"
EACH_LENGTH, LENGTH_EXAMPLE = "Or each by itself:", "2:00:00 or 312.4"
YES_READ = "Yes, read them so"
EACH_FILE = "What each file is, and another pattern"
NAMES_SAY = "What the names of files say"

# What a history of decisions says.
AS_FOUND = "as found"
OR = " or "
COLUMNS_AS_SHOWN = "columns as shown"

LEAVE_FAULTY = "Leave out the {}, keep the others"
CODING_OF = "the coding of {} by {}"
LISTS_HOLD = "The lists hold the first {:,} {}; the picture above has all."
PATTERN_UNUSED = (
    "The pattern {} is not used: {}. Names of files are read as guessed. Choose another pattern "
    "below."
)
PATTERN_UNNEEDED = (
    "The pattern {} changes nothing: the files say themselves which items and coders they hold. "
    "Empty the field “Another pattern”."
)
PATTERN_WITHOUT_EFFECT = (
    "The pattern {} changes nothing: without it items and coders have the same names."
)
STEP_LEFT_OUT = "left out {}"
STEP_BROUGHT_BACK = "brought back {}"
CHOOSE_TO_RENAME = "Choose the {} to rename."
WRONG_NAME = "The new name {}."
FAULTY = "{} with a problem"
TO_LEAVE_OUT = "{} to leave out"
STEP_RENAMED_AS_IN = "renamed {} as in {}"


def leave_out(what: str, *, out: bool) -> str:
    """Name the button that leaves something out, or brings it back."""
    return f"{'Bring back' if out else 'Leave out'} {what}"


def unit_found(unit: str) -> str:
    """Return which unit is taken if nobody chooses."""
    return f"{AS_FOUND}: {unit}"


def as_in(name: str, answer: str) -> str:
    """Name the answer that was given for an earlier round."""
    return f"As in {name}: {answer[:1].lower()}{answer[1:]}"


def decided(steps: Sequence[str]) -> str:
    """List the last decisions."""
    earlier = len(steps) - SHOWN_DECISIONS
    start = f"{earlier} earlier; " if earlier > 0 else ""
    return f"Decided: {start}{'; '.join(steps[-SHOWN_DECISIONS:])}."


def step_renamed(names: str, new: str, *, merged: bool = False) -> str:
    """Name the step that gave other names."""
    return f"{'merged' if merged else 'renamed'} {names} as {new}"


def step_columns(names: str, role: str, *, several: bool) -> str:
    """Name the step that said what columns hold."""
    return f"column{'s' * several} {names}: {role}"
