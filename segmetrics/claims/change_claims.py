"""What may be said of a change between two rounds beside its direction: who made it, who mended.

Of coders who keep agreement low in the first of some rounds by `segmetrics.causes`, those have
*mended* who do not in the last, if R of the last round would be lower with the remedy of the first:
moved of one who was late or early, who is in step then, and without any other. Not to be found once
more is not enough: who goes on as before is often found in one round alone. Who is in step, and
whose boundaries were out of step in one item of the first round alone, is put right in the first
round, to compare it with the last: how much of a rise that is, and whether the rest is beyond
chance. Who was compared is compared: the coders
and items of all rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from segmetrics.boundary_marks import plain
from segmetrics.claims.cause_sentences import trait_in_words, traits_in_words
from segmetrics.claims.causes import Cause, GroupCauses, causes, clearing, moved_in, remedied
from segmetrics.corpus import Corpus
from segmetrics.number_formats import p_in_sentence, short
from segmetrics.phrases import capital, joined
from segmetrics.reliability.chance import chance
from segmetrics.reliability.changes import Changed, ChangeTable, Judge, direction_of
from segmetrics.reliability.comparison import compare
from segmetrics.reliability.odd_places import OutOfStep, odd_items
from segmetrics.reliability.reliability_table import reliability_of
from segmetrics.reliability.trends import CodingRound, RoundsTable, compared_parts

LEFT = 1 / 3
"""Share of a change, or more, that is left without a coder who did not make most of it.

