"""What the page Segmenters says."""

from __future__ import annotations

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
UNKNOWN_CODER = "The address calls {} automatic; there is no such coder. Choose again above."
UNKNOWN_SEGMENTER = "The address adds {}; there is no such segmenter. Choose again above."
BESIDE_GROUP = "Beside {}"
A_PERSON = "a person {}"
CHANGES_OF = "Change of each coefficient of {} by each segmenter, with intervals"
SEGMENTERS_BESIDE = "Segmenters beside {}"
TESTS_BESIDE = "Tests beside {}"
CHANGE_BY = "change of {coefficient} of {group} by {segmenter}"
FIRST_GROUPS = "The first {} of {} coder groups; the files have all."
RANK = "rank {place} of {of}"


def left_out(items: str, more: int) -> str:
    return f"TextTiling leaves out {items}{f'; and {more:,} more' if more > 0 else ''}."
