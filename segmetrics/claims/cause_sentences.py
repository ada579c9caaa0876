"""Who keeps agreement low, in plain sentences, as pages, reports and commands say it.

Apart from the sentences on agreement, which need no model of the coders.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from segmetrics.axis import Unit
from segmetrics.claims.cause_types import VERDICTS, Cause, Causes, GroupCauses
from segmetrics.claims.remedies import Remedy, Trait
from segmetrics.claims.sentences import NAMED_ITEMS
from segmetrics.number_formats import percent, rate, seconds, seconds_in_words, short, span_of
from segmetrics.phrases import capital, counted, joined, lower_first
from segmetrics.reliability.chance_verdicts import WELL
from segmetrics.reliability.coder_findings import CoderFinding
from segmetrics.reliability.copied_items import told_once
from segmetrics.reliability.fitted_coders import CoderModel, CoderVerdict
from segmetrics.reliability.helpful_changes import WhatWouldHelp
from segmetrics.reliability.odd_places import OutOfStep
from segmetrics.reliability.recording_agreement import RecordingAgreement, RecordingCoder

Odd = TypeVar("Odd")
TRAITS: dict[Trait, str] = {
    "early": "marks {by} early",
    "late": "marks {by} late",
    "own": "marks many places that hardly anybody else does",
    "random": "marks places that have little to do with those of the others",
    "disagrees": "agrees far less with the others than they do with each other",
    "fewer": "finds less than half as many shared boundaries as the others",
    "empty": "marked nothing",
    "full": "marked every place",
    "much": "marks far more places than the others",
    "little": "marks far fewer places than the others",
    "less": "agrees less with the others than they do with each other",
}
"""By what a coder stands out, as a sentence without its subject."""
REMEDIES: dict[Remedy, str] = {
    "earlier": "with {coder}'s boundaries {by} earlier",
    "later": "with {coder}'s boundaries {by} later",
    "without own": "without {coder}'s boundaries that nobody else has nearby",
    "left out": "without {coder}",
}
BUT_IN = "{remedy}, except in {items}, where it would not help"
"""Where boundaries stay of one who is else late or early."""
IN_ITEM = "with {coder}'s boundaries in {item} {far} {way}"
SYMBOLS: Mapping[Unit, str] = {"units": "R", "seconds": "F beyond chance"}
"""What agreement is called."""
A_PLACE: Mapping[Unit, str] = {"units": "one place"}
"""By how much somebody is late or early, where nobody counts it."""
ONE_CAUSE = "{remedy}, {symbol} of these codings is {after} instead of {now}."
SEVERAL_CAUSES = (
    "{symbol} of these codings is {now}. {afters} With {all} changes, it is {together}."
)
ONE_AFTER = "{remedy}, it is {after}{too}."
OWN = (
    "{share} of {coder}'s boundaries stand alone: nobody else has one within {tolerance}. Of the "
    "others' boundaries, {usual} do."
)
COARSE = (
    "{coder} sets {rate} boundaries a minute, the others {others}. Of {coder}'s, {share} lie "
    "within {tolerance} of another coder's. Perhaps {coder} looked for longer events."
)
COARSELY, NOT_ALONE = 0.6, 0.9
"""The most boundaries beside any other coder, and the least share near another's, to say so."""
CLEARED = f"{{remedies}}, coders would agree {WELL} on {{names}}."
EASED = "{remedies}, agreement on {names} would be better than chance but low."
FINE = f"On {{names}}, coders agree {WELL} already."
FALLS = (
    "On {items}, the boundaries of {coders} may be right as they are. {moving} there lowers R "
    "{falls}."
)
MOVING, MOVING_WITHOUT = "Moving them", "Without {}, moving them"
FALL, ON_ITEM = "from {now} to {then}", " on {item}"
MENDED = f"{{remedy}}, coders agree {WELL} there."
OPEN, NAMED_OPEN = " {names} would still need work.", 3
"""Of how many items it is said by their names that they would; of more, how many they are."""
IN_GOLD = "{change}, the rule would {do}."
DROP, ADD, AND_ADD = "drop {gone} of the {now}", "add {new} to the {now}", "{drop} and add {new}"
NONE_IN_GOLD = "{change}, the rule would give no boundary."
NOT_IN_GOLD = "{changes}, the rule gives the same boundaries."
IN_GROUP = "In group {}, {}"


