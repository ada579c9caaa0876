"""What the page Data says."""

from __future__ import annotations

from segmetrics.phrases import counted

RELIABILITY = "Which items are unreliable? →"
BRING_YOUR_OWN = "Bring your own codings →"
MANAGE = "Rounds, sharing, deletion →"
REVIEW_WAITS = "The import has changes that wait →"
REVIEW_AGAIN = "Review the import again"
REVIEW = "Review and decide"
REVIEW_HELP = "Units, names, what to leave out"

WAITS = (
    "This import is not accepted. Open it: answer what it asks, or add files with codings if it "
    "found none; then accept it."
)
DECIDE = "Decide about it →"
DISCARD = "Discard it"
NOT_ACCEPTED = "Its import was not accepted yet, so there is no corpus to show."
ASKS = (
    "These files leave a question open, so they cannot be used yet. Open the review of the import, "
    "and answer what it asks."
)
ALL_USABLE = "All items can be used."
ONE_CODER = (
    "All items could be read, but each has only one coder, so there is nothing to compare. Bring "
    "the files of another coder: below, under “Add coders, texts, or another round”."
)

PROBLEMS = "Problems"
COVERAGE = "Who coded what"
IN_NUMBERS, TYPES_AND_LEVELS = "The corpus in numbers", "Types and levels"
MARKS, BOUNDARIES, CODERS, ITEMS, UNITS = "Marks", "Boundaries", "Coders", "Items", "Units"
RECORDINGS, LENGTH, PRESSES = "Recordings", "Length", "Presses"
WHO_USE_IT = "Coders who use it"
GROUP, GROUP_TITLE = "Coder group", "Coders linked by items that they coded together"
UNITS_TITLE, BOUNDARIES_TITLE = "Units of all items", "Boundaries of all coders"
ALL = "All"
ADD = "Add coders, texts, or another round"
DOWNLOAD = "Download this corpus"
DOWNLOAD_AS, THE_CORPUS = "Download it as", "the corpus"

UNDO = "Undo: {}, {}"
SOURCE = "Source: {}."
REFERENCE = "The coder {} is the reference."
FIRST_GROUPS = "The first {} of {:,} coder groups."
LEVEL = "level {}"


def undo_help(by: str) -> str:
    return f"Take back what was done by {by}." if by else "Take back what was done."


def texts(having: int, items: int) -> str:
    """Return how many items have a text, and what texts are good for."""
    if not having:
        return "No item has a text. With texts you can read what coders disagree about."
    if having == items:
        return "Its text is there." if items == 1 else "All items have their texts."
    return f"{having:,} of {counted(items, 'item')} {'has' if having == 1 else 'have'} a text."


def usable(problems: int, left_out: int, usable: int) -> str:
    """Return how much of what was given can be used."""
    start = f"{counted(problems, 'problem')}, listed below with what to do."
    if not usable:
        return f"{start} No item can be used."
    return f"{start} {counted(left_out, 'item')} left out; {usable:,} can be used."
