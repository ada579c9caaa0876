"""What the page Import says of a further round: which names it shares with another."""

from __future__ import annotations

from segmetrics.phrases import joined

OTHER_ITEMS = "Rounds with different items are compared as a whole: leave the names as they are."
SUGGESTED = "Names that may mean the same"
RENAME_ALL = "Rename all as suggested"
HERE, WHAT = "Here", "What"


def shares_with(name: str) -> str:
    """Head what a round shares with another."""
    return f"What it shares with {name}"


def first_suggestions(shown: int, number: int) -> str:
    """Return that a table has the first suggestions alone."""
    return f"The first {shown} of {number:,} suggestions."


def other_units(new: str, units: int, known: str, known_units: int) -> str:
    """Return that two items have unequal numbers of units."""
    return f"{new} has {units:,} units, {known} {known_units:,}: they are other texts."


def other_texts(new: str, known: str) -> str:
    """Return that two items have other texts."""
    return f"The texts of {new} and {known} differ: they are other items."


def known_names(same: int, every: int, what: str) -> str:
    """Count the names that another round has too."""
    return f"{same:,} of {every:,} {what}"


def shared(counts: list[str], name: str) -> str:
    """Return how much two rounds share."""
    return f"{joined(counts)} are in {name} too."


def in_round(name: str) -> str:
    """Head the names of another round."""
    return f"In {name}"


def only_here(what: str, number: int, names: str) -> str:
    """Name what only this round has."""
    return f"{what.capitalize()} only here ({number:,}): {names}."


def only_there(what: str, name: str, number: int, names: str) -> str:
    """Name what only the other round has."""
    return f"{what.capitalize()} only in {name} ({number:,}): {names}."


def too_many_names(what: str) -> str:
    """Return that not every similar name is suggested."""
    return f"There are too many {what}, or their names are too long, to suggest every similar name."