def sentences_on_causes(found: Causes, *, who: bool = True) -> list[str]:
    """Return who keeps agreement low, by what R is otherwise, and where the text is fine."""
    said = []
    for row in found.rows:
        first, *rest = [*sentences_on_group(row, who=who)] or [""]
        if first and len(found.rows) > 1:
            first = IN_GROUP.format(row.group, first if who else lower_first(first))
        said += [*filter(None, [first]), *rest]
    return said + sentences_on_mended(found)


def sentences_on_mended(found: Causes, item: str = "") -> list[str]:
    """Return in which items, or whether in one, a slip is all that is wrong with agreement."""
    return [
        MENDED.format(remedy=capital(slip_in_words(one.found)))
        for row in found.rows
        for one in row.mended
        if item in ("", one.found.item)
    ]


def sentences_on_group(row: GroupCauses, *, who: bool = True) -> Iterator[str]:
    """Yield what keeps agreement of a group low; nothing where nobody stands out.

    Without `who`, only what R is then: by what coders stand out is said beside it.
    """
    if not row.causes:
        return
    remedies = [but_in_words(remedy_in_words(row, one), one.but_in) for one in row.causes]
    afters = [short(one.corrected) for one in row.causes]
    traits, now, symbol = traits_in_words(row), short(row.corrected), SYMBOLS[row.unit]
    if len(remedies) == 1:
        said = ONE_CAUSE.format(
            remedy=capital(remedies[0]), symbol=symbol, after=afters[0], now=now
        )
    else:
        said = SEVERAL_CAUSES.format(
            symbol=symbol,
            now=now,
            afters=" ".join(
                ONE_AFTER.format(
                    remedy=capital(how), after=after, too=" too" * (after in afters[:place])
                )
                for place, (after, how) in enumerate(zip(afters, remedies, strict=True))
            ),
            together=short(row.together),
            all="both" if len(remedies) == 2 else "all",
        )
    yield f"{traits}. {said}" if who else said
    if row.cleared or row.eased:
        # What is then low, and no longer at chance, needs work as well.
        left = [*row.eased, *row.open] if row.cleared else row.open
        still = joined(left) if len(left) <= NAMED_OPEN else f"{len(left):,} more"
        yield cleared_by(row, row.cleared, row.eased) + (OPEN.format(names=still) if still else "")
        if row.fine:
            yield FINE.format(names=joined(row.fine, NAMED_ITEMS))
    for coders, without in dict.fromkeys((one.coders, one.without) for one in row.falls):
        yield falls_in_words(row, coders, without)


def falls_in_words(row: GroupCauses, coders: Sequence[str], without: Sequence[str]) -> str:
    """Return on which items moving some coders lowers R, and what that may mean."""
    found = [one for one in row.falls if (one.coders, one.without) == (coders, without)]
    fall = FALL + ON_ITEM * (len(found) > 1)
    falls = [fall.format(item=o.item, now=short(o.now), then=short(o.then)) for o in found]
    return FALLS.format(
        items=joined([one.item for one in found], NAMED_ITEMS),
        coders=joined([*coders]),
        moving=MOVING_WITHOUT.format(joined([*without])) if without else MOVING,
        falls=joined(falls, NAMED_ITEMS),
    )


