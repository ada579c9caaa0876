"""What may be said of a change between two rounds beside its direction: who made it, who mended.

Of coders who keep agreement low in the first of some rounds by `segmetrics.causes`, those have
*mended* who do not in the last, if R of the last round would be lower with the remedy of the first:
moved of one who was late or early, who is in step then, and without any other. Who goes on as
before is often found in one round alone, and did not mend.

Who was late or early and is in step is put right in the first round, to compare it with the last:
how much of a rise that is, and whether the rest is beyond chance. So is one whose boundaries were
out of step in one item of the first round, and are not in the last: R of that would be lower if
they were moved there. The coders and items that all rounds have are compared.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import nan
from typing import NamedTuple

from segmetrics.boundary_marks import plain, with_uncertain
from segmetrics.claims.cause_sentences import trait_in_words, traits_in_words
from segmetrics.claims.cause_types import Cause, GroupCauses
from segmetrics.claims.causes import causes
from segmetrics.claims.item_causes import clearing
from segmetrics.claims.low_again import low_again
from segmetrics.claims.remedies import moved_in, remedied
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus
from segmetrics.number_formats import p_in_sentence, short
from segmetrics.phrases import joined, lower_first
from segmetrics.reliability.camps import camps_again
from segmetrics.reliability.chance import chance
from segmetrics.reliability.changes import Changed, ChangeTable, Direction, Judge, direction_of
from segmetrics.reliability.coded_again import coded_again
from segmetrics.reliability.comparison import compare
from segmetrics.reliability.odd_counts import Stops, stops
from segmetrics.reliability.odd_places import OddItem, OutOfStep, odd_items
from segmetrics.reliability.reliability_table import reliability_of
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.reliability.trends import CodingRound, RoundsTable, compared_parts

LEFT = 1 / 3
"""Share of a change, or more, that is left without a coder who did not make most of it.

With it hardly anybody is named where all improve, and half of those who mend alone: the table in
docs/compare.md."""

LEAST_FALL = 0.06
"""Least by which what a coder takes from R has to differ between the first and the last round.

It is what leaving the coder out (or moving them back) raises R by, and it varies between rounds in
which nobody changes. Who keeps agreement low no longer takes nothing at all from R of the last."""

SYMBOLS: dict[Judge, str] = {"corrected": "R", "alpha": "α"}
IN_STEP = "In {first}, {traits}. In {last}, {who} no longer {do}."
NO_LONGER = "In {first}, {traits}. In {last}, that no longer stands out."
STILL = "In both {first} and {last}, {traits}."
NEW = "In {last}, {traits}. In {first}, that did not stand out."
PUT_RIGHT = "Had {who} been in step in {first}, R there would be {then} instead of {before}."
REST: dict[Direction, str] = {
    "better": " From there to {last} (R {after}), the rise is beyond chance (p {p}).",
    "worse": " From there to {last} (R {after}), the fall is beyond chance (p {p}).",
    "unclear": " From there to {last} (R {after}), the change may be chance (p {p}).",
}
NO_REST = " R of {last} is {after}."
FALL_WITH_NEW = " The fall includes what {who} did in {last} alone."
"""What is said of the change from the first round put right to the last."""
SLIPPED = "In {first}, {seen} In {last}, this is no longer so."
SLIPS = "In {last}, {seen} {ask}"
STOPS = "In {last}, {seen}"
PARTED = "In both {first} and {last}, coders part on {item}: {camps}."
BACK_IN_STEP = "{coder}'s boundaries in {item} fit those of the others again"
SHARES = ((1.0, "All"), (0.9, "Nearly all"), (0.6, "Most"), (0.4, "About half"), (0.2, "Part"))
"""What a share of a rise is called, from the least that it is; what is less is not spoken of.

