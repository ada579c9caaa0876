"""Claims about agreement in plain sentences, as the Overview and the command line say them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from segmetrics.claims.agreement_claims import Claim, ClaimKind, Claims
from segmetrics.claims.verdict_rows import VerdictTable
from segmetrics.number_formats import between, short
from segmetrics.phrases import capital, counted, joined
from segmetrics.reliability.chance_verdicts import (
    BEYOND,
    WELL,
    WELL_BEYOND,
    ChanceVerdict,
    sized,
    verdict_sentence,
)

NAMED_ITEMS, NAMED_LOW = 6, 3
"""Items that a sentence names, and low ones that the headline does; of more it says how many."""

NO_INTERVAL = "What {others} would give is not known: {symbol} has no interval ({why})."
ONE_ITEM = "All this rests on one {noun}. To see whether it holds for others, add more {noun}s."
OUTLYING = "Agreement on {names} is lower than on the others, and bad luck does not explain it."
LOWEST = "Which {noun} is lowest is not sure: {names}."
ALL_LOWEST = "Which {noun} is lowest is not sure."
ONE_LOWEST = "{names} is clearly the lowest{of}."
TWO_CODERS = (
    "{which} have two coders only, which give no interval: single {noun}s are hardly known."
)
NO_VALUE = "{which} {has} no value: {why}."
DIFFER = (
    "The groups differ: group {low} agrees least ({symbol} {least}), group {high} most ({symbol} "
    "{most})."
)
CHANCE = "On {which}, agreement may be chance{more}."
ONLY_TOGETHER = "Only all {noun}s together show that: on each by itself, it may be chance."
MORE_LOW = "; on {which}, it is better than chance but low ({symbol} below {limit})"
LOW = "On {which}, agreement is better than chance but low ({symbol} below {limit})."
TOO_LITTLE = "{which} {have} too few places or boundaries to say anything."
ALL_WELL = f"On {{which}}, coders agree {WELL}"
THERE_TOO = "They also do on {which}"
NONE_LOW = "{well}: none is below {limit}."
OTHERS_LESS = "{well}. Other coders might agree less well on {names}."
OF_OTHERS = "For {others}, {symbol} is {ends} ({percent} interval)."
DOUBT = "For {others}, {symbol} is {ends} ({percent} interval), which includes chance."


def sentences_on_agreement(claims: Claims) -> list[str]:
    """Return what a colleague would say: how well coders agree, what needs work, then the rest.

    The first two are the headline.
    """
    table = claims.table
    said = [*_on_corpus(claims), *_on_items(claims), *_of_others(claims)]
    for kind, write in FURTHER:
        said += [write(one, table) for one in claims.of(kind, "item")]
    return [*said, *(_differ(one, table) for one in claims.of("differ", "group"))]


def _on_corpus(claims: Claims) -> Iterator[str]:
    """Yield the verdict on the corpus with its number."""
    table = claims.table
    row = table.corpus
    if row.verdict:
        value = sized(row.verdict, row.value, short)
        number = "" if row.value is None else f" ({table.symbol} {value})"
        yield f"{verdict_sentence(row.verdict, row.value)}{number}."


def _of_others(claims: Claims) -> Iterator[str]:
    """Yield what others than these coders would give, or why that is not known."""
    table = claims.table
    row = table.corpus
    if claims.one("no_interval", "corpus") and row.interval:
        yield NO_INTERVAL.format(
            others=table.others, symbol=table.symbol, why=row.interval.undefined
        )
    if row.interval and (ends := between(row.interval.low, row.interval.high, short)):
        said = DOUBT if claims.one("only_these", "corpus") else OF_OTHERS
        yield said.format(
            others=table.others,
            symbol=table.symbol,
            ends=ends,
            percent=table.percent,
        )


def _on_items(claims: Claims) -> Iterator[str]:
    """Yield which items need work, a sentence for each verdict; nothing of a single one.

    Of whom it comes, and so what to discuss first, is for `segmetrics.causes` to say.
    """
    table = claims.table
    noun, total = table.noun, sum(row.verdict is not None for row in table.items)
    if len(table.items) < 2:
        return

    def with_verdict(verdict: ChanceVerdict) -> list[str]:
        found = claims.with_verdict("item", verdict)
        return list(found.names) if found else []

    chance, low = with_verdict("not_distinguishable"), with_verdict("beyond_chance")
    well, too_little = with_verdict("well_beyond_chance"), with_verdict("too_short")
    limit = short(WELL_BEYOND)
    if chance:
        more = ""
        if low:
            which = _named(low) if len(low) <= NAMED_LOW else f"{len(low):,} more"
            more = MORE_LOW.format(which=which, symbol=table.symbol, limit=limit)
        every = len(chance) == total > 1
        which = _of_all(total, total, noun) if every else _named(chance)
        # Beside a verdict that they agree beyond chance, the same items read as a contradiction.
        together = every and table.corpus.verdict in BEYOND
        said = ONLY_TOGETHER if together else CHANCE
        yield said.format(which=which, more=more, noun=noun)
    elif low:
        which = _of_all(len(low), total, noun)
        if len(low) < total and len(low) <= NAMED_LOW:
            which = _named(low)
        yield LOW.format(which=which, symbol=table.symbol, limit=limit)
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
    table = claims.table
    said = THERE_TOO if table.corpus.verdict == "well_beyond_chance" else ALL_WELL
    well = said.format(which=_of_all(total, total, table.noun))
    unsure = claims.one("others_may_be_lower", "item")
    if not unsure:
        return NONE_LOW.format(well=well, limit=short(WELL_BEYOND))
    every = "both of them" if total == 2 else "all of them"
    names = every if len(unsure.rows) == total else _named(unsure.names)
    return OTHERS_LESS.format(well=well, names=names)


def _one_item(_: Claim, table: VerdictTable) -> str:
    return ONE_ITEM.format(noun=table.noun)


def _outlying(claim: Claim, _: VerdictTable) -> str:
    return OUTLYING.format(names=_named(claim.names))


def _lowest(claim: Claim, table: VerdictTable) -> str:
    if len(claim.rows) == claim.of:
        return ALL_LOWEST.format(noun=table.noun)
    compared, of = counted(claim.of, table.noun), ""
    if claim.of < len(table.items):
        compared = f"{compared} with an interval"
        of = f" of the {compared}"
    if len(claim.rows) == 1:
        return ONE_LOWEST.format(names=claim.names[0], of=of)
    names = " or ".join(filter(None, [", ".join(claim.names[:-1]), claim.names[-1]]))
    if len(claim.rows) > NAMED_ITEMS:
        names = f"{len(claim.rows):,} of {compared}"
    elif of:
        names += f" (of the {compared})"
    return LOWEST.format(noun=table.noun, names=names)


def _two_coders(claim: Claim, table: VerdictTable) -> str:
    which = capital(_of_all(len(claim.rows), claim.of, table.noun))
    return TWO_CODERS.format(which=which, noun=table.noun)


FURTHER: Sequence[tuple[ClaimKind, Callable[[Claim, VerdictTable], str]]] = (
    ("one_item", _one_item),
    ("outlying", _outlying),
    ("two_coders", _two_coders),
    ("lowest", _lowest),
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