With it hardly anybody is named where all improve, and half of those who mend alone: the table in
docs/compare.md."""

SYMBOLS: dict[Judge, str] = {"corrected": "R", "alpha": "α"}
IN_STEP = "In {first}, {traits}; in {last}, {who} {is_are} in step."
NO_LONGER = "In {first}, {traits}; in {last}, that no longer keeps agreement low."
STILL = "In both {first} and {last}, {traits}."
PUT_RIGHT = (
    "With {who} put right, R of {first} is {then} instead of {before}; R of {last} is {after}."
)
REST = " What is left of the change {is_it} (p {p})."
SLIPPED = "{words} That was in {first}, and is not so in {last}."
BACK_IN_STEP = "{coder}'s boundaries in {item} are in step again"
SHARES = (
    (0.9, "nearly all of it"),
    (0.6, "most of it"),
    (0.4, "about half of it"),
    (0.2, "part of it"),
)
"""What a share of a rise is called, from the least that it is; what is less is not spoken of."""
OF_TWO = "the first round", "the second round"
"""What two rounds are called where only two are compared."""
ROSE = "Agreement improved"
"""What says of a change that agreement rose."""
MOSTLY = "Most of it is one coder: without {coder}, {symbol} {went}{test}."


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


def sentence_on_one(table: ChangeTable) -> str:
    """Return that one coder made most of a change, with what it is without them, or nothing."""
    found = made_by_one(table)
    if not found:
        return ""
    coder, without = found
    before, after = short(without.before), short(without.after)
    went = f"stayed at {before}" if before == after else f"went from {before} to {after}"
    test = "" if without.p is None else f" (p {p_in_sentence(without.p)})"
    return MOSTLY.format(coder=coder, symbol=SYMBOLS[table.judged_by], went=went, test=test)


class Became(NamedTuple):
    """What became of coders who kept agreement low in the first of some rounds.

    Parameters
    ----------
    first, last : Corpus
        What is compared of the first and of the last round.
    before, after : GroupCauses
        Who keeps agreement low in them.
    in_step : tuple of Cause
        Who was late or early in the first, and is not in the last.
    no_longer : tuple of Cause
        Who kept it low otherwise, and does not in the last.
    still : tuple of Cause
        Who keeps it low by the same in both.
    """

    first: Corpus
    last: Corpus
    before: GroupCauses
    after: GroupCauses
    in_step: tuple[Cause, ...]
    no_longer: tuple[Cause, ...]
    still: tuple[Cause, ...]


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
    (before,), (after,) = (
        causes(one, options, reliability=reliability_of(one, options, shuffling)).rows
        for one in (first, last)
    )
    still = {(one.coder, one.trait) for one in after.causes}
    left = {one.coder for one in after.causes}

    def mended(one: Cause) -> bool:
        changed = remedied(last, {one.coder: clearing(one)})
        found = None if changed is None else chance(changed, options, shuffling).corpus.corrected
        return found is not None and after.corrected is not None and found < after.corrected

    gone = [one for one in before.causes if one.coder not in left and mended(one)]
    return Became(
        first,
        last,
        before,
        after,
        tuple(one for one in gone if one.by),
        tuple(one for one in gone if not one.by),
        tuple(one for one in before.causes if (one.coder, one.trait) in still),
    )


class Mended(NamedTuple):
    """What is said of coders who kept agreement low in the first of some rounds.

    Parameters
    ----------
    much, why : str
        How much of a rise comes from those who are put right, and what became of them: ``about half
        of it``, ``Tomasz no longer marks one place late``; empty where it is little, or none.
    sentences : tuple of str
        What became of them.
    """

    much: str = ""
    why: str = ""
    sentences: tuple[str, ...] = ()

    def told(self, words: Sequence[str]) -> list[str]:
        """Return what is said of a change, with what it comes from, and what became of whom."""
        said = list(words)
        at = next((at for at, one in enumerate(said) if ROSE in one), None)
        if self.much and at is not None:
            said[at] = f"{said[at].removesuffix('.')}, {self.much} because {self.why}."
        return [*said, *self.sentences]

    @property
    def in_paper(self) -> list[str]:
        """What a paragraph says of a rise."""
        part = [f"{capital(self.much)} comes from this: {self.why}."] if self.much else []
        return [*part, *self.sentences]


NOTHING_MENDED = Mended()


def what_mended(named: Sequence[CodingRound], table: RoundsTable | ChangeTable) -> Mended:
    """Return what became of coders who kept agreement low in the first of some rounds."""
    found = what_became(named, table)
    if found is None:
        return Mended()
    names = OF_TWO if isinstance(table, ChangeTable) else [one.name for one in named]
    # By all who coded a round: few coders do not tell who is out of step.
    odd = {(one.coder, one.item) for one in odd_items(named[-1].corpus)}
    in_both = {(who, one.name) for one in found.first.items for who in one.codings}
    slipped = [
        one
        for one in odd_items(named[0].corpus)
        if isinstance(one, OutOfStep) and (one.coder, one.item) in in_both - odd
    ]
    kinds = ((IN_STEP, found.in_step), (NO_LONGER, found.no_longer), (STILL, found.still))
    said = [
        words.format(
            first=names[0],
            last=names[-1],
            traits=traits_in_words(found.before._replace(causes=those)),
            who=joined([one.coder for one in those]),
            is_are="is" if len(those) == 1 else "are",
        )
        for words, those in kinds
        if those
    ]
    said += [SLIPPED.format(first=names[0], words=one.words, last=names[-1]) for one in slipped]
    changed = remedied(found.first, {one.coder: clearing(one) for one in found.in_step})
    if changed is None or not (found.in_step or slipped):
        return Mended(sentences=tuple(said))
    for one in slipped:
        changed = moved_in(changed, one)
    rest = compare(changed, found.last, table.options, shuffling=table.shuffling).judged
    then, after = rest.before, rest.after
    before = found.before.corrected
    who = [*(one.coder for one in found.in_step), *(one.coder for one in slipped)]
    put_right = PUT_RIGHT.format(
        who=joined([*dict.fromkeys(who)]),
        first=names[0],
        last=names[-1],
        then=short(then),
        before=short(before),
        after=short(after),
    )
    if rest.p is not None:
        is_it = "is beyond chance" if direction_of(rest.interval) == "better" else "may be chance"
        put_right += REST.format(is_it=is_it, p=p_in_sentence(rest.p))
    said.append(put_right)
    if then is None or after is None or before is None or after <= before:
        return Mended(sentences=tuple(said))
    share = (then - before) / (after - before)
    much = next((words for least, words in SHARES if share >= least), "")
    whys = [
        f"{one.coder} no longer {trait_in_words(found.before, one)}" for one in found.in_step
    ] + [BACK_IN_STEP.format(coder=one.coder, item=one.item) for one in slipped]
    return Mended(much, joined(whys), tuple(said))
