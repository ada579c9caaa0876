"""What the page Import says of a further round: which names it shares with another."""

from __future__ import annotations

OTHER_ITEMS = "Rounds with different items are compared as a whole: leave the names as they are."
SUGGESTED = "Names that may mean the same"
RENAME_ALL = "Rename all as suggested"
HERE, WHAT = "Here", "What"

SHARES_WITH = "What it shares with {}"
FIRST_SUGGESTIONS = "The first {} of {:,} suggestions."
OTHER_UNITS = "{} has {:,} units, {} {:,}: they are other texts."
OTHER_TEXTS = "The texts of {} and {} differ: they are other items."
KNOWN_NAMES = "{:,} of {:,} {}"
IN_ROUND = "In {}"
TOO_MANY_NAMES = (
    "There are too many {}, or their names are too long, to suggest every similar name."
)
SHARED = "{} are in {} too."
ONLY_HERE = "{} only here ({:,}): {}."
ONLY_THERE = "{} only in {} ({:,}): {}."
