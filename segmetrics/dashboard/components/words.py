"""What components say of what they draw: marks between two codings, pictures, texts."""

from __future__ import annotations

# Coverage.
NO_CODING = "No coding could be read."

# Marks.
NO_LEVELS = "nobody placed a boundary, so there are no levels"
TOO_MANY = "Too many codings for a picture: {}."
STRIPS = "Segmentations of {}, {} {} to {}"
CHANCE_LEVEL = "above this line boundaries meet more often than by chance"
# What full and open triangles are, without a consensus and with one.
ABOVE_CHANCE = "place above chance; bar below it: 95% interval", "may be chance"
IN_CONSENSUS = "boundary of the consensus; bar below it: 95% interval", "no boundary there"
RECORDING = "Density of boundaries along {}, and those of each coder"
TEXT = "Text of {item}, {units} {first} to {last}"
MATCH = "Match {place}: both {a} and {b}"
NEAR_MISS = "Near miss{label}: {a} {first}, {b} {other}"
OTHER_TYPE = "Other type {place}: {a}{its}, {b}{others}"
FULL_MISS = "Full miss {place}{label}: only {coder}"
WINDOW = (
    "Window of units {first} to {last}: {ours} boundaries in the hypothesis, {theirs} in the "
    "reference"
)
ALIGNED = "Units {} to {} of {} and {} to {} of {}: Jaccard {}"
ONLY_ONE = "{place}: only {coder}, at level {level}"
TWO_LEVELS = "{place}: {a} at level {level}, {b} at level {other}"
