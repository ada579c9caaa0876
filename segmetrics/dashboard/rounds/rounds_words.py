"""All texts of the pages on rounds, but the sentences that tables and the command line share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from segmetrics.axis import Unit
from segmetrics.corpus import UNIT
from segmetrics.dashboard.rounds.followed_coders import FollowedCoder, InRound
from segmetrics.number_formats import (
    between,
    p_in_sentence,
    percent,
    rate,
    short,
    shown,
    signed_short,
    told_apart,
)
from segmetrics.phrases import counted, joined, plural
from segmetrics.reliability.changes import ALIKE_DENSITIES, LEAST_OF_ITEM, Direction, ItemsMoved
from segmetrics.reliability.grain_alignment import GrainAlignments
from segmetrics.reliability.jackknife import Over
from segmetrics.reliability.pair_hit_rates import TimeNull
from segmetrics.reliability.recording_changes import RecordingChanges
from segmetrics.tables.comparison_words import OTHERS

# ----- both pages

TERMS: Mapping[Unit, Sequence[str]] = {
    "units": ("R", "α", "π* over B", "π* over S", "interval", "p"),
    "seconds": ("F beyond chance", "F", "interval", "p"),
}
"""Terms that the answer explains."""

EXAMPLES: Mapping[Unit, tuple[str, str]] = {
    "units": ("interviews", "Look at an example: made-up interviews, coded twice →"),
    "seconds": ("film", "Look at an example: a made-up film, at a fine and a coarse grain →"),
}
"""Samples that have a second round, and what leads there."""
OF_TWO_KINDS = (
    "One of the two is a corpus of recordings, the other of texts. Only rounds of one kind can be "
    "compared."
)
OTHER_KIND = "{} is left out: only rounds that are all of texts, or all of recordings, compare."
ITEMS = "Item by item"
MEASURE = "Items by"
MEASURE_HELP = (
    "**R** says how far coders agree beyond chance: 1 is perfect, 0 is chance. **π\\*** is what "
    "papers report. It also changes where coders only place more or fewer boundaries."
)
ALL_COEFFICIENTS = "All coefficients of the corpus"
DETAILS = "How it was computed"
ITEM, CODER = "Item", "Coder"
HAPPENED: Mapping[str, str] = {
    "moved": "moved",
    "gone": "gone",
    "new": "new",
    "retyped": "of another type",
}
"""What happens to boundaries from one round to the next, behind a count."""
NUMBERS_OPEN = "Click a number to see what was counted, and the formula."
ON_THIS_PAGE = "{:,} items, {:,} on this page."


# ----- two rounds

BEFORE, AFTER, CHOOSE = "Before", "After", "Choose the second round"
FIRST_THEN_SECOND = "Open the files of the first round, then those of the second"
SECOND = "Choose the second round above, or open its files"
WHAT_IT_COMPARES = (
    "Did coders agree better after new guidelines or a training? This page compares two rounds of "
    "coding, of the same items or of others. {}. You check them first, and then come back here."
)
WAITS = "The second round is not accepted yet. Open its import, and accept it."
UNUSABLE = (
    "No item of the second round can be used. Open it on the page Data to see its problems, or "
    "choose another round."
)
EXCHANGE = "Swap before and after"
ITSELF = "Before and after are the same corpus. Choose another for one of them."
ANOTHER_TEXT = (
    "The text was revised between the rounds, so that single boundaries cannot be followed. The "
    "agreement of both rounds can be compared all the same."
)
NOBODY_IN_BOTH = "No coder coded this item in both rounds, so no boundary can be followed."
WHAT_CHANGED = "What changed"
BEFORE_PAGE, AFTER_PAGE = "Everything about it before →", "and after →"
OPEN_ANOTHER = "Open another round"
EDITED: Mapping[str, tuple[str, str]] = {
    "moved": ("Moved", "Boundaries that moved a few places (a near miss)"),
    "gone": ("Gone", "Boundaries of the first round alone"),
    "new": ("New", "Boundaries of the second round alone"),
    "retyped": ("Other type", "Boundaries at the same place that carry another type"),
}
BEFORE_ABOUT, AFTER_ABOUT = "Boundaries in the first round", "Boundaries in the second round"
KEPT_HEADING = "Kept"
THESE_TWO, THESE = "these two rounds", "these rounds"
ITEMS_BEFORE_AFTER = "Items before and after"
CHANGES_DRAWN = "Agreement of each item before and after, and the change with its interval"
SPREAD_DRAWN = "How many items changed by how much"
COEFFICIENTS = "Coefficients of the corpus"
KEPT = "Boundaries at the same place in both rounds"
UNCHANGED = "no boundary changed."
NOT_IN_BOTH = "{} is not in both rounds, so all items are shown."
UNITS = "{} {:,} to {:,} of {:,}"
ALL_ITEMS = "← all {:,} items"
PREVIOUS = "previous: {}"
FOLLOWING = "next: {}"
SIDE_OF = "{coefficient} {side} of {of}"
WHAT_CHANGED_ON = "What changed on {}"
CHANGED_BY = "What {coder} changed on {item}"
CHANGED_BY_EACH = "What each coder changed on {}"
KEPT_AT = "Kept: {}"
MOVED = "Moved: was {before}, now {after}"
HOW_BOUNDARIES_ARE_FOLLOWED = (
    "A boundary counts as moved if it is fewer than {} places away. It is gone if only the first "
    "round has it, and new if only the second has it."
)
BEFORE_PLACES = "before {} {}"
NEW_AT = "New: {}"
GONE_AT = "Gone: {}"


def edits_in_words(kept: int, counts: Mapping[str, int]) -> str:
    said = [f"{kept:,} kept"]
    said += [
        f"{counts[what]:,} {text}"
        for what, text in HAPPENED.items()
        if counts[what] or what != "retyped"
    ]
    return f"{', '.join(said)}."


# ----- several rounds

ONE_ROUND = (
    "This corpus has one round. To see whether agreement improves, add what the same coders coded "
    "later, for example after a training. The items may be the same or others. {}"
)
ADD = "Open the files of the next round. You first check which of its items and coders are known."
FIRST_YOUR_OWN = "Open a corpus of your own first. Then add its next round here."
SENTENCE, PARAGRAPH = "In one sentence", "Rounds of coding"
OTHER_ITEMS = "Each value is over all items of its round: the rounds have no item in common."
OWN_ITEMS = "Below a value: the same over all items of that round."
OWN_CODINGS = (
    "Below a value: the same over all codings of that round. It depends on who coded, and is not "
    "tested."
)
ROUNDS_DRAWN = "The main coefficients of the corpus over the rounds, with their intervals"
IN_EACH_ROUND = "Coefficients of the corpus in each round"
STEPS_CAPTION = "Differences of the corpus from round to round"
ITEMS_CAPTION = "Items in each round"
ITEMS_MOVED = (
    "Items",
    "Items where agreement rose, and fell; where it may be chance, or changed by less than "
    f"{LEAST_OF_ITEM}, by convention, it did neither",
)
CHANGE_ABOUT = (
    "The later round less the earlier: positive where agreement rose. Below, its interval"
)
P_ABOUT = "Whether agreement changed: of R, or of α where R is undefined"
FROM_ROUND_TO_ROUND, TWO_ROUNDS = "From round to round", "Rounds"
STEPS = (
    "Each row compares two rounds. Agreement clearly improved only where the intervals of the "
    "changes of R and of α lie above 0."
)
ITEM_INTERVALS = (
    "Intervals of items are for other coders. The last column leads to the text: every boundary "
    "that was kept, moved, is gone or new."
)
ADD_ANOTHER = "Add another round"
WENT: Mapping[Direction, str] = {
    "better": "improved",
    "worse": "got worse",
    "unclear": "not sure",
    "unknown": "",
}
OTHER_TEXT, OTHER_CODERS, NOTHING = "text revised", "other coders", "nothing"
FOR_WHOM = "For whom did agreement change?"
FOR_WHOM_TERMS = ("κ",)
FOR_WHOM_CAPTION = "κ of each coder with the others in each round"
CHANGE_WITHOUT = (
    "Change without {coder}",
    "Change of κ with the others but {coder}, in whom most of the change of the corpus lies",
)
CHANGE_OF_KAPPA = ("Change", "κ in the last round less that in the first")
NOT_IN_ROUND = "did not code in this round"
NOTHING_TO_COMPARE = "nobody else coded the same items, or nobody placed a boundary there"
NO_KAPPA = (
    "No coder has a κ in both the first and the last round: nobody else coded the same items, or "
    "nobody placed a boundary there."
)
NOT_TESTED = "Whether κ of a single coder changed was not tested."
# Names that share a place and are said.
NAMED = 3
CLEARLY = 2.5
"""Standard errors of counts by which one marks fewer boundaries than the others in both rounds: of
coders with equal rates somebody does in 0 to 3 of 100 projects of three short texts."""
KAPPA_IN = "κ of boundary decisions with the others in {}; below it, what the coder placed"
KAPPAS_LISTED = "The {shown} of {coders:,} coders who agree least in the last round."
LEFT_OUT = "{} is left out: none of its items can be used. Check it on the page Import."
ROSE = "{:,} rose"
HELD = "Items: {items:,}, coders: {coders:,}"
OVER_ALL = "all {items:,}: {value}"
OVER_EVERYTHING = "all codings: {}"
OF_CORPUS = "{coefficient} of the corpus in {name}"
CHANGE_OF_CORPUS = "change of {coefficient}, {step}"
OF_ITEM = "{coefficient} of {item} in {name}"
CHANGE_OF_ITEM = "change of {coefficient} of {item}"
IN_ROUND = "In round {}"
STEP_ABOUT = "{}. Boundaries of all coders of both rounds; leads to the text"


def fell(moved: ItemsMoved) -> str:
    same = f", {moved.same:,} about the same" if moved.same else ""
    chance = f", {moved.chance:,} may be chance" if moved.chance else ""
    return f"{moved.fell:,} fell{same}{chance}"


BELOW_EACH_VALUE = "Below each value: 95% interval for {}."


def intervals(over: Over, *, other_elsewhere: bool, shared: bool) -> str:
    """Return what the figure of the rounds shows, and why the Overview has other intervals."""
    said = (
        "Each dot is a coefficient of the corpus in one round. The bar is its 95% interval for "
        f"{OTHERS[over]}"
    )
    everybody = ": it is over all who coded the round" * shared
    other = (
        f". If you report a single round, take its interval from the Overview{everybody}"
        if other_elsewhere
        else ""
    )
    return f"{said}{other}. Lines only connect what belongs together."


def for_whom(first: str, last: str, coders: Sequence[FollowedCoder]) -> list[str]:
    """Return who agreed most and least, whose kappa changed most, and who marks more or fewer."""
    known = [one for one in coders if one.change is not None]
    if not known:
        return [NO_KAPPA]
    if len(set(map(_ends, known))) == 1:
        said = [_alike(known, len(coders))]
    else:
        ends = _most_and_least(first, coders, 0), _most_and_least(last, coders, -1)
        said = [f"{ends[0]}; {ends[1]}.", _changed_most(known, len(coders))]
    both = [one for one in coders if one.rounds[0] and one.rounds[-1]]
    return [*said, *_more_and_fewer(both), *_always_fewer(both), NOT_TESTED]


def _alike(known: Sequence[FollowedCoder], coders: int) -> str:
    who = joined([one.coder for one in known]) if len(known) <= NAMED else "all"
    whom = "each other" if len(known) == coders == 2 else "the others"
    return f"The agreement of {who} with {whom} (κ) {_went(known[0])}."


def _most_and_least(name: str, coders: Sequence[FollowedCoder], place: int) -> str:
    """Return who agreed most and least in the first round, or in the last."""
    values = {one.coder: kappa for one in coders if (kappa := one.kappa(place)) is not None}
    most, least = max(values.values()), min(values.values())
    into, whom = ("in", "") if place else ("In", " with the others")
    best, worst = told_apart(most, least)
    if best == worst:
        return f"{into} {name}, all agreed equally{whom} (κ {short(most)})"
    return (
        f"{into} {name}, {_those(values, most)} agreed most{whom} (κ {best}) and "
        f"{_those(values, least)} least (κ {worst})"
    )


def _those(values: Mapping[str, float], value: float) -> str:
    return joined([coder for coder, found in values.items() if found == value], NAMED)


def _changed_most(known: Sequence[FollowedCoder], coders: int) -> str:
    """Return whose kappa rose most and least, or fell."""
    best = max(known, key=lambda one: one.change or 0.0)
    worst = min(known, key=lambda one: one.change or 0.0)
    gainer, loser = (
        joined([each.coder for each in known if _ends(each) == _ends(one)], NAMED)
        for one in (best, worst)
    )
    of = f"Of the {len(known):,} coders in both, " if len(known) < coders else ""
    if not _rose(best):
        nobody = f"{of}nobody" if of else "Nobody"
        return (
            f"{nobody} gained: agreement with the others (κ) of {loser} {_went(worst)}, "
            f"that of {gainer} {_went(best)}."
        )
    gained = f"{of}{gainer} gained most: agreement with the others (κ) {_went(best)}; "
    if _rose(worst):
        return f"{gained}{loser} least, {_from_to(worst)}."
    return f"{gained}that of {loser} {_went(worst)}."


def _rose(one: FollowedCoder) -> bool:
    return not _stayed(one) and (one.change or 0.0) > 0


def _stayed(one: FollowedCoder) -> bool:
    before, after = _ends(one)
    return before == after


def _ends(one: FollowedCoder) -> tuple[str, str]:
    return shown(one.kappa(0)), shown(one.kappa(-1))


def _went(one: FollowedCoder) -> str:
    if _stayed(one):
        return f"stayed at {short(one.kappa(0))}"
    if abs(one.change or 0.0) < LEAST_OF_ITEM:
        return f"hardly changed, {_from_to(one)}"
    return f"{'rose' if _rose(one) else 'fell'} {_from_to(one)}"


def _from_to(one: FollowedCoder) -> str:
    before, after = told_apart(one.kappa(0), one.kappa(-1))
    return f"from {before} to {after}"


def _more_and_fewer(coders: Sequence[FollowedCoder]) -> list[str]:
    """Return who marks far fewer boundaries than at first, and who far more; perhaps nothing."""
    least, most = ALIKE_DENSITIES
    ordered = sorted(coders, key=lambda one: one.times)
    fewer = [one for one in ordered if one.times <= least]
    more = [one for one in reversed(ordered) if one.times >= most]
    said = [_marks(fewer, "fewer")] if fewer else []
    said += [_marks(more, "more", again=bool(fewer))] if more else []
    return [f"{'; '.join(said)}."] if said else []


def _always_fewer(coders: Sequence[FollowedCoder]) -> list[str]:
    """Return who marks far fewer boundaries than the others in the first and the last round."""
    when = (
        "both rounds" if coders and len(coders[0].rounds) == 2 else "the first and the last round"
    )
    rounds = [
        {one.coder: found.in_100_units for one in coders if (found := one.rounds[at])}
        for at in (0, -1)
    ]
    said = []
    for one in coders if len(coders) > 2 else ():
        usual = [
            median(of for coder, of in rates.items() if coder != one.coder) for rates in rounds
        ]
        own, last = [rates[one.coder] for rates in rounds], one.rounds[-1]
        coded = [found for found in (one.rounds[0], last) if found]
        marked = sum(found.boundaries for found in coded)
        expected = sum(u * found.units / 100 for u, found in zip(usual, coded, strict=True))
        clearly = expected - marked >= CLEARLY * (expected + marked) ** 0.5
        fewer = all(o <= ALIKE_DENSITIES[0] * u for o, u in zip(own, usual, strict=True))
        if last and fewer and clearly:
            said.append(
                f"{one.coder} marks far fewer boundaries than the others in {when} (now "
                f"{rate(own[-1])} in 100 {plural(last.unit)}, they {rate(usual[-1])})."
            )
    return said


def _marks(found: Sequence[FollowedCoder], word: str, *, again: bool = False) -> str:
    """Return that some coders mark far more or fewer boundaries, and by how much the first."""
    before, after = found[0].rounds[0], found[0].rounds[-1]
    counts = f"({_density(after)}, before {rate(before.in_100_units if before else None)})"
    if again:
        marks, what = "", f"far {word}"
    else:
        marks = " now marks" if len(found) == 1 else " now mark"
        what = f"far {word} boundaries"
    if len(found) == 1:
        return f"{found[0].coder}{marks} {what} {counts}"
    return f"{len(found):,} coders{marks} {what}, above all {found[0].coder} {counts}"


def kappas_from(*, shared: bool, other_items: bool) -> str:
    said = (
        "Each κ is with all the others together, over all items of the round, as on the page "
        "Coders. It also changes when the other coders change."
    )
    if shared:
        said = (
            "Each κ is with all the others who are compared (on Coders, with all coders). It also "
            "changes when they change."
        )
    return f"{said} Other items may be easier or harder." if other_items else said


def placed(found: InRound) -> str:
    return f"{counted(found.boundaries, 'boundary')}, {_density(found)}"


def _density(found: InRound | None) -> str:
    unit = found.unit if found else UNIT
    return f"{rate(found.in_100_units if found else None)} in 100 {plural(unit)}"


SHARE_ITEMS = "{} and {} share {} →"


# ----- rounds of recordings

CAPTIONS: Mapping[str, str] = {
    "rounds": "Agreement and boundaries in each round",
    "changes": "What changed from round to round",
}
EVERYBODY_COUNTS = (
    "Here everybody counts. This describes the rounds: it depends on who coded, and no change of "
    "it is tested."
)
GRAINS = "Are coarse boundaries fine ones too?"
GRAINS_CAPTION = "Coarse boundaries beside fine ones of the same coder"
GRAINS_HOW = "By chance: {}, and the fine ones stay (after Zacks, Tversky & Iyer 2001)."
GRAINS_MOVED: Mapping[TimeNull, str] = {
    "circular shift": "all coarse boundaries of a coder are moved by one random length of time",
    "shuffled gaps": "the gaps between coarse boundaries of a coder change places",
    "shared pace": "all coarse boundaries of a coder are moved by one random length, counted by "
    "how fast all mark",
}
HOW_RECORDINGS = (
    "A round may be a second viewing, or another grain: coarse after fine. Only recordings in both "
    "rounds are compared, and on each the coders who segmented it in both. Compare grains by F "
    "beyond chance, since F itself grows with the number of boundaries."
)
NOT_COMPARABLE = "There is nothing to compare: {}."


def alignment_answer(found: GrainAlignments, tolerance: str) -> str:
    row = found.corpus
    if row is None:
        return f"The grains cannot be compared: {found.undefined}."
    if row.value is None or row.chance is None:
        return "No coarse boundary counts."
    coders = counted(len(found.coders), "coder")
    of = counted(row.coarse, "coarse boundary")
    said = (
        f"Of {of} of {coders}, {percent(row.value)} have a fine one of the same coder within "
        f"{tolerance}; by chance {percent(row.chance)} would"
    )
    ends = row.corrected_interval
    more = [] if row.p_value is None else [f"p {p_in_sentence(row.p_value)}"]
    if row.corrected is not None:
        span = between(ends.low, ends.high, short)
        interval = f", 95% interval {span}" if span else ""
        more.insert(0, f"beyond chance {short(row.corrected)}{interval}")
    return f"{said} ({'; '.join(more)})." if more else f"{said}."


def answer(found: RecordingChanges) -> str:
    rate_, corrected = found.coefficients["rate"], found.coefficients["corrected"]
    coders = counted(len(found.coders), "coder")
    who = {"same": f"The same {coders}", "shared": "They"}.get(found.compared.whose, "The coders")
    often = ""
    if rate_.before is not None and rate_.after is not None:
        often = (
            f"{who} set {rate(rate_.after)} boundaries a minute instead of {rate(rate_.before)}. "
        )
    if corrected.change is None or corrected.before is None or corrected.after is None:
        return f"{often}How far they agree beyond chance is undefined in one of the two."
    ends = corrected.interval
    span = between(ends.low, ends.high, short)
    told = f"{signed_short(corrected.change)}"
    told += f", 95% interval {span}" if span else f", no interval: {ends.undefined}"
    told += f"; p {p_in_sentence(corrected.p)}" if corrected.p is not None else ""
    if ends.low is None or ends.high is None or ends.low <= 0 <= ends.high:
        how = "It is not clear whether they agree more or less than before"
    else:
        how = "They agree more than before" if ends.low > 0 else "They agree less than before"
    values = f"F beyond chance {short(corrected.before)}, then {short(corrected.after)}"
    return f"{often}{how} ({values}; {told})."
