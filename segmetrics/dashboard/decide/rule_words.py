"""What the page Decide says of rules: how a gold segmentation is made, and what each rule loses."""

from __future__ import annotations

from collections.abc import Sequence

from segmetrics.adjudication.gold import Method
from segmetrics.number_formats import rate
from segmetrics.phrases import counted, listed

# Names that a sentence lists.
SHOWN_NAMES = 8

RULE = "Rule"
RULE_NAMES: dict[Method, str] = {
    "pooled": "Near misses pooled",
    "majority": "Majority at each place",
    "medoid": "Most typical coder",
    "model": "Model of the coders",
}
CHOOSE_RULE = "Change the rule"
RULE_HELP = (
    "**Near misses pooled**: boundaries close to each other count together, and the gold boundary "
    "lies at their median. **Majority at each place**: each place is counted by itself. **Most "
    "typical coder**: the boundaries of the coder who is most like the others of an item, by B "
    "(the medoid). **Model of the coders**: the places that are likelier than not to have a "
    "boundary that the coders share, by what each of them finds, adds and shifts; from four coders "
    "on."
)
NEEDS = "A boundary needs"
THRESHOLDS = {"more_than": "more than", "at_least": "at least"}
OF_CODERS = "of the coders of an item"
ON_AVERAGE = "A coder, on average"
BOUNDARIES = "Gold boundaries"
OF_ALL_ITEMS = "Of all items, before anybody decides"
AN_ITEM = "Per item"
LOST = "Boundaries lost that nearly all saw"
RULES_CAPTION = "Gold boundaries by each rule, before anybody decides"
NONE_LOST = "none"
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


def no_such_consensus(error: object, method: Method) -> str:
    """Return why a rule cannot be used, and what to do."""
    instead = "rule" if method == "model" else "share"
    return f"There is no such consensus: {error}. Choose another {instead}."


def no_consensus_by_model(why: str) -> str:
    return (
        f"The model of the coders gives no consensus: {why}. Choose another rule; "
        f"“{RULE_NAMES['pooled']}” is the usual one."
    )


def nothing_by_model(why: str) -> str:
    return f"none: {why}" if why else "not computed yet"


def too_wide(n: int, most: int) -> str:
    return (
        f"it takes boundaries {apart(most + 1)} for near misses at most, and this corpus those "
        f"{apart(n)}"
    )


def about_rule(method: Method, n: int) -> str:
    return {
        "pooled": f"boundaries {apart(n)} count together",
        "majority": "enough coders at just this place",
        "medoid": "in each item, the coder most like the others",
        "model": "what is likely, given how many boundaries each coder finds, adds and shifts",
    }[method]


def about_lost(n: int) -> str:
    return (
        f"Boundaries that all coders of an item but one marked, at one place or {apart(n)}, and "
        "that the rule has not. Of ten coders and more, nine in ten are enough."
    )


def lost_of(lost: int, seen: int) -> str:
    return f"{lost:,} of {seen:,}" if lost else NONE_LOST


def apart(n: int) -> str:
    return "one place apart" if n == 2 else f"up to {n - 1} places apart"


def how_many(boundaries: int, items: int, decisions: int) -> str:
    """Return how many boundaries the consensus has, decisions counted in."""
    has = counted(boundaries, "gold boundary", "gold boundaries")
    mean = f", {rate(boundaries / items)} per item" if items > 1 else ""
    counted_in = f", {counted(decisions, 'decision')} counted in" if decisions else ""
    return f"The consensus has {has} in {counted(items, 'item')}{mean}{counted_in}."


def keeps(lost: int, n: int) -> str:
    return (
        f"Marks {apart(n)} are counted together; otherwise "
        f"{counted(lost, 'boundary', 'boundaries')} that nearly everybody saw would be lost."
    )


def loses(method: Method, lost: int, n: int) -> str:
    """Return what the rule loses, and what to do about it."""
    them = "it" if lost == 1 else "them"
    return (
        f"This rule loses {counted(lost, 'boundary', 'boundaries')} that nearly all coders saw, "
        f"{apart(n) if method == 'majority' else f'at one place or {apart(n)}'}. Choose "
        f"“{RULE_NAMES['pooled']}” to keep {them}."
    )


def either_rule(seen: int) -> str:
    """Return that both votes keep what nearly all saw, so that either may be used."""
    if not seen:
        return (
            "No boundary was seen by nearly all coders of an item: settle the disputes before you "
            "use it."
        )
    return (
        "Counted together or at each place, the majority keeps every boundary that nearly all "
        "coders saw. You may use either rule."
    )


def not_voting(names: Sequence[str]) -> str:
    return f"Automatic segmenters do not vote: {listed(names, SHOWN_NAMES)}."


def without_people(names: Sequence[str]) -> str:
    return f"Coded by no person, and so without a consensus: {listed(names, SHOWN_NAMES)}."


def alone(names: Sequence[str]) -> str:
    return f"Coded by one person alone, whom nobody confirms: {listed(names, SHOWN_NAMES)}."
