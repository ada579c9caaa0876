"""What a card says of a coder: the first lines, a line for each number, places to look at."""

from __future__ import annotations

from statistics import median

from segmetrics.dashboard.results.modelled_coder_words import judged, side_seen
from segmetrics.dashboard.results.modelled_coders import CoderInModel, stands_out
from segmetrics.number_formats import p_in_sentence, percent, probability, rate, short
from segmetrics.phrases import capital, counted
from segmetrics.reliability.coder_cards import CoderCard, PlaceExample
from segmetrics.reliability.coder_findings import CoderFinding
from segmetrics.reliability.granularity import CoderGranularity

# Items from which nearly every coder who marks at random was named, in simulations.
ENOUGH = 20
# Times as many boundaries as the others place that a card mentions.
MORE = 1.5
# Kappa with the others, as a share of theirs, below which a card mentions it.
LESS = 0.5
# Near misses from which on it is told on which side more of them lie.
FEW_NEAR_MISSES = 4
# What the lines of a card are about.
HOW_FINELY, AGREEMENT, ALONE = "How finely", "Agreement", "Alone"
EARLY_OR_LATE, OVER_TIME = "Early or late", "Over time"
# A drift with a p-value above this, corrected for looking at all coders, is not named.
DRIFTS = 0.05


def headline(card: CoderCard, model: CoderInModel | None = None) -> str:
    """Return the first lines of a card: what was found, or what is to be seen."""
    found = card.finding
    if stands_out(card, model):
        return judged(found, model)
    if found.evidence:
        return f"{capital(found.evidence)}."
    said = []
    if found.side != "none":
        said.append(f"Usually {usually(found)}.")
    elif seen := side_seen(model):
        said.append(f"{seen} {too_few(found.items)}")
    if marks_unlike(card):
        said.append(f"{how_often(card)}. {_what_to_do(card)}")
    if not said and agrees_less(card):
        said.append(
            f"Agrees less with the others (κ {short(found.kappa)}) than they do among themselves "
            f"({short(found.others)}). {too_few(found.items)}"
        )
    if said:
        return " ".join(said)
    return nothing_stands_out(card)


def nothing_stands_out(card: CoderCard, where: str = "") -> str:
    """Return that nothing is to be said about a coder, and that few items cannot show much."""
    if card.finding.items < ENOUGH:
        few = counted(card.finding.items, "item")
        return f"Nothing stands out{where}, but {few} cannot show much."
    return f"Nothing stands out{where}."


def _what_to_do(card: CoderCard) -> str:
    """Return what to do about a coder who marks more or less than the others."""
    low, high, *_ = card.finding.rate_interval
    if low is None or high is None or low <= 1 <= high:
        return too_few(card.finding.items)
    wanted = "fewer" if (card.finding.rate_ratio or 0.0) > 1 else "more"
    return f"If your guideline wants {wanted} segments, talk to {card.coder}."


def how_often(card: CoderCard, coder: str = "") -> str:
    """Return how many times as often as the others a coder marks, or they, with the interval."""
    times, (low, high, *_) = card.finding.times_more
    if not times:
        return f"{coder} marks nothing" if coder else "Marks nothing"
    around = f" ({rate(low)} to {rate(high)})" if low is not None and high is not None else ""
    if (card.finding.rate_ratio or 0.0) > 1:
        marks = f"{coder} marks" if coder else "Marks"
        return f"{marks} {rate(times)} times as often as {the_others(card)}{around}"
    who = capital(the_others(card))
    marks = "mark" if len(card.densities) > 1 else "marks"
    return f"{who} {marks} {rate(times)} times as often{coder and f' as {coder}'}{around}"


def usually(found: CoderFinding) -> str:
    """Return on which side near misses clearly lie, with their number and any caution."""
    said = f"one place {found.side} ({_of_near_misses(found)})"
    return said if found.items >= ENOUGH else f"{said}; {too_few(found.items).removesuffix('.')}"


def _of_near_misses(found: CoderFinding) -> str:
    """Return how many of the near misses lie on the side of most: ``37 of 42 near misses``."""
    both = found.early + found.late
    return f"{max(found.early, found.late):,} of {counted(both, 'near miss', 'near misses')}"


def too_few(items: int) -> str:
    """Return that items are too few to be sure, or that what is seen may be chance."""
    if items >= ENOUGH:
        return "That may be chance."
    are = "is" if items == 1 else "are"
    return f"{counted(items, 'item')} {are} too few to be sure."


def marks_unlike(card: CoderCard) -> bool:
    """Return whether a coder marks far more or less than the others usually do, and than each."""
    ratio, density, others = card.finding.rate_ratio, card.density, card.densities
    if ratio is None or density is None or not others or 1 / MORE < ratio < MORE:
        return False
    # One who marks far more than all does not make each of the others mark less.
    usual = median(others)
    if ratio > 1:
        return density > max(others) and density >= MORE * usual
    return density < min(others) and density * MORE <= usual


