"""Who keeps agreement low, in plain sentences, as pages, reports and commands say it.

Apart from the sentences on agreement, which need no model of the coders.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from segmetrics.claims.causes import Cause, Causes, GroupCauses, Remedy, Trait
from segmetrics.claims.sentences import NAMED_ITEMS
from segmetrics.coding_model.what_would_help import WhatWouldHelp
from segmetrics.number_formats import short
from segmetrics.phrases import capital, joined

TRAITS: dict[Trait, str] = {
    "early": "marks one place early",
    "late": "marks one place late",
    "own": "marks many places that nobody else does",
    "random": "marks places that have little to do with those of the others",
    "disagrees": "agrees far less with the others than they do with each other",
    "fewer": "marks fewer boundaries than the others",
    "empty": "marked nothing",
    "full": "marked every place",
}
"""By what a coder stands out, as a sentence without its subject."""
BY_REMEDY: dict[tuple[Trait, Remedy], str] = {
    ("shifted", "earlier"): TRAITS["late"],
    ("shifted", "later"): TRAITS["early"],
    ("rate", "without own"): "marks far more places than the others",
    ("rate", "left out"): "marks far fewer places than the others",
}
"""The same, where the remedy tells which way the coder differs."""
REMEDIES: dict[Remedy, str] = {
    "earlier": "with {coder}'s boundaries one place earlier",
    "later": "with {coder}'s boundaries one place later",
    "without own": "without the boundaries that {coder} alone has",
    "left out": "without {coder}",
}
ONE_CAUSE = "{remedy}, R would be {after} instead of {now}."
SEVERAL_CAUSES = "R is {now}; it would be {afters}, and {together} with {all}."
CLEARED = (
    "It is because of {coders} that {names} would need work: without {them}, the others agree well "
    "there."
)
IN_GROUP = "In group {}, {}"


def sentences_on_causes(found: Causes, *, who: bool = True) -> list[str]:
    """Return who keeps agreement low, by what R would be otherwise, and where the text is fine."""
    said = []
    for row in found.rows:
        first, *rest = [*sentences_on_group(row, who=who)] or [""]
        if first and len(found.rows) > 1:
            first = IN_GROUP.format(row.group, first if who else f"{first[0].lower()}{first[1:]}")
        said += [*filter(None, [first]), *rest]
    return said


def sentences_on_group(row: GroupCauses, *, who: bool = True) -> Iterator[str]:
    """Yield what keeps agreement of a group low; nothing where nobody stands out.

    Without `who`, only what R would be: by what coders stand out is said beside it.
    """
    if not row.causes:
        return
    coders = [one.coder for one in row.causes]
    remedies = [REMEDIES[one.remedy].format(coder=one.coder) for one in row.causes]
    afters = [short(one.corrected) for one in row.causes]
    traits = joined([f"{one.coder} {_trait(one)}" for one in row.causes])
    now = short(row.corrected)
    if len(coders) == 1:
        remedy = f"{traits}: {remedies[0]}" if who else capital(remedies[0])
        yield ONE_CAUSE.format(remedy=remedy, after=afters[0], now=now)
    else:
        said = SEVERAL_CAUSES.format(
            now=now,
            afters=joined([f"{after} {how}" for after, how in zip(afters, remedies, strict=True)]),
            together=short(row.together),
            all="both" if len(coders) == 2 else "all of this",
        )
        yield f"{traits}. {said}" if who else said
    if row.cleared:
        yield cleared_by(row, row.cleared)


def cleared_by(row: GroupCauses, items: Sequence[str]) -> str:
    """Return that items need no work without the coders of a group who stand out."""
    coders = [one.coder for one in row.causes]
    them = coders[0] if len(coders) == 1 else "them"
    return CLEARED.format(names=joined(items, NAMED_ITEMS), coders=joined(coders), them=them)


def sentences_on_help(found: WhatWouldHelp, row: GroupCauses) -> list[str]:
    """Return what would help most: what a few coders do, before what all of them might."""
    said = list(found.words)
    gain = max((one.corrected for one in row.causes), default=0.0) - (row.corrected or 0.0)
    best = found.helps_most
    if not row.causes or found.refusal or (best and (best.corrected.change or 0.0) > gain):
        return said
    return [next(sentences_on_group(row)), *said[1:]]


def _trait(cause: Cause) -> str:
    """Return by what a coder stands out."""
    return BY_REMEDY.get((cause.trait, cause.remedy)) or TRAITS[cause.trait]
