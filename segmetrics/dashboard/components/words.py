"""What components say of what they draw: marks between two codings, pictures, texts."""

from __future__ import annotations

from segmetrics.number_formats import short

# Coverage.
NO_CODING = "No coding could be read."

# Marks.
NO_LEVELS = "nobody placed a boundary, so there are no levels"


def too_many(counted: str) -> str:
    """Return that there are too many codings for a picture, and how many of each kind."""
    return f"Too many codings for a picture: {counted}."


def strips(item: str, first: int, last: int) -> str:
    """Return what strips show, for who does not see them."""
    return f"Segmentations of {item}, units {first} to {last}"


CHANCE_LEVEL = "above this line presses meet more often than by chance"


def recording(item: str) -> str:
    """Return what the picture of a recording shows, for who does not see it."""
    return f"Density of presses along {item}, and the presses of each coder"


def text(item: str, first: int, last: int) -> str:
    """Return which text is shown, for who does not see it."""
    return f"Text of {item}, units {first} to {last}"


def match(place: int, a: str, b: str) -> str:
    """Return that both coders have a boundary."""
    return f"Match after unit {place}: both {a} and {b}"


def near_miss(label: str, a: str, first: int, b: str, other: int) -> str:
    """Return where the boundaries of a near miss are."""
    return f"Near miss{label}: {a} after unit {first}, {b} after unit {other}"


def other_type(place: int, a: str, its: str, b: str, others: str) -> str:
    """Return that the boundaries of both have other types."""
    return f"Other type after unit {place}: {a}{its}, {b}{others}"


def full_miss(place: int, label: str, coder: str) -> str:
    """Return that one coder alone has a boundary."""
    return f"Full miss after unit {place}{label}: only {coder}"


def window(first: int, last: int, ours: int, theirs: int) -> str:
    """Return what a window counts."""
    return (
        f"Window of units {first} to {last}: {ours} boundaries in the hypothesis, {theirs} in the "
        "reference"
    )


def aligned(a: str, ours: tuple[int, int], b: str, theirs: tuple[int, int], weight: float) -> str:
    """Return how far two segments correspond."""
    return (
        f"Units {ours[0]} to {ours[1]} of {a} and {theirs[0]} to {theirs[1]} of {b}: Jaccard "
        f"{short(weight)}"
    )


def only_one(place: int, coder: str, level: int | None) -> str:
    """Return that one coder alone has a boundary, and at which level."""
    return f"After unit {place}: only {coder}, at level {level}"


def two_levels(place: int, a: str, level: int, b: str, other: int) -> str:
    """Return at which levels both coders have a boundary."""
    return f"After unit {place}: {a} at level {level}, {b} at level {other}"