def agrees_less(card: CoderCard) -> bool:
    """Return whether a coder agrees far less with the others than these do, found or not."""
    kappa, others = card.finding.kappa, card.finding.others
    return kappa is not None and others is not None and others > 0 and kappa < LESS * others


def how_finely(card: CoderCard) -> str:
    """Return how many boundaries a coder places, beside the others."""
    if card.density is None:
        return "Nobody else coded these items."
    boundaries = counted(card.finding.boundaries, "boundary", "boundaries")
    if card.finding.items < card.granularity.items:
        boundaries += f" on the {counted(card.finding.items, 'text')} that others coded too"
    own = f"{boundaries}, {rate(card.density)} in 100 units"
    if not card.densities:
        return f"{own}."
    low, high = rate(min(card.densities)), rate(max(card.densities))
    others = f"{the_others(card)} {low if low == high else f'{low} to {high}'}"
    return f"{own}; on the same texts {others}."


def early_or_late(card: CoderCard) -> str:
    """Return on which side of the others' boundaries near misses by one place lie."""
    found = card.finding
    early, late, others = found.early, found.late, len(card.densities)
    if not early + late:
        return "No boundary lies one place beside another's."
    if found.side != "none":
        return f"Usually {found.side}: {_of_near_misses(found)}. {_if_moved(card)}"
    if early + late < FEW_NEAR_MISSES or early == late:
        near = counted(early, "near miss", "near misses")
        return f"{near} one place early, {late:,} late."
    side, chance = "early" if early > late else "late", ""
    if found.leaning != "none":
        chance = " That is more than chance would put there."
    elif others > 1:
        chance = " That may be chance."
    return f"More often {side}: {_of_near_misses(found)}.{chance}"


def _if_moved(card: CoderCard) -> str:
    """Return what moving all boundaries of a coder by one place would do to agreement."""
    kappa, moved = card.finding.kappa, card.finding.kappa_moved
    if kappa is None or moved is None or moved <= kappa:
        return "Not all boundaries are: moved by one place they would agree no better."
    gain = f"With all boundaries moved by one place, κ would be {short(moved)}, not {short(kappa)}."
    return gain if card.finding.finding == "shifted" else f"{gain} {too_few(card.finding.items)}"


def how_often_alone(card: CoderCard) -> str:
    """Return how many of a coder's boundaries nobody else has."""
    if card.finding.alone is None:
        return "The coder placed no boundary."
    return (
        f"{card.alone:,} of {counted(card.finding.boundaries, 'boundary', 'boundaries')} "
        f"({percent(card.finding.alone)}) stand where nobody else has one."
    )


def with_whom(card: CoderCard) -> str:
    """Return how far a coder agrees with the others, and with whom most and least."""
    finding = card.finding
    if finding.kappa is None:
        return "There is nothing to compare with."
    said = f"κ with {the_others(card)} is {short(finding.kappa)}"
    if finding.others is not None:
        said += f"; among the others it is {short(finding.others)}"
    if len(card.pairs) > 1:
        least, most = card.pairs[0], card.pairs[-1]
        said += (
            f". Most with {most.coder} ({short(most.kappa)}), least with {least.coder} "
            f"({short(least.kappa)})"
        )
    return f"{said}."


def drift(row: CoderGranularity, coders: int) -> str:
    """Return whether a coder changes over the items, if the numbers bear it; else nothing."""
    p = row.drift.p
    if p is None or p * coders >= DRIFTS:
        return ""
    more = "more" if (row.drift.slope or 0) > 0 else "less"
    return (
        f"Marks {more} and {more} from the first item to the last, compared with the others "
        f"(p {p_in_sentence(p)}). That means something only if the items were coded in this order."
    )


def what_place(one: PlaceExample) -> str:
    """Return what others did at a place."""
    sure = ""
    if one.support is not None:
        likely = "unlikely" if one.kind == "alone" else "likely"
        sure = f" A shared boundary is {likely} there ({probability(one.support)})."
    if one.kind == "alone":
        return f"Nobody else marked it.{sure}"
    where = {"late": "the place before", "early": "the place after"}.get(one.kind, "it")
    if sure:
        where = "it or a place beside it"
    missed = "; this coder did not" if one.kind == "missed" else ""
    if one.others == 1:
        return f"The other coder marked {where}{missed}.{sure}"
    many = "All" if one.marked == one.others else f"{one.marked:,} of the"
    return f"{many} {one.others:,} others marked {where}{missed}.{sure}"


def where_place(one: PlaceExample) -> str:
    return f"{one.item}, after {one.place:,}"


def the_others(card: CoderCard) -> str:
    return "the others" if len(card.densities) > 1 else "the other coder"
