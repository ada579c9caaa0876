"""The message that one could send to a coder: what there is to look at again."""

from __future__ import annotations

from collections.abc import Sequence

from segmetrics.claims.coder_habits import MORE, marks_unlike, the_others
from segmetrics.dashboard.results.coder_card_words import (
    HABITS,
    agrees_less,
    in_unshared,
    only_strong,
    others_add,
    others_find,
)
from segmetrics.dashboard.results.modelled_coders import CoderInModel, side_of
from segmetrics.io.problems import shortened
from segmetrics.number_formats import per_100, rate, span_of
from segmetrics.phrases import before, capital, counted, ending, in_ten, joined, plural
from segmetrics.reliability.coder_cards import CoderCard, PlaceExample
from segmetrics.reliability.coder_findings import CoderFinding, Side
from segmetrics.tables.coder_model_words import known, mostly

# Letters of a text that a message quotes on each side of a place.
QUOTED = 50

HOW_MARKED = {
    "late": "Where do you put a mark: at the last {unit} of a segment, at the first of the next "
    "one, or later?",
    "early": "Where do you put a mark: at the first {unit} of a segment, at the last {unit} of the "
    "segment before it, or earlier?",
    "none": "Where do you put a mark: at the last {unit} of a segment, at the first of the next "
    "one, or beside it?",
}


BY_SCHOOL = (
    "You segment {}. Our guideline leaves that open: neither is wrong until it says which we want."
)


def message(card: CoderCard, model: CoderInModel | None = None) -> str:
    """Write to a coder: what there is to look at, and never more than the evidence bears.

    A coder who is found to do something is asked about that; one who only marks more or less than
    the others, or agrees less, is asked about places; one of two schools is told so; to all others
    nothing stands out.
    """
    if card.automatic or card.density is None:
        return ""
    hello, others = f"Hi {card.coder}, ", the_others(card)
    number = card.finding.items
    texts = "the text you coded" if number == 1 else f"the {number:,} texts you coded"
    if number < card.granularity.items:
        texts = f"the {counted(number, 'text')} that you and others coded"
    meant = "Did your work reach us as you meant it? If so, please tell us how you read the task."
    finding = card.finding.finding
    verdict = model.verdict.verdict if model and model.verdict else None
    if finding == "empty":
        return (
            f"{hello}in {texts} we have no mark of yours; {others} marked {_counts(card)}. {meant}"
        )
    if finding == "full":
        every = f"{hello}in {texts} every place is marked as the beginning of a new segment"
        return f"{every}; {others} marked {_counts(card)}. {meant}"
    side = side_of(model) if card.finding.side == "none" else card.finding.side
    if finding == "shifted" or (finding == "none" and side_of(model) == side != "none"):
        return (
            f"{hello}many of your marks in {texts} lie exactly one place beside those of {others}"
            f"{_how_marked(card, side)} Please tell us how you do it."
        )
    about, beside = _marks(card, texts) or _by_the_model(card, model, texts), _asked_of_side(card)
    if beside:
        about = " ".join(filter(None, (f"in {texts} {beside}", about and capital(about))))
    unshared = [in_unshared(card, one, to_coder=True) for one in card.unshared]
    odd = " ".join([*(one.asked for one in card.finding.counts), *unshared])
    school = _school(card)
    if (odd or school) and not about and finding == "none" and verdict is None:
        return " ".join(filter(None, (f"{hello}thank you for {texts}.", school, odd)))
    if not about and (finding == "disagrees" or verdict == "random" or agrees_less(card)):
        about = f"in {texts} your marks and those of {others} are often at different places."
    if not about and model and (seen := mostly(model.does)):
        about = (
            f"in {texts} your marks that lie one place beside those of {others} are mostly {seen}."
        )
        about += " That may be chance."
    if not about:
        return f"{_nothing_stands_out(card, texts)}{'' if model else _mildly(card)}"
    why = "If you decided so on purpose, please tell us why: that helps us all."
    where = "" if school else _where_to_look(card)
    return " ".join(filter(None, (f"{hello}{about}", odd, where, why, school)))


def _school(card: CoderCard) -> str:
    """Tell one who is of two schools of which; places that the other marks are no question then."""
    return BY_SCHOOL.format(card.finding.school) if card.finding.school else ""


def _asked_of_side(card: CoderCard) -> str:
    """Ask one whose near misses clearly lie on one side how they mark; else nothing."""
    found = card.finding
    if found.side == "none":
        return ""
    when = "earlier" if found.side == "early" else "later"
    return (
        f"your marks often lie one place beside those of {the_others(card)}, and then yours comes "
        f"{when} ({_times(found)}){_how_marked(card, found.side)}"
    )


def _how_marked(card: CoderCard, side: Side) -> str:
    """Return a place for example, behind what is said of it, and ask what the coder marks."""
    return f"{_for_example(card, side)}. {HOW_MARKED[side].format(unit=card.unit)}"


def _for_example(card: CoderCard, side: Side) -> str:
    """Name places at which a coder is early or late; nothing without one."""
    beside = [_quoted(one) for one in card.examples if one.kind == side]
    return f", for example {joined(beside)}" if beside else ""


