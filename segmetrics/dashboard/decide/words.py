"""What the page Decide says: of disputes, their list and files, of rules and places."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from segmetrics.adjudication.disputes import Dispute
from segmetrics.adjudication.gold import Method
from segmetrics.adjudication.gold_agreement import DEFAULT
from segmetrics.adjudication.model_doubts import Doubt
from segmetrics.adjudication.model_rule import roughly
from segmetrics.axis import Axis, Unit
from segmetrics.dashboard.frame.words import WORKLISTS
from segmetrics.number_formats import plain_seconds, rate, seconds
from segmetrics.phrases import capital, counted, joined, listed
from segmetrics.reliability.odd_counts import SOON

# Names that a sentence lists, and a cell of the list.
SHOWN_NAMES, NAMES_IN_LIST = 8, 4

# The dispute at hand.
ORDER = "Order"
SCOPE = "Show"
COMMENT = "Comment, kept with the decision"
NONE_HELP = "No boundary by {:,} of {:,}. Key {}."
NONE, AGREE_NONE = "No boundary here", "Agree: no boundary here"
NEXT, NEXT_HELP = "Next", "Leave this one open and go to the next. Key N."
BEFORE_UNIT, MOVE_THERE = "Before {}", "Move there"
OPEN_AGAIN, OPEN_AGAIN_HELP = "Open again", "Take back what was decided about this dispute."
UNDO = "Undo"
ONLY_LOOKS = (
    "This is only a view: decisions need all coders as they are. To decide about these codings, "
    "download them under “Who” and open them as a new project."
)
READ_ONLY = (
    "You may look at this corpus, and not decide about its disputes. Ask its owner for a link that "
    "may edit."
)
HEAT_MAP = "Heat map with the gold boundaries"
ONE_OF_TWO = "with only the first boundary of each pair of {}"
WITHOUT_IN = "without {} in {}"
ONE_FEWER = (
    "With a coder fewer, fewer boundaries have enough votes. That alone explains part of the "
    "difference, and is no reason to leave somebody out."
)
SEE_ONCE = f"See it with boundaries within {plain_seconds(SOON)} s of each other counted once →"
OPEN, NO_BOUNDARY = "open", "no boundary"
NONE_HERE = "The consensus has none here."
TENDS = "the coders' habits"
"""What the model of the coders goes by, in words."""
UNCERTAIN_UNKNOWN = (
    "How sure each boundary is cannot be told: {}. The most disputed come first instead."
)
DECIDED = "Decided: {}."
TAKEN_BACK = "Take back: {words}, {when}{by}. Key U."
WHAT_DIFFERS = "What differs in {} there →"
NO_SUCH_ITEM = "There is no item {!r} in this corpus; another is shown."

# The list.
ORDERS: Mapping[Unit, Mapping[str, str]] = {
    "units": WORKLISTS,
    "seconds": {"disputed": WORKLISTS["disputed"], "reading": "in order of time"},
}
LIST: Mapping[Unit, Mapping[str, str]] = {
    "units": {
        "disputed": "Disputes, the most disputed first",
        "uncertain": "Disputes, the likeliest wrong first",
        "reading": "Disputes in reading order",
    },
    "seconds": {
        "disputed": "Places, the most disputed first",
        "reading": "Places in order of time",
    },
}
LIST_CAPTION: Mapping[Unit, str] = {
    "units": "Disputed places",
    "seconds": "Places about which people differ",
}
SURE_IN_LIST = "estimate: {} of coders like these would mark it, or beside it"
DISPUTE, PLACE = "Dispute", "Place"
ANSWERS = "Answers"
ANSWERS_ABOUT = "The unit before which a boundary was marked, and by how many coders"
NEAR_IT = "disputed"
NEAR_IT_ABOUT = (
    "The share of the coders who marked near it, or of those who did not, whichever is smaller: "
    "50% is the most."
)
SUPPORT = "coders"
MARKED_BY, NOT_BY, DECISION = "Marked by", "Not by", "Decision"

# How near it is.
NEAR = "How near the consensus is to each coder"
NEAR_CAPTION = "Agreement of the consensus with each coder"
NEAR_NOTE = (
    "These values are high because the coders' own votes made the consensus. They are not "
    "corrected for chance; 1 is identity. Those of all items have a "
    f"{DEFAULT.percent} interval for other items of the same coders (jackknife). Click a value for "
    "its formula."
)
CODER, ITEMS = "Coder", "Items"
ITEMS_ABOUT = "Items of the coder that have a gold segmentation"
HIGHER, POOLED = "Higher is better", "Pooled over items, with its interval"
REFERENCE, AUTOMATIC = "reference", "automatic"
DID_NOT_CODE = "{} did not code this item"

# What goes out.
EXCEL = "Download the gold segmentation (Excel)"
EXCEL_HELP: Mapping[Unit, str] = {
    "units": (
        "The segments with their texts, every unit with the marks of each coder, your decisions, "
        "and how it was made."
    ),
    "seconds": (
        "The segments with their start and end, the boundaries with their support and interval, "
        "your decisions, and how it was made. Times in seconds."
    ),
}
OTHER_FORMATS = "Other formats"
GOLD_AS = "The gold segmentation as"
GOLD_NAME = "it"
WITH_DECISIONS = "The corpus with your decisions (segmetrics JSON)"
KEEP = "Keep this consensus"
KEEP_HELP = (
    "It stays beside the corpus as it is now, whatever is decided later; the page Projects lists "
    "it."
)
KEPT = "This consensus was kept; the page Projects lists it."
ELSE = (
    "You have a copy of this corpus already, in which something else was decided about this. It is "
    "open now."
)
NOT_KEPT = "The consensus cannot be kept: {}."
KEPT_AS = "Consensus: {}"
STEP_DECIDED = "decided about {item}, {where}: {said}"
STEP_OPENED = "opened {item}, {where}, again"

# What is computed, and the numbers that open.
HOW_SURE_BOUNDARIES = "how sure each boundary is"
THIS_CONSENSUS = "this consensus"
VALUE_HERE, VALUE_EVERYWHERE = "{} with {} on this item", "{} with {} on all items"
MARKED_BOTH, MARKED_SEVERAL = "{} marked both.", "{} marked several."
ON_THIS_ITEM = "{}, this item"
ON_ALL_ITEMS = "{}, all items"
VALUE_ON = "{name} on {item}"
DISPUTED_SHARE = "disputed share of {}"
MOVE_ELSEWHERE, BOUNDARY_ELSEWHERE = "Move elsewhere", "Boundary elsewhere"
WITH_SUPPORT = "Boundaries with support ({})"
HEAT_MAP_OF = "Heat map of {}; a click shows what is disputed at that place"


def progress(decided: int, settled: int, total: int) -> str:
    along = max(0, settled - decided)
    more = f", {along:,} more settled along with {'it' if decided == 1 else 'them'}"
    rest = "; the rule decides the rest" if settled < total else ""
    done = f"{settled - along:,} of {counted(total, 'dispute')} decided by hand"
    return f"{done}{more if along else ''}{rest}"


def stored(where: str, said: str, along: Sequence[str]) -> str:
    also = f" This also settles the dispute {joined(along)}." if along else ""
    return f"Stored for {where}: {said}.{also}"


def already_there(place: int, removed: Sequence[int], axis: Axis) -> str:
    are = "the one {} is removed" if len(removed) == 1 else "those {} are removed"
    lost = f": {are.format(axis.at_each(removed))}" if removed else ""
    return f"There is already a boundary {axis.at(place)}{lost}."


def choose(place: int, by_rule: Sequence[int], axis: Axis, *, main: bool) -> str:
    there = axis.at(place)
    if not by_rule or len(by_rule) > 1:
        return f"Boundary {there}"
    return f"{'Agree: boundary' if main else 'Move to'} {there}"


def marked_by(coders: int, of: int, key: str) -> str:
    return f"Marked by {coders:,} of {of:,}." + (f" Key {key}." if key else "")


def votes(answer: str, coders: Sequence[str], of: int) -> str:
    return f"{capital(answer)} ({len(coders):,} of {of:,}): {listed(coders, SHOWN_NAMES)}."


def in_round(name: str, marked: int, of: int, n: int) -> str:
    who = f"{f'{marked:,}' if marked else 'nobody'} of {of:,} marked there"
    if n < 2:
        return f"In {name}, {who}."
    return f"In {name}, {who} or {'one place' if n == 2 else f'up to {n - 1} places'} away."


def usually(coders: Sequence[str], side: str) -> str:
    mark = "marks" if len(coders) == 1 else "mark"
    return f"{listed(coders, SHOWN_NAMES)} usually {mark} one place {side}."


def how_sure(places: Sequence[int], shares: Sequence[float], axis: Axis) -> str:
    share, at = max(zip(shares, places, strict=True))
    return (
        f"Estimate: {roughly(share)} of coders like these would mark a boundary {axis.at(at)}, or "
        "one place beside it."
    )


BY_SCHOOL = (
    "All who segment finely marked it, and nobody who segments coarsely. Which of the two you want "
    "is for the guideline to say."
)
BY_HAND = "The coders' habits suggest no answer on this text. Decide by hand."


def look_twice(doubt: Doubt, axis: Axis) -> str:
    if doubt.likelier:
        proposed = f"one {axis.at_each(doubt.taken)}" if doubt.taken else "none"
        return (
            f"Look twice: given {TENDS}, a boundary {axis.at(doubt.likelier)} is likelier than "
            f"{proposed}."
        )
    return f"Look twice: given {TENDS}, a boundary {axis.at_each(doubt.taken)} is doubtful."


def against_model(disputes: int) -> str:
    first = counted(disputes, "open dispute")
    return f"Look at {first} first: {TENDS} suggest another answer than the rule →"


def about_dispute(*, sure: bool) -> str:
    about = "The places that some coders marked and others did not"
    if not sure:
        return about
    return (
        f"{about}. The estimate: how many of coders like these would mark the likeliest of them, "
        "or one beside it, by a model of what each coder finds, adds and shifts; on average of "
        "such places"
    )


def support(of_coders: str, *, near: bool) -> str:
    return f"{of_coders}, counting marks beside it" if near else of_coders


def has_boundary(places: Sequence[tuple[int, str]], axis: Axis) -> str:
    there = ", ".join(f"{axis.at(place)} ({support})" for place, support in places)
    return f"The consensus has a boundary {there}."


def counts_elsewhere(coders: Sequence[str], place: int, boundary: int, axis: Axis) -> str:
    """Return whose marks at a place of a dispute count for a gold boundary at another place."""
    for_it = f"for the boundary {axis.at(boundary)}."
    if len(coders) == 1:
        return f"{coders[0]}'s mark {axis.at(place)} already counts {for_it}"
    more = [f"{len(coders) - SHOWN_NAMES:,} more"] if len(coders) > SHOWN_NAMES else []
    names = joined([*coders[:SHOWN_NAMES], *more])
    return f"The marks of {names} {axis.at(place)} already count {for_it}"


def of_other_round(name: str, decisions: int) -> str:
    them = "it" if decisions == 1 else "them"
    return f"{name} has {counted(decisions, 'decision')}. Look at {them} →"


def earlier_round(name: str, latest: str) -> str:
    return f"You see {name}, an earlier round. Decide about {latest} →"


def not_disputed(item: str, place: int | None, axis: Axis) -> str:
    if axis.scale is not None:
        there = NOTHING_THERE.format(axis.place(place)) if place else ""
        return there or NOTHING_IN.format(item)
    at = f" {axis.at(place)} of" if place else " in"
    return f"Nothing is disputed{at} {item}."


# ----- Rules: how a gold segmentation is made, and what each rule loses

RULE = "Rule"
RULE_NAMES: dict[Method, str] = {
    "pooled": "Near misses pooled",
    "majority": "Majority at each place",
    "medoid": "Most typical coder",
    "model": "Model of the coders",
}
ABOUT_RULE: Mapping[Method, str] = {
    "pooled": "boundaries {apart} count together",
    "majority": "enough coders at just this place",
    "medoid": "in each item, the coder most like the others",
    "model": "what is likely, given how many boundaries each coder finds, adds and shifts",
}
CHOOSE_RULE = "Change the rule"
RULE_HELP = (
    "**Near misses pooled**: boundaries close to each other count together, and the gold boundary "
    "lies at their median. **Majority at each place**: each place is counted by itself. **Most "
    "typical coder**: the boundaries of the coder who is most like the others of an item, by B "
    "(the medoid). **Model of the coders**: the places that have a shared boundary with a "
    "probability above 50%, as estimated from what each coder finds, adds and shifts. It needs "
    "four coders."
)
NEEDS = "A boundary needs"
THRESHOLDS = {"more_than": "more than", "at_least": "at least"}
OF_CODERS = "of the coders of an item"
ON_AVERAGE = "A coder, on average"
BOUNDARIES = "Gold boundaries"
OF_ALL_ITEMS = "Of all items, before anybody decides"
AN_ITEM = "Per item"
LOST = "Boundaries lost that nearly all saw"
LOST_ABOUT = (
    "Boundaries that all coders of an item but one marked, at one place or {}, and that the rule "
    "has not. Of ten coders and more, nine in ten are enough."
)
RULES_CAPTION = "Gold boundaries by each rule, before anybody decides"
NONE_LOST, LOST_OF = "none", "{:,} of {:,}"
NONE_BECAUSE, NOT_COMPUTED = "none: {}", "not computed yet"
ONE_CODER = (
    "One person coded each item, so there is nothing to decide. "
    "Let somebody else code some of them."
)
NOTHING_DISPUTED = "Nothing is disputed: wherever several people coded an item, they agree."
REFERENCE_SILENT = "The reference does not vote: {}."
PLACES_ALONE = "Boundaries count as places alone: their {} are not looked at."
TOO_MANY = (
    "This corpus has {boundaries:,} boundaries, and this page works through {most:,} at most. Open "
    "fewer items at once, or make the consensus on the command line: segmetrics consensus."
)
TOO_WIDE = "it takes boundaries {} for near misses at most, and this corpus those {}"
NO_CONSENSUS_BY_MODEL = (
    "The model of the coders gives no consensus: {}. Choose another rule; "
    f"“{RULE_NAMES['pooled']}” is the usual one."
)


def no_such_consensus(error: object, method: Method) -> str:
    instead = "rule" if method == "model" else "share"
    return f"There is no such consensus: {error}. Choose another {instead}."


def apart(n: int) -> str:
    return "one place apart" if n == 2 else f"up to {n - 1} places apart"


def how_many(boundaries: int, items: int, decisions: int) -> str:
    has = counted(boundaries, "gold boundary")
    mean = f", {rate(boundaries / items)} per item" if items > 1 else ""
    counted_in = f", {counted(decisions, 'decision')} counted in" if decisions else ""
    return f"The consensus has {has} in {counted(items, 'item')}{mean}{counted_in}."


def keeps(lost: int, n: int) -> str:
    return (
        f"Marks {apart(n)} count as one boundary. If they did not, "
        f"{counted(lost, 'boundary')} that nearly everybody saw would be lost."
    )


def loses(method: Method, lost: int, n: int) -> str:
    them = "it" if lost == 1 else "them"
    return (
        f"This rule loses {counted(lost, 'boundary')} that nearly all coders saw, "
        f"{apart(n) if method == 'majority' else f'at one place or {apart(n)}'}. Choose "
        f"“{RULE_NAMES['pooled']}” to keep {them}."
    )


def either_rule(seen: int) -> str:
    if not seen:
        return (
            "No boundary was seen by nearly all coders of an item: settle the disputes before you "
            "use it."
        )
    return (
        f"“{RULE_NAMES['pooled']}” and “{RULE_NAMES['majority']}” both keep every boundary that "
        "nearly all coders saw. They differ where fewer saw one. You may use either."
    )


NOT_VOTING = "Automatic segmenters do not vote: {}."
WITHOUT_PEOPLE = "Coded by no person, and so without a consensus: {}."
ALONE = "Coded by one person alone, whom nobody confirms: {}."
# ----- What was decided, and where


def where(dispute: Dispute, axis: Axis) -> str:
    """Return where a dispute is: ``before paragraph 5 or 6``, ``12:04.5``."""
    return axis.place(*(dispute.places if axis.scale is None else (dispute.place,)))


def at(dispute: Dispute, axis: Axis) -> str:
    """Say where a dispute is, within a sentence: ``before paragraph 5 or 6``, ``at 12:04.5``."""
    return axis.at(*(dispute.places if axis.scale is None else (dispute.place,)))


def answers(dispute: Dispute) -> str:
    """Say how many gave each answer: ``26: 2 · 27: 2 · none: 1``."""
    times = sorted(Counter(dispute.votes.values()).items())
    said = [f"{place + 1:,}: {coders:,}" for place, coders in times]
    return " · ".join([*said, *([f"none: {len(dispute.silent):,}"] if dispute.silent else [])])


def named(dispute: Dispute, axis: Axis) -> str:
    """Name a dispute in a list: ``a, before paragraph 5 or 6``, ``film, 12:04.5``."""
    return f"{dispute.item}, {where(dispute, axis)}"


# ----- Recordings

HOW_TO_READ = (
    "Filled triangles are the boundaries of the consensus. Click a place to decide about it. Zoom "
    "with + and −, or Ctrl and the wheel; drag to move along."
)
AT = "Time, such as 12:04.5 or 724.5"
ADD, ADD_HERE = "Add a boundary", "Add it there"
TAKE_AWAY = "Take back the boundary added at {}"
ADDED = "boundary at {}, added by hand"
NOTHING_THERE = "Not more than one coder marked near {}. You can add a boundary there."
NOTHING_IN = "Nobody differs about any place of {}."
LIES_BETWEEN = ", which lies between {} and {} (95%)"
LEAST, LEAST_ABOUT = (
    "A boundary is",
    "Where so many of the coders mark close together. Or, by chance: where more mark than "
    "independent people would anywhere, in 95 of 100 corpora; with few coders that is hardly ever "
    "so, even where all of them mark.",
)


def by_least(number: str, lies: str, *, taken: bool) -> str:
    """Return whether the rule takes a place, and why: if so many marked it, or chance if empty.

    `lies` is where a boundary lies.
    """
    so = f"so the consensus has {f'a boundary here{lies}' if taken else 'no boundary here'}."
    if not number:
        return f"Chance {'does not' if taken else 'can'} explain that, {so}"
    return f"That is {number}, {so}"


def least_coders(least: int | None, coders: int) -> str:
    if least is None:
        return "more than half of the coders"
    return f"at least {least} of {coders}" if least else "more than chance"


NO_SUCH_TIME = (
    "That is no time of this recording. Write minutes and seconds such as 12:04.5, or seconds."
)
TYPED = re.compile(r"(?:(?:([0-9]{1,2}):)?([0-9]{1,4}):)?([0-9]{1,6}(?:\.[0-9]{1,3})?)")


def typed_seconds(text: str) -> float | None:
    """Read a time that a person typed, ``1:02:05.5`` or ``3725.5``; None if it is none."""
    found = TYPED.fullmatch(text.strip())
    if found is None:
        return None
    hours, minutes, second = (float(part or 0) for part in found.groups())
    return 3600 * hours + 60 * minutes + second


def rule_in_time(
    boundaries: int, recordings: int, decided: int, left: int, reach: float, enough: str
) -> tuple[str, str]:
    counted_in = f", {counted(decided, 'decision')} counted in" if decided else ""
    has = (
        f"The consensus has {counted(boundaries, 'boundary')} in "
        f"{counted(recordings, 'recording')}{counted_in}."
    )
    near = f"within {seconds(reach)}"
    of = (
        "The rule takes a place where more people mark close together than if each marked "
        f"independently. A mark {near} of the place counts. “How it is measured”, at the top, "
        "changes how near, and how chance is made."
    )
    if enough:
        of = f"The rule takes the places where {enough} mark {near} of each other."
    if left:
        why = "" if enough else ", which may be chance"
        of += (
            f" At {counted(left, 'other place')} several people mark{why}: the consensus "
            "has no boundary there unless you decide so."
        )
    return has, of


def marked_place(when: str, votes: int, of: int, decided: str) -> str:
    more = f"; {decided}" if decided else ""
    return f"{when}: {votes} of {counted(of, 'coder')}{more}"
