"""What the page Segmenters says."""

from __future__ import annotations

from segmetrics.phrases import counted
from segmetrics.segmenters.texttiling import NAME

WHO = "Which coders are programs"
WHO_HELP = "Coders of this corpus that are automatic segmenters. All others are people."
BESIDE = "Compare with"
BESIDE_HELP = (
    "Baselines know nothing of the texts: a segmenter should do better. MAJORITY is made of what "
    "these people marked, so it agrees with them more than any segmenter could."
)
WHAT = {
    "NONE": "no boundary",
    "ALL": "a boundary everywhere",
    "EVEN": "equal distances",
    "BIN": "halves of halves",
    "RANDOM": "random places",
    "MAJORITY": "what most people marked",
    NAME: "reads the texts",
}
PLACES_ONLY = "On this page boundaries count as places; their types and levels do not count."
NOTHING = (
    "There is nothing to compare. This page needs an item that two people coded, and a segmenter "
    "or a baseline: choose one above."
)
NO_SEGMENTER = (
    "No coder of this corpus is marked as a program, so you see baselines only. If one is a "
    "program, choose it above."
)
NEEDS_TEXTS = "TextTiling needs texts, and these items have none. Add their texts on the page Data."
SEGMENTER, PLACED = "Segmenter", "Boundaries"
NOBODY, NOTHING_ELSE = "None", "Nothing else"
THESE = "these segmenters"
KEPT = "Agreement that segmenters keep"
VERDICT = "As good as a person?"
EACH_OTHER = "Segmenters against each other, over items"
BOUNDARIES = "Boundaries that it placed; below, how many a person placed on average."
ALONE_THEN_WITH = "Of the people alone → with the segmenter among them."
OPENS = "Every coefficient opens: what was counted, and the formula with these numbers."
READING = (
    "Each segmenter joins the people as one more coder, one segmenter at a time (Fournier & Inkpen "
    "2012, section 3.4). If agreement falls, it does not place boundaries as they do. The interval "
    "of a change is for other items. The rank puts all coders in order by how much each helps "
    "agreement; 1 is the best. Do not go by π* over S alone. S counts every place that nobody "
    "marks as agreement, so a segmenter that places hardly any boundary can raise it."
)
READING_TERMS = ("baseline", "interval", "π* over S")


def no_coder(name: str) -> str:
    """Return the note that an address names a coder that is not there."""
    return f"The address calls {name} automatic; there is no such coder. Choose again above."


def no_segmenter(name: str) -> str:
    """Return the note that an address adds a segmenter that is not there."""
    return f"The address adds {name}; there is no such segmenter. Choose again above."


def beside(group: str) -> str:
    """Return the heading of a group of people."""
    return f"Beside {group}"


def a_person(boundaries: str) -> str:
    """Return how many boundaries a person placed."""
    return f"a person {boundaries}"


def left_out(items: str, more: int) -> str:
    """Return which items TextTiling could not segment."""
    return f"TextTiling leaves out {items}{f'; and {more:,} more' if more > 0 else ''}."


def first_groups(shown: int, groups: int) -> str:
    """Return the note that not all groups are shown."""
    return f"The first {shown} of {counted(groups, 'coder group')}; the files have all."


def changes_of(group: str) -> str:
    """Return what the figure of a group shows."""
    return f"Change of each coefficient of {group} by each segmenter, with intervals"


def segmenters_beside(group: str) -> str:
    """Caption the table of a group."""
    return f"Segmenters beside {group}"


def tests_beside(group: str) -> str:
    """Caption the tests of a group."""
    return f"Tests beside {group}"


def change_by(coefficient: str, group: str, segmenter: str) -> str:
    """Name the change of a coefficient by a segmenter."""
    return f"change of {coefficient} of {group} by {segmenter}"


def rank(place: int | None, of: int | None) -> str:
    """Return the rank of a segmenter."""
    return f"rank {place} of {of}"