def _where_to_look(card: CoderCard) -> str:
    """Ask a coder to look at places again; nothing without an example."""
    alone = [_quoted(one) for one in card.examples if one.kind == "alone"]
    missed = [_quoted(one) for one in card.examples if one.kind == "missed"]
    # One who marks less is asked about what they left out.
    if missed and (not alone or (card.finding.rate_ratio or 0) <= 1 / MORE):
        where = [one for one in card.examples if one.kind == "missed"]
        right_beside = " or right beside" if _counted_beside(where) else ""
        return (
            f"For example, {_who_marked(where)} marked {joined(missed)}{right_beside}. Would you "
            "look there again and see whether a new segment begins?"
        )
    if card.alone == 1:
        return (
            f"One of yours nobody else marked: {joined(alone)}. Would you look at it again and see "
            "whether a new segment really begins there?"
        )
    if alone:
        return (
            f"{card.alone:,} of yours nobody else marked, for example {joined(alone)}. Would you "
            "look at these again and see whether a new segment really begins there?"
        )
    return ""


def _nothing_stands_out(card: CoderCard, texts: str) -> str:
    """Thank a coder of whom nothing is to be said, with a place to talk about if there is one."""
    few = only_strong(card.finding.items)
    said = (
        f"Hi {card.coder}, thank you for {texts}. I looked for habits, {HABITS}: none shows.{few}"
    )
    if not card.examples:
        return said
    one = card.examples[0]
    differ = "you alone marked"
    if one.kind == "missed":
        right_beside = ", there or right beside," if _counted_beside([one]) else ""
        differ = f"{_who_marked([one])} marked{right_beside} and you did not"
    open_to = "" if one.kind == "missed" else " The marks alone do not tell who is right."
    asked = f"One place to talk about is {_quoted(one)}, which {differ}: how did you decide?"
    return f"{said} {asked}{open_to}"


def _mildly(card: CoderCard) -> str:
    """Return a small point about one who leans to a side; else nothing."""
    found = card.finding
    if found.leaning == "none":
        return ""
    when = "earlier" if found.leaning == "early" else "later"
    return (
        f" A small point: where your marks lie one place beside those of {the_others(card)}, yours "
        f"comes {when} more often than not ({_times(found)})."
    )


def _times(found: CoderFinding) -> str:
    return f"{max(found.early, found.late):,} of {found.early + found.late:,} times"


def _who_marked(missed: Sequence[PlaceExample]) -> str:
    """Return who of the others marked places that a coder missed."""
    if all(one.others == 1 for one in missed):
        return "the other coder"
    if all(one.marked == one.others for one in missed):
        return "all others"
    most = all(2 * one.marked > one.others for one in missed)
    return "most others" if most else "several others"


def _counted_beside(places: Sequence[PlaceExample]) -> bool:
    return any(one.support is not None for one in places)


def _by_the_model(card: CoderCard, model: CoderInModel | None, texts: str) -> str:
    """Return what the model says of a coder who marks fewer, or many of their own; else nothing."""
    if model is None or model.verdict is None:
        return ""
    if model.verdict.verdict == "fewer":
        return (
            f"in {texts} you marked {in_ten(known(model.does.hits))} of the boundaries to which "
            f"all marks together point; {the_others(card)} marked {others_find(model)} in 10."
        )
    if model.verdict.verdict == "own":
        return (
            f"in {texts} about {per_100(known(model.does.added))} of 100 places are marked by you "
            f"where hardly anybody else sees a boundary; of {the_others(card)} it is "
            f"{others_add(model)}."
        )
    return ""


def _marks(card: CoderCard, texts: str) -> str:
    """Return how many places a coder marked beside the others, if that is far from theirs."""
    ratio = card.finding.rate_ratio
    if card.finding.finding != "rate" and not marks_unlike(card):
        return ""
    own, others = _own(card), the_others(card)
    if card.counts:
        return f"in {texts} you marked {own}, where {others} marked {_counts(card)}."
    if not ratio:
        return f"in {texts} you marked {own}."
    if ratio > 1:
        return f"in {texts} you marked {own}, {rate(ratio)} times as many as {others} there."
    return f"in {texts} you marked {own}, and {others} {rate(1 / ratio)} times as many there."


def _own(card: CoderCard) -> str:
    """Return how many boundaries a coder marked, and what is no boundary."""
    own = counted(card.finding.boundaries, "boundary")
    return f"{own} (the beginning of a text is none)"


def _counts(card: CoderCard) -> str:
    """Return how many places the others marked."""
    if card.counts:
        low, high = card.counts[0], card.counts[-1]
        return f"{low:,}" if low == high else f"{low:,} to {high:,}"
    each = span_of(card.densities, rate)
    return f"{each} places in 100 {plural(card.unit)}"


def _quoted(one: PlaceExample) -> str:
    """Return where a place is, with the text on both sides: coders mark one unit or the other."""
    where = f"{one.item} {before([one.place], one.unit)}"
    above, below = (" ".join(text.split()) for text in one.texts or ("", ""))
    if not above or not below:
        return where
    return f"{where} (between “{ending(above, QUOTED)}” and “{shortened(below, QUOTED)}”)"