Words, as a share of a difference of two rounds is not known to a hundredth; the limits are a
convention."""
SHARE = "{much} of the rise is because {why}."
OF_TWO = "the first round", "the second round"
"""What two rounds are called where only two are compared."""
BECAUSE = "because {coder} changed. For the others, no {change} is shown"
"""What belongs to the answer where one coder made most of a change."""
WITHOUT = "Without {coder}, {symbol} {went}{test}."


class MadeBy(NamedTuple):
    """A coder who made most of a change, and what changed without them."""

    coder: str
    without: Changed


def made_by_one(table: ChangeTable) -> MadeBy | None:
    """Return the coder without whom a change beyond chance is none, and less than a third as large.

    Of several, the one without whom least is left.
    """
    if table.direction not in ("better", "worse") or not table.judged.change:
        return None
    left = [
        (found.change / table.judged.change, coder)
        for coder, found in table.without_coder.items()
        if found.change is not None and direction_of(found.interval) != table.direction
    ]
    share, coder = min(left, default=(1.0, ""))
    return MadeBy(coder, table.without_coder[coder]) if share < LEFT else None


def because_of_one(table: ChangeTable, answer: str) -> str:
    """Return the answer whether agreement changed, with the one coder who made most of it."""
    found = made_by_one(table)
    if not found:
        return answer
    change = "fall" if table.direction == "worse" else "improvement"
    return f"{answer[:-1]} {BECAUSE.format(coder=found.coder, change=change)}."


def sentence_on_one(table: ChangeTable) -> str:
    """Return what a change is without the one coder who made most of it, or nothing."""
    found = made_by_one(table)
    if not found:
        return ""
    coder, without = found
    before, after = short(without.before), short(without.after)
    went = f"stayed at {before}" if before == after else f"went from {before} to {after}"
    test = "" if without.p is None else f" (p {p_in_sentence(without.p)})"
    return WITHOUT.format(coder=coder, symbol=SYMBOLS[table.judged_by], went=went, test=test)


class Became(NamedTuple):
    """What became of coders who kept agreement low in the first of some rounds."""

    first: Corpus  #: what is compared of the first round
    last: Corpus  #: what is compared of the last
    before: GroupCauses  #: who keeps agreement low in the first
    after: GroupCauses  #: who keeps it low in the last
    in_step: tuple[Cause, ...]  #: who was late or early in the first, and is not in the last
    no_longer: tuple[Cause, ...]  #: who kept it low otherwise, and does not in the last
    still: tuple[Cause, ...]  #: who keeps it low by the same in both
    new: tuple[Cause, ...]  #: who keeps it low in the last alone


def what_became(named: Sequence[CodingRound], table: RoundsTable | ChangeTable) -> Became | None:
    """Return what became of coders who kept agreement low in the first of some rounds.

    Nothing of other items or people, and of several coder groups.
    """
    if not table.items or table.compared.whose == "changed":
        return None
    options, shuffling = table.options, table.shuffling
    compared = compared_parts(named, options)
    first, last = (plain(part) for part in (compared[0], compared[-1]))
    if {len(first.groups), len(last.groups)} != {1}:
        return None
    before, after = (
        _causes_in(part, one.corpus, options, shuffling)
        for part, one in ((first, named[0]), (last, named[-1]))
    )
    still = {(one.coder, one.trait) for one in after.causes}
    left = {one.coder for one in after.causes}

    def raised(one: Cause) -> tuple[float, float]:
        way = {one.coder: clearing(one)}
        then, now = (_raised(corpus, remedied(corpus, way), table) for corpus in (first, last))
        return (nan, nan) if then is None or now is None else (then, now)

    def mended(one: Cause) -> bool:
        then, now = raised(one)
        return now < 0 and then - now > LEAST_FALL

    def began(one: Cause) -> bool:
        then, now = raised(one)
        return now - then > LEAST_FALL

    gone = [one for one in before.causes if one.coder not in left and mended(one)]
    known = {one.coder for one in before.causes}
    return Became(
        first,
        last,
        before,
        after,
        tuple(one for one in gone if one.by),
        tuple(one for one in gone if not one.by),
        tuple(one for one in before.causes if (one.coder, one.trait) in still),
        tuple(one for one in after.causes if one.coder not in known and began(one)),
    )


def _causes_in(
    part: Corpus, whole: Corpus, options: AgreementOptions, shuffling: ChanceOptions
) -> GroupCauses:
    """Return who keeps agreement low in a round, of those compared, by all who coded it.

    The pages on the round say it so, and more coders show better who stands out.
    """
    counted = plain(with_uncertain(whole, options.uncertain))
    rows = causes(counted, options, reliability=reliability_of(counted, options, shuffling)).rows
    found = tuple(one for row in rows for one in row.causes if one.coder in part.coders)
    return GroupCauses(part.groups[0].name, _r_of(part, options, shuffling), found)


def _r_of(corpus: Corpus, options: AgreementOptions, shuffling: ChanceOptions) -> float | None:
    """Return R of a corpus: it has no error of shuffling, so that the least number will do."""
    return chance(corpus, options, replace(shuffling, shuffles=10)).corpus.corrected


def _raised(
    corpus: Corpus, changed: Corpus | None, table: RoundsTable | ChangeTable
) -> float | None:
    """Return how much higher R of a corpus is with a change."""
    if changed is None:
        return None
    now, then = (_r_of(one, table.options, table.shuffling) for one in (corpus, changed))
    return None if now is None or then is None else then - now


class Mended(NamedTuple):
    """What is said of coders who kept agreement low in the first of some rounds."""

    #: How much of a rise comes from those who are put right, as a sentence: ``About half of the
    #: rise is because Tomasz no longer marks one place late.``; empty where it is little, or none.
    share: str = ""
    sentences: tuple[str, ...] = ()  #: what became of them
    headline: int = 0  #: which of the sentences on the change tells whether agreement rose

    def told(self, words: Sequence[str]) -> list[str]:
        """Return what is said of a change, with what it comes from, and what became of whom."""
        after = self.headline + 1
        return [*filter(None, [*words[:after], self.share, *words[after:]]), *self.sentences]


NOTHING_MENDED = Mended()


def what_mended(
    named: Sequence[CodingRound],
    table: RoundsTable | ChangeTable,
    moved: Collection[str] = (),
) -> Mended:
    """Return what became of coders who kept agreement low in the first of some rounds.

    With it is said which items are low in all rounds, whose rows may have slipped in the last,
    who stops there, and whose coding of an item is that of the round before. Of coders who are
    shown `moved` it is not said in which items they are out of step, as they would be so by the
    move.
    """
    found = what_became(named, table)
    over, new = ([one for one in of if one.coder not in moved] for of in slips_in(named))
    told = told_of(found, named, table, over) if found else NOTHING_MENDED
    rounds = [
        replace(one, name=name) for name, one in zip(_names(named, table), named, strict=True)
    ]
    low = low_again(rounds, table.options) if table.items else ()
    last = rounds[-1].name
    slips = [SLIPS.format(last=last, seen=_after_round(one.seen), ask=one.ask) for one in new]
    slips += [STOPS.format(last=last, seen=_after_round(one.words)) for one in stops_in(named)]
    besides = [*(one.words for one in low), *(one.words for one in coded_again(rounds))]
    besides += [
        PARTED.format(first=rounds[0].name, last=last, item=one.item, camps=one.words)
        for one in camps_again(rounds, table.options.model.n)
    ]
    return told._replace(sentences=(*told.sentences, *slips, *besides))


def _after_round(seen: str) -> str:
    """Return a sentence as it follows the name of a round; one may begin with a coder's name."""
    return lower_first(seen) if seen.startswith("In ") else seen