def cleared_by(row: GroupCauses, items: Sequence[str], eased: Sequence[str] = ()) -> str:
    """Return that items need no work, or less, but for the coders of a group who stand out."""
    words, names = (CLEARED, items) if items else (EASED, eased)
    by_causes: dict[tuple[Cause, ...], list[str]] = {}
    for item in names:
        by_causes.setdefault(_of_item(row, item), []).append(item)
    return " ".join(
        words.format(remedies=capital(all_remedies(row, causes)), names=joined(of, NAMED_ITEMS))
        for causes, of in by_causes.items()
    )


def _of_item(row: GroupCauses, item: str) -> tuple[Cause, ...]:
    """Return the causes that are remedied in an item: of who coded it, and is moved there."""
    stay = (one for one in row.causes if item not in (*one.but_in, *one.uncoded))
    return tuple(stay) or row.causes


def all_remedies(row: GroupCauses, causes: Sequence[Cause]) -> str:
    """Return how items are cleared: ``with ann's boundaries one place earlier and without bob``."""
    moves = [remedy_in_words(row, one) for one in causes if one.by]
    left_out = [one.coder for one in causes if not one.by]
    without = [REMEDIES["left out"].format(coder=joined(left_out))] if left_out else []
    return joined([*moves, *without])


def sentences_on_help(found: WhatWouldHelp, row: GroupCauses) -> list[str]:
    """Return what would help most: where rows slipped, and what all coders might do.

    What single coders do who stand out is said above it.
    """
    slips = [
        ONE_CAUSE.format(
            remedy=capital(slip_in_words(one.found)),
            symbol=SYMBOLS[row.unit],
            after=short(one.corrected),
            now=short(row.corrected),
        )
        for one in row.slips
    ]
    # Beside a coder who stands out, what all might do is not what helps most.
    return [*slips, *found.words[bool(row.causes) and not found.refusal :]]


def sentences_on_people(found: RecordingAgreement, why: Causes) -> list[str]:
    """Return who keeps agreement on recordings low, who else stands out, and whose own many are."""
    rest = [row for row in found.coders if row.coder not in why.coders]
    kinds = {
        "agree{} less with the others than the others do with each other": [
            row.coder for row in rest if row.standing == "less"
        ],
        "mark{} earlier than the others": [by_how_much(r) for r in rest if r.timing == "early"],
        "mark{} later than the others": [by_how_much(r) for r in rest if r.timing == "late"],
    }
    said = [
        f"{joined(names, NAMED_ITEMS)} {does.format('s' if len(names) == 1 else '')}."
        for does, names in kinds.items()
        if names
    ]
    said += filter(None, (coarse_in_words(row, found) for row in found.coders))
    counts = told_besides((one for row in found.coders for one in row.counts), why)
    said += [*sentences_on_own(found), *(one.words for one in counts)]
    return [*sentences_on_causes(why), *said]


def told_besides(odd: Iterable[Odd], found: Causes) -> list[Odd]:
    """Return what is odd in single items but for what is said with a cause, and a pair once.

    In which items boundaries stay of one who is else late is said with who is late.
    """
    said = {(one.coder, at) for row in found.rows for one in row.causes for at in one.but_in}
    return [
        one
        for one in told_once(odd)
        if not (isinstance(one, OutOfStep) and one.in_step and (one.coder, one.item) in said)
    ]


def by_how_much(row: RecordingCoder) -> str:
    """Return a coder with how many seconds lie between their boundaries and the others'."""
    return f"{row.coder} ({short(abs(row.later or 0))} s)"


def coarse_in_words(row: RecordingCoder, found: RecordingAgreement) -> str:
    """Return that one who agrees less sets far fewer boundaries, nearly all near others'; or ''."""
    others = [one.rate for one in found.coders if one.coder != row.coder]
    near = row.alone is not None and 1 - row.alone >= NOT_ALONE
    same = {one.items for one in found.coders} == {len(found.items)}  # else rates are of others
    if (
        row.standing != "less"
        or len(others) < 2
        or not (near and same)
        or row.rate > COARSELY * min(others)
    ):
        return ""
    return COARSE.format(
        share=percent(1 - (row.alone or 0)),
        coder=row.coder,
        tolerance=seconds_in_words(found.options.tolerance),
        rate=rate(row.rate),
        others=span_of(others, rate),
    )


