"""Claims about agreement in plain sentences, as the Overview and the command line say them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from segmetrics.claims.agreement_claims import Claim, ClaimKind, Claims
from segmetrics.claims.causes import Cause, Causes, GroupCauses, Remedy, Trait
from segmetrics.claims.verdict_rows import VerdictTable
from segmetrics.coding_model.what_would_help import WhatWouldHelp
from segmetrics.number_formats import between, short
from segmetrics.phrases import capital, counted, joined
from segmetrics.reliability.chance_verdicts import (
    WELL_BEYOND,
    ChanceVerdict,
    beside_verdict,
    verdict_sentence,
)
from segmetrics.reliability.jackknife import Over

# Items that a sentence names.
NAMED_ITEMS = 6

NO_INTERVAL = "{symbol} has no interval ({why})."
ONE_ITEM = "All this rests on one {noun}. To see whether it holds for others, add more {noun}s."
OUTLYING = "Coders disagree on {names} more than bad luck explains."
TWO_CODERS = (
    "{which} have two coders only, which give no interval: single {noun}s are hardly known."
)
NO_VALUE = "{which} {has} no value: {why}."
DIFFER = (
    "The groups differ: group {low} agrees least ({symbol} {least}), group {high} most ({symbol} "
    "{most})."
)
MAY_BE_CHANCE = "First, {which} {need} work: on {names}, agreement may be chance."
LOW = "On {which}, agreement is better than chance but low ({symbol} below {limit})."
TOO_LITTLE = "{which} {have} too few places or boundaries to say anything."
ALL_WELL = "On {which}, coders agree well beyond chance"
NONE_NEEDS_WORK = "{well}: none needs work."
OTHERS_LESS = "{well}. On {names}, other coders might agree less."
ONLY_THESE = "This holds for {these}; {others} might agree no better than chance."

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
# For whom a verdict on a corpus holds that may not hold for others, and for whom not.
WHOM: dict[Over, tuple[str, str]] = {
    "coders and items": ("these coders and {noun}s", "other coders on other {noun}s"),
    "items": ("these {noun}s", "these coders on other {noun}s"),
}


def sentences_on_agreement(claims: Claims) -> list[str]:
    """Return what a colleague would say first: how well coders agree, and what needs work."""
    table = claims.table
    said = [*_on_corpus(claims), *_on_items(claims)]
    for kind, write in FURTHER:
        said += [write(one, table) for one in claims.of(kind, "item")]
    return [*said, *(_differ(one, table) for one in claims.of("differ", "group"))]


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
    return CLEARED.format(names=_named(items), coders=joined(coders), them=them)


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


def _on_corpus(claims: Claims) -> Iterator[str]:
    """Yield the verdict on the corpus with its number, and for whom it holds."""
    table = claims.table
    row = table.corpus
    if row.verdict:
        numbers = _numbers(table)
        yield f"{verdict_sentence(row.verdict, row.value, than=table.than)}{numbers}."
    if claims.one("no_interval", "corpus") and row.interval:
        yield NO_INTERVAL.format(symbol=table.symbol, why=row.interval.undefined)
    if claims.one("only_these", "corpus"):
        these, others = (who.format(noun=table.noun) for who in WHOM[table.over])
        yield ONLY_THESE.format(these=these, others=others)


def _numbers(table: VerdictTable) -> str:
    """Return the value of the corpus with its interval in brackets; empty without a value."""
    row = table.corpus
    if row.value is None:
        return ""
    around = between(row.interval.low, row.interval.high, short) if row.interval else ""
    told = f", {table.percent} interval {around}" if around else ""
    return f" ({table.symbol} {beside_verdict(row.value, short)}{told})"


def _on_items(claims: Claims) -> Iterator[str]:
    """Yield which items need work, a sentence for each verdict; nothing of a single one."""
    table = claims.table
    noun, total = table.noun, sum(row.verdict is not None for row in table.items)
    if len(table.items) < 2:
        return

    cleared = claims.one("cleared", "item")
    fine = cleared.names if cleared else ()

    def with_verdict(verdict: ChanceVerdict) -> list[str]:
        found = claims.with_verdict("item", verdict)
        return [name for name in found.names if name not in fine] if found else []

    chance, low = with_verdict("not_distinguishable"), with_verdict("beyond_chance")
    well, too_little = with_verdict("well_beyond_chance"), with_verdict("too_short")
    if chance:
        need = "needs" if len(chance) == 1 else "need"
        which = _of_all(len(chance), total, noun)
        yield MAY_BE_CHANCE.format(which=which, need=need, names=_named(chance))
    if low:
        which = f"{len(low):,} more" if chance else _of_all(len(low), total, noun)
        yield LOW.format(which=which, symbol=table.symbol, limit=short(WELL_BEYOND))
    if len(well) == total > 1:
        yield _all_well(claims, total)
    if too_little and total > 1:
        every = len(too_little) == total
        which = capital(_of_all(total, total, noun)) if every else _named(too_little)
        have = "has" if len(too_little) == 1 else "have"
        yield TOO_LITTLE.format(which=which, have=have)
    for one in claims.of("no_verdict", "item"):
        has = "has" if len(one.rows) == 1 else "have"
        whys = "; ".join(dict.fromkeys(row.undefined for row in one.rows))
        yield NO_VALUE.format(which=counted(len(one.rows), noun), has=has, why=whys)


def _all_well(claims: Claims, total: int) -> str:
    """Return that coders agree well on all items, and on which of these others may not."""
    well = ALL_WELL.format(which=_of_all(total, total, claims.table.noun))
    unsure = claims.one("others_may_be_lower", "item")
    if not unsure:
        return NONE_NEEDS_WORK.format(well=well)
    names = "all of them" if len(unsure.rows) == total else _named(unsure.names)
    return OTHERS_LESS.format(well=well, names=names)


def _one_item(_: Claim, table: VerdictTable) -> str:
    return ONE_ITEM.format(noun=table.noun)


def _outlying(claim: Claim, _: VerdictTable) -> str:
    return OUTLYING.format(names=_named(claim.names))


def _two_coders(claim: Claim, table: VerdictTable) -> str:
    which = capital(_of_all(len(claim.rows), claim.of, table.noun))
    return TWO_CODERS.format(which=which, noun=table.noun)


FURTHER: Sequence[tuple[ClaimKind, Callable[[Claim, VerdictTable], str]]] = (
    ("one_item", _one_item),
    ("outlying", _outlying),
    ("two_coders", _two_coders),
)
"""Kinds of claims about items that are a sentence each, in their order."""


def _differ(claim: Claim, table: VerdictTable) -> str:
    low, high = claim.rows
    return DIFFER.format(
        low=low.name,
        least=short(low.value),
        high=high.name,
        most=short(high.value),
        symbol=table.symbol,
    )


def _of_all(number: int, total: int, noun: str) -> str:
    """Return how many of all items: ``4 of 20 items``, ``both items``, ``all 20 items``."""
    if number < total:
        return f"{number:,} of {counted(total, noun)}"
    if total == 1:
        return f"the one {noun} with a value"
    return f"both {noun}s" if total == 2 else f"all {total:,} {noun}s"


def _named(names: Sequence[str]) -> str:
    return joined(names, NAMED_ITEMS)