def _names(named: Sequence[CodingRound], table: RoundsTable | ChangeTable) -> Sequence[str]:
    return OF_TWO if isinstance(table, ChangeTable) else [one.name for one in named]


def told_of(
    found: Became,
    named: Sequence[CodingRound],
    table: RoundsTable | ChangeTable,
    over: Sequence[OutOfStep],
) -> Mended:
    """Return what is said of what became of coders, and of whose slips in the first are `over`."""
    names = _names(named, table)
    compared = [one for one in over if _coded(one, found.first)]
    slipped = [
        one
        for one in compared
        if (_raised(found.last, moved_in(found.last, one), table) or 0.0) < 0
    ]
    kinds = (
        (IN_STEP, found.before, found.in_step),
        (NO_LONGER, found.before, found.no_longer),
        (STILL, found.before, found.still),
        (NEW, found.after, found.new),
    )
    said = [
        words.format(
            first=names[0],
            last=names[-1],
            traits=traits_in_words(of._replace(causes=those)),
            who=joined([one.coder for one in those]),
            do="does" if len(those) == 1 else "do",
        )
        for words, of, those in kinds
        if those
    ]
    said += [
        SLIPPED.format(seen=_after_round(one.seen), first=names[0], last=names[-1])
        for one in slipped
    ]
    told = Mended(sentences=tuple(said))
    changed = remedied(found.first, {one.coder: clearing(one) for one in found.in_step})
    linear = all(one.corpus.kind == "linear" for one in named)
    if changed is None or not (found.in_step or slipped) or not linear:
        return told
    for one in slipped:
        changed = moved_in(changed, one)
    rest = compare(
        changed, found.last, table.options, table.interval_options, shuffling=table.shuffling
    )
    before = found.before.corrected
    then, after = rest.corpus.corrected[:2]
    if before is None or then is None or after is None or short(then) == short(before):
        return told
    who = [*(one.coder for one in found.in_step), *(one.coder for one in slipped)]
    put_right = PUT_RIGHT.format(
        who=joined([*dict.fromkeys(who)]),
        first=names[0],
        then=short(then),
        before=short(before),
    )
    # Of few items nothing is called sure, and no p either.
    way = rest.direction if rest.direction == direction_of(rest.judged.interval) else "unknown"
    known = way in REST and rest.judged.p is not None
    p = "" if rest.judged.p is None else p_in_sentence(rest.judged.p)
    put_right += (REST[way] if known else NO_REST).format(last=names[-1], after=short(after), p=p)
    if known and way == "worse" and found.new:
        new = joined([one.coder for one in found.new])
        put_right += FALL_WITH_NEW.format(who=new, last=names[-1])
    told = told._replace(sentences=(*said, put_right))
    whole = table if isinstance(table, ChangeTable) else table.steps[-1].table
    if whole.direction != "better" or after <= before:
        return told
    share = (then - before) / (after - before)
    much = next((words for least, words in SHARES if share >= least), "")
    whys = [
        f"{one.coder} no longer {trait_in_words(found.before, one)}" for one in found.in_step
    ] + [BACK_IN_STEP.format(coder=one.coder, item=one.item) for one in slipped]
    return told._replace(
        share=SHARE.format(much=much, why=joined(whys)) if much else "",
        headline=int(table.compared.whose != "same"),
    )


