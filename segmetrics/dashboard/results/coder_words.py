"""What the page Coders and its tables say; cards and messages have modules of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import get_args

from segmetrics.claims.cause_types import GroupCauses
from segmetrics.claims.coder_habits import ENOUGH, seen_of, too_few
from segmetrics.dashboard.components.coder_cards_component import ShownCard
from segmetrics.dashboard.results.coder_card_words import (
    AGREEMENT,
    DRIFTS,
    EARLY_OR_LATE,
    drift,
    judged,
)
from segmetrics.dashboard.results.modelled_coders import CoderInModel, stands_out
from segmetrics.number_formats import between, rate, short, shown, signed_short
from segmetrics.phrases import before, capital, counted, listed, plural
from segmetrics.reliability.coder_cards import CoderCard
from segmetrics.reliability.coder_findings import Finding
from segmetrics.reliability.coders import KAPPA, CoderMatrix
from segmetrics.reliability.granularity import CoderGranularity
from segmetrics.reliability.influence import CoderInfluence, ItemInfluence
from segmetrics.reliability.intervals import given
from segmetrics.reliability.jackknife import AT_MOST_ONE
from segmetrics.reliability.planning import Of, Plan
from segmetrics.reliability.schools import Schools

# Times as many boundaries that two coders of a group have to differ by to be named.
APART = 2.0
SHOWN_NAMES = 5

ONE_CODER = (
    "There is one coder only, so there is nobody to compare with. Add another coder's files."
)
NO_SUCH_GROUP = "There is no coder group {:,}; this is the last one."
FIRST_CARDS = "The first {:,} of {:,} coders."
FIRST_PAIRS = "The {:,} pairs who agree least, of {:,}."
FIRST_LEFT_OUT = "The {:,} items that change most."
ALL_CODERS = (
    "Coders who stand out come first, then those who agree least with the others of their group."
)
GROUPS = "Coder groups beside each other"
GRANULARITY = "How finely each coder codes"
BESIDE = "Each coder beside the others"
MORE_NUMBERS = "More numbers"
CHOOSE_GROUP = "Choose a coder group to see who agrees with whom in it."
PAIRS = "Who agrees with whom"
COMPARE_BY = "Compare by"
PAIR_LIST = "Pairs of coders, those who agree least first"
ALL_NUMBERS = "Every number about each coder"
WHO_CODED = "Who coded what"
ON_EACH_ITEM = "Each coder on each item"
ON_ITEM, ON_ITEM_ABOUT = (
    "{:,}, {:,} alone",
    "κ of {} with the others on the item; below it the boundaries there, and how many of them "
    "nobody else has",
)
ON_ITEMS_SAY = (
    "κ of each coder with the others, item by item; below it the boundaries, and how many of them "
    "nobody else has. On one item κ varies widely by chance, so these numbers come without a "
    "verdict. Where one surprises you, look at the item."
)
FIRST_ON_ITEMS = "The first {items:,} items and {coders:,} coders, those first who stand out."
# Coders to talk to that a sentence lists after the first.
TALKED_TO = 4
EARNS = "Does the model tell more than a plain count?"
WITHOUT_CODER = "Without one of them"
WITHOUT_ITEM = "Items without which the others change most"
PLAN = "How many would be enough?"
HELP = "What would help most?"
HELP_CAPTION, CHANGE = "What each change would do", "Change"
HELP_TERMS = ("R", "α", "π* over S", "shared boundary")
WISH = "How exactly it should be known"
WITHOUT_DRAWN = "Change of the coefficient when a coder is left out, with intervals"
WITHOUT_CAPTION, WITHOUT_ITEM_CAPTION = "Each coder left out", "Each item left out"
PLAN_DRAWN = "Width of the interval for other numbers of items and of coders"
LABELS = {
    "examples": "Places to look at again",
    "message": "A message you could send",
    "copy": "Copy",
    "copied": "Copied",
    "selected": "Press Ctrl+C to copy",
}
TERMS = ("near miss", "interval", "R", "κ", "shared boundary")
"""Terms that the sentences about coders explain."""
FINDING_RULES = (
    "Coders are named here who marked nothing or everything, or lie one place off. So are those "
    "who agree far less with the others than they do among themselves, or mark far more or fewer "
    "places. Up to twice or half as many alone is no reason to be named."
)
LEFT_OUT_INTERVALS = (
    "95% jackknife intervals: without a coder for other items, without an item for other coders"
)
WHERE_DIFFER = "Where {} and {} differ most"
KAPPA_AND_R = (
    "κ gives no credit for a boundary that is one place off. R goes by {}, and may give part of "
    "it. For both, 1 is perfect and 0 is chance."
)
OF_EACH_PAIR = "{} of each pair of coders"
OF_PLAN = (
    "{} intervals for other coders and other items, from the variances at hand; widths may lie "
    "anywhere in the band, as other coders and items could have been at hand"
)
ALL_OF_THESE, R_ALONE, ABOUT_NONE = "all of these", "computed for R alone", "about 0"
FIRST_COMPUTED = (
    "The first rows, which name whose boundaries change, are computed from these codings; the "
    "others are simulated."
)
HOW_SIMULATED = (
    "How much each coefficient changes, over {simulations:,} simulations of these coders on new "
    "texts like these. Below it the {level} interval of the simulation."
)
NOT_FOUND = GroupCauses("", None)


def who_stands_out(
    cards: Sequence[CoderCard],
    items: int,
    models: Mapping[str, CoderInModel],
    causes: GroupCauses = NOT_FOUND,
    schools: Sequence[Schools] = (),
) -> list[str]:
    """Return which coders of a group stand out, and what is sure about others though no finding.

    Who segments finely and who coarsely comes first, then who keeps agreement low, in the order of
    `causes`.
    """
    out = {card.coder for card in cards if stands_out(card, models.get(card.coder))}
    said = [one.words for one in schools]
    said += [judged(card.finding, models.get(card.coder)) for card in cards if card.coder in out]
    sure = {card.coder: seen_of(card) for card in cards if card.coder not in out}
    said += [one for of_coder in sure.values() for one in of_coder]
    if said:
        return said + _first_of([card for card in cards if card.coder in out], causes)
    apart = _far_apart(cards)
    if all(card.finding.evidence for card in cards):
        why = f"{capital(cards[0].finding.evidence)}."
        return [f"{why} But {apart}." if apart else why]
    if apart:
        return [f"{apart}. {too_few(items)}"]
    few = ""
    if items < ENOUGH:
        few = f" With only {counted(items, 'item')}, we would often not notice one."
    return [f"No coder is found to stand out.{few}"]


def _first_of(out: Sequence[CoderCard], causes: GroupCauses) -> list[str]:
    """Return with whom of several who stand out to begin: who keeps R low, or agrees least."""
    if len(causes.causes) > 1:
        best, *rest = (one.coder for one in causes.causes)
        later = listed(rest, TALKED_TO)
        return [f"Talk to {best} first, then to {later}. {best} lowers R most."]
    known = [(card.finding.kappa, card.coder) for card in out if card.finding.kappa is not None]
    if len(known) < 2:
        return []
    (kappa, coder), *others = sorted(known)
    after = listed([f"{other} (κ {short(value)})" for value, other in others], TALKED_TO)
    return [f"Talk to {coder} first (κ with the others {short(kappa)}), then to {after}."]


def _far_apart(cards: Sequence[CoderCard]) -> str:
    """Return who marks far more often than whom, if anybody does and all coded the same items."""
    if not all(card.counts for card in cards):
        return ""
    known = [(card.density, card.coder) for card in cards if card.density is not None]
    if len(known) < 2:
        return ""
    (least, few), (most, many) = min(known), max(known)
    if most == 0 or most < APART * least:
        return ""
    if least == 0:
        units = plural(cards[0].unit)
        return f"{few} marks no boundary, and {many} {rate(most)} in 100 {units}"
    return f"{many} marks {rate(most / least)} times as often as {few}"


def drifts(coders: Sequence[CoderGranularity]) -> str:
    """Return who drifts, if the numbers bear it, or why that cannot be said."""
    known = [row for row in coders if row.drift.p is not None]
    if not known:
        why = next((row.drift.undefined for row in coders), "")
        return f"{capital(why)}." if why else ""
    found = [
        f"{row.coder} marks {'more' if (row.drift.slope or 0) > 0 else 'less'}"
        for row in known
        if drift(row, len(known))
    ]
    if not found:
        return "Nobody is found to mark more and more, or less and less, from item to item."
    return (
        f"From item to item, compared with the others, {listed(found, SHOWN_NAMES)} "
        f"(p below {DRIFTS:g}, corrected for {len(known):,} coders)."
    )


def apart(matrix: CoderMatrix) -> str:
    pairs, kappa = matrix.pairs, "κ " if matrix.metric == KAPPA else ""
    if not pairs:
        return "No two coders can be compared so: choose another way to compare."
    (a, b), value, items = pairs[0]
    if len(matrix.coders) == 2:
        return f"{a} and {b} agree at {kappa}{short(value)} over {counted(items, 'item')}."
    said = f"{a} and {b} agree least ({kappa}{short(value)} over {counted(items, 'item')})."
    if len(pairs) > 1:
        (c, d), best, _ = pairs[-1]
        said += f" {c} and {d} agree most ({kappa}{short(best)})."
    return said


def how_compared(matrix: CoderMatrix, title: str) -> str:
    low, high = (f"{bound:g}".replace("inf", "∞") for bound in (matrix.low, matrix.high))
    if matrix.metric == KAPPA:
        return (
            "κ as on the cards, over all items that both coded; 0 is what two coders reach by "
            "chance who mark as often as these. Coders who agree stand side by side."
        )
    better = "lower" if matrix.penalty else "higher"
    direction = "" if matrix.symmetric else " Rows are hypotheses and columns references."
    return (
        f"{title}, {low} to {high}, {better} is better: the mean over the items that both coded."
        f"{direction} Coders who agree stand side by side."
    )


def without_coders(coders: Sequence[CoderInfluence]) -> list[str]:
    """Return without whom the others agree better, or why nobody can be left out."""
    known = [row for row in coders if row.change is not None]
    if not known:
        return [f"No coder can be left out: {row.interval.undefined}." for row in coders[:1]]
    most = max(known, key=lambda row: row.change or 0.0)
    better = f"Without {most.coder} the others agree better (R {signed_short(most.change)})."
    if (most.interval.low or 0.0) <= 0:
        better += " On other items it may be otherwise."
    said = [better if (most.change or 0) > 0 else "Without any one of them the others agree less."]
    why = next((row.interval.undefined for row in known if row.interval.undefined), "")
    if why:
        said.append(f"No interval of a change: {why}.")
    return said


def without_items(items: Sequence[ItemInfluence]) -> list[str]:
    """Name outlying items with the evidence."""
    known = [row for row in items if row.change is not None]
    if not known:
        return [f"No item can be left out: {row.interval.undefined}." for row in items[:1]]
    said = []
    why = next((row.interval.undefined for row in known if row.interval.undefined), "")
    if why:
        said.append(f"No interval of the change without an item: {why}.")
    odd = [row.item for row in items if row.outlying]
    if odd:
        said.append(f"Outlying items, below what the others agree on: {listed(odd, SHOWN_NAMES)}.")
    return said


def circles(cards: Sequence[ShownCard]) -> list[str]:
    """Return what the circles and bars of cards are, if any card has some."""
    if all(line.dots is None for card in cards for line in card.lines):
        return []
    return [
        f"On each line the full circle is the coder and the open ones are the others; at "
        f"“{AGREEMENT}” an open one is κ with one other coder. A bar is the 95% interval."
    ]


def near_misses(cards: Sequence[ShownCard], *, labels: bool) -> list[str]:
    """Return how cards count near misses beside other pages, if any card counts them."""
    if all(line.label != EARLY_OR_LATE for card in cards for line in card.lines):
        return []
    said = (
        "Cards count the near misses by one place of a coder with each other coder. So each stands "
        "on two cards, early on one and late on the other; Overview and Share count it once."
    )
    return [f"{said} Cards take no notice of labels; those do." if labels else said]


def plan(found: Plan, width: float) -> list[str]:
    """Return what others would give, and how many items or coders make that narrow enough."""
    if found.undefined or found.now is None:
        return [f"Nothing can be planned: {found.undefined}."]
    now, name = found.now, {"corrected": "R", "alpha": "α"}[found.quantity]
    said = [
        f"With other coders and other items, expect {name} of {between(now.low, now.high, short)}."
    ]
    if now.low <= 0:
        said = [f"{said[0][:-1]}, which may be no better than chance."]
    refused = given(AT_MOST_ONE.given(now.low, now.high), now.coders, now.items).undefined
    if refused:
        said = [
            "What to expect with other coders and other items is open. An interval is not given: "
            f"{refused}."
        ]
    elif now.width <= width:
        return [*said, f"That is within ±{width / 2:g} already."]
    needed = {
        "items": _needed(
            found.items_for, width, found.least_by_items, found.by_items[-1].items, now.items
        ),
        "coders": _needed(
            found.coders_for, width, found.least_by_coders, found.by_coders[-1].coders, now.coders
        ),
    }
    known = [f"{number} {WHOSE[of]}" for of, number in needed.items() if number]
    never = [of for of, number in needed.items() if not number]
    wish = f"know {name} to within ±{width / 2:g}"
    if not known:
        return [
            *said,
            f"To {wish}, you would need both more items and more coders.",
        ]
    rest = f" More {never[0]} alone would not be enough." if never else ""
    return [*said, f"To {wish}, you would need {', or '.join(known)}.{rest}"]


def wished(hundredths: int) -> str:
    return f"±{hundredths / 200:g} (an interval {hundredths / 100:g} wide)"


WHOSE = {"items": "items by these coders", "coders": "coders of these items"}


def _needed(
    fewest: Callable[[float, Of], int | None], width: float, least: float, most: int, at_hand: int
) -> str:
    """Return how many it takes, from what is at hand on; empty where no number does it."""
    if least >= width:
        return ""
    best, usual, worst = (fewest(width, of) for of in get_args(Of))
    over, enough = f"more than {most:,}", best is not None and best <= at_hand
    if usual is None:
        at_best = "these are enough" if enough else f"{best:,}" if best else ""
        return f"{over} (if all goes well, {at_best})" if at_best else over
    to = f"{worst:,}" if worst else over
    if enough and not worst:
        return f"about {usual:,} (perhaps {over})"
    return f"about {usual:,} ({'up' if enough else f'{best:,}'} to {to})"


# ----- Tables about coders: headings, explanations of columns, cells

CODER, ITEM, LEFT_OUT = "Coder", "Item", "Left out"

# How finely each coder codes.
ITEMS_OF_CODER = ("Items", "Items that the coder coded")
SEGMENTS = ("Segments", "Over all items of the coder")
DENSITY = ("Boundaries in 100 {units}", "Over all items of the coder")
MEAN_SIZE = ("Mean size", "How many {units} a segment has on average")
DRIFT = (
    "Over time",
    "Above 0 the coder gets finer from item to item, compared with the others; below 0 coarser. "
    "1 would be twice as many segments with each item. Below it the 95% interval",
)
P_OF_DRIFT = ("p", "That of the change over time, for this coder alone (Kendall)")

# Each coder beside the others.
BY_ONE_PLACE = "Near misses by one place, over all pairs"
NO_BOUNDARY = "the coder placed no boundary on these items"
NOTHING_TO_COMPARE = "there is nothing to compare with"
BOUNDARIES = ("Boundaries", "On the items that others coded too")
RATE = (
    "Times the others'",
    "Boundaries of the coder for each of the others' on the same items: above 1 the coder is "
    "finer. Below it the 95% interval. Coders who are twice as fine are common",
)
ALONE = ("Alone", "Share of the coder's boundaries where nobody else has one")
EARLY = ("Early", f"{BY_ONE_PLACE}: the coder's boundary lies before the other")
LATE = ("Late", f"{BY_ONE_PLACE}: the coder's boundary lies behind the other")
KAPPA_WITH_OTHERS = (
    "κ",
    "Kappa of boundary decisions with the others; below it that of the others' pairs",
)
FINDING = "Finding"
FINDINGS: Mapping[Finding, str] = {
    "none": "",
    "empty": "nothing placed",
    "full": "everything marked",
    "shifted": "shifted by one",
    "disagrees": "disagrees",
    "rate": "far more or fewer",
}

# Without a coder, without an item.
R_OF_OTHERS = ("R", "Agreement beyond chance of the others")
CHANGE_WITHOUT_CODER = ("Change", "Above 0, the others agree better; below it the interval")
OWN_R = ("Own R", "Agreement beyond chance on the item by itself")
CHANGE_WITHOUT_ITEM = (
    "Change",
    "Above 0, the other items of its group agree better; below it the interval",
)
MISSES = (
    "Near and full misses",
    "Over all pairs of coders; below it how many are usual on the other items for so many "
    "boundaries",
)
VERDICT, OUTLYING = "Verdict", "outlying"

# Coder groups beside each other.
GROUP, CODERS, ITEMS, STANDS_OUT = "Coder group", "Coders", "Items", "Stands out"
DENSITIES = (
    "Boundaries in 100 {units}",
    "The coder with the fewest and the one with the most, each over their own items",
)
KAPPAS = (
    "κ with the others",
    "Kappa of boundary decisions: the coder who agrees least and the one who agrees most",
)

# Pairs of coders.
PAIR = "Pair of coders"
MEAN = (
    "Value",
    "κ of the two over all places that both coded; of a metric the mean over items and both "
    "directions",
)
WINDOWS_OF_PAIR = ("1−WD", "1 less WindowDiff, mean over items and both directions: 1 is perfect")
ITEMS_OF_PAIR = ("Items", "Items on which it has a value")
METRIC_ON_ITEM = "The metric of the two on this item"
KAPPA_ON_ITEM = ("κ", "Kappa of boundary decisions of the two on this item")
EDITS = ("Edits", "Near and full misses, and substitutions of types")
WHERE = ("Where", "The {units} before which they differ")
KAPPA_TITLE = "κ of boundary decisions"
AS_MEASURED = "As measured: {}"
EXPECTED = "usual: {}"


def others(kappa: float | None) -> str | None:
    return None if kappa is None else f"others {shown(kappa)}"


def back_to(item: str, place: int | None, unit: str) -> str:
    return f"← Back to {item}{f', {before([place], unit)}' if place else ''}"