def sentences_on_own(found: RecordingAgreement) -> list[str]:
    """Return who has many boundaries of their own in recordings, and how many."""
    return [own_in_words(row, found.options.tolerance) for row in found.coders if row.own]


def own_in_words(row: RecordingCoder, tolerance: float) -> str:
    """Return how many boundaries are a coder's own: a count, not what they come from."""
    within = seconds_in_words(tolerance)
    share, usual = percent(row.alone), percent(row.others_alone)
    return OWN.format(coder=row.coder, share=share, tolerance=within, usual=usual)


def sentences_on_gold(effects: Sequence[tuple[str, tuple[int, int, int]]]) -> list[str]:
    """Return what changes of codings do to a gold segmentation, each said by its words.

    Beside them are its boundaries, those it would have then, and how many of the latter lie
    elsewhere.
    """
    said, without_effect = [], []
    for change, (now, after, elsewhere) in effects:
        if now == after and not elsewhere:
            without_effect.append(change)
            continue
        if not after:
            then = NONE_IN_GOLD.format(change=capital(change))
        else:
            gone, all_now = now - after + elsewhere, counted(now, "gold boundary")
            do = (DROP if gone else ADD).format(gone=f"{gone:,}", now=all_now, new=f"{elsewhere:,}")
            if gone and elsewhere:
                do = AND_ADD.format(drop=do, new=counted(elsewhere, "other"))
            then = IN_GOLD.format(change=capital(change), do=do)
        said.append(then)
    if without_effect:
        said.insert(0, NOT_IN_GOLD.format(changes=capital(joined(without_effect))))
    return said


def verdicts_on(
    findings: Sequence[CoderFinding], model: CoderModel | None, found: Causes | None
) -> dict[str, CoderVerdict]:
    """Return who stands out by the model of the coders, and by what, by coder.

    With them are those without a finding who stand out once others are remedied.
    """
    plain = {one.coder for one in findings if one.finding == "none"}
    hidden = {
        one.coder: CoderVerdict(one.coder, row.group, VERDICTS[one.trait], trait_in_words(row, one))
        for row in (found.rows if found else ())
        for one in row.causes
        if one.coder in plain
    }
    return hidden | {one.coder: one for one in (model.verdicts if model else ())}


def traits_in_words(row: GroupCauses) -> str:
    """Return who stands out, and by what: ``ann marks one place late and bob marks nothing``."""
    *first, last = (f"{one.coder} {trait_in_words(row, one)}" for one in row.causes)
    return f"{', '.join(first)}, and {last}" if first else last


def but_in_words(remedy: str, items: Sequence[str]) -> str:
    """Return a remedy with the items in which the coder's boundaries stay where they are."""
    if not items:
        return remedy
    return BUT_IN.format(remedy=remedy, items=joined(items, NAMED_ITEMS))


def remedy_in_words(row: GroupCauses, cause: Cause) -> str:
    """Return what is changed of a coder's boundaries: ``without bob``."""
    return REMEDIES[cause.remedy].format(coder=cause.coder, by=_by(row, cause))


def slip_in_words(found: OutOfStep) -> str:
    """Return where boundaries are moved of one who is out of step in one item alone."""
    way = "later" if found.by > 0 else "earlier"
    return IN_ITEM.format(coder=found.coder, item=found.item, far=found.far, way=way)


def trait_in_words(row: GroupCauses, cause: Cause) -> str:
    """Return by what a coder stands out."""
    return TRAITS[cause.trait].format(by=_by(row, cause))


def _by(row: GroupCauses, cause: Cause) -> str:
    return A_PLACE.get(row.unit) or seconds(cause.by)