def slips_in(named: Sequence[CodingRound]) -> tuple[list[OutOfStep], list[OutOfStep]]:
    """Return who is out of step in one item of the first round alone, and who of the last alone.

    Of what was coded in both, by all who coded a round: few coders do not tell who is out of step.
    """
    corpora = named[0].corpus, named[-1].corpus
    first, last = (
        [one for one in odd_items(corpus) if all(_coded(one, of) for of in corpora)]
        for corpus in corpora
    )

    def alone(own: Sequence[OddItem], other: Sequence[OddItem]) -> list[OutOfStep]:
        odd = {(one.coder, one.item) for one in other}
        slips = (one for one in own if isinstance(one, OutOfStep) and not one.in_step)
        return [one for one in slips if (one.coder, one.item) not in odd]

    return alone(first, last), alone(last, first)


def stops_in(named: Sequence[CodingRound]) -> list[Stops]:
    """Return who stops in an item of the last round that they went on with in the first."""
    first, last = named[0].corpus, named[-1].corpus
    before = {(one.coder, one.item) for one in stops(first)}
    found = (one for one in stops(last) if (one.coder, one.item) not in before)
    return [one for one in found if _coded(one, first)]


def _coded(one: OddItem, corpus: Corpus) -> bool:
    return one.item in corpus and one.coder in corpus[one.item].codings
